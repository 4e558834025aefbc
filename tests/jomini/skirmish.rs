//! Made-up battles in contact: random maps with every terrain and obstacle, random troops with every letter, a few
//! hexes apart, with losses and tokens. They quickly lead to situations that are rare in games on the shipped
//! scenarios.

use reglette::game::rng::{Key, Stream};
use reglette::game::{BySide, Side};
use reglette::jomini::Battle;
use reglette::jomini::army::card::UnitCard;
use reglette::jomini::army::letters::{Letter, Morale, OrderLetter, Training};
use reglette::jomini::army::officer::{OfficerCard, OfficerLetter};
use reglette::jomini::army::transport::Carrier;
use reglette::jomini::army::unit::Rank;
use reglette::jomini::map::hex::{HexId, NO_HEX};
use reglette::jomini::map::terrain::{Map, Terrain};
use reglette::jomini::rules::{FirstPlayer, Rules, UnitKind};
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::setup::{Troops, muster};
use reglette::jomini::state::off_table::{Exit, Reserve, Reserves};
use reglette::jomini::state::{NO_UNIT, OfficerId, Status, UnitId, officer_ids, side_of, unit_ids};
use strum::VariantArray;

const HEX_TERRAIN: &[Terrain] = &[
    Terrain::FOREST,
    Terrain::FOREST,
    Terrain::HILL,
    Terrain::HILL,
    Terrain::HILL.union(Terrain::FOREST),
    Terrain::ROCKS,
    Terrain::MARSH,
    Terrain::BUILDINGS,
    Terrain::BUILDINGS,
    Terrain::SAND,
    Terrain::SNOW,
    Terrain::MOUNTAIN,
    Terrain::LAKE,
    Terrain::RIVER,
    Terrain::LARGE_RIVER,
    Terrain::RIVER.union(Terrain::FORD),
];
const OBSTACLES: &[Terrain] = &[Terrain::WALL, Terrain::DITCH, Terrain::FORTIFICATION, Terrain::RAMPART];
const TRAINING: &[Training] =
    &[Training::SuperElite, Training::Elite, Training::Trained, Training::Trained, Training::Recruits, Training::Levy];
const MORALE: &[Morale] =
    &[Morale::Iron, Morale::Solid, Morale::Normal, Morale::Normal, Morale::Weak, Morale::Unstable];
const CARRIERS: &[Carrier] = &[Carrier::Horses, Carrier::Camels, Carrier::Elephants, Carrier::Wagons];
const ORDERS: &[OrderLetter] = &[
    OrderLetter::ManoeuvreGood,
    OrderLetter::ManoeuvreWeak,
    OrderLetter::AttackGood,
    OrderLetter::AttackWeak,
    OrderLetter::DefenceGood,
    OrderLetter::DefenceWeak,
];

fn one_of<T: Copy>(stream: &mut Stream, list: &[T]) -> T {
    list[stream.below(list.len() as u32) as usize]
}

/// Terrain on one hex in `sparse`, obstacles on a few sides, a few roads.
fn map(stream: &mut Stream) -> Map {
    let mut map = Map::plain(9 + stream.below(8) as u8, 9 + stream.below(6) as u8);
    let sparse = 2 + stream.below(12);
    let hexes = map.ground.len() as u32;
    for hex in map.hexes() {
        if stream.below(sparse) == 0 {
            map.add_terrain(hex, one_of(stream, HEX_TERRAIN));
        }
    }
    for _ in 0..stream.below(4) {
        let mut hex = HexId::new(stream.below(hexes) as u16);
        for _ in 0..stream.below(12) {
            let next = map.place(hex).neighbour(stream.below(6) as usize);
            let Some(next) = map.hex(next) else { continue };
            let before = map.clone();
            map.add_road(hex, next);
            if map.faults().is_empty() {
                hex = next;
            } else {
                map = before;
            }
        }
    }
    for _ in 0..stream.below(hexes / 4) {
        let before = map.clone();
        let hex = stream.below(hexes) as usize;
        map.ground[hex].sides[stream.below(6) as usize] = one_of(stream, OBSTACLES);
        if !map.faults().is_empty() {
            map = before;
        }
    }
    assert!(map.faults().is_empty(), "{:?}", map.faults());
    map
}

/// Whether the rules cover a unit with this carrier.
fn carries(card: &UnitCard, carrier: Carrier) -> bool {
    let carried = UnitCard { carried_by: Some(carrier), ..card.clone() };
    carried.faults().is_empty() && UnitKind::covered().contains(&carried.kind_in_play(&Rules::published()))
}

fn card(stream: &mut Stream, number: u32) -> UnitCard {
    let mut card = UnitCard {
        name: format!("unit {number}"),
        kind: one_of(stream, UnitKind::covered()),
        training: one_of(stream, TRAINING),
        morale: one_of(stream, MORALE),
        letters: Vec::new(),
        orders: Vec::new(),
        western: None,
        contingent: u8::from(stream.below(6) == 0),
        carried_by: None,
        carronade: false,
    };
    if stream.below(2) == 0 {
        card.carried_by = Some(one_of(stream, CARRIERS)).filter(|carrier| carries(&card, *carrier));
    }
    card.carronade = stream.below(4) == 0;
    card.carronade &= card.faults().is_empty();
    for letter in Letter::VARIANTS {
        if stream.below(12) == 0 {
            card.letters.push(*letter);
            if !card.faults().is_empty() {
                card.letters.pop();
            }
        }
    }
    if stream.below(3) == 0 {
        card.orders.push(one_of(stream, ORDERS));
    }
    card
}

fn troops(stream: &mut Stream) -> Troops {
    let units = (0..3 + stream.below(14)).map(|number| card(stream, number)).collect();
    let mut officers = Vec::new();
    for number in 0..stream.below(7) {
        let rank = match number {
            0 => Rank::CommanderInChief,
            1 | 2 => Rank::SubGeneral,
            _ => Rank::SeniorOfficer,
        };
        let letters = if stream.below(3) == 0 { vec![one_of(stream, OfficerLetter::VARIANTS)] } else { Vec::new() };
        officers.push(OfficerCard {
            name: format!("officer {number}"),
            rank,
            contingent: u8::from(number == 2),
            command_level: None,
            letters,
        });
    }
    Troops { name: "made up".to_owned(), units, officers, at_start: None }
}

/// A free hex open to the unit, near the middle of the map.
fn place_unit(battle: &mut Battle, stream: &mut Stream, unit: UnitId) -> bool {
    let board = &battle.field.board;
    let middle = HexId::new(board.hexes().len() as u16 / 2 + u16::from(board.columns()) / 2);
    let spread = 2 + stream.below(4) as u8;
    let near: Vec<HexId> = board
        .hexes()
        .filter(|hex| board.distance(*hex, middle) <= spread)
        .filter(|hex| {
            battle.start.unit_at(*hex) == NO_UNIT
                && board.can_stand(battle.field.forces.mover(&battle.start, unit), *hex)
        })
        .collect();
    if near.is_empty() {
        return false;
    }
    battle.start.place(unit, one_of(stream, &near));
    let most = battle.field.forces.profile(unit).elements;
    battle.start.unit_mut(unit).elements = 1 + stream.below(u32::from(most)) as u8;
    true
}

/// The elephant of some guns and riders has run away already, and may still be in panic on the table.
fn loose_elephant(battle: &mut Battle, stream: &mut Stream, unit: UnitId) {
    let parts = battle.field.forces.profile(unit).has_elephants() && !battle.field.forces.is_one_elephant(unit);
    if battle.start.unit(unit).elements > 0 && parts && stream.below(4) == 0 {
        let it = battle.start.unit_mut(unit);
        it.status = it.status & !Status::MOUNTED | Status::ELEPHANT_GONE;
        let elephant =
            battle.field.forces.elephants_of(unit).next().expect("a unit with elephants has a place for one");
        if stream.below(2) == 0 {
            place_unit(battle, stream, elephant);
        }
    }
}

/// Some hexes at the edge of the map.
fn edge(battle: &Battle, stream: &mut Stream) -> Vec<HexId> {
    let columns = battle.field.board.columns();
    let row = if stream.below(2) == 0 { 0 } else { u16::from(battle.field.board.rows()) - 1 };
    let from = stream.below(u32::from(columns) - 2) as u16;
    let open = |hex: &HexId| !battle.field.board.map().ground[usize::from(*hex)].is_impassable();
    (from..from + 3).map(|column| HexId::at(row, column, columns)).filter(open).collect()
}

/// Takes some units and an officer of a side off the table again, to enter within a few rounds.
fn hold_back(battle: &mut Battle, stream: &mut Stream) {
    let side = one_of(stream, &Side::BOTH);
    let officers: Vec<OfficerId> =
        officer_ids(side).take(usize::from(battle.field.forces.officer_counts[side])).skip(1).collect();
    let entries = edge(battle, stream);
    if officers.is_empty() || entries.is_empty() {
        return;
    }
    let mut reserves = Reserves { all: Vec::new(), of_unit: vec![0; 64], of_officer: vec![0; 16] };
    for unit in unit_ids(side).skip(1).take(4) {
        let hex = battle.start.unit(unit).hex;
        if hex != NO_HEX {
            battle.start.occupant[usize::from(hex)] = NO_UNIT;
            battle.start.unit_mut(unit).hex = NO_HEX;
            reserves.of_unit[usize::from(unit)] = 1;
        }
    }
    for officer in officers.into_iter().take(2) {
        reserves.of_officer[usize::from(officer)] = 1;
    }
    let mut reserve = Reserve { side, round: 1 + stream.below(3) as u16, entries };
    reserve.entries.sort_by_key(|hex| battle.field.board.rank(side, *hex));
    reserves.all.push(reserve);
    battle.reserves = reserves;
}

fn open_exits(battle: &mut Battle, stream: &mut Stream) {
    for side in Side::BOTH {
        let hexes = edge(battle, stream);
        battle.exits.push(Exit { side, hexes, points: stream.below(3) as u8, lost: stream.below(3) == 0 });
        battle.objective_points_to_win[side] = stream.below(8) as u8;
    }
}

/// The battle of this number, under these rules; its start is the first decision of a player-turn.
pub fn skirmish_under(rules: &Rules, number: u64) -> Battle {
    let stream = &mut Key::new(number).with_name("skirmish").stream();
    let scenario = Scenario::on("made up", map(stream));
    let both = BySide::from_fn(|_| troops(stream));
    let mut battle = muster(rules, &scenario, &both).unwrap_or_else(|faults| panic!("{faults:?}"));
    for side in Side::BOTH {
        for unit in unit_ids(side).take(both[side].units.len()) {
            if !place_unit(&mut battle, stream, unit) {
                battle.start.unit_mut(unit).elements = 0;
                battle.start.side_mut(side).units_at_start -= 1;
            }
        }
        for unit in unit_ids(side).take(both[side].units.len()) {
            loose_elephant(&mut battle, stream, unit);
        }
        battle.start.side_mut(side).tokens = stream.below(9) as u8;
    }
    if stream.below(3) == 0 {
        hold_back(&mut battle, stream);
    }
    if stream.below(4) == 0 {
        open_exits(&mut battle, stream);
    }
    for side in Side::BOTH {
        for officer in officer_ids(side).take(both[side].officers.len()) {
            if battle.reserves.has_officer(officer) {
                continue;
            }
            let (board, start) = (&battle.field.board, &battle.start);
            let with_unit = stream.below(2) == 0;
            let open: Vec<HexId> = board
                .hexes()
                .filter(|hex| match start.unit_at(*hex) {
                    NO_UNIT => !with_unit && board.officer_can_stand(*hex),
                    unit => with_unit && side_of(unit) == side,
                })
                .collect();
            match open.is_empty() {
                true => battle.start.officer_mut(officer).in_play = false,
                false => battle.start.officer_mut(officer).hex = one_of(stream, &open),
            }
        }
    }
    battle.turn_limit = 2 + stream.below(10) as u16;
    battle.first_player = one_of(stream, &[FirstPlayer::Red, FirstPlayer::Blue]);
    let mut start = battle.start;
    battle.begin(&mut start);
    battle.start = start;
    battle
}

/// The battle of this number under the published rules.
pub fn skirmish(number: u64) -> Battle {
    skirmish_under(&Rules::published(), number)
}

/// Whether a unit stands on the table.
#[allow(dead_code)]
pub fn stands(battle: &Battle, unit: UnitId) -> bool {
    battle.start.unit(unit).hex != NO_HEX
}

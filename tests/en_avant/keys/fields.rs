//! Battlefields for testing keys: random battles with a mixture of features, and whole games with their set-up.

use super::laid::laid;
use crate::scene::{Scene, foot, horse, of_quality, of_weight, with_weapon};
use reglette::data::{Kind, Library, Source};
use reglette::en_avant::army::Army;
use reglette::en_avant::army::troop::{Arm, Period, Troop, Weight};
use reglette::en_avant::rules::{Movement, Quality, Rules, TerrainKind, Weapon};
use reglette::en_avant::setup::scenario::Scenario;
use reglette::en_avant::state::{self, Placing, Status, Step};
use reglette::en_avant::table::geometry::{CENTIMETRE, Convex, Heading, Point};
use reglette::en_avant::table::ground::{Piece, Shape};
use reglette::en_avant::{Engagement, State};
use reglette::game::rng::{Key, Stream};
use reglette::game::{BySide, Side};

/// A battle to be played, or why the rules do not allow it.
pub type Start = Result<(Box<Engagement>, State), String>;

/// A kind of battlefield.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// A random battle, in contact, among terrain.
    Battle,
    /// A whole game with its set-up, from shipped lists and scenarios.
    Game,
    /// One built by hand.
    Laid(&'static str),
    /// A random table, with its set-up.
    Chance,
    /// An army of which half is free.
    Company,
    /// Armies of incompatible periods.
    Mixed,
    /// A unit with this weapon, of an army of this period, and a target at some distance.
    Armed(Weapon, Period),
    /// A melee, a shot and a move with all units on ground of this kind, always passable.
    On(TerrainKind),
}

fn one_of<T: Copy>(stream: &mut Stream, all: &[T]) -> T {
    all[stream.below(all.len() as u32) as usize]
}

fn point(x: i32, y: i32) -> Point {
    Point::new(x * CENTIMETRE, y * CENTIMETRE)
}

/// A piece of a kind at a point, with the attributes of the rules.
fn piece(rules: &Rules, stream: &mut Stream, kind: TerrainKind, (x, y): (i32, i32)) -> Piece {
    let shape = if kind.is_linear() {
        Shape::Line(vec![point(x - 14, y), point(x + 14, y + 1)])
    } else {
        Shape::Area(
            Convex::hull(&[point(x - 12, y - 6), point(x + 12, y - 6), point(x + 12, y + 6), point(x - 12, y + 6)])
                .expect("an area"),
        )
    };
    let mut piece = Piece::new(kind.name().to_owned(), kind, &rules.terrain[kind as usize], shape);
    // Impassable ground is sometimes made passable, so that its other attributes have an effect.
    if piece.movement == Movement::Impassable && stream.below(2) == 0 {
        piece.movement = Movement::Slows;
    }
    piece
}

fn troop(stream: &mut Stream, period: Period) -> Troop {
    let quality = one_of(stream, Quality::ALL);
    let weight = one_of(stream, Weight::ALL);
    let weapon = one_of(stream, Weapon::ALL);
    let later = matches!(period, Period::Napoleonic | Period::CivilWar);
    match stream.below(9) {
        0 => {
            Troop { horse: later && stream.below(2) == 0, ..with_weapon(weapon, Troop::plain(Arm::Artillery, quality)) }
        }
        1 => Troop {
            weapon: (stream.below(2) == 0).then_some(Weapon::Bow),
            ..Troop::plain(Arm::Elephant, Quality::Normal)
        },
        2 | 3 => of_weight(weight, of_quality(quality, horse())),
        4 => of_weight(weight, of_quality(quality, with_weapon(weapon, horse()))),
        5 | 6 => of_weight(weight, of_quality(quality, with_weapon(weapon, foot()))),
        _ => Troop { multirank: stream.below(3) == 0, ..of_weight(weight, of_quality(quality, foot())) },
    }
}

/// Two armies partly in contact among terrain, at a random moment of a battle.
fn battle(rules: &Rules, seed: u64) -> Start {
    let mut stream = Key::new(seed).with_name("key").stream();
    let mut scene = Scene::new();
    scene.rules = rules.clone();
    scene.period = one_of(&mut stream, Period::ALL);
    scene.dismounts = stream.below(2) == 0;
    let mut combativity = || (2 + stream.below(4) as u8).min(rules.combativity_max);
    scene.combativity = BySide::new(combativity(), combativity());
    for (x, y) in [(-24, 0), (0, 3), (24, -4), (-10, 25), (12, -28)] {
        if stream.below(3) > 0 {
            let kind = one_of(&mut stream, TerrainKind::ALL);
            let piece = piece(rules, &mut stream, kind, (x, y));
            scene.pieces.push(piece);
        }
    }
    for column in [-3600, -1200, 1200, 3600] {
        let gap = one_of(&mut stream, &[0, 0, 0, 250, 700, 1500]);
        for (side, y, degrees) in [
            (Side::Red, -gap / 2, 0),
            (Side::Blue, gap - gap / 2, 180),
            (Side::Red, -1900 - gap, 0),
            (Side::Blue, 1900 + gap, 180),
        ] {
            let files = 1 + stream.below(3) as u8;
            let bases = files * (1 + stream.below(2) as u8) + stream.below(2) as u8;
            let kind = troop(&mut stream, scene.period);
            if stream.below(6) > 0 {
                let degrees = if stream.below(6) == 0 { (degrees + 90) % 360 } else { degrees };
                scene = scene.stand(side, kind, (column + 100 * stream.below(4) as i32, y), degrees, files, bases);
            }
        }
    }
    scene = scene.stand(Side::Red, foot(), (0, -4500), 0, 2, 2).stand(Side::Blue, foot(), (0, 4500), 180, 2, 2);
    let (game, mut state, ids) = scene.build();
    for unit in ids {
        let engaged = state.unit(unit).has(Status::ENGAGED);
        let horse = game.troops.profile(&state, unit).troop.horse;
        let it = state.unit_mut(unit);
        match stream.below(8) {
            0 => it.set(Status::DISORDERED, true),
            1 if !engaged => it.set(Status::DISORDERED | Status::ROUTING, true),
            2 | 3 if engaged => it.set(Status::CHARGED | Status::ATTACKER | Status::FRESH, true),
            4 | 5 if engaged => it.set(Status::DEFENDER, true),
            6 if horse => it.set(Status::LIMBERED, true),
            _ => {}
        }
    }
    for (side, heading, y) in [(Side::Red, Heading::NORTH, -4), (Side::Blue, Heading::NORTH.opposite(), 4)] {
        let first = game.troops.on_table(&state, side).next().expect("each side has units");
        let at = game.places().bounding(&state, first).centre;
        let of_side = state.side_mut(side);
        of_side.general_lost = false;
        if game.separate_general[side] {
            of_side.general = state::Piece { front: at, heading, present: true, activated: false };
        } else {
            of_side.general_unit = first;
        }
        of_side.camp_lost = false;
        of_side.camp = state::Piece { front: point(0, 11 * y), heading, present: true, activated: false };
        of_side.bases_lost = stream.below(4) as u16;
    }
    for objective in state.objectives.iter_mut().take(game.objectives.len()) {
        objective.real = stream.below(2) == 0;
        objective.owner = one_of(&mut stream, &[None, Some(Side::Red), Some(Side::Blue)]);
    }
    state.turn = one_of(&mut stream, &[1, 10, 19, 20]);
    if let Some(cap) = rules.activation_cap {
        state.cap = cap;
    }
    Ok((Box::new(game), state))
}

/// A whole game.
fn game(rules: &Rules, seed: u64) -> Start {
    let pairs = [
        ("carthaginians", "gauls", "village-and-fields"),
        ("napoleonic-france-50", "napoleonic-austria-50", "river-with-ford"),
        ("civil-war-texas-50", "civil-war-ohio-50", "hill-defence"),
        ("english-hundred-years", "mongols", ""),
        ("english-hundred-years", "mongols", "walls-and-hedges"),
    ];
    let (red, blue, field) = pairs[seed as usize % pairs.len()];
    met(rules, red, blue, field)
}

/// A table that does not look the same from both edges, with pieces that may become objectives, and armies of unequal
/// combativity.
const UNEQUAL: &str = "
[red]
combativity = 5
[blue]
combativity = 3
[[piece]]
kind = \"wood\"
circle = { at = [5, 2], radius = 6 }
[[piece]]
kind = \"ploughed_or_mud\"
circle = { at = [20, 2], radius = 6 }
[[piece]]
kind = \"gentle_hill\"
circle = { at = [-20, 12], radius = 7 }
[[piece]]
kind = \"marsh\"
circle = { at = [-30, -12], radius = 5 }
";

/// Two shipped lists on a shipped scenario, or on the unequal one.
fn met(rules: &Rules, red: &str, blue: &str, field: &str) -> Start {
    if field.is_empty() {
        return met_on(rules, red, blue, UNEQUAL);
    }
    let library = Library::built_in();
    prepared(rules, red, blue, &library.find(Kind::Scenario, field).expect("a scenario"))
}

/// Two shipped lists on a scenario with this text.
fn met_on(rules: &Rules, red: &str, blue: &str, text: &str) -> Start {
    prepared(rules, red, blue, &Source::new(&Library::built_in(), Kind::Scenario, "scenarios/en-avant/mine.toml", text))
}

fn prepared(rules: &Rules, red: &str, blue: &str, source: &Source) -> Start {
    let library = Library::built_in();
    let army = |name: &str| Army::read(&library.find(Kind::Army, name).expect("a list")).expect("a sound list");
    let scenario = Scenario::read(source).expect("a sound scenario");
    let (red, blue) = (army(red), army(blue));
    let game = scenario.prepare(rules, BySide::new(Some(&red), Some(&blue))).map_err(|error| error.to_string())?;
    let state = game.start;
    Ok((Box::new(game), state))
}

/// Warriors from a list of the Gauls, and other troops for the same points, on an open table.
fn company(rules: &Rules) -> Start {
    let library = Library::built_in();
    let text = "extends = \"gauls\"\nkeep = [{ name = \"warriors\", bases = 10 }]\n[[troop]]\nname = \
        \"mercenaries\"\narm = \"infantry\"\nquality = \"superior\"\nbases = 5\n";
    let army = Army::read(&Source::new(&library, Kind::Army, "armies/en-avant/mine.toml", text)).expect("a sound list");
    let scenario =
        Scenario::read(&library.find(Kind::Scenario, "open-field").expect("a scenario")).expect("a sound scenario");
    let game = scenario.prepare(rules, BySide::new(Some(&army), Some(&army))).map_err(|error| error.to_string())?;
    let state = game.start;
    Ok((Box::new(game), state))
}

/// A unit with a weapon shoots at another at a distance where ranges differ; others have a bow and a musket.
fn armed(rules: &Rules, weapon: Weapon, period: Period, seed: u64) -> (Box<Engagement>, State) {
    let far = [600, 1000, 1400, 1800, 3000, 5000, 7000][seed as usize % 7];
    let mut scene = Scene { rules: rules.clone(), period, ..Scene::new() };
    scene.combativity = BySide::new(4, 4);
    let scene = scene.stand(Side::Red, with_weapon(weapon, foot()), (0, -4500), 0, 2, 2).stand(
        Side::Blue,
        foot(),
        (0, -4500 + far),
        180,
        2,
        4,
    );
    let scene = scene.stand(Side::Blue, with_weapon(Weapon::Bow, foot()), (4500, 4500), 180, 1, 1);
    let (game, mut state, ids) =
        scene.stand(Side::Blue, with_weapon(Weapon::Musket, foot()), (-4500, 4500), 180, 1, 1).build();
    state.step = Step::Place(ids[0], Placing::Shot);
    (Box::new(game), state)
}

/// Cavalry attacks infantry, and archers shoot at more of it, at and on ground of one kind.
fn on(rules: &Rules, kind: TerrainKind) -> (Box<Engagement>, State) {
    let mut scene = Scene { rules: rules.clone(), ..Scene::new() };
    let shape = if kind.is_linear() {
        Shape::Line(vec![point(-30, 0), point(30, 0)])
    } else {
        Shape::Area(Convex::hull(&[point(-30, 0), point(30, 0), point(30, 20), point(-30, 20)]).expect("an area"))
    };
    let mut ground = Piece::new(kind.name().to_owned(), kind, &rules.terrain[kind as usize], shape);
    if ground.movement == Movement::Impassable {
        ground.movement = Movement::Slows;
    }
    scene.pieces = vec![ground];
    let scene = scene.stand(Side::Red, horse(), (-1500, 0), 0, 2, 2).stand(Side::Blue, foot(), (-1500, 0), 180, 2, 2);
    let archers = with_weapon(Weapon::Longbow, foot());
    let (game, mut state, ids) =
        scene.stand(Side::Red, archers, (1500, -900), 0, 2, 2).stand(Side::Blue, foot(), (1500, 0), 180, 2, 2).build();
    state.unit_mut(ids[0]).set(Status::CHARGED | Status::ATTACKER | Status::FRESH, true);
    state.unit_mut(ids[1]).set(Status::DEFENDER | Status::FRESH, true);
    (Box::new(game), state)
}

impl Field {
    /// All of them, the fastest first.
    pub const ALL: &[Field] = &[Field::Battle, Field::Game];

    /// The number of battles tried on it, up to a maximum.
    pub fn battles(self, most: u64) -> u64 {
        match self {
            Field::Battle => most,
            Field::Game => 10.min(most),
            Field::Laid(_) => 300.min(most),
            Field::Armed(..) | Field::Chance => 24,
            Field::Company => 1,
            Field::On(_) => 60,
            Field::Mixed => 1,
        }
    }

    /// The number of decisions and rolls of each that are played.
    pub fn moments(self) -> usize {
        match self {
            Field::Game => 3_000,
            Field::Battle => 120,
            Field::Chance => 200,
            Field::Laid(_) | Field::Company | Field::Mixed | Field::Armed(..) | Field::On(_) => 60,
        }
    }

    /// One of its battles under the given rules.
    pub fn start(self, rules: &Rules, seed: u64) -> Start {
        match self {
            Field::Battle => battle(rules, seed),
            Field::Game => game(rules, seed),
            Field::Chance => {
                met_on(rules, "gauls", "franks", &format!("[generator]\nseed = {seed}\n[red]\ncombativity = 5\n"))
            }
            Field::Company => company(rules),
            Field::Laid(name) => laid(name, rules),
            Field::Armed(weapon, period) => Ok(armed(rules, weapon, period, seed)),
            Field::On(kind) => Ok(on(rules, kind)),
            Field::Mixed => met(rules, "gauls", "napoleonic-france-50", "open-field"),
        }
    }
}

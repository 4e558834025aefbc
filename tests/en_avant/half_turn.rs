//! A battle turned by half a circle, with the sides swapped and the same dice, plays the same: whole games of
//! historical pairs from the set-up on, and from random positions. Lists of actions mirror each other in order, random
//! actions are each other's images, and so are the whole positions after each decision and roll.

use crate::en_avant_positions::Scattered;
use reglette::data::{Kind, Library};
use reglette::en_avant::rules::Rules;
use reglette::en_avant::setup::scenario::Scenario;
use reglette::en_avant::state::action::{Action, Path, Placement, Roll};
use reglette::en_avant::state::troops::Troops;
use reglette::en_avant::state::{
    Clash, Holders, Marker, NO_UNIT, ObjectiveState, Piece, SideState, Step, UNITS_A_SIDE, Unit, UnitId, UnitSet,
};
use reglette::en_avant::table::geometry::HALF;
use reglette::en_avant::{EnAvant, Engagement, State};
use reglette::game::rng::Key;
use reglette::game::{BySide, Game, Moment, Rulebook, Side};

/// The unit in the same place of the other side.
fn twin(unit: UnitId) -> UnitId {
    if unit == NO_UNIT { NO_UNIT } else { UnitId::new(((usize::from(unit) + UNITS_A_SIDE) % (2 * UNITS_A_SIDE)) as u8) }
}

fn turned_unit(unit: &Unit) -> Unit {
    // Pieces off the table have no place to be turned.
    if unit.is_on_table() { Unit { front: -unit.front, heading: unit.heading.turned(HALF), ..*unit } } else { *unit }
}

fn turned_piece(piece: &Piece) -> Piece {
    let placed = *piece != Piece { activated: piece.activated, ..Piece::default() };
    if placed { Piece { front: -piece.front, heading: piece.heading.turned(HALF), ..*piece } } else { *piece }
}

fn turned_side(side: &SideState) -> SideState {
    SideState {
        camp: turned_piece(&side.camp),
        general: turned_piece(&side.general),
        general_unit: twin(side.general_unit),
        ..*side
    }
}

fn turned_set(set: &UnitSet) -> UnitSet {
    let mut other = UnitSet::default();
    set.iter().for_each(|unit| other.insert(twin(unit)));
    other
}

fn turned_step(step: Step) -> Step {
    match step {
        Step::EdgeChoice(side) => Step::EdgeChoice(side.other()),
        Step::DeployOrder(side) => Step::DeployOrder(side.other()),
        Step::InitiativeChoice(side) => Step::InitiativeChoice(side.other()),
        Step::MeleeRoll(side) => Step::MeleeRoll(side.other()),
        Step::Six(side) => Step::Six(side.other()),
        Step::SixRoll(side) => Step::SixRoll(side.other()),
        Step::Struck(side) => Step::Struck(side.other()),
        Step::Leader(side) => Step::Leader(side.other()),
        Step::Opponent(side) => Step::Opponent(side.other()),
        Step::DeployAt(unit) => Step::DeployAt(twin(unit)),
        Step::Course(unit) => Step::Course(twin(unit)),
        Step::Act(unit) => Step::Act(twin(unit)),
        Step::Place(unit, placing) => Step::Place(twin(unit), placing),
        Step::ReorganiseRoll(unit) => Step::ReorganiseRoll(twin(unit)),
        Step::RallyFacing(unit) => Step::RallyFacing(twin(unit)),
        Step::BreakOffRoll(unit) => Step::BreakOffRoll(twin(unit)),
        Step::TargetRoll(unit) => Step::TargetRoll(twin(unit)),
        Step::Results(unit) => Step::Results(twin(unit)),
        Step::LossFrom(unit) => Step::LossFrom(twin(unit)),
        Step::RecoilTo(unit) => Step::RecoilTo(twin(unit)),
        Step::ContagionChoice(unit) => Step::ContagionChoice(twin(unit)),
        Step::ContagionRoll(unit) => Step::ContagionRoll(twin(unit)),
        Step::FleeTo(unit) => Step::FleeTo(twin(unit)),
        Step::Pursuit(unit) => Step::Pursuit(twin(unit)),
        Step::GeneralFollows(unit) => Step::GeneralFollows(twin(unit)),
        Step::EdgeRoll
        | Step::ObjectiveRoll(_)
        | Step::DeployRoll
        | Step::DeployUnit
        | Step::DeployCamp
        | Step::DeployGeneral
        | Step::InitiativeRoll
        | Step::Impulse
        | Step::StopAnswer
        | Step::MoveGeneral
        | Step::ShotRoll
        | Step::SaveRoll
        | Step::MeleeOrder
        | Step::Over => step,
    }
}

fn turned_clash(clash: &Clash) -> Clash {
    let swapped = |[red, blue]: [u8; 2]| [blue, red];
    let units = |[red, blue]: [UnitId; 2]| [twin(blue), twin(red)];
    let bits = |bits: u8| bits & !3 | (bits & 1) << 1 | (bits & 2) >> 1;
    Clash {
        kind: clash.kind,
        leaders: units(clash.leaders),
        struck: units(clash.struck),
        units: turned_set(&clash.units),
        asked: bits(clash.asked) & 3 | bits(clash.asked >> 2) << 2,
        dice: swapped(clash.dice),
        impacts: swapped(clash.impacts),
        sixes: swapped(clash.sixes),
        chain: clash.chain,
        saves: swapped(clash.saves),
        savers: bits(clash.savers),
        suffered: swapped(clash.suffered),
        settling: twin(clash.settling),
        losses: clash.losses,
        recoils: clash.recoils,
        disorder: clash.disorder,
        routs: clash.routs,
        settled: bits(clash.settled),
        recoiled: bits(clash.recoiled),
        pursuers: turned_set(&clash.pursuers),
        fought: clash.fought,
        attackers: turned_set(&clash.attackers),
        defenders: turned_set(&clash.defenders),
        flanked: turned_set(&clash.flanked),
        after_pursuit: clash.after_pursuit,
        flights: clash.flights,
        followed: twin(clash.followed),
        way: -clash.way,
    }
}

/// A position turned by half a circle, with the sides swapped.
pub fn turned(state: &State) -> State {
    let mut other = *state;
    for (index, unit) in state.units.iter().enumerate() {
        other.units[usize::from(twin(UnitId::new(index as u8)))] = turned_unit(unit);
    }
    other.sides = [turned_side(&state.sides[1]), turned_side(&state.sides[0])];
    for (one, it) in other.objectives.iter_mut().zip(&state.objectives) {
        let mut holders = Holders::default();
        it.holders.iter().for_each(|(unit, turns)| holders.set(twin(unit), turns));
        *one = ObjectiveState { owner: it.owner.map(Side::other), holders, ..*it };
    }
    for (one, it) in other.markers.iter_mut().zip(&state.markers) {
        if it.unit != NO_UNIT {
            *one = Marker { unit: twin(it.unit), heading: it.heading.turned(HALF), front: -it.front };
        }
    }
    other.step = turned_step(state.step);
    other.clash = turned_clash(&state.clash);
    other.opened = state.opened.map(Side::other);
    (other.active, other.first, other.deployed_first) =
        (state.active.other(), state.first.other(), state.deployed_first.other());
    other.impulses_of_turn.swap(0, 1);
    if let Some(outcome) = &mut other.outcome {
        outcome.winner = outcome.winner.map(Side::other);
    }
    other
}

fn turned_action(action: Action) -> Action {
    let placed = |at: Placement| Placement { front: -at.front, heading: at.heading.turned(HALF), ..at };
    match action {
        Action::DeployUnit(unit) => Action::DeployUnit(twin(unit)),
        Action::DeployAt(at) => Action::DeployAt(placed(at)),
        Action::GeneralWith(unit) => Action::GeneralWith(twin(unit)),
        Action::Send(way) => Action::Send(way.turned(HALF)),
        Action::Activate(unit) => Action::Activate(twin(unit)),
        Action::MoveAlong(path) => Action::MoveAlong(Path { target: twin(path.target), ..path }),
        Action::GeneralTo(at) => Action::GeneralTo(placed(at)),
        Action::ShootAt(unit) => Action::ShootAt(twin(unit)),
        Action::Suffer(unit) => Action::Suffer(twin(unit)),
        Action::RecoilTo(way) => Action::RecoilTo(way.turned(HALF)),
        Action::Tests(unit) => Action::Tests(twin(unit)),
        Action::FleeTo(way) => Action::FleeTo(way.turned(HALF)),
        Action::Fight(unit) => Action::Fight(twin(unit)),
        other => other,
    }
}

/// Dice that decide between the sides favour the other side.
fn turned_roll(step: Step, roll: Roll) -> Roll {
    let draw = matches!(step, Step::EdgeRoll | Step::DeployRoll | Step::InitiativeRoll);
    if draw && roll.hits < 2 { Roll { hits: 1 - roll.hits, ..roll } } else { roll }
}

/// The game with everything turned by half a circle and the sides swapped.
fn turned_game(game: &Engagement) -> Engagement {
    let swapped = |list: &[Option<reglette::en_avant::army::troop::Profile>]| {
        [&list[UNITS_A_SIDE..], &list[..UNITS_A_SIDE]].concat()
    };
    let [ground, image] = game.grounds.clone();
    Engagement {
        grounds: [image, ground],
        troops: Troops {
            profiles: swapped(&game.troops.profiles),
            dismounted: swapped(&game.troops.dismounted),
            unit_counts: BySide::from_fn(|side| game.troops.unit_counts[side.other()]),
            bases: BySide::from_fn(|side| game.troops.bases[side.other()]),
            ..game.troops.clone()
        },
        unit_names: [&game.unit_names[UNITS_A_SIDE..], &game.unit_names[..UNITS_A_SIDE]].concat(),
        periods: BySide::from_fn(|side| game.periods[side.other()]),
        objectives_to_win: BySide::from_fn(|side| game.objectives_to_win[side.other()]),
        separate_general: BySide::from_fn(|side| game.separate_general[side.other()]),
        army_names: BySide::from_fn(|side| game.army_names[side.other()].clone()),
        placer: game.placer.map(Side::other),
        start: turned(&game.start),
        // Clones share the values computed from the ground; this is a different one.
        ways: Default::default(),
        ..game.clone()
    }
}

/// Plays a game and its image to the end.
fn play_both(name: &str, game: &Engagement, image: &Engagement, mut state: State, seed: u64) {
    let mut other = turned(&state);
    let mut stream = Key::new(seed).with_name(name).stream();
    let (mut listed, mut listed_there, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
    for step in 0..100_000 {
        let at = (name, seed, state.step);
        match game.moment(&state) {
            Moment::Over(_) => return,
            Moment::Decide(side) => {
                assert_eq!(image.moment(&other), Moment::Decide(side.other()), "{at:?}");
                if step % 3 == 0 {
                    game.legal_actions(&state, &mut listed);
                    image.legal_actions(&other, &mut listed_there);
                    let there: Vec<Action> = listed.iter().copied().map(turned_action).collect();
                    assert_eq!(there, listed_there, "{at:?}");
                }
                let mut same = stream.clone();
                let action = game.random_action(&state, &mut stream, &mut scratch);
                assert_eq!(turned_action(action), image.random_action(&other, &mut same, &mut scratch), "{at:?}");
                game.apply(&mut state, action);
                image.apply(&mut other, turned_action(action));
                assert!(turned(&state) == other, "{at:?} after {action:?}: {}", difference(&turned(&state), &other));
            }
            Moment::Roll(_) => {
                let roll = game.sample(&state, &mut stream);
                let there = turned_roll(state.step, roll);
                game.apply_roll(&mut state, roll);
                image.apply_roll(&mut other, there);
                assert!(turned(&state) == other, "{at:?} after {roll:?}: {}", difference(&turned(&state), &other));
            }
        }
    }
    panic!("{name}: the game does not end");
}

/// The differences of two positions.
fn difference(one: &State, other: &State) -> String {
    let units = (0..one.units.len()).filter(|unit| one.units[*unit] != other.units[*unit]);
    let units: Vec<String> =
        units.map(|unit| format!("unit {unit}: {:?} and {:?}", one.units[unit], other.units[unit])).collect();
    let rest = |state: &State| format!("{:?} {:?} {:?} {:?}", state.step, state.sides, state.clash, state.active);
    if units.is_empty() { format!("{}\nand {}", rest(one), rest(other)) } else { units.join("\n") }
}

/// Every scenario with its own armies.
pub fn historical() -> Vec<Engagement> {
    let library = Library::built_in();
    let rules = Rules::published();
    let entries =
        library.list(Kind::Scenario).into_iter().filter(|entry| entry.rulebook.as_deref() == Some(EnAvant::NAME));
    let scenarios = entries.map(|entry| Scenario::read(&library.find(Kind::Scenario, &entry.path).unwrap()).unwrap());
    let bring = scenarios.filter(Scenario::brings_armies);
    bring.map(|it| EnAvant::prepare(&rules, &it, BySide::new(None, None)).unwrap().game).collect()
}

#[test]
fn a_historical_battle_turned_by_half_a_circle_plays_the_same_to_its_end() {
    let games = historical();
    assert!(games.len() >= 10, "{} historical pairs", games.len());
    for (seed, game) in (0..).zip(&games) {
        let image = turned_game(game);
        play_both(&game.scenario_name, game, &image, game.initial(), seed);
        play_both(&game.scenario_name, game, &image, game.scattered(&mut Key::new(seed).stream()), seed);
    }
}

#[test]
fn turning_twice_gives_the_position_back() {
    for (seed, game) in (0..).zip(historical()) {
        let state = game.scattered(&mut Key::new(seed).stream());
        assert!(turned(&turned(&state)) == state && turned(&state) != state);
    }
}

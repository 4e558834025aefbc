//! Checks of positions: shapes, places, contacts, counts, and the step at which the game waits. The odds and actions of
//! a valid position can be computed, and it can be played.
//!
//! Each fault is at a path in the form of all positions (`notation/form.rs`). Rules E1.6, E2.34, E5.2, E5.9, E7.12,
//! E12.6, E14.4, E14.27 with EI-6, EI-28, EI-30, EI-32, EI-70, EI-72, EI-92, EI-94, EI-104, EI-105, EI-107. Checks of
//! the resolution and of the step are in `check/step.rs`.

mod resolution;
mod step;

use crate::data::Fault;
use crate::en_avant::army::troop::Arm;
use crate::en_avant::notation::unit_id;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{
    ClashKind, Holders, NO_UNIT, ObjectiveState, Phase, Piece, State, Status, Step, Unit, UnitId, side_of,
};
use crate::en_avant::table::geometry::{Length, Point, Rectangle, depth_of_overlap};
use crate::game::{BySide, Side};

/// Tolerance of rounding in the overlap of bases with each other or with impassable ground: after losses the rest of a
/// unit is placed again in whole units (EI-6).
const ROUNDING: Length = 2;
/// Maximum number of impulses, fights and the like in a file: far beyond every game, and far below the limits of the
/// counters.
const MOST_COUNTED: u16 = 60_000;
/// Maximum number of impulses of one side in a turn: each activates something or is a pass, and two consecutive passes
/// end the turn (EI-33).
const MOST_IMPULSES: u8 = 200;

/// Collects faults.
struct Faults(Vec<Fault>);

impl Faults {
    /// Adds a fault at a path, unless a condition holds.
    fn unless(&mut self, holds: bool, path: &str, problem: impl FnOnce() -> String) {
        if !holds {
            self.0.push(Fault::at(path, problem()));
        }
    }

    /// Checks that a number lies between two bounds.
    fn within(&mut self, value: i64, least: i64, most: i64, path: &str, rule: &str) {
        if !(least..=most).contains(&value) {
            let name = path.rsplit('.').next().unwrap_or(path).replace('_', " ");
            self.0.push(Fault::at(path, format!("{name} is {value} ({rule})")).expected(format!("{least} to {most}")));
        }
    }
}

/// Faults of units, places and counts, before contacts are computed.
pub(super) fn pieces(game: &Engagement, state: &State) -> Vec<Fault> {
    let mut faults = Faults(Vec::new());
    for side in Side::BOTH {
        for unit in game.troops.units_of(side) {
            check_unit(game, state, unit, &mut faults);
        }
        check_side(game, state, side, &mut faults);
    }
    for (index, marker) in state.markers.iter().enumerate() {
        faults.unless(on_a_table(marker.front), &format!("markers[{index}].at"), || {
            "the horses stand off the table".to_owned()
        });
    }
    if faults.0.is_empty() {
        check_apart(game, state, &mut faults);
    }
    faults.0
}

/// Faults of a position whose units have valid shapes and places.
pub(super) fn moment(game: &Engagement, state: &State) -> Vec<Fault> {
    let mut faults = Faults(Vec::new());
    check_counters(game, state, &mut faults);
    check_contacts(game, state, &mut faults);
    for side in Side::BOTH {
        check_books(game, state, side, &mut faults);
    }
    check_objectives(game, state, &mut faults);
    check_markers(state, &mut faults);
    resolution::check(game, state, &mut faults);
    if faults.0.is_empty() {
        step::check(game, state, &mut faults);
    }
    faults.0
}

/// Whether a point lies in the range of tables, so that distances from it do not overflow.
fn on_a_table(point: Point) -> bool {
    const FAR: Length = 2_000_000;
    point.x.abs() <= FAR && point.y.abs() <= FAR
}

fn at_unit(unit: UnitId, key: &str) -> String {
    format!("units.{}.{key}", unit_id(unit))
}

/// Checks shape, status and place of a unit.
fn check_unit(game: &Engagement, state: &State, unit: UnitId, faults: &mut Faults) {
    let it = state.unit(unit);
    if *it == Unit::NONE {
        return;
    }
    let at = |key: &str| at_unit(unit, key);
    let before = faults.0.len();
    let place = usize::from(unit);
    let profile = game.troops.profiles[place].as_ref().expect("a unit of the game has a profile");
    let held = if it.has(Status::DISMOUNTED) { game.rules.dismount_horse_holder_bases } else { 0 };
    let most = i64::from(profile.bases) - i64::from(held);
    faults.within(
        it.bases.into(),
        1,
        most,
        &at("bases"),
        "what it began with, less those that hold horses: E2.34, EI-92",
    );
    faults.within(
        it.files.into(),
        1,
        it.bases.max(1).into(),
        &at("files"),
        "a rank has no more bases than the unit: E2.34",
    );
    faults.within(it.moved_in.into(), 0, state.turn.into(), &at("moved_in"), "the turn in which it last moved: E14.14");
    faults.within(it.flight.into(), 0, 192, &at("flight"), "its place among units that rout together: EI-71");
    let status = at("status");
    let mut bars =
        |on: Status, holds: bool, problem: &str| faults.unless(!it.has(on) || holds, &status, || problem.to_owned());
    bars(Status::DISMOUNTED, game.troops.dismounted[place].is_some(), "this unit cannot dismount (E14.27)");
    bars(Status::LIMBERED, profile.troop.horse, "only horse artillery is limbered (EI-104)");
    bars(Status::RAMPANT, profile.troop.arm == Arm::Elephant, "only an elephant gets out of control (E14.4)");
    bars(
        Status::ROUTING,
        profile.troop.arm != Arm::Elephant,
        "an elephant does not rout: it gets out of control (E14.4)",
    );
    bars(Status::TO_FLEE, it.has(Status::ROUTING), "only a unit that routs has still to flee (E10.17)");
    bars(Status::RESERVE, state.turn == 0, "units are set up before the first turn (E4.17)");
    bars(
        Status::RESERVE,
        it.status == Status::RESERVE,
        "a unit in reserve has not been set up: nothing else holds of it (E4.17)",
    );
    let in_set_up = Status::RESERVE | Status::LIMBERED | Status::DISMOUNTED;
    bars(!in_set_up, state.turn > 0, "nothing has happened to a unit before the first turn (E5.2)");
    // A shape at fault has no place.
    if faults.0.len() > before || !it.is_on_table() {
        return;
    }
    let ground = game.ground(state);
    let held_by = |base: &Rectangle| ground.holds(&base.shrunk(ROUNDING));
    let barred = |base: &Rectangle| ground.bars(base, game.measures.touch + ROUNDING);
    if !on_a_table(it.front) || !game.places().footprint(state, unit).rectangles().iter().all(held_by) {
        faults.unless(false, &at("at"), || "the unit stands off the table (EI-6)".to_owned());
    } else if game.places().footprint(state, unit).rectangles().iter().any(barred) {
        faults.unless(false, &at("at"), || "the unit stands on ground that no unit can enter (E7.12)".to_owned());
    }
}

/// Checks camp and general of a side, its combativity, its losses.
fn check_side(game: &Engagement, state: &State, side: Side, faults: &mut Faults) {
    let it = state.side(side);
    let at = |key: &str| format!("sides.{side}.{key}");
    let most = i64::from(game.rules.combativity_max);
    // During a resolution it may lie below the value that ends the game (EI-94).
    let least = match state.clash.kind {
        ClashKind::None => i64::from(game.rules.defeat_combativity.min(game.rules.combativity_max - 1)) + 1,
        _ => -100,
    };
    let least = if state.outcome.is_some() { 1 } else { least };
    faults.within(it.combativity.into(), least, most, &at("combativity"), "E1.6, EI-94");
    faults.unless(!(it.camp_lost && it.camp.present), &at("camp_lost"), || {
        "the camp is lost and stands (E12.7)".to_owned()
    });
    let there = it.general.present || it.general_unit != NO_UNIT;
    faults.unless(!(it.general_lost && there), &at("general_lost"), || {
        "the general is lost and present (E12.8)".to_owned()
    });
    faults.unless(!(it.general.present && it.general_unit != NO_UNIT), &at("general_unit"), || {
        "the general has a base of his own and is with a unit (EI-28)".to_owned()
    });
    if state.turn > 0 {
        faults.unless(it.camp_lost || it.camp.present, &at("camp"), || {
            "the camp neither stands nor is lost (E2.11)".to_owned()
        });
        faults.unless(it.general_lost || there, &at("general"), || {
            "the general neither is there nor lost (E2.15)".to_owned()
        });
    }
    if it.general_unit != NO_UNIT {
        let own = side_of(it.general_unit) == side && state.unit(it.general_unit).is_on_table();
        faults.unless(own, &at("general_unit"), || {
            "the general is with a unit that is not on the table, or not of his side (EI-28)".to_owned()
        });
        let sent = state.unit(it.general_unit).has(Status::RAMPANT) && state.step != Step::Course(it.general_unit);
        faults.unless(!sent, &at("general_unit"), || {
            "the general is with an elephant that is out of control: he is lost (EI-29, EI-107)".to_owned()
        });
    }
    let ground = game.ground(state);
    let on_table = |piece: &Piece, base: Rectangle| !piece.present || (on_a_table(piece.front) && ground.holds(&base));
    faults.unless(on_table(&it.camp, game.measures.camp(state, side)), &at("camp"), || {
        "the camp stands off the table (EI-30)".to_owned()
    });
    let base = game.measures.general_base(state, side);
    faults
        .unless(on_table(&it.general, base), &at("general"), || "the general stands off the table (EI-46)".to_owned());
    faults.unless(on_a_table(it.camp.front) && on_a_table(it.general.front), &at("general"), || {
        "far off every table".to_owned()
    });
}

/// Checks for overlapping bases of two units (E7.12, EI-6).
fn check_apart(game: &Engagement, state: &State, faults: &mut Faults) {
    let units: Vec<(UnitId, Rectangle)> =
        game.troops.all_on_table(state).map(|unit| (unit, game.places().bounding(state, unit))).collect();
    for (index, (unit, whole)) in units.iter().enumerate() {
        for (other, its_whole) in &units[..index] {
            let near = i64::from(whole.radius() + its_whole.radius());
            if (whole.centre - its_whole.centre).square() > near * near
                || depth_of_overlap(whole, its_whole) <= game.measures.touch
            {
                continue;
            }
            let mut pairs =
                (0..state.unit(*unit).bases).flat_map(|one| (0..state.unit(*other).bases).map(move |two| (one, two)));
            let apart = |(one, two)| {
                depth_of_overlap(&game.places().base(state, *unit, one), &game.places().base(state, *other, two))
                    <= game.measures.touch + ROUNDING
            };
            faults.unless(pairs.all(apart), &at_unit(*unit, "at"), || {
                format!("the unit overlaps {} (E7.12)", unit_id(*other))
            });
        }
    }
}

/// Checks the counters of turns, impulses and activations (E5.1, E5.2, E5.4, EI-32).
fn check_counters(game: &Engagement, state: &State, faults: &mut Faults) {
    faults.within(state.turn.into(), 0, game.turn_limit.into(), "turn", "the turn limit: E5.1");
    faults.within(state.impulse.into(), 0, MOST_COUNTED.into(), "impulse", "impulses begun in the game: E5.3");
    faults.within(
        state.combats.into(),
        0,
        MOST_COUNTED.into(),
        "combats",
        "shots and rounds of melee resolved: E11.14",
    );
    for side in Side::BOTH {
        faults.within(
            state.impulses_of_turn[side.index()].into(),
            0,
            MOST_IMPULSES.into(),
            "impulses_of_turn",
            "EI-33",
        );
    }
    faults.within(
        state.activated.into(),
        0,
        state.cap.into(),
        "activated",
        "no more than may be activated in this impulse: E5.4, EI-32",
    );
    faults.within(
        state.compelled.into(),
        0,
        state.activated.into(),
        "compelled",
        "no more than have been activated: E5.10, EI-33",
    );
    let set_up = state.step.phase() == Phase::SetUp;
    let over = state.step == Step::Over;
    faults.unless(over || set_up == (state.turn == 0), "turn", || {
        "turn 0 is the set-up, and nothing else is (E5.2)".to_owned()
    });
    let before = set_up || matches!(state.step, Step::InitiativeRoll | Step::InitiativeChoice(_));
    faults
        .unless(over || before || state.impulse > 0, "impulse", || "the first impulse has not begun (E5.3)".to_owned());
    faults.unless(!set_up || state.impulse == 0, "impulse", || {
        "no impulse begins while the table is set up (E5.3)".to_owned()
    });
    faults.unless(over == state.outcome.is_some(), "outcome", || {
        "a game is over when it has an outcome, and only then (E1.5)".to_owned()
    });
}

/// Checks that exactly the units in contact are engaged (EI-72), and that only they attack or are attacked (EI-82,
/// EI-84).
fn check_contacts(game: &Engagement, state: &State, faults: &mut Faults) {
    let mut found = *state;
    game.units().refresh_contacts(&mut found);
    for unit in game.troops.all_on_table(state).filter(|_| state.turn > 0) {
        let (stated, touches) = (state.unit(unit), found.unit(unit).has(Status::ENGAGED));
        let at = at_unit(unit, "status");
        faults.unless(touches || !stated.has(Status::ENGAGED), &at, || {
            "the unit is engaged, but no enemy touches it front to edge (EI-72)".to_owned()
        });
        faults.unless(!touches || stated.has(Status::ENGAGED), &at, || {
            "an enemy touches the unit: it is engaged (EI-72)".to_owned()
        });
        let of_contact = Status::CHARGED | Status::ATTACKER | Status::DEFENDER | Status::FRESH;
        faults.unless(touches || !stated.has(of_contact), &at, || {
            "the unit has attacked or been attacked, but touches no enemy (E11.15, EI-82)".to_owned()
        });
        let fleeing = stated.has(Status::TO_FLEE) && state.clash.flights <= stated.flight;
        faults.unless(!fleeing, &at, || {
            "the unit has still to flee, but no flight is being resolved (E10.17)".to_owned()
        });
    }
    for (index, (stated, found)) in state.markers.iter().zip(&found.markers).enumerate() {
        let problem = || {
            "the horses are those of a unit that is gone, or an enemy touches them: they are driven off (EI-105)"
                .to_owned()
        };
        faults.unless(stated == found, &format!("markers[{index}]"), problem);
    }
}

/// Checks that each base of the start is on the table, holds horses, or is lost (E12.6, EI-92).
fn check_books(game: &Engagement, state: &State, side: Side, faults: &mut Faults) {
    let it = state.side(side);
    let (mut standing, mut gone) = (0, 0);
    for id in game.troops.units_of(side) {
        let unit = state.unit(id);
        gone += i64::from(unit.bases == 0);
        // An uncontrollable elephant counts as lost once its course has been chosen (EI-107).
        if unit.bases > 0 && (!unit.has(Status::RAMPANT) || state.step == Step::Course(id)) {
            standing += i64::from(unit.bases);
            standing += i64::from(unit.has(Status::DISMOUNTED)) * i64::from(game.rules.dismount_horse_holder_bases);
        }
    }
    let most = i64::from(game.troops.bases[side]) - standing;
    faults.within(
        it.bases_lost.into(),
        0,
        most,
        &format!("sides.{side}.bases_lost"),
        "bases that are not on the table: EI-92",
    );
    faults.within(
        it.units_lost.into(),
        0,
        gone,
        &format!("sides.{side}.units_lost"),
        "units that are not on the table: EI-92",
    );
    let points = BySide::from_fn(|side| i64::from(game.troops.points(side)));
    faults.within(
        it.points_lost.into(),
        0,
        points[side],
        &format!("sides.{side}.points_lost"),
        "the points of the army: E12.11",
    );
}

/// Checks that the objectives exist and are held by existing units (E12.3, EI-91).
fn check_objectives(game: &Engagement, state: &State, faults: &mut Faults) {
    const NONE: ObjectiveState = ObjectiveState { real: false, owner: None, holders: Holders::NONE };
    for (index, it) in state.objectives.iter().enumerate() {
        let at = format!("objectives[{index}]");
        let count = game.objectives.len();
        faults.unless(index < count || *it == NONE, &at, || format!("the game has {count} objectives (E4.12)"));
        let there = it.holders.iter().all(|(unit, _)| state.unit(unit).is_on_table());
        faults.unless(there, &format!("{at}.holders"), || {
            "an objective is held by a unit that is not on the table (EI-91)".to_owned()
        });
        let free = it.holders.iter().all(|(unit, _)| !state.unit(unit).has(Status::ENGAGED));
        faults
            .unless(free, &format!("{at}.holders"), || "a unit that is engaged holds no objective (EI-91)".to_owned());
        faults.unless(it.real || (it.owner.is_none() && it.holders.is_empty()), &at, || {
            "what is no objective has no owner (E12.3)".to_owned()
        });
    }
}

/// Checks that horses wait only for units on foot, each unit's at one place (E14.28).
fn check_markers(state: &State, faults: &mut Faults) {
    for (index, it) in state.markers.iter().enumerate().filter(|(_, it)| it.unit != NO_UNIT) {
        let at = format!("markers[{index}].unit");
        let waits = state.clash.kind != ClashKind::None || state.unit(it.unit).has(Status::DISMOUNTED);
        faults.unless(waits, &at, || "horses wait for a unit that has not dismounted (E14.28)".to_owned());
        let twice = state.markers[..index].iter().any(|other| other.unit == it.unit);
        faults.unless(!twice, &at, || "the horses of a unit wait at one place (E14.28)".to_owned());
    }
}

//! Invariants of every position of En Avant !, for the tests and the soak.

use reglette::en_avant::state::contact::Contact;
use reglette::en_avant::state::{ClashKind, NO_UNIT, Status, Step, UnitId, side_of, unit_ids};
use reglette::en_avant::table::geometry::{Rectangle, depth_of_overlap};
use reglette::en_avant::{Engagement, State};
use reglette::game::Side;

/// Tolerance of rounding in the overlap of bases with each other or with impassable ground: after losses the rest of a
/// unit is placed again in whole units (EI-6).
const ROUNDING: i32 = 2;

/// Asserts the invariants of a position. E2.34, E7.12, EI-6: units have a legal shape, lie on the table without
/// overlap. EI-72: contact is symmetric, and only units in contact are engaged. E1.6, EI-94: combativity is within its
/// bounds between resolutions. E12.6, EI-92: each base is on the table or is lost.
pub fn assert_sound(game: &Engagement, state: &State) {
    assert_shapes(game, state);
    assert_apart(game, state);
    assert_contacts(game, state);
    assert_facts(game, state);
    for side in Side::BOTH {
        assert_books(game, state, side);
        assert_pieces(game, state, side);
    }
    let over = matches!(state.step, Step::Over);
    assert_eq!(state.outcome.is_some(), over, "a game is over when it has an outcome");
    if matches!(
        state.step,
        Step::Impulse | Step::Over | Step::Act(_) | Step::Place(..) | Step::InitiativeRoll | Step::InitiativeChoice(_)
    ) && !over
    {
        assert_eq!(state.clash.kind, ClashKind::None, "nothing is being resolved at {:?}", state.step);
        let [red, blue] = Side::BOTH.map(|side| state.combativity(side));
        let least = game.rules.defeat_combativity as i8 + 1;
        let bounds = least..=(game.rules.combativity_max as i8);
        assert!(bounds.contains(&red) && bounds.contains(&blue), "combativity {red} and {blue}");
    }
}

fn assert_shapes(game: &Engagement, state: &State) {
    for side in Side::BOTH {
        for unit in unit_ids(side) {
            let it = state.unit(unit);
            assert!(it.bases == 0 || game.troops.units_of(side).contains(&unit), "unit {unit} is none of the army");
            if !it.is_on_table() {
                assert!(it.bases == 0 || state.turn == 0, "unit {unit} has not been set up");
                continue;
            }
            assert!(it.files >= 1 && it.files <= it.bases, "unit {unit} has {} files and {} bases", it.files, it.bases);
            let ground = game.ground(state);
            let stands =
                |it: &Rectangle| ground.holds(&it.shrunk(ROUNDING)) && !ground.bars(it, game.measures.touch + ROUNDING);
            let footprint = game.places().footprint(state, unit);
            assert!(
                footprint.rectangles().iter().all(stands),
                "unit {unit} stands off the table or where nobody can: {it:?}"
            );
        }
    }
}

/// Asserts that bases do not overlap, base by base.
fn assert_apart(game: &Engagement, state: &State) {
    let units: Vec<UnitId> = game.troops.all_on_table(state).collect();
    let wholes: Vec<Rectangle> = units.iter().map(|unit| game.places().bounding(state, *unit)).collect();
    for (index, (unit, whole)) in units.iter().zip(&wholes).enumerate() {
        for (other, its_whole) in units[..index].iter().zip(&wholes) {
            let near = i64::from(whole.radius() + its_whole.radius());
            if (whole.centre - its_whole.centre).square() > near * near
                || depth_of_overlap(whole, its_whole) <= game.measures.touch
            {
                continue;
            }
            for one in 0..state.unit(*unit).bases {
                for two in 0..state.unit(*other).bases {
                    let depth = depth_of_overlap(
                        &game.places().base(state, *unit, one),
                        &game.places().base(state, *other, two),
                    );
                    assert!(
                        depth <= game.measures.touch + ROUNDING,
                        "units {other} and {unit} lie {depth} deep in one another"
                    );
                }
            }
        }
    }
}

fn assert_contacts(game: &Engagement, state: &State) {
    if state.turn == 0 {
        return;
    }
    for red in game.troops.on_table(state, Side::Red) {
        let mut touched = false;
        for blue in game.troops.on_table(state, Side::Blue) {
            let (there, back) = (game.units().contact(state, red, blue), game.units().contact(state, blue, red));
            touched |= there.is_some();
            let seen = |it: Option<Contact>| it.map(|it| it.length);
            assert_eq!(seen(there), seen(back), "contact of {red} and {blue}");
        }
        assert_eq!(state.unit(red).has(Status::ENGAGED), touched, "unit {red} is engaged if it is in contact");
    }
    for blue in game.troops.on_table(state, Side::Blue) {
        let touched =
            game.troops.on_table(state, Side::Red).any(|red| game.units().contact(state, red, blue).is_some());
        assert_eq!(state.unit(blue).has(Status::ENGAGED), touched, "unit {blue} is engaged if it is in contact");
    }
}

fn assert_facts(game: &Engagement, state: &State) {
    let resolving = state.clash.kind != ClashKind::None;
    for unit in game.troops.all_on_table(state) {
        let it = state.unit(unit);
        let of_contact = Status::CHARGED | Status::ATTACKER | Status::DEFENDER | Status::FRESH;
        assert!(it.has(Status::ENGAGED) || !it.has(of_contact), "unit {unit} attacks or defends without contact");
        assert!(resolving || !it.has(Status::TO_FLEE), "unit {unit} has still to flee at {:?}", state.step);
        assert!(
            !it.has(Status::DISMOUNTED) || game.troops.dismounted[usize::from(unit)].is_some(),
            "unit {unit} cannot dismount"
        );
        assert!(!it.has(Status::LIMBERED) || game.troops.profile(state, unit).troop.horse, "unit {unit} has no limber");
        assert!(u32::from(it.moved_in) <= u32::from(state.turn), "unit {unit} has moved in a turn to come");
    }
    for marker in state.markers.iter().filter(|marker| marker.unit != NO_UNIT) {
        let it = state.unit(marker.unit);
        assert!(resolving || (it.is_on_table() && it.has(Status::DISMOUNTED)), "horses wait for unit {}", marker.unit);
    }
    for objective in &state.objectives {
        for (holder, _) in objective.holders.iter() {
            assert!(state.unit(holder).is_on_table(), "an objective is held by unit {holder}, which is not there");
        }
    }
}

/// Asserts that each base of the start is on the table, holds horses, or is counted as lost; units without room at the
/// set-up never arrived.
fn assert_books(game: &Engagement, state: &State, side: Side) {
    let it = state.side(side);
    let (mut standing, mut held, mut gone) = (0, 0, 0);
    for id in game.troops.units_of(side) {
        let unit = state.unit(id);
        gone += u16::from(unit.bases == 0);
        // An uncontrollable elephant counts as lost once its course has been chosen (EI-107).
        if unit.bases > 0 && (!unit.has(Status::RAMPANT) || state.step == Step::Course(id)) {
            standing += u16::from(unit.bases);
            held += u16::from(unit.has(Status::DISMOUNTED)) * u16::from(game.rules.dismount_horse_holder_bases);
        }
    }
    let accounted = standing + held + it.bases_lost;
    let whole = game.troops.bases[side];
    let units = || {
        game.troops
            .units_of(side)
            .map(|unit| (unit, state.unit(unit).bases, state.unit(unit).status))
            .collect::<Vec<_>>()
    };
    assert!(
        accounted <= whole,
        "{side} has {standing} bases, {held} with horses and {} lost of {whole}: {:?}",
        it.bases_lost,
        units()
    );
    assert!(u16::from(it.units_lost) <= gone, "{side} has lost {} units and {gone} are gone", it.units_lost);
    let all_counted = u16::from(it.units_lost) == gone;
    assert!(
        !all_counted || accounted == whole,
        "{side} has {standing} bases, {held} with horses and {} lost of {whole}: {:?}",
        it.bases_lost,
        units()
    );
}

fn assert_pieces(game: &Engagement, state: &State, side: Side) {
    let it = state.side(side);
    assert!(!(it.camp.present && it.camp_lost), "the camp of {side} is lost and stands");
    assert!(
        !(it.general_lost && (it.general.present || it.general_unit != NO_UNIT)),
        "the general of {side} is lost and present"
    );
    assert!(!(it.general.present && it.general_unit != NO_UNIT), "the general of {side} is in two places");
    if it.general_unit != NO_UNIT {
        assert!(
            state.unit(it.general_unit).is_on_table() && side_of(it.general_unit) == side,
            "the general of {side} is with nobody"
        );
    }
    let ground = game.ground(state);
    assert!(
        !it.general.present || ground.holds(&game.measures.general_base(state, side)),
        "the general of {side} stands off the table"
    );
    assert!(
        !it.camp.present || ground.holds(&game.measures.camp(state, side)),
        "the camp of {side} stands off the table"
    );
}

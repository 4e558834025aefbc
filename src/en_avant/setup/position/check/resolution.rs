//! Checks of a shot, a melee or a flight that is being resolved: its units, its dice, its results (E9.34, E10.1,
//! E10.22, E11.14, EI-64, EI-76, EI-77).

use super::Faults;
use crate::en_avant::combat::dice::MOST_DICE;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{
    Clash, ClashKind, NO_UNIT, Phase, State, Status, Step, UnitId, UnitSet, side_bit, side_of,
};
use crate::game::Side;

/// Maximum number of impacts, losses or recoils of one fight in a file: more than dice and rerolled sixes can
/// reasonably bring.
const MOST_IMPACTS: u8 = 120;

/// Adds the faults of the resolution.
pub(super) fn check(game: &Engagement, state: &State, faults: &mut Faults) {
    let clash = &state.clash;
    if state.step == Step::Over {
        return;
    }
    if clash.kind == ClashKind::None {
        faults.unless(*clash == Clash::default(), "clash", || {
            "nothing is being resolved, so that nothing else can be said of it".to_owned()
        });
        return;
    }
    check_numbers(clash, faults);
    let names = |pair: [UnitId; 2], key: &str, faults: &mut Faults| {
        for side in Side::BOTH {
            let unit = pair[side.index()];
            let own = unit == NO_UNIT || side_of(unit) == side;
            faults.unless(own, &format!("clash.{key}"), || {
                format!("red's unit stands first, blue's second: here is another for {side}")
            });
        }
    };
    names(clash.leaders, "leaders", faults);
    names(clash.struck, "struck", faults);
    let all = |pair: [UnitId; 2]| pair.iter().all(|unit| *unit != NO_UNIT);
    match clash.kind {
        ClashKind::None => {}
        ClashKind::Shot => {
            let passive = state.active.other().index();
            faults
                .unless(all(clash.leaders), "clash.leaders", || "a shot has a shooter and a target (E9.9)".to_owned());
            let struck = clash.struck[passive] != NO_UNIT && clash.struck[state.active.index()] == NO_UNIT;
            faults.unless(struck, "clash.struck", || {
                "the impacts of a shot fall on the target, and on no unit of the active side (E9.9)".to_owned()
            });
            let own =
                clash.impacts[passive] == 0 && clash.dice[passive] == 0 && clash.suffered[state.active.index()] == 0;
            faults.unless(own, "clash", || "only the active side shoots (E9.1)".to_owned());
        }
        ClashKind::Melee => {
            faults
                .unless(all(clash.leaders), "clash.leaders", || "a unit of each side leads a melee (EI-77)".to_owned());
            faults.unless(all(clash.struck), "clash.struck", || {
                "the impacts of a melee fall on a unit of each side (EI-76)".to_owned()
            });
            let inside =
                clash.leaders.iter().chain(&clash.struck).all(|unit| *unit == NO_UNIT || clash.units.has(*unit));
            faults.unless(inside, "clash.units", || {
                "the units that lead and are struck fight in the melee (EI-76)".to_owned()
            });
        }
        ClashKind::Rout => {
            let none =
                clash.leaders.iter().chain(&clash.struck).all(|unit| *unit == NO_UNIT) && clash.suffered == [0; 2];
            faults.unless(none && clash.units.is_empty(), "clash", || {
                "a flight that goes on is no fight (E10.24)".to_owned()
            });
        }
    }
    let within = |set: UnitSet| set.iter().all(|unit| clash.units.has(unit));
    faults.unless(within(clash.attackers), "clash.attackers", || {
        "those who attacked fight in the melee (EI-82)".to_owned()
    });
    faults.unless(within(clash.defenders), "clash.defenders", || {
        "those who were attacked fight in the melee (EI-82)".to_owned()
    });
    faults.unless(within(clash.flanked), "clash.flanked", || {
        "those attacked in flank or rear fight in the melee (EI-63)".to_owned()
    });
    let melee = clash.kind == ClashKind::Melee;
    let only_melee = !clash.fought
        && !clash.after_pursuit
        && clash.pursuers.is_empty()
        && clash.recoiled == 0
        && clash.units.is_empty();
    faults.unless(melee || only_melee, "clash", || "only a melee has rounds and pursuers (E11.41)".to_owned());
    if clash.settling != NO_UNIT {
        let side = side_of(clash.settling);
        let settled = clash.settled & side_bit(side) != 0;
        faults.unless(settled, "clash.settled", || format!("{side} takes results, and so has begun to (EI-64)"));
    } else {
        let none = clash.losses == 0 && clash.recoils == 0 && !clash.disorder && !clash.routs;
        faults.unless(none, "clash.settling", || "results are left, but no unit takes them (EI-64)".to_owned());
    }
    let follows = clash.followed == NO_UNIT || state.step == Step::GeneralFollows(clash.followed);
    faults.unless(follows, "clash.followed", || "the general who may go along decides next (EI-28)".to_owned());
    let far = super::on_a_table(clash.way);
    faults.unless(far, "clash.way", || "the way leads off every table".to_owned());
    if matches!(state.step.phase(), Phase::Dice(_)) {
        check_present(game, state, faults);
    }
}

/// Checks that dice, impacts and results are within the bounds of the dice.
fn check_numbers(clash: &Clash, faults: &mut Faults) {
    faults.within(clash.asked.into(), 0, 15, "clash.asked", "one bit for each choice: EI-76, EI-77");
    faults.within(clash.flights.into(), 0, 192, "clash.flights", "one for each unit that flees: EI-71");
    for (key, value) in [("losses", clash.losses), ("recoils", clash.recoils), ("chain", clash.chain)] {
        faults.within(value.into(), 0, MOST_IMPACTS.into(), &format!("clash.{key}"), "E10.1");
    }
    for side in 0..2 {
        for (key, pair) in [("dice", clash.dice), ("saves", clash.saves)] {
            faults.within(
                pair[side].into(),
                0,
                MOST_DICE.into(),
                &format!("clash.{key}"),
                "dice of one roll: E9.35, E11.36",
            );
        }
        for (key, pair) in [("impacts", clash.impacts), ("suffered", clash.suffered)] {
            faults.within(pair[side].into(), 0, MOST_IMPACTS.into(), &format!("clash.{key}"), "E10.1");
        }
        faults.within(
            clash.sixes[side].into(),
            0,
            clash.impacts[side].into(),
            "clash.sixes",
            "each six is an impact: E9.37",
        );
    }
}

/// Checks that before results all participants are present, and in melee engaged.
fn check_present(game: &Engagement, state: &State, faults: &mut Faults) {
    let clash = &state.clash;
    let there = |unit: UnitId| unit == NO_UNIT || state.unit(unit).is_on_table();
    faults.unless(clash.leaders.into_iter().all(there), "clash.leaders", || {
        "a unit that fights is on the table".to_owned()
    });
    faults.unless(clash.struck.into_iter().all(there), "clash.struck", || {
        "a unit that is struck is on the table".to_owned()
    });
    let mut counted = *state;
    counted.clash.flanked = UnitSet::NONE;
    game.units().complete_flanked(&mut counted);
    faults.unless(clash.flanked == counted.clash.flanked, "clash.flanked", || {
        "these are the units that are attacked in flank or rear (EI-63)".to_owned()
    });
    let engaged = clash.units.iter().all(|unit| there(unit) && state.unit(unit).has(Status::ENGAGED));
    faults.unless(engaged, "clash.units", || "a unit that fights in a melee is engaged (EI-76)".to_owned());
    if let [red, blue] = clash.leaders
        && clash.kind == ClashKind::Shot
        && [red, blue].iter().all(|unit| *unit != NO_UNIT && there(*unit))
    {
        let (shooter, target) = if state.active == Side::Red { (red, blue) } else { (blue, red) };
        let fault = if game.units().may_shoot(state, shooter) {
            game.shot_fault(state, shooter, target)
        } else {
            Some("the unit cannot shoot (E9.1)")
        };
        faults.unless(fault.is_none(), "clash.leaders", || fault.unwrap_or_default().to_owned());
    }
    let none = clash.settling == NO_UNIT && clash.settled == 0 && clash.suffered == [0; 2] && clash.flights == 0;
    faults
        .unless(none, "clash", || "dice are still to be rolled, so that no results are taken yet (E10.13)".to_owned());
}

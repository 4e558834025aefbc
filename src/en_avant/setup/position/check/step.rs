//! Checks of the step at which a position waits: the unit, side or dice that it needs, so that a decision or a roll is
//! possible.

use super::Faults;
use crate::en_avant::army::troop::Arm;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{
    ClashKind, Fight, NO_UNIT, Phase, Placing, State, Status, Step, UnitId, side_bit, side_of,
};
use crate::game::{Game, Moment, Side};

/// Adds the faults of the step. Units, contacts and numbers are valid.
pub(super) fn check(game: &Engagement, state: &State, faults: &mut Faults) {
    let before = faults.0.len();
    if let Some(problem) = of_kind(state).or_else(|| of_units(game, state)).or_else(|| of_dice(state)) {
        faults.unless(false, "step", || problem.to_owned());
    }
    if faults.0.len() > before {
        return;
    }
    match game.moment(state) {
        Moment::Decide(side) => {
            let mut actions = Vec::new();
            game.legal_actions(state, &mut actions);
            faults.unless(!actions.is_empty(), "step", || format!("{side} would decide here, but has no action"));
        }
        Moment::Roll(_) => {
            let mut rolls = Vec::new();
            game.rolls(state, &mut rolls);
            faults.unless(!rolls.is_empty(), "step", || "no dice are to be rolled here".to_owned());
        }
        Moment::Over(_) => {}
    }
}

/// The kind of resolution that the step requires.
fn of_kind(state: &State) -> Option<&'static str> {
    let kind = state.clash.kind;
    let unless = |holds: bool, problem: &'static str| (!holds).then_some(problem);
    match state.step.phase() {
        Phase::Over => None,
        Phase::SetUp | Phase::Turn | Phase::Reaction => {
            unless(kind == ClashKind::None, "a fight is being resolved, and this comes after it (E10.13)")
        }
        Phase::Dice(fight) | Phase::Results(fight) => match fight {
            Fight::Shot => unless(kind == ClashKind::Shot, "no shot is being resolved (E9.34)"),
            Fight::Melee => unless(kind == ClashKind::Melee, "no melee is being resolved (E11.14)"),
            Fight::ShotOrMelee => unless(
                matches!(kind, ClashKind::Shot | ClashKind::Melee),
                "neither a shot nor a melee is being resolved (E10.1)",
            ),
            Fight::Any => {
                unless(kind != ClashKind::None, "nothing is being resolved from which this could follow (E10.13)")
            }
        },
    }
}

/// The fault if the unit or the side cannot take this step.
fn of_units(game: &Engagement, state: &State) -> Option<&'static str> {
    let active = state.active;
    let has = |unit: UnitId, bits: Status| state.unit(unit).has(bits);
    let there = |unit: UnitId| state.unit(unit).is_on_table();
    let acts = |unit: UnitId| {
        side_of(unit) == active && there(unit) && has(unit, Status::ACTIVATED) && !has(unit, Status::RAMPANT)
    };
    let in_order = |unit: UnitId| acts(unit) && !has(unit, Status::ROUTING);
    let side = state.side(active);
    let unless = |holds: bool, problem: &'static str| (!holds).then_some(problem);
    const NOT_ACTIVATED: &str = "the unit is no activated unit of the active side (E5.9)";
    match state.step {
        Step::ObjectiveRoll(index) => {
            unless(game.owes_objective_die(state, index), "no die is rolled for this objective (E4.12)")
        }
        Step::DeployUnit => unless(
            game.troops.units_of(active).any(|unit| has(unit, Status::RESERVE)),
            "the active side has no unit to set up",
        ),
        Step::DeployAt(unit) => unless(
            side_of(unit) == active && has(unit, Status::RESERVE),
            "the unit is none that the active side has to set up",
        ),
        Step::DeployCamp => {
            unless(!side.camp.present && !side.camp_lost, "the camp of the active side stands or is lost already")
        }
        Step::DeployGeneral => {
            let open = !side.general.present && side.general_unit == NO_UNIT && !side.general_lost;
            let all = !game.troops.units_of(active).any(|unit| has(unit, Status::RESERVE));
            unless(open && all, "the general is set up once, after the units of his side (EI-28)")
        }
        Step::StopAnswer => unless(state.offered, "the active side has not offered to stop (E12.10)"),
        Step::Act(unit) => unless(in_order(unit), NOT_ACTIVATED),
        Step::Place(unit, what) => unless(in_order(unit), NOT_ACTIVATED).or_else(|| match what {
            Placing::Formation => {
                unless(game.units().may_change_formation(state, unit), "the unit cannot change formation (E6.1)")
            }
            Placing::Move => unless(game.units().may_move(state, unit), "the unit cannot move (E7.1)"),
            Placing::Shot => unless(game.units().may_shoot(state, unit), "the unit cannot shoot (E9.1)"),
        }),
        Step::MoveGeneral => unless(
            side.general.present && side.general.activated,
            "the general has not been activated, or has no base of his own (EI-28)",
        ),
        Step::ReorganiseRoll(unit) => unless(
            acts(unit)
                && (has(unit, Status::ROUTING) || game.rules.may_reorganise(state, unit))
                && !game.units().reorganises_without_die(state, unit),
            "no die is rolled for this unit: it is no activated unit in disorder or rout, is engaged, or its general \
                restores it (E8.8, E8.10, E8.13, EI-36)",
        ),
        Step::RallyFacing(unit) => unless(in_order(unit), NOT_ACTIVATED),
        Step::BreakOffRoll(unit) => {
            unless(acts(unit) && game.may_break_off(state, unit), "the unit cannot try to break off (E11.43)")
        }
        Step::TargetRoll(unit) => {
            let several = acts(unit) && game.rules.die_decides(game.targets(state, unit));
            unless(several, "no die decides between targets of this unit (E9.11)")
        }
        Step::Course(unit) => {
            let wild = there(unit) && game.troops.arm(state, unit) == Arm::Elephant && has(unit, Status::RAMPANT);
            unless(
                wild && state.clash.settling == NO_UNIT,
                "the unit is no elephant that has just got out of control (E14.4)",
            )
        }
        Step::Results(unit) => unless(
            settles(state, unit) && state.clash.suffered[side_of(unit).index()] > 0,
            "the unit takes no results (E10.2)",
        ),
        Step::LossFrom(unit) => unless(
            settles(state, unit) && state.chooses_loss(unit),
            "the unit has no loss to take from an end of its line (EI-65)",
        ),
        Step::RecoilTo(unit) => {
            let shot = side_of(unit) != active && state.unit(state.clash.leaders[active.index()]).is_on_table();
            unless(
                shot && settles(state, unit) && game.chooses_recoil(state, unit),
                "the unit has no direction of a recoil to choose (E10.10)",
            )
        }
        Step::ContagionChoice(unit) => unless(
            there(unit) && has(unit, Status::TO_FLEE) && state.clash.flights > 0,
            "the unit does not begin to rout (E10.22)",
        ),
        Step::ContagionRoll(unit) => {
            let begun = there(unit) && has(unit, Status::TESTED) && state.clash.flights > 0;
            unless(
                begun && game.troops.is_open_to_contagion(state, unit),
                "the unit takes no test of contagion (E10.22)",
            )
        }
        Step::FleeTo(unit) => unless(
            game.troops.next_to_flee(state) == Some(unit) && !game.troops.leaves_guns(state, unit),
            "the unit is not the next to flee (E10.17)",
        ),
        Step::Pursuit(unit) => {
            unless(state.is_able_to_pursue(unit) && state.clash.fought, "the unit has no enemy to pursue (E11.41)")
        }
        Step::GeneralFollows(unit) => {
            let touched = there(unit) && state.clash.followed == unit && state.side(side_of(unit)).general.present;
            unless(touched, "no general may go along with this unit (EI-28)")
        }
        Step::Struck(side) => unless(
            state.clash.suffered[side.index()] > 0
                && state.clash.settling == NO_UNIT
                && game.rules.chooses_struck(state, side),
            "this side has no choice of the unit that suffers its impacts (EI-77)",
        ),
        Step::Leader(side) => {
            unless(game.units().chooses_leader(state, side), "this side has no choice of its leading unit (EI-77)")
        }
        Step::Opponent(side) => unless(
            game.units().chooses_opponent(state, side),
            "the leading unit of this side has no choice of its opponent (EI-76)",
        ),
        _ => None,
    }
}

/// Whether a unit's results are being applied.
fn settles(state: &State, unit: UnitId) -> bool {
    state.clash.settling == unit && state.unit(unit).is_on_table()
}

/// Checks which dice have been rolled and which are to be rolled (E9.34, E9.37, E9.38, E11.37, EI-78).
fn of_dice(state: &State) -> Option<&'static str> {
    let clash = &state.clash;
    let owed = |side: Side| clash.dice[side.index()] > 0;
    let any = Side::BOTH.into_iter().any(owed);
    let chain = clash.chain;
    let of = |side: Side, pair: [u8; 2]| pair[side.index()];
    let unless = |holds: bool, problem: &'static str| (!holds).then_some(problem);
    let spent = || unless(!any, "the other dice are rolled first (EI-78)");
    match state.step {
        Step::ShotRoll => unless(owed(state.active), "the shot has no dice (E9.35)"),
        Step::MeleeRoll(side) => unless(owed(side), "this side has no dice to roll (E11.36)"),
        Step::Six(side) => spent().or_else(|| {
            let sound = of(side, clash.sixes) > 0
                && i16::from(chain) + i16::from(of(side, clash.sixes)) <= i16::from(of(side, clash.impacts)) + 1;
            unless(sound, "this side has no six to roll again (E9.37)")
        }),
        Step::SixRoll(side) => spent().or_else(|| {
            let sixes = of(side, clash.sixes);
            let sound =
                sixes > 0 && chain > 0 && i16::from(chain) + i16::from(sixes) <= i16::from(of(side, clash.impacts)) + 1;
            unless(sound, "this side rolls no six again (E9.37)")
        }),
        Step::SaveRoll => spent().or_else(|| {
            let saver = state.saver();
            let sound = clash.savers & side_bit(saver) != 0 && state.has_saves(saver);
            unless(sound && clash.sixes == [0; 2], "no saves are to be rolled (E9.38)")
        }),
        step if matches!(step.phase(), Phase::Dice(_)) => None,
        // All steps after the dice.
        Step::Over => None,
        _ => spent().or_else(|| {
            unless(clash.sixes == [0; 2] && chain == 0, "sixes are rolled again before results are taken (E9.37)")
        }),
    }
}

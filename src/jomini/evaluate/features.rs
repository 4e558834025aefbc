//! The value of a quiet position: named features of a position from one side's view, each the advantage of the side
//! minus that of the enemy. The features of a position are the same for every bot, so the attacks that count as `ready`
//! are chosen and weighted by the default weights.

use super::numbers::{self, Numbers, SHIPPED};
use super::scene::Scene;
use super::tempo::elapsed;
use crate::game::Side;
use crate::game::appraisal::features;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{State, Step, UnitId};

features! {
    VICTORY = "victory", "1 won, -1 lost, 0 undecided";
    UNITS_DESTROYED = "units_destroyed", "enemy units lost minus own units lost, each as a share of the number of \
        losses that defeats its side";
    ELEMENTS = "elements", "own elements on the table minus the enemy's";
    POINTS = "points", "points of enemy units lost minus points of own units lost";
    TOKENS = "tokens", "own order tokens minus the enemy's";
    OFFICERS = "officers", "own officers minus the enemy's; a commander-in-chief counts as 2";
    SUPPORTED = "supported", "own units with support minus the enemy's; full weight up to 3 hexes from the other side, \
        0 from 8 hexes on";
    EXPOSURE = "exposure", "mean number of own elements that the nearest enemies could remove with one attack each, \
        minus the enemy's";
    READY = "ready", "value, by the shipped weights, of the best attacks that units of the active side can still make \
        in this player-turn";
    ADVANCE = "advance", "as in the appraisal, summed over own units, minus the enemy's: higher the nearer they are to \
        an enemy or objective";
    CRAMPED = "cramped", "hexes of a first retreat that are not available to own units, minus the enemy's";
    OBJECTIVE = "objective", "objective points held, as a share of the points that win, minus the enemy's";
    COMMAND = "command", "own units within the command range of each officer, minus the enemy's; units farther away \
        count less";
    RISK = "risk", "danger to own officers (as in the appraisal), minus the enemy's";
    COMPANY = "company", "own officers on the hex of a unit of their side, minus the enemy's";
    TEMPO = "tempo", "lead in the race for objectives: for each the difference of the distances of the nearest units, \
        at most 3 hexes, as a share of 3, times its share of the points that win";
    PERIL = "peril", "danger that own units are destroyed next (as in the appraisal), minus the enemy's";
    UNDER_FIRE = "under_fire", "own elements that enemy guns could remove next, minus the enemy's";
    STANDOFF = "standoff", "own units that could strike next where no enemy could strike them, minus the enemy's";
    CHARGED = "charged", "own units other than mounted ones that mounted enemies could reach on open ground, minus the \
        enemy's";
    TURN = "turn", "1 in a player-turn of the side, -1 in one of the enemy";
    LATE_LEAD = "late_lead", "`units_destroyed` times the elapsed share of the turn limit";
    LATE_OBJECTIVE = "late_objective", "`objective` times the elapsed share of the turn limit";
}

/// Fills in the features from a side's view.
pub fn fill(battle: &Battle, state: &State, side: Side, features: &mut [f64]) {
    features.fill(0.0);
    if let Some(outcome) = state.outcome {
        features[VICTORY] = outcome.score(side) * 2.0 - 1.0;
    }
    for (who, sign) in [(side, 1.0), (side.other(), -1.0)] {
        let it = state.side(who);
        let share = |of: Side| {
            f64::from(state.side(of).units_lost)
                / f64::from(battle.field.rules.units_to_lose(state.side(of).units_at_start).max(1))
        };
        features[UNITS_DESTROYED] += sign * share(who.other());
        features[POINTS] += sign * f64::from(state.side(who.other()).points_lost);
        features[TOKENS] += sign * f64::from(it.tokens);
        if state.player_turn == 0 {
            continue;
        }
        let scene = Scene::new(battle, state, who, &SHIPPED);
        let mut sum = Numbers::NONE;
        for unit in battle.field.forces.units_on_table(state, who) {
            let hex = state.unit(unit).hex;
            features[ELEMENTS] += sign * f64::from(state.unit(unit).elements);
            sum = sum.and(&scene.standing(unit, hex));
        }
        for officer in battle.field.forces.officers_on_table(state, who) {
            features[OFFICERS] += sign * f64::from(battle.field.forces.officer_worth(officer));
            sum = sum.and(&scene.officer_post(officer, state.officer(officer).hex));
        }
        let taken = [
            (SUPPORTED, numbers::SUPPORTED),
            (EXPOSURE, numbers::EXPOSURE),
            (ADVANCE, numbers::ADVANCE),
            (CRAMPED, numbers::BLOCKED_RETREAT),
            (COMMAND, numbers::COMMAND),
            (RISK, numbers::RISK),
            (COMPANY, numbers::COMPANY),
            (PERIL, numbers::PERIL),
            (UNDER_FIRE, numbers::UNDER_FIRE),
            (STANDOFF, numbers::STANDOFF),
            (CHARGED, numbers::CHARGED),
        ];
        for (feature, number) in taken {
            features[feature] += sign * f64::from(sum.0[number]);
        }
        if who == state.active {
            features[READY] += sign * f64::from(ready(battle, state, &scene));
        }
        let needed = f64::from(battle.objective_points_to_win[who].max(1));
        features[OBJECTIVE] += sign * f64::from(battle.objective_points(state, who)) / needed;
        if who == side && !battle.objectives.is_empty() {
            features[TEMPO] = f64::from(scene.races().sum());
        }
        features[TURN] += if who == state.active { sign } else { 0.0 };
    }
    let elapsed = f64::from(elapsed(battle, state));
    features[LATE_LEAD] = features[UNITS_DESTROYED] * elapsed;
    features[LATE_OBJECTIVE] = features[OBJECTIVE] * elapsed;
}

/// The score of the best attacks that units of the side to play can still make in this player-turn.
pub(in crate::jomini) fn ready(battle: &Battle, state: &State, scene: &Scene<'_>) -> f32 {
    let mut sum = Numbers::NONE;
    for unit in
        battle.field.forces.units_on_table(state, state.active).filter(|unit| can_still_attack(battle, state, *unit))
    {
        let it = state.unit(unit);
        if let Some((value, strike)) = scene.best_strike(unit, it.hex, it.hexes_moved)
            && value > 0.0
        {
            sum = sum.and(&strike);
        }
    }
    scene.worth(&sum)
}

/// Whether a unit of the side to play can still attack in this player-turn.
fn can_still_attack(battle: &Battle, state: &State, unit: UnitId) -> bool {
    let it = state.unit(unit);
    // At every other step its group decides.
    let pursues = matches!(state.step, Step::Pursuit | Step::PursuitAttack) && state.combat.attacker == unit;
    pursues || it.group >= state.turn.current.max(1) && battle.field.can_attack(state, unit)
}

//! The value of a quiet position: named features of a position from one side's view, each the advantage of the side
//! minus that of the enemy. The features of a position are the same for every bot, so the attacks that count as `ready`
//! are chosen and weighted by the default weights.

use super::numbers::{self, Numbers, SHIPPED};
use super::scene::Scene;
use super::tempo::elapsed;
use crate::game::{Named, Side};
use crate::jomini::army::unit::Rank;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{State, Step, UnitId};

/// The features by name.
pub const NAMED: &[Named] = &[
    Named { name: "victory", meaning: "1 won, -1 lost, 0 undecided" },
    Named {
        name: "units_destroyed",
        meaning: "enemy units lost, in shares of the number that beats the enemy, less the own share",
    },
    Named { name: "elements", meaning: "own elements on the table less the enemy's" },
    Named { name: "points", meaning: "points of the enemy units lost less those of the own" },
    Named { name: "tokens", meaning: "own order tokens less the enemy's" },
    Named { name: "officers", meaning: "own officers less the enemy's, a commander-in-chief counting twice" },
    Named {
        name: "supported",
        meaning: "own units with support less the enemy's, counted in full near the other side and less farther off",
    },
    Named {
        name: "exposure",
        meaning: "mean number of own elements that the nearest enemies could take in one attack each, less the other \
            way round",
    },
    Named {
        name: "ready",
        meaning: "what the best attacks promise that units of the side to play can still make in this player-turn, by \
            the shipped weights",
    },
    Named {
        name: "advance",
        meaning: "hexes of all own units to the nearest enemy or objective less the enemy's, those far off counting \
            more",
    },
    Named { name: "cramped", meaning: "hexes of a first retreat that own units could not make, less the enemy's" },
    Named { name: "objective", meaning: "objective points held as a share of those that win, less the enemy's" },
    Named { name: "command", meaning: "own units within an officer's command less the enemy's" },
    Named { name: "risk", meaning: "danger to own officers less that to the enemy's" },
    Named { name: "company", meaning: "own officers who stand with a unit less the enemy's" },
    Named {
        name: "tempo",
        meaning: "lead in the race for objectives: of each the difference of the distances of the nearest units in \
            hexes, at most 3, as a share of 3, times the points in shares of those that win",
    },
    Named {
        name: "peril",
        meaning: "danger that own units are destroyed next (as in the appraisal), less the enemy's",
    },
    Named { name: "under_fire", meaning: "own elements that enemy guns could remove next, less the enemy's" },
    Named {
        name: "standoff",
        meaning: "own units that could strike next where none could strike them, less the enemy's",
    },
    Named { name: "charged", meaning: "own units that mounted enemies could reach on open ground, less the enemy's" },
    Named { name: "turn", meaning: "1 in the own player-turn, -1 in the enemy's" },
    Named { name: "late_lead", meaning: "`units_destroyed` times the elapsed share of the turn limit" },
    Named { name: "late_objective", meaning: "`objective` times the elapsed share of the turn limit" },
];

/// Fills in the features from a side's view.
pub fn fill(battle: &Battle, state: &State, side: Side, features: &mut [f64]) {
    features.fill(0.0);
    if let Some(outcome) = state.outcome {
        features[0] = outcome.score(side) * 2.0 - 1.0;
    }
    for (who, sign) in [(side, 1.0), (side.other(), -1.0)] {
        let it = state.side(who);
        let share = |of: Side| {
            f64::from(state.side(of).units_lost)
                / f64::from(battle.field.rules.units_to_lose(state.side(of).units_at_start).max(1))
        };
        features[1] += sign * share(who.other());
        features[3] += sign * f64::from(state.side(who.other()).points_lost);
        features[4] += sign * f64::from(it.tokens);
        if state.player_turn == 0 {
            continue;
        }
        let scene = Scene::new(battle, state, who, &SHIPPED);
        let mut sum = Numbers::NONE;
        for unit in battle.field.forces.units_on_table(state, who) {
            let hex = state.unit(unit).hex;
            features[2] += sign * f64::from(state.unit(unit).elements);
            sum = sum.and(&scene.standing(unit, hex));
        }
        for officer in battle.field.forces.officers_on_table(state, who) {
            let commander = battle.field.forces.officer_profile(officer).rank == Rank::CommanderInChief;
            features[5] += sign * if commander { 2.0 } else { 1.0 };
            sum = sum.and(&scene.officer_post(officer, state.officer(officer).hex));
        }
        let taken = [
            (6, numbers::SUPPORTED),
            (7, numbers::EXPOSURE),
            (9, numbers::ADVANCE),
            (10, numbers::BLOCKED_RETREAT),
            (12, numbers::COMMAND),
            (13, numbers::RISK),
            (14, numbers::COMPANY),
            (16, numbers::PERIL),
            (17, numbers::UNDER_FIRE),
            (18, numbers::STANDOFF),
            (19, numbers::CHARGED),
        ];
        for (feature, number) in taken {
            features[feature] += sign * f64::from(sum.0[number]);
        }
        if who == state.active {
            features[8] += sign * f64::from(ready(battle, state, &scene));
        }
        let needed = f64::from(battle.objective_points_to_win[who].max(1));
        features[11] += sign * f64::from(battle.objective_points(state, who)) / needed;
        if who == side && !battle.objectives.is_empty() {
            features[15] = f64::from(scene.races().sum());
        }
        features[20] += if who == state.active { sign } else { 0.0 };
    }
    let elapsed = f64::from(elapsed(battle, state));
    features[21] = features[1] * elapsed;
    features[22] = features[11] * elapsed;
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

//! The value of a quiet position: its named numbers as seen by a side, each the difference between the side and its
//! enemy.

use super::numbers::{self, Numbers};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, Status};
use crate::game::Side;
use crate::game::appraisal::features;

features! {
    VICTORY = "victory", "1 won, -1 lost, 0 undecided";
    COMBATIVITY = "combativity", "own combativity minus the enemy's";
    POINTS = "points", "points of enemy bases lost minus points of own bases lost";
    QUARTER = "quarter", "bases lost of the current quarter of the army, as a share of it: the enemy's minus the \
        side's";
    DISORDER = "disorder", "enemy bases in disorder minus own ones";
    ROUT = "rout", "routing enemy bases minus own ones";
    MELEE = "melee", "expected losses of the enemy in the melees of own units, minus the other way round, in points";
    FIRE = "fire", "the same, of the shots that could be made next";
    ADVANCE = "advance", "as in the appraisal, summed over own units, minus the enemy's: higher the nearer they are to \
        where they fight best";
    FLANKS = "flanks", "enemies within a move whose flank or rear own units are on, minus the other way round";
    LINE = "line", "friends close on flanks of own units, minus the enemy's";
    OBJECTIVE = "objective", "objectives in which own units are, or are near, minus the enemy's";
    READY = "ready", "own units that can still be activated in this turn, minus the enemy's";
    PRESS = "press", "`advance` of units of a side that is not ahead, times the elapsed share of the turn limit, minus \
        the enemy's";
    THREAT = "threat", "expected loss of each enemy unit by the worst attack on it, minus the loss of the attacker, in \
        points, minus the same of own units; half if the attacker has been activated";
    MENACE = "menace", "the same, of the best attack of each own unit, minus the enemy's";
    OUTNUMBERED = "outnumbered", "enemy units among more own troops minus own units among more enemies, by points";
    UNDER_FIRE = "under_fire", "expected losses of enemy units by shots at them, minus those of own units, in points";
    LEAD = "lead", "1 for the side that is ahead by the rules of the turn limit, times the elapsed share of it";
    AREA = "area", "area occupied by the side minus the enemy's, as a share of both";
}

/// Numbers of a unit that are bad for its side.
const SUFFERED: [usize; 3] = [numbers::THREAT, numbers::OUTNUMBERED, numbers::UNDER_FIRE];

/// Computes the features as seen by a side.
pub fn fill(game: &Engagement, state: &State, side: Side, features: &mut [f64]) {
    features.fill(0.0);
    if let Some(outcome) = state.outcome {
        features[VICTORY] = outcome.score(side) * 2.0 - 1.0;
    }
    if state.turn > 0 {
        if let Some(ahead) = game.units().ahead(state) {
            features[LEAD] = if ahead == side { 1.0 } else { -1.0 } * f64::from(game.elapsed(state));
        }
        let [own, theirs] = [side, side.other()].map(|side| game.units().area(state, side) as f64);
        features[AREA] = (own - theirs) / (own + theirs).max(1.0);
    }
    for (who, sign) in [(side, 1.0), (side.other(), -1.0)] {
        let it = state.side(who);
        features[COMBATIVITY] += sign * f64::from(it.combativity);
        features[POINTS] -= sign * f64::from(it.points_lost);
        let quarter = game.units().quarter(who);
        features[QUARTER] -= sign * f64::from(it.bases_lost % quarter) / f64::from(quarter);
        if state.turn == 0 {
            continue;
        }
        let mut sum = Numbers::NONE;
        for unit in game.troops.on_table(state, who) {
            let (bases, it) = (f64::from(state.unit(unit).bases), state.unit(unit));
            features[DISORDER] -= if it.has(Status::DISORDERED) { sign * bases } else { 0.0 };
            features[ROUT] -= if it.has(Status::ROUTING) { sign * bases } else { 0.0 };
            features[READY] += if state.may_be_activated(unit) { sign } else { 0.0 };
            sum = sum.and(&game.standing(state, unit));
        }
        let taken = [
            (MELEE, numbers::HARM_DEALT),
            (FIRE, numbers::FIRE_READY),
            (ADVANCE, numbers::ADVANCE),
            (FLANKS, numbers::FLANK_WON),
            (LINE, numbers::LINE),
            (OBJECTIVE, numbers::OBJECTIVE),
            (PRESS, numbers::URGENCY),
            (THREAT, numbers::THREAT),
            (MENACE, numbers::MENACE),
            (OUTNUMBERED, numbers::OUTNUMBERED),
            (UNDER_FIRE, numbers::UNDER_FIRE),
        ];
        for (feature, number) in taken {
            let good = if SUFFERED.contains(&number) { -sign } else { sign };
            features[feature] += good * f64::from(sum.0[number]);
        }
    }
}

//! Immediate effects of dice on a position: the named numbers behind results adjusted for luck. They are counts only,
//! so that they can be computed after every possible roll; the situation of units is in `features.rs`.

use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{ClashKind, NO_UNIT, State, Status, Step, side_of};
use crate::game::{Named, Side};

/// The luck features by name.
pub const NAMED: &[Named] = &[
    Named { name: "combativity", meaning: "own combativity minus the enemy's" },
    Named {
        name: "brink",
        meaning: "1 divided by the combativity that the enemy can still lose, minus the same of the side",
    },
    Named { name: "bases", meaning: "share of its bases that the side has left, minus the enemy's" },
    Named { name: "points", meaning: "points of enemy bases lost minus points of own bases lost, in hundreds" },
    Named {
        name: "quarter",
        meaning: "bases lost of the current quarter of the army, as a share of it: the enemy's minus the side's",
    },
    Named { name: "disorder", meaning: "enemy bases in disorder minus own ones, as a share of a quarter of the army" },
    Named { name: "rout", meaning: "routing enemy bases minus own ones, as a share of a quarter of the army" },
    Named {
        name: "impacts",
        meaning: "impacts that the enemy has to take in the current fight, minus own ones; dice not yet rolled count \
            by their mean",
    },
    Named {
        name: "losses_forced",
        meaning: "impacts that a unit can take only by losses: the enemy's minus the side's",
    },
    Named {
        name: "routing",
        meaning: "bases of an enemy unit that will rout by those impacts minus own ones, as a share of a quarter of \
            the army",
    },
    Named { name: "results", meaning: "losses and disorder still to be taken by the enemy, minus those of the side" },
    Named { name: "recoils", meaning: "the same of recoils" },
    Named { name: "sixes", meaning: "own sixes that may be rerolled minus the enemy's" },
    Named { name: "general", meaning: "1 if the enemy has lost its general, minus 1 if the side has lost its own" },
    Named { name: "camp", meaning: "1 if the enemy has lost its camp, minus 1 if the side has lost its own" },
    Named { name: "objectives", meaning: "objectives owned minus the enemy's" },
    Named { name: "turn", meaning: "1 in an impulse of the side, -1 in one of the enemy" },
];

/// Computes the luck features as seen by a side.
pub fn fill(game: &Engagement, state: &State, side: Side, stakes: &mut [f64]) {
    stakes.fill(0.0);
    let clash = &state.clash;
    for (who, sign) in [(side, 1.0), (side.other(), -1.0)] {
        let it = state.side(who);
        stakes[0] += sign * f64::from(it.combativity);
        let left = f64::from(it.combativity - game.rules.defeat_combativity as i8).max(0.5);
        stakes[1] -= sign / left;
        let all = f64::from(game.troops.bases[who].max(1));
        stakes[2] -= sign * f64::from(it.bases_lost) / all;
        stakes[3] -= sign * f64::from(it.points_lost) / 100.0;
        let quarter = game.units().quarter(who);
        stakes[4] -= sign * f64::from(it.bases_lost % quarter) / f64::from(quarter);
        let (mut disordered, mut routing) = (0u32, 0u32);
        for unit in game.troops.on_table(state, who) {
            let it = state.unit(unit);
            disordered += if it.has(Status::DISORDERED) { u32::from(it.bases) } else { 0 };
            routing += if it.has(Status::ROUTING) { u32::from(it.bases) } else { 0 };
        }
        stakes[5] -= sign * f64::from(disordered) / f64::from(quarter);
        stakes[6] -= sign * f64::from(routing) / f64::from(quarter);
        let (own, enemy) = (who.index(), who.other().index());
        // Impacts count until their unit has taken its results; then the remaining results do.
        let asked = match state.step {
            Step::Results(unit) => side_of(unit) == who.other(),
            Step::Struck(side) => side == who.other(),
            _ => false,
        };
        if clash.kind != ClashKind::None && (asked || clash.settled & (1 << enemy) == 0) {
            let struck = clash.struck[enemy];
            let target = (struck != NO_UNIT && state.unit(struck).is_on_table()).then(|| state.unit(struck));
            let (otherwise, bases, threshold) = target.map_or((0, 0, u8::MAX), |it| {
                let otherwise = if it.has(Status::DISORDERED | Status::ROUTING) { 0 } else { 2 };
                (otherwise, it.bases, game.rules.impacts_to_rout(state, struck))
            });
            let faces = game.rules.striking_faces(state, who);
            let chance = f64::from(faces.hits + u8::from(faces.six)) / 6.0;
            each_count(clash.dice[own], chance, |more, chance| {
                let impacts = clash.impacts[own] + more;
                stakes[7] += sign * chance * f64::from(impacts);
                stakes[8] += sign * chance * f64::from(impacts.saturating_sub(otherwise).min(bases));
                if impacts >= threshold {
                    stakes[9] += sign * chance * f64::from(bases) / f64::from(game.units().quarter(who.other()));
                }
            });
        }
        if clash.settling != NO_UNIT && side_of(clash.settling) == who && !matches!(state.step, Step::Results(_)) {
            stakes[8] -= sign * f64::from(clash.losses);
            stakes[10] -= sign * f64::from(clash.losses + u8::from(clash.disorder));
            stakes[11] -= sign * f64::from(clash.recoils);
            if clash.routs {
                stakes[9] -= sign * f64::from(state.unit(clash.settling).bases) / f64::from(quarter);
            }
        }
        stakes[12] += sign * f64::from(clash.sixes[own]);
        stakes[13] -= if it.general_lost { sign } else { 0.0 };
        stakes[14] -= if it.camp_lost { sign } else { 0.0 };
        stakes[15] += sign * state.objectives.iter().filter(|it| it.real && it.owner == Some(who)).count() as f64;
        stakes[16] += if state.active == who { sign } else { 0.0 };
    }
}

/// Calls a function with each possible number of successes and its probability.
fn each_count(dice: u8, chance: f64, mut take: impl FnMut(u8, f64)) {
    let miss = 1.0 - chance;
    if miss <= 0.0 {
        return take(dice, 1.0);
    }
    let mut probability = (0..dice).fold(1.0, |product, _| product * miss);
    for successes in 0..=dice {
        take(successes, probability);
        probability *= f64::from(dice - successes) / f64::from(successes + 1) * chance / miss;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_dice_are_binomial() {
        let of = |dice, chance| {
            let mut found = Vec::new();
            each_count(dice, chance, |count, probability| found.push((count, (probability * 216.0).round() as u32)));
            found
        };
        assert_eq!(of(3, 1.0 / 3.0), [(0, 64), (1, 96), (2, 48), (3, 8)]);
        assert_eq!((of(0, 0.5), of(2, 1.0)), (vec![(0, 216)], vec![(2, 216)]));
    }
}

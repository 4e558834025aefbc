//! Immediate effects of dice on a position: the named numbers behind results adjusted for luck. They are counts only,
//! so that they can be computed after every possible roll; the situation of units is in `features.rs`.

use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{Choice, ClashKind, NO_UNIT, State, Status, side_of};
use crate::game::Side;
use crate::game::appraisal::features;

features! {
    COMBATIVITY = "combativity", "own combativity minus the enemy's";
    BRINK = "brink", "1 divided by the combativity that the enemy can still lose, minus the same of the side";
    BASES = "bases", "share of its bases that the side has left, minus the enemy's";
    POINTS = "points", "points of enemy bases lost minus points of own bases lost, in hundreds";
    QUARTER = "quarter", "bases lost of the current quarter of the army, as a share of it: the enemy's minus the \
        side's";
    DISORDER = "disorder", "enemy bases in disorder minus own ones, as a share of a quarter of the army";
    ROUT = "rout", "routing enemy bases minus own ones, as a share of a quarter of the army";
    IMPACTS = "impacts", "impacts that the enemy has to take in the current fight, minus own ones; dice not yet rolled \
        count by their mean";
    LOSSES_FORCED = "losses_forced", "fewest losses with which the enemy can take those impacts, minus those of the \
        side";
    ROUTING = "routing", "bases of an enemy unit that will rout by those impacts minus own ones, as a share of a \
        quarter of the army";
    RESULTS = "results", "losses and disorder still to be taken by the enemy, minus those of the side";
    RECOILS = "recoils", "the same of recoils";
    SIXES = "sixes", "own sixes that may be rerolled minus the enemy's";
    GENERAL = "general", "1 if the enemy has lost its general, minus 1 if the side has lost its own";
    CAMP = "camp", "1 if the enemy has lost its camp, minus 1 if the side has lost its own";
    OBJECTIVES = "objectives", "objectives owned minus the enemy's";
    TURN = "turn", "1 in an impulse of the side, -1 in one of the enemy";
}

/// Computes the luck features as seen by a side.
pub fn fill(game: &Engagement, state: &State, side: Side, stakes: &mut [f64]) {
    stakes.fill(0.0);
    let clash = &state.clash;
    for (who, sign) in [(side, 1.0), (side.other(), -1.0)] {
        let it = state.side(who);
        stakes[COMBATIVITY] += sign * f64::from(it.combativity);
        let left = f64::from(it.combativity - game.rules.defeat_combativity as i8).max(0.5);
        stakes[BRINK] -= sign / left;
        let all = f64::from(game.troops.bases[who].max(1));
        stakes[BASES] -= sign * f64::from(it.bases_lost) / all;
        stakes[POINTS] -= sign * f64::from(it.points_lost) / 100.0;
        let quarter = game.units().quarter(who);
        stakes[QUARTER] -= sign * f64::from(it.bases_lost % quarter) / f64::from(quarter);
        let (mut disordered, mut routing) = (0u32, 0u32);
        for unit in game.troops.on_table(state, who) {
            let it = state.unit(unit);
            disordered += if it.has(Status::DISORDERED) { u32::from(it.bases) } else { 0 };
            routing += if it.has(Status::ROUTING) { u32::from(it.bases) } else { 0 };
        }
        stakes[DISORDER] -= sign * f64::from(disordered) / f64::from(quarter);
        stakes[ROUT] -= sign * f64::from(routing) / f64::from(quarter);
        let (own, enemy) = (who.index(), who.other().index());
        // Impacts count until their unit has taken its results; then the remaining results do.
        let chooses = state.step.choice() == Some(Choice::Impacts);
        let asked = chooses && state.step.owner() == Some(who.other());
        if clash.kind != ClashKind::None && (asked || clash.settled & (1 << enemy) == 0) {
            let struck = clash.struck[enemy];
            let target = (struck != NO_UNIT && state.unit(struck).is_on_table()).then(|| {
                let melee = clash.kind == ClashKind::Melee;
                (game.units().suffered_by(state, struck, melee), state.unit(struck).bases)
            });
            let faces = game.rules.striking_faces(state, who);
            let chance = f64::from(faces.effective()) / 6.0;
            each_count(clash.dice[own], chance, |more, chance| {
                let impacts = clash.impacts[own] + more;
                stakes[IMPACTS] += sign * chance * f64::from(impacts);
                let Some((suffers, bases)) = target else { return };
                stakes[LOSSES_FORCED] += sign * chance * f64::from(suffers.fewest_losses(impacts).min(bases));
                if game.rules.is_routed_by(state, struck, impacts) {
                    stakes[ROUTING] += sign * chance * f64::from(bases) / f64::from(game.units().quarter(who.other()));
                }
            });
        }
        if clash.settling != NO_UNIT && side_of(clash.settling) == who && !chooses {
            stakes[LOSSES_FORCED] -= sign * f64::from(clash.losses);
            stakes[RESULTS] -= sign * f64::from(clash.losses + u8::from(clash.disorder));
            stakes[RECOILS] -= sign * f64::from(clash.recoils);
            if clash.routs {
                stakes[ROUTING] -= sign * f64::from(state.unit(clash.settling).bases) / f64::from(quarter);
            }
        }
        stakes[SIXES] += sign * f64::from(clash.sixes[own]);
        stakes[GENERAL] -= if it.general_lost { sign } else { 0.0 };
        stakes[CAMP] -= if it.camp_lost { sign } else { 0.0 };
        stakes[OBJECTIVES] +=
            sign * state.objectives.iter().filter(|it| it.real && it.owner == Some(who)).count() as f64;
        stakes[TURN] += if state.active == who { sign } else { 0.0 };
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

//! Tempo: which side is nearer to each objective (J6.3), how much of the game has passed (JI-179), and which side has
//! to act because waiting does not win.

use super::scene::Scene;
use crate::game::Side;
use crate::jomini::map::hex::HexId;
use crate::jomini::state::battle::{Battle, Objective};
use crate::jomini::state::{NO_UNIT, State, UnitId};
use arrayvec::ArrayVec;

/// The maximum number of objectives that are considered.
const MOST: usize = 16;
/// A lead of this many hexes is decisive.
const DECISIVE: f32 = 3.0;

/// The distances of both sides to an objective, from the view of one side.
#[derive(Clone, Copy)]
struct Race {
    /// The nearest own unit, its distance, and that of the next nearest.
    nearest: (UnitId, u8, u8),
    /// The distance of the nearest enemy.
    foe: u8,
    /// What the objective is worth to the side and to the enemy, in shares of the points that win.
    worth: f32,
}

/// The races for all objectives.
pub struct Races {
    all: ArrayVec<Race, MOST>,
}

/// The distance from a hex to the nearest hex of an objective.
fn way(battle: &Battle, objective: &Objective, hex: HexId) -> u8 {
    objective.hexes.iter().map(|goal| battle.field.board.distance(hex, *goal)).min().unwrap_or(u8::MAX)
}

/// The value of being nearer to an objective than the enemy, from -1 to 1.
fn lead(own: u8, foe: u8) -> f32 {
    ((f32::from(foe) - f32::from(own)) / DECISIVE).clamp(-1.0, 1.0)
}

impl Races {
    /// The races from the view of a side.
    pub fn of(battle: &Battle, state: &State, side: Side) -> Races {
        let race = |objective: &Objective| {
            let mut nearest = (NO_UNIT, u8::MAX, u8::MAX);
            for unit in battle.field.forces.units_on_table(state, side) {
                let distance = way(battle, objective, state.unit(unit).hex);
                if distance < nearest.1 {
                    nearest = (unit, distance, nearest.1);
                } else {
                    nearest.2 = nearest.2.min(distance);
                }
            }
            let foes = battle.field.forces.units_on_table(state, side.other());
            let foe = foes.map(|unit| way(battle, objective, state.unit(unit).hex)).min().unwrap_or(u8::MAX);
            let share =
                |of: Side| f32::from(objective.points[of]) / f32::from(battle.objective_points_to_win[of].max(1));
            Race { nearest, foe, worth: share(side) + share(side.other()) }
        };
        Races { all: battle.objectives.iter().take(MOST).map(race).collect() }
    }

    /// The sum of leads, weighted by what the objectives are worth.
    pub fn sum(&self) -> f32 {
        self.all.iter().map(|race| race.worth * lead(race.nearest.1, race.foe)).sum()
    }

    /// The leads that depend on one unit being on a hex: above those that its friends have without it.
    pub fn by(&self, battle: &Battle, unit: UnitId, hex: HexId) -> f32 {
        let gain = |(race, objective): (&Race, &Objective)| {
            let without = if race.nearest.0 == unit { race.nearest.2 } else { race.nearest.1 };
            let with = without.min(way(battle, objective, hex));
            race.worth * (lead(with, race.foe) - lead(without, race.foe))
        };
        self.all.iter().zip(&battle.objectives).map(gain).sum()
    }
}

/// The elapsed share of the turn limit, from 0 to 1.
pub fn elapsed(battle: &Battle, state: &State) -> f32 {
    (f32::from(state.player_turn) / f32::from(2 * battle.turn_limit.max(1))).min(1.0)
}

impl Scene<'_> {
    /// The elapsed share of the turn limit for a side that does not win by waiting: its losses are no lower than the
    /// enemy's, and no rule makes it the winner at the limit.
    pub fn urgency(&self) -> f32 {
        let (battle, state) = (self.battle, self.state);
        let lost = |side: Side| f32::from(state.side(side).units_lost) * self.share[side.index()];
        if battle.winner_at_limit == Some(self.side) || lost(self.side) < lost(self.side.other()) {
            return 0.0;
        }
        elapsed(battle, state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Evaluate;
    use crate::jomini::evaluate::tests::each_position;
    use crate::jomini::notation::sample;

    #[test]
    fn a_lead_is_the_enemy_s_loss_and_ends_at_a_decisive_one() {
        for (own, foe) in [(0, 0), (1, 2), (4, 2), (0, 9), (u8::MAX, 3)] {
            assert_eq!(lead(own, foe), -lead(foe, own));
        }
        assert_eq!([lead(2, 2), lead(0, 3), lead(0, 9), lead(3, 0)], [0.0, 1.0, 1.0, -1.0]);
    }

    #[test]
    fn races_are_those_of_the_enemy_seen_from_the_other_side() {
        let battle = sample::battle();
        let mut seen = 0;
        each_position(&battle, |state| {
            let [red, blue] = Side::BOTH.map(|side| Races::of(&battle, state, side));
            assert!((red.sum() + blue.sum()).abs() < 1e-5);
            // Where it is, a unit adds what the side would lose with it.
            for unit in battle.field.forces.units_on_table(state, Side::Red) {
                let gain = red.by(&battle, unit, state.unit(unit).hex);
                assert!(gain >= 0.0);
                seen += u32::from(gain > 0.0);
            }
        });
        assert!(battle.objectives.is_empty() || seen > 10, "{seen} units lead");
    }

    #[test]
    fn features_change_their_sign_with_the_side() {
        for battle in [sample::battle(), sample::in_contact()] {
            each_position(&battle, |state| {
                if !battle.is_quiet(state) {
                    return;
                }
                let features = Side::BOTH.map(|side| {
                    let mut features = vec![0.0; <Battle as Evaluate>::FEATURES.len()];
                    battle.features(state, side, &mut features);
                    features
                });
                for (place, (one, other)) in features[0].iter().zip(&features[1]).enumerate() {
                    let name = <Battle as Evaluate>::FEATURES[place].name;
                    assert!((one + other).abs() < 1e-4, "{name}: {one} and {other} in round {}", state.round());
                }
            });
        }
    }
}

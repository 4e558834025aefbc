//! The value of a place in deployment: infantry ahead in the middle, cavalry on the wings, guns with a free field of
//! fire, the camp in the middle of the edge, the general with good troops.

use super::numbers::{self, Numbers};
use crate::en_avant::army::troop::{Arm, Weight};
use crate::en_avant::state::action::{Action, Placement};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, Step, Unit, UnitId, side_of};
use crate::en_avant::table::geometry::Length;
use crate::game::Side;

impl Engagement {
    /// The value of a place for the piece that is set up.
    pub(super) fn place_of_piece(&self, state: &State, side: Side, action: &Action) -> Numbers {
        match state.step {
            Step::DeployAt(unit) => self.place_of_unit(state, side, unit, action),
            Step::DeployCamp => self.place_of_camp(state, action),
            Step::DeployGeneral => self.place_of_general(state, side, action),
            step => panic!("{step:?} sets up no piece"),
        }
    }

    /// The value of setting up a unit next: great and slow ones first.
    pub(super) fn unit_to_deploy(&self, state: &State, action: &Action) -> Numbers {
        let Action::DeployUnit(unit) = action else { action.not_offered() };
        let slow = match self.troops.profile(state, *unit).troop.arm {
            Arm::Infantry => 1.0,
            Arm::Elephant => 0.7,
            Arm::Artillery => 0.5,
            Arm::Cavalry => 0.0,
        };
        let mut numbers = Numbers::NONE;
        numbers.add(numbers::SIZE, f32::from(state.unit(*unit).bases) + 3.0 * slow);
        numbers
    }

    /// The value of a place for a unit.
    fn place_of_unit(&self, state: &State, side: Side, unit: UnitId, action: &Action) -> Numbers {
        let mut numbers = Numbers::NONE;
        let at = match action {
            Action::DeployAt(at) | Action::DeployLimbered(at) => at,
            Action::Pass => return numbers,
            action => action.not_offered(),
        };
        let ground = self.ground(state);
        let profile = self.troops.profile(state, unit);
        let troop = profile.troop;
        let own = if side == Side::Red { at.front } else { -at.front };
        let depth = (own.y + ground.half_depth) as f32 / self.measures.band.max(1) as f32;
        let aside = own.x.abs() as f32 / ground.half_width.max(1) as f32;
        numbers.add(numbers::FRONT, if troop.arm == Arm::Artillery { (1.0 + depth) / 2.0 } else { depth });
        let wing = match troop.arm {
            Arm::Cavalry => aside,
            Arm::Infantry if troop.weight == Weight::Light => 0.5 + aside / 2.0,
            Arm::Infantry | Arm::Artillery | Arm::Elephant => 1.0 - aside,
        };
        numbers.add(numbers::WING, wing);
        let mut placed = *state.unit(unit);
        (placed.front, placed.heading, placed.files) = (at.front, at.heading, at.files);
        numbers.add(numbers::STACKED, self.stacked(state, unit, &placed));
        let footprint = self.places().footprint_at(state, unit, &placed);
        let slowed = footprint.rectangles().iter().any(|it| ground.slowing(it) > 0);
        numbers.add(numbers::FREE, if slowed { 0.0 } else { 1.0 });
        if matches!(action, Action::DeployLimbered(_)) {
            // A gun that is to shoot from its place has no use for the teams; limbering up in a move is free.
            numbers.add(numbers::FREE, -0.5);
        }
        let bases = f32::from(placed.bases);
        // A unit that shoots wants every base in the first rank; one that fights wants a broad front that does
        // not fill the whole line.
        let share = f32::from(at.files) / bases;
        let wanted = if profile.range > 0 || placed.bases <= 3 { 1.0 } else { 0.5 };
        numbers.add(numbers::WIDTH, 3.0 * (1.0 - (share - wanted).abs()));
        numbers
    }

    /// The value of a place for the camp.
    fn place_of_camp(&self, state: &State, action: &Action) -> Numbers {
        match action {
            Action::DeployAt(at) => self.in_the_middle(state, at),
            Action::Pass => Numbers::NONE,
            action => action.not_offered(),
        }
    }

    /// The value of a unit, or a place, for the general.
    fn place_of_general(&self, state: &State, side: Side, action: &Action) -> Numbers {
        match action {
            Action::GeneralWith(unit) => {
                debug_assert_eq!(side_of(*unit), side);
                let troop = self.troops.profile(state, *unit).troop;
                let unsafe_there = troop.weight == Weight::Light || matches!(troop.arm, Arm::Artillery | Arm::Elephant);
                let steady = if unsafe_there { -3.0 } else { 1.0 };
                let mut numbers = Numbers::NONE;
                numbers.add(numbers::GENERAL, 0.2 * self.troops.points_left(state, *unit) + steady);
                numbers
            }
            Action::DeployAt(at) => self.in_the_middle(state, at),
            Action::Pass => Numbers::NONE,
            action => action.not_offered(),
        }
    }

    /// The value of a place near the middle of the edge.
    fn in_the_middle(&self, state: &State, at: &Placement) -> Numbers {
        let wide = self.ground(state).half_width.max(1) as f32;
        let mut numbers = Numbers::NONE;
        numbers.add(numbers::WING, 1.0 - at.front.x.abs() as f32 / wide);
        numbers
    }

    /// The share of the front of a unit at a place that friends ahead cover, and the share of the front of friends
    /// behind that it covers.
    fn stacked(&self, state: &State, unit: UnitId, placed: &Unit) -> f32 {
        let width = self.measures.width;
        let half = |it: &Unit| Length::from(it.files) * width / 2;
        let mut sum = 0.0;
        for friend in self.troops.on_table(state, side_of(unit)).filter(|friend| *friend != unit) {
            let other = state.unit(friend);
            let (ahead, aside) = placed.front.seen(placed.heading, other.front);
            let covered = if ahead > 0 { half(placed) } else { half(other) };
            let overlap = (half(placed) + half(other) - aside.abs()).min(2 * covered);
            sum += (overlap.max(0) as f32) / (2 * covered) as f32;
        }
        sum
    }
}

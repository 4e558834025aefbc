//! Setting up what a scenario has not placed: edges, order, camps, units, generals.
//!
//! Rules E2.11, E2.15, E2.39, E4.1, E4.16, E4.17, E4.18 with EI-24, EI-26, EI-28, EI-30, EI-104.

mod places;

use crate::en_avant::rules::{DeployMethod, Rules, SideMethod};
use crate::en_avant::state::action::{Action, Placement, Roll};
use crate::en_avant::state::arrival::Fault;
use crate::en_avant::state::engagement::{Engagement, ahead_of};
use crate::en_avant::state::footprint::Footprint;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::troops::Troops;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{NO_UNIT, Piece, State, Status, Step, Unit, UnitId};
use crate::en_avant::table::geometry::{Heading, Length, Point, Rectangle};
use crate::game::{IllegalAction, Side};
use std::cmp::Ordering;

impl State {
    /// The side of the higher combativity, if they differ.
    fn higher_combativity(&self) -> Option<Side> {
        match self.combativity(Side::Red).cmp(&self.combativity(Side::Blue)) {
            Ordering::Greater => Some(Side::Red),
            Ordering::Less => Some(Side::Blue),
            Ordering::Equal => None,
        }
    }

    /// Applies the die for the edges (E4.16).
    pub(super) fn apply_edge_roll(&mut self, roll: Roll) {
        if let Some(side) = roll.drawn() {
            self.step = Step::EdgeChoice(side);
        }
    }

    /// The unit at a placement, limbered or not.
    pub(in crate::en_avant) fn placed(&self, unit: UnitId, at: &Placement, limbered: bool) -> Unit {
        let mut placed = Unit { front: at.front, heading: at.heading, files: at.files, ..*self.unit(unit) };
        placed.set(Status::LIMBERED, limbered);
        placed
    }
}

impl Rules {
    /// Whether combativity is added to the dice for the order (E4.18).
    pub(super) fn adds_combativity(&self) -> bool {
        matches!(self.deploy_method, DeployMethod::D6PlusCombativity | DeployMethod::D6PlusCombativityLower)
    }
}

impl Troops {
    /// Whether a scenario has placed anything.
    fn anything_placed(&self, state: &State) -> bool {
        self.all_on_table(state).next().is_some() || Side::BOTH.iter().any(|side| state.side(*side).camp.present)
    }

    /// The next piece that a side sets up: its camp, then its units, then its general; none once all are placed.
    fn next_piece(&self, state: &State, side: Side) -> Option<Step> {
        let it = state.side(side);
        if !it.camp.present && !it.camp_lost {
            return Some(Step::DeployCamp);
        }
        if self.units_of(side).any(|unit| state.unit(unit).has(Status::RESERVE)) {
            return Some(Step::DeployUnit);
        }
        (it.general_unit == NO_UNIT && !it.general.present && !it.general_lost).then_some(Step::DeployGeneral)
    }

    /// The units that may be set up next.
    pub(super) fn deploy_unit_actions(&self, state: &State, sink: &mut impl Sink) {
        let waiting = self.units_of(state.active).filter(|unit| state.unit(*unit).has(Status::RESERVE));
        waiting.for_each(|unit| sink.push(Action::DeployUnit(unit)));
    }
}

impl Units<'_> {
    /// Whether pieces of a side are hidden from the other: behind a screen until the first turn.
    pub(in crate::en_avant) fn hides_set_up(self, state: &State) -> bool {
        state.turn == 0 && self.rules.deploy_method == DeployMethod::HiddenScreen
    }

    /// The position visible to a side: behind a screen the other side's pieces are absent until both have set up, and
    /// nothing shows their formations (E4.18). Combativities are known to both (E1.10, E4.21).
    pub(in crate::en_avant) fn view(self, state: &State, side: Side) -> State {
        let mut seen = *state;
        if self.hides_set_up(state) {
            for unit in self.troops.units_of(side.other()) {
                let it = seen.unit_mut(unit);
                if it.bases > 0 {
                    (it.front, it.heading, it.files) = (Point::ORIGIN, Heading::NORTH, 1);
                    it.set(Status::RESERVE, true);
                    it.set(Status::LIMBERED, false);
                }
            }
            let other = seen.side_mut(side.other());
            (other.camp, other.general, other.general_unit) = (Piece::default(), Piece::default(), NO_UNIT);
        }
        seen
    }
}

impl Engagement {
    /// Starts the choice of edges (E4.16, EI-24). On a table that looks the same from both edges there is none.
    pub(super) fn choose_edges(&self, state: &mut State) {
        let higher = state.higher_combativity();
        match (self.rules.side_method, higher) {
            _ if self.symmetric || self.troops.anything_placed(state) => self.start_deployment(state),
            (SideMethod::Scenario, _) => self.start_deployment(state),
            (SideMethod::HigherCombativity, Some(side)) => state.step = Step::EdgeChoice(side),
            (SideMethod::NotTerrainPlacer, _) => match self.placer {
                Some(side) => state.step = Step::EdgeChoice(side.other()),
                None => state.step = Step::EdgeRoll,
            },
            (SideMethod::RandomChooser | SideMethod::HigherCombativity, _) => state.step = Step::EdgeRoll,
        }
    }

    /// Applies the choice of an edge: red always sits at the lower one, so the table turns instead.
    pub(super) fn apply_edge_choice(&self, state: &mut State, action: Action) {
        if action == Action::TakeOtherEdge {
            state.turned = !state.turned;
        }
        self.start_deployment(state);
    }

    /// Determines who sets up first (E4.18, EI-24).
    pub(super) fn start_deployment(&self, state: &mut State) {
        let open = |side: Side| self.troops.next_piece(state, side).is_some();
        match (self.rules.deploy_method, open(Side::Red), open(Side::Blue)) {
            (_, false, false) => self.start_first_turn(state),
            (_, true, false) => self.deploy_first(state, Side::Red),
            (_, false, true) => self.deploy_first(state, Side::Blue),
            (DeployMethod::HiddenScreen | DeployMethod::Red, true, true) => self.deploy_first(state, Side::Red),
            (DeployMethod::Blue, true, true) => self.deploy_first(state, Side::Blue),
            (DeployMethod::HigherCombativityChooses, true, true) => match state.higher_combativity() {
                Some(side) => state.step = Step::DeployOrder(side),
                None => state.step = Step::DeployRoll,
            },
            (
                DeployMethod::D6PlusCombativity | DeployMethod::D6PlusCombativityLower | DeployMethod::AlternateUnits,
                true,
                true,
            ) => {
                state.step = Step::DeployRoll;
            }
        }
    }

    /// Applies the dice for the order (E4.18, EI-24): they determine the side that sets up first, or that may choose;
    /// with single units in turn the loser begins.
    pub(super) fn apply_deploy_roll(&self, state: &mut State, roll: Roll) {
        match (roll.drawn(), self.rules.deploy_method) {
            (None, _) => {}
            (Some(side), DeployMethod::HigherCombativityChooses) => state.step = Step::DeployOrder(side),
            (Some(side), DeployMethod::D6PlusCombativity) => self.deploy_first(state, side),
            (Some(side), _) => self.deploy_first(state, side.other()),
        }
    }

    /// Applies the choice whether to set up first.
    pub(super) fn apply_deploy_order(&self, state: &mut State, side: Side, action: Action) {
        self.deploy_first(state, if action == Action::GoFirst { side } else { side.other() });
    }

    fn deploy_first(&self, state: &mut State, side: Side) {
        state.deployed_first = side;
        state.active = side;
        self.go_on_deploying(state, side);
    }

    /// Proceeds to the next piece: of this side if it has one left, else of the other; then the first turn begins.
    fn go_on_deploying(&self, state: &mut State, side: Side) {
        for side in [side, side.other()] {
            if let Some(step) = self.troops.next_piece(state, side) {
                state.active = side;
                state.step = step;
                return;
            }
        }
        self.units().refresh_contacts(state);
        self.start_first_turn(state);
    }

    /// Proceeds after a unit has been set up: alternately, or with the same side.
    fn deployed(&self, state: &mut State) {
        let next =
            if self.rules.deploy_method == DeployMethod::AlternateUnits { state.active.other() } else { state.active };
        self.go_on_deploying(state, next);
    }

    /// Whether a rectangle lies in the deployment band of a side (E4.17, EI-26).
    pub fn in_band(&self, state: &State, side: Side, it: &Rectangle) -> bool {
        let ground = self.ground(state);
        let (reach_x, reach_y) = it.reach();
        // Seen from red: the distance of its far side from the edge of the side, with a tolerance for rounding.
        let y = if side == Side::Red { it.centre.y } else { -it.centre.y };
        let margin = self.rules.widths(self.rules.deployment_side_margin);
        ground.holds(it)
            && y + reach_y <= self.measures.band - ground.half_depth + 1
            && it.centre.x.abs() + reach_x <= ground.half_width - margin + 1
    }

    /// Whether a unit may be set up here (E4.17, E2.34, EI-26); horse artillery begins the game in either state
    /// (EI-104).
    pub(super) fn check_deploy_at(
        &self,
        state: &State,
        unit: UnitId,
        at: &Placement,
        limbered: bool,
    ) -> Result<(), Fault> {
        let fault = |words| Err(Fault(words));
        let side = state.active;
        if at.files == 0 || at.files > state.unit(unit).bases {
            return fault("a unit has at least one file and no more than its bases (E2.34)");
        }
        if limbered && !self.troops.profile(state, unit).troop.horse {
            return fault("only horse artillery has teams to be limbered to (EI-104)");
        }
        let footprint = self.places().footprint_at(state, unit, &state.placed(unit, at, limbered));
        if !footprint.rectangles().iter().all(|it| self.in_band(state, side, it)) {
            return fault("every base is set up in the deployment band of its side (E4.17)");
        }
        if !self.ground_allows(state, &footprint) {
            return fault("no unit is set up in impassable terrain (EI-26)");
        }
        self.check_clear(state, unit, &footprint)?;
        if footprint.rectangles().iter().any(|it| self.is_cut_by_obstacle(state, it)) {
            return fault("a linear obstacle runs through it (EI-18)");
        }
        Ok(())
    }

    /// Whether neither the camp of the active side nor another unit stands where a unit, or the general, is set up
    /// (EI-26).
    fn check_clear(&self, state: &State, unit: UnitId, footprint: &Footprint) -> Result<(), Fault> {
        let camp = self.measures.camp(state, state.active);
        let collides = |it: &Rectangle| self.measures.collide(it, &camp);
        if state.side(state.active).camp.present && footprint.rectangles().iter().any(collides) {
            return Err(Fault("the camp stands there (EI-26)"));
        }
        match self.places().overlapped(state, unit, footprint) {
            Some(_) => Err(Fault("another unit stands there (EI-26)")),
            None => Ok(()),
        }
    }

    /// A point of the band of a side, by its distances from the middle and from the edge of the side.
    fn band_point(&self, state: &State, side: Side, right: Length, from_edge: Length) -> Point {
        let edge = Point::new(0, -self.ground(state).half_depth);
        let point = edge + Point::new(right, from_edge);
        if side == Side::Red { point } else { -point }
    }

    /// Sets up a unit, or leaves it out for want of room.
    pub(super) fn apply_deploy_at(&self, state: &mut State, unit: UnitId, action: Action) {
        match action {
            Action::DeployAt(at) | Action::DeployLimbered(at) => {
                let placed = state.placed(unit, &at, matches!(action, Action::DeployLimbered(_)));
                *state.unit_mut(unit) = placed;
                state.unit_mut(unit).set(Status::RESERVE, false);
            }
            _ => *state.unit_mut(unit) = Unit::NONE,
        }
        self.deployed(state);
    }

    /// Whether the camp may stand here (EI-26, EI-30).
    pub(super) fn check_camp(&self, state: &State, at: &Placement) -> Result<(), Fault> {
        let camp = Rectangle::behind(at.front, at.heading, self.measures.camp.0, self.measures.camp.1);
        let ground = self.ground(state);
        if !self.in_band(state, state.active, &camp) || ground.bars(&camp, self.measures.touch) {
            return Err(Fault("the camp stands in the deployment band, on ground that can be entered (EI-30)"));
        }
        Ok(())
    }

    /// The proposed places of the camp: along the edge of its side, in the middle and to either side.
    pub(super) fn camp_actions(&self, state: &State, sink: &mut impl Sink) {
        let side = state.active;
        let half = self.ground(state).half_width;
        let step = self.measures.width / 2;
        let chosen = [0, -1, 1, -2, 2].map(|part| part * half / 3);
        // If none of the preferred places is free, any place.
        let others = (-half / step..=half / step).map(|place| place * step);
        let fits = |right: Length| {
            let front = self.band_point(state, side, right, self.measures.camp.1);
            let at = Placement { front, heading: ahead_of(side), files: 1 };
            self.check_camp(state, &at).is_ok().then_some(Action::DeployAt(at))
        };
        let mut found = false;
        let mut push = |action| {
            found = true;
            sink.push(action);
        };
        chosen.into_iter().filter_map(fits).for_each(&mut push);
        if !found {
            let mut push = |action| {
                found = true;
                sink.push(action);
            };
            others.filter_map(fits).for_each(&mut push);
        }
        if !found {
            sink.push(Action::Pass);
        }
    }

    /// Places the camp.
    pub(super) fn apply_camp(&self, state: &mut State, action: Action) {
        let side = state.active;
        let it = state.side_mut(side);
        match action {
            Action::DeployAt(at) => {
                it.camp = Piece { front: at.front, heading: at.heading, present: true, activated: false }
            }
            // Without room for a camp there is none to be lost.
            _ => it.camp_lost = true,
        }
        self.go_on_deploying(state, side);
    }

    /// The proposed places of a separate general: in contact behind each of his units; or the units with which he may
    /// fight (EI-28).
    pub(super) fn general_actions(&self, state: &State, sink: &mut impl Sink) {
        let side = state.active;
        if self.troops.on_table(state, side).next().is_none() {
            return sink.push(Action::Pass);
        }
        if !self.separate_general[side] {
            return self.troops.on_table(state, side).for_each(|unit| sink.push(Action::GeneralWith(unit)));
        }
        let may_be_at = |at: &Placement| self.check_general_at(state, at).is_ok();
        let middle = self.near_the_middle(state, may_be_at);
        let mut found = false;
        for unit in self.troops.on_table(state, side) {
            let at = self.places().behind_unit(state, unit);
            if Some(at) != middle && may_be_at(&at) {
                found = true;
                sink.push(Action::DeployAt(at));
            }
        }
        match middle {
            Some(at) => sink.push(Action::DeployAt(at)),
            None if found => {}
            None => sink.push(Action::Pass),
        }
    }

    /// The place for a separate general that is nearest to the edge of the active side and then to its middle, of those
    /// that are allowed.
    fn near_the_middle(&self, state: &State, may_be_at: impl Fn(&Placement) -> bool) -> Option<Placement> {
        let (side, ground) = (state.active, self.ground(state));
        let step = self.measures.width / 2;
        let aside = || std::iter::once(0).chain((1..=ground.half_width / step).flat_map(|steps| [steps, -steps]));
        let rows = 0..=2 * ground.half_depth / step;
        let at = |(row, steps): (Length, Length)| Placement {
            front: self.band_point(state, side, steps * step, self.measures.general_depth + row * step),
            heading: ahead_of(side),
            files: 1,
        };
        rows.flat_map(|row| aside().map(move |steps| (row, steps))).map(at).find(may_be_at)
    }

    /// Whether a separate general may be set up here (EI-26, EI-28): he may touch his camp and his units, but stands on
    /// none of them.
    fn check_general_at(&self, state: &State, at: &Placement) -> Result<(), Fault> {
        let side = state.active;
        let base = Rectangle::behind(at.front, at.heading, self.measures.width, self.measures.general_depth);
        if !self.in_band(state, side, &base) || self.ground(state).bars(&base, self.measures.touch) {
            return Err(Fault(
                "the general is set up in the deployment band of his side, on ground that can be entered (EI-26)",
            ));
        }
        self.check_clear(state, NO_UNIT, &Footprint::from(base))
    }

    /// Whether the general may be set up here on a base of his own, if he has one.
    pub(super) fn check_general(&self, state: &State, at: &Placement) -> Result<(), IllegalAction> {
        match self.separate_general[state.active] {
            true => Ok(self.check_general_at(state, at)?),
            false => self.check_listed(state, &Action::DeployAt(*at)),
        }
    }

    /// Places the general.
    pub(super) fn apply_general(&self, state: &mut State, action: Action) {
        let side = state.active;
        let it = state.side_mut(side);
        match action {
            Action::GeneralWith(unit) => it.general_unit = unit,
            Action::DeployAt(at) => {
                it.general = Piece { front: at.front, heading: at.heading, present: true, activated: false }
            }
            _ => it.general_lost = true,
        }
        self.go_on_deploying(state, side);
    }
}

//! Events of decisions: set-up, actions, choices in a fight.

use super::counts::Counts;
use super::names::EventKind;
use crate::en_avant::rules::DeployMethod;
use crate::en_avant::state::action::{Action, Change, Facing, action_table};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{Placing, State, Status, Step, UnitId, step_table};
use crate::game::columns::optional;

macro_rules! define_events_of_actions {
    ($( $kind:ident = $name:literal, $idle:ident, $form:ident {
        $(
            $(#[$meta:meta])*
            $action:ident $(($field:ident: $data:ty))? says $words:tt $(counts $event:ident)?,
        )+
    } )+) => {
        /// The event that an action always counts as.
        const fn of_action(action: Action) -> Option<EventKind> {
            match action {
                $( $( Action::$action { .. } => optional!($(EventKind::$event)?), )+ )+
            }
        }
    };
}

action_table!(define_events_of_actions);

macro_rules! define_events_of_steps {
    ($(
        $(#[$meta:meta])*
        $step:ident $(($($field:ident),+))? = $name:literal: $wait:ident $(($who:ident $(, $what:ident)+))?, $phase:expr
            $(, says $words:literal $(else $failed:literal)?)?
            $(, counts $event:ident)?
            $(, declined $declined:literal $(counts $refusal:ident)?)?;
    )+) => {
        /// The event that the roll of a step, or every decision but declining, counts as.
        pub(super) const fn of_step(step: Step) -> Option<EventKind> {
            match step { $( Step::$step { .. } => optional!($(EventKind::$event)?), )+ }
        }

        /// The event that declining counts as.
        const fn of_refusal(step: Step) -> Option<EventKind> {
            match step { $( Step::$step { .. } => optional!($($(EventKind::$refusal)?)?), )+ }
        }
    };
}

step_table!(define_events_of_steps);

/// The event that a decision counts as by its step.
const fn of_decision(step: Step, action: Action) -> Option<EventKind> {
    match action {
        Action::Pass => of_refusal(step),
        _ => of_step(step),
    }
}

impl State {
    fn count_activation(&self, action: Action, after: &State, counts: &mut Counts) {
        match action {
            Action::Done => counts.add_if(self.passes(), EventKind::Pass),
            Action::Activate(unit) if self.unit(unit).has(Status::ROUTING) => {
                counts.add(EventKind::RoutingFirst);
                let rallies = !after.unit(unit).has(Status::ROUTING);
                counts.add_if(rallies, EventKind::Rallies);
                counts.add_if(rallies, EventKind::Rallied);
            }
            _ => {}
        }
    }

    /// Counts the formation that a unit has adopted, and its turn (E6.2, EI-9).
    fn count_formation(&self, unit: UnitId, change: &Change, after: &State, counts: &mut Counts) {
        counts.add(EventKind::Formation);
        let it = after.unit(unit);
        counts.add_if(it.bases > 1 && it.files == it.bases, EventKind::Line);
        counts.add_if(it.is_column(), EventKind::Column);
        counts.add_if(it.files > 1 && it.files < it.bases, EventKind::Ranks);
        counts.add_if(it.in_last_rank() < it.files, EventKind::ShortRank);
        counts.add_if(it.is_square(), EventKind::Square);
        counts.add_if(matches!(change.facing, Facing::Left | Facing::Right), EventKind::QuarterTurn);
        counts.add_if(change.facing == Facing::About, EventKind::AboutTurn);
    }
}

impl Engagement {
    /// Counts a decision, taken by a side or without a choice: the event that the tables state, and what depends on the
    /// position.
    pub(super) fn count_decision(&self, before: &State, action: Action, after: &State, counts: &mut Counts) {
        if let Some(kind) = of_action(action).or_else(|| of_decision(before.step, action)) {
            counts.add(kind);
        }
        match before.step {
            Step::DeployAt(_) => {
                counts.add_if(self.rules.deploy_method == DeployMethod::AlternateUnits, EventKind::AlternateUnits);
                counts.add_if(self.rules.deploy_method == DeployMethod::HiddenScreen, EventKind::HiddenScreen);
            }
            Step::DeployGeneral => counts.add_if(matches!(action, Action::DeployAt(_)), EventKind::GeneralApart),
            Step::Impulse => before.count_activation(action, after, counts),
            Step::Act(unit) => self.count_act(before, unit, action, after, counts),
            Step::Place(unit, placing) => self.count_placing(before, unit, placing, action, after, counts),
            Step::Results(unit) => {
                let mut offered: Vec<Action> = Vec::new();
                self.results_actions(before, unit, &mut offered);
                counts.add_if(offered.len() > 1, EventKind::Chosen);
            }
            // What the others count as, if anything, is in the tables, or is counted by its effect.
            _ => {}
        }
    }

    fn count_act(&self, before: &State, unit: UnitId, action: Action, after: &State, counts: &mut Counts) {
        self.count_screens(before, unit, counts);
        match action {
            Action::Reorganise => counts.add_if(!after.unit(unit).has(Status::DISORDERED), EventKind::Rallies),
            Action::Halt => counts.add(EventKind::Halt),
            _ => {}
        }
    }

    fn count_placing(
        &self,
        before: &State,
        unit: UnitId,
        placing: Placing,
        action: Action,
        after: &State,
        counts: &mut Counts,
    ) {
        if placing == Placing::Move {
            self.count_bars(before, unit, counts);
        }
        match action {
            Action::Form(change) => {
                before.count_formation(unit, &change, after, counts);
                // E11.9, EI-74.
                counts.add_if(self.units().turns_to_face(before, unit, &change), EventKind::SurprisedTurn);
            }
            Action::MoveAlong(path) => self.count_move(before, unit, &path, after, counts),
            Action::Limber(false) => counts.add(EventKind::Unlimbers),
            Action::Dismount(on_foot) => counts.add(if on_foot { EventKind::Dismounts } else { EventKind::Mounts }),
            Action::Halt => counts.add_if(placing == Placing::Shot, EventKind::WastedShot),
            _ => {}
        }
    }
}

//! Events of decisions: set-up, actions, choices in a fight.

use super::counts::Counts;
use super::names::EventKind;
use crate::en_avant::rules::DeployMethod;
use crate::en_avant::state::action::{Action, Change, Facing};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{Placing, State, Status, Step, UnitId};

impl State {
    fn count_activation(&self, action: Action, after: &State, counts: &mut Counts) {
        match action {
            Action::Done => counts.add_if(self.activated == 0, EventKind::Pass),
            Action::Activate(unit) if self.unit(unit).has(Status::ROUTING) => {
                counts.add(EventKind::RoutingFirst);
                let rallies = !after.unit(unit).has(Status::ROUTING);
                counts.add_if(rallies, EventKind::Rallies);
                counts.add_if(rallies, EventKind::Rallied);
            }
            _ => {}
        }
    }

    /// Counts the formation that a unit has adopted, and its turn (E6.2, EI-9, EI-74).
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
        counts.add_if(self.unit(unit).has(Status::ENGAGED), EventKind::SurprisedTurn);
    }
}

impl Engagement {
    /// Counts a decision, taken by a side or without a choice.
    pub(super) fn count_decision(&self, before: &State, action: Action, after: &State, counts: &mut Counts) {
        match before.step {
            Step::EdgeChoice(_) => {
                counts.add(if action == Action::KeepEdge { EventKind::KeepsEdge } else { EventKind::OtherEdge })
            }
            Step::DeployOrder(_) => counts.add(EventKind::DeployChoice),
            Step::InitiativeChoice(_) => counts.add(EventKind::InitiativeChoice),
            Step::DeployCamp => counts.add_if(matches!(action, Action::DeployAt(_)), EventKind::Camp),
            Step::DeployAt(_) => {
                counts.add_if(action == Action::Pass, EventKind::NoRoom);
                counts.add_if(self.rules.deploy_method == DeployMethod::AlternateUnits, EventKind::AlternateUnits);
                counts.add_if(self.rules.deploy_method == DeployMethod::HiddenScreen, EventKind::HiddenScreen);
            }
            Step::DeployGeneral => {
                counts.add_if(matches!(action, Action::DeployAt(_)), EventKind::GeneralApart);
                counts.add_if(matches!(action, Action::GeneralWith(_)), EventKind::GeneralEmbedded);
            }
            Step::Impulse => before.count_activation(action, after, counts),
            Step::Act(unit) => self.count_act(before, unit, action, after, counts),
            Step::Place(unit, placing) => self.count_placing(before, unit, placing, action, after, counts),
            Step::MoveGeneral => counts.add_if(matches!(action, Action::GeneralTo(_)), EventKind::General),
            Step::RallyFacing(_) => counts.add_if(action == Action::TurnAbout, EventKind::TurnsAbout),
            Step::Six(_) => counts.add(if action == Action::Keep { EventKind::Kept } else { EventKind::RolledAgain }),
            Step::Struck(_) => counts.add(EventKind::StruckChosen),
            Step::ContagionChoice(_) => counts.add(EventKind::ContagionChosen),
            Step::Results(unit) => {
                let mut offered: Vec<Action> = Vec::new();
                self.results_actions(before, unit, &mut offered);
                counts.add_if(offered.len() > 1, EventKind::Chosen);
            }
            Step::LossFrom(_) => counts.add(EventKind::LossAtEnd),
            Step::RecoilTo(_) => counts.add(EventKind::RecoilWay),
            Step::Pursuit(_) => {
                counts.add(if action == Action::Pursue { EventKind::Pursues } else { EventKind::Declines });
            }
            Step::GeneralFollows(_) => {
                counts.add(if action == Action::GeneralAlong { EventKind::GoesAlong } else { EventKind::StaysBehind });
            }
            // Their decisions are not events, or are counted by their effects.
            Step::DeployUnit
            | Step::StopAnswer
            | Step::MeleeOrder
            | Step::Leader(_)
            | Step::Opponent(_)
            | Step::Course(_)
            | Step::FleeTo(_) => {}
            Step::EdgeRoll
            | Step::ObjectiveRoll(_)
            | Step::DeployRoll
            | Step::InitiativeRoll
            | Step::ReorganiseRoll(_)
            | Step::BreakOffRoll(_)
            | Step::TargetRoll(_)
            | Step::ShotRoll
            | Step::SaveRoll
            | Step::MeleeRoll(_)
            | Step::SixRoll(_)
            | Step::ContagionRoll(_)
            | Step::Over => unreachable!("this step waits for no decision"),
        }
    }

    fn count_act(&self, before: &State, unit: UnitId, action: Action, after: &State, counts: &mut Counts) {
        self.count_screens(before, unit, counts);
        match action {
            Action::Reorganise => {
                counts.add(EventKind::Reorganise);
                counts.add_if(!after.unit(unit).has(Status::DISORDERED), EventKind::Rallies);
            }
            Action::BreakOff => counts.add(EventKind::BreakOff),
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
            Action::Form(change) => before.count_formation(unit, &change, after, counts),
            Action::MoveAlong(path) => self.count_move(before, unit, &path, after, counts),
            Action::Limber(false) => counts.add(EventKind::Unlimbers),
            Action::Dismount(on_foot) => counts.add(if on_foot { EventKind::Dismounts } else { EventKind::Mounts }),
            Action::Halt => counts.add_if(placing == Placing::Shot, EventKind::WastedShot),
            _ => {}
        }
    }
}

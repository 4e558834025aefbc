//! What decisions count: set-up, actions, results of impacts, flight, pursuit.

use super::names::{Counts, Happening};
use crate::en_avant::action::{Action, Change, Facing, Results};
use crate::en_avant::engagement::{Engagement, ahead_of};
use crate::en_avant::rout::Flight;
use crate::en_avant::rules::DeployMethod;
use crate::en_avant::state::{NO_UNIT, Placing, State, Step, UnitId, side_of, status};
use crate::en_avant::troop::Arm;

impl Engagement {
    /// Counts a decision, taken by a side or without a choice.
    pub(super) fn count_decision(&self, before: &State, action: Action, after: &State, counts: &mut Counts) {
        match (before.step, action) {
            (Step::EdgeChoice(_), Action::KeepEdge) => counts.add(Happening::KeepsEdge),
            (Step::EdgeChoice(_), _) => counts.add(Happening::OtherEdge),
            (Step::DeployOrder(_), _) => counts.add(Happening::DeployChoice),
            (Step::InitiativeChoice(_), _) => counts.add(Happening::InitiativeChoice),
            (Step::DeployCamp, Action::DeployAt(_)) => counts.add(Happening::Camp),
            (Step::DeployAt(_), action) => {
                counts.add_if(action == Action::Pass, Happening::NoRoom);
                counts.add_if(self.rules.deploy_method == DeployMethod::AlternateUnits, Happening::AlternateUnits);
                counts.add_if(self.rules.deploy_method == DeployMethod::HiddenScreen, Happening::HiddenScreen);
            }
            (Step::DeployGeneral, Action::DeployAt(_)) => counts.add(Happening::GeneralApart),
            (Step::DeployGeneral, Action::GeneralWith(_)) => counts.add(Happening::GeneralEmbedded),
            (Step::Impulse, action) => self.count_activation(before, action, after, counts),
            (Step::Act(unit), action) => self.count_act(before, unit, action, after, counts),
            (Step::Place(unit, placing), action) => self.count_placing(before, unit, placing, action, after, counts),
            (Step::MoveGeneral, Action::GeneralTo(_)) => counts.add(Happening::General),
            (Step::RallyFacing(_), Action::TurnAbout) => counts.add(Happening::TurnsAbout),
            (Step::Course(unit), Action::Send(_)) => self.count_trampled(before, after, unit, counts),
            (Step::Six(_), action) => {
                counts.add(if action == Action::Keep { Happening::Kept } else { Happening::RolledAgain })
            }
            (Step::Struck(_), _) => counts.add(Happening::StruckChosen),
            (Step::ContagionChoice(_), _) => counts.add(Happening::ContagionChosen),
            (Step::Results(unit), Action::Take(results)) => self.count_results(before, unit, results, after, counts),
            (Step::LossFrom(unit), _) => {
                counts.add(Happening::LossAtEnd);
                let clash = &before.clash;
                self.count_losses_of(before, unit, (clash.losses, clash.recoils), after, counts);
            }
            (Step::RecoilTo(unit), _) => {
                counts.add(Happening::RecoilWay);
                self.count_losses_of(before, unit, (0, before.clash.recoils), after, counts);
            }
            (Step::FleeTo(unit), Action::FleeTo(way)) => {
                counts.add_if(way != ahead_of(side_of(unit)).opposite(), Happening::NearestEdge);
                counts.add(match self.flight(before, unit, way) {
                    Flight::To(_) => Happening::Flight,
                    Flight::Away => Happening::LeavesTable,
                    Flight::Blocked => Happening::FlightBlocked,
                });
            }
            (Step::Pursuit(unit), action) => {
                counts.add(if action == Action::Pursue { Happening::Pursues } else { Happening::Declines });
                let meets = after.unit(unit).has(status::ENGAGED) && after.unit(unit).front != before.unit(unit).front;
                counts.add_if(meets, Happening::IntoContact);
            }
            (Step::GeneralFollows(_), action) => {
                counts.add(if action == Action::GeneralAlong { Happening::GoesAlong } else { Happening::StaysBehind });
            }
            _ => {}
        }
    }

    fn count_activation(&self, before: &State, action: Action, after: &State, counts: &mut Counts) {
        match action {
            Action::Done => counts.add_if(before.activated == 0, Happening::Pass),
            Action::Activate(unit) if before.unit(unit).has(status::ROUTING) => {
                counts.add(Happening::RoutingFirst);
                let rallies = !after.unit(unit).has(status::ROUTING);
                counts.add_if(rallies, Happening::Rallies);
                counts.add_if(rallies, Happening::Rallied);
            }
            _ => {}
        }
    }

    fn count_act(&self, before: &State, unit: UnitId, action: Action, after: &State, counts: &mut Counts) {
        self.count_screens(before, unit, counts);
        match action {
            Action::Reorganise => {
                counts.add(Happening::Reorganise);
                counts.add_if(!after.unit(unit).has(status::DISORDERED), Happening::Rallies);
            }
            Action::BreakOff => counts.add(Happening::BreakOff),
            Action::Halt => counts.add(Happening::Halt),
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
            Action::Form(change) => self.count_formation(before, unit, &change, after, counts),
            Action::MoveAlong(path) => self.count_move(before, unit, &path, after, counts),
            Action::Limber(false) => counts.add(Happening::Unlimbers),
            Action::Dismount(on_foot) => counts.add(if on_foot { Happening::Dismounts } else { Happening::Mounts }),
            Action::ShootAt(target) => counts.add_if(!self.targets(before, unit).has(target), Happening::WastedShot),
            Action::Halt => counts.add_if(placing == Placing::Shot, Happening::WastedShot),
            _ => {}
        }
    }

    /// The formation into which a unit has gone, and its turn (E6.2, EI-9, EI-74).
    fn count_formation(&self, before: &State, unit: UnitId, change: &Change, after: &State, counts: &mut Counts) {
        counts.add(Happening::Formation);
        let it = after.unit(unit);
        counts.add_if(it.bases > 1 && it.files == it.bases, Happening::Line);
        counts.add_if(it.is_column(), Happening::Column);
        counts.add_if(it.files > 1 && it.files < it.bases, Happening::Ranks);
        counts.add_if(it.in_last_rank() < it.files, Happening::ShortRank);
        counts.add_if(it.is_square(), Happening::Square);
        counts.add_if(matches!(change.facing, Facing::Left | Facing::Right), Happening::QuarterTurn);
        counts.add_if(change.facing == Facing::About, Happening::AboutTurn);
        counts.add_if(before.unit(unit).has(status::ENGAGED), Happening::SurprisedTurn);
    }

    /// How impacts were taken (E10.2).
    fn count_results(&self, before: &State, unit: UnitId, results: Results, after: &State, counts: &mut Counts) {
        let mut offered: Vec<Action> = Vec::new();
        self.results_actions(before, unit, &mut offered);
        counts.add_if(offered.len() > 1, Happening::Chosen);
        counts.add_if(results.disorder, Happening::Disorder);
        counts.add_if(results.losses > 0, Happening::Loss);
        counts.add_if(results.recoils > 0, Happening::Recoil);
        counts.add_if(results.recoils > 1, Happening::SeveralRecoils);
        self.count_losses_of(before, unit, (results.losses, results.recoils), after, counts);
    }

    /// What has become of a unit that had so many losses and recoils to take, and of others by it (E10.11, E10.12,
    /// EI-70).
    fn count_losses_of(
        &self,
        before: &State,
        unit: UnitId,
        (losses, recoils): (u8, u8),
        after: &State,
        counts: &mut Counts,
    ) {
        let spared = before.unit(unit).bases > losses;
        if !after.unit(unit).is_on_table() && spared {
            let crew = self.arm(before, unit) == Arm::Artillery && before.clash.routs;
            counts.add_if(crew, Happening::CrewFlees);
            counts.add_if(!crew && recoils > 0, Happening::BlockedRecoil);
        }
        let trampled = |other: UnitId| {
            let foot = other != unit && self.arm(before, other) == Arm::Infantry && other != NO_UNIT;
            foot && after.unit(other).bases < before.unit(other).bases
        };
        let by_horse = recoils > 0 && self.arm(before, unit) == Arm::Cavalry;
        counts.add_if(by_horse && self.all_on_table(before).any(trampled), Happening::Trampled);
    }
}

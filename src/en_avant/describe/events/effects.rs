//! Events counted where they take effect: those of shots, melees and flights at their stage (`combat/flow.rs`), and
//! objectives taken.

use super::counts::Counts;
use super::names::EventKind;
use crate::en_avant::combat::observer::{Effect, Observer};
use crate::en_avant::combat::recoil::Recoil;
use crate::en_avant::combat::rout::{Flight, own_edge};
use crate::en_avant::combat::sixes::SixRoll;
use crate::en_avant::state::{State, Status, UnitId, UnitSet, side_of};
use crate::game::Side;

impl Observer for Counts<'_> {
    fn observe(&mut self, state: &State, effect: Effect) {
        match effect {
            Effect::WastedShot => self.add(EventKind::WastedShot),
            Effect::Round => self.round(state),
            Effect::SixRoll(SixRoll::Again | SixRoll::Gained) => self.add(EventKind::Gained),
            Effect::SixRoll(SixRoll::Lost) => self.add(EventKind::Risked),
            Effect::Saves(saved) => self.add_times(saved, EventKind::Saved),
            Effect::Losses(bases) => self.add_times(bases, EventKind::Loss),
            Effect::Recoil(_, Recoil::Prevented) => {}
            Effect::Recoil(recoils, recoil) => {
                self.add(EventKind::Recoil);
                self.add_if(recoils > 1, EventKind::SeveralRecoils);
                self.add_if(recoil == Recoil::Trampling, EventKind::Trampled);
                self.add_if(recoil == Recoil::Destroyed, EventKind::BlockedRecoil);
            }
            Effect::Disorder => self.add(EventKind::Disorder),
            Effect::Rout => self.add(EventKind::Routs),
            Effect::Rampage => self.add(EventKind::RunsWild),
            Effect::Stampede { elephant, again, destroyed } => {
                self.add_if(again, EventKind::RunsOnWild);
                self.trampled(elephant, destroyed);
            }
            Effect::Contagion { routs } => {
                self.add(EventKind::Contagion);
                self.add_if(routs, EventKind::Spreads);
            }
            Effect::FurtherFlight => self.add(EventKind::RunsOn),
            Effect::CrewFlees => self.add(EventKind::CrewFlees),
            Effect::Flight { unit, way, flight } => {
                self.add_if(way != own_edge(unit), EventKind::NearestEdge);
                self.add(match flight {
                    Flight::To(_) => EventKind::Flight,
                    Flight::Away => EventKind::LeavesTable,
                    Flight::Blocked => EventKind::FlightBlocked,
                });
            }
            Effect::Objective { retaken } => {
                self.add(if retaken { EventKind::ObjectiveRetaken } else { EventKind::ObjectiveTaken });
            }
            Effect::Overflow => self.add(EventKind::Overflow),
            Effect::Pursuit { meets } => self.add_if(meets, EventKind::IntoContact),
        }
    }
}

impl Counts<'_> {
    /// Counts a round of melee that has begun.
    fn round(&mut self, state: &State) {
        let clash = &state.clash;
        let of_side = |side| clash.units.iter().filter(move |unit| side_of(*unit) == side);
        self.add(EventKind::Round);
        self.add_if(Side::BOTH.iter().any(|side| of_side(*side).nth(1).is_some()), EventKind::Several);
        self.add_if(clash.after_pursuit, EventKind::AfterPursuit);
        let attacked = clash.units.iter().any(|unit| state.unit(unit).has(Status::CHARGED));
        self.add_if(!attacked, EventKind::LaterRound);
    }

    /// Counts the units that an uncontrollable elephant has destroyed, possibly itself among them.
    fn trampled(&mut self, elephant: UnitId, destroyed: UnitSet) {
        for unit in destroyed.iter() {
            self.add(match unit {
                unit if unit == elephant => EventKind::ElephantGone,
                unit if side_of(unit) == side_of(elephant) => EventKind::TramplesFriend,
                _ => EventKind::TramplesEnemy,
            });
        }
    }
}

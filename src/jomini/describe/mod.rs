//! A game told in plain words: what a side chooses (`describe/action.rs`), what the dice show (`describe/roll.rs`),
//! what comes of it (`describe/change.rs`). Here are the names by which the story calls sides, units and officers;
//! those of orders stand in `order_names.rs`.

mod action;
mod change;
mod draw;
pub(super) mod events;
mod picture;
mod questions;
mod roll;
mod show;

use crate::game::Side;
use crate::jomini::army::unit::Rank;
use crate::jomini::combat::blow::Blow;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::notation::{officer_id, unit_id};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{NO_UNIT, OfficerId, State, Step, UnitId};

impl Battle {
    /// A side by the name of its army, and by its colour too where both armies have one name.
    pub fn side_words(&self, side: Side) -> String {
        // Armies go by the names of their files: "france-1812" is France 1812.
        let mut letters = self.army_names[side].chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        let name: String =
            first.chain(letters.map(|letter| if matches!(letter, '-' | '_') { ' ' } else { letter })).collect();
        match name.as_str() {
            "" => side.to_string(),
            _ if self.army_names[side] == self.army_names[side.other()] => format!("{name} ({side})"),
            _ => name,
        }
    }

    /// A unit by its name and its short name.
    pub fn unit_words(&self, unit: UnitId) -> String {
        format!("{} ({})", self.unit_names[usize::from(unit)], unit_id(unit))
    }

    /// A unit with its elements and its hex.
    pub fn unit_in_full(&self, state: &State, unit: UnitId) -> String {
        let it = state.unit(unit);
        let (name, id) = (&self.unit_names[usize::from(unit)], unit_id(unit));
        let place = if it.hex == NO_HEX { "off the table".to_owned() } else { format!("at {}", self.hex_name(it.hex)) };
        format!("{name} ({id}, {}) {place}", count(u32::from(it.elements), "element"))
    }

    /// An officer by his name and his short name.
    pub fn officer_words(&self, officer: OfficerId) -> String {
        format!("{} ({})", self.officer_names[usize::from(officer)], officer_id(officer))
    }

    /// The unit that the game now asks about or rolls for, where it is one and the actions do not name it.
    pub fn acting_unit(&self, state: &State) -> Option<UnitId> {
        if state.flight_count > 0 {
            return None;
        }
        let combat = &state.combat;
        let unit = match state.step {
            Step::DeployAt(unit)
            | Step::FrontRank(unit)
            | Step::ImpetuousRoll(unit)
            | Step::UnreliableRoll(unit)
            | Step::DeficientRoll(unit)
            | Step::Accompany(unit, _) => unit,
            Step::Destination(mover) => mover.unit,
            Step::AttackOrder
            | Step::FollowUp
            | Step::Pursuit
            | Step::PursuitAttack
            | Step::BreakthroughAttack
            | Step::ChangeableMove => combat.attacker,
            Step::BreakOff | Step::DefenceOrder | Step::Withdraw | Step::FallBack | Step::Riposte => combat.defender,
            Step::StampedeRoll | Step::Stampede => Battle::running_elephant(state).unwrap_or(NO_UNIT),
            Step::LeadForDice | Step::StrikeRoll | Step::WindOfBall | Step::Sharpshoot
                if combat.attacker != NO_UNIT =>
            {
                Blow::running(state).striker
            }
            Step::Dodge
            | Step::LeadAgainstLoss
            | Step::Ignore
            | Step::Sacrifice
            | Step::Retreat
            | Step::PanicRoll(_)
            | Step::WoundRoll(_)
                if combat.attacker != NO_UNIT =>
            {
                Blow::running(state).struck
            }
            _ => NO_UNIT,
        };
        (unit != NO_UNIT).then_some(unit)
    }
}

/// A number of things, with the plural where it is due.
pub(super) fn count(number: u32, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// Several words one after the other: "a, b and c".
pub(super) fn listed(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// The rank of an officer in words.
pub fn rank_words(rank: Rank) -> &'static str {
    match rank {
        Rank::CommanderInChief => "commander-in-chief",
        Rank::SubGeneral => "sub-general",
        Rank::SeniorOfficer => "senior officer",
    }
}

#[cfg(test)]
mod tests;

//! The result of checking a move: where it leads, or what forbids it.

use super::Unit;
use crate::game::IllegalAction;

/// What forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::en_avant) struct Fault(pub &'static str);

impl From<Fault> for IllegalAction {
    fn from(fault: Fault) -> IllegalAction {
        IllegalAction(fault.0.to_owned())
    }
}

/// The end of a legal move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::en_avant) struct Arrival {
    /// The unit at the end, aligned with the enemy that it attacks.
    pub unit: Unit,
    /// The enemy attacked, if it conforms or turns about.
    pub target: Option<Unit>,
    /// Whether it has turned its back (E7.10).
    pub retreats: bool,
    /// Whether it has met the enemy's general on its way (EI-29).
    pub meets_general: bool,
    /// Whether it has gone over the enemy's camp (EI-30).
    pub meets_camp: bool,
}

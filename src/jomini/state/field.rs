//! The battlefield: rules, map and forces together, and the parts of it that most functions need.

use super::forces::Forces;
use crate::jomini::map::board::Board;
use crate::jomini::rules::Rules;

/// What movement and combat on the map depend on besides the position; reserves, exits and objectives are not part of
/// it.
#[derive(Clone, Debug)]
pub struct Battlefield {
    /// The numbers and switches.
    pub rules: Rules,
    /// The map.
    pub board: Board,
    /// The units and officers of both sides.
    pub forces: Forces,
}

/// The units under the rules, wherever they are.
#[derive(Clone, Copy)]
pub struct Units<'a> {
    /// The numbers and switches.
    pub rules: &'a Rules,
    /// The units and officers of both sides.
    pub forces: &'a Forces,
}

/// Where units and officers are on the map, independent of the rules.
#[derive(Clone, Copy)]
pub struct Positions<'a> {
    /// The map.
    pub board: &'a Board,
    /// The units and officers of both sides.
    pub forces: &'a Forces,
}

impl Battlefield {
    /// The units under the rules.
    #[inline]
    pub fn units(&self) -> Units<'_> {
        Units { rules: &self.rules, forces: &self.forces }
    }

    /// Where units and officers are on the map.
    #[inline]
    pub fn positions(&self) -> Positions<'_> {
        Positions { board: &self.board, forces: &self.forces }
    }
}

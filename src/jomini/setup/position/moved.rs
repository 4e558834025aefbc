//! Checks that a unit's last move as stated in a position is possible (J4.8, J4.9, J5.21).

use crate::jomini::state::battle::Battle;
use crate::jomini::state::{Status, UnitId};

/// Checks the stated number of hexes moved. Beyond the maximum with which any help lets it fight, the unit may not
/// attack, whether or not the position states this.
///
/// # Errors
/// If no help can take the unit this far.
pub(super) fn apply_hexes_moved(battle: &mut Battle, unit: UnitId) -> Result<(), String> {
    let moved = battle.start.unit(unit).hexes_moved;
    let (most, fight) = battle.field.units().most_hexes_moved(&battle.start, unit);
    if moved > most {
        return Err(format!("moved {moved} hexes; with every order, letter and road it moves {most} at most (J4.8)"));
    }
    if moved > fight && battle.start.unit(unit).group > 0 {
        battle.start.unit_mut(unit).status |= Status::NO_ATTACK;
    }
    Ok(())
}

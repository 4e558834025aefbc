//! What a position says of a unit's last move is held to what the unit may do (J4.8, J4.9, J5.21).

use crate::jomini::state::battle::Battle;
use crate::jomini::state::{UnitId, status};

/// Checks the hexes that a unit is said to have moved. After more of them than any help lets it fight, it may not
/// attack, whether or not the position says so.
///
/// # Errors
/// If no help that there is takes the unit so far.
pub(super) fn settle(battle: &mut Battle, unit: UnitId) -> Result<(), String> {
    let moved = battle.start.unit(unit).hexes_moved;
    let (most, fight) = battle.most_hexes_moved(&battle.start, unit);
    if moved > most {
        return Err(format!("moved {moved} hexes; with every order, letter and road it moves {most} at most (J4.8)"));
    }
    if moved > fight && battle.start.unit(unit).group > 0 {
        battle.start.unit_mut(unit).status |= status::NO_ATTACK;
    }
    Ok(())
}

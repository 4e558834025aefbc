//! Facts about a unit as bits; all but the lasting ones apply to the current player-turn.

/// It has made its move of this player-turn (J4.2).
pub const MOVED: u16 = 1;
/// It may not attack any more in this player-turn: moved too far, road bonus, withdrawal of its target.
pub const NO_ATTACK: u16 = 1 << 2;
/// It counts as supported by order to the end of the player-turn (J3.40, J3.47, J3.50).
pub const SUPPORTED_BY_ORDER: u16 = 1 << 3;
/// It ignores one further morale hit in each combat (J3.50).
pub const NUTS: u16 = 1 << 4;
/// It ignores all flags (J3.49).
pub const HOLD_POSITION: u16 = 1 << 5;
/// It may turn flags into losses (J3.46).
pub const SACRIFICE: u16 = 1 << 6;
/// It may only move (J3.28).
pub const MOVE_ONLY: u16 = 1 << 8;
/// It may only fall back towards its own edge (JA2.9).
pub const ONLY_BACK: u16 = 1 << 9;
/// It has rolled its Impetuous die (JA3.5).
pub const IMPETUOUS_ROLLED: u16 = 1 << 10;
/// It has left its hex in the current combat (J5.88).
pub const LEFT_HEX: u16 = 1 << 11;
/// It has made a Breakthrough in this player-turn (J3.43).
pub const BROKEN_THROUGH: u16 = 1 << 1;
/// Mounted infantry is on its animals or wagons (JI-36).
pub const MOUNTED: u16 = 1 << 7;
/// The elephants that carried or towed it have run away for good (J5.95, JI-31).
pub const ELEPHANT_GONE: u16 = 1 << 12;
/// The statuses that last beyond the player-turn.
pub const LASTING: u16 = MOUNTED | ELEPHANT_GONE;
/// The two bits of its pace: the effect of dice after its activation on its move.
pub const PACE: u16 = 3 << 14;
/// A value of [`PACE`]: it does not move (JA3.4).
pub const HALTED: u16 = 1 << 14;
/// A value of [`PACE`]: it moves twice as far (JA3.4).
pub const DOUBLED: u16 = 2 << 14;
/// A value of [`PACE`]: it moves at most one hex and does not fight (JA2.10).
pub const CONFINED: u16 = 3 << 14;

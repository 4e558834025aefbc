//! Facts about a unit as bits; all but the lasting ones apply to the current player-turn.

use bitflags::bitflags;

bitflags! {
    /// The statuses of a unit.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Status: u16 {
        /// It has made its move of this player-turn (J4.2).
        const MOVED = 1;
        /// It may not attack any more in this player-turn: moved too far, road bonus, withdrawal of its target.
        const NO_ATTACK = 1 << 2;
        /// It counts as supported by order to the end of the player-turn (J3.40, J3.47, J3.50).
        const SUPPORTED_BY_ORDER = 1 << 3;
        /// It ignores one further morale hit in each combat (J3.50).
        const NUTS = 1 << 4;
        /// It ignores all flags (J3.49).
        const HOLD_POSITION = 1 << 5;
        /// It may turn flags into losses (J3.46).
        const SACRIFICE = 1 << 6;
        /// It may only move (J3.28).
        const MOVE_ONLY = 1 << 8;
        /// It may only fall back towards its own edge (JA2.9).
        const ONLY_BACK = 1 << 9;
        /// It has rolled its Impetuous die (JA3.5).
        const IMPETUOUS_ROLLED = 1 << 10;
        /// It has left its hex in the current combat (J5.88).
        const LEFT_HEX = 1 << 11;
        /// It has made a Breakthrough in this player-turn (J3.43).
        const BROKEN_THROUGH = 1 << 1;
        /// Mounted infantry is on its animals or wagons (JI-36).
        const MOUNTED = 1 << 7;
        /// The elephants that carried or towed it have run away for good (J5.95, JI-31).
        const ELEPHANT_GONE = 1 << 12;
        /// The statuses that last beyond the player-turn.
        const LASTING = Self::MOUNTED.bits() | Self::ELEPHANT_GONE.bits();
        /// The two bits of its pace: the effect of dice after its activation on its move.
        const PACE = 3 << 14;
        /// A value of [`PACE`]: it does not move (JA3.4).
        const HALTED = 1 << 14;
        /// A value of [`PACE`]: it moves twice as far (JA3.4).
        const DOUBLED = 2 << 14;
        /// A value of [`PACE`]: it moves at most one hex and does not fight (JA2.10).
        const CONFINED = 3 << 14;
    }
}

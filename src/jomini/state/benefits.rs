//! The benefits that an officer gives by leading (J3.56).

use bitflags::bitflags;

bitflags! {
    /// Benefits of leading.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Benefits: u8 {
        /// The unit is activated (J3.57).
        const ACTIVATION = 1;
        /// An order costs nothing (J3.58).
        const ORDER = 1 << 1;
        /// A loss is ignored (J3.59).
        const LOSS = 1 << 2;
        /// More dice (J3.60).
        const DICE = 1 << 3;
        /// All elements return (J3.61).
        const RALLY = 1 << 4;
    }
}

//! Classes of units by the terrain that is closed or clear to them (tables T4 and T5).

/// A class of units by the terrain that is closed or clear to them (T4, T5). Troops other than artillery may have siege
/// equipment, the trait Woodsmen, or be light infantry, in any combination; troops and artillery may have camels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoverClass(u8);

impl MoverClass {
    /// Infantry and mounted troops without special abilities.
    pub const TROOPS: MoverClass = MoverClass(0);
    /// Artillery, to which rough terrain and linear obstacles are closed.
    pub const ARTILLERY: MoverClass = MoverClass(16);

    /// The class with siege equipment too: which crosses ramparts (JI-100).
    pub const fn with_siege_equipment(self) -> MoverClass {
        MoverClass(self.0 | 1)
    }

    /// The class with the trait Woodsmen too (JA3.28).
    pub const fn with_woodsmen(self) -> MoverClass {
        MoverClass(self.0 | 2)
    }

    /// The class of light infantry (JI-24).
    pub const fn of_light_infantry(self) -> MoverClass {
        MoverClass(self.0 | 4)
    }

    /// The class on camels, which sand does not stop (J7.9).
    pub const fn on_camels(self) -> MoverClass {
        if self.is_artillery() { MoverClass(MoverClass::ARTILLERY.0 + 1) } else { MoverClass(self.0 | 8) }
    }

    /// Every class, in the order of [`MoverClass::index`].
    pub fn all() -> impl Iterator<Item = MoverClass> {
        (0..=MoverClass::ARTILLERY.0 + 1).map(MoverClass)
    }

    /// Whether rough terrain and linear obstacles are closed to it.
    #[inline]
    pub const fn is_artillery(self) -> bool {
        self.0 >= MoverClass::ARTILLERY.0
    }

    /// Whether it is on camels.
    pub const fn has_camels(self) -> bool {
        if self.is_artillery() { self.0 > MoverClass::ARTILLERY.0 } else { self.0 & 8 != 0 }
    }

    /// The index of the class in tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it crosses ramparts.
    pub const fn has_siege_equipment(self) -> bool {
        !self.is_artillery() && self.0 & 1 != 0
    }

    /// Whether it has the trait Woodsmen.
    pub const fn has_woodsmen(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether it is light infantry.
    pub const fn is_light_infantry(self) -> bool {
        self.0 & 4 != 0
    }
}

//! Units and officers at the start: type, training, morale, letters, and the constants derived from them.

use crate::jomini::map::mover::MoverClass;
use crate::jomini::rules::{Face, UnitKind};

bitflags::bitflags! {
    /// The letters of a unit card (T9).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct UnitLetters: u32 {
        /// 06 F (JA3.4).
        const UNRELIABLE = 1;
        /// 06 I (JA3.5).
        const IMPETUOUS = 1 << 1;
        /// 06 L (JA3.6).
        const SLOW = 1 << 2;
        /// 06 M (JA3.7).
        const MOBILE = 1 << 3;
        /// 06 S (JA3.8).
        const STATIC = 1 << 4;
        /// 07 A (JA3.9).
        const AGGRESSIVE = 1 << 5;
        /// 07 B (JA3.10).
        const BASIC = 1 << 6;
        /// 07 C (JA3.11).
        const CHANGEABLE = 1 << 7;
        /// 07 E (JA3.12).
        const DODGING = 1 << 8;
        /// 07 F (JA3.13).
        const FANATIC = 1 << 9;
        /// 07 H (JA3.14).
        const HARASSING = 1 << 10;
        /// 07 I (JA3.15).
        const IRREGULAR = 1 << 11;
        /// 07 R (JA3.16).
        const BREAK_OFF = 1 << 12;
        /// 07 S (JA3.17).
        const SHARPSHOOTER = 1 << 13;
        /// 07 T (JA3.18).
        const MARKSMAN = 1 << 14;
        /// 08 E (JA3.19).
        const STUBBORN = 1 << 15;
        /// 08 F (JA3.20).
        const FLEEING = 1 << 16;
        /// 08 H (JA3.21).
        const HESITANT = 1 << 17;
        /// 08 I (JA3.22).
        const ELUSIVE = 1 << 18;
        /// 08 P (JA3.23).
        const PANIC = 1 << 19;
        /// 08 T (JA3.24).
        const TENACIOUS = 1 << 20;
        /// 09 woodsmen (JA3.28).
        const WOODSMEN = 1 << 21;
        /// Scenario tag: can cross ramparts (JI-100).
        const SIEGE_EQUIPMENT = 1 << 22;
        /// 09 horses: carrier of infantry (JA3.25).
        const HORSES = 1 << 23;
        /// 09 camels: carrier of infantry (JA3.26).
        const CAMELS = 1 << 24;
        /// 09 elephants: carrier of infantry (JA3.27).
        const ELEPHANTS = 1 << 25;
        /// 09 wagons: carrier of infantry (JA3.29).
        const WAGONS = 1 << 26;
        /// Mounted infantry, whatever carries it (JA3.42).
        const CARRIED = Self::HORSES.bits() | Self::CAMELS.bits() | Self::ELEPHANTS.bits() | Self::WAGONS.bits();
    }

    /// The letters of an officer card (T9).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct OfficerLetters: u8 {
        /// 04 B (JA2.6).
        const GOOD = 1;
        /// 04 F (JA2.7).
        const WEAK = 1 << 1;
        /// 04 M (JA2.8).
        const BAD = 1 << 2;
        /// 05 A, his own or that of the allied general under whom he serves (JA2.9).
        const ALLIED = 1 << 3;
        /// 05 D (JA2.10).
        const DEFICIENT = 1 << 4;
        /// 05 M (JA2.11).
        const MESSENGERS = 1 << 5;
    }

    /// The activation groups of table T16.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Arms: u8 {
        /// Infantry (J3.7, J3.8).
        const INFANTRY = 1;
        /// Mounted troops (J3.7, J3.8).
        const MOUNTED = 2;
        /// Artillery only (J3.9).
        const ARTILLERY = 4;
    }

    /// The animals that a unit has, those that it fears, and its height.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Animals: u8 {
        /// Camels: camelry and zamboureks (J5.17).
        const CAMELS = 1;
        /// Elephants of any kind (J5.18).
        const ELEPHANTS = 1 << 1;
        /// It stands high on elephants, fires over troops and is fired at over them (J5.37, JI-122).
        const TALL = 1 << 2;
        /// Its elephant may run away while the unit stays (J5.95, JI-31).
        const PARTS_FROM_ELEPHANT = 1 << 3;
        /// An animal that camels frighten (JI-34).
        const FEARS_CAMELS = 1 << 4;
        /// An animal that elephants frighten (JI-35).
        const FEARS_ELEPHANTS = 1 << 5;
        /// Camels that shelter the infantry that rides them (J5.46).
        const SHELTERING_CAMELS = 1 << 6;
    }
}

impl UnitLetters {
    /// A letter that is resolved when a battle is prepared has no flag.
    pub const OF_THE_CARD: UnitLetters = UnitLetters::empty();
}

/// The class of a type (T2): its row and column of the tactical-advantage table T6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Infantry of all kinds.
    Infantry,
    /// Mounted troops: cavalry, lancers, camelry and elephants (JI-26).
    Mounted,
    /// Artillery of all kinds but rockets.
    Artillery,
}

/// A unit as on its card (annex 3), with derived numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The type.
    pub kind: UnitKind,
    /// The class of the type.
    pub class: Class,
    /// The die face that hits it: that of its class, except for zamboureks (JA3.48).
    pub hit_face: Face,
    /// Its animals and those that it fears; of mounted infantry, while it is mounted.
    pub animals: Animals,
    /// Its terrain class on foot.
    pub mover: MoverClass,
    /// Its terrain class while mounted (JI-37); the same as on foot for all but mounted infantry.
    pub mover_mounted: MoverClass,
    /// The activation groups it can join.
    pub groups: Arms,
    /// Its letters.
    pub letters: UnitLetters,
    /// Elite or super-elite (JI-23).
    pub elite: bool,
    /// Trained in the western way (JI-38).
    pub western: bool,
    /// Elements at the start (JA3.3).
    pub elements: u8,
    /// Base dice of the type (T2); 0 for artillery that rolls by its elements instead (J5.11).
    pub dice: u8,
    /// Dice by training (JA3.2).
    pub training_dice: i8,
    /// Dice for the construction of a gun (JA4.13).
    pub gun_dice: u8,
    /// Range in hexes (J5.25); 1 is melee only.
    pub range: u8,
    /// The maximum number of hexes after which it may still attack, Mobile and Slow included (JI-90, JI-91); 0 for guns
    /// that cannot fire after moving (J5.21).
    pub move_fight: u8,
    /// The maximum number of hexes of a move.
    pub move_max: u8,
    /// Voluntary movement is never above this (J4.10); otherwise 255.
    pub move_cap: u8,
    /// Dice lost for each hex moved (J4.11).
    pub dice_lost_per_hex: u8,
    /// Dice lost once for having moved at all (J5.22).
    pub dice_lost_by_moving: u8,
    /// Retreat hexes for each morale hit, multiplier included (J5.70, JI-142).
    pub retreat_hexes: u8,
    /// The change in the cost of manoeuvre orders to it (JA3.30, JA3.31).
    pub manoeuvre_cost: i8,
    /// The change in the cost of attack orders to it (JA3.32, JA3.33).
    pub attack_cost: i8,
    /// The change in the cost of defence orders to it (JA3.34, JA3.35).
    pub defence_cost: i8,
    /// The contingent it belongs to; 0 is the army's own (JA2.9, JA3.36).
    pub contingent: u8,
    /// Points.
    pub points: u16,
}

impl Profile {
    /// Whether one of these letters is on its card.
    #[inline]
    pub fn has(&self, letters: UnitLetters) -> bool {
        self.letters.intersects(letters)
    }

    /// Whether it is armed with rifles (J2.7, J2.8).
    #[inline]
    pub fn has_rifles(&self) -> bool {
        matches!(self.kind, UnitKind::RifleLightInfantry | UnitKind::RifleHeavyInfantry)
    }

    /// Whether it carries the lance (J2.14).
    #[inline]
    pub fn has_lances(&self) -> bool {
        use UnitKind::{CuirassierLancers, HeavyLancers, LightLancers, VeryHeavyLancers};
        matches!(self.kind, LightLancers | HeavyLancers | CuirassierLancers | VeryHeavyLancers)
    }

    /// Whether it is infantry with firearms (J2.5, J2.6, J2.7, J2.8): not archers, not infantry without missiles
    /// (JA3.38, JA3.39, JA3.40, JA3.41).
    #[inline]
    pub fn has_muskets(&self) -> bool {
        use UnitKind::{LightInfantry, LineInfantry, RifleHeavyInfantry, RifleLightInfantry};
        matches!(self.kind, LightInfantry | LineInfantry | RifleLightInfantry | RifleHeavyInfantry)
    }

    /// Whether it is infantry without missile weapons (JA3.40, JA3.41).
    #[inline]
    pub fn lacks_missiles(&self) -> bool {
        matches!(self.kind, UnitKind::MeleeLightInfantry | UnitKind::MeleeHeavyInfantry)
    }

    /// Whether it fires rockets (JA3.46).
    #[inline]
    pub fn has_rockets(&self) -> bool {
        use UnitKind::{
            RocketArtilleryHeavy, RocketArtilleryLight, RocketArtilleryVeryHeavy, RocketArtilleryVeryLight,
        };
        matches!(
            self.kind,
            RocketArtilleryVeryLight | RocketArtilleryLight | RocketArtilleryHeavy | RocketArtilleryVeryHeavy
        )
    }

    /// Whether it is of a very heavy mounted type (J5.15).
    #[inline]
    pub fn is_very_heavy_mounted(&self) -> bool {
        matches!(self.kind, UnitKind::VeryHeavyCavalry | UnitKind::VeryHeavyLancers | UnitKind::VeryHeavyCamelry)
    }

    /// Dice lost by having moved this many hexes (J5.20, J5.22).
    #[inline]
    pub fn dice_lost(&self, hexes_moved: u8) -> u8 {
        let once = if hexes_moved > 0 { self.dice_lost_by_moving } else { 0 };
        self.dice_lost_per_hex.saturating_mul(hexes_moved).saturating_add(once)
    }

    /// Whether it comes with camels that frighten other animals (J5.17).
    #[inline]
    pub fn has_camels(&self) -> bool {
        self.animals.contains(Animals::CAMELS)
    }

    /// Whether it comes with elephants of any kind (J5.18); whether they are still present depends on the position.
    #[inline]
    pub fn has_elephants(&self) -> bool {
        self.animals.contains(Animals::ELEPHANTS)
    }

    /// Whether it is an elephant itself: fighting, or in panic (J2.20).
    #[inline]
    pub fn is_elephant(&self) -> bool {
        matches!(self.kind, UnitKind::ElephantMedium | UnitKind::ElephantHeavy | UnitKind::PanickedElephant)
    }

    /// Whether it is cavalry in the sense of the rules: mounted troops, but no elephants (JI-26).
    #[inline]
    pub fn is_cavalry(&self) -> bool {
        self.class == Class::Mounted && !self.is_elephant()
    }
}

/// The three types of officer (J3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Commander-in-chief (JA2.2).
    CommanderInChief,
    /// Sub-general (JA2.3).
    SubGeneral,
    /// Senior officer (JA2.4).
    SeniorOfficer,
}

/// An officer as on his card (annex 2), with derived numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfficerProfile {
    /// His type.
    pub rank: Rank,
    /// Hexes within which he activates (J3.3).
    pub command_range: u8,
    /// Hexes within which he reduces the cost of orders and may lead (J3.4).
    pub influence_range: u8,
    /// Hexes he moves alone (J4.12).
    pub movement: u8,
    /// Hexes he may flee (J5.105, J5.106).
    pub flight: u8,
    /// Units that one activation of his covers (J3.5, JI-42).
    pub activation_size: u8,
    /// The change of that number by his letters (JI-43).
    pub activation_change: i8,
    /// His command level: starting tokens and Reconnaissance of a C-in-C (J3.17, J3.26).
    pub command_level: u8,
    /// Whether a file states that level; otherwise it follows from the size of the army and his letters.
    pub level_is_stated: bool,
    /// The contingent he belongs to; 0 is the army's own.
    pub contingent: u8,
    /// His letters.
    pub letters: OfficerLetters,
}

impl OfficerProfile {
    /// Whether his own letters let him command a contingent: an allied officer only his own (JA2.9).
    #[inline]
    pub fn commands(&self, contingent: u8) -> bool {
        !self.has(OfficerLetters::ALLIED) || contingent == self.contingent
    }

    /// Whether one of these letters is on his card.
    #[inline]
    pub fn has(&self, letters: OfficerLetters) -> bool {
        self.letters.intersects(letters)
    }
}

/// The position of a unit's family in [`crate::jomini::rules::FAMILIES`].
pub fn family(profile: &Profile) -> usize {
    match profile.class {
        Class::Infantry => 0,
        Class::Mounted if profile.has_lances() => 2,
        Class::Mounted if profile.kind.is_camelry() => 4,
        Class::Mounted if profile.is_elephant() => 5,
        Class::Mounted => 1,
        Class::Artillery => 3,
    }
}

//! The properties printed on a card besides its type: training, morale and letters (T9, T10).

use super::unit::UnitLetters;
use serde::{Deserialize, Serialize};

/// Training (JA3.2), in the order of table T10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum Training {
    /// Two more dice.
    SuperElite,
    /// One more die.
    Elite,
    /// Neither.
    #[default]
    Trained,
    /// One die fewer.
    Recruits,
    /// Two dice fewer.
    Levy,
}

/// Morale (JA3.3), in the order of table T10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum Morale {
    /// Five elements.
    Iron,
    /// Four elements.
    Solid,
    /// Three elements.
    #[default]
    Normal,
    /// Two elements.
    Weak,
    /// One element.
    Unstable,
}

/// Declares the letters with their flags and their value to the unit: `good`, `bad`, or `mixed` where it depends on the
/// player.
macro_rules! letters {
    ($( $variant:ident = $flag:ident, $worth:ident, $about:literal; )+) => {
        /// A letter of a unit card in the slots 06 to 09, by name (T9); the tag of siege equipment too (JI-100).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantArray)]
        #[serde(rename_all = "snake_case")]
        pub enum Letter {
            $( #[doc = $about] $variant, )+
        }

        impl Letter {
            /// Its flag on a profile.
            pub const fn flag(self) -> UnitLetters {
                match self { $( Letter::$variant => UnitLetters::$flag, )+ }
            }

            pub(super) const fn worth(self) -> Worth {
                match self { $( Letter::$variant => Worth::$worth, )+ }
            }
        }
    };
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Worth {
    Good,
    Bad,
    Mixed,
}

letters! {
    Unreliable = UNRELIABLE, Mixed, "06 F (JA3.4).";
    Impetuous = IMPETUOUS, Mixed, "06 I (JA3.5).";
    Slow = SLOW, Bad, "06 L (JA3.6).";
    Mobile = MOBILE, Good, "06 M (JA3.7).";
    Static = STATIC, Bad, "06 S (JA3.8).";
    Aggressive = AGGRESSIVE, Good, "07 A (JA3.9).";
    Basic = BASIC, Bad, "07 B (JA3.10).";
    Changeable = CHANGEABLE, Mixed, "07 C (JA3.11).";
    Dodging = DODGING, Good, "07 E (JA3.12).";
    Fanatic = FANATIC, Mixed, "07 F (JA3.13).";
    Harassing = HARASSING, Mixed, "07 H (JA3.14).";
    Irregular = IRREGULAR, Bad, "07 I (JA3.15).";
    BreakOff = BREAK_OFF, Good, "07 R (JA3.16).";
    Sharpshooter = SHARPSHOOTER, Good, "07 S (JA3.17).";
    Marksman = MARKSMAN, Good, "07 T (JA3.18).";
    Stubborn = STUBBORN, Good, "08 E (JA3.19).";
    Fleeing = FLEEING, Bad, "08 F (JA3.20).";
    Hesitant = HESITANT, Bad, "08 H (JA3.21).";
    Elusive = ELUSIVE, Mixed, "08 I (JA3.22).";
    Panic = PANIC, Bad, "08 P (JA3.23).";
    Tenacious = TENACIOUS, Good, "08 T (JA3.24).";
    Woodsmen = WOODSMEN, Good, "09 Woodsmen (JA3.28).";
    SiegeEquipment = SIEGE_EQUIPMENT, Mixed, "Siege equipment, a scenario's tag (JI-100).";
    Regular = OF_THE_CARD, Mixed, "A tag of the wars in lace: regular troops though of the elite (JI-190).";
    Militia = OF_THE_CARD, Mixed, "A tag of the wars in lace: recruits or levy that are no regular troops (JI-190).";
    Rifled = OF_THE_CARD, Good, "Rifled guns (JA4.13).";
    BreechLoading = OF_THE_CARD, Good, "Small arms or guns that load at the breech (JA4.12, JA4.13).";
    RecoilBrakes = OF_THE_CARD, Good, "Guns with recoil brakes, and automatic ones (JA4.13, JI-193).";
}

/// A framed letter of slot 10 (T9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum OrderLetter {
    /// Manoeuvre orders cost less (JA3.30).
    ManoeuvreGood,
    /// Manoeuvre orders cost more (JA3.31).
    ManoeuvreWeak,
    /// Attack orders cost less (JA3.32).
    AttackGood,
    /// Attack orders cost more (JA3.33).
    AttackWeak,
    /// Defence orders cost less (JA3.34).
    DefenceGood,
    /// Defence orders cost more (JA3.35).
    DefenceWeak,
    /// It belongs to a feudal lord, a sub-general of its contingent (JA3.36).
    Feudal,
}

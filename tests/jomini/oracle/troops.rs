//! Table T2 for the troops of the oracle, and training and morale of table T10.

/// Row and column of table T6, and the face that hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Infantry,
    Mounted,
    Artillery,
}

use Class::{Artillery, Infantry, Mounted};

/// One row of table T2.
pub struct Troop {
    pub id: &'static str,
    pub class: Class,
    /// Base dice; guns roll by elements instead (J5.11).
    pub dice: i32,
    /// Retreat hexes for each morale hit (J5.70).
    pub retreat: u32,
    pub notes: &'static [Note],
}

/// The properties in the notes of table T2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// Range 2 and one die fewer in melee (J5.12).
    Rifles,
    /// A modern enemy has one more die in melee (J5.13).
    Archers,
    /// A target with firearms rolls first when it attacks in melee (J5.14).
    NoMissiles,
    /// Tactical advantages are morale hits (J5.66).
    Rockets,
    /// One more die in attack on cavalry and artillery (J5.16).
    Lances,
    /// The opponent has one die fewer (J5.15).
    VeryHeavy,
    /// Heavy, cuirassier or very heavy class: "heavy cavalry" in the rule on Irregulars (JI-39).
    HeavyHorse,
    /// One die fewer for each hex moved (J5.20).
    LosesDiceByMoving,
    /// One die fewer if it moved at all (J5.22).
    LosesADieByMoving,
    /// Other animals next to it have one die fewer (J5.17).
    Camels,
    /// Other animals next to it have one die fewer (J5.18).
    Elephants,
    /// One element, whatever the morale (JA3.3).
    OneAnimal,
    /// Three base dice (JA3.50).
    ThreeDice,
    /// The row of elephants of table T6 (J5.67).
    Tusks,
    /// Hit by the face of mounted troops (JA3.48).
    CavalryFace,
}

use Note::{
    Archers, Camels, CavalryFace, Elephants, HeavyHorse, Lances, LosesADieByMoving, LosesDiceByMoving, NoMissiles,
    OneAnimal, Rifles, Rockets, ThreeDice, Tusks, VeryHeavy,
};

const fn row(id: &'static str, class: Class, dice: i32, retreat: u32, notes: &'static [Note]) -> Troop {
    Troop { id, class, dice, retreat, notes }
}

/// Rows 1 to 38.
pub static TROOPS: [Troop; 38] = [
    row("light_infantry", Infantry, 2, 1, &[]),
    row("line_infantry", Infantry, 3, 1, &[]),
    row("rifle_light_infantry", Infantry, 2, 1, &[Rifles]),
    row("rifle_heavy_infantry", Infantry, 3, 1, &[Rifles]),
    row("archers_light", Infantry, 2, 1, &[Archers]),
    row("archers_medium", Infantry, 2, 1, &[Archers]),
    row("melee_light_infantry", Infantry, 2, 1, &[NoMissiles]),
    row("melee_heavy_infantry", Infantry, 3, 1, &[NoMissiles]),
    row("light_cavalry", Mounted, 2, 2, &[]),
    row("heavy_cavalry", Mounted, 3, 2, &[HeavyHorse]),
    row("cuirassiers", Mounted, 4, 2, &[HeavyHorse]),
    row("very_heavy_cavalry", Mounted, 3, 2, &[HeavyHorse, VeryHeavy]),
    row("light_lancers", Mounted, 2, 2, &[Lances]),
    row("heavy_lancers", Mounted, 3, 2, &[HeavyHorse, Lances]),
    row("cuirassier_lancers", Mounted, 4, 2, &[HeavyHorse, Lances]),
    row("very_heavy_lancers", Mounted, 3, 2, &[HeavyHorse, Lances, VeryHeavy]),
    row("light_camelry", Mounted, 2, 2, &[Camels]),
    row("heavy_camelry", Mounted, 3, 2, &[HeavyHorse, Camels]),
    row("cuirassier_camelry", Mounted, 4, 2, &[HeavyHorse, Camels]),
    row("very_heavy_camelry", Mounted, 3, 2, &[HeavyHorse, VeryHeavy, Camels]),
    row("elephant_medium", Mounted, 5, 2, &[Elephants, OneAnimal, Tusks]),
    row("elephant_heavy", Mounted, 6, 2, &[Elephants, OneAnimal, Tusks]),
    row("foot_artillery_very_light", Artillery, 0, 1, &[LosesDiceByMoving]),
    row("foot_artillery_light", Artillery, 0, 1, &[]),
    row("foot_artillery_heavy", Artillery, 0, 1, &[]),
    row("foot_artillery_very_heavy", Artillery, 0, 1, &[]),
    row("horse_artillery_very_light", Artillery, 0, 2, &[LosesDiceByMoving]),
    row("horse_artillery_light", Artillery, 0, 2, &[LosesDiceByMoving]),
    row("horse_artillery_heavy", Artillery, 0, 2, &[LosesDiceByMoving]),
    row("zambourek", Artillery, 0, 2, &[LosesADieByMoving, Camels, CavalryFace]),
    row("elephant_artillery_very_light", Artillery, 0, 2, &[Elephants, OneAnimal, ThreeDice]),
    row("elephant_artillery_light", Artillery, 0, 2, &[Elephants, OneAnimal, ThreeDice]),
    row("elephant_towed_artillery_heavy", Artillery, 0, 1, &[LosesDiceByMoving, Elephants]),
    row("elephant_towed_artillery_very_heavy", Artillery, 0, 1, &[Elephants]),
    row("rocket_artillery_very_light", Artillery, 0, 1, &[LosesDiceByMoving, Rockets]),
    row("rocket_artillery_light", Artillery, 0, 1, &[Rockets]),
    row("rocket_artillery_heavy", Artillery, 0, 1, &[Rockets]),
    row("rocket_artillery_very_heavy", Artillery, 0, 1, &[Rockets]),
];

/// The row of a type.
pub fn troop(id: &str) -> &'static Troop {
    TROOPS.iter().find(|troop| troop.id == id).unwrap_or_else(|| panic!("the oracle has no troop {id}"))
}

/// Dice by training (JA3.2, JI-25).
pub fn training_dice(training: &str) -> i32 {
    match training {
        "super_elite" => 2,
        "elite" => 1,
        "trained" => 0,
        "recruits" => -1,
        "levy" => -2,
        other => panic!("unknown training {other}"),
    }
}

/// Elements by morale (JA3.3).
pub fn morale_elements(morale: &str) -> u32 {
    match morale {
        "iron" => 5,
        "solid" => 4,
        "normal" => 3,
        "weak" => 2,
        "unstable" => 1,
        other => panic!("unknown morale {other}"),
    }
}

/// Letters of slots 06 to 08 (table T9) and the woodsmen of slot 09.
pub const LETTERS: [&str; 22] = [
    "unreliable",
    "impetuous",
    "slow",
    "mobile",
    "static",
    "aggressive",
    "basic",
    "changeable",
    "dodging",
    "fanatic",
    "harassing",
    "irregular",
    "break_off",
    "sharpshooter",
    "marksman",
    "stubborn",
    "fleeing",
    "hesitant",
    "elusive",
    "panic",
    "tenacious",
    "woodsmen",
];

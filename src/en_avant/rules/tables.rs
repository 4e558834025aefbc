//! Tables T1 and T4: the rows of terrain and of weapons of a rules file.

use super::Quality;
use crate::data::schema::rule_choice;
use crate::data::{Accepts, Key, RuleValue};

rule_choice! {
    /// A kind of terrain (table T1).
    pub enum TerrainKind {
        /// Plain (E3.1).
        Plain = "plain",
        /// A road (E3.2); it blocks no sight (EI-14).
        Road = "road",
        /// A ploughed field or muddy ground (E3.3).
        PloughedOrMud = "ploughed_or_mud",
        /// High grass, corn, scrub, orchards (E3.4).
        TallCropsOrScrub = "tall_crops_or_scrub",
        /// A wood (E3.5).
        Wood = "wood",
        /// A marsh (E3.6).
        Marsh = "marsh",
        /// A river (E3.7).
        River = "river",
        /// A ford of a river (E3.7, EI-15).
        Ford = "ford",
        /// A large river (E3.8).
        LargeRiver = "large_river",
        /// A gentle hill or dune (E3.9).
        GentleHill = "gentle_hill",
        /// A town, village or hamlet (E3.10).
        BuiltUp = "built_up",
        /// Rocks or scree (E3.11).
        Rocks = "rocks",
        /// A hedge, wall or palisade (E3.12).
        HedgeWallPalisade = "hedge_wall_palisade",
        /// A ditch or trench (E3.13).
        DitchTrench = "ditch_trench",
        /// A steep hill or mountain (E3.14).
        SteepHill = "steep_hill",
        /// A lake (E3.15).
        Lake = "lake",
        /// Sand (E3.16).
        Sand = "sand",
    }
}

rule_choice! {
    /// The effect of a piece of terrain on movement (E3.17).
    pub enum Movement {
        /// No effect.
        Free = "free",
        /// It slows.
        Slows = "slows",
        /// It cannot be entered.
        Impassable = "impassable",
    }
}

rule_choice! {
    /// The shelter that a piece of terrain gives (E3.17).
    #[derive(Default, PartialOrd, Ord)]
    pub enum Shelter {
        /// None.
        #[default]
        None = "none",
        /// Light.
        Light = "light",
        /// Strong.
        Strong = "strong",
    }
}

rule_choice! {
    /// A weapon (table T4).
    pub enum Weapon {
        /// A short bow (E9.20).
        ShortBow = "short_bow",
        /// A sling (E9.20).
        Sling = "sling",
        /// A bow (E9.21).
        Bow = "bow",
        /// A crossbow (E9.22).
        Crossbow = "crossbow",
        /// A longbow (E9.22, EI-60).
        Longbow = "longbow",
        /// An arquebus or early musket (E9.23).
        ArquebusMusket = "arquebus_musket",
        /// A ballista (E9.24, EI-62).
        Ballista = "ballista",
        /// A musket of the 17th to the middle of the 19th century (E9.25).
        Musket = "musket_17c_mid19c",
        /// A rifle of the middle of the 19th century to 1914 (E9.26).
        Rifle = "rifle_mid19c_1914",
        /// A machine gun (E9.27).
        MachineGun = "machine_gun",
        /// A catapult (E9.28, EI-62).
        Catapult = "catapult",
        /// Inferior artillery (E9.29).
        InferiorArtillery = "inferior_artillery",
        /// Normal artillery (E9.30).
        NormalArtillery = "normal_artillery",
        /// Superior artillery (E9.31).
        SuperiorArtillery = "superior_artillery",
        /// Superior heavy artillery (E9.32).
        SuperiorHeavyArtillery = "superior_heavy_artillery",
    }
}

rule_choice! {
    /// A mark of the shooting ruler (E9.33, table T3).
    pub enum Band {
        /// Short range.
        Short = "short",
        /// Reduced range.
        Reduced = "reduced",
        /// Medium range.
        Medium = "medium",
        /// Long range.
        Long = "long",
        /// Two rulers.
        Rulers2 = "rulers_2",
        /// Three rulers.
        Rulers3 = "rulers_3",
        /// Four rulers.
        Rulers4 = "rulers_4",
    }
}

/// The effects of a piece of terrain unless its scenario states others (table T1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerrainRow {
    /// The effect on movement.
    pub movement: Movement,
    /// Whether it blocks sight.
    pub blocks_sight: bool,
    /// The shelter that it gives.
    pub shelter: Shelter,
    /// Whether it is rough ground (EI-21).
    pub rough: bool,
    /// The level of a hill (EI-19).
    pub level: u8,
}

/// Range and advantages of a weapon (table T4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeaponRow {
    /// Its range.
    pub range: Band,
    /// Advantages in Antiquity.
    pub antiquity: u8,
    /// Advantages in the Middle Ages.
    pub middle_ages: u8,
    /// Advantages in later periods.
    pub later: u8,
    /// Further advantages if older weapons are in the battle (EI-61).
    pub against_older: u8,
}

impl TerrainKind {
    /// Number of kinds.
    pub const COUNT: usize = 17;

    /// Whether it is a line that is crossed, not ground that is entered (EI-18).
    pub fn is_linear(self) -> bool {
        matches!(self, TerrainKind::HedgeWallPalisade | TerrainKind::DitchTrench)
    }

    /// Whether it is a road, a river or a lake, which hold no objective, however they are drawn (EI-23). A ford does.
    pub fn is_road_or_water(self) -> bool {
        matches!(self, TerrainKind::Road | TerrainKind::River | TerrainKind::LargeRiver | TerrainKind::Lake)
    }
}

impl Weapon {
    /// Number of weapons.
    pub const COUNT: usize = 15;

    /// Whether it is a gun or an engine, which is a base of artillery by itself (E2.9, E9.24, E9.28 to E9.32).
    pub fn is_of_artillery(self) -> bool {
        self.of_quality().is_some() || matches!(self, Weapon::Ballista | Weapon::Catapult)
    }

    /// The quality of the artillery that has this gun, and whether it is heavy (E2.3, E9.29 to E9.32); `None` for the
    /// engines of Antiquity, which are of any quality (EI-62), and for all other weapons.
    pub fn of_quality(self) -> Option<(Quality, bool)> {
        match self {
            Weapon::InferiorArtillery => Some((Quality::Inferior, false)),
            Weapon::NormalArtillery => Some((Quality::Normal, false)),
            Weapon::SuperiorArtillery => Some((Quality::Superior, false)),
            Weapon::SuperiorHeavyArtillery => Some((Quality::Superior, true)),
            _ => None,
        }
    }
}

/// Linear terrain: units cannot stand on it, and stop at it unless they cross it (EI-18).
const LINEAR: &[&str] = &[TerrainKind::HedgeWallPalisade.name(), TerrainKind::DitchTrench.name()];
/// Weapons that profit from older ones in the battle (EI-61).
const AGAINST_OLDER: &[&str] = &[Weapon::ArquebusMusket.name(), Weapon::Rifle.name()];

/// The keys of both tables.
pub(super) fn keys() -> Vec<Key> {
    let mut keys = Vec::new();
    let mut add = |chapter, name: String, rules, meaning: &str, accepts| {
        keys.push(Key { name, chapter, rules, meaning: meaning.to_owned(), accepts });
    };
    for kind in TerrainKind::NAMES {
        let chapter = "Table T1: terrain";
        let linear = LINEAR.contains(kind);
        let movement = if linear { Accepts::Choice(&["slows", "impassable"]) } else { Movement::ACCEPTS };
        add(chapter, format!("terrain.{kind}.movement"), "E3.17", "what it does to movement", movement);
        add(chapter, format!("terrain.{kind}.blocks_sight"), "E3.17", "it blocks sight", Accepts::Switch);
        add(chapter, format!("terrain.{kind}.shelter"), "E3.17", "the shelter that it gives", Shelter::ACCEPTS);
        add(chapter, format!("terrain.{kind}.rough"), "E11.26, EI-21", "it is rough ground", Accepts::Switch);
        if !linear {
            add(
                chapter,
                format!("terrain.{kind}.level"),
                "EI-19",
                "the level of a hill",
                Accepts::Whole { least: 0, most: 4 },
            );
        }
    }
    for weapon in Weapon::NAMES {
        let chapter = "Table T4: weapons";
        let bonus = Accepts::Whole { least: 0, most: 6 };
        add(chapter, format!("weapon.{weapon}.range"), "E9.33", "its range", Band::ACCEPTS);
        add(chapter, format!("weapon.{weapon}.antiquity"), "E9.49", "advantages in Antiquity", bonus);
        add(chapter, format!("weapon.{weapon}.middle_ages"), "E9.49", "advantages in the Middle Ages", bonus);
        add(chapter, format!("weapon.{weapon}.later"), "E9.49", "advantages in later periods", bonus);
        if AGAINST_OLDER.contains(weapon) {
            let meaning = "further advantages if older weapons are in the battle";
            add(chapter, format!("weapon.{weapon}.against_older"), "E9.49, EI-61", meaning, bonus);
        }
    }
    keys
}

/// A cell of a table that was checked against [`keys`] and is complete.
fn cell<T: RuleValue>(table: &toml::Table, group: &str, row: &str, column: &str) -> T {
    let value = table.get(group).and_then(|group| group.get(row)).and_then(|row| row.get(column));
    value.and_then(T::read).unwrap_or_else(|| panic!("{group}.{row}.{column} was checked before it is read"))
}

/// The rows of terrain.
pub(super) fn terrain(table: &toml::Table) -> [TerrainRow; TerrainKind::COUNT] {
    std::array::from_fn(|index| {
        let name = TerrainKind::NAMES[index];
        TerrainRow {
            movement: cell(table, "terrain", name, "movement"),
            blocks_sight: cell(table, "terrain", name, "blocks_sight"),
            shelter: cell(table, "terrain", name, "shelter"),
            rough: cell(table, "terrain", name, "rough"),
            level: if LINEAR.contains(&name) { 0 } else { cell(table, "terrain", name, "level") },
        }
    })
}

/// The rows of weapons.
pub(super) fn weapons(table: &toml::Table) -> [WeaponRow; Weapon::COUNT] {
    std::array::from_fn(|index| {
        let name = Weapon::NAMES[index];
        WeaponRow {
            range: cell(table, "weapon", name, "range"),
            antiquity: cell(table, "weapon", name, "antiquity"),
            middle_ages: cell(table, "weapon", name, "middle_ages"),
            later: cell(table, "weapon", name, "later"),
            against_older: if AGAINST_OLDER.contains(&name) { cell(table, "weapon", name, "against_older") } else { 0 },
        }
    })
}

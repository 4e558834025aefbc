//! Values of rules files by name: sets of terrain (T4, T5) and of troops, the faces of the die, and a number for each
//! training or morale (T10).

use super::choices::Face;
use crate::data::{Accepts, RuleValue};

/// Training in the order of table T10, which `training_dice` follows.
pub const TRAINING: &[&str] = &["super_elite", "elite", "trained", "recruits", "levy"];

/// Morale in the order of table T10, which `morale_elements` follows.
pub const MORALE: &[&str] = &["iron", "solid", "normal", "weak", "unstable"];

/// A number for each of five names, in the order of those names.
fn read_row<T: RuleValue + Copy + Default>(names: &[&str], value: &toml::Value) -> Option<[T; 5]> {
    let mut row = [T::default(); 5];
    for (cell, name) in row.iter_mut().zip(names) {
        *cell = T::read(value.get(*name)?)?;
    }
    Some(row)
}

/// Dice by training.
impl RuleValue for [i8; 5] {
    fn read(value: &toml::Value) -> Option<[i8; 5]> {
        read_row(TRAINING, value)
    }
}

/// Elements by morale.
impl RuleValue for [u8; 5] {
    fn read(value: &toml::Value) -> Option<[u8; 5]> {
        read_row(MORALE, value)
    }
}

impl Face {
    /// The values that a rules file accepts for the six faces of a die.
    pub const SIX: Accepts = Accepts::Faces { names: Face::NAMES, count: 6 };
}

impl RuleValue for [Face; 6] {
    fn read(value: &toml::Value) -> Option<[Face; 6]> {
        let faces: Option<Vec<Face>> = value.as_array()?.iter().map(Face::read).collect();
        faces?.try_into().ok()
    }
}

/// Declares a set of names as one bit for each.
macro_rules! name_set {
    ($(#[$about:meta])* pub struct $set:ident of $names:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
        pub struct $set(u32);

        impl $set {
            /// The values that a rules file accepts for it.
            pub const ACCEPTS: Accepts = Accepts::Names($names);
            /// The empty set.
            pub const EMPTY: $set = $set(0);

            /// Whether the name with this position in the list of names is in the set.
            pub const fn contains(self, position: usize) -> bool {
                self.0 >> position & 1 == 1
            }

            /// The set with the name of this position added.
            pub const fn with(self, position: usize) -> $set {
                $set(self.0 | 1 << position)
            }

            /// Whether the two sets have a name in common.
            pub const fn meets(self, other: $set) -> bool {
                self.0 & other.0 != 0
            }

            /// One bit for each name, the first name in the lowest bit.
            pub const fn bits(self) -> u32 {
                self.0
            }

            /// The names in the set, in the order of the list.
            pub fn names(self) -> impl Iterator<Item = &'static str> {
                (0..$names.len()).filter(move |&position| self.contains(position)).map(|position| $names[position])
            }
        }

        impl RuleValue for $set {
            fn read(value: &toml::Value) -> Option<$set> {
                let mut set = $set::EMPTY;
                for name in value.as_array()? {
                    let name = name.as_str()?;
                    set = set.with($names.iter().position(|it| *it == name)?);
                }
                Some(set)
            }
        }
    };
}

/// Terrain (T4) and linear obstacles (T5) by their names in files; a `TerrainSet` has a bit for each.
pub const TERRAIN: &[&str] = &[
    "clear",
    "forest",
    "hill",
    "rocks",
    "marsh",
    "buildings",
    "sand",
    "road",
    "river",
    "large_river",
    "ford",
    "bridge",
    "snow",
    "mountain",
    "lake",
    "wall",
    "ditch",
    "fortification",
    "rampart",
];

/// The position of vehicles in [`FAMILIES`].
pub const VEHICLES: usize = FAMILIES.len() - 1;

/// Classes of troops as the table of tactical advantages has them (T6).
pub const CLASSES: &[&str] = &["infantry", "mounted", "artillery"];

/// Families of troops (J2.3), lancers apart from other cavalry as required by JI-33, infantry in wagons apart from
/// other infantry as vehicles (J4.4). New ones come before the last, since `army::unit::family` counts them.
pub const FAMILIES: &[&str] = &["infantry", "cavalry", "lancers", "artillery", "camelry", "elephants", "vehicles"];

/// Troops whose animals may be frightened (JI-34); `army::animals` counts them.
pub const ANIMALS: &[&str] = &["cavalry", "lancers", "camelry", "elephants", "zamboureks", "horse_artillery"];

name_set! {
    /// A set of terrain and linear obstacles.
    pub struct TerrainSet of TERRAIN
}

name_set! {
    /// A set of classes of troops.
    pub struct ClassSet of CLASSES
}

name_set! {
    /// A set of families of troops.
    pub struct FamilySet of FAMILIES
}

name_set! {
    /// A set of troops with animals.
    pub struct AnimalSet of ANIMALS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jomini::rules::Rules;

    #[test]
    fn sets_hold_the_names_that_the_file_lists() {
        let rough = Rules::published().rough_terrain;
        assert_eq!(rough.names().collect::<Vec<_>>(), ["forest", "rocks", "marsh", "buildings"]);
        assert!(rough.contains(1) && !rough.contains(0));
        assert!(rough.meets(TerrainSet::EMPTY.with(5)) && !rough.meets(TerrainSet::EMPTY.with(6)));
    }

    #[test]
    fn rows_follow_the_order_of_their_names() {
        let rules = Rules::published();
        assert_eq!(rules.training_dice, [2, 1, 0, -1, -2]);
        assert_eq!(rules.morale_elements, [5, 4, 3, 2, 1]);
    }
}

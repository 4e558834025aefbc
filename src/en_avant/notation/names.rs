//! The serial form of single values of positions, actions and rolls: units by short name, places, headings, sets of
//! words. Whether a unit exists in a game is checked by code that knows the game.

use super::unit_id;
use crate::data::Exactly;
use crate::en_avant::state::{NO_UNIT, UNITS_A_SIDE, UnitId, UnitSet, status, unit_ids};
use crate::en_avant::table::geometry::{CIRCLE, Heading, Length, Point};
use crate::game::Side;
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The expected form of a unit name.
const UNIT_EXPECTED: &str = "the short name of a unit such as R1 or B12";
/// The word for no unit in a format without null.
const NONE: &str = "none";
/// Maximum coordinate of a place, in units of the table: far beyond every table.
const MOST: f64 = 1e8;

/// A unit by its short name: R1 is red's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnitName(pub UnitId);

/// The unit of a short name, in either case, whether or not a game has it.
pub fn id_of(name: &str) -> Option<UnitId> {
    let (letter, number) = name.trim().split_at_checked(1)?;
    let side = match letter {
        "R" | "r" => Side::Red,
        "B" | "b" => Side::Blue,
        _ => return None,
    };
    let number: usize = number.parse().ok().filter(|number| (1..=UNITS_A_SIDE).contains(number))?;
    Some(unit_ids(side).start + (number - 1) as UnitId)
}

fn read_name<E: Error>(name: &str) -> Result<UnitId, E> {
    id_of(name).ok_or_else(|| E::invalid_value(Unexpected::Str(name), &UNIT_EXPECTED))
}

impl Serialize for UnitName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&unit_id(self.0))
    }
}

impl<'de> Deserialize<'de> for UnitName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UnitName, D::Error> {
        read_name(&String::deserialize(deserializer)?).map(UnitName)
    }
}

/// A unit by its short name, or null for none; "none" in a format without null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaybeUnit(pub UnitId);

impl Default for MaybeUnit {
    fn default() -> MaybeUnit {
        MaybeUnit(NO_UNIT)
    }
}

impl Serialize for MaybeUnit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 == NO_UNIT { serializer.serialize_none() } else { UnitName(self.0).serialize(serializer) }
    }
}

impl<'de> Deserialize<'de> for MaybeUnit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MaybeUnit, D::Error> {
        match Option::<String>::deserialize(deserializer)?.as_deref() {
            None | Some(NONE) => Ok(MaybeUnit::default()),
            Some(name) => read_name(name).map(MaybeUnit),
        }
    }
}

/// Units as a list of their names.
pub mod unit_set {
    use super::*;

    /// Writes a set of units.
    ///
    /// # Errors
    /// Those of the format.
    pub fn serialize<S: Serializer>(set: &UnitSet, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(set.iter().map(UnitName))
    }

    /// Reads a set of units.
    ///
    /// # Errors
    /// Returns an error for an unknown name.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<UnitSet, D::Error> {
        let mut set = UnitSet::default();
        Vec::<UnitName>::deserialize(deserializer)?.into_iter().for_each(|name| set.insert(name.0));
        Ok(set)
    }
}

/// A place: centimetres from the table's centre to the right and away from red; the resolution of the table is a
/// thousandth.
pub mod centimetres {
    use super::*;

    /// Writes a place.
    ///
    /// # Errors
    /// Those of the format.
    pub fn serialize<S: Serializer>(place: &Point, serializer: S) -> Result<S::Ok, S::Error> {
        [f64::from(place.x) / 1_000.0, f64::from(place.y) / 1_000.0].serialize(serializer)
    }

    /// Reads a place.
    ///
    /// # Errors
    /// Returns an error for anything but two numbers, or a number far beyond every table.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Point, D::Error> {
        let Exactly([x, y]) = Exactly::<f64, 2>::deserialize(deserializer)?;
        let length = |number: f64| {
            let scaled = (number * 1_000.0).round();
            let beyond = || {
                D::Error::invalid_value(
                    Unexpected::Float(number),
                    &"centimetres from the table's centre, within a kilometre",
                )
            };
            if scaled.abs() <= MOST { Ok(scaled as Length) } else { Err(beyond()) }
        };
        Ok(Point::new(length(x)?, length(y)?))
    }
}

/// A heading: degrees clockwise from red's straight ahead, in quarters.
pub mod degrees {
    use super::*;

    /// Writes a heading.
    ///
    /// # Errors
    /// Those of the format.
    pub fn serialize<S: Serializer>(heading: &Heading, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(heading.steps()) / 4.0)
    }

    /// Reads a heading.
    ///
    /// # Errors
    /// Returns an error for anything but degrees of a circle.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Heading, D::Error> {
        let number = f64::deserialize(deserializer)?;
        let steps = (number * 4.0).round();
        let beyond = || D::Error::invalid_value(Unexpected::Float(number), &"degrees from 0 to 359.75");
        if (0.0..f64::from(CIRCLE)).contains(&steps) { Ok(Heading::new(steps as u16)) } else { Err(beyond()) }
    }
}

/// A set of bits as the list of its words: a module with `serialize` and `deserialize`, and the words.
macro_rules! word_set {
    ($(#[$doc:meta])* $module:ident: $bits:ty { $($(#[$word_doc:meta])* $word:ident = $bit:expr,)* }) => {
        $(#[$doc])*
        pub mod $module {
            use super::*;

            /// The words of the set.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
            #[serde(rename_all = "snake_case")]
            pub enum Word {
                $($(#[$word_doc])* $word,)*
            }

            impl Word {
                /// Every word.
                pub const ALL: &[Word] = &[$(Word::$word),*];

                /// Its bit.
                pub fn bit(self) -> $bits {
                    match self {
                        $(Word::$word => $bit,)*
                    }
                }
            }

            /// Writes a set.
            ///
            /// # Errors
            /// Those of the format.
            pub fn serialize<S: Serializer>(bits: &$bits, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(Word::ALL.iter().filter(|word| bits & word.bit() != 0))
            }

            /// Reads a set.
            ///
            /// # Errors
            /// Returns an error for an unknown word.
            pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<$bits, D::Error> {
                Ok(Vec::<Word>::deserialize(deserializer)?.into_iter().fold(0, |bits, word| bits | word.bit()))
            }
        }
    };
}

word_set! {
    /// The status words of a unit.
    status_words: u16 {
        /// It has not been set up yet.
        Reserve = status::RESERVE,
        /// It has been activated in this turn.
        Activated = status::ACTIVATED,
        /// It is disordered.
        Disordered = status::DISORDERED,
        /// It is routing.
        Routing = status::ROUTING,
        /// It is engaged.
        Engaged = status::ENGAGED,
        /// It has attacked in this impulse.
        Charged = status::CHARGED,
        /// It attacked.
        Attacker = status::ATTACKER,
        /// It was attacked.
        Defender = status::DEFENDER,
        /// It has newly come into contact in this impulse.
        Fresh = status::FRESH,
        /// It has fought in this turn.
        Fought = status::FOUGHT,
        /// It has taken its test of contagion.
        Tested = status::TESTED,
        /// It has still to flee.
        ToFlee = status::TO_FLEE,
        /// It is limbered.
        Limbered = status::LIMBERED,
        /// It has dismounted.
        Dismounted = status::DISMOUNTED,
        /// It is an uncontrollable elephant.
        Rampant = status::RAMPANT,
    }
}

word_set! {
    /// Sides as bits: 1 and 2.
    side_words: u8 {
        /// The seat at the lower edge.
        Red = 1,
        /// The seat at the upper edge.
        Blue = 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_of_a_unit_has_a_word() {
        let named = status_words::Word::ALL.iter().fold(0, |bits, word| bits | word.bit());
        assert_eq!(named, (status::RAMPANT << 1) - 1);
    }

    #[test]
    fn short_names_read_back() {
        for unit in 0..2 * UNITS_A_SIDE as UnitId {
            assert_eq!(id_of(&unit_id(unit)), Some(unit));
        }
        assert_eq!(id_of(" b12 "), id_of("B12"));
        for wrong in ["", "R", "R0", "R97", "G1", "R1x", "é1"] {
            assert_eq!(id_of(wrong), None, "{wrong}");
        }
    }
}

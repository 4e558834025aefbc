//! The serial form of single values of positions, actions and rolls: units by short name, places, headings, sets of
//! words. Whether a unit exists in a game is checked by code that knows the game.

use super::unit_id;
use crate::data::Exactly;
use crate::en_avant::state::{NO_UNIT, Status, UNITS_A_SIDE, UnitId, UnitSet, side_bit, unit_ids};
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
    unit_ids(side).nth(number - 1)
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaybeUnit(pub UnitId);

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
    /// The errors of the format.
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
    /// The errors of the format.
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
    /// The errors of the format.
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

/// The status of a unit as the list of its words.
pub mod status_words {
    use super::*;
    use bitflags::Flags;
    use std::sync::LazyLock;

    /// The words of all facts: their names in lower case.
    pub static WORDS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| Status::FLAGS.iter().map(|flag| &*flag.name().to_lowercase().leak()).collect());

    /// One fact, by its word.
    struct Fact(Status);

    impl<'de> Deserialize<'de> for Fact {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fact, D::Error> {
            let word = String::deserialize(deserializer)?;
            let known = Status::FLAGS.iter().zip(&*WORDS).find(|(_, known)| **known == word);
            known.map(|(flag, _)| Fact(*flag.value())).ok_or_else(|| D::Error::unknown_variant(&word, &WORDS))
        }
    }

    /// Writes a status.
    ///
    /// # Errors
    /// The errors of the format.
    pub fn serialize<S: Serializer>(status: &Status, serializer: S) -> Result<S::Ok, S::Error> {
        let facts = Status::FLAGS.iter().zip(&*WORDS).filter(|(flag, _)| status.contains(*flag.value()));
        serializer.collect_seq(facts.map(|(_, word)| word))
    }

    /// Reads a status.
    ///
    /// # Errors
    /// Returns an error for an unknown word.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Status, D::Error> {
        let facts = Vec::<Fact>::deserialize(deserializer)?;
        Ok(facts.into_iter().fold(Status::empty(), |status, fact| status | fact.0))
    }
}

/// Sides as bits, 1 and 2, as the list of their names.
pub mod side_words {
    use super::*;

    /// Writes a set of sides.
    ///
    /// # Errors
    /// The errors of the format.
    pub fn serialize<S: Serializer>(bits: &u8, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(Side::BOTH.into_iter().filter(|side| bits & side_bit(*side) != 0))
    }

    /// Reads a set of sides.
    ///
    /// # Errors
    /// Returns an error for an unknown side.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        Ok(Vec::<Side>::deserialize(deserializer)?.into_iter().fold(0, |bits, side| bits | side_bit(side)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_written_as_words_in_lower_case() {
        assert_eq!(status_words::WORDS[..3], ["reserve", "activated", "disordered"]);
        assert!(status_words::WORDS.contains(&"to_flee"));
    }

    #[test]
    fn short_names_read_back() {
        for unit in Side::BOTH.into_iter().flat_map(unit_ids) {
            assert_eq!(id_of(&unit_id(unit)), Some(unit));
        }
        assert_eq!(id_of(" b12 "), id_of("B12"));
        for wrong in ["", "R", "R0", "R97", "G1", "R1x", "é1"] {
            assert_eq!(id_of(wrong), None, "{wrong}");
        }
    }
}

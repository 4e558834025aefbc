//! The trait [`CombatOdds`]: the exact odds of one combat, and the options that a rulebook offers within it.
//!
//! A rulebook lists its options as data. The command line, the validation of queries and the help are generated from
//! that list, so that no other code depends on the names of a rulebook.

use super::odds::{OddsFault, OddsQuery, OddsReport};
use super::play::Game;
use super::rulebook::Positioned;
use crate::data::message::{quoted_list, suggestion};

/// The values of an option.
#[derive(Clone, Copy, Debug)]
pub enum OddsValues {
    /// One of these names.
    Names(fn() -> Vec<&'static str>),
    /// A whole number, from the first to the last.
    Number(u8, u8),
    /// `no` or `yes`.
    Switch,
    /// `no`, `yes` for all, or a whole number.
    SwitchOrNumber,
    /// A length in centimetres.
    Centimetres,
}

/// An option of a combat whose odds are computed, or a property varied from one combat to the next.
#[derive(Clone, Copy, Debug)]
pub struct OddsOption {
    /// Its name in data; on the command line with hyphens.
    pub name: &'static str,
    /// Its values.
    pub values: OddsValues,
    /// Its default; for properties varied by a sweep, that of the position.
    pub default: &'static str,
    /// Its effect.
    pub help: &'static str,
    /// The rules behind it.
    pub rules: &'static str,
}

impl OddsOption {
    /// A value of the option in its canonical spelling.
    ///
    /// # Errors
    /// The values of the option, and the nearest name.
    pub fn checked(&self, value: &str) -> Result<String, OddsFault> {
        let name = self.name;
        let fault = |expected: &str| Err(OddsFault::Question(format!("\"{name}\" is {expected}, not \"{value}\"")));
        let is_switch = matches!(value, "yes" | "no");
        match self.values {
            OddsValues::Names(names) => {
                let names = names();
                let wanted = value.to_lowercase().replace([' ', '-'], "_");
                if names.contains(&wanted.as_str()) {
                    return Ok(wanted);
                }
                let (known, near) = (quoted_list(&names, "or"), suggestion(&wanted, &names));
                Err(OddsFault::Question(format!("\"{name}\" has no value \"{value}\"; expected {known}{near}")))
            }
            OddsValues::Number(least, most) => match value.parse::<u8>() {
                Ok(number) if (least..=most).contains(&number) => Ok(number.to_string()),
                _ => fault(&format!("a whole number from {least} to {most}")),
            },
            OddsValues::Switch if is_switch => Ok(value.to_owned()),
            OddsValues::Switch => fault("\"yes\" or \"no\""),
            OddsValues::SwitchOrNumber if is_switch => Ok(value.to_owned()),
            OddsValues::SwitchOrNumber => match value.parse::<u8>() {
                Ok(0) => Ok("no".to_owned()),
                Ok(number) => Ok(number.to_string()),
                Err(_) => fault("\"yes\", \"no\" or a whole number up to 255"),
            },
            OddsValues::Centimetres => match value.parse::<f64>() {
                Ok(length) if (0.0..=1000.0).contains(&length) => Ok(value.to_owned()),
                _ => fault("a length in centimetres, up to 1000"),
            },
        }
    }
}

/// The choices of a query: the value of every option, in the order of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen(Vec<(&'static str, String)>);

impl Chosen {
    /// The choices of a query, each validated, the others at their defaults.
    ///
    /// # Errors
    /// An unknown option, with the nearest name, or an invalid value of an option.
    pub fn of(query: &OddsQuery, options: &'static [OddsOption]) -> Result<Chosen, OddsFault> {
        let mut chosen = Chosen(options.iter().map(|option| (option.name, option.default.to_owned())).collect());
        for (name, value) in &query.choices {
            let place = place_of(name, options, "choice")?;
            chosen.0[place].1 = options[place].checked(value)?;
        }
        Ok(chosen)
    }

    /// The value of an option.
    ///
    /// # Panics
    /// If the rulebook has no such option.
    pub fn word(&self, name: &str) -> &str {
        self.0.iter().find(|(it, _)| *it == name).map(|(_, value)| value.as_str()).expect("an option of the rulebook")
    }

    /// Whether an option is set to `yes`.
    pub fn is_on(&self, name: &str) -> bool {
        self.word(name) == "yes"
    }

    /// The number of an option: 0 for `no`, the maximum for `yes`.
    pub fn number(&self, name: &str) -> u8 {
        match self.word(name) {
            "no" => 0,
            "yes" => u8::MAX,
            number => number.parse().expect("numbers were checked"),
        }
    }

    /// Every option with its value.
    pub fn render(&self) -> Vec<(&'static str, String)> {
        self.0.clone()
    }
}

/// The index of an option in a list, in either spelling of its name.
///
/// # Errors
/// All known names, and the nearest.
pub fn place_of(name: &str, options: &[OddsOption], what: &str) -> Result<usize, OddsFault> {
    let wanted = name.to_lowercase().replace([' ', '-'], "_");
    options.iter().position(|option| option.name == wanted).ok_or_else(|| {
        let names: Vec<&str> = options.iter().map(|option| option.name).collect();
        let (list, near) = (quoted_list(&names, "and"), suggestion(&wanted, &names));
        OddsFault::Question(format!("there is no {what} \"{name}\"; the {what}s are {list}{near}"))
    })
}

/// Computes the exact odds of combats. A rulebook without combats keeps all defaults.
pub trait CombatOdds: Game + Sized {
    /// What is computed where no option is given, in a few sentences for the help.
    const WEIGHED: &'static str = "";
    /// The options of a combat.
    const OPTIONS: &'static [OddsOption] = &[];
    /// Further properties of the position that a sweep can vary.
    const VARIED: &'static [OddsOption] = &[];

    /// The exact odds of one combat.
    ///
    /// # Errors
    /// An unknown unit, option or combat; also that the rulebook has no combats.
    fn combat_odds(&self, _state: &Self::State, _query: &OddsQuery) -> Result<OddsReport, OddsFault> {
        Err(OddsFault::Refused("this rulebook has no combats".to_owned()))
    }

    /// The position with one of [`CombatOdds::VARIED`] set to a validated value.
    ///
    /// # Errors
    /// Why there is no such position.
    fn varied(
        &self,
        _state: &Self::State,
        _query: &OddsQuery,
        name: &str,
        _value: &str,
    ) -> Result<Positioned<Self>, OddsFault> {
        Err(OddsFault::Question(format!("nothing called \"{name}\" can be varied")))
    }
}

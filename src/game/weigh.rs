//! The trait [`Weigh`]: the exact odds of one combat, and what a rulebook lets be chosen within it.
//!
//! A rulebook lists its options as data. The command line, the checks of what is asked, and the help are made of that
//! list, so that nothing outside knows the words of a rulebook.

use super::odds::{OddsFault, OddsQuery, OddsReport};
use super::play::Game;
use super::rulebook::Positioned;
use crate::data::message::{quoted_list, suggestion};

/// What an option of the odds may be set to.
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

/// Something that can be chosen within a combat that is weighed, or varied from one combat to the next.
#[derive(Clone, Copy, Debug)]
pub struct OddsOption {
    /// Its name in data; on the command line with dashes.
    pub name: &'static str,
    /// What it may be set to.
    pub values: OddsValues,
    /// The value where nothing is said; of what a sweep varies, the position's own.
    pub usual: &'static str,
    /// What it does.
    pub help: &'static str,
    /// The rules behind it.
    pub rules: &'static str,
}

impl OddsOption {
    /// A value of the option in its one spelling.
    ///
    /// # Errors
    /// Says what the option may be set to, and the nearest name.
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

/// The choices of a question: the value of every option, in the order of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen(Vec<(&'static str, String)>);

impl Chosen {
    /// The choices of a question, every one checked, whatever is not named at its usual value.
    ///
    /// # Errors
    /// Names an option that there is not, with the nearest, or a value that an option does not have.
    pub fn of(query: &OddsQuery, options: &'static [OddsOption]) -> Result<Chosen, OddsFault> {
        let mut chosen = Chosen(options.iter().map(|option| (option.name, option.usual.to_owned())).collect());
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

    /// The number of an option: 0 where it is `no`, the greatest where it is `yes`.
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

/// The place of an option in a list, however its name is written.
///
/// # Errors
/// Names all that there are, and the nearest.
pub fn place_of(name: &str, options: &[OddsOption], what: &str) -> Result<usize, OddsFault> {
    let wanted = name.to_lowercase().replace([' ', '-'], "_");
    options.iter().position(|option| option.name == wanted).ok_or_else(|| {
        let names: Vec<&str> = options.iter().map(|option| option.name).collect();
        let (list, near) = (quoted_list(&names, "and"), suggestion(&wanted, &names));
        OddsFault::Question(format!("there is no {what} \"{name}\"; the {what}s are {list}{near}"))
    })
}

/// Weighs combats exactly. A rulebook without combats leaves everything as it is.
pub trait Weigh: Game + Sized {
    /// What is weighed where no option is given, in a few sentences for the help.
    const WEIGHED: &'static str = "";
    /// What can be chosen within a combat.
    const OPTIONS: &'static [OddsOption] = &[];
    /// What a sweep can vary beside the options: properties of the position.
    const VARIED: &'static [OddsOption] = &[];

    /// The exact odds of one combat.
    ///
    /// # Errors
    /// Says which unit, option or combat there is not; also that the rulebook knows no combats.
    fn combat_odds(&self, _state: &Self::State, _query: &OddsQuery) -> Result<OddsReport, OddsFault> {
        Err(OddsFault::Refused("this rulebook has no combats to weigh".to_owned()))
    }

    /// The position with one of [`Weigh::VARIED`] set to a value that was checked.
    ///
    /// # Errors
    /// Says why there is no such position.
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

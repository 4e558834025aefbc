//! From named units and choices to odds, and from odds to the report that people and programs read.

use super::{OddsOptions, Row, StrikeOdds};
use crate::data::message::quoted_list;
use crate::game::form::{name_in, suggestion};
use crate::game::{OddsQuery, OddsReport, RollOdds, ShowError, Side};
use crate::jomini::battle::Battle;
use crate::jomini::hits::Meaning;
use crate::jomini::notation::{STRIKES, unit_id};
use crate::jomini::order_names::{ATTACK_ORDERS, DEFENCE_ORDERS, NO_ORDER, order_named};
use crate::jomini::state::{State, UnitId};

/// The quantities of a row; the last only where Sharpshooters take officers.
const COLUMNS: &[&str] = &["losses", "retreat", "tokens", "officers"];

/// The names of the orders that are weighed, for messages: the attack order's, then the defence order's.
pub(super) fn order_names(options: &OddsOptions) -> [&'static str; 2] {
    [
        options.order.map_or(NO_ORDER, |order| name_in(ATTACK_ORDERS, order)),
        options.defence_order.map_or(NO_ORDER, |order| name_in(DEFENCE_ORDERS, order)),
    ]
}

impl Battle {
    /// The odds of a combat asked for by names, as tables.
    ///
    /// # Errors
    /// Says which unit, order or number there is not, or why the combat cannot be weighed.
    pub fn odds_report(&self, state: &State, query: &OddsQuery) -> Result<OddsReport, ShowError> {
        let attacker = self.unit_asked(&query.attacker)?;
        let target = self.unit_asked(&query.target)?;
        let mut options = OddsOptions { riposte: query.riposte, ..OddsOptions::default() };
        for (name, value) in &query.choices {
            options.choose(name, value)?;
        }
        let odds = self.odds(state, attacker, target, &options).map_err(|error| ShowError(error.to_string()))?;
        Ok(OddsReport {
            attacker: self.unit_words(attacker),
            target: self.unit_words(target),
            choices: options.told(),
            may_riposte: odds.may_riposte,
            rolls: odds.strikes.iter().map(|strike| self.roll_odds(strike)).collect(),
        })
    }

    fn roll_odds(&self, strike: &StrikeOdds) -> RollOdds {
        let kind = name_in(STRIKES, strike.strike);
        let columns = if strike.rows.iter().any(|(row, _)| row.officers > 0) { COLUMNS.len() } else { COLUMNS.len() - 1 };
        let cells = |row: &Row| [row.losses, row.retreat, row.tokens, row.officers][..columns].iter().map(|it| u32::from(*it)).collect();
        let ignored = if strike.ignored == u8::MAX { "all".to_owned() } else { strike.ignored.to_string() };
        RollOdds {
            kind,
            title: format!("{} of {} against {}", kind.replace('_', " "), self.unit_words(strike.striker), self.unit_words(strike.struck)),
            rolled: strike.rolled,
            dice: u32::from(strike.dice),
            trail: strike.trail.clone(),
            facts: vec![("tactical_advantage", meaning_word(strike.tactical).to_owned()), ("morale_hits_ignored", ignored)],
            columns: &COLUMNS[..columns],
            rows: strike.rows.iter().map(|(row, count)| (cells(row), *count)).collect(),
            total: strike.total,
        }
    }

    /// A unit by its name in the file, if only one is called so, else by its short name.
    fn unit_asked(&self, name: &str) -> Result<UnitId, ShowError> {
        let units = || Side::BOTH.into_iter().flat_map(|side| self.units_of(side));
        let mut called = units().filter(|unit| self.unit_names[usize::from(*unit)] == name);
        match (called.next(), called.next()) {
            (Some(unit), None) => Ok(unit),
            (Some(one), Some(other)) => Err(ShowError(format!(
                "several units are called \"{name}\": use their short names, {} or {} among them",
                unit_id(one),
                unit_id(other)
            ))),
            _ => self.unit_named(name).map_err(|_| {
                let known: Vec<String> =
                    units().map(|unit| self.unit_names[usize::from(unit)].clone()).chain(units().map(unit_id)).collect();
                let told: Vec<String> = units().map(|unit| self.unit_words(unit)).collect();
                ShowError(format!("there is no unit \"{name}\"; the units are {}{}", told.join(", "), suggestion(name, &known)))
            }),
        }
    }
}

impl OddsOptions {
    /// Makes one choice by its name.
    fn choose(&mut self, name: &str, value: &str) -> Result<(), ShowError> {
        match name {
            "order" => self.order = order_named(name, ATTACK_ORDERS, value)?,
            "defence_order" => self.defence_order = order_named(name, DEFENCE_ORDERS, value)?,
            "wind_of_ball" => self.wind_of_ball = switch(name, value)?,
            "break_off" => self.break_off = switch(name, value)?,
            "dodge_trait" => self.dodge_by_trait = switch(name, value)?,
            "dodge_order" => self.dodge_by_order = switch(name, value)?,
            "sharpshoot" => self.sharpshoot = switch(name, value)?,
            "sacrifice" => self.sacrifices = number(name, value)?,
            "leaders" => self.leaders = number(name, value)?,
            _ => {
                let names: Vec<&str> = OddsOptions::default().told().into_iter().map(|(name, _)| name).collect();
                let list = quoted_list(&names, "and");
                return Err(ShowError(format!("there is no choice \"{name}\"; the choices are {list}{}", suggestion(name, &names))));
            }
        }
        Ok(())
    }

    /// Every choice by name.
    fn told(&self) -> Vec<(&'static str, String)> {
        let [order, defence_order] = order_names(self);
        let switch = |on: bool| if on { "yes" } else { "no" }.to_owned();
        vec![
            ("order", order.to_owned()),
            ("defence_order", defence_order.to_owned()),
            ("wind_of_ball", switch(self.wind_of_ball)),
            ("break_off", switch(self.break_off)),
            ("leaders", self.leaders.to_string()),
            ("dodge_trait", switch(self.dodge_by_trait)),
            ("dodge_order", switch(self.dodge_by_order)),
            ("sharpshoot", switch(self.sharpshoot)),
            ("sacrifice", self.sacrifices.to_string()),
        ]
    }
}

fn switch(choice: &str, value: &str) -> Result<bool, ShowError> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(ShowError(format!("\"{choice}\" is \"yes\" or \"no\", not \"{value}\""))),
    }
}

fn number(choice: &str, value: &str) -> Result<u8, ShowError> {
    value.parse().map_err(|_| ShowError(format!("\"{choice}\" is a whole number up to 255, not \"{value}\"")))
}

fn meaning_word(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Miss => "miss",
        Meaning::MoraleHit => "morale_hit",
        Meaning::Hit => "hit",
        Meaning::Harassment => "harassment",
    }
}

//! From named units and choices to odds, and from odds to the report that people and programs read.

use super::{OddsOptions, RerollPolicy, StrikeOdds};
use crate::en_avant::Engagement;
use crate::en_avant::state::{State, UnitId};
use crate::game::form::suggestion;
use crate::game::{Exact, OddsQuery, OddsReport, RollOdds, ShowError, Side};

/// Values by which a question leaves out what this rulebook does not know.
const NOT_CHOSEN: [&str; 3] = ["none", "no", "0"];

impl Engagement {
    /// The odds of a fight asked for by names, as tables.
    ///
    /// # Errors
    /// Says which unit or choice there is not, or why the fight cannot be weighed.
    pub fn odds_report(&self, state: &State, query: &OddsQuery) -> Result<OddsReport, ShowError> {
        let attacker = self.unit_asked(&query.attacker)?;
        let target = self.unit_asked(&query.target)?;
        let mut options = OddsOptions::default();
        for (name, value) in &query.choices {
            options.choose(name, value)?;
        }
        let odds = self.odds(state, attacker, target, &options).map_err(|error| ShowError(error.to_string()))?;
        let kind = if odds.melee { "melee" } else { "shot" };
        Ok(OddsReport {
            attacker: self.unit_words(attacker),
            target: self.unit_words(target),
            choices: odds.options.told(),
            may_riposte: Exact { count: u128::from(odds.melee), total: 1 },
            rolls: odds.strikes.iter().map(|strike| self.roll_odds(kind, strike)).collect(),
        })
    }

    fn roll_odds(&self, kind: &'static str, strike: &StrikeOdds) -> RollOdds {
        let saves: Vec<&str> = strike.save_trail.iter().map(|step| step.rule).collect();
        RollOdds {
            kind,
            title: format!("{kind} of {} against {}", self.unit_words(strike.striker), self.unit_words(strike.struck)),
            rolled: Exact { count: 1, total: 1 },
            dice: u32::from(strike.dice),
            trail: strike.trail.clone(),
            facts: vec![
                ("saves", strike.saves.to_string()),
                ("saves_by", if saves.is_empty() { "none".to_owned() } else { saves.join(" ") }),
                ("rerolls", strike.rerolls.to_string()),
                ("routs_from", strike.routs_from.to_string()),
                ("rout", format!("{:.6}", strike.rout().value())),
            ],
            columns: &["impacts"],
            rows: (0..).zip(&strike.rows).map(|(impacts, count)| (vec![impacts], *count)).collect(),
            total: strike.total,
        }
    }

    /// A unit by its name in the file, if only one is called so, else by its short name.
    fn unit_asked(&self, name: &str) -> Result<UnitId, ShowError> {
        let mut called =
            Side::BOTH.into_iter().flat_map(|side| self.units_of(side)).filter(|unit| self.unit_names[usize::from(*unit)] == name);
        match (called.next(), called.next()) {
            (Some(unit), None) => Ok(unit),
            (Some(_), Some(_)) => Err(ShowError(format!("several units are called \"{name}\": use their short names"))),
            _ => self.unit_named(name),
        }
    }
}

impl OddsOptions {
    /// Makes one choice by its name.
    fn choose(&mut self, name: &str, value: &str) -> Result<(), ShowError> {
        match name {
            "reroll" => {
                self.reroll = RerollPolicy::from_name(value).ok_or_else(|| {
                    let names = RerollPolicy::NAMES;
                    ShowError(format!("\"reroll\" is one of {}, not \"{value}\"{}", names.join(", "), suggestion(value, names)))
                })?;
            }
            "most_rerolls" => {
                let number = value.parse().ok().filter(|number| *number <= 40);
                self.most_rerolls =
                    number.ok_or_else(|| ShowError(format!("\"most_rerolls\" is a whole number up to 40, not \"{value}\"")))?;
            }
            _ if NOT_CHOSEN.contains(&value) => {}
            _ => return Err(ShowError(format!("there is no choice \"{name}\" in this rulebook; the choices are reroll and most_rerolls"))),
        }
        Ok(())
    }

    /// Every choice by name.
    fn told(&self) -> Vec<(&'static str, String)> {
        vec![("reroll", self.reroll.name().to_owned()), ("most_rerolls", self.most_rerolls.to_string())]
    }
}

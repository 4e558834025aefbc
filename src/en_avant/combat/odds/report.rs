//! From named units and choices to odds, and from odds to the report.

use super::choices::{OPTIONS, VARIED, WEIGHED};
use super::{Odds, OddsError, OddsOptions, RerollPolicy, StrikeOdds};
use crate::data::message::{count, suggestion};
use crate::en_avant::notation::unit_id;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, Status, UnitId, side_of};
use crate::game::{
    Chosen, CombatOdds, Exact, OddsFact, OddsFault, OddsOption, OddsQuery, OddsReport, Positioned, RollOdds, ShowError,
    Side,
};

/// The note on an illegal shot that is computed on request.
const AS_IF_LEGAL: &str = "; --even-if-illegal computes its odds anyway";

impl CombatOdds for Engagement {
    const WEIGHED: &'static str = WEIGHED;
    const OPTIONS: &'static [OddsOption] = OPTIONS;
    const VARIED: &'static [OddsOption] = VARIED;

    fn combat_odds(&self, state: &State, query: &OddsQuery) -> Result<OddsReport, OddsFault> {
        self.odds_report(state, query)
    }

    fn varied(
        &self,
        state: &State,
        query: &OddsQuery,
        name: &str,
        value: &str,
    ) -> Result<Positioned<Engagement>, OddsFault> {
        self.variation(state, self.unit_asked(&query.attacker)?, self.unit_asked(&query.target)?, name, value)
    }
}

impl Engagement {
    /// The odds of a fight between named units, as tables.
    ///
    /// # Errors
    /// Returns which unit, option or value is unknown, or why the odds cannot be computed.
    pub fn odds_report(&self, state: &State, query: &OddsQuery) -> Result<OddsReport, OddsFault> {
        let attacker = self.unit_asked(&query.attacker)?;
        let target = self.unit_asked(&query.target)?;
        let chosen = Chosen::of(query, OPTIONS)?;
        let options = OddsOptions::of(&chosen);
        let even_if_illegal = chosen.is_on("even_if_illegal");
        let odds = self.odds_of(state, attacker, target, &options, even_if_illegal).map_err(|error| {
            let hint = matches!(error, OddsError::NoShot(_)) && self.can_be_computed(state, attacker, target);
            OddsFault::Refused(format!("{error}{}", if hint { AS_IF_LEGAL } else { "" }))
        })?;
        let mut notes = Vec::new();
        if odds.melee {
            self.note_melee(attacker, target, &odds, &mut notes);
        } else {
            notes.extend(self.illegal_shot(state, attacker, target).map(|why| format!("the shot is illegal: {why}")));
            if !even_if_illegal && let Some(note) = notes.first() {
                return Err(OddsFault::Refused(format!("{note}{AS_IF_LEGAL}")));
            }
        }
        let cut =
            |it: &&StrikeOdds| it.rerolls == options.rerolls_of(it.dice, it.saves) && it.rerolls < options.most_rerolls;
        if options.reroll != RerollPolicy::Never {
            notes.extend(odds.strikes.iter().filter(cut).map(|it| {
                let (times, dice) = (count(it.rerolls, "reroll"), it.dice);
                let roller = self.unit_words(it.roller);
                format!("{roller}: at most {times} of a die: with {dice} dice, more are too many to count exactly")
            }));
        }
        let kind = if odds.melee { "melee" } else { "shot" };
        let (attacker, target) = (self.unit_words(attacker), self.unit_words(target));
        let title = if odds.melee {
            format!("{attacker} and {target} fight a round of melee")
        } else {
            format!("{attacker} shoots at {target}")
        };
        Ok(OddsReport {
            attacker,
            target,
            title,
            choices: chosen.render(),
            always: "",
            notes,
            rolls: odds.strikes.iter().map(|strike| self.roll_odds(kind, strike)).collect(),
            shares: Vec::new(),
        })
    }

    /// Why a shot is illegal: an earlier action of the unit in this turn, the target, or a target that has precedence.
    fn illegal_shot(&self, state: &State, attacker: UnitId, target: UnitId) -> Option<String> {
        if state.unit(attacker).has(Status::ACTIVATED) {
            return Some("the attacker has been activated in this turn (E5.9)".to_owned());
        }
        if let Some(fault) = self.shot_fault(state, attacker, target) {
            return Some(fault.to_owned());
        }
        let targets = self.targets(state, attacker);
        if targets.has(target) {
            return None;
        }
        Some(match targets.iter().next() {
            Some(other) => format!(
                "{} is nearer or more dangerous and has to be the target (E9.10, E9.11)",
                self.unit_words(other)
            ),
            None => "a nearer enemy that cannot be shot at has to be the target (E9.10)".to_owned(),
        })
    }

    /// Adds notes on the units that lead the sides of a melee and are struck, if they are not those named; and on open
    /// choices.
    fn note_melee(&self, attacker: UnitId, target: UnitId, odds: &Odds, notes: &mut Vec<String>) {
        for strike in &odds.strikes {
            let side = side_of(strike.roller);
            let (named, other) = if side == side_of(attacker) { (attacker, target) } else { (target, attacker) };
            if strike.roller != named || strike.target != other {
                let (roller, target) = (self.unit_words(strike.roller), self.unit_words(strike.target));
                notes.push(format!(
                    "{roller} leads {side} in this melee, whose impacts fall on {target} (EI-76, EI-77)"
                ));
            }
            if odds.undecided[side.index()] {
                notes.push(format!(
                    "several units could lead {side}, or be struck by it: the first in the order of the army is \
                        used (EI-76, EI-77)"
                ));
            }
        }
    }

    fn roll_odds(&self, kind: &'static str, strike: &StrikeOdds) -> RollOdds {
        RollOdds {
            kind,
            title: format!("{kind} of {} against {}", self.unit_words(strike.roller), self.unit_words(strike.target)),
            rolled: Exact { count: 1, total: 1 },
            dice: u32::from(strike.dice),
            trail: strike.trail.clone(),
            facts: [
                ("saves", OddsFact::Number(u32::from(strike.saves))),
                ("saves_by", OddsFact::Steps(strike.save_trail.clone())),
                ("rerolls", OddsFact::Number(u32::from(strike.rerolls))),
            ]
            .into_iter()
            .chain(strike.routs_from.map(|from| ("routs_from", OddsFact::Number(u32::from(from)))))
            .chain([("rout", OddsFact::Share(strike.rout()))])
            .collect(),
            columns: &["impacts"],
            rows: (0..).zip(&strike.rows).map(|(impacts, count)| (vec![impacts], *count)).collect(),
            total: strike.total,
        }
    }

    /// A unit by its name in the file, if that is unique, else by its short name.
    fn unit_asked(&self, name: &str) -> Result<UnitId, ShowError> {
        let mut called = Side::BOTH
            .into_iter()
            .flat_map(|side| self.troops.units_of(side))
            .filter(|unit| self.unit_names[usize::from(*unit)] == name);
        match (called.next(), called.next()) {
            (Some(unit), None) => Ok(unit),
            (Some(_), Some(_)) => Err(ShowError(format!("several units are called \"{name}\": use their short names"))),
            _ => self.troops.unit_named(name).map_err(|_| {
                let units = || Side::BOTH.into_iter().flat_map(|side| self.troops.units_of(side));
                let known: Vec<String> = units()
                    .map(|unit| self.unit_names[usize::from(unit)].clone())
                    .chain(units().map(unit_id))
                    .collect();
                let units: Vec<String> = units().map(|unit| self.unit_words(unit)).collect();
                ShowError(format!(
                    "there is no unit \"{name}\"; the units are {}{}",
                    units.join(", "),
                    suggestion(name, &known)
                ))
            }),
        }
    }
}

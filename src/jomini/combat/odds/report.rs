//! The odds for units and choices given by name, as a report for people and programs.

use super::choices::{OPTIONS, VARIED, WEIGHED};
use super::{Dodge, Odds, OddsError, OddsOptions, Row, StrikeOdds};
use crate::data::message::suggestion;
use crate::game::{
    Chosen, CombatOdds, OddsFact, OddsFault, OddsOption, OddsQuery, OddsReport, OddsShare, Positioned, RollOdds,
    ShowError, Side,
};
use crate::jomini::army::unit::UnitLetters;
use crate::jomini::combat::hits::TacticalEffect;
use crate::jomini::notation::unit_id;
use crate::jomini::rules::Rules;
use crate::jomini::state::Benefits;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::order_names::order_name;
use crate::jomini::state::{DefenceOrder, State, Status, UnitId, side_of};

/// The quantities of a row; the last only if officers are lost.
const COLUMNS: &[&str] = &["losses", "retreat", "tokens", "officers"];

/// The hint on how to compute an illegal attack.
const AS_IF_LEGAL: &str = "; --even-if-illegal computes its odds anyway";

/// The assumptions that hold whatever is chosen.
const ALWAYS: &str =
    "morale hits ignored where allowed, the longest retreat; of two dodges the one that brings fewer morale hits first";

/// The names of the orders that are evaluated, for messages: the attack order, then the defence order.
pub(super) fn order_names(options: &OddsOptions) -> [&'static str; 2] {
    [order_name(options.order), order_name(options.defence_order)]
}

impl CombatOdds for Battle {
    const WEIGHED: &'static str = WEIGHED;
    const OPTIONS: &'static [OddsOption] = OPTIONS;
    const VARIED: &'static [OddsOption] = VARIED;

    fn combat_odds(&self, state: &State, query: &OddsQuery) -> Result<OddsReport, OddsFault> {
        self.as_on_table(state).odds_report(state, query)
    }

    fn varied(
        &self,
        state: &State,
        query: &OddsQuery,
        name: &str,
        value: &str,
    ) -> Result<Positioned<Battle>, OddsFault> {
        let of = |unit: &str| self.as_on_table(state).field.forces.unit_asked(unit);
        self.variation(state, of(&query.attacker)?, of(&query.target)?, name, value)
    }
}

impl Rules {
    /// The reason why a unit's earlier actions in the current player-turn of its side forbid it to attack (J4.9, J4.16,
    /// J5.5).
    pub(in crate::jomini) fn acted_fault(&self, state: &State, unit: UnitId) -> Option<&'static str> {
        let it = state.unit(unit);
        if side_of(unit) != state.active {
            return None;
        }
        if it.has(Status::MOVE_ONLY) {
            return Some("the attacker may only move in this player-turn (J3.28)");
        }
        if it.has(Status::ONLY_BACK) {
            return Some("the attacker may only fall back in this player-turn (JA2.9)");
        }
        if it.has(Status::NO_ATTACK) {
            return Some(
                "the attacker may not attack any more in this player-turn: it moved too far, or by road (J4.9, J4.16)",
            );
        }
        (it.attacks >= self.attacks_per_unit_per_turn)
            .then_some("the attacker has made its attack of this player-turn (J5.5)")
    }
}

impl Forces {
    fn roll_odds(&self, strike: &StrikeOdds) -> RollOdds {
        let kind: &'static str = strike.kind.into();
        let columns =
            if strike.rows.iter().any(|(row, _)| row.officers > 0) { COLUMNS.len() } else { COLUMNS.len() - 1 };
        let cells = |row: &Row| {
            [row.losses, row.retreat, row.tokens, row.officers][..columns].iter().map(|it| u32::from(*it)).collect()
        };
        let ignored = if strike.ignored == u8::MAX { "all".to_owned() } else { strike.ignored.to_string() };
        RollOdds {
            kind,
            title: format!(
                "{} of {} against {}",
                kind.replace('_', " "),
                self.unit_words(strike.roller),
                self.unit_words(strike.target)
            ),
            rolled: strike.rolled,
            dice: u32::from(strike.dice),
            trail: strike.trail.clone(),
            facts: vec![
                ("tactical_advantage", OddsFact::Word(meaning_word(strike.tactical).to_owned())),
                ("morale_hits_ignored", OddsFact::Word(ignored)),
            ],
            columns: &COLUMNS[..columns],
            rows: strike.rows.iter().map(|(row, count)| (cells(row), *count)).collect(),
            total: strike.total,
        }
    }

    /// A unit by its name in the file, if it is unique, otherwise by its short name.
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
                let known: Vec<String> = units()
                    .map(|unit| self.unit_names[usize::from(unit)].clone())
                    .chain(units().map(unit_id))
                    .collect();
                let units: Vec<String> = units().map(|unit| self.unit_words(unit)).collect();
                let all = if units.is_empty() {
                    "the position has none".to_owned()
                } else {
                    format!("the units are {}", units.join(", "))
                };
                ShowError(format!("there is no unit \"{name}\"; {all}{}", suggestion(name, &known)))
            }),
        }
    }
}

impl Battlefield {
    /// Notes the options that were set but have no effect in this combat.
    fn note_idle_options(&self, state: &State, attacker: UnitId, target: UnitId, odds: &Odds, notes: &mut Vec<String>) {
        let options = &odds.options;
        let lacks = |letter| [attacker, target].into_iter().all(|unit| !self.forces.profile(unit).has(letter));
        let rolls = |unit| odds.strikes.iter().any(|strike| strike.roller == unit);
        let led = |unit| self.leaders_for(state, unit, Benefits::LOSS).next().is_some();
        let idle = [
            (
                options.wind_of_ball > 0 && odds.attack().is_some_and(|it| it.tactical == TacticalEffect::MoraleHit),
                "wind_of_ball",
                "tactical advantages are morale hits here (J5.56)",
            ),
            (
                options.dodge_by_trait != Dodge::No && (!self.rules.hits_convertible || lacks(UnitLetters::DODGING)),
                "dodge_trait",
                if self.rules.hits_convertible {
                    "neither unit has the letter Dodge (JA3.12)"
                } else {
                    "these rules let no hit be replaced (J5.51)"
                },
            ),
            (
                options.dodge_by_order != Dodge::No && options.defence_order != Some(DefenceOrder::Dodge),
                "dodge_order",
                "the defence order is not Dodge (J3.48)",
            ),
            (
                options.sharpshoot && lacks(UnitLetters::SHARPSHOOTER),
                "sharpshoot",
                "neither unit has the letter Sharpshooters (JA3.17)",
            ),
            (
                options.sacrifices > 0
                    && options.defence_order != Some(DefenceOrder::Sacrifice)
                    && !state.unit(target).has(Status::SACRIFICE),
                "sacrifice",
                "the target is not under the order Sacrifice (J3.46)",
            ),
            (
                options.target_leaders > 0 && !rolls(target),
                "target_leaders",
                "the target rolls no dice in these odds (JI-87)",
            ),
            (
                options.loss_officers > 0
                    && (self.rules.lead_ignored_losses == 0 || !(led(target) || rolls(target) && led(attacker))),
                "loss_officers",
                "no officer can be given up for a loss (J3.56, J3.59)",
            ),
        ];
        for (_, option, why) in idle.into_iter().filter(|(holds, ..)| *holds) {
            notes.push(format!("{option} does nothing: {why}"));
        }
    }
}

impl Battle {
    /// The odds of a combat given by names, as tables.
    ///
    /// # Errors
    /// If a unit, option or value does not exist, or the odds cannot be computed.
    pub fn odds_report(&self, state: &State, query: &OddsQuery) -> Result<OddsReport, OddsFault> {
        let attacker = self.field.forces.unit_asked(&query.attacker)?;
        let target = self.field.forces.unit_asked(&query.target)?;
        let chosen = Chosen::of(query, OPTIONS)?;
        let options = OddsOptions::of(&chosen)?;
        let odds = self.odds(state, attacker, target, &options).map_err(|error| {
            let hint = matches!(error, OddsError::OutOfReach(fault) if fault.can_be_computed());
            OddsFault::Refused(format!("{error}{}", if hint { AS_IF_LEGAL } else { "" }))
        })?;
        let mut notes = Vec::new();
        let goes_on = state.stage_of(attacker, target) == Ok(true);
        if goes_on {
            let order = order_name(state.combat.attack_order);
            let rest = state.combat.leaders;
            notes.push(format!(
                "the combat under way continues as recorded in the position: attack order {order}, leaders {rest}"
            ));
        }
        if let Some(fault) = self.field.positions().reach_fault(state, attacker, target) {
            notes.push(format!("the attack is illegal: {fault}"));
        }
        if let Some(fault) = self.field.rules.acted_fault(state, attacker).filter(|_| !goes_on) {
            if !options.even_if_illegal {
                return Err(OddsFault::Refused(format!("{fault}{AS_IF_LEGAL}")));
            }
            notes.push(format!("the attack is illegal: {fault}"));
        }
        if let (0, Some(why)) = (odds.may_riposte.count, odds.no_riposte) {
            notes.push(format!("the target cannot strike back: {why}"));
        }
        if self.field.forces.is_panicked(target) {
            notes.push(
                "the elephant in panic: morale hits count as the hexes that they drive it, whether or not units bar \
                    its way; whom it tramples is not included (J5.97, JI-167)"
                    .to_owned(),
            );
        }
        self.field.note_idle_options(state, attacker, target, &odds, &mut notes);
        let (attacker, target) = (self.field.forces.unit_words(attacker), self.field.forces.unit_words(target));
        Ok(OddsReport {
            title: format!("{attacker} attacks {target}"),
            attacker,
            target,
            choices: chosen.render(),
            always: ALWAYS,
            notes,
            rolls: odds.strikes.iter().map(|strike| self.field.forces.roll_odds(strike)).collect(),
            shares: vec![OddsShare {
                name: "may_riposte",
                words: "the target may strike back",
                value: odds.may_riposte,
            }],
        })
    }
}

fn meaning_word(meaning: TacticalEffect) -> &'static str {
    match meaning {
        TacticalEffect::Miss => "miss",
        TacticalEffect::MoraleHit => "morale_hit",
        TacticalEffect::Hit => "hit",
        TacticalEffect::Harassment => "harassment",
    }
}

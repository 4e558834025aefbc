//! The rows of `unseen.csv` and `worst_armies.csv`: what the new list leaves where it was not fitted, and the worst
//! armies that it allows.

use crate::balance::costs::{Study, UnseenImbalance, WorstArmies, WorstArmy};
use crate::game::{Troop, names_of};
use crate::report::csv::{Decimal, Interval, PointAndBounds, Row, Table, Text, row, text};
use crate::report::folder::Folder;
use std::io;

/// The names of the files; the first is written only with `--unseen-scenarios` or `--unseen-bots`, the other with
/// `--worst-armies`.
pub const NAMES: [&str; 2] = [UnseenRow::FILE, WorstRow::FILE];

/// What a new list leaves, for one budget with one bot.
pub struct NewList<'a> {
    /// The bot that led the armies of the fit.
    pub bot: &'a str,
    /// The points of an army.
    pub budget: f64,
    /// The pool.
    pub troops: &'a [Troop],
    /// All bots, that of the fit first, then those without part in it.
    pub players: &'a [&'a str],
    /// All scenarios, those of the fit first.
    pub scenarios: &'a [String],
    /// The number of scenarios of the fit.
    pub seen: usize,
    /// The study.
    pub study: &'a Study,
    /// The imbalance where the costs were not fitted.
    pub unseen: &'a [UnseenImbalance],
}

impl NewList<'_> {
    /// Which part of a place had no part in the fit: `scenario`, `bot`, `both`; `all` for all together.
    pub fn what_is_new(&self, found: &UnseenImbalance) -> &'static str {
        match found.place {
            None => "all",
            Some([0, _]) => "scenario",
            Some([_, scenario]) if scenario < self.seen => "bot",
            Some(_) => "both",
        }
    }

    /// The cost of an army by the old list.
    pub fn old_points(&self, army: &WorstArmy) -> f64 {
        army.composition.cost(&self.troops.iter().map(|troop| troop.cost).collect::<Vec<f64>>())
    }
}

row! {
    /// A set of costs where it was not fitted.
    pub struct UnseenRow<'a> {
        /// The bot that led the armies of the fit.
        bot: Text<'a>,
        /// The points of an army.
        budget: Decimal<4>,
        /// `list`, or the new costs: `printable` with `--round`, else `least_change` with `--least-change`, else
        /// `fitted`; one that does not exist or affords no army is passed over.
        costs: Text<'a>,
        /// What had no part in the fit: `scenario`, `bot`, `both`; `all` for all rows of these costs together, each
        /// with the same weight.
        unseen: Text<'a>,
        /// The bot that led both armies here; empty for all together.
        led_by: Option<Text<'a>>,
        /// The scenario; empty for all together.
        scenario: Option<Text<'a>>,
        /// Meetings of two held-out armies of the same cost.
        meetings: u64,
        /// Their games.
        games: u64,
        /// The forfeited ones, which count as lost for the side that forfeits.
        forfeits: u64,
        /// The mean absolute distance of true win rates from one half. The interval holds whatever their distribution,
        /// the estimate for a normal one; without interval where fewer than three meetings contribute.
        absolute: PointAndBounds<6>,
        /// The root mean squared distance and its interval, as `spread` in `imbalance.csv`.
        spread: PointAndBounds<6>,
    }
}

impl<'a> UnseenRow<'a> {
    fn new(of: &'a NewList<'a>, one: &UnseenImbalance) -> UnseenRow<'a> {
        let found = one.found.as_ref();
        UnseenRow {
            bot: text(of.bot),
            budget: Decimal(of.budget),
            costs: text(one.costs),
            unseen: text(of.what_is_new(one)),
            led_by: one.place.map(|[bot, _]| text(of.players[bot])),
            scenario: one.place.map(|[_, scenario]| text(&of.scenarios[scenario])),
            meetings: found.map_or(0, |found| found.squared.meetings),
            games: one.games,
            forfeits: found.map_or(0, |found| found.forfeited),
            absolute: PointAndBounds {
                point: found.map(|found| found.point),
                interval: found.and_then(|found| found.interval),
            },
            spread: PointAndBounds {
                point: found.map(|found| found.squared.spread()),
                interval: found.and_then(|found| found.squared.spread_interval()),
            },
        }
    }
}

row! {
    /// One of the worst armies that new costs allow.
    pub struct WorstRow<'a> {
        /// The bot that led both armies.
        bot: Text<'a>,
        /// The points of an army.
        budget: Decimal<4>,
        /// The new costs: `printable` with `--round`, else `least_change` with `--least-change`, else `fitted`; one
        /// that does not exist or affords no army is passed over.
        costs: Text<'a>,
        /// Its place, from 1: the army predicted farthest from one half.
        rank: usize,
        /// The army.
        army: Text<'a>,
        /// Its cost by the new costs.
        points: Decimal<2>,
        /// Its cost by the list.
        list_points: Decimal<2>,
        /// The predicted chance to win against the mean opponent of the same cost, with the 95 % interval of the fit;
        /// too extreme on average, since the army was chosen by it.
        predicted: Interval<6>,
        /// Games of its own, which had no part in the choice, against held-out armies of the same cost.
        games: u64,
        /// The forfeited ones, which count as lost for the side that forfeits.
        forfeits: u64,
        /// Points per game in them, with a 95 % interval; each meeting, a pair of games, is a cluster.
        rate: Interval<6>,
        /// `confirmed`: the whole interval of `rate` is on the predicted side of one half; `refuted`: on the other;
        /// `undecided`: otherwise.
        verdict: Text<'a>,
        /// `complete`: no allowed army is predicted farther from one half than the last of the five, but for 0.03
        /// percentage points; `cut_short`: the search ended at its limit.
        search: Text<'a>,
    }
}

impl<'a> WorstRow<'a> {
    fn new(of: &'a NewList<'a>, worst: &WorstArmies, rank: usize, army: &WorstArmy) -> WorstRow<'a> {
        WorstRow {
            bot: text(of.bot),
            budget: Decimal(of.budget),
            costs: text(worst.costs),
            rank,
            army: text(names_of(&army.composition, of.troops)),
            points: Decimal(army.points),
            list_points: Decimal(of.old_points(army)),
            predicted: Interval(Some(army.predicted)),
            games: army.games,
            forfeits: army.forfeited,
            rate: Interval(army.rate),
            verdict: text(army.verdict.name()),
            search: text(if worst.is_complete { "complete" } else { "cut_short" }),
        }
    }
}

/// Writes the files that were asked for, and returns their names.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, all: &[NewList<'_>]) -> io::Result<Vec<&'static str>> {
    let mut written = Vec::new();
    if all.iter().any(|of| !of.unseen.is_empty()) {
        let mut sheet = Table::of::<UnseenRow<'_>>(folder)?;
        all.iter().try_for_each(|of| of.unseen.iter().try_for_each(|one| sheet.row(&UnseenRow::new(of, one))))?;
        sheet.complete()?;
        written.push(UnseenRow::FILE);
    }
    if all.iter().any(|of| of.study.worst.is_some()) {
        let mut sheet = Table::of::<WorstRow<'_>>(folder)?;
        for (of, worst) in all.iter().filter_map(|of| Some((of, of.study.worst.as_ref()?))) {
            for (rank, army) in (1..).zip(&worst.armies) {
                sheet.row(&WorstRow::new(of, worst, rank, army))?;
            }
        }
        sheet.complete()?;
        written.push(WorstRow::FILE);
    }
    Ok(written)
}

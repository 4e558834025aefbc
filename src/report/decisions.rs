//! `decisions.csv` and `decision_scores.csv`: what bots chose in rolled-out decisions and what that gives away, and
//! `decision_agreement.csv`: whether ratings say the same; and all of it on the screen.

use super::csv::{Bounds, Decimal, PointAndBounds, Sheet, Table, Text, row, text};
use super::document::DataTable;
use super::folder::Folder;
use super::format::{count, fixed, whole};
use super::table::{Align, aligned};
use crate::decisions::{Answer, Choice, RankAgreement, Score};
use std::io::{self, Write};
use std::path::Path;

/// The names of the files; the last is written only where bots are compared with their ratings.
pub const NAMES: [&str; 3] = ["decisions.csv", "decision_scores.csv", "decision_agreement.csv"];

/// A decision by its number.
pub struct Place {
    /// The number of its game.
    pub game: u64,
    /// The number of the decision in the game.
    pub number: u32,
    /// The path of the scenario.
    pub scenario: String,
}

/// The scores of bots on a set.
pub struct ScoredSet {
    /// The file of the set.
    pub set: String,
    /// The rulebook.
    pub rulebook: &'static str,
    /// Its decisions.
    pub places: Vec<Place>,
    /// The scores, in the order of the bots.
    pub scores: Vec<Score>,
    /// Their agreement with the ratings of the bots, if these were given and they differ.
    pub agreement: Option<RankAgreement>,
}

row! {
    /// A bot in a decision.
    pub(super) struct ChoiceRow<'a> {
        /// The file of the set.
        set: Text<'a>,
        /// The number of the game from which the decision was drawn.
        game: u64,
        /// The number of the decision in it.
        decision: u64,
        /// The scenario.
        scenario: Text<'a>,
        /// The bot.
        bot: Text<'a>,
        /// `best`, `candidate` (another action that was rolled out), `outside` (one that was rolled out for this
        /// score), `fault` (no legal action: the game is lost).
        choice: Text<'a>,
        /// The action, or the reason of the fault.
        played: Text<'a>,
        /// The chance to win that it gives away, as a share; below 0 where it did better by the rollouts that did not
        /// choose the best action.
        given_away: Decimal<6>,
    }
}

row! {
    /// A bot in all decisions of a set.
    pub(super) struct DecisionScoreRow<'a> {
        /// The file of the set.
        set: Text<'a>,
        /// The rulebook.
        rulebook: Text<'a>,
        /// The bot.
        bot: Text<'a>,
        /// Decisions.
        decisions: u64,
        /// The games from which they were drawn, each a cluster.
        games: u64,
        /// The chance to win that a decision gives away on average, as a share. It is too low by what the best of noisy
        /// rollouts falls short of the best action, the same for all bots of a set.
        given_away: Decimal<6>,
        /// Its 95 % interval; empty with a single game, and where all games give away the same.
        given_away_between: Bounds<6>,
        /// Decisions with a best action.
        best: u64,
        /// Decisions with another one that was rolled out.
        candidate: u64,
        /// Decisions with one that was rolled out for this score.
        outside: u64,
        /// Decisions without a legal action.
        fault: u64,
    }
}

row! {
    /// Whether bots that give away less in the decisions of a set are rated higher.
    pub(super) struct AgreementRow<'a> {
        /// The file of the set.
        set: Text<'a>,
        /// The rulebook.
        rulebook: Text<'a>,
        /// The number of bots.
        bots: u64,
        /// Kendall's tau-b of their scores and their ratings, from -1 (reversed) to 1 (the same order), and its
        /// interval of at least 95 %: the lowest and the highest tau that the undecided orders of two bots leave
        /// possible.
        tau: PointAndBounds<6>,
    }
}

impl ScoredSet {
    fn games(&self) -> u64 {
        self.places.chunk_by(|one, other| one.game == other.game).count() as u64
    }

    /// The bots, those that give away least first.
    fn ranked(&self) -> Vec<&Score> {
        let mut ranked: Vec<&Score> = self.scores.iter().collect();
        ranked.sort_by(|one, other| one.given_away.total_cmp(&other.given_away));
        ranked
    }

    /// The table of the bots.
    pub fn table(&self) -> String {
        let head = ["", "gives away at least", "", "best", "candidate", "outside", "fault"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for score in self.ranked() {
            let point = format!("{} pp", fixed(100.0 * score.given_away, 2));
            let half = score.interval.map(|it| format!("± {}", fixed(100.0 * it.half_width(), 2))).unwrap_or_default();
            let counts = [Choice::Best, Choice::Candidate, Choice::Outside, Choice::Fault];
            let counts = counts.map(|choice| whole(score.count(choice)));
            rows.push([score.bot.clone(), point, half].into_iter().chain(counts).collect());
        }
        let align = [Align::Left, Align::Right, Align::Left, Align::Right, Align::Right, Align::Right, Align::Right];
        aligned(&rows, &align)
    }

    /// The best and the worst bot in a sentence.
    pub fn answer(&self) -> String {
        let decisions = count(self.places.len() as u64, "decision");
        let games = count(self.games(), "game");
        let words = |score: &Score| {
            let half = score.interval.map(|it| format!(" ± {}", fixed(100.0 * it.half_width(), 2)));
            let half = half.unwrap_or_else(|| " (no interval)".to_owned());
            let point = fixed(100.0 * score.given_away, 2);
            format!("{} gives away at least {point}{half} percentage points of the chance to win", score.bot)
        };
        let ranked = self.ranked();
        match ranked[..] {
            [] => format!("{decisions} of {games}."),
            [only] => format!("In {decisions} of {games} {} in each.", words(only)),
            [first, .., last] => format!("In {decisions} of {games} {} in each, {}.", words(first), words(last)),
        }
    }

    /// The agreement with ratings in a sentence.
    pub fn agreement_words(&self) -> Option<String> {
        let RankAgreement { bots, tau } = self.agreement?;
        let [point, low, high] = [tau.point, tau.low, tau.high].map(|it| fixed(it, 2));
        Some(format!(
            "Kendall's tau of these scores and the ratings of {bots} bots: {point} ({low} to {high}); 1 is the same order."
        ))
    }
}

/// Writes the files.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, all: &[ScoredSet]) -> io::Result<()> {
    let mut sheet = Table::of::<ChoiceRow<'_>>(folder)?;
    write_choices(&mut sheet, all)?;
    sheet.complete()?;
    let mut sheet = Table::of::<DecisionScoreRow<'_>>(folder)?;
    write_scores(&mut sheet, all)?;
    sheet.complete()?;
    if all.iter().any(|set| set.agreement.is_some()) {
        let mut sheet = Table::of::<AgreementRow<'_>>(folder)?;
        write_agreement(&mut sheet, all)?;
        sheet.complete()?;
    }
    Ok(())
}

/// The rows of the files for a document.
///
/// # Errors
/// None that is known: nothing is written.
pub fn documented(all: &[ScoredSet]) -> io::Result<Vec<DataTable>> {
    let mut choices = Sheet::begin::<ChoiceRow<'_>>(Vec::new())?;
    write_choices(&mut choices, all)?;
    let mut scores = Sheet::begin::<DecisionScoreRow<'_>>(Vec::new())?;
    write_scores(&mut scores, all)?;
    let table = |name: &str, sheet: Sheet<Vec<u8>>| DataTable::parse(Path::new(name), sheet.finish()?.as_slice());
    let mut tables = vec![table(NAMES[0], choices)?, table(NAMES[1], scores)?];
    if all.iter().any(|set| set.agreement.is_some()) {
        let mut agreement = Sheet::begin::<AgreementRow<'_>>(Vec::new())?;
        write_agreement(&mut agreement, all)?;
        tables.push(table(NAMES[2], agreement)?);
    }
    Ok(tables)
}

fn write_agreement<W: Write>(sheet: &mut Sheet<W>, all: &[ScoredSet]) -> io::Result<()> {
    for set in all {
        if let Some(RankAgreement { bots, tau }) = set.agreement {
            sheet.row(&AgreementRow {
                set: text(&set.set),
                rulebook: text(set.rulebook),
                bots: bots as u64,
                tau: PointAndBounds { point: Some(tau.point), interval: Some(tau) },
            })?;
        }
    }
    Ok(())
}

fn write_choices<W: Write>(sheet: &mut Sheet<W>, all: &[ScoredSet]) -> io::Result<()> {
    for (set, score) in all.iter().flat_map(|set| set.scores.iter().map(move |score| (set, score))) {
        for Answer { decision, choice, played, given_away } in &score.answers {
            let place = &set.places[*decision];
            sheet.row(&ChoiceRow {
                set: text(&set.set),
                game: place.game,
                decision: u64::from(place.number),
                scenario: text(&place.scenario),
                bot: text(&score.bot),
                choice: text(choice.name()),
                played: text(played),
                given_away: Decimal(*given_away),
            })?;
        }
    }
    Ok(())
}

fn write_scores<W: Write>(sheet: &mut Sheet<W>, all: &[ScoredSet]) -> io::Result<()> {
    for set in all {
        for score in &set.scores {
            sheet.row(&DecisionScoreRow {
                set: text(&set.set),
                rulebook: text(set.rulebook),
                bot: text(&score.bot),
                decisions: score.answers.len() as u64,
                games: set.games(),
                given_away: Decimal(score.given_away),
                given_away_between: Bounds(score.interval),
                best: score.count(Choice::Best),
                candidate: score.count(Choice::Candidate),
                outside: score.count(Choice::Outside),
                fault: score.count(Choice::Fault),
            })?;
        }
    }
    Ok(())
}

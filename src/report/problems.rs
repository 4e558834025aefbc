//! `problems.csv` and `problem_scores.csv`: what bots play in problems, and how many of each theme and half they solve;
//! and the same on the screen.

use super::csv::{Decimal, IntervalAndHalfWidth, Share, Sheet, Table, Text, row, text};
use super::document::DataTable;
use super::folder::Folder;
use super::format::{count, fixed, rate, whole};
use super::table::{Align, aligned};
use crate::problems::{Half, Score, Verdict};
use crate::stats::Estimate;
use crate::stats::proportion::wilson;
use std::io::{self, Write};
use std::path::Path;

/// The names of both files.
pub const NAMES: [&str; 2] = ["problems.csv", "problem_scores.csv"];
/// In place of a theme or a half: all of them.
const ALL: &str = "all";

/// The scores of bots under one rulebook.
pub struct Scored {
    /// The rulebook.
    pub rulebook: &'static str,
    /// The scores of all bots in all problems.
    pub scores: Vec<Score>,
}

row! {
    /// A bot in a problem.
    pub(super) struct AnswerRow<'a> {
        /// The rulebook.
        rulebook: Text<'a>,
        /// The theme of the problem.
        theme: Text<'a>,
        /// The name of the problem.
        problem: Text<'a>,
        /// The half of the suite: `open` or `held-out`.
        half: Text<'a>,
        /// The bot.
        bot: Text<'a>,
        /// Attempts, each with another random stream.
        attempts: u64,
        /// The share of attempts with a best move.
        solved: Share,
        /// Attempts with a best move.
        best: u64,
        /// Attempts with a wrong move that the problem names.
        tempting: u64,
        /// Attempts with another move.
        other: u64,
        /// Attempts in which the bot gave no legal move.
        fault: u64,
        /// The move of the first attempt.
        played: Text<'a>,
    }
}

row! {
    /// A bot in the problems of a theme or of all, of a half or of both.
    pub(super) struct ScoreRow<'a> {
        /// The rulebook.
        rulebook: Text<'a>,
        /// The theme; `all` for all together.
        theme: Text<'a>,
        /// The half of the suite, `open` or `held-out`; `all` for both together.
        half: Text<'a>,
        /// The bot.
        bot: Text<'a>,
        /// Problems.
        problems: u64,
        /// Problems solved; a problem that a bot solves in some of its attempts counts in part.
        solved: Share,
        /// The share of problems solved, with the 95 % interval of Wilson.
        rate: IntervalAndHalfWidth<6>,
    }
}

/// The problems of a theme and a half, or of all, under one bot.
struct Sum {
    problems: u64,
    solved: f64,
}

impl Sum {
    fn of<'a>(scores: impl Iterator<Item = &'a Score>) -> Sum {
        scores.fold(Sum { problems: 0, solved: 0.0 }, |sum, score| Sum {
            problems: sum.problems + 1,
            solved: sum.solved + score.solved(),
        })
    }

    fn rate(&self) -> Option<Estimate> {
        wilson(self.solved, self.problems)
    }

    fn shown(&self) -> String {
        self.rate().map_or(String::new(), |estimate| {
            let decimals = usize::from(self.solved.fract().abs() > 1e-9);
            format!("{} = {}", fixed(self.solved, decimals), rate(&estimate).trim_start())
        })
    }
}

impl Scored {
    /// Each value once, in the order of the scores.
    fn distinct<'a>(&'a self, value: impl Fn(&'a Score) -> &'a str) -> Vec<&'a str> {
        let mut all: Vec<&str> = Vec::new();
        for found in self.scores.iter().map(value) {
            if !all.contains(&found) {
                all.push(found);
            }
        }
        all
    }

    fn bots(&self) -> Vec<&str> {
        self.distinct(|score| &score.bot)
    }

    fn sum(&self, theme: Option<&str>, half: Option<Half>, bot: &str) -> Sum {
        let is_meant = |score: &&Score| {
            score.bot == bot
                && theme.is_none_or(|theme| score.theme == theme)
                && half.is_none_or(|half| score.half == half)
        };
        Sum::of(self.scores.iter().filter(is_meant))
    }

    /// The parts that get a row: each theme, all themes, and all of each half if both were scored.
    fn parts(&self) -> Vec<(Option<&str>, Option<Half>)> {
        let themes = self.distinct(|score| &score.theme).into_iter().map(|theme| (Some(theme), None));
        let halves = Half::BOTH.into_iter().map(|half| (None, Some(half)));
        themes.chain([(None, None)]).chain(halves).collect()
    }

    /// The table of themes and bots.
    pub fn table(&self) -> String {
        let bots = self.bots();
        let mut rows = vec![["theme", "problems"].into_iter().chain(bots.iter().copied()).map(str::to_owned).collect()];
        for (theme, half) in self.parts() {
            let problems = bots.first().map_or(0, |bot| self.sum(theme, half, bot).problems);
            if problems == 0 {
                continue;
            }
            let name = match (theme, half) {
                (Some(theme), _) => theme.to_owned(),
                (None, Some(half)) => format!("{half} half"),
                (None, None) => ALL.to_owned(),
            };
            let cells = bots.iter().map(|bot| self.sum(theme, half, bot).shown());
            rows.push([name, whole(problems)].into_iter().chain(cells).collect::<Vec<String>>());
        }
        aligned(&rows, &[Align::Left, Align::Right])
    }

    /// The share that each bot solves, best first, in a sentence.
    pub fn answer(&self) -> String {
        let mut sums: Vec<(&str, Sum)> = self.bots().into_iter().map(|bot| (bot, self.sum(None, None, bot))).collect();
        sums.sort_by(|(_, one), (_, other)| other.solved.total_cmp(&one.solved));
        let problems = sums.first().map_or(0, |(_, sum)| sum.problems);
        let shares =
            sums.iter().filter_map(|(bot, sum)| Some(format!("{bot} solves {}", rate(&sum.rate()?).trim_start())));
        format!("Of {} of {}, {}.", count(problems, "problem"), self.rulebook, shares.collect::<Vec<_>>().join(", "))
    }

    /// What each bot played in each problem of these halves.
    pub fn list(&self, halves: &[Half]) -> String {
        let mut rows = vec![["problem", "half", "bot", "solved", "", "played"].map(str::to_owned).to_vec()];
        for score in self.scores.iter().filter(|score| halves.contains(&score.half)) {
            let (first, attempts) = (&score.answers[0], score.answers.len());
            rows.push(vec![
                score.problem.clone(),
                score.half.to_string(),
                score.bot.clone(),
                format!("{} of {attempts}", score.count(Verdict::Best)),
                first.verdict.name().to_owned(),
                first.played.clone(),
            ]);
        }
        aligned(&rows, &[])
    }
}

/// Writes both files.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, all: &[Scored]) -> io::Result<()> {
    let mut sheet = Table::of::<AnswerRow<'_>>(folder)?;
    write_answers(&mut sheet, all)?;
    sheet.complete()?;
    let mut sheet = Table::of::<ScoreRow<'_>>(folder)?;
    write_scores(&mut sheet, all)?;
    sheet.complete()
}

/// The rows of both files for a document.
///
/// # Errors
/// None that is known: nothing is written.
pub fn documented(all: &[Scored]) -> io::Result<[DataTable; 2]> {
    let mut answers = Sheet::begin::<AnswerRow<'_>>(Vec::new())?;
    write_answers(&mut answers, all)?;
    let mut scores = Sheet::begin::<ScoreRow<'_>>(Vec::new())?;
    write_scores(&mut scores, all)?;
    let table = |name: &str, sheet: Sheet<Vec<u8>>| DataTable::parse(Path::new(name), sheet.finish()?.as_slice());
    Ok([table(NAMES[0], answers)?, table(NAMES[1], scores)?])
}

fn write_answers<W: Write>(sheet: &mut Sheet<W>, all: &[Scored]) -> io::Result<()> {
    for (scored, score) in all.iter().flat_map(|scored| scored.scores.iter().map(move |score| (scored, score))) {
        let count = |verdict| score.count(verdict) as u64;
        sheet.row(&AnswerRow {
            rulebook: text(scored.rulebook),
            theme: text(&score.theme),
            problem: text(&score.problem),
            half: text(score.half.name()),
            bot: text(&score.bot),
            attempts: score.answers.len() as u64,
            solved: Decimal(score.solved()),
            best: count(Verdict::Best),
            tempting: count(Verdict::Tempting),
            other: count(Verdict::Other),
            fault: count(Verdict::Fault),
            played: text(&score.answers[0].played),
        })?;
    }
    Ok(())
}

fn write_scores<W: Write>(sheet: &mut Sheet<W>, all: &[Scored]) -> io::Result<()> {
    for scored in all {
        for (theme, half) in scored.parts() {
            for bot in scored.bots() {
                let sum = scored.sum(theme, half, bot);
                if sum.problems > 0 {
                    sheet.row(&ScoreRow {
                        rulebook: text(scored.rulebook),
                        theme: text(theme.unwrap_or(ALL)),
                        half: text(half.map_or(ALL, Half::name)),
                        bot: text(bot),
                        problems: sum.problems,
                        solved: Decimal(sum.solved),
                        rate: IntervalAndHalfWidth(sum.rate()),
                    })?;
                }
            }
        }
    }
    Ok(())
}

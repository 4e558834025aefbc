//! The course of a run over its games: the log likelihood ratio of a sequential test, and the rate of a pairing with an
//! interval that is valid at any time.

use super::matrix::entrant_of;
use super::seen::Notable;
use crate::balance::test_of;
use crate::report::page::folder::{PageError, ResultFolder};
use crate::report::page::model::{Cell, Column, Section, Table};
use crate::report::page::number::{Unit, name};
use crate::report::page::plot::curves::{Curve, CurveStyle, Curves, Spot, curves};
use crate::report::page::sheet::{Row, each_row};
use crate::report::{GamesFile, Manifest};
use crate::stats::{Scores, confidence_sequence};
use crate::tournament::{Allocate, BLOCK, StopRule};

/// The maximum number of pairings whose course is shown.
const MOST_PAIRINGS: usize = 6;
/// The maximum number of points of a curve: beyond it every second one is left out.
const MOST_SPOTS: usize = 160;
/// The number of games of a pair.
const GAMES: u32 = 2;

/// What is collected while all games are read.
#[derive(Clone, Debug, Default)]
pub struct Walked {
    courses: Vec<Course>,
    /// Whether there are more pairings than courses.
    more: bool,
    /// Games worth seeing.
    pub notable: Notable,
}

/// The course of a pairing.
#[derive(Clone, Debug)]
struct Course {
    /// Bot and army of each.
    entrants: [[String; 2]; 2],
    /// Pairs by the half points of the first entrant.
    pairs: [u64; 5],
    /// The first game of a pair whose second is still to come: scenario, pair, half points.
    pending: Option<(String, String, usize)>,
    /// The counts after some blocks of pairs.
    stages: Vec<[u64; 5]>,
    /// The pairs from one stage to the next.
    stride: u64,
}

impl Course {
    fn new(entrants: [[&str; 2]; 2]) -> Course {
        let entrants = entrants.map(|entrant| entrant.map(str::to_owned));
        Course { entrants, pairs: [0; 5], pending: None, stages: Vec::new(), stride: BLOCK }
    }

    /// Whether it is the course of these two, in any order.
    fn is_between(&self, [one, other]: [[&str; 2]; 2]) -> bool {
        let [first, second] = &self.entrants;
        (first == &one && second == &other) || (first == &other && second == &one)
    }

    /// Adds a game in which the first entrant gets these half points.
    fn add(&mut self, row: Row<'_>, half_points: usize) {
        let (scenario, pair) = (row.text("scenario"), row.text("pair"));
        match self.pending.take() {
            Some((scenario_before, pair_before, before)) if scenario_before == scenario && pair_before == pair => {
                self.pairs[before + half_points] += 1;
                if self.pairs.iter().sum::<u64>().is_multiple_of(self.stride) {
                    self.stages.push(self.pairs);
                }
                if self.stages.len() > MOST_SPOTS {
                    self.stride *= 2;
                    let stride = self.stride;
                    self.stages.retain(|counts| counts.iter().sum::<u64>().is_multiple_of(stride));
                }
            }
            _ => self.pending = Some((scenario.to_owned(), pair.to_owned(), half_points)),
        }
    }

    /// All stages, the last one at the end.
    fn stages(&self) -> impl Iterator<Item = [u64; 5]> + '_ {
        let last = (self.stages.last() != Some(&self.pairs)).then_some(self.pairs);
        self.stages.iter().copied().chain(last).filter(|counts| counts.iter().any(|count| *count > 0))
    }

    fn title(&self) -> String {
        let [first, second] = &self.entrants;
        let [first, second] = [first, second].map(|[bot, army]| entrant_of([bot, army]));
        format!("{} against {}", name(&first), name(&second))
    }
}

/// Reads all games once.
pub fn walk(folder: &ResultFolder, _: &Manifest) -> Result<Walked, PageError> {
    let mut walked = Walked::default();
    let path = folder.path.join(GamesFile::NAME);
    let found = each_row(&path, |row| {
        walked.notable.add(row);
        let [red, blue] = [["red_bot", "red_army"], ["blue_bot", "blue_army"]].map(|of| of.map(|cell| row.text(cell)));
        if red == blue {
            return;
        }
        let at = walked.courses.iter().position(|course| course.is_between([red, blue]));
        let at = match at {
            Some(at) => at,
            None if walked.courses.len() == MOST_PAIRINGS => {
                walked.more = true;
                return;
            }
            None => {
                walked.courses.push(Course::new([red, blue]));
                walked.courses.len() - 1
            }
        };
        let course = &mut walked.courses[at];
        let is_red = course.entrants[0] == red;
        let half_points = match row.text("winner") {
            "red" if is_red => 2,
            "blue" if !is_red => 2,
            "draw" => 1,
            _ => 0,
        };
        course.add(row, half_points);
    });
    found.map_err(|reason| PageError::File { path, reason })?;
    Ok(walked)
}

/// The section of a sequential test or another stopping rule.
pub fn sequential(folder: &ResultFolder, manifest: &Manifest, walked: &Walked) -> Result<Option<Section>, PageError> {
    let Some(sheet) = folder.sheet("sequential.csv")? else { return Ok(None) };
    let mut section = Section {
        heading: "When the run stopped".to_owned(),
        reading:
            "The log likelihood ratio compares both hypotheses after every block of pairs: it rises where the games \
            speak for the second one. The test ends where the curve crosses a dashed line, the upper one for the \
            second hypothesis, the lower one for the first."
                .to_owned(),
        files: vec![sheet.file.clone(), GamesFile::NAME.to_owned()],
        ..Section::default()
    };
    let test = manifest.plan.stop.and_then(test_of);
    if let (Some(test), [course]) = (test, &walked.courses[..]) {
        let ratio = |counts: [u64; 5]| Spot {
            x: counts.iter().sum::<u64>() as f64,
            y: test.log_likelihood_ratio(&Scores::of_pairs(&counts), GAMES),
            bounds: None,
        };
        let curve = Curve { name: course.title(), spots: course.stages().map(ratio).collect() };
        let what = Curves {
            curves: &[curve],
            style: CurveStyle::Band,
            across: (Unit::Count, "pairs of games"),
            up: (Unit::Number(2), "log likelihood ratio"),
            references: &test.bounds(),
        };
        section.plots.push(curves(what, format!("The log likelihood ratio of the test: {}.", course.title())));
    }
    if let Some(StopRule::HalfWidth { half_width }) = manifest.plan.stop {
        let is_narrow = sheet.rows().next().is_some_and(|row| row.text("decision") == "narrow");
        let why = match is_narrow {
            true => "The run ended when the 95 % intervals of all pairings had",
            false => "All games were played before the 95 % intervals of all pairings had",
        };
        section.reading = format!(
            "{why} a half width of {}. The table has the pairing whose interval is the widest.",
            Unit::Percent.show(half_width)
        );
    }
    section.tables.push(of_sequential(sheet.rows().collect()));
    Ok(Some(section))
}

fn of_sequential(rows: Vec<Row<'_>>) -> Table {
    let words = ["first", "second", "decision"].map(Column::words);
    let numbers = [
        "pairs",
        "ratio",
        "lower bound",
        "upper bound",
        "rate",
        "95 % interval",
        "uncorrected",
        "Elo",
        "95 % interval",
    ];
    let columns = words.into_iter().chain(numbers.map(Column::numbers)).collect();
    let line = |row: Row<'_>| {
        let mut cells = ["first", "second", "decision"].map(|column| Cell::name(row.text(column))).to_vec();
        cells.push(Cell::number(row, "pairs", Unit::Count));
        cells.extend(
            ["log_likelihood_ratio", "lower_bound", "upper_bound"]
                .map(|column| Cell::number(row, column, Unit::Number(2))),
        );
        cells.push(Cell::number(row, "rate", Unit::Percent));
        cells.push(Cell::interval(row, "rate_low", "rate_high", Unit::Percent));
        cells.push(Cell::number(row, "uncorrected_rate", Unit::Percent));
        cells.push(Cell::number(row, "elo", Unit::Difference(1)));
        cells.push(Cell::interval(row, "elo_low", "elo_high", Unit::Difference(1)));
        cells
    };
    Table::new("the result when the run stopped", columns, rows.into_iter().map(line).collect())
}

/// The rates of pairings over their games, where results decided how long they met, or there is one pairing alone.
pub fn watched(manifest: &Manifest, walked: &Walked) -> Option<Section> {
    let plan = &manifest.plan;
    let is_watched = plan.stop.is_some() || plan.allocate == Some(Allocate::Verdicts) || walked.courses.len() == 1;
    if !is_watched {
        return None;
    }
    let mut section = Section {
        heading: "Rates over the games".to_owned(),
        reading:
            "The line is the share of the points of the first entrant by the number of games played. The band is a \
            confidence sequence: with 95 % probability it holds the true share at every moment at once, so that one \
            may stop whenever one likes. It is wider than the interval of a run whose length was fixed beforehand."
                .to_owned(),
        files: vec![GamesFile::NAME.to_owned()],
        ..Section::default()
    };
    if walked.more {
        section.reading += &format!(" The first {MOST_PAIRINGS} pairings are shown.");
    }
    for course in &walked.courses {
        let spot = |counts: [u64; 5]| {
            let rate = confidence_sequence(&Scores::of_pairs(&counts))?;
            let games = f64::from(GAMES) * counts.iter().sum::<u64>() as f64;
            Some(Spot { x: games, y: rate.point, bounds: Some((rate.low, rate.high)) })
        };
        let spots: Vec<Spot> = course.stages().filter_map(spot).collect();
        let table = spots.iter().map(|spot| {
            let (low, high) = spot.bounds.unwrap_or_default();
            vec![
                Cell::words(Unit::Count.show(spot.x)),
                Cell::words(Unit::Percent.show(spot.y)),
                Cell::words(format!("{} to {}", Unit::Percent.bare(low), Unit::Percent.show(high))),
            ]
        });
        let columns = ["games", "share of the points", "95 % confidence sequence"].map(Column::numbers);
        let table = Table::new(format!("{}, over the games", course.title()), columns.to_vec(), table.collect());
        let what = Curves {
            curves: &[Curve { name: course.title(), spots }],
            style: CurveStyle::Band,
            across: (Unit::Count, "games"),
            up: (Unit::Percent, "per cent of the points"),
            references: &[0.5],
        };
        section.plots.push(curves(what, format!("{}: share of the points over the games.", course.title())));
        section.tables.push(table);
    }
    (!section.plots.is_empty()).then_some(section)
}

//! The raw data of fair costs, so that anyone can fit them again (`docs/refit.py`): `meetings.csv` with the meetings
//! and their results, `covariance.csv` with the covariance of the worths.

use super::costs::{Costs, number};
use super::csv::{Cells, Row, Sheet};
use super::folder::Folder;
use super::format::fixed;
use crate::balance::costs::{Encounter, Feature, Meeting, Part, Played, PlayedMeetings};
use crate::game::Composition;
use std::io;

/// The name of the file of meetings.
pub const MEETINGS: &str = "meetings.csv";
/// The name of the file of covariances.
pub const COVARIANCE: &str = "covariance.csv";

/// The columns before those of the troops.
struct MeetingRow<'a> {
    of: &'a Costs<'a>,
    played: &'a PlayedMeetings,
    meeting: usize,
    pair: usize,
    scenario: usize,
    games: &'a [Played],
}

impl Row for MeetingRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "bot",
        "budget",
        "purpose",
        "costs",
        "step",
        "pooled",
        "meeting",
        "pair",
        "scenario",
        "score",
        "began",
        "score_swapped",
        "began_swapped",
        "forfeits",
    ];

    fn write(&self, cells: &mut Cells) {
        let (purpose, costs, step) = match self.played.part {
            Part::Fit(step) => ("fit", if step == 0 { "list" } else { "fitted" }, Some(step)),
            Part::Evaluated(costs) => ("held_out", costs, None),
        };
        [self.of.bot, &number(self.of.budget), purpose, costs].iter().for_each(|cell| cells.put(cell));
        cells.put_option(step.map(|step| step + 1));
        cells.put_option(step.map(|step| self.of.study.steps[step].is_pooled));
        [self.meeting + 1, self.pair + 1].iter().for_each(|number| cells.put(number));
        cells.put(&self.of.scenarios[self.scenario]);
        for swapped in [false, true] {
            let game = self.games.iter().find(|game| game.swapped == swapped);
            cells.put_option(game.map(|game| fixed(game.score, 1)));
            cells
                .put_option(game.and_then(|game| game.first_began).map(|first| if first { "first" } else { "second" }));
        }
        cells.put(self.games.iter().filter(|game| game.forfeited).count());
    }
}

/// Troops and dials in which some army differs, by their indices in an army's vector of numbers.
fn differing(all: &[Costs<'_>]) -> Vec<usize> {
    let width = all.first().map_or(0, |of| of.troops.len() + of.dials.len());
    let armies = || {
        all.iter()
            .flat_map(|of| &of.study.played)
            .flat_map(|played| &played.encounters)
            .flat_map(|one| &one.meeting.armies)
    };
    let mut seen = vec![false; width];
    for army in armies() {
        numbers(army).zip(&mut seen).for_each(|(number, seen)| *seen |= number > 0);
    }
    (0..width).filter(|place| seen[*place]).collect()
}

fn numbers(army: &Composition) -> impl Iterator<Item = u32> {
    army.counts.iter().chain(&army.dials).copied()
}

fn feature_name<'a>(of: &Costs<'a>, feature: Feature) -> &'a str {
    match feature {
        Feature::Troop(troop) => &of.troops[troop].name,
        Feature::Dial(dial) => &of.dials[dial].name,
        Feature::FirstMove => "first_move",
        Feature::RedSeat => "red_seat",
    }
}

/// Two coefficients of a fit.
struct CovarianceRow<'a> {
    of: &'a Costs<'a>,
    names: [&'a str; 2],
    covariance: f64,
}

impl Row for CovarianceRow<'_> {
    const COLUMNS: &'static [&'static str] = &["bot", "budget", "name", "other", "covariance"];

    fn write(&self, cells: &mut Cells) {
        [self.of.bot, &number(self.of.budget), self.names[0], self.names[1]].iter().for_each(|cell| cells.put(cell));
        cells.put(format!("{:e}", self.covariance));
    }
}

/// Writes both files.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, all: &[Costs<'_>]) -> io::Result<()> {
    write_meetings(folder, all)?;
    let mut sheet = Sheet::begin::<CovarianceRow<'_>>(folder.part(COVARIANCE)?)?;
    for of in all {
        let fit = &of.study.fit;
        let names: Vec<&str> = fit.column_features().into_iter().map(|feature| feature_name(of, feature)).collect();
        for one in 0..names.len() {
            for other in one..names.len() {
                let (names, covariance) = ([names[one], names[other]], fit.logistic.covariance(one, other));
                sheet.row(&CovarianceRow { of, names, covariance })?;
            }
        }
    }
    sheet.finish()?.finish()
}

fn write_meetings(folder: &Folder, all: &[Costs<'_>]) -> io::Result<()> {
    let Some(first) = all.first() else { return Ok(()) };
    let differing = differing(all);
    let names: Vec<&str> = first
        .troops
        .iter()
        .map(|troop| &troop.name)
        .chain(first.dials.iter().map(|dial| &dial.name))
        .map(String::as_str)
        .collect();
    let of_army = |army: &str| differing.iter().map(|place| format!("{army}:{}", names[*place])).collect::<Vec<_>>();
    let columns = [of_army("first"), of_army("second")].concat();
    let fixed = MeetingRow::COLUMNS.iter().map(|column| (*column).to_owned());
    let mut sheet = Sheet::with_columns(folder.part(MEETINGS)?, [], fixed.chain(columns))?;
    for of in all {
        for played in &of.study.played {
            for (meeting, Encounter { meeting: Meeting { armies, scenario, .. }, games }) in
                played.encounters.iter().enumerate()
            {
                let counts = armies.iter().flat_map(|army| {
                    let all: Vec<u32> = numbers(army).collect();
                    differing.iter().map(move |place| all[*place])
                });
                let counts: Vec<u32> = counts.collect();
                for (pair, games) in games.chunks(2).enumerate() {
                    let cells = sheet.begin_row();
                    MeetingRow { of, played, meeting, pair, scenario: *scenario, games }.write(cells);
                    counts.iter().for_each(|count| cells.put(count));
                    sheet.end_row()?;
                }
            }
        }
    }
    sheet.finish()?.finish()
}

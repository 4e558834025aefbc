//! The raw data of fair costs, so that they can be refitted independently (`docs/refit.py`): `meetings.csv` with the
//! meetings and their results, `covariance.csv` with the covariance of the worths.

use super::costs::{Costs, Purpose};
use super::csv::{Decimal, Row, Scientific, Table, Text, row, text};
use super::folder::Folder;
use crate::balance::costs::{Encounter, Feature, Meeting, MeetingGame, PlayedMeetings};
use crate::game::Composition;
use std::io;

/// The name of the file of meetings.
pub const MEETINGS: &str = MeetingRow::FILE;
/// The name of the file of covariances.
pub const COVARIANCE: &str = CovarianceRow::FILE;

row! {
    /// The games of a pair; the numbers of all troops in both armies follow.
    pub(super) struct MeetingRow<'a> {
        /// The bot that led both armies.
        bot: Text<'a>,
        /// The points of an army.
        budget: Decimal<4>,
        /// [`Purpose`].
        purpose: Purpose<'a>,
        /// Number of the meeting.
        meeting: usize,
        /// Number of the pair in it.
        pair: usize,
        /// The scenario.
        scenario: Text<'a>,
        /// Points of the first army in the first game: 1, 0.5 or 0; a forfeited game is lost by the side that forfeits.
        score: Option<Decimal<1>>,
        /// The army that began the first game, `first` or `second`; empty where neither did.
        began: Option<Text<'a>>,
        /// Points of the first army in the second game.
        score_swapped: Option<Decimal<1>>,
        /// The army that began the second game.
        began_swapped: Option<Text<'a>>,
        /// Games of the two that were forfeited.
        forfeits: usize,
    }
}

/// A pair of games of a meeting.
struct Pair<'a> {
    played: &'a PlayedMeetings,
    meeting: usize,
    pair: usize,
    scenario: usize,
    games: &'a [MeetingGame],
}

impl<'a> MeetingRow<'a> {
    fn new(of: &'a Costs<'a>, Pair { played, meeting, pair, scenario, games }: Pair<'a>) -> MeetingRow<'a> {
        let game = |swapped: bool| games.iter().find(|game| game.swapped == swapped);
        let score = |swapped: bool| game(swapped).map(|game| Decimal(game.score));
        let began = |swapped: bool| {
            game(swapped).and_then(|game| game.first_began).map(|first| text(if first { "first" } else { "second" }))
        };
        MeetingRow {
            bot: text(of.bot),
            budget: Decimal(of.budget),
            purpose: Purpose::new(of, played.purpose),
            meeting: meeting + 1,
            pair: pair + 1,
            scenario: text(&of.scenarios[scenario]),
            score: score(false),
            began: began(false),
            score_swapped: score(true),
            began_swapped: began(true),
            forfeits: games.iter().filter(|game| game.forfeited).count(),
        }
    }
}

/// Troops and parameters in which some army differs, by their indices in an army's vector of numbers.
fn differing(all: &[Costs<'_>]) -> Vec<usize> {
    let width = all.first().map_or(0, |of| of.troops.len() + of.parameters.len());
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
    army.counts.iter().chain(&army.parameters).copied()
}

fn feature_name<'a>(of: &Costs<'a>, feature: Feature) -> &'a str {
    match feature {
        Feature::Troop(troop) => &of.troops[troop].name,
        Feature::Parameter(parameter) => &of.parameters[parameter].name,
        Feature::FirstMove => "first_move",
        Feature::RedSeat => "red_seat",
    }
}

row! {
    /// Two coefficients of a fit.
    pub(super) struct CovarianceRow<'a> {
        /// The bot that led both armies.
        bot: Text<'a>,
        /// The points of an army.
        budget: Decimal<4>,
        /// A coefficient: a troop, a parameter, `first_move` or `red_seat`.
        name: Text<'a>,
        /// Another, or the same.
        other: Text<'a>,
        /// Their covariance; of a coefficient with itself its variance.
        covariance: Scientific,
    }
}

/// Writes both files.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, all: &[Costs<'_>]) -> io::Result<()> {
    write_meetings(folder, all)?;
    let mut sheet = Table::of::<CovarianceRow<'_>>(folder)?;
    for of in all {
        let fit = &of.study.fit;
        let names: Vec<&str> = fit.column_features().into_iter().map(|feature| feature_name(of, feature)).collect();
        for one in 0..names.len() {
            for other in one..names.len() {
                sheet.row(&CovarianceRow {
                    bot: text(of.bot),
                    budget: Decimal(of.budget),
                    name: text(names[one]),
                    other: text(names[other]),
                    covariance: Scientific(fit.logistic.covariance(one, other)),
                })?;
            }
        }
    }
    sheet.complete()
}

fn write_meetings(folder: &Folder, all: &[Costs<'_>]) -> io::Result<()> {
    let Some(first) = all.first() else { return Ok(()) };
    let differing = differing(all);
    let names: Vec<&str> = first
        .troops
        .iter()
        .map(|troop| &troop.name)
        .chain(first.parameters.iter().map(|parameter| &parameter.name))
        .map(String::as_str)
        .collect();
    let of_army = |army: &str| differing.iter().map(|place| format!("{army}:{}", names[*place])).collect::<Vec<_>>();
    let columns = [of_army("first"), of_army("second")].concat();
    let mut sheet = Table::of_with_more_columns::<MeetingRow<'_>>(folder, columns)?;
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
                    let pair = Pair { played, meeting, pair, scenario: *scenario, games };
                    sheet.row_with_more(&MeetingRow::new(of, pair), &counts)?;
                }
            }
        }
    }
    sheet.complete()
}

//! The tables of a tournament: `matchups.csv`, `bots.csv`, `armies.csv`, `seats.csv`.

use super::Results;
use super::csv::{Bounds, Decimal, IntervalAndHalfWidth, Row, Share, Table, Text, row, text};
use super::endings::Endings;
use super::folder::Folder;
use crate::balance::{Judged, judged_rates};
use crate::stats::{PairsAndGames, pair_correlation};
use crate::tournament::{Counter, Entrant, FaultKind, Histogram, Party, Standings, TableLine};
use std::collections::BTreeMap;
use std::io;

row! {
    /// The columns that all tables share, after those that identify the games.
    pub(super) struct Figures {
        /// Number of games that are counted.
        games: u64,
        /// Games that the party won.
        wins: u64,
        /// Games that were drawn.
        draws: u64,
        /// Games that it lost.
        losses: u64,
        /// Wins and half of the draws, divided by games; its 95 % interval, on which the verdict depends: the score
        /// interval from clusters of games that share their dice or are balanced together, with fewer than 10 clusters
        /// widened to cover Wilson's; where games were left out, widened to include every possible result of them.
        /// With `--for verdicts` the interval is a confidence sequence, as on the screen. Empty for bots and armies
        /// with `--allocate adaptive`, whose games are of pairings chosen by results, and for all but seats with
        /// `--sprt`: `sequential.csv` has the rate, corrected for optional stopping.
        rate: IntervalAndHalfWidth<6>,
        /// 95 % interval for independent games (Wilson 1927); empty with `--for verdicts`.
        wilson: Bounds<6>,
        /// The number of clusters: the blocks of a row where its games have set-up draws and it has at least 30 blocks,
        /// otherwise its pairs.
        clusters: u64,
        /// How the games ended: [`Endings`].
        endings: Endings,
        /// How many of them this party forfeited.
        forfeited: u64,
        /// Forfeited games that are not counted in this row, since it is about armies or seats.
        left_out: u64,
        /// Games of a bot in quarantine: no row counts them as games. 0 in rows of the side that begins, since none
        /// began.
        never_played: u64,
        /// Length of the games in rounds: mean.
        rounds_mean: Option<Decimal<3>>,
        /// Its median.
        rounds_median: Option<u32>,
        /// Its 95th percentile.
        rounds_p95: Option<u32>,
        /// Combats per game: mean.
        combats_mean: Option<Decimal<3>>,
        /// Their median.
        combats_median: Option<u32>,
        /// Points lost by this party, per game.
        points_lost_mean: Option<Decimal<3>>,
        /// Points lost by the other party, per game.
        points_taken_mean: Option<Decimal<3>>,
        /// Two-sided p-value of the hypothesis that the rate is one half; from the same statistic as the interval of
        /// the verdict; empty with `--for verdicts`.
        p_value: Option<Share>,
        /// The same, adjusted for the number of verdicts: over all rows of the file with `scenario` `all`, or over all
        /// rows for single scenarios.
        p_adjusted: Option<Share>,
        /// The verdict without adjustment; see below.
        verdict: Option<Text<'static>>,
        /// The verdict adjusted for all others of the file.
        verdict_adjusted: Option<Text<'static>>,
    }
}

/// A counter with the verdict on its rate among those of its table.
#[derive(Clone, Copy)]
struct Counted<'a> {
    counter: &'a Counter,
    judged: Option<Judged>,
}

impl Figures {
    fn new(Counted { counter, judged }: Counted<'_>, party: &str, other: &str) -> Figures {
        let games = counter.games();
        let rate = judged.map(|judged| judged.rate);
        let mean = |histogram: &Histogram| histogram.mean().map(Decimal);
        let a_game = |points: u64| (games > 0).then(|| Decimal(points as f64 / games as f64));
        Figures {
            games,
            wins: counter.wins,
            draws: counter.draws,
            losses: counter.losses,
            rate: IntervalAndHalfWidth(rate.map(|rate| rate.decisive)),
            wilson: Bounds(rate.filter(|rate| rate.p_value.is_some()).map(|rate| rate.wilson)),
            clusters: counter.units().total().count,
            endings: Endings::new(&counter.endings),
            forfeited: counter.forfeited(),
            left_out: counter.left_out,
            never_played: counter.unplayed,
            rounds_mean: mean(&counter.rounds),
            rounds_median: counter.rounds.percentile(50),
            rounds_p95: counter.rounds.percentile(95),
            combats_mean: mean(&counter.combats),
            combats_median: counter.combats.percentile(50),
            points_lost_mean: a_game(counter.points_lost),
            points_taken_mean: a_game(counter.points_taken),
            p_value: judged.and_then(|judged| judged.rate.p_value).map(Decimal),
            p_adjusted: judged.and_then(|judged| judged.p_adjusted).map(Decimal),
            verdict: judged.map(|judged| text(judged.verdict.describe(party, other))),
            verdict_adjusted: judged.map(|judged| text(judged.verdict_adjusted.describe(party, other))),
        }
    }
}

row! {
    /// A pairing, from the perspective of its first entrant.
    pub(super) struct MatchupRow<'a> {
        /// Name of the scenario; `all` for all together.
        scenario: Text<'a>,
        /// The bot of the first entrant, whose games are counted; where an entrant meets itself, those of red.
        first_bot: Text<'a>,
        /// Its army; empty where the scenario defines the armies.
        first_army: Option<Text<'a>>,
        /// The bot of the second entrant.
        second_bot: Text<'a>,
        /// Its army.
        second_army: Option<Text<'a>>,
        /// [`Figures`].
        figures: Figures,
        /// Pairs of two games in which the first entrant got no point.
        pairs_of_0_points: u64,
        /// Pairs in which it got half a point.
        pairs_of_half_a_point: u64,
        /// Pairs in which it got a point.
        pairs_of_1_point: u64,
        /// Pairs in which it got a point and a half.
        pairs_of_one_and_a_half: u64,
        /// Pairs in which it got both points.
        pairs_of_2_points: u64,
        /// Correlation of its points in the two games of a pair, within scenarios: below 0 the common dice cancel.
        /// Where pairs are the clusters, the interval is about that of 1 / (1 + correlation) times as many games on
        /// dice of their own; where blocks are, it also depends on what the pairs of a block have in common.
        pair_correlation: Option<Decimal<4>>,
    }
}

impl<'a> MatchupRow<'a> {
    /// `strata` are the counters of the same games by scenario.
    fn new(
        results: Results<'a>,
        scenario: &'a str,
        entrants: [Entrant; 2],
        counted: Counted<'_>,
        strata: &[&Counter],
    ) -> MatchupRow<'a> {
        let plan = results.plan;
        let bot = |entrant: Entrant| text(&plan.bots[entrant.bot].name);
        let army = |entrant: Entrant| entrant.army.map(|army| text(&plan.armies[army].name));
        let [party, other] = pairing_names(results, entrants);
        let counter = counted.counter;
        let [none, half, one, one_and_a_half, two] = counter.pairs();
        let scores = |it: &&Counter| (it.pairs(), [it.losses, it.draws, it.wins]);
        let strata: Vec<PairsAndGames> = strata.iter().map(scores).collect();
        let [first, second] = entrants;
        MatchupRow {
            scenario: text(scenario),
            first_bot: bot(first),
            first_army: army(first),
            second_bot: bot(second),
            second_army: army(second),
            figures: Figures::new(counted, &party, &other),
            pairs_of_0_points: none,
            pairs_of_half_a_point: half,
            pairs_of_1_point: one,
            pairs_of_one_and_a_half: one_and_a_half,
            pairs_of_2_points: two,
            pair_correlation: pair_correlation(&strata).filter(|_| first != second).map(Decimal),
        }
    }
}

/// The names of the two entrants in verdicts; an entrant that plays against itself is distinguished by its seat.
pub(super) fn pairing_names(results: Results<'_>, [first, second]: [Entrant; 2]) -> [String; 2] {
    if first == second {
        ["red".to_string(), "blue".to_string()]
    } else {
        [first, second].map(|entrant| results.plan.entrant_name(entrant))
    }
}

row! {
    /// A bot, in all games between different bots.
    pub(super) struct BotRow<'a> {
        /// Name of the scenario; `all` for all together.
        scenario: Text<'a>,
        /// The bot.
        bot: Text<'a>,
        /// [`Figures`].
        figures: Figures,
        /// Games that it forfeited by an action that is not legal.
        illegal: u64,
        /// Games that it forfeited by a crash.
        crashes: u64,
        /// Games that it forfeited by exceeding its time.
        time_outs: u64,
        /// Games that it forfeited by an invalid answer.
        garbage: u64,
        /// Games in which it was in quarantine after too many faults: these games were never played, and are
        /// counted nowhere else.
        quarantined: u64,
    }
}

impl<'a> BotRow<'a> {
    fn new(scenario: &'a str, bot: &'a str, counted: Counted<'_>) -> BotRow<'a> {
        let faults = &counted.counter.faults;
        BotRow {
            scenario: text(scenario),
            bot: text(bot),
            figures: Figures::new(counted, bot, "the others"),
            illegal: faults[FaultKind::Illegal],
            crashes: faults[FaultKind::Crash],
            time_outs: faults[FaultKind::TimeOut],
            garbage: faults[FaultKind::Garbage],
            quarantined: faults[FaultKind::Quarantined],
        }
    }
}

row! {
    /// An army, in all games between different armies that the same bot plays.
    pub(super) struct ArmyRow<'a> {
        /// Name of the scenario; `all` for all together.
        scenario: Text<'a>,
        /// The bot that leads the army and those it meets.
        led_by: Text<'a>,
        /// The army.
        army: Text<'a>,
        /// Its points at the start, under the rules of the run.
        points: u32,
        /// [`Figures`].
        figures: Figures,
    }
}

row! {
    /// Red against blue, or the side that moves first against the other.
    pub(super) struct SeatRow<'a> {
        /// Name of the scenario; `all` for all together.
        scenario: Text<'a>,
        /// The seat: `red`, or `first` (the side that begins).
        seat: Text<'a>,
        /// The other one: `blue` or `second`.
        against: Text<'a>,
        /// [`Figures`].
        figures: Figures,
    }
}

impl<'a> SeatRow<'a> {
    fn new(scenario: &'a str, [seat, against]: [&'static str; 2], counted: Counted<'_>) -> SeatRow<'a> {
        let figures = Figures::new(counted, seat, against);
        SeatRow { scenario: text(scenario), seat: text(seat), against: text(against), figures }
    }
}

/// The names of the tables.
pub const NAMES: [&str; 4] = [MatchupRow::FILE, BotRow::FILE, ArmyRow::FILE, SeatRow::FILE];

/// Writes all tables.
///
/// # Errors
/// If a file cannot be written.
pub fn write(folder: &Folder, results: Results<'_>) -> io::Result<()> {
    let plan = results.plan;
    let strata = strata_of_pairings(results.standings);
    let strata = |line: TableLine| strata.get(&line).map(Vec::as_slice).unwrap_or_default();
    write_table(
        folder,
        results,
        |party| matches!(party, Party::Pairing(_)),
        |scenario, line, counted| match line.party {
            Party::Pairing(entrants) => Some(MatchupRow::new(results, scenario, entrants, counted, strata(line))),
            _ => None,
        },
    )?;
    write_table(
        folder,
        results,
        |party| matches!(party, Party::Bot(_)),
        |scenario, line, counted| match line.party {
            Party::Bot(bot) => Some(BotRow::new(scenario, &plan.bots[bot].name, counted)),
            _ => None,
        },
    )?;
    write_table(
        folder,
        results,
        |party| matches!(party, Party::Army { .. }),
        |scenario, line, counted| match line.party {
            Party::Army { bot, army } => {
                let (led_by, name, points) = (&plan.bots[bot].name, &plan.armies[army].name, results.army_points[army]);
                let figures = Figures::new(counted, name, "the others");
                Some(ArmyRow { scenario: text(scenario), led_by: text(led_by), army: text(name), points, figures })
            }
            _ => None,
        },
    )?;
    write_table(
        folder,
        results,
        |party| matches!(party, Party::Red | Party::First),
        |scenario, line, counted| match line.party {
            Party::Red => Some(SeatRow::new(scenario, ["red", "blue"], counted)),
            Party::First => Some(SeatRow::new(scenario, ["first", "second"], counted)),
            _ => None,
        },
    )
}

/// The counters of each line about a pairing by scenario: its own, or where it is about all scenarios together those of
/// the lines of each.
fn strata_of_pairings(standings: &Standings) -> BTreeMap<TableLine, Vec<&Counter>> {
    let mut strata: BTreeMap<TableLine, Vec<&Counter>> = BTreeMap::new();
    for (line, counter) in standings.lines() {
        if line.scenario.is_some() && matches!(line.party, Party::Pairing(_)) {
            for of in [*line, TableLine { scenario: None, ..*line }] {
                strata.entry(of).or_default().push(counter);
            }
        }
    }
    strata
}

/// Writes the lines of certain parties, for which `row` returns a row, if there are any: all scenarios together first,
/// then scenario by scenario. Verdicts are adjusted over all lines of the table that cover all scenarios together, and
/// over all that cover one.
fn write_table<'a, R: Row>(
    folder: &Folder,
    results: Results<'a>,
    is_listed: impl Fn(Party) -> bool,
    row: impl Fn(&'a str, TableLine, Counted<'a>) -> Option<R>,
) -> io::Result<()> {
    let scenario = |line: &TableLine| line.scenario.map_or("all", |scenario| &results.plan.scenarios[scenario].name);
    let mut lines: Vec<_> = results.standings.lines().filter(|(line, _)| is_listed(line.party)).collect();
    if lines.is_empty() {
        return Ok(());
    }
    let mut sheet = Table::of::<R>(folder)?;
    lines.sort_by_key(|(line, _)| line.scenario);
    for level in lines.chunk_by(|(one, _), (other, _)| one.scenario.is_none() == other.scenario.is_none()) {
        let rates = level.iter().map(|(line, counter)| results.rate(line.party, counter)).collect();
        for ((line, counter), judged) in level.iter().zip(judged_rates(rates)) {
            if let Some(row) = row(scenario(line), **line, Counted { counter, judged }) {
                sheet.row(&row)?;
            }
        }
    }
    sheet.complete()
}

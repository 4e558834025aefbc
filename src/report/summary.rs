//! The screen output: the plan before play; pairings, rankings and notes after it. Plain text, rates with their
//! intervals.

use super::Results;
use super::format::{count, rate, whole};
use super::quality;
use super::screen::{Tone, paint};
use super::tables::pairing_names;
use crate::balance::{Judged, Rate, Verdict, is_coarse, judged_rates};
use crate::stats::Estimate;
use crate::tournament::{Allocate, Arrangement, Counter, Entrant, PairingOnScenario, Party, Plan, Schedule, TableLine};
use std::collections::BTreeSet;
use std::fmt::Write;

mod ranking;

/// The maximum number of pairings shown one by one; more are left to `matchups.csv`.
const MOST_PAIRINGS: usize = 15;

/// The plan in a line: `jomini-v2 · ford · 4 entrants · 6 pairings × 200 games · seed 42`.
pub fn headline(plan: &Plan, schedule: &Schedule) -> String {
    let scenarios = plan.scenarios.iter().map(|scenario| scenario.name.as_str()).collect::<Vec<_>>().join(", ");
    let entrants: BTreeSet<Entrant> = schedule.cells().iter().flat_map(|cell| cell.entrants).collect();
    let pairings: BTreeSet<[Entrant; 2]> = schedule.cells().iter().map(|cell| cell.entrants).collect();
    format!(
        "{} · {scenarios} · {} · {} · {} · seed {}",
        plan.rules,
        count(entrants.len() as u64, "entrant"),
        count(pairings.len() as u64, "pairing"),
        count(schedule.games(), "game"),
        plan.seed,
    )
}

/// Notes on the schedule: games that are allocated later, legs to come, entrants that play against themselves.
pub fn schedule_notes(plan: &Plan, schedule: &Schedule) -> Vec<String> {
    let allocated = plan.allocate.map(|purpose| {
        let open = match purpose {
            Allocate::Ranking => "where the order is most uncertain",
            Allocate::Verdicts => "where an open verdict is nearest",
        };
        format!(
            "these are the first games of each pairing; the others are allocated {open}, up to the number requested"
        )
    });
    let yardstick = match &plan.arrangement {
        Arrangement::Yardstick { bot } => {
            Some(format!("{bot} is the yardstick: it plays other bots with the same army only"))
        }
        _ => None,
    };
    let first_leg = match &plan.arrangement {
        Arrangement::Swiss { legs } => Some(format!(
            "these are the pairings of the first of {}; those of each further leg follow from the results before it",
            count(u64::from(*legs), "leg")
        )),
        _ => None,
    };
    allocated.into_iter().chain(first_leg).chain(yardstick).chain(mirror_note(plan, schedule)).collect()
}

fn mirror_note(plan: &Plan, schedule: &Schedule) -> Option<String> {
    let mirrors: BTreeSet<Entrant> = schedule
        .cells()
        .iter()
        .filter(|cell| cell.is_mirror())
        .map(|cell: &PairingOnScenario| cell.entrants[0])
        .collect();
    let names: Vec<String> = mirrors.into_iter().map(|entrant| plan.entrant_name(entrant)).collect();
    if names.is_empty() {
        return None;
    }
    let verb = if names.len() == 1 { "plays itself" } else { "play themselves" };
    let why = "the second game of a pair would repeat the first, so each seed is played once";
    Some(format!("{} {verb}: {why}", names.join(", ")))
}

/// How often results are inspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Once, when all games are played.
    Once,
    /// During play, by an observer who may stop at any time.
    Again,
}

impl Look {
    /// A line with its rate, where it has one.
    fn rated<'a>(self, results: Results<'a>, (line, counter): (&'a TableLine, &'a Counter)) -> RatedLine<'a> {
        match self {
            Look::Once => RatedLine { line, counter, rate: results.rate(line.party, counter), watched: None },
            Look::Again => RatedLine { line, counter, rate: None, watched: results.watched_rate(line.party, counter) },
        }
    }

    /// The rates of some lines for the screen: each with its interval, and its verdict adjusted for the others.
    fn judged(self, lines: &[RatedLine<'_>]) -> Vec<Option<JudgedRate>> {
        let watched = |line: &RatedLine<'_>| {
            line.watched.map(|rate| JudgedRate { rate, verdict: Verdict::of(&rate), alone: None })
        };
        let after_all = |judged: Judged| JudgedRate {
            rate: judged.rate.decisive,
            verdict: judged.verdict_adjusted,
            alone: (judged.verdict != judged.verdict_adjusted).then_some(judged.verdict),
        };
        match self {
            Look::Once => {
                let judged = judged_rates(lines.iter().map(|line| line.rate).collect());
                judged.into_iter().map(|judged| judged.map(after_all)).collect()
            }
            Look::Again => lines.iter().map(watched).collect(),
        }
    }
}

/// A line of a table with its rate.
#[derive(Clone, Copy)]
struct RatedLine<'a> {
    line: &'a TableLine,
    counter: &'a Counter,
    /// `None` without games, where results are inspected during play, and where the party has none.
    rate: Option<Rate>,
    /// The same with an interval that may be inspected during play.
    watched: Option<Estimate>,
}

impl RatedLine<'_> {
    /// Whether its rate takes so few values that the interval is wider than it would have to be.
    fn is_coarse(&self) -> bool {
        self.rate.is_some_and(|rate| is_coarse(self.counter, &rate.decisive))
    }
}

/// A rate with what the screen shows of it.
#[derive(Clone, Copy)]
struct JudgedRate {
    rate: Estimate,
    /// The verdict adjusted for its table.
    verdict: Verdict,
    /// The unadjusted verdict, where it differs.
    alone: Option<Verdict>,
}

impl JudgedRate {
    /// The verdict as text.
    fn describe(&self, party: &str, other: &str, among: usize) -> String {
        let tone = match self.verdict {
            Verdict::Undecided => Tone::Open,
            Verdict::Favours | Verdict::FavoursOther | Verdict::Even => Tone::Decided,
        };
        let text = match self.alone {
            Some(alone) => format!("{}, but not significant among {among} verdicts", alone.describe(party, other)),
            None => self.verdict.describe(party, other),
        };
        paint(tone, text)
    }
}

/// The results on the screen: pairings, rankings, seats.
pub fn results(results: Results<'_>, look: Look) -> String {
    let mut text = String::new();
    let all: Vec<RatedLine<'_>> = results.standings.overall().map(|line| look.rated(results, line)).collect();
    let lines = |wanted: &dyn Fn(Party) -> bool| -> Vec<RatedLine<'_>> {
        all.iter().filter(|rated| wanted(rated.line.party)).copied().collect()
    };
    let pairings = lines(&|party| matches!(party, Party::Pairing(_)));
    for (rated, judged) in pairings.iter().zip(look.judged(&pairings)).take(MOST_PAIRINGS) {
        let Party::Pairing(entrants) = rated.line.party else { continue };
        if rated.counter.games() == 0 {
            continue;
        }
        write_pairing(&mut text, results, entrants, rated.counter, judged, pairings.len());
    }
    if pairings.len() > MOST_PAIRINGS {
        put(
            &mut text,
            format!("  … and {} more in matchups.csv\n", count((pairings.len() - MOST_PAIRINGS) as u64, "pairing")),
        );
    }
    for (title, parties) in ranking::tables(results, look) {
        ranking::write(&mut text, results, look, &title, lines(&*parties));
    }
    write_seats(&mut text, results, look, &all);
    if all.iter().any(RatedLine::is_coarse) {
        text.push_str(COARSE_NOTE);
    }
    text.push_str(&quality::render(results));
    text
}

/// Shown where the rate of some line is coarse.
pub(super) const COARSE_NOTE: &str = "Note: where games are few, or nearly all have the same result, intervals are \
    conservative: they mostly cover the truth in more than 95 % of tournaments (docs/statistics.md).\n";

/// The advantage of the seat and of the first move on each scenario; `overall` are the lines whose rates are known.
fn write_seats(text: &mut String, results: Results<'_>, look: Look, overall: &[RatedLine<'_>]) {
    let mut seats: Vec<RatedLine<'_>> = Vec::new();
    for party in [Party::Red, Party::First] {
        let lines = results.standings.lines().filter(|(line, _)| line.party == party && line.scenario.is_some());
        let known = |line: &TableLine| overall.iter().find(|rated| rated.line == line).copied();
        seats.extend(lines.map(|(line, counter)| known(line).unwrap_or_else(|| look.rated(results, (line, counter)))));
    }
    for (RatedLine { line, counter, .. }, judged) in seats.iter().zip(look.judged(&seats)) {
        let Some(judged) = judged else { continue };
        let (scenario, seat) =
            (results.scenario_name(line), if line.party == Party::Red { "red" } else { "the side that begins" });
        let note = match judged.verdict {
            Verdict::Favours | Verdict::FavoursOther => {
                format!("; \"{scenario}\" may favour {}", favoured(line.party, &judged.rate))
            }
            Verdict::Even => ": even".to_string(),
            Verdict::Undecided => String::new(),
        };
        let note = match counter.left_out {
            0 => note,
            games => format!("{note} ({} left out: forfeited)", count(games, "game")),
        };
        let note = match counter.unplayed {
            0 => note,
            games => format!("{note} ({} never played)", count(games, "game")),
        };
        // The side that begins is only counted where the same bot plays both sides.
        let note = match line.party == Party::Red && results.plan.has_unlike_bots() {
            true => format!("{note}; games between unlike bots are counted too"),
            false => note,
        };
        let (rate, games) = (rate(&judged.rate), count(counter.games(), "game"));
        put(text, format!("On {scenario} {seat} won {} of {games}{note}\n", rate.trim_start()));
    }
}

fn favoured(party: Party, interval: &Estimate) -> &'static str {
    match (party, interval.low > 0.5) {
        (Party::First, true) => "it",
        (Party::First, false) => "the other side",
        (_, true) => "red",
        (_, false) => "blue",
    }
}

fn put(text: &mut String, line: String) {
    text.write_str(&line).expect("writing to a string does not fail");
}

/// The numbers of games of a pairing that were forfeited and that were never played; empty where there are none.
fn broken_off(counter: &Counter) -> String {
    let mut text = String::new();
    if counter.forfeits() > 0 {
        let own = counter.forfeited();
        text += &format!(
            "  of these forfeited: {} by the first, {} by the second",
            whole(own),
            whole(counter.forfeits() - own)
        );
    }
    if counter.unplayed > 0 {
        text += &format!("  never played: {}", whole(counter.unplayed));
    }
    text
}

fn write_pairing(
    text: &mut String,
    results: Results<'_>,
    entrants: [Entrant; 2],
    counter: &Counter,
    judged: Option<JudgedRate>,
    among: usize,
) {
    let [first, second] = entrants.map(|entrant| results.plan.entrant_name(entrant));
    let [party, other] = pairing_names(results, entrants);
    // After a sequential test its own lines contain the rate and the verdict.
    let [rate, verdict] = judged.map_or_else(Default::default, |judged| {
        let verdict = judged.describe(&party, &other, among);
        [format!("rate {}    ", rate(&judged.rate)), format!("    {verdict}")]
    });
    put(text, format!("  {first}  against  {second}\n"));
    let rounds = |percent| counter.rounds.percentile(percent).unwrap_or(0);
    put(
        text,
        format!(
            "    {rate}{} won  {} drawn  {} lost{}    rounds {} … {}, median {}{verdict}\n",
            whole(counter.wins),
            whole(counter.draws),
            whole(counter.losses),
            broken_off(counter),
            rounds(0),
            rounds(100),
            rounds(50),
        ),
    );
}

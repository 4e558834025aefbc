//! What the screen shows: the plan before play, the pairings, rankings and notes after it. Plain text, rates with their intervals.

use super::Results;
use super::format::{count, rate, whole};
use super::quality;
use super::table::{Align, aligned};
use super::tables::pairing_names;
use crate::balance::{Judged, Verdict, judged, watched_rate};
use crate::stats::Estimate;
use crate::tournament::{Allocate, Cell, Counter, Entrant, Line, Party, Plan, Schedule};
use std::collections::BTreeSet;
use std::fmt::Write;

/// How many pairings are told one by one; more are left to `matchups.csv`.
const PAIRINGS_TOLD: usize = 15;

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

/// What to know about the schedule: games that are allocated later, entrants that meet themselves.
pub fn schedule_notes(plan: &Plan, schedule: &Schedule) -> Vec<String> {
    let allocated = plan.allocate.map(|purpose| {
        let open = match purpose {
            Allocate::Ranking => "where the order is most open",
            Allocate::Verdicts => "where a verdict is open and nearest",
        };
        format!("these are the first games of each pairing; the others go {open}, up to those asked for")
    });
    allocated.into_iter().chain(mirror_note(plan, schedule)).collect()
}

fn mirror_note(plan: &Plan, schedule: &Schedule) -> Option<String> {
    let mirrors: BTreeSet<Entrant> = schedule.cells().iter().filter(|cell| cell.is_mirror()).map(|cell: &Cell| cell.entrants[0]).collect();
    let names: Vec<String> = mirrors.into_iter().map(|entrant| plan.entrant_name(entrant)).collect();
    if names.is_empty() {
        return None;
    }
    let verb = if names.len() == 1 { "meets itself" } else { "meet themselves" };
    let why = "a pair's second game would repeat the first, so each seed is played once";
    Some(format!("{} {verb}: {why}", names.join(", ")))
}

/// How often results are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Once, when all games are played.
    Once,
    /// While games go on, by whoever may stop when the results please, or by a rule that gives games to what is open.
    Again,
}

impl Look {
    /// How often the results of a run that is played to its end are looked at.
    pub fn at(plan: &Plan) -> Look {
        if plan.allocate.is_some() { Look::Again } else { Look::Once }
    }

    /// The rates of some counters as they may be told: each with its interval, its verdict among the others and what is left out of it.
    fn told(self, counters: &[&Counter]) -> Vec<Option<Told>> {
        let watched = |counter: &&Counter| watched_rate(counter).map(|rate| Told { rate, verdict: Verdict::of(&rate), alone: None });
        let after_all = |judged: Judged| Told {
            rate: judged.rate.decisive,
            verdict: judged.verdict_adjusted,
            alone: (judged.verdict != judged.verdict_adjusted).then_some(judged.verdict),
        };
        match self {
            Look::Once => judged(counters.iter().copied()).into_iter().map(|judged| judged.map(after_all)).collect(),
            Look::Again => counters.iter().map(watched).collect(),
        }
    }
}

/// A rate as it is told.
#[derive(Clone, Copy)]
struct Told {
    rate: Estimate,
    /// The verdict that holds among all of its table.
    verdict: Verdict,
    /// The verdict for itself, where it is another.
    alone: Option<Verdict>,
}

impl Told {
    /// The verdict in words.
    fn in_words(&self, party: &str, other: &str, among: usize) -> String {
        match self.alone {
            Some(alone) => format!("{}, but not among {among} verdicts", alone.in_words(party, other)),
            None => self.verdict.in_words(party, other),
        }
    }
}

/// The results in words: pairings, rankings, seats.
pub fn results(results: Results<'_>, look: Look) -> String {
    let mut text = String::new();
    let lines = |wanted: fn(Party) -> bool| -> Vec<(Party, &Counter)> {
        let kept = results.standings.overall().filter(|(line, _)| wanted(line.party));
        kept.map(|(line, counter)| (line.party, counter)).collect()
    };
    let pairings: Vec<([Entrant; 2], &Counter)> = results.standings.pairings().collect();
    let told = look.told(&pairings.iter().map(|(_, counter)| *counter).collect::<Vec<_>>());
    for ((entrants, counter), told) in pairings.iter().zip(&told).take(PAIRINGS_TOLD) {
        tell_pairing(&mut text, results, *entrants, counter, *told, pairings.len());
    }
    if pairings.len() > PAIRINGS_TOLD {
        put(&mut text, format!("  … and {} more in matchups.csv\n", count((pairings.len() - PAIRINGS_TOLD) as u64, "pairing")));
    }
    let name = |party| match party {
        Party::Entrant(entrant) => results.plan.entrant_name(entrant),
        Party::Bot(bot) => results.plan.bots[bot].name.clone(),
        Party::Army(army) => format!("{} ({} points)", results.plan.armies[army].name, results.army_points[army]),
        Party::Pairing(_) | Party::Bots(_) | Party::Armies(_) | Party::Red | Party::First => String::new(),
    };
    let tell_ranking = |text: &mut String, title, lines| tell_ranking(text, title, lines, name, look);
    tell_ranking(&mut text, "Ranking", lines(|party| matches!(party, Party::Entrant(_))));
    if results.plan.bots.len() > 1 && results.plan.armies.len() > 1 {
        tell_ranking(&mut text, "Bots", lines(|party| matches!(party, Party::Bot(_))));
    }
    let armies = lines(|party| matches!(party, Party::Army(_)));
    if results.plan.bots.len() > 1 || results.plan.armies.len() > 1 {
        tell_ranking(&mut text, "Armies", armies);
    }
    tell_seats(&mut text, results, look);
    text.push_str(&quality::told(results));
    text
}

/// What the seat and the first move were worth on each scenario.
fn tell_seats(text: &mut String, results: Results<'_>, look: Look) {
    let mut seats: Vec<(&Line, &Counter)> = Vec::new();
    for party in [Party::Red, Party::First] {
        seats.extend(results.standings.lines().filter(|(line, _)| line.party == party && line.scenario.is_some()));
    }
    let told = look.told(&seats.iter().map(|(_, counter)| *counter).collect::<Vec<_>>());
    for ((line, _), told) in seats.iter().zip(told) {
        let Some(told) = told else { continue };
        let (scenario, seat) = (results.scenario_name(line), if line.party == Party::Red { "red" } else { "the side that begins" });
        let note = match told.verdict {
            Verdict::Favours | Verdict::FavoursOther => format!("; \"{scenario}\" may favour {}", favoured(line.party, &told.rate)),
            Verdict::Even => ": even".to_string(),
            Verdict::Undecided => String::new(),
        };
        put(text, format!("On {scenario} {seat} won {}{note}\n", rate(&told.rate).trim_start()));
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
    text.write_str(&line).expect("a string takes whatever is written");
}

fn tell_pairing(text: &mut String, results: Results<'_>, entrants: [Entrant; 2], counter: &Counter, told: Option<Told>, among: usize) {
    let Some(told) = told else { return };
    let [first, second] = entrants.map(|entrant| results.plan.entrant_name(entrant));
    let [party, other] = pairing_names(results, entrants);
    let verdict = told.in_words(&party, &other, among);
    put(text, format!("  {first}  against  {second}\n"));
    let rounds = |percent| counter.rounds.percentile(percent).unwrap_or(0);
    put(
        text,
        format!(
            "    rate {}    {} won  {} drawn  {} lost    rounds {} … {}, median {}    {verdict}\n",
            rate(&told.rate),
            whole(counter.wins),
            whole(counter.draws),
            whole(counter.losses),
            rounds(0),
            rounds(100),
            rounds(50),
        ),
    );
}

/// Parties by their rate, best first.
fn tell_ranking(text: &mut String, title: &str, lines: Vec<(Party, &Counter)>, name: impl Fn(Party) -> String, look: Look) {
    let told = look.told(&lines.iter().map(|(_, counter)| *counter).collect::<Vec<_>>());
    let mut ranked: Vec<(Party, &Counter, Estimate)> =
        lines.into_iter().zip(told).filter_map(|((party, counter), told)| Some((party, counter, told?.rate))).collect();
    if ranked.is_empty() {
        return;
    }
    ranked.sort_by(|(_, _, left), (_, _, right)| right.point.total_cmp(&left.point));
    let mut rows = vec![["", title, "games", "rate", "won", "drawn", "lost"].map(str::to_string).to_vec()];
    for (place, (party, counter, told)) in ranked.iter().enumerate() {
        rows.push(vec![
            (place + 1).to_string(),
            name(*party),
            whole(counter.games()),
            rate(told),
            whole(counter.wins),
            whole(counter.draws),
            whole(counter.losses),
        ]);
    }
    let align = [Align::Right, Align::Left, Align::Right, Align::Left, Align::Right, Align::Right, Align::Right];
    put(text, format!("\n{}", aligned(&rows, &align)));
}

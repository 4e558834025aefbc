//! What the screen shows: the plan before play, the pairings, rankings and notes after it. Plain text, rates with their intervals.

use super::Results;
use super::format::{count, rate, whole};
use super::quality;
use super::table::{Align, aligned};
use super::tables::pairing_names;
use crate::balance::{Rate, Verdict, rate_interval};
use crate::stats::Estimate;
use crate::tournament::{Allocate, Cell, Counter, Entrant, Party, Plan, Schedule};
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

/// A rate with the interval on which its verdict rests, around its point.
fn told_rate(Rate { decisive, .. }: &Rate) -> String {
    rate(decisive)
}

/// The results in words: pairings, rankings, seats.
pub fn results(results: Results<'_>) -> String {
    let mut text = String::new();
    let lines = |wanted: fn(Party) -> bool| -> Vec<(Party, &Counter)> {
        let kept = results.standings.overall().filter(|(line, _)| wanted(line.party));
        kept.map(|(line, counter)| (line.party, counter)).collect()
    };
    let pairings = lines(|party| matches!(party, Party::Pairing(_)));
    for (party, counter) in pairings.iter().take(PAIRINGS_TOLD) {
        if let Party::Pairing(entrants) = party {
            tell_pairing(&mut text, results, *entrants, counter);
        }
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
    tell_ranking(&mut text, "Ranking", lines(|party| matches!(party, Party::Entrant(_))), name);
    if results.plan.bots.len() > 1 && results.plan.armies.len() > 1 {
        tell_ranking(&mut text, "Bots", lines(|party| matches!(party, Party::Bot(_))), name);
    }
    let armies = lines(|party| matches!(party, Party::Army(_)));
    if results.plan.bots.len() > 1 || results.plan.armies.len() > 1 {
        tell_ranking(&mut text, "Armies", armies, name);
    }
    for (party, seat) in [(Party::Red, "red"), (Party::First, "the side that begins")] {
        for (line, counter) in results.standings.lines().filter(|(line, _)| line.party == party && line.scenario.is_some()) {
            if let Some(figures) = rate_interval(counter) {
                let scenario = results.scenario_name(line);
                let note = match Verdict::of(&figures.decisive) {
                    Verdict::Favours | Verdict::FavoursOther => {
                        format!("; \"{scenario}\" may favour {}", favoured(party, &figures.decisive))
                    }
                    Verdict::Even => ": even".to_string(),
                    Verdict::Undecided => String::new(),
                };
                put(&mut text, format!("On {scenario} {seat} won {}{note}\n", told_rate(&figures).trim_start()));
            }
        }
    }
    text.push_str(&quality::told(results));
    text
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

fn tell_pairing(text: &mut String, results: Results<'_>, entrants: [Entrant; 2], counter: &Counter) {
    let Some(figures) = rate_interval(counter) else { return };
    let [first, second] = entrants.map(|entrant| results.plan.entrant_name(entrant));
    let [party, other] = pairing_names(results, entrants);
    let verdict = Verdict::of(&figures.decisive).in_words(&party, &other);
    put(text, format!("  {first}  against  {second}\n"));
    let rounds = |percent| counter.rounds.percentile(percent).unwrap_or(0);
    put(
        text,
        format!(
            "    rate {}    {} won  {} drawn  {} lost    rounds {} … {}, median {}    {verdict}\n",
            told_rate(&figures),
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
fn tell_ranking(text: &mut String, title: &str, lines: Vec<(Party, &Counter)>, name: impl Fn(Party) -> String) {
    let mut ranked: Vec<(Party, &Counter, Rate)> =
        lines.into_iter().filter_map(|(party, counter)| Some((party, counter, rate_interval(counter)?))).collect();
    if ranked.is_empty() {
        return;
    }
    ranked.sort_by(|(_, _, left), (_, _, right)| right.wilson.point.total_cmp(&left.wilson.point));
    let mut rows = vec![["", title, "games", "rate", "won", "drawn", "lost"].map(str::to_string).to_vec()];
    for (place, (party, counter, figures)) in ranked.iter().enumerate() {
        rows.push(vec![
            (place + 1).to_string(),
            name(*party),
            whole(counter.games()),
            told_rate(figures),
            whole(counter.wins),
            whole(counter.draws),
            whole(counter.losses),
        ]);
    }
    let align = [Align::Right, Align::Left, Align::Right, Align::Left, Align::Right, Align::Right, Align::Right];
    put(text, format!("\n{}", aligned(&rows, &align)));
}

//! The rankings on the screen: entrants, bots and armies by rating or by rate, whichever compares them.

use super::{Look, RatedLine, Results, put};
use crate::balance::{Field, Measured, RankedKind, Ranking, rankings};
use crate::game::Ending;
use crate::report::format::{figure, fixed, rate, whole};
use crate::report::table::{Align, aligned};
use crate::stats::Estimate;
use crate::tournament::{Arrangement, Counter, Party, Plan};
use std::collections::BTreeMap;

/// Which parties a table has.
type Wanted = Box<dyn Fn(Party) -> bool>;

/// The tables of a tournament: the title of each, and its parties.
pub(super) fn tables(results: Results<'_>, look: Look) -> Vec<(String, Wanted)> {
    // After a sequential test there is one pairing, which has been shown.
    if look == Look::Once && results.plan.is_test() {
        return Vec::new();
    }
    let mut tables: Vec<(String, Wanted)> =
        vec![("Ranking".to_owned(), Box::new(|party| matches!(party, Party::Entrant(_))))];
    if results.plan.bots.len() > 1 && results.plan.armies.len() > 1 {
        tables.push(("Bots".to_owned(), Box::new(|party| matches!(party, Party::Bot(_)))));
    }
    for leader in results.standings.bots_of_armies() {
        let title = format!("Armies, {} on both sides", results.plan.bots[leader].name);
        tables.push((title, Box::new(move |party| matches!(party, Party::Army { bot, .. } if bot == leader))));
    }
    tables
}

/// The name of a party in the table.
fn name_of(results: Results<'_>, party: Party) -> String {
    match party {
        Party::Army { army, .. } => {
            format!("{} ({} points)", results.plan.armies[army].name, results.army_points[army])
        }
        _ => rated_name(results.plan, party),
    }
}

/// The name of a party in its ranking.
fn rated_name(plan: &Plan, party: Party) -> String {
    match party {
        Party::Entrant(entrant) => plan.entrant_name(entrant),
        Party::Bot(bot) => plan.bots[bot].name.clone(),
        Party::Army { army, .. } => plan.armies[army].name.clone(),
        Party::Pairing(_) | Party::Bots(_) | Party::Armies { .. } | Party::Red | Party::First => String::new(),
    }
}

/// Whether rates of this entrant, bot or army compare it with others like it: not where opponents are of unequal
/// strength, by the arrangement or because a quarantine left games against some of them unplayed.
fn is_comparable(results: Results<'_>, party: Party) -> bool {
    let meets_unlike = match results.plan.arrangement {
        Arrangement::RoundRobin => false,
        // The armies of a bot meet each other, and each bot meets the yardstick with every army.
        Arrangement::Yardstick { .. } | Arrangement::SameBot => matches!(party, Party::Entrant(_)),
        Arrangement::Gauntlet { .. } | Arrangement::List { .. } | Arrangement::Swiss { .. } => true,
    };
    let is_cut_short = results.standings.pairings().any(|(_, counter)| counter.unplayed > 0);
    results.has_rate(party) && !meets_unlike && !is_cut_short
}

/// The ratings, in Elo points, of parties such as this by name; `None` where they have none, and during play.
fn ratings(results: Results<'_>, look: Look, party: Party) -> Option<BTreeMap<String, Measured>> {
    let Results { plan, standings, .. } = results;
    let is_over = look == Look::Once || plan.allocate.is_some();
    let of = |wanted: RankedKind, led_by: Option<usize>| -> Option<Ranking> {
        let led_by = led_by.map(|bot| &plan.bots[bot].name);
        rankings(plan, standings).into_iter().find(|it| it.of == wanted && it.led_by.as_ref() == led_by)
    };
    let ranking = match party {
        _ if !is_over => None,
        Party::Bot(_) => of(RankedKind::Bots, None),
        Party::Army { bot, .. } => of(RankedKind::Armies, Some(bot)),
        _ => Field::of(RankedKind::Entrants, plan, standings).ranking(),
    };
    Some(ranking?.rated.into_iter().map(|rated| (rated.name, rated.elo)).collect())
}

/// A count of games of a counter.
type Number = fn(&Counter) -> u64;

/// A party with its rate and its rating, where it has them.
struct Ranked<'a> {
    party: Party,
    counter: &'a Counter,
    rate: Option<Estimate>,
    elo: Option<Measured>,
}

/// Parties by rating where rates do not compare them, else by rate; best first. Those that have neither are in the
/// order of the plan.
pub(super) fn write(text: &mut String, results: Results<'_>, look: Look, title: &str, lines: Vec<RatedLine<'_>>) {
    let Some(party) = lines.iter().map(|rated| rated.line.party).next() else { return };
    let is_comparable = is_comparable(results, party);
    let ratings = if is_comparable { None } else { ratings(results, look, party) };
    let elo = |party: Party| ratings.as_ref()?.get(&rated_name(results.plan, party)).copied();
    let played = lines.iter().zip(look.judged(&lines)).filter(|(rated, _)| rated.counter.games() > 0);
    let mut ranked: Vec<Ranked<'_>> = played
        .map(|(RatedLine { line, counter, .. }, judged)| Ranked {
            party: line.party,
            counter,
            rate: judged.map(|judged| judged.rate),
            elo: elo(line.party),
        })
        .collect();
    if ranked.is_empty() {
        return;
    }
    let point = |point: Option<f64>| point.unwrap_or(f64::NEG_INFINITY);
    let (rate, elo) =
        (|it: &Ranked<'_>| point(it.rate.map(|rate| rate.point)), |it: &Ranked<'_>| point(it.elo.map(|elo| elo.point)));
    ranked.sort_by(|one, other| rate(other).total_cmp(&rate(one)));
    ranked.sort_by(|one, other| elo(other).total_cmp(&elo(one)));
    put(text, format!("\n{}", table(results, title, &ranked)));
    let is_allocated = !results.has_rate(party);
    let is_unrated = look == Look::Once && !is_comparable && ratings.is_none();
    put(text, note_on_order(is_allocated, ratings.is_some(), is_unrated).to_owned());
    if ranked.iter().any(|it| it.counter.endings[Ending::Forfeit] > 0) {
        put(
            text,
            "A forfeited game counts as lost for the side that forfeits; the column counts those of both sides.\n"
                .to_owned(),
        );
    }
    if ranked.iter().any(|it| it.counter.left_out > 0 && it.rate.is_some()) {
        put(
            text,
            "Games that a bot forfeited are left out here; the interval covers every possible result of them.\n"
                .to_owned(),
        );
    }
}

/// A rating in whole points, with its interval if it has one.
fn rating(elo: &Measured) -> String {
    elo.interval.map_or_else(|| fixed(elo.point, 0), |interval| figure(&interval, 0))
}

/// The order of a table in words, where that is not by rate, or the rate does not compare its members. `is_unrated`
/// where ratings would, but there are none.
fn note_on_order(is_allocated: bool, is_rated: bool, is_unrated: bool) -> &'static str {
    match (is_allocated, is_rated) {
        (true, true) => {
            "Ranked by rating: results decided which pairings got most games, and a rate over all would depend on it.\n"
        }
        (true, false) => {
            "Not ranked: results decided which pairings got most games, and a rate over all would depend on it.\n"
        }
        (false, true) => {
            "Ranked by rating: opponents differ between entrants, and a rate refers to the opponents played.\n"
        }
        (false, false) if is_unrated => {
            "Not rated, and ranked by rates against unlike opponents: no chain of games joins all.\n"
        }
        (false, false) => "",
    }
}

fn table(results: Results<'_>, title: &str, ranked: &[Ranked<'_>]) -> String {
    let has = |number: Number| ranked.iter().any(|it| number(it.counter) > 0);
    let columns: [(&str, Number); 3] = [
        ("forfeited", |counter| counter.endings[Ending::Forfeit]),
        ("left out", |counter| counter.left_out),
        ("never played", |counter| counter.unplayed),
    ];
    let more: Vec<(&str, Number)> = columns.into_iter().filter(|(_, number)| has(*number)).collect();
    let [rates, ratings] = [ranked.iter().any(|it| it.rate.is_some()), ranked.iter().any(|it| it.elo.is_some())];
    let mut header = vec!["", title, "games"];
    header.extend(rates.then_some("rate"));
    header.extend(ratings.then_some("Elo"));
    let mut align = vec![Align::Right, Align::Left, Align::Right];
    align.resize(header.len(), Align::Left);
    header.extend(["won", "drawn", "lost"]);
    header.extend(more.iter().map(|(title, _)| title));
    align.resize(header.len(), Align::Right);
    let mut rows = vec![header.into_iter().map(str::to_owned).collect::<Vec<String>>()];
    for (place, Ranked { party, counter, rate: found, elo }) in ranked.iter().enumerate() {
        let place = if rates || ratings { (place + 1).to_string() } else { String::new() };
        let mut row = vec![place, name_of(results, *party), whole(counter.games())];
        row.extend(rates.then(|| found.as_ref().map_or_else(String::new, rate)));
        row.extend(ratings.then(|| elo.as_ref().map_or_else(String::new, rating)));
        row.extend([counter.wins, counter.draws, counter.losses].map(whole));
        row.extend(more.iter().map(|(_, number)| whole(number(counter))));
        rows.push(row);
    }
    aligned(&rows, &align)
}

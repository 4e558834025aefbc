//! The screen output of `reglette breaker`, and the header of the army file that it writes.

use super::endings::endings_in_words;
use super::format::{count, fixed, whole};
use super::strongest_list::Broken;
use super::summary::COARSE_NOTE;
use super::table::{Align, aligned};
use crate::balance::has_coarse_steps;
use crate::balance::strongest_list::{Conclusion, Tally};
use crate::game::names_of;
use crate::stats::Estimate;

/// The width of a comment line in a written file.
const LINE: usize = 110;

fn percent(share: f64) -> String {
    format!("{} %", fixed(100.0 * share, 1))
}

fn interval(rate: &Estimate) -> String {
    format!("{} ({} to {})", percent(rate.point), fixed(100.0 * rate.low, 1), fixed(100.0 * rate.high, 1))
}

/// Points without trailing decimals.
fn points(value: f64) -> String {
    fixed(value, if (value - value.round()).abs() < 1e-6 { 0 } else { 2 })
}

/// The number of games of the confirmation match, and how many of them were forfeited: the rates contain them.
fn games_of(tally: &Tally) -> String {
    let games = count(tally.counted(), "game");
    match tally.forfeited() {
        0 => format!("in {games}"),
        forfeited => format!("in {games}, {} of them forfeited", whole(forfeited)),
    }
}

/// The conclusion in one sentence.
pub fn conclusion(of: &Broken<'_>) -> String {
    let composition = &of.search.strongest().candidate.composition;
    let list = format!("{} ({} points)", names_of(composition, of.troops), points(of.points(composition)));
    let Some(rate) = of.search.confirmed.rate else {
        return format!("The strongest list found: {list}. Its strength is unknown: no pair of games was played.");
    };
    let (rate, games) = (interval(&rate), games_of(&of.search.confirmed.all()));
    match of.search.confirmed.conclusion {
        Conclusion::Exploit => format!("The strongest list found: {list}: scores {rate} against the field {games}."),
        Conclusion::Weaker => format!(
            "No exploit was found: even the strongest list found, {list}, scores only {rate} against the field {games}."
        ),
        Conclusion::None | Conclusion::TooFewGames => {
            format!(
                "No exploit was found: the strongest list found, {list}, scores {rate} against the field {games}, an \
                    interval that contains 50 %."
            )
        }
    }
}

/// The strength estimated by the search and the part of it that was confirmed.
fn estimates(of: &Broken<'_>) -> String {
    let confirmed = &of.search.confirmed;
    let rendered = |score: Option<f64>| score.map_or_else(|| "nothing".to_owned(), percent);
    let (searched, play_off) = (rendered(confirmed.estimates.searched), rendered(confirmed.estimates.play_off));
    let games = count(of.search.strongest().candidate.record.all().counted(), "game");
    let expected = percent(confirmed.estimates.estimate);
    let text = format!(
        "In the search it scored {searched} in {games} (estimated strength {expected}), and {play_off} in the play-off."
    );
    match confirmed.curse() {
        Some(curse) if curse > 0.0 => {
            format!("{text} The search overestimated it by {} points.", fixed(100.0 * curse, 1))
        }
        Some(curse) => format!("{text} The search underestimated it by {} points.", fixed(-100.0 * curse, 1)),
        None => text,
    }
}

/// Formats the results.
pub fn render(of: &Broken<'_>) -> String {
    let search = of.search;
    let all = search.confirmed.all();
    let has_forfeits = all.forfeited() > 0;
    let mut head = ["", "points", "games", "rate (95 %)", "", "won", "drawn", "lost"].map(str::to_owned).to_vec();
    head.extend(has_forfeits.then(|| "forfeited".to_owned()));
    let mut rows = vec![head];
    for (name, (list, found)) in of.against.iter().zip(of.field.iter().zip(&search.confirmed.against)) {
        let [lost, drawn, won] = found.tally.games.map(whole);
        let rate = found.rate.as_ref().map_or_else(|| "unknown".to_owned(), interval);
        let (points, games) = (points(of.points(list)), whole(found.tally.counted()));
        let mut row = vec![format!("  {name}"), points, games, rate, found.verdict.name().to_owned(), won, drawn, lost];
        row.extend(has_forfeits.then(|| whole(found.tally.forfeited())));
        rows.push(row);
    }
    let mut align = vec![Align::Left, Align::Right, Align::Right, Align::Left, Align::Left];
    align.resize(rows[0].len(), Align::Right);
    let is_coarse = |tally: &Tally, rate: &Estimate| has_coarse_steps(tally.counted(), tally.games[1], rate);
    let coarse =
        search.confirmed.against.iter().any(|it| it.rate.as_ref().is_some_and(|rate| is_coarse(&it.tally, rate)));
    let note = if coarse { COARSE_NOTE } else { "" };
    let first = search.generations.first().map_or(0.5, |generation| generation.estimate);
    let last = search.generations.last().map_or(0.5, |generation| generation.estimate);
    let searched = format!(
        "Searched {} in {}: estimated strength of the best {} after the first, {} after the last.",
        count(search.tried as u64, "list"),
        count(search.generations.len() as u64, "generation"),
        percent(first),
        percent(last)
    );
    let forfeited = match all.forfeited() {
        0 => String::new(),
        _ => " A forfeited game counts as lost for the side that forfeits, and the intervals cover every possible \
            result."
            .to_owned(),
    };
    format!(
        "{searched}\n\nConfirmation match, on independent dice:\n{}{note}\n{}\nIts games ended {}.{forfeited}\n{}\n",
        aligned(&rows, &align),
        conclusion(of),
        endings_in_words(&all.endings),
        estimates(of)
    )
}

/// The header of an army file, as comments: what it is and where it comes from.
pub fn head(of: &Broken<'_>, source: &[String]) -> String {
    let by = format!(
        "{} against {}, played by {}.",
        count(of.search.confirmed.all().counted(), "game"),
        of.against.join(", "),
        of.bot
    );
    let said = [format!("Written by reglette {}.", super::manifest::VERSION), conclusion(of), by];
    let mut text = String::new();
    for sentence in said.iter().chain(source) {
        let mut line = String::from("#");
        for word in sentence.split(' ') {
            if line.len() > 1 && line.chars().count() + word.chars().count() >= LINE {
                text += &format!("{line}\n");
                line = String::from("#");
            }
            line += &format!(" {word}");
        }
        text += &format!("{line}\n");
    }
    text + "\n"
}

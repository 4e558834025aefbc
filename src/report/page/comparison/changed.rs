//! What a change does to the share of the points of the army or bot that is changed, in a sentence.

use super::{bounds, is_shown};
use crate::report::page::number::{Unit, name};
use crate::report::page::sheet::Row;

/// Whether a row is the share of the points of the army or bot that is changed.
pub(super) fn is_of_the_changed(row: Row<'_>) -> bool {
    matches!(row.text("measure"), "army_win_rate" | "bot_win_rate") && row.text("subject").contains('→')
}

/// The most bots for each of which a sentence gives the share of an army.
const MOST_BOTS: usize = 3;

/// By how much something changed moves its share: under each bot, or under many bots the least and the greatest.
pub(super) fn moves(rows: &[Row<'_>]) -> String {
    let difference = |row: &Row<'_>| row.number("difference").unwrap_or(0.0);
    let mut sorted = rows.to_vec();
    sorted.sort_by(|one, other| difference(one).total_cmp(&difference(other)));
    let figure = |row: &Row<'_>| {
        let figure = Unit::PercentagePoints.with_interval(difference(row), bounds(*row));
        format!("{figure}{}", unchanged_and_bot(row.text("subject")).1)
    };
    let note = |row: &Row<'_>| match row.text("verdict") {
        "alike" => " (alike in every cluster of games)",
        _ if is_shown(*row) => "",
        _ => ", which may be chance",
    };
    match &sorted[..] {
        [least, .., greatest] if sorted.len() > MOST_BOTS => {
            let [least, greatest] = [least, greatest].map(|row| figure(row) + note(row));
            format!("{least}, to {greatest}: the least and the greatest of {} bots", sorted.len())
        }
        all => all.iter().map(|row| figure(row) + note(row)).collect::<Vec<_>>().join("; by "),
    }
}

/// What was changed, ` from hares`, and under which bot, ` under greedy`, of a subject such as
/// `greedy/hares→greedy/snail`; empty where the subject does not say.
pub(super) fn unchanged_and_bot(subject: &str) -> (String, String) {
    let Some((before, after)) = subject.split_once('→') else { return Default::default() };
    match (before.split_once('/'), after.split_once('/')) {
        (Some((bot, army)), Some((same, _))) if bot == same => {
            (format!(" from {}", name(army)), format!(" under {}", name(bot)))
        }
        _ => (format!(" from {}", name(before)), String::new()),
    }
}

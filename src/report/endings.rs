//! How games ended: columns that tables share, and words for the screen.

use super::csv::row;
use super::format::whole;
use crate::game::Ending;
use enum_map::EnumMap;

row! {
    /// How games ended.
    pub(super) struct Endings {
        /// Games that ended by the rulebook's condition of victory.
        by_victory: u64,
        /// Games that ended by an objective.
        by_objective: u64,
        /// Games that ended at the turn limit.
        by_turn_limit: u64,
        /// Games that both sides agreed to stop.
        by_agreement: u64,
        /// Games that ended by forfeit.
        by_forfeit: u64,
    }
}

impl Endings {
    pub(super) fn new(games: &EnumMap<Ending, u64>) -> Endings {
        Endings {
            by_victory: games[Ending::Victory],
            by_objective: games[Ending::Objective],
            by_turn_limit: games[Ending::TurnLimit],
            by_agreement: games[Ending::Agreed],
            by_forfeit: games[Ending::Forfeit],
        }
    }
}

/// The ways in which a game ends, in the order of the columns.
pub(super) const ENDINGS: [Ending; 5] =
    [Ending::Victory, Ending::Objective, Ending::TurnLimit, Ending::Agreed, Ending::Forfeit];

/// The column of games that ended in this way.
pub(super) fn ending_column(ending: Ending) -> &'static str {
    match ending {
        Ending::Victory => "by_victory",
        Ending::Objective => "by_objective",
        Ending::TurnLimit => "by_turn_limit",
        Ending::Agreed => "by_agreement",
        Ending::Forfeit => "by_forfeit",
    }
}

/// The words above this column.
pub(super) fn ending_heading(ending: Ending) -> &'static str {
    match ending {
        Ending::TurnLimit => "turn limit",
        Ending::Agreed => "agreement",
        ending => ending.name(),
    }
}

fn words(ending: Ending) -> String {
    match ending {
        Ending::Agreed => "by agreement".to_owned(),
        Ending::TurnLimit => "at the turn limit".to_owned(),
        ending => format!("by {}", ending.name()),
    }
}

/// How games ended: `1,980 by victory, 20 at the turn limit`.
pub(super) fn endings_in_words(endings: &EnumMap<Ending, u64>) -> String {
    let named = endings.iter().filter(|(_, number)| **number > 0);
    let rendered: Vec<String> = named.map(|(ending, number)| format!("{} {}", whole(*number), words(ending))).collect();
    if rendered.is_empty() { "none".to_owned() } else { rendered.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::csv::Columns;

    #[test]
    fn columns_have_one_name_everywhere() {
        let columns: Vec<String> = Endings::columns("", "").into_iter().flat_map(|field| field.names).collect();
        assert_eq!(columns, ENDINGS.map(ending_column));
    }
}

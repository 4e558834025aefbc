//! The columns of wide tables that a page in Markdown shows: those of the screen. The others remain in the CSV files
//! and in JSON.

/// What identifies the games of a row comes first, then the figures in the order of the screen.
const SHOWN: &[(&str, &[&str])] = &[
    (
        "matchups",
        &[
            "scenario",
            "first_bot",
            "first_army",
            "second_bot",
            "second_army",
            "games",
            "rate",
            "rate_low",
            "rate_high",
            "wins",
            "draws",
            "losses",
            "by_forfeit",
            "never_played",
            "rounds_median",
            "verdict_adjusted",
        ],
    ),
    (
        "bots",
        &[
            "scenario",
            "bot",
            "games",
            "rate",
            "rate_low",
            "rate_high",
            "wins",
            "draws",
            "losses",
            "by_forfeit",
            "never_played",
            "verdict_adjusted",
        ],
    ),
    (
        "armies",
        &[
            "scenario",
            "led_by",
            "army",
            "points",
            "games",
            "rate",
            "rate_low",
            "rate_high",
            "wins",
            "draws",
            "losses",
            "left_out",
            "never_played",
            "verdict_adjusted",
        ],
    ),
    ("seats", &["scenario", "seat", "games", "rate", "rate_low", "rate_high", "left_out", "verdict_adjusted"]),
    ("ratings", &["entity", "led_by", "name", "games", "elo", "elo_low", "elo_high", "stronger_than_next"]),
    ("superiority", &["entity", "led_by", "first", "second", "first_stronger", "elo", "elo_low", "elo_high"]),
    (
        "metagame",
        &[
            "led_by",
            "army",
            "points",
            "games",
            "rate",
            "rate_low",
            "rate_high",
            "alpha_rank",
            "nash_share",
            "verdict",
            "dominated_by",
        ],
    ),
    (
        "luck",
        &[
            "scenario",
            "entity",
            "party",
            "against",
            "games",
            "rate",
            "rate_less_luck",
            "rate_less_luck_low",
            "rate_less_luck_high",
            "games_saved_factor",
        ],
    ),
    (
        "sequential",
        &[
            "first",
            "second",
            "pairs",
            "decision",
            "log_likelihood_ratio",
            "lower_bound",
            "upper_bound",
            "rate",
            "rate_low",
            "rate_high",
            "elo",
            "elo_low",
            "elo_high",
        ],
    ),
    (
        "comparison",
        &[
            "variant",
            "scenario",
            "measure",
            "subject",
            "without_change",
            "with_change",
            "difference",
            "difference_low",
            "difference_high",
            "detectable_difference",
            "left_out",
            "by_forfeit",
            "verdict_adjusted",
        ],
    ),
    (
        "costs",
        &[
            "bot",
            "budget",
            "entity",
            "name",
            "list_cost",
            "fair_cost",
            "fair_low",
            "fair_high",
            "verdict",
            "survival",
            "least_change",
            "printable",
            "in_joint",
        ],
    ),
    (
        "worst_armies",
        &[
            "bot",
            "budget",
            "costs",
            "rank",
            "army",
            "points",
            "predicted",
            "predicted_low",
            "predicted_high",
            "games",
            "rate",
            "rate_low",
            "rate_high",
            "forfeits",
            "verdict",
            "search",
        ],
    ),
    ("breaker", &["against", "points", "games", "rate", "rate_low", "rate_high", "verdict", "won", "drawn", "lost"]),
    (
        "probes",
        &[
            "bot",
            "part",
            "games",
            "rate",
            "rate_low",
            "rate_high",
            "elo",
            "elo_low",
            "elo_high",
            "offered_a_game",
            "used_a_game",
            "by_forfeit",
            "verdict",
        ],
    ),
];

/// The same for tables of documents that are in no file.
const PRINTED: &[(&str, &[&str])] = &[
    (
        "game",
        &[
            "game",
            "red_bot",
            "red_army",
            "blue_bot",
            "blue_army",
            "winner",
            "grade",
            "ending",
            "rounds",
            "combats",
            "rolls",
            "red_units_lost",
            "blue_units_lost",
            "red_points_lost",
            "blue_points_lost",
            "forfeit_reason",
        ],
    ),
    (
        "trial",
        &[
            "against",
            "games",
            "rate",
            "rate_low",
            "rate_high",
            "won",
            "drawn",
            "lost",
            "mean_seconds",
            "slowest_seconds",
            "faults",
            "against_forfeited",
        ],
    ),
    ("faults", &["game", "side", "decisions", "fault", "seconds", "reason", "replay"]),
];

/// Columns that are shown only where some row has another number than 0.
pub(super) const UNLESS_ZERO: [&str; 5] = ["forfeited", "by_forfeit", "left_out", "never_played", "against_forfeited"];

/// The columns of the table of this name that are shown, in order; `None` where all are.
pub(super) fn columns_of(table: &str) -> Option<&'static [&'static str]> {
    SHOWN.iter().chain(PRINTED).find(|(name, _)| *name == table).map(|(_, columns)| *columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::columns::all;

    /// The number of columns that a page has room for.
    const MOST: usize = 16;

    #[test]
    fn wide_tables_show_some_of_their_columns() {
        // Rows of games are in no document.
        for (file, fields) in all().into_iter().filter(|(file, _)| *file != "games.csv") {
            let known: Vec<String> = fields.into_iter().flat_map(|field| field.names).collect();
            let shown = columns_of(file.trim_end_matches(".csv"));
            assert!(shown.map_or(known.len(), <[&str]>::len) <= MOST, "{file} has {} columns", known.len());
            for column in shown.into_iter().flatten() {
                assert!(known.iter().any(|name| name == column), "{file} has no column {column}");
            }
        }
        assert!(PRINTED.iter().all(|(_, columns)| columns.len() <= MOST));
        assert!(SHOWN.iter().all(|(name, _)| all().iter().any(|(file, _)| file.trim_end_matches(".csv") == *name)));
    }
}

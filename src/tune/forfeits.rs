//! Progress messages of a tuning: the number of games played, and which bots forfeited for what reason.

use crate::game::{Evaluate, Show};
use crate::tournament::{GameRow, Tournament};
use std::collections::BTreeMap;

/// Games that were played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GamesPlayed {
    /// The number of games.
    pub games: u64,
    /// The bot and the reason of each forfeit.
    pub forfeits: Vec<(String, String)>,
}

impl GamesPlayed {
    /// The games of some rows; `name` maps the index of a bot in the tournament to its name.
    pub(super) fn of<G: Evaluate + Show + 'static>(
        tournament: &Tournament<G>,
        rows: &[GameRow],
        name: impl Fn(usize) -> String,
    ) -> GamesPlayed {
        let recorded = rows.iter().filter_map(|row| {
            let forfeit = row.forfeit.as_ref()?;
            let seats = tournament.cell(&row.spec).seats(row.spec.swapped);
            Some((name(seats[forfeit.side].bot), forfeit.reason.clone()))
        });
        GamesPlayed { games: rows.len() as u64, forfeits: recorded.collect() }
    }
}

/// All forfeits of a tuning, by bot: the number, and a reason.
#[derive(Clone, Debug, Default)]
pub struct Forfeits(BTreeMap<String, (u64, String)>);

impl Forfeits {
    /// Counts those of some games. Of several reasons the alphabetically first is kept, so that it does not depend on
    /// threads.
    pub fn add(&mut self, played: GamesPlayed) {
        for (bot, reason) in played.forfeits {
            let (count, kept) = self.0.entry(bot).or_insert_with(|| (0, reason.clone()));
            *count += 1;
            if reason < *kept {
                *kept = reason;
            }
        }
    }

    /// The bots that forfeited, with the number and a reason.
    pub fn by_reason(&self) -> impl Iterator<Item = (&str, u64, &str)> {
        self.0.iter().map(|(bot, (count, reason))| (bot.as_str(), *count, reason.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forfeits_are_counted_by_bot_with_a_reason_that_does_not_depend_on_their_order() {
        let games = |forfeits: &[(&str, &str)]| GamesPlayed {
            games: 9,
            forfeits: forfeits.iter().map(|(bot, reason)| (bot.to_string(), reason.to_string())).collect(),
        };
        let recorded = |parts: [GamesPlayed; 2]| {
            let mut all = Forfeits::default();
            parts.into_iter().for_each(|part| all.add(part));
            all.by_reason().map(|(bot, count, reason)| format!("{bot} {count} {reason}")).collect::<Vec<_>>()
        };
        let (one, two) = (games(&[("b", "late"), ("a", "lost")]), games(&[("b", "dead")]));
        assert_eq!(recorded([one.clone(), two.clone()]), ["a 1 lost", "b 2 dead"]);
        assert_eq!(recorded([two, one]), ["a 1 lost", "b 2 dead"]);
    }
}

//! How the games of a study ended, by their purpose and by scenario.

use super::meeting::Encounter;
use super::study::{MeetingPurpose, Study};
use crate::game::Ending;
use enum_map::EnumMap;

/// The games of one purpose on one scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct EndedGames {
    /// Their purpose.
    pub purpose: MeetingPurpose,
    /// The scenario, by its number.
    pub scenario: usize,
    /// How many ended in each way.
    pub endings: EnumMap<Ending, u64>,
}

/// How the games of some meetings ended.
pub fn endings_of<'a>(encounters: impl IntoIterator<Item = &'a Encounter>) -> EnumMap<Ending, u64> {
    let mut endings = EnumMap::default();
    encounters.into_iter().flat_map(|encounter| &encounter.games).for_each(|game| endings[game.ending] += 1);
    endings
}

/// All games of a study: by purpose in the order of play, then by scenario. Scenarios without games are left out.
pub fn ended_games(study: &Study, scenarios: usize) -> Vec<EndedGames> {
    let mut all = Vec::new();
    for played in &study.played {
        for scenario in 0..scenarios {
            let endings = endings_of(played.encounters.iter().filter(|one| one.meeting.scenario == scenario));
            if endings.values().any(|games| *games > 0) {
                all.push(EndedGames { purpose: played.purpose, scenario, endings });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::costs::{Meeting, MeetingGame};
    use crate::game::Composition;

    #[test]
    fn games_are_counted_by_their_ending() {
        let met = |endings: &[Ending]| {
            let game = |ending: &Ending| MeetingGame {
                score: 0.5,
                swapped: false,
                first_began: None,
                forfeited: *ending == Ending::Forfeit,
                ending: *ending,
                survivors: [Vec::new(), Vec::new()],
            };
            let meeting = Meeting { armies: [Composition::default(), Composition::default()], scenario: 0, pairs: 1 };
            Encounter { meeting, games: endings.iter().map(game).collect() }
        };
        let all = [met(&[Ending::Victory, Ending::TurnLimit]), met(&[Ending::Victory, Ending::Forfeit])];
        let found = endings_of(&all);
        assert_eq!(
            found.into_iter().filter(|(_, games)| *games > 0).collect::<Vec<_>>(),
            [(Ending::Victory, 2), (Ending::TurnLimit, 1), (Ending::Forfeit, 1)]
        );
    }
}

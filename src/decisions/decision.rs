//! A decision that is ready to be put to bots: a stored one, read under the rules.

use super::rollout::Halves;
use super::set::{DecisionSet, SetError, SetHeader, StoredDecision};
use crate::data::Library;
use crate::game::{Game, Moment, Rulebook, Show, Side};
use crate::tournament::{GameRequest, load_game};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A position in which a side decides, with the actions that were rolled out.
pub struct Decision<G: Game> {
    /// The number of its game.
    pub game_number: u64,
    /// The number of the decision in the game.
    pub number: u32,
    /// The path of the scenario.
    pub scenario: String,
    /// Its name, from which the dice of its rollouts follow.
    pub name: String,
    /// The prepared game.
    pub game: Arc<G>,
    /// The position.
    pub state: G::State,
    /// The side that decides.
    pub side: Side,
    /// The actions with their results.
    pub candidates: Vec<(G::Action, Halves)>,
}

impl<G: Show> Decision<G> {
    /// All decisions of a set, each read and checked.
    ///
    /// # Errors
    /// The line of a decision whose files are missing or do not go together, whose position cannot be read or is not
    /// that of a decision of the stated side, or of which an action is illegal.
    pub fn prepare_all<R: Rulebook<Game = G>>(
        library: &Library,
        set: &DecisionSet,
    ) -> Result<Vec<Decision<G>>, SetError> {
        let mut games: BTreeMap<(&str, Option<[&str; 2]>), Arc<G>> = BTreeMap::new();
        let mut decisions = Vec::with_capacity(set.decisions.len());
        for (stored, line) in set.decisions.iter().zip(2..) {
            let fault = |problem: String| SetError { line, problem };
            let armies = stored.armies.as_ref().map(|armies| [armies.red.as_str(), armies.blue.as_str()]);
            let place = (stored.scenario.as_str(), armies);
            let game = match games.get(&place) {
                Some(game) => Arc::clone(game),
                None => {
                    let game = Arc::new(prepared::<R>(library, &set.header, stored).map_err(fault)?);
                    games.insert(place, Arc::clone(&game));
                    game
                }
            };
            decisions.push(read(game, stored).map_err(fault)?);
        }
        Ok(decisions)
    }
}

/// The game of a decision.
fn prepared<R: Rulebook>(library: &Library, header: &SetHeader, stored: &StoredDecision) -> Result<R::Game, String> {
    let armies = stored.armies.iter().flat_map(|armies| [armies.red.clone(), armies.blue.clone()]).collect();
    let request = GameRequest { rules: Some(header.rules.clone()), scenario: Some(stored.scenario.clone()), armies };
    load_game::<R>(library, &request).map(|loaded| loaded.prepared.game).map_err(|error| error.to_string())
}

fn read<G: Show>(game: Arc<G>, stored: &StoredDecision) -> Result<Decision<G>, String> {
    let state = game.position_from_data(&stored.position).map_err(|error| format!("position: {error}"))?;
    if game.moment(&state) != Moment::Decide(stored.side) {
        return Err(format!("position: {} does not decide in it", stored.side));
    }
    let seen = game.seen_by(&state, stored.side);
    let mut candidates: Vec<(G::Action, Halves)> = Vec::new();
    for (number, candidate) in (1..).zip(&stored.candidates) {
        let action = game
            .action_from_data(&seen, &candidate.action)
            .map_err(|error| error.to_string())
            .and_then(|action| game.check(&state, &action).map(|()| action).map_err(|illegal| illegal.to_string()))
            .map_err(|problem| format!("candidate {number}: {problem}"))?;
        if candidates.iter().any(|(other, _)| *other == action) {
            return Err(format!("candidate {number}: it is listed twice"));
        }
        candidates.push((action, candidate.results));
    }
    Ok(Decision {
        game_number: stored.game,
        number: stored.number,
        scenario: stored.scenario.clone(),
        name: stored.name(),
        game,
        state,
        side: stored.side,
        candidates,
    })
}

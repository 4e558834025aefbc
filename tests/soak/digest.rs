//! A digest of some games as one number: any change of play, of a list of actions or of its order changes it.

use reglette::game::{Game, Moment, Show};

/// Digests positions and actions in their published form.
#[derive(Default)]
pub struct Digest {
    hasher: blake3::Hasher,
    steps: u64,
    time: Option<u32>,
}

impl Digest {
    /// Adds a position of a game: its listed actions, and the whole position where a turn begins or the game ends.
    pub fn see<G: Show>(&mut self, game: &G, state: &G::State, time: u32) {
        self.steps += 1;
        let moment = game.moment(state);
        if self.time != Some(time) || matches!(moment, Moment::Over(_)) {
            self.time = Some(time);
            self.take(&game.position_to_data(state).to_string());
        }
        match moment {
            Moment::Decide(side) => {
                let mut actions: Vec<<G as Game>::Action> = Vec::new();
                game.legal_actions(&game.seen_by(state, side), &mut actions);
                actions.iter().for_each(|action| self.take(&game.action_to_data(state, action).to_string()));
            }
            Moment::Roll(_) => {}
            Moment::Over(outcome) => {
                self.take(&format!("{:?} {:?} {:?}", outcome.winner, outcome.ending.name(), outcome.grade.name()))
            }
        }
    }

    fn take(&mut self, text: &str) {
        self.hasher.update(text.as_bytes());
        self.hasher.update(b"\n");
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "{:>5} steps {}", self.steps, &self.hasher.finalize().to_hex()[..16])
    }
}

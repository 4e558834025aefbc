//! The course of a game, followed during play: which side led when, and how many choices were meaningless.
//!
//! A side *leads* if it has taken more points than it has lost (units, where armies have no points); this is evaluated
//! at the end of every player-turn, which is detected in the first position of the next one. A choice is *meaningless*
//! if all listed actions lead to the same position; one decision in [`SAMPLE`] is examined, drawn from a stream of the
//! game's own that affects neither dice nor bots. Following allocates no memory and changes nothing.

use super::referee::{GameKey, Observer};
use crate::game::rng::{Key, Stream};
use crate::game::{BySide, Game, Outcome, Side, Tally};
use serde::{Deserialize, Serialize};

/// One decision in this many is examined for meaning.
pub const SAMPLE: u32 = 128;

/// Statistics of the course of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// The points of both armies at the start; 0 where there are none.
    pub points: BySide<u32>,
    /// How often the lead passed from one side to the other.
    pub lead_changes: u32,
    /// The player-turn from whose end the winner led until the end; `None` where the winner did not lead at the end, or
    /// the game was drawn.
    pub decided_at: Option<u32>,
    /// Decisions that were examined for meaning.
    pub sampled: u32,
    /// Those whose actions all led to the same position.
    pub meaningless: u32,
}

/// Follows one game after another.
pub struct Following<G: Game> {
    stream: Stream,
    course: Course,
    /// Player-turns begun.
    turn: u32,
    /// The leader, and the player-turn from whose end on it leads.
    lead: Option<Side>,
    since: u32,
    /// The last leader, level positions left out.
    last: Option<Side>,
    /// Reused buffer.
    actions: Vec<G::Action>,
}

impl<G: Game> Default for Following<G> {
    fn default() -> Self {
        let stream = Key::new(0).stream();
        Following { stream, course: Course::default(), turn: 0, lead: None, since: 0, last: None, actions: Vec::new() }
    }
}

impl<G: Game> Following<G> {
    /// Begins a new game of these entrants; `points` are those of their armies.
    pub fn begin(&mut self, key: GameKey<'_>, entrants: BySide<&str>, points: BySide<u32>) {
        let game = Key::new(key.seed).with_name(key.scenario).with(key.pair).with_name("meaning");
        let stream = game.with_name(entrants.red).with_name(entrants.blue).stream();
        let actions = std::mem::take(&mut self.actions);
        *self = Following { stream, actions, course: Course { points, ..Course::default() }, ..Following::default() };
    }

    /// Ends the game.
    pub fn end(&mut self, tally: &Tally, outcome: &Outcome) -> Course {
        self.turn_ended(tally);
        let winner_leads = outcome.winner.is_some() && outcome.winner == self.lead;
        Course { decided_at: winner_leads.then_some(self.since), ..self.course }
    }

    /// Handles the end of the player-turns that were begun before this tally.
    fn turn_ended(&mut self, tally: &Tally) {
        let Course { points, .. } = self.course;
        let lost = if points.red > 0 && points.blue > 0 { tally.points_lost } else { tally.units_lost };
        let lead = match lost.red.cmp(&lost.blue) {
            std::cmp::Ordering::Less => Some(Side::Red),
            std::cmp::Ordering::Greater => Some(Side::Blue),
            std::cmp::Ordering::Equal => None,
        };
        if lead != self.lead {
            (self.lead, self.since) = (lead, self.turn.max(1));
        }
        if lead.is_some() {
            self.course.lead_changes += u32::from(self.last.is_some() && self.last != lead);
            self.last = lead;
        }
        self.turn = tally.player_turns;
    }

    #[inline]
    fn look(&mut self, game: &G, after: &G::State) {
        if game.player_turn(after) != self.turn {
            self.turn_ended(&game.tally(after));
        }
    }

    /// Whether all listed actions lead to the same position.
    fn is_meaningless(&mut self, game: &G, before: &G::State) -> bool {
        game.legal_actions(before, &mut self.actions);
        let after = |action: &G::Action| {
            let mut state = *before;
            game.apply(&mut state, *action);
            state
        };
        let Some((first, others)) = self.actions.split_first() else { return false };
        let first = after(first);
        others.iter().all(|action| after(action) == first)
    }
}

impl<G: Game> Observer<G> for Following<G> {
    fn decided(&mut self, game: &G, before: &G::State, _side: Side, _action: &G::Action, after: &G::State) {
        if self.stream.below(SAMPLE) == 0 {
            self.course.sampled += 1;
            self.course.meaningless += u32::from(self.is_meaningless(game, before));
        }
        self.look(game, after);
    }

    fn rolled(&mut self, game: &G, _before: &G::State, _roll: &G::Roll, after: &G::State) {
        self.look(game, after);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tree::Tree;
    use crate::game::{Ending, Grade};

    const KEY: GameKey<'static> = GameKey { seed: 1, scenario: "tree", pair: 0 };

    /// The course of a game with these losses of red and blue at the end of each player-turn.
    fn course(points: u32, lost: &[(u32, u32)], winner: Option<Side>) -> Course {
        let mut following = Following::<Tree>::default();
        following.begin(KEY, BySide::new("a", "b"), BySide::new(points, points));
        let outcome = Outcome { winner, grade: Grade::None, ending: Ending::Victory };
        // Units are lost in the opposite order to points.
        let tally = |turns: u32, (red, blue): (u32, u32)| Tally {
            player_turns: turns,
            units_lost: BySide::new(blue, red),
            points_lost: BySide::new(red, blue),
            ..Tally::default()
        };
        following.turn_ended(&tally(1, (0, 0)));
        for (turn, lost) in (2..).zip(&lost[..lost.len() - 1]) {
            following.turn_ended(&tally(turn, *lost));
        }
        following.end(&tally(lost.len() as u32, lost[lost.len() - 1]), &outcome)
    }

    #[test]
    fn the_lead_changes_when_it_passes_to_the_other_side_whatever_was_level_in_between() {
        let changes = |lost: &[(u32, u32)]| course(10, lost, None).lead_changes;
        assert_eq!(changes(&[(0, 0), (0, 2), (3, 3), (3, 4), (3, 5)]), 0);
        assert_eq!(changes(&[(0, 2), (2, 2), (3, 2), (3, 4)]), 2);
    }

    #[test]
    fn a_game_is_decided_when_the_winner_leads_for_good() {
        let decided = |lost: &[(u32, u32)], winner| course(10, lost, winner).decided_at;
        let lost = [(0, 2), (2, 2), (3, 4), (3, 6), (4, 6)];
        assert_eq!(decided(&lost, Some(Side::Red)), Some(3));
        assert_eq!(decided(&lost, Some(Side::Blue)), None);
        assert_eq!(decided(&lost, None), None);
        assert_eq!(decided(&[(0, 1), (0, 1)], Some(Side::Red)), Some(1));
        // Without points the units are counted.
        assert_eq!(course(0, &lost, Some(Side::Blue)).decided_at, Some(3));
    }

    #[test]
    fn a_choice_whose_actions_lead_to_the_same_position_is_meaningless() {
        let meaningless = |text: &str| {
            let tree: Tree = text.parse().unwrap();
            Following::default().is_meaningless(&tree, &tree.initial())
        };
        assert!(!meaningless("R(1 1)"), "two leaves are two positions");
        assert!(meaningless("R(1 = =)"));
        assert!(!meaningless("R(1 = 1)"));
    }
}

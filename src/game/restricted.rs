//! A game in which some parts are forbidden to one side: actions of a forbidden part are not in its lists. Where
//! nothing else is in the list, the whole list stays.
//!
//! Positions, actions and rolls are those of the game itself, so that a bot searching the restricted game answers for
//! the real one without considering what is forbidden. Action scores are the game's: an action that opens a choice may
//! still be scored by a forbidden option.

use super::chance::Weighted;
use super::judge::{Evaluate, Named, Weights};
use super::parts::{Parts, RulePart};
use super::play::{ActionKind, Event, Game, IllegalAction, Moment, Stopping, Tally, draw_by_kind, idle_kinds};
use super::rng::Stream;
use super::side::Side;

/// A game with parts forbidden to one side.
#[derive(Clone)]
pub struct Restricted<G> {
    game: G,
    side: Side,
    forbidden: Parts,
}

impl<G: Game> Restricted<G> {
    /// The game with these parts forbidden to a side.
    pub fn new(game: G, side: Side, forbidden: Parts) -> Self {
        Restricted { game, side, forbidden }
    }

    fn is_free(&self, state: &G::State) -> bool {
        self.game.moment(state) != Moment::Decide(self.side)
    }

    /// Removes forbidden actions from a list, unless nothing would be left.
    fn restrict(&self, state: &G::State, actions: &mut Vec<G::Action>) {
        let is_forbidden = |action: &G::Action| self.forbidden.hold(&self.game, state, action);
        if !actions.iter().all(is_forbidden) {
            actions.retain(|action| !is_forbidden(action));
        }
    }
}

impl<G: Game> Game for Restricted<G> {
    type State = G::State;
    type Action = G::Action;
    type Roll = G::Roll;

    const KINDS: &'static [ActionKind] = G::KINDS;
    const PARTS: &'static [RulePart] = G::PARTS;
    const LISTS_ALL: bool = G::LISTS_ALL;

    fn initial(&self) -> G::State {
        self.game.initial()
    }

    fn moment(&self, state: &G::State) -> Moment {
        self.game.moment(state)
    }

    fn active_side(&self, state: &G::State) -> Side {
        self.game.active_side(state)
    }

    fn first_side(&self, state: &G::State) -> Option<Side> {
        self.game.first_side(state)
    }

    fn in_set_up(&self, state: &G::State) -> bool {
        self.game.in_set_up(state)
    }

    fn hides_set_up(&self, state: &G::State, side: Side) -> bool {
        self.game.hides_set_up(state, side)
    }

    fn legal_actions(&self, state: &G::State, actions: &mut Vec<G::Action>) {
        self.game.legal_actions(state, actions);
        if !self.is_free(state) {
            self.restrict(state, actions);
        }
    }

    fn stopping(&self, state: &G::State) -> Stopping<G::Action> {
        self.game.stopping(state)
    }

    fn ahead_now(&self, state: &G::State) -> Option<Side> {
        self.game.ahead_now(state)
    }

    fn kind(&self, action: &G::Action) -> usize {
        self.game.kind(action)
    }

    fn is_part(&self, state: &G::State, action: &G::Action, part: usize) -> bool {
        self.game.is_part(state, action, part)
    }

    /// Draws as the game does; a forbidden action is replaced by one drawn from the restricted list.
    fn random_action(&self, state: &G::State, stream: &mut Stream, scratch: &mut Vec<G::Action>) -> G::Action {
        let drawn = self.game.random_action(state, stream, scratch);
        if self.is_free(state) || !self.forbidden.hold(&self.game, state, &drawn) {
            return drawn;
        }
        self.legal_actions(state, scratch);
        draw_by_kind(const { idle_kinds(G::KINDS) }, scratch, |action| self.game.kind(action), stream)
    }

    fn check(&self, state: &G::State, action: &G::Action) -> Result<(), IllegalAction> {
        self.game.check(state, action)?;
        if self.is_free(state) || !self.forbidden.hold(&self.game, state, action) {
            return Ok(());
        }
        let mut actions = Vec::new();
        self.legal_actions(state, &mut actions);
        if actions.contains(action) { Ok(()) } else { Err(IllegalAction("this is forbidden to the side".to_owned())) }
    }

    fn apply(&self, state: &mut G::State, action: G::Action) {
        self.game.apply(state, action);
    }

    fn rolls(&self, state: &G::State, rolls: &mut Vec<Weighted<G::Roll>>) {
        self.game.rolls(state, rolls);
    }

    fn sample(&self, state: &G::State, stream: &mut Stream) -> G::Roll {
        self.game.sample(state, stream)
    }

    fn apply_roll(&self, state: &mut G::State, roll: G::Roll) {
        self.game.apply_roll(state, roll);
    }

    fn advance_forced(&self, state: &mut G::State) {
        self.game.advance_forced(state);
    }

    fn seen_by(&self, state: &G::State, side: Side) -> G::State {
        self.game.seen_by(state, side)
    }

    fn player_turn(&self, state: &G::State) -> u32 {
        self.game.player_turn(state)
    }

    fn tally(&self, state: &G::State) -> Tally {
        self.game.tally(state)
    }

    fn events() -> &'static [Event] {
        G::events()
    }

    fn apply_counting(&self, state: &mut G::State, action: G::Action, counts: &mut [u64]) {
        self.game.apply_counting(state, action, counts);
    }

    fn apply_roll_counting(&self, state: &mut G::State, roll: G::Roll, counts: &mut [u64]) {
        self.game.apply_roll_counting(state, roll, counts);
    }
}

/// The look-ahead of an action score may be a forbidden option, so no reply is returned.
impl<G: Evaluate> Evaluate for Restricted<G> {
    const FEATURES: &'static [Named] = G::FEATURES;
    const APPRAISALS: &'static [Named] = G::APPRAISALS;
    const STAKES: &'static [Named] = G::STAKES;

    fn is_quiet(&self, state: &G::State) -> bool {
        self.game.is_quiet(state)
    }

    fn features(&self, state: &G::State, side: Side, features: &mut [f64]) {
        self.game.features(state, side, features);
    }

    fn stakes(&self, state: &G::State, side: Side, stakes: &mut [f64]) {
        self.game.stakes(state, side, stakes);
    }

    fn score_action(&self, state: &G::State, action: &G::Action, weights: &Weights, appraisal: &mut [f32]) {
        self.game.score_action(state, action, weights, appraisal);
    }

    fn score_actions(&self, state: &G::State, actions: &[G::Action], weights: &Weights, values: &mut Vec<f32>) {
        self.game.score_actions(state, actions, weights, values);
    }

    fn evaluate(&self, state: &G::State, side: Side, weights: &Weights) -> f64 {
        self.game.evaluate(state, side, weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::BySide;
    use crate::game::rng::Key;
    use crate::game::toy::{Runner, Toy};

    fn toy() -> Toy {
        let runner = |dice| Runner { name: format!("{dice} dice"), dice, points: 1 };
        let team = || vec![runner(1), runner(2), runner(3)];
        Toy {
            teams: BySide::new(team(), team()),
            length: 12,
            rounds: 9,
            first: None,
            faces: [0, 1, 1, 2, 2, 3],
            needed: 2,
            trips_on: 3,
        }
    }

    /// Random races in which a part is forbidden to red: compares the lists of the free and the restricted game at each
    /// of red's decisions.
    #[test]
    fn lists_hold_what_is_allowed_and_everything_where_that_is_nothing() {
        let (mut shortened, mut held) = (0, 0);
        for (part, name) in Parts::of::<Toy>() {
            let forbidden = Parts::one(part);
            let game = Restricted::new(toy(), Side::Red, forbidden);
            let (mut stream, mut all, mut left) = (Key::new(part as u64).stream(), Vec::new(), Vec::new());
            for _ in 0..40 {
                let mut state = game.initial();
                loop {
                    match game.moment(&state) {
                        Moment::Over(_) => break,
                        Moment::Roll(_) => {
                            let roll = game.sample(&state, &mut stream);
                            game.apply_roll(&mut state, roll);
                        }
                        Moment::Decide(side) => {
                            game.game.legal_actions(&state, &mut all);
                            game.legal_actions(&state, &mut left);
                            let allowed: Vec<_> =
                                all.iter().filter(|action| !forbidden.hold(&game, &state, action)).copied().collect();
                            let expected = if side == Side::Blue || allowed.is_empty() { &all } else { &allowed };
                            assert_eq!(&left, expected, "{name}");
                            shortened += u32::from(left.len() < all.len());
                            held += u32::from(side == Side::Red && allowed.is_empty());
                            for action in &all {
                                assert_eq!(
                                    game.check(&state, action).is_ok(),
                                    left.contains(action),
                                    "{name}: {action:?}"
                                );
                            }
                            let drawn = game.random_action(&state, &mut stream, &mut all);
                            assert!(left.contains(&drawn), "{name}: {drawn:?}");
                            game.apply(&mut state, drawn);
                        }
                    }
                }
            }
        }
        assert!(
            shortened > 100 && held > 100,
            "{shortened} lists were shortened, {held} times nothing would have been left"
        );
    }
}

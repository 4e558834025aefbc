//! Films a game while it is played, for the page of a battle.

use super::explain::{evaluate, format_actions};
use crate::bots::BotConfig;
use crate::game::{BySide, Evaluate, Moment, Show, Side, Thrown};
use crate::report::replay::Film;
use crate::report::replay::film::{About, FilmStep, Frame, StepKind};
use crate::tournament::{Luck, Observer, ValueFunction, luck};

/// The maximum number of actions of a decision that are explained.
const MOST_EXPLAINED: usize = 6;

/// Observes a game and fills its film.
pub(super) struct Filming<'a, G: Evaluate + Show> {
    film: Film,
    /// The chance to win and the luck of rolls, where there is a value function.
    luck: Option<Luck<'a, G>>,
    /// The bots that explain their decisions.
    explained: BySide<Option<&'a BotConfig>>,
}

impl<'a, G: Evaluate + Show + 'static> Filming<'a, G> {
    /// A film that begins with a position.
    pub fn begin(
        game: &G,
        state: &G::State,
        value: Option<&'a ValueFunction>,
        explained: BySide<Option<&'a BotConfig>>,
    ) -> Filming<'a, G> {
        let luck = value.map(|value| Luck::new(value, luck::Space::default()));
        let mut filming = Filming { film: Film::default(), luck, explained };
        filming.film.first_chance = filming.luck.as_mut().map(|luck| luck.chance(game, state));
        filming.expose(game, state);
        filming
    }

    /// The number of steps so far.
    pub fn steps(&self) -> usize {
        self.film.steps.len()
    }

    /// Discards the steps after this number of them.
    pub fn rewind(&mut self, steps: usize) {
        self.film.rewind(steps);
    }

    /// The finished film.
    pub fn finish(mut self, about: About, record: String) -> Film {
        (self.film.about, self.film.record) = (about, record);
        self.film
    }

    /// Adds a frame, also as each side sees it where something is hidden.
    fn expose(&mut self, game: &G, state: &G::State) {
        let frame = self.film.frame(&game.picture(state));
        for side in Side::BOTH {
            let seen = game.seen_by(state, side);
            if seen != *state {
                let hidden = self.film.frame(&game.picture(&seen));
                let known = self.film.seen[side].len();
                let open: Vec<Frame> = self.film.frames[known..].to_vec();
                self.film.seen[side].extend(open);
                self.film.seen[side].push(hidden);
            }
        }
        self.film.frames.push(frame);
    }

    /// The parts of a step that decisions and rolls have in common.
    fn step(&mut self, game: &G, before: &G::State, after: &G::State, side: Side, text: String) -> FilmStep {
        let hides = |state: &G::State, eyes: Side| game.seen_by(state, eyes) != *state;
        FilmStep {
            kind: StepKind::Decision,
            side,
            turn: game.player_turn(before),
            text,
            consequences: game.describe_change(before, after),
            weighed: Vec::new(),
            gives_way: false,
            arrows: game.picture(before).arrows,
            chance: self.luck.as_mut().map(|luck| luck.chance(game, after)),
            luck: None,
            hidden_from: BySide::from_fn(|eyes| eyes != side && (hides(before, eyes) || hides(after, eyes))),
        }
    }
}

impl<G: Evaluate + Show + 'static> Observer<G> for Filming<'_, G> {
    fn decided(&mut self, game: &G, before: &G::State, side: Side, action: &G::Action, after: &G::State) {
        let mut step = self.step(game, before, after, side, game.describe_action(before, action));
        step.gives_way = G::RETREATS.contains(&G::KINDS[game.kind(action)].name);
        let evaluated = self.explained[side].and_then(|config| evaluate(game, before, side, config, MOST_EXPLAINED));
        if let Some(actions) = evaluated {
            step.weighed = format_actions(&actions).lines().map(|line| line.trim_end().to_owned()).collect();
        }
        self.film.steps.push(step);
        self.expose(game, after);
    }

    fn rolled(&mut self, game: &G, before: &G::State, roll: &G::Roll, after: &G::State) {
        let Moment::Roll(throw) = game.moment(before) else { unreachable!("dice are rolled where dice are owed") };
        let mut step = self.step(game, before, after, throw.side, game.describe_roll(before, roll));
        let Thrown { faces, steps } = game.thrown(before, roll);
        step.kind = StepKind::Roll { faces, steps };
        if let Some(luck) = &mut self.luck {
            let earlier = luck.luck()[throw.side];
            luck.rolled(game, before, roll, after);
            step.luck = Some(f64::from(luck.luck()[throw.side] - earlier) / luck::PARTS);
        }
        self.film.steps.push(step);
        self.expose(game, after);
    }
}

//! Play of the race: turns, runs, trips and the end.

use super::{Action, MOST_RUNNERS, OUT, Phase, Roll, State, Toy, events};
use crate::game::rng::Stream;
use crate::game::{
    ActionKind, BySide, Ending, Event, Game, Grade, IllegalAction, Moment, Outcome, RulePart, Side, Tally, Throw,
    Weighted,
};

/// The dice that move a runner.
const RUN: u8 = 1;
/// The die that trips one.
const TRIP: u8 = 2;

impl Toy {
    /// The runners of a side that are still on the track.
    pub(super) fn running(&self, state: &State, side: Side) -> impl Iterator<Item = u8> + use<> {
        let (places, length) = (state.places[side], self.length);
        (0..self.teams[side].len() as u8).filter(move |runner| places[usize::from(*runner)] < length)
    }

    /// The number of runners of a side at home.
    pub(super) fn home(&self, state: &State, side: Side) -> u8 {
        self.teams[side].iter().zip(state.places[side]).filter(|(_, place)| *place == self.length).count() as u8
    }

    /// The number of runners of a side that are out of the race.
    pub(super) fn out(&self, state: &State, side: Side) -> u8 {
        state.places[side].iter().filter(|place| **place == OUT).count() as u8
    }

    /// The steps of all runners of a side together.
    pub(super) fn progress(&self, state: &State, side: Side) -> u32 {
        self.teams[side]
            .iter()
            .zip(state.places[side])
            .filter(|(_, place)| *place != OUT)
            .map(|(_, place)| u32::from(place))
            .sum()
    }

    /// The number of dice to be rolled.
    fn dice(&self, state: &State) -> usize {
        match state.phase {
            Phase::Run { runner, .. } => usize::from(self.teams[state.active][usize::from(runner)].dice),
            _ => 1,
        }
    }

    /// The number of the 6^n results with each sum of steps; a stumble counts as 0.
    pub(super) fn weights(&self, dice: usize) -> [u64; 256] {
        let mut weights = [0; 256];
        weights[0] = 1;
        for die in 0..dice {
            let mut next = [0; 256];
            // A sum of 0 before the first die is not a stumble yet; after it, it is.
            let stumbled = if die == 0 { 0 } else { weights[0] };
            next[0] = 6 * stumbled;
            let first = if die == 0 { 0 } else { 1 };
            for sum in (first..weights.len()).filter(|sum| weights[*sum] > 0) {
                for face in self.faces {
                    next[if face == 0 { 0 } else { sum + usize::from(face) }] += weights[sum];
                }
            }
            weights = next;
        }
        weights
    }

    /// The active side chooses, or its only runner runs.
    fn begin_turn(&self, state: &mut State) {
        state.player_turn += 1;
        let mut running = self.running(state, state.active);
        let only = running.next().filter(|_| running.next().is_none());
        state.phase = match only {
            Some(runner) => self.started(state, runner),
            None => Phase::Choose,
        };
    }

    fn started(&self, state: &State, runner: u8) -> Phase {
        Phase::Run { runner, from: state.places[state.active][usize::from(runner)] }
    }

    /// Ends the race if it is decided, otherwise the player-turn.
    fn end_turn(&self, state: &mut State) {
        let outcome = match self.decided(state) {
            Some(outcome) => outcome,
            None if state.player_turn >= self.rounds * 2 => self.at_the_limit(state),
            None => {
                state.active = state.active.other();
                return self.begin_turn(state);
            }
        };
        state.phase = Phase::Over { outcome };
    }

    fn decided(&self, state: &State) -> Option<Outcome> {
        let won = |winner: Side, ending| {
            let grade = if self.home(state, winner.other()) == 0 { Grade::Decisive } else { Grade::Medium };
            Some(Outcome { winner: Some(winner), grade, ending })
        };
        Side::BOTH.into_iter().find_map(|side| {
            if self.home(state, side) >= self.needed {
                won(side, Ending::Objective)
            } else if self.teams[side].len() as u8 - self.out(state, side) < self.needed {
                won(side.other(), Ending::Victory)
            } else {
                None
            }
        })
    }

    fn at_the_limit(&self, state: &State) -> Outcome {
        let [red, blue] = Side::BOTH.map(|side| self.progress(state, side));
        let winner = match red.cmp(&blue) {
            std::cmp::Ordering::Greater => Some(Side::Red),
            std::cmp::Ordering::Less => Some(Side::Blue),
            std::cmp::Ordering::Equal => None,
        };
        let grade = if winner.is_some() { Grade::Marginal } else { Grade::None };
        Outcome { winner, grade, ending: Ending::TurnLimit }
    }

    /// The opposing runners beside a runner of the active side: on the track, and at most one square away.
    pub(super) fn beside(&self, state: &State, runner: u8) -> impl Iterator<Item = u8> + use<> {
        let (place, other) = (state.places[state.active][usize::from(runner)], state.active.other());
        let places = state.places[other];
        self.running(state, other)
            .filter(move |r| places[usize::from(*r)] > 0 && places[usize::from(*r)].abs_diff(place) <= 1)
    }

    /// The runner stops: an opposing runner beside it may trip it.
    fn stop(&self, state: &mut State, runner: u8) {
        match self.beside(state, runner).next() {
            Some(tripper) => state.phase = Phase::React { runner, tripper },
            None => self.end_turn(state),
        }
    }
}

impl Game for Toy {
    type State = State;
    type Action = Action;
    type Roll = Roll;

    const KINDS: &'static [ActionKind] = &[
        ActionKind { name: "run", idle: false },
        ActionKind { name: "push", idle: false },
        ActionKind { name: "stop", idle: true },
        ActionKind { name: "trip", idle: false },
        ActionKind { name: "let", idle: true },
    ];
    const PARTS: &'static [RulePart] = &[RulePart { name: "risk", meaning: "pushing on and tripping" }];

    fn initial(&self) -> State {
        let active = self.first.unwrap_or(Side::Red);
        let places = BySide::new([0; MOST_RUNNERS], [0; MOST_RUNNERS]);
        let mut state = State { places, player_turn: 0, trips: 0, first: self.first, active, phase: Phase::Draw };
        if self.first.is_some() {
            self.begin_turn(&mut state);
        }
        state
    }

    fn moment(&self, state: &State) -> Moment {
        let throw = |side, purpose| Moment::Roll(Throw { side, player_turn: state.player_turn, purpose });
        match state.phase {
            Phase::Choose | Phase::Push { .. } => Moment::Decide(state.active),
            Phase::React { .. } => Moment::Decide(state.active.other()),
            Phase::Draw => throw(state.active, Throw::SET_UP),
            Phase::Run { .. } => throw(state.active, RUN),
            Phase::Trip { .. } => throw(state.active.other(), TRIP),
            Phase::Over { outcome } => Moment::Over(outcome),
        }
    }

    fn active_side(&self, state: &State) -> Side {
        state.active
    }

    fn first_side(&self, state: &State) -> Option<Side> {
        state.first
    }

    fn in_set_up(&self, state: &State) -> bool {
        state.phase == Phase::Draw
    }

    fn legal_actions(&self, state: &State, actions: &mut Vec<Action>) {
        actions.clear();
        match state.phase {
            Phase::Choose => actions.extend(self.running(state, state.active).map(|runner| Action::Run { runner })),
            Phase::Push { .. } => actions.extend([Action::Push, Action::Stop]),
            Phase::React { .. } => actions.extend([Action::Trip, Action::Let]),
            _ => unreachable!("actions are asked for only where a side decides"),
        }
    }

    fn kind(&self, action: &Action) -> usize {
        match action {
            Action::Run { .. } => 0,
            Action::Push => 1,
            Action::Stop => 2,
            Action::Trip => 3,
            Action::Let => 4,
        }
    }

    fn is_part(&self, _state: &State, action: &Action, _part: usize) -> bool {
        matches!(action, Action::Push | Action::Trip)
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), IllegalAction> {
        let illegal = |reason: String| Err(IllegalAction(reason));
        match (state.phase, action) {
            (Phase::Choose, Action::Run { runner }) if self.running(state, state.active).any(|r| r == *runner) => {
                Ok(())
            }
            (Phase::Choose, Action::Run { runner }) => illegal(format!("runner {runner} is not on the track")),
            (Phase::Push { .. }, Action::Push | Action::Stop) | (Phase::React { .. }, Action::Trip | Action::Let) => {
                Ok(())
            }
            (phase, action) => illegal(format!("{} is not asked for ({phase:?})", Self::KINDS[self.kind(action)].name)),
        }
    }

    fn apply(&self, state: &mut State, action: Action) {
        match (state.phase, action) {
            (Phase::Choose, Action::Run { runner }) => state.phase = self.started(state, runner),
            (Phase::Push { runner, from }, Action::Push) => state.phase = Phase::Run { runner, from },
            (Phase::Push { runner, .. }, Action::Stop) => self.stop(state, runner),
            (Phase::React { runner, tripper }, Action::Trip) => state.phase = Phase::Trip { runner, tripper },
            (Phase::React { .. }, Action::Let) => self.end_turn(state),
            (phase, action) => unreachable!("{action:?} was not checked in {phase:?}"),
        }
    }

    fn rolls(&self, state: &State, rolls: &mut Vec<Weighted<Roll>>) {
        rolls.clear();
        if state.phase == Phase::Draw {
            return rolls.extend([0, 1].map(|seat| Weighted { roll: Roll { steps: seat }, weight: 3 }));
        }
        let weights = self.weights(self.dice(state));
        rolls.extend(
            (0..=u8::MAX)
                .zip(weights)
                .filter(|(_, weight)| *weight > 0)
                .map(|(sum, weight)| Weighted { roll: Roll { steps: sum }, weight }),
        );
    }

    fn sample(&self, state: &State, stream: &mut Stream) -> Roll {
        if state.phase == Phase::Draw {
            return Roll { steps: stream.below(2) as u8 };
        }
        let (mut sum, mut stumbled) = (0, false);
        stream.faces(self.dice(state) as u32, |face| {
            let steps = self.faces[face as usize];
            stumbled |= steps == 0;
            sum += steps;
        });
        Roll { steps: if stumbled { 0 } else { sum } }
    }

    fn apply_roll(&self, state: &mut State, Roll { steps }: Roll) {
        match state.phase {
            Phase::Draw => {
                state.active = Side::from_index(usize::from(steps));
                state.first = Some(state.active);
                self.begin_turn(state);
            }
            Phase::Run { runner, from } => {
                let place = &mut state.places[state.active][usize::from(runner)];
                *place = if steps == 0 { from } else { (*place + steps).min(self.length) };
                if steps == 0 || *place == self.length {
                    self.end_turn(state)
                } else {
                    state.phase = Phase::Push { runner, from }
                }
            }
            Phase::Trip { runner, tripper } => {
                state.trips += 1;
                if steps >= self.trips_on {
                    state.places[state.active][usize::from(runner)] = OUT;
                } else if steps == 0 {
                    state.places[state.active.other()][usize::from(tripper)] = OUT;
                }
                self.end_turn(state);
            }
            phase => unreachable!("no dice are owed in {phase:?}"),
        }
    }

    fn events() -> &'static [Event] {
        events::events()
    }

    fn apply_counting(&self, state: &mut State, action: Action, counts: &mut [u64]) {
        if action == Action::Push {
            events::count_push(counts);
        }
        self.apply(state, action);
    }

    fn apply_roll_counting(&self, state: &mut State, roll: Roll, counts: &mut [u64]) {
        events::count_roll(state, roll.steps, counts);
        self.apply_roll(state, roll);
    }

    fn player_turn(&self, state: &State) -> u32 {
        u32::from(state.player_turn)
    }

    fn tally(&self, state: &State) -> Tally {
        let lost = |side: Side| {
            self.teams[side].iter().zip(state.places[side]).filter(|(_, place)| *place == OUT).map(|(runner, _)| runner)
        };
        Tally {
            rounds: u32::from(state.player_turn.div_ceil(2)),
            player_turns: self.player_turn(state),
            combats: u32::from(state.trips),
            units_lost: BySide::from_fn(|side| lost(side).count() as u32),
            points_lost: BySide::from_fn(|side| lost(side).map(|runner| runner.points).sum()),
        }
    }
}

#[cfg(test)]
mod tests;

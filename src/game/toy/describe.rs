//! The race as data and as text.

use super::{Action, OUT, Phase, Roll, State, Toy};
use crate::game::{CombatOdds, Game, Moment, Outcome, Question, Show, ShowError, Side};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt::Write;

fn to_value(data: impl Serialize) -> Value {
    serde_json::to_value(data).expect("numbers and names can be written as JSON")
}

fn from_value<T: for<'de> Deserialize<'de>>(data: &Value) -> Result<T, ShowError> {
    T::deserialize(data).map_err(|error| ShowError(error.to_string()))
}

impl Toy {
    fn name(&self, side: Side, runner: u8) -> String {
        format!("{side}'s {}", self.teams[side][usize::from(runner)].name)
    }

    fn argument<T: for<'de> Deserialize<'de>>(arguments: &[Value], index: usize) -> Result<T, ShowError> {
        from_value(arguments.get(index).unwrap_or(&Value::Null))
    }

    /// Checks that a position read from data belongs to this race: every runner exists in it, none is beyond home.
    pub(super) fn check_position(&self, state: &State) -> Result<(), ShowError> {
        let State { places, active, phase, .. } = *state;
        let known = |side: Side, runner: u8| {
            let known = usize::from(runner) < self.teams[side].len();
            if known { Ok(()) } else { Err(ShowError(format!("{side} has no runner {runner}"))) }
        };
        if let Phase::Run { runner, .. }
        | Phase::Push { runner, .. }
        | Phase::React { runner, .. }
        | Phase::Trip { runner, .. } = phase
        {
            known(active, runner)?;
        }
        if let Phase::React { tripper, .. } | Phase::Trip { tripper, .. } = phase {
            known(active.other(), tripper)?;
        }
        for place in Side::BOTH.into_iter().flat_map(|side| places[side]) {
            if place > self.length && place != OUT {
                return Err(ShowError(format!("place {place} lies beyond home, which is {}", self.length)));
            }
        }
        Ok(())
    }
}

/// The race has no combats.
impl CombatOdds for Toy {}

impl Show for Toy {
    const QUESTIONS: &'static [Question] = &[Question {
        name: "distance",
        arguments: &["side", "runner, from 0"],
        answer: "squares from the runner to home; null if he is out",
    }];

    const WAITS: &'static [&'static str] = &["draw", "choose", "run", "push", "react", "trip"];

    fn unit_names(&self, side: Side) -> Vec<String> {
        self.teams[side].iter().map(|runner| runner.name.clone()).collect()
    }

    fn waits_for(&self, state: &State) -> Option<&'static str> {
        let place = match state.phase {
            Phase::Draw => 0,
            Phase::Choose => 1,
            Phase::Run { .. } => 2,
            Phase::Push { .. } => 3,
            Phase::React { .. } => 4,
            Phase::Trip { .. } => 5,
            Phase::Over { .. } => return None,
        };
        Some(Self::WAITS[place])
    }

    fn position_to_data(&self, state: &State) -> Value {
        to_value(state)
    }

    fn position_from_data(&self, data: &Value) -> Result<State, ShowError> {
        let state: State = from_value(data)?;
        self.check_position(&state)?;
        Ok(state)
    }

    fn action_to_data(&self, _state: &State, action: &Action) -> Value {
        to_value(action)
    }

    fn action_from_data(&self, _state: &State, data: &Value) -> Result<Action, ShowError> {
        from_value(data)
    }

    fn roll_to_data(&self, _state: &State, roll: &Roll) -> Value {
        to_value(roll)
    }

    fn roll_from_data(&self, _state: &State, data: &Value) -> Result<Roll, ShowError> {
        from_value(data)
    }

    fn describe_action(&self, state: &State, action: &Action) -> String {
        match (state.phase, action) {
            (_, Action::Run { runner }) => format!("{} runs", self.name(state.active, *runner)),
            (_, Action::Push) => "pushes on".to_string(),
            (_, Action::Stop) => "stops".to_string(),
            (Phase::React { runner, tripper }, Action::Trip) => {
                format!("{} trips {}", self.name(state.active.other(), tripper), self.name(state.active, runner))
            }
            (_, Action::Trip) => "trips".to_string(),
            (_, Action::Let) => "lets him be".to_string(),
        }
    }

    fn describe_roll(&self, state: &State, Roll { steps }: &Roll) -> String {
        match (state.phase, steps) {
            (Phase::Draw, seat) => format!("the draw falls on {}", Side::from_index(usize::from(*seat))),
            (_, 0) => "the dice stumble".to_string(),
            (_, 1) => "the dice show 1 step".to_string(),
            (_, steps) => format!("the dice show {steps} steps"),
        }
    }

    fn describe_change(&self, before: &State, after: &State) -> Vec<String> {
        let mut lines = Vec::new();
        for side in Side::BOTH {
            for (runner, (was, is)) in (0..).zip(before.places[side].into_iter().zip(after.places[side])) {
                let name = || self.name(side, runner);
                match is {
                    _ if was == is => {}
                    OUT => lines.push(format!("{} is out of the race", name())),
                    place if place == self.length => lines.push(format!("{} is home", name())),
                    place => lines.push(format!("{} goes from square {was} to square {place}", name())),
                }
            }
        }
        match self.moment(after) {
            Moment::Over(Outcome { winner: Some(winner), .. }) => lines.push(format!("{winner} wins the race")),
            Moment::Over(_) => lines.push("the race is a draw".to_string()),
            _ if before.player_turn != after.player_turn => {
                lines.push(format!("turn {}: {}", after.player_turn, after.active))
            }
            _ => {}
        }
        lines
    }

    fn draw(&self, state: &State) -> String {
        let mut track = String::new();
        for side in Side::BOTH {
            for (runner, place) in self.teams[side].iter().zip(state.places[side]) {
                let squares: String = (0..=self.length)
                    .map(|square| if square == place { side.to_string().remove(0) } else { '.' })
                    .collect();
                let out = if place == OUT { "  out" } else { "" };
                writeln!(track, "{squares}  {}{out}", runner.name).expect("writing to a string does not fail");
            }
        }
        track
    }

    fn ask(&self, state: &State, question: &str, arguments: &[Value]) -> Result<Value, ShowError> {
        match question {
            "distance" => {
                let (side, runner): (Side, usize) = (Toy::argument(arguments, 0)?, Toy::argument(arguments, 1)?);
                match state.places[side].get(runner).filter(|_| runner < self.teams[side].len()) {
                    None => Err(ShowError(format!("{side} has no runner {runner}"))),
                    Some(&OUT) => Ok(Value::Null),
                    Some(place) => Ok(json!(self.length - place)),
                }
            }
            other => Err(ShowError(format!("unknown question \"{other}\"; known: distance"))),
        }
    }
}

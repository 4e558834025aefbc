//! Moves that a user types in words and lengths (`typed/words.rs`): measured here, checked like any other, and
//! previewed before confirmation.
//!
//! It has no rules of its own: costs and ends of segments come from chapter 7, contacts from chapter 11.

mod place;
mod words;

use self::words::{TypedPart, is_move, parts};
use super::{length_words, place_words};
use crate::en_avant::rules::Rules;
use crate::en_avant::state::action::{Action, MOST_SEGMENTS, Path, Segment};
use crate::en_avant::state::arrival::Arrival;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{Placing, State, Step, Unit, UnitId, side_of};
use crate::en_avant::table::geometry::{Edge, Heading, Point, TENTH};
use crate::en_avant::turn::movement::{Field, Neighbours};
use crate::game::{ShowError, Typed};

/// The input that is accepted, for a user who must choose a move.
const HELP: &str = "a move in words: advance 6 · wheel left 12 · slide 3 right 2 · shift 1.5 left · back 2 · turn \
    about · cross · align R4 · charge B2 flank · several joined by commas";

/// "(-12, 30.5) facing 15°".
fn pose_words(front: Point, heading: Heading) -> String {
    let degrees = f64::from(heading.steps()) / 4.0;
    format!("{} facing {degrees}°", place_words(front))
}

impl State {
    /// What can be typed at a decision besides the number of an action.
    pub(super) fn typing_help(&self) -> Option<String> {
        match self.step {
            Step::Place(_, Placing::Move) => Some(HELP.to_owned()),
            _ => place::asks_for_place(self).then(|| place::HELP.to_owned()),
        }
    }
}

impl Rules {
    /// A step forward and to the right with the facing kept, in the way that this unit makes it (E7.8, E7.9, E7.18).
    fn shift(&self, pose: &Unit, ahead: i16, aside: i16) -> Result<Segment, ShowError> {
        match (ahead, aside) {
            _ if self.is_free_base(pose) => Ok(Segment::Shift(ahead, aside)),
            (0, _) => Ok(Segment::Lateral(aside)),
            (1.., 0) => Ok(Segment::Advance(ahead as u16)),
            (1.., _) => Ok(Segment::Slide(ahead as u16, aside)),
            (_, 0) => Ok(Segment::Back(-ahead as u16)),
            _ => Err(ShowError("only a single base moves as it likes (E7.8)".to_owned())),
        }
    }
}

impl Units<'_> {
    /// The position after a unit has completed its move.
    fn arrived(self, state: &State, unit: UnitId, path: &Path, arrival: &Arrival) -> State {
        let mut after = *state;
        self.arrive(&mut after, unit, path, arrival);
        after
    }
}

impl Engagement {
    /// The move or the place that a user types, with a preview; none if the decision accepts neither, or if the line is
    /// not one.
    pub(super) fn typed_move(&self, state: &State, line: &str) -> Option<Result<Typed<Action>, ShowError>> {
        match state.step {
            Step::Place(unit, Placing::Move) if is_move(line) => Some(self.typed_path(state, unit, line)),
            _ if place::asks_for_place(state) && place::is_place(line) => Some(self.typed_place(state, line)),
            Step::Act(_) | Step::Impulse if is_move(line) => Some(Err(ShowError(
                "choose first which unit moves, and that it moves; its way is typed then".to_owned(),
            ))),
            _ => None,
        }
    }

    fn typed_path(&self, state: &State, unit: UnitId, line: &str) -> Result<Typed<Action>, ShowError> {
        let parts = parts(line)?;
        if parts == [TypedPart::Halt] {
            return Ok(Typed { action: Action::Halt, foreseen: Vec::new() });
        }
        let path = self.measured(state, unit, &parts)?;
        let arrival = self.march(state, unit, &path).map_err(|fault| ShowError(format!("not legal: {}", fault.0)))?;
        Ok(Typed { action: Action::MoveAlong(path), foreseen: self.foreseen(state, unit, &path, &arrival) })
    }

    /// The path that the parts of a move describe.
    fn measured(&self, state: &State, unit: UnitId, parts: &[TypedPart]) -> Result<Path, ShowError> {
        let mut pose = Field::around(self, state, unit, &mut Neighbours::new()).start;
        let depth = self.troops.profile(state, unit).depth;
        let mut path = Path::HALT;
        let mut count = 0;
        let mut add = |path: &mut Path, pose: &mut Unit, segment: Segment| {
            if count == MOST_SEGMENTS {
                return Err(ShowError(format!("a move has at most {MOST_SEGMENTS} segments (EI-11)")));
            }
            path.segments[count] = segment;
            count += 1;
            *pose = self.measures.pose_after(pose, segment, depth);
            Ok(())
        };
        if parts.iter().rev().skip(1).any(|part| matches!(part, TypedPart::Charge(..))) {
            return Err(ShowError("an attack is the end of a move (E11.4)".to_owned()));
        }
        for part in parts {
            match part {
                TypedPart::Segment(segment) => add(&mut path, &mut pose, *segment)?,
                TypedPart::Shift(ahead, aside) => {
                    let segment = self.rules.shift(&pose, *ahead, *aside)?;
                    add(&mut path, &mut pose, segment)?;
                }
                TypedPart::Align(name) => {
                    let friend = self.standing_unit(state, name)?;
                    let line = self.units().line_up(state, unit, &pose, friend);
                    if let Some(segment) = line.turn {
                        add(&mut path, &mut pose, segment)?;
                    }
                    let ahead = (line.ahead / TENTH).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
                    if ahead != 0 {
                        let segment = self.rules.shift(&pose, ahead, 0)?;
                        add(&mut path, &mut pose, segment)?;
                    }
                }
                TypedPart::Charge(name, edges) => {
                    let enemy = self.standing_unit(state, name)?;
                    if parts.len() == 1 {
                        return self.found_charge(state, unit, enemy, edges);
                    }
                    // Straight on into contact, unless the typed way already ends there: across an obstacle it does
                    // (EI-18).
                    let there = self.march(state, unit, &Path { target: enemy, ..path }).is_ok();
                    if !there && let Some(length) = self.places().distance_to(state, &pose, enemy) {
                        add(&mut path, &mut pose, Segment::Advance(length))?;
                    }
                    path.target = enemy;
                    self.check_edge(state, unit, &path, edges)?;
                }
                TypedPart::Halt => return Err(ShowError("to halt is a whole move".to_owned())),
            }
        }
        if path == Path::HALT { Err(ShowError("the unit is there already".to_owned())) } else { Ok(path) }
    }

    /// The attack on an enemy, at one of these edges, among those that are proposed.
    fn found_charge(&self, state: &State, unit: UnitId, enemy: UnitId, edges: &[Edge]) -> Result<Path, ShowError> {
        self.units().may_attack(state, unit, enemy).map_err(|fault| ShowError(format!("not legal: {}", fault.0)))?;
        let charges = self.charges(state, unit, enemy);
        let found = charges.iter().find(|path| self.check_edge(state, unit, path, edges).is_ok());
        found.copied().ok_or_else(|| {
            let words = self.unit_words(enemy);
            ShowError(match charges.first() {
                None => format!(
                    "no way into contact with {words} was found (E11.1); a way typed before \"charge\" is checked as \
                        it is"
                ),
                Some(_) => format!(
                    "no way to that edge of {words} was found (EI-56); a way typed before \"charge\" is checked as it \
                        is"
                ),
            })
        })
    }

    /// Whether an attack strikes one of the named edges.
    fn check_edge(&self, state: &State, unit: UnitId, path: &Path, edges: &[Edge]) -> Result<(), ShowError> {
        let arrival = self.march(state, unit, path).map_err(|fault| ShowError(format!("not legal: {}", fault.0)))?;
        let after = self.units().arrived(state, unit, path, &arrival);
        let contact = self.units().contacts(&after, unit).find(|contact| contact.enemy == path.target);
        match contact {
            Some(contact) if !edges.is_empty() && !edges.contains(&contact.other) => Err(ShowError(format!(
                "this way strikes the {} of {}",
                edge_words(contact.other),
                self.unit_words(path.target)
            ))),
            _ => Ok(()),
        }
    }

    /// The preview of a move: its end, its cost in allowance, the units then in contact, the zones entered.
    fn foreseen(&self, state: &State, unit: UnitId, path: &Path, arrival: &Arrival) -> Vec<String> {
        let after = self.units().arrived(state, unit, path, arrival);
        let it = after.unit(unit);
        let cost = path.iter().map(|segment| self.units().cost(state.unit(unit), segment)).sum();
        let mut lines = vec![
            format!(
                "It takes {} cm; the allowance on open ground is {} cm.",
                length_words(cost),
                length_words(self.units().pace(state, unit))
            ),
            format!("It ends at {}.", pose_words(it.front, it.heading)),
        ];
        for contact in self.units().contacts(&after, unit) {
            let (own, other) = (edge_words(contact.own), edge_words(contact.other));
            lines.push(format!("Its {own} touches the {other} of {}.", self.unit_words(contact.enemy)));
        }
        lines.extend(self.touched_friends(&after, unit));
        if let Some(enemy) = self.units().in_zone(&after, side_of(unit), &self.places().footprint(&after, unit)) {
            lines.push(format!("It stands in the zone of control of {}.", self.unit_words(enemy)));
        }
        if arrival.target.is_some_and(|turned| turned.heading != state.unit(path.target).heading) {
            lines.push(format!("{} turns to face it.", self.unit_words(path.target)));
        }
        if arrival.meets_general {
            lines.push(format!(
                "It meets the general of {} on its way (EI-29).",
                self.side_words(side_of(unit).other())
            ));
        }
        lines
    }

    /// The friends in contact with a unit, one line each.
    fn touched_friends<'a>(&'a self, state: &'a State, unit: UnitId) -> impl Iterator<Item = String> + 'a {
        let friends = self
            .troops
            .on_table(state, side_of(unit))
            .filter(move |friend| *friend != unit && self.places().touch(state, unit, *friend));
        friends.map(|friend| format!("It touches {}.", self.unit_words(friend)))
    }
}

fn edge_words(edge: Edge) -> &'static str {
    match edge {
        Edge::Front => "front",
        Edge::Right => "right flank",
        Edge::Rear => "rear",
        Edge::Left => "left flank",
    }
}

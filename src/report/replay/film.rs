//! A battle as a film: what is on the sheet after each step, and what happened in it. Rulebooks draw positions by
//! [`crate::game::picture`]; a film stores each distinct drawing of a piece once, and of each step what changed.

use crate::game::picture::{Arrow, Condition, Key, Picture, PieceKind, Shape, Spot, Strike};
use crate::game::{BySide, DiceStep, Faces, Side};
use crate::report::svg::element;
use std::collections::HashMap;

/// The name of the piece that is the ground.
const GROUND: &str = "";

/// The game that a film shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The rulebook.
    pub rulebook: String,
    /// The rules file.
    pub rules: String,
    /// The scenario.
    pub scenario: String,
    /// The players, by name of bot and army.
    pub players: BySide<String>,
    /// The master seed.
    pub seed: u64,
    /// The number of the pair.
    pub pair: u64,
    /// The number of the game in its run, if it is one of a run.
    pub game: Option<u64>,
    /// How it ended, as text.
    pub ending: String,
    /// The winner.
    pub winner: Option<Side>,
    /// The source of the chance to win, if there is one.
    pub value: Option<String>,
}

/// The kind of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// A decision.
    Decision,
    /// A roll: its dice by effect, and the steps by which their number was reached.
    Roll {
        /// The dice.
        faces: Vec<Faces>,
        /// The steps.
        steps: Vec<DiceStep>,
    },
}

/// A step of a film: a decision or a roll, with its consequences.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmStep {
    /// Its kind.
    pub kind: StepKind,
    /// The side that decided or rolled.
    pub side: Side,
    /// The player-turn in which it happened, from 1; 0 before the first.
    pub turn: u32,
    /// The decision or the dice, as text.
    pub text: String,
    /// The consequences, a sentence each.
    pub consequences: Vec<String>,
    /// The bot's evaluation of the actions, a line each, where requested.
    pub weighed: Vec<String>,
    /// Whether a unit gives way by this decision: retreats, recoils, flees.
    pub gives_way: bool,
    /// The attacks that were being resolved when it happened.
    pub arrows: Vec<Arrow>,
    /// The chance of red to win after it, from 0 to 1, where a value function gives it.
    pub chance: Option<f64>,
    /// The luck of the side that rolled with these dice, in chances to win.
    pub luck: Option<f64>,
    /// The sides from which it is hidden.
    pub hidden_from: BySide<bool>,
}

/// A place on the sheet of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The piece.
    pub piece: usize,
    /// Its drawing; `None` if it is not on the sheet.
    pub drawing: Option<usize>,
    /// Its middle.
    pub at: Spot,
    /// Whether it is in order.
    pub condition: Condition,
}

/// A piece of the film.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// Its name; empty for the ground.
    pub name: String,
    /// Its kind; `None` for the ground.
    pub kind: Option<PieceKind>,
    /// The side that owns it.
    pub side: Option<Side>,
}

/// A distinct drawing of a piece around its middle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Drawing {
    /// SVG elements.
    pub svg: String,
    /// The title of the piece.
    pub title: String,
}

/// The sheet at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The pieces on it.
    pub placed: Vec<Placed>,
    /// The place of its caption in [`Film::captions`].
    pub caption: usize,
}

/// A battle as a film.
#[derive(Clone, Debug, Default)]
pub struct Film {
    /// The game that it shows.
    pub about: About,
    /// The width of the sheet.
    pub width: i32,
    /// The height of the sheet.
    pub height: i32,
    /// The legend.
    pub keys: Vec<Key>,
    /// The pieces that are ever on the sheet.
    pub actors: Vec<Actor>,
    /// Their distinct drawings.
    pub drawings: Vec<Drawing>,
    /// Distinct captions.
    pub captions: Vec<Vec<String>>,
    /// The steps.
    pub steps: Vec<FilmStep>,
    /// The sheet before the first step and after each.
    pub frames: Vec<Frame>,
    /// The sheet as each side sees it, up to the last moment at which something is hidden from it.
    pub seen: BySide<Vec<Frame>>,
    /// The chance of red before the first step.
    pub first_chance: Option<f64>,
    /// The record of the game.
    pub record: String,
    known_actors: HashMap<String, usize>,
    known_drawings: HashMap<Drawing, usize>,
    known_captions: HashMap<Vec<String>, usize>,
}

impl Film {
    /// The frame of a picture: its pieces and drawings are stored if they are new.
    pub fn frame(&mut self, picture: &Picture) -> Frame {
        (self.width, self.height) = (self.width.max(picture.width), self.height.max(picture.height));
        for key in &picture.keys {
            if !self.keys.iter().any(|known| known.meaning == key.meaning) {
                self.keys.push(key.clone());
            }
        }
        let ground = Actor { name: GROUND.to_owned(), kind: None, side: None };
        let of_ground: Vec<&Shape> = picture.shapes.iter().filter(|shape| shape.piece.is_none()).collect();
        let drawing = Drawing { svg: drawn(&of_ground, (0, 0)), title: String::new() };
        let mut placed = vec![self.placed(ground, drawing, (0, 0), Condition::Steady)];
        let mut shapes: Vec<Vec<&Shape>> = vec![Vec::new(); picture.pieces.len()];
        for shape in &picture.shapes {
            if let Some(piece) = shape.piece {
                shapes[piece].push(shape);
            }
        }
        for (piece, shapes) in picture.pieces.iter().zip(&shapes) {
            let actor = Actor { name: piece.name.clone(), kind: Some(piece.kind), side: piece.side };
            let drawing = Drawing { svg: drawn(shapes, piece.at), title: piece.title.clone() };
            placed.push(self.placed(actor, drawing, piece.at, piece.condition));
        }
        let caption = match self.known_captions.get(&picture.caption) {
            Some(known) => *known,
            None => {
                self.captions.push(picture.caption.clone());
                self.known_captions.insert(picture.caption.clone(), self.captions.len() - 1);
                self.captions.len() - 1
            }
        };
        Frame { placed, caption }
    }

    fn placed(&mut self, actor: Actor, drawing: Drawing, at: Spot, condition: Condition) -> Placed {
        let piece = match self.known_actors.get(&actor.name) {
            Some(known) => *known,
            None => {
                self.known_actors.insert(actor.name.clone(), self.actors.len());
                self.actors.push(actor);
                self.actors.len() - 1
            }
        };
        let drawing = match self.known_drawings.get(&drawing) {
            Some(known) => *known,
            None => {
                self.known_drawings.insert(drawing.clone(), self.drawings.len());
                self.drawings.push(drawing);
                self.drawings.len() - 1
            }
        };
        Placed { piece, drawing: Some(drawing), at, condition }
    }

    /// Discards all steps after this number of them.
    pub fn rewind(&mut self, steps: usize) {
        self.steps.truncate(steps);
        self.frames.truncate(steps + 1);
        Side::BOTH.into_iter().for_each(|side| self.seen[side].truncate(steps + 1));
    }

    /// The order in which pieces lie on each other: the ground, markers, units, officers.
    pub fn layers(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.actors.len()).collect();
        order.sort_by_key(|piece| (self.actors[*piece].kind, *piece));
        order
    }

    /// What differs between two frames: the pieces that have changed or moved, and those that have left.
    pub fn changes(before: Option<&Frame>, after: &Frame) -> Vec<Placed> {
        let old: HashMap<usize, &Placed> =
            before.iter().flat_map(|frame| &frame.placed).map(|placed| (placed.piece, placed)).collect();
        let is_new = |placed: &&Placed| old.get(&placed.piece).is_none_or(|known| *known != *placed);
        let mut changed: Vec<Placed> = after.placed.iter().filter(is_new).copied().collect();
        let gone = before.iter().flat_map(|frame| &frame.placed);
        let gone = gone.filter(|known| !after.placed.iter().any(|placed| placed.piece == known.piece));
        changed.extend(gone.map(|known| Placed { drawing: None, ..*known }));
        changed
    }
}

/// Shapes as SVG elements around a point.
fn drawn(shapes: &[&Shape], middle: Spot) -> String {
    shapes.iter().map(|shape| element(&shape.moved((-middle.0, -middle.1)))).collect()
}

/// The name of a manner of attack in the data of a page.
pub fn strike_name(strike: Strike) -> &'static str {
    match strike {
        Strike::Melee => "melee",
        Strike::Shot => "shot",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::picture::{Form, Ink, Piece};

    fn picture(at: Spot, strength: u32) -> Picture {
        let mut picture = Picture::new(100, 80);
        picture.add(Shape::new(Form::Circle { at: (50, 40), radius: 30 }).filled(Ink::GROUND));
        let piece = Piece {
            name: "R1".to_owned(),
            kind: PieceKind::Unit,
            side: Some(Side::Red),
            at,
            condition: Condition::Steady,
            title: format!("strength {strength}"),
        };
        picture.add_piece(piece, [Shape::text(at, 10, format!("R1 {strength}"), Ink::BLACK)]);
        picture
    }

    #[test]
    fn a_drawing_is_stored_once_wherever_the_piece_stands() {
        let mut film = Film::default();
        let first = film.frame(&picture((10, 10), 4));
        let moved = film.frame(&picture((30, 10), 4));
        let weaker = film.frame(&picture((30, 10), 3));
        assert_eq!((film.actors.len(), film.drawings.len()), (2, 3), "the ground, and two drawings of the unit");
        let changes = Film::changes(Some(&first), &moved);
        assert_eq!(changes, [Placed { at: (30, 10), ..first.placed[1] }]);
        assert_eq!(Film::changes(Some(&moved), &weaker).len(), 1);
        assert_eq!(Film::changes(Some(&moved), &moved), []);
        assert_eq!(Film::changes(None, &first).len(), 2);
    }

    #[test]
    fn a_piece_that_has_left_is_a_change() {
        let mut film = Film::default();
        let first = film.frame(&picture((10, 10), 4));
        let empty = film.frame(&Picture::new(100, 80));
        let changes = Film::changes(Some(&first), &empty);
        assert_eq!(changes.iter().map(|placed| placed.drawing).collect::<Vec<_>>(), [Some(2), None]);
    }
}

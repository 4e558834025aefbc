//! A small drawing model: positions as shapes on a sheet. Rulebooks draw positions into it ([`super::Show::picture`])
//! and do not depend on file formats.
//!
//! Coordinates are whole numbers, to the right and down from the upper left corner of the sheet, so that the same
//! position gives the same picture everywhere.
//!
//! Shapes carry the piece to which they belong, so that a film stores only the pieces that change from one position to
//! the next. Shapes without a piece are the ground.

use super::side::Side;

/// A point of the sheet.
pub type Spot = (i32, i32);

/// A colour in the form `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink(pub &'static str);

impl Ink {
    /// Lines and text.
    pub const BLACK: Ink = Ink("#1d1d1b");
    /// The background of the sheet.
    pub const WHITE: Ink = Ink("#ffffff");
    /// Open ground.
    pub const GROUND: Ink = Ink("#dfe3bf");
    /// Faint lines on the ground: the sides of hexes, bands.
    pub const FAINT: Ink = Ink("#b3b893");
    /// Objectives and other highlights.
    pub const GOLD: Ink = Ink("#e0a100");

    /// The strong colour of a side.
    pub fn of(side: Side) -> Ink {
        match side {
            Side::Red => Ink("#c0392b"),
            Side::Blue => Ink("#2c5fa8"),
        }
    }

    /// The pale colour of a side.
    pub fn pale(side: Side) -> Ink {
        match side {
            Side::Red => Ink("#e8a79f"),
            Side::Blue => Ink("#a5bfe3"),
        }
    }
}

/// The geometry of a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A closed outline.
    Polygon(Vec<Spot>),
    /// A line along some points.
    Line(Vec<Spot>),
    /// A circle.
    Circle {
        /// Its centre.
        at: Spot,
        /// Its radius.
        radius: i32,
    },
    /// Text centred on a point.
    Text {
        /// That point.
        at: Spot,
        /// The height of the letters.
        size: i32,
        /// The text.
        text: String,
    },
}

/// A shape with its colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its geometry.
    pub form: Form,
    /// The colour inside.
    pub fill: Option<Ink>,
    /// The colour and the width of its line.
    pub line: Option<(Ink, i32)>,
    /// Whether the line is dashed.
    pub is_dashed: bool,
    /// What it represents, as text.
    pub title: Option<String>,
    /// The place of its piece in [`Picture::pieces`]; `None` for the ground.
    pub piece: Option<usize>,
}

impl Shape {
    /// A shape without colours.
    pub fn new(form: Form) -> Shape {
        Shape { form, fill: None, line: None, is_dashed: false, title: None, piece: None }
    }

    /// Text centred on a point.
    pub fn text(at: Spot, size: i32, text: impl Into<String>, ink: Ink) -> Shape {
        Shape::new(Form::Text { at, size, text: text.into() }).filled(ink)
    }

    /// The shape, moved to the right and down.
    #[must_use]
    pub fn moved(&self, (right, down): Spot) -> Shape {
        let moved = |(x, y): Spot| (x + right, y + down);
        let all = |spots: &[Spot]| spots.iter().copied().map(moved).collect();
        let form = match &self.form {
            Form::Polygon(corners) => Form::Polygon(all(corners)),
            Form::Line(points) => Form::Line(all(points)),
            Form::Circle { at, radius } => Form::Circle { at: moved(*at), radius: *radius },
            Form::Text { at, size, text } => Form::Text { at: moved(*at), size: *size, text: text.clone() },
        };
        Shape { form, ..self.clone() }
    }

    /// The shape, filled.
    #[must_use]
    pub fn filled(self, ink: Ink) -> Shape {
        Shape { fill: Some(ink), ..self }
    }

    /// The shape with an outline.
    #[must_use]
    pub fn lined(self, ink: Ink, width: i32) -> Shape {
        Shape { line: Some((ink, width)), ..self }
    }

    /// The shape with a dashed line.
    #[must_use]
    pub fn dashed(self, is_dashed: bool) -> Shape {
        Shape { is_dashed, ..self }
    }

    /// The shape with a title.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Shape {
        Shape { title: Some(title.into()), ..self }
    }
}

/// The kind of a piece, in the order in which they lie on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PieceKind {
    /// A marker on the ground: an objective, a camp, horses that wait.
    Marker,
    /// A unit.
    Unit,
    /// An officer.
    Officer,
}

/// Whether a piece is in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Condition {
    /// It is, or the rulebook knows no disorder.
    #[default]
    Steady,
    /// It is in disorder.
    Disordered,
    /// It flees.
    Routing,
}

/// A piece: something on the ground that appears, changes, moves and disappears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name, which no other piece of the game has.
    pub name: String,
    /// Its kind.
    pub kind: PieceKind,
    /// The side that owns it.
    pub side: Option<Side>,
    /// Its middle.
    pub at: Spot,
    /// Whether it is in order.
    pub condition: Condition,
    /// Its full name, strength and state as text.
    pub title: String,
}

/// The kind of attack by a piece on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strike {
    /// In melee.
    Melee,
    /// From a distance.
    Shot,
}

/// An attack that is being resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The middle of the piece that attacks.
    pub from: Spot,
    /// The middle of its target.
    pub to: Spot,
    /// The kind of attack.
    pub strike: Strike,
    /// The side that attacks.
    pub side: Side,
}

/// An entry of the legend: a sample that fits [`Key::WIDTH`] × [`Key::HEIGHT`], and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The sample.
    pub shapes: Vec<Shape>,
    /// Its meaning.
    pub meaning: String,
}

impl Key {
    /// The width of a sample.
    pub const WIDTH: i32 = 36;
    /// The height of a sample.
    pub const HEIGHT: i32 = 24;

    /// The corners of a sample that fills its place.
    pub const CORNERS: [Spot; 4] =
        [(1, 1), (Self::WIDTH - 1, 1), (Self::WIDTH - 1, Self::HEIGHT - 1), (1, Self::HEIGHT - 1)];

    /// A colour of the ground.
    pub fn area(ink: Ink, meaning: impl Into<String>) -> Key {
        let area = Shape::new(Form::Polygon(Self::CORNERS.to_vec())).filled(ink).lined(Ink::FAINT, 1);
        Key { shapes: vec![area], meaning: meaning.into() }
    }

    /// A line on the ground.
    pub fn line(ink: Ink, width: i32, meaning: impl Into<String>) -> Key {
        let line = Form::Line(vec![(2, Self::HEIGHT / 2), (Self::WIDTH - 2, Self::HEIGHT / 2)]);
        Key { shapes: vec![Shape::new(line).lined(ink, width)], meaning: meaning.into() }
    }

    /// A circle on the ground.
    pub fn circle(fill: Option<Ink>, line: (Ink, i32), meaning: impl Into<String>) -> Key {
        let circle = Form::Circle { at: (Self::WIDTH / 2, Self::HEIGHT / 2), radius: Self::HEIGHT / 2 - 3 };
        let shape = Shape { fill, ..Shape::new(circle).lined(line.0, line.1) };
        Key { shapes: vec![shape], meaning: meaning.into() }
    }

    /// A block with the symbol of an arm.
    pub fn block(symbol: Symbol) -> Key {
        let mut shapes = vec![Shape::new(Form::Polygon(Self::CORNERS.to_vec())).filled(Ink::BLACK)];
        shapes.extend(symbol.shapes(Self::CORNERS, Ink::WHITE));
        Key { shapes, meaning: symbol.meaning().to_owned() }
    }
}

/// The usual symbols of arms on blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::VariantArray)]
pub enum Symbol {
    /// Crossed belts.
    Infantry,
    /// One shoulder belt.
    Cavalry,
    /// A cannonball.
    Artillery,
    /// Two tusks.
    Elephants,
}

impl Symbol {
    /// The arm.
    pub fn meaning(self) -> &'static str {
        match self {
            Symbol::Infantry => "infantry",
            Symbol::Cavalry => "cavalry",
            Symbol::Artillery => "artillery",
            Symbol::Elephants => "elephants",
        }
    }

    /// The symbol on a block with these corners: front left, front right, back right, back left.
    pub fn shapes(self, corners: [Spot; 4], ink: Ink) -> Vec<Shape> {
        let [front_left, front_right, back_right, back_left] = corners;
        let line = |points: Vec<Spot>| Shape::new(Form::Line(points)).lined(ink, 2);
        let middle = |one: Spot, other: Spot| ((one.0 + other.0) / 2, (one.1 + other.1) / 2);
        match self {
            Symbol::Infantry => vec![line(vec![front_left, back_right]), line(vec![front_right, back_left])],
            Symbol::Cavalry => vec![line(vec![back_left, front_right])],
            Symbol::Artillery => {
                let at = middle(front_left, back_right);
                let across = i32::max((front_right.0 - front_left.0).abs(), (front_right.1 - front_left.1).abs());
                let deep = i32::max((back_left.0 - front_left.0).abs(), (back_left.1 - front_left.1).abs());
                vec![Shape::new(Form::Circle { at, radius: (across.min(deep) / 4).max(3) }).filled(ink)]
            }
            Symbol::Elephants => {
                let back = middle(back_left, back_right);
                vec![line(vec![front_left, back, front_right])]
            }
        }
    }
}

/// A sheet with shapes in drawing order, and caption lines below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The width of the sheet.
    pub width: i32,
    /// The height of the sheet.
    pub height: i32,
    /// The shapes.
    pub shapes: Vec<Shape>,
    /// The caption lines.
    pub caption: Vec<String>,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The attacks that are being resolved.
    pub arrows: Vec<Arrow>,
    /// The legend: the terrain that the sheet shows, the symbols.
    pub keys: Vec<Key>,
}

impl Picture {
    /// An empty sheet.
    pub fn new(width: i32, height: i32) -> Picture {
        Picture {
            width,
            height,
            shapes: Vec::new(),
            caption: Vec::new(),
            pieces: Vec::new(),
            arrows: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// A sheet that contains only lines of text.
    pub fn of_text(text: &str) -> Picture {
        let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0) as i32;
        Picture { caption: text.lines().map(str::to_owned).collect(), ..Picture::new(8 * longest.max(20), 8) }
    }

    /// Adds a shape to the ground.
    pub fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// Adds a piece with its shapes.
    pub fn add_piece(&mut self, piece: Piece, shapes: impl IntoIterator<Item = Shape>) {
        let place = self.pieces.len();
        self.shapes.extend(shapes.into_iter().map(|shape| Shape { piece: Some(place), ..shape }));
        self.pieces.push(piece);
    }

    /// Adds an entry to the legend, unless it is there already.
    pub fn explain(&mut self, key: Key) {
        if !self.keys.iter().any(|known| known.meaning == key.meaning) {
            self.keys.push(key);
        }
    }

    /// Adds text centred on a point.
    pub fn write(&mut self, at: Spot, size: i32, text: impl Into<String>, ink: Ink) {
        self.add(Shape::text(at, size, text, ink));
    }
}

//! A small drawing model: positions as shapes on a sheet. Rulebooks draw positions into it ([`super::Show::picture`])
//! and do not depend on file formats.
//!
//! Coordinates are whole numbers, to the right and down from the upper left corner of the sheet, so that the same
//! position gives the same picture everywhere.

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
    pub fn of(side: super::Side) -> Ink {
        match side {
            super::Side::Red => Ink("#c0392b"),
            super::Side::Blue => Ink("#2c5fa8"),
        }
    }

    /// The pale colour of a side.
    pub fn pale(side: super::Side) -> Ink {
        match side {
            super::Side::Red => Ink("#e8a79f"),
            super::Side::Blue => Ink("#a5bfe3"),
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
}

impl Shape {
    /// A shape without colours.
    pub fn new(form: Form) -> Shape {
        Shape { form, fill: None, line: None, is_dashed: false, title: None }
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
}

impl Picture {
    /// An empty sheet.
    pub fn new(width: i32, height: i32) -> Picture {
        Picture { width, height, shapes: Vec::new(), caption: Vec::new() }
    }

    /// A sheet that contains only lines of text.
    pub fn of_text(text: &str) -> Picture {
        let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0) as i32;
        Picture { caption: text.lines().map(str::to_owned).collect(), ..Picture::new(8 * longest.max(20), 8) }
    }

    /// Adds a shape.
    pub fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// Adds text centred on a point.
    pub fn write(&mut self, at: Spot, size: i32, text: impl Into<String>, ink: Ink) {
        self.add(Shape::new(Form::Text { at, size, text: text.into() }).filled(ink));
    }
}

//! Plots as SVG elements, drawn by `plotters`.
//!
//! Inks are fixed colours that the style sheet of the page replaces, in light and in dark: an element is found by the
//! colour that it was drawn with. The palette is that of Okabe and Ito, which colour-blind people can tell apart.

pub mod bars;
pub mod curves;
pub mod intervals;

use super::model::Plot;
use super::number::shortened;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The width of a plot in its own units: narrow, so that its text can be read on a phone.
pub const WIDTH: u32 = 520;
/// The height of text.
const TEXT: u32 = 17;
/// The height of text in two lines, and half the distance between them.
const SMALL: u32 = 14;
const SMALL_LINE: i32 = 7;

/// Text and axes.
pub const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
/// The lines of the mesh.
pub const MESH: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
/// A line to compare with.
pub const REFERENCE: RGBColor = RGBColor(0x77, 0x77, 0x77);
/// Series, one after the other.
pub const SERIES: [RGBColor; 6] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
];

/// The drawing area of a plot.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// The error of drawing into a string, which never occurs.
pub type Fault = DrawingAreaErrorKind<std::io::Error>;

/// Text of the plots.
pub fn text() -> TextStyle<'static> {
    ("sans-serif", TEXT).into_font().color(&INK)
}

/// Writes a name that ends at a point: in two lines of smaller text where it is long.
pub fn write_name(area: &Area<'_>, name: &str, end: (i32, i32), longest: usize) -> Result<(), Fault> {
    let style = |size: u32| {
        let right = Pos::new(HPos::Right, VPos::Center);
        ("sans-serif", size).into_font().color(&INK).pos(right)
    };
    let Some((first, second)) = halves(name, longest) else {
        return area.draw(&Text::new(shortened(name, longest), end, style(TEXT)));
    };
    for (half, y) in [(first, end.1 - SMALL_LINE), (second, end.1 + SMALL_LINE)] {
        area.draw(&Text::new(
            shortened(half.trim(), longest * TEXT as usize / SMALL as usize),
            (end.0, y),
            style(SMALL),
        ))?;
    }
    Ok(())
}

/// The two lines of a name with more than `longest` characters: divided between words where both fit, or at another
/// sign.
fn halves(name: &str, longest: usize) -> Option<(&str, &str)> {
    name.char_indices().nth(longest)?;
    let most = longest * TEXT as usize / SMALL as usize;
    let ends = |signs: &'static str| {
        let found = name.char_indices().take(most).filter(move |(_, letter)| signs.contains(*letter));
        found.map(|(at, letter)| at + letter.len_utf8())
    };
    let end = ends(" ").filter(|end| name[*end..].chars().count() <= most).last().or_else(|| ends(" -_/:,").last());
    let end = end.or_else(|| name.char_indices().nth(most).map(|(at, _)| at))?;
    Some(name.split_at(end)).filter(|(first, second)| !first.trim().is_empty() && !second.trim().is_empty())
}

/// Draws a plot of a height.
pub fn drawn(height: u32, label: String, draw: impl FnOnce(&Area<'_>) -> Result<(), Fault>) -> Plot {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        draw(&area).and_then(|()| area.present()).expect("a string can always be drawn into");
    }
    Plot { svg: embedded(&svg), label, legend: Vec::new() }
}

/// The SVG element without a size, so that it fills its place on the page; the page labels it.
fn embedded(svg: &str) -> String {
    let inside = svg.split_once('>').map_or("", |(_, inside)| inside);
    let from = svg.find("viewBox").unwrap_or(0);
    let view = svg[from..].split('"').nth(1).unwrap_or_default();
    format!("<svg viewBox=\"{view}\" aria-hidden=\"true\" focusable=\"false\">{}", inside.trim_end())
}

/// A range that holds all values, widened a little, and never empty.
pub fn range_of(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return 0.0..1.0;
    }
    let margin = if high > low { 0.05 * (high - low) } else { 0.05 * low.abs().max(0.1) };
    low - margin..high + margin
}

/// The approximate distance between marks of an axis over a range, for the decimals of their labels.
pub fn step_of(range: &std::ops::Range<f64>, marks: usize) -> f64 {
    let rough = (range.end - range.start) / marks.max(1) as f64;
    let mut step = 1e-9;
    while step * 10.0 <= rough {
        step *= 10.0;
    }
    step
}

/// The bounds of a shown interval, cut off where they lie outside a plot.
pub fn cut(value: f64, range: &std::ops::Range<f64>) -> f64 {
    value.clamp(range.start, range.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_has_two_lines() {
        assert_eq!(halves("greedy/france", 23), None);
        assert_eq!(halves("greedy/france – random/prussia", 23), Some(("greedy/france – ", "random/prussia")));
        assert_eq!(
            halves("imperial-romans-ballista-for-allies", 17),
            Some(("imperial-romans-", "ballista-for-allies"))
        );
        assert_eq!(halves(&"a".repeat(40), 23), Some((&*"a".repeat(27), &*"a".repeat(13))));
    }
}

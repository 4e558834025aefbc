//! Writes a picture as an SVG file: rectangles, polygons, lines, circles, text.

use crate::game::picture::{Form, Ink, Picture, Shape, Spot};
use std::fmt::Write;

/// Width of the margin around the picture.
const MARGIN: i32 = 12;
/// Height of a caption line.
const LINE: i32 = 18;

/// The text of an SVG file.
pub fn svg(picture: &Picture) -> String {
    let (width, height) =
        (picture.width + 2 * MARGIN, picture.height + 2 * MARGIN + LINE * picture.caption.len() as i32);
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    put(
        &mut text,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
                height=\"{height}\" font-family=\"sans-serif\">"
        ),
    );
    put(&mut text, format_args!("<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", Ink::WHITE.0));
    put(&mut text, format_args!("<g transform=\"translate({MARGIN} {MARGIN})\">"));
    picture.shapes.iter().for_each(|shape| add_shape(&mut text, shape));
    put(&mut text, format_args!("</g>"));
    for (number, line) in (1..).zip(&picture.caption) {
        let y = MARGIN + picture.height + LINE * number;
        let ink = Ink::BLACK.0;
        put(
            &mut text,
            format_args!(
                "<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"13\" fill=\"{ink}\" xml:space=\"preserve\">{}</text>",
                escaped(line)
            ),
        );
    }
    text.push_str("</svg>\n");
    text
}

fn put(text: &mut String, line: std::fmt::Arguments) {
    writeln!(text, "{line}").expect("writing to a string does not fail");
}

/// A shape as an element.
pub fn element(shape: &Shape) -> String {
    let mut text = String::new();
    add_shape(&mut text, shape);
    text.truncate(text.trim_end().len());
    text
}

fn add_shape(text: &mut String, shape: &Shape) {
    let fill = shape.fill.map_or("none", |ink| ink.0);
    let line =
        shape.line.map_or(String::new(), |(ink, width)| format!(" stroke=\"{}\" stroke-width=\"{width}\"", ink.0));
    let dashes = if shape.is_dashed { " stroke-dasharray=\"5 3\"" } else { "" };
    let look = format!("fill=\"{fill}\"{line}{dashes}");
    let (name, rest, inside) = match &shape.form {
        Form::Polygon(corners) => {
            ("polygon", format!("points=\"{}\" stroke-linejoin=\"round\"", spots(corners)), String::new())
        }
        Form::Line(points) => {
            ("polyline", format!("points=\"{}\" stroke-linecap=\"round\"", spots(points)), String::new())
        }
        Form::Circle { at: (x, y), radius } => {
            ("circle", format!("cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""), String::new())
        }
        Form::Text { at: (x, y), size, text } => {
            // Letters extend about seven tenths of their height above the baseline.
            let rest = format!("x=\"{x}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\"", y + size * 35 / 100);
            ("text", rest, escaped(text))
        }
    };
    let title = shape.title.as_ref().map_or(String::new(), |title| format!("<title>{}</title>", escaped(title)));
    put(text, format_args!("<{name} {rest} {look}>{title}{inside}</{name}>"));
}

fn spots(spots: &[Spot]) -> String {
    spots.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

/// Text with XML's special characters escaped.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // Control characters are not allowed in XML at all.
            sign if sign.is_control() => safe.push(' '),
            sign => safe.push(sign),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_becomes_an_element_and_words_are_made_safe() {
        let mut picture = Picture::new(100, 50);
        picture.add(Shape::new(Form::Polygon(vec![(0, 0), (4, 0), (4, 3)])).filled(Ink::GOLD).titled("a < b & \"c\""));
        picture.add(Shape::new(Form::Line(vec![(1, 2), (3, 4)])).lined(Ink::BLACK, 2).dashed(true));
        picture.add(Shape::new(Form::Circle { at: (5, 6), radius: 7 }));
        picture.write((50, 20), 10, "R1\u{7}", Ink::BLACK);
        picture.caption.push("turn 1 > 0".to_owned());
        let text = svg(&picture);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        assert!(lines[1].contains("viewBox=\"0 0 124 92\""), "{}", lines[1]);
        assert_eq!(
            lines[4],
            "<polygon points=\"0,0 4,0 4,3\" stroke-linejoin=\"round\" fill=\"#e0a100\"><title>a &lt; b &amp; \
                &quot;c&quot;</title></polygon>"
        );
        assert_eq!(
            lines[5],
            "<polyline points=\"1,2 3,4\" stroke-linecap=\"round\" fill=\"none\" stroke=\"#1d1d1b\" stroke-width=\"2\" \
                stroke-dasharray=\"5 3\"></polyline>"
        );
        assert_eq!(lines[6], "<circle cx=\"5\" cy=\"6\" r=\"7\" fill=\"none\"></circle>");
        assert_eq!(
            lines[7],
            "<text x=\"50\" y=\"23\" font-size=\"10\" text-anchor=\"middle\" fill=\"#1d1d1b\">R1 </text>"
        );
        assert!(lines[9].ends_with("turn 1 &gt; 0</text>"), "{}", lines[9]);
        assert_eq!(lines.last(), Some(&"</svg>"));
    }
}

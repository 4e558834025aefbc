//! The curve of the chance to win over the steps of a battle, with the luck of each roll: a stem from where the chance
//! would have been with average dice to where it is.

use super::film::Film;
use crate::game::Side;
use crate::report::page::plot::{Fault, INK, MESH, REFERENCE, SERIES, drawn, text};
use plotters::prelude::*;

/// The height of the plot.
const HEIGHT: u32 = 220;
/// The part of the plot left of the curve, and right of it.
pub const LEFT: u32 = 60;
/// See [`LEFT`].
pub const RIGHT: u32 = 14;
/// The part above the curve, and below it.
pub const ABOVE: u32 = 10;
/// See [`ABOVE`].
pub const BELOW: u32 = 50;
/// The least luck that is shown, in chances to win.
const LEAST: f64 = 0.002;

/// The curve as an SVG element; `None` where no value function gives chances.
pub fn curve(film: &Film) -> Option<String> {
    let first = film.first_chance?;
    let last = film.steps.len().max(1) as f64;
    let spots: Vec<(f64, f64)> = std::iter::once((0.0, first))
        .chain((1..).zip(&film.steps).filter_map(|(at, step)| Some((f64::from(at), step.chance?))))
        .collect();
    let stems: Vec<(f64, f64, f64)> = (1..)
        .zip(&film.steps)
        .filter_map(|(at, step)| {
            let (chance, luck) = (step.chance?, step.luck.filter(|luck| luck.abs() >= LEAST)?);
            let red = if step.side == Side::Red { luck } else { -luck };
            Some((f64::from(at), (chance - red).clamp(0.0, 1.0), chance))
        })
        .collect();
    Some(drawn(HEIGHT, String::new(), |area| draw(area, last, &spots, &stems)).svg)
}

fn draw(
    area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    last: f64,
    spots: &[(f64, f64)],
    stems: &[(f64, f64, f64)],
) -> Result<(), Fault> {
    let mut chart = ChartBuilder::on(area)
        .margin_right(RIGHT)
        .margin_top(ABOVE)
        .set_label_area_size(LabelAreaPosition::Bottom, BELOW)
        .set_label_area_size(LabelAreaPosition::Left, LEFT)
        .build_cartesian_2d(0.0..last, 0.0..1.0)?;
    chart
        .configure_mesh()
        .x_labels(6)
        .y_labels(5)
        .light_line_style(TRANSPARENT)
        .bold_line_style(MESH)
        .axis_style(MESH)
        .label_style(text())
        .x_label_formatter(&|value| format!("{value:.0}"))
        .y_label_formatter(&|value| format!("{:.0} %", 100.0 * value))
        .x_desc("step")
        .draw()?;
    chart.draw_series([PathElement::new(vec![(0.0, 0.5), (last, 0.5)], REFERENCE.stroke_width(1))])?;
    for (at, from, to) in stems {
        // Red is the warm colour of the palette, blue the cold one.
        let colour = if to > from { SERIES[1] } else { SERIES[0] };
        chart.draw_series([PathElement::new(vec![(*at, *from), (*at, *to)], colour.stroke_width(3))])?;
    }
    chart.draw_series([PathElement::new(spots.to_vec(), INK.stroke_width(2))])?;
    Ok(())
}

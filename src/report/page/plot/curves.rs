//! Curves with bands over a common axis, and points with intervals.

use super::{Fault, MESH, REFERENCE, SERIES, cut, drawn, range_of, step_of, text};
use crate::report::page::model::Plot;
use crate::report::page::number::{Unit, name};
use plotters::prelude::*;
use std::ops::Range;

/// The height of a plot.
const HEIGHT: u32 = 320;

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Its position on the horizontal axis.
    pub x: f64,
    /// Its position on the vertical axis.
    pub y: f64,
    /// The ends of its interval, where it has one.
    pub bounds: Option<(f64, f64)>,
}

/// A curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Its points, from left to right.
    pub spots: Vec<Spot>,
}

/// How curves are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CurveStyle {
    /// A line through the points, with a band of their intervals.
    Band,
    /// A line with a point and an interval at each place, and a band between neighbours that both have one.
    Marked,
    /// Points with intervals alone, beside the diagonal on which both figures are equal.
    Diagonal,
}

/// Curves with the way in which they are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Curves<'a> {
    /// The curves.
    pub curves: &'a [Curve],
    /// The way in which the curves are drawn.
    pub style: CurveStyle,
    /// The unit and the label of the horizontal axis.
    pub across: (Unit, &'a str),
    /// The unit and the label of the vertical axis.
    pub up: (Unit, &'a str),
    /// Horizontal lines to compare with.
    pub references: &'a [f64],
}

/// Draws curves.
pub fn curves(what: Curves<'_>, label: String) -> Plot {
    let spots = || what.curves.iter().flat_map(|curve| &curve.spots);
    let tops = spots().flat_map(|spot| [Some(spot.y), spot.bounds.map(|b| b.0), spot.bounds.map(|b| b.1)]).flatten();
    let mut up = range_of(tops.chain(what.references.iter().copied()));
    if what.up.0 == Unit::Percent {
        up = up.start.max(-0.02)..up.end.min(1.02);
    }
    let mut across = range_of(spots().map(|spot| spot.x));
    if what.style == CurveStyle::Diagonal {
        // Equal figures have equal places on both axes.
        across = range_of([across.start, across.end].into_iter());
    }
    let several = what.curves.len() > 1;
    let mut plot = drawn(HEIGHT, label, |area| draw(area, what, &across, &up));
    if several {
        plot.legend =
            what.curves.iter().enumerate().map(|(at, curve)| (at % SERIES.len(), name(&curve.name))).collect();
    }
    plot
}

/// The edges of the bands of a curve: one over all points that have an interval, or, where points are marked, one
/// over each run of neighbours that have one, so that none covers a point without.
fn bands(spots: &[Spot], style: CurveStyle, ends: impl Fn(&Spot) -> Option<(f64, f64, f64)>) -> Vec<Vec<(f64, f64)>> {
    let ends: Vec<Option<(f64, f64, f64)>> = spots.iter().map(ends).collect();
    let runs: Vec<Vec<(f64, f64, f64)>> = match style {
        CurveStyle::Band => vec![ends.into_iter().flatten().collect()],
        _ => ends.split(Option::is_none).map(|run| run.iter().copied().flatten().collect()).collect(),
    };
    let edge = |run: Vec<(f64, f64, f64)>| {
        let upper = run.iter().rev().map(|(x, _, high)| (*x, *high));
        run.iter().map(|(x, low, _)| (*x, *low)).chain(upper).collect::<Vec<(f64, f64)>>()
    };
    runs.into_iter().filter(|run| run.len() > 1).map(edge).collect()
}

fn draw(area: &super::Area<'_>, what: Curves<'_>, across: &Range<f64>, up: &Range<f64>) -> Result<(), Fault> {
    let mut chart = ChartBuilder::on(area)
        .margin_right(18)
        .margin_top(12)
        .set_label_area_size(LabelAreaPosition::Bottom, 52)
        .set_label_area_size(LabelAreaPosition::Left, 74)
        .build_cartesian_2d(across.clone(), up.clone())?;
    let (step_across, step_up) = (step_of(across, 6), step_of(up, 6));
    // Whole numbers have no marks between them.
    let marks = if what.across.0 == Unit::Count { (across.end - across.start).clamp(1.0, 5.0) as usize + 1 } else { 6 };
    chart
        .configure_mesh()
        .x_labels(marks)
        .y_labels(6)
        .light_line_style(TRANSPARENT)
        .bold_line_style(MESH)
        .axis_style(MESH)
        .label_style(text())
        .x_label_formatter(&|value| what.across.0.mark(*value, step_across))
        .y_label_formatter(&|value| what.up.0.mark(*value, step_up))
        .x_desc(what.across.1)
        .y_desc(what.up.1)
        .draw()?;
    for reference in what.references.iter().filter(|reference| up.contains(reference)) {
        let ends = vec![(across.start, *reference), (across.end, *reference)];
        chart.draw_series([PathElement::new(ends, REFERENCE.stroke_width(2))])?;
    }
    if what.style == CurveStyle::Diagonal {
        let ends = [across.start.max(up.start), across.end.min(up.end)].map(|both| (both, both));
        chart.draw_series([PathElement::new(ends.to_vec(), REFERENCE.stroke_width(2))])?;
    }
    for (at, curve) in what.curves.iter().enumerate() {
        let colour = SERIES[at % SERIES.len()];
        let ends = |spot: &Spot| spot.bounds.map(|(low, high)| (spot.x, cut(low, up), cut(high, up)));
        if what.style != CurveStyle::Diagonal {
            for band in bands(&curve.spots, what.style, ends) {
                chart.draw_series([Polygon::new(band, colour.mix(0.2))])?;
            }
        }
        if what.style != CurveStyle::Band {
            for (x, low, high) in curve.spots.iter().filter_map(ends) {
                chart.draw_series([PathElement::new(vec![(x, low), (x, high)], colour.stroke_width(2))])?;
            }
        }
        let spots: Vec<(f64, f64)> = curve.spots.iter().map(|spot| (spot.x, cut(spot.y, up))).collect();
        if what.style != CurveStyle::Diagonal {
            chart.draw_series([PathElement::new(spots.clone(), colour.stroke_width(2))])?;
        }
        if what.style != CurveStyle::Band {
            chart.draw_series(spots.into_iter().map(|spot| Circle::new(spot, 5, colour.filled())))?;
        }
    }
    Ok(())
}

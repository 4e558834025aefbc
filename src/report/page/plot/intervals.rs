//! Points with their intervals, one below the other: a forest plot.

use super::{Fault, MESH, REFERENCE, SERIES, cut, drawn, range_of, step_of, text, write_name};
use crate::report::page::model::Plot;
use crate::report::page::number::Unit;
use plotters::prelude::*;

/// The height of a line.
const LINE: u32 = 30;
/// The height of the axis.
const AXIS: u32 = 56;
/// The part of the width for names.
const NAMES: u32 = 200;
/// The longest name in one line, in characters.
const LONGEST: usize = 23;
/// The maximum number of lines.
pub const MOST_LINES: usize = 40;

/// A line of the plot.
#[derive(Clone, Debug, PartialEq)]
pub struct IntervalLine {
    /// Its name.
    pub name: String,
    /// The point.
    pub point: f64,
    /// The ends of the interval, where there is one.
    pub bounds: Option<(f64, f64)>,
    /// Whether the interval excludes the reference: drawn filled, otherwise hollow.
    pub is_clear: bool,
}

/// Draws lines, with a vertical line to compare with.
pub fn intervals(lines: &[IntervalLine], unit: Unit, reference: Option<f64>, label: String) -> Plot {
    let lines = &lines[..lines.len().min(MOST_LINES)];
    let values = lines.iter().flat_map(|line| [Some(line.point), line.bounds.map(|b| b.0), line.bounds.map(|b| b.1)]);
    let mut range = range_of(values.flatten().chain(reference));
    if unit == Unit::Percent {
        range = range.start.max(-0.02)..range.end.min(1.02);
    }
    let height = LINE * lines.len() as u32 + if unit.axis().is_empty() { 40 } else { AXIS };
    drawn(height, label, |area| draw(area, lines, unit, reference, &range))
}

fn draw(
    area: &super::Area<'_>,
    lines: &[IntervalLine],
    unit: Unit,
    reference: Option<f64>,
    range: &std::ops::Range<f64>,
) -> Result<(), Fault> {
    let count = lines.len() as f64;
    let below = if unit.axis().is_empty() { 30 } else { AXIS - 10 };
    // The first line is at the top.
    let mut chart = ChartBuilder::on(area)
        .margin_right(14)
        .margin_top(6)
        .set_label_area_size(LabelAreaPosition::Bottom, below)
        .set_label_area_size(LabelAreaPosition::Left, NAMES)
        .build_cartesian_2d(range.clone(), -count..0.0)?;
    let step = step_of(range, 5);
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .x_labels(5)
        .light_line_style(TRANSPARENT)
        .bold_line_style(MESH)
        .axis_style(MESH)
        .label_style(text())
        .x_label_formatter(&|value| unit.mark(*value, step))
        .x_desc(unit.axis())
        .draw()?;
    if let Some(reference) = reference.filter(|reference| range.contains(reference)) {
        let line = PathElement::new(vec![(reference, -count), (reference, 0.0)], REFERENCE.stroke_width(2));
        chart.draw_series([line])?;
    }
    for (place, line) in lines.iter().enumerate() {
        let at = -(place as f64) - 0.5;
        if let Some((low, high)) = line.bounds {
            let ends = vec![(cut(low, range), at), (cut(high, range), at)];
            chart.draw_series([PathElement::new(ends, SERIES[0].stroke_width(3))])?;
        }
        let spot = (cut(line.point, range), at);
        chart.draw_series([Circle::new(spot, 6, SERIES[0].filled())])?;
        if !line.is_clear {
            chart.draw_series([Circle::new(spot, 3, WHITE.filled())])?;
        }
        let y = chart.backend_coord(&spot).1;
        write_name(area, &line.name, (NAMES as i32 - 10, y), LONGEST)?;
    }
    Ok(())
}

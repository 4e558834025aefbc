//! Bars of shares, one below the other, each divided into parts.

use super::{Fault, MESH, SERIES, drawn, text, write_name};
use crate::report::page::model::Plot;
use crate::report::page::number::Unit;
use plotters::prelude::*;

/// The height of a bar with the space below it.
const LINE: u32 = 34;
/// The height of the axis.
const AXIS: u32 = 56;
/// The part of the width for names.
const NAMES: u32 = 150;
/// The maximum length of a name in one line, in characters.
const LONGEST: usize = 17;
/// The maximum number of bars.
const MOST_BARS: usize = 40;

/// A bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// The shares of its parts, from the left, together at most 1.
    pub shares: Vec<f64>,
}

/// Draws bars whose parts have names.
pub fn bars(bars: &[Bar], parts: &[&str], label: String) -> Plot {
    let bars = &bars[..bars.len().min(MOST_BARS)];
    let mut plot = drawn(LINE * bars.len() as u32 + AXIS, label, |area| draw(area, bars));
    if parts.len() > 1 {
        plot.legend = parts.iter().enumerate().map(|(at, part)| (at % SERIES.len(), (*part).to_owned())).collect();
    }
    plot
}

fn draw(area: &super::Area<'_>, bars: &[Bar]) -> Result<(), Fault> {
    let count = bars.len() as f64;
    let mut chart = ChartBuilder::on(area)
        .margin_right(20)
        .margin_top(6)
        .set_label_area_size(LabelAreaPosition::Bottom, AXIS - 10)
        .set_label_area_size(LabelAreaPosition::Left, NAMES)
        .build_cartesian_2d(0.0..1.0, -count..0.0)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .x_labels(6)
        .light_line_style(TRANSPARENT)
        .bold_line_style(MESH)
        .axis_style(MESH)
        .label_style(text())
        .x_label_formatter(&|value| Unit::Percent.mark(*value, 0.2))
        .x_desc(Unit::Percent.axis())
        .draw()?;
    for (place, bar) in bars.iter().enumerate() {
        let top = -(place as f64) - 0.15;
        let mut from = 0.0;
        for (at, share) in bar.shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            let corners = [(from, top), ((from + share).min(1.0), top - 0.7)];
            chart.draw_series([Rectangle::new(corners, SERIES[at % SERIES.len()].filled())])?;
            from += share;
        }
        let y = chart.backend_coord(&(0.0, top - 0.35)).1;
        write_name(area, &bar.name, (NAMES as i32 - 10, y), LONGEST)?;
    }
    Ok(())
}

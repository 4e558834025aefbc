//! Counts of how often something held, cell by cell, and the table that prints them.

use reglette::stats::Estimate;
use std::collections::BTreeMap;

/// How often something held in one cell of a grid.
#[derive(Clone, Debug)]
pub struct Cell {
    pub name: String,
    pub held: u64,
    pub of: u64,
    /// The frequency of each point estimate, in units of 1e-9, where intervals were added.
    points: BTreeMap<i64, u64>,
}

/// The granularity of the point estimates of a cell.
///
/// Counts in few games take few values. The coverage of an interval for such a count jumps as the true value moves and
/// cannot be kept near 95 % (Brown, Cai and DasGupta, Interval estimation for a binomial proportion, Statistical
/// Science 16, 2001); at best it is kept above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// No value of the point estimate occurs in more than a tenth of tournaments.
    Fine,
    /// One does: the step from one value to the next is more than a quarter of the standard deviation.
    Coarse,
    /// All tournaments give the same point estimate: there is nothing to cover.
    Fixed,
}

impl Cell {
    pub fn new(name: String) -> Cell {
        Cell { name, held: 0, of: 0, points: BTreeMap::new() }
    }

    /// Adds an interval that covers the true value or does not.
    pub fn add_interval(&mut self, interval: &Estimate, truth: f64) {
        self.add(interval.low <= truth && truth <= interval.high);
        *self.points.entry((interval.point * 1e9).round() as i64).or_default() += 1;
    }

    pub fn grain(&self) -> Grain {
        let commonest = self.points.values().copied().max().unwrap_or(0);
        match commonest {
            all if all == self.of => Grain::Fixed,
            many if 10 * many > self.of => Grain::Coarse,
            _ => Grain::Fine,
        }
    }

    pub fn add(&mut self, held: bool) {
        self.held += u64::from(held);
        self.of += 1;
    }

    pub fn share(&self) -> f64 {
        self.held as f64 / self.of as f64
    }

    /// Half-width of the simulation's own 95 % interval.
    pub fn uncertain(&self) -> f64 {
        1.96 * (self.share() * (1.0 - self.share()) / self.of as f64).sqrt()
    }
}

/// The cells of one setting with one seed.
pub struct Line {
    pub setting: String,
    pub seed: u64,
    pub cells: Vec<Cell>,
}

impl Line {
    /// The mean share over the grid.
    pub fn mean(&self) -> f64 {
        self.cells.iter().map(Cell::share).sum::<f64>() / self.cells.len() as f64
    }

    /// Half-width of the simulation's own 95 % interval of that mean.
    pub fn uncertain(&self) -> f64 {
        let squares: f64 = self.cells.iter().map(|cell| cell.uncertain() * cell.uncertain()).sum();
        squares.sqrt() / self.cells.len() as f64
    }

    /// The cells beyond 93 to 97 %.
    pub fn outside(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter().filter(|cell| !(0.93..=0.97).contains(&cell.share()))
    }

    /// The cell with the least share, and the one with the greatest.
    pub fn extremes(&self) -> [&Cell; 2] {
        let least = self.cells.iter().min_by(|one, other| one.share().total_cmp(&other.share()));
        let greatest = self.cells.iter().max_by(|one, other| one.share().total_cmp(&other.share()));
        [least, greatest].map(|cell| cell.expect("a grid has cells"))
    }
}

/// Prints lines as rows of a table: setting, seed, mean with the simulation's interval, extreme cells.
pub fn print(title: &str, lines: &[Line]) {
    println!("\n{title}\n");
    println!("| setting | seed | covered | lowest cell | highest cell |");
    println!("|---|---|---|---|---|");
    for line in lines {
        let [least, greatest] = line
            .extremes()
            .map(|cell| format!("{:.1} % ± {:.1} ({})", 100.0 * cell.share(), 100.0 * cell.uncertain(), cell.name));
        println!(
            "| {} | {} | {:.2} % ± {:.2} | {least} | {greatest} |",
            line.setting,
            line.seed,
            100.0 * line.mean(),
            100.0 * line.uncertain()
        );
    }
}

impl Line {
    /// The cells of a grain, as a line.
    pub fn of_grain(&self, grain: Grain) -> Line {
        let cells = self.cells.iter().filter(|cell| cell.grain() == grain).cloned().collect();
        Line { setting: self.setting.clone(), seed: self.seed, cells }
    }
}

/// Prints lines as rows of the table of all intervals, and below it the cells beyond 93 to 97 %.
pub fn tell<'a>(lines: impl Iterator<Item = &'a Line> + Clone) {
    println!("| interval | grain | cells | covered | below 93 % | above 97 % | lowest cell | highest cell |");
    println!("|---|---|---|---|---|---|---|---|");
    let grains = [(Grain::Fine, "fine"), (Grain::Coarse, "coarse")];
    let parts = || lines.clone().flat_map(|line| grains.map(|(grain, name)| (line.of_grain(grain), name)));
    for (line, grain) in parts().filter(|(line, _)| !line.cells.is_empty()) {
        let [least, greatest] = line.extremes().map(|cell| format!("{:.1} % ({})", 100.0 * cell.share(), cell.name));
        let beyond = |is_beyond: fn(f64) -> bool| line.cells.iter().filter(|cell| is_beyond(cell.share())).count();
        println!(
            "| {} | {grain} | {} | {:.2} % ± {:.2} | {} | {} | {least} | {greatest} |",
            line.setting,
            line.cells.len(),
            100.0 * line.mean(),
            100.0 * line.uncertain(),
            beyond(|share| share < 0.93),
            beyond(|share| share > 0.97),
        );
    }
    for (line, grain) in parts() {
        line.outside().for_each(|cell| {
            println!("{}, {grain}: {:.1} % of {} ({})", line.setting, 100.0 * cell.share(), cell.of, cell.name)
        });
    }
}

/// Every line's mean lies within bounds, allowing for the simulation's own uncertainty.
pub fn assert_within(lines: &[Line], low: f64, high: f64) {
    for line in lines {
        let (mean, off) = (line.mean(), 2.0 * line.uncertain());
        assert!(mean + off >= low && mean - off <= high, "{}, seed {}: {mean} ± {off}", line.setting, line.seed);
    }
}

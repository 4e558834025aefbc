//! Counts of how often something held, cell by cell, and the table that tells them.

/// How often something held in one cell of a grid.
#[derive(Clone, Debug)]
pub struct Cell {
    pub name: String,
    pub held: u64,
    pub of: u64,
}

impl Cell {
    pub fn new(name: String) -> Cell {
        Cell { name, held: 0, of: 0 }
    }

    pub fn add(&mut self, held: bool) {
        self.held += u64::from(held);
        self.of += 1;
    }

    pub fn share(&self) -> f64 {
        self.held as f64 / self.of as f64
    }

    /// Half of the simulation's own 95 % interval.
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

    /// Half of the simulation's own 95 % interval of that mean.
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
        let [least, greatest] =
            line.extremes().map(|cell| format!("{:.1} % ± {:.1} ({})", 100.0 * cell.share(), 100.0 * cell.uncertain(), cell.name));
        println!(
            "| {} | {} | {:.2} % ± {:.2} | {least} | {greatest} |",
            line.setting,
            line.seed,
            100.0 * line.mean(),
            100.0 * line.uncertain()
        );
    }
}

/// Prints lines as rows of the table of all intervals, and below it the cells beyond 93 to 97 %.
pub fn tell<'a>(lines: impl Iterator<Item = &'a Line> + Clone) {
    println!("| interval | cells | covered | outside 93 to 97 % | lowest cell | highest cell |");
    println!("|---|---|---|---|---|---|");
    for line in lines.clone() {
        let [least, greatest] = line.extremes().map(|cell| format!("{:.1} % ({})", 100.0 * cell.share(), cell.name));
        let (mean, cells) = (100.0 * line.mean(), line.cells.len());
        println!(
            "| {} | {cells} | {mean:.2} % ± {:.2} | {} | {least} | {greatest} |",
            line.setting,
            100.0 * line.uncertain(),
            line.outside().count()
        );
    }
    for line in lines {
        line.outside().for_each(|cell| println!("{}: {:.1} % of {} ({})", line.setting, 100.0 * cell.share(), cell.of, cell.name));
    }
}

/// Every line's mean lies within bounds, allowing for the simulation's own uncertainty.
pub fn assert_within(lines: &[Line], low: f64, high: f64) {
    for line in lines {
        let (mean, off) = (line.mean(), 2.0 * line.uncertain());
        assert!(mean + off >= low && mean - off <= high, "{}, seed {}: {mean} ± {off}", line.setting, line.seed);
    }
}

//! Coverage of shrunken costs of cells, bots on scenarios, averaged over interactions that are drawn from the model.

use crate::games::Dice;
use nalgebra::DMatrix;
use reglette::stats::distributions::normal_quantile;
use reglette::stats::shrunken;

/// The standard deviation of the interactions, in standard errors of a cell.
const SPREADS: [f64; 6] = [0.0, 0.25, 0.5, 1.0, 2.0, 4.0];
/// The standard deviation of the effects of scenarios and of bots, in the same unit.
const OF_FACTORS: f64 = 2.0;
/// Bots, scenarios, the correlation of the errors of bots on one scenario, and degrees of freedom of the covariance.
const FIELDS: [(usize, usize, f64, u64); 6] = [
    (1, 8, 0.0, u64::MAX),
    (1, 8, 0.0, 20),
    (3, 3, 0.4, u64::MAX),
    (3, 4, 0.4, u64::MAX),
    (3, 4, 0.8, u64::MAX),
    (6, 4, 0.4, u64::MAX),
];

/// The intervals of a field with interactions of one spread.
pub struct Covered {
    pub name: String,
    spread: f64,
    degrees: u64,
    /// The share of the cells that each sample covers.
    shares: Vec<f64>,
    /// The squared errors of all cells, shrunk and by themselves.
    pub squares: [f64; 2],
}

impl Covered {
    pub fn mean(&self) -> f64 {
        self.shares.iter().sum::<f64>() / self.shares.len() as f64
    }

    /// The standard error of that mean: the cells of a sample share the estimate of their spread.
    pub fn error(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 = self.shares.iter().map(|share| (share - mean) * (share - mean)).sum();
        (squares / (self.shares.len() as f64 - 1.0) / self.shares.len() as f64).sqrt()
    }

    /// Nowhere below 94 %, and where interactions are as large as the errors of cells not above 96 %: with smaller ones
    /// intervals are too wide, since it is never certain that there are none.
    pub fn assert_nominal(&self) {
        let off = 2.6 * self.error() + 0.01 / self.shares.len() as f64;
        assert!(self.mean() + off >= 0.94, "{}: {}", self.name, self.mean());
        assert!(self.spread < 1.0 || self.mean() - off <= 0.96, "{}: {}", self.name, self.mean());
        let [shrunk, alone] = self.squares;
        assert!(self.spread > 1.0 || shrunk < alone, "{}: squared errors {shrunk} and {alone}", self.name);
    }
}

/// Every field at each spread, in this many samples of interactions.
pub fn fields(seed: u64, samples: u64) -> Vec<Covered> {
    let spreads = (0..).zip(SPREADS);
    let of = |(field, (bots, scenarios, correlation, degrees)): (u64, (usize, usize, f64, u64))| {
        spreads.clone().map(move |(place, spread)| {
            let mut found = Covered {
                name: format!(
                    "{bots} x {scenarios} cells, correlation {correlation}{}, spread {spread}",
                    if degrees == u64::MAX { String::new() } else { format!(", {degrees} degrees of freedom") }
                ),
                spread,
                degrees,
                shares: Vec::new(),
                squares: [0.0; 2],
            };
            let mut dice = Dice::of(seed, 90 + field, place);
            (0..samples).for_each(|_| found.sample(bots, scenarios, correlation, &mut dice));
            found
        })
    };
    (0..).zip(FIELDS).flat_map(of).collect()
}

impl Covered {
    fn sample(&mut self, bots: usize, scenarios: usize, correlation: f64, dice: &mut Dice) {
        let mut normal = || normal_quantile(dice.unit().max(f64::MIN_POSITIVE));
        let of_scenarios: Vec<f64> = (0..scenarios).map(|_| OF_FACTORS * normal()).collect();
        let of_bots: Vec<f64> = (0..bots).map(|_| OF_FACTORS * normal()).collect();
        let common: Vec<f64> = (0..scenarios).map(|_| normal()).collect();
        let several = bots > 1;
        let (mut truths, mut points) = (Vec::new(), Vec::new());
        for cell in 0..bots * scenarios {
            let (bot, scenario) = (cell / scenarios, cell % scenarios);
            let fixed = if several { of_scenarios[scenario] + of_bots[bot] } else { 0.0 };
            truths.push(fixed + self.spread * normal());
            let error = correlation.sqrt() * common[scenario] + (1.0 - correlation).sqrt() * normal();
            points.push(truths[cell] + error);
        }
        // With few degrees of freedom the error of each cell is estimated from as many squares.
        let degrees = self.degrees;
        let mut error = || match degrees {
            u64::MAX => 1.0,
            few => ((0..few).map(|_| normal()).map(|one| one * one).sum::<f64>() / few as f64).sqrt(),
        };
        let errors: Vec<f64> = points.iter().map(|_| error()).collect();
        let covariance = DMatrix::from_fn(points.len(), points.len(), |one, other| {
            let correlation = match one == other {
                true => 1.0,
                false if one % scenarios == other % scenarios => correlation,
                false => 0.0,
            };
            errors[one] * errors[other] * correlation
        });
        let columns = if several { scenarios + bots - 1 } else { 1 };
        let fixed = DMatrix::from_fn(points.len(), columns, |cell, column| {
            let is_in = match column {
                0 => true,
                column if column < scenarios => cell % scenarios == column,
                column => cell / scenarios == column + 1 - scenarios,
            };
            f64::from(u8::from(is_in))
        });
        let found = shrunken(&points, &covariance, &fixed, self.degrees).expect("there are enough cells");
        let is_covered = found.iter().zip(&truths).filter(|(one, truth)| one.low <= **truth && **truth <= one.high);
        self.shares.push(is_covered.count() as f64 / points.len() as f64);
        for ((estimate, point), truth) in found.iter().zip(&points).zip(&truths) {
            self.squares[0] += (estimate.point - truth) * (estimate.point - truth);
            self.squares[1] += (point - truth) * (point - truth);
        }
    }
}

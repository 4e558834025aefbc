//! The two-way layout of cells: every bot on every scenario. Effects are deviations from the mean of all cells, which
//! have equal weights, and sum to 0 over the levels of a factor.

use nalgebra::DMatrix;

/// What costs can depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Factor {
    /// The scenario.
    Scenario,
    /// The bot.
    Bot,
    /// The combination: what is left when the effects of scenario and bot are added.
    Interaction,
}

impl Factor {
    /// The name used in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The numbers of levels. Cells are ordered by bot, then by scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Scenarios.
    pub scenarios: usize,
    /// Bots.
    pub bots: usize,
}

impl Layout {
    /// The number of cells.
    pub fn cells(self) -> usize {
        self.scenarios * self.bots
    }

    /// The factors that vary.
    pub fn factors(self) -> Vec<Factor> {
        let mut factors = Vec::new();
        if self.scenarios > 1 {
            factors.push(Factor::Scenario);
        }
        if self.bots > 1 {
            factors.push(Factor::Bot);
        }
        if factors.len() == 2 {
            factors.push(Factor::Interaction);
        }
        factors
    }

    /// The mean, then every level of scenario and bot, where they vary.
    pub fn levels(self) -> Vec<Option<(Factor, usize)>> {
        let of = |factor: Factor, levels: usize| (0..levels).map(move |level| Some((factor, level)));
        let scenarios = of(Factor::Scenario, if self.scenarios > 1 { self.scenarios } else { 0 });
        let bots = of(Factor::Bot, if self.bots > 1 { self.bots } else { 0 });
        std::iter::once(None).chain(scenarios).chain(bots).collect()
    }

    /// The weight of each cell in the mean, or in the effect of a level; the levels of the interaction are the cells.
    pub fn weights(self, of: Option<(Factor, usize)>) -> Vec<f64> {
        let (cells, scenarios, bots) = (self.cells() as f64, self.scenarios as f64, self.bots as f64);
        let weight = |cell: usize| {
            let (bot, scenario) = (cell / self.scenarios, cell % self.scenarios);
            let is = |holds: bool| f64::from(u8::from(holds));
            match of {
                None => 1.0 / cells,
                Some((Factor::Scenario, level)) => is(scenario == level) / bots - 1.0 / cells,
                Some((Factor::Bot, level)) => is(bot == level) / scenarios - 1.0 / cells,
                Some((Factor::Interaction, level)) => {
                    is(cell == level)
                        - is(scenario == level % self.scenarios) / bots
                        - is(bot == level / self.scenarios) / scenarios
                        + 1.0 / cells
                }
            }
        };
        (0..self.cells()).map(weight).collect()
    }

    /// The columns of the mean and of the effects of scenario and bot alone, without their interaction: a row for each
    /// cell. The first level of either is that of the mean.
    pub fn main_effects(self) -> DMatrix<f64> {
        let is_in = |cell: usize, column: usize| match column.checked_sub(self.scenarios) {
            None => column == 0 || cell % self.scenarios == column,
            Some(bot) => cell / self.scenarios == bot + 1,
        };
        DMatrix::from_fn(self.cells(), self.scenarios + self.bots - 1, |cell, column| {
            f64::from(u8::from(is_in(cell, column)))
        })
    }

    /// The mean over the scenarios under each bot, a row for each.
    pub fn means_of_bots(self) -> DMatrix<f64> {
        let share = 1.0 / self.scenarios as f64;
        DMatrix::from_fn(self.bots, self.cells(), |bot, cell| if cell / self.scenarios == bot { share } else { 0.0 })
    }

    /// The effects of all levels of a factor, a row for each.
    pub fn effects(self, factor: Factor) -> DMatrix<f64> {
        let levels = match factor {
            Factor::Scenario => self.scenarios,
            Factor::Bot => self.bots,
            Factor::Interaction => self.cells(),
        };
        self.rows(factor, (0..levels).collect())
    }

    /// Effects of a factor that are independent of each other and determine the others.
    pub fn contrasts(self, factor: Factor) -> DMatrix<f64> {
        let levels = match factor {
            Factor::Scenario => (1..self.scenarios).collect(),
            Factor::Bot => (1..self.bots).collect(),
            Factor::Interaction => (0..self.cells())
                .filter(|cell| *cell / self.scenarios > 0 && *cell % self.scenarios > 0)
                .collect::<Vec<usize>>(),
        };
        self.rows(factor, levels)
    }

    fn rows(self, factor: Factor, levels: Vec<usize>) -> DMatrix<f64> {
        let rows: Vec<f64> = levels.iter().flat_map(|level| self.weights(Some((factor, *level)))).collect();
        DMatrix::from_row_slice(levels.len(), self.cells(), &rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::DVector;

    #[test]
    fn effects_add_up_to_the_cells() {
        let layout = Layout { scenarios: 3, bots: 2 };
        let costs = DVector::from_vec(vec![4.0, 5.5, 3.0, 2.0, 7.25, 6.0]);
        let of = |level| DVector::from_vec(layout.weights(level)).dot(&costs);
        for cell in 0..6 {
            let sum = of(None)
                + of(Some((Factor::Scenario, cell % 3)))
                + of(Some((Factor::Bot, cell / 3)))
                + of(Some((Factor::Interaction, cell)));
            assert!((sum - costs[cell]).abs() < 1e-12, "{cell}");
        }
        // By hand: the mean is 27.75 / 6, the first scenario 6 / 2, the first bot 12.5 / 3.
        assert!((of(None) - 4.625).abs() < 1e-12);
        assert!((of(Some((Factor::Scenario, 0))) - (3.0 - 4.625)).abs() < 1e-12);
        assert!((of(Some((Factor::Bot, 0))) - (12.5 / 3.0 - 4.625)).abs() < 1e-12);
    }

    #[test]
    fn main_effects_are_all_but_the_interaction() {
        let layout = Layout { scenarios: 3, bots: 4 };
        let main = layout.main_effects();
        assert_eq!((main.shape(), main.rank(1e-9)), ((12, 6), 6));
        assert!((layout.contrasts(Factor::Interaction) * &main).amax() < 1e-12);
    }

    #[test]
    fn the_effects_of_a_factor_sum_to_zero_and_its_contrasts_are_independent() {
        let layout = Layout { scenarios: 3, bots: 4 };
        for (factor, degrees) in [(Factor::Scenario, 2), (Factor::Bot, 3), (Factor::Interaction, 6)] {
            let effects = layout.effects(factor);
            assert!(effects.row_sum().iter().all(|sum| sum.abs() < 1e-12), "{factor:?}");
            let contrasts = layout.contrasts(factor);
            assert_eq!(contrasts.nrows(), degrees);
            assert_eq!((&contrasts * contrasts.transpose()).rank(1e-9), degrees);
        }
        assert_eq!(Layout { scenarios: 3, bots: 1 }.factors(), [Factor::Scenario]);
        assert_eq!(Layout { scenarios: 1, bots: 2 }.factors(), [Factor::Bot]);
    }
}

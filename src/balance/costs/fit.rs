//! The regression: the log odds that an army wins are the difference of the strengths of both armies, plus the effects
//! of the first move and the red seat; strength is the sum of the worths of an army's troops and of its parameters
//! (Bradley and Terry, Biometrika 39, 1952; Huang, Weng and Lin, Journal of Machine Learning Research 7, 2006, for
//! strengths that are sums).
//!
//! All games of a meeting are one cluster: they share both armies and, in pairs, their dice.

use super::meeting::Encounter;
use crate::stats::{Estimate, Logistic, Rows};

/// The dimensions of a regression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The number of troops in the pool.
    pub troops: usize,
    /// The number of parameters.
    pub parameters: usize,
}

/// The feature of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A troop, by its index in the pool.
    Troop(usize),
    /// A parameter, by its index.
    Parameter(usize),
    /// The first move.
    FirstMove,
    /// The red seat.
    RedSeat,
}

/// Why worths cannot be estimated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FitError {
    /// Too few games.
    #[error("{meetings} meetings are too few to estimate the worth of {features} troops; play more games")]
    TooFew {
        /// Meetings.
        meetings: usize,
        /// The number of features to be estimated.
        features: usize,
    },
    /// The regression does not converge.
    #[error(
        "worths are not identifiable: some troops always occur together, or more of one always wins; play more games, \
            or draw armies of a wider spread"
    )]
    Indistinct,
    /// A point is worth nothing.
    #[error(
        "the worth of the mean army is not significantly positive; play more games, or draw armies of a wider spread"
    )]
    Worthless,
}

/// The positions of the features that vary, by their indices in the full list.
#[derive(Clone, Debug, PartialEq)]
struct Columns(Vec<Option<usize>>);

/// A fitted regression over the games of some meetings.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    terms: Terms,
    columns: Columns,
    /// The regression.
    pub logistic: Logistic,
    /// Its rows.
    pub rows: Rows,
    /// The meeting of each row.
    pub meetings: Vec<usize>,
    /// The mean army: its number of each troop, then its parameter settings.
    pub mean_army: Vec<f64>,
    /// The number of forfeited games, which count as lost for the side that forfeits.
    pub forfeited: u64,
}

/// The features of a game from the perspective of its first army: differences of counts and parameters, first move, red
/// seat.
pub fn features(encounter: &Encounter, game: &super::MeetingGame) -> Vec<f64> {
    let [first, second] = &encounter.meeting.armies;
    let difference = |(one, other): (&u32, &u32)| f64::from(*one) - f64::from(*other);
    let mut features: Vec<f64> = first.counts.iter().zip(&second.counts).map(difference).collect();
    features.extend(first.parameters.iter().zip(&second.parameters).map(difference));
    features.push(game.first_began.map_or(0.0, |began| if began { 1.0 } else { -1.0 }));
    features.push(if game.swapped { -1.0 } else { 1.0 });
    features
}

/// The fewest meetings from which this number of features is estimated.
pub(super) fn fewest_meetings(features: usize) -> usize {
    2 * features.max(1)
}

impl Fit {
    /// Fits the games of some meetings.
    ///
    /// # Errors
    /// If the worths of troops are not identifiable.
    pub fn of(encounters: &[Encounter], terms: &Terms) -> Result<Fit, FitError> {
        let all = terms.troops + terms.parameters + 2;
        let mut games: Vec<(Vec<f64>, f64, usize)> = Vec::new();
        let mut forfeited = 0;
        for (meeting, encounter) in encounters.iter().enumerate() {
            for game in &encounter.games {
                // Lost by the side that forfeits: if it were left out, a bot could hide a loss by aborting the game.
                forfeited += u64::from(game.forfeited);
                games.push((features(encounter, game), game.score, meeting));
            }
        }
        let mut played: Vec<usize> = games.iter().map(|(.., meeting)| *meeting).collect();
        played.dedup();
        let varies = |feature: usize| games.iter().any(|(row, ..)| row[feature] != 0.0);
        let wanted: Vec<bool> = (0..all).map(varies).collect();
        let features = wanted.iter().filter(|wanted| **wanted).count();
        if played.len() < fewest_meetings(features) {
            return Err(FitError::TooFew { meetings: played.len(), features });
        }
        // Where one seat always begins, both effects are confounded and attributed to the first move.
        for dropped in [&[][..], &[all - 1], &[all - 2, all - 1]] {
            let kept = |feature: usize| wanted[feature] && !dropped.contains(&feature);
            let kept: Vec<usize> = (0..all).filter(|feature| kept(*feature)).collect();
            let mut rows = Rows::new(kept.len());
            for (row, score, meeting) in &games {
                rows.add(&kept.iter().map(|feature| row[*feature]).collect::<Vec<_>>(), *score, *meeting as u64);
            }
            if let Some(logistic) = Logistic::of(&rows, &vec![f64::INFINITY; kept.len()]) {
                let columns = Columns((0..all).map(|feature| kept.iter().position(|one| *one == feature)).collect());
                let meetings = games.iter().map(|(.., meeting)| *meeting).collect();
                let mean_army = mean_army(encounters, terms);
                return Ok(Fit { terms: terms.clone(), columns, logistic, rows, meetings, mean_army, forfeited });
            }
        }
        Err(FitError::Indistinct)
    }

    /// The column of a troop, if its number differs between armies anywhere.
    pub fn troop(&self, troop: usize) -> Option<usize> {
        self.columns.0[troop]
    }

    /// The column of a parameter.
    pub fn parameter(&self, parameter: usize) -> Option<usize> {
        self.columns.0[self.terms.troops + parameter]
    }

    /// The number of troops in the pool.
    pub fn troops(&self) -> usize {
        self.terms.troops
    }

    /// The number of parameters.
    pub fn parameters(&self) -> usize {
        self.terms.parameters
    }

    /// The worth of moving first, against the other side moving first: half of the difference in log odds.
    pub fn first_move(&self) -> Option<Estimate> {
        self.columns.0[self.terms.troops + self.terms.parameters].map(|column| self.logistic.coefficient(column))
    }

    /// The worth of the red seat, in the same way.
    pub fn red_seat(&self) -> Option<Estimate> {
        self.columns.0[self.terms.troops + self.terms.parameters + 1].map(|column| self.logistic.coefficient(column))
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.rows.features()
    }

    /// The feature of each column of the regression, in order.
    pub fn column_features(&self) -> Vec<Feature> {
        let of = |place: usize| match place.checked_sub(self.terms.troops) {
            None => Feature::Troop(place),
            Some(place) if place < self.terms.parameters => Feature::Parameter(place),
            Some(place) if place == self.terms.parameters => Feature::FirstMove,
            Some(_) => Feature::RedSeat,
        };
        let kept = self.columns.0.iter().enumerate().filter(|(_, column)| column.is_some());
        kept.map(|(place, _)| of(place)).collect()
    }

    /// The predicted probability that the first army of an encounter wins a game.
    pub fn chance(&self, encounter: &Encounter, game: &super::MeetingGame) -> f64 {
        let features = features(encounter, game);
        let mut row = vec![0.0; self.width()];
        for (feature, column) in self.columns.0.iter().enumerate() {
            if let Some(column) = column {
                row[*column] = features[feature];
            }
        }
        self.logistic.chance(&row)
    }
}

fn mean_army(encounters: &[Encounter], terms: &Terms) -> Vec<f64> {
    let mut sums = vec![0.0; terms.troops + terms.parameters];
    for army in encounters.iter().flat_map(|encounter| &encounter.meeting.armies) {
        army.counts.iter().chain(&army.parameters).zip(&mut sums).for_each(|(value, sum)| *sum += f64::from(*value));
    }
    sums.iter().map(|sum| sum / (2 * encounters.len()).max(1) as f64).collect()
}

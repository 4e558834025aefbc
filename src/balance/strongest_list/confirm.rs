//! The results of a match that the search did not optimise on: the rate against each list and against the field,
//! verdicts adjusted together, and the overestimate of the search.
//!
//! The best of many estimates is too high on average, because chance helped to make it the best: the winner's curse
//! (Capen, Clapp and Campbell, Competitive bidding in high-risk situations, Journal of Petroleum Technology 23, 1971;
//! Smith and Winkler, The optimizer's curse, Management Science 52, 2006). Games on independent dice are free of it.

use super::record::{Record, Tally};
use super::search::Standing;
use crate::stats::{Estimate, benjamini_hochberg, clustered_p_value, mean_estimate};

/// The false discovery rate of verdicts.
const LEVEL_OF_VERDICTS: f64 = 0.05;

/// The verdict against one list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum FieldVerdict {
    /// It scores more than one half.
    Beats,
    /// It scores less than one half.
    Loses,
    /// The interval contains one half.
    Undecided,
}

impl FieldVerdict {
    /// The name used in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The conclusion against the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Conclusion {
    /// It beats the field: the whole interval is above one half.
    Exploit,
    /// The interval contains one half.
    None,
    /// Even the strongest list found is beaten by the field.
    Weaker,
    /// Too few games counted.
    #[strum(serialize = "untold")]
    TooFewGames,
}

impl Conclusion {
    fn of(rate: Option<&Estimate>) -> Conclusion {
        match rate {
            None => Conclusion::TooFewGames,
            Some(rate) if rate.low > 0.5 => Conclusion::Exploit,
            Some(rate) if rate.high < 0.5 => Conclusion::Weaker,
            Some(_) => Conclusion::None,
        }
    }

    /// The name used in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// An interval that covers every possible result of the forfeited games: their results are due to bots and not to
/// armies.
fn with_forfeits(rate: Estimate, tally: &Tally) -> Estimate {
    let unknown = tally.forfeited() as f64 / tally.counted().max(1) as f64;
    Estimate { low: (rate.low - unknown).max(0.0), high: (rate.high + unknown).min(1.0), ..rate }
}

/// The confirmation match against one list.
#[derive(Clone, Debug, PartialEq)]
pub struct AgainstOne {
    /// Its games.
    pub tally: Tally,
    /// The rate with its 95 % interval; pairs are the unit. It covers every possible result of forfeited games.
    pub rate: Option<Estimate>,
    /// The two-sided p-value of the hypothesis that the rate is one half.
    pub p: Option<f64>,
    /// The same, adjusted for all lists.
    pub p_adjusted: Option<f64>,
    /// The verdict.
    pub verdict: FieldVerdict,
}

/// The estimates before confirmation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchEstimates {
    /// The score in all games of the search.
    pub searched: Option<f64>,
    /// The strength estimated by the search: that score, shrunk towards the mean of the last generation.
    pub estimate: f64,
    /// The score in the play-off.
    pub play_off: Option<f64>,
}

/// The results of the confirmation match.
#[derive(Clone, Debug, PartialEq)]
pub struct Confirmed {
    /// Against each list of the field.
    pub against: Vec<AgainstOne>,
    /// Against all lists, equally weighted.
    pub rate: Option<Estimate>,
    /// The estimates before confirmation.
    pub estimates: SearchEstimates,
    /// The conclusion.
    pub conclusion: Conclusion,
}

impl Confirmed {
    /// Evaluates these games of the winner of the play-off.
    pub(super) fn of(record: &Record, winner: &Standing) -> Confirmed {
        let p_of = |tally: &Tally| clustered_p_value(&tally.scores().sums(2.0));
        let p_values: Vec<f64> = record.tallies.iter().filter_map(p_of).collect();
        let mut adjusted = benjamini_hochberg(&p_values).into_iter();
        let one = |tally: &Tally| {
            let (rate, p) = (tally.scores().rate().map(|rate| with_forfeits(rate, tally)), p_of(tally));
            let p_adjusted = p.and_then(|_| adjusted.next());
            let decided = p_adjusted.is_some_and(|p| p <= LEVEL_OF_VERDICTS);
            let verdict = match rate.filter(|_| decided) {
                Some(rate) if tally.forfeited() > 0 && rate.low <= 0.5 && rate.high >= 0.5 => FieldVerdict::Undecided,
                Some(rate) if rate.point > 0.5 => FieldVerdict::Beats,
                Some(_) => FieldVerdict::Loses,
                None => FieldVerdict::Undecided,
            };
            AgainstOne { tally: *tally, rate, p, p_adjusted, verdict }
        };
        let against: Vec<AgainstOne> = record.tallies.iter().map(one).collect();
        let rates: Vec<Estimate> = against.iter().filter_map(|one| one.rate).collect();
        let rate = mean_estimate(&rates);
        let estimates = SearchEstimates {
            searched: winner.candidate.record.score(),
            estimate: winner.estimate,
            play_off: winner.play_off.as_ref().and_then(Record::score),
        };
        Confirmed { conclusion: Conclusion::of(rate.as_ref()), against, rate, estimates }
    }

    /// All games of the match together.
    pub fn all(&self) -> Tally {
        self.against.iter().fold(Tally::default(), |sum, one| sum.plus(&one.tally))
    }

    /// The overestimate of the search.
    pub fn curse(&self) -> Option<f64> {
        Some(self.estimates.searched? - self.rate?.point)
    }
}

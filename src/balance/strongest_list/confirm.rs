//! The results of a match that the search did not optimise on: the rate against each list and against the field,
//! verdicts adjusted together, and the overestimate of the search.
//!
//! The best of many estimates is too high on average, because chance helped to make it the best: the winner's curse
//! (Capen, Clapp and Campbell, Competitive bidding in high-risk situations, Journal of Petroleum Technology 23, 1971;
//! Smith and Winkler, The optimizer's curse, Management Science 52, 2006). Games on independent dice are free of it.

use super::record::{Record, Tally};
use super::search::Standing;
use crate::stats::{Estimate, benjamini_hochberg, clustered_p_value_of, mean_estimate};

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

/// The share of the games that were forfeited: by so much the score may be wrong on either side, since their results
/// are due to bots and not to armies.
fn unknown_share(tally: &Tally) -> f64 {
    tally.forfeited() as f64 / tally.counted().max(1) as f64
}

/// An interval that covers every possible result of the forfeited games.
fn with_forfeits(rate: Estimate, tally: &Tally) -> Estimate {
    widened(rate, unknown_share(tally))
}

fn widened(rate: Estimate, unknown: f64) -> Estimate {
    Estimate { low: (rate.low - unknown).max(0.0), high: (rate.high + unknown).min(1.0), ..rate }
}

/// The mean rate against several lists: their sampling errors are independent, but forfeited games may all have gone
/// the same way (Manski, as of rates).
fn mean_of_lists(tallies: &[Tally]) -> Option<Estimate> {
    let counted = || tallies.iter().filter_map(|tally| Some((tally.scores().rate()?, unknown_share(tally))));
    let rates: Vec<Estimate> = counted().map(|(rate, _)| rate).collect();
    let unknown = counted().map(|(_, unknown)| unknown).sum::<f64>() / rates.len() as f64;
    mean_estimate(&rates).map(|rate| widened(rate, unknown))
}

/// The two-sided p-value of the hypothesis that the rate is one half for some result of the forfeited games; `None`
/// where too few pairs count.
fn p_with_forfeits(tally: &Tally) -> Option<f64> {
    let (sums, unknown) = (tally.scores().sums(2.0), unknown_share(tally));
    let off = tally.mean()? - 0.5;
    match off.abs() > unknown {
        true => clustered_p_value_of(&sums, 0.5 + unknown.copysign(off)),
        false => clustered_p_value_of(&sums, 0.5).map(|_| 1.0),
    }
}

/// The confirmation match against one list.
#[derive(Clone, Debug, PartialEq)]
pub struct AgainstOne {
    /// Its games.
    pub tally: Tally,
    /// The rate with its 95 % interval; pairs are the unit. It covers every possible result of forfeited games.
    pub rate: Option<Estimate>,
    /// The two-sided p-value of the hypothesis that the rate is one half, whatever the forfeited games would have given.
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
        let p_values: Vec<f64> = record.tallies.iter().filter_map(p_with_forfeits).collect();
        let mut adjusted = benjamini_hochberg(&p_values).into_iter();
        let one = |tally: &Tally| {
            let (rate, p) = (tally.scores().rate().map(|rate| with_forfeits(rate, tally)), p_with_forfeits(tally));
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
        let rate = mean_of_lists(&record.tallies);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Ending;
    use enum_map::enum_map;

    /// 600 pairs with a score of 0.55, of whose games one in twenty was forfeited.
    fn with_one_in_twenty_forfeited() -> Tally {
        let pairs = [60, 0, 420, 0, 120];
        let games = [540, 0, 660];
        Tally { pairs, games, endings: enum_map! { Ending::Forfeit => 60, Ending::Victory => 1_140, _ => 0 } }
    }

    #[test]
    fn forfeits_against_several_lists_may_all_have_gone_the_same_way() {
        let tally = with_one_in_twenty_forfeited();
        let mean = mean_of_lists(&[tally; 4]).unwrap();
        assert!((mean.point - 0.55).abs() < 1e-12);
        // Sampling errors are independent and are halved by four lists; the forfeited share is not.
        let alone = tally.scores().rate().unwrap();
        let expected = mean.point - (alone.point - alone.low) / 2.0 - 0.05;
        assert!((mean.low - expected).abs() < 1e-12 && mean.low < 0.5, "{mean:?}");
        assert_eq!(Conclusion::of(Some(&mean)), Conclusion::None);
    }

    #[test]
    fn the_p_value_allows_for_every_result_of_forfeited_games() {
        let tally = with_one_in_twenty_forfeited();
        // By one in twenty the score may be one half.
        assert!(p_with_forfeits(&tally).unwrap() > 0.99);
        let clean = Tally { endings: enum_map! { Ending::Victory => 1_200, _ => 0 }, ..tally };
        assert!(p_with_forfeits(&clean).unwrap() < 1e-3);
    }
}

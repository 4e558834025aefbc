//! The verdict on a rate: it follows from the interval, never from the point.

use crate::stats::{ClusterSums, Estimate, clustered_rate, wilson};
use crate::tournament::Counter;

/// A rate whose whole interval lies within this distance of one half is even.
pub const EVEN_MARGIN: f64 = 0.02;

/// With fewer clusters than this, or without scatter among them, the interval from the pairs alone is not trusted.
const ENOUGH_CLUSTERS: u64 = 30;

/// What an interval says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The interval lies above one half.
    Favours,
    /// The interval lies below one half.
    FavoursOther,
    /// The interval lies within [`EVEN_MARGIN`] of one half.
    Even,
    /// The interval is too wide to say.
    Undecided,
}

impl Verdict {
    /// The verdict on a rate.
    pub fn of(interval: &Estimate) -> Verdict {
        if interval.low >= 0.5 - EVEN_MARGIN && interval.high <= 0.5 + EVEN_MARGIN {
            Verdict::Even
        } else if interval.low > 0.5 {
            Verdict::Favours
        } else if interval.high < 0.5 {
            Verdict::FavoursOther
        } else {
            Verdict::Undecided
        }
    }

    /// The verdict in words, with the names of both parties.
    pub fn in_words(self, party: &str, other: &str) -> String {
        match self {
            Verdict::Favours => format!("favours {party}"),
            Verdict::FavoursOther => format!("favours {other}"),
            Verdict::Even => "even".to_string(),
            Verdict::Undecided => "undecided".to_string(),
        }
    }
}

/// The intervals of a counter's rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Taking each game for itself.
    pub wilson: Estimate,
    /// From the pairs; nothing with fewer than two.
    pub pairs: Option<Estimate>,
    /// What the verdict rests on: the interval from the pairs; where there are few of them or they do not differ, widened by the other.
    pub decisive: Estimate,
}

/// The rate of a counter with its intervals; nothing without games.
pub fn rate_interval(counter: &Counter) -> Option<Rate> {
    let wilson = wilson(counter.wins as f64 + counter.draws as f64 / 2.0, counter.games())?;
    let clusters = counter.clusters();
    let within = |estimate: Estimate| Estimate { low: estimate.low.max(0.0), high: estimate.high.min(1.0), ..estimate };
    let pairs = clustered_rate(&ClusterSums {
        count: clusters.count,
        games: clusters.games as f64,
        points: clusters.score as f64 / 2.0,
        games_squared: clusters.games_squared as f64,
        points_squared: clusters.score_squared as f64 / 4.0,
        games_points: clusters.score_games as f64 / 2.0,
    })
    .map(within);
    let decisive = match pairs {
        None => wilson,
        Some(pairs) if clusters.count < ENOUGH_CLUSTERS || pairs.high - pairs.low < 1e-9 => pairs.widened_by(&wilson),
        Some(pairs) => pairs,
    };
    Some(Rate { wilson, pairs, decisive })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(low: f64, high: f64) -> Verdict {
        Verdict::of(&Estimate { point: (low + high) / 2.0, low, high, level: 0.95 })
    }

    #[test]
    fn the_verdict_follows_from_the_interval() {
        assert_eq!(verdict(0.51, 0.62), Verdict::Favours);
        assert_eq!(verdict(0.31, 0.49), Verdict::FavoursOther);
        assert_eq!(verdict(0.49, 0.52), Verdict::Even);
        assert_eq!(verdict(0.505, 0.515), Verdict::Even);
        assert_eq!(verdict(0.45, 0.70), Verdict::Undecided);
    }
}

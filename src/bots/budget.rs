//! The budget of a search bot for one decision: iterations, applied actions, or time.
//!
//! Iterations and applied actions are counted work, and a bot that counts is repeatable from its seed. Time is measured
//! by the clock; a bot file with a time budget makes the whole run not repeatable, which the manifest records.

use super::keys::Keys;
use std::time::{Duration, Instant};

/// The budget of one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A number of iterations; each kind of bot defines what one is.
    Iterations(u64),
    /// A number of actions and rolls applied in search.
    Applied(u64),
    /// A duration.
    Time(Duration),
}

impl Budget {
    /// The names of the three in bot files.
    const ITERATIONS: &'static str = "iterations";
    const APPLIED: &'static str = "applied";
    const MILLISECONDS: &'static str = "milliseconds";

    /// Whether the same seed gives the same game.
    pub fn is_repeatable(self) -> bool {
        !matches!(self, Budget::Time(_))
    }

    /// Reads a table with exactly one of `iterations`, `applied` and `milliseconds`; without a table the result is
    /// `default`.
    pub(super) fn read(mut keys: Keys<'_>, default: Budget) -> Budget {
        const MOST: u64 = 1_000_000_000;
        let given = [
            keys.whole_if(Self::ITERATIONS, 1..=MOST).map(Budget::Iterations),
            keys.whole_if(Self::APPLIED, 1..=MOST).map(Budget::Applied),
            keys.whole_if(Self::MILLISECONDS, 1..=MOST)
                .map(|milliseconds| Budget::Time(Duration::from_millis(milliseconds))),
        ];
        let mut stated = given.into_iter().flatten();
        let budget = stated.next().unwrap_or(default);
        if stated.next().is_some() {
            keys.fault("a decision has one budget", "one of \"iterations\", \"applied\" and \"milliseconds\"");
        }
        keys.done();
        budget
    }

    /// Starts the meter of one decision.
    pub fn start(self) -> Meter {
        let until = if let Budget::Time(time) = self { Some(Instant::now() + time) } else { None };
        Meter { budget: self, until, iterations: 0, applied: 0 }
    }
}

/// The work done so far for a decision.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    budget: Budget,
    until: Option<Instant>,
    /// Iterations begun.
    pub iterations: u64,
    /// Actions and rolls applied.
    pub applied: u64,
}

impl Meter {
    /// Counts iterations and what they applied. An iteration that finds everything cached and applies nothing counts as
    /// one action, so that every budget ends.
    pub fn count(&mut self, iterations: u32, applied: u64) {
        self.iterations += u64::from(iterations);
        self.applied += applied.max(1);
    }

    /// Whether the budget is used up. At least one iteration is always allowed.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.iterations > 0
            && match self.budget {
                Budget::Iterations(most) => self.iterations >= most,
                Budget::Applied(most) => self.applied >= most,
                Budget::Time(_) => self.until.is_some_and(|until| Instant::now() >= until),
            }
    }

    /// The share of the budget that is used, from 0.
    pub fn spent(&self) -> f64 {
        match (self.budget, self.until) {
            (Budget::Iterations(most), _) => self.iterations as f64 / most as f64,
            (Budget::Applied(most), _) => self.applied as f64 / most as f64,
            (Budget::Time(time), Some(until)) => {
                1.0 - until.saturating_duration_since(Instant::now()).as_secs_f64() / time.as_secs_f64()
            }
            (Budget::Time(_), None) => 1.0,
        }
    }

    /// The number of iterations left; `None` for other budgets.
    pub fn iterations_left(&self) -> Option<u64> {
        if let Budget::Iterations(most) = self.budget { Some(most.saturating_sub(self.iterations)) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_work_ends_at_its_number_and_never_before_the_first_iteration() {
        let mut meter = Budget::Iterations(3).start();
        for _ in 0..3 {
            assert!(!meter.is_spent());
            meter.count(1, 0);
        }
        assert!(meter.is_spent());
        let mut meter = Budget::Applied(5).start();
        assert!(!meter.is_spent());
        meter.count(1, 4);
        assert!(!meter.is_spent());
        meter.count(1, 0);
        assert!(meter.is_spent());
    }

    #[test]
    fn only_time_cannot_be_repeated() {
        assert!(Budget::Iterations(1).is_repeatable() && Budget::Applied(1).is_repeatable());
        assert!(!Budget::Time(Duration::from_millis(1)).is_repeatable());
        let mut meter = Budget::Time(Duration::ZERO).start();
        meter.count(1, 1);
        assert!(meter.is_spent());
    }
}

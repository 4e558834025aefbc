//! An estimate: point, interval and confidence level as one value. Quantiles for 95 % intervals.

/// The confidence level of all intervals.
pub const LEVEL: f64 = 0.95;

/// The normal quantile of a two-sided interval of that level.
pub const NORMAL_95: f64 = 1.959_963_984_540_054;

/// A point estimate with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The point estimate.
    pub point: f64,
    /// The lower bound of the interval.
    pub low: f64,
    /// The upper bound of the interval.
    pub high: f64,
    /// The confidence level of the interval, such as 0.95.
    pub level: f64,
}

impl Estimate {
    /// Half the width of the interval.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The estimate of an increasing function of the estimated quantity.
    pub fn map(self, rising: impl Fn(f64) -> f64) -> Estimate {
        Estimate { point: rising(self.point), low: rising(self.low), high: rising(self.high), level: self.level }
    }

    /// An estimate with Student's interval, from its variance with this many degrees of freedom.
    pub fn of_variance(point: f64, variance: f64, degrees_of_freedom: u64) -> Estimate {
        let half = student_95(degrees_of_freedom) * variance.max(0.0).sqrt();
        Estimate { point, low: point - half, high: point + half, level: LEVEL }
    }

    /// A rate from a single cluster: the scatter between clusters is unknown, so that its interval is 0 to 1.
    pub fn of_single_cluster(point: f64) -> Estimate {
        Estimate { point, low: 0.0, high: 1.0, level: LEVEL }
    }

    /// The interval of a rate over `known` games, widened to cover every possible result of `unknown` further games:
    /// all lost, or all won (Manski, Nonparametric bounds on treatment effects, American Economic Review 80, 1990). The
    /// point estimate stays that of the known games.
    #[must_use]
    pub fn with_unknown(self, known: u64, unknown: u64) -> Estimate {
        if unknown == 0 {
            return self;
        }
        let (known, unknown) = (known as f64, unknown as f64);
        let all = known + unknown;
        let (low, high) = (self.low * known / all, (self.high * known + unknown) / all);
        Estimate { low: low.min(self.point), high: high.max(self.point), ..self }
    }

    /// The smallest interval that covers this one and another, with this one's point estimate.
    pub fn widened_by(&self, other: &Estimate) -> Estimate {
        Estimate { low: self.low.min(other.low), high: self.high.max(other.high), ..*self }
    }
}

/// The quantile of Student's t distribution for a two-sided interval of 95 %.
///
/// Up to nine degrees of freedom from a table, beyond by the expansion of Abramowitz and Stegun, Handbook of
/// Mathematical Functions, 26.7.5, whose error there is below 0.00005.
pub fn student_95(degrees_of_freedom: u64) -> f64 {
    const FIRST: [f64; 9] = [
        12.706_204_736,
        4.302_652_730,
        3.182_446_305,
        2.776_445_105,
        2.570_581_836,
        2.446_911_851,
        2.364_624_252,
        2.306_004_135,
        2.262_157_163,
    ];
    if let Some(quantile) = degrees_of_freedom.checked_sub(1).and_then(|index| FIRST.get(index as usize)) {
        return *quantile;
    }
    let (z, n) = (NORMAL_95, degrees_of_freedom as f64);
    let s = z * z;
    let first = z * (s + 1.0) / 4.0;
    let second = z * ((5.0 * s + 16.0) * s + 3.0) / 96.0;
    let third = z * (((3.0 * s + 19.0) * s + 17.0) * s - 15.0) / 384.0;
    let fourth = z * ((((79.0 * s + 776.0) * s + 1482.0) * s - 1920.0) * s - 945.0) / 92_160.0;
    z + (first + (second + (third + fourth / n) / n) / n) / n
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_which_nothing_is_known_may_have_come_to_anything() {
        // 60 of 100 known games won, 20 unknown: between 60 and 80 of 120.
        let exact = Estimate { point: 0.6, low: 0.6, high: 0.6, level: LEVEL };
        let wide = exact.with_unknown(100, 20);
        assert!((wide.low - 0.5).abs() < 1e-12 && (wide.high - 80.0 / 120.0).abs() < 1e-12 && wide.point == 0.6);
        assert_eq!(exact.with_unknown(100, 0), exact);
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        // Fisher and Yates, Statistical Tables, table III, column 0.05.
        for (degrees, quantile) in
            [(1, 12.706), (4, 2.776), (5, 2.571), (9, 2.262), (15, 2.131), (10, 2.228), (30, 2.042), (120, 1.980)]
        {
            assert!((student_95(degrees) - quantile).abs() < 0.0006, "{degrees}: {}", student_95(degrees));
        }
        assert!((student_95(1_000_000) - NORMAL_95).abs() < 1e-5);
    }
}

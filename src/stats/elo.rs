//! Elo points and scores: a difference of 400 points corresponds to odds of 10 to 1 (Elo, The Rating of Chessplayers,
//! 1978, in the logistic form).

/// Elo points per unit of strength, the natural log of odds.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The expected score of an entrant that is this many Elo points ahead.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / ELO))
}

/// The Elo difference that corresponds to an expected score: infinite for 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    ELO * (libm::log(score) - libm::log1p(-score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_the_usual_one() {
        assert!(
            (score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-15
                && (elo_of_score(0.75) - 190.848_501_887_864_96).abs() < 1e-10
        );
        assert!((elo_of_score(score_of_elo(-3.25)) + 3.25).abs() < 1e-10);
        assert_eq!((elo_of_score(0.5), elo_of_score(1.0), elo_of_score(0.0)), (0.0, f64::INFINITY, f64::NEG_INFINITY));
    }
}

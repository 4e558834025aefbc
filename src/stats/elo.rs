//! Elo points and scores: the odds are 10 to the 400th part of the difference of two ratings (Elo, The Rating of
//! Chessplayers, 1978, in the logistic form).

/// Elo points for a strength of 1, on the scale of natural logarithms of odds.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The expected score of who is so many Elo points ahead.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / ELO))
}

/// By how many Elo points who has this score is ahead: infinite for 0 and 1.
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

//! Dominance between entrants: one dominates another if it does at least as well against every opponent and better
//! against at least one (weak dominance: Osborne and Rubinstein, A Course in Game Theory, 1994, section 4.3). By
//! results alone there is never a reason to choose a dominated one.
//!
//! Once dominated entrants are removed, others may become dominated by those that remain. Each round removes all that
//! are dominated at that time, so that the result does not depend on the order in which they are examined.

use nalgebra::DMatrix;

/// Rates that differ by less are considered equal.
const SAME: f64 = 1e-12;

/// Whether `one` dominates `other` among `field`. `rates` holds the win rate of the row against the column, one half on
/// the diagonal.
fn dominates_among(rates: &DMatrix<f64>, field: &[usize], one: usize, other: usize) -> bool {
    let ahead = |against: &usize| rates[(one, *against)] - rates[(other, *against)];
    one != other
        && field.iter().all(|against| ahead(against) > -SAME)
        && field.iter().any(|against| ahead(against) > SAME)
}

/// For each entrant those that dominate it.
pub fn dominators(rates: &DMatrix<f64>) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..rates.nrows()).collect();
    all.iter()
        .map(|other| all.iter().copied().filter(|one| dominates_among(rates, &all, *one, *other)).collect())
        .collect()
}

/// For each entrant the round in which it is removed by iterated elimination of all dominated entrants at once: 1 for
/// those dominated in the whole field, `None` for those that remain.
pub fn rounds_of_dominance(rates: &DMatrix<f64>) -> Vec<Option<u32>> {
    let mut rounds = vec![None; rates.nrows()];
    for round in 1.. {
        let field: Vec<usize> = (0..rounds.len()).filter(|one| rounds[*one].is_none()).collect();
        let goes = |other: &&usize| field.iter().any(|one| dominates_among(rates, &field, *one, **other));
        let gone: Vec<usize> = field.iter().filter(goes).copied().collect();
        if gone.is_empty() {
            break;
        }
        gone.into_iter().for_each(|one| rounds[one] = Some(round));
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rates(rows: &[&[f64]]) -> DMatrix<f64> {
        DMatrix::from_fn(rows.len(), rows.len(), |row, column| rows[row][column])
    }

    #[test]
    fn a_ladder_is_dominated_by_all_above() {
        let ladder = rates(&[&[0.5, 0.6, 0.9], &[0.4, 0.5, 0.7], &[0.1, 0.3, 0.5]]);
        assert_eq!(dominators(&ladder), [vec![], vec![0], vec![0, 1]]);
        assert_eq!(rounds_of_dominance(&ladder), [None, Some(1), Some(1)]);
    }

    #[test]
    fn only_who_is_worse_against_everybody_is_dominated() {
        // Rock, paper, scissors; a fourth that loses to all, but not as badly to paper as rock does; a fifth that beats
        // rock as well as paper does.
        let ring = rates(&[
            &[0.5, 0.2, 0.8, 0.9, 0.2],
            &[0.8, 0.5, 0.2, 0.6, 0.6],
            &[0.2, 0.8, 0.5, 0.7, 0.6],
            &[0.1, 0.4, 0.3, 0.5, 0.1],
            &[0.8, 0.4, 0.4, 0.9, 0.5],
        ]);
        assert_eq!(dominators(&ring), [vec![], vec![], vec![], vec![2, 4], vec![]]);
    }

    #[test]
    fn others_go_once_the_dominated_are_gone() {
        // A cycle remains when the last is removed.
        let field =
            rates(&[&[0.5, 0.4, 0.7, 0.6], &[0.6, 0.5, 0.4, 0.7], &[0.3, 0.6, 0.5, 0.9], &[0.4, 0.3, 0.1, 0.5]]);
        assert_eq!(rounds_of_dominance(&field), [None, None, None, Some(1)]);
        // A ladder in which each does better than those above it against the last; without it the first dominates.
        let field =
            rates(&[&[0.5, 0.6, 0.7, 0.6], &[0.4, 0.5, 0.6, 0.7], &[0.3, 0.4, 0.5, 0.9], &[0.4, 0.3, 0.1, 0.5]]);
        assert_eq!(dominators(&field), [vec![], vec![], vec![], vec![0, 1]]);
        assert_eq!(rounds_of_dominance(&field), [None, Some(2), Some(2), Some(1)]);
    }

    #[test]
    fn equals_do_not_dominate_each_other() {
        let equals = rates(&[&[0.5, 0.5, 0.7], &[0.5, 0.5, 0.7], &[0.3, 0.3, 0.5]]);
        assert_eq!(dominators(&equals), [vec![], vec![], vec![0, 1]]);
        // As good against all but one, which the other beats more often.
        let nearly = rates(&[&[0.5, 0.5, 0.8], &[0.5, 0.5, 0.7], &[0.2, 0.3, 0.5]]);
        assert_eq!(dominators(&nearly), [vec![], vec![0], vec![0, 1]]);
    }
}

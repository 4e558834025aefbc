//! The rows of `fit.csv`: what was fitted, and whether the model holds.

use super::Costs;
use super::parts::standing;
use crate::balance::costs::{Calibration, Decile};
use crate::report::csv::{Decimal, PValue, Share, Text, row, text};
use crate::stats::{Added, Estimate, LEVEL, estimate};

row! {
    /// A quantity of the fit.
    #[derive(Default)]
    pub struct FitRow<'a> {
        /// The bot that led both armies.
        bot: Text<'a>,
        /// The points of an army.
        budget: Decimal<4>,
        /// The quantity of the row, below.
        measure: Text<'a>,
        /// Which of several.
        name: Text<'a>,
        /// Games behind it.
        games: Option<u64>,
        /// The figure.
        value: Option<Share>,
        /// Lower end of its 95 % interval.
        low: Option<Share>,
        /// Upper end.
        high: Option<Share>,
        /// The value predicted by the model.
        foretold: Option<Share>,
        /// The change of the win rate of even armies for one standard deviation of the non-additive feature.
        effect: Option<Share>,
        /// Degrees of freedom.
        degrees: Option<usize>,
        /// P-value of the hypothesis that strengths are additive.
        p_value: Option<PValue>,
        /// The same, adjusted for all squares and pairs of the block.
        p_adjusted: Option<PValue>,
        /// Of squares and pairs: `matters`, `chance`, or `untold` where the games cannot decide; of the formula as in
        /// `parts.csv`.
        verdict: Text<'a>,
    }
}

impl<'a> FitRow<'a> {
    fn new(of: &Costs<'a>, measure: &'a str) -> FitRow<'a> {
        FitRow { bot: text(of.bot), budget: Decimal(of.budget), measure: text(measure), ..FitRow::default() }
    }

    fn with_interval(self, interval: Option<Estimate>) -> FitRow<'a> {
        let [low, high] = [interval.map(|it| Decimal(it.low)), interval.map(|it| Decimal(it.high))];
        FitRow { low, high, ..self }
    }

    fn with_test(self, statistic: f64, degrees: usize, p: f64) -> FitRow<'a> {
        FitRow { value: Some(Decimal(statistic)), degrees: Some(degrees), p_value: Some(PValue(p)), ..self }
    }
}

fn of_estimate<'a>(of: &Costs<'a>, measure: &'a str, estimate: Estimate) -> FitRow<'a> {
    FitRow { value: Some(Decimal(estimate.point)), ..FitRow::new(of, measure) }.with_interval(Some(estimate))
}

fn of_calibration<'a>(of: &Costs<'a>, [deviance, decile]: [&'a str; 2], found: &Calibration) -> Vec<FitRow<'a>> {
    let whole = FitRow {
        games: Some(found.games),
        value: Some(Decimal(found.deviance)),
        foretold: Some(Decimal(found.deviance_of_a_coin)),
        ..FitRow::new(of, deviance)
    };
    let tenth = |(index, one): (usize, &Decile)| {
        let row = FitRow {
            name: text((index + 1).to_string()),
            games: Some(one.games),
            value: Some(Decimal(one.rate)),
            foretold: Some(Decimal(one.predicted)),
            ..FitRow::new(of, decile)
        };
        row.with_interval(one.observed)
    };
    std::iter::once(whole).chain(found.deciles.iter().enumerate().map(tenth)).collect()
}

pub(super) fn fit_rows<'a>(of: &Costs<'a>) -> Vec<FitRow<'a>> {
    let study = of.study;
    let mut rows = vec![of_estimate(of, "point", study.fair.point)];
    rows.extend(study.fit.first_move().map(|estimate| of_estimate(of, "first_move", estimate)));
    rows.extend(study.fit.red_seat().map(|estimate| of_estimate(of, "red_seat", estimate)));
    rows.extend(of_calibration(of, ["deviance", "decile"], &study.calibration));
    rows.extend(of_calibration(of, ["deviance_held_out", "decile_held_out"], &study.held_out));
    for (measure, joint) in [("squares", study.additivity.squares), ("pairs", study.additivity.pairs)] {
        rows.push(FitRow::new(of, measure).with_test(joint.statistic, joint.degrees, joint.p));
    }
    if let Some((formula, left)) = study.formula.as_ref().and_then(|formula| Some((formula, formula.left?))) {
        let row = FitRow::new(of, "formula").with_test(left.statistic, left.degrees, left.p);
        rows.push(FitRow { verdict: text(standing(formula)), ..row });
    }
    if let Some((statistic, degrees, p)) = study.least_change.as_ref().map(|least| least.left) {
        rows.push(FitRow::new(of, "least_change").with_test(statistic, degrees, p));
    }
    if let Some((statistic, degrees, p)) = study.printable.as_ref().map(|list| list.left) {
        rows.push(FitRow::new(of, "printable").with_test(statistic, degrees, p));
    }
    for suspect in &study.additivity.suspects {
        let verdict = match suspect.added {
            None => "untold",
            Some(_) if suspect.matters() => "matters",
            Some(_) => "chance",
        };
        let around = |added: Added| {
            let half = estimate::NORMAL_95 * added.error;
            let (low, high) = (added.coefficient - half, added.coefficient + half);
            Estimate { point: added.coefficient, low, high, level: LEVEL }
        };
        let row = FitRow {
            name: text(suspect.name.clone()),
            value: suspect.added.map(|added| Decimal(added.coefficient)),
            effect: suspect.effect().map(Decimal),
            p_value: suspect.added.map(|added| PValue(added.p)),
            p_adjusted: suspect.p_adjusted.map(PValue),
            verdict: text(verdict),
            ..FitRow::new(of, suspect.kind.name())
        };
        rows.push(row.with_interval(suspect.added.map(around)));
    }
    rows
}

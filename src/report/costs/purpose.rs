//! What meetings of armies were played for: columns that `meetings.csv` and `endings.csv` share.

use super::Costs;
use crate::balance::costs::MeetingPurpose;
use crate::report::csv::{Text, row, text};

row! {
    /// What meetings were played for.
    pub struct Purpose<'a> {
        /// `fit` or `held_out`.
        purpose: Text<'a>,
        /// The costs at which both armies were drawn: `list`, `fitted` (by the step before, or of held-out armies by
        /// the last fit), `least_change`, `printable`.
        costs: Text<'a>,
        /// The step of a fit; empty for held-out armies.
        step: Option<usize>,
        /// Whether the games of a fit are among those of the last fit; empty for held-out armies.
        pooled: Option<bool>,
    }
}

impl<'a> Purpose<'a> {
    pub(in crate::report) fn new(of: &Costs<'_>, purpose: MeetingPurpose) -> Purpose<'a> {
        let (purpose, costs, step) = match purpose {
            MeetingPurpose::Fit(step) => ("fit", if step == 0 { "list" } else { "fitted" }, Some(step)),
            MeetingPurpose::Evaluated(costs) => ("held_out", costs, None),
        };
        Purpose {
            purpose: text(purpose),
            costs: text(costs),
            step: step.map(|step| step + 1),
            pooled: step.map(|step| of.study.steps[step].is_pooled),
        }
    }
}

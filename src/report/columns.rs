//! All tables with documented columns. Only a table of this list can be written, and `docs/output.md` holds the columns
//! of each.

use super::csv::{Columns, Field, Row};
use super::{
    allocation, comparison, costs, decisions, games, luck, metagame, probes, problems, quality, ratings, refit,
    schedule, sequential, shape, strength, strongest_list, superiority, tables,
};

macro_rules! tables {
    ($($file:expr => $row:ty,)+) => {
        $(impl Row for $row {
            const FILE: &'static str = $file;
        })+

        /// The names of all tables, each with its columns.
        pub fn all() -> Vec<(&'static str, Vec<Field>)> {
            vec![$((<$row as Row>::FILE, <$row as Row>::fields()),)+]
        }
    };
}

tables! {
    "games.csv" => games::GameLine<'_>,
    "schedule.csv" => schedule::PlannedGame<'_>,
    "matchups.csv" => tables::MatchupRow<'_>,
    "bots.csv" => tables::BotRow<'_>,
    "armies.csv" => tables::ArmyRow<'_>,
    "seats.csv" => tables::SeatRow<'_>,
    "quality.csv" => quality::QualityRow<'_>,
    "ratings.csv" => ratings::RatingRow<'_>,
    "superiority.csv" => superiority::LeadRow<'_>,
    "field.csv" => shape::ShareRow<'_>,
    "cycles.csv" => shape::CycleRow<'_>,
    "matrix.csv" => metagame::MatrixRow<'_>,
    "metagame.csv" => metagame::ListRow<'_>,
    "luck.csv" => luck::LuckRow,
    "luckiest.csv" => luck::LuckiestRow<'_>,
    "sequential.csv" => sequential::SequentialRow<'_>,
    "allocation.csv" => allocation::AllocationRow<'_>,
    "comparison.csv" => comparison::EffectRow<'_>,
    "strength_trends.csv" => strength::TrendRow<'_>,
    "strength_rungs.csv" => strength::MeasureRungRow<'_>,
    "costs.csv" => costs::CostRow<'_>,
    "parts.csv" => costs::PartRow<'_>,
    "fit.csv" => costs::FitRow<'_>,
    "imbalance.csv" => costs::ImbalanceRow<'_>,
    "steps.csv" => costs::StepRow<'_>,
    "endings.csv" => costs::EndingRow<'_>,
    "cells.csv" => costs::CellRow<'_>,
    "cell_parts.csv" => costs::CellPartRow<'_>,
    "effects.csv" => costs::EffectRow<'_>,
    "heterogeneity.csv" => costs::HeterogeneityRow<'_>,
    "strength.csv" => costs::StrengthRow<'_>,
    "rungs.csv" => costs::RungRow<'_>,
    "unseen.csv" => costs::UnseenRow<'_>,
    "worst_armies.csv" => costs::WorstRow<'_>,
    "meetings.csv" => refit::MeetingRow<'_>,
    "covariance.csv" => refit::CovarianceRow<'_>,
    "breaker.csv" => strongest_list::BreakerRow<'_>,
    "generations.csv" => strongest_list::GenerationRow,
    "lists.csv" => strongest_list::ListRow<'_>,
    "probes.csv" => probes::ProbeRow<'_>,
    "problems.csv" => problems::AnswerRow<'_>,
    "problem_scores.csv" => problems::ScoreRow<'_>,
    "decisions.csv" => decisions::ChoiceRow<'_>,
    "decision_scores.csv" => decisions::DecisionScoreRow<'_>,
    "decision_agreement.csv" => decisions::AgreementRow<'_>,
}

/// The columns that the tables of bots, armies, seats and pairings share.
pub fn shared() -> Vec<Field> {
    tables::Figures::columns("", "")
}

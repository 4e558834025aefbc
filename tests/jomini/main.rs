//! Tests of the Jomini rulebook: one file for each chapter or procedure.

mod files;
mod odds;
mod odds_cases;
mod oracle;
mod oracle_answers;
mod played_odds;
mod sight;
mod table;
mod worked_examples;

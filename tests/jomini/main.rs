//! Tests of the Jomini rulebook: one file for each chapter or procedure.

mod board;
mod chapters;
mod exchange;
mod files;
mod games;
mod keys;
mod mirror;
mod odds;
mod odds_cases;
mod odds_report;
mod oracle;
mod oracle_answers;
mod played_odds;
mod properties;
mod setup;
mod show;
mod sight;
mod skirmish;
mod table;
mod terrain;
mod troops;
mod worked_examples;

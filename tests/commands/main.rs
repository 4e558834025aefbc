//! The commands of the program from end to end: what they print, write and refuse. One program holds all of them, as
//! each test program is compiled and linked by itself; `cargo test --test commands cli::` runs one of its parts.

mod balance;
mod breaker;
#[path = "../common/broken_off.rs"]
mod broken_off;
mod checks;
mod cli;
mod compare;
mod decisions;
mod documents;
mod empty_folder;
mod exit_codes;
mod file_faults;
mod first_hour;
mod ladder;
mod lookup;
mod meetings;
mod metagame;
mod pages;
mod plans;
mod probe;
mod problems;
mod readme;
mod refit;
mod reproducible;
#[path = "../common/resealed.rs"]
mod resealed;
mod strength;
mod tables;
mod train;
mod trials;
mod tune;
mod tutorials;

//! The games as files describe them and as bots play them, for every rulebook: data files, positions, the contract of
//! `game`, bots of every kind.

mod allocations;
mod data_files;
mod every_game;
mod external;
mod frames;
mod positions;
mod scripted;
mod search_bots;

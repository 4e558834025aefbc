//! En Avant !: a wargame of rectangular bases on an open table, measured with a ruler.

pub mod geometry;
pub mod rules;
pub mod troop;

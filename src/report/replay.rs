//! A battle to watch: a page that plays the film of one game, from one file and without network.
//!
//! [`film`] holds what is shown and described, filled by an observer of the game; [`data`] writes it for the script;
//! [`curve`] draws the chance to win; [`page`] writes the page; `script` joins the modules in `assets`.

pub mod curve;
pub mod data;
pub mod film;
pub mod page;
mod script;

pub use film::Film;

//! Training: from games of its own to the weights of a fast bot and of a searching bot.
//!
//! A round is (1) [`own_play()`]: the fast bot plays itself with perturbed weights and random actions, on every
//! scenario with every two armies; quiet positions are kept with the result of their game, and some decisions with the
//! values that the searching bot gives the actions; (2) [`fit_features()`]: a logistic regression of results on the
//! features of positions; (3) [`gradient()`]: a regression of results on the perturbations, and [`distil()`]: a
//! regression of the values of actions on the numbers of the appraisal, so that the fast bot prefers what search
//! prefers. What comes out of (2) and (3) replaces the weights only after a [`meet()`] on scenarios that are used for
//! nothing else. [`train()`] performs the rounds, [`story`] writes where numbers come from, and [`rows`] makes
//! tables of them. Nothing here depends on
//! a rulebook or a terminal.

pub mod course;
pub mod distil;
pub mod fit;
pub mod gradient;
pub mod meeting;
pub mod own_play;
pub mod rounds;
pub mod rows;
pub mod story;

pub use course::{Course, MatchGames, Pace, Stage};
pub use distil::{Distilled, distil};
pub use fit::{Bound, FittedFeatures, fit_features};
pub use gradient::{Gradient, gradient};
pub use meeting::{MeetingResult, match_games, meet, score_candidate};
pub use own_play::{Exploration, OwnGame, ScoredActions, own_games, own_play};
pub use rounds::{Bots, Round, Trained, train};

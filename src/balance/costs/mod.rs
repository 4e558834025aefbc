//! What troops are worth. Armies drawn from a pool meet each other in pairs of games with the sides swapped; a logistic
//! regression, in which an army's strength is the sum of the worth of its troops, turns the results into fair costs
//! with intervals.
//!
//! [`Arena`] is where armies meet: real games (`play`), or outcomes drawn from a known truth in tests. [`Fit`] is the
//! regression, [`fair_costs`] what follows from it on the [`Scale`] of the list; [`agree`] says whether fits tell the
//! same; `additivity` and `calibration` say how far the model can be trusted, [`imbalance()`] measures on armies that
//! had no part in the fit what the costs are good for, `study` puts it all together, step by step. Formulas and
//! assumptions stand in `docs/statistics.md`.

mod additivity;
mod calibration;
mod fair;
mod fit;
mod imbalance;
mod least_change;
mod meeting;
mod parts;
mod play;
mod scale;
mod service;
mod settle;
mod study;
#[cfg(test)]
mod tests;

pub use additivity::{Additivity, Suspect, SuspectKind, additivity};
pub use calibration::{Calibration, Decile, calibration};
pub use fair::{Exchange, FAIR_MARGIN, FairCost, FairCosts, PriceVerdict, fair_costs};
pub use fit::{Feature, Fit, FitError, Terms};
pub use imbalance::{Imbalance, draw_meetings, imbalance, is_held_out};
pub use least_change::{LeastChange, least_change};
pub use meeting::{Arena, ArenaError, Encounter, Meeting, Played};
pub use parts::{Formula, PartCost, formula};
pub use play::{Ground, RealArena, Seats};
pub use scale::{FLOOR, Scale, floor_of};
pub use service::{Service, services};
pub use settle::{Agreement, DOUBT, agree, agrees_with};
pub use study::{Judged, Met, Part, Plan, Step, Study, StudyError, study};

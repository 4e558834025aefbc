//! The worth of troops. Armies drawn from a pool meet each other in pairs of games with swapped sides; a logistic
//! regression, in which an army's strength is the sum of the worths of its troops, turns the results into fair costs
//! with intervals.
//!
//! An [`Arena`] plays the meetings: real games (`play`), or outcomes simulated from a known truth in tests. [`Fit`] is
//! the regression, [`fair_costs`] are derived from it on the [`Scale`] of the list; [`agree`] tests whether fits agree;
//! `drawable` checks before play that armies can be drawn, `additivity` and `calibration` check the model,
//! [`imbalance()`] evaluates the costs on held-out armies, and `study` combines these steps. Of new costs,
//! [`joint_costs`] are the joint intervals, [`unseen()`] measures what imbalance they leave on scenarios and under bots
//! without part in the fit (`absolute`: the mean absolute one), and [`worst_armies`] finds the worst armies that they
//! allow (`extremes`: the search). Of several scenarios and bots, `cells` fits each by itself and `factors` all
//! together; `endings` counts how games ended. Formulas and assumptions are in `docs/statistics.md`.

mod absolute;
mod additivity;
mod agreement;
mod calibration;
mod cells;
mod drawable;
mod endings;
mod extremes;
mod factors;
mod fair;
mod fit;
mod imbalance;
mod joint;
mod layout;
mod least_change;
mod meeting;
mod parts;
mod play;
mod printable;
mod scale;
mod service;
mod strength;
mod study;
#[cfg(test)]
mod tests;
mod unseen;
mod worst;
mod worths;

pub use absolute::{AbsoluteImbalance, absolute_imbalance};
pub use additivity::{Additivity, Suspect, SuspectKind, additivity};
pub use agreement::{Agreement, DOUBT, agree, agrees_with};
pub use calibration::{Calibration, Decile, calibration};
pub use cells::{Cell, EmptyCell};
pub use drawable::check;
pub use endings::{EndedGames, ended_games, endings_of};
pub use factors::{CostsByBot, Effect, FactorVerdict, Factors, Heterogeneity, TroopFactors, factors};
pub use fair::{CostVerdict, Exchange, FAIR_MARGIN, FairCost, FairCosts, fair_costs};
pub use fit::{Feature, Fit, FitError, Terms};
pub use imbalance::{Imbalance, draw_meetings, imbalance, is_held_out};
pub use joint::{JointCosts, joint_costs, on_scale};
pub use layout::Factor;
pub use least_change::{LeastChange, least_change};
pub use meeting::{Arena, ArenaError, Encounter, Meeting, MeetingGame};
pub use parts::{Formula, PartCost, formula, parts_with_verdict};
pub use play::{RealArena, Seats, StudyFiles};
pub use printable::{PrintableList, printable_list};
pub use scale::{FLOOR, Scale, floor_of};
pub use service::{Service, services};
pub use strength::{Strength, TroopStrength, strength};
pub use study::{Evaluated, LIST, MeetingPurpose, Plan, PlayedMeetings, Study, StudyError, StudyStep, study};
pub use unseen::{NamedCosts, Player, UnseenImbalance, UnseenPlan, unseen, unseen_places};
pub use worst::{WORST, WorstArmies, WorstArmy, WorstVerdict, worst_armies};

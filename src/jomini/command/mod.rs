//! Command: activations, the cost of orders, and officers who lead (chapter 3).
//!
//! | file | covers |
//! |---|---|
//! | `activation` | the Command phase (J3.1, J3.6 to J3.16, J3.25 to J3.29) |
//! | `reserves` | command of troops off the table (J4.25, J4.26) |
//! | `groups` | the units and officers that can join a group (J3.7 to J3.16) |
//! | `confirmation` | dice immediately after an activation (JA2.10, JA2.11, JA3.4) |
//! | `orders` | order tokens and the cost of orders (J3.17 to J3.24) |
//! | `leading` | officers at the head of a unit (J3.56 to J3.61) |
//! | `lost_officer` | the loss of an officer (J3.56, J5.107, J5.108) |

pub(super) mod activation;
pub(super) mod confirmation;
mod groups;
pub(super) mod leading;
mod lost_officer;
pub(super) mod orders;
mod reserves;

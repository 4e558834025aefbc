//! Combat (chapter 5): one combat from its declaration to its consequences, and its exact odds.
//!
//! | file | covers |
//! |---|---|
//! | `opening` | legal attacks, the beginning of a combat and of each roll (J5.1 to J5.8, J5.41) |
//! | `combat_orders` | the attack order and the defence order (J3.38 to J3.53) |
//! | `order_faults` | reasons why an attack or defence order cannot be given (J3.38 to J3.53) |
//! | `front_rank` | officers in the front rank (JA4.3 to JA4.5) |
//! | `support` | support (J1.3 to J1.9) |
//! | `dice` | the number of dice of an attack (J5.9 to J5.23, T15) |
//! | `hits` | effects of faces, and tactical advantages (J5.48 to J5.67, T6) |
//! | `shelter` | wagons and camels as shelter (J5.46, J5.47) |
//! | `sharpshooters` | officers as targets (JA3.17) |
//! | `flow` | the complete sequence of a combat (J5.41, T15, J5.68) |
//! | `guards` | when its questions and its dice arise |
//! | `decisions`, `observer` | how its decisions are declared, and who is shown its stages |
//! | `resolution` | the effects of a roll (T15) |
//! | `dodge` | hits that become morale hits (J3.48, JA3.12) |
//! | `losses` | elements and units lost (J3.59, J5.51) |
//! | `retreat` | retreat and withdrawal (J5.69 to J5.76, J3.52) |
//! | `aftermath` | follow-up, pursuit, riposte (J5.77 to J5.90, T8) |
//! | `defeat` | defeat by losses, and the end of the game (J1.1, J6.2, J6.4, J6.5) |
//! | `officers_at_risk` | flight of officers (J5.99 to J5.108) |
//! | `lone_officers` | officers driven out of their hex (J5.104) |
//! | `animals` | camels and elephants in combat (J5.17, J5.18, J5.37) |
//! | `stampede` | elephants in panic (J5.91 to J5.98) |
//! | `odds` | the exact odds of one combat |

pub(super) mod aftermath;
pub(super) mod animals;
pub(super) mod combat_orders;
pub(super) mod decisions;
pub(super) mod defeat;
pub mod dice;
pub mod dodge;
pub(super) mod flow;
pub(super) mod front_rank;
mod guards;
pub mod hits;
pub(super) mod lone_officers;
mod losses;
pub(super) mod observer;
pub mod odds;
pub(super) mod officers_at_risk;
pub(super) mod opening;
pub(super) mod order_faults;
pub(super) mod resolution;
pub(super) mod retreat;
pub(super) mod sharpshooters;
mod shelter;
pub mod stampede;
pub(super) mod support;

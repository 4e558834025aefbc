//! The table: the plane in whole numbers, and the ground with its pieces of terrain.
//!
//! | file | covers |
//! |---|---|
//! | `crossing` | the way over a linear obstacle: E3.25, EI-18 |
//! | `geometry` | points, headings, rectangles, convex polygons (EI-6) |
//! | `ground` | the table and its terrain: E3, table T1 |

pub mod crossing;
pub mod geometry;
pub mod ground;

//! The table: the plane in whole numbers, and the ground with its pieces of terrain.
//!
//! | file | covers |
//! |---|---|
//! | `geometry` | points, headings, rectangles, convex polygons (EI-6) |
//! | `ground` | the table and its terrain: E3, table T1 |

pub mod geometry;
pub mod ground;

//! Headings: a circle of 1,440 directions, a quarter of a degree apart, each with an integer vector.
//!
//! The vectors are computed at compile time, from the sine and cosine of one octant by integer arithmetic; the other
//! octants are reflections, so that a turn by 90 degrees swaps coordinates exactly and one by 180 degrees negates them
//! exactly.

use serde::{Deserialize, Serialize};

/// Headings in a circle.
pub const CIRCLE: u16 = 1_440;
/// Half a circle.
pub const HALF: i16 = 720;
/// A quarter of a circle.
pub const QUARTER: i16 = 360;
/// The number of bits of [`SCALE`].
pub const SCALE_BITS: u32 = 20;
/// The length of the vector of a heading.
pub const SCALE: i64 = 1 << SCALE_BITS;

/// Headings in an eighth of a circle.
const OCTANT: usize = CIRCLE as usize / 8;

/// π multiplied by 2^60.
const PI: i128 = 3_622_009_729_038_561_421;

/// A direction that a unit may face, in quarters of a degree clockwise from red's straight ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Heading(u16);

/// Sine (`odd`) or cosine of an angle given in steps of a quarter of a degree, up to 45 degrees, by their power series.
const fn series(steps: usize, odd: bool) -> i64 {
    const ONE: i128 = 1 << 60;
    let angle = PI * steps as i128 / (CIRCLE as i128 / 2);
    let mut term = if odd { angle } else { ONE };
    let mut sum = term;
    let mut factor = if odd { 1 } else { 0 };
    while factor < 24 {
        term = -((((term * angle) >> 60) * angle) >> 60) / ((factor + 1) * (factor + 2));
        sum += term;
        factor += 2;
    }
    ((sum + (1 << (59 - SCALE_BITS))) >> (60 - SCALE_BITS)) as i64
}

const fn octant(odd: bool) -> [i64; OCTANT + 1] {
    let mut values = [0; OCTANT + 1];
    let mut step = 0;
    while step <= OCTANT {
        values[step] = series(step, odd);
        step += 1;
    }
    values
}

const fn directions() -> [(i32, i32); CIRCLE as usize] {
    let (sine, cosine) = (octant(true), octant(false));
    let mut directions = [(0, 0); CIRCLE as usize];
    let mut index = 0;
    while index < CIRCLE as usize {
        let (quadrant, step) = (index / QUARTER as usize, index % QUARTER as usize);
        let (mut x, mut y) = if step < OCTANT {
            (sine[step], cosine[step])
        } else if step == OCTANT {
            (cosine[step], cosine[step])
        } else {
            (cosine[QUARTER as usize - step], sine[QUARTER as usize - step])
        };
        let mut turn = 0;
        while turn < quadrant {
            (x, y) = (y, -x);
            turn += 1;
        }
        directions[index] = (x as i32, y as i32);
        index += 1;
    }
    directions
}

static DIRECTIONS: [(i32, i32); CIRCLE as usize] = directions();

impl Heading {
    /// Straight ahead of red.
    pub const NORTH: Heading = Heading(0);

    /// The heading at a number of quarters of a degree clockwise from red's straight ahead.
    #[inline]
    pub const fn new(steps: u16) -> Heading {
        Heading(steps % CIRCLE)
    }

    /// The number of quarters of a degree clockwise from red's straight ahead.
    #[inline]
    pub const fn steps(self) -> u16 {
        self.0
    }

    /// This heading turned clockwise by a number of steps, anticlockwise if negative.
    #[inline]
    #[must_use]
    pub const fn turned(self, steps: i16) -> Heading {
        Heading((self.0 as i32 + steps as i32).rem_euclid(CIRCLE as i32) as u16)
    }

    /// The opposite heading.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Heading {
        self.turned(HALF)
    }

    /// The turn that leads from this heading to another: above −720 and up to 720 steps, clockwise if positive.
    #[inline]
    pub const fn turn_to(self, other: Heading) -> i16 {
        let turn = (other.0 as i32 - self.0 as i32).rem_euclid(CIRCLE as i32);
        (if turn > HALF as i32 { turn - CIRCLE as i32 } else { turn }) as i16
    }

    /// The vector of this heading, [`SCALE`] long.
    #[inline]
    pub fn direction(self) -> (i64, i64) {
        let (x, y) = DIRECTIONS[usize::from(self.0)];
        (i64::from(x), i64::from(y))
    }

    /// The heading nearest to a vector; that of red's straight ahead for a zero vector. Of two equally near, the one to
    /// the left.
    pub fn along(way: super::Point) -> Heading {
        if way == super::Point::ORIGIN {
            return Heading::NORTH;
        }
        // The quadrant first, by swaps that are exact, then the nearest of its headings.
        let (mut x, mut y, mut quadrant) = (i64::from(way.x), i64::from(way.y), 0);
        while !(x >= 0 && y > 0) {
            (x, y) = (-y, x);
            quadrant += 1;
        }
        let aside = |step: u16| {
            let (ahead_x, ahead_y) = Heading(step).direction();
            x * ahead_y - y * ahead_x
        };
        // The first heading of the quadrant that does not lie to the left of the vector.
        let (mut low, mut high) = (0, QUARTER as u16);
        while low < high {
            let middle = (low + high) / 2;
            if aside(middle) > 0 { low = middle + 1 } else { high = middle }
        }
        let nearest = if low > 0 && aside(low - 1) <= -aside(low) { low - 1 } else { low };
        Heading::new(nearest + quadrant * QUARTER as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Point;
    use super::*;

    #[test]
    fn directions_are_those_of_sine_and_cosine() {
        for steps in 0..CIRCLE {
            let (x, y) = Heading::new(steps).direction();
            let angle = f64::from(steps).to_radians() / 4.0;
            assert!((x as f64 - angle.sin() * SCALE as f64).abs() < 0.51, "{steps}");
            assert!((y as f64 - angle.cos() * SCALE as f64).abs() < 0.51, "{steps}");
        }
    }

    #[test]
    fn quarters_swap_and_halves_negate() {
        for steps in 0..CIRCLE {
            let heading = Heading::new(steps);
            let (x, y) = heading.direction();
            assert_eq!(heading.turned(QUARTER).direction(), (y, -x));
            assert_eq!(heading.opposite().direction(), (-x, -y));
        }
    }

    #[test]
    fn the_heading_along_its_own_vector_is_itself() {
        for steps in 0..CIRCLE {
            let heading = Heading::new(steps);
            let way = Point::ORIGIN.moved(heading, 50_000, 0);
            assert_eq!(Heading::along(way), heading);
            assert_eq!(Heading::along(-way), heading.opposite());
        }
    }

    #[test]
    fn turns_lead_where_they_say() {
        for (from, to, turn) in [(0, 1, 1), (1, 0, -1), (1_430, 10, 20), (0, 720, 720), (720, 0, 720), (10, 1_400, -50)]
        {
            assert_eq!(Heading::new(from).turn_to(Heading::new(to)), turn);
            assert_eq!(Heading::new(from).turned(turn), Heading::new(to));
        }
    }
}

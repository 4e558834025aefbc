//! Distances around impassable ground: a coarse grid over the table, searched once per battle on first use. For
//! evaluation only, never for checking moves.
//!
//! It implements no rules: impassable terrain E7.12, slowing terrain E7.11.

use super::State;
use super::engagement::Engagement;
use crate::en_avant::rules::Movement;
use crate::en_avant::table::geometry::{CENTIMETRE, Heading, Length, Point, Rectangle};
use crate::en_avant::table::ground::Ground;

/// Maximum number of cells from one edge of the table to the other.
const MOST_CELLS: Length = 23;
/// Minimum extent of a cell.
const LEAST_CELL: Length = 5 * CENTIMETRE;
/// Distances are stored in millimetres, so that they fit into 16 bits.
const UNIT: Length = 100;
/// There is no way.
const NO_WAY: u16 = u16::MAX;
/// Breadths of units that are distinguished: columns, and broader ones.
const BREADTHS: [Length; 2] = [1, 3];

/// Distances between all cells of a table.
#[derive(Clone, Debug)]
pub struct Ways {
    cell: Length,
    columns: Length,
    rows: Length,
    /// Distances from each cell to each, for each breadth.
    distances: [Vec<u16>; 2],
}

/// A square around a point.
fn square(point: Point, half: Length) -> Rectangle {
    Rectangle { centre: point, heading: Heading::NORTH, half_depth: half, half_width: half }
}

impl Ways {
    /// The distances on a table with obstructions; none if all of it can be entered.
    fn of(ground: &Ground, width: Length) -> Option<Ways> {
        ground.pieces.iter().find(|piece| piece.movement == Movement::Impassable)?;
        let extent = 2 * ground.half_width.max(ground.half_depth);
        let cell = LEAST_CELL.max(extent / MOST_CELLS);
        // An odd number of cells, so that one lies in the middle and the grid is the same from both edges.
        let count = |half: Length| 2 * ((half - cell / 2).max(0) / cell) + 1;
        let (columns, rows) = (count(ground.half_width), count(ground.half_depth));
        let mut ways = Ways { cell, columns, rows, distances: [Vec::new(), Vec::new()] };
        for (index, breadth) in BREADTHS.into_iter().enumerate() {
            ways.distances[index] = ways.walked(ground, breadth * width * 2 / 5);
        }
        Some(ways)
    }

    fn centre(&self, index: usize) -> Point {
        let (column, row) = (index as Length % self.columns, index as Length / self.columns);
        Point::new((column - self.columns / 2) * self.cell, (row - self.rows / 2) * self.cell)
    }

    fn index_at(&self, point: Point) -> usize {
        let place = |x: Length, count: Length| {
            let half = self.cell / 2;
            ((x + (count / 2) * self.cell + half).div_euclid(self.cell)).clamp(0, count - 1)
        };
        (place(point.y, self.rows) * self.columns + place(point.x, self.columns)) as usize
    }

    /// The cells adjacent to one.
    fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        let (column, row) = (index as Length % columns, index as Length / columns);
        (-1..=1).flat_map(move |y| (-1..=1).map(move |x| (x, y))).filter_map(move |(x, y)| {
            let (column, row) = (column + x, row + y);
            let inside = (x, y) != (0, 0) && (0..columns).contains(&column) && (0..rows).contains(&row);
            inside.then_some((row * columns + column) as usize)
        })
    }

    /// The distances between all cells for units that need this much room on either side.
    fn walked(&self, ground: &Ground, half: Length) -> Vec<u16> {
        let count = (self.columns * self.rows) as usize;
        let barred = |point: Point| ground.bars(&square(point, half), 0);
        let third = self.cell / 3;
        let offsets = [
            (0, 0),
            (0, third),
            (0, -third),
            (third, 0),
            (-third, 0),
            (third, third),
            (-third, -third),
            (third, -third),
            (-third, third),
        ];
        // The place in each cell where a unit can stand, if there is one.
        let places: Vec<Option<Point>> = (0..count)
            .map(|index| {
                offsets.iter().map(|(x, y)| self.centre(index) + Point::new(*x, *y)).find(|point| !barred(*point))
            })
            .collect();
        let step = |from: usize, to: usize| -> Option<u32> {
            let (from, to) = (places[from]?, places[to]?);
            let part =
                |share: Length| Point::new(from.x + (to.x - from.x) * share / 4, from.y + (to.y - from.y) * share / 4);
            if (1..4).any(|share| barred(part(share))) {
                return None;
            }
            let slow = Length::from(ground.slowing(&square(part(2), TENTH_OF_A_CELL)) > 0);
            Some(((to - from).length() * (2 + slow) / 2 / UNIT) as u32)
        };
        let steps: Vec<Vec<(usize, u32)>> = (0..count)
            .map(|from| self.neighbours(from).filter_map(|to| step(from, to).map(|cost| (to, cost))).collect())
            .collect();
        let mut distances = vec![NO_WAY; count * count];
        // Steps are short, so that cells wait in a ring of lists by their distance.
        let longest = steps.iter().flatten().map(|(_, cost)| *cost as usize).max().unwrap_or(0);
        let mut ring: Vec<Vec<usize>> = vec![Vec::new(); longest + 1];
        for start in (0..count).filter(|index| places[*index].is_some()) {
            let row = &mut distances[start * count..(start + 1) * count];
            row[start] = 0;
            ring[0].push(start);
            let (mut waiting, mut far, mut slot) = (1, 0u32, 0);
            while waiting > 0 {
                while let Some(at) = ring[slot].pop() {
                    waiting -= 1;
                    if far > u32::from(row[at]) {
                        continue;
                    }
                    for (next, cost) in &steps[at] {
                        let sum = far + cost;
                        if sum < u32::from(row[*next]) {
                            row[*next] = sum as u16;
                            let later = slot + *cost as usize;
                            ring[if later > longest { later - longest - 1 } else { later }].push(*next);
                            waiting += 1;
                        }
                    }
                }
                far += 1;
                slot = if slot == longest { 0 } else { slot + 1 };
            }
        }
        distances
    }

    /// The distance between two cells; that of a column plus a change of formation, where a broad unit finds no way or
    /// a longer one.
    fn distance(&self, from: usize, to: usize, files: u8, change: Length) -> Option<Length> {
        let at = |breadth: usize| {
            let far = self.distances[breadth][from * (self.columns * self.rows) as usize + to];
            (far != NO_WAY).then(|| Length::from(far) * UNIT)
        };
        let column = at(0);
        if Length::from(files) < BREADTHS[1] - 1 {
            return column;
        }
        let narrowed = column.map(|far| far + change);
        at(1).into_iter().chain(narrowed).min()
    }

    /// The distance between two cells on an empty table.
    fn straight(&self, from: usize, to: usize) -> Length {
        let way = self.centre(to) - self.centre(from);
        let (long, short) = (way.x.abs().max(way.y.abs()), way.x.abs().min(way.y.abs()));
        long + short * 41 / 100
    }
}

/// Half of the square that is checked to find whether a step is slow.
const TENTH_OF_A_CELL: Length = LEAST_CELL / 10;

impl Engagement {
    /// The distances on the table, if there are obstructions.
    fn ways(&self) -> Option<&Ways> {
        self.ways.get_or_init(|| Ways::of(&self.grounds[0], self.measures.width)).as_ref()
    }

    /// The excess of the way between two points over the straight line, for a unit with this number of files.
    pub(in crate::en_avant) fn detour(&self, state: &State, from: Point, to: Point, files: u8) -> Length {
        let Some(ways) = self.ways() else { return 0 };
        let (from, to) = if state.turned { (-from, -to) } else { (from, to) };
        let (from, to) = (ways.index_at(from), ways.index_at(to));
        let far = ways.distance(from, to, files, self.measures.ruler).unwrap_or(4 * ways.cell * MOST_CELLS);
        let more = far - ways.straight(from, to);
        // Excess caused by the coarseness of the grid on a straight way is not a detour.
        if more > ways.cell { more } else { 0 }
    }

    /// The first waypoint on the way to a point, if the way is not straight: the farthest place on it that lies
    /// straight ahead.
    pub(in crate::en_avant) fn first_leg(&self, state: &State, from: Point, to: Point) -> Option<Point> {
        if self.detour(state, from, to, 1) == 0 {
            return None;
        }
        let ways = self.ways()?;
        let turned = |point: Point| if state.turned { -point } else { point };
        let (start, goal) = (ways.index_at(turned(from)), ways.index_at(turned(to)));
        let (mut at, mut best) = (start, None);
        for _ in 0..2 * MOST_CELLS {
            let left = |index: usize| ways.distance(index, goal, 1, 0).unwrap_or(Length::MAX);
            let next = ways.neighbours(at).min_by_key(|index| left(*index))?;
            if left(next) >= left(at) {
                break;
            }
            at = next;
            let far = ways.distance(start, at, 1, 0)?;
            if far - ways.straight(start, at) <= ways.cell / 2 {
                best = Some(turned(ways.centre(at)));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests;

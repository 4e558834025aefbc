//! Places proposed for a unit that is set up: a finite list, each checked exactly; any other legal place is accepted
//! too.
//!
//! A coarse row of places along the front of the band and one behind it, both ends of the band, and places relative to
//! units already set up: at the side of one, in contact, at its depth and angle; behind one; on an outer flank turned
//! away from the enemy. Rules E4.17, E2.34 with EI-26, EI-104.

use crate::en_avant::state::action::{Action, Placement};
use crate::en_avant::state::engagement::{Engagement, ahead_of};
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::{State, UnitId};
use crate::en_avant::table::geometry::{Edge, Length, Point, QUARTER};
use arrayvec::ArrayVec;

/// Maximum number of places that are proposed.
const MOST_PLACES: usize = 120;
/// Number of shapes that are proposed next to units already set up: the broadest.
const BROAD: usize = 2;
/// Number of units behind which a place is proposed.
const MOST_BEHIND: usize = 4;
/// Angle of a refused flank, in quarters of a degree.
const REFUSED: i16 = QUARTER / 2;

/// The legal places of a unit found so far.
struct Places<'a, S: Sink> {
    game: &'a Engagement,
    state: &'a State,
    unit: UnitId,
    sink: &'a mut S,
    seen: ArrayVec<Placement, MOST_PLACES>,
}

impl<S: Sink> Places<'_, S> {
    /// Proposes a place in the states in which the unit may be set up there, unless it has been proposed before.
    fn propose(&mut self, at: Placement) -> bool {
        let (game, state, unit) = (self.game, self.state, self.unit);
        if self.sink.is_full()
            || self.seen.is_full()
            || self.seen.contains(&at)
            || game.check_deploy_at(state, unit, &at, false).is_err()
        {
            return false;
        }
        self.seen.push(at);
        self.sink.push(Action::DeployAt(at));
        if game.troops.profile(state, unit).troop.horse && game.check_deploy_at(state, unit, &at, true).is_ok() {
            self.sink.push(Action::DeployLimbered(at));
        }
        true
    }

    /// Proposes places along the front of the band and behind it, and at both of its ends.
    fn rows(&mut self, shapes: &[u8]) {
        let (game, state) = (self.game, self.state);
        let side = state.active;
        let (width, band) = (game.measures.width, game.measures.band);
        let half = game.ground(state).half_width;
        let end = half - game.rules.widths(game.rules.deployment_side_margin);
        for (index, files) in shapes.iter().enumerate() {
            let wide = Length::from(*files) * width;
            let step = wide.max(4 * width);
            let places = (half - wide / 2) / step;
            let rows: &[Length] = if index < BROAD { &[band, band / 2] } else { &[band] };
            for from_edge in rows {
                for place in -places..=places {
                    let front = game.band_point(state, side, place * step, *from_edge);
                    self.propose(Placement { front, heading: ahead_of(side), files: *files });
                }
            }
            if index < BROAD {
                for aside in [wide / 2 - end, end - wide / 2] {
                    let front = game.band_point(state, side, aside, band);
                    self.propose(Placement { front, heading: ahead_of(side), files: *files });
                }
            }
        }
    }

    /// Proposes places relative to units already set up.
    fn company(&mut self, shapes: &[u8]) {
        let (game, state) = (self.game, self.state);
        let width = game.measures.width;
        let mut behind = 0;
        for friend in game.troops.on_table(state, state.active) {
            let whole = game.places().bounding(state, friend);
            for files in shapes.iter().take(BROAD) {
                let half = Length::from(*files) * width / 2;
                for hand in [-1, 1] {
                    let corner = state.unit(friend).front.moved(whole.heading, 0, hand * whole.half_width);
                    let beside = Placement {
                        front: corner.moved(whole.heading, 0, hand * half),
                        heading: whole.heading,
                        files: *files,
                    };
                    if self.propose(beside) {
                        // Turned back, with the inner corner of its rear at the flank.
                        let heading = whole.heading.turned(hand as i16 * REFUSED);
                        let ranks = Length::from(state.unit(self.unit).bases.div_ceil(*files));
                        let rear =
                            Point::ORIGIN.moved(heading, -ranks * game.troops.profile(state, self.unit).depth, 0);
                        let (_, aside) = Point::ORIGIN.seen(whole.heading, rear);
                        let inner = corner.moved(whole.heading, 0, hand * aside.abs());
                        self.propose(Placement { front: inner.moved(heading, 0, hand * half), heading, files: *files });
                    }
                }
            }
            if behind < MOST_BEHIND {
                let files = shapes
                    .iter()
                    .copied()
                    .find(|files| Length::from(*files) * width <= 2 * whole.half_width)
                    .unwrap_or(1);
                behind += usize::from(self.propose(Placement {
                    front: whole.middle_of(Edge::Rear),
                    heading: whole.heading,
                    files,
                }));
            }
        }
    }

    /// Searches for any place in the band, in column or line, if the preferred ones are taken.
    fn anywhere(&mut self) {
        let (game, state) = (self.game, self.state);
        let side = state.active;
        let depth = game.troops.profile(state, self.unit).depth;
        let (width, half) = (game.measures.width, game.ground(state).half_width);
        let steps = half / (width / 2);
        for files in 1..=state.unit(self.unit).bases {
            let mut found = false;
            let mut from_edge = game.measures.band;
            while from_edge > 0 {
                for place in -steps..=steps {
                    let front = game.band_point(state, side, place * (width / 2), from_edge);
                    found |= self.propose(Placement { front, heading: ahead_of(side), files });
                }
                from_edge -= depth;
            }
            if found {
                return;
            }
        }
    }
}

impl Engagement {
    /// The places that are proposed for a unit: in line, in two or three ranks or in column. Without room in the band
    /// it is left out.
    pub(in crate::en_avant) fn deploy_at_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) {
        let bases = state.unit(unit).bases;
        let mut shapes = ArrayVec::<u8, 4>::new();
        for files in [bases, bases.div_ceil(2), bases.div_ceil(3), 1] {
            if !shapes.contains(&files) {
                shapes.push(files);
            }
        }
        let mut it = Places { game: self, state, unit, sink, seen: ArrayVec::new() };
        it.rows(&shapes);
        it.company(&shapes);
        if it.seen.is_empty() {
            it.anywhere();
        }
        if it.seen.is_empty() {
            it.sink.push(Action::Pass);
        }
    }
}

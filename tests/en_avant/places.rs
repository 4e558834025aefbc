//! The places proposed in deployment: a unit can be set up side by side with another, at its depth and angle, behind
//! it, with a refused flank, at both ends of the band.

use crate::scene::{Scene, foot};
use reglette::en_avant::state::action::Placement;
use reglette::en_avant::state::{Status, Step, Unit, UnitId};
use reglette::en_avant::table::geometry::{CENTIMETRE, Heading, Length, Point, depth_of_overlap};
use reglette::en_avant::{Action, Engagement, State};
use reglette::game::{Game, Side};

/// The tolerance for an exact place.
const EXACT: Length = CENTIMETRE / 5;

/// A unit of three bases in the band, in hundredths of a centimetre, and the places that are proposed for one of two
/// bases.
fn places(at: (i32, i32), degrees: u16) -> (Engagement, State, UnitId, Vec<Placement>) {
    let (game, mut state, ids) = Scene::new()
        .stand(Side::Red, foot(), at, degrees, 3, 3)
        .stand(Side::Red, foot(), (0, 0), 0, 2, 2)
        .stand(Side::Blue, foot(), (0, 3_000), 180, 2, 2)
        .build();
    (state.turn, state.impulse) = (0, 0);
    let waiting = ids[1];
    *state.unit_mut(waiting) = Unit { front: Point::ORIGIN, heading: Heading::NORTH, ..*state.unit(waiting) };
    state.unit_mut(waiting).set(Status::RESERVE, true);
    state.step = Step::DeployAt(waiting);
    let mut actions = Vec::new();
    game.legal_actions(&state, &mut actions);
    let placed =
        actions.iter().filter_map(|action| if let Action::DeployAt(at) = action { Some(*at) } else { None }).collect();
    (game, state, ids[0], placed)
}

/// E4.17: at the side of a unit already set up, level with it and at its angle, at any depth and angle.
#[test]
fn units_of_three_and_two_files_stand_shoulder_to_shoulder() {
    for (at, degrees) in [((0, -3_000), 0), ((550, -3_730), 0), ((-1_210, -3_900), 20), ((900, -3_800), 345)] {
        let (game, state, friend, placed) = places(at, degrees);
        let it = state.unit(friend);
        for hand in [-1, 1] {
            let beside = |at: &&Placement| {
                let (ahead, right) = it.front.seen(it.heading, at.front);
                let apart = right * hand - (Length::from(it.files) + Length::from(at.files)) * game.measures.width / 2;
                at.files == 2 && at.heading == it.heading && ahead.abs() <= EXACT && (0..=EXACT).contains(&(apart + 1))
            };
            assert!(placed.iter().any(|at| beside(&at)), "{at:?} {degrees}: {hand}");
        }
    }
}

/// E4.17: behind a unit, back to front.
#[test]
fn a_unit_stands_behind_another() {
    let (game, state, friend, placed) = places((0, -3_000), 0);
    let rear = game.places().bounding(&state, friend).middle_of(reglette::en_avant::table::geometry::Edge::Rear);
    let heading = state.unit(friend).heading;
    assert!(placed.iter().any(|at| (at.front - rear).length() <= EXACT && at.heading == heading));
}

/// E4.17: on an outer flank, turned back from it, with a corner at that flank.
#[test]
fn a_flank_is_refused() {
    let (game, state, friend, placed) = places((0, -3_200), 0);
    let whole = game.places().bounding(&state, friend);
    for hand in [-1, 1] {
        let corner = state.unit(friend).front.moved(whole.heading, 0, hand * whole.half_width);
        let refused = |at: &&Placement| {
            let half = Length::from(at.files) * game.measures.width / 2;
            let deep = Length::from(2_u8.div_ceil(at.files))
                * game.troops.profile(&state, UnitId::new(friend.index() + 1)).depth;
            let turned = whole.heading.turn_to(at.heading) * hand as i16;
            // The inner corner of its rear touches the flank.
            let (ahead, right) = corner.seen(whole.heading, at.front.moved(at.heading, -deep, -hand * half));
            let touches = (right * hand).abs() <= EXACT && ahead <= 0 && ahead >= -2 * whole.half_depth;
            (60..=300).contains(&turned) && touches
        };
        assert!(placed.iter().any(|at| refused(&at)), "{hand}");
    }
}

/// E4.17, EI-26: at both ends of the band, as far out as the rules allow.
#[test]
fn units_stand_at_both_ends_of_the_band() {
    let (game, state, friend, placed) = places((0, -3_000), 0);
    let end = game.ground(&state).half_width - game.rules.widths(game.rules.deployment_side_margin);
    for hand in [-1, 1] {
        let at_end = |at: &&Placement| {
            (at.front.x * hand + Length::from(at.files) * game.measures.width / 2 - end).abs() <= EXACT
        };
        assert!(placed.iter().any(|at| at_end(&at)), "{hand}");
    }
    let pose = |at: &Placement| Unit {
        front: at.front,
        heading: at.heading,
        files: at.files,
        ..*state.unit(UnitId::new(friend.index() + 1))
    };
    for at in &placed {
        let whole = game.places().bounding_at(&state, UnitId::new(friend.index() + 1), &pose(at));
        assert!(depth_of_overlap(&whole, &game.places().bounding(&state, friend)) <= game.measures.touch, "{at:?}");
    }
}

//! The lists of proposed moves: for each stored position they contain a move that fulfils the intention at its head, to
//! two millimetres; they are short, without duplicates.
//!
//! Whether a move fulfils an intention is measured here, in floats, from the poses before and after it.

use crate::scene::{Scene, foot};
use reglette::data::{Kind, Library, Source};
use reglette::en_avant::army::Army;
use reglette::en_avant::rules::Rules;
use reglette::en_avant::setup::position::Position;
use reglette::en_avant::setup::scenario::Scenario;
use reglette::en_avant::state::action::{Path, Segment};
use reglette::en_avant::state::{NO_UNIT, Placing, Status, Step, UnitId, unit_ids};
use reglette::en_avant::table::geometry::{CENTIMETRE, Length, Point, SCALE};
use reglette::en_avant::table::ground::Piece;
use reglette::en_avant::{Action, Engagement, State};
use reglette::game::rng::Key;
use reglette::game::{BySide, Game, Moment, Side};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The tolerance for an exact place, in centimetres.
const EXACT: f64 = 0.2;
/// Tolerance for rounding to whole steps, in centimetres.
const ROUNDING: f64 = 0.02;

/// A point or a vector, in centimetres.
type Spot = (f64, f64);

fn spot(point: Point) -> Spot {
    (f64::from(point.x) / f64::from(CENTIMETRE), f64::from(point.y) / f64::from(CENTIMETRE))
}

fn point((x, y): Spot) -> Point {
    Point::new((x * f64::from(CENTIMETRE)).round() as Length, (y * f64::from(CENTIMETRE)).round() as Length)
}

fn centimetres(length: Length) -> f64 {
    f64::from(length) / f64::from(CENTIMETRE)
}

/// A rectangle behind a front edge: the middle of the edge, the direction straight ahead, the half width, the depth.
#[derive(Clone, Copy)]
struct Block {
    front: Spot,
    ahead: Spot,
    half: f64,
    depth: f64,
}

impl Block {
    fn of(game: &Engagement, state: &State, unit: UnitId) -> Block {
        let it = state.unit(unit);
        let (x, y) = it.heading.direction();
        let scale = SCALE as f64;
        let depth = f64::from(it.ranks()) * centimetres(game.troops.profile(state, unit).depth);
        Block {
            front: spot(it.front),
            ahead: (x as f64 / scale, y as f64 / scale),
            half: f64::from(it.files) * centimetres(game.measures.width) / 2.0,
            depth,
        }
    }

    /// The position of a point ahead of the front and to the right of its middle.
    fn sees(&self, (x, y): Spot) -> (f64, f64) {
        let (x, y) = (x - self.front.0, y - self.front.1);
        (x * self.ahead.0 + y * self.ahead.1, x * self.ahead.1 - y * self.ahead.0)
    }

    /// The point at a distance ahead of the front and to the right of its middle.
    fn at(&self, ahead: f64, right: f64) -> Spot {
        (
            self.front.0 + ahead * self.ahead.0 + right * self.ahead.1,
            self.front.1 + ahead * self.ahead.1 - right * self.ahead.0,
        )
    }

    fn moved(&self, ahead: f64) -> Block {
        Block { front: self.at(ahead, 0.0), ..*self }
    }

    fn corners(&self) -> [Spot; 4] {
        [
            self.at(0.0, -self.half),
            self.at(0.0, self.half),
            self.at(-self.depth, self.half),
            self.at(-self.depth, -self.half),
        ]
    }

    fn centre(&self) -> Spot {
        self.at(-self.depth / 2.0, 0.0)
    }

    fn holds(&self, place: Spot) -> bool {
        let (ahead, right) = self.sees(place);
        ahead <= 0.0 && ahead >= -self.depth && right.abs() <= self.half
    }

    /// Whether another faces the same way, to a quarter of a degree.
    fn is_parallel(&self, other: &Block) -> bool {
        self.ahead.0 * other.ahead.0 + self.ahead.1 * other.ahead.1 > 0.25_f64.to_radians().cos() - 1e-9
    }

    /// Whether its front edge lies on the line of another's.
    fn is_in_line(&self, other: &Block) -> bool {
        self.is_parallel(other)
            && [-self.half, self.half].iter().all(|right| other.sees(self.at(0.0, *right)).0.abs() <= EXACT)
    }
}

fn from_stretch(place: Spot, (from, to): (Spot, Spot)) -> f64 {
    let (way, here) = ((to.0 - from.0, to.1 - from.1), (place.0 - from.0, place.1 - from.1));
    let square = way.0 * way.0 + way.1 * way.1;
    let share = if square > 0.0 { ((here.0 * way.0 + here.1 * way.1) / square).clamp(0.0, 1.0) } else { 0.0 };
    (here.0 - share * way.0).hypot(here.1 - share * way.1)
}

/// The distance between two polygons that do not cross.
fn apart(one: &[Spot], other: &[Spot]) -> f64 {
    let edges = |of: &[Spot]| (0..of.len()).map(|index| (of[index], of[(index + 1) % of.len()])).collect::<Vec<_>>();
    let from = |places: &[Spot], of: &[Spot]| {
        edges(of)
            .into_iter()
            .flat_map(|edge| places.iter().map(move |place| from_stretch(*place, edge)))
            .fold(f64::MAX, f64::min)
    };
    from(one, other).min(from(other, one))
}

/// A position with an intention: the unit and its task.
struct Stored {
    name: String,
    game: Engagement,
    unit: UnitId,
    intention: String,
}

/// The unit of a short name such as R3.
fn unit_of(name: &str) -> UnitId {
    let (side, number) = name.split_at(1);
    let side = if side == "R" { Side::Red } else { Side::Blue };
    let number: usize = number.parse().unwrap_or_else(|_| panic!("no unit {name}"));
    unit_ids(side).nth(number - 1).unwrap_or_else(|| panic!("no unit {name}"))
}

fn stored() -> Vec<Stored> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/en_avant/positions/intentions");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("a file");
        let line =
            text.lines().next().and_then(|line| line.strip_prefix("# Intention: ")).expect("an intention at the head");
        let (unit, intention) = line.split_once(": ").expect("a unit and what it means to do");
        let (unit, intention) = (unit_of(unit), intention.to_owned());
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let source = Source::new(&Library::built_in(), Kind::Position, "positions/en-avant/mine.toml", text);
        let game = Position::read(&source, None).unwrap_or_else(|error| panic!("{name}: {error}")).engagement;
        Stored { name, game, unit, intention }
    };
    files.iter().map(read).collect()
}

/// The position in which a unit has been activated and is about to choose its path.
fn about_to_move(game: &Engagement, unit: UnitId) -> State {
    let mut state = game.initial();
    state.unit_mut(unit).set(Status::ACTIVATED, true);
    state.step = Step::Place(unit, Placing::Move);
    state
}

/// The data by which an intention is checked: the position before and after, the moving unit and its path.
struct Move<'a> {
    game: &'a Engagement,
    before: &'a State,
    after: &'a State,
    unit: UnitId,
    path: Path,
}

impl Move<'_> {
    fn was(&self) -> Block {
        Block::of(self.game, self.before, self.unit)
    }

    fn is(&self) -> Block {
        Block::of(self.game, self.after, self.unit)
    }

    fn other(&self, name: &str) -> Block {
        Block::of(self.game, self.before, unit_of(name))
    }

    fn piece(&self, name: &str) -> &Piece {
        let pieces = &self.game.ground(self.before).pieces;
        pieces.iter().find(|piece| piece.name == name).unwrap_or_else(|| panic!("no piece {name}"))
    }

    fn pace(&self, name: &str) -> f64 {
        centimetres(self.game.units().pace(self.before, unit_of(name)))
    }

    /// Level with the place that a friend can still reach in this turn.
    fn keeps_line(&self, friend: &str) -> bool {
        let go = if self.before.unit(unit_of(friend)).has(Status::ACTIVATED) { 0.0 } else { self.pace(friend) };
        self.is().is_in_line(&self.other(friend).moved(go))
    }

    /// Flank to flank.
    fn closes_gap(&self, friend: &str) -> bool {
        let (is, friend) = (self.is(), self.other(friend));
        let (ahead, right) = is.sees(friend.centre());
        let beside = right.abs() >= is.half + friend.half - ROUNDING && ahead.abs() <= is.depth.max(friend.depth);
        is.is_parallel(&friend) && beside && apart(&is.corners(), &friend.corners()) <= EXACT
    }

    /// Slightly outside the allowance of an enemy's front.
    fn stops_outside_charge(&self, enemy: &str) -> bool {
        let foe = self.other(enemy);
        let edge = [foe.at(0.0, -foe.half), foe.at(0.0, foe.half)];
        let beyond = apart(&self.is().corners(), &edge) - self.pace(enemy);
        beyond > 0.0 && beyond <= EXACT
    }

    /// The target lies ahead, at the end of the range.
    fn stops_in_range(&self, enemy: &str) -> bool {
        let (is, range) = (self.is(), centimetres(self.game.troops.profile(self.before, self.unit).range));
        let nearest = self
            .other(enemy)
            .corners()
            .into_iter()
            .map(|corner| is.sees(corner))
            .filter(|it| it.1.abs() <= is.half + 3.0);
        let nearest = nearest.map(|it| it.0).fold(f64::MAX, f64::min);
        nearest <= range + ROUNDING && nearest >= range - EXACT
    }

    /// Just outside the field of fire of an enemy.
    fn stops_out_of_range(&self, enemy: &str) -> bool {
        let foe = self.other(enemy);
        let range = centimetres(self.game.troops.profile(self.before, unit_of(enemy)).range);
        let margin = centimetres(self.game.rules.widths(self.game.rules.field_side_margin));
        let field = Block { front: foe.at(range, 0.0), half: foe.half + margin, depth: range, ..foe };
        let is = self.is();
        let clear = !is.corners().iter().any(|corner| field.holds(*corner))
            && !field.corners().iter().any(|corner| is.holds(*corner));
        clear && apart(&is.corners(), &field.corners()) <= EXACT
    }

    fn stops_before(&self, piece: &Piece) -> bool {
        let corners = self.is().corners();
        let outside = !self.is().moved(-ROUNDING).corners().iter().any(|corner| piece.contains(point(*corner)));
        let outline = |area: &reglette::en_avant::table::geometry::Convex| {
            area.corners().iter().map(|it| spot(*it)).collect::<Vec<_>>()
        };
        outside && piece.areas().iter().any(|area| apart(&corners, &outline(area)) <= EXACT)
    }

    fn is_inside(&self, piece: &Piece, block: &Block) -> bool {
        block.corners().iter().all(|corner| piece.contains(point(*corner)))
    }

    fn goes_just_inside(&self, piece: &Piece) -> bool {
        self.is_inside(piece, &self.is()) && !self.is_inside(piece, &self.is().moved(-EXACT))
    }

    fn lines_far_edge(&self, piece: &Piece) -> bool {
        let front = |block: Block| block.corners()[..2].iter().all(|corner| piece.contains(point(*corner)));
        // The ends of the front are slightly inside.
        let narrow = |block: Block| Block { half: block.half - 0.1, ..block };
        front(narrow(self.is().moved(-ROUNDING))) && !front(narrow(self.is().moved(EXACT)))
    }

    fn comes_onto(&self, piece: &Piece) -> bool {
        let base = centimetres(self.game.troops.profile(self.before, self.unit).depth);
        let middle = |block: Block| piece.contains(point(block.at(-base / 2.0, 0.0)));
        !middle(self.was()) && middle(self.is()) && !middle(self.is().moved(-EXACT))
    }

    fn faces(&self, enemy: &str) -> bool {
        let (ahead, right) = self.is().sees(self.other(enemy).centre());
        ahead > 0.0 && right.abs() <= EXACT
    }

    fn segments(&self) -> Vec<Segment> {
        self.path.iter().collect()
    }

    /// The distance to the right of a move to the side without turning.
    fn shifted(&self) -> Option<f64> {
        let (ahead, right) = self.was().sees(self.is().front);
        (self.was().is_parallel(&self.is()) && ahead.abs() <= EXACT).then_some(right)
    }

    /// Whether the move fulfils the intention.
    fn fulfils(&self, intention: &str) -> bool {
        let words: Vec<&str> = intention.split(' ').collect();
        match words[..] {
            ["keep", "the", "line", "with", friend] => self.keeps_line(friend),
            ["align", "with", friend] => self.is().is_in_line(&self.other(friend)),
            ["close", "the", "gap", "to", friend] => self.closes_gap(friend),
            ["stop", "1", "mm", "outside", enemy, "charge"] => self.stops_outside_charge(enemy.trim_end_matches("'s")),
            ["stop", "just", "in", "range", "of", enemy] => self.stops_in_range(enemy),
            ["stop", "just", "out", "of", "range", "of", enemy] => self.stops_out_of_range(enemy),
            ["stop", "before", ref piece @ ..] => self.stops_before(self.piece(&piece.join(" "))),
            ["go", "just", "inside", ref piece @ ..] => self.goes_just_inside(self.piece(&piece.join(" "))),
            ["line", "the", "far", "edge", "of", ref piece @ ..] => self.lines_far_edge(self.piece(&piece.join(" "))),
            ["come", "onto", ref piece @ ..] => self.comes_onto(self.piece(&piece.join(" "))),
            ["advance,", "then", "wheel", "to", "face", enemy] => {
                matches!(self.segments()[..], [Segment::Advance(_), Segment::Wheel(_) | Segment::Turn(_)])
                    && self.faces(enemy)
            }
            ["wheel", "to", "face", enemy, "then", "advance"] => {
                let enemy = enemy.trim_end_matches(',');
                matches!(self.segments()[..], [Segment::Wheel(_) | Segment::Turn(_), Segment::Advance(_)])
                    && self.faces(enemy)
            }
            ["shift", length, "cm", "to", "the", hand] => {
                let length: f64 = length.parse().expect("a length");
                let wanted = if hand == "left" { -length } else { length };
                self.shifted().is_some_and(|right| (right - wanted).abs() <= EXACT)
            }
            ["stand", "opposite", enemy] => {
                self.shifted().is_some() && self.is().sees(self.other(enemy).centre()).1.abs() <= EXACT
            }
            ["clear", "the", "way", "past", friend, "to", "the", hand] => {
                let sign = if hand == "left" { -1.0 } else { 1.0 };
                let is = self.is();
                let clear = self
                    .other(friend)
                    .corners()
                    .iter()
                    .map(|corner| -sign * is.sees(*corner).1 - is.half)
                    .fold(f64::MAX, f64::min);
                self.shifted().is_some() && (-ROUNDING..=EXACT).contains(&clear)
            }
            _ => panic!("nobody knows how to measure \"{intention}\""),
        }
    }
}

/// E7.2, E7.8, E7.18: the list of a unit's moves contains the intended move, whatever lengths and turns it needs.
#[test]
fn the_list_holds_a_move_for_each_intention() {
    let stored = stored();
    assert!(stored.len() >= 40, "{} positions", stored.len());
    let mut missed = Vec::new();
    for Stored { name, game, unit, intention } in &stored {
        let before = about_to_move(game, *unit);
        let mut actions = Vec::new();
        game.legal_actions(&before, &mut actions);
        let fulfilled = actions.iter().filter_map(|action| match action {
            Action::MoveAlong(path) if path.target == NO_UNIT => {
                let mut after = before;
                game.apply(&mut after, *action);
                let it = Move { game, before: &before, after: &after, unit: *unit, path: *path };
                it.fulfils(intention).then_some(*path)
            }
            _ => None,
        });
        if fulfilled.count() == 0 {
            missed.push(format!("{name}: {intention} ({} actions)", actions.len()));
        }
    }
    assert!(missed.is_empty(), "{} of {} missed:\n{}", missed.len(), stored.len(), missed.join("\n"));
}

/// A unit that halts fulfils no intention: each requires a move.
#[test]
fn no_intention_is_fulfilled_by_halting() {
    for Stored { name, game, unit, intention } in &stored() {
        let before = about_to_move(game, *unit);
        let it = Move { game, before: &before, after: &before, unit: *unit, path: Path::HALT };
        assert!(!it.fulfils(intention), "{name}: {intention}");
    }
}

fn prepared(scenario: &str, armies: [&str; 2]) -> Engagement {
    let library = Library::built_in();
    let [red, blue] =
        armies.map(|name| Army::read(&library.find(Kind::Army, name).expect("a list")).expect("a sound list"));
    let scenario =
        Scenario::read(&library.find(Kind::Scenario, scenario).expect("a scenario")).expect("a sound scenario");
    scenario
        .prepare(&Rules::published(), BySide::new(Some(&red), Some(&blue)))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Plays random games and passes each decision with its list to a function.
fn each_list(mut look: impl FnMut(&State, &[Action])) {
    let games = [
        ("open-field", ["carthaginians", "republican-romans"]),
        ("village-and-fields", ["napoleonic-france-50", "napoleonic-prussia-50"]),
        ("wood", ["gauls", "germans"]),
        ("walls-and-hedges", ["civil-war-virginia-50", "civil-war-ohio-50"]),
    ];
    for (scenario, armies) in games {
        let game = prepared(scenario, armies);
        for seed in 0..2 {
            let (mut state, mut stream, mut scratch, mut actions) =
                (game.initial(), Key::new(seed).stream(), Vec::new(), Vec::new());
            for _ in 0..600 {
                match game.moment(&state) {
                    Moment::Over(_) => break,
                    Moment::Decide(_) => {
                        game.legal_actions(&state, &mut actions);
                        look(&state, &actions);
                        let action = game.random_action(&state, &mut stream, &mut scratch);
                        game.apply(&mut state, action);
                    }
                    Moment::Roll(_) => {
                        let roll = game.sample(&state, &mut stream);
                        game.apply_roll(&mut state, roll);
                    }
                }
            }
        }
    }
}

/// The median and the 95th percentile of the lengths of lists.
fn spread(mut lengths: Vec<usize>) -> (usize, usize) {
    lengths.sort_unstable();
    (lengths[lengths.len() / 2], lengths[lengths.len() * 95 / 100])
}

/// Lists of moves and of places stay small, in random games and in the stored positions.
#[test]
fn the_lists_stay_small() {
    let (mut moves, mut places) = (Vec::new(), Vec::new());
    each_list(|state, actions| match state.step {
        Step::Place(_, Placing::Move) => moves.push(actions.len()),
        Step::DeployAt(_) => places.push(actions.len()),
        _ => {}
    });
    let mut of_stored = Vec::new();
    for Stored { game, unit, .. } in &stored() {
        let mut actions = Vec::new();
        game.legal_actions(&about_to_move(game, *unit), &mut actions);
        of_stored.push(actions.len());
    }
    assert!(moves.len() > 300 && places.len() > 60, "{} and {} lists", moves.len(), places.len());
    for (what, lengths) in [("moves", moves), ("places", places), ("stored", of_stored)] {
        let (median, most) = spread(lengths);
        println!("{what}: median {median}, 95 % {most}");
        assert!(median < 40 && most < 120, "{what}: median {median}, 95 % {most}");
    }
}

/// No list contains an action twice.
#[test]
fn no_action_is_listed_twice() {
    let mut decisions = 0;
    each_list(|state, actions| {
        let different: BTreeSet<String> = actions.iter().map(|action| format!("{action:?}")).collect();
        assert_eq!(different.len(), actions.len(), "{:?}: {actions:?}", state.step);
        decisions += 1;
    });
    assert!(decisions > 2_000, "{decisions} decisions");
}

/// E7.2, E7.10: a retreating unit may diverge to either side.
#[test]
fn the_list_holds_ways_back_to_either_side() {
    let scene = Scene::new().stand(Side::Red, foot(), (0, 0), 0, 2, 2).stand(Side::Blue, foot(), (0, 4_000), 180, 2, 2);
    let (game, mut state, ids) = scene.build();
    state.unit_mut(ids[0]).set(Status::ACTIVATED, true);
    state.step = Step::Place(ids[0], Placing::Move);
    let mut actions = Vec::new();
    game.legal_actions(&state, &mut actions);
    for turn in [120, -120] {
        let bears_off = |action: &Action| {
            let Action::MoveAlong(path) = action else { return false };
            let [Segment::About, Segment::Wheel(wheel), Segment::Advance(_)] = path.segments[..3] else { return false };
            wheel == turn
        };
        assert!(actions.iter().any(bears_off), "{turn} quarters of a degree: {actions:?}");
    }
}

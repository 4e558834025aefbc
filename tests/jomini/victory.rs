//! Victory (chapter 6): losses (J6.2, J6.4), objectives (J6.3), grades (J6.5), the turn limit (JI-179, JI-180), and the
//! time at which each is checked.

use crate::scene::{scene, scene_with};
use crate::table::Table;
use reglette::data::{Kind, Library, Source};
use reglette::game::{BySide, Ending, Grade, Outcome, Side};
use reglette::jomini::Action;
use reglette::jomini::rules::Face::Infantry;
use reglette::jomini::rules::{Rules, SimultaneousVictory, TurnLimitResult, VictoryCheck, VictoryRound};
use reglette::jomini::setup::position::Position;
use reglette::jomini::state::Step;
use reglette::jomini::state::battle::Objective;

/// A destroys D, the next unit of blue to be lost; blue has these numbers of starting and lost units.
fn losing(at_start: u8, lost: u8, change: impl Fn(&mut Rules)) -> Table {
    let mut table = scene_with("red A heavy_cavalry 0503\nblue D line_infantry 0504 unstable", change);
    let blue = table.state.side_mut(Side::Blue);
    (blue.units_at_start, blue.units_lost) = (at_start, lost);
    table.attack("A", "D");
    table.roll(&[Infantry]);
    table
}

fn winner(table: &Table) -> Option<Option<Side>> {
    table.state.outcome.map(|outcome| outcome.winner)
}

/// J6.4, J1.1, JI-175: a third of the starting units, rounded up: of ten the fourth, of nine the third, of three the
/// first.
#[test]
fn a_third_of_the_units_rounded_up_decides() {
    for (at_start, fatal) in [(10, 4), (9, 3), (3, 1), (12, 4), (13, 5)] {
        assert_eq!(
            winner(&losing(at_start, u8::saturating_sub(fatal, 2), |_| ())).is_some(),
            fatal == 1,
            "{at_start}: one short"
        );
        assert_eq!(winner(&losing(at_start, fatal - 1, |_| ())), Some(Some(Side::Red)), "{at_start}");
    }
    let down = |rules: &mut Rules| rules.victory_round = VictoryRound::Down;
    assert_eq!([winner(&losing(10, 1, down)), winner(&losing(10, 2, down))], [None, Some(Some(Side::Red))]);
    assert_eq!(winner(&losing(2, 0, down)), Some(Some(Side::Red)), "never nothing");
    let half =
        |rules: &mut Rules| rules.victory_loss_fraction = reglette::data::Fraction::new(1, 2).expect("a fraction");
    assert_eq!([winner(&losing(10, 3, half)), winner(&losing(10, 4, half))], [None, Some(Some(Side::Red))]);
}

/// JI-177, J6.2: the game is over as soon as the result that beats an army has been applied, before any follow-up; in a
/// variant at the end of the player-turn, J1.19.
#[test]
fn an_army_is_beaten_at_once_or_at_the_end_of_the_player_turn() {
    let at_once = losing(3, 0, |_| ());
    assert_eq!((at_once.state.step, at_once.outcome().ending), (Step::Over, Ending::Victory));
    let mut late = losing(3, 0, |rules| rules.victory_check = VictoryCheck::EndOfTurn);
    assert_eq!((late.state.step, late.state.outcome), (Step::FollowUp, None));
    late.play(Action::Pass);
    late.play(Action::Done);
    assert_eq!(winner(&late), Some(Some(Side::Red)));
}

/// J1.19, J6.2, JI-177: losses that do not result from a combat, such as those of units that left by an exit, count
/// before the next move.
#[test]
fn losses_without_a_combat_count_between_moves() {
    let mut table = scene("red A line_infantry 0503\nblue D line_infantry 0505");
    let red = table.state.side_mut(Side::Red);
    (red.units_at_start, red.units_lost) = (6, 2);
    assert_eq!(winner(&table), None);
    table.play(Action::Done);
    assert_eq!((winner(&table), table.outcome().ending), (Some(Some(Side::Blue)), Ending::Victory));
}

/// JI-174: lost officers do not count, unless a variant counts them as units.
#[test]
fn lost_officers_count_for_nothing() {
    let lost = |counts: bool| {
        let lines = "red A line_infantry 0503\nblue D line_infantry 0504 unstable\nofficer blue senior_officer \
            0504\nofficer blue senior_officer 0504";
        let mut table = scene_with(lines, |rules| rules.officers_count_for_victory = counts);
        table.attack("A", "D");
        table.roll(&[Infantry]);
        table.keep_officers();
        assert!(table.officers(Side::Blue).is_empty());
        table.state.side(Side::Blue).units_lost
    };
    assert_eq!([lost(false), lost(true)], [1, 3]);
}

/// JI-178: both armies beaten by the same result: the lower share of losses wins, equal shares are a draw, and so is
/// everything in a variant.
#[test]
fn of_two_beaten_armies_the_less_beaten_wins() {
    let ended = |red: (u8, u8), blue: (u8, u8), change: fn(&mut Rules)| {
        let mut table = scene_with("red A line_infantry 0503\nblue D line_infantry 0504 unstable", change);
        for (side, (at_start, lost)) in [(Side::Red, red), (Side::Blue, blue)] {
            let it = table.state.side_mut(side);
            (it.units_at_start, it.units_lost) = (at_start, lost);
        }
        table.attack("A", "D");
        table.roll(&[Infantry]);
        table.outcome().winner
    };
    assert_eq!(ended((6, 3), (6, 1), |_| ()), Some(Side::Blue), "three of six against two of six");
    assert_eq!(ended((9, 3), (6, 2), |_| ()), Some(Side::Red), "three of nine against three of six");
    assert_eq!(ended((6, 2), (6, 1), |_| ()), None);
    assert_eq!(ended((9, 3), (6, 2), |rules| rules.simultaneous_victory = SimultaneousVictory::Draw), None);
}

/// J6.5, JI-176: the gap relative to the loser's losses: up to 20 % marginal, up to 50 % medium, above that decisive,
/// and never less than none.
#[test]
fn the_grade_is_the_gap_in_units_lost() {
    let grade = |by_winner: u8, by_loser: u8| {
        let mut table = scene("red A line_infantry 0503\nblue D line_infantry 0504");
        table.state.side_mut(Side::Red).units_lost = by_winner;
        table.state.side_mut(Side::Blue).units_lost = by_loser;
        table.battle.field.rules.grade(&table.state, Side::Red)
    };
    assert_eq!(
        [grade(5, 5), grade(7, 5), grade(4, 5), grade(79, 100)],
        [Grade::Marginal, Grade::Marginal, Grade::Marginal, Grade::Medium]
    );
    assert_eq!(
        [grade(3, 5), grade(2, 4), grade(49, 100), grade(2, 5), grade(0, 5)],
        [Grade::Medium, Grade::Medium, Grade::Decisive, Grade::Decisive, Grade::Decisive]
    );
    let mut table = scene("red A line_infantry 0503\nblue D line_infantry 0504");
    (table.state.side_mut(Side::Red).units_lost, table.state.side_mut(Side::Blue).units_lost) = (2, 5);
    assert_eq!(
        table.battle.field.rules.grade(&table.state, Side::Blue),
        Grade::Marginal,
        "a winner who lost more has no gap"
    );
}

/// An objective on these hexes that is worth two points to red and one to blue.
fn with_objective(table: &mut Table, hexes: &[&str], needed: (u8, u8)) {
    let hexes = hexes.iter().map(|hex| table.hex(hex)).collect();
    table.battle.objectives = vec![Objective { name: "the bridges".to_owned(), hexes, points: BySide::new(2, 1) }];
    table.battle.objective_points_to_win = BySide::new(needed.0, needed.1);
}

/// J6.3: an objective is held by a unit of the side on one of its hexes with no enemy on any; contested or empty it
/// belongs to neither side.
#[test]
fn a_contested_objective_is_held_by_nobody() {
    let points = |hexes: &[&str], more: &str| {
        let mut table = scene(&format!("red A line_infantry 0503\nblue D line_infantry 0504\n{more}"));
        with_objective(&mut table, hexes, (2, 1));
        [Side::Red, Side::Blue].map(|side| table.battle.objective_points(&table.state, side))
    };
    assert_eq!(points(&["0503"], ""), [2, 0]);
    assert_eq!(points(&["0504", "0704"], ""), [0, 1]);
    assert_eq!(points(&["0503", "0504"], ""), [0, 0], "contested");
    assert_eq!(points(&["0505"], ""), [0, 0], "empty");
    assert_eq!(points(&["0505"], "officer red sub_general 0505"), [0, 0], "officers hold nothing");
    let mut table = scene("red A line_infantry 0503\nblue D line_infantry 0504");
    with_objective(&mut table, &["0503"], (2, 1));
    table.state.side_mut(Side::Red).exit_points = 3;
    assert_eq!(table.battle.objective_points(&table.state, Side::Red), 5, "points of units that left count with them");
}

/// J6.3, J1.19: objectives win at the end of the holder's own player-turn, with enough points; without a number of
/// points to win they do not decide.
#[test]
fn objectives_win_at_the_end_of_the_own_player_turn() {
    let ended = |hex: &str, needed: (u8, u8)| {
        let mut table = scene("red A line_infantry 0503\nblue D line_infantry 0505\nofficer blue sub_general 0808");
        with_objective(&mut table, &[hex], needed);
        table.play(Action::Done);
        let points = [Side::Red, Side::Blue].map(|side| table.state.side(side).objective_points);
        (table.state.outcome.map(|Outcome { winner, ending, .. }| (winner, ending)), points)
    };
    assert_eq!(ended("0503", (2, 1)), (Some((Some(Side::Red), Ending::Objective)), [2, 0]));
    assert_eq!(ended("0503", (3, 1)), (None, [2, 0]));
    assert_eq!(ended("0503", (0, 0)), (None, [2, 0]));
    assert_eq!(ended("0505", (2, 1)), (None, [0, 1]), "blue's own player-turn has not ended");
}

/// JI-179: after thirty rounds the game ends; JI-180: in a draw, or in a variant for the lower share of losses; a
/// scenario's own limit and winner take precedence.
#[test]
fn the_game_ends_at_the_turn_limit() {
    let last = |change: &dyn Fn(&mut Table), rules: fn(&mut Rules)| {
        let mut table = scene_with(
            "active blue\nred A line_infantry 0503\nblue D line_infantry 0505\nofficer red sub_general 0500",
            rules,
        );
        table.state.player_turn = 60;
        table.state.side_mut(Side::Red).units_lost = 1;
        change(&mut table);
        table.play(Action::Done);
        table.state.outcome.map(|Outcome { winner, ending, .. }| (winner, ending))
    };
    assert_eq!(last(&|_| (), |_| ()), Some((None, Ending::TurnLimit)));
    assert_eq!(last(&|table| table.state.player_turn = 58, |_| ()), None, "the thirtieth round begins");
    assert_eq!(last(&|_| (), |rules| rules.turn_limit = 31), None);
    let lower: fn(&mut Rules) = |rules| rules.turn_limit_result = TurnLimitResult::LowerLossFraction;
    assert_eq!(last(&|_| (), lower), Some((Some(Side::Blue), Ending::TurnLimit)));
    assert_eq!(last(&|table| table.state.side_mut(Side::Blue).units_lost = 1, lower), Some((None, Ending::TurnLimit)));
    assert_eq!(
        last(&|table| table.battle.winner_at_limit = Some(Side::Red), lower),
        Some((Some(Side::Red), Ending::TurnLimit))
    );
    assert_eq!(last(&|table| table.battle.turn_limit = 40, |_| ()), None);
}

/// JI-180: a side without any unit loses at once, whatever share that is.
#[test]
fn a_side_without_units_has_lost() {
    let text = "scenario = \"plain\"\nphase = \"combat\"\nactive = \"red\"\nplayer_turn = 5\n[red]\nunits_at_start = \
        30\n[blue]\nunits_at_start = 30\n[[unit]]\nid = \"A\"\nside = \"red\"\ntype = \"line_infantry\"\nat = \
        \"0503\"\nstatus = [\"activated\"]\n[[unit]]\nid = \"D\"\nside = \"blue\"\ntype = \"line_infantry\"\nat = \
        \"0504\"\nelements = 1\n";
    let source = Source::new(&Library::built_in(), Kind::Position, "last.toml", text);
    let battle = Position::read(&source, None).unwrap_or_else(|error| panic!("{error}")).battle;
    let mut table = Table { state: battle.start, battle };
    table.attack("A", "D");
    table.roll(&[Infantry]);
    assert_eq!((table.outcome().winner, table.outcome().ending), (Some(Side::Red), Ending::Victory));
}

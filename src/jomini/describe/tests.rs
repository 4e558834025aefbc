use super::*;
use crate::data::message::{count, listed};
use crate::game::{Ending, Game, Grade, Moment, Outcome, Show};
use crate::jomini::notation::sample::{at, battle, in_contact};
use crate::jomini::state::State;
use crate::jomini::state::action::{Action, Destination, Roll};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{NO_UNIT, OfficerId, Status, Step, UnitId};

const OLD_GUARD: UnitId = UnitId::new(0);
const HUSSARS: UnitId = UnitId::new(5);
const LINE_OF_PRUSSIA: UnitId = UnitId::new(32);
const UHLANS: UnitId = UnitId::new(37);

/// A position in which a combat of these two waits for its dice, with every earlier offer declined.
fn about_to_roll(battle: &Battle, attacker: UnitId, target: UnitId) -> State {
    let mut state = battle.start;
    state.active = crate::jomini::state::side_of(attacker);
    state.step = Step::Combat;
    state.unit_mut(attacker).group = 1;
    (state.turn.group_count, state.turn.current) = (1, 1);
    battle.apply(&mut state, Action::Attack(attacker, target));
    while let Moment::Decide(_) = battle.moment(&state) {
        let declined = match state.step {
            Step::BreakOff => Action::Stand,
            Step::AttackOrder | Step::DefenceOrder => Action::NoOrder,
            _ => Action::Pass,
        };
        battle.apply(&mut state, declined);
    }
    assert_eq!(state.step, Step::StrikeRoll);
    state
}

/// The description of a roll and of its effects.
fn render(battle: &Battle, state: &State, roll: Roll) -> Vec<String> {
    let mut after = *state;
    battle.apply_roll(&mut after, roll);
    let mut lines = vec![battle.describe_roll(state, &roll)];
    lines.extend(battle.describe_change(state, &after));
    lines
}

#[test]
fn an_attack_is_told_with_its_units_and_dice() {
    let battle = in_contact();
    assert_eq!(
        battle.describe_action(&battle.start, &Action::Attack(OLD_GUARD, LINE_OF_PRUSSIA)),
        "Old Guard Grenadiers (R1, 4 elements) at 0503 attacks Prussian line 1 (B1, 3 elements) at 0504: melee, 6 dice."
    );
}

#[test]
fn a_destroyed_unit_and_the_follow_up_are_told_in_this_order() {
    let mut battle = in_contact();
    // Without order tokens there is no Breakthrough to choose, and an Aggressive unit must follow up.
    battle.start.side_mut(Side::Red).tokens = 0;
    let state = about_to_roll(&battle, OLD_GUARD, LINE_OF_PRUSSIA);
    let roll = Roll { hits: 3, letters: 1, ..Roll::default() };
    assert_eq!(
        render(&battle, &state, roll)[..5],
        [
            "Old Guard Grenadiers (R1) rolls 6 dice: 3 hits, 1 order letter and 2 misses. Tactical advantages do \
                nothing here.",
            "The army of France gains 1 order token and has 1.",
            "Prussian line 1 (B1) loses its last 3 elements and is destroyed.",
            "Units lost by Prussia: 1 of 10.",
            "Old Guard Grenadiers (R1) follows up from 0503 to 0504.",
        ]
    );
}

#[test]
fn morale_hits_are_told_with_what_is_ignored_and_what_cannot_be_made() {
    let battle = in_contact();
    let mut state = about_to_roll(&battle, HUSSARS, UHLANS);
    let roll = Roll { morale_hits: 2, ..Roll::default() };
    // Tenacious: one hex less of the four (JA3.24).
    assert_eq!(
        battle.describe_roll(&state, &roll),
        "Hussars (R6) rolls 2 dice: 2 morale hits. Tactical advantages do nothing here. Uhlans (B6) must retreat 3 \
            hexes."
    );
    // With friends in both hexes behind it (J5.76).
    for (friend, hex) in [(38, "0105"), (39, "0205")] {
        state.relocate(UnitId::new(friend), at(&battle, hex));
    }
    let words = battle.describe_roll(&state, &roll);
    assert!(
        words
            .ends_with("Uhlans (B6) ignores 1 morale hit and must retreat 1 hex and cannot, at the cost of 1 element."),
        "{words}"
    );
    // Losses instead of a retreat (J3.46) are open only after a morale hit that is not ignored.
    state.unit_mut(UHLANS).status |= Status::SACRIFICE;
    let decided = |morale_hits: u8| {
        let words = battle.describe_roll(&state, &Roll { morale_hits, ..Roll::default() });
        !words.ends_with("What Uhlans (B6) suffers is still to be decided.")
    };
    assert_eq!([1, 2].map(decided), [true, false]);
}

#[test]
fn no_retreat_is_described_while_a_decision_may_change_it() {
    let battle = in_contact();
    let mut state = about_to_roll(&battle, HUSSARS, UHLANS);
    let roll = Roll { hits: 1, morale_hits: 1, ..Roll::default() };
    let words = battle.describe_roll(&state, &roll);
    assert!(words.contains("Uhlans (B6) must retreat"), "{words}");
    // An officer with the unit may be given up for the hit, and then it ignores a morale hit less.
    state.officer_mut(OfficerId::new(10)).hex = at(&battle, "0204");
    let words = battle.describe_roll(&state, &roll);
    assert!(words.ends_with("What Uhlans (B6) suffers is still to be decided."), "{words}");
    assert!(!words.contains("retreat"), "{words}");
}

/// JA4.4, J5.53: the die for a wound comes before morale, which the officer helps to hold.
#[test]
fn no_retreat_is_described_before_the_die_for_a_wound() {
    let mut battle = in_contact();
    battle.field.rules.period_lace_wars = true;
    let mut state = about_to_roll(&battle, HUSSARS, UHLANS);
    state.officer_mut(OfficerId::new(10)).hex = at(&battle, "0204");
    state.combat.front_rank[1] = OfficerId::new(10);
    let decided = |hits: u8| {
        let words = battle.describe_roll(&state, &Roll { hits, morale_hits: 1, ..Roll::default() });
        !words.ends_with("What Uhlans (B6) suffers is still to be decided.")
    };
    assert_eq!([0, 1].map(decided), [true, false]);
}

/// JI-127: an Elusive unit that is driven aside retreats too.
#[test]
fn a_retreat_aside_is_described_as_one() {
    let battle = in_contact();
    let before = about_to_roll(&battle, HUSSARS, UHLANS);
    let is_free = |name: &String| before.unit_at(at(&battle, name)) == NO_UNIT;
    let aside = (0..12).map(|column| format!("{column:02}04")).find(is_free).expect("a free hex of the row");
    let words = |driven: bool| {
        let mut after = before;
        after.relocate(UHLANS, at(&battle, &aside));
        after.unit_mut(UHLANS).status.set(Status::LEFT_HEX, driven);
        battle.describe_change(&before, &after).join(" ")
    };
    assert!(words(true).contains(&format!("Uhlans (B6) retreats from 0204 to {aside}")), "{}", words(true));
    assert!(words(false).contains(&format!("Uhlans (B6) goes on from 0204 to {aside}")), "{}", words(false));
}

#[test]
fn a_move_that_the_action_announces_is_not_told_again() {
    let battle = in_contact();
    let mut state = battle.start;
    state.step = Step::Movement;
    state.unit_mut(HUSSARS).group = 1;
    (state.turn.group_count, state.turn.current) = (1, 1);
    battle.apply(&mut state, Action::Move(HUSSARS));
    let destination = Destination { hex: at(&battle, "0001"), hexes: 3, may_attack: true, difficult: 0, drives_out: 0 };
    assert_eq!(
        battle.describe_action(&state, &Action::MoveTo(destination)),
        "Hussars (R6) moves from 0203 to 0001, 3 hexes."
    );
    let mut after = state;
    after.relocate(HUSSARS, destination.hex);
    assert_eq!(battle.describe_change(&state, &after), [""; 0]);
    let mut moved_by_itself = state;
    moved_by_itself.step = Step::Movement;
    assert_eq!(
        battle.describe_change(&moved_by_itself, &State { step: Step::Movement, ..after }),
        ["Hussars (R6) moves from 0203 to 0001."]
    );
}

#[test]
fn a_turn_begins_with_its_heading() {
    let battle = in_contact();
    let mut after = battle.start;
    battle.apply(&mut after, Action::Done);
    let lines = battle.describe_change(&battle.start, &after);
    assert_eq!(
        lines,
        [
            "Round 1, turn of Prussia.",
            "Order tokens: France 30, Prussia 30. Units lost: France 0 of 10, Prussia 0 of 10."
        ]
    );
}

#[test]
fn an_objective_that_changes_hands_is_told() {
    let battle = in_contact();
    let before = State { step: Step::Movement, ..battle.start };
    let mut after = before;
    after.relocate(UnitId::new(35), at(&battle, "0606"));
    let lines = battle.describe_change(&before, &after);
    assert_eq!(lines.last().map(String::as_str), Some("The army of Prussia no longer holds the village."));
}

#[test]
fn the_end_is_told_with_its_grade() {
    let battle = battle();
    let mut after = battle.start;
    after.side_mut(Side::Blue).units_lost = 4;
    after.outcome = Some(Outcome { winner: Some(Side::Red), grade: Grade::Decisive, ending: Ending::Victory });
    let lines = battle.describe_change(&battle.start, &after);
    let end = "The army of France wins, a decisive victory. Units lost: France 0 of 10, Prussia 4 of 10.";
    assert_eq!(lines.last().map(String::as_str), Some(end), "{lines:?}");
}

#[test]
fn armies_of_one_name_are_told_apart_by_colour() {
    let mut battle = battle();
    assert_eq!(battle.field.forces.side_words(Side::Blue), "Prussia");
    battle.field.forces.army_names.blue = "france".to_owned();
    assert_eq!(Side::BOTH.map(|side| battle.field.forces.side_words(side)), ["France (red)", "France (blue)"]);
    battle.field.forces.army_names = crate::game::BySide::new("france-1812".to_owned(), String::new());
    assert_eq!(Side::BOTH.map(|side| battle.field.forces.side_words(side)), ["France 1812", "blue"]);
    assert_eq!(
        Side::BOTH.map(|side| battle.field.forces.army_words(side)),
        ["The army of France 1812", "The blue army"]
    );
}

#[test]
fn counts_and_lists_read_as_english() {
    assert_eq!([0, 1, 2].map(|number| count(number, "element")), ["0 elements", "1 element", "2 elements"]);
    assert_eq!(listed(&["a", "b", "c"].map(str::to_owned)), "a, b and c");
}

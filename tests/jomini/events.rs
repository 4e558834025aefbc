//! Events are counted: each decision and roll by kind, those without a choice included.

use crate::games::battle;
use crate::jomini_positions::Scattered;
use crate::scene::{BLUE_FRIENDS, RED_FRIENDS, scene, scene_with};
use crate::table::Table;
use reglette::game::rng::Key;
use reglette::game::{Game, Moment, Side};
use reglette::jomini::state::action::Payment;
use reglette::jomini::state::{DefenceOrder, Step};
use reglette::jomini::{Action, Battle, Roll, State};
use std::collections::BTreeMap;

/// Random games from random positions, everything counted.
fn counted(battles: &[Battle], games: u64) -> Vec<u64> {
    let mut counts = vec![0; Battle::events().len()];
    let mut scratch = Vec::new();
    for (number, battle) in battles.iter().cycle().take(games as usize).enumerate() {
        let mut stream = Key::new(number as u64).with_name("events").stream();
        let mut state = battle.scattered(&mut stream);
        loop {
            match battle.moment(&state) {
                Moment::Over(_) => break,
                Moment::Decide(_) => {
                    let action: Action = battle.random_action(&state, &mut stream, &mut scratch);
                    battle.apply_counting(&mut state, action, &mut counts);
                }
                Moment::Roll(_) => {
                    let roll = battle.sample(&state, &mut stream);
                    battle.apply_roll_counting(&mut state, roll, &mut counts);
                }
            }
        }
    }
    counts
}

#[test]
fn every_order_is_counted_in_random_games() {
    // No infantry of these armies is mounted.
    let impossible = ["mount"];
    let battles = [
        battle("field-works", "france", "ottoman"),
        battle("village-and-hill", "russia", "prussia"),
        battle("river", "britain", "austria"),
    ];
    let counts = counted(&battles, 3_000);
    let never: Vec<&str> = Battle::events()
        .iter()
        .zip(&counts)
        .filter(|(event, count)| {
            **count == 0 && ["order", "leading"].contains(&event.group) && !impossible.contains(&event.name.as_str())
        })
        .map(|(event, _)| event.name.as_str())
        .collect();
    assert!(never.is_empty(), "{never:?}");
}

/// The events of a decision or a roll, by group and name.
type Events = BTreeMap<(&'static str, String), u64>;

/// Everything that `play` counts.
fn events(table: &mut Table, play: impl FnOnce(&Battle, &mut State, &mut [u64])) -> Events {
    let mut counts = vec![0; Battle::events().len()];
    play(&table.battle, &mut table.state, &mut counts);
    let named = Battle::events().iter().zip(counts).filter(|(_, count)| *count > 0);
    named.map(|(event, count)| ((event.group, event.name.clone()), count)).collect()
}

/// Everything that these dice count.
fn thrown(table: &mut Table, roll: Roll) -> Events {
    events(table, |battle, state, counts| battle.apply_roll_counting(state, roll, counts))
}

/// Everything that this decision counts.
fn decided(table: &mut Table, action: Action) -> Events {
    assert!(table.may(action), "{action:?} is not legal in {:?}: {:?}", table.state.step, table.legal());
    events(table, |battle, state, counts| battle.apply_counting(state, action, counts))
}

/// Everything that this roll of A's attack on D counts.
fn rolled(lines: &str, roll: Roll) -> Events {
    let mut table = scene(lines);
    table.attack("A", "D");
    thrown(&mut table, roll)
}

/// The reactions among these events.
fn reactions(events: &Events) -> Vec<(&str, u64)> {
    let reactions = events.iter().filter(|((group, _), _)| *group == "reaction");
    reactions.map(|((_, name), count)| (name.as_str(), *count)).collect()
}

const FLAG: Roll = Roll { hits: 0, morale_hits: 1, letters: 0, tactical: 0, apart: 0 };
const HIT_AND_FLAG: Roll = Roll { hits: 1, ..FLAG };

#[test]
fn a_roll_counts_troops_letters_and_terrain_that_took_effect() {
    let lines = "red A line_infantry 0503 aggressive\nblue D line_infantry 0504 hesitant\nforest 0504";
    let flags = rolled(lines, Roll { morale_hits: 1, ..Roll::default() });
    let expected = [
        ("letter", "aggressive"),
        ("letter", "hesitant"),
        ("reaction", "retreat"),
        ("strike", "melee"),
        ("terrain: dice", "forest"),
        ("troops", "line_infantry"),
    ];
    let events: Vec<(&str, &str)> = flags.keys().map(|(group, name)| (*group, name.as_str())).collect();
    assert_eq!(events, expected);
    assert_eq!(flags[&("troops", "line_infantry".to_owned())], 2);
    let nothing = rolled(lines, Roll::default());
    assert!(!nothing.contains_key(&("letter", "hesitant".to_owned())), "{nothing:?}");
}

/// JA3.19: the one flag of a Stubborn unit makes it retreat no hex, which is no retreat; the letter has had its effect.
#[test]
fn a_retreat_of_no_hexes_is_not_counted() {
    let events = |flags| {
        rolled("red A line_infantry 0503\nblue D line_infantry 0504 stubborn", Roll { morale_hits: flags, ..FLAG })
    };
    let counted = |flags| {
        let events = events(flags);
        [("reaction", "retreat"), ("letter", "stubborn")]
            .map(|(group, name)| events.contains_key(&(group, name.to_owned())))
    };
    assert_eq!([0, 1, 2].map(counted), [[false, false], [false, true], [true, true]]);
}

#[test]
fn a_retreat_without_a_way_is_counted_as_blocked() {
    let lines = "red A line_infantry 0503\nblue D line_infantry 0508";
    let lines = lines.replace("0503", "0507");
    let counted = rolled(&lines, Roll { morale_hits: 1, ..Roll::default() });
    assert_eq!(counted[&("reaction", "blocked retreat".to_owned())], 1, "{counted:?}");
}

/// J3.59, J5.53: an officer given up for a loss is not there any more when morale hits are ignored.
#[test]
fn flags_are_ignored_by_an_officer_only_while_he_is_there() {
    let mut table = scene("red A line_infantry 0503\nblue D line_infantry 0504\nofficer blue sub_general 0504");
    table.attack("A", "D");
    assert_eq!(reactions(&thrown(&mut table, HIT_AND_FLAG)), [], "nothing before the decision");
    let mut led = table.clone();
    let officer = led.officers(Side::Blue)[0];
    assert_eq!(reactions(&decided(&mut led, Action::LeadAgainstLoss(officer))), [("retreat", 1)]);
    assert_eq!(reactions(&decided(&mut table, Action::Pass)), [("flag ignored by an officer", 1)]);
}

/// J3.49: a unit that holds its position ignores flags by this order, whatever else would let it ignore them.
#[test]
fn flags_are_ignored_by_the_order_to_hold_before_anything_else() {
    let ignored = |status: &str| {
        let lines = format!("red A line_infantry 0503\nblue D line_infantry 0504 {status}\n{BLUE_FRIENDS}");
        rolled(&lines, FLAG).into_keys().filter(|(group, _)| *group == "reaction").map(|(_, name)| name).collect()
    };
    let ignored: [Vec<String>; 2] = ["hold_position", ""].map(ignored);
    assert_eq!(ignored, [["flag ignored by order"], ["flag ignored by support"]]);
}

/// J5.47: mounted infantry that did not move ignores flags behind its wagons.
#[test]
fn flags_ignored_behind_wagons_are_counted() {
    let lines = format!("red A cuirassiers 0503\n{RED_FRIENDS}blue D line_infantry 0504 carried_by=\"wagons\"");
    assert_eq!(reactions(&rolled(&lines, FLAG)), [("flag ignored behind works", 1)]);
}

/// J3.51, JI-82: the morale hits of a counter-charge take effect after the losses of both sides.
#[test]
fn the_retreats_of_a_counter_charge_are_counted() {
    let lines = format!("tokens blue 9\nred A heavy_cavalry 0503\nblue D heavy_cavalry 0504\n{BLUE_FRIENDS}");
    let mut table = scene(&lines);
    table.begin("A", "D");
    table.defence_order(DefenceOrder::CounterCharge);
    table.go_to_dice();
    assert_eq!(reactions(&thrown(&mut table, Roll { morale_hits: 2, ..FLAG })), [], "nothing before the other roll");
    table.go_to_dice();
    let of_defender = thrown(&mut table, FLAG);
    assert_eq!(reactions(&of_defender), [("flag ignored by support", 1), ("retreat", 1)]);
    assert_eq!(table.state.step, Step::Retreat);
    let way = table.legal()[0];
    let of_attacker = decided(&mut table, way);
    assert_eq!(reactions(&of_attacker), [("retreat", 1)]);
}

/// J5.94: the elephants that losses release run before the rest of the strike.
#[test]
fn a_retreat_is_counted_after_the_stampede_that_precedes_it() {
    let mut table = scene("red A line_infantry 0503\nblue D elephant_towed_artillery_heavy 0504 solid");
    table.attack("A", "D");
    assert_eq!(reactions(&thrown(&mut table, Roll { morale_hits: 2, ..HIT_AND_FLAG })), []);
    assert_eq!(table.state.step, Step::StampedeRoll);
    let mut after = thrown(&mut table, Roll::default());
    while table.state.step == Step::Stampede {
        let way = table.legal()[0];
        after = decided(&mut table, way);
    }
    assert_eq!(reactions(&after), [("blocked retreat", 1), ("flag ignored by artillery", 1), ("retreat", 1)]);
}

/// JA4.4: the wound of an officer in the front rank comes before the morale hits, which he no longer lets a unit
/// ignore.
#[test]
fn flags_are_ignored_after_the_die_for_a_wound() {
    let lines = "red A line_infantry 0503\nblue D line_infantry 0504\nofficer blue sub_general 0504";
    let mut table = scene_with(lines, |rules| rules.period_lace_wars = true);
    table.begin("A", "D");
    let officer = table.officers(Side::Blue)[0];
    table.play(Action::FrontRank(officer));
    table.go_to_dice();
    assert_eq!(reactions(&thrown(&mut table, HIT_AND_FLAG)), []);
    let mut unhurt = table.clone();
    assert_eq!(reactions(&thrown(&mut unhurt, Roll::default())), [("flag ignored by an officer", 1)]);
    assert_eq!(reactions(&thrown(&mut table, Roll { hits: 1, ..Roll::default() })), [("retreat", 1)]);
}

/// J3.44, JI-76: Harassment affects the tactical advantages that Wind of the ball leaves.
#[test]
fn harassment_is_counted_for_tactical_advantages_that_take_effect() {
    let lines = "tokens red 9\nred A foot_artillery_heavy 0503 harassing\nblue D line_infantry 0504";
    let mut table = scene(lines);
    table.attack("A", "D");
    let harassing = |events: Events| events.contains_key(&("letter", "harassing".to_owned()));
    assert!(!harassing(thrown(&mut table, Roll { tactical: 2, ..Roll::default() })));
    let used = |count| harassing(decided(&mut table.clone(), Action::WindOfBall(count, Payment::Tokens)));
    assert_eq!([1, 2].map(used), [true, false]);
    assert!(harassing(decided(&mut table.clone(), Action::Pass)));
}

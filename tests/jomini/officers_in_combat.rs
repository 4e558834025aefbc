//! Officers in combat: influence and cheaper orders (J3.54, J3.55), leading a unit (J3.56 to J3.62), morale (J3.63),
//! and characters in flight and lost (J5.100 to J5.108). A stands on 0503 and attacks D on 0504.

use crate::scene::{BLUE_FRIENDS, scene, scene_with};
use crate::table::{Table, set};
use reglette::game::{Game, Moment, Side};
use reglette::jomini::Action;
use reglette::jomini::rules::Face::{Flag, Infantry};
use reglette::jomini::state::action::Payment;
use reglette::jomini::state::{AttackOrder, DefenceOrder, OfficerId, Step};
use std::collections::BTreeSet;

/// A begins an attack on D.
#[track_caller]
fn begun(lines: &str) -> Table {
    let mut table = scene(&format!("red A line_infantry 0503\nblue D line_infantry 0504\n{lines}"));
    table.begin("A", "D");
    table
}

fn flight(table: &Table) -> BTreeSet<String> {
    table.hexes(|action| if let Action::FleeTo(hex) = action { Some(hex) } else { None }).into_iter().collect()
}

/// J3.54, J3.4: officers influence units within one hex, senior officers those in their own only; J3.55: such a unit
/// pays one token less for an order, JI-59: one however many officers there are; J3.24: never less than one.
#[test]
fn orders_near_an_officer_cost_one_less() {
    let cost = |officers: &str, order| {
        let mut table = begun(&format!("tokens red 9\n{officers}"));
        table.attack_order(order);
        9 - table.tokens(Side::Red)
    };
    assert_eq!(cost("", AttackOrder::Berserk), 3);
    for (officer, price) in [
        ("officer red commander_in_chief 0602", 2),
        ("officer red sub_general 0502", 2),
        ("officer red sub_general 0501", 3),
        ("officer red senior_officer 0503", 2),
        ("officer red senior_officer 0502", 3),
        ("officer red sub_general 0502\nofficer red sub_general 0603", 2),
        ("officer blue sub_general 0504", 3),
    ] {
        assert_eq!(cost(officer, AttackOrder::Berserk), price, "{officer}");
    }
    assert_eq!(cost("officer red sub_general 0502", AttackOrder::Elan), 1);
    let mut defence = begun("tokens blue 9\nofficer blue sub_general 0505");
    defence.defence_order(DefenceOrder::Nuts);
    assert_eq!(defence.tokens(Side::Blue), 7, "in the enemy's turn too");
}

/// J3.63: an officer in the hex lets his unit ignore one morale hit, on top of support, and gives it nothing else
/// (J5.100); from the next hex he gives nothing.
#[test]
fn an_officer_steadies_the_unit_in_his_hex_and_nothing_more() {
    for rank in ["commander_in_chief", "sub_general", "senior_officer"] {
        let at = |place: &str, more: &str| begun(&format!("officer blue {rank} {place}\n{more}"));
        assert_eq!([at("0504", "").ignored("A", "D"), at("0504", BLUE_FRIENDS).ignored("A", "D")], [1, 2], "{rank}");
        assert_eq!(at("0405", "").ignored("A", "D"), 0, "{rank}");
        let beside = at("0504", "");
        assert_eq!((beside.dice_of_answer("A", "D"), beside.may_riposte("A", "D")), (3, false), "{rank}");
    }
    let attacker = begun("officer red senior_officer 0503");
    assert_eq!((attacker.dice_of("A", "D"), attacker.ignored_in_answer("A", "D")), (3, 1));
}

/// J3.56, J3.60, JI-88: an officer within whose influence the unit stands may lead it: two more dice, above any limit
/// of the ground; he leaves the table for good.
#[test]
fn a_leading_officer_gives_two_dice_and_leaves_the_game() {
    let mut table = begun("officer red senior_officer 0503\nforest 0504");
    table.decline_to(Step::LeadForDice);
    let officer = table.officers(Side::Red)[0];
    assert!(table.may(Action::Pass));
    table.play(Action::LeadForDice(officer));
    assert_eq!(table.dice(), 4, "two by the forest, two by leading");
    assert!(table.officers(Side::Red).is_empty() && !table.state.officer(officer).in_play);
    let far = begun("officer red senior_officer 0502");
    assert_eq!(far.state.step, Step::StrikeRoll, "out of his influence");
    let near = begun("officer red sub_general 0502");
    assert_eq!(near.state.step, Step::AttackOrder, "a free order is on offer too");
    let mut variant = scene_with(
        "red A line_infantry 0503\nblue D line_infantry 0504\nofficer red senior_officer 0503\nforest 0504",
        |rules| {
            rules.lead_dice_above_cap = false;
        },
    );
    variant.begin("A", "D");
    variant.decline_to(Step::LeadForDice);
    variant.play(Action::LeadForDice(officer));
    assert_eq!(variant.dice(), 2);
}

/// J3.60, JI-87: leading gives dice in a riposte too, and together with an attack order.
#[test]
fn leading_gives_dice_in_a_riposte_and_with_an_order() {
    let mut table = begun(&format!(
        "tokens red 9\nofficer red senior_officer 0503\nofficer blue senior_officer 0504\n{BLUE_FRIENDS}"
    ));
    table.attack_order(AttackOrder::Elan);
    table.decline_to(Step::LeadForDice);
    table.play(Action::LeadForDice(table.officers(Side::Red)[0]));
    assert_eq!(table.dice(), 6);
    table.roll(&[]);
    table.play(Action::Riposte);
    table.play(Action::LeadForDice(table.officers(Side::Blue)[0]));
    assert_eq!(table.dice(), 5);
}

/// J3.57: leading activates a unit on top of the normal activations.
#[test]
fn leading_activates_one_more_unit() {
    let mut table = scene(
        "phase command\nred A line_infantry 0503\nred B heavy_cavalry 0303\nblue D line_infantry 0504\nofficer red \
            sub_general 0502\nofficer red sub_general 0302\nofficer blue sub_general 0808",
    );
    let [first, second] = table.officers(Side::Red)[..] else { panic!("two officers") };
    let (infantry, cavalry) = (table.unit("A"), table.unit("B"));
    assert!(!table.may(Action::LeadToActivate(first, cavalry)), "out of his influence");
    table.play(Action::Activate(first));
    table.play(Action::Pick(infantry));
    table.decline_picking();
    assert!(!table.may(Action::LeadToActivate(second, infantry)), "it is activated already");
    table.play(Action::LeadToActivate(second, cavalry));
    assert_eq!(table.officers(Side::Red), [first]);
    assert!(table.state.unit(infantry).group > 0 && table.state.unit(cavalry).group > 0);
}

/// J3.58, JI-89: leading gives one order without tokens; an order that a unit may not receive cannot be given in this
/// way either.
#[test]
fn leading_gives_an_order_free() {
    let mut table = begun("officer red sub_general 0502");
    let officer = table.officers(Side::Red)[0];
    table.play(Action::OrderAttack(AttackOrder::Berserk, Payment::Lead(officer)));
    assert_eq!((table.dice(), table.tokens(Side::Red), table.officers(Side::Red).len()), (5, 0, 0));
    let mut defence = begun("officer blue sub_general 0505");
    let officer = defence.officers(Side::Blue)[0];
    defence.play(Action::OrderDefence(DefenceOrder::Nuts, Payment::Lead(officer)));
    assert_eq!((defence.ignored("A", "D"), defence.officers(Side::Blue).len()), (2, 0));
    let basic = begun("officer red sub_general 0502\n");
    let elan = |table: &Table| table.attack_orders().contains(&AttackOrder::Elan);
    assert!(elan(&basic));
    let mut basic = scene("red A line_infantry 0503 basic\nblue D line_infantry 0504\nofficer red sub_general 0502");
    basic.begin("A", "D");
    assert!(!elan(&basic));
}

/// J3.59, JI-87: leading cancels one loss, after any Dodge and before the element is taken; JI-86: each officer brings
/// one benefit.
#[test]
fn leading_cancels_one_loss() {
    let mut table = begun("officer blue sub_general 0505\nofficer blue senior_officer 0504");
    table.go_to_dice();
    table.roll(&[Infantry, Infantry, Infantry]);
    assert_eq!(
        (table.state.step, table.battle.moment(&table.state)),
        (Step::LeadAgainstLoss, Moment::Decide(Side::Blue))
    );
    let [general, senior] = table.officers(Side::Blue)[..] else { panic!("two officers") };
    table.play(Action::LeadAgainstLoss(general));
    assert_eq!(table.state.step, Step::LeadAgainstLoss);
    table.play(Action::LeadAgainstLoss(senior));
    assert_eq!((table.elements("D"), table.officers(Side::Blue).len()), (2, 0));
    let mut missed = begun("officer blue sub_general 0505");
    missed.go_to_dice();
    missed.roll(&[Flag]);
    assert_eq!(missed.state.step, Step::Retreat, "only losses");
}

/// J3.61: leading returns all elements to the unit, if no enemy stands within two hexes.
#[test]
fn leading_rallies_a_unit_far_from_the_enemy() {
    let rally = |enemy: &str| {
        let mut table = scene(&format!(
            "phase movement\nred A line_infantry 0503 solid elements=1 idle\nblue D line_infantry {enemy}\nofficer red \
                sub_general 0502"
        ));
        let (officer, unit) = (table.officers(Side::Red)[0], table.unit("A"));
        let may = table.may(Action::LeadToRally(officer, unit));
        if may {
            table.play(Action::LeadToRally(officer, unit));
        }
        (may, table.elements("A"), table.officers(Side::Red).len())
    };
    assert_eq!(rally("0505"), (false, 1, 1));
    assert_eq!(rally("0506"), (true, 4, 0));
}

/// J3.62: the C-in-C can do none of this.
#[test]
fn the_commander_in_chief_leads_no_unit() {
    let lines = "red A line_infantry 0503\nblue D line_infantry 0504\nofficer red commander_in_chief 0503\nofficer \
        blue commander_in_chief 0504";
    let mut table = scene(lines);
    table.begin("A", "D");
    assert_eq!(table.state.step, Step::StrikeRoll);
    table.roll(&[Infantry]);
    assert_eq!(table.elements("D"), 2);
    let mut variant = scene_with(lines, |rules| rules.cinc_may_lead = true);
    variant.begin("A", "D");
    assert_eq!(variant.state.step, Step::AttackOrder);
}

/// J5.101: officers go with a unit that follows up or pursues.
#[test]
fn officers_follow_up_and_pursue_with_their_unit() {
    let mut table =
        scene("red A heavy_cavalry 0503\nblue D line_infantry 0504 unstable\nofficer red commander_in_chief 0503");
    table.attack("A", "D");
    table.roll(&[Infantry]);
    table.play(Action::FollowUp);
    assert_eq!(table.officers_at(Side::Red), ["0504"]);
    let hex = table.hex("0405");
    table.play(Action::PursueTo(hex));
    assert_eq!(table.officers_at(Side::Red), ["0405"]);
}

/// D is destroyed with this officer of blue in its hex.
#[track_caller]
fn fleeing(rank: &str, more: &str) -> Table {
    let mut table = scene(&format!(
        "red A line_infantry 0503\nblue D line_infantry 0504 unstable\nofficer blue {rank} 0504\n{more}"
    ));
    table.attack("A", "D");
    table.roll(&[Infantry]);
    if table.state.step == Step::LeadAgainstLoss {
        table.play(Action::Pass);
    }
    table
}

/// J5.103: an officer whose unit is destroyed must flee; J5.105: a senior officer to a friendly unit in an adjacent
/// hex.
#[test]
fn a_senior_officer_flees_to_a_unit_beside_him() {
    let table =
        fleeing("senior_officer", "blue G line_infantry 0404\nblue H line_infantry 0505\nblue I line_infantry 0406");
    assert_eq!(table.battle.moment(&table.state), Moment::Decide(Side::Blue));
    assert_eq!(flight(&table), set(&["0404", "0505"]));
}

/// J5.106, JI-170: a general flees up to two hexes, through empty hexes and friends, not through an enemy.
#[test]
fn a_general_flees_up_to_two_hexes_past_no_enemy() {
    let friends =
        "blue G line_infantry 0404\nblue I line_infantry 0406\nblue K line_infantry 0606\nblue L line_infantry 0507";
    for rank in ["commander_in_chief", "sub_general"] {
        assert_eq!(flight(&fleeing(rank, friends)), set(&["0404", "0406", "0606"]), "{rank}");
        // 0606 is behind 0505 and 0604 and 0605; the latter is not beside 0504.
        let barred = format!("{friends}\nred X line_infantry 0505 idle\nlake 0405");
        assert!(!flight(&fleeing(rank, &barred)).contains("0606"), "{rank}");
    }
}

/// J5.107: without a refuge the officer is removed from the game.
#[test]
fn an_officer_without_refuge_is_lost() {
    for (rank, friends) in
        [("senior_officer", "blue G line_infantry 0406"), ("sub_general", "blue G line_infantry 0407")]
    {
        let table = fleeing(rank, friends);
        assert!(table.officers(Side::Blue).is_empty() && table.state.flight_count == 0, "{rank}");
        assert!(!table.state.officer(reglette::jomini::state::officer_ids(Side::Blue).first()).in_play);
    }
    let shut = fleeing("senior_officer", "blue G line_infantry 0505\nrampart 0505 SW");
    assert!(shut.officers(Side::Blue).is_empty(), "across no rampart");
}

/// J5.104, JI-104: an officer alone flees from an enemy unit that enters his hex, which then continues: in a move, in a
/// follow-up, in a retreat.
#[test]
fn an_officer_alone_flees_from_a_unit_that_enters_his_hex() {
    let mut moved = scene(
        "phase movement\nred A light_cavalry 0501\nofficer blue senior_officer 0502\nblue G line_infantry 0503\nblue H \
            line_infantry 0602",
    );
    moved.move_to("A", "0502");
    assert_eq!((moved.at("A").as_str(), flight(&moved)), ("0502", set(&["0503", "0602"])));
    let refuge = moved.hex("0602");
    moved.play(Action::FleeTo(refuge));
    assert_eq!(moved.officers_at(Side::Blue), ["0602"]);
    let mut retreated = scene(
        "red A line_infantry 0503\nblue D line_infantry 0504\nofficer red senior_officer 0405\nred B line_infantry \
            0305\nred C line_infantry 0406\nlake 0505",
    );
    retreated.attack("A", "D");
    retreated.roll(&[Flag]);
    assert_eq!((retreated.at("D").as_str(), flight(&retreated)), ("0405", set(&["0305", "0406"])));
    let mut pursued = scene(
        "red A heavy_cavalry 0503\nblue D line_infantry 0504 unstable\nofficer blue senior_officer 0405\nblue G \
            line_infantry 0406",
    );
    pursued.attack("A", "D");
    pursued.roll(&[Infantry]);
    pursued.play(Action::FollowUp);
    let hex = pursued.hex("0405");
    pursued.play(Action::PursueTo(hex));
    assert_eq!(
        (pursued.at("A").as_str(), pursued.officers_at(Side::Blue)),
        ("0405", vec!["0406".to_owned()]),
        "to his one refuge"
    );
}

/// J5.104, JI-104: he flees from a unit that only passes his hex, if there is no way past it: in a retreat, a pursuit,
/// breaking off, a withdrawal.
#[test]
fn an_officer_alone_flees_from_a_unit_that_cannot_but_pass_his_hex() {
    let beside = "officer red senior_officer 0505\nred B line_infantry 0605\nred C line_infantry 0604 idle\n";
    let struck = |more: &str| {
        let mut table = scene(&format!("red A line_infantry 0503\nblue D line_infantry 0504\n{beside}{more}"));
        table.attack("A", "D");
        table.roll(&[Flag, Flag]);
        table
    };
    let mut retreated = struck("lake 0405");
    retreated.retreat_to("0506");
    assert_eq!((retreated.at("D").as_str(), flight(&retreated)), ("0506", set(&["0604", "0605"])));
    let mut around = struck("");
    let mut through = around.clone();
    around.retreat_to("0506");
    assert_eq!(
        (around.state.flight_count, around.officers_at(Side::Red)),
        (0, vec!["0505".to_owned()]),
        "there is a way past him"
    );
    through.retreat_to("0606");
    assert_eq!(through.state.flight_count, 1, "but not to every hex");
    let winding = |more: &str| {
        let mut table = scene(&format!("red A line_infantry 0503\nblue D line_infantry 0504 elusive\n{beside}{more}"));
        table.attack("A", "D");
        table.roll(&[Flag, Flag]);
        table.retreat_to("0506");
        table.state.flight_count
    };
    assert_eq!([winding("lake 0405"), winding("")], [1, 0], "a retreat in any direction");
    let mut pursued = scene(
        "red A light_cavalry 0503 changeable\nblue D line_infantry 0504 unstable\nofficer blue senior_officer \
            0405\nblue G line_infantry 0305\nlake 0505",
    );
    pursued.attack("A", "D");
    pursued.roll(&[Infantry]);
    pursued.play(Action::PursueTo(pursued.hex("0506")));
    assert_eq!((pursued.at("A").as_str(), pursued.officers_at(Side::Blue)), ("0506", vec!["0305".to_owned()]));
    let mut broken =
        scene(&format!("red A line_infantry 0503\nblue D light_infantry 0504 break_off\n{beside}lake 0405"));
    broken.begin("A", "D");
    broken.play(Action::BreakOff);
    broken.go_to_dice();
    broken.roll(&[]);
    broken.play(Action::FallBackTo(broken.hex("0506")));
    assert_eq!((broken.at("D").as_str(), flight(&broken)), ("0506", set(&["0604", "0605"])));
    let mut withdrawn =
        scene(&format!("tokens blue 9\nred A line_infantry 0503\nblue D light_infantry 0504\n{beside}lake 0405"));
    withdrawn.begin("A", "D");
    withdrawn.defence_order(DefenceOrder::Withdrawal);
    withdrawn.play(Action::WithdrawTo(withdrawn.hex("0506")));
    assert_eq!((withdrawn.at("D").as_str(), flight(&withdrawn)), ("0506", set(&["0604", "0605"])));
}

/// J5.104, JI-104: a march along a road continues past him, as does a move with the order Woodsmen.
#[test]
fn marches_and_woodsmen_go_on_past_an_officer_alone() {
    let mut marched =
        scene("phase movement\nred A line_infantry 0500\nofficer blue senior_officer 0502\nroad 0500 0501 0502 0503");
    marched.play(Action::Move(marched.unit("A")));
    let beyond = |table: &Table, place: &str| {
        table.destinations().into_iter().find(|(hex, to)| hex == place && to.drives_out != 0)
    };
    let (_, to) = beyond(&marched, "0503").expect("three hexes along the road");
    assert!(!to.may_attack);
    marched.play(Action::MoveTo(to));
    assert!(marched.officers(Side::Blue).is_empty(), "he has nowhere to flee to");
    let rocks = "rocks 0001 0101 0201 0301 0401 0501 0601 0701 0801 0901 1001";
    for payment in [Payment::Tokens, Payment::Lead(OfficerId::new(0))] {
        let lines = format!(
            "tokens red 2\nphase movement\nred A light_cavalry 0500\nofficer red senior_officer 0500\nofficer blue \
                senior_officer 0402\n{rocks}"
        );
        let mut table = scene(&lines);
        table.play(Action::Woodsmen(table.unit("A"), payment));
        let (_, to) = beyond(&table, "0304").expect("four hexes past the officer");
        table.play(Action::MoveTo(to));
        assert!(table.officers(Side::Blue).is_empty(), "{payment:?}");
    }
}

/// J5.108, JI-172, JI-173: a side that loses its C-in-C skips its next player-turn, and in it puts him back in the
/// place of a sub-general, else of a senior officer, else anywhere.
#[test]
fn losing_the_commander_in_chief_costs_a_player_turn() {
    let after = |others: &str| {
        let lines = "red A line_infantry 0503\nblue D line_infantry 0504 unstable\nofficer blue commander_in_chief \
            0504\nofficer red sub_general 0302";
        let mut table = scene(&format!("{lines}\n{others}"));
        table.attack("A", "D");
        table.roll(&[Infantry]);
        let commander = reglette::jomini::state::officer_ids(Side::Blue).first();
        assert!(!table.state.officer(commander).in_play);
        table.play(Action::Done);
        table
    };
    let mut table =
        after("officer blue sub_general 0308\nofficer blue senior_officer 0708\nofficer blue sub_general 0508");
    assert_eq!(
        (table.state.step, table.state.player_turn, table.battle.moment(&table.state)),
        (Step::PlaceCinc, 6, Moment::Decide(Side::Blue))
    );
    let places =
        |table: &Table| table.hexes(|action| if let Action::PlaceCinc(hex, _) = action { Some(hex) } else { None });
    assert_eq!(places(&table).into_iter().collect::<BTreeSet<_>>(), set(&["0308", "0508"]));
    let hex = table.hex("0508");
    table.play(Action::PlaceCinc(hex, table.officer("0508")));
    assert_eq!((table.state.player_turn, table.state.active), (7, Side::Red), "red plays twice in a row");
    assert_eq!(table.officers_at(Side::Blue).into_iter().collect::<BTreeSet<_>>(), set(&["0308", "0508", "0708"]));
    assert!(table.battle.field.forces.commander_in_chief(&table.state, Side::Blue).is_some());
    // One senior officer leaves no choice: he is replaced at once.
    let one = after("officer blue senior_officer 0708");
    assert_eq!((one.state.player_turn, one.officers_at(Side::Blue)), (7, vec!["0708".to_owned()]));
    let none = after("lake 0608");
    let found = places(&none);
    assert!(
        found.contains(&"0808".to_owned())
            && !found.contains(&"0608".to_owned())
            && !found.contains(&"0503".to_owned())
    );
}

/// JI-172: of two sub-generals in one hex the owner chooses whose place the new C-in-C takes.
#[test]
fn the_owner_chooses_whom_the_new_commander_replaces() {
    let mut table = scene(
        "red A line_infantry 0503\nblue D line_infantry 0504 unstable\nofficer blue commander_in_chief 0504\nofficer \
            blue sub_general 0308\nofficer blue sub_general 0308",
    );
    table.attack("A", "D");
    table.roll(&[Infantry]);
    table.play(Action::Done);
    let hex = table.hex("0308");
    let generals: Vec<_> = table.officers(Side::Blue);
    assert_eq!(table.legal(), generals.iter().map(|general| Action::PlaceCinc(hex, *general)).collect::<Vec<_>>());
    table.play(Action::PlaceCinc(hex, generals[1]));
    assert!(table.state.officer(generals[0]).in_play && !table.state.officer(generals[1]).in_play);
}

//! Retreat: morale hits ignored (J5.53), length (J5.70, J5.71 with the letters JA3.11, JA3.19, JA3.20, JA3.21, JA3.24),
//! destinations (J5.72 to J5.75, JA3.22), hexes that cannot be made (J5.76), and the dice of Panic (JA3.23). A attacks
//! D on 0504; blue's edge is row 8.

use crate::scene::{BLUE_FRIENDS, RED_FRIENDS, scene, scene_with};
use crate::table::{Table, set};
use reglette::game::{Game, Moment, Side};
use reglette::jomini::combat::odds::{OddsOptions, Row};
use reglette::jomini::rules::Face::{self, Flag, Infantry};
use reglette::jomini::state::{DefenceOrder, Step};
use reglette::jomini::{Action, Roll};

/// A on 0503 rolls these faces at D.
#[track_caller]
fn struck(defender: &str, more: &str, faces: &[Face]) -> Table {
    let mut table = scene(&format!("red A cuirassiers 0503\nblue D {defender}\n{more}"));
    table.attack("A", "D");
    table.roll(faces);
    table
}

/// Rows made and elements lost by a lone D for these faces.
#[track_caller]
fn outcome(defender: &str, more: &str, faces: &[Face]) -> (i32, u8) {
    let mut table = struck(defender, more, faces);
    let before = table.battle.field.forces.profile(table.unit("D")).elements;
    table.retreat();
    (if table.at("D").is_empty() { 0 } else { table.row("D") - 4 }, before - table.elements("D"))
}

/// J5.53: support, each officer in the hex, and being artillery each cancel one morale hit, and add up.
#[test]
fn support_officers_and_guns_each_ignore_one_morale_hit() {
    let ignored = |kind: &str, more: &str| {
        scene(&format!("red A cuirassiers 0503\nblue D {kind} 0504\n{more}")).ignored("A", "D")
    };
    let officers = "officer blue sub_general 0504\nofficer blue senior_officer 0504\nofficer blue senior_officer 0405";
    assert_eq!(ignored("line_infantry", ""), 0);
    assert_eq!(ignored("line_infantry", BLUE_FRIENDS), 1);
    assert_eq!(ignored("line_infantry", officers), 2);
    assert_eq!([ignored("foot_artillery_light", ""), ignored("horse_artillery_light", "")], [1, 1]);
    assert_eq!(ignored("foot_artillery_light", &format!("{BLUE_FRIENDS}{officers}")), 4);
    assert_eq!(outcome("line_infantry 0504", BLUE_FRIENDS, &[Flag]), (0, 0), "and what is ignored makes no retreat");
}

/// JI-134: all morale hits that can be ignored are, unless the rules leave it to the owner.
#[test]
fn ignoring_can_be_left_to_the_owner() {
    let mut table =
        scene_with(&format!("red A line_infantry 0503\nblue D line_infantry 0504\n{BLUE_FRIENDS}"), |rules| {
            rules.ignore_flags_auto = false
        });
    table.attack("A", "D");
    table.roll(&[Flag, Flag]);
    assert_eq!((table.state.step, table.battle.moment(&table.state)), (Step::Ignore, Moment::Decide(Side::Blue)));
    table.play(Action::Ignore(0));
    assert_eq!(table.state.combat.retreat_due, 2);
}

/// J5.68, J5.69, JI-133: losses come first, then the retreat of the rest.
#[test]
fn losses_come_before_the_retreat() {
    let table = struck("line_infantry 0504", "", &[Infantry, Flag]);
    assert_eq!((table.elements("D"), table.state.step, table.state.combat.retreat_due), (2, Step::Retreat, 1));
    let table = struck("line_infantry 0504 unstable", "", &[Infantry, Flag]);
    assert_eq!((table.at("D").as_str(), table.state.step), ("", Step::FollowUp));
    // One element left, no way back: the hit is taken before the hex that cannot be made.
    assert_eq!(outcome("line_infantry 0504 weak", "lake 0405 0505", &[Infantry, Flag]), (0, 2));
}

/// J5.70: a morale hit is one hex for infantry and foot guns, two for mounted troops and horse guns; JI-137: several
/// make one retreat.
#[test]
fn each_morale_hit_is_one_hex_on_foot_and_two_mounted() {
    let hexes = |kind: &str, flags: usize| outcome(&format!("{kind} 0504"), "", &vec![Flag; flags]);
    for kind in ["light_infantry", "line_infantry", "rifle_heavy_infantry"] {
        assert_eq!([hexes(kind, 1), hexes(kind, 2), hexes(kind, 3)], [(1, 0), (2, 0), (3, 0)], "{kind}");
    }
    for kind in ["light_cavalry", "cuirassiers", "heavy_lancers"] {
        assert_eq!([hexes(kind, 1), hexes(kind, 2)], [(2, 0), (4, 0)], "{kind}");
    }
    // Guns ignore the first (J5.53).
    assert_eq!([hexes("foot_artillery_heavy", 2), hexes("horse_artillery_heavy", 2)], [(1, 0), (2, 0)]);
}

/// JA3.11, JA3.20, JA3.21, J5.71: Changeable and Hesitant troops retreat twice as far, Fleeing ones three times;
/// JI-142: of several the highest counts.
#[test]
fn changeable_hesitant_and_fleeing_troops_retreat_farther() {
    let hexes = |letters: &str| outcome(&format!("line_infantry 0504 {letters}"), "", &[Flag]).0;
    assert_eq!(
        [
            hexes("changeable"),
            hexes("hesitant"),
            hexes("fleeing"),
            hexes("hesitant fleeing"),
            hexes("hesitant changeable")
        ],
        [2, 2, 3, 3, 2]
    );
    assert_eq!(outcome("light_cavalry 0504 hesitant", "", &[Flag]), (4, 0));
    assert_eq!(outcome("line_infantry 0504 hesitant", "", &[Flag, Flag]), (4, 0), "each flag");
}

/// JA3.19: the first flag of Stubborn infantry or guns is a hex less; JA3.24: so is that of Tenacious mounted troops;
/// not the following ones, JI-143: after the multiplier.
#[test]
fn stubborn_and_tenacious_troops_save_a_hex_of_the_first_flag() {
    let hexes = |defender: &str, flags: usize| outcome(defender, "", &vec![Flag; flags]).0;
    assert_eq!([hexes("line_infantry 0504 stubborn", 1), hexes("line_infantry 0504 stubborn", 2)], [0, 1]);
    assert_eq!(
        [hexes("foot_artillery_light 0504 stubborn", 2), hexes("foot_artillery_light 0504 stubborn", 3)],
        [0, 1]
    );
    assert_eq!([hexes("heavy_cavalry 0504 tenacious", 1), hexes("heavy_cavalry 0504 tenacious", 2)], [1, 3]);
    assert_eq!(hexes("line_infantry 0504 stubborn hesitant", 1), 1);
    assert_eq!(
        [hexes("heavy_cavalry 0504 stubborn", 1), hexes("line_infantry 0504 tenacious", 1)],
        [2, 1],
        "each for its own arms"
    );
}

/// J5.72: the owner of the retreating unit chooses; J5.73, JI-6: towards its own edge, even past the attacker; JI-138:
/// as far as it can.
#[test]
fn the_owner_chooses_among_the_longest_ways_to_its_own_edge() {
    let table = struck("line_infantry 0504", "", &[Flag, Flag]);
    assert_eq!(table.battle.moment(&table.state), Moment::Decide(Side::Blue));
    assert_eq!(table.retreats(), set(&["0406", "0506", "0606"]));
    let half = struck("line_infantry 0504", "blue X line_infantry 0406\nblue Y line_infantry 0506\n", &[Flag, Flag]);
    assert_eq!(half.at("D"), "0606", "not to 0405, from where there is no second hex");
    let choice = scene_with(
        "red A cuirassiers 0503\nblue D line_infantry 0504\nblue X line_infantry 0406\nblue Y line_infantry 0506",
        |rules| {
            rules.retreat_must_maximise = false;
        },
    );
    let mut choice = choice;
    choice.attack("A", "D");
    choice.roll(&[Flag, Flag]);
    assert_eq!(choice.retreats(), set(&["0405", "0606"]), "as a variant the shorter way too, for an element");
}

/// J5.74, J7.10, J7.11, J7.12, J7.13: terrain does not slow a retreat, but no unit retreats into mountains or water.
#[test]
fn terrain_does_not_slow_a_retreat_but_impassable_terrain_bars_it() {
    for slow in ["forest", "marsh", "buildings", "rocks", "sand", "snow", "ford"] {
        assert_eq!(
            outcome("heavy_cavalry 0504", &format!("{slow} 0405 0505 0406 0506 0606"), &[Flag]),
            (2, 0),
            "{slow}"
        );
    }
    for barred in ["mountain", "lake", "river", "large_river"] {
        assert_eq!(outcome("heavy_cavalry 0504", &format!("{barred} 0405 0505"), &[Flag]), (0, 2), "{barred}");
    }
}

/// J5.74, JI-141: guns retreat neither into rough terrain, but along a road, nor across works; ramparts block all
/// units.
#[test]
fn closed_terrain_and_works_bar_the_retreat_of_guns() {
    let guns = |more: &str| outcome("foot_artillery_light 0504", more, &[Flag, Flag]);
    assert_eq!(guns(""), (1, 0));
    for rough in ["forest", "marsh", "buildings", "rocks"] {
        assert_eq!(guns(&format!("{rough} 0405 0505")), (0, 1), "{rough}");
    }
    assert_eq!(guns("forest 0405 0505\nroad 0504 0505"), (1, 0), "along the road");
    assert_eq!(guns("wall 0504 NE NW"), (0, 1));
    assert_eq!(outcome("line_infantry 0504", "wall 0504 NE NW", &[Flag]), (1, 0), "infantry climbs walls");
    assert_eq!(outcome("line_infantry 0504", "rampart 0504 NE NW", &[Flag]), (0, 1));
}

/// J5.75: friends block a retreat, except guns, which can be passed through; JI-140: the hex of the guns counts, the
/// retreat cannot end there, and guns do not pass guns.
#[test]
fn a_retreat_passes_friendly_guns_and_no_other_unit() {
    let friends = |kind: &str| format!("blue G {kind} 0405\nblue H {kind} 0505");
    for kind in ["line_infantry", "light_cavalry"] {
        assert_eq!(
            outcome("line_infantry 0504", &friends(kind), &[Flag, Flag, Flag]),
            (0, 2),
            "{kind}, one flag ignored through them"
        );
    }
    for kind in ["foot_artillery_light", "horse_artillery_light"] {
        assert_eq!(outcome("line_infantry 0504", &friends(kind), &[Flag, Flag, Flag]), (2, 0), "{kind}");
        assert_eq!(outcome("line_infantry 0504", &friends(kind), &[Flag, Flag]), (0, 1), "not onto the guns");
        assert_eq!(
            outcome("horse_artillery_light 0504", &friends(kind), &[Flag, Flag, Flag]),
            (0, 2),
            "guns through {kind}"
        );
    }
    assert_eq!(
        outcome(
            "line_infantry 0504",
            "red G foot_artillery_light 0405\nred H foot_artillery_light 0505",
            &[Flag, Flag]
        ),
        (0, 2),
        "not through the enemy's"
    );
}

/// J5.76, J4.24, JI-7, JI-139: each hex that cannot be made costs an element; no unit leaves the table.
#[test]
fn each_hex_that_cannot_be_made_costs_an_element() {
    let at_edge = |flags: usize| {
        let mut table = scene("red A cuirassiers 0507\nblue D line_infantry 0508 iron");
        table.attack("A", "D");
        table.roll(&vec![Flag; flags]);
        (table.at("D"), table.elements("D"))
    };
    assert_eq!([at_edge(1), at_edge(3)], [("0508".to_owned(), 4), ("0508".to_owned(), 2)]);
    let mut corner = scene("red A line_infantry 0106\nblue D line_infantry 0006");
    corner.attack("A", "D");
    corner.roll(&[Flag]);
    assert_eq!(corner.at("D"), "0007", "beside the table there is no hex");
    assert_eq!(outcome("line_infantry 0504 weak", "lake 0405 0505", &[Flag, Flag]), (0, 2), "to the last");
}

/// JA3.22, JI-127: Elusive troops retreat into any free hexes, no hex twice.
#[test]
fn elusive_troops_retreat_in_any_direction() {
    let table = struck("line_infantry 0504 elusive", "", &[Flag]);
    assert_eq!(table.retreats(), set(&["0604", "0505", "0405", "0404", "0403"]), "all around but A's hex");
    let mut wide = scene("red A foot_artillery_heavy 0501\nblue D line_infantry 0504 elusive");
    wide.attack("A", "D");
    wide.roll(&[Flag, Flag]);
    let found = wide.retreats();
    assert!(
        found.contains("0404") && found.contains("0502") && found.contains("0704") && !found.contains("0504"),
        "two hexes, not back: {found:?}"
    );
    let shut = struck("line_infantry 0504 elusive", "lake 0405 0505", &[Flag]);
    assert_eq!(shut.retreats(), set(&["0604", "0404", "0403"]));
}

/// JA3.22, JI-127: the owner chooses among all ends of a long retreat too, also among those beside the hex that it
/// leaves.
#[test]
fn a_long_retreat_of_elusive_troops_may_end_nearby() {
    let unit = |id: &str, side: &str, kind: &str, at: &str, more: &str| {
        format!("[[unit]]\nid = \"{id}\"\nside = \"{side}\"\ntype = \"{kind}\"\nat = \"{at}\"\n{more}")
    };
    let units = [
        unit("D", "blue", "light_lancers", "0703", "letters = [\"elusive\"]\n"),
        unit("A", "red", "line_infantry", "0702", "status = [\"activated\"]\n"),
        unit("G", "red", "foot_artillery_light", "0602", ""),
        unit("I", "red", "line_infantry", "0503", ""),
        unit("J", "red", "line_infantry", "0604", ""),
    ];
    let table = Table::read(
        "long_retreat",
        &format!(
            "scenario = \"plain\"\nactive = \"red\"\nplayer_turn = 3\nstep = {{ wait = \"retreat\" }}\ncombat = {{ attacker = \
                \"A\", defender = \"D\", attacker_hex = \"0702\", defender_hex = \"0703\", melee = true, strike = \"attack\", \
                retreat_due = 10, retreat_ordered = true }}\n{}",
            units.concat()
        ),
    );
    let found = table.retreats();
    assert!(["0603", "0704", "0803", "0802"].iter().all(|hex| found.contains(*hex)), "{found:?}");
}

/// JA3.23, JI-144: a unit in Panic throws a die for each hex that it makes, and loses an element for each face of its
/// arm; hexes not made and a unit that stands throw none.
#[test]
fn troops_in_panic_throw_a_die_for_each_hex_they_make() {
    let mut table = struck("line_infantry 0504 panic solid", "", &[Flag, Flag]);
    table.retreat();
    assert_eq!(table.state.step, Step::PanicRoll(2));
    let mut rolls = Vec::new();
    table.battle.rolls(&table.state, &mut rolls);
    let weights: Vec<(u8, u64)> = rolls.iter().map(|it| (it.roll.hits, it.weight)).collect();
    assert_eq!(weights, [(0, 25), (1, 10), (2, 1)], "one face in six");
    table.throw(Roll { hits: 2, ..Roll::default() });
    assert_eq!(table.elements("D"), 2);
    assert_eq!(struck("line_infantry 0504 panic", "lake 0405 0505", &[Flag]).state.step, Step::Combat);
}

/// JI-144: in Panic the face of the unit's own arm costs an element.
#[test]
fn in_panic_the_face_of_the_own_arm_costs_an_element() {
    let ways_to_lose = |kind: &str| {
        let mut table = scene_with(&format!("red A line_infantry 0503\nblue D {kind} 0504 panic\n"), |rules| {
            rules.die_faces = [Face::Infantry, Face::Cavalry, Face::Cavalry, Face::Cavalry, Flag, Face::Artillery];
        });
        table.attack("A", "D");
        table.roll(&[Flag, Flag]);
        table.retreat();
        let mut rolls = Vec::new();
        table.battle.rolls(&table.state, &mut rolls);
        rolls.iter().max_by_key(|it| it.roll.hits).expect("some roll").weight
    };
    // Two, four and one dice, of which all must show one face of six, or one of three.
    assert_eq!(
        [ways_to_lose("line_infantry"), ways_to_lose("light_cavalry"), ways_to_lose("foot_artillery_heavy")],
        [1, 81, 1]
    );
}

/// J5.102 with J5.70: where the unit goes, its officers go.
#[test]
fn officers_retreat_with_their_unit() {
    let mut table = struck("line_infantry 0504", "officer blue sub_general 0504", &[Flag, Flag]);
    table.retreat_to("0405");
    assert_eq!(table.officers_at(Side::Blue), ["0405"]);
}

/// Cavalry that flees over the largest board: D stands in red's third row.
fn largest_board() -> Table {
    let text = format!(
        "phase = \"combat\"\nactive = \"red\"\nplayer_turn = 5\n[blue]\nunits_at_start = 30\n[map]\ndrawing = \
            \"\"\"\n{}\"\"\"\n",
        format!(" {row}\n{row}\n", row = ". ".repeat(12).trim_end()).repeat(15)
    );
    let unit = |side: &str, id: &str, kind: &str, at: &str, more: &str| {
        format!("[[unit]]\nside = \"{side}\"\nid = \"{id}\"\ntype = \"{kind}\"\nat = \"{at}\"\n{more}\n")
    };
    let attacker = unit("red", "A", "cuirassiers", "0501", "status = [\"activated\"]");
    let other = unit("blue", "E", "line_infantry", "1108", "");
    Table::read(
        "largest",
        &(text
            + &attacker
            + &unit("blue", "D", "heavy_cavalry", "0502", "letters = [\"fleeing\", \"panic\"]")
            + &other),
    )
}

/// JA3.23: a die for each hex, however many: those of a retreat of 24 hexes are thrown in two rolls.
#[test]
fn a_long_panic_throws_a_die_for_each_hex() {
    let mut table = largest_board();
    table.attack("A", "D");
    table.roll(&[Flag, Flag, Flag, Flag]);
    table.retreat();
    assert_eq!((table.row("D"), table.state.step), (26, Step::PanicRoll(24)));
    table.throw(Roll { hits: 1, ..Roll::default() });
    assert_eq!((table.elements("D"), table.state.step), (2, Step::PanicRoll(4)));
    table.throw(Roll { hits: 1, ..Roll::default() });
    assert_eq!((table.elements("D"), table.state.step), (1, Step::FollowUp));
    let table = largest_board();
    let (attacker, defender) = (table.unit("A"), table.unit("D"));
    let odds = table.battle.odds(&table.state, attacker, defender, &OddsOptions::default()).expect("a combat");
    let unhurt = odds.attack().expect("a roll").probability(Row { losses: 0, retreat: 24, tokens: 0, officers: 0 });
    let exact = (5.0f64 / 6.0).powi(24) / 6.0f64.powi(4);
    assert!((unhurt / exact - 1.0).abs() < 1e-12, "{unhurt} where it is {exact}");
}

/// JI-79, J5.53, J3.49, J7.19: if flags and other morale hits are distinguished, support, officers and artillery ignore
/// either, walls and Hold the position flags only.
#[test]
fn what_speaks_of_flags_can_be_held_to_flags() {
    let left = |lines: &str, order: Option<DefenceOrder>, equal: bool| {
        let text = format!("tokens blue 9\nred A line_infantry 0503\nblue D line_infantry 0504 dodging\n{lines}");
        let mut table = scene_with(&text, |rules| rules.flags_equal_morale_hits = equal);
        table.begin("A", "D");
        if let Some(order) = order {
            table.defence_order(order);
        }
        table.go_to_dice();
        table.roll(&[Infantry]);
        table.play(Action::DodgeByTrait);
        table.state.combat.retreat_due
    };
    let both = |lines: &str, order| [true, false].map(|equal| left(lines, order, equal));
    assert_eq!(both("", None), [3, 3], "a dodged hit is three morale hits (JA3.12)");
    assert_eq!(both(BLUE_FRIENDS, None), [2, 2], "support");
    assert_eq!(both("officer blue senior_officer 0504", None), [2, 2], "an officer");
    assert_eq!(both("", Some(DefenceOrder::Nuts)), [1, 1]);
    assert_eq!(both("wall 0504 SE SW", None), [2, 3], "a wall");
    assert_eq!(both("", Some(DefenceOrder::HoldPosition)), [0, 3]);
}

/// JI-79, J5.56, JA3.14: the same for morale hits by tactical advantages and Harassment.
#[test]
fn what_speaks_of_flags_is_no_help_against_tactical_advantages() {
    let left = |lines: &str, order: Option<DefenceOrder>, equal: bool| {
        let text = format!("tokens blue 9\n{RED_FRIENDS}{lines}");
        let mut table = scene_with(&text, |rules| rules.flags_equal_morale_hits = equal);
        table.begin("A", "D");
        if let Some(order) = order {
            table.defence_order(order);
        }
        table.go_to_dice();
        table.roll(&[Face::Tactical]);
        table.state.combat.retreat_due
    };
    let both = |lines: &str, order| [true, false].map(|equal| left(lines, order, equal));
    let harassed = "red A light_infantry 0503 harassing\nblue D line_infantry 0504\n";
    assert_eq!(both(harassed, None), [2, 2], "Harassment makes two morale hits of a hit");
    assert_eq!(both(&format!("{harassed}officer blue senior_officer 0504"), None), [1, 1], "an officer");
    assert_eq!(both(harassed, Some(DefenceOrder::HoldPosition)), [0, 2]);
    let shaken = "red A line_infantry 0503\nblue D heavy_cavalry 0504\n";
    assert_eq!(both(shaken, None), [2, 2], "a morale hit drives mounted troops back two hexes");
    assert_eq!(both(&format!("{shaken}officer blue senior_officer 0504"), None), [0, 0], "an officer");
    assert_eq!(both(shaken, Some(DefenceOrder::HoldPosition)), [0, 2]);
}

/// JI-79, J3.51: in a counter-charge, too, morale hits that are not flags are stored until the losses are taken.
#[test]
fn a_counter_charge_keeps_morale_hits_that_are_no_flags() {
    let due = |equal: bool| {
        let lines =
            format!("tokens blue 9\nred A heavy_cavalry 0503\nblue D heavy_cavalry 0504 dodging\n{BLUE_FRIENDS}");
        let mut table = scene_with(&lines, |rules| rules.flags_equal_morale_hits = equal);
        table.begin("A", "D");
        table.defence_order(DefenceOrder::CounterCharge);
        table.go_to_dice();
        table.roll(&[Face::Cavalry]);
        table.go_to_dice();
        table.roll(&[]);
        table.play(Action::DodgeByTrait);
        table.state.combat.retreat_due
    };
    assert_eq!([due(true), due(false)], [4, 4], "three morale hits, one ignored for support");
}

//! `reglette odds`: names and choices in, tables out.

use reglette::cli::odds::{Sweep, json, sweep_csv, table};
use reglette::data::{Kind, Library, Source};
use reglette::game::{CombatOdds, OddsFault, OddsQuery, OddsReport, Positioned, Side};
use reglette::jomini::Battle;
use reglette::jomini::combat::odds::{FrontRank, OddsOptions};
use reglette::jomini::rules::Rules;
use reglette::jomini::setup::position::Position;
use reglette::jomini::state::UnitId;

const POSITION: &str = r#"
scenario = "plain"
phase = "combat"
active = "red"

[red]
tokens = 1

[blue]
tokens = 6

[[unit]]
id = "Old Guard"
side = "red"
type = "line_infantry"
at = "0503"

[[unit]]
id = "Battery"
side = "blue"
type = "foot_artillery_light"
at = "0504"
elements = 2

[[unit]]
id = "Left"
side = "blue"
type = "line_infantry"
at = "0404"

[[unit]]
id = "Right"
side = "blue"
type = "line_infantry"
at = "0604"
"#;

fn weighed(position: &str, attacker: &str, target: &str, choices: &[(&str, &str)]) -> Result<OddsReport, OddsFault> {
    let source = Source::new(&Library::built_in(), Kind::Position, "test.toml", position);
    let Position { battle, .. } = Position::read(&source, None).unwrap_or_else(|error| panic!("{error}"));
    let choices = choices.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let query = OddsQuery { attacker: attacker.to_owned(), target: target.to_owned(), choices };
    battle.combat_odds(&battle.start, &query)
}

fn asked(attacker: &str, target: &str, choices: &[(&str, &str)]) -> Result<OddsReport, OddsFault> {
    weighed(POSITION, attacker, target, choices)
}

fn fault(attacker: &str, target: &str, choices: &[(&str, &str)]) -> String {
    asked(attacker, target, choices).expect_err("a faulty question").to_string()
}

#[test]
fn the_table_shows_dice_with_their_rules_and_every_result() {
    let report = asked("Old Guard", "B1", &[("order", "elan"), ("riposte", "yes")]).unwrap();
    insta::assert_snapshot!(table(&report));
}

/// Guns riposte with a die for each element that the attack left them (J5.11): a table for each number.
#[test]
fn a_riposte_of_guns_has_a_table_for_each_number_of_elements_left() {
    let report = asked("R1", "Battery", &[("riposte", "yes")]).unwrap();
    let dice: Vec<u32> = report.rolls.iter().map(|roll| roll.dice).collect();
    assert_eq!(dice, [3, 2, 1]);
    let total: f64 = report.rolls[1..].iter().map(|roll| roll.rolled.value()).sum();
    assert!((total - report.shares[0].value.value()).abs() < 1e-15);
}

#[test]
fn data_repeats_every_choice_and_holds_exact_counts() {
    let report = asked("Old Guard", "Battery", &[("order", "charge"), ("defence_order", "Like a rock")]).unwrap();
    let data = json(&report);
    assert_eq!(data["choices"]["order"], "charge");
    assert_eq!(data["choices"]["defence_order"], "like_a_rock");
    assert_eq!(data["choices"]["dodge_trait"], "no");
    let counts = data["rolls"][0]["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["count"].as_str().unwrap().parse::<u64>().unwrap());
    assert_eq!(counts.sum::<u64>(), 216);
    assert_eq!(data["rolls"][0]["total"], "216");
    assert_eq!(data["rolls"][0]["trail"][0]["rule"], "J5.9");
}

#[test]
fn faulty_questions_are_answered_with_what_there_is() {
    assert_eq!(
        fault("Old Gard", "B1", &[]),
        "there is no unit \"Old Gard\"; the units are Old Guard (R1), Battery (B1), Left (B2), Right (B3); did you \
            mean \"Old Guard\"?"
    );
    assert_eq!(
        fault("R1", "B1", &[("order", "elam")]),
        "\"order\" has no value \"elam\"; expected \"elan\", \"charge\", \"berserk\", \"sappers\" or \"none\"; did you \
            mean \"elan\"?"
    );
    assert!(fault("R1", "B1", &[("leader", "1")]).ends_with("; did you mean \"leaders\"?"));
    assert_eq!(fault("R1", "B1", &[("leaders", "many")]), "\"leaders\" is a whole number from 0 to 8, not \"many\"");
    assert_eq!(fault("B2", "B1", &[]), "attacker and target belong to the same side");
    assert_eq!(
        fault("R1", "B1", &[("leaders", "1")]),
        "only 0 officers can lead the attacker for more dice (J3.56, J3.60)"
    );
    assert_eq!(fault("R1", "B1", &[("defence_order", "withdrawal")]), "after a withdrawal nothing is rolled (J3.52)");
}

/// J3.22, J3.39, J3.42, J3.51, J3.53, JA3.10: forbidden orders and orders without effect are distinguished, each with
/// its rule.
#[test]
fn an_order_that_is_forbidden_and_one_that_would_do_nothing_are_told_apart() {
    assert_eq!(
        fault("R1", "B1", &[("order", "sappers")]),
        "the order sappers would do nothing in this combat: the ground attacked has no effect to cancel (J3.42)"
    );
    assert_eq!(
        fault("R1", "B1", &[("defence_order", "counter_charge")]),
        "the order counter_charge cannot be given in this combat: it is for supported cavalry attacked by cavalry \
            (J3.51)"
    );
    assert_eq!(
        fault("R1", "B1", &[("wind_of_ball", "yes")]),
        "the order wind_of_ball cannot be given in this combat: it is for artillery that fires (J3.44)"
    );
    let alone = POSITION.replace("line_infantry\"\nat = \"0404", "line_infantry\"\nat = \"0908");
    let ambush =
        weighed(&alone, "R1", "B1", &[("defence_order", "ambush")]).expect_err("no right to riposte").to_string();
    assert_eq!(
        ambush,
        "the order ambush cannot be given in this combat: the unit has no right to riposte (J3.53, J5.87)"
    );
    let basic = POSITION.replacen("at = \"0503\"", "at = \"0503\"\nletters = [\"basic\"]", 1);
    let elan = weighed(&basic, "R1", "B1", &[("order", "elan")]).expect_err("Basic troops").to_string();
    assert_eq!(elan, "the order elan cannot be given in this combat: the unit is Basic (J3.39, JA3.10)");
}

/// J3.22, J5.14, JI-86: an officer given up in the ambush does not lead the attack that follows, which
/// has a table for each number of dice. Expected: by hand.
#[test]
fn an_officer_lost_in_the_ambush_does_not_lead_the_attack() {
    let officer = |side: &str, rank: &str, hex: &str| {
        format!("[[officer]]\nside = \"{side}\"\nrank = \"{rank}\"\nat = \"{hex}\"\n")
    };
    let position = format!(
        "scenario = \"plain\"\nphase = \"combat\"\nactive = \"red\"\nplayer_turn = 5\n[red]\ntokens = \
            4\n[blue]\ntokens = 9\n[[unit]]\nid = \"A\"\nside = \"red\"\ntype = \"melee_light_infantry\"\nat = \
            \"0503\"\nstatus = [\"activated\"]\n[[unit]]\nid = \"B\"\nside = \"blue\"\ntype = \
            \"line_infantry\"\nat = \"0504\"\n{}{}{}",
        officer("red", "senior_officer", "0503"),
        officer("red", "commander_in_chief", "0000"),
        officer("blue", "commander_in_chief", "1108")
    );
    let report = weighed(&position, "A", "B", &[("leaders", "1"), ("loss_officers", "1")]).unwrap();
    let attacks: Vec<(u32, f64)> = report.rolls[1..].iter().map(|roll| (roll.dice, roll.rolled.value())).collect();
    let share = |dice: u32| attacks.iter().filter(|it| it.0 == dice).map(|it| it.1).sum::<f64>();
    assert!((share(4) - 0.518_519).abs() < 1e-6 && (share(2) - 0.282_407).abs() < 1e-6, "{attacks:?}");
}

/// J3.22, J5.2: a combat in progress is evaluated as stated, with its order; not after its dice have been rolled.
#[test]
fn a_combat_under_way_goes_on_as_it_is_written() {
    let position = |step: &str, more: &str| {
        let combat = format!(
            "combat = {{ attacker = \"A\", defender = \"D\", attacker_hex = \"0503\", defender_hex = \"0504\", melee = \
                true, strike = \"attack\"{more} }}"
        );
        let unit = |id: &str, side: &str, hex: &str| {
            format!("[[unit]]\nid = \"{id}\"\nside = \"{side}\"\ntype = \"line_infantry\"\nat = \"{hex}\"\n")
        };
        let head = format!(
            "scenario = \"plain\"\nactive = \"red\"\nplayer_turn = 3\nstep = {{ wait = \"{step}\" \
                }}\n{combat}\n[blue]\ntokens = 9\n"
        );
        head + &unit("A", "red", "0503") + "status = [\"activated\"]\nattacks = 1\n" + &unit("D", "blue", "0504")
    };
    let dice = |text: &str, choices: &[(&str, &str)]| {
        weighed(text, "A", "D", choices).map(|report| (report.rolls[0].dice, report.notes))
    };
    let elan = position("defence_order", ", attack_order = \"elan\", attack_order_given = true");
    let (owed, notes) = dice(&elan, &[]).unwrap();
    assert!(
        owed == 4 && notes[0].contains("continues as recorded in the position: attack order elan"),
        "{owed} {notes:?}"
    );
    assert_eq!(dice(&position("defence_order", ""), &[]).unwrap().0, 3);
    assert_eq!(dice(&position("attack_order", ""), &[("order", "elan")]).unwrap().0, 4);
    let refused =
        |text: &str, choices: &[(&str, &str)]| dice(text, choices).expect_err("a faulty question").to_string();
    assert!(refused(&elan, &[("order", "berserk")]).contains("past its attack order (J3.22)"));
    assert!(
        refused(&position("strike_roll", ""), &[("defence_order", "sacrifice")])
            .contains("past its defence order (J3.22)")
    );
    assert!(
        refused(&position("retreat", ", retreat_due = 1"), &[]).contains("only decisions are left, and no roll (J5.2)")
    );
}

/// J5.24, J5.25, J5.26, J5.39, J5.5: an attack that is illegal is refused with its rule, and computed on request if
/// dice could be rolled.
#[test]
fn an_illegal_attack_is_weighed_only_if_asked_for() {
    let guns = POSITION.replacen("line_infantry\"\nat = \"0503", "foot_artillery_heavy\"\nat = \"0503", 1);
    assert!(
        fault("B2", "R1", &[]).ends_with("it has nothing to fire with at range (J5.24)"),
        "{}",
        fault("B2", "R1", &[])
    );
    let refused = weighed(&guns, "R1", "B2", &[]).expect_err("an enemy is adjacent").to_string();
    assert!(refused.contains("(J5.39); --even-if-illegal"), "{refused}");
    let report = weighed(&guns, "R1", "B2", &[("even_if_illegal", "yes")]).expect("dice could be rolled");
    assert!(report.notes[0].starts_with("the attack is illegal: an enemy is adjacent"), "{:?}", report.notes);
    let far = guns.replace("at = \"0404\"", "at = \"1108\"");
    let refused = weighed(&far, "R1", "B2", &[("even_if_illegal", "yes")]).expect_err("out of range").to_string();
    assert!(refused.ends_with("(J5.25)"), "{refused}");
    let spent = POSITION.replacen("at = \"0503\"", "at = \"0503\"\nstatus = [\"activated\", \"attacked\"]", 1);
    let refused = weighed(&spent, "R1", "B1", &[]).expect_err("it has attacked").to_string();
    assert!(refused.contains("(J5.5); --even-if-illegal"), "{refused}");
    assert_eq!(weighed(&spent, "R1", "B1", &[("even_if_illegal", "yes")]).expect("asked for").rolls[0].dice, 3);
}

/// J5.87, J5.89, J3.53: the reasons why there is no riposte.
#[test]
fn a_missing_right_to_strike_back_is_said_with_its_rule() {
    let alone = POSITION.replace("at = \"0404\"", "at = \"0908\"").replace("at = \"0604\"", "at = \"1108\"");
    let notes =
        |position: &str, choices: &[(&str, &str)]| weighed(position, "R1", "B1", choices).expect("a combat").notes;
    assert_eq!(notes(&alone, &[]), ["the target cannot strike back: it is not supported (J5.87)"]);
    assert_eq!(notes(POSITION, &[]), [""; 0]);
    assert_eq!(
        notes(POSITION, &[("defence_order", "ambush")]),
        ["the target cannot strike back: its ambush is its riposte (J3.53, J5.14)"]
    );
    let fire = GUNS_WITH_AN_OFFICER;
    let notes = weighed(fire, "Guns", "Line", &[]).expect("fire").notes;
    assert_eq!(notes, ["the target cannot strike back: it is fired at (J5.89)"]);
}

/// J3.44, JI-76: any number of a roll's tactical advantages become morale hits, the others keep their effect.
#[test]
fn a_part_of_the_tactical_advantages_becomes_morale_hits() {
    let row = |wind: &str| {
        let report = weighed(GUNS_WITH_AN_OFFICER, "Guns", "Line", &[("wind_of_ball", wind)]).expect("fire");
        report.rolls[0].means()
    };
    let [none, one, two, all] = ["no", "1", "2", "yes"].map(row);
    assert!(none[1] < one[1] && one[1] < two[1] && two[1] < all[1], "{none:?} {one:?} {two:?} {all:?}");
    assert_eq!(row("3"), all, "three dice");
}

/// J5.51, J3.48: where no hit is replaced the letter Dodge does nothing, which a note says.
#[test]
fn the_letter_dodge_does_nothing_where_no_hit_is_replaced() {
    let notes = |rules: &str| {
        let position = POSITION.replacen("scenario =", &format!("rules = \"{rules}\"\nscenario ="), 1);
        let position = position.replacen("elements = 2", "elements = 2\nletters = [\"dodging\"]", 1);
        weighed(&position, "R1", "B1", &[("dodge_trait", "yes")]).expect("a combat").notes
    };
    assert_eq!(notes("jomini-v2"), [""; 0]);
    assert_eq!(notes("jomini-v1"), ["dodge_trait does nothing: these rules let no hit be replaced (J5.51)"]);
}

/// J5.97, JI-167: that units may bar the way of an elephant in panic is not part of its odds, which a note says.
#[test]
fn a_note_says_what_the_odds_of_an_elephant_in_panic_leave_out() {
    let elephant = "\n[[unit]]\nid = \"E\"\nside = \"blue\"\ntype = \"line_infantry\"\ncarried_by = \"elephants\"\n\
        at = \"0804\"\npanicked_at = [\"0602\"]\n";
    let hussars = "\n[[unit]]\nid = \"Hussars\"\nside = \"red\"\ntype = \"light_cavalry\"\nat = \"0702\"\n";
    let position = format!("{POSITION}{elephant}{hussars}");
    let report = weighed(&position, "Hussars", "B5", &[]).expect("an attack on an elephant in panic");
    assert!(report.notes.iter().any(|note| note.contains("whether or not units bar its way")), "{:?}", report.notes);
}

/// J3.59: a hit on the supported unit costs an officer and no element, at most this many per roll.
#[test]
fn officers_are_given_up_for_losses() {
    let with_officer = |position: &str| {
        format!("{position}\n[[officer]]\nside = \"blue\"\nrank = \"senior_officer\"\nat = \"0504\"\n")
    };
    let report = |officers: &str| {
        weighed(&with_officer(POSITION), "R1", "B1", &[("loss_officers", officers)]).expect("a combat")
    };
    let (kept, given) = (report("0"), report("1"));
    assert_eq!((kept.rolls[0].columns.len(), given.rolls[0].columns.len()), (3, 4));
    // The face of artillery and a tactical advantage hit.
    let hit = 1.0 - (4.0f64 / 6.0).powi(3);
    let means = given.rolls[0].means();
    assert!((means[3] - hit).abs() < 1e-12, "an officer for each roll with a hit: {means:?}");
    assert!(means[0] < kept.rolls[0].means()[0]);
    let without = weighed(POSITION, "R1", "B1", &[("loss_officers", "1")]).expect("a combat");
    assert_eq!(without.notes, ["loss_officers does nothing: no officer can be given up for a loss (J3.56, J3.59)"]);
}

/// JI-87, J3.60: an officer leads the riposte; if the rules forbid leading in it, this is reported.
#[test]
fn an_officer_leads_in_a_riposte() {
    let position = format!("{POSITION}\n[[officer]]\nside = \"blue\"\nrank = \"senior_officer\"\nat = \"0504\"\n");
    let dice = |leaders: &str| {
        let choices = [("riposte", "yes"), ("target_leaders", leaders)];
        weighed(&position, "R1", "B1", &choices).expect("a combat").rolls[1].dice
    };
    assert_eq!(dice("1"), dice("0") + 2);
    let source = Source::new(&Library::built_in(), Kind::Position, "test.toml", position.as_str());
    let mut rules = Rules::published();
    rules.lead_dice_in_riposte = false;
    let battle = Position::read(&source, Some(&rules)).unwrap_or_else(|error| panic!("{error}")).battle;
    let options = OddsOptions { riposte: true, target_leaders: 1, ..OddsOptions::default() };
    let refused = battle
        .odds(&battle.start, UnitId::new(0), UnitId::new(32), &options)
        .expect_err("no officer leads")
        .to_string();
    assert_eq!(refused, "these rules let no officer lead in a riposte or ambush (JI-87)");
}

/// JA4.4: an officer in the front rank gives a die; for each loss of his unit a die wounds him by a tactical advantage.
#[test]
fn an_officer_in_the_front_rank_gives_a_die_and_may_be_wounded() {
    let position = format!(
        "{POSITION}\n[[officer]]\nside = \"blue\"\nrank = \"senior_officer\"\nat = \"0504\"\n[[officer]]\nside = \
            \"red\"\nrank = \"senior_officer\"\nat = \"0503\"\n"
    );
    let source = Source::new(&Library::built_in(), Kind::Position, "test.toml", position.as_str());
    let mut rules = Rules::published();
    // Losses of retreats that cannot be made are left out, so that the wound follows from the hits alone.
    (rules.period_lace_wars, rules.front_rank_all_losses) = (true, false);
    let battle = Position::read(&source, Some(&rules)).unwrap_or_else(|error| panic!("{error}")).battle;
    let of = |front_rank| {
        let options = OddsOptions { front_rank, ..OddsOptions::default() };
        battle
            .odds(&battle.start, UnitId::new(0), UnitId::new(32), &options)
            .expect("a melee")
            .attack()
            .expect("an attack")
            .clone()
    };
    let (none, both) = (of(FrontRank::None), of(FrontRank::Both));
    assert_eq!(both.dice, none.dice + 1);
    assert_eq!(none.mean(|row| f64::from(row.officers)), 0.0);
    // The battery has two elements: four dice hit with two faces each, and each loss is one die for the wound.
    let chance = |losses: i32| 1.0 - (5.0f64 / 6.0).powi(losses);
    let hits = |count: i32| [1.0, 4.0][count as usize] * (2.0f64 / 6.0).powi(count) * (4.0f64 / 6.0).powi(4 - count);
    let expected = hits(1) * chance(1) + (1.0 - hits(0) - hits(1)) * chance(2);
    let found = both.mean(|row| f64::from(row.officers));
    assert!((found - expected).abs() < 1e-12, "{found} and {expected}");
    let published = weighed(&position, "R1", "B1", &[("front_rank", "both")]).expect_err("no wars in lace").to_string();
    assert!(
        published.starts_with("the attacker cannot have an officer in the front rank")
            && published.ends_with("(JA4.4)"),
        "{published}"
    );
}

/// J3.48, JA3.12, JI-81: with one hit and both dodges the cheaper is spent, the order; dodging when needed spares the
/// hits that do not destroy the unit.
#[test]
fn of_two_dodges_the_cheaper_comes_first() {
    let dodging = POSITION.replacen("elements = 2", "elements = 2\nletters = [\"dodging\"]", 1);
    let means = |choices: &[(&str, &str)]| {
        let all = [&[("defence_order", "dodge")], choices].concat();
        weighed(&dodging, "R1", "B1", &all).expect("a combat").rolls[0].rows.clone()
    };
    let (order, both) = (means(&[("dodge_order", "yes")]), means(&[("dodge_order", "yes"), ("dodge_trait", "yes")]));
    let of = |rows: &[(Vec<u32>, u128)], losses: u32| {
        rows.iter().filter(|(row, _)| row[0] == losses).map(|(_, count)| count).sum::<u128>()
    };
    assert!(of(&both, 0) > of(&order, 0));
    let needed = means(&[("dodge_order", "when_needed")]);
    let never = means(&[]);
    assert_eq!(of(&needed, 0), of(&never, 0), "one hit is taken");
    assert_eq!(of(&needed, 2), of(&order, 2), "two are dodged down to one, three are not");
}

/// Guns that an officer leads (J3.56): he has left the game when Wind of the ball is paid for, and with him the
/// discount (J3.19, J3.55).
const GUNS_WITH_AN_OFFICER: &str = r#"
scenario = "plain"
phase = "combat"
active = "red"

[[unit]]
id = "Guns"
side = "red"
type = "foot_artillery_heavy"
at = "0503"
status = ["activated"]

[[officer]]
side = "red"
rank = "senior_officer"
at = "0503"

[[unit]]
id = "Line"
side = "blue"
type = "line_infantry"
at = "0505"
"#;

/// J3.19, J3.44, J3.55, J3.56: missing tokens for an order are lent when it is paid for, at the cost at that time.
#[test]
fn wind_of_the_ball_of_led_guns_is_lent_at_its_cost_when_it_is_paid() {
    let source = Source::new(&Library::built_in(), Kind::Position, "test.toml", GUNS_WITH_AN_OFFICER);
    let battle = Position::read(&source, None).unwrap_or_else(|error| panic!("{error}")).battle;
    let options = OddsOptions { wind_of_ball: u8::MAX, leaders: 1, ..OddsOptions::default() };
    let weighed = |tokens: u8| {
        let mut state = battle.start;
        state.side_mut(Side::Red).tokens = tokens;
        battle.odds(&state, UnitId::new(0), UnitId::new(32), &options).expect("a combat").strikes
    };
    assert_eq!(weighed(0), weighed(5));
    assert_eq!(weighed(1), weighed(5));
    assert_eq!(weighed(0)[0].dice, 5, "three elements, two more dice led");
}

/// A sweep over elements, distance, orders and terrain: each value has its lines, and impossible ones are refused in
/// their places.
#[test]
fn sweeps_of_an_attack() {
    let source = Source::new(&Library::built_in(), Kind::Position, "test.toml", GUNS_WITH_AN_OFFICER);
    let Position { battle, .. } = Position::read(&source, None).unwrap_or_else(|error| panic!("{error}"));
    let positioned = Positioned { state: battle.start, game: battle };
    let query = OddsQuery { attacker: "Guns".to_owned(), target: "Line".to_owned(), choices: Vec::new() };
    let written = |asked: &str| {
        let sweep = Sweep::of::<Battle>(asked).expect("a sweep");
        let swept = sweep.weigh(&positioned, &query).expect("a question");
        let mut bytes = Vec::new();
        sweep_csv(&sweep, &swept, &mut bytes).expect("memory");
        (swept, String::from_utf8(bytes).expect("text"))
    };
    let dice = |asked: &str| {
        let (swept, _) = written(asked);
        swept.iter().map(|report| report.as_ref().map_or(0, |report| report.rolls[0].dice)).collect::<Vec<_>>()
    };
    assert_eq!(dice("elements=1..4"), [1, 2, 3, 0]);
    let (distances, text) = written("distance=1..12");
    assert!(distances[..3].iter().all(Result::is_ok), "{distances:?}");
    assert!(distances[4].as_ref().is_err_and(|why| why.contains("(J5.25)")), "{distances:?}");
    assert!(
        distances[11].as_ref().is_err_and(|why| why.starts_with("no free hex lies at a distance of 12")),
        "{distances:?}"
    );
    assert!(text.starts_with("sweep,value,attacker,target,order,") && text.contains("\ndistance,2,"), "{text}");
    let (terrain, _) = written("terrain=open,fortress,lake");
    assert!(
        terrain[0].is_ok() && terrain[1].is_ok() && terrain[2].as_ref().is_err_and(|why| why.contains("JA1.6")),
        "{terrain:?}"
    );
    let (orders, _) = written("wind_of_ball=no,1,yes");
    let retreats: Vec<f64> = orders.iter().map(|it| it.as_ref().expect("fire").rolls[0].means()[1]).collect();
    assert!(retreats[0] < retreats[1] && retreats[1] < retreats[2], "{retreats:?}");
    let (orders, _) = written("order=none,elan");
    assert!(orders[1].as_ref().is_err_and(|why| why.ends_with("it is not for fire at range (J3.38)")), "{orders:?}");
}

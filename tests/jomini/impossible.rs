//! Position files that cannot arise in play are refused with the key and the rule: impossible actions of units, and
//! questions that would not arise.

use reglette::data::{Kind, Library, Source};
use reglette::jomini::rules::Rules;
use reglette::jomini::setup::position::Position;

/// A stands next to D, at 0503 and 0504, in red's third player-turn.
#[derive(Clone, Copy)]
struct Case<'a> {
    step: &'a str,
    combat: &'a str,
    head: &'a str,
    a: &'a str,
    d: &'a str,
}

const PLAIN: Case<'static> = Case { step: "phase = \"combat\"", combat: "", head: "", a: "", d: "" };
const MELEE: &str = "combat = { attacker = \"A\", defender = \"D\", attacker_hex = \"0503\", defender_hex = \"0504\", \
    melee = true, strike = \"attack\" }";

fn read(case: Case<'_>) -> Result<Position, String> {
    read_by(None, case)
}

fn read_by(rules: Option<&Rules>, case: Case<'_>) -> Result<Position, String> {
    let Case { step, combat, head, a, d } = case;
    let unit = |id: &str, side: &str, at: &str, more: &str| {
        let kind = if more.contains("type =") { "" } else { "type = \"line_infantry\"\n" };
        let at = if more.contains("at =") { String::new() } else { format!("at = \"{at}\"\n") };
        format!("[[unit]]\nid = \"{id}\"\nside = \"{side}\"\n{kind}{at}{more}\n")
    };
    let text = format!("scenario = \"plain\"\nactive = \"red\"\nplayer_turn = 3\n{step}\n{combat}\n{head}\n")
        + &unit("A", "red", "0503", a)
        + &unit("D", "blue", "0504", d);
    let source = Source::new(&Library::built_in(), Kind::Position, "position.toml", text);
    Position::read(&source, rules).map_err(|error| error.to_string())
}

fn fault(case: Case<'_>) -> String {
    read(case).err().unwrap_or_else(|| panic!("{} {} {} is refused", case.step, case.a, case.d))
}

/// J3.1, J3.45, J5.3, J5.5, J5.95, JA2.10: what a unit cannot have done in the current player-turn is refused.
#[test]
fn nobody_has_done_what_the_rules_do_not_let_him() {
    assert!(
        read(Case { a: "status = [\"activated\", \"moved\"]", d: "status = [\"hold_position\"]", ..PLAIN }).is_ok()
    );
    for word in
        ["activated", "attacked", "moved", "move_only", "only_back", "impetuous_rolled", "broken_through", "halted"]
    {
        let status = format!("status = [\"{word}\"]");
        assert!(
            fault(Case { d: &status, ..PLAIN }).contains("in the player-turn of their side (J3.1, J5.3)"),
            "{word}"
        );
    }
    for word in ["nuts", "hold_position", "sacrifice"] {
        let status = format!("status = [\"activated\", \"{word}\"]");
        assert!(fault(Case { a: &status, ..PLAIN }).contains("in the enemy's player-turn (J3.45)"), "{word}");
    }
    let both = "status = [\"activated\", \"halted\", \"doubled\"]";
    assert!(fault(Case { a: both, ..PLAIN }).contains("one of the three"));
    for side in ["a", "d"] {
        let status = "status = [\"elephant_gone\"]";
        let case = if side == "a" { Case { a: status, ..PLAIN } } else { Case { d: status, ..PLAIN } };
        assert!(fault(case).contains("no elephant can have run away"), "{side}");
    }
    assert!(fault(Case { a: "pursuits = 1", ..PLAIN }).contains("at most 0"), "infantry does not pursue");
    assert!(read(Case { a: "type = \"light_cavalry\"\npursuits = 1", ..PLAIN }).is_ok());
    assert!(fault(Case { a: "attacks = 2", ..PLAIN }).contains("at most 1"));
}

/// J1.19: the counters of a side include all of its units.
#[test]
fn the_books_of_a_side_hold_its_units() {
    assert!(read(Case { head: "[red]\nunits_at_start = 2\nunits_lost = 1", ..PLAIN }).is_ok());
    let books = fault(Case { head: "[red]\nunits_at_start = 1\nunits_lost = 1", ..PLAIN });
    assert!(books.contains("1 units are there, 1 are lost and 0 have left, more than the 1 of the start"), "{books}");
    let tokens = fault(Case { head: "[red]\ntokens = 240", ..PLAIN });
    assert!(tokens.contains("240 is more than any game reaches"), "{tokens}");
}

/// J3.43, J3.46, J3.48, J5.24, J5.25, J5.84, J5.87, JA3.11, JA3.16, JA3.23: a combat has only the questions of the
/// rules.
#[test]
fn a_combat_asks_only_what_the_rules_ask() {
    let activated = "status = [\"activated\"]\nattacks = 1";
    let asks = |wait: &str, a: &str, d: &str| {
        let step = format!("step = {{ wait = \"{wait}\" }}");
        let combat = if wait == "panic_roll" {
            MELEE.replace("true,", "true, hits = 0,")
        } else {
            MELEE.replace("true,", "true, hits = 1, morale_hits = 1, tactical = 1,")
        };
        let step = if wait == "panic_roll" { "step = { wait = \"panic_roll\", dice = 24 }".to_owned() } else { step };
        read(Case { step: &step, combat: &combat, a: &format!("{activated}\n{a}"), d, ..PLAIN }).map(|_| ())
    };
    let refused = |wait: &str, a: &str, d: &str, rule: &str| {
        let error = asks(wait, a, d).err().unwrap_or_else(|| panic!("{wait} is refused"));
        assert!(error.contains(rule), "{wait}: {error}");
    };
    refused("riposte", "", "", "(J5.87)");
    refused("break_off", "", "", "(JA3.16, JA4.5)");
    assert_eq!(asks("break_off", "", "type = \"light_cavalry\"\nletters = [\"break_off\"]"), Ok(()));
    refused("sacrifice", "", "", "(J3.46)");
    assert_eq!(asks("sacrifice", "", "status = [\"sacrifice\"]"), Ok(()));
    refused("dodge", "", "", "(J3.48, JA3.12)");
    assert_eq!(asks("dodge", "", "letters = [\"dodging\"]"), Ok(()));
    refused("ignore", "", "", "(J5.53)");
    refused("lead_for_dice", "", "", "(J3.60)");
    refused("wind_of_ball", "", "", "(J3.44)");
    refused("panic_roll", "", "", "(JA3.23)");
    assert_eq!(asks("panic_roll", "", "letters = [\"panic\"]"), Ok(()), "24 dice may be owed");
    refused("breakthrough_attack", "", "", "(J3.43)");
    refused("changeable_move", "", "", "(JA3.11)");
    refused("pursuit", "", "", "(J5.84, J5.86)");
    refused("pursuit_attack", "", "", "(J5.84)");

    let far = MELEE.replace("0504", "0507");
    let strike =
        Case { step: "step = { wait = \"strike_roll\" }", combat: &far, a: activated, d: "at = \"0507\"", ..PLAIN };
    assert!(fault(strike).contains("(J5.24)"), "a melee at four hexes");
    let fire = far.replace("true", "false");
    assert!(fault(Case { combat: &fire, ..strike }).contains("(J5.25)"), "muskets at four hexes");
    let guns = "type = \"foot_artillery_heavy\"\nstatus = [\"activated\"]\nattacks = 1";
    assert_eq!(read(Case { combat: &fire, a: guns, ..strike }).err(), None);
}

/// J3.38, J3.45, JA4.3, JA4.4: before and after the dice a combat has only the questions and the dice that play has.
#[test]
fn a_combat_opens_and_wounds_only_as_the_rules_let_it() {
    let guns = "type = \"foot_artillery_heavy\"\nstatus = [\"activated\"]\nattacks = 1";
    let fire = MELEE.replace("0504", "0507").replace("true", "false");
    fn in_melee(step: &str) -> Case<'_> {
        Case { step, combat: MELEE, head: "", a: "status = [\"activated\"]\nattacks = 1", d: "" }
    }
    for (wait, rule) in [("attack_order", "(J3.38)"), ("defence_order", "(J3.45)")] {
        let step = format!("step = {{ wait = \"{wait}\" }}");
        let error = fault(Case { combat: &fire, a: guns, d: "at = \"0507\"", ..in_melee(&step) });
        assert!(error.contains(rule), "{error}");
        assert_eq!(read(in_melee(&step)).err(), None, "{wait}");
    }
    let error = fault(in_melee("step = { wait = \"front_rank\", unit = \"A\" }"));
    assert!(error.contains("(JA4.3)"), "{error}");
    let error = fault(in_melee("step = { wait = \"wound_roll\", dice = 1 }"));
    assert!(error.contains("(JA4.4)"), "{error}");
}

/// JA4.4: dice for a wound are due even where the officer has left the game meanwhile for want of a refuge.
#[test]
fn a_wound_is_rolled_for_an_officer_who_has_left_the_game() {
    let mut rules = Rules::published();
    rules.period_lace_wars = true;
    let combat = MELEE.replace("strike =", "front_rank = { defender = \"BO1\" }, strike =");
    let officer = "side = \"blue\"\nrank = \"senior_officer\"";
    let case = Case {
        step: "step = { wait = \"wound_roll\", dice = 1 }",
        combat: &combat,
        head: "",
        a: "status = [\"activated\"]\nattacks = 1",
        d: &format!("[[officer]]\n{officer}"),
    };
    assert_eq!(read_by(Some(&rules), case).err(), None);
    let error = read_by(Some(&rules), Case { combat: MELEE, ..case }).expect_err("nobody was in the front rank");
    assert!(error.contains("(JA4.4)"), "{error}");
}

/// J3.31, J4.2: no unit moves twice, nor mounts without animals or wagons.
#[test]
fn a_unit_that_moves_can_do_so() {
    let step = "step = { wait = \"destination\", unit = \"A\" }";
    assert!(read(Case { step, a: "status = [\"activated\"]", ..PLAIN }).is_ok());
    assert!(fault(Case { step, a: "status = [\"activated\", \"moved\"]", ..PLAIN }).contains("(J4.2)"));
    let mounts = "step = { wait = \"destination\", unit = \"A\", mounting = \"mounts\" }";
    assert!(fault(Case { step: mounts, a: "status = [\"activated\"]", ..PLAIN }).contains("(J3.31)"));
}

use super::*;
use crate::game::Show;
use crate::jomini::notation::sample::in_contact;
use crate::jomini::state::{Status, UnitId};

fn ask(battle: &Battle, question: &str, arguments: &[&str]) -> Result<Value, String> {
    let arguments: Vec<Value> = arguments.iter().map(|it| json!(it)).collect();
    battle.ask(&battle.start, question, &arguments).map_err(|error| error.0)
}

#[test]
fn questions_are_answered_for_hexes_and_units() {
    let battle = in_contact();
    assert_eq!(ask(&battle, "distance", &["0503", "0708"]), Ok(json!(5)));
    assert_eq!(ask(&battle, "distance", &["r1", "B1"]), Ok(json!(1)));
    assert_eq!(ask(&battle, "elements", &["R1"]), Ok(json!(4)));
    assert_eq!(ask(&battle, "tokens", &["blue"]), Ok(json!(30)));
    assert_eq!(ask(&battle, "terrain", &["0105"]), Ok(json!(["road", "river", "bridge"])));
    assert_eq!(ask(&battle, "terrain", &["0503"]), Ok(json!([])));
    assert_eq!(ask(&battle, "dice", &["R1", "B1"]), Ok(json!(6)));
}

#[test]
fn support_and_sight_are_those_of_the_rules() {
    let battle = in_contact();
    assert_eq!(ask(&battle, "supported", &["R1"]), Ok(json!(true)));
    assert_eq!(ask(&battle, "supported", &["B7"]), Ok(json!(false)));
    // The gun at 0502 sees the unit that has no neighbours, but not through the line before it.
    assert_eq!(ask(&battle, "sees", &["R9", "0501"]), Ok(json!(true)));
    assert_eq!(ask(&battle, "sees", &["R9", "B9"]), Ok(json!(false)));
}

#[test]
fn odds_are_those_of_the_attack_and_sum_to_one() {
    let battle = in_contact();
    let odds = ask(&battle, "odds", &["R6", "B6"]).expect("the Hussars stand before the Uhlans");
    assert_eq!(odds["dice"], json!(2));
    let sum = |of: &dyn Fn(&Value) -> f64| odds["effects"].as_array().expect("a list").iter().map(of).sum::<f64>();
    assert!((sum(&|it| it["probability"].as_f64().expect("a number")) - 1.0).abs() < 1e-12);
    // Two dice, one face of six hits; flags cost nothing, since all hexes behind are free.
    let losses = sum(&|it| it["probability"].as_f64().expect("a number") * it["losses"].as_f64().expect("a number"));
    assert!((losses - 2.0 / 6.0).abs() < 1e-12, "{losses}");
    assert!(ask(&battle, "odds", &["R6", "B1"]).is_err());
}

#[test]
fn threats_are_the_enemies_that_can_come_to_blows() {
    let mut battle = in_contact();
    for unit in 33..42 {
        let hex = battle.start.unit(UnitId::new(unit)).hex;
        battle.start.occupant[usize::from(hex)] = NO_UNIT;
        battle.start.unit_mut(UnitId::new(unit)).hex = NO_HEX;
    }
    // Only the Prussian line remains, which moves one hex and fights.
    assert_eq!(ask(&battle, "threatened", &["R1"]), Ok(json!(["B1"])));
    assert_eq!(ask(&battle, "threatened", &["R7"]), Ok(json!([])));
    // An empty hex is threatened by the enemy of the side whose turn it is.
    assert_eq!(ask(&battle, "threatened", &["0406"]), Ok(json!(["B1"])));
    assert_eq!(ask(&battle, "threatened", &["0408"]), Ok(json!([])));
}

#[test]
fn threats_of_the_next_player_turn_do_not_depend_on_the_present_one() {
    let battle = in_contact();
    let threats = |state: &State| {
        let hexes = battle.field.forces.units_on_table(state, Side::Red).map(|unit| state.unit(unit).hex);
        hexes.map(|hex| battle.threats(state, Side::Blue, hex).len()).collect::<Vec<_>>()
    };
    let mut busy = battle.start;
    (busy.active, busy.turn.current) = (Side::Blue, 1);
    for unit in battle.field.forces.units_on_table(&battle.start, Side::Blue) {
        busy.unit_mut(unit).status |= Status::MOVED | Status::NO_ATTACK;
        busy.unit_mut(unit).attacks = 1;
    }
    assert!(threats(&battle.start).iter().sum::<usize>() > 10);
    assert_eq!(threats(&busy), threats(&battle.start));
}

#[test]
fn a_question_at_fault_names_what_there_is() {
    let battle = in_contact();
    let fault = |question, arguments: &[&str]| ask(&battle, question, arguments).expect_err("a fault");
    let unknown = fault("distanse", &["R1", "R2"]);
    assert!(unknown.contains("\"supported\"") && unknown.ends_with("did you mean \"distance\"?"), "{unknown}");
    assert_eq!(fault("supported", &[]), "\"supported\" takes 1 (unit), not 0");
    assert!(fault("supported", &["R11"]).contains("did you mean \"R1\"?"));
    assert!(fault("tokens", &["reed"]).contains("did you mean \"red\"?"));
    assert!(fault("terrain", &["9999"]).contains("there is no hex \"9999\""));
}

//! The numbers of an action that are means of dice agree with the rules of play.

use crate::scene::{scene, scene_with};
use crate::table::Table;
use reglette::game::{Evaluate, Side, Weights};
use reglette::jomini::rules::Face::{Flag, Infantry};
use reglette::jomini::rules::Rules;
use reglette::jomini::state::Step;
use reglette::jomini::{Action, Battle};

/// The number of this name by which the attack of A on D is scored.
fn number(table: &Table, name: &str) -> f32 {
    number_of(table, &Action::Attack(table.unit("A"), table.unit("D")), name)
}

fn number_of(table: &Table, action: &Action, name: &str) -> f32 {
    let mut numbers = vec![0.0; Battle::APPRAISALS.len()];
    table.battle.score_action(&table.state, action, &Weights::default(), &mut numbers);
    let place = Battle::APPRAISALS.iter().position(|named| named.name == name);
    numbers[place.expect("a number of an action")]
}

fn fire(change: impl Fn(&mut Rules)) -> Table {
    scene_with("red A foot_artillery_heavy 0503\nblue D line_infantry 0506", change)
}

/// J5.54, J5.55: letters of artillery give tokens but for the first, which is a flag.
#[test]
fn letters_of_artillery_count_as_tokens_but_for_those_that_are_flags() {
    for flags in 0..=2 {
        let table = fire(|rules| rules.artillery_letters_to_flags = flags);
        let dice = u32::from(table.dice_of("A", "D"));
        assert!(dice > 1, "more than one letter can be rolled");
        let mut tokens = 0.0;
        for letters in 0..=dice {
            let ways = (0..letters).fold(1, |ways, nth| ways * (dice - nth) / (nth + 1)) * 5u32.pow(dice - letters);
            let left = letters.saturating_sub(u32::from(flags)) * u32::from(table.battle.field.rules.tokens_per_letter);
            tokens += f64::from(ways * left) / f64::from(6u32.pow(dice));
        }
        let scored = f64::from(number(&table, "tokens"));
        assert!((scored - tokens).abs() < 1e-5, "{flags} flags: {scored}, not {tokens}");
    }
}

/// JI-139: hexes that cannot be made cost an element each, or one for each morale hit.
#[test]
fn a_blocked_retreat_costs_what_it_costs_in_play() {
    use reglette::jomini::rules::BlockedRetreatLoss::{PerFlag, PerHex};
    let [per_hex, per_flag] = [PerHex, PerFlag].map(|loss| {
        let lines = "red A line_infantry 0503\nblue D light_cavalry 0504\nlake 0405 0505 0605";
        number(&scene_with(lines, |rules| rules.blocked_retreat_loss = loss), "losses_dealt")
    });
    assert!(per_flag < per_hex, "{per_flag} for each morale hit, {per_hex} for each hex");
}

/// J3.59, J5.53: an officer who leads against the loss ignores no morale hit any more, so that the unit is driven off;
/// one who leads from another hex ignores none before either.
#[test]
fn an_officer_given_up_ignores_no_morale_hit() {
    let struck = |hex: &str| {
        let lines = format!("red A line_infantry 0503\nblue D line_infantry 0504\nofficer blue sub_general {hex}");
        let mut table = scene(&lines);
        table.attack("A", "D");
        table.roll(&[Infantry, Flag]);
        assert_eq!(table.state.step, Step::LeadAgainstLoss);
        let officer = table.officers(Side::Blue)[0];
        let of = |action| ["losses_taken", "driven_off"].map(|name| number_of(&table, &action, name));
        [of(Action::Pass), of(Action::LeadAgainstLoss(officer))]
    };
    assert_eq!(struck("0504"), [[1.0, 0.0], [0.0, 1.0]]);
    assert_eq!(struck("0505"), [[1.0, 1.0], [0.0, 1.0]]);
}

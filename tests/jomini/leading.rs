//! The benefits of one officer's leading (JI-86): one benefit, or in a variant all five, each once.

use crate::scene::scene_with;
use crate::table::Table;
use reglette::game::Side;
use reglette::jomini::Action;
use reglette::jomini::rules::LeadEffects;
use reglette::jomini::state::action::Payment;
use reglette::jomini::state::{AttackOrder, OfficerId, Step};

const LINES: &str = "phase movement\nofficer red senior_officer 0503\nred A line_infantry 0503 elements=1\nred B \
    line_infantry 0102\nblue D line_infantry 0506";

fn led(effects: LeadEffects) -> Table {
    let mut table = scene_with(LINES, |rules| rules.lead_effects = effects);
    let officer = table.officers(Side::Red)[0];
    assert!(table.may(Action::LeadToRally(officer, table.unit("A"))));
    table.play(Action::LeadToRally(officer, table.unit("A")));
    assert_eq!(table.elements("A"), 3);
    assert!(!table.state.officer(officer).in_play, "he is gone either way");
    table
}

/// JI-86, J3.58, J3.60: after one benefit the officer gives no other; in the variant he gives an order and dice too,
/// each once, to that unit alone.
#[test]
fn an_officer_gives_one_benefit_or_by_a_variant_all() {
    for (effects, more) in [(LeadEffects::One, false), (LeadEffects::All, true)] {
        let mut table = led(effects);
        let (unit, officer) = (table.unit("A"), OfficerId::new(0));
        let march = Action::ForcedMarch(unit, Payment::Lead(officer));
        assert_eq!(table.may(march), more, "a free order");
        assert!(!table.may(Action::ForcedMarch(table.unit("B"), Payment::Lead(officer))), "not to another unit");
        if more {
            table.play(march);
            let (_, to) =
                table.destinations().into_iter().find(|(place, _)| place == "0505").expect("two hexes with combat");
            table.play(Action::MoveTo(to));
        } else {
            table.move_to("A", "0504");
        }
        if !more {
            continue;
        }
        while table.state.step == Step::Movement {
            table.play(Action::Done);
        }
        table.begin("A", "D");
        let elan = Action::OrderAttack(AttackOrder::Elan, Payment::Lead(officer));
        assert!(!table.may(elan), "one order only");
        table.decline_to(Step::LeadForDice);
        table.play(Action::LeadForDice(officer));
        assert_eq!((table.state.step, table.dice()), (Step::StrikeRoll, 5));
    }
}

/// JI-86: when the player-turn ends so do the benefits.
#[test]
fn the_benefits_end_with_the_player_turn() {
    let mut table = led(LeadEffects::All);
    assert!(table.state.officer(OfficerId::new(0)).benefits.bits() > 0);
    while table.state.active == Side::Red && table.state.outcome.is_none() {
        table.play(Action::Done);
    }
    assert_eq!(table.state.officer(OfficerId::new(0)).benefits.bits(), 0);
}

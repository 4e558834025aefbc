//! The procedure of a counter-charge (J3.51, JI-82) in its details: winner, follow-up, and sequence. Its conditions are
//! in `combat_orders.rs`.

use crate::scene::{BLUE_FRIENDS, scene_with};
use crate::table::Table;
use reglette::game::{Game, Moment, Side};
use reglette::jomini::Action;
use reglette::jomini::rules::Face::{self, Cavalry, Flag, Letter};
use reglette::jomini::rules::Rules;
use reglette::jomini::state::{DefenceOrder, Step};

/// A charges D, which counter-charges: both rolls are made.
fn charged(lines: &str, attacker: &[Face], defender: &[Face]) -> Table {
    charged_under(lines, attacker, defender, |_| ())
}

fn charged_under(lines: &str, attacker: &[Face], defender: &[Face], change: impl Fn(&mut Rules)) -> Table {
    let mut table = scene_with(&format!("tokens blue 9\n{lines}\n{BLUE_FRIENDS}"), change);
    table.begin("A", "D");
    table.defence_order(DefenceOrder::CounterCharge);
    table.roll(attacker);
    table.roll(defender);
    table
}

const CAVALRY: &str = "red A heavy_cavalry 0503\nblue D heavy_cavalry 0504";

fn follower(table: &Table) -> Option<Side> {
    match (table.state.step, table.battle.moment(&table.state)) {
        (Step::FollowUp, Moment::Decide(side)) => Some(side),
        _ => None,
    }
}

/// JI-82: the unit that inflicts more losses wins; with equal losses, or none, there is no winner, even if one of the
/// two has been driven back and its hex is empty.
#[test]
fn without_more_losses_there_is_no_winner() {
    for (attacker, defender) in
        [(&[Flag, Flag][..], &[][..]), (&[][..], &[Flag][..]), (&[Cavalry, Flag, Flag][..], &[Cavalry][..])]
    {
        let mut table = charged(CAVALRY, attacker, defender);
        assert_eq!(table.state.step, Step::Retreat);
        table.retreat();
        assert_eq!((follower(&table), table.state.step), (None, Step::Combat), "{attacker:?} against {defender:?}");
    }
}

/// JI-82: the winner follows up if the other's hex is empty, the attacker as well as the defender; the winner does not
/// if the other has not left its hex.
#[test]
fn the_winner_follows_up_into_an_empty_hex() {
    let mut attacker = charged(CAVALRY, &[Cavalry, Flag, Flag], &[]);
    attacker.retreat();
    assert_eq!(follower(&attacker), Some(Side::Red));
    assert_eq!(attacker.state.acting_unit(), Some(attacker.unit("A")), "the words name the winner");
    attacker.play(Action::FollowUp);
    assert_eq!((attacker.at("A").as_str(), attacker.state.step), ("0504", Step::Pursuit));
    let mut defender = charged(CAVALRY, &[], &[Cavalry, Flag]);
    defender.retreat();
    assert_eq!(follower(&defender), Some(Side::Blue));
    defender.play(Action::FollowUp);
    assert_eq!((defender.at("D").as_str(), defender.state.step), ("0503", Step::Pursuit));
    for (attacker, defender) in [(&[Cavalry][..], &[][..]), (&[][..], &[Cavalry][..])] {
        assert_eq!(charged(CAVALRY, attacker, defender).state.step, Step::Combat, "the loser stands");
    }
}

/// JI-82: a winner that has been driven back itself does not follow up.
#[test]
fn a_winner_that_is_driven_back_does_not_follow_up() {
    let mut table = charged(CAVALRY, &[Cavalry, Flag, Flag], &[Flag]);
    while table.state.step == Step::Retreat {
        table.retreat();
    }
    assert_eq!((table.row("A"), table.row("D"), table.state.step), (1, 6, Step::Combat));
}

/// JI-82: both roll before anything is applied, losses of both come before the morale hits of both, the defender's
/// first; one that is destroyed does not retreat, but has struck all the same.
#[test]
fn both_blows_fall_before_either_is_felt() {
    let weak = "red A heavy_cavalry 0503 unstable\nblue D heavy_cavalry 0504 unstable";
    let mut table = charged(weak, &[Cavalry, Flag, Flag], &[Cavalry, Flag]);
    assert_eq!((table.at("A").as_str(), table.at("D").as_str(), table.state.step), ("", "", Step::Combat));
    table = charged(CAVALRY, &[Cavalry, Flag, Flag], &[Cavalry, Flag]);
    assert_eq!((table.elements("A"), table.elements("D"), table.state.step), (2, 2, Step::Retreat));
    assert_eq!(table.battle.moment(&table.state), Moment::Decide(Side::Blue), "the defender retreats first");
    table.retreat();
    assert_eq!((table.row("D"), table.battle.moment(&table.state)), (6, Moment::Decide(Side::Red)));
    table.retreat();
    assert_eq!(table.row("A"), 1);
    let letters = charged(CAVALRY, &[Letter], &[Letter, Letter]);
    assert_eq!((letters.tokens(Side::Red), letters.tokens(Side::Blue)), (1, 9 - 4 + 2));
}

/// JI-82, JI-81: a hit dodged by trait becomes morale hits of its own unit, and counts as no loss inflicted.
#[test]
fn a_dodged_hit_is_no_loss_inflicted() {
    let dodging = "red A heavy_cavalry 0503 dodging\nblue D heavy_cavalry 0504 dodging";
    let mut table = charged(dodging, &[Cavalry], &[]);
    assert_eq!((table.state.step, table.battle.moment(&table.state)), (Step::Dodge, Moment::Decide(Side::Blue)));
    table.play(Action::DodgeByTrait);
    assert_eq!(
        (table.elements("D"), table.state.combat.retreat_due),
        (3, 4),
        "three morale hits, one ignored, two hexes each"
    );
    table.retreat();
    assert_eq!(table.state.step, Step::Combat, "no winner");
    let mut other = charged(dodging, &[], &[Cavalry]);
    assert_eq!(other.battle.moment(&other.state), Moment::Decide(Side::Red));
    other.play(Action::DodgeByTrait);
    assert_eq!(other.elements("A"), 3);
    assert_eq!((other.elements("A"), other.at("A").is_empty()), (3, false));
}

/// JI-82: the pursuit of the winner is a combat like others; a defender who wins and pursues makes one pursuit.
#[test]
fn the_winning_defender_pursues_once() {
    let mut table = charged(
        &format!("{CAVALRY}\nred C line_infantry 0502\nred E line_infantry 0602"),
        &[],
        &[Cavalry, Cavalry, Cavalry],
    );
    assert_eq!(follower(&table), Some(Side::Blue));
    table.play(Action::FollowUp);
    let prey = table.unit("C");
    assert_eq!(table.state.acting_unit(), Some(table.unit("D")), "whoever won pursues");
    table.play(Action::AttackAgain(prey));
    assert_eq!((table.state.combat.attacker, table.state.unit(table.unit("D")).pursuits), (table.unit("D"), 1));
    table.roll(&[]);
    assert_eq!(table.state.step, Step::Combat, "C is not supported");
    let lone = charged_under(CAVALRY, &[], &[Cavalry, Cavalry, Cavalry], |rules| rules.pursuits_per_turn = 0);
    assert_eq!(follower(&lone), Some(Side::Blue));
}

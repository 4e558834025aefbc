//! Exchanging the sides changes nothing: a position and its image have mirrored legal actions in the same order, equal
//! rolls and odds, and replay alike with the same dice.

use crate::exchange::{Exchange, unit};
use crate::games::{Event, RandomGame, SCENARIOS, Style, battle, battles};
use crate::skirmish::skirmish;
use reglette::data::{Kind, Library};
use reglette::game::{Game, Moment, Side};
use reglette::jomini::map::hex::HexId;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::state::off_table::Exit;
use reglette::jomini::{Action, Battle, Roll, State};

/// Compares a position and its legal actions with those of its image.
fn assert_mirrored(exchange: &Exchange, state: &State, image: &State) {
    let (battle, other) = (exchange.battle, &exchange.image);
    assert!(
        exchange.state(state) == *image,
        "the image of the position:\n{:?}\nbut it is\n{image:?}",
        exchange.state(state)
    );
    match (battle.moment(state), other.moment(image)) {
        (Moment::Decide(side), Moment::Decide(mirrored)) => {
            assert_eq!(mirrored, side.other());
            let (mut actions, mut images) = (Vec::new(), Vec::new());
            battle.legal_actions(state, &mut actions);
            other.legal_actions(image, &mut images);
            let actions: Vec<Action> = actions.into_iter().map(|action| exchange.action(action)).collect();
            assert_eq!(images, actions, "mirrored lists at {:?}", state.step);
        }
        (Moment::Roll(throw), Moment::Roll(mirrored)) => {
            assert!(battle.rolls_are_for_nobody(state) || mirrored.side == throw.side.other());
            assert_eq!((mirrored.player_turn, mirrored.purpose), (throw.player_turn, throw.purpose));
            let (mut rolls, mut images) = (Vec::new(), Vec::new());
            battle.rolls(state, &mut rolls);
            other.rolls(image, &mut images);
            let turned: Vec<(Roll, u64)> = rolls.iter().map(|it| (exchange.roll(state, it.roll), it.weight)).collect();
            let mut images: Vec<(Roll, u64)> = images.iter().map(|it| (it.roll, it.weight)).collect();
            if battle.rolls_are_for_nobody(state) {
                images.reverse();
            }
            assert_eq!(images, turned, "equal dice at {:?}", state.step);
        }
        (Moment::Over(outcome), Moment::Over(mirrored)) => {
            assert_eq!(
                (mirrored.winner, mirrored.grade, mirrored.ending),
                (outcome.winner.map(Side::other), outcome.grade, outcome.ending)
            );
        }
        (moment, mirrored) => panic!("{moment:?} is mirrored by {mirrored:?}"),
    }
}

/// The draw of the first player belongs to neither side.
trait ForNobody {
    fn rolls_are_for_nobody(&self, state: &State) -> bool;
}

impl ForNobody for Battle {
    fn rolls_are_for_nobody(&self, state: &State) -> bool {
        self.first_side(state).is_none()
    }
}

/// Plays a game and its image in parallel.
pub fn play_mirrored(battle: &Battle, style: Style, seed: u64) {
    let exchange = Exchange::new(battle);
    let mut game = RandomGame::new(battle, style, seed);
    let mut image = exchange.image.start;
    loop {
        assert_mirrored(&exchange, &game.state, &image);
        let before = game.state;
        match game.step() {
            Some(Event::Action(action)) => exchange.image.apply(&mut image, exchange.action(action)),
            Some(Event::Roll(roll)) => exchange.image.apply_roll(&mut image, exchange.roll(&before, roll)),
            None => return,
        }
    }
}

#[test]
fn mirrored_games_on_the_shipped_scenarios_go_alike() {
    for (number, battle) in battles().iter().enumerate() {
        play_mirrored(battle, Style::Bold, number as u64);
    }
}

#[test]
fn mirrored_games_on_made_up_maps_with_made_up_troops_go_alike() {
    for number in 0..150 {
        play_mirrored(&skirmish(number), Style::Bold, number);
    }
}

/// The image of a battle on a symmetric map with equal armies is that battle itself: the set-up favours neither side.
#[test]
fn a_symmetric_scenario_with_equal_armies_is_its_own_image() {
    for scenario in SCENARIOS {
        let battle = battle(scenario, "france", "france");
        if !battle.field.board.map().is_symmetric() {
            continue;
        }
        let Exchange { image, .. } = Exchange::new(&battle);
        assert_eq!(image.zones, battle.zones, "{scenario}");
        assert_eq!(image.spare_zones, battle.spare_zones, "{scenario}");
        assert_eq!(image.activations, battle.activations, "{scenario}");
        assert_eq!(image.objective_points_to_win, battle.objective_points_to_win, "{scenario}");
    }
}

#[test]
fn both_sides_have_equal_odds() {
    let mut weighed = 0;
    for number in 0..60 {
        let battle = skirmish(number);
        let exchange = Exchange::new(&battle);
        let state = &battle.start;
        for side in Side::BOTH {
            for attacker in battle.field.forces.units_on_table(state, side) {
                battle.field.positions().targets(state, attacker, state.unit(attacker).hex, |target| {
                    let options = reglette::jomini::combat::odds::OddsOptions { riposte: true, ..Default::default() };
                    let odds = battle.odds(state, attacker, target, &options);
                    let image = exchange.image.odds(&exchange.image.start, unit(attacker), unit(target), &options);
                    match (odds, image) {
                        (Ok(mut odds), Ok(image)) => {
                            weighed += 1;
                            for strike in &mut odds.strikes {
                                (strike.roller, strike.target) = (unit(strike.roller), unit(strike.target));
                            }
                            assert_eq!(odds, image);
                        }
                        (odds, image) => assert_eq!(odds.err(), image.err()),
                    }
                });
            }
        }
    }
    assert!(weighed > 300, "only {weighed} combats");
}

/// A scenario with its sides exchanged gives each side the terms of the other, at the image of each hex.
#[test]
fn a_scenario_exchanges_everything_that_belongs_to_a_side() {
    let library = Library::built_in();
    let (mut winners, mut exits, mut objectives) = (0, 0, 0);
    for name in ["field-works", "relief", "siege"] {
        let source = library.find(Kind::Scenario, name).expect("a shipped scenario");
        let mut scenario = Scenario::read(&source).unwrap_or_else(|error| panic!("{error}"));
        scenario.exits.push(Exit {
            side: Side::Red,
            hexes: vec![HexId::new(0), HexId::new(1)],
            points: 1,
            lost: false,
        });
        let image = scenario.exchanged();
        let hexes = |hexes: &[HexId]| hexes.iter().map(|hex| scenario.map.image(*hex)).collect::<Vec<_>>();
        assert_eq!(image.winner_at_limit, scenario.winner_at_limit.map(Side::other), "{name}");
        winners += usize::from(image.winner_at_limit.is_some());
        assert_eq!(image.exits.len(), scenario.exits.len(), "{name}");
        for (exit, original) in image.exits.iter().zip(&scenario.exits) {
            assert_eq!((exit.side, &exit.hexes), (original.side.other(), &hexes(&original.hexes)), "{name}");
            exits += 1;
        }
        for (objective, original) in image.objectives.iter().zip(&scenario.objectives) {
            let points = (original.points[Side::Blue], original.points[Side::Red]);
            assert_eq!((objective.points[Side::Red], objective.points[Side::Blue]), points, "{name}");
            assert_eq!(objective.hexes, hexes(&original.hexes), "{name}");
            objectives += 1;
        }
        assert_eq!(image.reinforcements.len(), scenario.reinforcements.len(), "{name}");
    }
    assert!(winners > 0 && exits > 0 && objectives > 0, "{winners} winners, {exits} exits, {objectives} objectives");
}

//! Deployment behind a screen and by slips of paper: its order, each side's view meanwhile, and that a bot cannot
//! obtain hidden information.

use crate::soundness::assert_units_sound;
use reglette::bots::{Bot, BotFault, FaultKind, Greedy, Random};
use reglette::data::{Kind, Library, Source};
use reglette::game::rng::Stream;
use reglette::game::{BySide, Game, Moment, Show, Side, Weights};
use reglette::jomini::army::Army;
use reglette::jomini::map::hex::{NO_HEX, Place};
use reglette::jomini::map::terrain::Map;
use reglette::jomini::rules::{DeployMethod, FirstPlayer, Rules};
use reglette::jomini::setup::prepare;
use reglette::jomini::setup::scenario::{Placement, Scenario};
use reglette::jomini::state::{Step, UnitId, is_slip, officer_ids, side_of, slip_of, unit_ids};
use reglette::jomini::{Action, Battle, State};
use reglette::tournament::{GameKey, InPlay, NoObserver};
use serde_json::json;
use std::sync::{Arc, Mutex};

/// Two armies of four kinds of unit on an open map; red's first unit is placed by the scenario. Red deploys first.
fn battle(method: DeployMethod) -> Battle {
    let lines = [
        "line_infantry\"\ncount = 6",
        "foot_artillery_light\"",
        "light_cavalry\"\ncount = 2",
        "light_infantry\"\ncount = 3",
    ];
    let unit = |kind: &&str| format!("[[unit]]\nname = \"{}\"\ntype = \"{kind}\n", &kind[..10]);
    let text = format!("nation = \"X\"\n{}", lines.iter().map(unit).collect::<String>());
    let army = Army::read(&Source::new(&Library::built_in(), Kind::Army, "x.toml", text))
        .unwrap_or_else(|error| panic!("{error}"));
    let rules = Rules { deploy_method: method, first_player: FirstPlayer::Red, ..Rules::published() };
    let map = Map::plain(12, 9);
    let placed = Placement {
        side: Side::Red,
        name: "line_infan 1".to_owned(),
        hex: map.hex(Place::new(5, 3)).expect("on the map"),
    };
    let scenario = Scenario { placements: vec![placed], ..Scenario::on("test", map) };
    prepare(&rules, &scenario, BySide::new(Some(&army), Some(&army))).unwrap_or_else(|error| panic!("{error}"))
}

/// A bot that records everything it can observe, and deploys by a rule: which of the pieces on offer, which of the
/// places.
struct Spy {
    piece: fn(usize) -> usize,
    place: fn(usize, &State) -> usize,
    log: Arc<Mutex<Vec<String>>>,
}

impl Bot<Battle> for Spy {
    fn choose(&mut self, game: &Battle, seen: &State, side: Side, stream: &mut Stream) -> Result<Action, BotFault> {
        let mut actions = Vec::new();
        game.legal_actions(seen, &mut actions);
        if seen.player_turn > 0 {
            return Err(BotFault::new(FaultKind::Crash, "the deployment is over"));
        }
        let enemies =
            (1..=24).map(|number| if side == Side::Red { format!("B{number}") } else { format!("R{number}") });
        let answers = enemies.map(|enemy| format!("{:?}", game.ask(seen, "threatened", &[json!(enemy)])));
        let (answers, data) = (answers.collect::<String>(), game.position_to_data(seen));
        let other = game.seen_by(seen, side.other());
        let look =
            format!("{seen:?} {other:?} {actions:?} {answers} {data} {} {}", game.draw(seen), stream.below(1000));
        self.log.lock().expect("one thread").push(look);
        let nth = match seen.step {
            Step::DeployUnit => (self.piece)(actions.len()),
            _ => (self.place)(actions.len(), seen),
        };
        Ok(actions[nth])
    }
}

/// The observations of blue's spy while red deployed by these rules, and the position at the end of the hidden
/// deployment.
fn spied(method: DeployMethod, piece: fn(usize) -> usize, place: fn(usize, &State) -> usize) -> (Vec<String>, State) {
    let battle = battle(method);
    let log = Arc::default();
    let mut red = Spy { piece, place, log: Arc::default() };
    let mut blue = Spy { piece: |_| 0, place: |count, _| count / 2, log: Arc::clone(&log) };
    let key = GameKey { seed: 1, scenario: "test", pair: 0 };
    let mut play = InPlay::new(&battle, key, BySide::new("red", "blue"));
    loop {
        let Moment::Decide(side) = battle.moment(&play.state) else { panic!("nothing is rolled in this set-up") };
        let open = method == DeployMethod::Slips && matches!(play.state.step, Step::DeployOfficer(_));
        if open || play.state.player_turn > 0 {
            let seen = log.lock().expect("one thread").clone();
            return (seen, play.state);
        }
        let bot: &mut dyn Bot<Battle> = if side == Side::Red { &mut red } else { &mut blue };
        let action = play.ask(&battle, bot, side).expect("a legal action");
        play.decide(&battle, side, action, &mut NoObserver);
        assert_units_sound(&battle, &play.state);
    }
}

/// JA1.9, JI-184: two games that differ only behind the screen look the same to the other side.
#[test]
fn nobody_learns_what_stands_behind_a_screen() {
    let (seen, state) = spied(DeployMethod::Hidden, |_| 0, |_, _| 0);
    let (seen_too, other) = spied(DeployMethod::Hidden, |count| count - 1, |count, _| count - 1);
    assert_ne!(state, other, "red stands elsewhere");
    assert!(seen.len() > 20, "blue was asked for each piece");
    assert_eq!(seen, seen_too);
    let (seen, _) = spied(DeployMethod::Alternate, |_| 0, |_, _| 0);
    let (seen_too, _) = spied(DeployMethod::Alternate, |count| count - 1, |count, _| count - 1);
    assert_ne!(seen, seen_too, "in the open the same spy sees the difference");
}

/// JA1.10, JI-184: of slips of paper the other side sees the hexes, but neither their units nor which are decoys.
#[test]
fn nobody_learns_who_a_slip_stands_for() {
    let (seen, state) = spied(DeployMethod::Slips, |_| 0, |_, _| 0);
    let (seen_too, other) = spied(DeployMethod::Slips, |count| count - 1, |_, _| 0);
    assert_ne!(state, other, "red's units have changed places");
    assert_eq!(seen, seen_too);
    let (elsewhere, _) = spied(DeployMethod::Slips, |_| 0, |count, _| count - 1);
    assert_ne!(seen, elsewhere, "slips themselves are seen");
}

/// JA1.9: one side deploys all of its units and officers, then the other; pieces placed by the scenario are visible.
/// JI-184: all are visible once both have finished.
#[test]
fn behind_a_screen_one_side_deploys_after_the_other() {
    let battle = battle(DeployMethod::Hidden);
    let mut state = battle.initial();
    let mut sides = Vec::new();
    let mut actions = Vec::new();
    while state.player_turn == 0 {
        let Moment::Decide(side) = battle.moment(&state) else { panic!("nothing is rolled in this set-up") };
        sides.push(side);
        let seen = battle.seen_by(&state, side);
        let enemies = seen.occupant.iter().filter(|unit| unit.index() < 64 && side_of(**unit) != side).count();
        assert_eq!(enemies, usize::from(side == Side::Blue), "only the unit that the scenario placed");
        assert!(officer_ids(side.other()).all(|officer| seen.officer(officer).hex == NO_HEX));
        battle.legal_actions(&state, &mut actions);
        let mut in_view = Vec::new();
        battle.legal_actions(&seen, &mut in_view);
        assert_eq!(actions, in_view, "what is hidden changes no choice");
        battle.apply(&mut state, actions[0]);
    }
    sides.dedup();
    assert_eq!(sides, [Side::Red, Side::Blue]);
    assert_eq!(battle.seen_by(&state, Side::Blue), state);
    assert!(unit_ids(Side::Red).take(12).all(|unit| state.unit(unit).hex != NO_HEX));
}

/// JA1.10, JI-184: slips are laid alternately, one decoy for four units; then units replace them and the decoys are
/// removed.
#[test]
fn slips_are_replaced_by_units_and_decoys_vanish() {
    let battle = battle(DeployMethod::Slips);
    let mut state = battle.initial();
    let mut actions = Vec::new();
    let lying = |state: &State, side: Side| state.occupant.iter().filter(|unit| **unit == slip_of(side)).count();
    let (mut batches, mut most, mut markers) = (Vec::new(), 0, 0);
    while !matches!(state.step, Step::DeployOfficer(_)) {
        let Moment::Decide(side) = battle.moment(&state) else { panic!("nothing is rolled in this set-up") };
        batches.push(side);
        most = most.max(lying(&state, Side::Red));
        markers = markers.max(lying(&battle.seen_by(&state, Side::Blue), Side::Red));
        let seen = battle.seen_by(&state, side);
        assert!(
            unit_ids(side.other()).all(|unit| unit == UnitId::new(0) || seen.unit(unit).hex == NO_HEX),
            "nobody is known by name"
        );
        battle.legal_actions(&state, &mut actions);
        let action = *actions.last().expect("an action");
        battle.apply(&mut state, action);
    }
    batches.dedup();
    assert!(batches.len() > 4, "by turns: {batches:?}");
    assert_eq!(most, 2, "eleven units are deployed, the twelfth the scenario has placed");
    assert_eq!(markers, 11 + 2, "blue sees every slip alike");
    assert!(state.occupant.iter().all(|unit| !is_slip(*unit)));
    assert!(unit_ids(Side::Red).take(12).all(|unit| state.unit_at(state.unit(unit).hex) == unit));
    assert_eq!(battle.seen_by(&state, Side::Blue), state);
}

/// Searching bots may continue from their view: every view is a position that plays to the end of the deployment.
#[test]
fn a_view_can_be_played_on() {
    for method in [DeployMethod::Hidden, DeployMethod::Slips] {
        let battle = battle(method);
        let key = GameKey { seed: 3, scenario: "test", pair: 1 };
        let mut play = InPlay::new(&battle, key, BySide::new("red", "blue"));
        let mut bots: [Box<dyn Bot<Battle>>; 2] =
            [Box::new(Random::default()), Box::new(Greedy::new(Weights::default()))];
        let mut actions = Vec::new();
        while let Moment::Decide(side) = battle.moment(&play.state) {
            for viewer in Side::BOTH {
                let mut view = battle.seen_by(&play.state, viewer);
                let data = battle.position_to_data(&view);
                assert_eq!(battle.position_from_data(&data).expect("a view as data"), view);
                while view.player_turn == 0 {
                    battle.legal_actions(&view, &mut actions);
                    battle.apply(&mut view, actions[actions.len() / 2]);
                }
                assert_units_sound(&battle, &view);
            }
            if play.state.player_turn > 0 {
                break;
            }
            let action = play.ask(&battle, &mut *bots[side.index()], side).expect("a legal action");
            play.decide(&battle, side, action, &mut NoObserver);
        }
    }
}

//! The shipped battles as data and text: everything in random games on each shipped map survives a round trip through
//! data, and is described in complete sentences. Below, what is said of officers in single positions.

use crate::scene::{scene, scene_with};
use crate::table::Table;
use reglette::data::{Kind, Library};
use reglette::game::rng::Key;
use reglette::game::{BySide, Game, GameDice, Moment, Show, Side};
use reglette::jomini::army::Army;
use reglette::jomini::rules::Face::{Flag, Infantry};
use reglette::jomini::rules::Rules;
use reglette::jomini::setup::prepare;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::state::Step;
use reglette::jomini::{Action, Battle, Roll, State};
use serde_json::Value;

const BATTLES: [(&str, [&str; 2]); 4] = [
    ("plain", ["france", "austria"]),
    ("village-and-hill", ["prussia", "russia"]),
    ("river", ["britain", "ottoman"]),
    ("field-works", ["russia", "france"]),
];

fn battle(scenario: &str, armies: [&str; 2]) -> Battle {
    let library = Library::built_in();
    let file = |kind, name: &str| library.find(kind, &format!("jomini/{name}")).expect("a shipped file");
    let scenario = Scenario::read(&file(Kind::Scenario, scenario)).expect("a sound scenario");
    let [red, blue] = armies.map(|name| Army::read(&file(Kind::Army, name)).expect("a sound army"));
    prepare(&Rules::published(), &scenario, BySide::new(Some(&red), Some(&blue))).expect("a sound battle")
}

/// Data as received by another program: through text.
fn through_text(data: &Value) -> Value {
    serde_json::from_str(&data.to_string()).expect("what was written is JSON")
}

/// Plays a random game and passes each position to `look`, then each position with the next one.
fn play(battle: &Battle, game: u64, mut look: impl FnMut(&State), mut tell: impl FnMut(String)) {
    let mut dice = GameDice::of_game(2, "show", game);
    let mut stream = Key::new(2).with(game).stream();
    let mut state = battle.initial();
    let mut scratch = Vec::new();
    loop {
        look(&state);
        let before = state;
        match battle.moment(&state) {
            Moment::Over(_) => return,
            Moment::Decide(_) => {
                let action = battle.random_action(&state, &mut stream, &mut scratch);
                tell(battle.describe_action(&state, &action));
                battle.apply(&mut state, action);
            }
            Moment::Roll(throw) => {
                let roll = battle.sample(&state, dice.stream(throw));
                let data = through_text(&battle.roll_to_data(&state, &roll));
                assert_eq!(battle.roll_from_data(&state, &data), Ok(roll));
                tell(battle.describe_roll(&state, &roll));
                battle.apply_roll(&mut state, roll);
            }
        }
        battle.describe_change(&before, &state).into_iter().for_each(&mut tell);
    }
}

#[test]
fn positions_and_actions_of_shipped_battles_come_back_from_text() {
    for (scenario, armies) in BATTLES {
        let battle = battle(scenario, armies);
        let mut actions = Vec::new();
        let look = |state: &State| {
            let data = battle.position_to_data(state);
            assert_eq!(battle.position_from_data(&through_text(&data)), Ok(*state), "{scenario}: {data}");
            if let Moment::Decide(_) = battle.moment(state) {
                battle.legal_actions(state, &mut actions);
                for action in &actions {
                    let data = battle.action_to_data(state, action);
                    assert_eq!(battle.action_from_data(state, &through_text(&data)), Ok(*action), "{scenario}: {data}");
                }
            }
        };
        play(&battle, 1, look, drop);
    }
}

/// Two legal actions of one position never share a form: so that the answer of a program is unambiguous.
#[test]
fn different_actions_have_different_data() {
    for (scenario, armies) in BATTLES {
        let battle = battle(scenario, armies);
        let mut actions = Vec::new();
        let look = |state: &State| {
            if let Moment::Decide(_) = battle.moment(state) {
                battle.legal_actions(state, &mut actions);
                let mut forms: Vec<String> =
                    actions.iter().map(|action| battle.action_to_data(state, action).to_string()).collect();
                forms.sort();
                forms.dedup();
                assert_eq!(forms.len(), actions.len(), "{scenario}");
            }
        };
        play(&battle, 2, look, drop);
    }
}

#[test]
fn a_game_is_told_in_whole_sentences_from_its_first_turn_to_its_end() {
    for (scenario, armies) in BATTLES {
        let battle = battle(scenario, armies);
        let mut story = Vec::new();
        play(&battle, 3, |_| (), |sentence| story.push(sentence));
        for sentence in &story {
            let starts_well = sentence.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit());
            let clean = !["  ", " .", ",.", "..", "()", "null"].iter().any(|flaw| sentence.contains(flaw));
            assert!(starts_well && clean && sentence.ends_with('.'), "{scenario}: {sentence}");
        }
        let position = |beginning: &str| story.iter().position(|sentence| sentence.starts_with(beginning));
        let first_turn = position("Round 1, ").expect("the first turn has its heading");
        assert!(position("Round 2, ").is_some_and(|second| second > first_turn), "{scenario}");
        assert!(story.last().is_some_and(|end| end.contains("Units lost: ")), "{scenario}: {:?}", story.last());
    }
}

#[test]
fn every_unit_and_objective_of_a_shipped_battle_is_on_its_map() {
    for (scenario, armies) in BATTLES {
        let battle = battle(scenario, armies);
        let look = |state: &State| {
            // Once per turn suffices.
            if state.step != Step::Command {
                return;
            }
            let map = battle.draw(state);
            let body = || map.lines().take(3 * usize::from(battle.field.board.rows()) + 3);
            for unit in Side::BOTH.into_iter().flat_map(|side| battle.field.forces.units_of(side)) {
                let stands = state.unit(unit).elements > 0;
                let name = reglette::jomini::notation::unit_id(unit);
                let drawn = ['i', 'c', 'a'].iter().any(|arm| body().any(|line| line.contains(&format!("{name}{arm}"))));
                assert_eq!(drawn, stands, "{scenario}: {name}\n{map}");
            }
            let objectives: usize = battle.objectives.iter().map(|objective| objective.hexes.len()).sum();
            let stars: usize = body().map(|line| line.matches('*').count()).sum();
            assert_eq!(stars, objectives, "{scenario}\n{map}");
        };
        play(&battle, 4, look, drop);
    }
}

/// The descriptions of the effects of an action.
fn effects(table: &mut Table, action: Action) -> Vec<String> {
    let before = table.state;
    table.play(action);
    table.battle.describe_change(&before, &table.state)
}

#[test]
fn an_officer_lost_with_his_unit_does_not_lead_it() {
    let lines = "red A line_infantry 0503\nblue D line_infantry 0504 elements=1\nofficer blue senior_officer 0504";
    let mut table = scene(lines);
    table.attack("A", "D");
    table.roll(&[Infantry]);
    assert_eq!(table.state.step, Step::LeadAgainstLoss);
    let officer = table.officers(Side::Blue)[0];
    let mut led = Table { battle: table.battle.clone(), state: table.state };
    let words = effects(&mut led, Action::LeadAgainstLoss(officer));
    assert!(words.iter().any(|it| it.ends_with(" leaves the game.")), "{words:?}");
    let words = effects(&mut table, Action::Pass);
    assert!(words.iter().any(|it| it.ends_with(" finds no refuge and is lost.")), "{words:?}");
    assert!(!words.iter().any(|it| it.ends_with(" leaves the game.")), "{words:?}");
}

#[test]
fn an_officer_goes_along_with_a_unit_that_is_named() {
    let mut table = scene("red A line_infantry 0503\nblue D line_infantry 0504\nofficer blue senior_officer 0504");
    table.attack("A", "D");
    // He lets his unit ignore one flag.
    table.roll(&[Flag, Flag]);
    assert_eq!(table.state.step, Step::Retreat);
    let way = table.legal()[0];
    let words = effects(&mut table, way);
    assert!(words.iter().any(|it| it.contains(" goes along with D (")), "{words:?}");
}

/// J5.107, J5.108, JA4.4: of a wound in the front rank the roll says that he leaves the game.
#[test]
fn the_loss_of_a_commander_in_chief_is_described_with_what_it_costs() {
    let costs = |words: &[String]| {
        words.iter().any(|it| it.ends_with(" has lost its commander-in-chief and misses its next turn."))
    };
    let mut table =
        scene("red A line_infantry 0503\nblue D line_infantry 0504 unstable\nofficer blue commander_in_chief 0504");
    table.attack("A", "D");
    let (before, chief) = (table.state, table.officers(Side::Blue)[0]);
    table.roll(&[Infantry]);
    let words = table.battle.describe_change(&before, &table.state);
    let chief = table.battle.field.forces.officer_words(chief);
    assert!(words.contains(&format!("{chief} finds no refuge and is lost.")) && costs(&words), "{words:?}");
    let lines = "red A line_infantry 0503\nblue D line_infantry 0504\nofficer red sub_general 0503\nofficer blue \
        commander_in_chief 0504\ntokens red 9\ntokens blue 9";
    let mut table = scene_with(lines, |rules| rules.period_lace_wars = true);
    let chief = table.officers(Side::Blue)[0];
    table.begin("A", "D");
    table.play(Action::Pass);
    table.play(Action::FrontRank(chief));
    table.play(Action::Stand);
    table.throw(Roll { hits: 2, ..Roll::default() });
    assert_eq!(table.state.step, Step::WoundRoll(2));
    let (before, wound) = (table.state, Roll { hits: 1, ..Roll::default() });
    table.throw(wound);
    let words = table.battle.describe_change(&before, &table.state);
    let chief = table.battle.field.forces.officer_words(chief);
    assert_eq!(
        table.battle.describe_roll(&before, &wound),
        format!("{chief} is wounded in the front rank and leaves the game.")
    );
    assert!(costs(&words) && !words.iter().any(|it| it.contains(&chief)), "{words:?}");
}

/// J5.108, JI-172: red's turn ends, blue puts its C-in-C back and misses a turn, all after one roll without a choice.
#[test]
fn a_commander_lost_and_put_back_in_one_change_is_described_as_both() {
    let lines = "red A line_infantry 0503\nblue D line_infantry 0504 unstable\nofficer blue commander_in_chief \
        0504\nofficer red sub_general 0302\nofficer blue senior_officer 0708";
    let mut table = scene(lines);
    // No unit but A may attack, so that red's turn ends with its attack.
    let reserve = table.unit("red reserve");
    table.state.unit_mut(reserve).group = 0;
    table.attack("A", "D");
    let before = table.state;
    let [chief, senior] = table.officers(Side::Blue)[..] else { panic!("blue has two officers") };
    table.roll(&[Infantry]);
    assert_eq!((table.state.player_turn, table.officers_at(Side::Blue)), (7, vec!["0708".to_owned()]));
    let words = table.battle.describe_change(&before, &table.state);
    let [chief, senior] = [chief, senior].map(|officer| table.battle.field.forces.officer_words(officer));
    for sentence in
        [format!("{chief} is lost and put back on the table at 0708."), format!("{senior} leaves the game.")]
    {
        assert!(words.contains(&sentence), "{sentence} {words:?}");
    }
    assert!(words.iter().any(|it| it.ends_with(" misses a turn.")), "{words:?}");
    assert!(!words.iter().any(|it| it.contains("refuge")), "{words:?}");
}

//! Position files: a written file reads back to the same position, violations of the rules are refused, and reading
//! plays nothing.

use reglette::data::{Kind, Library, Source};
use reglette::en_avant::army::Army;
use reglette::en_avant::notation::StateForm;
use reglette::en_avant::rules::Rules;
use reglette::en_avant::setup::position::{Position, faults, write};
use reglette::en_avant::setup::scenario::Scenario;
use reglette::en_avant::state::{Status, Step, UnitId};
use reglette::en_avant::{Action, Engagement, State};
use reglette::game::rng::Key;
use reglette::game::{BySide, Game, Moment, Show, Side};

pub fn prepared(scenario: &str, armies: [&str; 2]) -> Engagement {
    let library = Library::built_in();
    let [red, blue] =
        armies.map(|name| Army::read(&library.find(Kind::Army, name).expect("a list")).expect("a sound list"));
    let scenario =
        Scenario::read(&library.find(Kind::Scenario, scenario).expect("a scenario")).expect("a sound scenario");
    scenario
        .prepare(&Rules::published(), BySide::new(Some(&red), Some(&blue)))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn source(text: &str) -> Source {
    Source::new(&Library::built_in(), Kind::Position, "positions/en-avant/mine.toml", text)
}

/// The first line that differs between two positions as data.
fn first_difference(game: &Engagement, one: &State, other: &State) -> Option<(String, String)> {
    let lines = |state: &State| format!("{:#}", game.position_to_data(state));
    let (one, other) = (lines(one), lines(other));
    let mut pairs = one.lines().zip(other.lines());
    pairs.find(|(a, b)| a != b).map(|(a, b)| (a.to_owned(), b.to_owned()))
}

/// The available actions and rolls.
fn open(game: &Engagement, state: &State) -> (Vec<Action>, usize) {
    let (mut actions, mut rolls) = (Vec::new(), Vec::new());
    match game.moment(state) {
        Moment::Decide(_) => game.legal_actions(state, &mut actions),
        Moment::Roll(_) => game.rolls(state, &mut rolls),
        Moment::Over(_) => {}
    }
    (actions, rolls.len())
}

#[test]
fn what_is_written_reads_back_to_the_same_position() {
    let games = [
        ("open-field", ["carthaginians", "republican-romans"]),
        ("chance-halves", ["gauls", "germans"]),
        ("village-and-fields", ["napoleonic-france-50", "napoleonic-prussia-50"]),
        ("wood", ["civil-war-virginia-50", "civil-war-ohio-50"]),
    ];
    let mut compared = 0;
    for (scenario, armies) in games {
        let game = prepared(scenario, armies);
        for seed in 0..2 {
            let (mut state, mut stream, mut scratch) = (game.initial(), Key::new(seed).stream(), Vec::new());
            for number in 0..1_500 {
                if number % 4 == 0 || !matches!(state.step, Step::Impulse | Step::Act(_) | Step::Place(..)) {
                    let sound = faults(&game, &state);
                    assert!(
                        sound.is_empty(),
                        "{scenario} {seed} {number}: {sound:?} at {:?}\n{:#}",
                        state.step,
                        game.position_to_data(&state)
                    );
                    let text = write(&game, "en-avant", scenario, &state);
                    let read = Position::read(&source(&text), None).unwrap_or_else(|error| panic!("{error}\n{text}"));
                    let (again, read) = (read.engagement.clone(), read.engagement.start);
                    assert!(
                        read == state,
                        "{scenario} {seed} {number}\n{text}\n{:?}",
                        first_difference(&game, &read, &state)
                    );
                    assert_eq!(
                        (again.troops.bases, &again.troops.profiles, again.placer),
                        (game.troops.bases, &game.troops.profiles, game.placer),
                        "{text}"
                    );
                    assert_eq!(open(&again, &read), open(&game, &state), "{text}");
                    compared += 1;
                }
                match game.moment(&state) {
                    Moment::Over(_) => break,
                    Moment::Decide(_) => {
                        let action = game.random_action(&state, &mut stream, &mut scratch);
                        game.apply(&mut state, action);
                    }
                    Moment::Roll(_) => {
                        let roll = game.sample(&state, &mut stream);
                        game.apply_roll(&mut state, roll);
                    }
                }
            }
        }
    }
    assert!(compared > 1_000, "{compared} positions");
}

/// A position by hand: two lines of infantry and a battery on an open table; `lines` come first in the file, `red` and
/// `blue` in the tables of the units.
fn by_hand(lines: &str, red: &str, blue: &str) -> Result<Position, String> {
    let text = format!(
        "{lines}\n[[unit]]\nname = \"a\"\nside = \"red\"\narm = \"infantry\"\nbases = 3\n{red}\n[[unit]]\nname = \
            \"b\"\nside = \"blue\"\narm = \"infantry\"\nbases = 3\n{blue}\n[[unit]]\nname = \"c\"\nside = \
            \"blue\"\narm = \"artillery\"\nweapon = \"normal_artillery\"\nbases = 1\nat = [20, 20]\n"
    );
    Position::read(&source(&text), None).map_err(|error| error.to_string())
}

const APART: &str = "at = [0, 12]";
const THERE: &str = "at = [0, 0]";

/// E1.6, E2.34, E5.4, E7.12, E10.17, E12.3, E12.6, E14.4, E14.27, EI-28, EI-70, EI-72, EI-92, EI-104: violations of the
/// rules are refused at their line.
#[test]
fn what_the_rules_exclude_is_refused_with_its_line() {
    assert!(by_hand("", THERE, APART).is_ok());
    let at = |place: &str| format!("at = {place}");
    let with = |more: &str| format!("{THERE}\n{more}");
    let cases: Vec<(&str, String, String, &str, &str)> = vec![
        ("", THERE.into(), at("[1, -1]"), "at = [1, -1]", "the unit overlaps R1 (E7.12)"),
        ("", at("[2000, 0]"), APART.into(), "at = [2000, 0]", "the unit stands off the table"),
        ("", with("left = 4"), APART.into(), "left = 4", "what it began with"),
        ("", with("files = 4"), APART.into(), "files = 4", "a rank has no more bases than the unit: E2.34"),
        ("", with("status = [\"charged\"]"), APART.into(), "status = [\"charged\"]", "touches no enemy"),
        ("", with("status = [\"defender\"]"), APART.into(), "status = [\"defender\"]", "touches no enemy"),
        (
            "",
            with("status = [\"limbered\"]"),
            APART.into(),
            "status = [\"limbered\"]",
            "only horse artillery is limbered (EI-104)",
        ),
        (
            "",
            with("status = [\"dismounted\"]"),
            APART.into(),
            "status = [\"dismounted\"]",
            "this unit cannot dismount (E14.27)",
        ),
        (
            "",
            with("status = [\"rampant\"]"),
            APART.into(),
            "status = [\"rampant\"]",
            "only an elephant gets out of control (E14.4)",
        ),
        ("", with("status = [\"actvated\"]"), APART.into(), "status = [\"actvated\"]", "activated"),
        ("turn = 2", with("moved_in = 3"), APART.into(), "moved_in = 3", "0 to 2"),
        ("turn = 99", THERE.into(), APART.into(), "turn = 99", "the turn limit"),
        ("activated = 9\ncap = 3", THERE.into(), APART.into(), "activated = 9", "0 to 3"),
        ("red = { combativity = 0 }", THERE.into(), APART.into(), "combativity = 0", "E1.6"),
        ("red = { combativity = 9 }", THERE.into(), APART.into(), "combativity = 9", "E1.6"),
        ("red = { bases_lost = 1 }", THERE.into(), APART.into(), "bases_lost = 1", "bases that are not on the table"),
        ("red = { general_with = \"nobody\" }", THERE.into(), APART.into(), "general_with", "no unit \"nobody\""),
        ("red = { general_with = \"a\", general = { at = [0, 0] } }", THERE.into(), APART.into(), "general", "EI-28"),
        (
            "red = { general = { at = [900, 0] } }",
            THERE.into(),
            APART.into(),
            "general",
            "the general stands off the table",
        ),
        (
            "step = { wait = \"act\", unit = \"R1\" }",
            THERE.into(),
            APART.into(),
            "step",
            "no activated unit of the active side (E5.9)",
        ),
        (
            "step = { wait = \"act\", unit = \"R7\" }",
            THERE.into(),
            APART.into(),
            "step",
            "expected one of R1 to R1 and B1 to B2",
        ),
        ("step = { wait = \"shot_roll\" }", THERE.into(), APART.into(), "step", "no shot is being resolved (E9.34)"),
        ("step = { wait = \"melee_order\" }", THERE.into(), APART.into(), "step", "has no action"),
        ("step = { wait = \"deploy_unit\" }", THERE.into(), APART.into(), "", "turn 0 is the set-up"),
        ("step = { wait = \"acts\", unit = \"R1\" }", THERE.into(), APART.into(), "step", "did you mean \"act\"?"),
        ("clash = { kind = \"none\", losses = 2 }", THERE.into(), APART.into(), "clash", "nothing is being resolved"),
        ("objective = [{ real = true }]", THERE.into(), APART.into(), "objective", "at most 0"),
        (
            "marker = [{ unit = \"R1\", at = [0, 0], degrees = 0 }]",
            THERE.into(),
            APART.into(),
            "marker",
            "has not dismounted (E14.28)",
        ),
    ];
    for (lines, red, blue, line, problem) in cases {
        let error = by_hand(lines, &red, &blue).err().unwrap_or_else(|| panic!("{lines} {red} {blue} was accepted"));
        let lines: Vec<&str> = error.lines().collect();
        assert!(error.contains(problem), "{problem:?} is not in\n{error}");
        assert!(lines.iter().any(|it| it.contains(line)), "{line:?} is not shown in\n{error}");
        assert!(line.is_empty() || error.contains("mine.toml:"), "no line is named in\n{error}");
    }
}

/// In the form of all positions the same faults are found at their lines; and the two forms cannot be combined.
#[test]
fn the_form_of_all_positions_is_checked_at_its_lines() {
    let game = by_hand("", THERE, APART).expect("a sound position").engagement;
    let text = write(&game, "en-avant", "open-field", &game.start);
    let read = |text: &str| {
        Position::read(&source(text), None).map(|it| it.engagement.start).map_err(|error| error.to_string())
    };
    assert_eq!(read(&text), Ok(game.start), "{text}");
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in\n{text}");
        read(&text.replacen(from, to, 1)).expect_err("it is at fault")
    };
    let engaged = changed("files = 3\nbases = 3", "files = 3\nbases = 3\nstatus = [\"engaged\"]");
    assert!(engaged.contains("status = [\"engaged\"]") && engaged.contains("no enemy touches it"), "{engaged}");
    let twice = changed("turn_limit", "active = \"red\"\nturn_limit");
    assert!(
        twice.contains("belongs to the short form") && twice.contains("expected all of that in [position]"),
        "{twice}"
    );
    let unknown = changed("[position.units.R1]", "[position.units.R9]");
    assert!(unknown.contains("the game has no unit R9"), "{unknown}");
    let misspelt = changed("combats", "combat");
    assert!(misspelt.contains("did you mean \"combats\"?"), "{misspelt}");
}

/// E9.46, EI-48: a routing unit in contact with its general is still routing in the position that is read, and in the
/// odds of a shot at it.
#[test]
fn reading_does_not_play_on() {
    let text = "red = { general_with = \"a\" }\n[[unit]]\nname = \"a\"\nside = \"red\"\narm = \"infantry\"\nbases = \
        2\nat = [0, 0]\nstatus = [\"routing\"]\n[[unit]]\nname = \"b\"\nside = \"blue\"\narm = \"infantry\"\nweapon = \
        \"bow\"\nbases = 2\nat = [0, 5]\n";
    let read = |active: &str| {
        Position::read(&source(&format!("active = \"{active}\"\n{text}")), None).expect("a sound position").engagement
    };
    let dice = |game: &Engagement| {
        let odds = game.odds(&game.start, UnitId::new(96), UnitId::new(0), &Default::default()).expect("a shot");
        (odds.strikes[0].dice, odds.strikes[0].trail.iter().any(|step| step.rule == "E9.46"))
    };
    let [red, blue] = ["red", "blue"].map(read);
    assert!(red.start.unit(UnitId::new(0)).has(Status::ROUTING) && red.start.step == Step::Impulse);
    assert_eq!((dice(&red), dice(&blue)), ((2, true), (2, true)));
    // All units of both sides have been activated in turn 10: the fatigue of turn 11 is still to come.
    let all = text
        .replace("[\"routing\"]", "[\"activated\"]")
        .replace("at = [0, 5]", "at = [0, 5]\nstatus = [\"activated\"]");
    let game = Position::read(&source(&format!("turn = 10\nturn_limit = 20\n{all}")), None)
        .expect("a sound position")
        .engagement;
    assert_eq!((game.start.turn, game.start.combativity(Side::Red)), (10, game.rules.combativity_start as i8));
    assert_eq!(open(&game, &game.start), (vec![Action::Done], 0), "all that is left to do is to end the impulse");
}

/// E10.2: a choice in the middle of a shot, by hand.
#[test]
fn a_choice_in_the_middle_of_a_shot_is_written_by_hand() {
    let lines = "active = \"blue\"\nstep = { wait = \"results\", unit = \"R1\" }\nclash = { kind = \"shot\", leaders = \
        [\"R1\", \"B2\"], struck = [\"R1\"], suffered = [2], settling = \"R1\", settled = [\"red\"] }";
    let game = by_hand(lines, THERE, APART).unwrap_or_else(|error| panic!("{error}")).engagement;
    let (actions, _) = open(&game, &game.start);
    assert!(actions.len() >= 2 && actions.iter().all(|action| matches!(action, Action::Take(_))), "{actions:?}");
    let again: StateForm = serde_json::from_value(game.position_to_data(&game.start)).expect("the one form");
    assert_eq!(again.state_in(&game), Ok(game.start));
}

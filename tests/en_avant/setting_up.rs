//! Before the first turn: the order of set-up and play, limbered guns, objectives of the scenario, multiplied and
//! half-free armies.

use reglette::data::{Kind, Library, Source};
use reglette::en_avant::army::Army;
use reglette::en_avant::rules::{DeployMethod, FirstPlayerMethod, Rules, TurnOrder};
use reglette::en_avant::setup::scenario::{Scenario, Table};
use reglette::en_avant::state::action::Placement;
use reglette::en_avant::state::{Status, Step, UnitId};
use reglette::en_avant::{Action, Engagement, Roll, State};
use reglette::game::rng::Key;
use reglette::game::{BySide, Game, Moment, Side};

fn army(name: &str) -> Army {
    Army::read(&Library::built_in().find(Kind::Army, name).expect("a list")).unwrap_or_else(|error| panic!("{error}"))
}

/// Two armies on an open table, with these combativities.
fn meeting(rules: &Rules, names: [&str; 2], combativity: (u8, u8)) -> Engagement {
    let [mut red, mut blue] = names.map(army);
    (red.combativity, blue.combativity) = (Some(combativity.0), Some(combativity.1));
    let open = Scenario::open("open", Table::Small);
    open.prepare(rules, BySide::new(Some(&red), Some(&blue))).unwrap_or_else(|error| panic!("{error}"))
}

fn set_up_by(deploy_method: DeployMethod, combativity: (u8, u8)) -> Engagement {
    meeting(&Rules { deploy_method, ..Rules::published() }, ["gauls", "germans"], combativity)
}

/// The roll that favours a side in a draw.
fn favours(side: Side) -> Roll {
    Roll { hits: side.index() as u8, sixes: 0 }
}

/// Plays at random until a condition holds, and returns the side of each set-up of a unit.
fn play_until(game: &Engagement, state: &mut State, done: impl Fn(&State) -> bool) -> Vec<Side> {
    let (mut stream, mut scratch, mut order) = (Key::new(5).stream(), Vec::new(), Vec::new());
    while !done(state) {
        match game.moment(state) {
            Moment::Decide(side) => {
                let action = game.random_action(state, &mut stream, &mut scratch);
                if matches!(state.step, Step::DeployAt(_)) {
                    order.push(side);
                }
                game.apply(state, action);
            }
            Moment::Roll(_) => {
                let roll = game.sample(state, &mut stream);
                game.apply_roll(state, roll);
            }
            Moment::Over(_) => panic!("the game is over"),
        }
    }
    order
}

/// The number of changes of side in that list.
fn changes(order: &[Side]) -> usize {
    order.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// E4.18: one side sets up everything before the other, by the scenario, by dice with combativity added, or behind a
/// screen; or one unit each in turn.
#[test]
fn armies_are_set_up_in_the_order_of_the_method() {
    use DeployMethod::*;
    for (method, first) in [(Red, Side::Red), (Blue, Side::Blue), (HiddenScreen, Side::Red)] {
        let game = set_up_by(method, (4, 5));
        let mut state = game.initial();
        assert_eq!((state.step, state.active), (Step::DeployCamp, first), "{method:?}");
        let order = play_until(&game, &mut state, |state| state.turn == 1);
        assert_eq!((order[0], changes(&order)), (first, 1), "{method:?}");
        assert_eq!(state.deployed_first, first);
    }
    let mut rolls = Vec::new();
    for (method, first) in [(D6PlusCombativity, Side::Blue), (D6PlusCombativityLower, Side::Red)] {
        let game = set_up_by(method, (4, 5));
        let mut state = game.initial();
        game.rolls(&state, &mut rolls);
        let weights: Vec<u64> = rolls.iter().map(|it| it.weight).collect();
        assert_eq!(weights, [10, 21, 5], "the combativity counts: 4 and a die against 5 and a die");
        game.apply_roll(&mut state, favours(Side::Blue));
        assert_eq!(state.active, first, "{method:?}: «on tire au sort celui qui se place en premier»");
        let order = play_until(&game, &mut state, |state| state.turn == 1);
        assert_eq!((order[0], changes(&order)), (first, 1));
    }
    let game = set_up_by(AlternateUnits, (4, 5));
    let mut state = game.initial();
    game.rolls(&state, &mut rolls);
    assert_eq!(rolls.iter().map(|it| it.weight).collect::<Vec<_>>(), [15, 15, 6], "a plain die each");
    game.apply_roll(&mut state, favours(Side::Red));
    let order = play_until(&game, &mut state, |state| state.turn == 1);
    let both = usize::from(game.troops.unit_counts.red.min(game.troops.unit_counts.blue));
    assert_eq!(order[0], Side::Blue, "who loses the die places first");
    assert!(order[..2 * both].windows(2).all(|pair| pair[0] != pair[1]), "one unit each in turn");
}

/// E4.17, EI-26, EI-28: a separate general is set up beside or behind his camp and his units, not on them.
#[test]
fn a_general_is_set_up_on_nothing_else() {
    let game = meeting(&Rules::published(), ["napoleonic-france-50", "napoleonic-britain-50"], (4, 4));
    let mut state = game.initial();
    play_until(&game, &mut state, |state| state.step == Step::DeployGeneral);
    let side = state.active;
    let mut listed = Vec::new();
    game.legal_actions(&state, &mut listed);
    assert!(!listed.is_empty() && listed.iter().all(|action| matches!(action, Action::DeployAt(_))));
    let camp = state.side(side).camp;
    let units = game.troops.on_table(&state, side).map(|unit| (state.unit(unit).front, state.unit(unit).heading));
    for (front, heading) in units.chain([(camp.front, camp.heading)]) {
        let on_it = Action::DeployAt(Placement { front, heading, files: 1 });
        let fault = game.check(&state, &on_it).expect_err("something stands there").to_string();
        assert!(fault.contains("EI-26"), "{fault}");
    }
    // The nearest place to the middle of his edge is beside the camp.
    let mut nearest =
        listed.iter().filter_map(|action| if let Action::DeployAt(at) = action { Some(at) } else { None });
    assert!(nearest.next_back().is_some_and(|at| at.front.x.abs() >= 3 * game.measures.width / 2 - 1));
}

/// E4.18: the higher combativity chooses to go first or second; between equals a die decides who chooses.
#[test]
fn the_higher_combativity_chooses_when_to_set_up() {
    let game = set_up_by(DeployMethod::HigherCombativityChooses, (3, 5));
    let mut state = game.initial();
    assert_eq!(state.step, Step::DeployOrder(Side::Blue));
    game.apply(&mut state, Action::GoSecond);
    assert_eq!(state.active, Side::Red);
    let game = set_up_by(DeployMethod::HigherCombativityChooses, (4, 4));
    let mut state = game.initial();
    assert_eq!(state.step, Step::DeployRoll);
    game.apply_roll(&mut state, favours(Side::Red));
    assert_eq!(state.step, Step::DeployOrder(Side::Red));
    game.apply(&mut state, Action::GoFirst);
    assert_eq!(state.active, Side::Red);
}

/// The first turn of a game under these rules.
fn first_turn(
    first_player_method: FirstPlayerMethod,
    turn_order: TurnOrder,
    deploy_method: DeployMethod,
) -> (Engagement, State) {
    let rules = Rules { first_player_method, turn_order, deploy_method, ..Rules::published() };
    let game = meeting(&rules, ["gauls", "germans"], (4, 5));
    let mut state = game.initial();
    play_until(&game, &mut state, |state| state.turn == 1);
    (game, state)
}

/// E4.19: the scenario decides, the side that set up first plays second, or the dice decide who chooses; dice also if
/// neither side set up first (EI-27).
#[test]
fn who_plays_first_is_settled_by_the_method() {
    use FirstPlayerMethod::*;
    let begins = |method, deploy| {
        let (_, state) = first_turn(method, TurnOrder::RerollEachTurn, deploy);
        (state.step, state.active)
    };
    assert_eq!(begins(Red, DeployMethod::Red), (Step::Impulse, Side::Red));
    assert_eq!(begins(Blue, DeployMethod::Red), (Step::Impulse, Side::Blue));
    assert_eq!(begins(FirstDeployedPlaysSecond, DeployMethod::Red), (Step::Impulse, Side::Blue));
    assert_eq!(begins(FirstDeployedPlaysSecond, DeployMethod::Blue), (Step::Impulse, Side::Red));
    assert_eq!(begins(FirstDeployedPlaysSecond, DeployMethod::HiddenScreen).0, Step::InitiativeRoll);
    let (game, mut state) = first_turn(D6PlusCombativity, TurnOrder::RerollEachTurn, DeployMethod::Red);
    let mut rolls = Vec::new();
    game.rolls(&state, &mut rolls);
    assert_eq!(rolls.iter().map(|it| it.weight).collect::<Vec<_>>(), [10, 21, 5]);
    let tie = Roll { hits: 2, sixes: 0 };
    game.apply_roll(&mut state, tie);
    assert_eq!(state.step, Step::InitiativeRoll, "ties are rolled again");
    game.apply_roll(&mut state, favours(Side::Blue));
    assert_eq!(state.step, Step::InitiativeChoice(Side::Blue));
    game.apply(&mut state, Action::GoSecond);
    assert_eq!((state.active, state.first), (Side::Red, Side::Red));
}

/// E4.20: initiative holds for the game, or is rolled again at the start of each turn.
#[test]
fn initiative_holds_or_is_rolled_each_turn() {
    for (order, step) in
        [(TurnOrder::FixedAlternation, Step::Impulse), (TurnOrder::RerollEachTurn, Step::InitiativeRoll)]
    {
        let (game, mut state) = first_turn(FirstPlayerMethod::D6PlusCombativity, order, DeployMethod::Red);
        game.apply_roll(&mut state, favours(Side::Blue));
        game.apply(&mut state, Action::GoFirst);
        while state.turn == 1 {
            game.apply(&mut state, Action::Done);
        }
        assert_eq!(state.step, step);
        if order == TurnOrder::FixedAlternation {
            assert_eq!(state.active, Side::Blue);
        }
    }
}

/// E4.11, E4.14: the objectives of the scenario need no dice; an open field has none.
#[test]
fn objectives_of_the_scenario_need_no_dice() {
    let (gauls, germans) = (army("gauls"), army("germans"));
    let prepared = |name: &str| {
        let source = Library::built_in().find(Kind::Scenario, name).expect("a scenario");
        let scenario = Scenario::read(&source).expect("a sound scenario");
        scenario.prepare(&Rules::published(), BySide::new(Some(&gauls), Some(&germans))).expect("a sound game")
    };
    let village = prepared("village-and-fields");
    assert_eq!(
        (village.objectives.len(), village.objectives[0].target, village.start.objectives[0].real),
        (1, 1, true)
    );
    assert!(!matches!(village.start.step, Step::ObjectiveRoll(_)));
    let open = prepared("open-field");
    assert!(open.objectives.is_empty() && !matches!(open.start.step, Step::ObjectiveRoll(_)));
    assert!(matches!(prepared("chance-halves").start.step, Step::ObjectiveRoll(0)), "other tables roll for them");
}

/// EI-104, E14.14: horse artillery begins the game limbered or not; other guns have no teams.
#[test]
fn horse_artillery_is_set_up_in_either_state() {
    let rules = Rules { deploy_method: DeployMethod::Red, ..Rules::published() };
    let game = meeting(&rules, ["napoleonic-france-50", "napoleonic-austria-50"], (4, 4));
    let mut state = game.initial();
    play_until(&game, &mut state, |state| state.step == Step::DeployUnit);
    let with = |state: &State, horse: bool, guns: bool| -> UnitId {
        let fits = |unit: &UnitId| {
            let troop = game.troops.profile(state, *unit).troop;
            troop.horse == horse && (troop.arm == reglette::en_avant::army::troop::Arm::Artillery) == guns
        };
        game.troops.units_of(Side::Red).find(fits).expect("such a unit")
    };
    let horse = with(&state, true, true);
    game.apply(&mut state, Action::DeployUnit(horse));
    let mut actions = Vec::new();
    game.legal_actions(&state, &mut actions);
    let limbered: Vec<Action> =
        actions.iter().copied().filter(|action| matches!(action, Action::DeployLimbered(_))).collect();
    assert!(!limbered.is_empty() && actions.len() > limbered.len());
    for action in &limbered {
        assert_eq!(game.check(&state, action), Ok(()));
    }
    let mut after = state;
    game.apply(&mut after, limbered[0]);
    assert!(after.unit(horse).has(Status::LIMBERED) && !after.unit(horse).has(Status::RESERVE));
    let mut unlimbered = state;
    game.apply(&mut unlimbered, *actions.iter().find(|action| matches!(action, Action::DeployAt(_))).expect("a place"));
    assert!(!unlimbered.unit(horse).has(Status::LIMBERED));
    let foot = with(&state, false, true);
    state.step = Step::DeployAt(foot);
    assert!(game.check(&state, &limbered[0]).unwrap_err().0.contains("only horse artillery"));
}

fn list(text: &str) -> Result<Army, String> {
    let source = Source::new(&Library::built_in(), Kind::Army, "armies/en-avant/gauls-mine.toml", text);
    Army::read(&source).map_err(|error| error.to_string())
}

/// E13.16: by one key a list is taken twice or three times, units included.
#[test]
fn a_list_is_taken_several_times_by_one_key() {
    let rules = Rules::published();
    let once = army("gauls");
    let units = |army: &Army| army.force(&rules).expect("room enough").units.len();
    for times in [2, 3] {
        let more = list(&format!("extends = \"gauls\"\ntimes = {times}\npoints = {}", 35 * times))
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            (more.bases(&rules), more.points(&rules)),
            (once.bases(&rules) * times, once.points(&rules) * times)
        );
        assert!(units(&more) > units(&once));
    }
    assert!(
        list("extends = \"gauls\"\ntimes = 0").unwrap_err().contains("mine.toml:2: a list cannot be taken 0 times")
    );
    // Divided lines keep their units: a regiment of the Civil War has no more bases for being taken twice.
    let south =
        list("extends = \"civil-war-virginia-50\"\ntimes = 2\nbudget = 100").unwrap_or_else(|error| panic!("{error}"));
    let largest = |army: &Army| army.force(&rules).expect("room enough").units.iter().map(|unit| unit.bases).max();
    assert_eq!(largest(&south), largest(&army("civil-war-virginia-50")));
    assert_eq!(south.bases(&rules), 2 * army("civil-war-virginia-50").bases(&rules));
}

/// E13.17, E13.14: where the rules allow it, half of an army follows its list and the rest is free, within 35 points.
#[test]
fn half_of_an_army_may_be_free() {
    let free = "[[troop]]\nname = \"mercenaries\"\narm = \"infantry\"\nquality = \"superior\"\nbases = ";
    let half = |kept: u8, bases: u8| {
        list(&format!("extends = \"gauls\"\nkeep = [{{ name = \"warriors\", bases = {kept} }}]\n{free}{bases}\n"))
    };
    let army = half(10, 5).unwrap_or_else(|error| panic!("{error}"));
    assert!(army.half_free_of == Some(1) && army.lines.len() == 2);
    let allowed = Rules { free_half_army: true, ..Rules::published() };
    assert!(army.force(&allowed).is_ok());
    assert!(army.force(&Rules::published()).unwrap_err().contains("free_half_army"));
    let fewer = Rules { list_points: 30, ..allowed.clone() };
    assert!(army.force(&fewer).unwrap_err().contains("at most 30"));
    let refused = |army: Result<Army, String>| army.expect("a sound file").force(&allowed).map(drop).unwrap_err();
    assert!(refused(half(10, 6)).contains("at most 35"), "38 points");
    let more = Rules { list_points: 40, ..allowed.clone() };
    assert!(half(10, 6).expect("a sound file").force(&more).is_ok());
    // E13.16: the limit is that of the list, taken as often.
    let twice = |bases: u8| {
        let kept = "keep = [{ name = \"warriors\", bases = 10 }]";
        list(&format!("extends = \"gauls\"\ntimes = 2\n{kept}\n{free}{bases}\n"))
    };
    assert_eq!(twice(5).map(|army| army.force(&allowed).is_ok()), Ok(true));
    assert!(refused(twice(6)).contains("76 points; an army of which half is free has at most 70"));
    assert!(half(5, 5).unwrap_err().contains("less than half"));
    assert!(half(11, 1).unwrap_err().contains("cannot be kept"));
    let unknown = list("extends = \"gauls\"\nkeep = [{ name = \"wariors\", bases = 10 }]").unwrap_err();
    assert!(
        unknown.contains("mine.toml:2: the list has no \"wariors\"") && unknown.contains("did you mean \"warriors\"?"),
        "{unknown}"
    );
}

/// E13.10, E13.15, EI-31: a free army costs the sum of its bases; lists state no combativity, so that of the rules
/// applies.
#[test]
fn free_armies_cost_the_sum_of_their_bases_and_lists_state_no_combativity() {
    let company = army("free-company");
    assert_eq!(company.points(&Rules::published()), 2 * 5 + 3 * 4 + 3 * 3 + 4);
    let rules = Rules { combativity_start: 3, ..Rules::published() };
    for name in ["free-company", "gauls", "napoleonic-france-50"] {
        assert_eq!((army(name).combativity, army(name).force(&rules).expect("an army").combativity), (None, 3));
    }
    let faults = |text: &str| list(text).unwrap_err();
    let dear = faults(
        "period = \"middle_ages\"\nbudget = 9\n[[troop]]\nname = \"knights\"\narm = \"cavalry\"\nquality = \
            \"superior\"\nweight = \"heavy\"\nbases = 2\n",
    );
    assert!(dear.contains("mine.toml:2: the lines come to 10 points, more than the budget of 9"), "{dear}");
    let misspelt = faults(
        "period = \"middle_ages\"\n[[troop]]\nname = \"knights\"\narm = \"cavalery\"\nquality = \"superior\"\nbases = \
            2\n",
    );
    assert!(misspelt.contains("mine.toml:4") && misspelt.contains("did you mean \"cavalry\"?"), "{misspelt}");
    let mixed = faults(
        "period = \"napoleonic\"\n[[troop]]\nname = \"hoplites\"\narm = \"infantry\"\nquality = \"superior\"\nbases = \
            2\n",
    );
    assert!(mixed.contains("mine.toml:3: \"hoplites\": Napoleonic armies consist of units of table T9"), "{mixed}");
    let large = "period = \"civil_war\"\nnation = \"south\"\n[[troop]]\nname = \"rifles\"\narm = \"infantry\"\nquality \
        = \"normal\"\nweapon = \"rifle_mid19c_1914\"\nbases = 4\nunits = [4]\n";
    assert!(
        faults(large).contains("mine.toml:9: \"rifles\": the units are stated and have 1 to 3 bases"),
        "{}",
        faults(large)
    );
}

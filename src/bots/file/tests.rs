//! Tests of what bot files may contain, and of the errors for anything else.

use super::*;
use crate::bots::mcts;
use crate::bots::search::Valuation;
use crate::data::{Kind, Library};
use crate::game::toy::ToyBook;

fn read(text: &str) -> Result<BotConfig, String> {
    let source = Source::new(&Library::built_in(), Kind::Bot, "bots/mine.toml", text);
    BotFile::read(&source).and_then(|file| file.config::<ToyBook>()).map_err(|error| error.to_string())
}

#[test]
fn weights_are_in_the_order_of_the_rulebook() {
    let config =
        read("kind = \"greedy\"\n[toy.appraisal]\nhome = 2\nsteps = 0.5\n[toy.features]\nvictory = 9").unwrap();
    let weights = Weights { appraisal: vec![0.5, 0.0, 2.0, 0.0, 0.0, 0.0], features: vec![9.0, 0.0, 0.0, 0.0] };
    assert_eq!(config, BotConfig::Greedy(weights));
    assert_eq!(read("kind = \"random\""), Ok(BotConfig::Random));
}

#[test]
fn an_unknown_number_is_refused_with_the_names_there_are() {
    let error = read("kind = \"greedy\"\n[toy.appraisal]\nstep = 0.5").unwrap_err();
    assert_eq!(
        error,
        "bots/mine.toml:3: unknown key \"step\"\n    3 | step = 0.5\n      | ^^^^ expected one of steps, at_stake, \
            home, exposed, runner_tripped, tripper_lost; did you mean \"steps\"?"
    );
}

#[test]
fn a_missing_section_is_refused_with_the_names_there_are() {
    let error = read("kind = \"greedy\"\n[jomini.appraisal]\nhome = 1").unwrap_err();
    assert!(
        error.starts_with(
            "bots/mine.toml: no section [toy.appraisal]; expected [toy.appraisal] with weights for steps, "
        ),
        "{error}"
    );
    let error = read("kind = \"greedy\"\n[toi.appraisal]\nhome = 1").unwrap_err();
    assert!(error.starts_with("bots/mine.toml:2: no section [toy.appraisal]\n    2 | [toi.appraisal]\n"), "{error}");
}

#[test]
fn an_infinite_weight_is_refused() {
    for weight in ["inf", "nan", "1e39"] {
        let error = read(&format!("kind = \"greedy\"\n[toy.appraisal]\nhome = {weight}")).unwrap_err();
        assert!(error.contains("is not a valid weight") && error.ends_with("expected a number"), "{error}");
    }
}

#[test]
fn parts_may_be_forbidden_to_a_bot() {
    let risk = Parts::one(Parts::named::<crate::game::toy::Toy>("risk").unwrap());
    assert_eq!(
        read("kind = \"random\"\nforbid = [\"risk\"]"),
        Ok(BotConfig::RestrictedBot(Box::new(BotConfig::Random), risk))
    );
    assert_eq!(read("kind = \"random\"\nforbid = []"), Ok(BotConfig::Random));
    assert_eq!(
        read("kind = \"random\"\n[toy]\nforbid = [\"risk\"]"),
        Ok(BotConfig::RestrictedBot(Box::new(BotConfig::Random), risk))
    );
    let weights = read("kind = \"random\"\n[toy.appraisal]\nhome = 1").unwrap_err();
    assert!(weights.contains("unknown key \"appraisal\""), "{weights}");
    let greedy =
        |own: &str| read(&format!("kind = \"greedy\"\nforbid = [\"trip\"]\n[toy]\n{own}\n[toy.appraisal]\nhome = 1"));
    let forbidden = |config: Result<BotConfig, String>| match config.unwrap() {
        BotConfig::RestrictedBot(_, forbidden) => forbidden,
        other => panic!("{other:?} is not restrained"),
    };
    assert_eq!(forbidden(greedy("forbid = [\"risk\"]")), risk);
    assert_ne!(forbidden(greedy("")), risk);
}

#[test]
fn a_part_that_there_is_not_is_refused_with_the_nearest_name() {
    let error = read("kind = \"random\"\nforbid = [\"rsk\"]").unwrap_err();
    assert_eq!(
        error,
        "bots/mine.toml:2: no part \"rsk\" of toy\n    2 | forbid = [\"rsk\"]\n      |          ^^^^^^^ expected some \
            of risk, run, push, trip; did you mean \"risk\"?"
    );
    let rejected = read("kind = \"scripted\"\nscript = \"bot.luau\"\nforbid = [\"risk\"]").unwrap_err();
    assert!(rejected.contains("unknown key \"forbid\""), "{rejected}");
}

#[test]
fn an_unknown_kind_is_refused() {
    let error = read("kind = \"greddy\"").unwrap_err();
    // Further kinds are named after the same list.
    let known = ["random", "greedy", "expectimax", "mcts", "planner", "scripted", "external"];
    assert!(known.iter().all(|kind| crate::bots::KINDS.contains(kind)), "{error}");
    let kinds = crate::data::message::quoted_list(crate::bots::KINDS, "or");
    assert!(error.ends_with(&format!("^^^^^^^^ expected {kinds}; did you mean \"greedy\"?")), "{error}");
}

const BARE: &str = "kind = \"mcts\"\n[toy.appraisal]\nhome = 1";

fn searching(text: &str) -> (mcts::Settings, Valuation) {
    match read(text) {
        Ok(BotConfig::Mcts(settings, valuation)) => (settings, valuation),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_file_is_laid_over_the_one_that_it_extends() {
    let Ok(BotConfig::Greedy(greedy)) = read("kind = \"greedy\"\nextends = \"greedy\"") else {
        panic!("greedy extends greedy")
    };
    let (_, valuation) = searching("kind = \"mcts\"\nextends = \"greedy\"\n[toy]\nscale = 3\n[toy.features]\nout = -7");
    assert_eq!((valuation.scale, &valuation.weights.appraisal), (3.0, &greedy.appraisal));
    assert_eq!((valuation.weights.features[1], valuation.weights.features[2]), (greedy.features[1], -7.0));
}

#[test]
fn a_budget_replaces_that_of_the_base_and_is_one_only() {
    let budget = |text: &str| searching(&format!("kind = \"mcts\"\nextends = \"mcts\"\n{text}")).0.budget;
    assert_eq!(budget("budget = { applied = 70 }"), Budget::Applied(70));
    assert_eq!(budget(""), Budget::Iterations(2000));
    let error = read("kind = \"mcts\"\nbudget = { applied = 70, iterations = 3 }\n[toy.appraisal]").unwrap_err();
    assert!(error.starts_with("bots/mine.toml:2: a decision has one budget\n"), "{error}");
}

#[test]
fn a_rulebook_may_have_a_budget_of_its_own_until_a_file_above_states_one_for_all() {
    let budget = |text: &str| searching(&format!("{text}\n[toy.appraisal]\nhome = 1")).0.budget;
    let own = "kind = \"mcts\"\nbudget = { iterations = 9 }\n[toy]\nbudget = { applied = 70 }";
    assert_eq!(budget(own), Budget::Applied(70));
    assert_eq!(budget(&own.replace("[toy]", "[jomini]")), Budget::Iterations(9));
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("base.toml"), format!("{own}\n[toy.appraisal]\nhome = 1")).unwrap();
    for (above, meant) in [
        ("", Budget::Applied(70)),
        ("budget = { iterations = 3 }", Budget::Iterations(3)),
        ("[toy]\nbudget = { iterations = 4 }", Budget::Iterations(4)),
        ("budget = { iterations = 3 }\n[toy]\nbudget = { iterations = 4 }", Budget::Iterations(4)),
    ] {
        let path = folder.path().join("above.toml");
        std::fs::write(&path, format!("kind = \"mcts\"\nextends = \"base.toml\"\n{above}")).unwrap();
        let source = Library::here().find(Kind::Bot, path.to_str().unwrap()).unwrap();
        let Ok(BotConfig::Mcts(settings, _)) = BotFile::read(&source).and_then(|file| file.config::<ToyBook>()) else {
            panic!("{above}")
        };
        assert_eq!(settings.budget, meant, "{above}");
    }
    let error = read("kind = \"expectimax\"\n[toy]\nbudget = { applied = 3 }\n[toy.appraisal]\nhome = 1").unwrap_err();
    assert!(error.contains("unknown key \"budget\""), "{error}");
}

#[test]
fn keys_of_a_rulebook_lie_over_the_general_ones() {
    let text =
        |more: &str| format!("kind = \"mcts\"\n[search]\nexplore = 0.5\nburn = 3\n[toy.appraisal]\nhome = 1\n{more}");
    let settings = searching(&text("[toy.search]\nburn = 2")).0;
    assert_eq!((settings.explore, settings.burn), (0.5, 2));
    assert_eq!(searching(&text("[jomini.search]\nburn = 2")).0.burn, 3);
}

#[test]
fn how_a_bot_of_another_kind_searches_is_not_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let base = "kind = \"expectimax\"\n[search]\nreplies = 3\n[toy]\nscale = 3\nsearch = { samples = 2 \
        }\n[toy.appraisal]\nhome = 1\n[toy.features]\nout = -7\n";
    std::fs::write(folder.path().join("base.toml"), base).unwrap();
    let above = |text: &str| {
        let path = folder.path().join("above.toml");
        std::fs::write(&path, format!("{text}\nextends = \"base.toml\"\n")).unwrap();
        let source = Library::here().find(Kind::Bot, path.to_str().unwrap()).unwrap();
        BotFile::read(&source).and_then(|file| file.config::<ToyBook>()).unwrap_or_else(|error| panic!("{error}"))
    };
    let BotConfig::Mcts(settings, valuation) = above("kind = \"mcts\"") else { panic!("a tree search") };
    assert_eq!((settings, valuation.scale, valuation.weights.features[2]), (searching(BARE).0, 3.0, -7.0));
    // The switch may be present or not in a file of the same kind.
    for kind in ["", "kind = \"expectimax\""] {
        let BotConfig::Expectimax(settings, _) = above(kind) else { panic!("of the kind of its base") };
        assert_eq!((settings.replies, settings.samples), (3, 2));
    }
}

#[test]
fn keys_and_values_that_a_kind_does_not_know_are_refused() {
    let error = read("kind = \"mcts\"\n[search]\nexplor = 1\n[toy.appraisal]\nhome = 1").unwrap_err();
    assert!(error.contains("unknown key \"explor\"") && error.ends_with("did you mean \"explore\"?"), "{error}");
    let error = read("kind = \"mcts\"\n[toy]\nsearch = { chance = \"dice\" }\n[toy.appraisal]\nhome = 1").unwrap_err();
    assert!(error.ends_with("expected \"open_loop\", \"sampled\" or \"exact\""), "{error}");
    for (text, key) in [
        ("kind = \"greedy\"\n[search]\n", "search"),
        ("kind = \"expectimax\"\nbudget = { applied = 3 }\n", "budget"),
        ("kind = \"greedy\"\n[toy]\nscale = 3\n", "scale"),
    ] {
        let error = read(&format!("{text}\n[toy.appraisal]\nhome = 1")).unwrap_err();
        assert!(error.contains(&format!("unknown key \"{key}\"")), "{error}");
    }
}

#[test]
fn a_missing_base_is_reported() {
    let error = read("kind = \"mcts\"\nextends = \"greddy\"").unwrap_err();
    assert!(error.contains("no bot \"greddy\"") && error.ends_with("did you mean \"greedy\"?"), "{error}");
}

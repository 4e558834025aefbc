//! Problems for bots: the shipped suite, the messages for faults in problem files, and the scores of bots.

use assert_cmd::Command;
use reglette::bots::{BotConfig, BotFile};
use reglette::data::{Kind, Library, Source};
use reglette::en_avant::EnAvant;
use reglette::game::toy::ToyBook;
use reglette::game::{Rulebook, Show};
use reglette::jomini::Jomini;
use reglette::problems::{Entrant, Half, Problem, Until, Verdict, score};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// All shipped problems of a rulebook.
fn shipped<R: Rulebook>() -> Vec<Problem<R::Game>> {
    let library = Library::built_in();
    let files = library.list(Kind::Problem).into_iter().filter(|entry| entry.rulebook.as_deref() == Some(R::NAME));
    let sources = files.map(|entry| library.find(Kind::Problem, &entry.path).expect("a listed file"));
    sources.flat_map(|source| Problem::prepare_all::<R>(&source).unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// At least 60 problems in at least 8 themes, halves of similar size, and in each problem both right and wrong moves.
fn is_a_suite<G: reglette::game::Evaluate + Show + 'static>(problems: &[Problem<G>]) {
    assert!(problems.len() >= 60, "{}", problems.len());
    assert!(problems.iter().map(|problem| &problem.theme).collect::<BTreeSet<_>>().len() >= 8);
    assert_eq!(problems.iter().map(|problem| &problem.name).collect::<BTreeSet<_>>().len(), problems.len());
    let open = problems.iter().filter(|problem| problem.half == Half::Open).count();
    assert!((0.35..=0.65).contains(&(open as f64 / problems.len() as f64)), "{open} of {}", problems.len());
    for problem in problems {
        if problem.until == Until::Turn {
            continue;
        }
        let verdicts = problem.verdicts();
        assert!(verdicts.contains(&Verdict::Best) && verdicts.contains(&Verdict::Tempting), "{}", problem.name);
    }
}

#[test]
fn the_problems_of_jomini_are_a_suite() {
    is_a_suite(&shipped::<Jomini>());
}

#[test]
fn the_problems_of_en_avant_are_a_suite() {
    is_a_suite(&shipped::<EnAvant>());
}

#[test]
fn problems_are_not_bots() {
    let library = Library::built_in();
    assert!(library.list(Kind::Bot).iter().all(|entry| !entry.path.contains("problems")));
    assert!(library.list(Kind::Problem).iter().all(|entry| entry.path.starts_with("bots/problems/")));
}

/// A problem of the toy rulebook with these moves.
fn toy_file(best: &str, tempting: &str) -> String {
    let position = include_str!("../common/toy/position.toml");
    format!(
        "theme = \"Run\"\n\n[[problem]]\nname = \"first\"\nreason = \"It wins.\"\nbest = {best}\n\
         tempting = {tempting}\nposition = '''\n{position}'''\n"
    )
}

fn error_of(text: &str) -> String {
    let source = Source::new(&Library::built_in(), Kind::Problem, "bots/problems/toy/mine.toml", text);
    match Problem::prepare_all::<ToyBook>(&source) {
        Ok(_) => panic!("the file is accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn faults_are_reported_at_their_lines() {
    let (push, stop) = ("[{ kind = \"push\" }]", "[{ kind = \"stop\" }]");
    let after = |condition: &str| format!("[{{ kind = \"push\", after = [{condition}] }}]");
    let cases = [
        (
            toy_file("[{ kind = \"psh\" }]", stop),
            "mine.toml:6: first: no legal action here has \"kind\" psh",
            "did you mean \"push\"?",
        ),
        (
            toy_file("[{ kid = \"push\" }]", stop),
            "mine.toml:6: first: no legal action here has the key \"kid\"",
            "did you mean \"kind\"?",
        ),
        (toy_file(push, push), "mine.toml:7: first: a move is best and tempting", "expected other moves than the best"),
        (toy_file(push, "[]"), "mine.toml:7: tempting is empty", "expected at least one move"),
        (
            toy_file(push, stop).replace("reason", "raison"),
            "mine.toml:5: unknown key \"raison\"",
            "did you mean \"reason\"?",
        ),
        (
            toy_file(push, stop).replace("It wins.", ""),
            "mine.toml:5: not one line of text",
            "expected one line of text",
        ),
        // The line is that of the problem file, not of the position in it.
        (
            toy_file(push, stop).replace("trips = 1", "trips = \"x\""),
            "mine.toml:15: trips cannot be",
            "expected a whole number",
        ),
        (
            toy_file(&after("{ question = \"distanse\", of = [], is = 1 }"), stop),
            "mine.toml:6: first: unknown question \"distanse\"",
            "",
        ),
        (
            toy_file("[{ kind = \"push\", runner = 3 }]", stop),
            "mine.toml:6: first: no legal action here has the key",
            "",
        ),
    ];
    for (text, start, hint) in cases {
        let message = error_of(&text);
        assert!(message.starts_with(&format!("bots/problems/toy/{start}")) && message.contains(hint), "{message}");
    }
}

/// Without officers neither side can activate anything: the move that ends the player-turn ends the game.
#[test]
fn a_move_after_which_nobody_can_act_is_reported() {
    let file = |officers: &str, until: &str| {
        format!(
            "theme = \"Fire\"\n\n[[problem]]\nname = \"first\"\nreason = \"It hits.\"\n\
             best = [{{ kind = \"attack\", unit = \"R1\" }}]\ntempting = [{{ kind = \"done\" }}]\n{until}\
             position = '''\nscenario = \"plain\"\nactive = \"red\"\nplayer_turn = 5\nphase = \"combat\"\n\
             unit = [\n\
             {{ id = \"R1 guns\", side = \"red\", type = \"foot_artillery_heavy\", at = \"0603\", \
             status = [\"activated\"] }},\n\
             {{ id = \"R2 infantry\", side = \"red\", type = \"line_infantry\", at = \"0503\", \
             status = [\"activated\"] }},\n\
             {{ id = \"B1 cuirassiers\", side = \"blue\", type = \"cuirassiers\", at = \"0606\" }},\n]\n{officers}\
             [red]\ntokens = 0\nunits_at_start = 12\nunits_lost = 0\n\
             [blue]\ntokens = 0\nunits_at_start = 12\nunits_lost = 0\n'''\n"
        )
    };
    let source = |text: &str| Source::new(&Library::built_in(), Kind::Problem, "bots/problems/jomini/mine.toml", text);
    let both = "officer = [\n{ side = \"red\", rank = \"commander_in_chief\", at = \"0700\" },\n\
                { side = \"blue\", rank = \"commander_in_chief\", at = \"0708\" },\n]\n";
    for (officers, until) in [(both, ""), ("", "until = \"turn\"\n")] {
        let read = Problem::prepare_all::<Jomini>(&source(&file(officers, until)));
        assert!(read.is_ok(), "{}", read.err().map(|error| error.to_string()).unwrap_or_default());
    }
    let error = match Problem::prepare_all::<Jomini>(&source(&file("", ""))) {
        Ok(_) => panic!("the file is accepted"),
        Err(error) => error.to_string(),
    };
    assert!(
        error.contains("first: nobody can act any more after this move: ") && error.contains("officers"),
        "{error}"
    );
}

#[test]
fn bots_are_judged_by_what_they_play() {
    let text = toy_file("[{ kind = \"push\" }]", "[{ kind = \"stop\" }]");
    let source = Source::new(&Library::built_in(), Kind::Problem, "bots/problems/toy/mine.toml", text);
    let problems = Problem::prepare_all::<ToyBook>(&source).expect("a valid file");
    let bots = [Entrant { name: "random".to_owned(), config: BotConfig::Random }];
    let scores = score(&problems, &bots, 7, 400, &|| ());
    assert_eq!(scores.len(), 1);
    // Random play stops with weight 1 where it pushes with weight 8.
    let [best, tempting] = [Verdict::Best, Verdict::Tempting].map(|verdict| scores[0].count(verdict));
    assert_eq!(best + tempting, 400);
    assert!((330..=375).contains(&best), "{best}");
    assert_eq!(scores, score(&problems, &bots, 7, 400, &|| ()), "the same seed gives the same answers");
    let greedy = BotFile::read(&Library::built_in().find(Kind::Bot, "greedy").unwrap()).unwrap();
    let bots = [Entrant { name: "greedy".to_owned(), config: greedy.config::<ToyBook>().unwrap() }];
    let solved = score(&problems, &bots, 7, 3, &|| ())[0].solved();
    assert!(solved == 0.0 || solved == 1.0, "greedy answers without chance, but solves {solved}");
}

fn written(folder: &Path, arguments: &[&str]) -> (String, Vec<Vec<u8>>) {
    let mut command = Command::cargo_bin("reglette").unwrap();
    command.current_dir(folder).arg("problems").args(arguments).args(["--out", "out", "--force"]);
    let screen = String::from_utf8(command.assert().code(0).get_output().stdout.clone()).unwrap();
    let tables = ["problems.csv", "problem_scores.csv"].map(|name| fs::read(folder.join("out").join(name)).unwrap());
    (screen, tables.to_vec())
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["jomini/rally", "jomini/pull-back", "--bots", "greedy,random", "--list", "--threads"];
    let with = |threads: &'static str| written(folder.path(), &[&arguments[..], &[threads]].concat());
    let one = with("1");
    assert_eq!(one, with("3"));
    let rows = String::from_utf8(one.1[0].clone()).unwrap();
    assert!(rows.starts_with("rulebook,theme,problem,half,bot,attempts,solved,best,tempting,other,fault,played\n"));
    assert!(one.0.contains("open half") && one.0.contains("held-out half"), "{}", one.0);
}

#[test]
fn a_folder_of_own_problems_and_a_half_can_be_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("mine")).unwrap();
    let text = toy_file("[{ kind = \"push\" }]", "[{ kind = \"stop\" }]");
    fs::write(folder.path().join("mine/run.toml"), &text).unwrap();
    let (screen, tables) = written(folder.path(), &["mine", "--list", "--half", Half::of("first").name()]);
    assert!(screen.starts_with("toy · seed ") && screen.contains("first"), "{screen}");
    assert_eq!(String::from_utf8(tables[0].clone()).unwrap().lines().count(), 2);
    let other = if Half::of("first") == Half::Open { "held-out" } else { "open" };
    let (screen, _) = written(folder.path(), &["mine", "--list", "--half", other]);
    assert!(!screen.contains("first"), "{screen}");
    let refused = Command::cargo_bin("reglette").unwrap().args(["problems", "jomni"]).assert().code(2);
    let message = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(message.contains("did you mean \"jomini\"?"), "{message}");
}

/// A bot that pushes once has moved its runner by the end of its turn.
#[test]
fn a_turn_is_played_to_its_end() {
    let turn =
        |best: &str, tempting: &str| toy_file(best, tempting).replace("position =", "until = \"turn\"\nposition =");
    let text = turn("[{ kind = \"push\" }]", "[{ kind = \"stop\" }]");
    let source = Source::new(&Library::built_in(), Kind::Problem, "bots/problems/toy/mine.toml", text);
    let problems = Problem::prepare_all::<ToyBook>(&source).expect("a valid file");
    let bots = [Entrant { name: "random".to_owned(), config: BotConfig::Random }];
    let scores = score(&problems, &bots, 7, 200, &|| ());
    assert_eq!(scores[0].count(Verdict::Best) + scores[0].count(Verdict::Tempting), 200);
    assert!(scores[0].answers.iter().any(|answer| answer.played.contains("; ")), "no turn has several decisions");
    assert!(error_of(&turn("[{}]", "[{ kind = \"stop\" }]")).contains("it accepts every turn"));
}

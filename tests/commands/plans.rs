//! Plan files: paths in them are relative to their folder, wherever they are played from.

use super::empty_folder::ended;
use std::fs;
use std::path::Path;

fn run(folder: &Path, line: &str) -> (Option<i32>, String, String) {
    ended(folder, line.split_whitespace())
}

fn done(folder: &Path, line: &str) -> String {
    let (code, printed, said) = run(folder, line);
    assert_eq!(code, Some(0), "{line}: {said}");
    printed
}

/// The error message of bad input.
fn refused(folder: &Path, line: &str) -> String {
    let (code, _, said) = run(folder, line);
    assert_eq!(code, Some(2), "{line}: {said}");
    said
}

/// A folder with an army of one's own beside a plan, and one of the same name in the current folder.
fn two_armies() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("night/lists")).unwrap();
    let runner = |dice: u8| format!("{{ name = \"{dice}\", dice = {dice} }}");
    let army = |dice: u8| format!("name = \"Foxes\"\nrunners = [{}, {}]\n", runner(dice), runner(dice + 1));
    fs::write(at("night/lists/foxes.toml"), army(2)).unwrap();
    fs::create_dir_all(at("lists")).unwrap();
    fs::write(at("lists/foxes.toml"), army(1)).unwrap();
    folder
}

const PLAN: &str = "command = \"tournament\"\nscenarios = [\"sprint\"]\narmies = [\"lists/foxes.toml\", \
    \"hares\"]\nbots = \
                    [\"random\"]\ngames = 4\nout = \"found\"\n";

#[test]
fn paths_in_a_plan_are_relative_to_its_folder() {
    let folder = two_armies();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("night/plan.toml"), PLAN).unwrap();
    done(folder.path(), "run night/plan.toml");
    done(&at("night"), "run plan.toml --out within");
    done(&at("lists"), "run ../night/plan.toml --out elsewhere");
    let games = |run: &str| fs::read(at(run).join("games.csv")).unwrap();
    assert_eq!(games("night/found"), games("night/within"), "--out is relative to the current folder, out to the plan");
    assert_eq!(games("night/found"), games("lists/elsewhere"));
    let manifest = fs::read_to_string(at("night/found/manifest.toml")).unwrap();
    assert!(manifest.contains("path = \"night/lists/foxes.toml\""), "{manifest}");
    // What is not beside the plan is found as on a command line.
    fs::write(at("far.toml"), PLAN.replace("lists/foxes.toml", "tortoises")).unwrap();
    done(&at("lists"), "run ../far.toml");
    fs::remove_file(at("night/lists/foxes.toml")).unwrap();
    let said = refused(&at("night"), "run plan.toml --out none");
    assert!(said.contains("lists/foxes.toml"), "{said}");
}

#[test]
fn a_plan_is_written_with_paths_relative_to_its_folder() {
    let folder = two_armies();
    let at = |name: &str| folder.path().join(name);
    let question = "tournament sprint --armies lists/foxes.toml,hares --bots random --games 4";
    done(folder.path(), &format!("{question} --out plain"));
    done(folder.path(), &format!("{question} --out found --write-plan night/plan.toml"));
    let plan = fs::read_to_string(at("night/plan.toml")).unwrap();
    assert!(plan.contains("armies = [\"../lists/foxes.toml\", \"hares\"]"), "{plan}");
    assert!(plan.contains("out = \"../found\""), "{plan}");
    done(&at("night"), "run plan.toml");
    let games = |run: &str| fs::read(at(run).join("games.csv")).unwrap();
    assert_eq!(games("found"), games("plain"));
    // Before the command as well as after it.
    done(folder.path(), &format!("--write-plan night/lists/plan.toml {question}"));
    let plan = fs::read_to_string(at("night/lists/plan.toml")).unwrap();
    assert!(plan.contains("armies = [\"../../lists/foxes.toml\", \"hares\"]"), "{plan}");
}

/// A plan is written anew with options that replace its own; nothing is played.
#[test]
fn a_plan_file_is_written_as_another() {
    let folder = two_armies();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("night/plan.toml"), PLAN).unwrap();
    let screen = done(folder.path(), "run night/plan.toml --out later --write-plan other.toml");
    assert!(screen.starts_with("Wrote other.toml"), "{screen}");
    let plan = fs::read_to_string(at("other.toml")).unwrap();
    assert!(plan.contains("armies = [\"night/lists/foxes.toml\", \"hares\"]"), "{plan}");
    assert!(plan.contains("out = \"later\""), "{plan}");
    assert!(!at("later").exists() && !at("night/found").exists(), "nothing is played");
}

#[test]
fn commands_without_a_plan_say_so() {
    let folder = tempfile::tempdir().unwrap();
    for line in ["list", "play sprint --map none", "new army", "show france", "replay run --game 0", "check hares"] {
        let said = refused(folder.path(), &format!("{line} --write-plan plan.toml"));
        let name = line.split(' ').next().unwrap();
        assert!(said.contains(&format!("there is no plan of \"{name}\"; there are plans of \"tournament\"")), "{said}");
    }
    let games = "tournament sprint --bots random --games 2 --out run";
    done(folder.path(), games);
    let said = refused(folder.path(), "run run --write-plan plan.toml");
    assert!(said.contains("a manifest is repeated as it is"), "{said}");
    let said = refused(folder.path(), "tournament --resume run --write-plan plan.toml");
    assert!(said.contains("a run is resumed by its folder"), "{said}");
    assert!(!folder.path().join("plan.toml").exists() && !folder.path().join("my-army.toml").exists());
}

/// An option of `run` that the command of a plan does not have is at fault, not the plan.
#[test]
fn an_option_that_the_command_of_a_plan_lacks_is_named() {
    let folder = tempfile::tempdir().unwrap();
    done(folder.path(), "odds assault --attacker A --target B --write-plan odds.toml");
    let said = refused(folder.path(), "run odds.toml --out there");
    assert!(said.contains("--out: odds.toml is a plan of `reglette odds`, which has no such option"), "{said}");
    done(folder.path(), "run odds.toml");
}

/// What a plan lacks, or names in vain, is reported with the file and the line of the key.
#[test]
fn faults_of_a_plan_are_reported_where_they_are() {
    let folder = two_armies();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("names.toml", "command = \"tournament\"\nscenarios = [\"sprint\"]\nbots = [\"randon\", \"greedi\"]\n");
    for command in ["run", "check"] {
        let (code, printed, said) = run(folder.path(), &format!("{command} names.toml"));
        let all = printed + &said;
        assert_eq!(code, Some(2), "{all}");
        assert!(all.contains("names.toml:3") && all.contains("did you mean \"random\"?"), "{all}");
        assert!(all.contains("did you mean \"greedy\"?"), "every name is checked: {all}");
    }
    write("target.toml", "command = \"odds\"\nposition = \"charge\"\nattacker = \"A\"\n");
    let said = refused(folder.path(), "run target.toml");
    assert!(said.contains("a plan of `reglette odds` needs \"target\""), "{said}");
    write("bare.toml", "scenarios = [\"sprint\"]\ngames = 4\n");
    let said = refused(folder.path(), "run bare.toml");
    assert!(said.contains("no key \"command\"") && said.contains("\"tournament\""), "{said}");
}

/// What `run` refuses before the first game, `check` refuses; what it plays, `check` finds valid, and writes nothing.
#[test]
fn a_plan_is_valid_where_its_command_begins() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let refusals = [
        ("book", "tournament", "scenarios = [\"plain\"]\narmies = [\"gauls\", \"france\"]", "gauls"),
        ("mixed", "tournament", "scenarios = [\"plain\", \"sprint\"]", "sprint"),
        ("sweep", "compare", "scenarios = [\"sprint\"]\nsweep = \"neded=1..2\"", "did you mean \"needed\"?"),
        ("range", "compare", "scenarios = [\"sprint\"]\nsweep = \"needed=1..100000\"", "at most"),
        ("odds", "odds", "position = \"charge\"\nattacker = \"A\"\ntarget = \"Z9\"", "Z9"),
        ("what", "problems", "what = [\"no-such-problems\"]", "no-such-problems"),
        ("games", "tune", "bot = \"greedy\"\nscenarios = [\"sprint\"]\nrules = \"toy\"\ngames = 2", "too few"),
        ("budget", "metagame", "scenarios = [\"plain\"]\nbudget = \"1..2\"", "a metagame needs"),
        ("draws", "balance", "armies = [\"gauls\"]\nbudget = [1]", "too few armies cost"),
        (
            "few",
            "balance",
            "scenarios = [\"open-field\"]\narmies = [\"gauls\", \"caesarian-romans\"]\nbudget = [35]\ngames = 10",
            "5 meetings are too few to estimate the worth of",
        ),
        ("same", "compare", "scenarios = [\"sprint\"]\nsweep = \"needed=2,2\"", "twice; its games would be the same"),
        ("again", "compare", "scenarios = [\"sprint\"]\nagainst = [\"toy\", \"rules/toy.toml\"]", "--against names"),
        ("bots", "probe", "scenarios = [\"sprint\"]\nbots = [\"greedy\", \"greedy\"]", "--bots names greedy twice"),
        ("lists", "breaker", "armies = [\"gauls\"]\nbudget = 0.5", "can be made of these troops"),
        ("until", "tournament", "scenarios = [\"sprint\"]\nuntil = \"nothing\"", "--until"),
    ];
    for (name, command, options, why) in refusals {
        let file = format!("{name}.toml");
        write(&file, &format!("command = \"{command}\"\n{options}\n"));
        let said = refused(folder.path(), &format!("run {file}"));
        let (code, printed, _) = run(folder.path(), &format!("check {file}"));
        assert_eq!(code, Some(2), "{file} is refused ({said}) but {printed}");
        assert!(said.contains(why), "{file}: {said}");
        assert!(printed.contains(why), "{file}: {printed}");
    }
    let before = fs::read_dir(folder.path()).unwrap().count();
    let valid = [
        ("tournament", "scenarios = [\"sprint\"]\nbots = [\"random\"]\ngames = 4"),
        ("tournament", "scenarios = [\"sprint\"]\nbots = [\"ladder\"]\ngames = 4"),
        ("metagame", "scenarios = [\"plain\"]"),
        ("compare", "scenarios = [\"sprint\"]\nsweep = \"needed=1..2\"\ngames = 4"),
        ("balance", "scenarios = [\"open-field\"]"),
        ("breaker", "scenarios = [\"open-field\"]"),
        ("probe", "scenarios = [\"plain\"]\nbots = [\"greedy\"]"),
        ("tune", "bot = \"greedy\"\nscenarios = [\"plain\"]"),
        ("train", "rules = \"jomini-v2\"\nout = \"trained.toml\""),
        ("fit-value", "scenarios = [\"plain\"]\nplays-on = \"none\"\nout = \"value.toml\""),
        ("problems", "what = [\"jomini\"]"),
        ("make-decisions", "scenarios = [\"plain\"]\nout = \"decisions.jsonl\""),
        ("odds", "position = \"charge\"\nattacker = \"A\"\ntarget = \"B\""),
    ];
    for (command, options) in valid {
        write("plan.toml", &format!("command = \"{command}\"\n{options}\n"));
        let printed = done(folder.path(), "check plan.toml");
        assert!(printed.starts_with("plan.toml: valid\n"), "{command}: {printed}");
        assert!(printed.contains(&format!("a plan of `reglette {command}`")), "{printed}");
    }
    fs::remove_file(folder.path().join("plan.toml")).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), before, "nothing is written");
}

/// `check` compares the tables of a folder of results with its manifest.
#[test]
fn the_tables_of_results_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    done(folder.path(), "tournament sprint --bots random --games 4 --out found --quiet");
    for name in ["found", "found/manifest.toml"] {
        let printed = done(folder.path(), &format!("check {name}"));
        assert!(printed.contains("valid") && printed.contains("files as they were written"), "{printed}");
    }
    let games = fs::read(folder.path().join("found/games.csv")).unwrap();
    fs::write(folder.path().join("found/games.csv"), [&games[..], b"more\n"].concat()).unwrap();
    let (code, printed, _) = run(folder.path(), "check found");
    assert!(code == Some(2) && printed.contains("damaged or missing: \"games.csv\""), "{printed}");
    fs::write(folder.path().join("found/games.csv"), games).unwrap();
    fs::write(folder.path().join("found/matchups.csv"), "scenario\n").unwrap();
    let (code, printed, _) = run(folder.path(), "check found");
    assert_eq!(code, Some(2));
    assert!(printed.contains("found: damaged or missing: \"matchups.csv\""), "{printed}");
}

/// What the plan of a command line does not hold is named; what belongs to another rulebook is refused with the plan.
#[test]
fn options_that_a_plan_does_not_hold_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let printed = done(folder.path(), "tournament sprint --threads 1 --quiet --games 4 --write-plan a.toml");
    assert!(printed.contains("Not in it, since they change no result: --threads, --quiet."), "{printed}");
    done(folder.path(), "odds charge --attacker A --target B --reroll never --write-plan b.toml");
    for line in ["check b.toml", "run b.toml"] {
        let (code, printed, said) = run(folder.path(), line);
        assert!(code == Some(2) && (printed + &said).contains("reroll"), "{line}: {said}");
    }
}

/// Every example in the help of a command with plans is valid, but for those that name files of one's own.
#[test]
fn examples_in_the_help_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    let mut examples = 0;
    let commands = ["tournament", "metagame", "compare", "tune", "train", "fit-value", "balance", "breaker", "probe"];
    for command in commands.into_iter().chain(["problems", "make-decisions", "odds"]) {
        let help = done(folder.path(), &format!("help {command}"));
        let examples_of_help = help.split("Examples:").nth(1).unwrap();
        // Long lines go on in the next.
        let joined = examples_of_help.replace("\n  reglette ", "\u{1}").replace('\n', " ");
        let lines = joined.split('\u{1}');
        let is_shipped = |line: &&str| {
            let own =
                ["mine", "my-", "results/", "--resume", "--again", "loose.toml", "--help", "pairs.csv", "plan.toml"];
            line.starts_with(command) && own.iter().all(|own| !line.contains(own))
        };
        for (number, line) in lines.filter(is_shipped).enumerate() {
            let words = shlex::split(line).unwrap();
            let plan = format!("{command}-{number}.toml");
            let (code, _, said) = ended(folder.path(), words.iter().map(String::as_str).chain(["--write-plan", &plan]));
            assert_eq!(code, Some(0), "{line}: {said}");
            let (code, printed, _) = run(folder.path(), &format!("check {plan}"));
            assert_eq!(code, Some(0), "{line}: {printed}");
            examples += 1;
        }
    }
    assert!(examples > 20, "{examples}");
}

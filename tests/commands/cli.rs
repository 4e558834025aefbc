//! End-to-end tests: a small tournament, a narrated game, questions about a position, and one clear message for each
//! kind of bad input.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

/// The program in an empty folder, where only the built-in files are available.
fn reglette(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("reglette").unwrap();
    command.current_dir(folder).args(arguments);
    command
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = reglette(folder, arguments).assert().code(0).get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// The error message of bad input. Nothing is written to the folder.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let before = fs::read_dir(folder).unwrap().count();
    let message = reglette(folder, arguments).assert().code(2).get_output().stderr.clone();
    assert_eq!(fs::read_dir(folder).unwrap().count(), before, "bad input leaves nothing behind");
    String::from_utf8(message).unwrap()
}

const POSITION: &str = include_str!("../common/toy/position.toml");

fn with_position() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("here.toml"), POSITION).unwrap();
    folder
}

/// The first line of each table in a folder of results.
fn heads(folder: &Path) -> Vec<(String, String)> {
    let tables = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "csv"));
    let head = |path: &Path| fs::read_to_string(path).unwrap().lines().next().unwrap_or_default().to_owned();
    let mut heads: Vec<_> =
        tables.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), head(&path))).collect();
    heads.sort();
    heads
}

#[test]
fn historical_pairs_of_en_avant_write_the_tables_that_jomini_writes() {
    let folder = tempfile::tempdir().unwrap();
    let pairs = [
        "nubia",
        "marathon",
        "gaugamela",
        "cannae",
        "gaul",
        "germania",
        "visigoths",
        "crusade",
        "lake-peipus",
        "crecy",
    ];
    let how = ["--bots", "greedy,random", "--games", "20", "--threads", "2", "--out", "pairs"];
    let screen = done(folder.path(), &[&["tournament"], &pairs[..], &how[..]].concat());
    assert!(screen.contains("greedy") && screen.contains("20 games"), "{screen}");
    done(folder.path(), &["tournament", "plain", "--bots", "greedy,random", "--games", "4", "--out", "plain"]);
    let [ours, theirs] = ["pairs", "plain"].map(|run| heads(&folder.path().join(run)));
    // Two bots are not a field, and have no armies of their own; two bots with two armies each are one.
    let (of_field, others): (Vec<_>, Vec<_>) = theirs
        .into_iter()
        .partition(|(name, _)| ["armies.csv", "cycles.csv", "field.csv", "superiority.csv"].contains(&name.as_str()));
    assert_eq!(ours, others);
    assert_eq!((ours.len(), of_field.len()), (6, 4));
    let games = fs::read_to_string(folder.path().join("pairs/games.csv")).unwrap();
    assert_eq!(games.lines().count(), 21);
    assert!(pairs.iter().all(|pair| games.contains(&format!(",{pair},"))), "each pair has played");
}

#[test]
fn a_small_tournament_prints_a_ranking_and_writes_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let screen = done(folder.path(), &["tournament", "sprint", "--games", "20", "--threads", "2"]);
    insta::assert_snapshot!("small_tournament", screen);
    let run = folder.path().join("results/001-sprint");
    let tables =
        ["armies.csv", "bots.csv", "matchups.csv", "quality.csv", "ratings.csv", "seats.csv", "superiority.csv"];
    let names = [&tables[..], &["games.csv", "manifest.toml", "report.html", "run.toml", "setup.json", "tallies.json"]]
        .concat();
    for name in &names {
        assert!(run.join(name).is_file(), "{name} is written");
    }
    assert_eq!(fs::read_dir(&run).unwrap().count(), names.len(), "and nothing else");
    assert!(folder.path().join("results/latest/games.csv").is_file(), "latest leads to it");
    insta::assert_snapshot!("matchups", fs::read_to_string(run.join("matchups.csv")).unwrap());
    // In a complete round robin more is reported about a field.
    done(
        folder.path(),
        &["tournament", "sprint", "--bots", "greedy,random", "--games", "20", "--threads", "2", "--out", "all"],
    );
    for (snapshot, table) in [
        ("ratings", "ratings.csv"),
        ("superiority", "superiority.csv"),
        ("field", "field.csv"),
        ("cycles", "cycles.csv"),
    ] {
        insta::assert_snapshot!(snapshot, fs::read_to_string(folder.path().join("all").join(table)).unwrap());
    }
    insta::assert_snapshot!("seats", fs::read_to_string(run.join("seats.csv")).unwrap());
    let manifest = fs::read_to_string(run.join("manifest.toml")).unwrap();
    let hash = |line: &str| {
        let hashed =
            ["blake3", "signature"].iter().find_map(|key| Some((key, line.strip_prefix(key)?.strip_prefix(" = ")?)));
        if let Some((words, hash)) = line.strip_prefix("# ").and_then(|line| line.split_once(": ")) {
            return format!("# {words}: {} digits", hash.len());
        }
        hashed.map_or(line.to_string(), |(key, hash)| format!("{key} of {} digits", hash.len() - 2))
    };
    insta::assert_snapshot!("manifest", manifest.lines().map(hash).collect::<Vec<_>>().join("\n"));

    done(folder.path(), &["tournament", "sprint", "--games", "2", "--games-csv", "none"]);
    let second = folder.path().join("results/002-sprint");
    assert!(second.join("seats.csv").is_file() && !second.join("games.csv").exists());
    assert_eq!(
        fs::read(folder.path().join("results/latest/run.toml")).unwrap(),
        fs::read(second.join("run.toml")).unwrap()
    );
}

#[test]
fn a_lone_entrant_plays_each_seed_once_and_the_screen_reports_it() {
    let folder = tempfile::tempdir().unwrap();
    let screen =
        done(folder.path(), &["tournament", "sprint", "--bots", "greedy", "--armies", "hares", "--games", "10"]);
    assert!(
        screen.contains(
            "greedy/hares plays itself: the second game of a pair would repeat the first, so each seed is played once"
        ),
        "{screen}"
    );
    let games = fs::read_to_string(folder.path().join("results/latest/games.csv")).unwrap();
    let pairs: Vec<&str> = games.lines().skip(1).map(|line| line.split(',').nth(2).unwrap()).collect();
    assert_eq!(pairs, ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
}

#[test]
fn a_folder_with_files_is_refused_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("mine")).unwrap();
    fs::write(folder.path().join("mine/notes.txt"), "keep").unwrap();
    let arguments = ["tournament", "sprint", "--games", "2", "--out", "mine"];
    let message = refused(folder.path(), &arguments);
    assert!(message.starts_with("error: mine exists and is not empty"), "{message}");
    done(folder.path(), &[&arguments[..], &["--force"]].concat());
    assert!(folder.path().join("mine/notes.txt").is_file() && folder.path().join("mine/games.csv").is_file());
    assert!(!folder.path().join("results").exists());
}

#[test]
fn bad_input_gets_one_message_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.toml"), "kind = \"greedy\"\n[toy.appraisal]\nstepps = 1\n").unwrap();
    fs::write(folder.path().join("slow.toml"), "extends = \"toy\"\nneeded = \"two\"\n").unwrap();
    let cases: [(&[&str], &str); 6] = [
        (&["tournament", "sprnt"], "error: no scenario \"sprnt\"; did you mean \"sprint\"?\n"),
        (&["tournament", "sprint", "--armies", "hare"], "error: no army \"hare\"; did you mean \"hares\"?\n"),
        (
            &["tournament", "sprint", "--bots", "mine.toml"],
            "error: mine.toml:3: unknown key \"stepps\"\n    3 | stepps = 1\n      | ^^^^^^ expected one of steps, \
                at_stake, home, exposed, runner_tripped, tripper_lost; did you mean \"steps\"?\n",
        ),
        (
            &["tournament", "sprint", "--rules", "slow.toml"],
            "error: slow.toml:2: needed cannot be \"two\"\n    2 | needed = \"two\"\n      |          ^^^^^ expected a \
                whole number from 1 to 4\n",
        ),
        (
            &["tournament", "classic", "--armies", "hares"],
            "error: scenarios/toy/classic.toml: armies are named, but the scenario brings its own\n",
        ),
        (
            &["play", "sprint", "--armies", "hares"],
            "error: scenarios/toy/sprint.toml: it needs two armies, red's and blue's; named: 1\n",
        ),
    ];
    for (arguments, message) in cases {
        assert_eq!(refused(folder.path(), arguments), message, "{arguments:?}");
    }
}

/// Invalid user input, and unexpected files or folders at a path.
#[test]
fn invalid_numbers_files_and_folders_are_named_with_what_was_expected() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("chess.toml", "# mine\nrulebook = \"chess\"\n");
    write("there.toml", "\nscenario = \"clasic\"\n[position]\n");
    fs::create_dir(folder.path().join("bots")).unwrap();
    write("bots/slow.toml", "kind = \"external\"\ncommand = [\"x\"]\nseconds = 1e300\n");
    write("note.txt", "");
    fs::create_dir(folder.path().join("mine")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("loop.toml", folder.path().join("loop.toml")).unwrap();
    let games = "expected a whole number from 1 to 1,000,000,000, such as 2000 or 2e3";
    let cases: [(&[&str], &str); 12] = [
        (&["tournament", "sprint", "--games", "-1"], games),
        (&["tournament", "sprint", "--games", "many"], games),
        (&["tournament", "sprint", "--games", "1e10"], games),
        (&["tournament", "sprint", "--threads", "0"], "expected a whole number from 1 to 1,024"),
        (&["tournament", "sprint", "--rules", "mine"], "mine: cannot be read: it is a folder, not a file"),
        (&["tournament", "sprint", "--rules", "loop.toml"], "loop.toml: cannot be read: "),
        (&["tournament", "sprint", "--sprt", "elo0=0", "elo1=1e308"], "elo0 and elo1 must lie from -4000 to 4000"),
        (&["legal", "there.toml"], "there.toml:2: no scenario \"clasic\""),
        (&["play", "sprint", "--armies", "hares,tortoises", "--svg", "note.txt"], "--svg note.txt: "),
        (&["compare", "sprint", "--sweep", "needed=1..100000"], "--sweep needed=1..100000: expected at most "),
        (&["compare", "sprint", "--sweep", "needed=3..1"], "the first value, 3, is above the last, 1"),
        (&["fit-value", "sprint"], "--out <FILE>"),
    ];
    for (arguments, message) in cases {
        let rendered = refused(folder.path(), arguments);
        assert!(rendered.contains(message), "{arguments:?}: {rendered}");
    }
    for (file, message) in [
        ("chess.toml", "chess.toml:2: no rulebook \"chess\""),
        ("bots/slow.toml", "bots/slow.toml:3: seconds cannot be 1e300\n"),
        ("loop.toml", "loop.toml: cannot be read: "),
    ] {
        let rendered = reglette(folder.path(), &["check", file]).assert().code(2).get_output().stdout.clone();
        let rendered = String::from_utf8(rendered).unwrap();
        assert!(rendered.starts_with(message), "{file}: {rendered}");
    }
    done(folder.path(), &["tournament", "sprint", "--armies", "hares", "--games", "1e1", "--out", "ten"]);
}

/// A file that the user names may be a link: what it leads to is written.
#[cfg(unix)]
#[test]
fn pages_and_records_are_written_through_links() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["page.html", "game.jsonl"];
    for name in names {
        fs::write(folder.path().join(format!("kept-{name}")), "").unwrap();
        std::os::unix::fs::symlink(format!("kept-{name}"), folder.path().join(name)).unwrap();
    }
    let [page, record] = names;
    done(folder.path(), &["play", "sprint", "--armies", "hares,tortoises", "--html", page, "--record", record]);
    for name in names {
        assert!(folder.path().join(name).is_symlink(), "{name}");
        assert!(fs::metadata(folder.path().join(format!("kept-{name}"))).unwrap().len() > 100, "{name}");
    }
}

/// The reader may have closed the notes: `2>&1 | head`.
#[cfg(unix)]
#[test]
fn an_error_stream_that_is_closed_ends_no_run() {
    use assert_cmd::cargo::CommandCargoExt;
    let folder = tempfile::tempdir().unwrap();
    let mut command = std::process::Command::cargo_bin("reglette").unwrap();
    command.current_dir(folder.path()).args([
        "tournament",
        "sprint",
        "--armies",
        "hares",
        "--games",
        "10",
        "--out",
        "ten",
    ]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = command.stdout(std::process::Stdio::null()).stderr(writer).status().unwrap();
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_game_is_narrated_and_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let rendered = done(folder.path(), &["play", "classic", "--seed", "3", "--map", "ends", "--record", "game.jsonl"]);
    insta::assert_snapshot!("told_game", rendered);
    let record = fs::read_to_string(folder.path().join("game.jsonl")).unwrap();
    assert!(record.lines().next().unwrap().starts_with("{\"line\":\"header\",\"version\":"));
    assert_eq!(rendered.matches("the dice ").count(), record.matches("\"line\":\"roll\"").count(), "every die is told");
}

#[test]
fn a_human_chooses_by_number_asks_and_takes_back() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["play", "classic", "--red", "human", "--map", "none", "--seed", "1"];
    let screen = |input: &str| {
        let output =
            reglette(folder.path(), &arguments).write_stdin(input).assert().code(0).get_output().stdout.clone();
        String::from_utf8(output).unwrap()
    };
    let asked = screen("?\n7\nq\n");
    assert!(asked.contains("steps 3.125 × 1.000") && asked.contains("\"7\" is not a choice here"), "{asked}");
    let taken_back = screen("1\nu\n1\nq\n");
    let roll = |text: &str, nth: usize| {
        text.lines().filter(|line| line.starts_with("    the dice")).nth(nth).map(str::to_string)
    };
    let again = taken_back.split("taken back").nth(1).unwrap();
    assert_eq!(roll(again, 0), roll(&taken_back, 0), "the dice fall again as they fell");
    assert!(screen("u\nq\n").contains("there is nothing to take back"));
}

/// In En Avant ! a human types a move in words, is shown its consequences, and confirms it; an illegal one is refused
/// with its rule.
#[test]
fn a_human_types_a_move_and_confirms_it() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "play",
        "open-field",
        "--armies",
        "gauls,germans",
        "--red",
        "human",
        "--blue",
        "random",
        "--map",
        "none",
        "--seed",
        "1",
    ];
    let screen = |input: &str| {
        let output =
            reglette(folder.path(), &arguments).write_stdin(input).assert().code(0).get_output().stdout.clone();
        String::from_utf8(output).unwrap()
    };
    // Through the set-up, then on until a moving unit is asked for its path.
    let mut before = "1\n".repeat(30);
    for _ in 0..40 {
        let text = screen(&before);
        let asked = text.rsplit(" decides:").next().unwrap();
        if asked.contains("or a move in words") {
            break;
        }
        before.push_str(if asked.contains(" moves.") { " moves.\n" } else { "1\n" });
    }
    let typed = screen(&format!("{before}advanse 1\nadvance 99\nback 1\nno\nback 1\ny\n"));
    let asked_before = screen(&before).matches("or a move in words").count();
    let asked = typed.split("or a move in words").nth(asked_before).unwrap();
    for line in [
        "did you mean \"advance\"?",
        "not legal: the move is longer than the allowance (E7.6)",
        "It takes 1 cm",
        "y confirms",
    ] {
        assert!(asked.contains(line), "{line}: {asked}");
    }
    assert_eq!(asked.matches("y confirms").count(), 2, "{asked}");
    let decisions = |text: &str| text.matches(" decides:").count();
    assert!(decisions(&typed) > decisions(&screen(&before)), "the game goes on once the move is confirmed: {asked}");
    let half_typed = screen(&format!("{before}back\n"));
    assert!(half_typed.contains("\"back\" needs a length in centimetres"), "{half_typed}");
    assert_eq!(decisions(&half_typed), decisions(&screen(&before)), "half a move is no other action");
}

/// JI-184: a human is not shown the other side's choices behind the screen until both sides are done.
#[test]
fn a_human_is_told_nothing_of_what_is_hidden() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("rules")).unwrap();
    let rules = "extends = \"jomini-v2\"\ndeploy_method = \"hidden\"\nfirst_player = \"red\"\n";
    fs::write(folder.path().join("rules/screen.toml"), rules).unwrap();
    let arguments = ["play", "plain", "--rules", "rules/screen.toml", "--blue", "human", "--map", "turn"];
    let screen = |input: &str| {
        let output =
            reglette(folder.path(), &arguments).write_stdin(input).assert().code(0).get_output().stdout.clone();
        String::from_utf8(output).unwrap()
    };
    let before = screen("m\nq\n");
    assert!(
        before.contains("blue decides:") && !before.contains(" R1 ") && !before.contains("red deploys"),
        "{before}"
    );
    let after = screen(&"1\n".repeat(40));
    assert!(after.contains("is deployed at"), "the screen is taken away: {after}");
}

#[test]
fn questions_about_a_position() {
    let folder = with_position();
    assert_eq!(done(folder.path(), &["legal", "here.toml"]), "{\"kind\":\"push\"}\n{\"kind\":\"stop\"}\n");
    let said = |file: &str| {
        String::from_utf8(reglette(folder.path(), &["legal", file]).assert().code(0).get_output().stderr.clone())
            .unwrap()
    };
    assert_eq!(said("here.toml"), "blue decides (push), 2 legal actions\n");
    let last = POSITION
        .replace("[4, 12, 255, 0]", "[4, 12, 255, 255]")
        .replace("name = \"push\", runner = 0, from = 2", "name = \"choose\"");
    fs::write(folder.path().join("last.toml"), last).unwrap();
    assert_eq!(
        done(folder.path(), &["legal", "last.toml"]),
        "{\"kind\":\"run\",\"runner\":0}\n",
        "the position is taken as written"
    );
    let forced = "it is the only legal action, and a game continues automatically: dice are to be rolled by blue (run)";
    assert_eq!(said("last.toml"), format!("blue decides (choose), 1 legal action; {forced}\n"));
    insta::assert_snapshot!("explained", done(folder.path(), &["explain", "here.toml", "--bot", "greedy"]));
    let message = refused(folder.path(), &["explain", "here.toml", "--bot", "random"]);
    assert_eq!(message, "blue decides (push), 2 legal actions\nerror: bot \"random\" does not evaluate actions\n");
    fs::write(folder.path().join("rolling.toml"), POSITION.replace("\"push\"", "\"run\"")).unwrap();
    let message = refused(folder.path(), &["legal", "rolling.toml"]);
    assert_eq!(message, "error: rolling.toml: no side decides here: dice are to be rolled by blue (run)\n");
}

#[test]
fn check_reports_every_fault_of_every_file() {
    let folder = with_position();
    fs::create_dir(folder.path().join("bots")).unwrap();
    fs::write(folder.path().join("bots/mine.toml"), "kind = \"greedy\"\n[toi.appraisal]\nhome = 1\n").unwrap();
    fs::write(folder.path().join("notes.toml"), "title = \"notes\"\n").unwrap();
    let arguments = ["check", "rules/toy.toml", "bots/mine.toml", "here.toml", "notes.toml", "hares"];
    let output = reglette(folder.path(), &arguments).assert().code(2).get_output().clone();
    insta::assert_snapshot!("checked", String::from_utf8(output.stdout).unwrap());
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "error: 2 of the files checked cannot be used\n");
    assert_eq!(done(folder.path(), &["check", "here.toml", "--as", "position"]), "here.toml: valid\n");
}

#[test]
fn check_knows_rules_armies_and_positions_by_their_keys_wherever_they_lie() {
    let folder = tempfile::tempdir().unwrap();
    let jomini = "scenario = \"plain\"\nphase = \"combat\"\nactive = \"red\"\n[[unit]]\nid = \"A\"\nside = \
        \"red\"\ntype = \"line_infantry\"\nat = \"0503\"\n";
    let unit = |side: &str, y: i32| {
        format!("[[unit]]\nname = \"{side}\"\nside = \"{side}\"\narm = \"infantry\"\nbases = 2\nat = [0, {y}]\n")
    };
    let en_avant = &format!("scenario = \"open-field\"\n{}{}", unit("red", 0), unit("blue", 20));
    let army = "name = \"Foxes\"\nrunners = [{ name = \"a\", dice = 1 }]\n";
    let files = [
        ("a.toml", jomini),
        ("b.toml", en_avant),
        ("c.toml", POSITION),
        ("d.toml", army),
        ("e.toml", "extends = \"jomini-v2\"\n"),
    ];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
        let said = done(folder.path(), &["check", name]);
        assert!(said.starts_with(&format!("{name}: valid\n")), "{said}");
    }
}

#[test]
fn list_shows_built_in_and_local_files() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("armies/toy")).unwrap();
    fs::write(folder.path().join("armies/toy/foxes.toml"), "name = \"Foxes\"\nrunners = []\n").unwrap();
    let listed = done(folder.path(), &["list", "armies"]);
    let row =
        |name: &str| listed.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or_default().to_string();
    assert!(row("hares").ends_with("built in"), "{listed}");
    assert!(row("foxes").ends_with("armies/toy/foxes.toml"), "{listed}");
}

#[test]
fn every_command_has_help_with_examples() {
    let folder = tempfile::tempdir().unwrap();
    for command in
        ["tournament", "metagame", "balance", "breaker", "probe", "play", "legal", "explain", "check", "list"]
    {
        let help = done(folder.path(), &[command, "--help"]);
        assert!(help.contains(&format!("Examples:\n  reglette {command}")), "{help}");
    }
}

/// The options of odds are up to the rulebooks: help shows all of them, with a position those of its rulebook, and an
/// option of another one is refused.
#[test]
fn help_about_odds_shows_what_each_rulebook_brings() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("hexes.toml"), "scenario = \"plain\"\n").unwrap();
    fs::write(folder.path().join("open.toml"), "rules = \"en-avant\"\n").unwrap();
    let all = done(folder.path(), &["help", "odds"]);
    assert!(all.contains("--defence-order") && all.contains("--reroll"), "{all}");
    insta::assert_snapshot!("help_odds", all);
    let hexes = done(folder.path(), &["odds", "hexes.toml", "--help"]);
    assert!(hexes.contains("--defence-order") && !hexes.contains("--reroll") && !hexes.contains("En Avant"), "{hexes}");
    let open = done(folder.path(), &["odds", "open.toml", "--help"]);
    assert!(!open.contains("--defence-order") && open.contains("--reroll") && !open.contains("Jomini"), "{open}");
    let pair = ["--attacker", "R1", "--target", "B1"];
    let asked = |options: &[&str]| refused(folder.path(), &[&["odds", "open.toml"][..], &pair[..], options].concat());
    let message = asked(&["--order", "elan"]);
    assert!(
        message.contains(
            "--order is an option of jomini, and the position is one of en-avant, whose options are --reroll"
        ),
        "{message}"
    );
}

/// Unit names are arbitrary text of the file; no cell of the odds is a formula to a spreadsheet.
#[test]
fn odds_in_cells_are_no_formulas() {
    let folder = tempfile::tempdir().unwrap();
    let unit = |side: &str, id: &str, at: &str| {
        format!("[[unit]]\nid = \"{id}\"\nside = \"{side}\"\ntype = \"line_infantry\"\nat = \"{at}\"\n")
    };
    let head = "scenario = \"plain\"\nphase = \"combat\"\nactive = \"red\"\nplayer_turn = 5\n";
    fs::write(
        folder.path().join("a.toml"),
        format!("{head}{}{}", unit("red", "=1+1", "0503"), unit("blue", "@cmd", "0504")),
    )
    .unwrap();
    let odds = ["odds", "a.toml", "--attacker", "R1", "--target", "B1", "--format", "csv"];
    for more in [&[][..], &["--sweep", "order=none,elan"]] {
        let rows = done(folder.path(), &[&odds[..], more].concat());
        assert!(rows.contains("'=1+1") && rows.contains("'@cmd"), "{rows}");
        assert!(!rows.contains(",=") && !rows.contains(",@") && !rows.contains("\n="), "{rows}");
    }
}

//! The loaders under test: each kind of file of each rulebook, the files of runs, scripts, and answers of external
//! programs.

use reglette::bots::BotFile;
use reglette::catalog;
use reglette::cli::check::{self, As, Options};
use reglette::data::manifest::library_of;
use reglette::data::sealed::{seal, unsealed};
use reglette::data::{Kind, Library};
use reglette::en_avant::EnAvant;
use reglette::game::rng::Key;
use reglette::game::toy::ToyBook;
use reglette::game::{Game, Moment, Rulebook, Show};
use reglette::jomini::Jomini;
use reglette::report::{Manifest, manifest};
use reglette::run::Tallies;
use reglette::tournament::{
    GameRequest, Loaded, LoadedGame, Request, Standings, Tournament, load, load_game, signature,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

/// A loader.
pub enum Loader {
    /// A file of a rulebook, as `reglette check` reads it.
    File(As, &'static str),
    /// A bot file, for all rulebooks.
    Bot,
    /// The script of a bot.
    Script,
    /// A manifest sealed by another program, and everything loaded from it.
    Manifest,
    /// The counts of a run.
    Tallies,
    /// An action in JSON, as answered by external programs.
    Action(&'static str),
}

use Loader::{Action, Bot, File, Script};

/// All of them.
pub const LOADERS: [Loader; 20] = [
    File(As::Rules, "jomini"),
    File(As::Rules, "en-avant"),
    File(As::Rules, "toy"),
    File(As::Army, "jomini"),
    File(As::Army, "en-avant"),
    File(As::Army, "toy"),
    File(As::Scenario, "jomini"),
    File(As::Scenario, "en-avant"),
    File(As::Scenario, "toy"),
    File(As::Position, "jomini"),
    File(As::Position, "en-avant"),
    File(As::Position, "toy"),
    File(As::Value, "all"),
    Bot,
    Script,
    Loader::Manifest,
    Loader::Tallies,
    Action("jomini"),
    Action("en-avant"),
    Action("toy"),
];

/// A position of the toy rulebook.
const TOY_POSITION: &str = include_str!("../common/toy/position.toml");

/// All files with an extension below a folder of the project, in order.
fn below(folder: &str, ending: &str) -> Vec<(String, String)> {
    fn walk(folder: &Path, ending: &str, found: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).expect("a folder of the project") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, ending, found);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push((path.to_string_lossy().into_owned(), fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), ending, &mut found);
    found.sort();
    found
}

/// The number of decisions before the position at which actions are read.
const DECIDED: u32 = 12;

/// A position of a game of each rulebook.
struct Ground<R: Rulebook> {
    game: R::Game,
    state: <R::Game as Game>::State,
}

impl<R: Rulebook + 'static> Ground<R> {
    fn new() -> Ground<R> {
        let LoadedGame { prepared, .. } =
            load_game::<R>(&Library::built_in(), &GameRequest::default()).expect("the default game");
        let game = prepared.game;
        // Some decisions into the game, where there is more to choose from than at its beginning.
        let (mut state, mut stream, mut scratch, mut decided) = (game.initial(), Key::new(1).stream(), Vec::new(), 0);
        loop {
            match game.moment(&state) {
                Moment::Decide(_) if decided == DECIDED => return Ground { game, state },
                Moment::Decide(_) => {
                    let action = game.random_action(&state, &mut stream, &mut scratch);
                    game.apply(&mut state, action);
                    decided += 1;
                }
                Moment::Roll(_) => {
                    let roll = game.sample(&state, &mut stream);
                    game.apply_roll(&mut state, roll);
                }
                Moment::Over(_) => panic!("the game ends after {decided} decisions"),
            }
        }
    }

    fn actions(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.state, &mut actions);
        actions.iter().map(|action| self.game.action_to_data(&self.state, action).to_string()).collect()
    }

    fn accepts(&self, text: &str) -> bool {
        serde_json::from_str(text).is_ok_and(|data| self.game.action_from_data(&self.state, &data).is_ok())
    }
}

/// A tournament of the toy rulebook.
fn tournament() -> Loaded<<ToyBook as Rulebook>::Game> {
    let words = |all: &[&str]| all.iter().map(|word| (*word).to_owned()).collect();
    let (armies, bots) = (words(&["hares", "tortoises"]), words(&["random", "greedy"]));
    let request = Request { scenarios: words(&["sprint"]), armies, bots, games: 4, seed: 1, ..Request::default() };
    load::<ToyBook>(&Library::built_in(), &request).expect("a sound tournament")
}

impl Loader {
    /// The name of the loader.
    pub fn name(&self) -> String {
        match self {
            File(kind, rulebook) => format!("{kind:?}, {rulebook}").to_lowercase(),
            Bot => "bot".to_owned(),
            Script => "script".to_owned(),
            Loader::Manifest => "manifest".to_owned(),
            Loader::Tallies => "tallies".to_owned(),
            Action(rulebook) => format!("action, {rulebook}"),
        }
    }

    /// The path of a file of this kind.
    fn path(&self) -> String {
        match self {
            File(As::Rules, rulebook) => format!("rules/mine-{rulebook}.toml"),
            File(As::Army, rulebook) => format!("armies/{rulebook}/mine.toml"),
            File(As::Scenario, rulebook) => format!("scenarios/{rulebook}/mine.toml"),
            File(As::Position, rulebook) => format!("positions/{rulebook}/mine.toml"),
            File(As::Value, _) => "values/mine.toml".to_owned(),
            _ => "bots/mine.toml".to_owned(),
        }
    }

    /// Valid files.
    pub fn corpus(&self) -> Vec<String> {
        let texts = |files: Vec<(String, String)>| files.into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        let found = match self {
            File(As::Rules, rulebook) => {
                let library = Library::built_in();
                let of = |path: &str| catalog::of_source(&library.find(Kind::Rules, path).ok()?).ok()?;
                let mut files = below("rules", ".toml");
                files.retain(|(path, _)| of(&path[path.rfind("rules/").unwrap_or(0)..]) == Some(rulebook));
                texts(files)
            }
            File(As::Army, rulebook) => texts(below(&format!("armies/{rulebook}"), ".toml")),
            File(As::Scenario, rulebook) => texts(below(&format!("scenarios/{rulebook}"), ".toml")),
            File(As::Position, "jomini") => texts(below("tests/jomini/positions", ".toml")),
            File(As::Position, "en-avant") => texts(below("tests/en_avant/positions", ".toml")),
            File(As::Position, _) => vec![TOY_POSITION.to_owned()],
            File(..) => texts(below("values", ".toml")),
            Bot => texts(below("bots", ".toml")),
            Script => texts(below("bots", ".luau")),
            Loader::Manifest => {
                let Loaded { tournament, inputs } = tournament();
                let manifest =
                    Manifest::new(&tournament.plan, &tournament.schedule, signature::<ToyBook>(), inputs.files());
                vec![unsealed(&manifest.to_toml()).expect("it was just sealed").to_owned()]
            }
            Loader::Tallies => {
                let standings = Standings::new(&tournament().tournament.schedule);
                vec![Tallies::of(reglette::tournament::Shard::WHOLE, &standings).to_json()]
            }
            Action("jomini") => jomini().actions(),
            Action("en-avant") => en_avant().actions(),
            Action(_) => toy().actions(),
        };
        // Examples of errors in the tests are not valid files.
        found.into_iter().filter(|text| self.accepts(text)).collect()
    }

    /// Whether a text is accepted.
    pub fn accepts(&self, text: &str) -> bool {
        match self {
            File(kind, _) => self.checked(text, *kind),
            Bot => {
                // `check` would run the program that it names.
                let kept = below_bots().iter().cloned().chain([(self.path(), text.to_owned())]).collect();
                let source = Library::keeping(kept).find(Kind::Bot, &self.path()).expect("it is kept");
                check::bot::read(&source).is_ok()
            }
            Script => {
                let bot = "kind = \"scripted\"\nscript = \"mine.luau\"\n";
                let kept = [("bots/mine.toml", bot), ("bots/mine.luau", text)]
                    .map(|(path, text)| (path.to_owned(), text.to_owned()));
                let source = Library::keeping(kept.into()).find(Kind::Bot, "bots/mine.toml").expect("it is kept");
                let config = BotFile::read(&source).and_then(|file| file.config::<ToyBook>());
                config.is_ok_and(|config| config.try_out(&[]).is_ok())
            }
            Loader::Manifest => {
                // Another program may seal anything.
                let folder = folder();
                let path = folder.join("manifest.toml");
                fs::write(&path, seal(text)).expect("the folder can be written");
                let Ok(manifest) = manifest::read::<Manifest>(&path) else { return false };
                let Ok(library) = library_of(&manifest.inputs, &path) else { return false };
                load::<ToyBook>(&library, &Request::of(&manifest.plan)).is_ok()
            }
            Loader::Tallies => {
                static CONTEST: OnceLock<Tournament<<ToyBook as Rulebook>::Game>> = OnceLock::new();
                let schedule = &CONTEST.get_or_init(|| tournament().tournament).schedule;
                Tallies::parse(text.as_bytes()).is_ok_and(|tallies| tallies.together(schedule).is_some())
            }
            Action("jomini") => jomini().accepts(text),
            Action("en-avant") => en_avant().accepts(text),
            Action(_) => toy().accepts(text),
        }
    }

    fn checked(&self, text: &str, kind: As) -> bool {
        let path = self.path();
        let kept = BTreeMap::from([(path.clone(), text.to_owned())]);
        let options = Options { files: vec![path], kind: Some(kind), rules: None, printing: Default::default() };
        options.run(&Library::keeping(kept), &mut std::io::sink()).is_ok()
    }
}

/// The scripts next to bot files.
fn below_bots() -> &'static [(String, String)] {
    static SCRIPTS: OnceLock<Vec<(String, String)>> = OnceLock::new();
    let beside = |(path, text): (String, String)| (path[path.rfind("bots/").unwrap_or(0)..].to_owned(), text);
    SCRIPTS.get_or_init(|| below("bots", ".luau").into_iter().map(beside).collect())
}

fn folder() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| tempfile::tempdir().expect("a folder for the test")).path()
}

fn jomini() -> &'static Ground<Jomini> {
    static GROUND: OnceLock<Ground<Jomini>> = OnceLock::new();
    GROUND.get_or_init(Ground::new)
}

fn en_avant() -> &'static Ground<EnAvant> {
    static GROUND: OnceLock<Ground<EnAvant>> = OnceLock::new();
    GROUND.get_or_init(Ground::new)
}

fn toy() -> &'static Ground<ToyBook> {
    static GROUND: OnceLock<Ground<ToyBook>> = OnceLock::new();
    GROUND.get_or_init(Ground::new)
}

//! The kinds of data files, and where each is kept.

use include_dir::{Dir, include_dir};
use strum::VariantArray;

static RULES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rules");
static ARMIES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/armies");
static SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");
static POSITIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/positions");
static BOTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/bots");
static VALUES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/values");

/// The kind of a file; each kind has its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::VariantArray)]
pub enum Kind {
    /// Numbers and switches of a rulebook.
    Rules,
    /// An army list.
    Army,
    /// A map with deployment, objectives and limits.
    Scenario,
    /// A position of a game.
    Position,
    /// A bot.
    Bot,
    /// A value function of positions, for luck-adjusted results.
    Value,
    /// Problems for bots.
    Problem,
}

impl Kind {
    /// The folder of its files. That of problems is within that of bots, and its files are not bots.
    pub const fn folder(self) -> &'static str {
        match self {
            Kind::Rules => "rules",
            Kind::Army => "armies",
            Kind::Scenario => "scenarios",
            Kind::Position => "positions",
            Kind::Bot => "bots",
            Kind::Value => "values",
            Kind::Problem => "bots/problems",
        }
    }

    /// Its name in messages.
    pub const fn noun(self) -> &'static str {
        match self {
            Kind::Rules => "rules",
            Kind::Army => "army",
            Kind::Scenario => "scenario",
            Kind::Position => "position",
            Kind::Bot => "bot",
            Kind::Value => "value function",
            Kind::Problem => "problem file",
        }
    }

    /// The kind of a file by its folder, at any depth: the innermost folder that is of a kind.
    pub fn of_path(path: &str) -> Option<Kind> {
        let path = path.replace('\\', "/");
        let ends = path.rmatch_indices('/').map(|(end, _)| &path[..end]);
        let of_folder = |folders: &str| Kind::VARIANTS.iter().copied().find(|kind| kind.is_folder(folders));
        ends.filter_map(of_folder).next()
    }

    /// Whether a path is that of the folder of its files, perhaps below other folders.
    pub(super) fn is_folder(self, path: &str) -> bool {
        path.strip_suffix(self.folder()).is_some_and(|above| above.is_empty() || above.ends_with('/'))
    }

    /// Whether an available file of this path is of this kind, and not of one whose folder is further inside.
    pub(super) fn holds(self, path: &str) -> bool {
        let holders = Kind::VARIANTS
            .iter()
            .copied()
            .filter(|kind| path.strip_prefix(kind.folder()).is_some_and(|within| within.starts_with('/')));
        holders.max_by_key(|kind| kind.folder().len()) == Some(self)
    }

    /// The folder built into the program that holds its files, perhaps among others, and its name.
    pub(super) fn built_in_folder(self) -> (&'static str, &'static Dir<'static>) {
        match self {
            Kind::Rules => ("rules", &RULES),
            Kind::Army => ("armies", &ARMIES),
            Kind::Scenario => ("scenarios", &SCENARIOS),
            Kind::Bot | Kind::Problem => ("bots", &BOTS),
            Kind::Value => ("values", &VALUES),
            Kind::Position => ("positions", &POSITIONS),
        }
    }
}

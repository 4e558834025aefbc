//! The kinds of data files, and where each is kept.

use include_dir::{Dir, include_dir};

static RULES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rules");
static ARMIES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/armies");
static SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");
static BOTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/bots");
static VALUES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/values");

/// The kind of a file; each kind has its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] = [Kind::Rules, Kind::Army, Kind::Scenario, Kind::Position, Kind::Bot, Kind::Value];

    /// The folder of its files.
    pub const fn folder(self) -> &'static str {
        match self {
            Kind::Rules => "rules",
            Kind::Army => "armies",
            Kind::Scenario => "scenarios",
            Kind::Position => "positions",
            Kind::Bot => "bots",
            Kind::Value => "values",
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
        }
    }

    /// The kind of a file by its folder, at any depth.
    pub fn of_path(path: &str) -> Option<Kind> {
        let mut folders = path.rsplit(['/', '\\']).skip(1);
        folders.find_map(|folder| Kind::ALL.into_iter().find(|kind| kind.folder() == folder))
    }

    /// Its files that are built into the program.
    pub(super) fn built_in_folder(self) -> Option<&'static Dir<'static>> {
        match self {
            Kind::Rules => Some(&RULES),
            Kind::Army => Some(&ARMIES),
            Kind::Scenario => Some(&SCENARIOS),
            Kind::Bot => Some(&BOTS),
            Kind::Value => Some(&VALUES),
            Kind::Position => None,
        }
    }
}

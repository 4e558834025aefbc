//! `reglette new unit`: an army list of one unit, made of a troop of the shipped lists.

use super::CliError;
use crate::catalog::Task;
use crate::data::message::nearest;
use crate::data::{Kind, Library, Source};
use crate::game::Roster;

/// The title of the list and of its unit.
const TITLE: &str = "My unit";

/// Finds a troop among the built-in army lists of a rulebook.
pub(super) struct NewUnit<'a> {
    pub library: &'a Library,
    /// The name of the troop; by default the first of the first default army.
    pub from: Option<&'a str>,
}

/// A unit to begin with.
pub(super) struct Unit {
    /// The text of the list.
    pub text: String,
    /// The troop that it is like.
    pub like: String,
    /// The path of the list from which that troop is.
    pub list: String,
}

impl NewUnit<'_> {
    /// The lists in which the troop is sought: the default army first.
    fn lists<R: Roster>(&self) -> Result<Vec<Source>, CliError> {
        let first = self.library.find(Kind::Army, R::DEFAULT_ARMIES[0])?;
        let shipped =
            self.library.list(Kind::Army).into_iter().filter(|entry| entry.rulebook.as_deref() == Some(R::NAME));
        let mut lists = vec![first];
        for entry in shipped.filter(|entry| entry.built_in) {
            lists.push(self.library.find(Kind::Army, &entry.path)?);
        }
        Ok(lists)
    }
}

impl Task for NewUnit<'_> {
    type Output = Result<Unit, CliError>;

    fn run<R: Roster + 'static>(self) -> Result<Unit, CliError> {
        let rules = R::read_rules(&self.library.find(Kind::Rules, R::DEFAULT_RULES)?)?;
        let mut known = Vec::new();
        for source in self.lists::<R>()? {
            // A list of a period that these rules do not cover has no pool.
            let Ok(pool) = R::pool(&rules, &[R::read_army(&source)?]) else { continue };
            let names = R::troops(&pool).iter().map(|troop| troop.name.as_str());
            let found = names.clone().position(|name| self.from.is_none_or(|from| from == name));
            if let Some(troop) = found {
                let like = R::troops(&pool)[troop].name.clone();
                let text = R::unit_file(&pool, troop, TITLE);
                return Ok(Unit { text, like, list: source.path().to_owned() });
            }
            known.extend(names.map(str::to_owned));
        }
        let from = self.from.unwrap_or_default();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let hint = nearest(from, &known).map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        Err(CliError::Input(format!("no troop \"{from}\" in the army lists of {}{hint}", R::NAME)))
    }
}

//! `reglette new unit`: an army list of one unit, made of a troop of the shipped lists.

use super::CliError;
use crate::catalog::Task;
use crate::data::message::{nearest, quoted_list};
use crate::data::{Kind, Library, Source};
use crate::game::Roster;

/// The title of the list and of its unit.
const TITLE: &str = "My unit";

/// The maximum number of names in a message.
const MOST_NAMED: usize = 4;
/// The minimum number of letters by which a part of a name is sought in others.
const SHORTEST_PART: usize = 4;

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
        known.sort_unstable();
        known.dedup();
        Err(CliError::Input(self.unknown::<R>(from, &known)))
    }
}

impl NewUnit<'_> {
    /// What to say of a name that is no troop of the shipped lists: of an army its troops, otherwise the nearest names.
    fn unknown<R: Roster>(&self, from: &str, known: &[String]) -> String {
        let expected = format!("--from expects a troop of the army lists of {}", R::NAME);
        let army = self.library.find(Kind::Army, from).ok();
        let of_army = army.as_ref().and_then(|source| {
            let rules = R::read_rules(&self.library.find(Kind::Rules, R::DEFAULT_RULES).ok()?).ok()?;
            let pool = R::pool(&rules, &[R::read_army(source).ok()?]).ok()?;
            let names: Vec<&str> = R::troops(&pool).iter().map(|troop| troop.name.as_str()).take(MOST_NAMED).collect();
            Some(format!("; it has {}", quoted_list(&names, "and")))
        });
        if army.is_some() {
            let such = known.first().map_or_else(String::new, |troop| format!(", such as \"{troop}\""));
            return format!("\"{from}\" is an army, no unit; {expected}{such}{}", of_army.unwrap_or_default());
        }
        let near = near_names(from, known);
        let such =
            if near.is_empty() { String::new() } else { format!("; did you mean {}?", quoted_list(&near, "or")) };
        format!("no troop \"{from}\": {expected}{such}")
    }
}

/// The known names nearest to one that is not known: those that it may be, or else those that contain a part of it.
fn near_names<'a>(name: &str, known: &'a [String]) -> Vec<&'a str> {
    if let Some(near) = nearest(name, known) {
        return known.iter().map(String::as_str).filter(|it| *it == near).collect();
    }
    let parts: Vec<&str> = name.split(['_', '-', ' ']).filter(|part| part.len() >= SHORTEST_PART).collect();
    let shares = |it: &&str| parts.iter().any(|part| it.contains(&part.to_lowercase()));
    known.iter().map(String::as_str).filter(shares).take(MOST_NAMED).collect()
}

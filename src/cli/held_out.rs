//! The scenarios of a match that must not take place where numbers were chosen.

use super::CliError;
use crate::data::{Inputs, Kind, Library};
use crate::game::Rulebook;
use crate::tournament::Field;

/// A field of the scenarios named, or else of all available ones that these armies can play, without those of `used`.
/// `option` is the option that names them, `purpose` what the others are used for.
pub(super) fn held_out_field<R: Rulebook>(
    library: &Library,
    rules: Option<&str>,
    armies: &[String],
    named: &[String],
    used: &Field<R>,
    (option, purpose): (&str, &str),
    inputs: &mut Inputs,
) -> Result<Field<R>, CliError> {
    let mut read = |names: &[String]| Field::<R>::read(library, rules, names, armies, inputs);
    let is_used = |path: &str| used.scenario_sources().iter().any(|source| source.path() == path);
    if !named.is_empty() {
        let field = read(named)?;
        return match field.scenario_sources().iter().find(|source| is_used(source.path())) {
            Some(source) => {
                Err(CliError::Input(format!("{option}: {} is used for {purpose}; name others", source.path())))
            }
            None => Ok(field),
        };
    }
    let others = library.list(Kind::Scenario).into_iter().filter(|entry| entry.rulebook.as_deref() == Some(R::NAME));
    let others: Vec<String> = others.map(|entry| entry.path).filter(|path| !is_used(path)).collect();
    if !others.is_empty() {
        let mut field = read(&others)?;
        field.keep_playable();
        if !field.planned_scenarios.is_empty() {
            return Ok(field);
        }
    }
    Err(CliError::Input(format!("no scenario is left beside those used for {purpose}; name some with {option}")))
}

/// The names of the scenarios of a field.
pub(super) fn scenario_names<R: Rulebook>(field: &Field<R>) -> Vec<String> {
    field.planned_scenarios.iter().map(|scenario| scenario.name.clone()).collect()
}

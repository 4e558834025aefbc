//! Repeating a comparison from its manifest (`--again`): the stored texts are played again, and the tables compared.

use super::request::Thing;
use super::{Options, Plans};
use crate::catalog::{self, Task};
use crate::cli::{CliError, Exit};
use crate::data::Library;
use crate::game::Rulebook;
use crate::report::comparison::ComparisonManifest;
use crate::report::{Manifest, ManifestError, Output};
use crate::run::RunError;
use crate::tournament::{Request, signature};
use std::io::Write;
use std::path::Path;

/// A comparison to be repeated.
#[derive(Clone, Copy)]
pub(super) struct Before<'a> {
    /// Its manifest.
    pub manifest: &'a ComparisonManifest,
    /// The path of that.
    pub path: &'a Path,
    /// The sealed text of the manifest.
    pub text: &'a str,
}

/// Repeats the comparison of a folder or manifest.
///
/// # Errors
/// If the manifest cannot be read, is of another engine or does not match its tables; if the results differ.
pub(super) fn again(options: &Options, from: &Path, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
    let within = from.join(Manifest::NAME);
    // When resumed, the folder may no longer exist.
    let is_kept = library.text_kept(&within.to_string_lossy()).is_some();
    let path = if from.is_dir() || is_kept { within } else { from.to_owned() };
    let is_same = options.out.as_deref().is_some_and(|out| path.parent().is_some_and(|from| is_one_folder(from, out)));
    if is_same && !options.study.is_resumed() {
        return Err(CliError::Input(
            "--again: the comparison to be repeated must not be overwritten; give another --out".to_owned(),
        ));
    }
    let unreadable = |reason| CliError::from(ManifestError::Unreadable { path: path.clone(), reason });
    let text = match library.text_kept(&path.to_string_lossy()) {
        Some(text) => text.to_owned(),
        None => std::fs::read_to_string(&path).map_err(unreadable)?,
    };
    let manifest = ComparisonManifest::parse(&path, &text)?;
    if !is_kept {
        check_outputs(&manifest, &path)?;
    }
    let rulebook = manifest.base.rulebook.clone();
    let unknown = || CliError::Input(format!("{}: no rulebook \"{rulebook}\"", path.display()));
    let before = Before { manifest: &manifest, path: &path, text: &text };
    let task = Again { options, before, out };
    catalog::with(&rulebook, task).ok_or_else(unknown)?
}

/// Refuses a manifest beside tables that are not its own: one of them is of another comparison.
fn check_outputs(manifest: &ComparisonManifest, path: &Path) -> Result<(), CliError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let others = Output::damaged(&manifest.outputs, folder).into_iter().map(|name| folder.join(name));
    match others.into_iter().find(|other| other.exists()) {
        Some(other) => Err(CliError::Input(format!(
            "{}: it does not match {}: one of them is damaged or belongs to another comparison",
            other.display(),
            path.display()
        ))),
        None => Ok(()),
    }
}

struct Again<'a> {
    options: &'a Options,
    before: Before<'a>,
    out: &'a mut dyn Write,
}

impl Task for Again<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let Again { options, before, out } = self;
        let Before { manifest, path, .. } = before;
        let foreign = |why: String| RunError::Foreign { folder: path.to_path_buf(), why };
        if manifest.signature != signature::<R>() {
            return Err(foreign("it was written by another engine, which plays differently".to_owned()).into());
        }
        let changed = |paths: Vec<String>| {
            foreign(format!("files built into the program have changed since: {}", paths.join(", ")))
        };
        let library = crate::data::manifest::library_of(&manifest.inputs, path).map_err(changed)?;
        let thing = Thing::named(&manifest.changed)
            .ok_or_else(|| foreign(format!("no comparison changes \"{}\"", manifest.changed)))?;
        // The plan contains listed pairings, so that their file is not needed again.
        let variants: Vec<Request> = manifest.variants.iter().map(Request::of).collect();
        let base = Request::of(&manifest.base);
        let plans = Plans::load::<R>(&library, thing, (&base, &variants), None, manifest.events)?;
        plans.play::<R>(&library, options, Some(before), out)
    }
}

/// Whether two paths lead to the same folder.
fn is_one_folder(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// The error of results that differ.
pub(super) fn not_the_same(before: &ComparisonManifest, path: &Path) -> CliError {
    let why =
        if before.base.repeatable { "" } else { ": it is not repeatable, because of a clock or an external program" };
    CliError::Input(format!("the results differ from those in {}{why}", path.display()))
}

//! The files that a result depends on, by path and hash, for the manifest of a run. The manifest also contains the text
//! of each file that is not built into the program, so that the manifest alone is enough to repeat the run.

use super::message::DataError;
use super::source::Source;
use super::whole::hash_of_bytes;
use super::{Kind, Layers, Library};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf, absolute};

/// A file that a result depends on.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The displayed path; the same for a file on disk and its built-in copy.
    pub path: String,
    /// The BLAKE3 hash of the file's bytes, in hexadecimal.
    pub blake3: String,
    /// The text, where it differs from that of the file built into the program under this path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl Input {
    fn new(path: &str, text: &str) -> Input {
        let kept = (Library::text_built_in(path) != Some(text)).then(|| text.to_owned());
        Input { path: path.to_owned(), blake3: hash_of_bytes(text.as_bytes()), text: kept }
    }
}

/// The library of the files of a manifest as they were; `from` is the manifest or a folder that holds it.
///
/// # Errors
/// The paths of built-in files that have changed since.
pub fn library_of(inputs: &[Input], from: &Path) -> Result<Library, Vec<String>> {
    let now = |input: &Input| {
        let text = input.text.as_deref().or_else(|| Library::text_built_in(&input.path)).unwrap_or_default();
        hash_of_bytes(text.as_bytes())
    };
    let changed: Vec<String> =
        inputs.iter().filter(|input| now(input) != input.blake3).map(|input| input.path.clone()).collect();
    let kept = inputs.iter().filter_map(|input| Some((input.path.clone(), input.text.clone()?)));
    if !changed.is_empty() {
        return Err(changed);
    }
    Ok(Library::keeping(kept.collect()).at_home(home_of(inputs, from)))
}

/// The folder in which a run was begun: of those above its results, the nearest that still has the most of its own
/// files. Programs are no part of a manifest, and are started from where their bot file lies.
fn home_of(inputs: &[Input], from: &Path) -> Option<PathBuf> {
    let from = absolute(from).ok()?;
    let own = || inputs.iter().filter(|input| input.text.is_some());
    let files_in = |folder: &Path| own().filter(|input| folder.join(&input.path).is_file()).count();
    let mut folders: Vec<(usize, &Path)> = from.ancestors().map(|folder| (files_in(folder), folder)).collect();
    folders.retain(|(files, _)| *files > 0);
    // The last of several maxima: the nearest.
    folders.into_iter().rev().max_by_key(|(files, _)| *files).map(|(_, folder)| folder.to_path_buf())
}

/// The paths of files below a folder that have changed since these were read. A resumed run uses the files it began
/// with.
pub fn changed_since<'a>(inputs: &'a [Input], root: &Path) -> Vec<&'a str> {
    let is_other =
        |input: &&Input| std::fs::read(root.join(&input.path)).is_ok_and(|bytes| hash_of_bytes(&bytes) != input.blake3);
    inputs.iter().filter(is_other).map(|input| input.path.as_str()).collect()
}

/// A file and the files that it extends.
///
/// # Errors
/// As [`Layers::of`], if a base cannot be found.
pub fn with_bases(source: &Source) -> Result<Vec<Source>, DataError> {
    match source.kind() {
        Kind::Rules | Kind::Bot | Kind::Army => Ok(Layers::of(source)?.files().to_vec()),
        _ => Ok(vec![source.clone()]),
    }
}

/// The files that a run has read, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs(BTreeMap<String, Input>);

impl Inputs {
    /// No files yet.
    pub fn new() -> Inputs {
        Inputs::default()
    }

    /// Adds a file and its bases.
    ///
    /// # Errors
    /// As [`with_bases`].
    pub fn add(&mut self, source: &Source) -> Result<(), DataError> {
        with_bases(source)?.iter().for_each(|file| self.add_text(file.path(), file.text()));
        Ok(())
    }

    /// Adds any other text that a result depends on, such as a script.
    pub fn add_text(&mut self, path: &str, text: &str) {
        self.0.insert(path.to_owned(), Input::new(path, text));
    }

    /// Adds the files that another run has read.
    pub fn merge(&mut self, other: Inputs) {
        self.0.extend(other.0);
    }

    /// The files in the order of their paths.
    pub fn files(&self) -> Vec<Input> {
        self.0.values().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_listed_once_by_path_with_the_hash_of_their_bytes() {
        let mut inputs = Inputs::new();
        inputs.add_text("b.toml", "");
        inputs.add_text("a.toml", "x = 1\n");
        inputs.add_text("b.toml", "");
        let files = inputs.files();
        assert_eq!(files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["a.toml", "b.toml"]);
        let empty = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";
        assert_eq!(files[1].blake3, empty);
    }

    #[test]
    fn files_that_have_changed_since_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let mut inputs = Inputs::new();
        for name in ["same.toml", "changed.toml", "gone.toml"] {
            inputs.add_text(name, "x = 1\n");
        }
        std::fs::write(folder.path().join("same.toml"), "x = 1\n").unwrap();
        std::fs::write(folder.path().join("changed.toml"), "x = 2\n").unwrap();
        assert_eq!(changed_since(&inputs.files(), folder.path()), ["changed.toml"]);
    }

    #[test]
    fn rules_and_armies_bring_their_base_along() {
        let library = Library::built_in();
        for (kind, base, path) in
            [(Kind::Rules, "jomini-v2", "rules/jomini-v2.toml"), (Kind::Army, "gauls", "armies/en-avant/gauls.toml")]
        {
            let source = Source::new(&library, kind, "mine.toml", format!("extends = \"{base}\""));
            let mut inputs = Inputs::new();
            inputs.add(&source).unwrap();
            let mut paths: Vec<String> = inputs.files().into_iter().map(|file| file.path).collect();
            paths.sort();
            let mut expected = ["mine.toml".to_owned(), path.to_owned()];
            expected.sort();
            assert_eq!(paths, expected);
        }
    }

    #[test]
    fn a_manifest_holds_the_texts_that_the_program_does_not() {
        let mut inputs = Inputs::new();
        inputs.add_text("rules/mine.toml", "extends = \"toy\"\n");
        inputs.add_text("rules/toy.toml", Library::text_built_in("rules/toy.toml").unwrap());
        let mut files = inputs.files();
        assert_eq!(files.iter().map(|file| file.text.is_some()).collect::<Vec<_>>(), [true, false]);
        let source = library_of(&files, Path::new("")).unwrap().find(Kind::Rules, "mine").unwrap();
        assert_eq!((source.path(), source.text()), ("rules/mine.toml", "extends = \"toy\"\n"));
        files[1].blake3 = files[0].blake3.clone();
        assert_eq!(library_of(&files, Path::new("")), Err(vec!["rules/toy.toml".to_owned()]));
    }
}

//! The pages of `docs/`, which screens and messages name, to be read without a copy of the sources.
//!
//! They are built into the program and not into the library: the library would be compiled again for every word that
//! is changed in a page.

use include_dir::{Dir, DirEntry};
use std::sync::OnceLock;

/// A text with its path.
pub type Text = (&'static str, &'static str);

static PAGES: OnceLock<(&'static Dir<'static>, &'static [Text])> = OnceLock::new();

/// The folder of the pages in paths.
const FOLDER: &str = "docs";

/// Provides the pages and the texts beside their folder, once, before a command is run.
pub fn provide(pages: &'static Dir<'static>, beside: &'static [Text]) {
    PAGES.get_or_init(|| (pages, beside));
}

/// The texts beside the folder of the pages: the README, the changes, the licences.
fn beside() -> impl Iterator<Item = Page> {
    let texts = PAGES.get().map_or(&[][..], |(_, beside)| beside);
    texts.iter().map(|(path, text)| Page { path: (*path).to_owned(), text })
}

/// A page, or another text that belongs to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page {
    /// Its path: `docs/statistics.md`.
    pub path: String,
    /// Its text.
    pub text: &'static str,
}

impl Page {
    /// Its heading; empty for a text without one.
    pub fn title(&self) -> &'static str {
        self.text.lines().find_map(|line| line.strip_prefix("# ")).filter(|_| self.path.ends_with(".md")).unwrap_or("")
    }

    /// Its name: the path without folder and ending.
    pub fn name(&self) -> &str {
        let file = self.path.rsplit('/').next().unwrap_or(&self.path);
        file.rsplit_once('.').map_or(file, |(name, _)| name)
    }
}

/// All pages by path, those of the folder itself first.
pub(super) fn all() -> Vec<Page> {
    let mut pages = Vec::new();
    if let Some((folder, _)) = PAGES.get() {
        add(folder, &mut pages);
    }
    let depth = |page: &Page| page.path.matches('/').count();
    pages.sort_by(|one, other| (depth(one), &one.path).cmp(&(depth(other), &other.path)));
    pages
}

fn add(folder: &'static Dir<'static>, pages: &mut Vec<Page>) {
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(inner) => add(inner, pages),
            // Pictures are no texts.
            DirEntry::File(file) => pages.extend(file.contents_utf8().map(|text| {
                let path = file.path().to_string_lossy().replace('\\', "/");
                Page { path: format!("{FOLDER}/{path}"), text }
            })),
        }
    }
}

/// The pages of the folder of this name, such as `tutorials`, with or without the folder of all pages before it.
pub(super) fn of_folder(name: &str) -> Vec<Page> {
    let name = name.trim_end_matches('/');
    let within = name.strip_prefix(FOLDER).and_then(|rest| rest.strip_prefix('/')).unwrap_or(name);
    let folder = format!("{FOLDER}/{within}/");
    all().into_iter().filter(|page| page.path.starts_with(&folder)).collect()
}

/// The page of a path, with or without folder, ending and the heading that it leads to, or else the first of this name.
pub(super) fn find(name: &str) -> Option<Page> {
    let wanted = name.split('#').next().unwrap_or(name);
    let within = wanted.strip_prefix(FOLDER).and_then(|rest| rest.strip_prefix('/')).unwrap_or(wanted);
    let paths = [format!("{FOLDER}/{within}"), format!("{FOLDER}/{within}.md")];
    if let Some(page) = beside().find(|page| page.path.eq_ignore_ascii_case(wanted)) {
        return Some(page);
    }
    let pages = all();
    let found = pages.iter().find(|page| paths.contains(&page.path));
    found.or_else(|| pages.iter().find(|page| page.name() == wanted)).cloned()
}

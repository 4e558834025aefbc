//! The way from a folder to a path.

use std::path::{Component, Path, PathBuf, absolute};

/// The way from a folder to a path, each from the current folder: empty where they are the same. `None` where there is
/// no current folder.
pub fn way(path: &Path, folder: &Path) -> Option<PathBuf> {
    let whole = |path: &Path| absolute(if path.as_os_str().is_empty() { Path::new(".") } else { path }).ok();
    Some(relative(&normal(&whole(path)?), &normal(&whole(folder)?)))
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    parts
}

fn relative(path: &Path, folder: &Path) -> PathBuf {
    let common = path.components().zip(folder.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    up.chain(path.components().skip(common)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_leads_up_to_the_common_folder_and_down_again() {
        let way = |path: &str, folder: &str| way(Path::new(path), Path::new(folder)).unwrap();
        assert_eq!(way("/results/new", "/results/old"), Path::new("../new"));
        assert_eq!(way("/results/./new/../old", "/results/old"), Path::new(""));
        assert_eq!(way("/results/old/page.html", "/results/old"), Path::new("page.html"));
        assert_eq!(way("results/page.html", ""), Path::new("results/page.html"));
    }

    #[test]
    fn the_way_from_a_folder_leads_up_and_down() {
        let way = |path: &str, folder: &str| relative(Path::new(path), Path::new(folder));
        assert_eq!(way("/a/b/c.toml", "/a/b"), Path::new("c.toml"));
        assert_eq!(way("/a/c.toml", "/a/b/d"), Path::new("../../c.toml"));
        assert_eq!(way("/a/b/c", "/a/d"), Path::new("../b/c"));
        assert_eq!(normal(Path::new("/a/./b/../c")), Path::new("/a/c"));
    }
}

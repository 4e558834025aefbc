//! The way from a folder to a path.

use std::path::{Component, Path, PathBuf};

/// A path without `.` and `..`.
pub fn normal(path: &Path) -> PathBuf {
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

/// The way from a folder to a path, both absolute and [`normal`]: empty where they are the same.
pub fn relative(path: &Path, folder: &Path) -> PathBuf {
    let common = path.components().zip(folder.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    up.chain(path.components().skip(common)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_leads_up_to_the_common_folder_and_down_again() {
        let way = |path: &str, folder: &str| relative(&normal(Path::new(path)), &normal(Path::new(folder)));
        assert_eq!(way("/results/new", "/results/old"), Path::new("../new"));
        assert_eq!(way("/results/./new/../old", "/results/old"), Path::new(""));
        assert_eq!(way("/results/old/page.html", "/results/old"), Path::new("page.html"));
    }
}

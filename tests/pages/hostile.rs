//! Names from files are text on a page, whatever they contain.

use super::folders::{prepare, write};
use super::{done, page};
use std::fs;

/// Names that would do harm if they were not escaped, isolated and broken.
pub const NAMES: [&str; 4] = [
    "<script>document.title='caught'</script>",
    "\"><img src=x onerror=\"document.title='caught'\">",
    "\u{202e}\u{5d0}\u{5d1}\u{5d2} & `</style><!--",
    // Replaced by 300 letters.
    "W",
];

/// Replaces the names in all tables of a folder.
pub fn rename(folder: &std::path::Path) {
    let long = "W".repeat(300);
    let [script, image, foreign, _] = NAMES;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "csv") {
            continue;
        }
        let mut reader = csv::Reader::from_path(&path).unwrap();
        let header = reader.headers().unwrap().clone();
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        let mut writer = csv::Writer::from_path(&path).unwrap();
        writer.write_record(&header).unwrap();
        for row in rows {
            let renamed = row.iter().map(|cell| {
                cell.replace("greedy", script)
                    .replace("random", image)
                    .replace("hares", foreign)
                    .replace("tortoises", &long)
            });
            writer.write_record(renamed).unwrap();
        }
        writer.flush().unwrap();
    }
}

#[test]
fn hostile_names_are_text() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    for kind in ["tournament", "comparison", "probe", "metagame"] {
        let own = write(folder.path(), kind);
        rename(&own);
        done(folder.path(), &["report", kind]);
        let text = page(&own);
        // The page has one script, its own.
        assert_eq!(text.matches("<script").count(), 1, "{kind}");
        assert_eq!(text.matches("<style").count(), 1, "{kind}");
        for tag in ["<!--", "onerror=\"d"] {
            assert!(!text.contains(tag), "{kind} has {tag}");
        }
        // It has no image but its maps, which are in it.
        let maps = text.split("<img").skip(1).filter(|image| image.contains("src=\"data:image/svg+xml,"));
        assert_eq!(text.matches("<img").count(), maps.clone().count(), "{kind}");
        assert!(maps.into_iter().all(|image| image.starts_with(" alt=\"The map of ")), "{kind}");
        assert!(text.contains("Not as they were written"), "{kind}: the tables are not those of the manifest");
        assert!(text.contains(&"W".repeat(300)) || kind == "probe" || kind == "comparison", "{kind}");
        // Text that is written from right to left does not reach beyond its name.
        for at in text.match_indices('\u{202e}').map(|(at, _)| at) {
            let before = &text[..at];
            let isolates = before.rfind("<bdi>").max(before.rfind('\u{2068}')).unwrap_or(0);
            let closed = before.rfind("</bdi>").max(before.rfind('\u{2069}')).unwrap_or(0);
            assert!(isolates > closed, "{kind}: {:?}", before.chars().rev().take(60).collect::<String>());
        }
        assert!(text.len() < 1_000_000, "{kind}");
    }
}

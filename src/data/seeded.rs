//! Generated scenarios with another seed than that of their file: `chance-field@7`, and `chance-field@1..20` for twenty
//! of them.

/// The maximum number of scenarios that one name expands to.
const MOST: u64 = 10_000;

/// The name of the file and the seed in a name.
pub fn split(name: &str) -> Option<(&str, u64)> {
    let (base, seed) = name.strip_suffix(".toml").unwrap_or(name).rsplit_once('@')?;
    seed.parse().ok().filter(|_| !base.is_empty()).map(|seed| (base, seed))
}

/// The names that a name expands to: itself, or one for each seed of a range.
pub fn expand(name: &str) -> Vec<String> {
    let range = name.rsplit_once('@').and_then(|(base, seeds)| {
        let (first, last) = seeds.split_once("..")?;
        let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        (first <= last && last - first < MOST).then(|| (first..=last).map(|seed| format!("{base}@{seed}")).collect())
    });
    range.unwrap_or_else(|| vec![name.to_owned()])
}

/// The path of a scenario with another seed.
pub fn path(path: &str, seed: u64) -> String {
    format!("{}@{seed}.toml", path.strip_suffix(".toml").unwrap_or(path))
}

/// The text of a scenario with another seed of its generator; `None` if it has none.
pub fn reseed(text: &str, seed: u64) -> Option<String> {
    let (mut within, mut found) = (false, false);
    let lines = text.split_inclusive('\n').map(|line| {
        let bare = line.trim();
        if bare.starts_with('[') {
            within = bare.split('#').next().is_some_and(|head| head.trim() == "[generator]");
        }
        let is_seed = within && bare.split_once('=').is_some_and(|(key, _)| key.trim() == "seed");
        found |= is_seed;
        if is_seed { format!("seed = {seed}\n") } else { line.to_owned() }
    });
    let text = lines.collect();
    found.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hold_a_seed_or_a_range() {
        assert_eq!(split("chance-field@7"), Some(("chance-field", 7)));
        assert_eq!(split("scenarios/jomini/chance-field@7.toml"), Some(("scenarios/jomini/chance-field", 7)));
        assert_eq!([split("plain"), split("a@b"), split("@3")], [None; 3]);
        assert_eq!(expand("f@9..11"), ["f@9", "f@10", "f@11"]);
        assert_eq!(expand("f@11..9"), ["f@11..9"]);
        assert_eq!(path("scenarios/jomini/f.toml", 3), "scenarios/jomini/f@3.toml");
    }

    #[test]
    fn only_the_seed_of_the_generator_changes() {
        let text = "seed = 1\n[generator]  # drawn\nseed = 2 # two\nrows = 3\n[other]\nseed = 4\n";
        assert_eq!(reseed(text, 9).unwrap(), "seed = 1\n[generator]  # drawn\nseed = 9\nrows = 3\n[other]\nseed = 4\n");
        assert_eq!(reseed("seed = 1\n", 9), None);
    }
}

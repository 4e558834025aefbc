use super::features;
use super::numbers::{NAMED, SHIPPED};
use crate::data::{Kind, Library};

#[test]
fn the_shipped_weights_are_those_of_the_greedy_bot() {
    let source = Library::built_in().find(Kind::Bot, "greedy").expect("the shipped bot");
    let table: toml::Table = source.text().parse().expect("a sound bot file");
    let weights = |part: &str| table["en_avant"][part].as_table().expect("a section").clone();
    let appraisal = weights("appraisal");
    assert_eq!(appraisal.len(), NAMED.len());
    for (named, shipped) in NAMED.iter().zip(SHIPPED) {
        assert_eq!(appraisal[named.name].as_float().expect("a weight") as f32, shipped, "{}", named.name);
    }
    let features: Vec<&str> = features::NAMED.iter().map(|named| named.name).collect();
    let named: Vec<String> = weights("features").keys().cloned().collect();
    assert!(features.iter().all(|name| named.iter().any(|it| it == name)) && named.len() == features.len());
}

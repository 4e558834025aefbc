use super::features;
use super::numbers::{COUNT, NAMED, SHIPPED, action_weights};
use crate::data::{Kind, Library};
use crate::game::Weights;

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

#[test]
fn weights_of_the_wrong_number_are_an_error() {
    let of = |count| action_weights(&Weights { appraisal: vec![0.5; count], features: vec![] });
    assert_eq!(of(COUNT), Ok([0.5; COUNT]));
    let error = of(COUNT - 1).expect_err("one weight is missing");
    assert_eq!(error.to_string(), format!("an action of En Avant has {COUNT} weights, not {}", COUNT - 1));
    assert_eq!(of(0), Ok(SHIPPED), "a caller without weights gets those of the shipped bot");
}

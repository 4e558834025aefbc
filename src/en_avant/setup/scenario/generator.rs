//! Random tables from a stated seed, by each method of the text: who chooses the pieces, who places them, and where.
//!
//! Rules E3.22, E4.5, E4.7, E4.8, E4.9, E4.10 with EI-15, EI-24, EI-25. The same seed gives the same table on every
//! machine. The shapes of single pieces are in `generator/shapes.rs`, the choice of edges in `turn/deployment.rs`.
//!
//! ```toml
//! [generator]
//! seed = 7
//! method = "alternate"
//! kinds = { wood = 3, gentle_hill = 2, river = 1 }
//! ```

mod shapes;

use self::shapes::Site;
use crate::data::{Fault, Mark, PathStep};
use crate::en_avant::rules::{Rules, TerrainKind, TerrainMethod};
use crate::en_avant::table::geometry::Length;
use crate::en_avant::table::ground::{MOST_PIECES, Piece};
use crate::game::rng::{Key, Stream};
use crate::game::{BySide, Side};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Attempts to find room for a piece before the player takes another one.
const ATTEMPTS: u32 = 60;
/// Further pieces that a player tries if there is no room for the first.
const OTHER_KINDS: u32 = 8;

crate::data::schema::rule_choice! {
    /// Who begins with the terrain (E4.7).
    pub enum Begins {
        /// Chance decides.
        Chance = "chance",
        /// The side of the higher combativity; chance decides between equals.
        HigherCombativity = "higher_combativity",
        /// Red.
        Red = "red",
        /// Blue.
        Blue = "blue",
    }
}

/// The settings of the generator in a scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneratorFile {
    seed: u64,
    /// The method; by default that of the rules.
    method: Option<TerrainMethod>,
    /// The player who begins.
    #[serde(default = "chance")]
    begins: Begins,
    /// The number of pieces (on each half, where each lays one); by default that of a die.
    pieces: Option<u8>,
    /// The relative frequency of each kind.
    #[serde(default = "usual_kinds")]
    kinds: BTreeMap<String, u8>,
}

fn chance() -> Begins {
    Begins::Chance
}

fn usual_kinds() -> BTreeMap<String, u8> {
    use TerrainKind::*;
    let kinds = [
        (Wood, 3),
        (TallCropsOrScrub, 3),
        (PloughedOrMud, 3),
        (GentleHill, 3),
        (BuiltUp, 2),
        (HedgeWallPalisade, 2),
        (Road, 1),
        (River, 1),
        (Marsh, 1),
        (Rocks, 1),
        (SteepHill, 1),
        (DitchTrench, 1),
        (Lake, 1),
    ];
    kinds.map(|(kind, share)| (kind.name().to_owned(), share)).into()
}

/// The part of the table on which a player lays his pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TablePart {
    /// Anywhere.
    Whole,
    /// On the half of this side's edge.
    Half(Side),
}

impl GeneratorFile {
    /// Faults of the settings of the file.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let names: Vec<&str> = TerrainKind::NAMES.iter().copied().filter(|name| *name != "plain").collect();
        for name in self.kinds.keys() {
            let path = vec![PathStep::key("generator"), PathStep::key("kinds"), PathStep::key(name)];
            let problem = match TerrainKind::from_name(name) {
                None => {
                    faults.push(Fault::new(path, Mark::Key, format!("unknown terrain \"{name}\"")).near(&names));
                    continue;
                }
                Some(TerrainKind::Plain) => "a plain is what lies where no piece does",
                Some(TerrainKind::Ford) => "fords come with rivers (EI-15)",
                Some(TerrainKind::LargeRiver) => "a large river would part the armies (E3.8)",
                Some(_) => continue,
            };
            faults.push(Fault::new(path, Mark::Key, problem));
        }
        if self.kinds.values().all(|share| *share == 0) {
            faults.push(Fault::at("generator.kinds", "no kind of terrain is ever taken"));
        }
        if self.pieces.is_some_and(|pieces| pieces > 12) {
            faults.push(Fault::at("generator.pieces", "too many pieces").expected("at most 12"));
        }
        faults
    }

    /// The method by which the table is laid.
    pub fn method(&self, rules: &Rules) -> TerrainMethod {
        self.method.unwrap_or(rules.terrain_method)
    }

    fn stream(&self, name: &str) -> Stream {
        Key::new(self.seed).with_name(name).stream()
    }

    /// Who begins with the terrain (E4.7).
    fn beginner(&self, combativity: BySide<u8>) -> Side {
        let by_chance = Side::from_index(self.stream("who begins").below(2) as usize);
        match self.begins {
            Begins::Red => Side::Red,
            Begins::Blue => Side::Blue,
            Begins::HigherCombativity if combativity.red != combativity.blue => {
                if combativity.red > combativity.blue {
                    Side::Red
                } else {
                    Side::Blue
                }
            }
            Begins::Chance | Begins::HigherCombativity => by_chance,
        }
    }

    /// The side that alone has placed the pieces: where both share the work the one that does not begin (E4.7); in
    /// place and edit the one that begins (E4.9).
    pub fn placer(&self, rules: &Rules, combativity: BySide<u8>) -> Option<Side> {
        match self.method(rules) {
            TerrainMethod::ChooseAndPlace => Some(self.beginner(combativity).other()),
            TerrainMethod::PlaceAndEdit => Some(self.beginner(combativity)),
            TerrainMethod::Alternate | TerrainMethod::HalfTableD6 | TerrainMethod::AgreedSymmetric => None,
        }
    }

    /// The random pieces, besides those that the file draws.
    pub fn pieces(&self, rules: &Rules, half: (Length, Length), fixed: &[Piece]) -> Vec<Piece> {
        let mut kinds = self.stream("kinds");
        let mut site = Site::new(rules, half, fixed.to_vec(), self.stream("places"));
        let number = |kinds: &mut Stream| {
            let rolled = || 1 + kinds.below(rules.terrain_pieces_per_half.into()) as u8;
            self.pieces.unwrap_or_else(rolled)
        };
        match self.method(rules) {
            // E4.7: the pieces are chosen before the first of them is placed.
            TerrainMethod::ChooseAndPlace => {
                let chosen: Vec<TerrainKind> = (0..number(&mut kinds)).map(|_| self.kind(&mut kinds)).collect();
                for kind in chosen {
                    site.lay(kind, TablePart::Whole, ATTEMPTS);
                }
            }
            // E4.8: one piece each in turn, anywhere.
            TerrainMethod::Alternate => {
                (0..number(&mut kinds)).for_each(|_| self.take(&mut site, &mut kinds, TablePart::Whole))
            }
            // E4.9: the other player may add a piece, remove one, or leave the table as it is.
            TerrainMethod::PlaceAndEdit => {
                (0..number(&mut kinds)).for_each(|_| self.take(&mut site, &mut kinds, TablePart::Whole));
                match kinds.below(3) {
                    0 => self.take(&mut site, &mut kinds, TablePart::Whole),
                    1 => site.take_away(),
                    _ => {}
                }
            }
            // E4.10: a die for each half.
            TerrainMethod::HalfTableD6 => {
                for side in Side::BOTH {
                    (0..number(&mut kinds)).for_each(|_| self.take(&mut site, &mut kinds, TablePart::Half(side)));
                }
            }
            // E4.5: each piece has its image.
            TerrainMethod::AgreedSymmetric => {
                site.mirror();
                (0..number(&mut kinds)).for_each(|_| self.take(&mut site, &mut kinds, TablePart::Half(Side::Red)));
                site.reflect();
            }
        }
        site.laid()
    }

    /// A random kind, by relative frequency.
    fn kind(&self, stream: &mut Stream) -> TerrainKind {
        let all: u32 = self.kinds.values().map(|share| u32::from(*share)).sum();
        let mut drawn = stream.below(all.max(1));
        for (name, share) in &self.kinds {
            match drawn.checked_sub(u32::from(*share)) {
                Some(left) => drawn = left,
                None => return TerrainKind::from_name(name).expect("names were checked"),
            }
        }
        unreachable!("the shares sum to their total")
    }

    /// A player chooses a piece and lays it; if there is no room for it, another.
    fn take(&self, site: &mut Site, kinds: &mut Stream, part: TablePart) {
        if site.count() + shapes::MOST_PARTS > MOST_PIECES / 2 {
            return;
        }
        let _ = (0..OTHER_KINDS).any(|_| site.lay(self.kind(kinds), part, ATTEMPTS));
    }
}

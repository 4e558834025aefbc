//! What a scenario gives both sides alike, and the scenario with the sides exchanged (JA1.2, JA1.4).

use super::{Reinforcement, Scenario, Terms, Zones, off_table};
use crate::game::{BySide, Side};
use crate::jomini::map::hex::HexId;
use crate::jomini::state::battle::Objective;
use crate::jomini::state::off_table::Exit;

impl Scenario {
    /// The reason why the scenario is not symmetric; `None` if it is.
    pub fn asymmetry(&self) -> Option<String> {
        if !self.map.is_symmetric() {
            let exchanged = self.map.exchanged();
            let differs = |hex: &HexId| self.map.ground[usize::from(*hex)] != exchanged.ground[usize::from(*hex)];
            return self.map.hexes().find(differs).map(|hex| {
                format!("hex {} differs from its image {}", self.map.place(hex), self.map.place(self.map.image(hex)))
            });
        }
        let image = |hexes: &[HexId]| {
            let mut hexes: Vec<HexId> = hexes.iter().map(|hex| self.map.image(*hex)).collect();
            hexes.sort_unstable();
            hexes
        };
        if let Zones::Drawn(zones) = &self.zones
            && image(&zones.red) != image(&image(&zones.blue))
        {
            return Some("the deployment zones differ".to_owned());
        }
        if let Some(problem) = off_table::asymmetry(&self.map, &self.reinforcements, &self.exits) {
            return Some(problem);
        }
        let terms = &self.terms;
        if self.winner_at_limit.is_some() {
            return Some("one side wins at the turn limit".to_owned());
        }
        let bare = |side: Side| Terms { army: None, ..terms[side].clone() };
        if bare(Side::Red) != bare(Side::Blue) {
            return Some("the two sides are granted different things".to_owned());
        }
        let sorted = |objective: &Objective| {
            let mut hexes = objective.hexes.clone();
            hexes.sort_unstable();
            (hexes, objective.points)
        };
        let has_image = |objective: &Objective| {
            let wanted = (image(&objective.hexes), objective.points.swapped());
            self.objectives.iter().any(|it| sorted(it) == wanted)
        };
        let lone = self.objectives.iter().find(|objective| !has_image(objective));
        lone.map(|objective| format!("the objective \"{}\" has no image", objective.name))
    }

    /// Whether edges and first player are undetermined: it places no pieces, includes no army and names no first player
    /// (JA1.2, JA1.4).
    pub fn leaves_choice_of_edges(&self) -> bool {
        self.placements.is_empty()
            && self.reinforcements.iter().all(Reinforcement::is_for_any_army)
            && self.first_player.is_none()
            && Side::BOTH.iter().all(|side| self.terms[*side].army.is_none())
    }

    /// The scenario with the sides exchanged: each has the edge, the zone, the objectives and the terms of the other
    /// (JA1.4).
    pub fn exchanged(&self) -> Scenario {
        let image = |hexes: &[HexId]| hexes.iter().map(|hex| self.map.image(*hex)).collect::<Vec<HexId>>();
        let zones = match &self.zones {
            Zones::Rows(rows) => Zones::Rows(*rows),
            Zones::Drawn(zones) => Zones::Drawn(BySide::new(image(&zones.blue), image(&zones.red))),
        };
        let objective =
            |it: &Objective| Objective { name: it.name.clone(), hexes: image(&it.hexes), points: it.points.swapped() };
        Scenario {
            map: self.map.exchanged(),
            zones,
            objectives: self.objectives.iter().map(objective).collect(),
            winner_at_limit: self.winner_at_limit.map(Side::other),
            terms: self.terms.clone().swapped(),
            reinforcements: self.reinforcements.iter().map(|it| it.exchanged(image(&it.entries))).collect(),
            exits: self
                .exits
                .iter()
                .map(|it| Exit { side: it.side.other(), hexes: image(&it.hexes), ..it.clone() })
                .collect(),
            ..self.clone()
        }
    }
}

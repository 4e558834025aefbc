//! What is derived from the counts of a run, and the tables that show it.

use super::files;
use super::tallies::Tallies;
use crate::balance::strength::{field_rate, first_move};
use crate::balance::{
    Allocation, NoStrength, RankedKind, Ranking, Sequential, SequentialVerdict, Shape, Strengths, over_rungs, rankings,
};
use crate::report::manifest::Output;
use crate::report::{
    Folder, Manifest, Results, RunInfo, allocation, luck, metagame, page, quality, ratings, sequential, shape,
    strength, superiority, tables,
};
use crate::tournament::Plan;
use std::io;

/// Results derived from a run's counters beyond its tables.
pub struct Findings {
    /// Bots, armies under each bot, and entrants, each on a scale of its own.
    pub rankings: Vec<Ranking>,
    /// The structures of those fields that are large enough.
    pub shapes: Vec<Shape>,
    /// The result of a stopping rule.
    pub sequential: Option<SequentialVerdict>,
    /// The result of adaptive allocation.
    pub allocation: Option<Allocation>,
    /// First move and army lists by the strength of the player, where the bots of the plan have ratings.
    pub strength: Option<Result<Strengths, NoStrength>>,
}

impl Findings {
    /// The ranking of bots; `None` where no two bots have played each other.
    pub fn bots(&self) -> Option<&Ranking> {
        self.rankings.iter().find(|ranking| ranking.of == RankedKind::Bots)
    }

    /// First move and army lists by the strength of the player, for the screen; empty without ratings.
    pub fn rendered_strength(&self, plan: &Plan) -> String {
        match &self.strength {
            Some(Ok(found)) => strength::render(&strength::Measures::of_run(plan, found)),
            Some(Err(why)) => strength::render_none(*why),
            None => String::new(),
        }
    }

    /// The rankings that have a shape, with it.
    pub fn shaped(&self) -> Vec<(&Ranking, &Shape)> {
        let ranking = |shape: &Shape| {
            self.rankings.iter().find(|ranking| (ranking.of, &ranking.led_by) == (shape.of, &shape.led_by))
        };
        self.shapes.iter().filter_map(|shape| Some((ranking(shape)?, shape))).collect()
    }
}

/// Writes all tables, the counts, the manifest, and last the page of all these; returns the results that are not in the
/// tables.
pub(super) fn write_tables(
    folder: &Folder,
    results: Results<'_>,
    tallies: &Tallies,
    manifest: Manifest,
    games_csv: Option<Output>,
) -> io::Result<Findings> {
    tables::write(folder, results)?;
    quality::write(folder, results)?;
    let Results { plan, standings, schedule, .. } = results;
    if plan.luck.is_some() {
        luck::write(folder, results)?;
    }
    let rule = plan.stop.and_then(|rule| Sequential::new(rule, schedule).ok());
    let sequential = rule.and_then(|rule| rule.verdict(plan, standings));
    if let Some(verdict) = &sequential {
        sequential::write(folder, verdict)?;
    }
    let allocated = Allocation::of(plan, tallies.legs.len(), standings);
    if let Some(allocated) = &allocated {
        allocation::write(folder, allocated)?;
    }
    let rankings = rankings(plan, standings);
    let shapes: Vec<Shape> = rankings.iter().filter_map(|ranking| Shape::of(ranking, plan.seed)).collect();
    ratings::write(folder, rankings.iter().map(|ranking| (plan.rulebook.as_str(), ranking)))?;
    superiority::write(folder, &rankings)?;
    let strength = plan.ratings.as_ref().map(|ratings| {
        let measures = first_move(plan, standings).into_iter().chain(field_rate(plan, standings));
        over_rungs(&strength::abscissas(ratings), measures.collect())
    });
    if let Some(Ok(found)) = &strength {
        strength::write(folder, &[strength::Measures::of_run(plan, found)])?;
    }
    let findings = Findings { rankings, shapes, sequential, allocation: allocated, strength };
    shape::write(folder, &findings.shaped())?;
    metagame::write(folder, results, &findings.shaped())?;
    folder.write(Tallies::NAME, &tallies.to_json())?;
    let names = files().filter(|name| ![Manifest::NAME, RunInfo::NAME, page::NAME].contains(name));
    let outputs = Output::of(folder.path(), names, games_csv)?;
    let manifest = Manifest { shards: tallies.shards(), ..manifest.after(standings, outputs) };
    folder.write(Manifest::NAME, &manifest.to_toml())?;
    page::complete(folder)?;
    Ok(findings)
}

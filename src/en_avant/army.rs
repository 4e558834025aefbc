//! Army lists: the lines of a file with the options that are taken, and the units that they make.
//!
//! Rules E1.12, E2.31, E2.32, E2.37, E13.11, E13.13, E13.14, E13.15, E13.16, E13.17, E13.18, E13.19, E13.20, E13.21 with EI-7, EI-8, EI-31, EI-97, EI-98, EI-99, EI-100. What the units of later
//! periods are made of stands in `army/regiment.rs`; points follow from the rules (`troop.rs`). The points that a file states are those of the rules as published.

mod dba;
mod regiment;

use self::regiment::{Nation, RegimentLine};
use super::rules::{Quality, Rules, Weapon};
use super::setup::{Force, Muster};
use super::state::UNITS_A_SIDE;
use super::troop::{Arm, Period, Troop, Weight};
use crate::data::{DataError, Fault, Kind, Mark, Source, Step};
use serde::Deserialize;

/// Most bases of one unit.
pub const MOST_BASES: u8 = 24;

/// Bases of one troop: a line of an army list (E13.18).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What the bases are called.
    pub name: String,
    /// What they are.
    pub troop: Troop,
    /// How many.
    pub bases: u8,
    /// How many of them each unit has, where the file divides them (E2.37).
    pub units: Vec<u8>,
    /// Whether they are cavalry that can dismount (E14.27).
    pub dismounts: bool,
    /// The sort of unit whose budget they have (E13.21), if any.
    pub budget: Option<regiment::Regiment>,
}

/// An army list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// Its short name: that of the file.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// Its period (E13.13).
    pub period: Period,
    /// Its theatre (E13.20).
    pub theatre: String,
    /// The lists of its historical opponents (E13.20, table T12).
    pub opponents: Vec<String>,
    /// Its combativity at the start, if it states one (E13.15).
    pub combativity: Option<u8>,
    /// Its lines, with the options that are taken.
    pub lines: Vec<Line>,
    /// The options that are taken.
    pub taken: Vec<String>,
    /// Whether half of it follows its list and the rest is free (E13.17).
    pub half_is_free: bool,
    /// All options that the list has.
    pub options: Vec<String>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyFile {
    extends: Option<String>,
    name: Option<String>,
    period: Option<Period>,
    theatre: Option<String>,
    nation: Option<Nation>,
    #[serde(default)]
    opponents: Vec<String>,
    combativity: Option<u8>,
    points: Option<u32>,
    budget: Option<u32>,
    #[serde(default)]
    take: Vec<String>,
    /// How many times the list is taken (E13.16).
    times: Option<u8>,
    /// What stays of the list where the rest of the army is free (E13.17).
    #[serde(default)]
    keep: Vec<Removal>,
    #[serde(default)]
    troop: Vec<TroopLine>,
    #[serde(default)]
    regiment: Vec<RegimentLine>,
    #[serde(default)]
    option: Vec<OptionFile>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct TroopLine {
    name: String,
    arm: Arm,
    quality: Option<Quality>,
    #[serde(default = "standard")]
    weight: Weight,
    weapon: Option<Weapon>,
    dba: Option<dba::Element>,
    #[serde(default)]
    multirank: bool,
    bases: u8,
    #[serde(default)]
    units: Vec<u8>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionFile {
    name: String,
    points: Option<u32>,
    #[serde(default)]
    excludes: Vec<String>,
    #[serde(default)]
    remove: Vec<Removal>,
    #[serde(default)]
    add: Vec<TroopLine>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Removal {
    name: String,
    bases: u8,
}

/// The lines of an army of which one half follows its list and the rest is free (E13.17): what is kept, at least half of the points of the list, then the lines of the file.
fn half_of(file: &ArmyFile, list: &ArmyFile) -> Result<Vec<TroopLine>, Vec<Fault>> {
    let rules = Rules::published();
    let mut faults = Vec::new();
    if !file.take.is_empty() || !list.regiment.is_empty() {
        faults.push(Fault::at("keep", "half of an army is free only where it follows a list without options (E13.17)"));
    }
    let mut kept: Vec<TroopLine> = Vec::new();
    for (index, Removal { name, bases }) in file.keep.iter().enumerate() {
        let fault = |problem: String| Fault::new(vec![Step::key("keep"), Step::Index(index)], Mark::Value, problem);
        let Some(line) = list.troop.iter().find(|line| line.name == *name) else {
            let known: Vec<&str> = list.troop.iter().map(|line| line.name.as_str()).collect();
            faults.push(fault(format!("the list has no \"{name}\"")).near(&known));
            continue;
        };
        if *bases == 0 || *bases > line.bases || kept.iter().any(|other| other.name == *name) {
            faults.push(fault(format!("of {} bases of \"{name}\" in the list {bases} cannot be kept", line.bases)));
        }
        kept.push(TroopLine { bases: *bases, units: Vec::new(), ..line.clone() });
    }
    let points = |lines: &[TroopLine]| -> u32 {
        let points = |line: &TroopLine| u32::from(line.line(Period::Antiquity).points(&rules)) * u32::from(line.bases);
        lines.iter().map(points).sum()
    };
    let (of_list, of_kept) = (points(&list.troop), points(&kept));
    if faults.is_empty() && 2 * of_kept < of_list {
        faults.push(Fault::at("keep", format!("{of_kept} points are less than half of the {of_list} of the list (E13.17)")));
    }
    kept.extend(file.troop.iter().cloned());
    if faults.is_empty() { Ok(kept) } else { Err(faults) }
}

fn standard() -> Weight {
    Weight::Standard
}

/// The way to a key of an entry of a list.
pub(super) fn entry(list: &str, index: usize, key: &str) -> Vec<Step> {
    vec![Step::key(list), Step::Index(index), Step::key(key)]
}

impl TroopLine {
    /// What is wrong with the line by itself: the key and the fault.
    fn faults(&self) -> Vec<(&'static str, String)> {
        let mut faults = Vec::new();
        if self.bases == 0 {
            faults.push(("bases", "a line stands for at least one base".to_owned()));
        }
        match (self.arm, self.quality) {
            (Arm::Elephant, Some(_)) => faults.push(("quality", "elephants have no quality (EI-106)".to_owned())),
            (Arm::Elephant, None) => {}
            (_, None) => faults.push(("quality", "every base has a quality: inferior, normal or superior (E2.3)".to_owned())),
            _ => {}
        }
        if self.arm == Arm::Artillery && self.weapon.is_none() {
            faults.push(("weapon", "artillery has no use but to shoot (E2.9)".to_owned()));
        }
        if self.arm == Arm::Elephant && self.weight != Weight::Standard {
            faults.push(("weight", "elephants are neither light nor heavy (EI-106)".to_owned()));
        }
        if !self.units.is_empty() && self.units.iter().map(|bases| u32::from(*bases)).sum::<u32>() != u32::from(self.bases) {
            faults.push(("units", format!("the units do not have {} bases together", self.bases)));
        }
        if self.dba.is_some_and(|it| !it.becomes(self.arm, self.quality, self.weight, self.weapon)) {
            faults.push(("dba", "this element becomes another troop (E14.34)".to_owned()));
        }
        if self.units.contains(&0) {
            faults.push(("units", "a unit has at least one base (E2.28)".to_owned()));
        }
        faults
    }

    fn line(&self, period: Period) -> Line {
        let troop = Troop {
            arm: self.arm,
            // Elephants have none; what is nobody's quality must favour nobody.
            quality: self.quality.unwrap_or(Quality::Normal),
            weight: self.weight,
            weapon: self.weapon,
            horse: false,
            multirank: self.multirank,
        };
        let dismounts = period == Period::CivilWar && self.arm == Arm::Cavalry;
        Line { name: self.name.clone(), troop, bases: self.bases, units: self.units.clone(), dismounts, budget: None }
    }
}

impl Line {
    /// Points of one of its bases.
    pub fn points(&self, rules: &Rules) -> u8 {
        self.budget.as_ref().map_or_else(|| self.troop.points(rules), |regiment| regiment.points(rules))
    }

    /// The troop, as the rules have it.
    fn troop(&self, rules: &Rules) -> Troop {
        self.budget.as_ref().map_or(self.troop, |regiment| regiment.troop(rules))
    }

    /// The bases of each of its units (E2.37, EI-8): as the file divides them; otherwise one unit, or as few equal parts as the rules allow. A multiplied list has as many more.
    fn partition(&self, rules: &Rules) -> Vec<u8> {
        let times = u16::from(rules.list_multiplier);
        if let Some(regiment) = &self.budget {
            return vec![regiment.bases(rules); self.units.len() * usize::from(times)];
        }
        if !self.units.is_empty() {
            return (0..times).flat_map(|_| self.units.clone()).collect();
        }
        let bases = u16::from(self.bases) * times;
        let most = match self.troop.arm {
            // A battery or an elephant is a unit by itself.
            Arm::Artillery | Arm::Elephant => 1,
            _ => u16::from(rules.default_unit_max_bases),
        };
        let parts = bases.div_ceil(most);
        (0..parts).map(|part| (bases / parts + u16::from(part < bases % parts)) as u8).collect()
    }
}

impl Army {
    /// Reads an army list; with `extends` one that takes options of another.
    ///
    /// # Errors
    /// Shows every line at fault.
    pub fn read(source: &Source) -> Result<Army, DataError> {
        let file: ArmyFile = source.read()?;
        let Some(base) = &file.extends else { return Army::assemble(source, source.name(), &file, &file.take) };
        let found = match source.library().find(Kind::Army, &format!("armies/en-avant/{base}.toml")) {
            Ok(found) => found,
            Err(error) => return Err(source.error(vec![Fault::at("extends", error.to_string())])),
        };
        let half = !file.keep.is_empty();
        let own = (!file.troop.is_empty() && !half) || !file.regiment.is_empty() || !file.option.is_empty() || file.period.is_some();
        if own {
            let problem = "a list that extends another takes options of it and has no lines of its own";
            return Err(source.error(vec![Fault::at("extends", problem)]));
        }
        let based: ArmyFile = found.read()?;
        if based.extends.is_some() {
            return Err(source.error(vec![Fault::at("extends", format!("{base} extends another list itself"))]));
        }
        let troop = if half { half_of(&file, &based).map_err(|faults| source.error(faults))? } else { based.troop.clone() };
        let merged = ArmyFile {
            name: file.name.or(based.name),
            points: file.points,
            budget: file.budget.or(based.budget),
            combativity: file.combativity.or(based.combativity),
            opponents: if file.opponents.is_empty() { based.opponents } else { file.opponents },
            take: file.take.clone(),
            times: file.times,
            option: if half { Vec::new() } else { based.option.clone() },
            keep: file.keep.clone(),
            troop,
            ..based
        };
        Army::assemble(source, source.name(), &merged, &merged.take)
    }

    /// The list with the options taken, checked.
    fn assemble(source: &Source, name: &str, file: &ArmyFile, take: &[String]) -> Result<Army, DataError> {
        let rules = Rules::published();
        let mut faults = Vec::new();
        let Some(period) = file.period else { return Err(source.error(vec![Fault::at("", "missing key \"period\"")])) };
        let mut lines: Vec<Line> = Vec::new();
        for (index, line) in file.troop.iter().enumerate() {
            faults.extend(line.faults().into_iter().map(|(key, problem)| Fault::new(entry("troop", index, key), Mark::Value, problem)));
            if lines.iter().any(|other| other.name == line.name) {
                let problem = format!("two lines are called \"{}\"", line.name);
                faults.push(Fault::new(entry("troop", index, "name"), Mark::Value, problem));
            }
            lines.push(line.line(period));
        }
        for (index, line) in file.regiment.iter().enumerate() {
            match line.lines(period, &rules) {
                Ok(line) => lines.push(line),
                Err((key, problem)) => faults.push(Fault::new(entry("regiment", index, key), Mark::Value, problem)),
            }
        }
        faults.extend(dba::misfit(file.troop.iter().map(|line| (line.dba, line.bases))));
        for regiment::Misfit { troop, key, problem } in regiment::composition(period, file.nation, &lines) {
            let path = troop
                .map_or_else(|| Fault::at(key, problem.clone()), |at| Fault::new(entry("troop", at, key), Mark::Value, problem.clone()));
            faults.push(path);
        }
        if !faults.is_empty() {
            return Err(source.error(faults));
        }
        let army = Army {
            name: name.to_owned(),
            title: file.name.clone().unwrap_or_else(|| name.to_owned()),
            period,
            theatre: file.theatre.clone().unwrap_or_default(),
            opponents: file.opponents.clone(),
            combativity: file.combativity,
            lines,
            taken: take.to_vec(),
            half_is_free: !file.keep.is_empty(),
            options: file.option.iter().map(|option| option.name.clone()).collect(),
        };
        let plain = army.clone();
        let mut army = army.with_options(file, take, &mut faults);
        army.multiply(file.times.unwrap_or(1), &mut faults);
        if file.combativity.is_some_and(|combativity| !(2..=5).contains(&combativity)) {
            faults.push(Fault::at("combativity", "combativity is 2 to 5 at the start (E1.6)"));
        }
        if faults.is_empty() {
            army.check_points(file, &plain, &rules, &mut faults);
            let allowed = Rules { free_half_army: true, ..rules };
            faults.extend(army.force(&allowed).err().map(|problem| Fault::at("", problem)));
        }
        if faults.is_empty() { Ok(army) } else { Err(source.error(faults)) }
    }

    /// The list with some of its options, each once (E13.19, EI-100).
    fn with_options(mut self, file: &ArmyFile, take: &[String], faults: &mut Vec<Fault>) -> Army {
        for (index, name) in take.iter().enumerate() {
            let fault = |problem: String| Fault::new(vec![Step::key("take"), Step::Index(index)], Mark::Value, problem);
            let Some(option) = file.option.iter().find(|option| option.name == *name) else {
                faults.push(fault(format!("unknown option \"{name}\"")).near(&self.options));
                continue;
            };
            if take[..index].contains(name) {
                faults.push(fault(format!("the option \"{name}\" is taken twice (EI-100)")));
            }
            if let Some(other) = option.excludes.iter().find(|other| take.contains(other)) {
                faults.push(fault(format!("\"{name}\" and \"{other}\" exclude each other (EI-100)")));
            }
            faults.extend(self.change(option).into_iter().map(fault));
        }
        self
    }

    /// Takes one option: bases go, others come. What does not fit.
    fn change(&mut self, option: &OptionFile) -> Vec<String> {
        let mut problems = Vec::new();
        for Removal { name, bases } in &option.remove {
            match self.lines.iter().position(|line| line.name == *name) {
                Some(at) if self.lines[at].bases > *bases => {
                    self.lines[at].bases -= bases;
                    self.lines[at].units.clear();
                }
                Some(at) if self.lines[at].bases == *bases => drop(self.lines.remove(at)),
                _ => problems.push(format!("\"{}\" takes {bases} bases of \"{name}\" away, which the list does not have", option.name)),
            }
        }
        for line in &option.add {
            problems.extend(line.faults().into_iter().map(|(_, problem)| format!("\"{}\": {problem}", option.name)));
            match self.lines.iter_mut().find(|it| it.name == line.name) {
                Some(it) => it.bases += line.bases,
                None => self.lines.push(line.line(self.period)),
            }
        }
        problems
    }

    /// The list so many times (E13.16).
    fn multiply(&mut self, times: u8, faults: &mut Vec<Fault>) {
        const MOST_TIMES: u8 = 6;
        if !(1..=MOST_TIMES).contains(&times) {
            let expected = format!("1 to {MOST_TIMES} times");
            return faults.push(Fault::at("times", format!("a list cannot be taken {times} times")).expected(expected));
        }
        for line in &mut self.lines {
            match line.bases.checked_mul(times) {
                Some(bases) => line.bases = bases,
                None => faults.push(Fault::at("times", format!("far too many bases of \"{}\"", line.name))),
            }
            line.units = line.units.repeat(usize::from(times));
        }
    }

    /// The points that a file states are those of the formula, also with each option alone; a budget is kept (E13.11, E13.14, E13.21).
    fn check_points(&self, file: &ArmyFile, plain: &Army, rules: &Rules, faults: &mut Vec<Fault>) {
        let points = self.points(rules);
        if let Some(stated) = file.points
            && stated != points
        {
            faults.push(Fault::at("points", format!("the lines come to {points} points, not to {stated} (E13.1)")));
        }
        if let Some(budget) = file.budget
            && points > budget
        {
            faults.push(Fault::at("budget", format!("the lines come to {points} points, more than the budget of {budget} (E13.21)")));
        }
        for (index, option) in file.option.iter().enumerate() {
            let mut changed = plain.clone();
            let problems = changed.change(option);
            let path = |key| entry("option", index, key);
            faults.extend(problems.into_iter().map(|problem| Fault::new(path("name"), Mark::Value, problem)));
            let points = changed.points(rules);
            if option.points.is_some_and(|stated| stated != points) {
                faults.push(Fault::new(path("points"), Mark::Value, format!("with this option the army comes to {points} points")));
            }
        }
    }

    /// What `check` says of it.
    pub fn remarks(&self) -> Vec<String> {
        let rules = Rules { free_half_army: true, ..Rules::published() };
        let units = self.force(&rules).map_or(0, |force| force.units.len());
        let mut remarks = vec![format!(
            "{} points: {} bases in {units} units, {}",
            self.points(&rules),
            self.bases(),
            self.period.name().replace('_', " ")
        )];
        if self.half_is_free {
            remarks.push("half of it is free: only for rules with free_half_army".to_owned());
        }
        if !self.options.is_empty() {
            remarks.push(format!("options: {}", self.options.join(", ")));
        }
        remarks
    }

    /// Its points under some rules (E13.10).
    pub fn points(&self, rules: &Rules) -> u32 {
        self.lines.iter().map(|line| u32::from(line.points(rules)) * u32::from(line.bases)).sum()
    }

    /// Its bases.
    pub fn bases(&self) -> u16 {
        self.lines.iter().map(|line| u16::from(line.bases)).sum()
    }

    /// Whether two lists name each other as historical opponents (E13.20, EI-101).
    pub fn is_historical_opponent(&self, other: &Army) -> bool {
        let root = |army: &Army| army.theatre.clone();
        root(self) == root(other) && self.names(other) && other.names(self)
    }

    /// Whether it names another list, or the one that this extends, as an opponent.
    fn names(&self, other: &Army) -> bool {
        self.opponents.iter().any(|opponent| other.name == *opponent || other.name.starts_with(&format!("{opponent}-")))
    }

    /// The army ready to be set up (E2.32, E2.36, E2.37, E13.16, EI-8).
    ///
    /// # Errors
    /// Says if it has more units than a side can have, or larger ones.
    pub fn force(&self, rules: &Rules) -> Result<Force, String> {
        let mut units = Vec::new();
        for line in &self.lines {
            let parts = line.partition(rules);
            for (index, bases) in parts.iter().enumerate() {
                let name = if parts.len() == 1 { line.name.clone() } else { format!("{} {}", line.name, index + 1) };
                if *bases > MOST_BASES {
                    return Err(format!("{name} has {bases} bases; a unit has at most {MOST_BASES}"));
                }
                let points = line.budget.is_some().then(|| line.points(rules));
                units.push(Muster { name, troop: line.troop(rules), bases: *bases, dismounts: line.dismounts, points });
            }
        }
        if self.half_is_free {
            let points = self.points(rules);
            if !rules.free_half_army {
                return Err("half of this army is free, which these rules do not allow (free_half_army, E13.17)".to_owned());
            }
            if points > u32::from(rules.list_points) {
                return Err(format!("{points} points; an army of which half is free has at most {} (E13.17)", rules.list_points));
            }
        }
        if units.len() > UNITS_A_SIDE {
            return Err(format!("{} units; a side has at most {UNITS_A_SIDE}", units.len()));
        }
        let combativity = self.combativity.unwrap_or(rules.combativity_start);
        Ok(Force { name: self.name.clone(), period: self.period, combativity, units })
    }
}

#[cfg(test)]
mod tests;

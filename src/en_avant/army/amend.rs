//! Changes to an army list by the players: options, multiples of the list, half of the list replaced freely (E13.16,
//! E13.17, E13.19, EI-100).

use super::file::{ArmyFile, OptionFile, Removal, TroopLine};
use super::line::ArmyLine;
use super::troop::Period;
use super::{Army, entry, regiment};
use crate::data::{Fault, Mark, PathStep};
use crate::en_avant::rules::Rules;

/// The lines of an army of which half follows its list and the rest is free (E13.17): the part kept, at least half of
/// the points of the list, then the lines of the file.
pub(super) fn half_of(file: &ArmyFile, list: &ArmyFile) -> Result<Vec<TroopLine>, Vec<Fault>> {
    let rules = Rules::published();
    let mut faults = Vec::new();
    if !list.keep.is_empty() {
        faults.push(Fault::at("keep", "half of the list is free already (E13.17)"));
    } else if !file.take.is_empty() || !list.regiment.is_empty() {
        faults.push(Fault::at("keep", "half of an army is free only where it follows a list without options (E13.17)"));
    }
    let mut kept: Vec<TroopLine> = Vec::new();
    for (index, Removal { name, bases }) in file.keep.iter().enumerate() {
        let fault =
            |problem: String| Fault::new(vec![PathStep::key("keep"), PathStep::Index(index)], Mark::Value, problem);
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
        faults.push(Fault::at(
            "keep",
            format!("{of_kept} points are less than half of the {of_list} of the list (E13.17)"),
        ));
    }
    kept.extend(file.troop.iter().cloned());
    if faults.is_empty() { Ok(kept) } else { Err(faults) }
}

/// A fault of an option that is taken, at its place in the file.
fn at_choice(index: usize, taken_below: usize, problem: String) -> Fault {
    let mut path = vec![PathStep::key("take")];
    path.extend(index.checked_sub(taken_below).map(PathStep::Index));
    Fault::new(path, Mark::Value, problem)
}

impl ArmyFile {
    /// Checks the options that are taken: they exist, each is taken once, and none excludes another (E13.19, EI-100).
    pub(super) fn choice_faults(&self, taken_below: usize, faults: &mut Vec<Fault>) {
        let take = &self.take;
        for (index, name) in take.iter().enumerate() {
            let fault = |problem: String| at_choice(index, taken_below, problem);
            if !self.option.iter().any(|option| option.name == *name) {
                let known: Vec<&str> = self.option.iter().map(|option| option.name.as_str()).collect();
                faults.push(fault(format!("unknown option \"{name}\"")).near(&known));
                continue;
            }
            if take[..index].contains(name) {
                faults.push(fault(format!("the option \"{name}\" is taken twice (EI-100)")));
            }
            let excludes = |one: &str, other: &String| {
                self.option.iter().any(|option| option.name == one && option.excludes.contains(other))
            };
            let excluded = |other: &&String| excludes(name, other) || excludes(other, name);
            if let Some(other) = take[..index].iter().find(excluded) {
                faults.push(fault(format!("\"{name}\" and \"{other}\" exclude each other (EI-100)")));
            }
        }
    }

    /// Checks that each option has a name of its own, and names each line once: bases named twice would count twice.
    pub(super) fn option_faults(&self, faults: &mut Vec<Fault>) {
        for (index, option) in self.option.iter().enumerate() {
            if self.option[..index].iter().any(|other| other.name == option.name) {
                let problem = format!("two options are called \"{}\"", option.name);
                faults.push(Fault::new(entry("option", index, "name"), Mark::Value, problem));
            }
            let removed: Vec<&str> = option.remove.iter().map(|it| it.name.as_str()).collect();
            let added: Vec<&str> = option.add.iter().map(|it| it.name.as_str()).collect();
            for (key, names) in [("remove", removed), ("add", added)] {
                for (at, name) in names.iter().enumerate().filter(|(at, name)| names[..*at].contains(name)) {
                    let mut path = entry("option", index, key);
                    path.extend([PathStep::Index(at), PathStep::key("name")]);
                    faults.push(Fault::new(path, Mark::Value, format!("\"{name}\" is listed twice")));
                }
            }
        }
    }
}

/// The units without some that have together this many bases, the last of them if there is a choice.
fn without(units: &[u8], bases: u8) -> Option<Vec<u8>> {
    if bases == 0 {
        return Some(units.to_vec());
    }
    let (last, others) = units.split_last()?;
    if let Some(kept) = bases.checked_sub(*last).and_then(|left| without(others, left)) {
        return Some(kept);
    }
    let mut kept = without(others, bases)?;
    kept.push(*last);
    Some(kept)
}

impl ArmyLine {
    /// Takes some of its bases away: whole units of table T9 (E13.21); of any other line the last stated units of
    /// together that many bases, and where there are none the line is divided anew (E2.37, E13.19, EI-8).
    fn take_away(&mut self, bases: u8) -> Result<(), String> {
        match self.units.first() {
            Some(&each) if self.budget.is_some() => {
                if !bases.is_multiple_of(each) {
                    return Err(format!("\"{}\" has units of {each} bases, which are taken away whole", self.name));
                }
                self.units.truncate(self.units.len() - usize::from(bases / each));
            }
            _ => self.units = without(&self.units, bases).unwrap_or_default(),
        }
        self.bases -= bases;
        Ok(())
    }

    /// Adds bases of the same troop: in the units that both state, otherwise the line is divided anew (E2.37, E13.19,
    /// EI-8).
    fn add(&mut self, added: &ArmyLine) -> Result<(), String> {
        if self.troop != added.troop || self.budget != added.budget {
            return Err(format!("the bases that it adds to \"{}\" are of another troop (E13.19)", self.name));
        }
        let Some(bases) = self.bases.checked_add(added.bases) else {
            return Err(format!("far too many bases of \"{}\"", self.name));
        };
        self.bases = bases;
        if self.units.is_empty() || added.units.is_empty() {
            self.units.clear();
        } else {
            self.units.extend_from_slice(&added.units);
        }
        Ok(())
    }
}

impl Army {
    /// The list with the options of a file applied, of which the first were taken by the list that it extends.
    pub(super) fn with_options(mut self, file: &ArmyFile, taken_below: usize, faults: &mut Vec<Fault>) -> Army {
        for (index, name) in file.take.iter().enumerate() {
            if let Some(option) = file.option.iter().find(|option| option.name == *name) {
                let problems = self.change(option);
                faults.extend(problems.into_iter().map(|problem| at_choice(index, taken_below, problem)));
            }
        }
        self
    }

    /// Faults in its composition as a whole (E14.19, E14.21, E14.22, E14.23).
    fn misfits(&self) -> Vec<String> {
        let misfits = regiment::composition(self.period, self.nation, &self.lines);
        misfits.into_iter().map(|misfit| misfit.problem).collect()
    }

    /// Applies one option: removes bases and adds others. Returns the faults.
    pub(super) fn change(&mut self, option: &OptionFile) -> Vec<String> {
        let before = self.misfits();
        let mut problems = Vec::new();
        let of_option = |problem: String| format!("\"{}\": {problem}", option.name);
        for Removal { name, bases } in &option.remove {
            match self.lines.iter().position(|line| line.name == *name) {
                Some(at) if self.lines[at].bases > *bases => {
                    problems.extend(self.lines[at].take_away(*bases).err().map(of_option));
                }
                Some(at) if self.lines[at].bases == *bases => drop(self.lines.remove(at)),
                _ => problems.push(format!(
                    "\"{}\" takes {bases} bases of \"{name}\" away, which the list does not have",
                    option.name
                )),
            }
        }
        for line in &option.add {
            let faults = line.faults();
            if !faults.is_empty() {
                problems.extend(faults.into_iter().map(|(_, problem)| of_option(problem)));
                continue;
            }
            let added = line.line(self.period);
            match self.lines.iter_mut().find(|it| it.name == added.name) {
                Some(it) => problems.extend(it.add(&added).err().map(of_option)),
                None => self.lines.push(added),
            }
        }
        // What else is wrong would only follow from these faults.
        if problems.is_empty() {
            let misfits = self.misfits().into_iter().filter(|problem| !before.contains(problem));
            problems.extend(misfits.map(of_option));
        }
        problems
    }

    /// Multiplies the bases of every line (E13.16).
    pub(super) fn multiply(&mut self, times: u8, faults: &mut Vec<Fault>) {
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
}

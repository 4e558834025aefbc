//! Reading of army lists: a file laid over those that it extends, and checked. All faults of a file are reported at
//! once, and none that only follows from another.

use super::amend::half_of;
use super::file::ArmyFile;
use super::line::ArmyLine;
use super::troop::Period;
use super::{Army, dba, entry, regiment};
use crate::data::{DataError, Fault, Layers, Mark, PathStep, Reading, Source};
use crate::en_avant::rules::Rules;

/// A list together with those that it extends.
struct Layer {
    /// The lines and options of the list, and all options taken.
    file: ArmyFile,
    /// The army that it makes.
    army: Army,
}

impl Army {
    /// Reads an army list; with `extends` one that takes options of another, which may extend a further one.
    ///
    /// # Errors
    /// Returns all faulty lines.
    pub fn read(source: &Source) -> Result<Army, DataError> {
        let (file, reading) = source.read_in_part::<ArmyFile>()?;
        if reading.lacks(&PathStep::path("extends")) {
            return Err(reading.error(Vec::new()));
        }
        let below = if file.extends.is_some() { Layer::below(source) } else { Ok(None) };
        match below {
            Ok(below) => Ok(Layer::read(source, file, &reading, below)?.army),
            Err(DataError::Faults(located)) => Err(reading.error_with(lines_of_its_own(&file), located)),
            Err(other) => Err(other),
        }
    }
}

/// The fault of a list that extends another and has lines of its own, although it keeps nothing of the other.
fn lines_of_its_own(file: &ArmyFile) -> Vec<Fault> {
    let has_lines = !file.troop.is_empty() && file.keep.is_empty();
    let own = has_lines || !file.regiment.is_empty() || !file.option.is_empty() || file.period.is_some();
    let problem = "a list that extends another takes options of it and has no lines of its own";
    own.then(|| Fault::at("extends", problem)).into_iter().collect()
}

impl Layer {
    /// The list that a source extends.
    fn below(source: &Source) -> Result<Option<Layer>, DataError> {
        let layers = Layers::of(source)?;
        let [files @ .., _] = layers.files() else { return Ok(None) };
        let mut below = None;
        for source in files {
            let (file, reading) = source.read_in_part::<ArmyFile>()?;
            below = Some(Layer::read(source, file, &reading, below)?);
        }
        Ok(below)
    }

    /// A file as it was read, laid over the list that it extends.
    fn read(source: &Source, file: ArmyFile, reading: &Reading, below: Option<Layer>) -> Result<Layer, DataError> {
        let mut faults = Vec::new();
        let Some(Layer { file: base, army: below }) = below else {
            let army = Check { source, reading, taken_below: 0, lines_below: 0 }.army(&file, faults)?;
            return Ok(Layer { file, army });
        };
        faults.extend(lines_of_its_own(&file));
        let taken_below = base.take.len();
        let half = !file.keep.is_empty();
        let mut merged = ArmyFile {
            name: file.name.clone().or(base.name.clone()),
            points: file.points,
            budget: file.budget.or(base.budget),
            combativity: file.combativity.or(base.combativity),
            opponents: if file.opponents.is_empty() { base.opponents.clone() } else { file.opponents.clone() },
            take: base.take.iter().chain(&file.take).cloned().collect(),
            // A multiple of a multiple (E13.16).
            times: match (file.times, base.times) {
                (Some(own), Some(below)) => Some(own.saturating_mul(below)),
                (own, below) => own.or(below),
            },
            ..base.clone()
        };
        if half {
            match half_of(&ArmyFile { take: merged.take.clone(), ..file.clone() }, &base) {
                Ok(troop) => (merged.troop, merged.option, merged.keep) = (troop, Vec::new(), file.keep.clone()),
                Err(found) => faults.extend(found),
            }
        }
        // Without sound lines all else would be a fault.
        if !faults.is_empty() {
            return Err(reading.error(faults));
        }
        let lines_below = merged.troop.len() - file.troop.len();
        let army = Check { source, reading, taken_below, lines_below }.army(&merged, faults)?;
        let changes = Some(army.changes_from(&below));
        Ok(Layer { file: merged, army: Army { changes, ..army } })
    }
}

/// The check of a list.
struct Check<'a> {
    source: &'a Source,
    reading: &'a Reading<'a>,
    /// The number of options that were taken by the list that it extends.
    taken_below: usize,
    /// The number of lines that are those of the list that it extends.
    lines_below: usize,
}

impl Check<'_> {
    /// Whether a key of the file, or of one of its lines, could not be read.
    fn lacks(&self, path: &str) -> bool {
        self.reading.lacks(&PathStep::path(path))
    }

    /// The path of a key of a line of troops.
    fn at_line(&self, index: usize, key: &str) -> Vec<PathStep> {
        match index.checked_sub(self.lines_below) {
            Some(own) => entry("troop", own, key),
            None => PathStep::path("extends"),
        }
    }

    /// Whether a line of troops was read in full.
    fn is_whole(&self, index: usize) -> bool {
        index.checked_sub(self.lines_below).is_none_or(|own| !self.lacks(&format!("troop[{own}]")))
    }

    /// The list with the options taken.
    fn army(&self, file: &ArmyFile, mut faults: Vec<Fault>) -> Result<Army, DataError> {
        let rules = Rules::published();
        if file.period.is_none() && !self.lacks("period") {
            faults.push(Fault::at("", "missing key \"period\""));
        }
        let lines = self.lines(file, &rules, &mut faults);
        let has_all_lines = faults.is_empty() && self.reading.is_whole();
        let army = Army {
            name: self.source.name().to_owned(),
            title: file.name.clone().unwrap_or_else(|| self.source.name().to_owned()),
            period: file.period.unwrap_or(Period::Antiquity),
            nation: file.nation,
            theatre: file.theatre.clone().unwrap_or_default(),
            opponents: file.opponents.clone(),
            combativity: file.combativity,
            lines,
            taken: file.take.clone(),
            half_free_of: (!file.keep.is_empty()).then(|| file.times.unwrap_or(1)),
            options: file.option.iter().map(|option| option.name.clone()).collect(),
            budget: file.budget,
            changes: None,
        };
        let plain = army.clone();
        if !self.lacks("option") {
            file.choice_faults(self.taken_below, &mut faults);
        }
        file.option_faults(&mut faults);
        let mut army = if has_all_lines && faults.is_empty() {
            army.with_options(file, self.taken_below, &mut faults)
        } else {
            army
        };
        army.multiply(file.times.unwrap_or(1), &mut faults);
        if file.combativity.is_some_and(|combativity| !(2..=5).contains(&combativity)) {
            faults.push(Fault::at("combativity", "combativity is 2 to 5 at the start (E1.6)"));
        }
        if army.lines.is_empty() && has_all_lines && faults.is_empty() {
            faults.push(Fault::at("", "the list has no troops"));
        }
        if faults.is_empty() && self.reading.is_whole() {
            army.check_points(file, &plain, &rules, &mut faults);
            // Whether the game has such armies, and of how many points, is stated by its rules.
            let allowed = Rules { free_half_army: true, list_points: u8::MAX, ..rules };
            faults.extend(army.force(&allowed).err().map(|problem| Fault::at("", problem)));
        }
        if faults.is_empty() && self.reading.is_whole() { Ok(army) } else { Err(self.reading.error(faults)) }
    }

    /// The lines of the list, each checked on its own, then their composition.
    fn lines(&self, file: &ArmyFile, rules: &Rules, faults: &mut Vec<Fault>) -> Vec<ArmyLine> {
        // Without it each line is checked as if it were of Antiquity.
        let period = file.period.unwrap_or(Period::Antiquity);
        let mut lines: Vec<ArmyLine> = Vec::new();
        for (index, line) in file.troop.iter().enumerate() {
            let lacks = |key: &str| self.reading.lacks(&self.at_line(index, key));
            let is_whole = self.is_whole(index);
            let of_line = line.faults().into_iter().filter(|(key, _)| !lacks(key) && (is_whole || *key != "dba"));
            faults.extend(of_line.map(|(key, problem)| Fault::new(self.at_line(index, key), Mark::Value, problem)));
            if lines.iter().any(|other| other.name == line.name) {
                let problem = format!("two lines are called \"{}\"", line.name);
                faults.push(Fault::new(self.at_line(index, "name"), Mark::Value, problem));
            }
            lines.push(line.line(period));
        }
        for (index, line) in file.regiment.iter().enumerate().filter(|_| file.period.is_some()) {
            match line.lines(period, rules) {
                Ok(line) => lines.push(line),
                Err((key, problem)) => faults.push(Fault::new(entry("regiment", index, key), Mark::Value, problem)),
            }
        }
        if !self.lacks("troop") {
            faults.extend(dba::misfit(file.troop.iter().map(|line| (line.dba, line.bases))));
        }
        if file.period.is_some() && !self.lacks("nation") {
            for regiment::Misfit { troop, key, problem } in regiment::composition(period, file.nation, &lines) {
                match troop {
                    None => faults.push(Fault::at(key, problem)),
                    Some(at) if !self.is_whole(at) => {}
                    Some(at) => faults.push(Fault::new(self.at_line(at, key), Mark::Value, problem)),
                }
            }
        }
        lines
    }
}

impl Army {
    /// Checks that the points of a file are those of the formula, also with each option alone; budgets are kept
    /// (E13.11, E13.14, E13.21).
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
            faults.push(Fault::at(
                "budget",
                format!("the lines come to {points} points, more than the budget of {budget} (E13.21)"),
            ));
        }
        for (index, option) in file.option.iter().enumerate() {
            let mut changed = plain.clone();
            let problems = changed.change(option);
            let path = |key| entry("option", index, key);
            let is_sound = problems.is_empty();
            faults.extend(problems.into_iter().map(|problem| Fault::new(path("name"), Mark::Value, problem)));
            let points = changed.points(rules);
            if is_sound && option.points.is_some_and(|stated| stated != points) {
                faults.push(Fault::new(
                    path("points"),
                    Mark::Value,
                    format!("with this option the army comes to {points} points"),
                ));
            }
        }
    }
}

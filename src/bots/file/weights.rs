//! The weights that a bot file has for a rulebook.

use super::{APPRAISAL, BotFile, FEATURES, SCALE};
use crate::bots::search::Valuation;
use crate::data::message::nearest;
use crate::data::{Fault, Mark, PathStep, shown};
use crate::game::{Named, Weights};

/// The default scale: the difference of weighted features that multiplies the odds of winning by e.
const DEFAULT_SCALE: f64 = 10.0;
pub(super) const LEAST_SCALE: f64 = 1e-3;
pub(super) const MOST_SCALE: f64 = 1e6;

impl BotFile {
    /// The weights of a section, and the scale of the values.
    pub(super) fn valuation(
        &self,
        table: &toml::Table,
        section: &str,
        appraisals: &[Named],
        features: &[Named],
        faults: &mut Vec<Fault>,
    ) -> Valuation {
        let stated = table.get(section).and_then(toml::Value::as_table);
        let of = |name: &str| stated.and_then(|stated| stated.get(name));
        let appraisal = self.weights(&[section, APPRAISAL], of(APPRAISAL), appraisals, faults);
        let features = self.weights(&[section, FEATURES], of(FEATURES), features, faults);
        let scale = of(SCALE).map_or(DEFAULT_SCALE, |value| {
            let number = value.as_float().or(value.as_integer().map(|whole| whole as f64));
            number.filter(|scale| (LEAST_SCALE..=MOST_SCALE).contains(scale)).unwrap_or_else(|| {
                let fault = Fault::new(
                    vec![PathStep::key(section), PathStep::key(SCALE)],
                    Mark::Value,
                    format!("scale cannot be {}", shown(value)),
                );
                faults.push(fault.expected("a number from 0.001 to 1000000"));
                DEFAULT_SCALE
            })
        });
        let appraisal = appraisal.into_iter().map(|weight| weight as f32).collect();
        Valuation::new(Weights { appraisal, features }, scale)
    }

    /// The fault of a file without weights for a rulebook.
    pub(super) fn missing(&self, section: &str, has_section: bool, appraisals: &[Named]) -> Fault {
        let wanted = format!("{section}.{APPRAISAL}");
        let names: Vec<&str> = appraisals.iter().map(|named| named.name).collect();
        let written: Vec<&str> = self.sections().collect();
        let expected = format!("[{wanted}] with weights for {}", names.join(", "));
        // A section whose name is nearly right is reported; without one the file as a whole is at fault.
        let misspelt = nearest(section, &written).filter(|_| !has_section);
        let place = misspelt.map_or(if has_section { vec![PathStep::key(section)] } else { Vec::new() }, |name| {
            vec![PathStep::key(&name)]
        });
        Fault::new(place, Mark::Key, format!("no section [{wanted}]")).expected(expected)
    }

    /// The weights of a table in the order of `named`; missing weights are 0.
    pub(super) fn weights(
        &self,
        path: &[&str],
        table: Option<&toml::Value>,
        named: &[Named],
        faults: &mut Vec<Fault>,
    ) -> Vec<f64> {
        let names: Vec<&str> = named.iter().map(|named| named.name).collect();
        let mut weights = vec![0.0; names.len()];
        let steps = |last: Option<&str>| path.iter().copied().chain(last).map(PathStep::key).collect::<Vec<_>>();
        let Some(value) = table else { return weights };
        let Some(table) = value.as_table() else {
            faults.push(
                Fault::new(steps(None), Mark::Value, "not a table")
                    .expected(format!("weights for {}", names.join(", "))),
            );
            return weights;
        };
        for (name, value) in table {
            let number = value.as_float().or(value.as_integer().map(|whole| whole as f64));
            match (names.iter().position(|known| known == name), number.filter(|number| (*number as f32).is_finite())) {
                (Some(index), Some(number)) => weights[index] = number,
                (Some(_), None) => faults.push(
                    Fault::new(steps(Some(name)), Mark::Value, format!("{value} is not a valid weight"))
                        .expected("a number"),
                ),
                (None, _) => {
                    let fault = Fault::unknown_key(steps(Some(name)), &names);
                    faults.push(fault.expected(format!("one of {}", names.join(", "))));
                }
            }
        }
        weights
    }
}

//! Checks whether a value is accepted by a key, describes what is accepted, and generates other accepted values.

use super::Fraction;
use super::limits::shown;
use super::message::{Fault, Mark, PathStep, quoted_list};
use super::schema::{Accepts, Column};

impl Accepts {
    /// What is accepted, as text: `a whole number from 1 to 6`.
    pub fn describe(&self) -> String {
        match self {
            Accepts::Switch => "true or false".to_owned(),
            Accepts::Whole { least, most } => format!("a whole number from {least} to {most}"),
            Accepts::WordOrWhole { word, least, most } => {
                format!("\"{word}\" or a whole number from {least} to {most}")
            }
            Accepts::Share => "a fraction above 0 and up to 1, such as \"1/3\"".to_owned(),
            Accepts::Choice(names) => quoted_list(names, "or"),
            Accepts::Names(names) => {
                format!("a list of different names out of {}", names.join(", "))
            }
            Accepts::Faces { names, count } => {
                format!("a list of {count} names out of {}", names.join(", "))
            }
            Accepts::Row { names, least, most } => {
                format!("a table of whole numbers from {least} to {most} for {}", names.join(", "))
            }
            Accepts::Bands(columns) => {
                let columns: Vec<&str> = columns.iter().map(|column| column.name).collect();
                format!("a list of tables with from, to, {}", columns.join(", "))
            }
        }
    }

    /// Checks a value found under `key` and adds a fault for each thing wrong with it. With `partial` a table
    /// of numbers may leave names out, as a variant does.
    pub fn check(&self, key: &[PathStep], value: &toml::Value, partial: bool, faults: &mut Vec<Fault>) {
        let wrong = || Accepts::wrong(key, value).expected(self.describe());
        match (self, value) {
            (Accepts::Switch, toml::Value::Boolean(_)) => {}
            (Accepts::Whole { least, most }, toml::Value::Integer(number)) => {
                if !(least..=most).contains(&number) {
                    faults.push(wrong());
                }
            }
            (Accepts::WordOrWhole { least, most, .. }, toml::Value::Integer(number)) => {
                if !(least..=most).contains(&number) {
                    faults.push(wrong());
                }
            }
            (Accepts::WordOrWhole { word, .. }, toml::Value::String(text)) if text == word => {}
            (Accepts::WordOrWhole { word, .. }, toml::Value::String(_)) => faults.push(wrong().near(&[*word])),
            (Accepts::Share, toml::Value::String(text)) => {
                let fraction = text.parse::<Fraction>().ok();
                if !fraction.is_some_and(|it| it.numerator() > 0 && it.numerator() <= it.denominator()) {
                    faults.push(wrong());
                }
            }
            (Accepts::Choice(names), toml::Value::String(text)) => {
                if !names.contains(&text.as_str()) {
                    faults.push(wrong().near(names));
                }
            }
            (Accepts::Names(names), toml::Value::Array(items)) => {
                self.check_names(key, items, names, faults);
                for (index, item) in items.iter().enumerate() {
                    if items[..index].contains(item) {
                        faults.push(
                            Fault::new(
                                extend(key, PathStep::Index(index)),
                                Mark::Value,
                                format!("{item} is duplicated"),
                            )
                            .expected("each name once"),
                        );
                    }
                }
            }
            (Accepts::Faces { names, count }, toml::Value::Array(items)) => {
                self.check_names(key, items, names, faults);
                if items.len() != *count {
                    faults.push(
                        Fault::new(
                            key.to_vec(),
                            Mark::Value,
                            format!("{} has {}", last_key(key), super::message::count(items.len(), "name")),
                        )
                        .expected(self.describe()),
                    );
                }
            }
            (Accepts::Row { names, least, most }, toml::Value::Table(table)) => {
                let cell = Accepts::Whole { least: *least, most: *most };
                check_table(key, table, faults, |name| names.contains(&name).then_some(cell), names);
                if !partial {
                    require(key, table, names, faults);
                }
            }
            (Accepts::Bands(columns), toml::Value::Array(rows)) => check_bands(key, rows, columns, faults),
            _ => faults.push(wrong()),
        }
    }

    /// The fault of a value that is not allowed at this path.
    pub(super) fn wrong(path: &[PathStep], value: &toml::Value) -> Fault {
        Fault::new(path.to_vec(), Mark::Value, format!("{} cannot be {}", last_key(path), shown(value)))
    }

    fn check_names(&self, key: &[PathStep], items: &[toml::Value], names: &[&str], faults: &mut Vec<Fault>) {
        for (index, item) in items.iter().enumerate() {
            if !item.as_str().is_some_and(|name| names.contains(&name)) {
                faults.push(
                    Fault::new(
                        extend(key, PathStep::Index(index)),
                        Mark::Value,
                        format!("unknown name {item} in {}", last_key(key)),
                    )
                    .expected(self.describe())
                    .near(names),
                );
            }
        }
    }

    /// Accepted values other than the given one, with which a test can check that a key has an effect.
    pub fn others(&self, current: &toml::Value) -> Vec<toml::Value> {
        use toml::Value;
        let numbers = |least: i64, most: i64| (least..=most).map(Value::Integer).collect::<Vec<_>>();
        let words = |names: &[&str]| names.iter().map(|&name| Value::from(name)).collect::<Vec<_>>();
        let mut all = match self {
            Accepts::Switch => vec![Value::Boolean(false), Value::Boolean(true)],
            Accepts::Whole { least, most } => numbers(*least, *most),
            Accepts::WordOrWhole { word, least, most } => {
                let mut all = words(&[*word]);
                all.extend(numbers(*least, *most));
                all
            }
            Accepts::Share => words(&["1/10", "1/5", "1/4", "1/3", "1/2", "2/3", "3/4", "1/1"]),
            Accepts::Choice(names) => words(names),
            Accepts::Names(names) => {
                let held: Vec<&str> =
                    current.as_array().into_iter().flatten().filter_map(|name| name.as_str()).collect();
                let toggle = |name: &&str| {
                    let kept = names.iter().filter(|other| (*other == name) != held.contains(*other));
                    Value::from(kept.copied().collect::<Vec<&str>>())
                };
                names.iter().map(toggle).collect()
            }
            Accepts::Faces { names, .. } => names.iter().flat_map(|&name| with_each_item(current, name)).collect(),
            Accepts::Row { names, least, most } => names
                .iter()
                .flat_map(|&name| numbers(*least, *most).into_iter().map(move |number| (name, number)))
                .map(|(name, number)| Value::Table(toml::Table::from_iter([(name.to_owned(), number)])))
                .filter(|row| {
                    current.get(row.as_table().and_then(|it| it.keys().next()).expect("one name"))
                        != row.as_table().and_then(|it| it.values().next())
                })
                .collect(),
            Accepts::Bands(columns) => columns
                .iter()
                .flat_map(|column| (column.least..=column.most).map(move |number| (column.name, number)))
                .filter_map(|(name, number)| {
                    let mut rows = current.clone();
                    for row in rows.as_array_mut()? {
                        row.as_table_mut()?.insert(name.to_owned(), Value::Integer(number));
                    }
                    Some(rows)
                })
                .collect(),
        };
        all.retain(|value| value != current);
        all
    }
}

fn with_each_item(list: &toml::Value, name: &str) -> Vec<toml::Value> {
    let items = list.as_array().map_or(&[][..], Vec::as_slice);
    (0..items.len())
        .map(|index| {
            let mut changed = items.to_vec();
            changed[index] = toml::Value::from(name);
            toml::Value::Array(changed)
        })
        .collect()
}

fn check_bands(key: &[PathStep], rows: &[toml::Value], columns: &'static [Column], faults: &mut Vec<Fault>) {
    let bound = Accepts::Whole { least: 0, most: 1000 };
    let mut names = vec!["from", "to"];
    names.extend(columns.iter().map(|column| column.name));
    let mut next = Some(0);
    for (index, row) in rows.iter().enumerate() {
        let place = extend(key, PathStep::Index(index));
        let Some(table) = row.as_table() else {
            faults.push(Accepts::wrong(&place, row).expected("a table"));
            continue;
        };
        check_table(
            &place,
            table,
            faults,
            |name| match columns.iter().find(|column| column.name == name) {
                Some(column) => Some(Accepts::Whole { least: column.least, most: column.most }),
                None => (name == "from" || name == "to").then_some(bound),
            },
            &names,
        );
        let required: Vec<&str> = names.iter().copied().filter(|&name| name != "to").collect();
        require(&place, table, &required, faults);
        let from = table.get("from").and_then(toml::Value::as_integer);
        if let Some(from) = from
            && next != Some(from)
        {
            let expected = match next {
                Some(next) => format!("{next}, where the previous row ends"),
                None => "no row after the one without `to`".to_owned(),
            };
            let fault = Fault::new(extend(&place, PathStep::key("from")), Mark::Value, "rows leave a gap or overlap");
            faults.push(fault.expected(expected));
        }
        next = table.get("to").and_then(toml::Value::as_integer).map(|to| to.saturating_add(1));
    }
    if next.is_some() {
        let fault = Fault::new(key.to_vec(), Mark::Value, format!("{} ends too early", last_key(key)));
        faults.push(fault.expected("a last row without `to`"));
    }
}

/// Checks each cell of a table by its column; a name without a column is unknown.
fn check_table(
    key: &[PathStep],
    table: &toml::Table,
    faults: &mut Vec<Fault>,
    accepts: impl Fn(&str) -> Option<Accepts>,
    known: &[&str],
) {
    for (name, value) in table {
        let place = extend(key, PathStep::key(name));
        match accepts(name) {
            Some(accepts) => accepts.check(&place, value, false, faults),
            None => faults.push(Fault::unknown_key(place, known)),
        }
    }
}

/// Adds a fault for each required name that a table lacks.
fn require(key: &[PathStep], table: &toml::Table, names: &[&str], faults: &mut Vec<Fault>) {
    for name in names.iter().filter(|&&name| !table.contains_key(name)) {
        faults.push(Fault::new(key.to_vec(), Mark::Value, format!("missing key \"{name}\"")));
    }
}

/// A path and one more step.
fn extend(path: &[PathStep], step: PathStep) -> Vec<PathStep> {
    let mut longer = path.to_vec();
    longer.push(step);
    longer
}

fn last_key(path: &[PathStep]) -> &str {
    path.iter().rev().find_map(PathStep::as_key).unwrap_or("the file")
}

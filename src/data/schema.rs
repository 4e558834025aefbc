//! What a rules file may say: each key with its rule IDs, the values it accepts and a sentence.
//! A rulebook lists its keys once with `rule_keys!`, which declares the struct of numbers, the
//! list of keys and the reading of values together. Which keys there are is the rulebook's matter.

use super::Fraction;
use super::message::{Fault, Mark, Step, quoted_list};

/// One key of a rules file.
#[derive(Clone, Debug)]
pub struct Key {
    /// The key as written in the file; tables are joined by dots (`unit.cuirassiers.dice`).
    pub name: String,
    /// The part of the rules it belongs to, for grouping.
    pub chapter: &'static str,
    /// The IDs of the rules that it concerns, separated by commas.
    pub rules: &'static str,
    /// What the key says, as a fragment of a sentence.
    pub meaning: String,
    /// The values it accepts.
    pub accepts: Accepts,
}

/// The values that a key accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepts {
    /// `true` or `false`.
    Switch,
    /// A whole number between two bounds, both included.
    Whole {
        /// The smallest accepted number.
        least: i64,
        /// The greatest accepted number.
        most: i64,
    },
    /// A word with a meaning of its own, or a whole number between two bounds.
    WordOrWhole {
        /// The word.
        word: &'static str,
        /// The smallest accepted number.
        least: i64,
        /// The greatest accepted number.
        most: i64,
    },
    /// A fraction above zero and up to one, in quotes.
    Share,
    /// One of a few names.
    Choice(&'static [&'static str]),
    /// A list of different names.
    Names(&'static [&'static str]),
    /// A list of exactly so many names, which may repeat.
    Faces {
        /// The names.
        names: &'static [&'static str],
        /// How many of them.
        count: usize,
    },
    /// A table with a whole number for each of a few names.
    Row {
        /// The names, all of which a rulebook states and any of which a variant may change.
        names: &'static [&'static str],
        /// The smallest accepted number.
        least: i64,
        /// The greatest accepted number.
        most: i64,
    },
    /// Rows by size: each with `from`, `to` and further columns; the first starts at 0, each
    /// starts where the one before ended, and the last has no `to`.
    Bands(&'static [Column]),
}

/// A column of a table by size: its name and its bounds, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The key of the column.
    pub name: &'static str,
    /// The smallest accepted number.
    pub least: i64,
    /// The greatest accepted number.
    pub most: i64,
}

/// A type that a rules file can state. `read` is called with values that were checked before.
pub trait RuleValue: Sized {
    /// The value, if the given one is of the right form.
    fn read(value: &toml::Value) -> Option<Self>;
}

impl RuleValue for bool {
    fn read(value: &toml::Value) -> Option<bool> {
        value.as_bool()
    }
}

impl RuleValue for u8 {
    fn read(value: &toml::Value) -> Option<u8> {
        value.as_integer()?.try_into().ok()
    }
}

impl RuleValue for i8 {
    fn read(value: &toml::Value) -> Option<i8> {
        value.as_integer()?.try_into().ok()
    }
}

/// The word stands for `None`.
impl RuleValue for Option<u8> {
    fn read(value: &toml::Value) -> Option<Option<u8>> {
        match value {
            toml::Value::String(_) => Some(None),
            number => u8::read(number).map(Some),
        }
    }
}

impl RuleValue for Fraction {
    fn read(value: &toml::Value) -> Option<Fraction> {
        value.as_str()?.parse().ok()
    }
}

impl Accepts {
    /// What is accepted, in words: `a whole number from 1 to 6`.
    pub fn in_words(&self) -> String {
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

    /// Checks a value found under `key` and adds a fault for each thing wrong with it. With `partial`
    /// a table of numbers may leave names out, as a variant does.
    pub fn check(&self, key: &[Step], value: &toml::Value, partial: bool, faults: &mut Vec<Fault>) {
        let wrong = || self.wrong(key, value);
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
                            Fault::new(extend(key, Step::Index(index)), Mark::Value, format!("{item} stands here twice"))
                                .expected("each name once"),
                        );
                    }
                }
            }
            (Accepts::Faces { names, count }, toml::Value::Array(items)) => {
                self.check_names(key, items, names, faults);
                if items.len() != *count {
                    faults.push(
                        Fault::new(key.to_vec(), Mark::Value, format!("{} has {} names", last_key(key), items.len()))
                            .expected(self.in_words()),
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
            (Accepts::Bands(columns), toml::Value::Array(rows)) => check_bands(self, key, rows, columns, faults),
            _ => faults.push(wrong()),
        }
    }

    fn wrong(&self, key: &[Step], value: &toml::Value) -> Fault {
        let found = match value {
            toml::Value::Array(_) => "a list".to_owned(),
            toml::Value::Table(_) => "a table".to_owned(),
            other => other.to_string(),
        };
        Fault::new(key.to_vec(), Mark::Value, format!("{} cannot be {found}", last_key(key))).expected(self.in_words())
    }

    fn check_names(&self, key: &[Step], items: &[toml::Value], names: &[&str], faults: &mut Vec<Fault>) {
        for (index, item) in items.iter().enumerate() {
            if !item.as_str().is_some_and(|name| names.contains(&name)) {
                faults.push(
                    Fault::new(extend(key, Step::Index(index)), Mark::Value, format!("unknown name {item} in {}", last_key(key)))
                        .expected(self.in_words())
                        .near(names),
                );
            }
        }
    }

    /// Other accepted values than the given one, with which a test can see whether a key works.
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
                let held: Vec<&str> = current.as_array().into_iter().flatten().filter_map(|name| name.as_str()).collect();
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

fn check_bands(accepts: &Accepts, key: &[Step], rows: &[toml::Value], columns: &'static [Column], faults: &mut Vec<Fault>) {
    let bound = Accepts::Whole { least: 0, most: 1000 };
    let mut names = vec!["from", "to"];
    names.extend(columns.iter().map(|column| column.name));
    let mut next = Some(0);
    for (index, row) in rows.iter().enumerate() {
        let place = extend(key, Step::Index(index));
        let Some(table) = row.as_table() else {
            faults.push(accepts.wrong(&place, row));
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
                Some(next) => format!("{next}, where the row before ends"),
                None => "no row after the one without `to`".to_owned(),
            };
            let fault = Fault::new(extend(&place, Step::key("from")), Mark::Value, "rows leave a gap or overlap");
            faults.push(fault.expected(expected));
        }
        next = table.get("to").and_then(toml::Value::as_integer).map(|to| to + 1);
    }
    if next.is_some() {
        let fault = Fault::new(key.to_vec(), Mark::Value, format!("{} ends too early", last_key(key)));
        faults.push(fault.expected("a last row without `to`"));
    }
}

/// Checks each cell of a table by what its name accepts; a name that accepts nothing is unknown.
pub(crate) fn check_table(
    key: &[Step],
    table: &toml::Table,
    faults: &mut Vec<Fault>,
    accepts: impl Fn(&str) -> Option<Accepts>,
    known: &[&str],
) {
    for (name, value) in table {
        let place = extend(key, Step::key(name));
        match accepts(name) {
            Some(accepts) => accepts.check(&place, value, false, faults),
            None => faults.push(Fault::unknown_key(place, known)),
        }
    }
}

/// Adds a fault for each required name that a table lacks.
pub(crate) fn require(key: &[Step], table: &toml::Table, names: &[&str], faults: &mut Vec<Fault>) {
    for name in names.iter().filter(|&&name| !table.contains_key(name)) {
        faults.push(Fault::new(key.to_vec(), Mark::Value, format!("missing key \"{name}\"")));
    }
}

/// A path and one more step.
pub(crate) fn extend(path: &[Step], step: Step) -> Vec<Step> {
    let mut longer = path.to_vec();
    longer.push(step);
    longer
}

fn last_key(path: &[Step]) -> &str {
    path.iter().rev().find_map(Step::as_key).unwrap_or("the file")
}

/// Declares a struct of rule numbers from one list of keys: the field's name is the key, and each
/// line gives its type, the rule IDs, the accepted values and the meaning. `derived` fields follow,
/// which the rulebook reads by itself.
macro_rules! rule_keys {
    (
        $(#[$about:meta])*
        pub struct $rules:ident {
            $( $chapter:literal {
                $( $key:ident : $kind:ty, $ids:literal, $accepts:expr, $meaning:literal; )*
            } )*
            derived {
                $( $(#[$note:meta])* $extra:ident : $extra_kind:ty, )*
            }
        }
    ) => {
        $(#[$about])*
        pub struct $rules {
            $( $(
                #[doc = concat!($meaning, " (", $ids, ").")]
                pub $key: $kind,
            )* )*
            $( $(#[$note])* pub $extra: $extra_kind, )*
        }

        impl $rules {
            /// The keys of the list above, in order.
            fn listed_keys() -> Vec<$crate::data::Key> {
                vec![ $( $( $crate::data::Key {
                    name: stringify!($key).to_owned(),
                    chapter: $chapter,
                    rules: $ids,
                    meaning: $meaning.to_owned(),
                    accepts: $accepts,
                }, )* )* ]
            }

            /// The numbers of a table that was checked against `listed_keys` and is complete.
            fn from_checked(table: &toml::Table, $( $extra: $extra_kind ),*) -> $rules {
                $rules {
                    $( $(
                        $key: table
                            .get(stringify!($key))
                            .and_then(<$kind as $crate::data::RuleValue>::read)
                            .expect(concat!(stringify!($key), " was checked before it is read")),
                    )* )*
                    $( $extra, )*
                }
            }
        }
    };
}
pub(crate) use rule_keys;

/// Declares an enum whose variants are names in a rules file.
macro_rules! rule_choice {
    (
        $(#[$about:meta])*
        pub enum $choice:ident {
            $( $(#[$note:meta])* $variant:ident = $name:literal, )+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $choice {
            $( $(#[$note])* $variant, )+
        }

        impl $choice {
            /// All values, in the order of their names.
            pub const ALL: &'static [$choice] = &[ $( $choice::$variant, )+ ];
            /// The names in files, in the order of `ALL`.
            pub const NAMES: &'static [&'static str] = &[ $( $name, )+ ];
            /// What a rules file accepts for it.
            pub const ACCEPTS: $crate::data::Accepts = $crate::data::Accepts::Choice(Self::NAMES);

            /// The name in files.
            pub const fn name(self) -> &'static str {
                match self {
                    $( $choice::$variant => $name, )+
                }
            }

            /// The value of that name.
            pub fn from_name(name: &str) -> Option<$choice> {
                Self::NAMES.iter().position(|it| *it == name).map(|index| Self::ALL[index])
            }
        }

        impl $crate::data::RuleValue for $choice {
            fn read(value: &toml::Value) -> Option<$choice> {
                $choice::from_name(value.as_str()?)
            }
        }
    };
}
pub(crate) use rule_choice;

//! The schema of rules files: each key with its rule IDs, accepted values and a description. A rulebook lists its keys
//! once with `rule_keys!`, which declares the struct of numbers, the list of keys and the reading of values together.

use super::Fraction;

/// One key of a rules file.
#[derive(Clone, Debug)]
pub struct Key {
    /// The key as written in the file; tables are joined by dots (`unit.cuirassiers.dice`).
    pub name: String,
    /// The part of the rules it belongs to, for grouping.
    pub chapter: &'static str,
    /// The IDs of the rules that it concerns, separated by commas.
    pub rules: &'static str,
    /// Its meaning, as a fragment of a sentence.
    pub meaning: String,
    /// The values it accepts.
    pub accepts: Accepts,
}

impl Key {
    /// Its value in the table of a rules file.
    pub fn value_in<'a>(&self, table: &'a toml::Table) -> Option<&'a toml::Value> {
        let mut parts = self.name.split('.');
        let first = table.get(parts.next()?)?;
        parts.try_fold(first, |value, part| value.get(part))
    }

    /// Its comment in a rules file: the IDs of its rules, its meaning, and the values that it accepts.
    pub fn comment(&self) -> String {
        let colon = if self.rules.is_empty() { "" } else { ": " };
        format!("{}{colon}{} ({})", self.rules, self.meaning, self.accepts.describe())
    }
}

/// The values that a key accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepts {
    /// `true` or `false`.
    Switch,
    /// A whole number between two bounds, both included.
    Whole {
        /// The minimum.
        least: i64,
        /// The maximum.
        most: i64,
    },
    /// A special word, or a whole number between two bounds.
    WordOrWhole {
        /// The word.
        word: &'static str,
        /// The minimum.
        least: i64,
        /// The maximum.
        most: i64,
    },
    /// A fraction above zero and up to one, in quotes.
    Share,
    /// One of a few names.
    Choice(&'static [&'static str]),
    /// A list of different names.
    Names(&'static [&'static str]),
    /// A list of a fixed number of names, which may repeat.
    Faces {
        /// The names.
        names: &'static [&'static str],
        /// The number of entries.
        count: usize,
    },
    /// A table with a whole number for each of a few names.
    Row {
        /// The names; the lowest file must contain all of them, and a variant may change any of them.
        names: &'static [&'static str],
        /// The minimum.
        least: i64,
        /// The maximum.
        most: i64,
    },
    /// Rows by size: each with `from`, `to` and further columns; the first starts at 0, each starts where the previous
    /// one ended, and the last has no `to`.
    Bands(&'static [Column]),
}

/// A column of a table by size: its name and its bounds, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The key of the column.
    pub name: &'static str,
    /// The minimum.
    pub least: i64,
    /// The maximum.
    pub most: i64,
}

/// A type of value in rules files. `read` is called with validated values.
pub trait RuleValue: Sized {
    /// The value, if the given one has the right form.
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

impl RuleValue for u16 {
    fn read(value: &toml::Value) -> Option<u16> {
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

/// The word stands for `None`.
impl RuleValue for Option<u16> {
    fn read(value: &toml::Value) -> Option<Option<u16>> {
        match value {
            toml::Value::String(_) => Some(None),
            number => u16::read(number).map(Some),
        }
    }
}

impl RuleValue for Fraction {
    fn read(value: &toml::Value) -> Option<Fraction> {
        value.as_str()?.parse().ok()
    }
}

/// Declares a struct of rule numbers from one list of keys: the field's name is the key, and each line gives its type,
/// the rule IDs, the accepted values and the meaning. `derived` fields follow, which the rulebook reads itself.
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
            pub(super) fn listed_keys() -> Vec<$crate::data::Key> {
                vec![ $( $( $crate::data::Key {
                    name: stringify!($key).to_owned(),
                    chapter: $chapter,
                    rules: $ids,
                    meaning: $meaning.to_owned(),
                    accepts: $accepts,
                }, )* )* ]
            }

            /// The numbers of a complete table that was validated against `listed_keys`.
            pub(super) fn from_checked(table: &toml::Table, $( $extra: $extra_kind ),*) -> $rules {
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

/// Declares an enum whose variants are names in a rules file, and in other files that serde reads.
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

        // Not every such list is a key of rules, and not every one is written back.
        #[allow(dead_code)]
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

        impl<'de> serde::Deserialize<'de> for $choice {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$choice, D::Error> {
                let name = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                $choice::from_name(&name).ok_or_else(|| serde::de::Error::unknown_variant(&name, $choice::NAMES))
            }
        }
    };
}
pub(crate) use rule_choice;

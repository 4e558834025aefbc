//! Reads serde types from the tree of a TOML file and from JSON; an error carries the path of what is at fault and,
//! in a file, its range.
//!
//! One deserializer serves both. Each type that is read is compiled once for every deserializer, so that the one of
//! `toml`, the one of `serde_json` and a tracker of paths around both took a sixth of the program's machine code.

use super::message::PathStep;
use serde::Deserializer;
use serde::de::value::{MapDeserializer, StrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use std::fmt::{self, Display};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The key by which types of `toml` recognise a date.
const DATE: &str = "$__toml_private_datetime";

/// A fault and its location.
#[derive(Debug)]
pub(super) struct ReadError(Box<Wrong>);

#[derive(Debug)]
struct Wrong {
    message: String,
    span: Option<Range<usize>>,
    /// The steps to its location, the last one first.
    steps: Vec<PathStep>,
}

impl ReadError {
    /// The message of serde.
    pub(super) fn message(&self) -> &str {
        &self.0.message
    }

    /// The bytes of the file at fault.
    pub(super) fn span(&self) -> Option<Range<usize>> {
        self.0.span.clone()
    }

    /// The path of what is at fault.
    pub(super) fn path(&self) -> Vec<PathStep> {
        self.0.steps.iter().rev().cloned().collect()
    }

    /// The error in a part with this range, unless a part of it is at fault.
    fn within(mut self, span: &Option<Range<usize>>) -> ReadError {
        if self.0.span.is_none() {
            self.0.span.clone_from(span);
        }
        self
    }

    /// The error below this step.
    fn below(mut self, step: PathStep) -> ReadError {
        self.0.steps.push(step);
        self
    }
}

impl Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for ReadError {}

impl Error for ReadError {
    fn custom<T: Display>(message: T) -> ReadError {
        ReadError(Box::new(Wrong { message: message.to_string(), span: None, steps: Vec::new() }))
    }
}

/// Reads a whole file.
pub(super) fn read_tree<T: DeserializeOwned>(tree: &Spanned<DeTable<'_>>) -> Result<T, ReadError> {
    T::deserialize(Reader { node: Node::Table(tree.get_ref()), span: Some(tree.span()) })
}

/// Reads a value of JSON.
pub(super) fn read_json<T: DeserializeOwned>(value: &serde_json::Value) -> Result<T, ReadError> {
    T::deserialize(Reader { node: Node::Json(value), span: None })
}

/// A value of a file or of JSON.
#[derive(Clone, Copy)]
enum Node<'t> {
    Table(&'t DeTable<'t>),
    Toml(&'t DeValue<'t>),
    Json(&'t serde_json::Value),
}

/// The entries of a table, each with the range of its key.
type Entries<'t> = Box<dyn ExactSizeIterator<Item = (&'t str, Option<Range<usize>>, Reader<'t>)> + 't>;
/// The entries of a list.
type Items<'t> = Box<dyn ExactSizeIterator<Item = Reader<'t>> + 't>;

/// A value to be read, with its range in the file.
#[derive(Clone)]
struct Reader<'t> {
    node: Node<'t>,
    span: Option<Range<usize>>,
}

impl<'t> Reader<'t> {
    fn of_toml(value: &'t Spanned<DeValue<'t>>) -> Reader<'t> {
        Reader { node: Node::Toml(value.get_ref()), span: Some(value.span()) }
    }

    fn of_json(value: &'t serde_json::Value) -> Reader<'t> {
        Reader { node: Node::Json(value), span: None }
    }

    fn entries(&self) -> Option<Entries<'t>> {
        let of_table = |table: &'t DeTable<'t>| -> Entries<'t> {
            Box::new(table.iter().map(|(key, value)| (&**key.get_ref(), Some(key.span()), Reader::of_toml(value))))
        };
        Some(match self.node {
            Node::Table(table) | Node::Toml(DeValue::Table(table)) => of_table(table),
            Node::Json(serde_json::Value::Object(map)) => {
                Box::new(map.iter().map(|(key, value)| (key.as_str(), None, Reader::of_json(value))))
            }
            _ => return None,
        })
    }

    fn items(&self) -> Option<Items<'t>> {
        Some(match self.node {
            Node::Toml(DeValue::Array(items)) => Box::new(items.iter().map(Reader::of_toml)),
            Node::Json(serde_json::Value::Array(items)) => Box::new(items.iter().map(Reader::of_json)),
            _ => return None,
        })
    }

    fn text(&self) -> Option<&'t str> {
        match self.node {
            Node::Toml(DeValue::String(text)) => Some(text),
            Node::Json(serde_json::Value::String(text)) => Some(text),
            _ => None,
        }
    }

    fn visit<'de, V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, ReadError> {
        if let Some(text) = self.text() {
            return visitor.visit_str(text);
        }
        if let Some(items) = self.items() {
            let mut list = List { items, at: 0 };
            let value = visitor.visit_seq(&mut list)?;
            return match (self.node, list.items.len()) {
                (Node::Json(_), more @ 1..) => Err(Error::invalid_length(list.at + more, &"fewer elements in array")),
                _ => Ok(value),
            };
        }
        if let Some(entries) = self.entries() {
            return visitor.visit_map(Map { entries, next: None });
        }
        match self.node {
            Node::Toml(DeValue::Boolean(is)) | Node::Json(serde_json::Value::Bool(is)) => visitor.visit_bool(*is),
            Node::Toml(DeValue::Integer(number)) => {
                let (text, radix) = (number.as_str(), number.radix());
                if let Ok(number) = i64::from_str_radix(text, radix) {
                    visitor.visit_i64(number)
                } else if let Ok(number) = u64::from_str_radix(text, radix) {
                    visitor.visit_u64(number)
                } else {
                    Err(Error::custom("integer number overflowed"))
                }
            }
            Node::Toml(DeValue::Float(number)) => match number.as_str().parse::<f64>() {
                Ok(float) if float.is_finite() || number.as_str().contains(['i', 'n']) => visitor.visit_f64(float),
                _ => Err(Error::custom("floating-point number overflowed")),
            },
            Node::Toml(DeValue::Datetime(date)) => {
                visitor.visit_map(MapDeserializer::new([(DATE, date.to_string())].into_iter()))
            }
            Node::Json(serde_json::Value::Number(number)) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
            _ => visitor.visit_unit(),
        }
    }
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.visit(visitor).map_err(|error| error.within(&self.span))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let span = self.span.clone();
        let read = match self.node {
            Node::Json(serde_json::Value::Null) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        };
        read.map_err(|error| error.within(&span))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, ReadError> {
        let span = self.span.clone();
        visitor.visit_newtype_struct(self).map_err(|error| error.within(&span))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let read = match (self.text(), self.entries()) {
            (Some(name), _) => visitor.visit_enum(Choice { name, span: None, value: None }),
            (None, Some(mut entries)) => match (entries.next(), entries.len()) {
                (Some((name, span, value)), 0) => visitor.visit_enum(Choice { name, span, value: Some(value) }),
                (None, _) => Err(Error::custom("wanted exactly 1 element, found 0 elements")),
                _ => Err(Error::custom("wanted exactly 1 element, more than 1 element")),
            },
            (None, None) => Err(Error::custom("wanted string or table")),
        };
        read.map_err(|error| error.within(&self.span))
    }

    serde::forward_to_deserialize_any! {
        bool u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 char str string seq bytes byte_buf map unit struct
        ignored_any unit_struct tuple_struct tuple identifier
    }
}

/// A list while it is read.
struct List<'t> {
    items: Items<'t>,
    at: usize,
}

impl<'de> SeqAccess<'de> for List<'_> {
    type Error = ReadError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, ReadError> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let (at, span) = (self.at, item.span.clone());
        self.at += 1;
        seed.deserialize(item).map(Some).map_err(|error| error.within(&span).below(PathStep::Index(at)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// A table while it is read.
struct Map<'t> {
    entries: Entries<'t>,
    next: Option<(&'t str, Reader<'t>)>,
}

impl<'de> MapAccess<'de> for Map<'_> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ReadError> {
        let Some((key, span, value)) = self.entries.next() else { return Ok(None) };
        self.next = Some((key, value));
        let key_reader: StrDeserializer<'_, ReadError> = key.into_deserializer();
        seed.deserialize(key_reader).map(Some).map_err(|error| error.within(&span).below(PathStep::key(key)))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, ReadError> {
        let (key, value) = self.next.take().expect("a value is read after its key");
        let span = value.span.clone();
        seed.deserialize(value).map_err(|error| error.within(&span).below(PathStep::key(key)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// The variant of an enum: a name alone, or a table with one entry.
struct Choice<'t> {
    name: &'t str,
    span: Option<Range<usize>>,
    value: Option<Reader<'t>>,
}

impl<'de, 't> EnumAccess<'de> for Choice<'t> {
    type Error = ReadError;
    type Variant = Chosen<'t>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Chosen<'t>), ReadError> {
        let name: StrDeserializer<'_, ReadError> = self.name.into_deserializer();
        let variant = seed.deserialize(name).map_err(|error| error.within(&self.span))?;
        Ok((variant, Chosen(self.value)))
    }
}

/// The content of a variant, if it has any.
struct Chosen<'t>(Option<Reader<'t>>);

impl<'t> Chosen<'t> {
    fn value(self, wanted: &str) -> Result<Reader<'t>, ReadError> {
        self.0.ok_or_else(|| Error::invalid_type(Unexpected::UnitVariant, &wanted))
    }
}

impl<'de> VariantAccess<'de> for Chosen<'_> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        let Some(value) = self.0 else { return Ok(()) };
        let is_empty = match value.node {
            Node::Json(value) => value.is_null(),
            _ => value.items().is_some_and(|items| items.len() == 0) || value.entries().is_some_and(|it| it.len() == 0),
        };
        if is_empty { Ok(()) } else { Err(ReadError::custom("expected empty table").within(&value.span)) }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, ReadError> {
        seed.deserialize(self.value("newtype variant")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, ReadError> {
        let value = self.value("tuple variant")?;
        match value.items() {
            Some(items) if items.len() == length => value.deserialize_any(visitor),
            _ => Err(ReadError::custom(format_args!("expected tuple with length {length}")).within(&value.span)),
        }
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let value = self.value("struct variant")?;
        if let Some((key, span, _)) = value.entries().into_iter().flatten().find(|(key, ..)| !fields.contains(key)) {
            return Err(ReadError::unknown_field(key, fields).within(&span).below(PathStep::key(key)));
        }
        value.deserialize_any(visitor)
    }
}

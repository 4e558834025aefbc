//! Building blocks of the serial forms of positions, actions and rolls, shared by rulebooks.

use serde::de::{Error, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A fixed number of values, serialised as a list without trailing default values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places<T, const N: usize>(pub [T; N]);

impl<T: Default + Copy, const N: usize> Default for Places<T, N> {
    fn default() -> Places<T, N> {
        Places([T::default(); N])
    }
}

impl<T: Default + PartialEq + Serialize, const N: usize> Serialize for Places<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let used = self.0.iter().rposition(|it| *it != T::default()).map_or(0, |last| last + 1);
        serializer.collect_seq(&self.0[..used])
    }
}

impl<'de, T: Default + Copy + Deserialize<'de>, const N: usize> Deserialize<'de> for Places<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Places<T, N>, D::Error> {
        let values = Vec::<T>::deserialize(deserializer)?;
        if values.len() > N {
            return Err(D::Error::invalid_length(values.len(), &format!("a list of at most {N}").as_str()));
        }
        let mut places = Places::default();
        places.0[..values.len()].copy_from_slice(&values);
        Ok(places)
    }
}

/// A text for human readers: written, and ignored when read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comfort(pub Option<String>);

impl Serialize for Comfort {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Comfort {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Comfort, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Comfort::default())
    }
}

/// Whether a field has its default value and is omitted.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

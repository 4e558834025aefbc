//! The two seats of a game, and a pair of values indexed by seat.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};

/// A seat: red is at the lower edge of the map, blue at the upper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The seat at the lower edge of the map.
    Red,
    /// The seat at the upper edge of the map.
    Blue,
}

impl Side {
    /// Both seats, red first.
    pub const BOTH: [Side; 2] = [Side::Red, Side::Blue];

    /// The other seat.
    #[inline]
    pub fn other(self) -> Side {
        match self {
            Side::Red => Side::Blue,
            Side::Blue => Side::Red,
        }
    }

    /// 0 for red, 1 for blue.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The seat of an index: 0 is red, anything else blue.
    #[inline]
    pub fn from_index(index: usize) -> Side {
        if index == 0 { Side::Red } else { Side::Blue }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Side::Red => "red",
            Side::Blue => "blue",
        })
    }
}

/// A pair of values, one for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BySide<T> {
    /// The value of the red seat.
    pub red: T,
    /// The value of the blue seat.
    pub blue: T,
}

impl<T> BySide<T> {
    /// A pair from its two values.
    pub fn new(red: T, blue: T) -> Self {
        BySide { red, blue }
    }

    /// A pair from a function of the seat.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        BySide { red: make(Side::Red), blue: make(Side::Blue) }
    }

    /// Both values by reference.
    pub fn as_ref(&self) -> BySide<&T> {
        BySide { red: &self.red, blue: &self.blue }
    }

    /// Applies a function to both values.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> BySide<U> {
        BySide { red: change(self.red), blue: change(self.blue) }
    }

    /// The pair with its values swapped.
    pub fn swapped(self) -> Self {
        BySide { red: self.blue, blue: self.red }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Red => &self.red,
            Side::Blue => &self.blue,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Red => &mut self.red,
            Side::Blue => &mut self.blue,
        }
    }
}

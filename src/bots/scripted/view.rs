//! A script's view of a decision: built lazily, in arrays and tables with string keys, so that it is the same on every
//! machine.

use super::library::words;
use super::meter::{Meter, placed};
use super::settings::Settings;
use crate::data::message::nearest;
use crate::game::{Evaluate, Show, Side, Weights};
use mlua::{Function, Lua, MultiValue, Table, Value};
use serde_json::{Map, Number};
use std::sync::Arc;

/// The fields of a view.
const NAMES: &[&str] =
    &["action", "ask", "count", "kinds", "numbers", "position", "rulebook", "side", "tell", "values"];

/// The work of creating one entry of a list, of one action score, of a whole position, of an answer to a question.
const ENTRY: u64 = 2;
const APPRAISAL: u64 = 50;
const POSITION: u64 = 1_000;
const QUESTION: u64 = 500;
/// The maximum nesting of tables in an argument of a question.
const DEEPEST: u32 = 8;

/// One decision.
pub struct Scene<'a, G: Evaluate + Show> {
    /// The game.
    pub game: &'a G,
    /// The position as the side sees it.
    pub seen: &'a G::State,
    /// The side.
    pub side: Side,
    /// Its legal actions.
    pub actions: &'a [G::Action],
    /// The settings, with the weights and the rulebook.
    pub settings: &'a Settings,
    /// The remaining resources of the script.
    pub meter: &'a Arc<Meter>,
}

impl<G: Evaluate + Show> Scene<'_, G> {
    /// Presents the scene to a script and returns its answer.
    ///
    /// # Errors
    /// The errors of the script.
    pub fn show(&self, lua: &Lua, choose: &Function) -> mlua::Result<Value> {
        lua.scope(|scope| {
            let view = lua.create_table()?;
            view.raw_set("side", self.side.to_string())?;
            view.raw_set("count", self.actions.len())?;
            view.raw_set("rulebook", self.settings.rulebook)?;
            view.raw_set("action", scope.create_function(|lua, number: Value| self.action(lua, &number))?)?;
            view.raw_set("tell", scope.create_function(|lua, number: Value| self.tell(lua, &number))?)?;
            view.raw_set("numbers", scope.create_function(|lua, number: Value| self.numbers(lua, &number))?)?;
            view.raw_set("ask", scope.create_function(|lua, arguments: MultiValue| self.ask(lua, &arguments))?)?;
            let unread = lua.create_table()?;
            unread.raw_set(
                "__index",
                scope.create_function(|lua, (view, name): (Table, Value)| self.read(lua, &view, &name))?,
            )?;
            unread.raw_set("__metatable", "the metatable of a view")?;
            view.set_metatable(Some(unread))?;
            choose.call::<Value>(view)
        })
    }

    /// Builds a field when it is first read.
    fn read(&self, lua: &Lua, view: &Table, name: &Value) -> mlua::Result<Value> {
        let text = name.as_string().map(|name| name.to_string_lossy()).unwrap_or_default();
        let list = self.actions.len() as u64;
        let built = match text.as_str() {
            "kinds" => {
                self.meter.work(lua, list * ENTRY)?;
                lua.create_sequence_from(self.actions.iter().map(|action| G::KINDS[self.game.kind(action)].name))?
            }
            "values" => {
                let Some(weights) = &self.settings.weights else { return Ok(Value::Nil) };
                self.meter.work(lua, list * APPRAISAL)?;
                let mut values = Vec::with_capacity(self.actions.len());
                self.game.score_actions(self.seen, self.actions, weights, &mut values);
                lua.create_sequence_from(values.into_iter().map(f64::from))?
            }
            "position" => {
                self.meter.work(lua, POSITION)?;
                let Value::Table(position) = to_lua(lua, &self.game.position_to_data(self.seen))? else {
                    return Err(placed(lua, "this rulebook provides no position".to_string()));
                };
                position
            }
            _ => {
                let near = nearest(&text, NAMES).map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
                return Err(placed(lua, format!("a view has no \"{text}\"{near}")));
            }
        };
        view.raw_set(name, &built)?;
        Ok(Value::Table(built))
    }

    fn nth(&self, lua: &Lua, number: &Value) -> mlua::Result<&G::Action> {
        let wanted = whole(number).and_then(|number| self.actions.get(number.checked_sub(1)?));
        wanted.ok_or_else(|| {
            placed(lua, format!("there is no action {}; there are {}", render(number), self.actions.len()))
        })
    }

    fn action(&self, lua: &Lua, number: &Value) -> mlua::Result<Value> {
        self.meter.work(lua, APPRAISAL)?;
        to_lua(lua, &self.game.action_to_data(self.seen, self.nth(lua, number)?))
    }

    fn tell(&self, lua: &Lua, number: &Value) -> mlua::Result<String> {
        self.meter.work(lua, APPRAISAL)?;
        Ok(self.game.describe_action(self.seen, self.nth(lua, number)?))
    }

    fn numbers(&self, lua: &Lua, number: &Value) -> mlua::Result<Table> {
        self.meter.work(lua, APPRAISAL)?;
        let mut appraisal = vec![0.0; G::APPRAISALS.len()];
        let none = Weights::default();
        let weights = self.settings.weights.as_ref().unwrap_or(&none);
        self.game.score_action(self.seen, self.nth(lua, number)?, weights, &mut appraisal);
        lua.create_table_from(G::APPRAISALS.iter().map(|named| named.name).zip(appraisal.into_iter().map(f64::from)))
    }

    fn ask(&self, lua: &Lua, arguments: &MultiValue) -> mlua::Result<Value> {
        self.meter.work(lua, QUESTION)?;
        let mut arguments = arguments.iter();
        let Some(Value::String(question)) = arguments.next() else {
            return Err(placed(lua, "ask needs the name of a question".to_string()));
        };
        let arguments = arguments.map(|argument| to_data(argument, DEEPEST).map_err(|problem| placed(lua, problem)));
        let arguments = arguments.collect::<mlua::Result<Vec<_>>>()?;
        match self.game.ask(self.seen, &question.to_string_lossy(), &arguments) {
            Ok(answer) => to_lua(lua, &answer),
            Err(error) => Err(placed(lua, error.to_string())),
        }
    }
}

/// A non-negative whole number.
pub fn whole(value: &Value) -> Option<usize> {
    let number = value.as_number().or(value.as_integer().map(|whole| whole as f64))?;
    (number >= 0.0 && number.fract() == 0.0 && number < 1e9).then_some(number as usize)
}

/// A value as text for a message.
pub fn render(value: &Value) -> String {
    match value {
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("\"{}\"", text.to_string_lossy().chars().take(40).collect::<String>()),
        Value::Error(error) => words(error),
        other => other.type_name().to_string(),
    }
}

/// Data as a Lua value: lists as arrays, objects as tables, null as nil.
fn to_lua(lua: &Lua, data: &serde_json::Value) -> mlua::Result<Value> {
    Ok(match data {
        serde_json::Value::Null => Value::Nil,
        serde_json::Value::Bool(switch) => Value::Boolean(*switch),
        serde_json::Value::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
        serde_json::Value::String(text) => Value::String(lua.create_string(text)?),
        serde_json::Value::Array(items) => {
            let table = lua.create_table_with_capacity(items.len(), 0)?;
            for (index, item) in items.iter().enumerate() {
                table.raw_set(index + 1, to_lua(lua, item)?)?;
            }
            Value::Table(table)
        }
        serde_json::Value::Object(fields) => {
            let table = lua.create_table_with_capacity(0, fields.len())?;
            for (name, field) in fields {
                table.raw_set(name.as_str(), to_lua(lua, field)?)?;
            }
            Value::Table(table)
        }
    })
}

/// A Lua value as data: a table is a list if it has a first entry, otherwise an object.
fn to_data(value: &Value, depth: u32) -> Result<serde_json::Value, String> {
    Ok(match value {
        Value::Nil => serde_json::Value::Null,
        Value::Boolean(switch) => (*switch).into(),
        Value::Integer(number) => (*number).into(),
        Value::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => (*number as i64).into(),
        Value::Number(number) => Number::from_f64(*number).map_or(serde_json::Value::Null, serde_json::Value::Number),
        Value::String(text) => text.to_string_lossy().into(),
        Value::Table(table) if depth > 0 && table.raw_len() > 0 => {
            let items = table.sequence_values::<Value>();
            let items = items.map(|item| to_data(&item.map_err(|error| words(&error))?, depth - 1));
            serde_json::Value::Array(items.collect::<Result<_, _>>()?)
        }
        Value::Table(table) if depth > 0 => {
            let mut fields = Map::new();
            for pair in table.pairs::<Value, Value>() {
                let (name, field) = pair.map_err(|error| words(&error))?;
                let Value::String(name) = name else { return Err(format!("{} is not a field name", render(&name))) };
                fields.insert(name.to_string_lossy(), to_data(&field, depth - 1)?);
            }
            serde_json::Value::Object(fields)
        }
        other => return Err(format!("a {} is not data", other.type_name())),
    })
}

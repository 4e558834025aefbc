//! The plan of a study: everything needed to resume it with the same program elsewhere or later.

use super::StudyError;
use crate::data::manifest::{changed_since, library_of};
use crate::data::whole::hash_of_bytes;
use crate::data::{Input, Library};
use crate::report::manifest::{VERSION, differing_engine, read, written};
use crate::tournament::Shard;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The command of a study, and the files it read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The version of the program.
    pub version: String,
    /// The engine signature.
    pub signature: String,
    /// The command, word for word, without the name of the program.
    pub command: Vec<String>,
    /// The part that is played; `None` for the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The BLAKE3 hash of the parameters, every default written out, in hexadecimal.
    pub question: String,
    /// The number of games that are planned, of all parts together.
    #[serde(default)]
    pub units: u64,
    /// The files that were read, with the texts of those that are not built into the program.
    pub inputs: Vec<Input>,
}

impl Plan {
    /// The name of the file.
    pub const NAME: &'static str = "plan.toml";

    /// The plan of a whole command with these files and parameters.
    pub fn new(signature: String, command: Vec<String>, question: &str, inputs: Vec<Input>) -> Plan {
        Plan {
            version: VERSION.to_owned(),
            signature,
            command,
            shard: None,
            question: hash_of_bytes(question.as_bytes()),
            units: 0,
            inputs,
        }
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// If there is none, or it has changed since it was written.
    pub fn read(path: &Path) -> Result<Plan, StudyError> {
        Ok(read(path)?)
    }

    /// The text of the file.
    pub fn to_toml(&self) -> String {
        written(self)
    }

    /// The name of the command; empty where there is none.
    pub fn name(&self) -> &str {
        self.command.first().map_or("", String::as_str)
    }

    /// The hash that binds a log to the plan: the BLAKE3 hash of its text, in hexadecimal.
    pub fn hash(&self) -> String {
        hash_of_bytes(self.to_toml().as_bytes())
    }

    /// The files as they were when the study began; `at` is where the plan was found.
    ///
    /// # Errors
    /// If another version of the program wrote the plan, or files built into the program have changed since.
    pub fn library(&self, at: &Path) -> Result<Library, StudyError> {
        let foreign = |why: String| StudyError::Foreign { at: at.to_path_buf(), why };
        if let Some(why) = differing_engine([&self.version, &self.signature], [VERSION, &self.signature]) {
            return Err(foreign(why));
        }
        library_of(&self.inputs, at).map_err(|paths| {
            foreign(format!("files built into the program have changed since it began: {}", paths.join(", ")))
        })
    }

    /// The files below the current folder that have changed since the study began.
    pub fn changed_files(&self) -> Vec<&str> {
        changed_since(&self.inputs, Path::new(""))
    }

    /// Checks that the same command has the same parameters now as when it wrote this plan.
    ///
    /// # Errors
    /// What differs.
    pub fn check_same(&self, now: &Plan, at: &Path) -> Result<(), StudyError> {
        let foreign = |why: String| Err(StudyError::Foreign { at: at.to_path_buf(), why });
        if let Some(why) = differing_engine([&self.version, &self.signature], [&now.version, &now.signature]) {
            return foreign(why);
        }
        if self.question != now.question || self.inputs != now.inputs {
            return foreign("its command has different parameters now; start over".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Inputs;

    fn plan() -> Plan {
        let mut inputs = Inputs::new();
        inputs.add_text("rules/mine.toml", "extends = \"toy\"\n");
        Plan::new(
            "0123456789abcdef".into(),
            vec!["balance".into(), "--rules".into(), "mine".into()],
            "budget = 30",
            inputs.files(),
        )
    }

    #[test]
    fn a_plan_that_was_changed_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(Plan::NAME);
        let text = plan().to_toml();
        std::fs::write(&path, &text).unwrap();
        assert_eq!(Plan::read(&path).unwrap(), plan());
        for place in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= 1;
            std::fs::write(&path, bytes).unwrap();
            assert!(matches!(Plan::read(&path), Err(StudyError::Manifest(_))), "byte {place}");
        }
    }

    #[test]
    fn only_the_same_study_of_the_same_program_is_resumed() {
        let at = Path::new("found");
        let said = |now: &Plan| plan().check_same(now, at).unwrap_err().to_string();
        assert!(plan().check_same(&plan(), at).is_ok());
        // The command may be spelled differently, if its parameters are the same.
        assert!(plan().check_same(&Plan { command: vec![], ..plan() }, at).is_ok());
        assert!(
            said(&Plan { signature: "00".into(), ..plan() }).contains("another engine signature (0123456789abcdef)")
        );
        assert!(said(&Plan { version: "9.9.9".into(), ..plan() }).contains("this one has 9.9.9"));
        assert!(said(&Plan { question: "00".into(), ..plan() }).contains("has different parameters"));
        assert!(said(&Plan { inputs: vec![], ..plan() }).contains("has different parameters"));
    }

    #[test]
    fn the_files_of_a_plan_are_those_with_which_it_began() {
        let library = plan().library(Path::new("found")).unwrap();
        assert_eq!(library.find(crate::data::Kind::Rules, "mine").unwrap().text(), "extends = \"toy\"\n");
        let other = Plan { version: "0.0.0".into(), ..plan() };
        assert!(other.library(Path::new("found")).unwrap_err().to_string().contains("another version (0.0.0)"));
    }
}

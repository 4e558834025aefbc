//! What the files of the project state about each other: dependencies between modules, rules and where they are
//! implemented and tested, and files generated from the sources. `REGLETTE_UPDATE=1 cargo test --test sources` writes
//! the generated files anew.

mod columns;
mod en_avant_traceability;
mod layers;
mod module_tables;
mod rule_index;
mod signatures;
mod traceability;

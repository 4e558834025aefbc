//! Rebuilds when a file is added to one of the folders that are built into the program.

fn main() {
    for folder in ["rules", "armies", "scenarios", "bots", "values"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}

//! Computes the hash of everything that play depends on, for `tournament/signature.rs`, and rebuilds when a file is
//! added to one of the folders that are built into the program.

use fnv::FnvHasher;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What play depends on: sources, data files, and the versions of all dependencies.
const PARTS: [&str; 7] = ["Cargo.lock", "armies", "bots", "rules", "scenarios", "src", "values"];
/// Positions on which bots are scored: no game depends on them.
const PROBLEMS: &str = "bots/problems";
/// The stored signatures, which depend on the others.
const SIGNATURES: &str = "src/tournament/signatures.toml";

/// Adds the files of a folder, or a single file.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        collect(&entry?.path(), files)?;
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    println!("cargo::rerun-if-changed=positions");
    for part in PARTS {
        println!("cargo::rerun-if-changed={part}");
        // A package of a registry may lack the lock file.
        if Path::new(part).exists() {
            collect(Path::new(part), &mut files)?;
        }
    }
    files.retain(|file| file != Path::new(SIGNATURES) && !file.starts_with(PROBLEMS));
    files.sort();
    let mut hasher = FnvHasher::default();
    for file in &files {
        let content = fs::read(file)?;
        hasher.write(file.to_string_lossy().replace('\\', "/").as_bytes());
        hasher.write_u8(0);
        hasher.write(&(content.len() as u64).to_le_bytes());
        hasher.write(&content);
    }
    println!("cargo::rustc-env=REGLETTE_SOURCES={:016x}", hasher.finish());
    Ok(())
}

//! The program in an empty folder, where only the built-in files are available.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

/// A command of the program in a folder.
pub fn reglette(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("reglette").unwrap();
    command.current_dir(folder).args(arguments);
    command
}

/// A folder with these files.
pub fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// What a command ends with: its exit code, what it prints, and its message.
pub fn ended<'a>(folder: &Path, arguments: impl Iterator<Item = &'a str>) -> (Option<i32>, String, String) {
    let output = reglette(folder, &arguments.collect::<Vec<_>>()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The output of a command that succeeds.
pub fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = reglette(folder, arguments).assert().code(0).get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// The error message of bad input. Nothing is written to the folder, which contains the toy army `one.toml`.
pub fn refused(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("one.toml"),
        "name = \"One\"\nrunners = [{ name = \"a\", dice = 2 }, { name = \"b\", dice = 2 }]\n",
    )
    .unwrap();
    let before = fs::read_dir(folder.path()).unwrap().count();
    let message = reglette(folder.path(), arguments).assert().code(2).get_output().stderr.clone();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), before, "bad input leaves nothing behind");
    String::from_utf8(message).unwrap()
}

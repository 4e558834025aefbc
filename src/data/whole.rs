//! Files that appear whole or not at all: written beside their place, brought to the disk, and then given their name.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is being written. Dropped before it is finished, it disappears.
pub struct Part {
    to: BufWriter<File>,
    hidden: PathBuf,
    whole: PathBuf,
    is_whole: bool,
}

impl Part {
    /// Begins the file that is to stand at `whole`, as a hidden one beside it.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn begin(whole: PathBuf) -> io::Result<Part> {
        let name = whole.file_name().unwrap_or_default().to_string_lossy();
        let hidden = whole.with_file_name(format!(".{name}.part"));
        Ok(Part { to: BufWriter::new(File::create(&hidden)?), hidden, whole, is_whole: false })
    }

    /// Ends the file: once it is on the disk it appears under its name.
    ///
    /// # Errors
    /// Where what is left cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.to.flush()?;
        self.to.get_ref().sync_all()?;
        fs::rename(&self.hidden, &self.whole)?;
        self.is_whole = true;
        sync_folder_of(&self.whole)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.is_whole {
            // Nothing can be done about a failure here, and what is left is hidden.
            let _ = fs::remove_file(&self.hidden);
        }
    }
}

impl Write for Part {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Writes a file that appears whole.
///
/// # Errors
/// Where it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = Part::begin(path.to_path_buf())?;
    part.write_all(bytes)?;
    part.finish()
}

/// Brings the names in the folder of a file to the disk, so that a new name outlasts a loss of power.
///
/// # Errors
/// Where the system fails to.
pub fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Folders can be opened, and so synchronised, on Unix only.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Removes a folder at once: it is renamed first, so that a kill leaves all of it or nothing that looks like one.
///
/// # Errors
/// Where it cannot be removed.
pub fn remove_whole(folder: &Path) -> io::Result<()> {
    sweep(folder)?;
    let left = left_of(folder);
    fs::rename(folder, &left)?;
    fs::remove_dir_all(left)
}

/// Removes what a kill during [`remove_whole`] has left of a folder.
///
/// # Errors
/// Where it cannot be removed.
pub fn sweep(folder: &Path) -> io::Result<()> {
    remove_if_there(&left_of(folder))
}

/// Removes a folder with all that it holds, if there is one.
///
/// # Errors
/// Where it cannot be removed.
pub fn remove_if_there(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Where a folder goes before it is removed.
pub fn left_of(folder: &Path) -> PathBuf {
    folder.with_file_name(format!(".{}.left", folder.file_name().unwrap_or_default().to_string_lossy()))
}

/// The BLAKE3 hash of some bytes, in hexadecimal.
pub fn hash_of_bytes(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// The BLAKE3 hash of a file of any size, in hexadecimal.
///
/// # Errors
/// Where it cannot be read.
pub fn hash_of_file(path: &Path) -> io::Result<String> {
    let mut hashed = Hashed::new(io::sink());
    io::copy(&mut File::open(path)?, &mut hashed)?;
    Ok(hashed.blake3())
}

/// Takes the hash of all that is written.
pub struct Hashed<W> {
    to: W,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl<W: Write> Hashed<W> {
    /// Hashes what will be written to `to`.
    pub fn new(to: W) -> Hashed<W> {
        Hashed { to, hasher: blake3::Hasher::new(), bytes: 0 }
    }

    /// Goes on behind what has been written to `to` already.
    pub fn after(to: W, written: &Hashed<io::Sink>) -> Hashed<W> {
        Hashed { to, hasher: written.hasher.clone(), bytes: written.bytes }
    }

    /// How many bytes were written.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The BLAKE3 hash of what was written so far, in hexadecimal.
    pub fn blake3(&self) -> String {
        self.hasher.finalize().to_hex().to_string()
    }

    /// Where it was written to.
    pub fn get_ref(&self) -> &W {
        &self.to
    }

    /// Where it was written to, and the BLAKE3 hash in hexadecimal.
    pub fn finish(self) -> (W, String) {
        let hash = self.blake3();
        (self.to, hash)
    }
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let mut part = Part::begin(path.clone()).unwrap();
        part.write_all(b"half").unwrap();
        assert!(!path.exists());
        drop(part);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        write_whole(&path, b"whole").unwrap();
        assert_eq!(fs::read_to_string(path).unwrap(), "whole");
    }

    #[test]
    fn a_hash_goes_on_behind_what_is_there() {
        let mut first = Hashed::new(io::sink());
        first.write_all(b"one ").unwrap();
        let mut second = Hashed::after(io::sink(), &first);
        second.write_all(b"two").unwrap();
        assert_eq!((second.bytes(), second.blake3()), (7, blake3::hash(b"one two").to_hex().to_string()));
    }
}

//! Atomic writing of files: written under a temporary name in the same folder, synced to the disk, and then renamed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Folders of the system whose files are devices and streams.
const SYSTEM: [&str; 2] = ["/dev", "/proc"];
/// The most symbolic links that are followed.
const MOST_LINKS: usize = 40;

/// A file that is being written. Dropped before it is finished, it is removed.
pub struct PartialFile {
    to: BufWriter<File>,
    hidden: PathBuf,
    whole: PathBuf,
    is_whole: bool,
}

impl PartialFile {
    /// Begins the file whose final path is `whole`, as a hidden one in the same folder.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn begin(whole: PathBuf) -> io::Result<PartialFile> {
        let name = whole.file_name().unwrap_or_default().to_string_lossy();
        let hidden = whole.with_file_name(format!(".{name}.part"));
        // A symbolic link there could lead to another file: it is removed, as is what a killed process has left.
        remove_file_if_there(&hidden).map_err(naming(&hidden))?;
        let file = File::create_new(&hidden).map_err(naming(&hidden))?;
        Ok(PartialFile { to: BufWriter::new(file), hidden, whole, is_whole: false })
    }

    /// Completes the file: once it is synced to the disk it is renamed.
    ///
    /// # Errors
    /// If the rest cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        let renamed = self
            .to
            .flush()
            .and_then(|()| self.to.get_ref().sync_all())
            .and_then(|()| fs::rename(&self.hidden, &self.whole));
        renamed.map_err(naming(&self.whole))?;
        self.is_whole = true;
        sync_folder_of(&self.whole)
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        if !self.is_whole {
            // Nothing can be done about an error here, and the remaining file is hidden.
            let _ = fs::remove_file(&self.hidden);
        }
    }
}

impl Write for PartialFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes).map_err(naming(&self.whole))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush().map_err(naming(&self.whole))
    }
}

fn remove_file_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// An error of the system with the path of the file.
fn naming(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |reason| io::Error::new(reason.kind(), format!("{}: {reason}", path.display()))
}

/// Writes a file atomically.
///
/// # Errors
/// If it cannot be written; the error names the file.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = PartialFile::begin(path.to_path_buf())?;
    part.write_all(bytes)?;
    part.finish()
}

/// Writes a file that a user names: atomically, to where symbolic links lead, and directly into a pipe or device.
///
/// # Errors
/// If it cannot be written; the error names the file.
pub fn write_named(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let is_special = fs::metadata(path).is_ok_and(|at| !at.is_file() && !at.is_dir());
    // An open stream, such as /dev/stdout, may lead to a file that must not be replaced.
    if is_special || SYSTEM.iter().any(|folder| path.starts_with(folder)) {
        let mut to = File::options().append(true).open(path).map_err(naming(path))?;
        return to.write_all(bytes).map_err(naming(path));
    }
    let mut target = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = target.with_file_name(next),
            Err(_) => return write_whole(&target, bytes),
        }
    }
    Err(naming(path)(io::Error::other("too many symbolic links")))
}

/// Syncs the folder of a file, so that a new name survives a power failure.
///
/// # Errors
/// If the system fails to.
pub fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Folders can be opened, and therefore synced, on Unix only.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Removes a folder atomically: it is renamed first, so that after a kill either all of it is there, or only a hidden
/// remainder.
///
/// # Errors
/// If it cannot be removed.
pub fn remove_whole(folder: &Path) -> io::Result<()> {
    sweep(folder)?;
    let left = removal_path(folder);
    fs::rename(folder, &left)?;
    fs::remove_dir_all(left)
}

/// Removes the remainder that a kill during [`remove_whole`] has left.
///
/// # Errors
/// If it cannot be removed.
pub fn sweep(folder: &Path) -> io::Result<()> {
    remove_if_there(&removal_path(folder))
}

/// Removes a folder with its contents, if it exists.
///
/// # Errors
/// If it cannot be removed.
pub fn remove_if_there(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The name to which a folder is renamed before it is removed.
pub fn removal_path(folder: &Path) -> PathBuf {
    folder.with_file_name(format!(".{}.left", folder.file_name().unwrap_or_default().to_string_lossy()))
}

/// The BLAKE3 hash of some bytes, in hexadecimal.
pub fn hash_of_bytes(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// The BLAKE3 hash of a file of any size, in hexadecimal.
///
/// # Errors
/// If it cannot be read.
pub fn hash_of_file(path: &Path) -> io::Result<String> {
    let mut hashed = Hashed::new(io::sink());
    io::copy(&mut File::open(path)?, &mut hashed)?;
    Ok(hashed.blake3())
}

/// A writer that hashes everything written.
pub struct Hashed<W> {
    to: W,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl<W: Write> Hashed<W> {
    /// A hashing writer to `to`.
    pub fn new(to: W) -> Hashed<W> {
        Hashed { to, hasher: blake3::Hasher::new(), bytes: 0 }
    }

    /// Continues the hash after what has been written to `to` already.
    pub fn after(to: W, written: &Hashed<io::Sink>) -> Hashed<W> {
        Hashed { to, hasher: written.hasher.clone(), bytes: written.bytes }
    }

    /// The number of bytes written.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The BLAKE3 hash of everything written so far, in hexadecimal.
    pub fn blake3(&self) -> String {
        self.hasher.finalize().to_hex().to_string()
    }

    /// The underlying writer.
    pub fn get_ref(&self) -> &W {
        &self.to
    }

    /// The underlying writer, and the BLAKE3 hash in hexadecimal.
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
        let mut part = PartialFile::begin(path.clone()).unwrap();
        part.write_all(b"half").unwrap();
        assert!(!path.exists());
        drop(part);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        write_whole(&path, b"whole").unwrap();
        assert_eq!(fs::read_to_string(path).unwrap(), "whole");
    }

    #[test]
    fn a_hash_continues_after_existing_data() {
        let mut first = Hashed::new(io::sink());
        first.write_all(b"one ").unwrap();
        let mut second = Hashed::after(io::sink(), &first);
        second.write_all(b"two").unwrap();
        assert_eq!((second.bytes(), second.blake3()), (7, blake3::hash(b"one two").to_hex().to_string()));
    }

    #[cfg(unix)]
    #[test]
    fn a_named_file_is_written_through_links_and_into_pipes() {
        let folder = tempfile::tempdir().unwrap();
        let [mine, link, missing, loose, chain, pipe] =
            ["mine", "link", "missing", "loose", "chain", "pipe"].map(|name| folder.path().join(name));
        fs::write(&mine, "old").unwrap();
        std::os::unix::fs::symlink("mine", &link).unwrap();
        std::os::unix::fs::symlink("missing", &loose).unwrap();
        std::os::unix::fs::symlink("loose", &chain).unwrap();
        for (name, file) in [(&link, &mine), (&chain, &missing), (&mine, &mine)] {
            write_named(name, b"new").unwrap();
            assert_eq!(fs::read(file).unwrap(), b"new");
        }
        assert!(link.is_symlink() && loose.is_symlink() && chain.is_symlink());
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let read = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        write_named(&pipe, b"new").unwrap();
        assert_eq!(read.join().unwrap(), b"new");
        assert!(!fs::metadata(&pipe).unwrap().is_file());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_place_of_the_hidden_file_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let [whole, mine, hidden] = ["a.csv", "mine", ".a.csv.part"].map(|name| folder.path().join(name));
        fs::write(&mine, "mine").unwrap();
        std::os::unix::fs::symlink(&mine, &hidden).unwrap();
        write_whole(&whole, b"table").unwrap();
        assert_eq!(fs::read(&mine).unwrap(), b"mine");
        assert_eq!(fs::read(&whole).unwrap(), b"table");
        assert!(!whole.is_symlink() && !hidden.exists());
    }
}

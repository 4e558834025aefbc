"""Many mutants in one build: each changed function gets one body for each mutant, and a switch that chooses."""
import collections
import re
import zlib

# Added to the crate: the number of the mutant that is on, from the environment; 0 is none.
MODULE = """
/// Which mutant is on.
pub mod mutant {
    /// Whether the mutant of this number is on.
    pub fn on(number: u32) -> bool {
        static ON: std::sync::LazyLock<u32> =
            std::sync::LazyLock::new(|| std::env::var("REGLETTE_MUTANT").ok().and_then(|it| it.parse().ok()).unwrap_or(0));
        *ON == number
    }
}
"""


def offset(text, place):
    """The index in the text of a line and column, both from 1; columns count characters."""
    start = 0
    for _ in range(place["line"] - 1):
        start = text.index("\n", start) + 1
    return start + place["column"] - 1


def without_words(text):
    """The text with comments, strings and characters blanked, so that braces can be matched."""
    words = re.compile(r'//[^\n]*|/\*.*?\*/|r#".*?"#|b?"(?:\\.|[^"\\])*"|b?\'(?:\\(?:u\{[^}]*\}|x..|.)|[^\'\\])\'', re.S)
    return words.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def body_of(text, mutant):
    """Where the body of the mutant's function begins and ends, braces included."""
    end = offset(text, mutant["function"]["span"]["end"])
    plain, depth = without_words(text), 0
    for index in range(end - 1, -1, -1):
        depth += {"}": 1, "{": -1}.get(plain[index], 0)
        if depth == 0:
            return index, end
    raise ValueError(f"no body: {mutant['name']}")


def changed(text, mutant):
    start, end = offset(text, mutant["span"]["start"]), offset(text, mutant["span"]["end"])
    return text[:start], mutant["replacement"], text[end:]


def cannot_switch(texts, mutant):
    """Whether the function must be const, or would need one type for several bodies."""
    text = texts[mutant["file"]]
    if mutant.get("function") is None:
        return True
    start = offset(text, mutant["function"]["span"]["start"])
    signature = without_words(text)[start : body_of(text, mutant)[0]]
    return re.search(r"\bconst\s+fn\b|->\s*[^{]*\bimpl\b", signature) is not None


def alone(texts, mutant):
    """The text of its file with this mutant."""
    return {mutant["file"]: "".join(changed(texts[mutant["file"]], mutant))}


class Switched:
    """Mutants behind switches."""

    def __init__(self, mutants):
        self.mutants = mutants
        self.places = collections.defaultdict(list)

    @staticmethod
    def number(mutant):
        """A number that stays the same whatever other mutants are built."""
        return zlib.crc32(mutant["name"].encode()) or 1

    def changes(self, texts):
        """The texts of the files that differ from those of the commit: those with mutants, and that with the switch."""
        files = collections.defaultdict(list)
        for mutant in self.mutants:
            files[mutant["file"]].append(mutant)
        library = "src/lib.rs"
        return {library: texts[library] + MODULE} | {name: self.with_bodies(texts[name], name, files[name]) for name in files}

    def with_bodies(self, text, name, mutants):
        bodies = collections.defaultdict(list)
        for mutant in mutants:
            bodies[body_of(text, mutant)].append(mutant)
        out, done = "", 0
        for (start, end), here in sorted(bodies.items()):
            if start < done:
                raise ValueError(f"a function within a changed function: {here[0]['name']}")
            out += text[done:start] + "{\n"
            for mutant in here:
                before, replacement, after = changed(text, mutant)
                body = before[start:] + replacement + after[: len(after) - (len(text) - end)]
                first = out.count("\n") + 1
                out += f"if crate::mutant::on({self.number(mutant)}) {body} else\n"
                self.places[name].append((first, out.count("\n"), mutant["name"]))
            out += text[start:end] + "\n}"
            done = end
        return out + text[done:]

    def mutant_at(self, name, line):
        """The mutant to which a line of a changed file belongs."""
        return next((mutant for first, last, mutant in self.places[name] if first <= line <= last), None)

#!/usr/bin/env python3
"""Mutation test of the rule code of one rulebook: how many of 60 random mutants do the tests catch?

usage: tests/mutation/run.py RULEBOOK --seed N [--viable 60] [--threads 2]

The mutants are those that cargo-mutants lists; none is made by hand. They are put in the order of SHA-256(seed, file,
function, change) and tried until --viable of them have built. A mutant that does not build does not count; one that no
test notices counts as a survivor, even if it should be equivalent; a timeout counts as caught and is listed.

A build for each mutant would take days. So many mutants are built at once: the body of a function becomes a chain of
bodies, `if mutant 7 is on { changed } else { as it was }`, and an environment variable switches one of them on
(`switches.py`). Where a function cannot hold two bodies (`const fn`, `-> impl Trait`), the mutant is built alone.

The folder target/mutation/RULEBOOK-SEED keeps what is known (results.jsonl). A run that was interrupted goes on there.
It belongs to one commit: another commit is refused unless the folder is removed. The code is taken from the commit, not
from the working copy.

Needs cargo-mutants and cargo-nextest (`cargo install --locked cargo-mutants cargo-nextest`); nextest stops at the first
test that fails.
"""
import argparse
import collections
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile

from switches import Switched, alone, cannot_switch

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOME = ROOT / "target" / "mutation"
TREE = HOME / "tree"

# Rule code is all of a rulebook's folder but the evaluation of positions, words and pictures, the serial form, and the
# counters of events. A pattern names a file without its ending, or a folder.
LEFT_OUT = {
    "jomini": """evaluate notation describe rules/names state/order_names combat/odds/report turn/parts setup/position
        setup/roster setup/rulebook""",
    "en_avant": """evaluate notation setup/position setup/roster setup/rulebook combat/odds/report turn/parts
        describe/mod describe/action describe/change describe/roll describe/draw describe/picture describe/questions
        describe/show describe/events""",
}
# Of the unit tests only those of the rulebook and of what all rulebooks share.
TESTS = {
    name: ["--lib", "--test", name, "--test", "every_game", "--test", "data_files", "--test", "soak",
           "-E", f"not kind(lib) or test(/^({name}|game)::/)"]
    for name in LEFT_OUT
}
# A test that takes longer than this under a mutant loops: the slowest takes a minute and a half on two cores.
NEXTEST = """[profile.default]
slow-timeout = { period = "400s", terminate-after = 1 }
fail-fast = { max-fail = 1, terminate = "immediate" }
"""


def command(*words):
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def is_rule_code(rulebook, path):
    inner = path.removeprefix(f"src/{rulebook}/").removesuffix(".rs")
    return not any(inner == it or inner.startswith(it + "/") for it in LEFT_OUT[rulebook].split())


def in_order(rulebook, seed):
    """The mutants of the rule code in the order of the draw, by name."""
    words = ["cargo", "mutants", "--list", "--json", "--no-config", "--file", f"src/{rulebook}/**"]
    listed = json.loads(subprocess.run(words, cwd=TREE, check=True, capture_output=True, text=True).stdout)
    listed = [it for it in listed if is_rule_code(rulebook, it["file"])]
    # Lines and columns move with every edit above them; the draw shall not.
    seen = collections.Counter()

    def key(mutant):
        plain = re.sub(r":\d+:\d+:", ":", mutant["name"], count=1)
        seen[plain] += 1
        return hashlib.sha256(f"{seed}\0{plain}\0{seen[plain]}".encode()).hexdigest()

    return {it["name"]: it for _, it in sorted(((key(it), it) for it in listed), key=lambda pair: pair[0])}


class Journal:
    """What is known of each mutant: caught (by which test), missed, timeout, unviable."""

    def __init__(self, path):
        self.path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self.rows = {row["mutant"]: row for row in (json.loads(line) for line in lines if line.endswith("}"))}

    def outcome(self, name):
        return self.rows.get(name, {}).get("outcome")

    def add(self, name, outcome, by=None):
        row = {"mutant": name, "outcome": outcome, "by": by}
        self.rows[name] = row
        with self.path.open("a") as out:
            out.write(json.dumps(row) + "\n")
        print(f"{outcome}: {name}" + (f" ({by})" if by else ""), flush=True)


def texts_of(commit):
    """The files of a commit by name, and their modes."""
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        return {it.name: (files.extractfile(it).read(), it.mode) for it in files if it.isfile()}


class Tree:
    """The files of a commit in a folder of their own, some of them changed. Only what differs is written, so that
    nothing is built again without need."""

    def __init__(self, commit):
        self.files = texts_of(commit)
        self.texts = {name: text.decode() for name, (text, _) in self.files.items() if name.endswith(".rs")}
        self.write({})

    def write(self, changes):
        wanted = {name: text for name, (text, _) in self.files.items()}
        wanted |= {name: text.encode() for name, text in changes.items()}
        wanted[".config/nextest.toml"] = NEXTEST.encode()
        for path in [it for it in TREE.rglob("*") if it.is_file()]:
            if str(path.relative_to(TREE)) not in wanted:
                path.unlink()
        for name, text in wanted.items():
            path = TREE / name
            if not path.exists() or path.read_bytes() != text:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text)
                path.chmod(self.files.get(name, (None, 0o644))[1])


def cargo(words, mutant=0, **more):
    environment = dict(os.environ, CARGO_INCREMENTAL="1", CARGO_PROFILE_DEV_DEBUG="0", REGLETTE_MUTANT=str(mutant))
    # What was built lies beside the tree, which a new commit writes anew.
    environment["CARGO_TARGET_DIR"] = str(HOME / "build")
    return subprocess.run(["cargo", *words], cwd=TREE, env=environment, text=True, **more)


def faults_of_build():
    """Where the code does not build: file and line of each error."""
    done = cargo(["check", "--locked", "--lib", "--message-format=json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    messages = (json.loads(line) for line in done.stdout.splitlines() if line.startswith("{"))
    faults = []
    for message in (it["message"] for it in messages if it["reason"] == "compiler-message"):
        if message["level"] == "error" and message["spans"]:
            faults.append([(span["file_name"], span["line_start"]) for span in message["spans"]])
    if done.returncode != 0 and not faults:
        sys.exit("the code does not build, and no line is at fault")
    return faults


def build_switched(tree, mutants):
    """Builds the tree with these mutants behind switches; returns the names of those that do not build."""
    unviable = set()
    while True:
        switched = Switched([it for it in mutants if it["name"] not in unviable])
        tree.write(switched.changes(tree.texts))
        faults = faults_of_build()
        if not faults:
            return unviable
        guilty = {switched.mutant_at(*place) for places in faults for place in places} - {None}
        if not guilty:
            sys.exit(f"the code does not build, and no mutant is at fault: {faults}")
        unviable |= guilty


def run_tests(rulebook, threads, mutant=0):
    """Runs the tests until one fails: the outcome, and the test that failed."""
    words = ["nextest", "run", "--locked", "--no-tests=fail", "--test-threads", str(threads), "--status-level", "fail",
             "--final-status-level", "none", "--color", "never", *TESTS[rulebook]]
    done = cargo(words, mutant, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    # nextest ends with 0 where all tests passed, with 100 where one failed.
    if done.returncode == 0:
        return "missed", None
    if done.returncode != 100:
        return "unviable", done.stdout[-3000:]
    failed = re.search(r"^\s*(FAIL|SIGABRT|SIGSEGV|ABORT|TIMEOUT|TERMINATING)\s.*?\]\s*(?:\([^)]*\)\s*)?(.*)$", done.stdout, re.M)
    kind, by = failed.groups() if failed else ("FAIL", "?")
    return ("timeout" if kind.startswith("T") else "caught"), by.strip()


def report(order, journal, wanted):
    viable = [it for it in order if journal.outcome(it) not in (None, "unviable")][:wanted]
    tally = collections.Counter(journal.outcome(it) for it in viable)
    before_last = list(order)[: list(order).index(viable[-1]) + 1] if viable else []
    unviable = sum(journal.outcome(it) == "unviable" for it in before_last)
    caught = tally["caught"] + tally["timeout"]
    print(f"{caught} of {len(viable)} caught ({100 * caught / max(len(viable), 1):.1f} %), of these {tally['timeout']} by"
          f" the time limit; {unviable} did not build")
    for word in ("missed", "timeout"):
        for name in (it for it in viable if journal.outcome(it) == word):
            print(f"  {word}: {name}")
    return caught >= 0.95 * len(viable)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook", choices=sorted(LEFT_OUT))
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--viable", type=int, default=60, help="mutants that must have built")
    parser.add_argument("--commit", default="HEAD", help="the commit whose code is tried")
    parser.add_argument("--threads", type=int, default=2, help="tests run at the same time")
    options = parser.parse_args()

    folder = HOME / f"{options.rulebook}-{options.seed}"
    folder.mkdir(parents=True, exist_ok=True)
    commit = command("git", "rev-parse", options.commit).strip()
    stamp = folder / "commit"
    if not stamp.exists():
        stamp.write_text(commit)
    elif stamp.read_text() != commit:
        sys.exit(f"{folder} holds results of {stamp.read_text()}, this is {commit}: remove it to begin anew")

    tree = Tree(commit)
    journal = Journal(folder / "results.jsonl")
    order = in_order(options.rulebook, options.seed)
    print(f"{len(order)} mutants in the rule code of {options.rulebook}, seed {options.seed}, {commit[:12]}", flush=True)
    sound = False
    while True:
        known = [it for it in order if journal.outcome(it) not in (None, "unviable")]
        missing = options.viable - len(known)
        waiting = [it for it in order.values() if journal.outcome(it["name"]) is None][: max(missing, 0)]
        if not waiting:
            break
        # All that have been drawn stay in the build, so that an interrupted run goes on with the same one.
        drawn = [it for it in order.values() if journal.outcome(it["name"]) not in (None, "unviable")] + waiting
        single = [it for it in waiting if cannot_switch(tree.texts, it)]
        for name in build_switched(tree, [it for it in drawn if not cannot_switch(tree.texts, it)]):
            journal.add(name, "unviable")
        if not sound and run_tests(options.rulebook, options.threads)[0] != "missed":
            sys.exit("the tests fail without any mutant")
        sound = True
        for mutant in (it for it in waiting if it not in single):
            if journal.outcome(mutant["name"]) is None:
                journal.add(mutant["name"], *run_tests(options.rulebook, options.threads, Switched.number(mutant)))
        for mutant in single:
            tree.write(alone(tree.texts, mutant))
            if faults_of_build():
                journal.add(mutant["name"], "unviable")
            else:
                journal.add(mutant["name"], *run_tests(options.rulebook, options.threads))
    return 0 if report(order, journal, options.viable) else 1


if __name__ == "__main__":
    sys.exit(main())

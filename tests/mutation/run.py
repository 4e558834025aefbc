#!/usr/bin/env python3
"""Mutation test of the rule code of one rulebook: how many of 60 random mutants do the tests catch?

usage: tests/mutation/run.py RULEBOOK --seed N [--viable 60] [--jobs 1]

The mutants are those of cargo-mutants; none is made by hand. They are put in the order of SHA-256(seed, file, function,
change) and tried until --viable of them have built. A mutant that does not build does not count; one that no test
notices counts as a survivor, even if it should be equivalent; a timeout counts as caught and is listed.

The folder target/mutation/RULEBOOK-SEED keeps what is known (results.jsonl). A run that was interrupted goes on there.
It belongs to one commit: another commit is refused unless the folder is removed.

Needs cargo-mutants and cargo-nextest (`cargo install --locked cargo-mutants cargo-nextest`); nextest stops at the first
test that fails.
"""
import argparse
import hashlib
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Rule code is all of a rulebook's folder but the evaluation of positions, words and pictures, the serial form, and the
# counters of events. A pattern names a file without its ending, or a folder.
LEFT_OUT = {
    "jomini": """appraise stakes features questions describe draw picture order_names rules/names notation position show
        odds/report events parts roster scatter rulebook""",
    "en_avant": """appraise stakes features questions describe draw picture notation position show odds/report events parts
        roster scatter rulebook""",
}
TESTS = {
    "jomini": ["--lib", "--test", "jomini", "--test", "every_game", "--test", "data_files"],
    "en_avant": ["--lib", "--test", "en_avant", "--test", "every_game", "--test", "data_files"],
}


def command(*words):
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def is_rule_code(rulebook, path):
    inner = path.removeprefix(f"src/{rulebook}/").removesuffix(".rs")
    return not any(inner == it or inner.startswith(it + "/") for it in LEFT_OUT[rulebook].split())


def in_order(rulebook, seed):
    """The mutants of the rule code in the order of the draw."""
    listed = json.loads(command("cargo", "mutants", "--list", "--json", "--file", f"src/{rulebook}/**"))
    names = [it["name"] for it in listed if is_rule_code(rulebook, it["file"])]
    # Lines and columns move with every edit above them; the draw shall not.
    seen = {}

    def key(name):
        plain = re.sub(r":\d+:\d+:", ":", name, count=1)
        seen[plain] = seen.get(plain, 0) + 1
        return hashlib.sha256(f"{seed}\0{plain}\0{seen[plain]}".encode()).hexdigest()

    return [name for _, name in sorted((key(name), name) for name in names)]


def known(journal):
    if not journal.exists():
        return {}
    rows = (json.loads(line) for line in journal.read_text().splitlines() if line.endswith("}"))
    return {row["mutant"]: row["outcome"] for row in rows}


def gather(folder, journal, outcomes):
    """Takes over what cargo-mutants has found so far."""
    with journal.open("a") as out:
        for outcome in ("caught", "missed", "timeout", "unviable"):
            path = folder / "mutants.out" / f"{outcome}.txt"
            for name in path.read_text().splitlines() if path.exists() else []:
                if name not in outcomes:
                    outcomes[name] = outcome
                    out.write(json.dumps({"mutant": name, "outcome": outcome}) + "\n")


def try_mutants(rulebook, folder, names, jobs, baseline):
    exact = [word for name in names for word in ("--re", f"^{re.escape(name)}$")]
    words = ["cargo", "mutants", "--output", str(folder), "--no-config", "--test-tool", "nextest", "--jobs", str(jobs)]
    words += ["--file", f"src/{rulebook}/**", "--baseline", "run" if baseline else "skip", "--copy-vcs", "true"]
    # A mutant that loops is ended after this; the slowest test alone takes about a minute.
    words += ["--timeout", "600", "--no-times", *exact, "--", *TESTS[rulebook]]
    return subprocess.run(words, cwd=ROOT).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook", choices=sorted(LEFT_OUT))
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--viable", type=int, default=60, help="mutants that must have built")
    parser.add_argument("--jobs", type=int, default=1, help="mutants tried at the same time")
    options = parser.parse_args()

    folder = ROOT / "target" / "mutation" / f"{options.rulebook}-{options.seed}"
    folder.mkdir(parents=True, exist_ok=True)
    commit = command("git", "rev-parse", "HEAD").strip()
    stamp = folder / "commit"
    if not stamp.exists():
        stamp.write_text(commit)
    elif stamp.read_text() != commit:
        sys.exit(f"{folder} holds results of {stamp.read_text()}, this is {commit}: remove it to begin anew")

    journal = folder / "results.jsonl"
    outcomes = known(journal)
    order = in_order(options.rulebook, options.seed)
    print(f"{len(order)} mutants in the rule code of {options.rulebook}, seed {options.seed}, {commit[:12]}")
    baseline = True
    while True:
        gather(folder, journal, outcomes)
        viable = [name for name in order if outcomes.get(name, "unviable") != "unviable"]
        # Only the first ones of the order count, whatever else was tried.
        viable = viable[: options.viable]
        missing = options.viable - len(viable)
        waiting = [name for name in order if name not in outcomes][:missing]
        if not waiting:
            break
        code = try_mutants(options.rulebook, folder, waiting, options.jobs, baseline)
        before = len(outcomes)
        gather(folder, journal, outcomes)
        if len(outcomes) == before:
            sys.exit(f"cargo mutants tried nothing (exit {code})")
        baseline = False

    tally = {word: [name for name in viable if outcomes[name] == word] for word in ("caught", "timeout", "missed")}
    unviable = sum(outcome == "unviable" for outcome in outcomes.values())
    caught = len(tally["caught"]) + len(tally["timeout"])
    print(f"{caught} of {len(viable)} caught ({100 * caught / max(len(viable), 1):.1f} %), of these {len(tally['timeout'])} by"
          f" the time limit; {unviable} did not build")
    for word in ("missed", "timeout"):
        for name in tally[word]:
            print(f"  {word}: {name}")
    return 0 if caught >= 0.95 * len(viable) else 1


if __name__ == "__main__":
    sys.exit(main())

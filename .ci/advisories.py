#!/usr/bin/env python3
"""Holds Cargo.lock against known faults of crates, a line each in .ci/advisories.txt: the id of an advisory, the
crate, and the versions without the fault (any of the ranges between bars; none where there is no such version).

    .ci/advisories.py                   checks against that list
    .ci/advisories.py --from DATABASE   writes the list anew from a clone of github.com/rustsec/advisory-db, which
                                        is in the public domain (CC0), and checks against it

The list holds what was known when somebody last wrote it; where there is a network, CI takes the database itself.
What deny.toml ignores, with its reason, is passed over."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / ".ci" / "advisories.txt"
COMPARED = {
    ">=": lambda one, other: one >= other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    "<": lambda one, other: one < other,
    "=": lambda one, other: one == other,
    "^": lambda one, other: other <= one < next_breaking(other),
}


def number(version):
    """A version as numbers that compare; one before a release comes before it."""
    release, _, before = version.partition("+")[0].partition("-")
    parts = [int(part) for part in release.split(".")]
    return (*parts, *[0] * (3 - len(parts)), not before, before)


def next_breaking(version):
    place = next((at for at in range(3) if version[at]), 2)
    return (*version[:place], version[place] + 1, *[0] * (2 - place), False, "")


def lies_in(version, ranges):
    """Whether a version lies in one of the ranges, as in `>= 1.2, < 2 | >= 3`."""
    def holds(bound):
        sign, other = re.fullmatch(r"\s*([<>=^]*)\s*(\d[\w.+-]*)\s*", bound).groups()
        return COMPARED[sign or "^"](number(version), number(other))
    return any(all(map(holds, one.split(","))) for one in ranges.split("|") if one)


def locked():
    """The crates of Cargo.lock that are not our own, with their versions."""
    packages = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    return [(one["name"], one["version"]) for one in packages if "source" in one]


def lines_of(database):
    """The list as it follows from the database: what concerns a crate that we have, in any version."""
    ours = {name for name, _ in locked()}
    for path in sorted((database / "crates").glob("*/RUSTSEC-*.md")):
        if path.parent.name not in ours:
            continue
        head = tomllib.loads(path.read_text().split("```toml\n", 1)[1].split("```", 1)[0])
        if "withdrawn" in head["advisory"]:
            continue
        versions = head.get("versions", {})
        ranges = versions.get("patched", []) + versions.get("unaffected", [])
        yield f"{path.stem} {path.parent.name} {' | '.join(ranges)}".rstrip()


def main():
    if sys.argv[1:2] == ["--from"]:
        LIST.write_text("".join(f"{line}\n" for line in lines_of(Path(sys.argv[2]))))
    rules = tomllib.loads((ROOT / "deny.toml").read_text())
    ignored = {one["id"] for one in rules["advisories"]["ignore"]}
    hits = {}
    for line in LIST.read_text().splitlines():
        advisory, crate, *ranges = line.split(" ", 2)
        for name, version in locked():
            if name == crate and not lies_in(version, "".join(ranges)):
                hits.setdefault(advisory, f"{name} {version}: https://rustsec.org/advisories/{advisory}")
    faults = [hits[advisory] for advisory in sorted(hits.keys() - ignored)]
    faults += [f"deny.toml ignores {advisory}, which no crate has" for advisory in sorted(ignored - hits.keys())]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

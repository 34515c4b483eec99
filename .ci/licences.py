#!/usr/bin/env python3
"""Holds the licence of each crate against those that deny.toml allows."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = set(tomllib.loads((ROOT / "deny.toml").read_text())["licenses"]["allow"])


def is_allowed(expression):
    """Whether a licence in SPDX's words, as in `(MIT OR Apache-2.0) AND ISC`, is one that may be taken. Older crates
    write a slash for OR."""
    words = re.findall(r"[()]|\bOR\b|\bAND\b|(?:(?!\bOR\b|\bAND\b)[^()])+", expression.replace("/", " OR "))
    python = {"(": "(", ")": ")", "OR": "or", "AND": "and"}
    terms = [python.get(word.strip(), str(word.strip() in ALLOWED)) for word in words if word.strip()]
    return bool(terms) and eval(" ".join(terms), {"__builtins__": {}})


def main():
    metadata = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--locked"], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    packages = json.loads(metadata.stdout)["packages"]
    refused = [one for one in packages if not is_allowed(one["license"] or "")]
    for one in refused:
        print(f"{one['name']} {one['version']}: {one['license'] or 'no licence'} is none that deny.toml allows")
    if not refused:
        print(f"{len(packages)} crates, all under licences that deny.toml allows")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())

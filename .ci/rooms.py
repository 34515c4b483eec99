#!/usr/bin/env python3
"""Holds the source against the invariants of docs/ARCHITECTURE.md that the compiler does not."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CRATES = {
    "judge": ROOT / "judge" / "src",
    "physics": ROOT / "judge" / "physics" / "src",
    "server": ROOT / "server" / "src",
}


def code(path):
    """The text of a file without comments and without the tests at its end."""
    text = path.read_text()
    text = re.split(r"^#\[cfg\(test\)\]\n(?:pub(?:\([^)]*\))? )?mod \w+ \{", text, flags=re.M)[0]
    return re.sub(r"//.*", "", text)


def is_test(path):
    named = {"tests", "samples", "hostile"} & {path.stem, path.parent.name}
    return bool(named) or path.stem.endswith("_tests")


def files(source):
    return sorted(path for path in source.rglob("*.rs") if not is_test(path))


def rooms(source):
    """Which rooms of a crate, that is modules of its root, each room uses."""
    names = {path.stem for path in source.iterdir()} - {"lib", "main"}
    edges = {name: set() for name in names}
    for path in files(source):
        room = path.relative_to(source).parts[0].removesuffix(".rs")
        if room not in names:
            continue
        # How far it is from here up to the root of the crate.
        depth = len([part for part in path.relative_to(source).parts if part != "mod.rs"])
        root = r"\b(?:crate|" + "::".join(["super"] * depth) + r")::"
        for inner in re.findall(root + r"(\{[^;]*\}|\w+)", code(path), flags=re.S):
            words = re.findall(r"\w+", inner) if inner.startswith("{") else [inner]
            edges[room] |= {word for word in words if word in names and word != room}
    return edges


def circles(edges):
    """The sets of rooms from each of which all others of the set can be reached."""
    def reach(start):
        seen, todo = set(), [start]
        while todo:
            for near in edges[todo.pop()]:
                if near not in seen:
                    seen.add(near)
                    todo.append(near)
        return seen
    reached = {name: reach(name) for name in edges}
    return {
        frozenset(other for other in near if name in reached[other])
        for name, near in reached.items()
        if name in near
    }


def pairs_brackets(text):
    """Whether a source finds out by itself which brackets of a formula pair: it counts up or keeps something where
    one opens, and counts down or takes it back elsewhere."""
    opens = r"(?:'[({\[]'|\bOpen\b)[^;{]*?=>\s*\{?\s*([\w.]+?)( \+= 1|\.push\()"
    undo = {" += 1": " -= 1", ".push(": ".pop("}
    return any(f"{counted}{undo[how]}" in text for counted, how in re.findall(opens, text))


def unused():
    """The dependencies that no source of their crate names. What only links a C library is not named."""
    for source in (ROOT / "sandbox" / "src", *CRATES.values()):
        crate = source.parent
        manifest = tomllib.loads((crate / "Cargo.toml").read_text())
        folders = {
            "dependencies": ["src", "guest"],
            "dev-dependencies": ["src", "tests", "benches"],
            "build-dependencies": ["build.rs"],
        }
        for kind, places in folders.items():
            paths = [path for place in places for path in (crate / place).rglob("*.rs")]
            paths += [crate / place for place in places if (crate / place).is_file()]
            text = "\n".join(path.read_text() for path in paths)
            for name in manifest.get(kind, {}):
                if not name.endswith("-sys") and not re.search(rf"\b{name.replace('-', '_')}\b", text):
                    yield f"a dependency that nothing uses: {crate.name} {name}"


# Names, units and what a program would read: the same in every language.
NAMES = {"Sequence Dojo", "EED", "INTERNAL", "B", "n", "a(n)", "a()", "solution.json"}
METAS = r'(?:name="description"|property="og:(?:title|description)") content'
SHOWN = rf'(?:\s(?:aria-label|title|placeholder|alt|label|data-name|data-announce)|{METAS})="([^"]*)"'


def words(path):
    """The words that a template writes itself instead of naming their message in templates/words."""
    apart = r"<style>.*?</style>|\{#.*?#\}|(?<=\{% block width %\})\w+"
    text = re.sub(apart, "", path.read_text(), flags=re.S)
    for code in re.findall(r"\{\{.*?\}\}|\{%.*?%\}", text, flags=re.S):
        yield from re.findall(r'"([A-Z][^"/]*|[a-z]+ [^"/]*)"', code)
    text = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\$\$.*?\$\$", "", text, flags=re.S)
    shown = re.findall(SHOWN, text) + re.split(r'<(?:[^<>"]|"[^"]*")*>', text)
    for part in (part.strip(" \n,.:;·") for part in shown):
        is_code = part.startswith(("for n in ", "data-")) or re.fullmatch(r"[-\dT:]+Z", part)
        if re.search(r"[^\W\d_]", re.sub(r"&\w+;", "", part)) and not is_code and part not in NAMES:
            yield part


def sentences(path):
    """The words that a source writes itself: two in a row in a text that is no markup, no code and not for the log."""
    for line in code(path).splitlines():
        apart = (
            r'r#+"|\b(?:reason = |expect\(|say!\(|assert\w*!\(|internal\(|senseless\(|small\(|parsed\()"'
            r"|\bStoreError::Value\(|tracing::|header::"
        )
        if re.search(apart, line):
            continue
        for text in re.findall(r'"((?:[^"\\]|\\.)*)"', line):
            is_code = re.search(r"^[ .]|[<=(]|^..use strict|^event: |^(?:private|public), no-", text)
            if re.search(r"[^\W\d_]{2,}[,.:;]? [^\W\d_]{2,}", text) and not is_code:
                yield text


# The comments, regular expressions and texts of a script.
TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/"
    r"|(?<=[(=,:!&|?]) ?/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\n\\\[])+/"
    r'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`'
    r"|'(?:[^'\\\n]|\\.)*'",
    re.S,
)
# What stands before a text that is a key, a name, or a list of classes, and no words.
TAKES_CODE = re.compile(
    r"(?:\b(?:say|querySelector|querySelectorAll|getAttribute|find|matchMedia|get|add)\("
    r'|[!=]==\s|\belement\((?:"\w+", )?)$'
)
# What puts whatever follows in its line before people.
TELLS = re.compile(
    r"\b(?:textContent|title|placeholder) = |\b(?:append|prepend|replaceChildren|alert)\("
    r'|"aria-(?:label|valuetext)", '
)
WRITTEN = re.compile(r"[^\W\d_]{2,}[,.:;]? [^\W\d_]{2,}|^[A-Z][a-z]|^ [^\W\d_]|[^\W\d_]{2,} $")


def told(path):
    """The words that a script writes itself: two in a row, one with a capital or beside a space, any that is told."""
    script = path.read_text()
    for token in TOKEN.finditer(script):
        text = token.group()[1:-1]
        line = script[script.rfind("\n", 0, token.start()) + 1 : token.start()]
        if token.group()[0] not in "\"'`" or text == "use strict" or TAKES_CODE.search(line):
            continue
        if WRITTEN.search(text) or (TELLS.search(line) and re.search(r"[^\W\d_]{2,}", text)):
            yield text


def found():
    """Everything that is not as the document has it, a line each."""
    lines = set(unused())
    for crate, source in CRATES.items():
        for circle in circles(rooms(source)):
            lines.add(f"circle of rooms in {crate}: {' '.join(sorted(circle))}")

    def each(source, pattern, what, but=()):
        for path in files(source):
            place = path.relative_to(ROOT).as_posix()
            if any(place.startswith(start) for start in but):
                continue
            if re.search(pattern, code(path)):
                lines.add(f"{what}: {place}")

    each(
        CRATES["server"],
        r"\bdiesel::(?!result::Error)\w+|\bsql_query\b",
        "SQL outside of the store",
        but=("server/src/store",),
    )
    for crate in ("judge", "physics"):
        each(
            CRATES[crate],
            r"\b(?:SystemTime|Instant|UNIX_EPOCH)\b|std::(?:env|net|process)\b|\bchrono::|\brand::",
            f"clock, environment, network or chance in {crate}",
        )
    sandbox = ROOT / "sandbox" / "src"
    clocks = r"\b(?:SystemTime|Instant|UNIX_EPOCH)\b"
    each(sandbox, clocks, "a clock in the sandbox", but=("sandbox/src/instances.rs",))
    # Numbers alone can be copied: no text or list stands beside the source.
    question = r"#\[derive\([^)]*\bCopy\b[^)]*\)\]\npub\(crate\) struct Question \{"
    if not re.search(question, code(sandbox / "call.rs")):
        lines.add("a guest is given more than the source and numbers: sandbox/src/call.rs")
    # The second finds places in JSON.
    matching = {CRATES["physics"] / "latex" / "tree.rs", CRATES["physics"] / "problem" / "locate.rs"}
    for path in files(CRATES["physics"]):
        if path not in matching and pairs_brackets(code(path)):
            lines.add(f"brackets paired outside of the tree: {path.relative_to(ROOT).as_posix()}")
    web, pages = CRATES["server"] / "web", CRATES["server"] / "pages"
    each(web, r"\bjson!", "an answer that is no type")
    steps = (
        r"\blifecycle::(?:schedule|open|freeze|reveal|cancel|finalize)\b"
        r"|\brulings::(?:disqualify|reinstate|withdraw_problem)\b"
        r"|\brejudge::(?:create|apply|discard)\b"
    )
    each(web, steps, "a step of a season that is no Command")
    # A module with routes of its own, outside of the API, answers with pages.
    answering = [
        path.relative_to(web).parts[0].removesuffix(".rs")
        for path in files(web)
        if path.name != "mod.rs" and re.search(r"\bfn routes\(", code(path))
    ]
    pages_of = "|".join(sorted(set(answering) - {"api"}))
    imported = rf"\bcrate::web::(?:\{{[^}}]*)?(?:{pages_of})\b|\bsuper::super::(?:{pages_of})\b"
    each(web / "api", imported, "a page in the API")
    each(web / "resources", imported, "a page in what pages and API share")
    apart = r"\b(?:super|web)::api\b"
    for path in files(web):
        module = path.relative_to(web).parts[0].removesuffix(".rs")
        if module in {*answering, "resources"} - {"api"} and re.search(apart, code(path)):
            lines.add(f"the API on a page: {path.relative_to(ROOT).as_posix()}")
    each(
        CRATES["server"],
        r"\bvouch\(",
        "HTML that others than pages and words vouch for",
        but=("server/src/html.rs", "server/src/pages/", "server/src/words/"),
    )
    each(pages, r"\bdiesel::|\bcrate::store\b", "the store on a page")
    # What machines alone are told stays in English.
    machines = [web / name for name in ("api", "body", "body.rs", "health.rs")]
    # What fails there is our fault, which the log alone is told.
    server = CRATES["server"]
    machines += [server / "contests" / "task.rs", server / "season" / "archives.rs"]
    speaking = [server / room for room in ("pages", "web", "season", "folder", "contests")]
    for path in sorted(path for room in speaking for path in files(room)):
        if any(path.is_relative_to(place) for place in machines):
            continue
        for text in sentences(path):
            lines.add(f"words outside of templates/words: {path.relative_to(ROOT).as_posix()}: {text}")
    for path in sorted((ROOT / "server" / "assets").glob("*.js")):
        # The editor's bundles are not written here.
        if path.name not in ("editor.js", "vim.js"):
            for text in told(path):
                lines.add(f"words outside of templates/words: {path.relative_to(ROOT).as_posix()}: {text}")
    compared = r"[=!]= *(?:\w+::)*Contest::[A-Z]"
    each(
        CRATES["judge"],
        compared,
        "a comparison with a type of contest",
        but=("judge/src/contest/",),
    )
    each(CRATES["server"], compared, "a comparison with a type of contest")
    types = r"\b(?:Contest|Report|Settings|Parameters|Details)::(?:Sequence|Physics)\b|is_physics"
    each(CRATES["judge"], types, "a type of contest", but=("judge/src/contest/",))
    each(CRATES["server"], types, "a type of contest", but=("server/src/contests/",))
    for path in sorted((ROOT / "templates").rglob("*.html")):
        if "is_physics" in path.read_text():
            lines.add(f"a type of contest: {path.relative_to(ROOT).as_posix()}")
        for word in words(path):
            lines.add(f"words outside of templates/words: {path.relative_to(ROOT).as_posix()}: {word}")
    return lines


def main():
    lines = sorted(found())
    for line in lines:
        print(line, file=sys.stderr)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())

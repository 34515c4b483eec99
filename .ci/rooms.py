#!/usr/bin/env python3
"""Holds the source against the invariants of docs/ARCHITECTURE.md that the compiler does not."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CRATES = {
    "sandbox": ROOT / "sandbox" / "src",
    "formula": ROOT / "judge" / "formula" / "src",
    "help": ROOT / "judge" / "help" / "src",
    "judge": ROOT / "judge" / "src",
    "model": ROOT / "model" / "src",
    "server": ROOT / "server" / "src",
}
# The circles of files that there are. The list can only shrink.
KNOWN_CIRCLES = ROOT / ".ci" / "circles.txt"


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


def module(source, path):
    """A file as the module that it is: `("same", "judge")`. The root of the crate is `()`."""
    parts = path.relative_to(source).with_suffix("").parts
    return parts[:-1] if parts[-1] in ("mod", "lib", "main") else parts


def imported(tree):
    """The paths of a `use`, each a list of names: `a::{b, c::d}` is `a::b` and `a::c::d`."""
    head, brace, rest = tree.partition("{")
    names = [name.strip() for name in head.split("::") if name.strip()]
    if not brace:
        return [[*names[:-1], names[-1].split(" as ")[0]]] if names else []
    inner, depth, parts = rest[: rest.rfind("}")], 0, [""]
    for char in inner:
        depth += {"{": 1, "}": -1}.get(char, 0)
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [names + path for part in parts for path in imported(part)]


PUBLIC_USE = re.compile(r"\bpub(?:\([^)]*\))?\s+use\s+([^;]+);")


def uses(source):
    """Which files of a crate each of its files uses. What a module only gives a name to (`pub use`) is used where it is."""
    texts = {module(source, path): re.sub(r'"(?:[^"\\]|\\.)*"', '""', code(path)) for path in files(source)}

    def whole(here, path):
        """A path from the root of the crate; `None` for one of another crate."""
        path = list(path)
        if path[0] == "crate":
            return path[1:]
        if path[0] not in ("super", "self"):
            return [*here, *path] if (*here, path[0]) in texts else None
        while path and path[0] in ("super", "self"):
            here = here[:-1] if path.pop(0) == "super" else here
        return [*here, *path]

    names = {here: {} for here in texts}
    for here, text in texts.items():
        for path in (path for tree in PUBLIC_USE.findall(text) for path in imported(tree)):
            if at := whole(here, path):
                names[here][at[-1]] = at

    def home(path, depth=8):
        """The file in which the thing at the end of a path is."""
        length = max(n for n in range(len(path) + 1) if tuple(path[:n]) in texts)
        at, rest = tuple(path[:length]), path[length:]
        if depth and rest and rest[0] in names[at]:
            return home([*names[at][rest[0]], *rest[1:]], depth - 1)
        return at

    edges = {}
    for here, text in texts.items():
        text = PUBLIC_USE.sub("", text)
        # Who may see a thing is not what it uses.
        text = re.sub(r"\bpub\(in [^)]*\)", "pub", text)
        paths = [path for tree in re.findall(r"\buse\s+([^;]+);", text) for path in imported(tree)]
        text = re.sub(r"\buse\s+[^;]+;", "", text)
        paths += [path.split("::") for path in re.findall(r"(?<![:\w])[a-z_]\w*(?:::\w+)+", text)]
        edges[here] = {home(at) for path in paths if (at := whole(here, path))} - {here}
    return edges


def rooms(edges):
    """The same between rooms, that is modules of the root of a crate."""
    between = {here[0]: set() for here in edges if here}
    for here, near in edges.items():
        if here:
            between[here[0]] |= {there[0] for there in near if there} - {here[0]}
    return between


def circles(edges):
    """The sets of things from each of which all others of the set can be reached."""
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
    for source in CRATES.values():
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
    circles_of_files = set()
    for crate, source in CRATES.items():
        edges = uses(source)
        for circle in circles(rooms(edges)):
            lines.add(f"circle of rooms in {crate}: {' '.join(sorted(circle))}")
        for circle in circles(edges):
            circles_of_files.add(" ".join(sorted("::".join((crate, *file)) for file in circle)))
    known = set(KNOWN_CIRCLES.read_text().splitlines())
    for circle in circles_of_files - known:
        if not any(set(circle.split()) < set(old.split()) for old in known):
            lines.add(f"circle of files that is not known: {circle}")
    for circle in known - circles_of_files:
        lines.add(f"circle of files that is gone or smaller, for {KNOWN_CIRCLES.relative_to(ROOT)}: {circle}")

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
    for crate in ("judge", "formula", "help"):
        each(
            CRATES[crate],
            r"\b(?:SystemTime|Instant|UNIX_EPOCH)\b|std::(?:env|net|process)\b|\bchrono::|\brand::",
            f"clock, environment, network or chance in {crate}",
        )
    sandbox = CRATES["sandbox"]
    clocks = r"\b(?:SystemTime|Instant|UNIX_EPOCH)\b"
    each(sandbox, clocks, "a clock in the sandbox", but=("sandbox/src/instances.rs",))
    # Numbers alone can be copied: no text or list stands beside the source.
    question = r"#\[derive\([^)]*\bCopy\b[^)]*\)\]\npub\(crate\) struct Question \{"
    if not re.search(question, code(sandbox / "call.rs")):
        lines.add("a guest is given more than the source and numbers: sandbox/src/call.rs")
    # The second finds places in JSON.
    matching = {CRATES["formula"] / "notation" / "tree.rs", CRATES["formula"] / "problem" / "locate.rs"}
    for path in [*files(CRATES["formula"]), *files(CRATES["help"])]:
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

#!/usr/bin/env python3
"""Checks the archive of a season of programs by ARCHIVE.md and the scoring documents alone.

    zstd -dc season-spring.tar.zst | tar x
    python3 verify_archive.py season-spring

Nothing of Sequence Dojo is used: whoever doubts `dojo replay` can read these lines instead. Hashes, log,
commitments, receipts, seals and scores are checked; programs are not run again. Ends with 0 when all of it
is right, or with 1 and what differs.
"""

import csv
import hashlib
import io
import json
import sys
from collections import defaultdict
from math import exp, floor
from pathlib import Path

wrong = []


def check(what, found, told):
    if found != told:
        wrong.append(f"{what}: {found} instead of {told}")


def sha(data):
    return hashlib.sha256(data).digest()


def fields(*parts):
    """H: each field preceded by its length."""
    data = b""
    for part in parts:
        part = part if isinstance(part, bytes) else str(part).encode()
        data += len(part).to_bytes(8, "big") + part
    return sha(data)


def canonical(value):
    # Python sorts keys by code point, which for UTF-8 is the order of the bytes.
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def merkle_root(leaves):
    """RFC 6962; `leaves` are hashes already."""
    if len(leaves) < 2:
        return leaves[0] if leaves else sha(b"")
    left = 1
    while left * 2 < len(leaves):
        left *= 2
    return sha(b"\x01" + merkle_root(leaves[:left]) + merkle_root(leaves[left:]))


def check_files(folder, summary):
    for file in summary["files"]:
        data = (folder / file["path"]).read_bytes()
        check(file["path"], sha(data).hex(), file["sha256"])
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    check("members", there, {"archive.json"} | {file["path"] for file in summary["files"]})


def check_log(log, season):
    prev, at_us = bytes(32), 0
    for seq, entry in enumerate(log):
        check(f"log {seq} seq", entry["seq"], seq)
        check(f"log {seq} prev", entry["prev"], prev.hex())
        check(f"log {seq} time", entry["at_us"] >= at_us, True)
        body = canonical(entry["body"])
        prev = fields("sequence-dojo/log/1", season, seq, entry["at_us"], body, prev)
        check(f"log {seq} hash", entry["hash"], prev.hex())
        at_us = entry["at_us"]
    return prev


def check_commitment(folder, season, body, salts):
    slug, version = body["problem"], body["version"]
    problem = folder / "problems" / slug / str(version)
    told = json.loads((problem / "commitment.json").read_text())
    check(f"{slug} salt", told["salt"], salts.get((slug, version)))
    names = ["problem.json", "setter.py", "statement.md", "terms.txt"]
    hashes = [sha((problem / name).read_bytes()) for name in names]
    digest, salt = bytes.fromhex(told["runtime_digest"]), bytes.fromhex(told["salt"])
    found = fields("sequence-dojo/commit/1", season, slug, version, *hashes, digest, salt).hex()
    check(f"{slug} commitment", found, told["commitment"])
    check(f"{slug} commitment in the log", found, body["commitment"])


def word(report):
    """The word of a verdict."""
    verdict = report["verdict"]
    reason = verdict.get("reason", {})
    if verdict["verdict"] == "FAILED":
        return reason["ending"]
    if verdict["verdict"] == "REJECTED":
        return "REJECT_" + reason["rejection"]
    return verdict["verdict"]


def tag_of(row):
    return row["tag"] if 0 < len(row["tag"]) <= 64 else "unspecified"


def add_diversity(rows, v02):
    """Scoring v0.1 §6 and v0.3 §6.2, for the Reward Correct submissions to one problem."""
    order, pairs, authors, forms = [], set(), {}, set()
    for row in sorted(rows, key=lambda row: (row["at"], row["hash"], row["submission"])):
        pair, form = (row["person"], tag_of(row)), row["form"]
        counts = not v02 or (pair[1] != "unspecified" and not row["contradicted"])
        if form:
            # What has the same neutral form is one method, that of whoever came first.
            counts = authors.setdefault(form, row["person"]) == row["person"] and counts and form not in forms
            if counts:
                forms.add(form)
        if counts and pair not in pairs:
            pairs.add(pair)
            order.append(row)
    taken, holders = set(), set()
    for row in order:
        if tag_of(row) not in taken and not (v02 and row["person"] in holders):
            taken.add(tag_of(row))
            holders.add(row["person"])
            row["first"] = 30
    people, tags = {person for person, _ in pairs}, {tag for _, tag in pairs}
    several = len(tags) > 1 and (not v02 or len(people) > 1)
    for row in rows:
        row["shared"] = 20 if several else 0
        row["diversity"] = min(50, row["first"] + row["shared"])
        row["score"] += row["diversity"]


def ranked(rows):
    """Ranks for rows that are in order; equal totals share one."""
    for place, row in enumerate(rows):
        same = place and rows[place - 1]["total"] == row["total"]
        row["rank"] = rows[place - 1]["rank"] if same else place + 1
    return rows


def brevity(length, par):
    """floor(200 e^(-L/800)), and beside a par floor(200·2^(-L/par)): the largest b with b^par · 2^L at most 200^par."""
    if not par:
        return floor(200 * exp(-length / 800))
    return max(b for b in range(201) if b**par << length <= 200**par)


def add_points(rows, v02):
    """Gates, brevity and diversity of the submissions to one problem."""
    for row in rows:
        if row["reward"]:
            row["brevity"] = brevity(row["l_chars"], row["par"])
            row["score"] = 1000 + row["brevity"]
        elif row["stage"]:
            row["score"] = 200
    add_diversity([row for row in rows if row["reward"]], v02)


def best_rows(rows):
    """One row a person, the better first."""
    best = {}
    keys = ["l_chars", "at", "hash", "submission"]
    for row in sorted(rows, key=lambda row: [-row["score"]] + [row[key] for key in keys]):
        if row["stage"]:
            best.setdefault(row["person"], row)
    return list(best.values())


def board_line(rank, row):
    return {
        "rank": rank,
        "person": row["person"],
        "submission": row["submission"],
        "score": row["score"],
        "brevity_bonus": row["brevity"],
        "diversity_bonus": row["diversity"],
        "first_of_tag": row["first"] > 0,
        "l_chars": row["l_chars"],
        "created_at_us": row["at"],
        "solver_hash": row["hash"],
        "reward_correct": row["reward"],
    }


def setter_score(length, solved, tried):
    """floor(400 e^(-L/800)) and floor(600 * 4 q (1-q)), the latter without rounding on the way."""
    balance = 2400 * (solved + 1) * (tried + 1 - solved) // (tried + 2) ** 2
    return {"brevity": floor(400 * exp(-length / 800)), "balance": balance}


def season_line(person, best):
    lengths = sorted(row["l_chars"] for row in best if row["reward"])
    middle = [lengths[len(lengths) // 2], lengths[(len(lengths) - 1) // 2]] if lengths else None
    return {
        "person": person,
        "total": sum(row["score"] for row in best),
        "stage_count": len(best),
        "reward_count": len(lengths),
        "median_l_chars_twice": sum(middle) if middle else None,
    }


def results(folder, manifest, freeze, problems, rows):
    """`results.json`, computed anew, but for the hash of the table of submissions."""
    lines, people, setters = [], defaultdict(list), defaultdict(list)
    for (slug, version), problem in problems.items():
        setter, withdrawn = problem["setter"], problem["withdrawn"]
        to_it = [row for row in rows if (row["problem"], row["version"]) == (slug, version)]
        counted = [row for row in to_it if row["counts"] and row["person"] != setter]
        reward = [row for row in counted if row["reward"]]
        tried, solved = (len({row["person"] for row in some}) for some in (counted, reward))
        tags = defaultdict(list)
        for row in reward:
            tags[tag_of(row)].append(row["person"])
        board, points = [], {"brevity": 0, "balance": 0}
        if not withdrawn:
            add_points(counted, manifest["scoring"] in ("0.2", "0.3"))
            board = best_rows(counted)
            if setter:
                program = folder / "problems" / slug / str(version) / "setter.py"
                points = setter_score(program.stat().st_size, solved, tried)
                setters[setter].append(sum(points.values()))
        for row in board:
            people[row["person"]].append(row)
        by_use = sorted(tags.items(), key=lambda item: (-len(item[1]), item[0]))
        lines.append({
            "problem": slug,
            "version": version,
            "withdrawn": withdrawn,
            "tried": tried,
            "solved": solved,
            "setter": setter,
            "setter_score": points,
            "tags": [{"tag": tag, "submissions": len(who), "people": len(set(who))} for tag, who in by_use],
            "board": [board_line(rank, row) for rank, row in enumerate(board, 1)],
        })
    season = [season_line(person, best) for person, best in people.items()]
    by_setter = [{"setter": name, "problems": len(all), "total": sum(all)} for name, all in setters.items()]
    return {
        "format": "sequence-dojo/results/1",
        "season": manifest["season"],
        "scoring": manifest["scoring"],
        "freeze_started_at_us": freeze,
        "problems": lines,
        "board": ranked(sorted(season, key=lambda row: (-row["total"], row["person"]))),
        "setters": ranked(sorted(by_setter, key=lambda row: (-row["total"], row["setter"]))),
    }


# Names in submissions.csv, and where rows here have them.
COLUMNS = {
    "submission": "submission",
    "problem": "problem",
    "version": "version",
    "person": "person",
    "created_at_us": "at",
    "counts": "counts",
    "verdict": "verdict",
    "l_chars": "l_chars",
    "solver_hash": "hash",
    "fuel": "fuel",
    "peak_memory_bytes": "memory",
    "brevity_bonus": "brevity",
    "first_tag_bonus": "first",
    "shared_bonus": "shared",
    "diversity_bonus": "diversity",
    "score": "score",
}


def submissions_csv(rows):
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for row in rows:
        cells = [row[key] for key in COLUMNS.values()]
        table.writerow(int(cell) if isinstance(cell, bool) else cell for cell in cells)
    return text.getvalue()


def row_of(leaf, report, is_out):
    """What scores depend on."""
    against = [tag["tag"] for tag in report.get("classification", {}).get("contradicted", [])]
    return {
        "submission": leaf["submission"],
        "problem": leaf["problem"],
        "version": leaf["version"],
        "person": leaf["person"],
        "at": leaf["created_at_us"],
        "counts": leaf["ranked"] and not is_out,
        "tag": leaf["method_tag"],
        "contradicted": leaf["method_tag"] in against,
        "verdict": word(report),
        "stage": report["stage_pass"],
        "reward": report["reward_correct"],
        "l_chars": report["l_chars"],
        "par": report.get("par"),
        "form": report.get("neutral_hash"),
        "hash": report["solver_hash"] or "",
        "fuel": report["fuel"],
        "memory": report["peak_memory_bytes"],
        **dict.fromkeys(["brevity", "first", "shared", "diversity", "score"], 0),
    }


def verify(folder):
    def read(path):
        return json.loads((folder / path).read_text())

    def lines(path):
        return [json.loads(line) for line in (folder / path).read_text().split("\n")[:-1]]

    summary, manifest = read("archive.json"), read("manifest.json")
    season = manifest["season"]
    if manifest["scoring"] not in ("0.1", "0.2", "0.3"):
        sys.exit(f"{season} is no season of programs")
    check_files(folder, summary)

    log = lines("log.jsonl")
    check("head of the log", check_log(log, season).hex(), summary["log_head"])
    said = defaultdict(list)
    for entry in log:
        said[entry["body"]["kind"]].append(entry)
    bodies = {kind: [entry["body"] for entry in entries] for kind, entries in said.items()}
    manifest_hash = fields("sequence-dojo/season/1", (folder / "manifest.json").read_text())
    check("manifest", manifest_hash.hex(), bodies["manifest_published"][0]["manifest"])

    salts = {(body["problem"], body["version"]): body["salt"] for body in bodies["problem_revealed"]}
    withdrawn = {(body["problem"], body["version"]) for body in bodies.get("problem_withdrawn", [])}
    committed, planned = {}, {key: manifest[key] for key in ("opens_at_us", "freezes_at_us", "blackout_at_us")}
    for body in (entry["body"] for entry in log):
        if body["kind"] == "problem_committed":
            committed[body["problem"], body["version"]] = dict(body)
        elif body["kind"] == "problem_taken_out":
            del committed[body["problem"], body["version"]]
        elif body["kind"] == "problem_moved":
            committed[body["problem"], body["version"]]["position"] = body["position"]
        elif body["kind"] == "dates_moved":
            if body["old"]["opens_at_us"] == body["new"]["opens_at_us"]:
                planned["opens_at_us"] = body["old"]["opens_at_us"]
            check("dates before they were moved", body["old"], planned)
            planned = body["new"]
    problems = {}
    for body in sorted(committed.values(), key=lambda body: (body["position"], body["problem"].encode(), body["version"])):
        check_commitment(folder, season, body, salts)
        key = (body["problem"], body["version"])
        problems[key] = {"setter": body.get("setter"), "withdrawn": key in withdrawn}

    held = set()
    for body in (entry["body"] for entry in log):
        key = (body.get("problem"), body.get("version"))
        if body["kind"] in ("problem_corrected", "problem_held", "problem_released"):
            check(f"{body['kind']} of a committed problem", key in problems, True)
        if body["kind"] == "problem_held":
            check(f"{key[0]} is hidden once", key in held, False)
            held.add(key)
        elif body["kind"] == "problem_released":
            check(f"{key[0]} was hidden", key in held, True)
            held.discard(key)

    receipts = {entry["body"]["submission"]: entry for entry in said["submission_received"]}
    verdicts, out = {}, set()
    for body in (entry["body"] for entry in log):
        if body["kind"] == "submission_judged":
            verdicts[body["submission"]] = body["verdict"]
        elif body["kind"] in ("submission_disqualified", "submission_withdrawn"):
            out.add(body["submission"])
        elif body["kind"] == "submission_reinstated":
            out.discard(body["submission"])
    opened = [entry["at_us"] for entry in said["transition"] if entry["body"]["to"] == "open"][0]
    freeze = [body["freeze_started_at_us"] for body in bodies["transition"] if body["to"] == "frozen"][0]

    check("the end comes after the opening", freeze >= opened, True)

    submitted, leaves = lines("submissions.jsonl"), []
    for leaf in submitted:
        number = leaf["submission"]
        leaves.append(sha(b"\x00" + canonical(leaf).encode()))
        check(f"receipt of {number}", leaves[-1].hex(), receipts.pop(number)["body"]["receipt"])
        check(f"time of {number}", leaf["created_at_us"] <= freeze, True)
    check("submissions that were dropped", list(receipts), [])
    root = merkle_root(leaves).hex()
    check("Merkle root", root, bodies["submissions_sealed"][0]["root"])
    check("Merkle root", root, summary["submissions_root"])

    seal = fields("sequence-dojo/judgements/1", (folder / "judgements.jsonl").read_bytes())
    check("seal of the judgements", seal.hex(), bodies["judgements_sealed"][-1]["judgements"])
    rows = []
    for leaf, judgement in zip(submitted, lines("judgements.jsonl"), strict=True):
        number, report = leaf["submission"], judgement["report"]
        check("number of a judgement", judgement["submission"], number)
        check(f"verdict of {number}", word(report), verdicts[number])
        source = (folder / f"sources/{leaf['source']}.py").read_bytes()
        check(f"source of {number}", sha(source).hex(), leaf["source"])
        rows.append(row_of(leaf, report, number in out))

    computed = results(folder, manifest, freeze, problems, rows)
    table = submissions_csv(rows)
    check("scores/submissions.csv", table, (folder / "scores/submissions.csv").read_text())
    computed["submissions"] = sha(table.encode()).hex()
    check("scores/results.json", canonical(computed), (folder / "scores/results.json").read_text())
    hashed = fields("sequence-dojo/results/1", canonical(computed)).hex()
    check("results_hash", hashed, bodies["results_computed"][-1]["results"])
    check("results_hash", hashed, summary["results_hash"])
    for body in bodies.get("problem_corrected", []):
        print(f"{body['problem']}, version {body['version']}, corrected: {body['text']}")
    print(f"season {season}: {len(problems)} problems, {len(rows)} submissions, {len(log)} log entries")
    print(f"results_hash {hashed}")


folder = Path(sys.argv[1] if len(sys.argv) == 2 else "")
if not (folder / "archive.json").is_file():
    print(f"{folder} is no unpacked archive. Unpack it and name the folder: zstd -dc FILE.tar.zst | tar x", file=sys.stderr)
    sys.exit(2)
verify(folder)
for line in wrong:
    print(line[:300])
sys.exit(1 if wrong else 0)

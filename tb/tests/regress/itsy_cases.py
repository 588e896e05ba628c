# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Networks that nobody designed (itsy_networks.py), under both protocols of ITSY, and what the oracle of knots says of every
declaration: docs/results/itsy_cases.md.

itsy_cases.py WEIR             fails where `repaired` says what is false or misses a circle of edges, or the page holds other figures of the first hundred
itsy_cases.py WEIR --write     puts the figures of the first hundred into the page
itsy_cases.py WEIR --all FOLDER [--write]  2,000 mixed cases, 500 leaf-spines and meshes, 100 with lost messages; what FOLDER has is not run again
itsy_cases.py WEIR --cases N [--from M] [--family F]  as many cases, from number M on: prints their figures; exit status as above; F: f or l, as in names
itsy_cases.py --show NAME      prints a case as a scenario file: 17, f17 of the leaf-spines and meshes, l17 of those that lose messages
itsy_cases.py --self-test      shows that a false declaration and a miss are found
"""

import concurrent.futures
import json
import os
import pathlib
import sys
import tempfile

import results_page
from itsy_networks import FABRIC, LOSSY, scenario

PAGE = results_page.TOP / "docs" / "results" / "itsy_cases.md"
CASES = 100
ALL = {"mixed": [str(n) for n in range(1, 2001)], "fabrics": [f"{FABRIC}{n}" for n in range(1, 501)], "lossy": [f"{LOSSY}{n}" for n in range(1, 101)]}
PROTOCOLS = ("published", "repaired")
CLASSES = ("edges", "sums", "several")
KEPT = ("score", "deadlock", "events", "check_messages")  # of a summary


def run(weir, name, protocol, folder):
    """What is asked of the summary of a run, kept in the folder, and taken from there; {} with the words where it failed."""
    kept = pathlib.Path(folder) / f"{name}_{protocol}.json"
    if kept.exists():
        return json.loads(kept.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as out:
        file = pathlib.Path(out) / "case.toml"
        file.write_text(scenario(name), encoding="utf-8")
        try:
            summary = results_page.run(weir, file, f"{out}/run", "--set", f"deadlock.itsy.protocol={protocol}")
        except SystemExit as failed:
            return {"failed": str(failed)}
    asked = {key: summary[key] for key in KEPT}
    part = kept.with_suffix(".part")
    part.write_text(json.dumps(asked), encoding="utf-8")
    part.rename(kept)  # so a run that is cut off leaves nothing that looks whole
    return asked


def missed(score):
    return [knot["class"] for knot in score["knots"] if knot["declared_at_seconds"] is None and knot["dissolved_at_seconds"] is None]


def disagreement(summary):
    """Where the oracle that waits for queues to settle and the one that does not see another end of the run. Only the former
    counts what waits for a host that never takes anything again, and what may have ended and formed anew is not compared."""
    settled = summary["deadlock"]
    knots = [knot for knot in summary["score"]["knots"] if knot["dissolved_at_seconds"] is None]
    for_ever = any("any more" in event["what"] for event in summary["events"])
    if for_ever or (settled and settled["dissolved_at_seconds"] is not None) or bool(settled) == bool(knots):
        return []
    return [f"queues that have settled say {settled}, but knots are {knots}"]


def faults(name, protocol, summary):
    """Lines about what must not be; `published` may say and miss what it likes."""
    if "failed" in summary:
        return [f"case {name}, {protocol}: {summary['failed']}"]
    found = [f"case {name}, {protocol}: {words}" for words in disagreement(summary)]
    if protocol != "repaired":
        return found
    score = summary["score"]
    found += [f"case {name}: {one} is false" for one in score["false_ones"]]
    if score["declared_false"] > len(score["false_ones"]):
        found.append(f"case {name}: {score['declared_false']} declarations are false")
    if score["missed"] > 0 and "edges" in missed(score):
        found.append(f"case {name}: a circle of edges is missed")
    return found


def percentile(values, part):
    ordered = sorted(values)
    return f"{ordered[min(int(len(ordered) * part), len(ordered) - 1)] * 1e6:.1f} us" if ordered else "-"


def figures(runs):
    """runs: {protocol: summaries}, as a table."""
    columns = [[summary["score"] for summary in runs[protocol]] for protocol in PROTOCOLS]
    knots = [[knot for score in column for knot in score["knots"]] for column in columns]

    def row(what, of):
        return [what, *(str(of(scores, of_knots)) for scores, of_knots in zip(columns, knots))]

    def total(key):
        return lambda scores, _: sum(score[key] for score in scores)

    def delays(part):
        took = lambda knot: knot["declared_at_seconds"] - knot["formed_at_seconds"]
        return lambda _, of: percentile([took(knot) for knot in of if knot["declared_at_seconds"] is not None], part)

    rows = [row("cases", lambda scores, _: len(scores)), row("in which a deadlock formed", lambda s, _: sum(1 for one in s if one["formed"]))]
    for name in CLASSES:
        rows.append(row(f"deadlocks, `{name}`", lambda _, of, name=name: sum(1 for knot in of if knot["class"] == name)))
    for name in CLASSES:
        rows.append(row(f"of which missed, `{name}`", lambda s, _, name=name: sum(missed(one).count(name) for one in s)))
    rows += [
        row("declarations that were true", total("declared_true")),
        row("that were false", total("declared_false")),
        row("cases with a false one", lambda s, _: sum(1 for one in s if one["declared_false"])),
        row("apart: after a drop, a reset or a pause that ran out", total("declared_apart")),
        row("behind a host that takes nothing again", total("declared_behind_host")),
        row("half are declared within", delays(0.5)),
        row("99 % within", delays(0.99)),
        ["messages a case", *(f"{sum(s['check_messages'] for s in runs[p]) / max(len(runs[p]), 1):,.0f}" for p in PROTOCOLS)],
    ]
    return results_page.table(["", *PROTOCOLS], rows)


def run_all(weir, names, folder):
    """The table, and what must not be."""
    found, runs = [], {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for protocol in PROTOCOLS:
            summaries = list(pool.map(lambda name, p=protocol: run(weir, name, p, folder), names))
            for name, summary in zip(names, summaries):
                found += faults(name, protocol, summary)
            runs[protocol] = [summary for summary in summaries if "failed" not in summary]
    return figures(runs), found


def self_test():
    knot = {"class": "edges", "declared_at_seconds": None, "dissolved_at_seconds": None, "formed_at_seconds": 0.5}
    none = {"false_ones": [], "declared_false": 0, "missed": 0, "knots": []}
    settled = {"dissolved_at_seconds": None}

    def found(protocol, dead=None, events=(), **score):
        return faults(1, protocol, {"score": none | score, "deadlock": dead, "events": events})

    assert not found("repaired")
    assert found("repaired", declared_false=1, false_ones=["s1.p0.c0 at 5 ps"])
    assert found("repaired", declared_false=1)
    assert found("repaired", settled, missed=1, knots=[knot])
    assert not found("repaired", settled, missed=1, knots=[knot | {"class": "several"}])
    assert not found("published", settled, missed=1, knots=[knot], declared_false=1)
    assert found("published", settled) and found("published", knots=[knot])
    assert not found("published", settled, [{"what": "h1 takes no packet of class 0 any more"}])
    assert faults(1, "published", {"failed": "killed"})
    assert scenario(1) == scenario(1) != scenario(2) and scenario(1) != scenario("f1")


def run_families(weir, folder):
    """Tables of ALL, and what must not be."""
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    tables, found = {}, []
    for family, names in ALL.items():
        tables[family], wrong = run_all(weir, names, folder)
        found += wrong
    return tables, found


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if arguments[:1] == ["--show"] and len(arguments) == 2:
        return print(scenario(arguments[1]), end="")
    options = dict(zip(arguments[1::2], arguments[2::2]))
    if "--all" in options:
        tables, found = run_families(arguments[0], options["--all"])
        return results_page.conclude(PAGE, tables, found, rewrite="--write" in arguments)
    first, cases = int(options.get("--from", 1)), int(options.get("--cases", CASES))
    family = options.get("--family", "")
    with tempfile.TemporaryDirectory() as folder:
        table, found = run_all(arguments[0], [f"{family}{n}" for n in range(first, first + cases)], folder)
    return results_page.conclude(PAGE, {"figures": table}, found, rewrite="--write" in arguments, other="--cases" in options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

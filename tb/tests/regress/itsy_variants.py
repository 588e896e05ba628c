# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The drawn networks of itsy_networks.py with `repaired` ITSY in other settings than itsy_cases.py has, and what the oracle of knots
says of every declaration: docs/results/itsy_cases.md, "Other settings".

itsy_variants.py WEIR             fails where something is false or missed, an attack does no harm, or the page holds other figures
itsy_variants.py WEIR --write     puts the figures into the page
itsy_variants.py WEIR --cases N [--from M] [--only NAME]  as many cases of each, from number M on: prints their figures; exit status as above
itsy_variants.py --self-test      shows that a false declaration and a miss of any class are found
"""

import concurrent.futures
import os
import pathlib
import re
import sys
import tempfile

import itsy_cases
import results_page
from itsy_networks import FABRIC, LOSSY, scenario

CASES = 40
TABLE = "variants"


def pauses(text):
    """How long a chain of pauses may be: VIQs that switches pause at switches."""
    return 2 * len(re.findall(r'between = \["s\d+", "s\d+"\]', text))


def rounds(text):
    return [f"deadlock.itsy.rounds={pauses(text)}"]


def deep(text):
    """XON of 15 largest frames: a VIQ is spread over several egresses before it pauses."""
    frame = int(re.search(r'max_frame = "(\d+)B"', text)[1])
    return [f'flow_control.pfc.xoff="{16 * frame}B"', f'flow_control.pfc.xon="{15 * frame}B"']


FIFO = ['switch.crossbar.strategy="input_queued"', 'switch.crossbar.queueing="fifo"']


def fifo(_text):
    return FIFO


def whole_packets(_text):
    return [*FIFO, 'switch.crossbar.transfer="packet"']


def moving(text):
    """XOFF follows a quarter of what is free of 64 frames, or is what has been drawn, whichever is less."""
    shared = 64 * int(re.search(r'max_frame = "(\d+)B"', text)[1]) // 64 * 64
    return ["switch.mmu.count_cells=true", 'switch.mmu.cell="64B"', 'switch.mmu.headroom="200KB"', 'switch.mmu.headroom_pool="20MB"',
            f'switch.mmu.buffer="{20_000_000 + shared}B"', f'switch.mmu.viq_limit="{shared}B"', "switch.mmu.lossless_alpha=0.25"]


# Of each: what is drawn, what is set, and whether it is an attack, of which something false has to come.
VARIANTS = {
    "rounds, mixed cases": ("", rounds, False),
    "cables that lose, double and delay, no rounds": (LOSSY, lambda text: [], False),
    "cables that lose, double and delay, rounds": (LOSSY, rounds, False),
    "leaf-spines and meshes, XON of 15 frames, no rounds": (FABRIC, deep, False),
    "the same with rounds": (FABRIC, lambda text: rounds(text) + deep(text), False),
    "rounds, clocks 100 us apart": (FABRIC, lambda text: [*rounds(text), *deep(text), 'deadlock.itsy.round_skew="100us"'], False),
    "one FIFO an input, by cells": ("", fifo, False),
    "one FIFO an input, by packets": ("", whole_packets, False),
    "one FIFO an input, leaf-spines and meshes, rounds": (FABRIC, lambda text: rounds(text) + whole_packets(text), False),
    "XOFF and XON that move": ("", moving, False),
    "XOFF and XON that move, leaf-spines and meshes, rounds": (FABRIC, lambda text: rounds(text) + moving(text), False),
    "attack: rounds of one hop": (FABRIC, lambda text: [*deep(text), "deadlock.itsy.rounds=1", "deadlock.itsy.round_attack=true"], True),
    "attack: clocks 100 us apart, and no regard to it": (
        FABRIC, lambda text: [*rounds(text), *deep(text), 'deadlock.itsy.round_skew="100us"', 'deadlock.itsy.round_period="1ms"',
                              "deadlock.itsy.round_attack=true"], True),
}


def run(weir, name, settings, folder):
    """The score of one case and its messages, or the words with which it failed."""
    text = scenario(name)
    with tempfile.TemporaryDirectory(dir=folder) as out:
        file = pathlib.Path(out) / "case.toml"
        file.write_text(text, encoding="utf-8")
        options = [word for setting in settings(text) for word in ("--set", setting)]
        try:
            return results_page.run(weir, file, f"{out}/run", *options)
        except SystemExit as failed:
            return {"failed": str(failed)}


def has_rounds(what):
    return what.startswith("rounds") or what.endswith("rounds") and not what.endswith("no rounds")


def faults(what, name, summary):
    """Lines about what must not be."""
    found = [f"{what}, {fault}" for fault in itsy_cases.faults(name, "repaired", summary)]
    if "move" in what:  # the oracle that waits for queues to settle finds no deadlock below the highest XON
        found = [fault for fault in found if "queues that have settled" not in fault]
    if "failed" not in summary and has_rounds(what) and summary["score"]["missed"] > 0:
        found.append(f"{what}, case {name}: {', '.join(itsy_cases.missed(summary['score']))} missed")
    return found


def row(what, summaries):
    scores = [summary["score"] for summary in summaries]
    knots = [knot for score in scores for knot in score["knots"]]
    took = [knot["declared_at_seconds"] - knot["formed_at_seconds"] for knot in knots if knot["declared_at_seconds"] is not None]
    formed = "/".join(str(sum(1 for knot in knots if knot["class"] == name)) for name in itsy_cases.CLASSES)
    missed = "/".join(str(sum(itsy_cases.missed(score).count(name) for score in scores)) for name in itsy_cases.CLASSES)
    return [what, str(len(scores)), formed, missed, str(sum(score["declared_true"] for score in scores)),
            str(sum(score["declared_false"] for score in scores)), str(sum(1 for score in scores if score["declared_false"])),
            itsy_cases.percentile(took, 0.5), itsy_cases.percentile(took, 0.99),
            f"{sum(summary['check_messages'] for summary in summaries) / max(len(scores), 1):,.0f}"]


HEADER = ["", "cases", "deadlocks: edges/sums/several", "missed", "true", "false", "cases with a false one", "half within", "99 % within",
          "messages a case"]


def run_all(weir, numbers, only, folder):
    """The table, and what must not be."""
    found, rows = [], []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for what, (family, settings, attack) in VARIANTS.items():
            if only not in what:
                continue
            names = [f"{family}{number}" for number in numbers]
            summaries = list(pool.map(lambda name, settings=settings: run(weir, name, settings, folder), names))
            wrong = [fault for name, summary in zip(names, summaries) for fault in faults(what, name, summary)]
            if attack and not any(summary.get("score", {}).get("declared_false") for summary in summaries):
                found.append(f"{what}: nothing false comes of it")
            found += [] if attack else wrong
            rows.append(row(what, [summary for summary in summaries if "failed" not in summary]))
    return results_page.table(HEADER, rows), found


def self_test():
    knot = {"class": "several", "declared_at_seconds": None, "dissolved_at_seconds": None, "formed_at_seconds": 0.5}
    score = {"false_ones": [], "declared_false": 0, "missed": 1, "knots": [knot]}
    summary = {"score": score, "deadlock": {"dissolved_at_seconds": None}, "events": []}
    assert not faults("no rounds", "1", summary)
    assert faults("the same with rounds", "1", summary)
    assert faults("no rounds", "1", summary | {"score": score | {"declared_false": 1}})
    assert faults("rounds", "1", {"failed": "killed"})
    none = summary | {"deadlock": None, "score": score | {"knots": [knot | {"declared_at_seconds": 0.6}], "missed": 0}}
    assert faults("one FIFO", "1", none) and not faults("XON that moves", "1", none)
    assert pauses(scenario(1)) > 0 and deep(scenario(1)) == deep(scenario(1))


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    options = dict(zip(arguments[1::2], arguments[2::2]))
    first, cases = int(options.get("--from", 1)), int(options.get("--cases", CASES))
    with tempfile.TemporaryDirectory() as folder:
        table, found = run_all(arguments[0], range(first, first + cases), options.get("--only", ""), folder)
    return results_page.conclude(itsy_cases.PAGE, {TABLE: table}, found, rewrite="--write" in arguments, other="--cases" in options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

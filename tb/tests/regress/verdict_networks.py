# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Random networks with two and three lossless classes under every lossless scheme: whether what stands for ever is called standing, what waits in a circle a
deadlock, and nothing else either. Each verdict is judged by a run a hundred times as long, mostly with sources that have stopped; where classes starve and
limiters are at their floor, with sources that go on.

usage: verdict_networks.py WEIR [--networks N] [--from FIRST] [--show NUMBER] [--write | --compare]
       verdict_networks.py --self-test
"""

import argparse
import concurrent.futures
import pathlib
import sys
import tempfile

import results_page
import verdict_judge as judge_room

PAGE = results_page.TOP / "docs/results/verdict_networks.md"
COLUMNS = ("drain", "deadlock", "stand otherwise", "move", "queues starve")


def rows(found, of):
    """Of each word of one of the two: how many networks came to what."""
    words = sorted({of(one) for one in found})
    made = []
    for word in words:
        ours = [one for one in found if of(one) == word]
        made.append([f"`{word}`", f"{len(ours)}", *(f"{sum(one.end == column for one in ours)}" for column in COLUMNS),
                     f"{sum(one.longer for one in ours)}"])
    made.append(["together", f"{len(found)}", *(f"{sum(one.end == column for one in found)}" for column in COLUMNS), f"{sum(one.longer for one in found)}"])
    return made


def tables(found):
    header = ["networks", "drain", "deadlock", "stand otherwise", "move", "queues starve", "judged after a longer run"]
    running = [one for one in found if one.running]
    return {"schemes": results_page.table(["scheme", *header], rows(found, lambda one: one.scheme)),
            "topologies": results_page.table(["topology", *header], rows(found, lambda one: one.kind)),
            "sources": results_page.table(["sources that go on", *header], rows(running, lambda one: one.scheme))}


def faults(found):
    wrong = [f"network {one.number}, {one.scheme}, {one.kind}: {what}" for one in found for what in one.wrong]
    for scheme in sorted({one.scheme for one in found}):
        if all(one.end is None for one in found if one.scheme == scheme):
            wrong.append(f"no network under {scheme} is accepted")
    if not any(one.end == "deadlock" for one in found):
        wrong.append("no network stands")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("weir", nargs="?")
    parser.add_argument("--networks", type=int, default=20)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--show", type=int)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.self_test:
        problems = judge_room.self_test()
        print("\n".join(problems) or "planted verdicts are judged rightly")
        return 1 if problems else 0
    weir = str(pathlib.Path(arguments.weir).resolve())
    with tempfile.TemporaryDirectory(prefix="weir_verdict_") as folder:
        bench = judge_room.Bench(weir, pathlib.Path(folder))
        if arguments.show is not None:
            print(bench.drawn(arguments.show).written(pathlib.Path(folder)).read_text(encoding="utf-8"), end="")
            return 0
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            found = list(pool.map(bench.judged, range(arguments.first, arguments.first + arguments.networks)))
    refused = [one for one in found if one.end is None]
    found = [one for one in found if one.end is not None]
    print(f"{len(found)} networks judged, {len(refused)} refused")
    other = not (arguments.write or arguments.compare)
    return results_page.conclude(PAGE, tables(found), faults(found), arguments.write, other)


if __name__ == "__main__":
    sys.exit(main())

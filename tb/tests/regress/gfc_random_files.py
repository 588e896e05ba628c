# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Networks under GFC, PFC and credits that nobody designed, each a scenario file: who loses a packet of a lossless class has been warned of it. Makes
the tables of the page.

gfc_random_files.py WEIR                        300 files; fails where one that `weir check` did not warn of loses, where fewer than a third get no
                                                warning, or where the page's tables are not those of these runs
gfc_random_files.py WEIR --write                puts the tables into docs/results/gfc_random_files.md
gfc_random_files.py WEIR --files N [--from M]   as many, from number M on, and prints the tables
gfc_random_files.py --show N                    prints file N
gfc_random_files.py --self-test                 shows that a loss without a warning is found, and so are warnings of everything
"""

import collections
import concurrent.futures
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import gfc_random_network
import results_page

PAGE = results_page.TOP / "docs/results/gfc_random_files.md"
FILES = 300
LOSS = "packets may be lost"
# What `weir check` says, by words of it that no other warning has.
KINDS = {
    "fluids: B0 or B1 too high": "breaks the safety bound B",
    "whole packets: less than the bound beyond Bm": "but not the safety bound for whole packets",
    "whole packets: no bound known, more is proved of fluids only": "but the bound that is proved for packets needs more",
    "whole packets: no bound known, credits in blocks and VIQs in cells": "credits count blocks, and VIQs cells",
    "whole packets: no bound known, registers of the limiter": "the limiter's registers are too narrow",
    "whole packets: no bound known, messages suffer on links": "links lose, double, delay or damage its messages",
    "links slower than they were built": "slows down the feedback of",
    "PFC: headroom below what may come after XOFF": "breaks the safety bound of",
    "PFC: headroom for that, but a packet above XOFF": "may end above it",
    "PFC: a refresh that comes too late": "the refresh of a PAUSE may wait",
    "more promised than a VIQ may take": "is more than a VIQ may take",
    "more VIQs than the buffer holds": "exceed switch.mmu.buffer",
}


def kind_of(warning):
    """Its name in KINDS."""
    kinds = [kind for kind, words in KINDS.items() if words in warning]
    if len(kinds) != 1:
        raise SystemExit(f"a warning of {len(kinds)} kinds: {warning}")
    return kinds[0]


class Outcome:
    """Of a file: why it was refused, kinds of warnings of a loss, lossless packets lost, the highest VIQ over what one may take."""

    def __init__(self, scheme, refused="", kinds=(), lost=0, height=0.0):
        self.scheme, self.refused, self.kinds, self.lost, self.height = scheme, refused, tuple(kinds), lost, height


def outcome(weir, number):
    drawn = gfc_random_network.drawn(number)
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory) / "file.toml"
        file.write_text(drawn.text, encoding="utf-8")
        done = subprocess.run([weir, "check", file], capture_output=True, text=True, check=False)
        if done.returncode == 2:
            return Outcome(drawn.scheme, refused=done.stderr.strip().rsplit(": ", 1)[-1])
        if done.returncode:
            raise SystemExit(f"file {number}: weir check ends with {done.returncode}: {done.stderr}")
        told = [line.removeprefix("warning: ") for line in (done.stdout + done.stderr).splitlines() if line.startswith("warning: ") and LOSS in line]
        summary = results_page.run(weir, file, pathlib.Path(directory) / "run")
        if sorted(warning for warning in summary["warnings"] if LOSS in warning) != sorted(told):
            raise SystemExit(f"file {number}: weir check warns of {told}, weir run of {summary['warnings']}")
    kinds = sorted({kind_of(warning) for warning in told})
    return Outcome(drawn.scheme, kinds=kinds, lost=len(summary["faults"]), height=highest(summary, drawn))


def highest(summary, drawn):
    """The fullest lossless VIQ of a switch, over viq_limit + headroom."""
    peaks = [queue["viq_peak_bytes"] for queue in summary["queues"] if queue["device"].startswith("s") and queue["class"] in drawn.lossless]
    return max(peaks, default=0) / drawn.room


def judged(outcomes):
    """Lines that say what is wrong with {number: outcome}."""
    taken = {number: one for number, one in outcomes.items() if not one.refused}
    silent = [number for number, one in taken.items() if not one.kinds]
    wrong = [f"file {number}: {taken[number].lost} packets lost, and no warning (gfc_random_files.py --show {number})" for number in silent if taken[number].lost]
    if 3 * len(silent) < len(taken):
        wrong.append(f"{len(silent)} of {len(taken)} files without a warning; wanted a third")
    return wrong


def table_schemes(outcomes):
    rows = []
    for scheme in (*gfc_random_network.SCHEMES, None):
        of_it = [one for one in outcomes.values() if scheme in (None, one.scheme)]
        taken = [one for one in of_it if not one.refused]
        silent = [one for one in taken if not one.kinds]
        rows.append([f"`{scheme}`" if scheme else "all", str(len(of_it)), str(len(of_it) - len(taken)), str(len(silent)), str(sum(one.lost > 0 for one in silent)),
                     str(len(taken) - len(silent)), str(sum(one.lost > 0 for one in taken if one.kinds))])
    return results_page.table(["scheme", "files", "refused", "without a warning", "of these lose packets", "warned of", "of these lose packets"], rows)


def table_kinds(outcomes):
    """By each kind of warning; `alone`: the files where it is the only one."""
    rows = []
    for kind in KINDS:
        told = [one for one in outcomes.values() if kind in one.kinds]
        alone = [one for one in told if len(one.kinds) == 1]
        spared = [one.height for one in alone if not one.lost]
        rows.append([kind, str(len(told)), str(sum(one.lost > 0 for one in told)), str(len(alone)), str(sum(one.lost > 0 for one in alone)),
                     f"{statistics.median(spared):.2f}, {max(spared):.2f}" if spared else "-"])
    return results_page.table(["warning", "files", "lose packets", "no other warning", "lose packets", "the others' highest VIQ over its room: median, most"], rows)


def table_refused(outcomes):
    told = collections.Counter(one.refused for one in outcomes.values() if one.refused)
    return results_page.table(["refused, because", "files"], [[why, str(count)] for why, count in sorted(told.items())])


def tables(outcomes):
    return {"schemes": table_schemes(outcomes), "kinds": table_kinds(outcomes)}


def faults(outcomes, text):
    return judged(outcomes) + results_page.stale_tables(PAGE, text, tables(outcomes))


def self_test():
    """Plants what is wrong, and wants it found."""
    kind = next(iter(KINDS))
    fine = {n: Outcome("cbfc", kinds=[kind] * (n % 2), lost=7 * (n % 4 == 1), height=0.5) for n in range(12)} | {12: Outcome("pfc", refused="no")}
    planted = [
        (None, lambda found: None),
        ("file 2: 1 packets lost, and no warning", lambda found: setattr(found[2], "lost", 1)),
        ("1 of 12 files without", lambda found: [setattr(found[n], "kinds", (kind,)) for n in range(0, 11)]),
        ("'schemes' is not that", lambda found: setattr(found[0], "scheme", "pfc")),
        ("'kinds' is not that", lambda found: setattr(found[3], "height", 0.75)),
    ]
    found = dict(fine)
    found[11] = Outcome("cbfc")
    problems = results_page.planted_tables(found, faults, tables, planted)
    for words, wanted in ((LOSS, 0), ("breaks the safety bound B0 <= Bm", 1)):
        try:
            known = kind_of(words) == kind
        except SystemExit:
            known = False
        if known != bool(wanted):
            problems.append(f"kind_of({words!r}) is wrong")
    if gfc_random_network.drawn(5).text != gfc_random_network.drawn(5).text or gfc_random_network.drawn(5).text == gfc_random_network.drawn(6).text:
        problems.append("a file is not drawn by its number alone")
    return problems, len(planted)


def main(arguments):
    if arguments[:1] == ["--show"]:
        print(gfc_random_network.drawn(int(arguments[1])).text)
        return 0
    if "--files" not in arguments:
        return results_page.command(lambda weir, rewrite: check(weir, range(FILES), rewrite), self_test, __doc__)
    weir, options = arguments[0], dict(zip(arguments[1::2], map(int, arguments[2::2])))
    first = options.get("--from", 0)
    return check(weir, range(first, first + options["--files"]), other=True)


def check(weir, numbers, rewrite=False, other=False):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = dict(zip(numbers, pool.map(lambda number: outcome(weir, number), numbers)))
    if other:
        print(table_refused(outcomes))
    return results_page.conclude(PAGE, tables(outcomes), judged(outcomes), rewrite, other)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

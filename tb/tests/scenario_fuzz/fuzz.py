#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Random scenario files across mechanisms, and what must hold of each that `check` accepts: README.md.

fuzz.py WEIR N FROM                  draws the files FROM to FROM + N - 1, and tries every property of each accepted one
    --only NAME,...                  these properties alone
    --damaged                        links of every file err
    --ports                          more files have mappers, units, resets, retry and damage beside their ports
    --keep DIR                       writes each file with a failure there
    --minimise                       makes these smaller first, as long as the same property fails
fuzz.py WEIR N FROM --table          draws until N files are accepted, runs none, and counts values and pairs
    --write                          puts the counts into docs/results/scenario_fuzz.md
fuzz.py WEIR --show NUMBER           prints a file
fuzz.py WEIR --self-test             plants a fault for each property, and wants it found
"""

import argparse
import collections
import itertools
import multiprocessing
import os
import pathlib
import sys
import tempfile

import case as case_room
import coverage
import drawing
import key_table
import limits
import minimise
import planted
import program
import properties
import results_page

PAGE = results_page.TOP / "docs/results/scenario_fuzz.md"
LEAST_ACCEPTED = 0.35


class Fuzz:
    def __init__(self, weir, folder, names, damaged=False, ports=False):
        self.folder, self.names, self.damaged, self.ports = pathlib.Path(folder), names, damaged, ports
        self.program = program.Program(weir, self.folder)
        self.table = key_table.KeyTable(self.program.schema())
        self.accepted, self.drawn, self.refused = 0, 0, collections.Counter()
        self.found = []  # (number, property, what is wrong, its limit or None)

    def registers(self, file, switch):
        return self.program.registers(file.written(self.folder / "registers"), switch)

    def case(self, number):
        file = drawing.drawn(number, self.table, self.registers, self.damaged, self.ports)
        return case_room.Case(self.program, file, self.folder / f"file_{number}")

    def try_file(self, number):
        """The failures of a file, as `found` has them; no failure where `check` refuses it."""
        case = self.case(number)
        self.drawn += 1
        if not case.accepted:
            self.refused[case.checked.said] += 1
            failures = [("check", f"status {case.checked.status}: {case.checked.said}")] if case.checked.status != 2 else []
        else:
            self.accepted += 1
            failures = properties.failures(case, self.names)
            case.first.forget()
        found = [(number, name, wrong, limits.of(name, wrong)) for name, wrong in failures]
        self.found += found
        return case, found


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weir", type=pathlib.Path)
    parser.add_argument("files", type=int, nargs="?", default=0)
    parser.add_argument("first", type=int, nargs="?", default=0)
    parser.add_argument("--show", type=int)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--only", default=",".join(properties.PROPERTIES))
    parser.add_argument("--damaged", action="store_true")
    parser.add_argument("--ports", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--minimise", action="store_true")
    return parser.parse_args()


def keep(fuzz, case, found, options):
    for number, name, wrong, limit in found:
        if limit and not options.minimise:
            continue
        file = minimise.smaller(case, name, wrong) if options.minimise else case.file
        file.written(options.keep / f"{number}_{name}")


def main():
    options = arguments()
    if options.self_test:
        problems = planted.self_test(options.weir.resolve())
        print("\n".join(problems) or f"{len(planted.FAULTS)} planted faults are found")
        return 1 if problems else 0
    with tempfile.TemporaryDirectory(prefix="weir_fuzz_") as folder:
        fuzz = Fuzz(options.weir.resolve(), folder, options.only.split(","), options.damaged, options.ports)
        if options.show is not None:
            print(fuzz.case(options.show).file.text)
            return 0
        if options.table:
            return count(fuzz, options)
        for number in range(options.first, options.first + options.files):
            case, found = fuzz.try_file(number)
            for _, name, wrong, limit in found:
                print(f"file {number}: {name}: {wrong}" + (f" [limit: {limit}]" if limit else ""), flush=True)
            if options.keep:
                keep(fuzz, case, found, options)
            case.forget()
        return conclude(fuzz)


def _begin(weir, folder):
    global FUZZ
    FUZZ = Fuzz(weir, tempfile.mkdtemp(dir=folder), [])


def _checked(number):
    case = FUZZ.case(number)
    result = case.file, case.checked
    case.forget()
    return result


def count(fuzz, options):
    """Prints the tables; the exit status says whether all values and pairs are met."""
    counts = coverage.Counts(fuzz.table)
    with multiprocessing.Pool(os.cpu_count(), _begin, (fuzz.program.weir, fuzz.folder)) as pool:
        for file, checked in pool.imap(_checked, itertools.count(options.first), chunksize=20):
            counts.add(file, checked)
            if counts.files[1] == options.files:
                pool.terminate()
                break
    least = coverage.LEAST * options.files // 20_000
    figures = f"{counts.files[0]:,} files drawn, {counts.files[1]:,} accepted.\n\n{coverage.text_of(counts)}"
    print(figures)
    if options.write:
        results_page.write(PAGE, figures)
    rare = counts.rare(least)
    for one, drawn, accepted in rare:
        print(f"{one}: {accepted} of {drawn} accepted; wanted {least}")
    return 1 if rare else 0


def conclude(fuzz):
    open_ones = [one for one in fuzz.found if not one[3]]
    seconds = program.cpu_seconds()
    print(f"{fuzz.drawn} files, {fuzz.accepted} accepted, {len(fuzz.found)} failures, {len(fuzz.found) - len(open_ones)} of known limits; "
          f"{seconds:.0f} CPU seconds")
    if properties.COMPARED:
        print("ports in RTL: " + ", ".join(f"{what} {files}" for what, files in sorted(properties.COMPARED.items())))
    if fuzz.accepted < LEAST_ACCEPTED * fuzz.drawn:
        print(f"wanted {LEAST_ACCEPTED:.0%} of the files accepted; most are refused with {fuzz.refused.most_common(3)}")
        return 1
    return 1 if open_ones else 0


if __name__ == "__main__":
    sys.exit(main())

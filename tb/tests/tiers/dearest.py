# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The twenty tests of the short tier that take longest, by the times that ctest keeps of its runs, and the sum of all.

dearest.py BUILD [COUNT]   as many, of this build folder
dearest.py --self-test     shows that times are read, summed and sorted
"""

import pathlib
import subprocess
import sys

import tiers_test

KEPT = "Testing/Temporary/CTestCostData.txt"


def times_of(text):
    """{test: mean seconds} of ctest's file: lines of name, runs, seconds up to a line of three hyphens."""
    rows = (line.rsplit(" ", 2) for line in text.split("\n---")[0].splitlines())
    return {row[0]: float(row[2]) for row in rows if len(row) == 3}


def lines_of(times, short, count):
    known = {name: times[name] for name in short if name in times}
    dearest = sorted(known, key=lambda name: (-known[name], name))[:count]
    return [*(f"{known[name]:7.1f} s  {name}" for name in dearest),
            f"{sum(known.values()):7.0f} s  all {len(known)} tests of the short tier with a time; {len(short) - len(known)} have none"]


def self_test():
    times = times_of("a 2 1.5\nb 1 20\nlong 1 99\nc/d  # GetParam() = d e 3 4\n---\nb\n")
    assert times == {"a": 1.5, "b": 20, "long": 99, "c/d  # GetParam() = d e": 4}, times
    found = lines_of(times, {"a", "b", "c/d  # GetParam() = d e", "never run"}, 2)
    assert [line.split(maxsplit=2) for line in found[:2]] == [["20.0", "s", "b"], ["4.0", "s", "c/d  # GetParam() = d e"]], found
    assert found[2].split()[0] == "26" and found[2].endswith("all 3 tests of the short tier with a time; 1 have none"), found


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    build, count = pathlib.Path(arguments[0]), int(arguments[1]) if arguments[1:] else 20
    kept = build / KEPT
    if not kept.is_file():
        raise SystemExit(f"{kept}: there is no such file; ctest writes it at the end of a run")
    print("\n".join(lines_of(times_of(kept.read_text(encoding="utf-8")), tiers_test.listed("ctest", build, *tiers_test.SHORT), count)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""rtl_coverage.py PROGRAM: runs it, merges the line and toggle counts of all blocks and modes by source line, and names
every point that was never met. A point that is not in expected_holes.txt fails the test; so does one that is there and
was met. With --self-test it shows that it can fail."""

import collections
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[3]
POINT = re.compile(r"^C '(.*)' (\d+)$")
KINDS = {"v_line": "line", "v_branch": "line", "v_toggle": "toggle"}


def points_of(text):
    """{(file, line, kind, what): count}, instances and blocks added up."""
    counts = collections.Counter()
    for entry in text.splitlines():
        found = POINT.match(entry)
        if not found:
            continue
        fields = dict(field.split("\x02", 1) for field in found.group(1).split("\x01") if field)
        kind = KINDS.get(fields["page"].split("/")[0])
        if kind is None:
            continue
        file = pathlib.Path(fields["f"])
        counts[(file.name, int(fields["l"]), kind, fields["o"])] += int(found.group(2))
    return counts


def name(point):
    file, line, kind, what = point
    return f"{file}:{line} {kind} {what}"


def expected_holes(text):
    """Patterns, one a line: `file kind what`, where `*` stands for anything; after ` -- ` the reason, which is wanted."""
    patterns = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            pattern, _, reason = line.partition(" -- ")
            if not reason:
                raise SystemExit(f"expected_holes.txt: no reason for '{line}'")
            patterns.append(pattern.strip())
    return patterns


def matches(pattern, point):
    file, _, kind, what = point
    parts = (re.escape(part) for part in pattern.split("*"))
    return re.fullmatch(".*".join(parts), f"{file} {kind} {what}") is not None


def judge(counts, patterns):
    """(report, problems)."""
    report, problems = [], []
    for file in sorted({point[0] for point in counts}):
        for kind in ("line", "toggle"):
            points = [point for point in counts if point[0] == file and point[2] == kind]
            met = sum(1 for point in points if counts[point])
            if points:
                report.append(f"{file:<34} {kind:<6} {met:>4} of {len(points):>4}")
    holes = sorted(point for point in counts if not counts[point])
    for hole in holes:
        known = any(matches(pattern, hole) for pattern in patterns)
        report.append(f"  never met: {name(hole)}{'' if known else '   <- not expected'}")
        if not known:
            problems.append(f"never met: {name(hole)}")
    for pattern in patterns:
        if not any(matches(pattern, hole) for hole in holes):
            problems.append(f"expected_holes.txt: '{pattern}' is no hole any more")
    if not counts:
        problems.append("no points at all")
    return report, problems


def self_test():
    line = "C '\x01f\x02rtl/a.sv\x01l\x025\x01n\x023\x01page\x02v_line/a\x01o\x02block\x01h\x02rtl' "
    toggle = "C '\x01f\x02rtl/a.sv\x01l\x026\x01n\x023\x01page\x02v_toggle/a\x01o\x02b[1]\x01h\x02rtl{}' "
    met = line + "3\n" + toggle.format("") + "0\n" + toggle.format(".x") + "2\n"
    holed = line + "0\n" + toggle.format("") + "0\n"
    assert judge(points_of(met), [])[1] == []
    assert judge(points_of(holed), [])[1] == ["never met: a.sv:5 line block", "never met: a.sv:6 toggle b[1]"]
    assert judge(points_of(holed), expected_holes("a.sv line * -- why\na.sv toggle b[*] -- why"))[1] == []
    assert "no hole any more" in judge(points_of(met), ["a.sv toggle b[1]"])[1][0]
    assert judge({}, [])[1] == ["no points at all"]
    print("ok")


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "coverage.dat"
        subprocess.run([program, str(file)], check=True)
        counts = points_of(file.read_text(encoding="latin-1"))
    report, problems = judge(counts, expected_holes((HERE / "expected_holes.txt").read_text(encoding="utf-8")))
    print("\n".join(report + [f"PROBLEM {problem}" for problem in problems]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(self_test() if sys.argv[1] == "--self-test" else main(sys.argv[1]))

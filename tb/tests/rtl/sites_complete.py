#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Every comparison of the RTL is named by a site (rtl/*/*.sites.toml), so that faults are planted in it.

usage: sites_complete.py [--self-test]

A comparison is an operator of make_mutants.COMPARISONS in a source of rtl/ that is no property. It is named where it stands between « and »
of a site. Comparisons of parameters alone, such as those of generate blocks and of loops, are none. EXCUSED are those in which no
fault shows, with the reason.
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))
from prove import make_mutants  # noqa: E402

RTL = make_mutants.RTL
COMPARISON = re.compile("|".join(make_mutants.COMPARISONS))
NO_DESIGN = re.compile(r"_(formal|properties|contract)\.sv$")
EXCUSED = {
    ("fera_meter_dividing.sv", "if (over && state_q == LOAD) ratio_q <= ratio_d;"): "what another step leaves there is taken anew before it is read",
    ("fera_meter_dividing.sv", "if (over && state_q == SLOPE) f_q <= f;"): "what another step leaves there is taken anew before it is read",
}


def closed(text, start):
    """Behind the parenthesis that belongs to the one at start."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place + 1
    return len(text)


def assigned(line):
    """The place of the nonblocking assignment of a line, or None."""
    place = len(line) - len(line.lstrip())
    while True:
        word = re.match(r"(end\s+|else\s+|begin\s+|\w+:\s+(begin\s+)?)", line[place:])
        if word:
            place += word.end()
        elif re.match(r"if\s*\(", line[place:]):
            place = closed(line, line.index("(", place))
            place += len(line[place:]) - len(line[place:].lstrip())
        else:
            break
    found = re.match(r"[\w.]+(\[[^\]]*\])*\s*<= ", line[place:])
    return place + line[place:].index(" <= ") if found else None


def comparisons_of(text):
    """[(place, line)] of the comparisons of a source."""
    text = re.sub(r"//[^\n]*", lambda found: " " * len(found[0]), text)
    text = re.sub(r"`ifndef SYNTHESIS.*?`endif\n(\s*`endif)?", lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.DOTALL)
    found, start = [], 0
    for line in text.split("\n"):
        if not re.match(r"\s*(for|localparam|parameter)\b|.*\bbegin : g_|\s*\.[A-Z]\w*\(", line):
            found += [(start + each.start(), line.strip()) for each in COMPARISON.finditer(line) if each.start() != assigned(line)]
        start += len(line) + 1
    return found


def is_of(table, path):
    file = table["file"]
    return path.name == file or ("{block}" in file and path.stem in table.get("blocks", []))


def named_in(text, tables):
    """[(start, end)] of the expressions that the sites of a source name."""
    spans = []
    for find in (find for table in tables for find in table["at"]):
        before, rest = find.split("«")
        expression, behind = rest.split("»")
        start = text.find(before + expression + behind)
        if start >= 0:
            spans.append((start + len(before), start + len(before) + len(expression)))
    return spans


def missing(tables):
    """["file:line: text"] of comparisons that no site names, and how many there are in all."""
    wrong, count = [], 0
    for path in sorted(RTL.glob("*/*.sv")):
        if NO_DESIGN.search(path.name):
            continue
        text = path.read_text(encoding="utf-8")
        spans = named_in(text, [table for table in tables if is_of(table, path)])
        for place, line in comparisons_of(text):
            count += 1
            if not any(start <= place < end for start, end in spans) and (path.name, line) not in EXCUSED:
                wrong.append(f"{path.relative_to(RTL.parent)}:{text.count(chr(10), 0, place) + 1}: no site names this comparison: {line}")
    return wrong, count


def self_test():
    planted = [("assign a = b == c;", 1), ("if (!rst_ni) a_q <= '0;", 0), ("else if (x == y) a_q[n*W +: W] <= b;", 1),
               ("if (K == 0) begin : g_first", 0), ("for (int n = 0; n < N; n = n + 1) begin", 0), ("// a == b", 0),
               ("assign a = b <= c;", 1), ("else a_q <= b >= c ? d : e;", 1)]
    wrong = [f"{text!r}: {len(comparisons_of(text))} comparisons, wanted {wanted}" for text, wanted in planted
             if len(comparisons_of(text)) != wanted]
    without = [{**table, "at": {find: site for find, site in table["at"].items() if "age >= span" not in find}}
               for table in make_mutants.tables()]
    if not any("age >= span" in line for line in missing(without)[0]):
        wrong.append("a site that is taken away is not missed")
    print("\n".join(wrong) or f"{len(planted) + 1} planted cases judged rightly")
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    wrong, count = missing(list(make_mutants.tables()))
    print("\n".join(wrong) or f"{count} comparisons, each named by a site")
    return 1 if wrong or count < 200 else 0


if __name__ == "__main__":
    sys.exit(main())

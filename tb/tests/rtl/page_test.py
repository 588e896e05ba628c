#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""page_test.py WEIR BLOCK...: the defaults on the blocks' pages are those of their sources, and the ranges are those that
`weir synth` and `weir vectors` name when they refuse a number."""

import pathlib
import re
import subprocess
import sys

RTL = pathlib.Path(__file__).resolve().parents[3] / "rtl"
ROW = re.compile(r"^\| `([A-Z][A-Z0-9_]*)` \| (\d+) \| (\d+)\.\.(\d+) \|", re.MULTILINE)
BEYOND = 10_000_000_000


def parameters_of(source):
    return dict(re.findall(r"^  parameter int (\w+) *= (\d+),?$", source[:source.index(");")], re.MULTILINE))


def refusal(weir, command, block, name):
    """What it wants of a parameter that is far too large; nothing where it cannot be set there."""
    out = ["--out", "/nonexistent/none"] if command == "vectors" else []
    done = subprocess.run([weir, command, block, *out, "--parameter", f"{name}={BEYOND}"], text=True, capture_output=True)
    if done.returncode != 2 or len(done.stderr.splitlines()) != 1:
        sys.exit(f"{command} {block} {name}={BEYOND}: status {done.returncode}\n{done.stdout}{done.stderr}")
    if "that can be set" in done.stderr:
        return None
    return re.search(r"wanted (\d+)(?: to |\.\.)(\d+)", done.stderr).groups()


def check(weir, block):
    ours = parameters_of((RTL / block / f"{block}.sv").read_text())
    stated = {}  # a variant's page leaves what is as in the plain form to the page of that
    for page in sorted(RTL.glob("*/*.md"), key=lambda page: (page.stem == block, block.startswith(page.stem + "_"), page.stem)):
        rows = {name: (default, (least, most)) for name, default, least, most in ROW.findall(page.read_text())}
        stated |= {name: row for name, row in rows.items() if name in ours}
    wrong = [f"{block}: no page states a range of {name}" for name in ours if name not in stated]
    for name, (default, stands) in stated.items():
        if default != ours[name]:
            wrong.append(f"{block}: {name} is {ours[name]} in the source and {default} on the page")
        for command in "synth", "vectors":
            wanted = refusal(weir, command, block, name)
            if wanted is not None and wanted != stands:
                wrong.append(f"{block}: {name} is {'..'.join(stands)} on the page and {'..'.join(wanted)} in weir {command}")
    return wrong


def main(weir, *blocks):
    wrong = [line for block in blocks for line in check(weir, block)]
    print("\n".join(wrong) or f"{len(blocks)} pages")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""page_test.py WEIR BLOCK...: the defaults on the blocks' pages are those of their sources, and the ranges are those that
`weir synth` and `weir vectors` name when they refuse a number. The two benches on the limiter's page do what it says, and
the egress port on the stage form's page sends at the rates that the page's formulas say."""

import math
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[3]
RTL = TOP / "rtl"
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


def benches():
    """The code on the limiter's page, with the commands below it."""
    page = (TOP / "docs/reference/rate_limiter.md").read_text()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for below in "hw_model", "rtl":
            (pathlib.Path(folder) / below).symlink_to(TOP / below)
        for file, says in ("bench.cpp", ["0 ps", "6399600 ps", "12799200 ps", "19200000 ps"]), ("bench.sv", ["at 9000 ps"]):
            language = {"cpp": "cpp", "sv": "systemverilog"}[file.rpartition(".")[2]]
            code, text = re.search(rf"```{language}\n(.*?)```(.*)", page, re.DOTALL).groups()
            (pathlib.Path(folder) / file).write_text(code)
            command = re.search(r"^    (\w+(?:.*\\\n)*.*)", text, re.MULTILINE).group(1)
            done = subprocess.run(["bash", "-c", f"{command.removesuffix('&& ./bench')} && ./bench"], cwd=folder, text=True,
                                  capture_output=True)
            if not all(words in done.stdout for words in says):
                wrong.append(f"rate_limiter.md: {file}: wanted {says}, got {done.stdout}{done.stderr}")
    return wrong


def said_ppm(rounding, ticks, stage):
    """By "Error of the rate" on the stage form's page."""
    rounded = [math.floor, math.ceil, lambda value: math.floor(value + 0.5), lambda value: value][rounding](ticks)
    period = (ticks if rounding == 3 else math.ceil(ticks)) + (2**stage - 1) * rounded
    return round(1e6 * (2**stage * ticks / period - 1)) if stage else 0


def egress_port():
    """The egress port on the stage form's page, with the command below it, in each rounding."""
    page = (RTL / "rate_limiter_stage/rate_limiter_stage.md").read_text()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "rtl").symlink_to(RTL)
        for file, code in zip(("egress.sv", "port.sv"), re.findall(r"```systemverilog\n(.*?)```", page, re.DOTALL), strict=True):
            (pathlib.Path(folder) / file).write_text(code)
        command = re.search(r"^    (iverilog(?:.*\\\n)*.*) && \./port", page, re.MULTILINE).group(1)
        subprocess.run(["bash", "-c", command], cwd=folder, check=True)
        for rounding, length in (3, 64), (3, 777), (0, 64), (1, 64), (2, 64), (2, 72):
            out = subprocess.run(["./port", f"+rounding={rounding}", f"+bytes={length}"], cwd=folder, text=True,
                                 capture_output=True, check=True).stdout
            measured = [int(ppm) for ppm in re.findall(r" (-?\d+) ppm$", out, re.MULTILINE)]
            said = [said_ppm(rounding, length / 15, stage) for stage in range(6)]  # 15 bytes a tick at 100 Gbps
            if measured != said:
                wrong.append(f"rate_limiter_stage.md: rounding {rounding}, {length} B: said {said}, measured {measured}\n{out}")
    return wrong


def main(weir, *blocks):
    wrong = [line for block in blocks for line in check(weir, block)] + benches() + egress_port()
    print("\n".join(wrong) or f"{len(blocks)} pages")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

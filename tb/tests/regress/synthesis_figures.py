# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Size and timing of every RTL block: runs `weir synth all` and judges what docs/results/synthesis.md and the blocks'
own pages say.

synthesis_figures.py WEIR            fails where a page does not hold the figures of this run
synthesis_figures.py WEIR --write    puts the figures of this run into the pages
synthesis_figures.py --self-test     shows that a wrong figure is found

Results are cached in build/, by content: what has not changed since the last run is not synthesised again.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap

TOP = pathlib.Path(__file__).resolve().parents[3]
BEGIN, END = "<!-- synthesis: begin -->\n", "<!-- synthesis: end -->\n"
OVERVIEW = "docs/results/synthesis.md"
OF_A_LINK = ("llr_rx", "llr_tx", "ue_cbfc_receiver", "ue_cbfc_sender")  # take one frame a cycle
LINE_GBPS, FRAME, ON_THE_LINE = 1600, 64, 64 + 20  # bytes, with preamble and gap


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def timing(mapping, period):
    return f"{mapping['longest_path_ns']:.2f}", f"{period - mapping['longest_path_ns']:+.2f}"


def verdict(block, period):
    return "met" if block["fast"]["longest_path_ns"] <= period else "missed"


def overview(run):
    period = run["clock_period_ns"]
    rows = []
    for block in run["blocks"]:
        name = block["block"]
        fast = block["fast"]
        rows.append([f"[{name}](../../rtl/{name}/{name}.md)", f"{block['flip_flops']:,}",
                     f"{block['small']['combinational_cells']:,}", f"{block['small']['area']:,.0f}",
                     f"{fast['combinational_cells']:,}", f"{fast['area']:,.0f}", *timing(fast, period),
                     verdict(block, period), f"{block['ice40']['luts']:,}", f"{block['xilinx']['luts']:,}"])
    head = ["block", "flip-flops", "cells, small", "area", "cells, fast", "area", "longest path, ns", "slack, ns",
            f"{period} ns", "iCE40 LUTs", "Xilinx LUTs"]
    tools = run["blocks"][0]
    return table(head, rows) + f"\n{tools['liberty']}, {tools['yosys']}, {tools['sta']}.\n"


def of_block(block, period):
    parameters = ", ".join(f"{name} = {value}" for name, value in block["parameters"].items())
    rows = []
    for name, text in ("small", "mapped for area"), ("fast", "mapped for speed"):
        mapping = block[name]
        rows.append([text, f"{mapping['combinational_cells']:,}", f"{mapping['area']:,.0f}", *timing(mapping, period),
                     f"`{mapping['from']}` to `{mapping['to']}`"])
    ice40, xilinx = block["ice40"], block["xilinx"]
    dsps = f", {xilinx['dsps']} DSP" if xilinx["dsps"] else ""
    head = f"{parameters}: {block['flip_flops']:,} flip-flops. Standard cells ({block['liberty']}, area in its unit):"
    return (textwrap.fill(head, 120) + "\n\n" +
            table(["netlist", "cells beside flip-flops", "area", "longest path, ns", f"slack to {period} ns",
                   "from, to"], rows) +
            f"\niCE40: {ice40['luts']:,} LUTs, {ice40['carries']:,} carries. Xilinx 7 series: {xilinx['luts']:,} LUTs, "
            f"{xilinx['carries']:,} CARRY4{dsps}.\n" + (of_a_link(block["fast"]["longest_path_ns"], period)
                                                       if block["block"] in OF_A_LINK else ""))


def of_a_link(path, period):
    """What the fastest line with the smallest frames asks of a block that takes one frame a cycle."""
    def gbps(cycle):
        return f"{8 * ON_THE_LINE / cycle:.0f} Gbps"
    asked = LINE_GBPS / (8 * ON_THE_LINE)  # frames a nanosecond
    return "\n" + textwrap.fill(
        f"{LINE_GBPS / 1000} Tbps with frames of {FRAME} B, {ON_THE_LINE} B on the line, are {asked * 1000:,.0f} million frames a "
        f"second: {asked * period:.2f} in a cycle of {period} ns. The block takes one frame a cycle, which is {gbps(period)} of "
        f"such frames at {period} ns, and {gbps(path)} at its longest path in this process, {path:.2f} ns.", 120) + "\n"


def wanted(run):
    """{page: what has to stand between its marks}"""
    pages = {OVERVIEW: overview(run)}
    for block in run["blocks"]:
        pages[f"rtl/{block['block']}/{block['block']}.md"] = of_block(block, run["clock_period_ns"])
    return pages


def between(text):
    """What stands before the marks, between and behind them."""
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        return None
    before, rest = text.split(BEGIN)
    figures, behind = rest.split(END)
    return before, figures, behind


def claims_that_fail(run):
    """What the text around the figures says of them."""
    met = {block["block"]: block["fast"]["longest_path_ns"] <= run["clock_period_ns"] for block in run["blocks"]}
    path = {block["block"]: block["fast"]["longest_path_ns"] for block in run["blocks"]}
    claims = {
        "the pipelined comparator meets the clock": met["stage_comparator_threshold_pipelined"],
        "all others miss it": sum(met.values()) == 1,
        "more than half of the limiter's path can be done ahead":
            path["rate_limiter_stage_lookahead"] < path["rate_limiter_stage"] / 2,
    }
    return [f"{OVERVIEW}: no longer true: {claim}" for claim, holds in claims.items() if not holds]


def problems_of(pages, read):
    problems = []
    for page, figures in pages.items():
        parts = between(read(page))
        if parts is None:
            problems.append(f"{page}: wanted one {BEGIN.strip()} and one {END.strip()}")
        elif parts[1] != figures:
            have = set(parts[1].splitlines())
            news = [line for line in figures.splitlines() if line not in have]
            problems.append(f"{page} does not hold the figures of this run (synthesis_figures.py WEIR --write): "
                            f"{news[0] if news else 'a line too many'}")
    return problems


def write(pages):
    for page, figures in pages.items():
        path = TOP / page
        parts = between(path.read_text(encoding="utf-8"))
        if parts is None:
            sys.exit(f"{page}: no marks to write between")
        path.write_text(parts[0] + BEGIN + figures + END + parts[2], encoding="utf-8")


def synthesise(weir):
    environment = dict(os.environ, XDG_CACHE_HOME=str(pathlib.Path(weir).resolve().parent / "cache"))
    done = subprocess.run([weir, "synth", "all", "--format", "json"], capture_output=True, text=True, env=environment,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"weir synth all: status {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def self_test():
    mapping = {"combinational_cells": 1200, "area": 3400.0, "longest_path_ns": 1.5, "from": "a_i", "to": "b_q[0]"}
    block = {"block": "thing", "parameters": {"W": 4}, "flip_flops": 4, "memory_bits": 0, "small": mapping,
             "fast": dict(mapping, longest_path_ns=1.1), "ice40": {"luts": 5, "carries": 3}, "liberty": "a.lib",
             "xilinx": {"luts": 6, "carries": 1, "dsps": 0}, "yosys": "Yosys 1", "sta": "OpenSTA 2"}
    run = {"clock_period_ns": 1.2, "blocks": [block]}
    pages = wanted(run)
    assert "| 1.10 | +0.10 | met | 5 | 6 |" in pages[OVERVIEW], pages[OVERVIEW]
    assert "| mapped for area | 1,200 | 3,400 | 1.50 | -0.30 | `a_i` to `b_q[0]` |" in pages["rtl/thing/thing.md"]
    assert "million" not in pages["rtl/thing/thing.md"]
    assert "2,381 million frames a second: 2.86 in a cycle of 1.2 ns" in of_a_link(2.4, 1.2), of_a_link(2.4, 1.2)
    assert of_a_link(2.4, 1.2).count("Gbps") == 2 and "280 Gbps" in of_a_link(2.4, 1.2).replace("\n", " ")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def read(page):
            return (folder / pathlib.Path(page).name).read_text(encoding="utf-8")

        for page, figures in pages.items():
            (folder / pathlib.Path(page).name).write_text(f"# A page\n\n{BEGIN}{figures}{END}\nmore\n", encoding="utf-8")
        assert problems_of(pages, read) == []
        text = read("thing.md")
        (folder / "thing.md").write_text(text.replace("1,200", "1,201"), encoding="utf-8")
        assert len(problems_of(pages, read)) == 1
        (folder / "thing.md").write_text(text.replace(END, ""), encoding="utf-8")
        assert "wanted one" in problems_of(pages, read)[0]
    print("2 passed, 0 failed")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return
    if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["--write"]):
        sys.exit(__doc__)
    run = synthesise(sys.argv[1])
    pages = wanted(run)
    if sys.argv[2:]:
        write(pages)
        return
    problems = problems_of(pages, lambda page: (TOP / page).read_text(encoding="utf-8")) + claims_that_fail(run)
    print("\n".join(problems) if problems else f"{len(pages)} pages hold the figures of this run")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()

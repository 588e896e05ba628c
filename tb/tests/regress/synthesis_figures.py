# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Size and timing of every RTL block: runs `weir synth` and judges what docs/results/synthesis.md and the blocks' own
pages say. A page names the inputs of its figures (`weir synth --inputs`): a block with other inputs is synthesised.

synthesis_figures.py WEIR            fails where a page does not hold the figures of its block; synthesises the blocks
                                     whose inputs have changed, and the smallest in any case
synthesis_figures.py WEIR --all      synthesises every block: a quarter of an hour
synthesis_figures.py WEIR --write    puts the figures of blocks whose inputs have changed into the pages
synthesis_figures.py --self-test     shows that a wrong figure and changed inputs are found

Results are cached in build/, by content: what has not changed since the last run is not synthesised again.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

TOP = pathlib.Path(__file__).resolve().parents[3]
BEGIN, END = "<!-- synthesis: begin -->\n", "<!-- synthesis: end -->\n"
OVERVIEW = "docs/results/synthesis.md"
OF_A_LINK = ("llr_rx", "llr_tx", "ue_cbfc_receiver", "ue_cbfc_sender")  # take one frame a cycle
ANEW = 3  # the smallest blocks, which are synthesised in any case
CYCLE_FO4 = 60  # of 1.2 ns where an FO4 takes 20 ps
INPUTS = "<!-- inputs: {} -->"
LINE_GBPS, FRAME, ON_THE_LINE = 1600, 64, 64 + 20  # bytes, with preamble and gap


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def timing(mapping, period, fo4_ns):
    path = mapping["longest_path_ns"]
    return f"{path:.2f}", in_fo4(path, fo4_ns), f"{period - path:+.2f}"


def verdict(block, period):
    return "met" if block["fast"]["longest_path_ns"] <= period else "missed"


def in_fo4(path_ns, fo4_ns):
    """The path that a row shows, as a multiple of the library's FO4."""
    return f"{round(float(f'{path_ns:.2f}') / fo4_ns):,}"


def row_of(block, period, fo4_ns):
    name, fast = block["block"], block["fast"]
    return "| " + " | ".join([
        f"[{name}](../../rtl/{name}/{name}.md)", f"{block['flip_flops']:,}",
        f"{block['small']['combinational_cells']:,}", f"{block['small']['area']:,.0f}",
        f"{fast['combinational_cells']:,}", f"{fast['area']:,.0f}", *timing(fast, period, fo4_ns), verdict(block, period),
        f"{block['ice40']['luts']:,}", f"{block['xilinx']['luts']:,}"]) + " |"


def rows_of(figures):
    """{block: row} of the overview."""
    return {line.split("]")[0][3:]: line for line in figures.splitlines() if line.startswith("| [")}


def overview(run, names, have):
    """The table of all blocks `names`; of a block that was not synthesised the row that the page has."""
    period = run["clock_period_ns"]
    rows = {**rows_of(have), **{block["block"]: row_of(block, period, run["fo4_ns"]) for block in run["blocks"]}}
    head = ["block", "flip-flops", "cells, small", "area", "cells, fast", "area", "longest path, ns", "FO4", "slack, ns",
            f"{period} ns", "iCE40 LUTs", "Xilinx LUTs"]
    tools = run["blocks"][0]
    lines = [rows.get(name, f"| no row of {name} |") for name in names]
    return (table(head, []) + "\n".join(lines) + f"\n\n{tools['liberty']}, whose FO4 is {1000 * run['fo4_ns']:.1f} ps; "
            f"{tools['yosys']}, {tools['sta']}.\n")


def of_block(block, period, fo4_ns, inputs):
    parameters = ", ".join(f"{name} = {value}" for name, value in block["parameters"].items())
    rows = []
    for name, text in ("small", "mapped for area"), ("fast", "mapped for speed"):
        mapping = block[name]
        rows.append([text, f"{mapping['combinational_cells']:,}", f"{mapping['area']:,.0f}",
                     *timing(mapping, period, fo4_ns), f"`{mapping['from']}` to `{mapping['to']}`"])
    ice40, xilinx = block["ice40"], block["xilinx"]
    dsps = f", {xilinx['dsps']} DSP" if xilinx["dsps"] else ""
    head = f"{parameters}: {block['flip_flops']:,} flip-flops. Standard cells ({block['liberty']}, area in its unit):"
    return (textwrap.fill(head, 120) + "\n\n" +
            table(["netlist", "cells beside flip-flops", "area", "longest path, ns", "FO4",
                   f"slack to {period} ns", "from, to"], rows) +
            f"\niCE40: {ice40['luts']:,} LUTs, {ice40['carries']:,} carries. Xilinx 7 series: {xilinx['luts']:,} LUTs, "
            f"{xilinx['carries']:,} CARRY4{dsps}.\n" + (of_a_link(block["fast"]["longest_path_ns"], period)
                                                       if block["block"] in OF_A_LINK else "") + f"\n{INPUTS.format(inputs)}\n")


def of_a_link(path, period):
    """What the fastest line with the smallest frames asks of a block that takes one frame a cycle."""
    def gbps(cycle):
        return f"{8 * ON_THE_LINE / cycle:.0f} Gbps"
    asked = LINE_GBPS / (8 * ON_THE_LINE)  # frames a nanosecond
    return "\n" + textwrap.fill(
        f"{LINE_GBPS / 1000} Tbps with frames of {FRAME} B, {ON_THE_LINE} B on the line, are {asked * 1000:,.0f} million frames a "
        f"second: {asked * period:.2f} in a cycle of {period} ns. The block takes one frame a cycle, which is {gbps(period)} of "
        f"such frames at {period} ns, and {gbps(path)} at its longest path in this process, {path:.2f} ns.", 120) + "\n"


def page_of(name):
    return f"rtl/{name}/{name}.md"


def wanted(run, inputs, have):
    """{page: what has to stand between its marks}; `inputs`: {block: name of its inputs}, `have`: the overview's table."""
    pages = {OVERVIEW: overview(run, inputs, have)}
    for block in run["blocks"]:
        pages[page_of(block["block"])] = of_block(block, run["clock_period_ns"], run["fo4_ns"], inputs[block["block"]])
    return pages


def between(text):
    """What stands before the marks, between and behind them."""
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        return None
    before, rest = text.split(BEGIN)
    figures, behind = rest.split(END)
    return before, figures, behind


def named_as_longer(text):
    """The blocks that the text names as longer than CYCLE_FO4."""
    sentence = re.search(rf"Longer than {CYCLE_FO4} FO4 are(.*?);", text, re.DOTALL)
    return set(re.findall(r"`(\w+)`", sentence.group(1))) if sentence else None


def claims_that_fail(figures, text):
    """What the text around the overview says of its figures."""
    cells = {name: [cell.strip() for cell in row.split("|")] for name, row in rows_of(figures).items()}
    met = {name: "met" in row for name, row in cells.items()}
    path = {name: float(row[7]) for name, row in cells.items()}
    longer = {name for name, row in cells.items() if int(row[8]) > CYCLE_FO4}
    claims = {
        f"longer than {CYCLE_FO4} FO4 are those named": named_as_longer(text) == longer,
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
            problems.append(f"{page} does not hold the figures of its block (synthesis_figures.py WEIR --write): "
                            f"{news[0] if news else 'a line too many'}")
    return problems


def write(pages):
    for page, figures in pages.items():
        path = TOP / page
        parts = between(path.read_text(encoding="utf-8"))
        if parts is None:
            sys.exit(f"{page}: no marks to write between")
        path.write_text(parts[0] + BEGIN + figures + END + parts[2], encoding="utf-8")


def changed(inputs, read):
    """Blocks whose page has figures of other inputs, or none."""
    return [name for name, of in inputs.items() if INPUTS.format(of) not in read(page_of(name)).splitlines()]


def smallest(names, have):
    """The blocks with the fewest cells, by the overview."""
    cells = {name: int(row.split("|")[3].replace(",", "")) for name, row in rows_of(have).items() if name in names}
    return sorted(cells, key=cells.get)[:ANEW]


def weir_synth(weir, *words):
    environment = dict(os.environ, XDG_CACHE_HOME=str(pathlib.Path(weir).resolve().parent / "cache"))
    done = subprocess.run([weir, "synth", *words], capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        sys.exit(f"weir synth {' '.join(words)}: status {done.returncode}: {done.stderr}")
    return done.stdout


def inputs_of(weir):
    """{block: name of its inputs}, in the order of `weir list blocks`."""
    return {name: inputs for inputs, name in map(str.split, weir_synth(weir, "all", "--inputs").splitlines())}


def synthesise(weir, names):
    runs = [json.loads(weir_synth(weir, name, "--format", "json")) for name in names]
    return {"clock_period_ns": runs[0]["clock_period_ns"], "fo4_ns": runs[0]["fo4_ns"], "blocks": [run["blocks"][0] for run in runs]}


def read_page(page):
    return (TOP / page).read_text(encoding="utf-8")


def self_test():
    mapping = {"combinational_cells": 1200, "area": 3400.0, "longest_path_ns": 1.5, "from": "a_i", "to": "b_q[0]"}
    block = {"block": "thing", "parameters": {"W": 4}, "flip_flops": 4, "memory_bits": 0, "small": mapping,
             "fast": dict(mapping, longest_path_ns=1.1), "ice40": {"luts": 5, "carries": 3}, "liberty": "a.lib",
             "xilinx": {"luts": 6, "carries": 1, "dsps": 0}, "yosys": "Yosys 1", "sta": "OpenSTA 2"}
    run = {"clock_period_ns": 1.2, "fo4_ns": 0.1, "blocks": [block]}
    kept = "| [other](x) | 1 | 30 | 0 | 0 | 0 | 9.00 | 90 | -1 | missed | 0 | 0 |\n"
    inputs = {"other": "1-1", "thing": "2-2"}
    pages = wanted(run, inputs, kept)
    assert kept + "| [thing]" in pages[OVERVIEW] and "| 1.10 | 11 | +0.10 | met | 5 | 6 |" in pages[OVERVIEW], pages[OVERVIEW]
    assert "| no row of new |" in overview(run, {"new": "", **inputs}, kept)
    assert "| mapped for area | 1,200 | 3,400 | 1.50 | 15 | -0.30 | `a_i` to `b_q[0]` |" in pages["rtl/thing/thing.md"]
    assert "million" not in pages["rtl/thing/thing.md"]
    assert named_as_longer("Longer than 60 FO4 are `a`,\n`b` and `c_d`; all `e`") == {"a", "b", "c_d"} and named_as_longer("") is None
    assert smallest(inputs, pages[OVERVIEW]) == ["other", "thing"] and smallest({"thing": ""}, kept) == []
    assert "2,381 million frames a second: 2.86 in a cycle of 1.2 ns" in of_a_link(2.4, 1.2), of_a_link(2.4, 1.2)
    assert of_a_link(2.4, 1.2).count("Gbps") == 2 and "280 Gbps" in of_a_link(2.4, 1.2).replace("\n", " ")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def read(page):
            return (folder / pathlib.Path(page).name).read_text(encoding="utf-8")

        for page, figures in pages.items():
            (folder / pathlib.Path(page).name).write_text(f"# A page\n\n{BEGIN}{figures}{END}\nmore\n", encoding="utf-8")
        assert problems_of(pages, read) == [] and changed({"thing": "2-2"}, read) == []
        assert changed({"thing": "2-3"}, read) == ["thing"]
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
    if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["--all"], ["--write"]):
        sys.exit(__doc__)
    weir, mode = sys.argv[1], "".join(sys.argv[2:])
    inputs, (_, have, _) = inputs_of(weir), between(read_page(OVERVIEW))
    anew = set(inputs if mode == "--all" else changed(inputs, read_page) + smallest(inputs, have))
    run = synthesise(weir, [name for name in inputs if name in anew])
    pages = wanted(run, inputs, have)
    if mode == "--write":
        write(pages)
        return
    problems = problems_of(pages, read_page) + claims_that_fail(pages[OVERVIEW], read_page(OVERVIEW))
    print("\n".join(problems) if problems else f"{len(pages)} pages hold the figures of {len(anew)} blocks")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""bank_test.py WEIR [--self-test]: register banks in SystemVerilog, read by patterns of their own, have the registers of the JSON of the same
switch, but for those that `weir cost` has in memories and in other RTL; three tools take them; rtl/port_registers is what the command writes;
what the bank cannot have is refused."""

import csv
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[4]
OURS = TOP / "rtl" / "port_registers" / "port_registers.sv"
COMMON = sorted((TOP / "rtl" / "register_common").glob("*.sv"))
SWITCHES = [["--mechanisms", "cbfc"], ["--mechanisms", "gfc_buffer_based,tcd", "--classes", "3"], ["--mechanisms", "ue_cbfc", "--ports", "2"],
            ["--mechanisms", "gfc_gradient", "--lossless", "3"], ["--mechanisms", "bcn,pfc", "--ports", "7"], ["--mechanisms", "pfc,fera,red_ecn", "--ports", "5", "--classes", "5"],
            ["scenarios/ring/pfc.toml", "--device", "s1"], ["scenarios/small/dwrr_shaped.toml"], []]
KEPT = re.compile(r"^  register_(setting|flags) #\(\.ADDRESS_W\((\d+)\), \.ADDRESS\(32'h([0-9a-f]+) \+ PORT \* 32'h([0-9a-f]+)\), "
                  r"\.WIDTH\((\d+)\), \.ELEMENTS\((\d+)\)(?:, \.RESET\((.*)\))?\) i_(\w+) \($", re.MULTILINE)
ROW = re.compile(r"^    \{32'h([0-9a-f]+), 32'h([0-9a-f]+), 8'd(\d+), 8'd([01]), 16'd(\d+)\}", re.MULTILINE)


def weir_says(weir, switch, form):
    return subprocess.run([weir, "registers", *switch, "--format", form], cwd=TOP, check=True, capture_output=True, text=True).stdout


def held_elsewhere(weir, switch):
    """{block_register} of what stands in a memory or in another RTL block."""
    options = list(switch)
    if "--lossless" not in options and not any(option.endswith(".toml") for option in options):  # as `weir registers` has them
        options += ["--lossless", options[options.index("--classes") + 1] if "--classes" in options else "8"]
    rows = subprocess.run([weir, "cost", *options, "--format", "csv"], cwd=TOP, check=False, capture_output=True, text=True).stdout  # 1: does not fit
    return {f"{row['block']}_{row['register']}" for row in csv.DictReader(io.StringIO(rows))
            if row["kind"] != "flip_flop" or row["rtl_block"] not in ("", "port_registers")}


def reset_values(text, elements):
    """Of each element, from the text of RESET."""
    if times := re.fullmatch(r"\{(\d+)\{(.*)\}\}", text):
        return reset_values(times[2], elements // int(times[1])) * int(times[1])
    return [int(value, 16) for value in re.findall(r"'h([0-9a-f]+)", text)][::-1]


def from_bank(text):
    """{address for port 0: what is there}: each element of a register of a port, with the bytes to that of the next port."""
    found = {}
    for flags, _, at, stride, width, elements, reset, name in KEPT.findall(text):
        values = (reset_values(reset, int(elements)) if reset else [0] * int(elements)) + [None] * int(elements)
        for n in range(int(elements)):
            size = 8 if int(width) > 32 else 4
            found[int(at, 16) + n * size] = (flags, name, int(stride, 16), size, int(width), values[n])
    for at, stride, size, wide, first in ROW.findall(text):
        each = 8 if wide == "1" else 4
        for n in range((1 << int(size)) // each):
            found[int(at, 16) + n * each] = ("value", int(first) + n, int(stride, 16), each)
    return found


def from_json(text, elsewhere):
    found, numbers = {}, 0
    for block in json.loads(text)["blocks"]:
        for register in block["registers"]:
            dimensions = register["dimensions"]
            if not dimensions or dimensions[0]["of"] != "port":
                continue
            if register["access"] != "ro" and f"{block['name']}_{register['name']}" in elsewhere:
                continue
            stride, size = dimensions[0]["stride_bytes"], register["element_bytes"]
            resets = [int(value, 16) for value in register["resets"] or [register["reset"]]]
            for n in range(stride // size):
                at = int(register["offset"], 16) + n * size
                if register["access"] == "ro":
                    found[at] = ("value", numbers, stride, size)
                    numbers += 1
                else:
                    found[at] = ("flags" if register["access"] == "w1c" else "setting", f"{block['name']}_{register['name']}", stride, size,
                                 register["width"], resets[n % len(resets)])
    return found


def problems_of(bank, document, elsewhere):
    found, wanted = from_bank(bank), from_json(document, elsewhere)
    return [f"{at:#x}: {found.get(at)}, the JSON has {wanted.get(at)}" for at in sorted(found | wanted) if found.get(at) != wanted.get(at)][:5]


def refused_by_tools(bank, folder):
    source = folder / "port_registers.sv"
    source.write_text(bank)
    sources = [str(path) for path in (source, *COMMON)]
    found = []
    for tool in (["verilator", "--lint-only", "-Wall", "--assert", "--top", "port_registers"], ["iverilog", "-g2012", "-Wall", "-Wno-timescale", "-t", "null"],
                 ["yosys", "-q", "-p", f"read_verilog -sv {' '.join(sources)}; hierarchy -check -top port_registers; proc; check -assert"]):
        done = subprocess.run(tool + ([] if tool[0] == "yosys" else sources), capture_output=True, text=True)
        if done.returncode or done.stderr.strip() or done.stdout.strip():
            found.append(f"{tool[0]}: {(done.stdout + done.stderr).strip()[:400]}")
    return found


def self_test(weir):
    bank, document = weir_says(weir, SWITCHES[1], "sv"), weir_says(weir, SWITCHES[1], "json")
    elsewhere = held_elsewhere(weir, SWITCHES[1])
    if "flow_control_b_k" not in elsewhere or not problems_of(bank, document, set()):
        return ["thresholds in a comparator are not noticed"]
    for old, new in ((".WIDTH(25)", ".WIDTH(24)"), ("PORT * 32'h4)", "PORT * 32'h8)"), ("8'd1, 16'd0}", "8'd0, 16'd0}"), (", 16'd1}", ", 16'd2}"),
                     (".RESET(14'h5dc)", ".RESET(14'h5dd)"), ("register_flags", "register_setting")):
        if old not in bank or not problems_of(bank.replace(old, new, 1), document, elsewhere):
            return [f"'{old}' as '{new}' is not noticed"]
    with tempfile.TemporaryDirectory() as folder:
        if not refused_by_tools(bank.replace("logic        writes;", "logic        writes, idle;"), pathlib.Path(folder)):
            return ["no tool minds an unused wire"]
    return []


def main(weir, *options):
    if options == ("--self-test",):
        problems = self_test(weir)
    else:
        problems = []
        with tempfile.TemporaryDirectory() as folder:
            for switch in SWITCHES:
                bank = weir_says(weir, switch, "sv")
                found = problems_of(bank, weir_says(weir, switch, "json"), held_elsewhere(weir, switch)) + refused_by_tools(bank, pathlib.Path(folder))
                problems += [f"{' '.join(switch)}: {problem}" for problem in found]
        if OURS.read_text() != bank:
            problems.append(f"{OURS.relative_to(TOP)} is stale: weir registers --format sv --out {OURS.relative_to(TOP)}")
    print("\n".join(problems) or "all banks have the registers of their switches")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

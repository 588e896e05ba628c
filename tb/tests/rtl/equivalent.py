#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Proves mutants equal to the block that they were made from.

usage: equivalent.py BLOCK NAME=VALUE... SOURCE.sv... [--only MUTANT...] [--refuted MUTANT...]

NAME=VALUE are the block's parameters as built. A rule (rtl/*/*.sites.toml) lists in `equivalent` which of its faults no
input can tell from the block, and why. Both stand side by side on the same inputs, after a reset. From there for some cycles
(`cycles`, 1 by default, and one more), and by induction from any state in which they were equal for so many cycles: every
output is equal, and every register that both have. So no input whatever tells them apart. Faults named after --refuted have
to fail: a proof that accepts anything proves nothing.

`parameters` stand in the place of those as built. An entry with a `module` is of that part of the block alone, for any gap but
those that no packet has: `gap_bits` = n says that no gap of a tick or more is less than one in its lower n bits, which is tried
with every R_l and every stage; `gap_counts` says when gap_i is one. A register of `while` is compared while it counts.
"""

import json
import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
import prove  # noqa: E402
from prove import make_mutants  # noqa: E402


def renamed(sources):
    """All modules under names that those of the mutant have not."""
    text = "\n".join(sources.values())
    for name in re.findall(r"^module (\w+)", text, re.MULTILINE):
        text = re.sub(rf"\b{name}\b(?=\s*#?\s*\()", f"ours_{name}", text)
    return text


def netlist(block, values, folder):
    """The block in folder/ours.sv, flat: its ports and its registers, {name: bits}."""
    script = [f"read_verilog -sv -noassert -noassume ours.sv", f"chparam {values} ours_{block}", f"hierarchy -check -top ours_{block}",
              "proc", "flatten", "opt_clean", "write_json ours.json"]
    status, output = prove.run(["yosys", "-q", "-p", "; ".join(script)], folder)
    if status != 0:
        prove.fail(f"{block}: yosys: {output.strip()}")
    module = next(module for name, module in json.loads((folder / "ours.json").read_text())["modules"].items()
                  if "ports" in module and f"ours_{block}" in name)
    held = {bit for cell in module["cells"].values() if "dff" in cell["type"] for bit in cell["connections"]["Q"]}
    registers = {name: len(net["bits"]) for name, net in module["netnames"].items()
                 if not net.get("hide_name") and all(bit in held for bit in net["bits"])}
    return module["ports"], registers


def both_text(module, values, ports, registers, entry):
    """Ours and the mutant on the same inputs."""
    pins = {name: len(port["bits"]) for name, port in ports.items() if name != "clk_i"}
    inputs = [name for name in pins if ports[name]["direction"] == "input"]
    outputs = [name for name in pins if ports[name]["direction"] == "output"]
    named = ", ".join(f".{name}({value})" for name, value in values.items())
    lines = ["module both (", "  input logic clk_i,", ",\n".join(f"  input logic [{pins[name] - 1}:0] {name}" for name in inputs), ");"]
    for side, name_of_it in ("ours", f"ours_{module}"), ("own", module):
        lines += [f"  logic [{pins[name] - 1}:0] {name}_{side};" for name in outputs]
        lines.append(f"  {name_of_it} #({named}) i_{side} (.clk_i" + "".join(f", .{name}" for name in inputs) +
                     "".join(f", .{name}({name}_{side})" for name in outputs) + ");")
        lines += [f"  (* hierconn *) wire [{bits - 1}:0] \\i_{side}.{name} ;" for name, bits in registers.items()]
    lines += ["  logic started = 1'b0;", "  always_ff @(posedge clk_i) started <= 1'b1;", "  always_comb begin",
              "    if (!started) assume (!rst_ni);"]
    # As asked of whoever drives a limiter.
    lines += [f"    if (sent_i) assume ({name} < {values['SUBTICKS']});" for name in ("phase_i", "r_l_subticks_i") if name in pins]
    if "gap_bits" in entry:
        low = entry["gap_bits"]
        lines.append(f"    if ({entry.get('gap_counts', 1)}) assume (gap_i >> {low} == 0 || gap_i[{low - 1}:0] >= {values['SUBTICKS']});")
    lines.append("    if (started) begin")
    lines += [f"      assert ({name}_ours == {name}_own);" for name in outputs]
    for name in registers:
        counts = re.sub(r"\w+_q", lambda found: f"\\i_ours.{found[0]} ", entry.get("while", {}).get(name, "1"))
        lines.append(f"      assert (!({counts}) || \\i_ours.{name} == \\i_own.{name} );")
    return "\n".join(lines + ["    end", "  end", "endmodule", ""])


def no_such_gap(values, low):
    """Whether (2^k - 1) R_l, for no R_l that a packet has and no stage, is a tick or more and less than one in its lower bits."""
    tick = int(values["SUBTICKS"])
    longest = ((1 << int(values["R_L_TICKS_W"])) - 1) * tick + tick - 1
    for stage in range(1, 1 << int(values["STAGE_W"])):
        odd = (1 << stage) - 1
        inverse = pow(odd, -1, 1 << low)  # so there is one R_l for each rest
        for rest in range(tick):
            r_l = rest * inverse % (1 << low)
            for each in range(r_l, longest + 1, 1 << low):
                if each * odd >= 1 << low:
                    return False
    return True


def compile_both(folder, mutant):
    (folder / "own.sv").write_text("\n".join(mutant.values()), encoding="utf-8")
    script = ["read_verilog -sv -formal both.sv", "read_verilog -sv -noassert -noassume ours.sv own.sv",
              "hierarchy -check -top both", "proc", "flatten", "opt_clean", "async2sync", "opt -fast", "dffunmap",
              "write_smt2 -wires design.smt2"]
    status, output = prove.run(["yosys", "-q", "-p", "; ".join(script)], folder)
    if status != 0:
        prove.fail(f"yosys: {output.strip()}")


def equal(sources, block, mutant, values, folder):
    entry = make_mutants.equivalence_of(mutant) or {}
    if "gap_bits" in entry and not no_such_gap(values, entry["gap_bits"]):
        return False
    module = entry.get("module", block)
    values = {**values, **entry.get("parameters", {})}
    text = "".join(text for text in sources.values() if f"module {module} " in text)
    own = set(re.findall(r"^\s*parameter int (\w+)", text, re.MULTILINE))
    values = {name: value for name, value in values.items() if name in own}
    ports, registers = netlist(module, " ".join(f"-set {name} {value}" for name, value in values.items()), folder)
    (folder / "both.sv").write_text(both_text(module, values, ports, registers, entry), encoding="utf-8")
    compile_both(folder, make_mutants.mutated(sources, mutant))
    cycles = entry.get("cycles", 1)
    return prove.solve({}, [], cycles + 1, folder)[0] and prove.solve({}, ["-i"], cycles, folder)[0]


def main():
    words = sys.argv[1:]
    lists = {"--only": [], "--refuted": []}
    plain, into = [], None
    for word in words:
        if word in lists:
            into = lists[word]
        else:
            (plain if into is None else into).append(word)
    if not plain:
        prove.fail("usage: equivalent.py BLOCK NAME=VALUE... SOURCE.sv... [--only MUTANT...] [--refuted MUTANT...]", 2)
    block, *rest = plain
    values = dict(word.split("=") for word in rest if "=" in word)
    sources = {pathlib.Path(path).name: pathlib.Path(path).read_text(encoding="utf-8") 
               for path in rest if "=" not in path}
    mutants = make_mutants.mutants_of(make_mutants.rules_of(block))
    unknown = set(lists["--only"] + lists["--refuted"]) - {mutant.name for mutant in mutants}
    if unknown:
        prove.fail(f"{block} has no mutant {' '.join(sorted(unknown))}", 2)
    good, proved = True, 0
    with tempfile.TemporaryDirectory(prefix="weir_equivalent_") as name:
        folder = pathlib.Path(name)
        (folder / "ours.sv").write_text(renamed(sources), encoding="utf-8")
        for mutant in mutants:
            entry = make_mutants.equivalence_of(mutant)
            refuted = mutant.name in lists["--refuted"]
            if not refuted and (entry is None or (lists["--only"] and mutant.name not in lists["--only"])):
                continue
            holds = equal(sources, block, mutant, values, folder)
            proved += holds and not refuted
            good = good and holds != refuted
            print(f"{block}: {mutant.name}: {'equal' if holds else 'NOT EQUAL' if not refuted else 'refuted'}", flush=True)
    print(f"{block}: {proved} mutants are equal to it")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()

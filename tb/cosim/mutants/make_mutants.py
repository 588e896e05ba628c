#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Builds a bank of mutated designs of one RTL block.

The bank is one module, <block>_mutants, with the block's ports and one input more, mutant_i. It holds the block as it
is (number 0) and one copy for each rule of rules.toml (1, 2, ...); mutant_i chooses whose outputs are shown. One module
for all of them, because a Verilated model costs seconds to compile and a mutant costs next to nothing.

usage: make_mutants.py BLOCK KIND RULES.toml OUT.sv OUT.cpp SOURCE.sv...

OUT.cpp is the bank as tests see it (mutant_bank.h); KIND is the block's folder in tb/cosim/blocks.
"""

import os
import re
import sys
import tomllib


BANK = """\
// Made by make_mutants.py; do not edit.

#include "V{block}_mutants.h"
#include "tb/cosim/blocks/{kind}/verilated.h"
#include "tb/cosim/mutants/make_bank.h"

namespace weir::cosim {{

static constexpr const char* kNames[] = {{
{names}}};

MutantBank {block}_mutants() {{ return make_bank<{type}, V{block}_mutants>("{block}", kNames); }}

}}  // namespace weir::cosim
"""


def fail(message):
    sys.exit(f"make_mutants.py: {message}")


def rules_of(block, path):
    with open(path, "rb") as file:
        tables = tomllib.load(file)
    own = [rule for table in tables["block"] if table["name"] == block for rule in table["rule"]]
    shared = [rule for table in tables.get("shared", []) if block in table["blocks"] for rule in table["rule"]]
    if not own and not shared:
        fail(f"{path} has no rules for {block}")
    names = [rule["name"] for rule in own + shared]
    for name in names:
        if names.count(name) > 1:
            fail(f"{path} has two rules {name} for {block}")
    return own + shared


def mutated(sources, rule):
    """The sources with one rule applied."""
    if rule["file"] not in sources:
        fail(f"rule {rule['name']}: {rule['file']} is not a source of this block")
    text = sources[rule["file"]]
    found = text.count(rule["find"])
    if found != 1:
        fail(f"rule {rule['name']}: its text stands {found} times in {rule['file']}, wanted once: {rule['find']!r}")
    return {**sources, rule["file"]: text.replace(rule["find"], rule["replace"])}


def renamed(sources, suffix):
    """All modules of the sources, and their instances, with a suffix."""
    text = "\n".join(sources.values())
    for module in re.findall(r"^module\s+(\w+)", text, re.MULTILINE):
        text = re.sub(rf"\b{module}\b(?=\s*#?\s*\()", module + suffix, text)
    return text


def bank(block, header, parameters, inputs, outputs, count):
    """The module that holds all copies."""
    lines = [header.replace(f"module {block}", f"module {block}_mutants", 1).rstrip().removesuffix(");").rstrip()]
    lines[0] = re.sub(r"(//[^\n]*)?$", "", lines[0]).rstrip() + ",\n  input  logic [7:0] mutant_i\n);"
    for n in range(count):
        for width, name in outputs:
            lines.append(f"  logic {width} {name}_m{n};")
        pins = [f".{name}({name})" for name in inputs] + [f".{name}({name}_m{n})" for _, name in outputs]
        values = ", ".join(f".{name}({name})" for name in parameters)
        lines.append(f"  {block}_m{n} #({values}) i_m{n} ({', '.join(pins)});")
    lines.append("  always_comb begin\n    case (mutant_i)")
    for n in range(count):
        label = "default" if n == 0 else f"8'd{n}"
        shown = " ".join(f"{name} = {name}_m{n};" for _, name in outputs)
        lines.append(f"      {label}: begin {shown} end")
    lines.append("    endcase\n  end\nendmodule")
    return "\n".join(lines)


def main():
    if len(sys.argv) < 7:
        fail("usage: make_mutants.py BLOCK KIND RULES.toml OUT.sv OUT.cpp SOURCE.sv...")
    block, kind, rules_path, out_sv, out_cpp, *paths = sys.argv[1:]
    sources = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            sources[os.path.basename(path)] = file.read()
    rules = rules_of(block, rules_path)
    if len(rules) > 254:
        fail(f"{len(rules)} rules for {block}, at most 254")

    top = sources[block + ".sv"]
    header = top[top.index(f"module {block}"):top.index("\n);") + 3]
    parameters = re.findall(r"^\s*parameter\s+(\w+)", header, re.MULTILINE)
    inputs = re.findall(r"^\s*input\s+logic\s*(?:\[[^\]]*\])?\s*(\w+)", header, re.MULTILINE)
    outputs = re.findall(r"^\s*output\s+logic\s*(\[[^\]]*\])?\s*(\w+)", header, re.MULTILINE)

    designs = [sources] + [mutated(sources, rule) for rule in rules]
    with open(out_sv, "w", encoding="utf-8") as file:
        file.write(f"// Made by make_mutants.py from {os.path.basename(rules_path)}; do not edit.\n")
        for n, design in enumerate(designs):
            file.write(renamed(design, f"_m{n}"))
        file.write("\n" + bank(block, header, parameters, inputs, outputs, len(designs)) + "\n")
    with open(out_cpp, "w", encoding="utf-8") as file:
        file.write(BANK.format(block=block, kind=kind, type=kind.title().replace("_", "") + "Kind",
                               names="".join(f'    "{rule["name"]}",\n' for rule in rules)))


if __name__ == "__main__":
    main()

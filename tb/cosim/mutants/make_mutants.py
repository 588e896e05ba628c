#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The planted faults of an RTL block: one design each, or all of them in one bank.

A rule (rules/*.toml) names a source file of the block ({block}.sv its own), a text that stands in it exactly once, and what to put in the
place of its part between « and », which is an expression; `also` may name further places. With `k = [low, high]` it is a family: one fault for each k,
{k} in its texts; `k_of` for a block with other widths. `in_a_wait`: it shows while R_c counts. `equivalent` lists those that no input tells from the
block, and why (equivalent.py proves it). State that a fault needs, such as a counter of cycles, is a [[state]] of its file. Where a state
counts by {passed} in place of 1, the bank has an input passed_i: how many cycles in which nothing comes a clock stands for (make_bank.h).

The bank is one module, <block>_mutants, with the block's ports and two inputs more, fault_i and k_i. Every fault stands
in its place in it, and the two choose one (fault 0: none): a Verilated model costs seconds to compile, a fault next to
nothing, and none costs the others time.

A table with `other_resets`, reset values by the names of their parameters, is of a bank of its own, <block>_reset_mutants, which is
built with these.

usage: make_mutants.py [--resets] BLOCK KIND OUT.sv OUT.cpp SOURCE.sv...

OUT.cpp is the bank as tests see it (mutant_bank.h); KIND is the block's folder in tb/cosim/blocks; --resets: the bank with other
reset values.
"""

import dataclasses
import os
import pathlib
import re
import sys
import tomllib

RULES = pathlib.Path(__file__).resolve().parent / "rules"

BANK = """\
// Made by make_mutants.py; do not edit.

#include "V{bank}.h"
#include "tb/cosim/blocks/{kind}/verilated.h"
#include "tb/cosim/mutants/make_bank.h"

namespace weir::cosim {{

static constexpr Mutant kMutants[] = {{
{mutants}}};

MutantBank {bank}() {{ return make_bank<{type}, V{bank}>("{block}", kMutants, {{{resets}}}); }}

}}  // namespace weir::cosim
"""

PACKAGE = """\
package mutation;
  logic [9:0] fault;  // 0: none
  logic [5:0] k;
{passed}endpackage
"""

PASSED = "  logic [31:0] passed;  // cycles that a clock stands for\n"


@dataclasses.dataclass(frozen=True)
class Mutant:
    rule: dict
    k: int | None  # of a family

    @property
    def name(self):
        return self.rule["name"] if self.k is None else f"{self.rule['name']}.{self.k}"


def fail(message):
    sys.exit(f"make_mutants.py: {message}")


def _tables(block, other_resets=False):
    for path in sorted(RULES.glob("*.toml")):
        with open(path, "rb") as file:
            for table in tomllib.load(file).get("faults", []):
                if block in table["blocks"] and ("other_resets" in table) == other_resets:
                    yield table


def rules_of(block, other_resets=False):
    """The rules of a block, in the order of the files; those for other reset values than the default, or all others."""
    rules = [{**rule, "file": rule["file"].replace("{block}", block),
              **({"k": rule["k_of"][block]} if block in rule.get("k_of", {}) else {}),
              "equivalent": [entry for entry in rule.get("equivalent", []) if block in entry.get("blocks", [block])]}
             for table in _tables(block, other_resets) for rule in table["rule"]]
    if not rules and not other_resets:
        fail(f"{RULES} has no rules for {block}")
    names = [rule["name"] for rule in rules]
    for name in names:
        if names.count(name) > 1:
            fail(f"{RULES} has two rules {name} for {block}")
    return rules


def other_resets_of(block):
    """{parameter: numbers}: the reset values of the bank that has others than the defaults."""
    return {name: value if isinstance(value, list) else [value]
            for table in _tables(block, True) for name, value in table["other_resets"].items()}


def states_of(block):
    """{name: state} of the states that rules of a block may need."""
    return {state["name"]: state for table in _tables(block) for state in table.get("state", [])}


def mutants_of(rules):
    """One for each rule, and for each k of a family."""
    mutants = []
    for rule in rules:
        low, high = rule.get("k", (None, None))
        mutants += [Mutant(rule, None)] if low is None else [Mutant(rule, k) for k in range(low, high + 1)]
    return mutants


def _filled(rule, text, k):
    """The text with {k} and what the rule abbreviates in `where`."""
    for name, value in rule.get("where", {}).items():
        text = text.replace("{" + name + "}", value)
    return text.replace("{k}", str(k))


def _edits(sources, rule, k):
    """[(start, end, replacement)]: the expressions that a rule replaces."""
    if rule["file"] not in sources:
        fail(f"rule {rule['name']}: {rule['file']} is not a source of this block")
    return [(*_span(sources, rule, place["find"]), _filled(rule, place["replace"], k))
            for place in [rule, *rule.get("also", [])]]


def _span(sources, rule, find):
    before, rest = find.split("«")
    expression, after = rest.split("»")
    whole, text = before + expression + after, sources[rule["file"]]
    if text.count(whole) != 1:
        fail(f"rule {rule['name']}: its text stands {text.count(whole)} times in {rule['file']}, wanted once: {whole!r}")
    start = text.index(whole) + len(before)
    return start, start + len(expression)


def _counting(state, by):
    return {**state, "process": state["process"].replace("{passed}", by)}


def _with_states(text, states):
    """The states' registers behind the ports, their processes at the end of the file's last module."""
    if not states:
        return text
    ports, end = text.index("\n);\n") + 4, text.rindex("endmodule")
    declared = "".join(f"  {state['declare']}\n" for state in states)
    processes = "".join(f"  {state['process']}\n" for state in states)
    return text[:ports] + declared + text[ports:end] + processes + text[end:]


def mutated(sources, mutant, states):
    """The sources with one fault."""
    rule = mutant.rule
    text = sources[rule["file"]]
    for start, end, replacement in sorted(_edits(sources, rule, mutant.k), reverse=True):
        text = text[:start] + "(" + replacement + ")" + text[end:]
    return {**sources, rule["file"]: _with_states(text, [_counting(states[name], "1'b1") for name in rule.get("needs", [])])}


def _expanded(text, start, end, points):
    """text[start:end] with all faults of `points`, [(start, end, number, replacement)], whose spans are nested."""
    inner = [point for point in points if (point[0], point[1]) != (start, end)]
    here = [point for point in points if (point[0], point[1]) == (start, end)]
    out, at = "", start
    while inner:
        first = min(point[0] for point in inner)
        last = max(point[1] for point in inner if point[0] == first)
        group = [point for point in inner if first <= point[0] and point[1] <= last]
        if any(point[0] < last < point[1] for point in inner):
            fail(f"two rules replace texts that overlap: {text[first:last]!r}")
        out += text[at:first] + _expanded(text, first, last, group)
        at, inner = last, [point for point in inner if point[0] >= last]
    out += text[at:end]
    for _, _, number, replacement in reversed(here):
        out = f"(mutation::fault == 10'd{number} ? ({replacement}) : {out})"
    return f"({out})" if here else out


def bank_of(sources, rules, states):
    """The sources with every fault in its place, chosen by mutation::fault and mutation::k."""
    points, needed = {name: [] for name in sources}, {name: [] for name in sources}
    for number, rule in enumerate(rules, start=1):
        points[rule["file"]] += [(start, end, number, replacement)
                                 for start, end, replacement in _edits(sources, rule, "mutation::k")]
        needed[rule["file"]] += [name for name in rule.get("needs", []) if name not in needed[rule["file"]]]
    return {name: _with_states(_expanded(text, 0, len(text), points[name]),
                               [_counting(states[state], "mutation::passed") for state in needed[name]])
            for name, text in sources.items()}


def _reset_value(numbers):
    """One number for all registers of a parameter, the first in the lowest bits."""
    if len(numbers) == 1:
        return str(numbers[0])
    return "{" + ", ".join(f"(Q_W + 1)'({number})" for number in reversed(numbers)) + "}"


def _wrapper(block, bank, header, resets, passes):
    names = re.findall(r"^\s*parameter\s+(?:\w+\s+)*?(\w+)\s*=", header, re.MULTILINE)
    parameters = ", ".join([f".{name}({name})" for name in names] +
                           [f".{name}({_reset_value(numbers)})" for name, numbers in resets.items()])
    header = header.replace(f"module {block}", f"module {bank}", 1).rstrip().removesuffix(");").rstrip()
    # Behind the last port there may be a comment.
    lines = header.splitlines()
    lines[-1] = re.sub(r"\s*(//.*)?$", ",", lines[-1], count=1)
    port, driven = (",\n  input  logic [31:0] passed_i", "  assign mutation::passed = passed_i;\n") if passes else ("", "")
    return "\n".join(lines) + (f"\n  input  logic [9:0] fault_i,\n  input  logic [5:0] k_i{port}\n);\n"
                               f"  assign mutation::fault = fault_i;\n  assign mutation::k     = k_i;\n{driven}"
                               f"  {block} #({parameters}) i_block (.*);\nendmodule\n")


def equivalence_of(mutant):
    """The entry of `equivalent` that speaks of this mutant."""
    for entry in mutant.rule["equivalent"]:
        low, high = entry.get("k", (mutant.k, mutant.k))
        if mutant.k is None or low <= mutant.k <= high:
            return entry
    return None


def _word(flag):
    return "true" if flag else "false"


def main():
    arguments = sys.argv[1:]
    with_resets = arguments[:1] == ["--resets"]
    if len(arguments) < 5 + with_resets:
        fail("usage: make_mutants.py [--resets] BLOCK KIND OUT.sv OUT.cpp SOURCE.sv...")
    block, kind, out_sv, out_cpp, *paths = arguments[with_resets:]
    bank = f"{block}_reset_mutants" if with_resets else f"{block}_mutants"
    resets = other_resets_of(block) if with_resets else {}
    sources = {os.path.basename(path): pathlib.Path(path).read_text(encoding="utf-8") for path in paths}
    rules = rules_of(block, with_resets)
    top = sources[block + ".sv"]
    header = top[top.index(f"module {block}"):top.index("\n);") + 3]
    with open(out_sv, "w", encoding="utf-8") as file:
        passes = any("{passed}" in state["process"] for state in states_of(block).values())
        file.write("// Made by make_mutants.py; do not edit.\n" + PACKAGE.replace("{passed}", PASSED if passes else ""))
        file.write("\n".join(bank_of(sources, rules, states_of(block)).values()))
        file.write(_wrapper(block, bank, header, resets, passes))
    numbers = {rule["name"]: number for number, rule in enumerate(rules, start=1)}
    lines = [f'    {{"{mutant.name}", "{mutant.rule["kind"]}", {numbers[mutant.rule["name"]]}, {mutant.k or 0}, '
             f'{_word(mutant.rule.get("in_a_wait", False))}, {_word(equivalence_of(mutant) is not None)}}},\n'
             for mutant in mutants_of(rules)]
    with open(out_cpp, "w", encoding="utf-8") as file:
        stated = ", ".join(f'{{"{name}", {{{", ".join(map(str, numbers))}}}}}' for name, numbers in resets.items())
        file.write(BANK.format(block=block, bank=bank, kind=kind, type=kind.title().replace("_", "") + "Kind",
                               mutants="".join(lines), resets=stated))


if __name__ == "__main__":
    main()

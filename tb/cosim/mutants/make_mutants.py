#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The planted faults of an RTL block: one design each, or all of them in one bank.

The sites of a source stand beside it, in rtl/*/<source>.sites.toml (`file`: another source; {block}.sv: that of each block). A site is a
text that stands in the source exactly once; its part between « and » is an expression. The rules of a site, <kind>.<name>, say what stands in
the expression's place:

    off-by-one.over_one_tick_late = "age > span"             # this text
    cut.over_by_upper_bits = { upper = [1, 17] }             # a form of FORMS, one fault for each k
    range.over_unless_a_bit = { k = [0, 17], to = "{this} && !(age & {bit})" }  # this text, one fault for each k

In a text {k} is k, {this} the expression, {bit} the bit k and {low} the bits below k, as wide as the site's `wide`; {a} {op} {b} the
expression's last comparison, or else its last sum or difference. `also` may name further places; `k_of`: k for a block with other
widths. `in_a_wait`: it shows while R_c counts. `equivalent` lists those that no input tells from the block, and why (equivalent.py proves it).

What every comparison should have is one line, `compares.<name> = width`: the forms of COMPARED, one fault for each k. The width is that of
numbers that can be on both sides; { width = 20, equal_at = [0, 1], one_above = false } gives forms other ks, or leaves them out where no
input can show them. `zero.<name> = width` is the same for a comparison with 0 (ZERO).

Faults may read registers that count cycles since an event, [sites.counts], in which an empty text is a reset: since_<...>_q up to 63, any
other name without an end; any other register is a [[sites.state]]. With `rests` the bank has an input passed_i: how many cycles in which
nothing comes a clock stands for (make_bank.h). `since_<...>_q = [low, high]` is a form, too: the site's event, ignored k cycles later.

The bank is one module, <block>_mutants, with the block's ports and two inputs more, fault_i and k_i. Every fault stands
in its place in it, and the two choose one (fault 0: none): a Verilated model costs seconds to compile, a fault next to
nothing, and none costs the others time.

Sites of `reset_blocks` are of a bank of its own, <block>_reset_mutants, which is built with `other_resets`, reset values by the names of
their parameters: a register's reset value that is a parameter shows only where it is not the default.

usage: make_mutants.py [--resets] BLOCK KIND OUT.sv OUT.cpp SOURCE.sv...

OUT.cpp is the bank as tests see it (mutant_bank.h); KIND is the block's folder in tb/cosim/blocks; --resets: the bank with other
reset values.
"""

import dataclasses
import itertools
import os
import pathlib
import re
import sys
import tomllib

RTL = pathlib.Path(__file__).resolve().parents[3] / "rtl"

FORMS = {
    "upper": "({a} >> {k}) {op} ({b} >> {k})",  # compares the bits from k up
    "lower": "({a} & {low}) {op} ({b} & {low})",  # compares the bits below k
    "carry": "((({a} >> {k}) {op} ({b} >> {k})) << {k}) | (({this}) & {low})",  # no carry or borrow into bit k
    "carry_in": "(({this}) & {low}) | (({a} & ~{low}) {op} ({b} & ~{low}))",  # the same, where the bits below k may be shifted in
    "carry_out": "(({this}) & {low}) | ({a} & ~{low})",  # the same, of a sum whose {b} has no bits from k up
    "stuck": "{this} & ~{bit}",
    "stuck_high": "{this} | {bit}",
    "late": "{this} && quiet_q < (32'd1 << {k})",  # an event ignored after 2^k cycles without one
    "lost": "quiet_q == (32'd1 << {k}) ? '0 : {this}",  # a register lost after 2^k cycles without an event
}
# {form: (kind, least k, largest k or None for that of the width, text)}. A comparison compares the bits from k up, or those below k; or it is
# wrong where both sides are equal, and 0, 1, a one at the top, or all ones; or where both differ by one, or in one bit, and k is the highest
# bit that differs.
COMPARED = {
    "by_upper_bits": ("cut", 1, None, FORMS["upper"]),
    "by_lower_bits": ("range", 1, None, FORMS["lower"]),
    "equal_at": ("range", 0, 3, "({this}) != (({a}) == ({b}) && ({a}) == ({k} == 0 ? {width}'h0 : {k} == 1 ? {width}'h1 : {k} == 2 ? {top} : {ones}))"),
    "one_above": ("range", 0, None, "({this}) != (({a}) > ({b}) && ({a}) - ({b}) == 1 && ((({a}) ^ ({b})) >> {k}) == 1)"),
    "one_below": ("range", 0, None, "({this}) != (({a}) < ({b}) && ({b}) - ({a}) == 1 && ((({a}) ^ ({b})) >> {k}) == 1)"),
    "bit_more": ("range", 0, None, "({this}) != (({a}) > ({b}) && (({a}) ^ ({b})) == {bit})"),
    "bit_less": ("range", 0, None, "({this}) != (({a}) < ({b}) && (({a}) ^ ({b})) == {bit})"),
}
ZERO = {
    "bit_alone": ("range", 0, None, "({this}) != (({a}) == {bit})"),
    "all_ones": ("range", 0, 0, "({this}) != (({a}) == {ones})"),
}
SORTS = {"compares": COMPARED, "zero": ZERO}
COUNT_1 = "1'b1"
COMPARISONS, SUMS = (" <= ", " >= ", " == ", " != ", " < ", " > "), (" + ", " - ")

BANK = """\
// Made by make_mutants.py; do not edit.

#include "V{bank}.h"
#include "tb/cosim/blocks/{kind}/verilated.h"
#include "tb/cosim/mutants/make_bank.h"

namespace weir::cosim {{

MutantBank {bank}() {{
  static constexpr Mutant kMutants[] = {{
{mutants}}};
  return make_bank<{type}, V{bank}>("{block}", kMutants, {{{resets}}});
}}

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


def tables():
    """The tables [[sites]] of all sources, each with its `file`."""
    for path in sorted(RTL.glob("*/*.sites.toml")):
        with open(path, "rb") as file:
            for table in tomllib.load(file)["sites"]:
                yield {"file": path.name.removesuffix(".sites.toml") + ".sv", **table}


def _tables(block, other_resets=False):
    return (table for table in tables() if block in table.get("reset_blocks" if other_resets else "blocks", []))


def _at_top(text, operators):
    """[(place, operator)] of those that stand in no parentheses."""
    depths = list(itertools.accumulate((c in "([{") - (c in ")]}") for c in text))
    return [(place, operator) for place in range(len(text)) for operator in operators
            if depths[place] == 0 and text.startswith(operator, place)]


def _filled(text, this, site):
    """The text with all but {k}."""
    found = (_at_top(this, COMPARISONS) or _at_top(this, SUMS))[-1:]
    for place, operator in found:
        operands = [f"({each})" if _at_top(each, " ") else each for each in (this[:place], this[place + len(operator):])]
        text = text.replace("{a}", operands[0]).replace("{op}", operator.strip()).replace("{b}", operands[1])
    bit = f"({site.get('wide')}'(1) << {{k}})"
    return text.replace("{this}", this).replace("{low}", f"({bit} - 1'b1)").replace("{bit}", bit)


def _rule(table, find, kind, name, value, block):
    """A rule as the functions below take it: its text has {k} alone."""
    rule = {"name": name, "kind": kind.replace("_", " "), "file": table["file"].replace("{block}", block), "find": find}
    if isinstance(value, str):
        return {**rule, "replace": value, "needs": _needs(table, value), "equivalent": []}
    form = next((word for word in value if word in FORMS or word.startswith("since_")), "k")
    text = _filled(value["to"] if form == "k" else FORMS.get(form, "{this} && " + form + " != {k}"), find.split("«")[1].split("»")[0], table["at"][find])
    ks = value.get("k_of", {}).get(block, value.get(form))
    return {**value, **rule, **({"k": ks} if ks else {}), "replace": text, "needs": _needs(table, text),
            "equivalent": [entry for entry in value.get("equivalent", []) if block in entry.get("blocks", [block])]}


def _faults_of(site):
    """(kind, name, value) of what a site has, in the order in which it stands there."""
    for kind, named in site.items():
        for name, value in named.items() if kind != "wide" else []:
            if kind not in SORTS:
                yield kind, name, value
                continue
            sort = value if isinstance(value, dict) else {"width": value}
            width = sort["width"]
            texts = {"{bit}": f"({width}'h1 << {{k}})", "{low}": f"(({width}'h1 << {{k}}) - {width}'h1)", "{width}": str(width),
                     "{top}": f"{width}'h{1 << width - 1:x}", "{ones}": f"{width}'h{(1 << width) - 1:x}"}
            for form, (kind_of_form, least, largest, text) in SORTS[kind].items():
                for place, filled in texts.items():
                    text = text.replace(place, filled)
                if ks := sort.get(form, [least, width - 1 if largest is None else largest]):
                    yield kind_of_form, f"{name}_{form}", {"k": ks, "to": text}


def _needs(table, text):
    """The states that the text reads."""
    states = [_counter(name, event, table.get("rests")) for name, event in table.get("counts", {}).items()]
    return [state for state in states + table.get("state", []) if re.search(rf"\b{state['name']}\b", text)]


def _counter(name, event, rests):
    """The state that counts cycles since an event or, where it is empty, since a reset."""
    if name.startswith("since_"):
        width, reset, first, next_one = 6, "'1" if event else "'0", "6'd1", f"&{name} ? '1 : {name} + 1'b1"
    else:
        width, reset, first, next_one = 40, "'0", "'0", f"{name} + {'{passed}' if rests else COUNT_1}"
    return {"name": name, "declare": f"logic [{width - 1}:0] {name};",
            "process": "always_ff @(posedge clk_i or negedge rst_ni) begin\n"
                       f"    if (!rst_ni) {name} <= {reset};\n"
                       f"    else {name} <= {f'({event}) ? {first} : ' if event else ''}{next_one};\n  end"}


def rules_of(block, other_resets=False):
    """The rules of a block, in the order of the files; those for other reset values than the default, or all others."""
    rules = [_rule(table, find, kind, name, value, block)
             for table in _tables(block, other_resets) for find, site in table["at"].items()
             for kind, name, value in _faults_of(site)]
    if not rules and not other_resets:
        fail(f"{RTL}/*/*.sites.toml: no sites of {block}")
    names = [rule["name"] for rule in rules]
    for name in names:
        if names.count(name) > 1:
            fail(f"{RTL}/*/*.sites.toml: two rules {name} of {block}")
    return rules


def other_resets_of(block):
    """{parameter: numbers}: the reset values of the bank that has others than the defaults."""
    return {name: value if isinstance(value, list) else [value]
            for table in _tables(block, True) for name, value in table["other_resets"].items()}


def mutants_of(rules):
    """One for each rule, and for each k of a family."""
    mutants = []
    for rule in rules:
        low, high = rule.get("k", (None, None))
        mutants += [Mutant(rule, None)] if low is None else [Mutant(rule, k) for k in range(low, high + 1)]
    return mutants


def _edits(sources, rule, k):
    """[(start, end, replacement)]: the expressions that a rule replaces."""
    if rule["file"] not in sources:
        fail(f"rule {rule['name']}: {rule['file']} is not a source of this block")
    return [(*_span(sources, rule, place["find"]), place["replace"].replace("{k}", str(k)))
            for place in [rule, *rule.get("also", [])]]


def _span(sources, rule, find):
    before, rest = find.split("«")
    expression, after = rest.split("»")
    whole, text = before + expression + after, sources[rule["file"]]
    if text.count(whole) != 1:
        fail(f"rule {rule['name']}: its text stands {text.count(whole)} times in {rule['file']}, wanted once: {whole!r}")
    start = text.index(whole) + len(before)
    return start, start + len(expression)


def _with_states(text, states, passed):
    """The states' registers behind the ports, their processes at the end of the file's last module."""
    if not states:
        return text
    ports, end = text.index("\n);\n") + 4, text.rindex("endmodule")
    declared = "".join(f"  {state['declare']}\n" for state in states)
    processes = "".join(f"  {state['process']}\n" for state in states).replace("{passed}", passed)
    return text[:ports] + declared + text[ports:end] + processes + text[end:]


def mutated(sources, mutant):
    """The sources with one fault."""
    rule = mutant.rule
    text = sources[rule["file"]]
    for start, end, replacement in sorted(_edits(sources, rule, mutant.k), reverse=True):
        text = text[:start] + "(" + replacement + ")" + text[end:]
    return {**sources, rule["file"]: _with_states(text, rule["needs"], COUNT_1)}


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


def bank_of(sources, rules):
    """The sources with every fault in its place, chosen by mutation::fault and mutation::k."""
    points, needed = {name: [] for name in sources}, {name: [] for name in sources}
    for number, rule in enumerate(rules, start=1):
        points[rule["file"]] += [(start, end, number, replacement)
                                 for start, end, replacement in _edits(sources, rule, "mutation::k")]
        needed[rule["file"]] += [state for state in rule["needs"] if state not in needed[rule["file"]]]
    return {name: _with_states(_expanded(text, 0, len(text), points[name]), needed[name], "mutation::passed")
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


def _write(path, text):
    """A bank that stays is not Verilated anew."""
    path = pathlib.Path(path)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


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
    passes = any("{passed}" in state["process"] for rule in rules for state in rule["needs"])
    _write(out_sv, "// Made by make_mutants.py; do not edit.\n" + PACKAGE.replace("{passed}", PASSED if passes else "") +
           "\n".join(bank_of(sources, rules).values()) + _wrapper(block, bank, header, resets, passes))
    numbers = {rule["name"]: number for number, rule in enumerate(rules, start=1)}
    lines = [f'    {{"{mutant.name}", "{mutant.rule["kind"]}", {numbers[mutant.rule["name"]]}, {mutant.k or 0}, '
             f'{_word(mutant.rule.get("in_a_wait", False))}, {_word(equivalence_of(mutant) is not None)}}},\n'
             for mutant in mutants_of(rules)]
    stated = ", ".join(f'{{"{name}", {{{", ".join(map(str, numbers))}}}}}' for name, numbers in resets.items())
    _write(out_cpp, BANK.format(block=block, bank=bank, kind=kind, type=kind.title().replace("_", "") + "Kind",
                                mutants="".join(lines), resets=stated))


if __name__ == "__main__":
    main()

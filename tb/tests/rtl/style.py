#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""style.py: what every file of rtl/ keeps to, so that a reader and three tools take it alike. With --self-test it shows that
each rule can be broken."""

import pathlib
import re
import sys

RTL = pathlib.Path(__file__).resolve().parents[3] / "rtl"
NONE, WIRE = "`default_nettype none", "`default_nettype wire"


def problems_of(text, for_proofs=False, is_block=False):
    """[(line, what is wrong)]. `for_proofs`: only they read it, so that nothing in it is behind guards. `is_block`: has a contract."""
    found = []
    code = [(n, re.sub(r"//.*", "", line).strip()) for n, line in enumerate(text.splitlines(), 1)]
    code = [(n, line) for n, line in code if line]
    if code[0][1] != NONE or code[-1][1] != WIRE:
        found.append((1, f"wanted {NONE} first and {WIRE} last"))
    for n, line in code:
        if re.search(r"\bparameter\b(?!\s+(int|logic)\b)", line):
            found.append((n, "wanted parameter int, or logic for the value of a register"))
        if re.search(r"\blocalparam\b(?!\s+(int|logic)\b)", line):
            found.append((n, "wanted localparam int or logic"))
        if re.search(r"\b(assert|cover)\s*\(", line) and not re.search(r"\b[a-z]\w*\s*:\s*(assert|cover)\s*\(|begin : \w+ assert \(", line):
            found.append((n, "wanted a name: assert (...), cover (...)"))
        if re.search(r"\b(local)?param(eter)?\b.*=\s*'1", line):
            found.append((n, "wanted {W{1'b1}}: Yosys takes '1 of a parameter for 1"))
        if re.search(r"\$(fatal|error|warning|info)\b", re.sub(r"\belse \$warning\(\"[^\"]*\"\); end$", "", line)):
            found.append((n, "not every tool takes severity tasks, but for the warning of a contract"))
    guards = []
    for n, line in code if not for_proofs else []:
        if line.startswith("`if"):
            guards.append(line)
        elif line == "`endif":
            guards = guards[:-1]
        elif re.search(r"\b(assert|cover|assume)\s*\(", line) and guards not in (
                ["`ifndef SYNTHESIS", "`ifndef FORMAL"], ["`ifndef SYNTHESIS", "`ifndef __ICARUS__"]):
            found.append((n, "wanted behind `ifndef SYNTHESIS, and `ifndef FORMAL (a contract) or __ICARUS__ (what is proved)"))
        elif "$warning" in line and guards != ["`ifndef SYNTHESIS", "`ifndef FORMAL"]:
            found.append((n, "wanted in a contract: Yosys takes no severity task"))
        elif re.search(r"\bassert\s*\(", line) and ("begin : " in line) != (guards[-1:] == ["`ifndef FORMAL"]):
            found.append((n, "wanted begin : name assert (...); end in a contract: Icarus takes no name before an assertion"))
    if not for_proofs and is_block and "`ifndef FORMAL" not in text:
        found.append((1, "wanted a contract: what a block asks of its inputs"))
    return found


def self_test():
    body = ("module a #(\n  parameter int W = 3\n) ();\n  localparam int V = 1;\n`ifndef SYNTHESIS\n`ifndef __ICARUS__\n"
            "  below: assert (W > 1);\n`endif\n`endif\nendmodule\n")
    good = f"// a\n{NONE}\n{body}{WIRE}\n"
    contract = good.replace("__ICARUS__", "FORMAL").replace("below: assert (W > 1);", "begin : below assert (W > 1); end")
    assert problems_of(good) == [] == problems_of(contract, is_block=True), problems_of(good) + problems_of(contract)
    assert len(problems_of(good, is_block=True)) == 1
    assert len(problems_of(contract.replace("begin : below assert (W > 1); end", "below: assert (W > 1);"))) == 1
    warned = contract.replace("(W > 1); end", '(W > 1) else $warning("low"); end')
    assert problems_of(warned) == []
    assert len(problems_of(warned.replace("$warning", "$error"))) == 1
    assert len(problems_of(warned.replace("`ifndef FORMAL", "`ifndef ICARUS"))) == 1
    assert len(problems_of(good.replace("localparam", 'else $warning("low"); end\n  localparam'))) == 1
    for old, new in ((NONE, ""), (WIRE, ""), ("parameter int", "parameter"), ("localparam int", "localparam"),
                     ("V = 1;", "V = '1;"), ("below: ", ""), ("`ifndef __ICARUS__\n", ""), ("below: assert (W > 1)", "$fatal")):
        assert len(problems_of(good.replace(old, new))) == 1, (old, problems_of(good.replace(old, new)))
    print("ok")


def main():
    files = sorted(RTL.rglob("*.sv"))
    found = [f"{path.relative_to(RTL.parent)}:{line}: {what}" for path in files
             for line, what in problems_of(path.read_text(encoding="utf-8"),
                                           path.stem.endswith(("_formal", "_properties")), path.stem == path.parent.name)]
    print("\n".join(found) or f"{len(files)} files")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(self_test() if sys.argv[1:] == ["--self-test"] else main())

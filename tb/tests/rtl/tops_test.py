#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""tops_test.py RTL: a top around another has the ports of that, and joins each port to the one of its name, but for those named here. Yosys says
what is joined. Two inputs that are joined crosswise are found."""

import json
import pathlib
import subprocess
import sys
import tempfile

MAC = {"open_i", "mac_ready_i", "mac_valid_o", "mac_kind_o", "mac_class_o"}
# Top, the one inside, and the ports that the top joins otherwise.
TOPS = [("equipped_port", "lossless_port", set()), ("gentle_port", "equipped_port", MAC | {"mac_head_o", "mac_times_0_3_o", "mac_times_4_7_o"}),
        ("linear_port", "equipped_port", MAC | {"credited_i", "mac_fctbs_o", "mac_fccl_o"}),
        ("gradient_port", "equipped_port", (MAC - {"open_i"}) | {"credited_i", "mac_fctbs_o", "mac_fccl_o"})]


def module_of(name, text):
    """The module as Yosys has it, with the modules inside as boxes."""
    with tempfile.TemporaryDirectory(prefix="weir_tops_") as folder:
        (pathlib.Path(folder) / "top.sv").write_text(text, encoding="utf-8")
        script = f"read_verilog -sv -formal top.sv; hierarchy -top {name}; proc; rename -top top; write_json top.json"
        subprocess.run(["yosys", "-q", "-p", script], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        return json.loads((pathlib.Path(folder) / "top.json").read_text(encoding="utf-8"))["modules"]["top"]


def problems_of(top, inside, otherwise, text, part):
    outer = module_of(top, text)
    joined = outer["cells"]["i_port"]["connections"]
    differ = {port for port in part["ports"] if port not in outer["ports"] or joined.get(port) != outer["ports"][port]["bits"]}
    return [f"{top}: {port} of {inside} is {'not' if port in differ else ''} that of the top" for port in sorted(differ ^ otherwise)]


def main(rtl):
    text_of = {name: (pathlib.Path(rtl) / name / f"{name}.sv").read_text(encoding="utf-8") for top in TOPS for name in top[:2]}
    problems = []
    for top, inside, otherwise in TOPS:
        part = module_of(inside, text_of[inside])
        problems += problems_of(top, inside, otherwise, text_of[top], part)
        crossed = text_of[top].replace(".above_i, .below_i,", ".above_i(below_i), .below_i(above_i),")
        if len(problems_of(top, inside, otherwise, crossed, part)) != 2:
            problems.append(f"{top}: above_i and below_i crossed, and not found")
    print("\n".join(problems) or f"{len(TOPS)} tops join the ports of the one inside")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""A block's own sources as RTL of a user, under other names, with a planted fault and without: lock-step, vectors and proof.

usage: own_blocks_test.py BLOCK WEIR SOURCE.sv..."""

import pathlib
import re
import sys
import tempfile
import tomllib

from own_rtl_test import expect, run

RTL = pathlib.Path(__file__).resolve().parents[3] / "rtl"
LOCK_STEP = ("--cycles", "200000")
# The fault, by its name in BLOCK.outside.toml, and after how many cycles from a reset a solver shows it; 0: it gave no
# answer about faults of the block in 280 s, and is not asked.
FAULTS = {
    "rr_arbiter": ("owner_falls_and_nobody_is_granted", 5),
    "egress_scheduler": ("empty_and_blocked_keeps", 5),
    "ib_credits": ("packet_lost_beside_a_limit", 4),
    "islip": ("second_iteration_moves_both", 4),
    "port_registers": ("clear_wins_over_event", 4),
    "viq_admission": ("taken_once_for_both", 4),
    "partition_admission_memory": ("xoff_and_xon_in_one_cycle_give_no_xon", 5),
    "pfc_engine": ("message_lost_as_the_pause_ends", 5),
    "lossless_port": ("message_taken_beside_its_admission_stays", 6),
    "equipped_port": ("off_end_beside_its_departure_is_lost", 6),
    "gentle_port": ("told_begins_at_all_ones", 3),
    "linear_port": ("message_heard_as_the_link_comes_up_waits", 0),
    "gradient_port": ("packets_are_taken_before_the_port_runs", 2),
}


def renamed(texts):
    """The modules of all texts, each under a name of its own."""
    text = "\n".join(texts)
    for name in re.findall(r"^module (\w+)", text, re.MULTILINE):
        text = re.sub(rf"\b{name}\b(?=\s*#?\s*\(|\s+\w+\s*\()", f"own_{name}", text)
    return text


def sources(block, paths):
    """The sources as they are, and with the fault."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in paths}
    (path,) = (RTL / block).glob(f"{block}.outside*.toml")
    lists = tomllib.loads(path.read_text(encoding="utf-8"))
    name, _ = FAULTS[block]
    fault = next(faults[name] for faults in lists.values() if name in faults)
    file, (find, replace) = fault.get("file", f"{block}.sv"), fault["edit"]
    assert texts[file].count(find) == 1, find
    return renamed(texts.values()), renamed((texts | {file: texts[file].replace(find, replace)}).values())


def main(block, weir, *paths):
    weir, cycles = pathlib.Path(weir).resolve(), FAULTS[block][1]
    module = f"own_{block}"
    with tempfile.TemporaryDirectory(prefix="weir_own_") as folder:
        work = pathlib.Path(folder)
        for name, text in zip(("good.sv", "bad.sv"), sources(block, [pathlib.Path(path) for path in paths])):
            (work / name).write_text(text, encoding="utf-8")

        def asked(command, file, *options):
            return run(work, weir, command, block, "--rtl", file, "--top", module, *options, "--out", f"{command}_{file[:-3]}")

        expect("vectors", run(work, weir, "vectors", block, "--cycles", "500", "--out", "vectors"), 0, "segments")
        expect("its vectors", run(work, "sh", "vectors/check.sh", "--verilator", module, "good.sv"), 0, " 0 failed")
        expect("vectors with the fault", run(work, "sh", "vectors/check.sh", "--verilator", "+stop", module, "bad.sv"), 1, "FAILED")
        expect("lock-step", asked("cosim", "good.sv", *LOCK_STEP), 0, "no difference")
        expect("lock-step with the fault", asked("cosim", "bad.sv", *LOCK_STEP), 1, "differs in ")
        expect("proof", asked("prove", "good.sv"), 0, "equal in every output, whatever the inputs, and so is what each register takes next")
        if cycles > 0:
            expect("proof with the fault", asked("prove", "bad.sv", "--cycles", str(cycles), "--induction", "0"), 1, "differ in ", "waves in")


if __name__ == "__main__":
    main(*sys.argv[1:])

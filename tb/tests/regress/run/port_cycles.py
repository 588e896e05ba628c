# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Cycles a CPU second of every block in a running switch, and by `weir cosim`: a table of docs/performance.md.

port_cycles.py WEIR                    fails where the table has not a row for each block with a key of [fidelity]
port_cycles.py WEIR --write [BLOCK...] measures these blocks, or all, and puts their rows there; a quarter of an hour
port_cycles.py WEIR --print [BLOCK...] measures these blocks, or all, and prints the table
port_cycles.py --self-test             shows that a block without a row is found

A run in lock-step takes more CPU time than the same run without; divided into the cycles that the run says it has compared this is the
figure of the running switch. CPU times are user times, the least of RUNS; RTL made at need is made before. No test compares speeds.
"""

import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(TOP / "tb/tests/regress"))
import results_page  # noqa: E402

PAGE = TOP / "docs/performance.md"
TABLE = "port_cycles"
HEAD = ["block", "scenario", "cycles", "CPU s", "M cycles a CPU s, running switch", "`weir cosim`", "ratio"]
RUNS = 3
COSIM_SECONDS = 1.5
LEAST_SECONDS = 0.2  # what lock-step adds to a run has to stand out from what the machine does besides
DWRR = "switch.egress.discipline=dwrr"
STAGES = "flow_control.gfc_buffer_based."
CREDITS = "flow_control.gfc_time_based."
RING, TIME_BASED, GRADIENT = "ring/gfc_buffer_based", "ring/gfc_time_based", "ring/gfc_gradient"
# block: (key of [fidelity], scenario, its end, settings besides)
CASES = {
    "rate_limiter_stage": ("rate_limiter", RING, "20ms", []),
    "rate_limiter_fixed_point": ("rate_limiter", TIME_BASED, "20ms", []),
    "stage_comparator_threshold": ("stage_comparator", RING, "400ms", []),
    "stage_comparator_leading_zero": ("stage_comparator", RING, "400ms", [STAGES + "comparator=leading_zero", STAGES + "b1=737856B"]),
    "tcd_detector": ("tcd_detector", "tcd/tcd_single", "200ms", []),
    "llr_tx": ("llr_tx", "bench/ft4_perm_llr", "1ms", []),
    "llr_rx": ("llr_rx", "bench/ft4_perm_llr", "1ms", []),
    "ue_cbfc_receiver": ("ue_cbfc_receiver", "small/ue_cbfc", "5ms", []),
    "ue_cbfc_sender": ("ue_cbfc_sender", "small/ue_cbfc", "5ms", []),
    "ib_credits": ("ib_credits", "ring/cbfc", "200ms", []),
    "pfc_engine": ("pfc_engine", "ring/pfc", "100ms", []),
    "egress_scheduler": ("egress_scheduler", "small/dwrr_shaped", "1s", []),
    "gradient_gate": ("gradient_gate", GRADIENT, "200ms", []),
    "lossless_port": ("lossless_port", "ring/pfc", "20ms", []),
    "equipped_port": ("equipped_port", "tcd/tcd_multi", "500us", [DWRR]),
    "gentle_port": ("gentle_port", RING, "500us", [DWRR, STAGES + "bm=60000B", STAGES + "b1=27232B"]),
    "gradient_port": ("gradient_port", GRADIENT, "20ms", [DWRR]),
    "linear_port": ("linear_port", TIME_BASED, "2ms", [DWRR, CREDITS + "block=64B", CREDITS + "counter_bits=16", CREDITS + "b0=500KB"]),
    "viq_admission": ("viq_admission", "small/dynamic_threshold", "20ms", []),
    "partition_admission": ("partition_admission", "ttl/ttl_ring", "200ms", []),
    "partition_admission_memory": ("partition_admission", "ttl/ttl_ring", "200ms", ["switch.mmu.partition_accounts=memory"]),
    "itsy_causality": ("itsy_causality", "bench/ft4_perm", "500us", ["deadlock.unit=itsy", "flow_control.pfc.refresh_fraction=0.33"]),
    "fera_meter": ("fera_meter", "fera/fera_symmetric", "100ms", []),
    "fera_meter_dividing": ("fera_meter_dividing", "fera/fera_symmetric", "20ms", ["congestion.fera.datapath=dividing"]),
    "class_mapper": ("class_mapper", "ttl/ttl_ring", "400ms", []),
    "linear_rate": ("linear_rate", TIME_BASED, "40ms", [CREDITS + "period=1us"]),
    "rr_arbiter": ("rr_arbiter", "ring/pfc", "40ms", []),
    "islip": ("islip", "ring/pfc", "20ms", ["switch.crossbar.arbiter=islip"]),
}


def user_seconds(command, statuses=(0, 1)):
    """(user time of the command with its children, what it printed)"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)
    if done.returncode not in statuses:
        raise SystemExit(f"{' '.join(map(str, command))}: status {done.returncode}: {done.stderr.strip()}")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, done.stdout


def cycles_of(said, block):
    """The cycles that a run in lock-step says were compared of a block, of all its widths."""
    told = re.findall(rf"^lock-step {block}: [\d,]+ instances?, no difference in ([\d,]+) cycles?\b", said, re.MULTILINE)
    return sum(int(number.replace(",", "")) for number in told)


def in_a_run(weir, block, folder):
    """(cycles, CPU seconds that lock-step adds)"""
    key, scenario, until, sets = CASES[block]
    options = [word for one in sets for word in ("--set", one)]

    def run(fidelity, end, number):
        return user_seconds([weir, "run", f"scenarios/{scenario}.toml", "--until", end, *options, "--set", f"fidelity.{key}={fidelity}",
                             "--out", folder / f"{block}_{fidelity}_{end}_{number}"])

    run("lockstep", "1us", 0)
    plain, beside = [], []
    for number in range(RUNS):
        plain.append(run("reference", until, number)[0])
        seconds, said = run("lockstep", until, number)
        beside.append(seconds)
    return cycles_of(said, block), min(beside) - min(plain)


def alone(weir, block, folder):
    """M cycles a CPU second of `weir cosim`, with stimulus and coverage."""
    cycles, rates = 200_000, []
    while len(rates) < RUNS:
        out = folder / f"cosim_{block}_{cycles}_{len(rates)}"
        seconds, _ = user_seconds([weir, "cosim", block, "--stimulus", "random", "--cycles", str(cycles), "--out", out], (0,))
        if seconds < COSIM_SECONDS and not rates:
            cycles = int(cycles * max(2, 1.5 * COSIM_SECONDS / max(seconds, 0.01)))
            continue
        rates.append(json.loads((out / "cosim.json").read_text(encoding="utf-8"))["million_cycles_per_cpu_second"]["with_stimulus_and_coverage"])
    return max(rates)


def row(block, cycles, seconds, rate):
    _, scenario, until, sets = CASES[block]
    if seconds < LEAST_SECONDS:
        raise SystemExit(f"{block}: lock-step adds {seconds:.2f} s of CPU time, wanted {LEAST_SECONDS} or more: a quiet machine, or a longer run")
    here = cycles / seconds / 1e6
    return [f"`{block}`", ", ".join([f"`{scenario}`, {until}", *(f"`{one}`" for one in sets)]), f"{cycles:,}", f"{seconds:.2f}", f"{here:.2f}",
            f"{rate:.2f}", f"{here / rate:.2f}"]


def measured(weir, blocks):
    rows = []
    with tempfile.TemporaryDirectory(prefix="weir_port_cycles_") as name:
        for block in blocks:
            rows.append(row(block, *in_a_run(weir, block, pathlib.Path(name)), alone(weir, block, pathlib.Path(name))))
            print(*rows[-1], sep="  ", file=sys.stderr, flush=True)
    return results_page.table(HEAD, rows)


def with_rows(old, new):
    """The table `old` with the rows of `new` in place of those of the same blocks."""
    rows = {line.split("|")[1]: line for line in new.splitlines()[2:]}
    return "".join(f"{rows.get(line.split('|')[1], line)}\n" for line in old.splitlines())


def wrong_with(table, keys):
    """Where the table has not what these keys of [fidelity] are about."""
    named = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    wrong = [f"{block}: no row, or more than one" for block in CASES if named.count(block) != 1]
    wrong += [f"{block}: not measured by port_cycles.py" for block in named if block not in CASES]
    about = {case[0] for case in CASES.values()}
    wrong += [f"fidelity.{key}: port_cycles.py has no case" for key in sorted(keys - about)]
    return wrong + [f"fidelity.{key}: no such key" for key in sorted(about - keys)]


def keys_of(weir):
    schema = json.loads(subprocess.run([weir, "schema", "scenario"], capture_output=True, text=True, check=True).stdout)
    return set(schema["properties"]["fidelity"]["properties"]) - {"all", "at"}


def self_test():
    keys = {case[0] for case in CASES.values()}
    rows = [row(block, 3_000_000, 2.0, 2.0) for block in CASES]
    assert rows[0][2:] == ["3,000,000", "2.00", "1.50", "2.00", "0.75"], rows[0]
    assert wrong_with(results_page.table(HEAD, rows), keys) == []
    assert wrong_with(results_page.table(HEAD, rows[1:]), keys) == ["rate_limiter_stage: no row, or more than one"]
    assert wrong_with(results_page.table(HEAD, [*rows, ["`mmu`", *rows[0][1:]]]), keys) == ["mmu: not measured by port_cycles.py"]
    assert wrong_with(results_page.table(HEAD, rows), keys | {"mmu"}) == ["fidelity.mmu: port_cycles.py has no case"]
    assert wrong_with(results_page.table(HEAD, rows), keys - {"islip"}) == ["fidelity.islip: no such key"]
    slow = results_page.table(HEAD, [row("islip", 1_000_000, 2.0, 2.0)])
    assert with_rows(results_page.table(HEAD, rows), slow).count("0.75") == len(rows) - 1
    assert wrong_with(with_rows(results_page.table(HEAD, rows), slow), keys) == []
    try:
        row("islip", 1, LEAST_SECONDS / 2, 2.0)
        raise AssertionError("too little time is taken")
    except SystemExit:
        pass
    said = ("lock-step islip: 2 instances, no difference in 1,070 cycles (9,000 passed over); met, all in a.csv:\n"
            "lock-step islip_2: 2 instances, no difference in 4 cycles; met, all in a.csv:\n"
            "lock-step islip: 1 instance, no difference in 1 cycle; met, all in a-2.csv:\n")
    assert cycles_of(said, "islip") == 1071, cycles_of(said, "islip")
    print("10 passed, 0 failed")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) < 2 or sys.argv[2:3] not in ([], ["--write"], ["--print"]):
        sys.exit(__doc__)
    weir, mode = str(pathlib.Path(sys.argv[1]).resolve()), "".join(sys.argv[2:3])
    if mode == "--print":
        return print(measured(weir, sys.argv[3:] or CASES), end="")
    text = PAGE.read_text(encoding="utf-8")
    begin, end = results_page.marks(TABLE)
    if mode == "--write":
        blocks = sys.argv[3:]
        new = measured(weir, blocks or CASES)
        text = results_page.put(text, TABLE, with_rows(text.split(begin)[1].split(end)[0], new) if blocks else new)
        PAGE.write_text(text, encoding="utf-8")
    wrong = wrong_with(text.split(begin)[1].split(end)[0], keys_of(weir))
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()

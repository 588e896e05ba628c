# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""bad_input_test.py WEIR: whatever is wrong with what the program is given, it says so in one line on standard error,
prints nothing else, and ends with exit status 2."""

import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[3]
MALFORMED = pathlib.Path("tb/tests/regress/malformed")
RING = "scenarios/ring/pfc.toml"
# Arguments, and the line that they get.
COMMANDS = [
    (["check", "no_such.toml"], "weir: no_such.toml: cannot be read: No such file or directory"),
    (["run", "no_such.toml"], "weir: no_such.toml: cannot be read: No such file or directory"),
    (["check", "scenarios"], "weir: scenarios: is a directory; wanted a scenario file"),
    (["check", RING, "--set", "novalue"],
     'weir: --set: wanted KEY=VALUE such as flow_control.scheme=pfc; got "novalue"'),
    (["run", RING, "--set", "switch.mmu.bufer=1MB"],
     "weir: --set: key 'switch.mmu.bufer': unknown key; the nearest known key is 'switch.mmu.buffer'"),
    (["run", RING, "--until", "5"],
     'weir: --until: wanted a time such as "1.5us" (units ps, ns, us, ms, s); got "5", which has no unit'),
    (["check", RING, "--set", "flow.f9.start=1ms"], "weir: --set: key 'flow.f9.start': there is no element named \"f9\""),
    (["synth", "rate_limiter_stages"],
     'weir: synth: there is no block "rate_limiter_stages"; the nearest is "rate_limiter_stage" (see weir list blocks)'),
    (["synth", "rate_limiter_stage", "--parameter", "R_C_W"],
     'weir: --parameter: wanted NAME=NUMBER such as R_C_W=32; got "R_C_W"'),
    (["synth", "rate_limiter_stage", "--parameter", "Q_W=3"],
     'weir: rate_limiter_stage: no parameter "Q_W"; wanted one of SUBTICKS, SUBTICK_W, R_L_TICKS_W, R_C_W, STAGE_W'),
    (["synth", "stage_comparator_threshold", "--parameter", "THRESHOLDS=40"],
     "weir: stage_comparator_threshold: STAGE_W = 5 is too narrow for THRESHOLDS = 40"),
    (["synth", "all", "--parameter", "R_C_W=32"], "weir: synth: --parameter wants one block, not all"),
    (["synth", "rate_limiter_stage", "--liberty", "no_such.lib"], "weir: there is no liberty file no_such.lib"),
    (["synth", "rate_limiter_stage", "--liberty", "README.md"], None),
    (["synth", "rate_limiter_stage", "--period", "0ns"], 'weir: --period: wanted 1ps to 1us; got "0ns"'),
    (["synth", "rate_limiter_stage", "--format", "xml"], None),
    (["registers", RING, "--device", "s9"],
     'weir: --device: scenarios/ring/pfc.toml has no switch "s9"; it has s1, ...'),
    (["registers", RING, "--ports", "3"],
     "weir: --ports is of a switch without a scenario; use --set KEY=VALUE"),
    (["registers", "--device", "s1"], "weir: --device needs a scenario"),
    (["registers", "--ports", "0"], "weir: --ports: wanted 1..1024; got 0"),
    (["registers", "--rate", "10"],
     'weir: --rate: wanted a rate such as "10Gbps" (units bps, Kbps, Mbps, Gbps, Tbps); got "10", which has no unit'),
    (["registers", RING, "--format", "xml"], None),
    # What the command line itself refuses, in the words of its library.
    (["check"], None),
    (["check", RING, "--no-such-option"], None),
    (["run", RING, "--seed", "one"], None),
    (["no_such_command"], None),
    ([], None),
]


def problems_of(weir, arguments, wanted):
    run = subprocess.run([weir, *arguments], cwd=TOP, capture_output=True, text=True, timeout=60)
    lines = run.stderr.splitlines()
    found = []
    if run.returncode != 2:
        found.append(f"exit status {run.returncode}")
    if run.stdout:
        found.append(f"standard output: {run.stdout[:80]!r}")
    if len(lines) != 1 or not lines[0].startswith("weir: "):
        found.append(f"standard error: {run.stderr!r}")
    elif wanted is not None and lines[0] != wanted:
        found.append(f"said {lines[0]!r}\n  wanted {wanted!r}")
    return [f"weir {' '.join(arguments)}: {problem}" for problem in found]


def main(weir):
    problems = []
    for arguments, wanted in COMMANDS:
        problems += problems_of(weir, arguments, wanted)
    files = sorted((TOP / MALFORMED).glob("*.toml"))
    for path in files:
        expected = path.with_suffix(".expected").read_text().rstrip("\n")
        problems += problems_of(weir, ["check", str(MALFORMED / path.name)], f"weir: {MALFORMED}/{expected}")
    if len(files) < 40:
        problems.append(f"{len(files)} malformed files only")
    print("\n".join(problems) or f"{len(files)} malformed files and {len(COMMANDS)} bad commands refused")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve())))

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""bad_input_test.py WEIR [CASE]: whatever is wrong with what the program is given, it says so in one line on standard error,
prints nothing else, and ends with exit status 2."""

import pathlib
import re
import subprocess
import sys
import tempfile

import malformed

TOP = pathlib.Path(__file__).resolve().parents[3]
RING = "scenarios/ring/pfc.toml"
# Arguments, and the line that they get.
COMMANDS = [
    (["check", "no_such.toml"], "weir: no_such.toml: cannot be read: No such file or directory"),
    (["run", "no_such.toml"], "weir: no_such.toml: cannot be read: No such file or directory"),
    (["check", "scenarios"], "weir: scenarios: is a directory; wanted a scenario file"),
    (["check", RING, "--set", "novalue"],
     'weir: --set: wanted KEY=VALUE such as flow_control.scheme=pfc; got "novalue"'),
    (["run", RING, "--set", "switch.mmu.bufer=1MB"],
     "weir: --set switch.mmu.bufer=1MB: key 'switch.mmu.bufer': unknown key; the nearest known key is 'switch.mmu.buffer'"),
    (["run", RING, "--until", "5"],
     'weir: --until: wanted a time such as "1.5us" (units ps, ns, us, ms, s); got "5", which has no unit'),
    (["check", RING, "--set", "flow.f9.start=1ms"], "weir: --set flow.f9.start=1ms: key 'flow.f9.start': there is no element named \"f9\"; wanted one of \"f1\", \"f2\", \"f3\""),
    (["synth", "rate_limiter_stages"],
     'weir: synth: there is no block "rate_limiter_stages"; the nearest is "rate_limiter_stage"; weir list blocks has all'),
    (["synth", "rate_limiter_stage", "--parameter", "R_C_W"],
     'weir: --parameter: wanted NAME=NUMBER such as R_C_W=32; got "R_C_W"'),
    (["synth", "rate_limiter_stage", "--parameter", "Q_W=3"],
     'weir: rate_limiter_stage: no parameter "Q_W"; wanted one of SUBTICKS, SUBTICK_W, R_L_TICKS_W, R_C_W, STAGE_W'),
    (["synth", "stage_comparator_threshold", "--parameter", "STAGE_W=4"],
     "weir: stage_comparator_threshold: STAGE_W = 4 is too narrow for THRESHOLDS = 24"),
    (["synth", "stage_comparator_threshold", "--parameter", "THRESHOLDS=40"],
     "weir: stage_comparator_threshold: THRESHOLDS: wanted 1 to 31; got 40"),
    (["synth", "all", "--parameter", "R_C_W=32"], "weir: synth: --parameter wants one block, not all"),
    (["synth", "rate_limiter_stage", "--liberty", "no_such.lib"], "weir: there is no liberty file no_such.lib"),
    (["synth", "rate_limiter_stage", "--liberty", "README.md"], None),
    (["cost", "--synth", "--liberty", "scenarios"], "weir: there is no liberty file scenarios"),
    (["headroom", "--check", "scenarios"], "weir: scenarios: is a directory; wanted a table of profiles"),
    (["headroom", "--mac-phy", "nan"], "weir: --mac-phy: wanted 0 to 10000; got nan (see weir --help)"),
    (["cosim", "rr_arbiter", "--seed", "99999999999999999999"],
     "weir: --seed: wanted 0 to 18446744073709551615; got 99999999999999999999 (see weir --help)"),
    (["sweep", "task", "batch", "-1"], "weir: TASK: wanted 0 to 18446744073709551615; got -1 (see weir --help)"),
    (["sweep", "task", "batch", "99999999999999999999"],
     "weir: TASK: wanted 0 to 18446744073709551615; got 99999999999999999999 (see weir --help)"),
    (["bench", "ft4_perm", "--tolerance", "nan"], "weir: --tolerance: wanted 0 to 1; got nan (see weir --help)"),
    (["bench", "ft4_perm", "--compare", "scenarios"], "weir: scenarios: is a directory; wanted a file of weir bench --json"),
    (["bench", "ft4_perm", "--compare", "README.md"], "weir: README.md: wanted a file of weir bench --json"),
    (["bench", "ft4_perm", "--json", "scenarios"], "weir: scenarios: cannot write: Is a directory"),
    (["headroom", "--check", "CMakeLists.txt"], "weir: CMakeLists.txt:4: wanted six or seven columns, speed cable size xon xoff threshold [xon_offset]; got 2"),
    (["cost", "--partition-accounts", "memory"], "weir: --partition-accounts: no buffer here has partitions; wanted --mechanisms ttl_pfc"),
    (["synth", "rate_limiter_stage", "--period", "0ns"], 'weir: --period: wanted 1ps to 1us; got "0ns"'),
    (["synth", "rate_limiter_stage", "--format", "xml"], None),
    (["registers", RING, "--device", "s9"],
     'weir: --device: scenarios/ring/pfc.toml has no switch "s9"; it has s1, ...'),
    (["registers", RING, "--ports", "3"],
     "weir: --ports describes a switch without a scenario; with a scenario use --set KEY=VALUE"),
    (["registers", "--device", "s1"], "weir: --device needs a scenario"),
    (["registers", "--ports", "0"], "weir: --ports: wanted 1..1024; got 0"),
    (["registers", "--rate", "10"],
     'weir: --rate: wanted a rate such as "10Gbps" (units bps, Kbps, Mbps, Gbps, Tbps); got "10", which has no unit'),
    (["registers", RING, "--format", "xml"], None),
    (["check", RING, "--set", "scenario.duration=1000s", "--set", "scenario.sample_interval=1ns"], None),
    (["run", RING, "--until", "1000s", "--set", "scenario.sample_interval=1ns"], None),
    (["run", RING, "--until", "500us", "--set", "scenario.sample_interval=1ms"],
     "weir: --set scenario.sample_interval=1ms: key 'scenario.sample_interval': wanted at most the duration, 500us; got 1ms"),
    # What the command line itself refuses, in the words of its library.
    (["run", RING, "--seed", "-1"], "weir: --seed: wanted 0 to 9223372036854775807; got -1 (see weir --help)"),
    (["run", RING, "--out", ""], "weir: --out: wanted a directory (see weir --help)"),
    (["check"], None),
    (["check", RING, "--no-such-option"], None),
    (["run", RING, "--seed", "one"], None),
    (["rn", RING], 'weir: there is no command "rn"; the nearest is run (see weir --help)'),
    (["chekc", RING], 'weir: there is no command "chekc"; the nearest is check (see weir --help)'),
    (["bogus", "--help"], None),
    (["help", "compar"], 'weir: there is no command "compar"; the nearest is compare (see weir --help)'),
    (["run", RING, "--sett", "a=b"], "weir: weir run has no option --sett; the nearest is --set (see weir --help)"),
    (["compare", "nowhere", "elsewhere"], "weir: nowhere: no such directory; wanted: the directory of a run"),
    (["compare", "a", "b", "--threshold", "much"],
     'weir: --threshold: wanted a part of A\'s value such as 0.01 or 1%; got "much"'),
    (["compare", "a", "b", "--absolute", "1 parsec"],
     'weir: --absolute: wanted a time, a rate, a length or a number of packets, such as 1us, 1Mbps, 1500B, 2; got "1 parsec"'),
    ([], None),
]


# A place in a file, or the option: what may differ where one setting is given in two ways.
PLACE = re.compile(r"^weir: ([\w.]+\.toml:\d+:\d+|--set .+?): (?=key ')")


def refused(weir, arguments, folder):
    """What it says, in one line; and what is wrong with how it says it."""
    run = subprocess.run([weir, *arguments], cwd=folder, capture_output=True, text=True, timeout=60)
    lines = run.stderr.splitlines()
    found = []
    if run.returncode != 2:
        found.append(f"exit status {run.returncode}")
    if run.stdout:
        found.append(f"standard output: {run.stdout[:80]!r}")
    if len(lines) != 1 or not lines[0].startswith("weir: "):
        found.append(f"standard error: {run.stderr!r}")
    return lines[0] if lines else "", found


def problems_of_command(weir, arguments, wanted):
    said, found = refused(weir, arguments, TOP)
    if not found and wanted not in (None, said):
        found = [f"said {said!r}\n  wanted {wanted!r}"]
    return [f"weir {' '.join(arguments)}: {problem}" for problem in found]


def problems_of_case(weir, case, folder):
    """As a file, to the letter; and once more through --set, but for the place."""
    wanted = f"weir: {case.says}"
    for name, text in {f"{case.name}.toml": case.text, "base.toml": case.base, **case.beside}.items():
        (folder / name).write_text(text)
    said, found = refused(weir, ["check", f"{case.name}.toml"], folder)
    if not found and said != wanted:
        found = [f"said {said!r}\n  wanted {wanted!r}"]
    if case.sets:
        options = [word for assignment in case.sets for word in ("--set", assignment)]
        said, more = refused(weir, ["check", "base.toml", *options], folder)
        if not more and PLACE.sub("", said) != PLACE.sub("", wanted):
            more = [f"said {said!r}\n  wanted {wanted!r}"]
        found += [f"by --set: {problem}" for problem in more]
    return [f"{case.name}: {problem}" for problem in found]


def main(weir, only=""):
    problems = [] if only else [problem for command in COMMANDS for problem in problems_of_command(weir, *command)]
    cases = [case for case in malformed.cases() if only in case.name]
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            problems += problems_of_case(weir, case, pathlib.Path(folder))
    if not only and (len(cases) < 180 or sum(bool(case.sets) for case in cases) < 80):
        problems.append(f"{len(cases)} malformed files only")
    print("\n".join(problems) or f"{len(cases)} malformed files and {0 if only else len(COMMANDS)} bad commands refused")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve()), *sys.argv[2:3]))

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Mistakes that people make, and what they are told: one line on standard error that names what was wanted and the nearest or
the next step, nothing on standard output, exit status 2. To the letter are the messages of malformed.txt; here it is that
each helps.

usage: mistakes_test.py WEIR | --self-test
"""

import pathlib
import shlex
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[3]
RING = "scenarios/ring/pfc.toml"
PLAN = "sweeps/ring_thresholds.toml"
FEWEST = 80
# Words behind weir, and what the line must have.
COMMANDS = [
    ("", "wanted a command: new, run, check,"),
    (f"rn {RING}", "there is no command \"rn\"; the nearest is run"),
    (f"rum {RING}", "the nearest is run"),
    (f"RUN {RING}", "the nearest is run"),
    (f"chekc {RING}", "the nearest is check"),
    (f"simulate {RING}", "wanted one of new, run, check,"),
    (RING, "wanted a command before the file: new, run, check,"),
    (f"--run {RING}", "there is no option --run; wanted the command run"),
    (f"-run {RING}", "there is no option -run; wanted the command run"),
    ("run", "weir run: wanted SCENARIO"),
    ("sweep", "weir sweep wants a command: run, status,"),
    (f"sweep {PLAN}", "wanted a command before the file: run, status,"),
    (f"sweep rnu {PLAN}", "weir sweep has no command \"rnu\"; the nearest is run"),
    (f"sweep start {PLAN}", "weir sweep has no command \"start\"; wanted one of run, status,"),
    (f"study pgae {PLAN}", "weir study has no command \"pgae\"; the nearest is page"),
    (f"run {PLAN}", "the file is a plan of many runs, no scenario; wanted weir sweep run sweeps/ring_thresholds.toml"),
    (f"check {PLAN}", "wanted weir sweep run sweeps/ring_thresholds.toml"),
    (f"cbd {PLAN}", "wanted weir sweep run sweeps/ring_thresholds.toml"),
    ("run sweeps/tcd_fairness.toml", "wanted weir study run sweeps/tcd_fairness.toml"),
    (f"sweep run {RING}", "the file is a scenario, no plan of many runs; wanted weir run scenarios/ring/pfc.toml"),
    (f"sweep status {RING}", "wanted weir run scenarios/ring/pfc.toml"),
    (f"study run {RING}", "wanted weir run scenarios/ring/pfc.toml"),
    (f"study run {PLAN}", "wanted a table [page], or weir sweep run sweeps/ring_thresholds.toml"),
    (f"run {RING} {RING}", "weir run: one argument too many: scenarios/ring/pfc.toml"),
    (f"compare {RING} {RING}", "wanted a sweep that weir sweep run has begun, or the directory of a run"),
    ("compare out/x", "weir compare: wanted B"),
    (f"report {RING}", "is no directory; wanted: the directory of a run, which weir run scenarios/ring/pfc.toml makes"),
    (f"explain {RING}", "is no directory; wanted: the directory of a run, which weir run scenarios/ring/pfc.toml makes"),
    ("report README.md", "README.md: is no directory; wanted: the directory of a run"),
    ("list scenario", "wanted one of scenarios, blocks, mechanisms, figures; got \"scenario\"; the nearest is scenarios"),
    ("schema summry", "got \"summry\"; the nearest is summary"),
    (f"run {RING} --wave fst", "weir run has no option --wave; the nearest is --waves"),
    (f"run {RING} --waves png", "wanted one of fst, vcd, off; got \"png\""),
    (f"run {RING} --probe s1", "--probe: wanted --waves fst or --waves vcd beside it"),
    (f"run {RING} --waves-from 1ms", "--waves-from: wanted --waves fst or --waves vcd beside it"),
    (f"run {RING} --waves-to 1ms", "--waves-to: wanted --waves fst or --waves vcd beside it"),
    (f"run {RING} --waves-around story", "--waves-around: wanted --waves fst or --waves vcd beside it"),
    (f"run {RING} --waves fst --waves-around end", "wanted one of story; got \"end\""),
    (f"run {RING} --waves fst --waves-around story --waves-from 1ms", "--waves-from excludes --waves-around"),
    (f"run {RING} --waves fst --waves-around story --set measure.story=false", "has measure.story = false"),
    (f"run {RING} --waves fst --waves-around story --probe s9", "--probe s9: there is no such signal"),
    (f"run {RING} --waves fst --waves-from 1", "--waves-from: wanted a time"),
    (f"run {RING} --waves fst --waves-from 1s", "--waves-from: wanted a time before the end of the run, 100ms; got 1s"),
    (f"run {RING} --waves fst --waves-to 1s", "--waves-to: wanted at most the end of the run, 100ms; got 1s"),
    (f"run {RING} --waves fst --waves-from 2ms --waves-to 2ms", "wanted a time after --waves-from, 2ms; got 2ms"),
    (f"run {RING} --waves fst --probe s1.p9", "there is no such signal, port or device; the nearest is \"s1.p0\""),
    (f"run {RING} --waves fst --probe s1.p0.viq_depht_c0", "the nearest is \"s1.p0.viq_depth_c0\""),
    (f"run {RING} --until 10", "which has no unit"),
    (f"run {RING} --until 10sec", "which has the unknown unit \"sec\"; the nearest is \"s\""),
    (f"run {RING} --pcap s1", "ports are named DEVICE.pN"),
    (f"run {RING} --pcap s9.p0", "there is no such port; the nearest is \"s1.p0\""),
    (f"run {RING} --record limiter", "wanted one of rate_limiter_stage,"),
    ("keys flow_control.pfc.xof", "there is no key \"flow_control.pfc.xof\"; the nearest is flow_control.pfc.xoff"),
    ("new", "weir new: wanted NAME"),
    ("new a/b/c --topology star", "a/b/c.toml"),
    ("new x --topology rign", "got \"rign\"; the nearest is ring"),
    ("cosim rate_limiter", "the nearest is \"rate_limiter_stage\""),
    ("cost --chip pfc,tdc", "there is no mechanism \"tdc\"; the nearest is \"tcd\""),
    ("cost --chip gfc,tcd,itsy", "itsy follows PFC from a VIQ to the queue that fills it"),
    ("cost --chip pfc --mechanisms tcd", "--mechanisms makes no sense beside --chip"),
    ("cost --explain viq_depth --format json", "--format makes no sense beside --explain"),
    ("headroom --rate 10", "--rate: wanted a rate such as \"10Gbps\""),
    ("headroom --rate 2Tbps", "--rate: wanted 1Gbps to 1.6Tbps; got 2Tbps"),
    ("headroom --rate 100Gbps,,200Gbps", "--rate: wanted a rate such as"),
    ("headroom --cable 5m", "--cable: wanted whole metres, 0 to 120000; got \"5m\""),
    ("headroom --cable 0.5", "--cable: wanted whole metres, 0 to 120000; got \"0.5\""),
    ("headroom --cable 5,,7", "--cable: wanted whole metres, 0 to 120000; got \"\""),
    ("headroom --cable 99999999999999999999", "--cable: wanted whole metres, 0 to 120000; got \"99999999999999999999\""),
    ("headroom --min-frame 9KB", "--min-frame: wanted 64B to 1.518KB; got 9KB"),
    ("headroom --max-frame 10KB", "--max-frame: wanted 64B to 9.216KB; got 10KB"),
    ("headroom --our-frame 10B", "--our-frame: wanted 64B to 9.216KB; got 10B"),
    ("headroom --cell 254", "--cell: wanted a length in bytes"),
    ("headroom --overhead 1KB", "--overhead: wanted 0B to 256B; got 1KB"),
    ("headroom --pipeline 3B", "--pipeline: wanted a time"),
    ("headroom --phy smae", "--phy (none, same, or a time): wanted a time"),
    ("headroom --peer quantum", "--peer (larger, quanta, time, or a time): wanted a time"),
    ("headroom --scheme cbfc", "--scheme: wanted one of pfc, pause; got \"cbfc\""),
    ("headroom --lossless 0", "--lossless: wanted 1 to 8; got 0"),
    ("headroom --xoff-unit 0B", "--xoff-unit: wanted 1B to 65.536KB; got 0B"),
    ("headroom --sonic melanox", "--sonic: wanted one of mellanox, barefoot; got \"melanox\""),
    ("headroom --lossless-mtu 1B", "--lossless-mtu: wanted 64B to 9.216KB; got 1B"),
    ("headroom --port-mtu 1B", "--port-mtu: wanted 64B to 9.216KB; got 1B"),
    ("headroom --small 101", "--small: wanted 0 to 100; got 101"),
    ("headroom --mac-phy -1", "--mac-phy"),
    ("headroom --gearbox 1B", "--gearbox: wanted a time"),
    ("headroom --threshold 40", "--threshold"),
    ("headroom --xon 3 --format pg-profile", "--xon: wanted a length in bytes"),
    ("headroom --format ini", "--format: wanted one of table, json, csv, html, pg-profile, llr-profile; got \"ini\""),
    ("headroom --check x.ini", "x.ini: cannot be read: No such file or directory"),
    ("headroom --published --rate 10Gbps", "--rate makes no sense beside --published"),
    ("headroom --witness x.pcap", "--witness: wanted the name of a scenario, FILE.toml; got \"x.pcap\""),
    ("headroom --set a=b", "--set makes no sense without SCENARIO"),
    (f"headroom {RING} --rate 10Gbps", "--rate makes no sense beside SCENARIO"),
    (f"headroom {RING} --pool --over-subscribe 0", "--over-subscribe: wanted a ratio from 1 to 1000 such as 2.5"),
    (f"headroom {RING} --over-subscribe 2", "--over-subscribe: wanted --pool beside SCENARIO"),
    (f"headroom {RING} --witness w.toml", "--witness: wanted --pool beside SCENARIO"),
    (f"headroom {RING} --pool --set flow_control.scheme=pause", "wanted pfc; got pause"),
    (f"headroom {RING} --format pg-profile", "wanted table, json, csv or html beside SCENARIO"),
    (f"headroom {RING} --format llr-profile", "wanted table, json, csv or html beside SCENARIO"),
    ("headroom --format llr-profile", "--format llr-profile: wanted --llr beside it"),
    ("headroom --llr --llr-age 5ms", "--llr-age: wanted --format llr-profile beside it"),
    ("headroom --llr --format llr-profile --llr-timer 9B", "--llr-timer: wanted a time"),
    ("headroom --llr --format llr-profile --llr-flush stop", "--llr-flush: wanted one of block, discard, best_effort; got \"stop\""),
    ("cost --format llr-profile", "--format llr-profile: wanted --links beside it"),
    (f"headroom {PLAN}", "the file is a plan of many runs, no scenario"),
    (f"headroom {RING} --set flow_control.scheme=cbfc", "pauses no ingress queue, so nothing needs headroom; wanted pfc, ttl_pfc"),
    ("registers --mechanisms pcf", "there is no mechanism \"pcf\"; the nearest is \"pfc\""),
    ("registers --mechanisms gfc,tcd,itsy", "itsy follows PFC from a VIQ to the queue that fills it"),
    ("registers --mechanisms dcqcn", "there is no mechanism \"dcqcn\"; wanted one of \""),
    (f"run {RING} --json --quiet", "excludes"),
]
# For --set with the ring, and what the line must have.
SETS = [
    ("scheme", "wanted KEY=VALUE such as flow_control.scheme=pfc"),
    ("scheme=pfc", "the nearest known key is 'flow_control.scheme'"),
    ("seed=3", "the nearest known key is 'scenario.seed'"),
    ("switch.flow_control.scheme=pfc", "the nearest known key is 'flow_control.scheme'"),
    ("switch.flow_control.pfc.xoff=1KB", "the nearest known key is 'flow_control.pfc'"),
    ("flow_control.xoff=3KB", "the nearest known key is 'flow_control.pfc.xoff'"),
    ("pfc.xoff=3KB", "the nearest known key is 'flow_control.pfc'"),
    ("mmu.viq_limit=3KB", "the nearest known key is 'switch.mmu'"),
    ("switch.viq_limit=3KB", "the nearest known key is 'switch.mmu.viq_limit'"),
    ("flow_control.pfc.buffer=3KB", "the nearest known key is"),
    ("nothing.like.this=1", "weir schema scenario prints all keys"),
    ("flow_control.scheme=PFC", "the nearest is \"pfc\""),
    ("flow_control.scheme=pcf", "the nearest is \"pfc\""),
    ("flow_control.scheme=gfc", "the nearest are \"gfc_conceptual\", \"gfc_buffer_based\", \"gfc_time_based\", \"gfc_gradient\""),
    ("flow_control.scheme=dcqcn", "\"dcqcn\" is a word of 'traffic.control'"),
    ("flow_control.scheme=tcd", "\"tcd\" is a word of 'congestion.detector'"),
    ("flow_control.scheme=itsy", "\"itsy\" is a word of 'deadlock.unit'"),
    ("congestion.detector=ecn", "the nearest is \"red_ecn\""),
    ("congestion.detector=red", "the nearest is \"red_ecn\""),
    ("congestion.detector=pfc", "\"pfc\" is a word of 'flow_control.scheme'"),
    ("deadlock.unit=tcd", "\"tcd\" is a word of 'congestion.detector'"),
    ("topology.kind=fattree", "the nearest is \"fat_tree\""),
    ("topology.kind=tree", "the nearest is \"fat_tree\""),
    ("flow_control.pfc.xoff=800", "which has no unit"),
    ("flow_control.pfc.xoff=800kb", "the unknown unit \"kb\"; the nearest is \"KB\""),
    ("flow_control.pfc.xoff=800Kbps", "which is a rate"),
    ("topology.rate=10Gb", "the unknown unit \"Gb\"; the nearest is \"Gbps\""),
    ("topology.rate=10Gbit/s", "the nearest is \"Gbps\""),
    ("topology.rate=10GB", "which is a length in bytes"),
    ("topology.delay=1usec", "the nearest is \"us\""),
    ("topology.delay=1", "which has no unit"),
    ("flow.f1.src=s1", "wanted a host; \"s1\" is a switch"),
    ("flow.f1.src=h9", "there is no device \"h9\"; wanted one of \""),
    ("flow.f1.dst=h1", "wanted another host than src"),
    ("flow.f9.start=1ms", "there is no element named \"f9\"; wanted one of \"f1\", \"f2\", \"f3\""),
    ("flow.f1.route=s1", "wanted a list of names such as [\"h1\", \"s1\", \"h2\"]"),
    ("topology.failed=[[\"s1\",\"s2\"],[\"s2\",\"s1\"]]", "the cable between \"s2\" and \"s1\" is listed twice; wanted each cable once"),
    ("topology.link=[{between=[\"s1\",\"s2\"],delay=\"1us\"},{between=[\"s2\",\"s1\"],rate=\"1Gbps\"}]",
     "is listed twice; wanted all its settings in one [[topology.link]]"),
]
# Text of a scenario file, and what the line must have.
FILES = [
    ("[flow_control]\nscheme = pfc\n", "wanted words, and numbers with units, in quotes, as in \"pfc\" and \"5ms\""),
    ("[scenario]\nduration = 5ms\n", "in quotes, as in \"pfc\" and \"5ms\""),
    ("[scenario]\nduration = 5 ms\n", "in quotes, as in \"pfc\" and \"5ms\""),
    ("[topology]\nwire_overhead = True\n", "in quotes"),
    ("[scenario]\nduration: 5ms\n", "wanted KEY = VALUE"),
    ("scenario:\n  duration: 5ms\n", "wanted KEY = VALUE, and tables as [NAME]"),
    ("[flow]\nname = \"a\"\n", "wanted tables, each under its own [[flow]]"),
    ("[[topology]]\nkind = \"star\"\n", "wanted a table [topology]"),
    ("[switch.flow_control]\nscheme = \"pfc\"\n", "the nearest known key is 'flow_control.scheme'"),
    ("[pfc]\nxoff = \"3KB\"\n", "the nearest known key is 'flow_control.pfc'"),
    ("[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"custom\"\ndevice = [{name=\"h1\", kind=\"host\"}, {name=\"s1\", kind=\"switch\"}]\n"
     "link = [{between=[\"h1\", \"s1\"]}, {between=[\"s1\", \"h1\"]}]\n",
     "the cable between \"s1\" and \"h1\" is listed twice; a host has one"),
]


def problem_with(status, printed, said, wanted):
    """What is wrong with an answer; empty: nothing."""
    lines = said.splitlines()
    if status != 2:
        return f"exit status {status}"
    if printed:
        return f"standard output: {printed[:80]!r}"
    if len(lines) != 1 or not lines[0].startswith("weir: "):
        return f"standard error: {said!r}"
    return "" if wanted in lines[0] else f"said {lines[0]!r}\n  wanted {wanted!r}"


def answer(weir, arguments):
    done = subprocess.run([weir, *arguments], cwd=TOP, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def self_test():
    """Each thing that is wrong is seen."""
    assert problem_with(2, "", "weir: a; wanted b\n", "wanted b") == ""
    for wrong in ((0, "", "weir: b\n"), (2, "out", "weir: b\n"), (2, "", "weir: b\nmore\n"), (2, "", "b\n"), (2, "", ""), (2, "", "weir: a\n")):
        assert problem_with(*wrong, "b"), wrong


def main(weir):
    rows = [(shlex.split(words), wanted) for words, wanted in COMMANDS]
    rows += [(["check", RING, "--set", assignment], wanted) for assignment, wanted in SETS]
    problems = [f"{len(rows) + len(FILES)} mistakes only"] if len(rows) + len(FILES) < FEWEST else []
    with tempfile.TemporaryDirectory() as folder:
        for number, (text, wanted) in enumerate(FILES):
            path = pathlib.Path(folder) / f"s{number}.toml"
            path.write_text(text, encoding="utf-8")
            rows.append((["check", str(path)], wanted))
        for arguments, wanted in rows:
            if problem := problem_with(*answer(weir, arguments), wanted):
                problems.append(f"weir {shlex.join(arguments)}: {problem}")
    print("\n".join(problems) or f"{len(rows)} mistakes told")
    return 1 if problems else 0


if __name__ == "__main__":
    if sys.argv[1] == "--self-test":
        self_test()
        sys.exit(0)
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve())))

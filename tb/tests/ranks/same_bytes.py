# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""same_bytes.py PIPED_RUN SCENARIOS [--all]: a run gives the same bytes on 1, 2, 3 and 4 ranks, however the devices are
divided among them, as without a division. run.log, which has times of the wall clock, is not compared.

CASES have a scheme, detector, crossbar, kind of flow or event each; --all takes every scenario that ranks take. REFUSED
have what ranks do not take, with the key that the message names. --self-test plants differences.
"""

import argparse
import filecmp
import pathlib
import subprocess
import sys
import tempfile

CASES = [
    ("ring/pfc.toml", ["scenario.duration=5ms", "measure.latency=true"]),
    ("ring/pfc.toml", ["scenario.duration=20ms", "switch.crossbar.strategy=output_queued"]),  # a deadlock that stays
    ("ring/pfc.toml", ["scenario.duration=20ms", "switch.crossbar.strategy=output_queued",
                       "scenario.end_at_deadlock=true"]),
    ("small/circle_closed_beside.toml", []),
    ("ttl/ttl_loop_pfc.toml", []),
    ("ring/cbfc.toml", ["scenario.duration=5ms"]),
    ("ring/none.toml", ["scenario.duration=5ms"]),  # losses
    ("ring/gfc_buffer_based.toml", ["scenario.duration=5ms"]),
    ("ring/gfc_time_based.toml", ["scenario.duration=5ms"]),
    ("ring/gfc_conceptual.toml", ["scenario.duration=5ms"]),  # feedback out of band
    ("small/pause_incast.toml", []),
    ("ring/gfc_gradient.toml", ["scenario.duration=3ms", "measure.feedback=true", "measure.occupancy=true"]),
    ("ttl/ttl_ring.toml", ["scenario.duration=2ms"]),
    ("tcd/tcd_victim.toml", ["scenario.duration=1ms"]),
    ("fera/fera_edge.toml", ["scenario.duration=1ms"]),
    ("itsy/ring_port_level.toml", ["scenario.duration=6ms", "--pcap=s1.p*", "--waves=*"]),
    ("itsy/ring_flow_level.toml", ["scenario.duration=6ms"]),
    ("itsy/ring_count_min_drop.toml", ["scenario.duration=6ms"]),
    ("itsy/mesh_rounds.toml", []),
    ("itsy/host_stops.toml", []),  # what is behind a host that stops for ever
    ("itsy/h1_published.toml", ["scenario.quantum=off"]),  # false declarations
    ("itsy/h6_repaired.toml", ["switch.crossbar.strategy=input_queued", "switch.crossbar.queueing=fifo"]),
    ("small/pfcwd.toml", []),
    ("real_frames/pcap_replay.toml", ["--pcap=*"]),
    ("ring/pfc.toml", ["scenario.duration=2ms", "measure.occupancy=true", "--pcap=*", "--waves=*"]),
    ("ring/none.toml", ["scenario.duration=3ms", "--pcap=s*.p0", "--waves=s2.*"]),  # frames that are dropped
    ("small/watchdog.toml", ["scenario.duration=5ms"]),
    ("workloads/hadoop_closed_loop.toml", ["scenario.duration=2ms", "scenario.sample_interval=500us"]),
    ("workloads/websearch_ft4.toml", ["scenario.duration=1ms", "scenario.sample_interval=500us", "measure.latency=true"]),
    ("small/event_link_rate.toml", []),
    ("small/event_stop_host.toml", []),
    ("small/event_reset.toml", []),
    ("small/event_write_register.toml", []),
    ("small/event_write_register.toml", ["event.xoff_1.value=16000"]),  # which the switch refuses
    ("small/event_flow_start.toml", []),  # under a condition
    ("small/event_flow_start.toml", ["scenario.quantum=off"]),
    ("small/dwrr_shaped.toml", []),
    ("small/egress_pfc.toml", []),
    ("small/gfc_two_to_one.toml", ["scenario.quantum=off"]),
    ("bench/ft4_perm.toml", ["scenario.duration=100us", "scenario.sample_interval=10us"]),
    ("small/link_damage.toml", []),  # the host whose wire errs is with its switch
    ("small/llr_cut_link.toml", []),
    ("small/fault_late_depths.toml", []),
    ("bench/ft4_perm.toml", ["scenario.duration=50us", "scenario.sample_interval=10us", "switch.crossbar.strategy=input_queued",
                             "switch.crossbar.arbiter=islip"]),
]
REFUSED = [
    ("itsy/baselines.toml", [], "measure.baselines"),
    ("small/ue_cbfc_set_up.toml", [], "event"),
]
REFUSAL = 4  # exit status of piped_run


class Runs:
    """Runs of one program, each in a folder of its own."""

    def __init__(self, program, scenarios, folder):
        self.program, self.scenarios, self.folder, self.number = program, scenarios, pathlib.Path(folder), 0

    def make(self, scenario, settings, ranks, seed):
        """The process that has ended, and its folder."""
        self.number += 1
        out = self.folder / str(self.number)
        command = [self.program, self.scenarios / scenario, out, str(ranks), str(seed), *settings]
        return subprocess.run(command, capture_output=True, text=True, check=False), out


def differences(whole, divided):
    """What differs between two run directories, as texts."""
    names = [{path.name for path in folder.iterdir()} - {"run.log"} for folder in (whole, divided)]
    found = [f"only one has {name}" for name in sorted(names[0] ^ names[1])]
    return found + [f"{name} differs" for name in sorted(names[0] & names[1])
                    if not filecmp.cmp(whole / name, divided / name, shallow=False)]


def problems_of(runs, scenario, settings, divisions):
    """The first problem of one case, as a list; also what it was compared with."""
    one, whole = runs.make(scenario, settings, 0, 0)
    if one.returncode != 0:
        return [f"{scenario}: ends with {one.returncode}: {one.stderr[-300:]}"]
    for ranks, seed in divisions:
        where = f"{scenario} {' '.join(settings)} on {ranks} ranks, division {seed}"
        many, divided = runs.make(scenario, settings, ranks, seed)
        if many.returncode != 0:
            return [f"{where}: ends with {many.returncode}: {many.stderr[-300:]}"]
        if found := differences(whole, divided):
            return [f"{where}: {', '.join(found)}"]
    return []


def refusal_problems(runs):
    problems = []
    for scenario, settings, key in REFUSED:
        ended, _ = runs.make(scenario, settings, 2, 0)
        if ended.returncode != REFUSAL or key not in ended.stderr:
            problems.append(f"{scenario}: not refused for {key}, but {ended.returncode}: {ended.stderr[-300:]}")
    return problems


def all_problems(runs, scenarios):
    """Every scenario that ranks take; those that take longer than a minute are left out."""
    problems, compared = [], 0
    for path in sorted(scenarios.glob("*/*.toml")):
        name = str(path.relative_to(scenarios))
        try:
            found = problems_of(runs, name, [], [(2, 0), (3, 11), (4, 12)])
        except subprocess.TimeoutExpired:
            continue
        refused = found and f"ends with {REFUSAL}:" in found[0]
        compared += not refused
        problems += [] if refused else found
    return problems + ([] if compared >= 60 else [f"only {compared} scenarios were compared"])


def self_test(runs):
    """A run with another seed and one more microsecond differs in its bytes, and an empty folder from a full one."""
    watched = ["--pcap=*", "--waves=*"]
    _, one = runs.make("ring/pfc.toml", ["scenario.duration=100us", *watched], 0, 0)
    _, other = runs.make("ring/pfc.toml", ["scenario.duration=101us", "scenario.seed=2", *watched], 0, 0)
    found = differences(one, other)
    problems = [f"{name}: no difference is seen" for name in ("summary.json", "capture.pcapng", "waves.fst")
                if f"{name} differs" not in found]
    (other / "summary.json").unlink()
    return problems + (["a missing file is not seen"] if "only one has summary.json" not in differences(one, other) else [])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("scenarios", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(options.program, options.scenarios, folder)
        if options.self_test:
            problems = self_test(runs)
        elif options.all:
            problems = all_problems(runs, options.scenarios)
        else:
            problems = refusal_problems(runs)
            for number, (scenario, settings) in enumerate(CASES, start=1):
                problems += problems_of(runs, scenario, settings, [(1, 0), (2, number), (3, 0), (4, 100 + number)])
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

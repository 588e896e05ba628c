#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What many flows at one host cost: CPU seconds of 10 and of 10,000 flows for the same packets, loading and writing apart.

A table for docs/performance.md; no test, because it depends on the machine. Loading and writing are what a run of 1 ns
takes. Each figure is the least of RUNS.
usage: many_flows.py WEIR [RUNS]
"""

import pathlib
import resource
import subprocess
import sys
import tempfile

SCENARIO = """[scenario]
duration = "20ms"
[topology]
kind = "star"
hosts = 2
rate = "1000Gbps"
delay = "1us"
[switch.mmu]
viq_limit = "3MB"
headroom = "3MB"
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = "3MB"
xon = "2MB"
"""
FLOW = '[[flow]]\nsrc = "h1"\ndst = "h2"\n'


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(weir, folder, flows, runs):
    scenario = folder / f"flows_{flows}.toml"
    scenario.write_text(SCENARIO + FLOW * flows)

    def run(until, number):
        out = folder / f"{flows}_{until}_{number}"
        return cpu_seconds([weir, "run", scenario, "--waves", "off", "--until", until, "--out", out])
    apart = min(run("1ns", number) for number in range(runs))
    return apart, min(run("20ms", number) for number in range(runs)) - apart


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    runs = int(sys.argv[2]) if len(sys.argv) == 3 else 3
    print("| flows | CPU s for 1.7 M packets | ratio | loading and writing, us a flow |")
    print("|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        first = None
        for flows in (10, 1000, 10000):
            apart, simulated = measure(sys.argv[1], pathlib.Path(name), flows, runs)
            first = first or (apart, simulated)
            each = (apart - first[0]) / (flows - 10) * 1e6 if flows > 10 else 0
            print(f"| {flows} | {simulated:.2f} | {simulated / first[1]:.2f} | {each:.0f} |")


if __name__ == "__main__":
    main()

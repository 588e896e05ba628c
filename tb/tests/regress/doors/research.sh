# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Research: a network, flow sizes of a paper, a sweep of three axes and five seeds that is killed and goes on, its warnings,
# its results in pandas, a figure. (run_door.py)

set -euo pipefail
trap 'echo "${BASH_SOURCE[0]##*/}, line $LINENO: $BASH_COMMAND" >&2' ERR

cat >network.csv <<'END'
a,b,rate,delay
a1,s1,,
a2,s1,,
s1,s2,10Gbps,5us
s2,b1,,
s2,b2,,
END
cp "$PREFIX/share/weir/scenarios/flow_sizes/websearch.csv" sizes.csv
cat >racks.toml <<'END'
[scenario]
description = "Two racks with one cable between them."
duration = "2ms"

[topology]
kind = "file"
file = "network.csv"
rate = "10Gbps"
delay = "1us"

[switch.mmu]
viq_limit = "150KB"
headroom = "40KB"

[flow_control]
scheme = "pfc"
processing_delay = "1us"

[flow_control.pfc]
xoff = "150KB"
xon = "147KB"

[[workload]]
name = "flows"
arrivals = "poisson"
load = 0.3
sizes = "sizes.csv"
choose = "other_rack"
control = "window"
window = "150KB"
END
cat >plan.toml <<'END'
[sweep]
scenario = "racks.toml"
results = ["drops", "workload.flows.slowdown_median"]

[[axis]]
key = "flow_control.scheme"
values = ["pfc", "cbfc"]

[[axis]]
key = "workload.flows.load"
values = [0.2, 0.4]

[[axis]]
key = "switch.mmu.headroom"
values = ["2KB", "40KB"]

[[axis]]
seeds = 5
END

# Killed as soon as a run is stored; begun again where the machine was so slow to kill that all runs were done.
"$PYTHON" - <<'END'
import os, pathlib, signal, sqlite3, subprocess, sys, time

def stored():
    try:
        with sqlite3.connect("file:plan.sqlite?mode=ro", uri=True) as store:
            return store.execute("select count(*) from run where state = 'done'").fetchone()[0]
    except sqlite3.Error:
        return 0

for attempt in range(10):
    for file in pathlib.Path().glob("plan.sqlite*"):
        file.unlink()
    sweep = subprocess.Popen(["weir", "sweep", "run", "plan.toml", "-j", "1"], stdout=subprocess.DEVNULL, start_new_session=True)
    while stored() == 0 and sweep.poll() is None:
        time.sleep(0.001)
    os.killpg(sweep.pid, signal.SIGKILL) if sweep.poll() is None else None
    if sweep.wait() == -signal.SIGKILL and 0 < stored() < 40:
        sys.exit(0)
sys.exit("the sweep could not be killed while it ran")
END

status=0
weir sweep status plan.toml >killed.txt || status=$?
[[ $status -eq 1 ]]
grep -Eq ' [1-9][0-9]* missing' killed.txt

weir sweep run plan.toml >resumed.txt || true
grep -q '40 runs: 40 done, 0 failed, 0 in flight, 0 missing' resumed.txt
grep -q '10 of 40 runs were warned' resumed.txt

"$PYTHON" - <<'END'
import matplotlib.pyplot as plt
import weir

runs = weir.sweep("plan.toml")
assert len(runs) == 40 and list(runs.index.names)[-1] == "scenario.seed", runs
warned = runs[runs.warnings.str.len() > 0]
assert set(warned.index.get_level_values("switch.mmu.headroom_bytes")) == {2000}, warned.index
assert set(warned.index.get_level_values("flow_control.scheme")) == {"pfc"}, warned.index

figure, axes = plt.subplots()
means = runs["workload.flows.slowdown_median"].groupby(["flow_control.scheme", "workload.flows.load"]).mean()
for scheme, curve in means.groupby("flow_control.scheme"):
    axes.plot(curve.index.get_level_values("workload.flows.load"), curve, marker="o", label=scheme)
axes.set(xlabel="load", ylabel="slowdown, median, mean of 5 seeds")
figure.savefig("slowdown.svg")
assert all(curve.is_monotonic_increasing for _, curve in means.groupby("flow_control.scheme")), means
END
grep -q '<svg' slowdown.svg

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What ITSY's resolutions do to the ring and the fat tree that deadlock under PFC: throughput before, during and after.

itsy_resolution.py WEIR            fails where a run is not as it must be, or where docs/results/itsy_resolution.md does not hold its figures
itsy_resolution.py WEIR --write    puts the figures of these runs into that page
itsy_resolution.py --self-test     shows that wrong runs and figures are found
"""

import copy
import math
import sys
import tempfile

import results_page

PAGE = results_page.TOP / "docs/results/itsy_resolution.md"
NETWORKS = ("ring", "fat_tree")
RESOLUTIONS = ("none", "port_level", "count_min_drop")
TOLERATED = 1e-4
LARGEST = 1500  # bytes of a packet in both networks
SOON = 200e-6  # seconds


def throughput(rows, flows, start, end):
    """Gbps of all flows together in [start, end) seconds."""
    inside = [row for row in rows if start <= float(row["time_seconds"]) < end]
    return sum(float(row[f"flow.{flow}.delivered_bps"]) for row in inside for flow in flows) / max(len(inside), 1) / 1e9


def measure(summary, rows):
    flows = [flow["name"] for flow in summary["flows"]]
    end = summary["simulated_seconds"]
    declared = min((one["at_seconds"] for one in summary["detections"]), default=end)
    return {
        "declared": declared,
        "before": throughput(rows, flows, 0, declared),
        "during": throughput(rows, flows, declared, declared + SOON),
        "after": throughput(rows, flows, declared + SOON, end),
        "last": throughput(rows, flows, 0.75 * end, end),
        "declarations": len(summary["detections"]),
        "acts": summary.get("loop_acts"), "refused": summary.get("loans_refused"),
        "drops": sum(summary["drops"].values()), "overdraft": summary.get("loss_overdraft"),
        "allowed": sum(math.floor(TOLERATED * flow["sent_packets"]) for flow in summary["flows"]),
    }


def faults(cases):
    wrong = []
    for (network, resolution), case in cases.items():
        name = f"{network}, {resolution}"
        if resolution == "none":
            if case["last"] != 0:
                wrong.append(f"{name}: does not stand for good")
            continue
        if case["last"] <= case["before"] / 2 or not case["acts"]:
            wrong.append(f"{name}: does not run on")
        if resolution == "port_level" and case["drops"]:
            wrong.append(f"{name}: loses {case['drops']} packets")
        if resolution == "count_min_drop" and not case["drops"] * LARGEST <= case["overdraft"] + case["allowed"] * LARGEST:
            wrong.append(f"{name}: drops more than is tolerated and said")
    return wrong


def table(cases):
    def known(value):
        return "-" if value is None else str(value)

    header = ["network", "resolution", "first declared, ms", "Gbps before", "in the next 200 us", "after", "last quarter", "declarations", "acts",
              "loans refused", "drops", "overdraft, B"]
    return results_page.table(header, [
        [network, f"`{resolution}`", f"{case['declared'] * 1e3:.3f}", *(f"{case[key]:.2f}" for key in ("before", "during", "after", "last")),
         *(known(case[key]) for key in ("declarations", "acts", "refused", "drops", "overdraft"))]
        for (network, resolution), case in cases.items()])


def run_case(weir, network, resolution, out):
    scenario = f"scenarios/itsy/{network}_{'port_level' if resolution == 'none' else resolution}.toml"
    sets = ["expect=", "scenario.sample_interval=5us", *(["deadlock.itsy.resolution=none"] if resolution == "none" else [])]
    summary = results_page.run(weir, scenario, out, *(word for one in sets for word in ("--set", one)))
    return measure(summary, results_page.time_series(out))


def check(weir, rewrite):
    with tempfile.TemporaryDirectory() as scratch:
        cases = {(network, resolution): run_case(weir, network, resolution, f"{scratch}/{network}_{resolution}")
                 for network in NETWORKS for resolution in RESOLUTIONS}
    return results_page.check_page(PAGE, table(cases), faults(cases), f"{len(cases)} cases as the page says", rewrite)


def self_test():
    """Plants what is wrong, and wants it found."""
    def summary(resolution):
        return {"simulated_seconds": 0.01, "flows": [{"name": "f", "sent_packets": 30000}], "detections": [{"at_seconds": 0.002}],
                "drops": {"resolution": 4} if resolution == "count_min_drop" else {}, "loop_acts": 3, "loans_refused": 0, "loss_overdraft": 1500}

    rows = [{"time_seconds": str(n / 10000), "flow.f.delivered_bps": "2e9" if n < 20 else "15e8" if n >= 22 else "0"} for n in range(100)]
    dead = [{**row, "flow.f.delivered_bps": "0"} if n >= 20 else row for n, row in enumerate(rows)]
    cases = {("ring", resolution): measure(summary(resolution), dead if resolution == "none" else rows) for resolution in RESOLUTIONS}
    page = f"words\n{results_page.BEGIN}{table(cases)}{results_page.END}words\n"
    problems = faults(cases) + results_page.stale(PAGE, page, table(cases))
    if [cases["ring", "port_level"][key] for key in ("before", "during", "after")] != [2, 0, 1.5]:
        problems.append(f"windows: {cases['ring', 'port_level']}")
    planted = (("none", "last", 1, "stand for good"), ("port_level", "last", 0.9, "run on"), ("port_level", "drops", 1, "loses"),
               ("count_min_drop", "drops", 5, "tolerated"), ("count_min_drop", "acts", 0, "run on"))
    for resolution, key, value, words in planted:
        wrong = copy.deepcopy(cases)
        wrong["ring", resolution][key] = value
        if not any(words in fault for fault in faults(wrong)) or not results_page.stale(PAGE, page, table(wrong)):
            problems.append(f"planted {resolution} {key}: found {faults(wrong)}")
    return problems, len(planted) + 1


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))

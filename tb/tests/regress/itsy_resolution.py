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
RESOLUTIONS = ("none", "port_level", "flow_level", "count_min_drop")
# Scenario and settings of each run.
CASES = {(network, resolution): (f"{network}_{resolution if resolution != 'none' else 'port_level'}", resolution)
         for network in ("ring", "fat_tree") for resolution in RESOLUTIONS}
CASES |= {("bystander", resolution): ("bystander", resolution) for resolution in RESOLUTIONS}
BYSTANDERS = {"bystander": ("f6",)}  # flows that have nothing to do with the circle
TOLERATED = 1e-4
LARGEST = 1500  # bytes of a packet in both networks
SOON = 200e-6  # seconds


def throughput(rows, flows, start, end):
    """Gbps of all flows together in [start, end) seconds."""
    inside = [row for row in rows if start <= float(row["time_seconds"]) < end]
    return sum(float(row[f"flow.{flow}.delivered_bps"]) for row in inside for flow in flows) / max(len(inside), 1) / 1e9


def measure(summary, rows, bystanders=()):
    flows = [flow["name"] for flow in summary["flows"]]
    end = summary["simulated_seconds"]
    declared = min((one["at_seconds"] for one in summary["detections"]), default=end)
    return {
        "declared": declared,
        "before": throughput(rows, flows, 0, declared),
        "during": throughput(rows, flows, declared, declared + SOON),
        "after": throughput(rows, flows, declared + SOON, end),
        "last": throughput(rows, flows, 0.75 * end, end),
        "bystanders": throughput(rows, bystanders, declared, end) if bystanders else None,
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
        if resolution != "count_min_drop" and case["drops"]:
            wrong.append(f"{name}: loses {case['drops']} packets")
        if resolution == "count_min_drop" and not case["drops"] * LARGEST <= case["overdraft"] + case["allowed"] * LARGEST:
            wrong.append(f"{name}: drops more than is tolerated and said")
    kept_back, passes = (cases["bystander", resolution]["bystanders"] for resolution in ("port_level", "flow_level"))
    if passes <= kept_back:
        wrong.append(f"flow_level keeps the bystander back: {passes} Gbps, and {kept_back} at port level")
    return wrong


def table(cases):
    def known(value):
        return "-" if value is None else str(value)

    header = ["network", "resolution", "first declared, ms", "Gbps before", "in the next 200 us", "after", "last quarter", "bystanders", "declarations", "acts",
              "loans refused", "drops", "overdraft, B"]
    return results_page.table(header, [
        [network, f"`{resolution}`", f"{case['declared'] * 1e3:.3f}", *(f"{case[key]:.2f}" for key in ("before", "during", "after", "last")),
         "-" if case["bystanders"] is None else f"{case['bystanders']:.2f}",
         *(known(case[key]) for key in ("declarations", "acts", "refused", "drops", "overdraft"))]
        for (network, resolution), case in cases.items()])


def run_case(weir, network, scenario, resolution, out):
    sets = ("expect=", "scenario.sample_interval=5us", f"deadlock.itsy.resolution={resolution}")
    summary = results_page.run(weir, f"scenarios/itsy/{scenario}.toml", out, *(word for one in sets for word in ("--set", one)))
    return measure(summary, results_page.time_series(out), BYSTANDERS.get(network, ()))


def check(weir, rewrite):
    with tempfile.TemporaryDirectory() as scratch:
        cases = {key: run_case(weir, key[0], *how, f"{scratch}/{'_'.join(key)}") for key, how in CASES.items()}
    return results_page.check_page(PAGE, table(cases), faults(cases), f"{len(cases)} cases as the page says", rewrite)


def self_test():
    """Plants what is wrong, and wants it found."""
    def summary(resolution):
        return {"simulated_seconds": 0.01, "flows": [{"name": "f", "sent_packets": 30000}], "detections": [{"at_seconds": 0.002}],
                "drops": {"resolution": 4} if resolution == "count_min_drop" else {}, "loop_acts": 3, "loans_refused": 0, "loss_overdraft": 1500}

    rows = [{"time_seconds": str(n / 10000), "flow.f.delivered_bps": "2e9" if n < 20 else "15e8" if n >= 22 else "0"} for n in range(100)]
    dead = [{**row, "flow.f.delivered_bps": "0"} if n >= 20 else row for n, row in enumerate(rows)]
    cases = {key: measure(summary(resolution), dead if resolution == "none" else rows, ("f",) if key[0] in BYSTANDERS else ())
             for key, (_, resolution) in CASES.items()}
    cases["bystander", "flow_level"]["bystanders"] = 2
    page = f"words\n{results_page.BEGIN}{table(cases)}{results_page.END}words\n"
    problems = faults(cases) + results_page.stale(PAGE, page, table(cases))
    if [cases["ring", "port_level"][key] for key in ("before", "during", "after")] != [2, 0, 1.5]:
        problems.append(f"windows: {cases['ring', 'port_level']}")
    planted = (("ring", "none", "last", 1, "stand for good"), ("ring", "port_level", "last", 0.9, "run on"), ("ring", "port_level", "drops", 1, "loses"),
               ("ring", "flow_level", "drops", 1, "loses"), ("bystander", "flow_level", "bystanders", 1, "keeps the bystander back"),
               ("ring", "count_min_drop", "drops", 5, "tolerated"), ("ring", "count_min_drop", "acts", 0, "run on"))
    for network, resolution, key, value, words in planted:
        wrong = copy.deepcopy(cases)
        wrong[network, resolution][key] = value
        if not any(words in fault for fault in faults(wrong)) or not results_page.stale(PAGE, page, table(wrong)):
            problems.append(f"planted {resolution} {key}: found {faults(wrong)}")
    return problems, len(planted) + 1


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))

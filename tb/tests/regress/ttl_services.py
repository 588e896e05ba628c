# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Two services under TTL-shifted PFC and a lossy class side by side, on random graphs with routes that come back, with the hop from the TTL and from the label of an
edge: once injection stops nothing of the services may stay or be lost, whatever the lossy class does to its own packets.

ttl_services.py WEIR           fails where a service loses or keeps a packet, or plain PFC gets through everywhere, or no lossy packet is lost
ttl_services.py --self-test    shows that what stays and what is lost is found, and that the lossy class may lose
"""

import json
import pathlib
import sys
import tempfile

import results_page
import ttl_random

GRAPHS = range(1, 41)
LONG, SHORT, LOSSY = 0, 4, 7
MOST_SWITCHES_PASSED = {LONG: 3, SHORT: 2, LOSSY: 3}
PLAN = """
[sweep]
scenarios = "graphs/*.toml"
keep = "all"
results = ["deadlock", "drops", "packets_delivered"]
[[axis]]
key = "scheme"
[axis.cases]
services = ["flow_control.scheme=ttl_pfc", "switch.class_mapper.source=ttl", "switch.class_mapper.ttl0=4", "switch.class_mapper.services=[0, 4, 7]"]
labels = ["flow_control.scheme=ttl_pfc", "switch.class_mapper.source=label", "switch.class_mapper.services=[0, 4, 6, 7]", "switch.max_frame=1504B"]
pfc = ["flow_control.lossless=[0, 4]", "switch.egress.discipline=round_robin"]
"""
SCHEMES = ["services", "labels", "pfc"]


def scenario(seed):
    switches, cables, routes = ttl_random.graph(seed, max(MOST_SWITCHES_PASSED.values()))
    text = ttl_random.network(seed, switches, cables)
    for number, walk in enumerate(routes):
        for traffic_class, most in MOST_SWITCHES_PASSED.items():
            if len(walk) <= most:
                text.append(ttl_random.flow(f"f{number}_{traffic_class}", walk) + f"class = {traffic_class}\n")
    return "\n".join(text)


def summaries(weir, folder):
    """{scheme: {graph: summary}}."""
    (folder / "graphs").mkdir(parents=True)
    for seed in GRAPHS:
        (folder / "graphs" / f"{seed}.toml").write_text(scenario(seed), encoding="utf-8")
    plan = folder / "ttl_services.toml"
    plan.write_text(PLAN, encoding="utf-8")
    results = {scheme: {} for scheme in SCHEMES}
    for run in results_page.sweep(weir, plan, folder)["runs"]:
        graph_index, scheme = run["values"]
        summary = (results_page.TOP / run["directory"] / "summary.json").read_text(encoding="utf-8")
        results[SCHEMES[scheme]][GRAPHS[graph_index]] = json.loads(summary)
    return results


def lost(summary, traffic_class):
    return sum(f["sent_packets"] - f["delivered_packets"] for f in summary["flows"] if f["name"].endswith(f"_{traffic_class}"))


def faults(seed, summary):
    """What is wrong with a run under TTL-shifted PFC, in words."""
    found = []
    if summary["deadlock"]:
        found.append(f"graph {seed}: deadlock at {summary['deadlock']['formed_at_seconds']} s")
    stays = sum(queue["viq_final_bytes"] for queue in summary["queues"])
    if stays:
        found.append(f"graph {seed}: {stays} B stay")
    for service in (LONG, SHORT):
        if lost(summary, service):
            found.append(f"graph {seed}: {lost(summary, service)} packets of service {service} did not arrive")
    return found


def self_test():
    def run(*delivered, stays=0):
        flows = [{"name": f"f0_{c}", "sent_packets": 2, "delivered_packets": d} for c, d in zip(MOST_SWITCHES_PASSED, delivered)]
        return {"deadlock": None, "queues": [{"viq_final_bytes": stays}], "flows": flows}

    assert not faults(1, run(2, 2, 2)) and not faults(1, run(2, 2, 0))
    assert faults(1, run(1, 2, 2)) and faults(1, run(2, 1, 2)) and faults(1, run(2, 2, 2, stays=1))
    assert faults(1, run(2, 2, 2) | {"deadlock": {"formed_at_seconds": 1e-3}})
    assert lost(run(2, 2, 0), LOSSY) == 2
    assert scenario(3) == scenario(3) and all(f"class = {c}\n" in scenario(3) for c in MOST_SWITCHES_PASSED)


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    weir = str(pathlib.Path(arguments[0]).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        results = summaries(weir, pathlib.Path(scratch) / "sweep")
    found = [f"{scheme}: {fault}" for scheme in ("services", "labels") for g in GRAPHS for fault in faults(g, results[scheme][g])]
    if not any(results["pfc"][g]["deadlock"] for g in GRAPHS):
        found.append("no graph deadlocks under plain PFC: nothing is shown")
    if not any(lost(results["services"][g], LOSSY) for g in GRAPHS):
        found.append("the lossy class loses nothing: nothing is shown")
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Networks of itsy_networks.py under each resolution of ITSY, and what must hold of all of them:
docs/results/itsy_resolution_cases.md.

itsy_resolution_cases.py WEIR             fails where something does not hold, or the page holds other figures
itsy_resolution_cases.py WEIR --write     puts the figures into the page
itsy_resolution_cases.py WEIR --cases N [--from M]  as many cases, from number M on, and the first of SEVERAL: prints their figures; exit status as above
itsy_resolution_cases.py --self-test      shows that each fault is found
"""

import concurrent.futures
import os
import pathlib
import re
import sys
import tempfile

import itsy_networks
import itsy_variants
import results_page

PAGE = results_page.TOP / "docs" / "results" / "itsy_resolution_cases.md"
CASES = 40
SEVERAL = ("371", "750", "1307", "1536", "1816", "1959", "f247", "f249", "f497")  # in which no check finds the deadlock: itsy_cases.md
ROUNDS = ("none", "port_level", "flow_level", "count_min_drop")
RESOLUTIONS = ("port_level", "flow_level", "count_min_drop", "port_level limited", "published port_level", "published flow_level", "published count_min_drop")  # of `repaired`, where nothing else is said
PUBLISHED = "published "
LIMITED = " limited"
LIMIT = ('deadlock.itsy.trigger_limit="100Mbps"', 'deadlock.itsy.trigger_limit_time="1ms"')
DROPS = "count_min_drop"
TOLERATED = 1e-4
LARGEST = 1500  # bytes of a packet in any case
TIMES = 4  # as long as the case: all traffic ends in its first half, and what a resolution keeps paused is free after two lives of a message
STRATEGY = "switch.crossbar.strategy=output_queued"  # flow level wants it


def run(weir, number, resolution, folder, settings=lambda text: []):
    """What the summary has of one run; {} with the words where it failed."""
    file = pathlib.Path(folder) / f"case_{number}.toml"
    text = itsy_networks.scenario(number)
    file.write_text(text, encoding="utf-8")
    known = {"loses_messages": "[[link_fault]]" in text, "least_frame": min(map(int, re.findall(r'frame_length = "(\d+)B"', text)))}
    try:
        return known | results_page.run(weir, file, pathlib.Path(folder) / f"{number}_{resolution.replace(' ', '_')}", "--set", STRATEGY,
                                "--set", f"scenario.duration={TIMES * int(re.search(r'duration = .([0-9]+)ns', text).group(1))}ns",
                                "--set", f"deadlock.itsy.resolution={resolution.removeprefix(PUBLISHED).removesuffix(LIMITED)}",
                                "--set", f"deadlock.itsy.protocol={'published' if resolution.startswith(PUBLISHED) else 'repaired'}",
                                *(word for setting in (*settings(text), *(LIMIT if resolution.endswith(LIMITED) else ())) for word in ("--set", setting)))
    except SystemExit as failed:
        return {"failed": str(failed)}


def standing(summary):
    return [knot for knot in summary["score"]["knots"] if knot["dissolved_at_seconds"] is None]


def disturbed(summary):
    """Hosts that never take anything again, resets and lost messages leave what no resolution mends within a run."""
    return summary["loses_messages"] or any("any more" in event["what"] or "reset" in event["what"] for event in summary["events"])


def faults(number, resolution, summary):
    name = f"case {number}, {resolution}"
    if "failed" in summary:
        return [f"{name}: {summary['failed']}"]
    found, score, drops = [], summary["score"], summary["drops"]
    lost = sum(count for reason, count in drops.items() if not reason.startswith("reset"))
    published = resolution.startswith(PUBLISHED)  # may say, resolve and miss what it likes
    if not resolution.endswith(DROPS) and lost:
        found.append(f"{name}: loses {drops}")
    if resolution.endswith(DROPS):
        allowed = TOLERATED * LARGEST * sum(flow["sent_packets"] for flow in summary["flows"])
        if drops.get("resolution", 0) * summary["least_frame"] > summary["loss_overdraft"] + allowed:
            found.append(f"{name}: {drops['resolution']} packets dropped, {summary['loss_overdraft']} B of them said to be too many")
        if lost > drops.get("resolution", 0):
            found.append(f"{name}: loses {drops}")
    if score["needless_resolutions"] and not published:
        found.append(f"{name}: {score['needless_resolutions']} of {score['resolutions']} resolutions are needless")
    if score["declared_false"] and not published:
        found.append(f"{name}: {score['declared_false']} declarations are false: {score['false_ones']}")
    if number in SEVERAL and resolution != "none" and standing(summary):
        found.append(f"{name}: {[knot['class'] for knot in standing(summary)]} stand at the end")
    if resolution == "none":
        return found
    if not disturbed(summary):
        if any(knot["class"] == "edges" for knot in standing(summary)) and not published:
            found.append(f"{name}: a circle of edges stands at the end")
        waiting = sum(flow["sent_packets"] - flow["delivered_packets"] for flow in summary["flows"])
        if waiting != lost and not standing(summary):
            found.append(f"{name}: no deadlock stands, {lost} packets are lost, and {waiting} have not arrived")
    return found


def figures(runs, resolutions=RESOLUTIONS):
    def row(what, of):
        return [what, *(str(of(runs[resolution])) for resolution in resolutions)]

    def score(key):
        return lambda of: f"{sum(one['score'][key] for one in of):,}"

    rows = [row("cases", len), row("deadlocks that formed", score("formed")), row("that stand at the end", lambda of: sum(len(standing(one)) for one in of)),
            row("resolutions", score("resolutions")), row("of which needless", score("needless_resolutions")),
            row("acts of switches", lambda of: f"{sum(one.get('loop_acts') or 0 for one in of):,}"),
            row("loans refused", lambda of: f"{sum(one.get('loans_refused') or 0 for one in of):,}"),
            row("flows limited", lambda of: f"{sum(one.get('flows_limited') or 0 for one in of):,}"),
            row("packets dropped by resolution", lambda of: f"{sum(one['drops'].get('resolution', 0) for one in of):,}"),
            row("of which overdraft, B", lambda of: f"{sum(one.get('loss_overdraft') or 0 for one in of):,}"),
            row("false declarations", score("declared_false")), row("apart: after a RESUME by resolution, a reset", score("declared_apart"))]
    return results_page.table(["", *(f"`{resolution}`" for resolution in resolutions)], rows)


def run_all(weir, numbers, resolutions=RESOLUTIONS, settings=lambda text: []):
    """The table, and what must not be."""
    found, runs = [], {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for resolution in resolutions:
            summaries = list(pool.map(lambda number, r=resolution: run(weir, number, r, folder, settings), numbers))
            for number, summary in zip(numbers, summaries):
                found += faults(number, resolution, summary)
            runs[resolution] = [summary for summary in summaries if "failed" not in summary]
    return figures(runs, resolutions), found


def self_test():
    knot = {"class": "edges", "dissolved_at_seconds": None}
    score = {"needless_resolutions": 0, "resolutions": 3, "declared_false": 0, "false_ones": [], "knots": []}
    flow = {"name": "f", "sent_packets": 20000, "delivered_packets": 20000}

    def found(resolution, drops=None, overdraft=0, flows=(flow,), events=(), loses=False, **more):
        return faults(1, resolution, {"score": score | more, "drops": drops or {}, "loss_overdraft": overdraft, "flows": flows, "events": events,
                                      "loses_messages": loses, "least_frame": 1000})

    def lossy(packets):
        return flow | {"delivered_packets": 20000 - packets}

    late = flow | {"delivered_packets": 19999}
    for resolution in RESOLUTIONS:
        published = resolution.startswith(PUBLISHED)
        assert not found(resolution)
        assert bool(found(resolution, needless_resolutions=1)) is bool(found(resolution, declared_false=1)) is not published
        assert bool(found(resolution, knots=[knot])) is not published and not found(resolution, knots=[knot], events=[{"what": "h1 takes no packet any more"}])
        assert not found(resolution, knots=[knot], loses=True)
        assert found(resolution, flows=[late]) and not found(resolution, {"reset": 1}, flows=[late], events=[{"what": "s1 is reset"}])
        assert found(resolution, {"buffer_full": 1})
        assert faults(1, resolution, {"failed": "killed"})
    assert found("port_level", {"resolution": 1}) and not found("count_min_drop", {"resolution": 2}, flows=[lossy(2)])
    assert found("count_min_drop", {"resolution": 5}, flows=[lossy(5)]) and not found("count_min_drop", {"resolution": 5}, 2000, flows=[lossy(5)])
    assert found("count_min_drop", {"resolution": 2}, flows=[lossy(3)])
    stands = {"score": score | {"knots": [knot | {"class": "several"}]}, "drops": {}, "flows": [flow], "events": [], "loses_messages": True, "least_frame": 1000}
    assert faults(SEVERAL[0], "port_level", stands) and not faults(SEVERAL[0], "none", stands) and not faults(1, "port_level", stands)
    assert found("published flow_level", {"resolution": 1}) and found("published count_min_drop", {"resolution": 5}, flows=[lossy(5)])


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    options = dict(zip(arguments[1::2], arguments[2::2])) if "--cases" in arguments else {}
    first, cases = int(options.get("--from", 1)), int(options.get("--cases", CASES))
    table, found = run_all(arguments[0], range(first, first + cases))
    tables = {"figures": table}
    tables["several"], wrong = run_all(arguments[0], SEVERAL[:1] if options else SEVERAL, ROUNDS, itsy_variants.rounds)
    found += wrong
    return results_page.conclude(PAGE, tables, found, rewrite="--write" in arguments, other=bool(options))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

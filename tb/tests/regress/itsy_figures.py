# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Figures 6 and 7 of the ITSY paper as this model has them, beside what the paper says.

itsy_figures.py WEIR            fails where a run is not as it must be, or where docs/results/itsy_figures.md does not hold its figures
itsy_figures.py WEIR --write    puts the figures of these runs into that page
itsy_figures.py --self-test     shows that wrong runs and figures are found
"""

import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import itsy_loop
import itsy_times
import results_page

PAGE = results_page.TOP / "docs/results/itsy_figures.md"
RESOLUTIONS = ("none", "port_level", "count_min_drop")
INSTANTS = (-6, -4, -2, 0, 2, 3, 4, 6, 8, 10, 14, 20)  # hops from the forming of the deadlock
XONS = (99, 95, 90, 80, 60)  # KB, below an XOFF of 100 KB
MASK = (1 << 64) - 1

LINE = """
[scenario]
name = "itsy_line"
duration = "5ms"
[topology]
kind = "parking_lot"
switches = 4
hosts_per_switch = 1
rate = "10Gbps"
delay = "1us"
[switch.mmu]
viq_limit = "200KB"
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = "100KB"
xon = "{xon}KB"
refresh_fraction = 0.33
[deadlock]
unit = "itsy"
[deadlock.itsy]
protocol = "{protocol}"
[measure.baselines]
period = "100us"
[traffic]
pattern = "incast"
target = "h5"
"""


def run_text(weir, scratch, name, text, *options):
    path = pathlib.Path(scratch) / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    out = pathlib.Path(scratch) / name
    return results_page.run(weir, path, out, *options), out


def occupancy(weir, scratch):
    """Figure 6a: KB in the VIQs of the loop of four, hops after the deadlock has formed; when it was declared and broken."""
    found = {}
    for protocol, resolution in (("published", "none"), ("repaired", "port_level"), ("repaired", "count_min_drop")):
        text = itsy_loop.scenario(4, 0, protocol, itsy_times.PERIOD, resolution=resolution)
        summary, out = run_text(weir, scratch, f"loop_{protocol}_{resolution}", text, "--set", "scenario.sample_interval=100ns")
        knot = summary["score"]["knots"][0]
        rows = results_page.time_series(out)
        depths = []
        for instant in INSTANTS:
            at = knot["formed_at_seconds"] + instant * itsy_loop.HOP
            row = min(rows, key=lambda one, at=at: abs(float(one["time_seconds"]) - at))
            depths.append(sum(float(row[f"{viq}.viq_depth_bytes"]) for viq in knot["viqs"]) / 1000)
        found[protocol, resolution] = {"declared": itsy_times.hops(knot["declared_at_seconds"], knot["formed_at_seconds"]),
                                       "broken": itsy_times.hops(knot["dissolved_at_seconds"], knot["declared_at_seconds"]), "depths": depths}
    return found


def ratios():
    """Figure 6b, from the page of times: of each L on the loop, M1 and M2 over `published` and over `repaired`."""
    found = {}
    for line in itsy_times.PAGE.read_text(encoding="utf-8").split("\n"):
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == len(itsy_times.HEADER) and cells[0].isdigit() and cells[1] == "0":
            one = dict(zip(itsy_times.HEADER, cells))
            found[int(cells[0])] = [float(one[name].split()[0]) / float(one[by]) for by in ("published", "repaired") for name in ("M1", "M2")]
    return found


def bandwidth(weir, scratch):
    """Figure 6c: a line of four switches into one host, by XON: pauses a second between switches, bytes a second of checks and of M1 and M2."""
    found = {}
    for xon in XONS:
        row = {}
        for protocol in ("published", "repaired"):
            summary, _ = run_text(weir, scratch, f"line_{xon}_{protocol}", LINE.format(xon=xon, protocol=protocol))
            seconds = summary["simulated_seconds"]
            row["pauses"] = sum(queue["pauses_sent"] for queue in summary["queues"] if queue["device"].startswith("s")) / seconds
            row[protocol] = summary["check_bytes"] / seconds
            for one in summary["baselines"]:
                row[one["name"]] = one["line_bytes"] / seconds
                row[f"{one['name']}_looks"] = one["looks"] / seconds
        found[xon] = row
    return found


def scrambled(number):
    number = (number + 0x9E3779B97F4A7C15) & MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK
    return number ^ (number >> 31)


def fat_tree():
    """Neighbours of the 20 switches of a fat tree of k = 4: 8 of the edge, 8 of aggregation, 4 of the core."""
    near = {n: set() for n in range(20)}
    cables = [(2 * pod + e, 8 + 2 * pod + a) for pod in range(4) for e in range(2) for a in range(2)]
    cables += [(8 + 2 * pod + a, 16 + 2 * a + c) for pod in range(4) for a in range(2) for c in range(2)]
    for one, other in cables:
        near[one].add(other)
        near[other].add(one)
    return near


def paths(near, path, most):
    yield path
    if len(path) < most:
        for following in near[path[-1]] - set(path):
            yield from paths(near, [*path, following], most)


def least_filter(hashes, most=8):
    """Bits of the smallest Bloom filter, in steps of 8, that mistakes no switch for another on any path of 8 switches without a loop."""
    near = fat_tree()
    all_paths = [path for start in near for path in paths(near, [start], most) if len(path) == most]
    for bits in itertools.count(8, 8):
        masks = [sum(1 << bit for bit in {scrambled(at * hashes + n) % bits for n in range(hashes)}) for at in near]
        if not any(mistaken(path, masks) for path in all_paths):
            return bits
    return None


def mistaken(path, masks):
    filled = masks[path[0]]
    for at in path[1:]:
        if masks[at] & filled == masks[at]:
            return True
        filled |= masks[at]
    return False


def memory(weir):
    """Figure 7a: flip-flops and SRAM bits of a switch of 64 ports with one lossless class, by mechanism."""
    found = {}
    for resolution in ("count_min_drop", "port_level", "flow_level"):
        command = [weir, "cost", "--ports", "64", "--mechanisms", f"pfc,itsy,{resolution}", "--format", "json"]
        cost = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for one in cost["mechanisms"]:
            if one["mechanism"].startswith("itsy"):
                found[one["mechanism"]] = (one["bits"]["flip_flop"], one["bits"]["sram"])
    return found


def ring(weir, scratch):
    """Figures 7b and 7c: the ring of three that deadlocks again and again, by resolution."""
    found = {}
    for resolution in RESOLUTIONS:
        file = f"scenarios/itsy/ring_{'port_level' if resolution == 'none' else resolution}.toml"
        sets = ["expect=", "measure.latency=true", f"deadlock.itsy.resolution={resolution}"]
        summary = results_page.run(weir, file, f"{scratch}/ring_{resolution}", *(word for one in sets for word in ("--set", one)))
        queues = [queue for queue in summary["queues"] if queue["device"].startswith("s")]
        latency = summary["classes"][0]
        found[resolution] = {"deadlocks": summary["score"]["formed"], "messages": summary["check_messages"],
                             "pauses": sum(queue["pauses_sent"] for queue in queues), "resumes": sum(queue["resumes_sent"] for queue in queues),
                             "drops": sum(summary["drops"].values()), "delivered": summary["packets_delivered"],
                             **{name: latency[f"latency_{name}_seconds"] for name in ("median", "p95", "p99", "highest")}}
    return found


def faults(found):
    wrong = []
    for (protocol, resolution), one in found["6a"].items():
        declared = 4 if protocol == "published" else 3
        if one["declared"] is None or not declared <= one["declared"] <= declared + itsy_times.TOLERANCE:
            wrong.append(f"6a: {protocol} declares after {one['declared']} hops, wanted {declared}")
        if resolution != "none" and (one["broken"] is None or not 5 <= one["broken"] <= 5 + itsy_times.TOLERANCE):
            wrong.append(f"6a: {resolution} breaks it after {one['broken']} hops, wanted 5")
        if resolution != "none" and one["depths"][-1] >= max(one["depths"]):
            wrong.append(f"6a: {resolution}: the VIQs do not fall")
    for length, (m1, m2, *_) in found["6b"].items():
        if not (m1 > 1.5 and m2 > 1.2):
            wrong.append(f"6b: L = {length}: M1 {m1}, M2 {m2} times as long as `published`")
    for xon, row in found["6c"].items():
        if not row["pauses"] or row["repaired"] > 84 * row["pauses"] or row["published"] > 84 * row["pauses"] or not row["m1_looks"]:
            wrong.append(f"6c: XON {xon} KB: {row}")
    for resolution, one in found["7bc"].items():
        if (resolution == "none") == (one["deadlocks"] > 1):
            wrong.append(f"7b: {resolution}: {one['deadlocks']} deadlocks")
        if resolution == "port_level" and one["drops"]:
            wrong.append(f"7c: port level drops {one['drops']}")
    return wrong


def tables(found):
    loops, lines, rings = found["6a"], found["6c"], found["7bc"]
    return {
        "6a": results_page.table(["", "declared", "broken", *(f"{instant:+}" for instant in INSTANTS)], [
            [f"{protocol}, `{resolution}`", itsy_times.known(one["declared"]), itsy_times.known(one["broken"]), *(f"{depth:.1f}" for depth in one["depths"])]
            for (protocol, resolution), one in loops.items()]),
        "6b": results_page.table(["L", "M1 / published", "M2 / published", "M1 / repaired", "M2 / repaired"], [
            [str(length), *(f"{ratio:.2f}" for ratio in row)] for length, row in found["6b"].items()]),
        "6c": results_page.table(["XON, KB", "PAUSEs a second", "published", "repaired", "M1", "M2", "INT", "Bloom filter", "Unroller",
                                    "looks a second of M1, M2"], [
            [str(xon), *(f"{row[name]:,.0f}" for name in ("pauses", "published", "repaired", "m1", "m2", "int_path", "bloom_filter", "unroller",
                                                          "m1_looks"))] for xon, row in lines.items()]),
        "6d": results_page.table(["", "bits a packet"], [[name, bits] for name, bits in found["6d"].items()]),
        "7a": results_page.table(["", "flip-flops", "bits of SRAM"], [[f"`{name}`", f"{flops:,}", f"{sram:,}"]
                                                                     for name, (flops, sram) in found["7a"].items()]),
        "7b": results_page.table(["", "deadlocks", "checks and lists", "PAUSE", "RESUME", "dropped", "delivered"], [
            [f"`{name}`", *(f"{one[key]:,}" for key in ("deadlocks", "messages", "pauses", "resumes", "drops", "delivered"))]
            for name, one in rings.items()]),
        "7c": results_page.table(["", "median", "95 %", "99 %", "longest"], [
            [f"`{name}`", *(f"{one[key] * 1e6:,.1f}" for key in ("median", "p95", "p99", "highest"))] for name, one in rings.items()]),
    }


def check(weir, rewrite):
    with tempfile.TemporaryDirectory() as scratch:
        found = {"6a": occupancy(weir, scratch), "6b": ratios(), "6c": bandwidth(weir, scratch), "7a": memory(weir), "7bc": ring(weir, scratch)}
    found["6d"] = {"PathDump": "64", **{f"Bloom filter, {hashes} hashes": str(least_filter(hashes)) for hashes in (1, 2, 3, 4)},
                   "INT, 8 hops": str(64 + 8 * 32), "Unroller": str(8 + 20), "ITSY": "0 (32 on a PAUSE)"}
    made = tables(found)
    if rewrite:
        results_page.write_tables(PAGE, made)
    wrong = faults(found) + results_page.stale_tables(PAGE, PAGE.read_text(encoding="utf-8"), made)
    print("\n".join(wrong) or "figures 6 and 7 as the page says")
    return 1 if wrong else 0


def self_test():
    """Plants what is wrong, and wants it found."""
    loop = {"declared": 3.0, "broken": 5.0, "depths": [1.0, 9.0, 2.0]}
    one_ring = {"deadlocks": 9, "messages": 1, "pauses": 1, "resumes": 1, "drops": 0, "delivered": 1, "median": 1.0, "p95": 1.0, "p99": 1.0, "highest": 1.0}
    row = {"pauses": 10, "published": 2.0, "repaired": 1.0, "m1": 3.0, "m2": 3.0, "m1_looks": 5.0, "int_path": 1.0, "bloom_filter": 2.0,
           "unroller": 1.0}
    good = {"6a": {("published", "none"): {**loop, "declared": 4.0, "broken": None}, ("repaired", "port_level"): loop}, "6b": {4: [3.0, 2.5, 4.0, 3.3]},
            "6c": {99: row}, "6d": {"INT": "320"}, "7a": {"itsy": (1, 2)}, "7bc": {"none": {**one_ring, "deadlocks": 1}, "port_level": one_ring}}
    planted = [
        (None, lambda found: None),
        ("declares", lambda found: found["6a"]["published", "none"].update(declared=3.0)),
        ("breaks", lambda found: found["6a"]["repaired", "port_level"].update(broken=None)),
        ("do not fall", lambda found: found["6a"]["repaired", "port_level"].update(depths=[1.0, 9.0])),
        ("6b", lambda found: found["6b"].update({4: [1.0, 2.5, 4.0, 3.3]})),
        ("6c", lambda found: found["6c"][99].update(repaired=900.0)),
        ("7b", lambda found: found["7bc"]["none"].update(deadlocks=2)),
        ("7c", lambda found: found["7bc"]["port_level"].update(drops=1)),
        ("the table '6d'", lambda found: found["6d"].update(INT="256")),
    ]
    told = lambda found, text: faults(found) + results_page.stale_tables(PAGE, text, tables(found))
    problems = results_page.planted_tables(good, told, tables, planted)
    if least_filter(2, 3) >= least_filter(2, 5) or not re.match(r"\d+$", str(least_filter(4, 3))):
        problems.append("a filter for longer paths is not larger")
    return problems, len(planted)


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))

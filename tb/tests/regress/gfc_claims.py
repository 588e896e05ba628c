# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""GFC's numbers, derived and measured: tau and B of section 5.4, the cost of messages of 4.2, the cases of section 7; makes the tables of the page.

gfc_claims.py WEIR            fails where a run is not what the page says, or where its tables are not those of these runs
gfc_claims.py WEIR --write    puts the tables into docs/results/gfc_claims.md
gfc_claims.py --self-test     shows that a wrong outcome and a wrong figure are found
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import results_page

PAGE = results_page.TOP / "docs/results/gfc_claims.md"
SCENARIOS = results_page.TOP / "scenarios/gfc"
RATES = (10, 40, 100)  # Gbps
TAU, MESSAGE = 7.4e-6, 64 * 8  # s, bits
# Section 5.4: tau in us, 2 C tau in KB, N; tau with an MTU of 4 KB, and what is below B0 then.
PAPER = {10: ("7.4", "18.5", 16, "11.4", "140.8"), 40: ("5.6", "56", 18, "6.6", "191.4"), 100: ("5.2", "130", 20, "5.6", "271")}
B1 = {10: "281KB", 40: "244KB", 100: "169KB"}  # with Bm = 300 KB, within 2 C tau
DRAINS = (9000, 8000, 7500, 7000, 6000, 5500, 5000, 4500, 4000, 3750, 3500, 3000, 2600, 2000, 1500, 1000, 700)  # Mbps
SHORT = ["scenario.duration=8ms", "event.free.at=7ms"]
# A loop that is a hundred times as long: 617 packets a tau instead of 6.
LONG = ["flow_control.processing_delay=732.6us", "flow_control.gfc_buffer_based.bm=3MB", "flow_control.gfc_buffer_based.b1=1150KB",
        "switch.mmu.viq_limit=3MB", "scenario.duration=80ms", "event.slower.at=1ms", "event.free.at=79ms", "scenario.sample_interval=740us"]
TIME_BASED = ["flow_control.scheme=gfc_time_based", "flow_control.gfc_time_based.b0=159KB", "flow_control.gfc_time_based.bm=300KB",
              "flow_control.gfc_time_based.block=4B", "flow_control.gfc_time_based.counter_bits=18"]
# What a VIQ may take: the third of them without an end, so that nothing is lost and its growth can be seen.
DRAIN_CASES = {f"{rate} Gbps, buffer-based": (rate, [f"flow_control.gfc_buffer_based.b1={B1[rate]}"]) for rate in RATES}
DRAIN_CASES |= {"10 Gbps, buffer-based, N = 20": (10, ["flow_control.gfc_buffer_based.stages=20"]),
                "10 Gbps, buffer-based, N = 24": (10, ["flow_control.gfc_buffer_based.stages=24"]), "10 Gbps, time-based": (10, TIME_BASED)}
LEVELS = range(2, 7)
LOOPS = {"GFC, bridges": ("bridged", "backlogged", "gfc_buffer_based"), "GFC, routers": ("shortest_paths", "backlogged", "gfc_buffer_based"),
         "PFC, bridges": ("bridged", "backlogged", "pfc"), "GFC, bridges, f1 sends 200 Mbps": ("bridged", "constant_rate", "gfc_buffer_based"),
         "GFC, routers, f1 sends 200 Mbps": ("shortest_paths", "constant_rate", "gfc_buffer_based")}


class Runs:
    def __init__(self, weir, scratch):
        self.weir, self.scratch, self.number = weir, pathlib.Path(scratch), 0

    def run(self, scenario, settings, *options, swapped=()):
        """Summary and directory of a run; `swapped` are pairs of texts of the file, for lists, whose elements have no name."""
        self.number += 1
        path, out = SCENARIOS / f"{scenario}.toml", self.scratch / f"run_{self.number}"
        if swapped:
            text = path.read_text(encoding="utf-8")
            for old, new in swapped:
                if old not in text:
                    raise SystemExit(f"{path}: no {old!r}")
                text = text.replace(old, new)
            path = self.scratch / f"{scenario}_{self.number}.toml"
            path.write_text(text, encoding="utf-8")
        sets = [word for setting in ("expect=", *settings) for word in ("--set", setting)]
        return results_page.run(self.weir, path, out, *options, *sets), out

    def bound(self, *settings):
        """tau in us, and Bm less the bound in KB, that `weir check` tells of thresholds far too high."""
        sets = [word for setting in ("event=", "expect=", *settings) for word in ("--set", setting)]
        told = subprocess.run([self.weir, "check", SCENARIOS / "messages.toml", *sets], capture_output=True, text=True, check=True)
        found = re.search(r" = ([\d.]+)KB \(Bm = 300KB, tau = ([\d.]+)us", told.stderr + told.stdout)
        return float(found[2]), 300 - float(found[1])


def viq(summary, device="s1", port=0, class_id=0):
    return next(queue for queue in summary["queues"] if (queue["device"], queue["port"], queue["class"]) == (device, port, class_id))


def last_stage(weir_runs, rate):
    """N: the last stage that a sender is told when nothing leaves."""
    summary, out = weir_runs.run("slow_drain", [f"topology.rate={rate}Gbps", f"flow_control.gfc_buffer_based.b1={B1[rate]}"], "--until", "200ms",
                                 swapped=[("2441406bps", "1bps")])
    del summary
    return max(int(row["h1.p0.c0.sender_stage"]) for row in results_page.time_series(out))


def parameters(runs):
    found = {}
    for rate in RATES:
        common = [f"topology.rate={rate}Gbps"]
        tau, room = runs.bound(*common, "flow_control.gfc_buffer_based.b1=299KB")
        slow_tau, slow = runs.bound(*common, "switch.max_frame=4000B", *TIME_BASED, "flow_control.gfc_time_based.b0=299KB")
        found[rate] = {"tau": tau, "room": room, "stages": last_stage(runs, rate), "slow_tau": slow_tau, "slow": slow}
    return found


def messages(runs):
    """{loop: {drain in Mbps: messages a tau in the steady state}}, and the most in one tau of the scenario as it is."""
    found = {"short": {}, "long": {}}
    for loop, settings, tau, times in (("short", SHORT, TAU, ("4ms", "6ms")), ("long", LONG, 100 * TAU, ("40ms", "78ms"))):
        length = float(times[1][:-2]) - float(times[0][:-2])
        for drain in DRAINS:
            counts = [viq(runs.run("messages", [*settings, "measure.feedback=false", f"event.slower.rate={drain}Mbps"], "--until", until)[0])["feedback_frames"]
                      for until in times]
            found[loop][drain] = (counts[1] - counts[0]) * tau / (length * 1e-3)
    found["most"] = max(runs.run("messages", [f"event.slower.rate={drain}Mbps"])[0]["feedback_share_highest"] * 10e9 / (MESSAGE / TAU) for drain in (100, 1000, 3500, 6000))
    return found


def fluid(drain, line=10_000):
    """Messages a tau of the paper's fluid at that drain: 2 in a cycle of (2 + x + 1/x) tau, x how far the stage above is from the drain, over the one below."""
    above = line
    while above / 2 > drain:
        above /= 2
    if drain in (above, above / 2):
        return 0.0
    x = (above - drain) / (drain - above / 2)
    return 2 / (2 + x + 1 / x)


def priorities(runs):
    found = {}
    for discipline in ("dwrr", "strict_priority"):
        summary, _ = runs.run("priorities", [f"switch.egress.discipline={discipline}"] + ([] if discipline == "dwrr" else ["switch.egress.weights="]))
        found[discipline] = {"gbps": {flow["name"]: flow["steady_bps"] / 1e9 for flow in summary["flows"]},
                             "peak": {class_id: max(viq(summary, "s1", port, class_id)["viq_peak_bytes"] for port in (0, 1)) / 1e3 for class_id in (0, 3, 5)},
                             "wait": max(queue["hold_and_wait_seconds"] for queue in summary["queues"]), "drops": sum(summary["drops"].values())}
    return found


def loops(runs):
    found = {}
    for name, (tables, kind, scheme) in LOOPS.items():
        swapped = [] if tables == "bridged" else [('"bridged"', '"shortest_paths"'), ('to = "02:00:00:02:00:00"', 'to = "h3"')]
        more = ["flow.f1.kind=constant_rate", "flow.f1.rate=200Mbps"] if kind == "constant_rate" else []
        pfc = ["switch.mmu.headroom=33464B", "flow_control.pfc.xoff=280KB", "flow_control.pfc.xon=277KB"] if scheme == "pfc" else []
        summary, out = runs.run("routing_loop", [f"flow_control.scheme={scheme}", *pfc, *more], swapped=swapped)
        rows = results_page.time_series(out)
        full = next((float(row["time_seconds"]) * 1e3 for row in rows if row.get("h1.p0.c0.sender_stage") == "16"), None)
        found[name] = {"steady": {flow["name"]: flow["steady_bps"] for flow in summary["flows"]}, "full": full, "drops": summary["drops"],
                       "deadlock": summary["deadlock"]["formed_at_seconds"] * 1e3 if summary["deadlock"] else None,
                       "peak": max(queue["viq_peak_bytes"] for queue in summary["queues"]) / 1e3,
                       "wait": max(queue["hold_and_wait_seconds"] for queue in summary["queues"]) * 1e3}
    return found


def drains(runs):
    found = {}
    for name, (rate, settings) in DRAIN_CASES.items():
        for level in LEVELS:
            drain = round(rate * 1e9 / 16**level)
            summary, _ = runs.run("slow_drain", [*settings, f"topology.rate={rate}Gbps", "switch.mmu.headroom=1MB"], swapped=[("2441406bps", f"{drain}bps")])
            found[name, level] = {"beyond": (viq(summary)["viq_peak_bytes"] - 300_000) / 1e3, "drops": sum(summary["drops"].values()),
                                  "wait": viq(summary, "h1")["hold_and_wait_seconds"]}
    return found


def cascade(runs):
    summary, out = runs.run("cascade", [])
    rates = {letter: [flow["steady_bps"] / 1e6 for flow in summary["flows"] if flow["name"].startswith(letter)] for letter in "abcdef"}
    row = results_page.time_series(out)[-1]
    stages = {letter: int(row[f"{letter}1.p0.c0.sender_stage"]) for letter in "abcdef"}
    return {"rates": rates, "stages": stages, "wait": max(queue["hold_and_wait_seconds"] for queue in summary["queues"]),
            "drops": sum(summary["drops"].values())}


def table_parameters(found):
    rows = [[f"{rate} Gbps", PAPER[rate][0], f"{one['tau']:g}", PAPER[rate][1], f"{one['room']:.1f}", str(PAPER[rate][2]), str(one["stages"]), PAPER[rate][3],
             f"{one['slow_tau']:g}", PAPER[rate][4], f"{one['slow']:.1f}"] for rate, one in found["parameters"].items()]
    return results_page.table(["", "tau, us: paper", "ours", "2 C tau, KB: paper", "ours", "N: paper", "ours", "tau, MTU 4 KB: paper", "ours",
                               "(sqrt(tau/T) + 1)^2 C T, KB: paper", "ours"], rows)


def table_messages(found):
    one = MESSAGE / TAU / 1e6
    rows = [["paper, at worst: 1", f"{one:.1f} Mbps"], ["paper, steady: 1/8", f"{one / 8:.2f} Mbps"],
            ["fluid, steady, the most: 1/2", f"{one / 2:.1f} Mbps"]]
    for loop, text in (("short", "measured, steady, 6 packets a tau, the most"), ("long", "measured, steady, 617 packets a tau, the most")):
        drain = max(found["messages"][loop], key=found["messages"][loop].get)
        count = found["messages"][loop][drain]
        rows.append([f"{text}: {count:.2f}, at a drain of {drain / 1e3:g} Gbps", f"{count * one / (100 if loop == 'long' else 1):.1f} Mbps"])
    rows.append([f"measured, the most in any one tau: {found['messages']['most']:.0f}", f"{found['messages']['most'] * one:.0f} Mbps"])
    return results_page.table(["messages a tau", "of 10 Gbps, 64 B"], rows)


def table_drains_of_messages(found):
    shown = (9000, 7500, 6000, 5500, 5000, 4500, 3750, 3000, 2000, 1500, 1000)
    rows = [["fluid", *(f"{fluid(drain):.2f}" for drain in shown)]]
    rows += [[text, *(f"{found['messages'][loop][drain]:.2f}" for drain in shown)] for loop, text in (("short", "6 packets a tau"), ("long", "617 packets a tau"))]
    return results_page.table(["messages a tau, the VIQ's port sends", *(f"{drain / 1e3:g} Gbps" for drain in shown)], rows)


def table_priorities(found):
    rows = []
    for discipline, text in (("dwrr", "weights 4, 2, 1"), ("strict_priority", "strict priority")):
        run = found["priorities"][discipline]
        for class_id, name in ((5, "high"), (3, "middle"), (0, "low")):
            rows.append([text, str(class_id), f"{run['gbps'][name + '_1']:.3f} and {run['gbps'][name + '_2']:.3f} Gbps", f"{run['peak'][class_id]:.1f} KB"])
    return results_page.table(["egress", "class", "its two flows", "highest VIQ, Bm = 300 KB"], rows)


def table_loops(found):
    rows = []
    for name, run in found["loops"].items():
        dropped = ", ".join(f"{count:,} {reason}" for reason, count in run["drops"].items()) or "none"
        rows.append([name, f"{run['full']:.1f} ms" if run["full"] is not None else "-", f"{run['deadlock']:.2f} ms" if run["deadlock"] is not None else "none",
                     f"{run['steady']['f2'] / 1e6:,.2f} Mbps", f"{run['peak']:.1f} KB", dropped, f"{run['wait']:.1f} ms"])
    return results_page.table(["", "h1 at the last stage from", "deadlock", "f2, steady", "highest VIQ", "lost", "hold and wait"], rows)


def table_drains(found):
    rows = []
    for name, (rate, _) in DRAIN_CASES.items():
        cells = []
        for level in LEVELS:
            run = found["drains"][name, level]
            cells.append(f"Bm + {run['beyond']:g} KB" + (f", {run['wait']:.2f} s of hold and wait" if run["wait"] > 0 else ""))
        rows.append([name, *cells])
    return results_page.table(["highest VIQ in 4 s behind", *(f"{level} incasts of 16:1" for level in LEVELS)], rows)


def table_ratios():
    """What eq. 1 asks of Bm - B0 with eq. 2 and R_k = rho R_(k-1): (R_k - R_(k+1)) (Bm - B0)/C >= R_(k-1) tau."""
    ratios = (0.25, 0.4, 0.5, 0.6, 0.75)
    return results_page.table(["rho", *(f"{rho:g}" for rho in ratios)], [["(Bm - B0)/(C tau) at least", *(f"{1 / (rho * (1 - rho)):.2f}" for rho in ratios)]])


def table_floor():
    rows = []
    for rate in RATES:
        stages = {10: 16, 40: 17, 100: 18}[rate]
        rows.append([f"{rate} Gbps", *(f"{rate * 1e9 / 16**level / 1e3:,.2f} Kbps" for level in range(3, 7)), f"{rate * 1e6 / 2**stages:,.1f} Kbps"])
    return results_page.table(["", *(f"C/16^{level}" for level in range(3, 7)), "R_N = C/2^N"], rows)


def table_cascade(found):
    run = found["cascade"]
    rows = [[f"{letter}, at s{number}", f"{10_000 / 16**(7 - number):,.4g} Mbps", f"{min(run['rates'][letter]):.1f} to {max(run['rates'][letter]):.1f} Mbps",
             str(run["stages"][letter])] for number, letter in enumerate("abcdef", 1)]
    return results_page.table(["hosts", "C/16^k", "each gets, last 10 of 40 ms", "stage of the first at the end"], reversed(rows))


def tables(found):
    return {"parameters": table_parameters(found), "messages": table_messages(found), "drains of messages": table_drains_of_messages(found),
            "priorities": table_priorities(found), "loops": table_loops(found), "ratios": table_ratios(), "floor": table_floor(), "drains": table_drains(found),
            "cascade": table_cascade(found)}


def judge(found):
    wrong = []
    for rate, wanted in ((10, (7.4, 18.5, 16)), (40, (5.6, 56, 17)), (100, (5.24, 131, 18))):
        one = found["parameters"][rate]
        if (one["tau"], round(one["room"], 3), one["stages"]) != wanted:
            wrong.append(f"parameters at {rate} Gbps: {one}")
    if max(found["messages"]["short"].values()) < 1 or max(found["messages"]["long"].values()) < 0.5 or found["messages"]["most"] <= 1:
        wrong.append("messages keep the paper's bounds")
    weighted, strict = found["priorities"]["dwrr"], found["priorities"]["strict_priority"]
    for name, share in (("low", 1 / 7), ("middle", 2 / 7), ("high", 4 / 7)):
        if any(abs(weighted["gbps"][f"{name}_{host}"] - 5 * share) > 0.1 * share for host in (1, 2)):
            wrong.append(f"priorities: {name} does not get its share")
    if weighted["wait"] or strict["wait"] or strict["gbps"]["low_1"] > 0.01 or strict["peak"][0] < 300:
        wrong.append("priorities: hold and wait, or strict priority starves nobody")
    loop = found["loops"]
    if loop["PFC, bridges"]["deadlock"] is None or any(run["deadlock"] is not None for name, run in loop.items() if name.startswith("GFC")):
        wrong.append("routing loop: PFC does not deadlock, or GFC does")
    if not loop["GFC, routers, f1 sends 200 Mbps"]["drops"] or loop["GFC, routers, f1 sends 200 Mbps"]["steady"]["f2"] < 1e9:
        wrong.append("routing loop: a TTL does not end a slow flow's packets")
    for (name, level), run in found["drains"].items():
        grows = level > (5 if "N = 20" in name else 6 if "N = 24" in name else 4)
        if run["drops"] or (run["beyond"] > 3) != grows or (run["wait"] > 0) != ("N = 24" in name):
            wrong.append(f"slow drain, {name}, {level} incasts: Bm + {run['beyond']} KB, {run['drops']} lost, {run['wait']} s of hold and wait")
    cascaded = found["cascade"]
    if not results_page.within(cascaded["rates"]["f"], (618, 632)) or not results_page.within(cascaded["rates"]["e"], (36, 42)) or cascaded["wait"] or cascaded["drops"]:
        wrong.append("cascade: not a sixteenth at each switch, or hold and wait, or lost packets")
    return wrong


def faults(found, text):
    return judge(found) + results_page.stale_tables(PAGE, text, tables(found))


def made_up():
    """What is found where all is as it should be."""
    rates = {name + f"_{host}": 5 * share for name, share in (("low", 1 / 7), ("middle", 2 / 7), ("high", 4 / 7)) for host in (1, 2)}
    weighted = {"gbps": rates, "peak": {0: 299, 3: 299, 5: 299}, "wait": 0, "drops": 0}
    found = {"parameters": {rate: {"tau": tau, "room": room, "stages": stages, "slow_tau": 6.0, "slow": 150.0}
                            for rate, tau, room, stages in ((10, 7.4, 18.5, 16), (40, 5.6, 56.0, 17), (100, 5.24, 131.0, 18))},
             "messages": {"short": dict.fromkeys(DRAINS, 2.0), "long": dict.fromkeys(DRAINS, 2.0), "most": 5},
             "priorities": {"dwrr": weighted, "strict_priority": {**weighted, "gbps": {**rates, "low_1": 0}, "peak": {0: 301, 3: 299, 5: 299}}},
             "loops": {name: {"steady": {"f1": 0, "f2": 2e9}, "full": 2.0, "drops": {"ttl_expired": 3} if "routers, f1" in name else {},
                              "deadlock": 1.0 if scheme == "pfc" else None, "peak": 301, "wait": 0} for name, (_, _, scheme) in LOOPS.items()},
             "drains": {}, "cascade": {"rates": {letter: [625.0 if letter == "f" else 39.0] for letter in "abcdef"}, "stages": dict.fromkeys("abcdef", 4), "wait": 0, "drops": 0}}
    for name in DRAIN_CASES:
        for level in LEVELS:
            grows = level > (5 if "N = 20" in name else 6 if "N = 24" in name else 4)
            found["drains"][name, level] = {"beyond": 70 if grows else 1.5, "drops": 0, "wait": 3.9 if "N = 24" in name else 0}
    return found


def self_test():
    """Plants what is wrong, and wants it found."""
    planted = [
        (None, lambda found: None),
        ("parameters at 40", lambda found: found["parameters"][40].update(stages=18)),
        ("keep the paper's bounds", lambda found: found["messages"].update(most=1)),
        ("low does not get", lambda found: found["priorities"]["dwrr"]["gbps"].update(low_1=0.5)),
        ("starves nobody", lambda found: found["priorities"]["strict_priority"]["gbps"].update(low_1=0.5)),
        ("PFC does not deadlock", lambda found: found["loops"]["PFC, bridges"].update(deadlock=None)),
        ("a TTL does not end", lambda found: found["loops"]["GFC, routers, f1 sends 200 Mbps"].update(drops={})),
        ("slow drain, 10 Gbps, buffer-based, 5", lambda found: found["drains"]["10 Gbps, buffer-based", 5].update(beyond=1.5)),
        ("cascade", lambda found: found["cascade"]["rates"].update(e=[80.0])),
        ("'cascade' is not that", lambda found: found["cascade"]["stages"].update(a=5)),
    ]
    problems = results_page.planted_tables(made_up(), faults, tables, planted)
    if abs(fluid(7500) - 0.5) > 1e-9 or fluid(5000) != 0 or not 0 < fluid(5500) < 0.5:
        problems.append("fluid() is wrong")
    return problems, len(planted)


def check(weir, rewrite):
    with tempfile.TemporaryDirectory() as scratch:
        runs = Runs(weir, scratch)
        found = {part.__name__: part(runs) for part in (parameters, messages, priorities, loops, drains, cascade)}
    return results_page.conclude(PAGE, tables(found), judge(found), rewrite)


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The gradient rule beside the other schemes: the ring of five with three links a flow, the line to a slow sink, what a switch costs; makes the tables
of the page.

gfc_gradient_runs.py WEIR                 fails where a run is not what the page says, or where its tables are not those of these runs
gfc_gradient_runs.py WEIR --write         puts the tables into docs/results/gfc_gradient.md
gfc_gradient_runs.py WEIR --whole [--write]  the same of the ring for 10 s, which takes minutes
gfc_gradient_runs.py WEIR --periods [--write]  the same of lines to a slow sink by period and by how many flows enter
gfc_gradient_runs.py --self-test          shows that a wrong outcome and a wrong figure are found
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

import results_page

PAGE = results_page.TOP / "docs/results/gfc_gradient.md"
RING, LINE = "scenarios/ring/gfc_gradient.toml", "scenarios/gfc/slow_sink.toml"
BM, MTU, LINKS = 100_000, 1500, 5
NAMES = {"pfc": "PFC", "cbfc": "CBFC", "gfc_conceptual": "GFC, conceptual", "gfc_buffer_based": "GFC, buffer-based", "gfc_time_based": "GFC, time-based",
         "gfc_gradient": "gradient rule"}
# Of the schemes with thresholds that the scenarios do not say; VIQs of GFC may grow as they like.
ROOM = ["switch.mmu.viq_limit=200MB", "switch.mmu.buffer=2GB"]
SETTINGS = {
    "pfc": ["flow_control.pfc.xoff=100KB", "flow_control.pfc.xon=97KB", "switch.mmu.headroom=23.25KB"],
    "cbfc": ["flow_control.cbfc.buffer=100KB", "flow_control.cbfc.block=4B", "flow_control.cbfc.period=5us"],
    "gfc_conceptual": ["flow_control.gfc_conceptual.bm=100KB", "flow_control.gfc_conceptual.b0=60KB", *ROOM],
    "gfc_buffer_based": ["flow_control.gfc_buffer_based.bm=100KB", "flow_control.gfc_buffer_based.b1=81KB", *ROOM],
    "gfc_time_based": ["flow_control.gfc_time_based.bm=100KB", "flow_control.gfc_time_based.b0=60KB", "flow_control.gfc_time_based.block=4B",
                       "flow_control.gfc_time_based.period=5us", *ROOM],
    "gfc_gradient": [],
}
CROSSBAR = "switch.crossbar."
ARBITRATIONS = {
    "virtual output queues, round robin": [],
    "the same, iSLIP of two iterations": [CROSSBAR + "arbiter=islip", CROSSBAR + "iterations=2"],
    "one FIFO an input, round robin": [CROSSBAR + "queueing=fifo"],
    "virtual output queues, whole packets": [CROSSBAR + "transfer=packet"],
    "one FIFO an input, whole packets": [CROSSBAR + "queueing=fifo", CROSSBAR + "transfer=packet"],
    "the same, up to 100 ns late": [CROSSBAR + "queueing=fifo", CROSSBAR + "transfer=packet", CROSSBAR + "jitter=100ns"],
    "virtual output queues, weighted by flows": [CROSSBAR + "arbiter=weighted_round_robin"],
    "the same, whole packets": [CROSSBAR + "arbiter=weighted_round_robin", CROSSBAR + "transfer=packet"],
    "queues at both ends, speedup 2": [CROSSBAR + "strategy=combined", CROSSBAR + "speedup=2.0"],
    "one FIFO an output": [CROSSBAR + "strategy=output_queued"],
}
OUTPUTS = "one FIFO an output"  # which the gradient rule refuses
SINKS = {2: "5Gbps", 3: "3333Mbps", 5: "2Gbps", 8: "1250Mbps", 12: "833Mbps"}  # the line's C over what drains
SWITCHES = {"32 x 100 Gbps": "--ports 32 --rate 100Gbps", "64 x 400 Gbps": "--ports 64 --rate 400Gbps --buffer 256MiB"}
COSTS = ("cbfc", "gfc_buffer_based", "gfc_time_based", "gfc_gradient")
WHOLE = "10s"
PERIODS = {"5us": "5 us", "10us": "10 us", "13us": "13 us", "20us": "20 us", "30us": "30 us", "0ps": "52.4 us, the default"}
ENTRANTS = range(2, 9)
FEW = 6  # so many and more flows, of which some get less than a tenth of their part whatever T is


def options_of(settings):
    return [word for setting in ("expect=", *settings) for word in ("--set", setting)]


def observed(summary):
    """What tables and judges want of a run: bytes, bps, seconds."""
    switches = [queue for queue in summary["queues"] if queue["device"].startswith("s")]
    return {"peak": max(queue["viq_peak_bytes"] for queue in switches), "rates": {flow["name"]: flow["steady_bps"] for flow in summary["flows"]},
            "wait": max(queue.get("gate_wait_seconds", 0) for queue in switches), "lost": sum(summary["drops"].values()),
            "deadlock": summary["deadlock"]["formed_at_seconds"] if summary["deadlock"] else None}


def ring_runs(weir, scratch, duration, schemes):
    found = {}
    for scheme in schemes:
        for name, settings in ARBITRATIONS.items():
            if (scheme, name) == ("gfc_gradient", OUTPUTS):
                continue
            sets = [f"flow_control.scheme={scheme}", f"scenario.duration={duration}", "scenario.sample_interval=1ms", *SETTINGS[scheme], *settings]
            out = pathlib.Path(scratch) / f"ring_{duration}_{len(found)}"
            found[scheme, name] = observed(results_page.run(weir, RING, out, *options_of(sets)))
    return found


def line_runs(weir, scratch):
    found = {}
    for scheme in NAMES:
        for part, rate in SINKS.items():
            swapped = pathlib.Path(scratch) / f"slow_sink_{part}.toml"  # a shaper has no name by which an option could mean it
            swapped.write_text((results_page.TOP / LINE).read_text(encoding="utf-8").replace(SINKS[8], rate), encoding="utf-8")
            sets = [f"flow_control.scheme={scheme}", *SETTINGS[scheme]]
            found[scheme, part] = observed(results_page.run(weir, swapped, pathlib.Path(scratch) / f"line_{len(found)}", *options_of(sets)))
    return found


def line_of(flows, rate):
    """The line with so many flows, each from a switch of its own, and a switch more before the sink; room for theorem B's bound."""
    text = (results_page.TOP / LINE).read_text(encoding="utf-8").split("[[flow]]")[0]
    text = re.sub(r"switches = 3", f"switches = {flows + 1}", text).replace('"h4"', f'"h{flows + 2}"').replace(SINKS[8], rate)
    return text + "".join(f'[[flow]]\nname = "f{i}"\nsrc = "h{i}"\ndst = "h{flows + 2}"\n' for i in range(1, flows + 1))


def line_run(weir, scratch, flows, rate, period):
    path = pathlib.Path(scratch) / "line.toml"
    path.write_text(line_of(flows, rate), encoding="utf-8")
    out = tempfile.mkdtemp(dir=scratch)
    return observed(results_page.run(weir, path, out, *options_of([f"flow_control.gfc_gradient.period={period}", "switch.mmu.viq_limit=120KB"])))


def period_runs(weir, scratch):
    return {"periods": {(period, part): line_run(weir, scratch, 2, rate, period) for period in PERIODS for part, rate in SINKS.items()},
            "entrants": {(period, flows): line_run(weir, scratch, flows, SINKS[5], period) for period in PERIODS for flows in ENTRANTS}}


def costs(weir):
    found = {}
    for switch, options in SWITCHES.items():
        for scheme in COSTS:
            done = subprocess.run([weir, "cost", *options.split(), "--classes", "8", "--lossless", "1", "--mechanisms", scheme, "--format", "json"],
                                  capture_output=True, text=True, check=True)
            one = json.loads(done.stdout)
            mine = next(mechanism for mechanism in one["mechanisms"] if mechanism["mechanism"] == scheme)
            room = next(headroom for headroom in one["headroom"] if headroom["scheme"] == scheme)
            found[switch, scheme] = {"each": mine["each_port_class"]["flip_flop"], "all": mine["bits"]["flip_flop"], "formula": room["formula"],
                                     "room": room["each_bytes"], "packets": room["packet_bytes"]}
    return found


def highest(peak):
    beyond = (peak - BM) / MTU
    return f"Bm {'+' if beyond >= 0 else '-'} {abs(beyond):.2f} packets"


def rate(bps):
    return f"{bps / 1e6:,.1f} Mbps" if bps < 1e9 else f"{bps / 1e9:.2f} Gbps"


def span(rates):
    low, high = min(rates), max(rates)
    return rate(low) if high - low <= max(0.01 * high, 50e3) else f"{rate(low)} to {rate(high)}"


def ring_cell(one):
    if one["deadlock"] is not None:
        return f"**deadlock** at {one['deadlock'] * 1e6:.0f} us"
    lost = f", {one['lost']:,} lost" if one["lost"] else ""
    return f"{span(one['rates'].values())}, {highest(one['peak'])}{lost}"


def table_ring(found):
    rows = []
    for name in ARBITRATIONS:
        cells = {scheme: found["ring"].get((scheme, name)) for scheme in NAMES}
        rows.append([name, *(ring_cell(cell) if cell else "refused" for cell in cells.values())])
    return results_page.table(["100 ms", *NAMES.values()], rows)


def gradient_rows(found):
    return [[name, span(one["rates"].values()), highest(one["peak"]), f"{one['wait'] * 1e3:.3f} ms", str(one["lost"])]
            for (_, name), one in found.items()]


def table_whole(found):
    return results_page.table([f"gradient rule, {WHOLE}", "a flow", "highest VIQ", "longest wait at the gate", "lost"], gradient_rows(found["whole"]))


def table_waits(found):
    mine = {key: one for key, one in found["ring"].items() if key[0] == "gfc_gradient"}
    return results_page.table(["gradient rule, 100 ms", "a flow", "highest VIQ", "longest wait at the gate", "lost"], gradient_rows(mine))


def share(one):
    return one["rates"]["near"] / max(sum(one["rates"].values()), 1)


def table_line(found):
    rows = []
    for scheme, text in NAMES.items():
        mine = {part: found["line"][scheme, part] for part in SINKS}
        rows.append([text, *(f"{share(one):.2f}" for one in mine.values()), highest(max(one["peak"] for one in mine.values())),
                     f"{max(one['wait'] for one in mine.values()) * 1e3:.1f} ms" if scheme == "gfc_gradient" else "-"])
    return results_page.table(["share of the near flow, sink at", *(f"C/{part}" for part in SINKS), "highest VIQ", "longest wait at the gate"], rows)


def parts(one):
    """Of what each flow gets, in parts of an equal share: the least and the most."""
    rates = one["rates"].values()
    equal = max(sum(rates), 1) / len(rates)
    return min(rates) / equal, max(rates) / equal


def table_periods(found):
    rows = [[text, *(f"{parts(found['periods'][period, part])[0] / 2:.2f}" for part in SINKS)] for period, text in PERIODS.items()]
    return results_page.table(["share of the near flow, T", *(f"sink at C/{part}" for part in SINKS)], rows)


def table_entrants(found):
    rows = []
    for period, text in PERIODS.items():
        mine = [found["entrants"][period, flows] for flows in ENTRANTS]
        rows.append([text, *("{:.2f} to {:.2f}".format(*parts(one)) for one in mine), highest(max(one["peak"] for one in mine))])
    return results_page.table(["T", *(f"{flows} flows" for flows in ENTRANTS), "highest VIQ"], rows)


def table_cost(found):
    rows = [[switch, NAMES[scheme], f"{one['each']:,}", f"{one['all']:,}", one["formula"], f"{one['room']:,} B", f"{one['packets']:,} B"]
            for (switch, scheme), one in found["cost"].items()]
    return results_page.table(["one lossless class", "scheme", "flip-flops each (port, class)", "of the switch", "room of a VIQ by", "", "and for whole packets"], rows)


def tables(found):
    made = {"ring": table_ring, "waits": table_waits, "line": table_line, "cost": table_cost, "whole": table_whole, "periods": table_periods,
            "entrants": table_entrants}
    return {name: make(found) for name, make in made.items() if {"waits": "ring"}.get(name, name) in found}


def judge_gradient(name, one):
    bound = BM - 4 + (LINKS + 1) * MTU
    wrong = []
    if one["lost"] or one["deadlock"] is not None or one["peak"] > bound:
        wrong.append(f"{name}: {one['lost']} lost, deadlock {one['deadlock']}, {one['peak']} B where {bound} are the bound")
    if min(one["rates"].values()) < 100e6:
        wrong.append(f"{name}: a flow has {min(one['rates'].values())} bps")
    return wrong


def judge(found):
    wrong = []
    for (scheme, name), one in found.get("ring", {}).items():
        if scheme == "gfc_gradient":
            wrong += judge_gradient(name, one)
        elif one["lost"]:
            wrong.append(f"{name}: {scheme} loses {one['lost']}")
    for (_, name), one in found.get("whole", {}).items():
        wrong += judge_gradient(f"{WHOLE}, {name}", one)
    for (scheme, part), one in found.get("line", {}).items():
        starves = scheme == "gfc_gradient" and part >= 8
        if starves != (share(one) < 0.1) or one["lost"] or one["deadlock"] is not None:
            wrong.append(f"C/{part}: {scheme}: near has {share(one):.3f}, {one['lost']} lost")
    for (period, part), one in found.get("periods", {}).items():
        if one["lost"] or part * (1 if period == "5us" else 0) >= 8 and parts(one)[0] > 0.2:
            wrong.append(f"C/{part}, T {PERIODS[period]}: near has {parts(one)[0] / 2:.3f}, {one['lost']} lost")
    for (period, flows), one in found.get("entrants", {}).items():
        bound = BM - 4 + (flows + 1) * MTU
        if one["lost"] or one["deadlock"] is not None or one["peak"] > bound or flows >= FEW and parts(one)[0] > 0.1:
            wrong.append(f"{flows} flows, T {PERIODS[period]}: {one['peak']} B where {bound} are the bound, the least has {parts(one)[0]:.3f} of its part")
    return wrong


def made_up():
    """What is found where all is as it should be."""
    ring = {(scheme, name): {"peak": BM + MTU, "rates": {"f1": 5e8, "f2": 6e8}, "wait": 1e-3, "lost": 0, "deadlock": 2e-4 if scheme == "pfc" else None}
            for scheme in NAMES for name in ARBITRATIONS if (scheme, name) != ("gfc_gradient", OUTPUTS)}
    line = {(scheme, part): {"peak": BM, "rates": {"far": 6e8, "near": 1e6 if scheme == "gfc_gradient" and part > 5 else 6e8}, "wait": 0, "lost": 0, "deadlock": None}
            for scheme in NAMES for part in SINKS}
    cost = {(switch, scheme): {"each": 61, "all": 1952, "formula": "2 C tau", "room": 1, "packets": 2} for switch in SWITCHES for scheme in COSTS}
    periods = {(period, part): {**line["gfc_gradient", part]} for period in PERIODS for part in SINKS}
    entrants = {(period, flows): {**line["gfc_gradient", 8], "rates": {"f1": 0, "f2": 6e8}} for period in PERIODS for flows in ENTRANTS}
    return {"ring": ring, "line": line, "cost": cost, "periods": periods, "entrants": entrants, "whole": {key: dict(one) for key, one in ring.items() if key[0] == "gfc_gradient"}}


def self_test():
    first = ("gfc_gradient", next(iter(ARBITRATIONS)))
    planted = [
        (None, lambda found: None),
        ("108997 B where", lambda found: found["ring"][first].update(peak=108_997)),
        ("1 lost", lambda found: found["ring"][first].update(lost=1)),
        ("a flow has", lambda found: found["whole"][first].update(rates={"f1": 0})),
        ("10s, ", lambda found: found["whole"][first].update(peak=200_000)),
        ("cbfc loses 7", lambda found: found["ring"]["cbfc", OUTPUTS].update(lost=7)),
        ("C/8: gfc_gradient", lambda found: found["line"]["gfc_gradient", 8].update(rates={"far": 1e6, "near": 1e6})),
        ("C/8: pfc", lambda found: found["line"]["pfc", 8].update(rates={"far": 1e6, "near": 1e3})),
        ("C/12, T 5 us", lambda found: found["periods"]["5us", 12].update(rates={"f1": 1e6, "f2": 1e6})),
        ("C/2, T 20 us", lambda found: found["periods"]["20us", 2].update(lost=1)),
        ("6 flows, T 13 us", lambda found: found["entrants"]["13us", 6].update(rates={"f1": 1e6, "f2": 1e6})),
        ("3 flows, T 30 us", lambda found: found["entrants"]["30us", 3].update(peak=106_000)),
        ("'cost' is not", lambda found: found["cost"]["32 x 100 Gbps", "cbfc"].update(each=62)),
        ("'line' is not", lambda found: found["line"]["pfc", 2].update(rates={"far": 6e8, "near": 5e8})),
    ]
    problems = results_page.planted_tables(made_up(), lambda found, text: judge(found) + results_page.stale_tables(PAGE, text, tables(found)), tables, planted)
    print("\n".join(problems) or f"{len(planted)} planted faults are judged as they are")
    return 1 if problems else 0


def main(arguments):
    if "--self-test" in arguments:
        return self_test()
    weir = pathlib.Path(arguments[0]).resolve()
    with tempfile.TemporaryDirectory() as scratch:
        if "--whole" in arguments:
            found = {"whole": ring_runs(weir, scratch, WHOLE, ["gfc_gradient"])}
        elif "--periods" in arguments:
            found = period_runs(weir, scratch)
        else:
            found = {"ring": ring_runs(weir, scratch, "100ms", NAMES), "line": line_runs(weir, scratch), "cost": costs(weir)}
    return results_page.conclude(PAGE, tables(found), judge(found), rewrite="--write" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

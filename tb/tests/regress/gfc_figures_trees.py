# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""GFC's figures 12, 13 and 14, of the fat tree with three failed links: what gfc_figures.py runs, judges and draws of it."""

import curves
import results_page
from curves import Panel
from gfc_arbitrations import ARBITRATIONS, FRAME, ms, outcome

SCHEMES = {12: ("pfc", "gfc_buffer_based"), 13: ("cbfc", "gfc_time_based")}
NAMES = {"pfc": "PFC", "cbfc": "CBFC", "gfc_buffer_based": "buffer-based GFC", "gfc_time_based": "time-based GFC"}
LENGTH = 40  # ms
DEAD = ("one FIFO an output", "one FIFO an input, 10 ns of jitter")
FAIR, RATE = "virtual output queues", (4.9, 5.1)
PORT = "sa3.p2"  # from sc1, in the circle
FOUR = ["flow.f5.start=1000s"]  # figures 12 and 13 are without the victim


def cases():
    """{key: (scenario, until in ms, sample interval, settings)}; a key is (figure, scheme, arbitration), with 14 for all of them with the victim."""
    found = {}
    for figure, schemes in SCHEMES.items():
        for scheme in schemes:
            for name, settings in ARBITRATIONS.items():
                found[figure, scheme, name] = (f"fat_tree/{scheme}", LENGTH, "100us", [*settings, *FOUR])
                found[14, scheme, name] = (f"fat_tree/{scheme}", LENGTH, "100us", settings)
    return found


def observed(key, summary, rows):
    """What tables, judges and curves want of a run; times in ms, KB, Gbps."""
    times = [float(row["time_seconds"]) * 1e3 for row in rows]
    flows = [flow["name"] for flow in summary["flows"] if key[0] == 14 or flow["name"] != "f5"]

    def series(read):
        return [[at, read(row)] for at, row in zip(times, rows)]

    return {"rate": series(lambda row: float(row[f"flow.{flows[-1] if key[0] == 14 else flows[0]}.delivered_bps"]) / 1e9),
            "viq": series(lambda row: int(row[f"{PORT}.c0.viq_depth_bytes"]) / 1e3),
            "gbps": [flow["steady_bps"] / 1e9 for flow in summary["flows"] if flow["name"] in flows],
            "peak": max(queue["viq_peak_bytes"] for queue in summary["queues"]) / 1e3,
            "wait": max(queue["hold_and_wait_seconds"] for queue in summary["queues"]) * 1e3,
            "deadlock": summary["deadlock"]["formed_at_seconds"] * 1e3 if summary["deadlock"] else None, "drops": sum(summary["drops"].values())}


def judge_case(figure, found):
    """Deadlock where and only where head-of-line blocking has jitter or an output has one FIFO, and never under GFC; 5 Gbps where nothing blocks."""
    old, new = SCHEMES[figure]
    wrong = []
    for key_figure in (figure, 14):
        for name in ARBITRATIONS:
            before, run = found[key_figure, old, name], found[key_figure, new, name]
            if (before["deadlock"] is not None) != (name in DEAD):
                wrong.append(f"figure {key_figure}, {old}, {name}: deadlock at {before['deadlock']}")
            if run["deadlock"] is not None or run["wait"] > 0:
                wrong.append(f"figure {key_figure}, {new}, {name}: deadlock or hold and wait")
            if name == FAIR and not (results_page.within(before["gbps"], RATE) and results_page.within(run["gbps"], RATE)):
                wrong.append(f"figure {key_figure}, {old} and {new}, {name}: not 5 Gbps a flow")
    return wrong


def judge_victim(found):
    """A deadlock that f5 has no part in stops it."""
    return [f"figure 14, {scheme}, {name}: f5 goes on after the deadlock" for schemes in SCHEMES.values() for scheme in schemes for name in ARBITRATIONS
            for run in [found[14, scheme, name]] if run["deadlock"] is not None and (run["gbps"][-1] > 0 or stands_from(run) is None)]


def judge(found):
    return [fault for figure in SCHEMES for fault in judge_case(figure, found)] + judge_victim(found)


def stands_from(run):
    """The end of the last sample in which the flow had a packet delivered; None: the one before the end."""
    last = max((at for at, gbps in run["rate"] if gbps > 0), default=0.0)
    return last if last < LENGTH - 1 else None


def table_case(found, figure):
    old, new = SCHEMES[figure]
    rows = []
    for name in ARBITRATIONS:
        before, run = found[figure, old, name], found[figure, new, name]
        rows.append([name, outcome(before), f"{before['peak']:.1f} KB", outcome(run), f"{run['peak']:.1f} KB", f"{curves.steady(run['viq']):.1f} KB",
                     ms(curves.flat_from(run["viq"], 2 * FRAME))])
    return results_page.table(["arbitration", f"`{old}`", "highest VIQ", f"`{new}`", "highest VIQ", f"{PORT} stays at", "flat from"], rows)


def table_victim(found):
    rows = []
    for name in ARBITRATIONS:
        cells = []
        for scheme in NAMES:
            run = found[14, scheme, name]
            stands = stands_from(run)
            cells.append(f"{run['gbps'][-1]:.2f} Gbps" if stands is None else f"**none** after {stands:.1f} ms")
        rows.append([name, *cells])
    return results_page.table(["f5 gets", *(f"`{scheme}`" for scheme in NAMES)], rows)


def tables(found):
    return {f"figure {figure}": table_case(found, figure) for figure in SCHEMES} | {"figure 14": table_victim(found)}


def of(found, figure, scheme, what):
    return {name: found[figure, scheme, name][what] for name in ARBITRATIONS}


def drawing_case(found, figure):
    rows = [[Panel(f"({letter}) {NAMES[scheme]}: {what}", unit, of(found, figure, scheme, member), LENGTH, top, marked if letter == "b" else {})
             for letter, scheme in zip("ab", SCHEMES[figure])]
            for what, member, unit, top, marked in (("f1", "rate", "Gbps", 12, {"paper: 5 Gbps": 5}), (f"VIQ of {PORT}", "viq", "KB", 330, {"Bm": 300}))]
    return curves.drawing(f"GFC, figure {figure}: the fat tree with three failed links", rows, "ms")


def drawing_victim(found):
    rows = [[Panel(f"({letter}) {NAMES[schemes[number]]}: f5", "Gbps", of(found, 14, schemes[number], "rate"), LENGTH, 12, {"paper: 5 Gbps": 5} if number else {})
             for letter, schemes in zip("ab", SCHEMES.values())] for number in (0, 1)]
    return curves.drawing("GFC, figure 14: the victim", rows, "ms")


def drawings(found):
    return {figure: drawing_case(found, figure) for figure in SCHEMES} | {14: drawing_victim(found)}


def made_up(key):
    """A run as it should be."""
    _, scheme, name = key
    dead = scheme in ("pfc", "cbfc") and name in DEAD
    times = [0.5 * number for number in range(1, 2 * LENGTH + 1)]
    return {"rate": [[at, 0.0 if dead and at > 2 else 5.0] for at in times], "viq": [[at, 280.0] for at in times], "gbps": [0.0 if dead else 5.0] * 5, "peak": 290,
            "wait": 0, "deadlock": 2.0 if dead else None, "drops": 0}


# What self_test() of gfc_figures.py plants here: words of the fault, what changes the runs.
PLANTED = [
    ("figure 12, pfc, one FIFO an output: deadlock at None", lambda runs: runs[12, "pfc", DEAD[0]].update(deadlock=None)),
    ("figure 14, cbfc, virtual output queues: deadlock at 3.0", lambda runs: runs[14, "cbfc", FAIR].update(deadlock=3.0)),
    ("figure 13, gfc_time_based, one FIFO an output: deadlock or hold", lambda runs: runs[13, "gfc_time_based", DEAD[0]].update(wait=0.1)),
    ("not 5 Gbps a flow", lambda runs: runs[12, "gfc_buffer_based", FAIR].update(gbps=[5.0, 4.0])),
    ("f5 goes on", lambda runs: runs[14, "pfc", DEAD[1]].update(gbps=[0.0, 0.1])),
    ("f5 goes on", lambda runs: runs[14, "pfc", DEAD[1]].update(rate=[[LENGTH, 0.1]])),
    ("3 packets lost", lambda runs: runs[14, "gfc_time_based", FAIR].update(drops=3)),
    ("'figure 13' is not that", lambda runs: runs[13, "gfc_time_based", FAIR].update(peak=77)),
    ("'figure 14' is not that", lambda runs: runs[14, "gfc_buffer_based", DEAD[1]].update(gbps=[1.0])),
]

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""GFC's figures 5 and 18: runs their scenarios, draws their curves, and makes the tables of the page.

gfc_figures.py WEIR            fails where a run is not what the page says, or where its tables or drawings are not those of these runs
gfc_figures.py WEIR --write    puts the tables into docs/results/gfc_figures.md and draws docs/figures/gfc_figure_*.svg
gfc_figures.py --self-test     shows that a wrong outcome, a wrong figure and a wrong curve are found
"""

import pathlib
import sys
import tempfile

import curves
import gfc_collapse
import results_page
from curves import Panel
from gfc_collapse import ms

PAGE = results_page.TOP / "docs/results/gfc_figures.md"
DRAWINGS = results_page.TOP / "docs/figures"
LINE = 10.0
PARTS = (gfc_collapse,)  # which have files of their own
FRAME = 1.5  # KB


def cases():
    """{key: (scenario, until in ms, sample interval, settings)}; a key is (figure, scheme, arbitration)."""
    found = {(5, scheme, ""): (f"small/{file}", 10, "5us", []) for scheme, file in
             (("pfc", "gfc_two_to_one_pfc"), ("gfc_conceptual", "gfc_two_to_one"))}
    return found | {key: case for part in PARTS for key, case in part.cases().items()}


def part_of(key):
    """Where a case has its functions: a part, or this module."""
    return next((part for part in PARTS if key in part.cases()), sys.modules[__name__])


def rate(row, queue):
    """Gbps that a backlogged sender sends by what it has been told, mean of the sample where it is paused."""
    if f"{queue}.sender_rate [Mbit/s]" in row:
        return float(row[f"{queue}.sender_rate [Mbit/s]"]) / 1e3
    return LINE * (1 - float(row[f"{queue}.paused_ratio"]))


def observed(_, summary, rows):
    """What tables, judges and curves want of a run; times in ms, KB, Gbps."""
    host, port = "h1", "s1.p0"
    times = [float(row["time_seconds"]) * 1e3 for row in rows]

    def series(read):
        return [[at, read(row)] for at, row in zip(times, rows)]

    return {"rate": series(lambda row: rate(row, f"{host}.p0.c0")), "viq": series(lambda row: int(row[f"{port}.c0.viq_depth_bytes"]) / 1e3),
             "peak": max(queue["viq_peak_bytes"] for queue in summary["queues"] if f"{queue['device']}.p{queue['port']}" == port) / 1e3,
             "paused": sum(queue["paused_seconds"] for queue in summary["queues"] if queue["device"] == host) * 1e3,
             "wait": max(queue["hold_and_wait_seconds"] for queue in summary["queues"]) * 1e3,
             "deadlock": summary["deadlock"]["formed_at_seconds"] * 1e3 if summary["deadlock"] else None,
             "gbps": [flow["steady_bps"] / 1e9 for flow in summary["flows"]], "drops": sum(summary["drops"].values())}


def run_all(weir, scratch):
    found = {}
    for number, (key, (scenario, until, interval, settings)) in enumerate(cases().items()):
        out = pathlib.Path(scratch) / f"run_{number}"
        options = [word for setting in (f"scenario.sample_interval={interval}", "expect=", *settings) for word in ("--set", setting)]
        summary = results_page.run(weir, f"scenarios/{scenario}.toml", out, "--until", f"{until}ms", *options)
        found[key] = part_of(key).observed(key, summary, results_page.time_series(out))
    return found


def late(points, after):
    return [point for point in points if point[0] >= after]


def swing(points):
    """Mean time of a period of a curve, from one rise through its steady mean to the next; None: it rises less than twice."""
    level = curves.steady(points)
    rises = [at for (_, before), (at, now) in zip(points, points[1:]) if before < level <= now]
    return (rises[-1] - rises[0]) / (len(rises) - 1) if len(rises) > 1 else None


def judge_figure_5(found):
    pfc, gfc = found[5, "pfc", ""], found[5, "gfc_conceptual", ""]
    wrong = []
    settled = curves.steady(gfc["viq"])
    if abs(settled - 75) > FRAME:
        wrong.append(f"figure 5: GFC settles at {settled:.1f} KB, not 75")
    if gfc["wait"] > 0 or min(at[1] for at in gfc["rate"]) < 4:
        wrong.append("figure 5: GFC holds and waits")
    if {at[1] for at in late(pfc["rate"], 1)} & {0.0, LINE} != {0.0, LINE}:
        wrong.append("figure 5: PFC does not swing between 0 and line rate")
    if abs(pfc["paused"] - 5) > 0.1:
        wrong.append(f"figure 5: PFC pauses {pfc['paused']:.2f} of 10 ms, not half")
    return wrong


def judge_drops(found):
    return [f"figure {key[0]}, {key[1]}, {key[2]}: {run['drops']} packets lost" for key, run in found.items() if run.get("drops")]


def table_5(found):
    rows = []
    for scheme, text in (("pfc", "PFC"), ("gfc_conceptual", "conceptual GFC")):
        run = found[5, scheme, ""]
        levels = [at[1] for at in late(run["viq"], 1)]
        rates = [at[1] for at in late(run["rate"], 1)]
        rows.append([text, f"{run['peak']:.1f} KB", f"{min(levels):.1f} to {max(levels):.1f} KB", f"{curves.steady(run['viq']):.1f} KB",
                     f"{min(rates):.1f} to {max(rates):.1f} Gbps", f"{1e3 * swing(run['viq']):.0f} us" if scheme == "pfc" else "none",
                     ms(curves.flat_from(run["viq"], 2 * FRAME)), f"{run['wait']:.2f} of 10 ms"])
    return results_page.table(["", "highest VIQ", "VIQ after 1 ms", "its mean", "input rate after 1 ms", "period", "flat from", "hold and wait"], rows)


def tables(found):
    return {"figure 5": table_5(found)} | {name: text for part in PARTS for name, text in part.tables(found).items()}


def drawing_5(found):
    rows = [[Panel(f"({letter}) {text}: {what}", unit, {"": [at for at in found[5, scheme, ""][member] if at[0] <= 1]}, 1, top, levels)
             for letter, scheme, text in (("a", "pfc", "PFC"), ("b", "gfc_conceptual", "conceptual GFC"))]
            for what, member, unit, top, levels in (("input rate", "rate", "Gbps", 12, {"5 Gbps": 5}), ("VIQ", "viq", "KB", 110, {"75 KB": 75}))]
    return curves.drawing("GFC, figure 5: two hosts to one", rows, "ms")


def drawings(found):
    made = {5: drawing_5(found)}
    made |= {figure: text for part in PARTS for figure, text in part.drawings(found).items()}
    return {f"gfc_figure_{figure}.svg": text for figure, text in made.items()}


def stale_drawings(found):
    return [f"docs/figures/{name} is not that of these runs; --write draws it" for name, text in drawings(found).items()
            if not (DRAWINGS / name).exists() or (DRAWINGS / name).read_text(encoding="utf-8") != text]


def faults(found, text):
    wrong = judge_figure_5(found) + judge_drops(found)
    wrong += [fault for part in PARTS for fault in part.judge(found)]
    return wrong + results_page.stale_tables(PAGE, text, tables(found))


def made_up(key):
    """A run as it should be."""
    figure, scheme, _ = key
    swings = scheme == "pfc" and figure == 5
    times = [0.5 * number for number in range(1, 41)]
    run = {"rate": [[at, (0.0 if at % 1 else LINE) if swings else 5.0] for at in times], "viq": [[at, 70 if swings and at % 1 else 75] for at in times],
           "peak": 76, "paused": 5.0, "wait": 5.0 if swings else 0, "deadlock": None, "gbps": [5.0] * 3, "drops": 0}
    return run


def self_test():
    """Plants what is wrong, and wants it found."""
    found = {key: part_of(key).made_up(key) for key in cases()}
    planted = [
        (None, lambda runs: None),
        ("settles at 85.0 KB", lambda runs: runs[5, "gfc_conceptual", ""].update(viq=[[at / 2, 85] for at in range(40)])),
        ("GFC holds and waits", lambda runs: runs[5, "gfc_conceptual", ""].update(wait=0.1)),
        ("does not swing", lambda runs: runs[5, "pfc", ""].update(rate=[[2, 5.0], [3, 5.0]])),
        ("not half", lambda runs: runs[5, "pfc", ""].update(paused=3.0)),
        ("3 packets lost", lambda runs: runs[5, "pfc", ""].update(drops=3)),
        ("'figure 5' is not that", lambda runs: runs[5, "pfc", ""].update(peak=77)),
        *(one for part in PARTS for one in part.PLANTED),
    ]
    problems = results_page.planted_tables(found, faults, tables, planted) + curves.self_test()
    if len(drawings(found)) != len(stale_drawings(found)):
        problems.append("a drawing of other runs is taken for that of these")
    return problems, len(planted)


def check(weir, rewrite):
    with tempfile.TemporaryDirectory() as scratch:
        found = run_all(weir, scratch)
    if rewrite:
        results_page.write_tables(PAGE, tables(found))
        for name, text in drawings(found).items():
            (DRAWINGS / name).write_text(text, encoding="utf-8")
    wrong = faults(found, PAGE.read_text(encoding="utf-8")) + stale_drawings(found)
    print("\n".join(wrong) or f"{len(found)} runs as the page says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))

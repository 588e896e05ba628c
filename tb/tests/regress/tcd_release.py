# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""TCD with an ordinary XOFF, and behind slow hosts: runs tcd_multi, tcd_single and tcd_slow_receiver and makes the tables of the page.

tcd_release.py WEIR            runs a part, and fails where a flow is not marked as it should be, or where a cell of
                               docs/results/tcd_release.md is not that of this run
tcd_release.py WEIR --whole    the same with all of it
tcd_release.py WEIR --write    puts the tables of all of it into the page
tcd_release.py --self-test     shows that a wrong outcome and a wrong cell are found
"""

import pathlib
import sys
import tempfile

import results_page

PAGE = results_page.TOP / "docs/results/tcd_release.md"
BEFORE = ["congestion.tcd.hold=none", "congestion.tcd.k_max=200KB", "congestion.tcd.host_hard_level=0B"]
NO_LEVEL = ["congestion.tcd.host_hard_level=0B"]
RULES = {"default": [], "no hold, K_max 200 KB, no level": BEFORE}
XOFFS = (60, 80, 90, 120, 200, 320, 600, 800)  # KB, XON 2 KB below
QUICK = (90, 320)
VOQ = ["switch.crossbar.strategy=input_queued", "switch.crossbar.queueing=virtual_output", "switch.crossbar.speedup=2.0"]
RATES = (5, 10, 20)  # Gbps that the slow host takes
DETECTORS = {"TCD": [], "no level at hosts": NO_LEVEL, "no level, no hold, K_max 200 KB": BEFORE,
             "ECN": ["congestion.detector=red_ecn", *(f"flow.{flow}.tcd=false" for flow in ("slow_1", "slow_2", "slow_3"))]}
VICTIM = 10  # Gbps that it sends


def at_xoff(xoff):
    room = ["switch.mmu.buffer=64MB"] if xoff > 320 else []
    return [f"switch.mmu.viq_limit={xoff}KB", f"flow_control.pfc.xoff={xoff}KB", f"flow_control.pfc.xon={xoff - 2}KB", *room]


def cases(whole):
    """{name of the table: {(row, column): (scenario, settings)}}"""
    xoffs = XOFFS if whole else QUICK
    tables = {"multi": {(f"{xoff} KB", rule): ("tcd_multi", [*at_xoff(xoff), *more]) for xoff in xoffs for rule, more in RULES.items()}}
    tables["single"] = {(f"{xoff} KB", arbitration): ("tcd_single", [*at_xoff(xoff), *more])
                        for xoff in xoffs for arbitration, more in (("FIFO", []), ("VOQ, speedup 2", VOQ))}
    tables["slow"] = {(f"{rate} Gbps", detector): ("tcd_slow_receiver", [f'host=[{{ hosts = ["h5"], service_rate = "{rate}Gbps" }}]', *more])
                      for rate in (RATES if whole else (10,)) for detector, more in DETECTORS.items()}
    return tables


def flow(summary, name):
    return next(each for each in summary["flows"] if each["name"] == name)


def marked(summary, name):
    return flow(summary, name)["ce_packets"]


def cell(table, summary):
    if table == "slow":
        victim = flow(summary, "victim")
        taken = sum(flow(summary, f"slow_{number}")["mean_bps"] for number in (1, 2, 3)) / 1e9
        return f"{victim['mean_bps'] / 1e9:.2f}, CE {victim['ce_packets']:,}; {taken:.2f}"
    return " / ".join(f"{marked(summary, name):,} of {flow(summary, name)['delivered_packets']:,}" for name in ("f0", "f2"))


def faults(table, key, summary):
    """What is wrong with a run of the default, in words."""
    wrong = [f"{sum(summary['drops'].values())} packets lost"] if sum(summary["drops"].values()) else []
    if table == "single":
        wrong += [f"{name} gets CE" for name in ("f0", "f2") if marked(summary, name)]
    elif table == "multi" and key[1] == "default":
        wrong += [f"{name} gets too little CE" for name in ("f0", "f2")
                  if marked(summary, name) < 0.6 * flow(summary, name)["delivered_packets"]]
    elif key[1] == "TCD":
        victim = flow(summary, "victim")["mean_bps"] / 1e9
        wrong += [f"the victim has {victim:.2f} Gbps"] if victim < 0.97 * VICTIM else []
    return wrong


WAITING = "l0.p2.c0.waiting_depth_bytes"  # of P2


def unseen(key, summary, rows):
    """What of P2's queue of tcd_single, 500 KB and more, is not in the results of the XOFF shipped, in words; rows of the time series."""
    if key[0] != "320 KB":
        return []
    queue = next(each for each in summary["queues"] if (each["device"], each["port"], each["class"]) == ("l0", 2, 0))
    # With output FIFOs the depth of the VEQ is all of it.
    column = WAITING if key[1] != "FIFO" else WAITING.replace("waiting", "veq")
    most = {"waiting_peak_bytes": queue.get("waiting_peak_bytes", 0), column: max(float(row.get(column, 0)) for row in rows)}
    return [f"{name} is {value:.0f}" for name, value in most.items() if value < 500e3] + (
        [f"{WAITING} beside the VEQ"] if column != WAITING and WAITING in rows[0] else [])


def rendered(table):
    rows, columns = (list(dict.fromkeys(key[place] for key in table)) for place in (0, 1))
    return results_page.table(["", *columns], [[row, *(table.get((row, column), "") for column in columns)] for row in rows])


def stale(made, text):
    """Cells that the page has not, or has otherwise: a line of the page begins with the row, and has the cell."""
    problems = []
    for name, table in made.items():
        begin, end = results_page.marks(name)
        head, _, *rows = [[field.strip() for field in line.strip("|").split("|")] for line in text.split(begin)[1].split(end)[0].splitlines()]
        there = {(row[0], column): field for row in rows for column, field in zip(head[1:], row[1:], strict=True)}
        problems += [f"{name}: {', '.join(key)}: the page has {there.get(key)!r}, this run {value!r}"
                     for key, value in table.items() if there.get(key) != value]
    return problems


def check(weir, mode):
    made, wrong = {}, []
    with tempfile.TemporaryDirectory() as scratch:
        for table, runs in cases(mode != "part").items():
            made[table] = {}
            for number, (key, (scenario, settings)) in enumerate(runs.items()):
                options = [word for setting in ["expect=", *settings] for word in ("--set", setting)]
                summary = results_page.run(weir, f"scenarios/tcd/{scenario}.toml", f"{scratch}/{table}_{number}", *options)
                made[table][key] = cell(table, summary)
                rows = results_page.time_series(f"{scratch}/{table}_{number}") if table == "single" else []
                found = faults(table, key, summary) + (unseen(key, summary, rows) if rows else [])
                wrong += [f"{table}, {', '.join(key)}: {fault}" for fault in found]
    if mode == "write":
        results_page.write_tables(PAGE, {name: rendered(table) for name, table in made.items()})
    wrong += stale(made, PAGE.read_text(encoding="utf-8"))
    print("\n".join(wrong) or f"{sum(map(len, made.values()))} cells as the page has them")
    return 1 if wrong else 0


def made_up(ce=0, victim=10.0, drops=None):
    flows = [{"name": name, "ce_packets": ce, "delivered_packets": 100, "mean_bps": victim * 1e9}
             for name in ("f0", "f2", "victim", "slow_1", "slow_2", "slow_3")]
    return {"flows": flows, "drops": drops or {}}


def self_test():
    """Plants what is wrong, and wants it found."""
    planted = [
        ("single", ("90 KB", "FIFO"), made_up(), 0), ("single", ("90 KB", "FIFO"), made_up(ce=1), 2),
        ("multi", ("90 KB", "default"), made_up(ce=90), 0), ("multi", ("90 KB", "default"), made_up(ce=2), 2),
        ("slow", ("10 Gbps", "TCD"), made_up(), 0), ("slow", ("10 Gbps", "TCD"), made_up(victim=7.0), 1),
        ("slow", ("10 Gbps", "TCD"), made_up(drops={"viq_full": 1}), 1),
    ]
    problems = [f"{table}: {faults(table, key, run)}" for table, key, run, count in planted if len(faults(table, key, run)) != count]
    for key, peak, row, count in ((("320 KB", "FIFO"), 6e5, {"l0.p2.c0.veq_depth_bytes": "6e5"}, 0), (("90 KB", "FIFO"), 0, {}, 0),
                                  (("320 KB", "FIFO"), 6e5, {"l0.p2.c0.veq_depth_bytes": "6e5", WAITING: "6e5"}, 1),
                                  (("320 KB", "VOQ, speedup 2"), 6e5, {WAITING: "6e5"}, 0), (("320 KB", "VOQ, speedup 2"), 1e3, {WAITING: "1e3"}, 2),
                                  (("320 KB", "VOQ, speedup 2"), 6e5, {"l0.p2.c0.veq_depth_bytes": "6e5"}, 1)):
        queue = {"device": "l0", "port": 2, "class": 0, "waiting_peak_bytes": peak}
        if len(unseen(key, {"queues": [queue]}, [row])) != count:
            problems.append(f"{key}, {peak}, {row}: {unseen(key, {'queues': [queue]}, [row])}")
    table = {("90 KB", "default"): "1 of 2 / 3 of 4"}
    begin, end = results_page.marks("multi")
    text = f"words\n{begin}{rendered(table)}{end}words\n"
    if stale({"multi": table}, text) or not stale({"multi": {("90 KB", "default"): "2 of 2 / 3 of 4"}}, text):
        problems.append("a wrong cell is not found, or a right one is")
    print("\n".join(problems) or "all that was planted is found")
    return 1 if problems else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    modes = [mode for mode in ("whole", "write") if f"--{mode}" in arguments]
    names = [argument for argument in arguments if not argument.startswith("--")]
    if len(names) != 1 or len(names) + len(modes) != len(arguments) or len(modes) > 1:
        raise SystemExit(__doc__)
    return check(str(pathlib.Path(names[0]).resolve()), modes[0] if modes else "part")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""ITSY under web search, what its messages take, and whether deadlocks come back: runs sweeps/itsy_websearch.toml,
sweeps/itsy_recurrence.toml and sweeps/itsy_recurrence_limited.toml.

itsy_traffic.py WEIR            fails where `repaired` declares what is false or misses a deadlock, where a deadlock comes back although its trigger is
                                cut off, where a limit on heavy hitters loses packets or leaves more than a few deadlocks in the ring, or where docs/results/itsy_traffic.md does not hold these figures
itsy_traffic.py WEIR --write    puts them there
itsy_traffic.py --self-test     shows that wrong runs and figures are found
"""

import pathlib
import sys
import tempfile

import results_page

PAGE = results_page.TOP / "docs" / "results" / "itsy_traffic.md"
LOOP = ("first", "second", "third", "fourth")  # flows that do not go to the host that pauses


def sums(cells):
    """{(network, load, protocol): what its runs have together}, of the cells of itsy_websearch."""
    together = {}
    for (network, protocol, load, _), cell in cells.items():
        together.setdefault((pathlib.PurePath(network).stem, load, protocol), []).append(cell)
    return {key: {"runs": len(runs), **{name: int(sum(run[name] for run in runs)) for name in ("deadlocks_formed", "declared_true", "declared_false", "missed")},
                  "messages": sum(run["check_messages"] for run in runs) / len(runs),
                  "delay": max((run["declaration_delay"] for run in runs if run["declaration_delay"] is not None), default=None),
                  "bytes": sum(run["check_bytes_per_pause"] or 0 for run in runs) / len(runs)} for key, runs in together.items()}


def websearch_table(cells):
    header = ["network", "load", "protocol", "runs", "deadlocks", "missed", "true", "false", "declared within, us", "messages a run", "bytes a PAUSE"]
    return results_page.table(header, [
        [f"`{network}`", load, f"`{protocol}`", str(one["runs"]), str(one["deadlocks_formed"]), str(one["missed"]), str(one["declared_true"]), str(one["declared_false"]),
         "-" if one["delay"] is None else f"{one['delay'] * 1e6:.1f}", f"{one['messages']:,.0f}", f"{one['bytes']:.1f}"]
        for (network, load, protocol), one in sorted(sums(cells).items())])


def recurrence_table(cells):
    header = ["what is done", "deadlocks", "declared, true", "false", "drops", "Gbps of the flows of the loop", "Gbps to the host"]
    return results_page.table(header, [
        [done, *(f"{cell[name]:.0f}" for name in ("deadlocks_formed", "declared_true", "declared_false", "drops")),
         ", ".join(f"{cell[f'flow.{flow}.steady_rate'] / 1e9:.2f}" for flow in LOOP), f"{cell['flow.stopped.steady_rate'] / 1e9:.2f}"]
        for (done,), cell in cells.items()])


def limited_table(cells):
    header = ["network", "what is done", "deadlocks", "declared, true", "false", "drops", "flows limited", "packets delivered"]
    return results_page.table(header, [
        [f"`{pathlib.PurePath(network).stem}`", done, *(f"{cell[name] or 0:,.0f}" for name in
                                                        ("deadlocks_formed", "declared_true", "declared_false", "drops", "flows_limited", "packets_delivered"))]
        for (network, done), cell in sorted(cells.items(), key=lambda one: one[0][0], reverse=True)])


def tables(found):
    return {"websearch": websearch_table(found["websearch"]), "recurrence": recurrence_table(found["recurrence"]),
            "limited": limited_table(found["recurrence_limited"])}


def limited_faults(cells):
    """In the ring a limit that lasts has to make deadlocks rare; in either network it may lose nothing, and what port level declares is true."""
    wrong = []
    for (network, done), cell in cells.items():
        idle = "bps" in done and "incast" not in network and not cell["flows_limited"]
        if cell["missed"] or cell["declared_false"] or (cell["drops"] and "count-min" not in done) or idle:
            wrong.append(f"{network}, {done}: {cell}")
        without = cells[network, done.split(",")[0]]
        if "incast" not in network and "for 10 ms" in done and cell["deadlocks_formed"] * 5 > without["deadlocks_formed"]:
            wrong.append(f"{network}, {done}: {cell['deadlocks_formed']:.0f} deadlocks, and {without['deadlocks_formed']:.0f} without")
    return wrong


def faults(found, text):
    wrong = [f"{', '.join(key)}: {one['declared_false']} false, {one['missed']} missed" for key, one in sums(found["websearch"]).items()
             if key[2] == "repaired" and (one["declared_false"] or one["missed"])]
    for (done,), cell in found["recurrence"].items():
        cut = "cut off" in done
        if cut != (cell["deadlocks_formed"] == 0) or cell["missed"] or cell["declared_false"]:
            wrong.append(f"{done}: {cell['deadlocks_formed']:.0f} deadlocks, {cell['missed']:.0f} missed, {cell['declared_false']:.0f} false")
        if cut and not results_page.within([cell[f"flow.{flow}.steady_rate"] for flow in LOOP], (4.4e9, 4.6e9)):
            wrong.append(f"{done}: a flow of the loop does not have its rate")
    wrong += limited_faults(found["recurrence_limited"])
    return wrong + results_page.stale_tables(PAGE, text, tables(found))


def check(weir, rewrite):
    with tempfile.TemporaryDirectory() as scratch:
        found = {name: results_page.cells_of(results_page.sweep(weir, results_page.TOP / f"sweeps/itsy_{name}.toml", f"{scratch}/{name}"))
                 for name in ("websearch", "recurrence", "recurrence_limited")}
    if rewrite:
        results_page.write_tables(PAGE, tables(found))
    wrong = faults(found, PAGE.read_text(encoding="utf-8"))
    print("\n".join(wrong) or f"{sum(map(len, found.values()))} runs as the page says")
    return 1 if wrong else 0


def self_test():
    run = {"deadlocks_formed": 1, "declared_true": 1, "declared_false": 0, "missed": 0, "declaration_delay": 4e-6, "check_messages": 5, "check_bytes_per_pause": 30}
    back = {**run, "drops": 0, **{f"flow.{flow}.steady_rate": 4.5e9 for flow in LOOP}, "flow.stopped.steady_rate": 1e8}
    found = {"websearch": {("clos", protocol, "0.2", "1"): dict(run) for protocol in ("published", "repaired")},
             "recurrence": {("nothing",): dict(back), ("the host is cut off",): {**back, "deadlocks_formed": 0}},
             "recurrence_limited": {("ring", "port level"): {**run, "deadlocks_formed": 50, "drops": 0, "flows_limited": None, "packets_delivered": 9},
                                    ("ring", "port level, 1 Gbps for 10 ms"): {**run, "drops": 0, "flows_limited": 3, "packets_delivered": 9}}}
    limited = ("ring", "port level, 1 Gbps for 10 ms")
    repaired, cut = ("clos", "repaired", "0.2", "1"), ("the host is cut off",)
    planted = [(None, lambda f: None),
               ("1 false", lambda f: f["websearch"][repaired].update(declared_false=1)),
               ("1 missed", lambda f: f["websearch"][repaired].update(missed=1)),
               ("the table 'websearch'", lambda f: f["websearch"]["clos", "published", "0.2", "1"].update(missed=1)),
               ("1 deadlocks", lambda f: f["recurrence"][cut].update(deadlocks_formed=1)),
               ("0 deadlocks", lambda f: f["recurrence"]["nothing",].update(deadlocks_formed=0)),
               ("'drops': 1", lambda f: f["recurrence_limited"][limited].update(drops=1)),
               ("'flows_limited': 0", lambda f: f["recurrence_limited"][limited].update(flows_limited=0)),
               ("11 deadlocks, and 50 without", lambda f: f["recurrence_limited"][limited].update(deadlocks_formed=11)),
               ("its rate", lambda f: f["recurrence"][cut].update({"flow.third.steady_rate": 3e9}))]
    return results_page.planted_tables(found, faults, tables, planted), len(planted)


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))

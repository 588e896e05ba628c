# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Cells of the matrices of tcd_choice.py from the reports of their plans, and what is judged of them.

Each maker gives ({(row, column): text}, [what is wrong, in words]).
"""

import collections
import pathlib
import re

RULES = ["literal", "not_decreased", "rise_2mtu", "rise_or_pausing"]
DEFAULT = "rise_or_pausing"
PAPERS, PATIENT = f"`{DEFAULT}`, T = max(T_on)", f"`{DEFAULT}`, T = 4 max(T_on), band C tau"
MTU_BITS = 8000
# Of tcd_roots: the root's port stops at 1 us for 400 us, and the run ends at 6 ms.
RELEASED, END = 401e-6, 6e-3
LATE = 0.3e-3  # what a full root may be declared later than a T of max(T_on) after its port has left U
SLACK = 0.02e-3  # packets that are under way


def runs(report):
    """(axis key -> text, result name -> value) of each run that is done."""
    texts = [(axis["key"], [value["text"] for value in axis["values"]]) for axis in report["axes"]]
    names = [quantity["name"] for quantity in report["quantities"]]
    for run in report["runs"]:
        if run["state"] == "done":
            yield ({key: values[at] for (key, values), at in zip(texts, run["values"], strict=True)},
                   {name: value for name, value in zip(names, run["results"], strict=True) if value is not None})


def grouped(report, key_of):
    """Results of all seeds by key_of(axes); a key of None is left out."""
    groups = collections.defaultdict(list)
    for axes, cell in runs(report):
        key = key_of(axes)
        if key is not None:
            groups[key].append(cell)
    return groups


def flows(cell, member, but=()):
    """The sum over victims: flows f* and b*."""
    return sum(value for name, value in cell.items() if re.fullmatch(rf"flow\.[fb]\d+\.{member}", name) and name.split(".")[1] not in but)


def share(cells, but=()):
    return 100 * sum(flows(cell, "ce_packets", but) for cell in cells) / sum(flows(cell, "delivered_packets", but) for cell in cells)


def of_rule(text):
    """`literal` or `rise_or_pausing`, band 2 MTU."""
    name, *more = text.split(", ", 1)
    return ", ".join([f"`{name}`" if name in RULES else name, *more])


def epsilon_key(scenario):
    def key(axes):
        if scenario and pathlib.Path(axes["scenario"]).stem != scenario:
            return None
        value, *period = (axes.get("epsilon") or axes["congestion.tcd.epsilon"]).split(", ")
        return f"{of_rule(', '.join([axes['rule'], *period]))}, {axes['arbitration']}", value
    return key


def is_default(key):
    return key[0].startswith(f"`{DEFAULT}`, ") and not key[0].startswith(f"{PAPERS}, ")


def false_runs(report):
    """tcd_single: runs in which f0 or f2 got CE, and their packets."""
    table, wrong = {}, []
    for key, cells in grouped(report, epsilon_key("tcd_single")).items():
        counts = [flows(cell, "ce_packets", ("f1",)) for cell in cells]
        marked = sum(count > 0 for count in counts)
        table[key] = f"{marked} ({sum(counts):,.0f})" if marked else "0"
        # A crossbar that is hardly faster than its ports is congested itself.
        if is_default(key) and float(key[1]) <= 0.05 and "1.05" not in key[0] and marked:
            wrong.append(f"{', '.join(key)}: {table[key]} though the default")
    return table, wrong


def found_share(report):
    """tcd_multi: percent of f0's and f2's packets that get CE, which they deserve."""
    table, wrong = {}, []
    for key, cells in grouped(report, epsilon_key("tcd_multi")).items():
        missed = sum(flows(cell, "ce_packets", ("f1",)) == 0 for cell in cells)
        table[key] = f"{share(cells, ('f1',)):.0f}" + (f" ({missed} missed)" if missed else "")
        if is_default(key) and missed:
            wrong.append(f"{', '.join(key)}: {missed} missed by the default")
    return table, wrong


def victims(report):
    """tcd_victim: percent of the victims of which a packet got CE."""
    table = {}
    for key, cells in grouped(report, epsilon_key(None)).items():
        marked = sum(cell["workload.victim.ce_flows"] for cell in cells)
        table[key] = f"{100 * marked / sum(cell['workload.victim.flows'] for cell in cells):.2f}"
    return table, []


def longest_on(link):
    """max(T_on) of a link "40 Gbps, 4 us", MTU 1000, XOFF - XON = 2 MTU, epsilon 0.05."""
    rate, delay = (float(part.split()[0]) for part in link.split(", ")[:2])
    rate, delay = rate * 1e9, delay * 1e-6
    tau = 2 * MTU_BITS / rate + 2 * delay
    return (4 * MTU_BITS + tau * rate) / (0.1 * rate) + tau


def lateness(link, cell):
    """From when the root's port leaves U to its first CE, for from then on all that leaves it has one; None where it has none."""
    rate, delay = (float(part.split()[0]) for part in link.split(", ")[:2])
    marked = sum(cell[f"flow.root_{number}.ce_packets"] for number in (1, 2))
    return END - RELEASED - 2e-6 * delay - longest_on(link) - marked * MTU_BITS / (rate * 1e9) if marked else None


def root_key(axes):
    link, more = re.fullmatch(r"(.*?us)(, .*)?", axes["link"]).groups()
    return f"{link}, {axes['arbitration'].split(',')[0]}", of_rule(axes["rule"] + (more or "")), axes["root"]


# What no root may be declared later than, by max(T_on): of the default T, 2 max(T_on). Where the band is less than its swing one that is not full may
# be seen falling once.
LATEST = {f"`{DEFAULT}`": lambda span, _: 2 * span + SLACK, PAPERS: lambda span, root: span + LATE if root == "full" else 2 * span + SLACK,
          PATIENT: lambda span, _: 8 * span + SLACK}


def roots(report):
    """The latest of the seeds, ms, of a full, a steady and a random root."""
    table, wrong, of_kind = {}, [], collections.defaultdict(dict)
    for (link, rule, root), cells in grouped(report, root_key).items():
        late = [lateness(link, cell) for cell in cells]
        missed = late.count(None)
        worst = max((value for value in late if value is not None), default=None)
        text = "never" if worst is None else f"{1e3 * worst:.2f}"
        of_kind[link, rule][root] = text + (f" ({missed} never)" if missed and worst is not None else "")
        table[link, "T"] = f"{2e3 * longest_on(link):.2f}"
        if rule in LATEST and (missed or worst > LATEST[rule](longest_on(link), root)):
            wrong.append(f"{link}, {rule}, {root}: {missed} roots missed, the latest {text} ms")
    table.update({key: " / ".join(texts[root] for root in ("full", "steady", "random") if root in texts) for key, texts in of_kind.items()})
    return table, wrong


# Beside these every rule has none.
INNOCENT = ["`literal`", "`not_decreased`", f"`{DEFAULT}`, any ingress", f"`{DEFAULT}`"]


def innocents(report):
    """Packets with CE of the queue that stands beside the root, all roots and seeds of a link together."""
    table, wrong = {}, []
    for key, cells in grouped(report, lambda axes: root_key(axes)[:2]).items():
        marked = sum(cell["flow.innocent.ce_packets"] for cell in cells)
        if key[1] in INNOCENT:
            table[key] = f"{marked:,.0f}"
        if marked and key[1] not in INNOCENT[:-1]:
            wrong.append(f"{', '.join(key)}: {marked} of the innocent")
    return table, wrong


def false_share(report):
    """tcd_no_rule: percent of the victims' packets."""
    table = {}

    def key_of(axes):
        return f"{of_rule(axes['detector'])}, {axes['arbitration'].split(',')[0]}", f"`{pathlib.Path(axes['scenario']).stem}`, {axes['control']}"

    for key, cells in grouped(report, key_of).items():
        table[key] = f"{share(cells, ('f1',) if 'tcd_chain' in key[1] else ()):.2f}"
    return table, []


def shares(report, key_of, but=()):
    """Percent of the victims' packets."""
    return {key: f"{share(cells, but):.2f}" for key, cells in grouped(report, key_of).items()}, []


def attack(report):
    """tcd_attack: f0 and f2."""
    return shares(report, lambda axes: (axes["variation"], f"{of_rule(axes['rule'])}, {axes['arbitration']}"), ("f1",))


def by_burst(report):
    return shares(report, lambda axes: (of_rule(axes["detector"]), axes["period"]))


def by_load(report):
    return shares(report, lambda axes: (of_rule(axes["detector"]), axes["load"]))


def made_report(axes, results):
    """One of a single run, for what is planted."""
    return {"axes": [{"key": key, "values": [{"text": text}]} for key, text in axes.items()],
            "quantities": [{"name": name} for name in results],
            "runs": [{"state": "done", "values": [0] * len(axes), "results": list(results.values())},
                     {"state": "missing", "values": [0] * len(axes), "results": []}]}


def planted():
    """What was judged wrongly, in words."""
    problems = []

    def try_it(maker, axes, results, text, faults):
        table, wrong = maker(made_report(axes, results))
        if text not in table.values() or len(wrong) != faults:
            problems.append(f"{maker.__name__} {results}: {table}, {wrong}")

    single = {"scenario": "tcd_single.toml", "rule": DEFAULT, "arbitration": "output FIFO", "congestion.tcd.epsilon": "0.05"}
    for count, text, faults in ((0, "0", 0), (3, "1 (3)", 1)):
        try_it(false_runs, single, {"flow.f0.ce_packets": 0, "flow.f1.ce_packets": 9, "flow.f2.ce_packets": count}, text, faults)
    multi = {**single, "scenario": "tcd_multi.toml"}
    for count, text, faults in ((5, "50", 0), (0, "0 (1 missed)", 1)):
        try_it(found_share, multi, {"flow.f0.ce_packets": count, "flow.f0.delivered_packets": 10, "flow.f1.ce_packets": 9}, text, faults)
    try_it(victims, {key: value for key, value in single.items() if key != "scenario"},
           {"workload.victim.flows": 200, "workload.victim.ce_flows": 1}, "0.50", 0)
    # 40 Gbps, 4 us: out of U at 509.4 us; at line rate from then on 27,453 packets.
    root = {"rule": DEFAULT, "link": "40 Gbps, 4 us", "root": "full", "arbitration": "FIFO"}
    papers = {"link": "40 Gbps, 4 us, T = max(T_on)"}
    for more, count, text, faults in (({}, 26450, "0.20", 0), ({}, 26000, "0.29", 1), ({}, 0, "never", 1), (papers, 26000, "0.29", 0),
                                      (papers, 25000, "0.49", 1), ({**papers, "root": "steady"}, 26450, "0.20", 0),
                                      ({**papers, "root": "steady"}, 26000, "0.29", 1)):
        try_it(roots, {**root, **more}, {"flow.root_1.ce_packets": count, "flow.root_2.ce_packets": 0}, text, faults)
    for count, faults in ((0, 0), (7, 1)):
        try_it(innocents, root, {"flow.innocent.ce_packets": count}, str(count), faults)
    try_it(false_share, {"scenario": "tcd_chain.toml", "detector": "ECN", "control": "none", "arbitration": "FIFO"},
           {"flow.f1.ce_packets": 10, "flow.f1.delivered_packets": 10, "flow.f10.ce_packets": 1, "flow.f10.delivered_packets": 4}, "25.00", 0)
    try_it(attack, {"rule": DEFAULT, "arbitration": "output FIFO", "variation": "MTU 512"},
           {"flow.f0.ce_packets": 1, "flow.f0.delivered_packets": 4, "flow.f1.ce_packets": 9}, "25.00", 0)
    try_it(by_burst, {"detector": "ECN", "period": "10 us"}, {"flow.b1.ce_packets": 1, "flow.b1.delivered_packets": 8}, "12.50", 0)
    try_it(by_load, {"detector": "ECN", "load": "24 of 40 Gbps"}, {"flow.f1.ce_packets": 1, "flow.f1.delivered_packets": 8,
                                                                  "flow.hot_1.ce_packets": 7, "flow.hot_1.delivered_packets": 8}, "12.50", 0)
    return problems

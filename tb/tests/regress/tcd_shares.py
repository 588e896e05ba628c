# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What share of packets TCD marks: its testbed (figure 11), by when the innocent begin, and by epsilon (figure 14).

tcd_shares.py WEIR            runs scenarios/tcd/tcd_testbed.toml, sweeps/tcd_starts.toml and sweeps/tcd_figure_14.toml; fails where something is
                              marked that must not be, or not what must, or where the tables in docs/results/tcd_figures.md are not those of
                              these runs
tcd_shares.py WEIR --write    puts the tables of these runs into docs/results/tcd_figures.md
tcd_shares.py --self-test     shows that a wrong outcome and a wrong figure are found
"""

import sys
import tempfile

import results_page

PAGE = results_page.TOP / "docs/results/tcd_figures.md"
TESTBED = {"Ethernet": [], "InfiniBand": ["flow_control.scheme=cbfc", "congestion.detector=tcd_infiniband"]}
WINDOWS = (10, 20, 30, 40, 50, 60)  # ms, their ends; A0 sends from 10 to 40
PLANS = ("tcd_starts", "tcd_figure_14")


def testbed(weir, scratch):
    """{(network, end of a window): {flow: [delivered, CE, UE] in it}}."""
    found = {}
    for network, settings in TESTBED.items():
        before = {}
        for end in WINDOWS:
            options = [word for setting in ["expect=", *settings] for word in ("--set", setting)]
            summary = results_page.run(weir, "scenarios/tcd/tcd_testbed.toml", f"{scratch}/{network}_{end}", "--until", f"{end}ms", *options)
            until = {flow["name"]: [flow[f"{what}_packets"] for what in ("delivered", "ce", "ue")] for flow in summary["flows"]}
            found[network, end] = {name: [now - then for now, then in zip(numbers, before.get(name, [0, 0, 0]))]
                                   for name, numbers in until.items()}
            before = until
    return found


def testbed_faults(found):
    wrong = []
    for (network, end), flows in found.items():
        (f0, f0_ce, f0_ue), (f1, f1_ce, f1_ue) = flows["f0"], flows["f1"]
        # A0 fills the buffers first, and what it has left behind drains afterwards.
        wanted = {10: (0, 0), 30: (f0, f1), 40: (f0, f1), 60: (0, 0)}.get(end, (f0_ue, f1_ce))
        if (f0_ue, f1_ce) != wanted or f0_ce > 0 or f1_ue > 0:
            wrong.append(f"testbed, {network}, until {end} ms: of {f0} and {f1} packets F0 has {f0_ce} CE, {f0_ue} UE, F1 {f1_ce} CE, {f1_ue} UE")
    return wrong


def testbed_table(found):
    def share(network, end, flow, mark):
        numbers = found[network, end][flow]
        return f"{100 * numbers[mark] / numbers[0]:.0f} %"
    rows = [[f"{network}, {name}", *(share(network, end, flow, mark) for end in WINDOWS)]
            for network in TESTBED for name, flow, mark in (("UE on F0", "f0", 2), ("CE on F0", "f0", 1), ("CE on F1", "f1", 1))]
    return results_page.table(["", *(f"{end - 10} to {end} ms" for end in WINDOWS)], rows)


def ce(cell):
    return cell["flow.f0.ce_packets"] + cell["flow.f2.ce_packets"]


def by_start(cells):
    """{(network, rule, T, arbitration): CE by start}; the key of a cell is scenario, rule, T, arbitration, and the start twice."""
    found = {}
    for (scenario, rule, period, arbitration, _, _), cell in cells.items():
        network = "InfiniBand" if "infiniband" in scenario else "Ethernet"
        found.setdefault((network, rule, period, arbitration), []).append(ce(cell))
    return found


def starts_faults(cells):
    found = by_start(cells)
    wrong = [f"starts, {', '.join(key)}: {numbers}: rise_2mtu marks nobody who is innocent"
             for key, numbers in found.items() if key[1] == "rise_2mtu" and sum(numbers) > 0]
    # What the page says of the default of Ethernet, T = 2 max(T_on), and of the paper's T.
    for period, arbitration, marks in (("100.4us", "output FIFO", True), ("200.8us", "output FIFO", False), ("100.4us", "VOQ", False)):
        numbers = found["Ethernet", "rise_or_pausing", period, arbitration]
        if (sum(numbers) > 0) != marks:
            wrong.append(f"starts, rise_or_pausing with T = {period}, {arbitration}: {numbers}")
    return wrong


def starts_table(cells):
    found = by_start(cells)
    starts = list(dict.fromkeys(key[4] for key in cells))
    arbitrations = list(dict.fromkeys(key[3] for key in found))
    rows = []
    for network, rule, period in dict.fromkeys(key[:3] for key in found):
        numbers = (found[network, rule, period, arbitration] for arbitration in arbitrations)
        rows.append([f"{network}, `{rule}`, T = {period}", *(" / ".join(f"{number:.0f}" for number in row) for row in numbers)])
    return results_page.table([f"F0 and F2 begin at {' / '.join(starts)}", *arbitrations], rows)


def epsilon_faults(cells):
    """Nobody is marked up to 0.05; with the paper's T all rules mark at 0.5."""
    wrong = []
    for (rule, arbitration, epsilon), cell in cells.items():
        value, *papers = epsilon.split(", ")
        marks = False if float(value) <= 0.05 else True if value == "0.5" and papers else None
        if marks is not None and (ce(cell) > 0) != marks:
            wrong.append(f"epsilon {epsilon}, {rule}, {arbitration}: {ce(cell)} CE")
    return wrong


def epsilon_table(cells):
    def share(cell):
        return f"{100 * ce(cell) / (cell['flow.f0.delivered_packets'] + cell['flow.f2.delivered_packets']):.1f}"
    values = list(dict.fromkeys(key[2].split(", ")[0] for key in cells))
    rows = []
    for rule, arbitration in dict.fromkeys(key[:2] for key in cells):
        for period in ("", ", T = max(T_on)"):
            if (rule, arbitration, values[0] + period) in cells:
                rows.append([f"`{rule}`{period}, {arbitration}", *(share(cells[rule, arbitration, value + period]) for value in values)])
    return results_page.table(["epsilon", *values], rows)


def tables(found):
    return {"figure 11": testbed_table(found["testbed"]), "starts": starts_table(found["tcd_starts"]),
            "figure 14": epsilon_table(found["tcd_figure_14"])}


def faults(found, text):
    lost = [f"{plan}, {', '.join(key)}: packets lost" for plan in PLANS for key, cell in found[plan].items() if cell["drops"]]
    return (testbed_faults(found["testbed"]) + starts_faults(found["tcd_starts"]) + epsilon_faults(found["tcd_figure_14"]) + lost +
            results_page.stale_tables(PAGE, text, tables(found)))


def made_up():
    """What is found where all is as it should be."""
    flows = {10: (0, 0), 20: (80, 98), 30: (100, 100), 40: (100, 100), 50: (20, 40), 60: (0, 0)}
    cell = {"drops": 0, "flow.f0.delivered_packets": 100, "flow.f2.delivered_packets": 100, "flow.f0.ce_packets": 0, "flow.f2.ce_packets": 0}
    starts = {(f"tcd_single{suffix}.toml", rule, period, arbitration, start, start): dict(cell)
              for suffix, periods in (("", ("100.4us", "200.8us")), ("_infiniband", ("40us", "80us"))) for period in periods
              for rule in ("literal", "rise_2mtu", "rise_or_pausing") for arbitration in ("output FIFO", "VOQ") for start in ("350us", "650us")}
    starts["tcd_single.toml", "rise_or_pausing", "100.4us", "output FIFO", "650us", "650us"]["flow.f0.ce_packets"] = 5
    epsilon = {("literal", arbitration, value + period): {**cell, "flow.f0.ce_packets": 9 if value == "0.5" and period else 0}
               for arbitration in ("output FIFO", "VOQ") for value in ("0.05", "0.1", "0.5") for period in ("", ", T = max(T_on)")}
    return {"testbed": {(network, end): {"f0": [100, 0, flows[end][0]], "f1": [100, flows[end][1], 0]} for network in TESTBED for end in WINDOWS},
            "tcd_starts": starts, "tcd_figure_14": epsilon}


def self_test():
    """Plants what is wrong, and wants it found."""
    def start(rule, period, arbitration, suffix=""):
        return f"tcd_single{suffix}.toml", rule, period, arbitration, "650us", "650us"

    def mark(plan, key, number=1):
        return lambda found: found[plan][key].update({"flow.f0.ce_packets": number})

    planted = [
        (None, lambda found: None),
        ("F0 has 1 CE", lambda found: found["testbed"]["InfiniBand", 50]["f0"].__setitem__(1, 1)),
        ("F0 has 0 CE, 99 UE", lambda found: found["testbed"]["Ethernet", 30]["f0"].__setitem__(2, 99)),
        ("F1 99 CE", lambda found: found["testbed"]["Ethernet", 40]["f1"].__setitem__(1, 99)),
        ("F1 1 CE", lambda found: found["testbed"]["InfiniBand", 60]["f1"].__setitem__(1, 1)),
        ("F1 98 CE, 1 UE", lambda found: found["testbed"]["InfiniBand", 20]["f1"].__setitem__(2, 1)),
        ("marks nobody", mark("tcd_starts", start("rise_2mtu", "80us", "VOQ", "_infiniband"))),
        ("rise_or_pausing with T = 200.8us", mark("tcd_starts", start("rise_or_pausing", "200.8us", "output FIFO"))),
        ("rise_or_pausing with T = 100.4us, output FIFO: [0, 0]", mark("tcd_starts", start("rise_or_pausing", "100.4us", "output FIFO"), 0)),
        ("rise_or_pausing with T = 100.4us, VOQ", mark("tcd_starts", start("rise_or_pausing", "100.4us", "VOQ"))),
        ("epsilon 0.05", mark("tcd_figure_14", ("literal", "VOQ", "0.05"))),
        ("epsilon 0.5", mark("tcd_figure_14", ("literal", "VOQ", "0.5, T = max(T_on)"), 0)),
        ("packets lost", lambda found: found["tcd_figure_14"]["literal", "VOQ", "0.1"].update(drops=1)),
        ("'figure 11' is not that", lambda found: found["testbed"]["Ethernet", 20]["f0"].__setitem__(2, 79)),
        ("'starts' is not that", mark("tcd_starts", start("literal", "80us", "VOQ", "_infiniband"))),
        ("'figure 14' is not that", mark("tcd_figure_14", ("literal", "VOQ", "0.1"))),
    ]
    problems = results_page.planted_tables(made_up(), faults, tables, planted)
    return problems, len(planted)


def check(weir, rewrite):
    with tempfile.TemporaryDirectory() as scratch:
        found = {plan: results_page.cells_of(results_page.sweep(weir, results_page.TOP / f"sweeps/{plan}.toml", scratch)) for plan in PLANS}
        found["testbed"] = testbed(weir, scratch)
    if rewrite:
        results_page.write_tables(PAGE, tables(found))
    wrong = faults(found, PAGE.read_text(encoding="utf-8"))
    print("\n".join(wrong) or f"{sum(map(len, found.values()))} cells as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))

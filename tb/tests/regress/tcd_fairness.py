# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""How four flows share a port that was undetermined, under DCQCN and TIMELY with TCD: runs scenarios/tcd/tcd_fairness.toml and judges rates.

tcd_fairness.py WEIR            fails where flows share otherwise than docs/results/tcd_fairness.md says, or where its figures are not those of
                                this run
tcd_fairness.py WEIR --write    puts the figures of this run into that page
tcd_fairness.py --self-test     shows that an unfair share and a wrong figure are found
"""

import sys
import tempfile

import results_page

PAGE = results_page.TOP / "docs/results/tcd_fairness.md"
SCENARIO = "scenarios/tcd/tcd_fairness.toml"
FLOWS = ("b0", "b1", "b2", "b3", "f1")
WINDOWS = ((0, 20), (20, 60), (60, 80), (80, 100), (100, 150), (150, 200), (200, 250), (250, 300))  # ms
NO_TCD = [f"flow.{flow}.tcd=false" for flow in FLOWS] + ["congestion.detector=red_ecn"]
TIMELY = ["traffic.control=timely", "traffic.timeout=100ms"]
FAR = "topology.link=[" + ", ".join(f'{{ between = ["{flow}", "l0"], delay = "8us" }}' for flow in FLOWS[:4]) + "]"
CASES = {  # name: settings, what must be true of the rates in Gbps by window, and that in words
    "DCQCN+TCD": ([], lambda rates: jain(rates[60], FLOWS[:4]) > 0.97 and all(fair(rates[w]) for w in (80, 100, 150, 200, 250)),
                  "b0 to b3 within 20 % of 8 Gbps from 80 ms on"),
    "TIMELY+TCD": (TIMELY, lambda rates: jain(rates[60], FLOWS) > 0.98 and starves(rates[250]), "fair while they climb, then f1 starves"),
    "TIMELY": ([*TIMELY, *NO_TCD], lambda rates: starves(rates[250]), "f1 starves without TCD, too"),
    "TIMELY+TCD, b0 to b3 as far from r0 as f1 from r1": ([*TIMELY, FAR], lambda rates: jain(rates[250], FLOWS) > 0.9, "all five share"),
}


def jain(rates, flows):
    total = sum(rates[flow] for flow in flows)
    return total * total / len(flows) / sum(rates[flow] ** 2 for flow in flows) if total else 0.0


def fair(rates):
    return all(6.4 <= rates[flow] <= 9.6 for flow in FLOWS[:4])


def starves(rates):
    return rates["f1"] < 1 and jain(rates, FLOWS[:4]) > 0.9


def windows_of(rows):
    """{start of a window in ms: {flow: Gbps}}; rows are of the time series."""
    found = {}
    for start, end in WINDOWS:
        inside = [row for row in rows if start <= float(row["time_seconds"]) * 1e3 < end]
        found[start] = {flow: sum(float(row[f"flow.{flow}.delivered_bps"]) for row in inside) / max(len(inside), 1) / 1e9 for flow in FLOWS}
    return found


def faults(cases):
    return [f"{name}: not so: {words}" for name, (_, holds, words) in CASES.items() if not holds(cases[name])]


def table(cases):
    lines = ["| Gbps | | " + " | ".join(f"{start} to {end} ms" for start, end in WINDOWS) + " |", "|---|---|" + "---|" * len(WINDOWS)]
    for name, rates in cases.items():
        lines.append(f"| {name} | b0 to b3 | " + " | ".join(
            f"{min(rates[w][flow] for flow in FLOWS[:4]):.2f} to {max(rates[w][flow] for flow in FLOWS[:4]):.2f}" for w, _ in WINDOWS) + " |")
        lines.append("| | f1 | " + " | ".join(f"{rates[w]['f1']:.2f}" for w, _ in WINDOWS) + " |")
        for text, flows in (("Jain of b0 to b3", FLOWS[:4]), ("Jain of all", FLOWS)):
            lines.append(f"| | {text} | " + " | ".join(f"{jain(rates[w], flows):.3f}" for w, _ in WINDOWS) + " |")
    return "\n".join(lines) + "\n"


def run_case(weir, settings, out):
    sets = [word for setting in ("scenario.duration=300ms", "scenario.sample_interval=1ms", "expect=", *settings) for word in ("--set", setting)]
    results_page.run(weir, SCENARIO, out, *sets)
    return windows_of(results_page.time_series(out))


def check(weir, rewrite):
    with tempfile.TemporaryDirectory() as scratch:
        cases = {name: run_case(weir, case[0], f"{scratch}/{number}") for number, (name, case) in enumerate(CASES.items())}
    return results_page.check_page(PAGE, table(cases), faults(cases), f"{len(cases)} cases as the page says", rewrite)


def self_test():
    """Plants what is wrong, and wants it found."""
    def rates(b, f1):
        return {start: {**dict.fromkeys(FLOWS[:4], b), "f1": f1} for start, _ in WINDOWS}

    cases = {"DCQCN+TCD": rates(8, 8), "TIMELY+TCD": {**rates(8, 0.2), 60: rates(2, 2)[60]}, "TIMELY": rates(9, 0.1), list(CASES)[3]: rates(8, 7)}
    page = f"words\n{results_page.BEGIN}{table(cases)}{results_page.END}words\n"
    problems = faults(cases) + results_page.stale(PAGE, page, table(cases))
    for name, wrong in (("DCQCN+TCD", rates(6, 16)), ("TIMELY+TCD", rates(8, 0.2)), ("TIMELY", rates(8, 8)), (list(CASES)[3], rates(9, 0.2))):
        planted = {**cases, name: wrong}
        if faults(planted) != [f"{name}: not so: {CASES[name][2]}"] or not results_page.stale(PAGE, page, table(planted)):
            problems.append(f"planted {name}: found {faults(planted)}")
    row = {"time_seconds": "0.061", **{f"flow.{flow}.delivered_bps": "2e9" for flow in FLOWS}}
    if windows_of([row])[60]["f1"] != 2 or windows_of([row])[20]["f1"] != 0:
        problems.append(f"one row: {windows_of([row])}")
    return problems, len(CASES) + 1


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))

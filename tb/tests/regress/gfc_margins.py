# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Bm - B0 = e C D of conceptual and time-based GFC: what it saves, what the fluid does below it, and packets under a drain that comes and goes; makes
the tables of the page.

gfc_margins.py WEIR            fails where a run is not what the page says, or where its tables are not those of these runs
gfc_margins.py WEIR --write    puts the tables into docs/results/gfc_bound.md
gfc_margins.py --self-test     shows that a wrong outcome and a wrong figure are found
"""

import math
import pathlib
import re
import subprocess
import sys
import tempfile

import results_page

PAGE = results_page.TOP / "docs/results/gfc_bound.md"
SCENARIO = results_page.TOP / "scenarios/gfc/phases.toml"
RATES = (10, 25, 40, 100, 200, 400)  # Gbps
RESPONSES = (1, 3)  # t_r in us
PORTS = (32, 64)
MTU, MESSAGE = 1500, 64
TURNS, FEW, B0, BM = 10_000, 100, 100_000, 2_000_000
FLUID = (1.5, 2.0, 2.2, 2.4, 2.6, math.e, 3.0)  # S/(C D)
LINE = 10e9

# Form, t_r, T of credits, S/(C D), turns of the drain. Where S is too small one is enough.
CASES = {
    "conceptual, e C D, 6 packets": ("conceptual", "3us", "", math.e, TURNS),
    "conceptual, e C D, 100 packets": ("conceptual", "115.6us", "", math.e, TURNS),
    "conceptual, 2.2 C D, 100 packets": ("conceptual", "115.6us", "", 2.2, FEW),
    "conceptual, 2 C D, 100 packets": ("conceptual", "115.6us", "", 2.0, FEW),
    "time-based, e C D, 15 packets": ("time-based", "10us", "5us", math.e, TURNS),
    "time-based, 2 C D, 98 packets": ("time-based", "75us", "40us", 2.0, FEW),
    "time-based, 1 C D, 98 packets": ("time-based", "75us", "40us", 1.0, FEW),
}


def fluid_lowest(share, steps=1000, span=40):
    """The lowest y/S that y' = -(C/S) min(y(t - D), S) comes to from y = S, where S = share C D; nothing is drained. Euler, in D/steps."""
    past, lowest = [1.0] * (steps + 1), 1.0
    for _ in range(span * steps):
        past.append(past[-1] - max(0.0, min(past[-1 - steps], 1.0)) / share / steps)
        lowest = min(lowest, past[-1])
    return lowest


def settings_of(form, response, period):
    """Of a case: its settings but Bm and B0, and D in seconds."""
    t_r = float(response[:-2]) * 1e-6
    frame = MTU * 8 / LINE
    if form == "conceptual":
        return [f"flow_control.processing_delay={response}"], 2 * frame + 2e-6 + t_r
    more = ["period=" + period, "block=4B", "counter_bits=20"]
    age = float(period[:-2]) * 1e-6 + t_r + 2 * frame + MESSAGE * 8 / LINE
    return ["flow_control.scheme=gfc_time_based", f"flow_control.processing_delay={response}", *(f"flow_control.gfc_time_based.{one}" for one in more)], age


def thresholds(form, b0, bm):
    key = f"flow_control.gfc_{form.replace('-', '_')}"
    return [f"{key}.b0={b0}B", f"{key}.bm={bm}B"]


def options_of(settings):
    return [word for setting in ("expect=", *settings) for word in ("--set", setting)]


def asked(weir, settings, form):
    """Bm - B0 in bytes that `weir check` asks for, and what it calls that."""
    options = options_of([*settings, *thresholds(form, BM - 1, BM), "switch.mmu.viq_limit=4MB"])
    done = subprocess.run([weir, "check", SCENARIO, *options], capture_output=True, text=True, check=True)
    found = re.search(r"B0 <= Bm - (.+?) = ([\d.]+)([KM]?)B \(Bm = ", done.stdout + done.stderr)
    return BM - round(float(found[2]) * {"": 1, "K": 1e3, "M": 1e6}[found[3]]), found[1]


def phases(weir, scratch):
    found = {}
    for number, (name, (form, response, period, share, turns)) in enumerate(CASES.items()):
        settings, age = settings_of(form, response, period)
        margin = math.ceil(share * LINE / 8 * age - 1e-6)
        times = [f"flow.block.on_time={8e9 * age:.0f}ns", f"flow.block.off_time={3e9 * age:.0f}ns", f"scenario.duration={1.05 * turns * 11e6 * age:.0f}us",
                 f"scenario.sample_interval={1e8 * age:.0f}us"]
        summary = results_page.run(weir, SCENARIO, pathlib.Path(scratch) / f"run_{number}", *options_of([*settings, *times, *thresholds(form, B0, B0 + margin)]))
        queue = next(queue for queue in summary["queues"] if (queue["device"], queue["port"], queue["class"]) == ("s1", 0, 0))
        found[name] = {"beyond": (queue["viq_peak_bytes"] - B0 - margin) / MTU, "margin": margin, "lost": sum(summary["drops"].values()), "turns": turns,
                       "asked": asked(weir, settings, form)[0] if share == math.e else None}
    return found


def margins(weir):
    """{(Gbps, t_r in us): tau in s, what the conceptual and the time-based form need, in bytes}, T being the time of 65,535 B."""
    found = {}
    for rate in RATES:
        for response in RESPONSES:
            common = [f"topology.rate={rate}Gbps", f"flow_control.processing_delay={response}us"]
            credits = [*common, "flow_control.scheme=gfc_time_based", "flow_control.gfc_time_based.block=4B", "flow_control.gfc_time_based.counter_bits=24"]
            found[rate, response] = {"tau": 2 * MTU * 8 / (rate * 1e9) + 2e-6 + response * 1e-6, "conceptual": asked(weir, common, "conceptual")[0],
                                     "time_based": asked(weir, credits, "time-based")}
    return found


def four(rate, late):
    """4 C D in bytes."""
    return math.ceil(4 * rate * 1e9 / 8 * late - 1e-6)


def table_margins(found):
    rows = []
    for (rate, response), one in found["margins"].items():
        saved = four(rate, one["tau"]) - one["conceptual"]
        rows.append([f"{rate} Gbps, t_r = {response} us", f"{one['tau'] * 1e6:.2f} us", f"{four(rate, one['tau']):,} B", f"{one['conceptual']:,} B", f"{saved:,} B",
                     *(f"{saved * ports / 1e6:,.2f} MB" for ports in PORTS)])
    return results_page.table(["1500 B, 1 us", "tau", "4 C tau", "e C tau", "saved a (port, class)", *(f"{ports} ports, a class" for ports in PORTS)], rows)


def table_credits(found):
    rows = []
    for (rate, response), one in found["margins"].items():
        need, formula = one["time_based"]
        late = need / math.e * 8 / (rate * 1e9)
        known = f"{four(rate, late) - need:,} B" if formula.startswith("e C") else "-"
        rows.append([f"{rate} Gbps, t_r = {response} us", f"{65_535 * 8 / rate / 1e3:.2f} us", formula, f"{need:,} B", known])
    return results_page.table(["1500 B, 1 us", "T", "Bm - B0 by", "", "less than 4 C D by"], rows)


def table_fluid(found):
    rows = [["lowest Bm - q", *(f"{low * share:+.4f} C D" for share, low in found["fluid"].items())],
            ["beyond Bm, C D = 100 packets", *(f"{max(0.0, -low * share * 100):.1f} packets" for share, low in found["fluid"].items())]]
    return results_page.table(["Bm - B0", *("e C D" if share == math.e else f"{share:g} C D" for share in found["fluid"])], rows)


def table_phases(found):
    rows = [[name, f"{one['margin']:,} B", f"{one['turns']:,}", f"Bm + {one['beyond']:.2f} packets"] for name, one in found["phases"].items()]
    return results_page.table(["form, Bm - B0, C D", "Bm - B0", "turns", "highest VIQ"], rows)


def tables(found):
    return {"margins": table_margins(found), "credits": table_credits(found), "fluid": table_fluid(found), "phases": table_phases(found)}


def judge(found):
    wrong = []
    for (rate, response), one in found["margins"].items():
        if abs(one["conceptual"] - math.e * rate * 1e9 / 8 * one["tau"]) > 2:
            wrong.append(f"{rate} Gbps, {response} us: weir check asks for {one['conceptual']} B, not e C tau")
        if (response * 1e3 > 65_535 * 8 / rate) != one["time_based"][1].startswith("e C"):
            wrong.append(f"{rate} Gbps, {response} us: time-based by {one['time_based'][1]}")
    for share, low in found["fluid"].items():
        if share >= math.e and low < 0 or share < 2.5 and low > -1e-4:
            wrong.append(f"fluid, {share:g} C D: lowest {low:g} S")
    for name, one in found["phases"].items():
        share = CASES[name][3]
        if one["lost"]:
            wrong.append(f"phases, {name}: {one['lost']} packets lost")
        if share == math.e and one["beyond"] >= 3:
            wrong.append(f"phases, {name}: Bm + {one['beyond']:.2f} packets")
        if share == math.e and abs(one["asked"] - one["margin"]) > 2:
            wrong.append(f"phases, {name}: weir check asks for {one['asked']} B, not {one['margin']}")
        if name.startswith("conceptual, 2 ") and one["beyond"] < 3:
            wrong.append(f"phases, {name}: only Bm + {one['beyond']:.2f} packets")
    return wrong


def faults(found, text):
    return judge(found) + results_page.stale_tables(PAGE, text, tables(found))


def made_up():
    """What is found where all is as it should be."""
    found = {"margins": {}, "fluid": {share: 0.0 if share >= math.e else -0.01 for share in FLUID if share != 2.6} | {2.6: -1e-5}, "phases": {}}
    for rate in RATES:
        for response in RESPONSES:
            tau = 2 * MTU * 8 / (rate * 1e9) + 2e-6 + response * 1e-6
            found["margins"][rate, response] = {"tau": tau, "conceptual": math.ceil(math.e * rate * 1e9 / 8 * tau),
                                                "time_based": (1, "e C D" if response * 1e3 > 65_535 * 8 / rate else "(sqrt(tau/T) + 1)^2 C T")}
    for name, (_, _, _, share, turns) in CASES.items():
        found["phases"][name] = {"beyond": 2.0 if share == math.e else 9.0, "margin": 100, "turns": turns, "asked": 100 if share == math.e else None, "lost": 0}
    return found


def self_test():
    """Plants what is wrong, and wants it found."""
    first, second = next(iter(CASES)), "conceptual, 2 C D, 100 packets"
    planted = [
        (None, lambda found: None),
        ("not e C tau", lambda found: found["margins"][40, 3].update(conceptual=112_000)),
        ("time-based by", lambda found: found["margins"][400, 3].update(time_based=(1, "(sqrt...)"))),
        ("fluid, 3 C D", lambda found: found["fluid"].update({3.0: -0.001})),
        ("fluid, 2 C D", lambda found: found["fluid"].update({2.0: 0.001})),
        ("Bm + 3.50", lambda found: found["phases"][first].update(beyond=3.5)),
        ("weir check asks for 148", lambda found: found["phases"][first].update(asked=148)),
        ("only Bm + 2.00", lambda found: found["phases"][second].update(beyond=2.0)),
        ("3 packets lost", lambda found: found["phases"][second].update(lost=3)),
        ("'phases' is not that", lambda found: found["phases"][second].update(beyond=11.0)),
    ]
    problems = results_page.planted_tables(made_up(), faults, tables, planted)
    if abs(fluid_lowest(2.0) + 0.0409) > 1e-3 or fluid_lowest(3.0) < 0:
        problems.append("fluid_lowest() is wrong")
    return problems, len(planted)


def check(weir, rewrite):
    with tempfile.TemporaryDirectory() as scratch:
        found = {"margins": margins(weir), "fluid": {share: fluid_lowest(share) for share in FLUID}, "phases": phases(weir, scratch)}
    return results_page.conclude(PAGE, tables(found), judge(found), rewrite)


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))

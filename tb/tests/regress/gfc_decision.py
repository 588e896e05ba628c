# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""PFC, credits or a form of GFC, for who builds a switch: buffer and registers (weir cost), and for how long a VIQ's room beyond Bm is enough (weir check);
makes the tables of the page.

gfc_decision.py WEIR            fails where an order of schemes is not what the page says, or where its tables are not those of this program
gfc_decision.py WEIR --write    puts the tables into docs/results/gfc_decision.md
gfc_decision.py --self-test     shows that a wrong order and a wrong figure are found
"""

import json
import re
import subprocess
import sys

import results_page

PAGE = results_page.TOP / "docs/results/gfc_decision.md"
SCENARIO = results_page.TOP / "scenarios/small/gfc_two_to_one.toml"
SCHEMES = ("pfc", "cbfc", "gfc_buffer_based", "gfc_time_based", "gfc_gradient")
SWITCHES = {(32, 100): 100, (64, 400): 300}  # ports, Gbps: metres of cable
FORMS = ("gfc_buffer_based", "gfc_time_based")
QUEUES = {"32 x 100 Gbps": "--ports 32 --rate 100Gbps", "64 x 400 Gbps": "--ports 64 --rate 400Gbps --buffer 256MiB"}
ROOMS = (3, 4, 10, 100)  # packets beyond Bm
LONG = 1000  # s
FRAME = 1500


def said(command, accepted=(0,)):
    done = subprocess.run(command, cwd=results_page.TOP, capture_output=True, text=True, check=False)
    if done.returncode not in accepted:
        raise SystemExit(f"{' '.join(map(str, command))}: status {done.returncode}: {done.stderr.strip()}")
    return done.stdout + done.stderr


def costs(weir):
    """{(ports, Gbps): {scheme: what weir cost says of it}}."""
    found = {}
    for (ports, rate), cable in SWITCHES.items():
        text = said([weir, "cost", "--compare", "--mechanisms", ",".join(SCHEMES), "--ports", str(ports), "--rate", f"{rate}Gbps", "--cable", str(cable),
                     "--min-frame", "1500B", "--format", "json"], accepted=(0, 1))
        found[ports, rate] = {one["scheme"]: one for one in json.loads(text)["schemes"]}
    return found


def queues(weir):
    """{(switch, scheme): flip-flops of a (port, class) and of all, and the room of a VIQ}, 300 m of cable, one of eight classes lossless."""
    found = {}
    for switch, options in QUEUES.items():
        for scheme in SCHEMES[1:]:
            one = json.loads(said([weir, "cost", *options.split(), "--classes", "8", "--lossless", "1", "--mechanisms", scheme, "--format", "json"]))
            mine = next(mechanism for mechanism in one["mechanisms"] if mechanism["mechanism"] == scheme)
            room = next(headroom for headroom in one["headroom"] if headroom["scheme"] == scheme)
            found[switch, scheme] = [mine["each_port_class"]["flip_flop"], mine["bits"]["flip_flop"], room["formula"], room["each_bytes"], room["packet_bytes"]]
    return found


def lasting(weir, form, rate, packets):
    """Seconds at its top that a VIQ with room for so many packets beyond Bm takes, LONG for as long as asked; -1: none."""
    bm = 6_000_000
    first = "b1" if form == "gfc_buffer_based" else "b0"
    settings = ["expect=", f"scenario.duration={LONG}s", f"scenario.sample_interval={LONG}s", f"topology.rate={rate}Gbps", f"flow_control.scheme={form}", f"flow_control.{form}.bm={bm}B",
                f"flow_control.{form}.{first}={bm - 2_000_000}B", "switch.mmu.buffer=1GB", f"switch.mmu.viq_limit={bm}B", f"switch.mmu.headroom={packets * FRAME}B",
                "flow_control.processing_delay=1us", "topology.delay=1us"]
    if form == "gfc_time_based":
        settings += ["flow_control.gfc_time_based.counter_bits=28", "flow_control.gfc_time_based.block=4B"]
    text = said([weir, "check", SCENARIO, *(word for setting in settings for word in ("--set", setting))])
    if "packets may be lost at once" in text:
        return -1
    told = re.search(r"at its top for ([\d.]+)(us|ms|s)\b", text)
    return float(told[1]) * {"us": 1e-6, "ms": 1e-3, "s": 1}[told[2]] if told else LONG


def of_the_program(weir):
    return {"costs": costs(weir), "queues": queues(weir), "lasting": {(form, rate): [lasting(weir, form, rate, packets) for packets in ROOMS] for form in FORMS for _, rate in SWITCHES}}


def table_costs(found):
    rows = []
    for (ports, rate), schemes in found["costs"].items():
        for scheme, one in schemes.items():
            more = one["flip_flop_bits"] / schemes["pfc"]["flip_flop_bits"] - 1
            rows.append([f"{ports} x {rate} Gbps, {SWITCHES[ports, rate]} m", f"`{scheme}`", one["formula"], f"{one['each_bytes']:,}", f"{one['packet_bytes']:,}",
                         f"{one['least_buffer_bytes'] / 1e6:.2f}", f"{one['part_of_buffer'] * 100:.1f} %", f"{one['flip_flop_bits']:,}", f"{more * 100:+.0f} %"])
    return results_page.table(["switch", "scheme", "a VIQ's headroom", "B", "for whole packets, B", "all VIQs, MB", "of the buffer", "flip-flops", "beside PFC"], rows)


def table_queues(found):
    rows = [[switch, f"`{scheme}`", f"{each:,}", f"{bits:,}", formula, f"{room:,} B", f"{packets:,} B"]
            for (switch, scheme), (each, bits, formula, room, packets) in found["queues"].items()]
    return results_page.table(["one lossless class", "scheme", "flip-flops each (port, class)", "of the switch", "room of a VIQ by", "", "and for whole packets"], rows)


def in_words(seconds):
    if seconds < 0:
        return "not enough"
    if seconds >= LONG:
        return f"{LONG} s and more"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


def table_lasting(found):
    rows = [[f"`{form}`", f"{rate} Gbps", *map(in_words, times)] for (form, rate), times in found["lasting"].items()]
    return results_page.table(["form", "line", *(f"{packets} packets" for packets in ROOMS)], rows)


def tables(found):
    return {"costs": table_costs(found), "queues": table_queues(found), "lasting": table_lasting(found)}


def judge(found):
    """What the page says in words of its tables."""
    wrong = []
    for switch, schemes in found["costs"].items():
        needed = {scheme: schemes[scheme]["least_buffer_bytes"] for scheme in SCHEMES}
        if needed["pfc"] != min(needed.values()) or needed["gfc_time_based"] != max(needed.values()):
            wrong.append(f"{switch}: PFC needs not least, or time-based GFC not most: {needed}")
        bits = {scheme: schemes[scheme]["flip_flop_bits"] for scheme in SCHEMES}
        if not bits["cbfc"] <= bits["pfc"] < bits["gfc_time_based"] < bits["gfc_buffer_based"] < bits["gfc_gradient"]:
            wrong.append(f"{switch}: flip-flops {bits}")
    for (form, rate), times in found["lasting"].items():
        if times != sorted(times) or times[1] < 0 or times[-1] >= LONG:
            wrong.append(f"{form}, {rate} Gbps: room lasts {times} s")
    return wrong


def faults(found, text):
    return judge(found) + results_page.stale_tables(PAGE, text, tables(found))


def made_up():
    """What is found where all is as it should be."""
    schemes = {scheme: {"scheme": scheme, "formula": "f", "each_bytes": 1, "packet_bytes": 2, "part_of_buffer": 0.1, "least_buffer_bytes": needed, "flip_flop_bits": bits}
               for scheme, needed, bits in zip(SCHEMES, (1, 2, 2, 4, 2), (100, 99, 120, 110, 130), strict=True)}
    return {"costs": {switch: {scheme: dict(one) for scheme, one in schemes.items()} for switch in SWITCHES}, "queues": {("s", "cbfc"): [1, 2, "f", 3, 4]},
            "lasting": {(form, rate): [-1, 0.01, 0.1, 2.0] for form in FORMS for _, rate in SWITCHES}}


def self_test():
    """Plants what is wrong, and wants it found."""
    switch, loop = (32, 100), ("gfc_buffer_based", 400)
    planted = [
        (None, lambda found: None),
        ("PFC needs not least", lambda found: found["costs"][switch]["pfc"].update(least_buffer_bytes=3)),
        ("flip-flops {", lambda found: found["costs"][switch]["gfc_time_based"].update(flip_flop_bits=130)),
        ("room lasts", lambda found: found["lasting"].update({loop: [-1, 0.2, 0.1, 2.0]})),
        ("room lasts", lambda found: found["lasting"].update({loop: [-1, -1, 0.1, 2.0]})),
        ("'costs' is not that", lambda found: found["costs"][switch]["cbfc"].update(each_bytes=5)),
        ("'queues' is not that", lambda found: found["queues"].update({("s", "cbfc"): [2, 2, "f", 3, 4]})),
        ("'lasting' is not that", lambda found: found["lasting"].update({loop: [-1, 0.02, 0.1, 2.0]})),
    ]
    return results_page.planted_tables(made_up(), faults, tables, planted), len(planted)


def check(weir, rewrite):
    found = of_the_program(weir)
    return results_page.conclude(PAGE, tables(found), judge(found), rewrite)


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))

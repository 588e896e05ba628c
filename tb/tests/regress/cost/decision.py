# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The figures of docs/results/cost_decision.md: runs the commands that the page shows and compares.

decision.py WEIR              fails where the page does not hold the figures of this program
decision.py WEIR --write      puts them there
decision.py --self-test       shows that what is wrong is found
"""

import json
import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(TOP / "tb/tests/regress"))
import results_page  # noqa: E402
from results_page import BEGIN, END  # noqa: E402

PAGE = TOP / "docs/results/cost_decision.md"
SWITCH = "--ports 32 --classes 8 --lossless 2 --rate 400Gbps --buffer 64MiB --min-frame 1500B"
CHIPS = [("pfc", "PFC only"), ("gfc", "**GFC in place of PFC**"), ("pfc,gfc", "PFC or GFC, as software sets it"),
         ("pfc,tcd", "PFC and TCD"), ("pfc,itsy", "PFC and ITSY, detection"), ("pfc,tcd,itsy", "**PFC, TCD and ITSY**"),
         ("pfc,tcd,count_min_drop", "and ITSY drops (count-min sketch)"), ("pfc,tcd,port_level", "or ITSY resumes the loop's port"),
         ("pfc,tcd,flow_level", "or the loop's flows")]
ASKED = "pfc,tcd,itsy"


def cost(weir, options):
    done = subprocess.run([weir, "cost", *options.split(), "--format", "json"], cwd=TOP, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise SystemExit(f"weir cost {options}: status {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def added(bits, base):
    return f"{bits - base:+,} ({(bits - base) / base * 100:+.1f} %)" if bits != base else "0"


def chip_table(chips):
    rows = []
    for names, text in CHIPS:
        one = chips[names]
        bits, plain = one["bits"], one["plain_pfc"]["bits"]
        rows.append([f"{text}: `{names}`", f"{bits['flip_flop']:,}", added(bits["flip_flop"], plain["flip_flop"]),
                     f"{bits['sram'] - one['packet_bits']:,}", f"{bits['sram'] - plain['sram']:+,}" if bits["sram"] != plain["sram"] else "0"])
    return table(["switch", "flip-flops", "on top of PFC only", "SRAM of control, bits", "on top"], rows)


def growth_table(one):
    rows = []
    for mechanism in one["mechanisms"]:
        bits = mechanism["bits"]
        if bits["flip_flop"] or bits["sram"]:
            rows.append([f"`{mechanism['mechanism']}`", *(f"{mechanism[scope]['flip_flop']:,}" for scope in
                                                          ("each_port_class", "each_port", "once")),
                         f"{bits['flip_flop']:,}", f"{bits['sram']:,}"])
    return table(["mechanism", "each (port, class)", "each port", "once", "flip-flops of the switch", "SRAM, bits"], rows)


def largest_table(*chips, count=10):
    """Of the registers that the chips have beside those of a switch with PFC only."""
    mine = {}
    for one in chips:
        asked = {m["mechanism"] for m in one["mechanisms"] if m["bits"] != m["plain_pfc"]}
        mine.update({(r["block"], r["register"], r["mechanism"]): r for r in one["registers"]
                     if r["mechanism"] in asked and r["kind"] == "flip_flop"})
    largest = sorted(mine.values(), key=lambda r: -r["bits"])[:count]
    return table(["register", "for", "formula", "bits", "width follows"],
                 [[f"`{r['block']}.{r['register']}`", r["mechanism"], r["formula"], f"{r['bits']:,}", r["width_follows"] or "the source"]
                  for r in largest])


def mechanism_bits(one, name):
    return next(m for m in one["mechanisms"] if m["mechanism"] == name)


def form_table(forms):
    return table(["GFC", "flip-flops each (port, class)", "of the switch"],
                 [[text, f"{mechanism_bits(one, name)['each_port_class']['flip_flop']:,}",
                   f"{mechanism_bits(one, name)['bits']['flip_flop']:,}"] for text, name, one in forms])


def buffer_table(rooms):
    rows = []
    for scheme, one in rooms:
        room = one["headroom"][0]
        rows.append([scheme, f"{room['each_bytes']:,} B", f"{room['packet_bytes']:,} B",
                     f"{room['least_buffer_bytes']:,} B", f"{room['part_of_buffer'] * 100:.1f} %"])
    return table(["scheme", "each (port, class)", "whole packets", "needed of the switch", "of 64 MiB"], rows)


def memory_table(one, plain):
    known = {m["memory"] for m in plain["memories"]}
    rows = [[f"`{m['memory']}`", f"{m['words']:,} x {m['width_bits']}", f"{m['reads_per_cycle']:.1f}", f"{m['writes_per_cycle']:.1f}",
             f"{m['banks_1r1w']:,}", f"{m['fpga']['bram18']:,}" if m["fpga"] else "-"] for m in one["memories"] if m["memory"] not in known]
    if not rows:
        return "None.\n"
    return table(["memory", "words x width", "reads a cycle", "writes a cycle", "1R1W banks", "BRAM18"], rows)


def answer(chips, forms):
    plain, asked = chips["pfc"], chips[ASKED]
    base = plain["bits"]["flip_flop"]
    parts = {name: mechanism_bits(asked, name)["bits"]["flip_flop"] for name in ("tcd", "itsy")}
    more, by_gfc = (chips[names]["bits"]["flip_flop"] - base for names in (ASKED, "gfc"))
    of_gfc = mechanism_bits(chips["gfc"], "gfc_buffer_based")["bits"]["flip_flop"]
    thresholds = next(r for r in chips["gfc"]["registers"] if r["register"] == "b_k")["bits"]
    leading = mechanism_bits(forms[1][2], "gfc_buffer_based")["bits"]["flip_flop"]
    limiter = sum(r["width_bits"] for r in chips["gfc"]["registers"] if r["register"] in ("r_l", "r_r", "r_c"))
    pfc, gfc = plain["headroom"][0], chips["gfc"]["headroom"][0]
    return "\n".join([
        f"- TCD and ITSY beside PFC add **{more:,} flip-flops**, {more / base * 100:.0f} % on top of the {base:,} of the switch with "
        f"PFC only. Of them TCD has {parts['tcd']:,}, ITSY's detection {parts['itsy']:,}.",
        f"- GFC in place of PFC adds **{by_gfc:,} flip-flops**, {by_gfc / base * 100:.0f} %: GFC has {of_gfc:,}, and PFC's own engine "
        "is gone.",
        f"- Of GFC's, {thresholds:,} are the thresholds B_k ({thresholds / of_gfc * 100:.0f} %). The leading-zero comparator needs none "
        f"of them: then GFC has {leading:,}.",
        f"- In packet buffer GFC takes {gfc['all_bytes'] / 1e6:.1f} MB where PFC takes {pfc['all_bytes'] / 1e6:.1f} MB: "
        f"{(gfc['all_bytes'] - pfc['all_bytes']) * 8:,} bits of SRAM, {(gfc['all_bytes'] - pfc['all_bytes']) * 8 / by_gfc:,.0f} times "
        "the flip-flops that GFC adds. That is the cost to look at, and most of it is the cable: see the table below.",
        f"- A limiter's three registers are {limiter} bits. For comparison, SENIC keeps 1000 limiters in 30 KB of SRAM, 240 bits each "
        "(GFC, SIGCOMM '19, section 5.3).",
    ]) + "\n"


def figures(weir):
    chips = {names: cost(weir, f"{SWITCH} --mechanisms {names}") for names, _ in CHIPS}
    forms = [("thresholds, and the limiter with a shifter", "gfc_buffer_based", chips["gfc"]),
             ("leading zeros, and the limiter with a shifter", "gfc_buffer_based",
              cost(weir, f"{SWITCH} --mechanisms gfc --comparator leading_zero")),
             ("time-based: credits, and the limiter with a multiplier", "gfc_time_based",
              cost(weir, f"{SWITCH} --mechanisms gfc_time_based"))]
    near = {names: cost(weir, f"{SWITCH} --cable 5 --mechanisms {names}") for names in ("pfc", "gfc")}
    rooms = [(f"{text}, {far}", one[names]) for far, one in (("300 m of cable", chips), ("5 m (`--cable 5`)", near))
             for names, text in (("pfc", "PFC, eq. 14"), ("gfc", "buffer-based GFC, 2 C tau"))]
    parts = ["## The answer\n\n" + answer(chips, forms),
             "## What each part adds\n\n" + chip_table(chips),
             "## How it grows\n\n" + "\n".join(f"`{names}`:\n\n" + growth_table(chips[names]) for names in (ASKED, "gfc")),
             "## The largest registers\n\n" + largest_table(chips[ASKED], chips["gfc"]),
             "## Which form of GFC\n\n" + form_table(forms),
             "## Packet buffer\n\n" + buffer_table(rooms),
             "## New memories\n\n" + memory_table(chips["pfc,tcd,count_min_drop"], chips["pfc"])]
    return "\n" + "\n".join(parts) + "\n"


def problems(page, wanted):
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        return [f"{PAGE.name} has no place for figures"]
    if page.split(BEGIN)[1].split(END)[0] != wanted:
        return [f"{PAGE.name} does not hold the figures of this program; --write puts them there"]
    return [] if SWITCH in page else [f"{PAGE.name} does not show the switch {SWITCH}"]


def self_test():
    right = f"weir cost {SWITCH}\n{BEGIN}7\n{END}"
    wrong = [page for page in (right.replace("7", "8"), right.replace(BEGIN, ""), right.replace("--lossless 2", ""))
             if not problems(page, "7\n")]
    return ["what is right is faulted"] if problems(right, "7\n") else wrong


if __name__ == "__main__":
    sys.exit(results_page.judge(PAGE, figures, problems, self_test, sys.argv[1:]))

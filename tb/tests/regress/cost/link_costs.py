# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The figures of docs/results/link_costs.md: runs the command that the page shows and compares.

link_costs.py WEIR              fails where the page does not hold the figures of this program
link_costs.py WEIR --write      puts them there
link_costs.py --self-test       shows that what is wrong is found
"""

import json
import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(TOP / "tb/tests/regress"))
import results_page  # noqa: E402

PAGE = TOP / "docs/results/link_costs.md"
LINKS = "--links 100Gbps,400Gbps,800Gbps,1.6Tbps --cables 1,40,300,500 --max-frame 9216B"
BLOCKS = {"64B": "208B", "256B": "256B"}  # credits, and cells of the buffer
SCHEMES = {"pfc": "PFC", "pfc, LLR": "PFC, LLR", "pfc, LLR, replays first": "PFC, LLR, replays first", "InfiniBand's credits (cbfc)": "InfiniBand's credits",
           "Ultra Ethernet's credits, 1 channel": "UE's credits, 1", "Ultra Ethernet's credits, 32 channels": "UE's credits, 32",
           "gfc_buffer_based": "GFC"}


def command(block):
    return f"cost {LINKS} --cell {BLOCKS[block]} --block {block}"


def costs(weir, block):
    done = subprocess.run([weir, *command(block).split(), "--format", "json"], cwd=TOP, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{command(block)}: status {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def row(*cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |\n"


def table(*head):
    return row(*head) + "|---" * len(head) + "|\n"


def name(link):
    rate = link["rate_bps"] / 1e9
    return f"{rate:g} Gbps, {link['cable_m']:g} m"


def kilo(value):
    return f"{value / 1000:,.1f}"


def by_name(link):
    return {one["scheme"]: one for one in link["schemes"]}


def buffers(report):
    text = table("link", *SCHEMES.values(), "replay memory of a port")
    for link in report["links"]:
        schemes = by_name(link)
        text += row(name(link), *(kilo(schemes[scheme]["each_bytes"]) for scheme in SCHEMES), kilo(link["llr"]["smallest"]["memory_bytes"]))
    return text


def windows(report):
    text = table("link", "window, frames of 64 B", "of 512 B", "window, B", "at, B", "SRAM beside, 64 B", "512 B", "least timer, ns")
    for link in report["links"]:
        small, large = link["llr"]["smallest"], link["llr"]["against"]
        text += row(name(link), f"{small['window_frames']:,}", f"{large['window_frames']:,}", f"{small['window_bytes']:,}",
                    f"{small['window_at_bytes']:,}", f"{small['beside_bits']:,}", f"{large['beside_bits']:,}", f"{link['least_timer_ps'] // 1000:,}")
    return text


def credits(report, other):
    text = table("link", "1 channel, 64 B", "every length", "32 channels, 64 B", "every length", "credits of 256 B, every length: 1", "32")
    for link, wide in zip(report["links"], other["links"], strict=True):
        one, all_of = (part["smallest"] for part in link["credits"])
        cells = [f"{part[key]:,}" + ("" if part[key] <= 16383 else " (no)") for part in (one, all_of) for key in ("smallest_credits", "every_credits")]
        cells += [f"{part['smallest']['every_credits']:,}" for part in wide["credits"]]
        text += row(name(link), *cells)
    return text


def ratios(report):
    text = table("link", *SCHEMES.values(), "LLR's window, frames", "SRAM beside")
    for link in report["links"]:
        schemes = by_name(link)
        small, large = link["llr"]["smallest"], link["llr"]["against"]
        values = [schemes[scheme]["each_bytes"] / schemes[scheme]["against_each_bytes"] for scheme in SCHEMES]
        values += [small[key] / large[key] for key in ("window_frames", "beside_bits")]
        text += row(name(link), *(f"{value:.2f}" for value in values))
    return text


def logic(report):
    link = report["links"][-1]
    schemes = by_name(link)
    text = table("scheme", "flip-flops of the switch", "SRAM of control, bits")
    for scheme, title in SCHEMES.items():
        text += row(title, f"{schemes[scheme]['flip_flop_bits']:,}", f"{schemes[scheme]['control_sram_bits']:,}")
    return text


def figures(reports):
    small, wide = reports["64B"], reports["256B"]
    return (f"\n## Buffer of a (port, lossless class), kB\n\nCells of 208 B, credits of 64 B:\n\n{buffers(small)}"
            f"\nCells of 256 B, credits of 256 B:\n\n{buffers(wide)}"
            f"\n## LLR\n\n{windows(small)}"
            f"\n## Ultra Ethernet's credits of a channel\n\n{credits(small, wide)}"
            f"\n## What a smallest frame of 64 B costs\n\nTimes the figure with frames from 512 B on, cells of 208 B, credits of 64 B:\n\n{ratios(small)}"
            f"\n## Logic, 32 ports, 1.6 Tbps and 500 m\n\n{logic(small)}\n")


def problems(text, wanted):
    if text.count(results_page.BEGIN) != 1 or text.count(results_page.END) != 1:
        return ["the page has no place for figures"]
    return results_page.stale(PAGE, text, wanted) + [f"the page does not show weir {command(block)}" for block in BLOCKS
                                                     if f"weir {command(block)}\n" not in text]


def self_test():
    right = "".join(f"weir {command(block)}\n" for block in BLOCKS) + f"{results_page.BEGIN}7\n{results_page.END}"
    wrong = [page for page in (right.replace("7\n<", "8\n<"), right.replace(results_page.BEGIN, ""), right.replace("--block 64B", "--block 32B"))
             if not problems(page, "7\n")]
    return ["what is right is faulted"] if problems(right, "7\n") else wrong


def figures_of(weir):
    return figures({block: costs(weir, block) for block in BLOCKS})


if __name__ == "__main__":
    sys.exit(results_page.judge(PAGE, figures_of, problems, self_test, sys.argv[1:]))

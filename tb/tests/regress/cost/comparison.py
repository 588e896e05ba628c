# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The figures of docs/results/cost_comparison.md: runs the commands that the page shows and compares.

comparison.py WEIR              fails where the page does not hold the figures of this program
comparison.py WEIR --write      puts them there
comparison.py --self-test       shows that what is wrong is found
"""

import json
import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(TOP / "tb/tests/regress"))
import results_page  # noqa: E402

PAGE = TOP / "docs/results/cost_comparison.md"
SWITCH = "--ports 64 --rate 400Gbps --min-frame 1500B"
CABLES = ("300", "5")
LOSSLESS = ("1", "2", "8")


def compare(weir, cable, lossless):
    command = [weir, "cost", "--compare", *SWITCH.split(), "--cable", cable, "--lossless", lossless, "--format", "json"]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: status {done.returncode}: {done.stderr.strip()}")
    comparison = json.loads(done.stdout)
    if done.returncode != (0 if all(scheme["fits"] for scheme in comparison["schemes"]) else 1):
        raise SystemExit(f"{' '.join(command)}: status {done.returncode} is not what the table says")
    return comparison


def rows(comparison):
    return [f"| `{s['scheme']}` | {s['formula']} | {s['each_bytes']:,} | {s['packet_bytes']:,} | {s['least_buffer_bytes']:,} | "
            f"{s['part_of_buffer'] * 100:.1f} % | {'yes' if s['fits'] else '**no**'} | {s['flip_flop_bits']:,} | "
            f"{s['control_sram_bits']:,} |" for s in comparison["schemes"]]


def figures(comparisons):
    """comparisons: by (cable, lossless)."""
    text = ""
    for cable in CABLES:
        text += (f"\n## {cable} m\n\n| scheme | formula | each, B | whole packets, B | needed of the switch, B | of the buffer | fits | "
                 "flip-flops | SRAM of control, bits |\n" + "|---" * 9 + "|\n")
        text += "\n".join(rows(comparisons[cable, "1"])) + "\n"
    text += "\n## More lossless classes\n\nOf the buffer:\n\n| cable | scheme | " + " | ".join(LOSSLESS) + " |\n" + "|---" * (2 + len(LOSSLESS)) + "|\n"
    for cable in CABLES:
        for number, scheme in enumerate(comparisons[cable, "1"]["schemes"]):
            parts = [comparisons[cable, lossless]["schemes"][number]["part_of_buffer"] for lossless in LOSSLESS]
            text += f"| {cable} m | `{scheme['scheme']}` | " + " | ".join(f"{part * 100:.1f} %" for part in parts) + " |\n"
    return text + "\n"


def problems(text, wanted):
    if text.count(results_page.BEGIN) != 1 or text.count(results_page.END) != 1:
        return ["the page has no place for figures"]
    found = results_page.stale(PAGE, text, wanted)
    return found if f"weir cost --compare {SWITCH}" in text else found + [f"the page does not show the switch {SWITCH}"]


def self_test():
    right = f"weir cost --compare {SWITCH}\n{results_page.BEGIN}7\n{results_page.END}"
    wrong = [page for page in (right.replace("7", "8"), right.replace(results_page.BEGIN, ""), right.replace("400Gbps", "40Gbps"))
             if not problems(page, "7\n")]
    return ["what is right is faulted"] if problems(right, "7\n") else wrong


def figures_of(weir):
    return figures({(cable, lossless): compare(weir, cable, lossless) for cable in CABLES for lossless in LOSSLESS})


if __name__ == "__main__":
    sys.exit(results_page.judge(PAGE, figures_of, problems, self_test, sys.argv[1:]))

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Drawn links of one to seven lossless classes, each with the witness of its headroom: the queue of each class fills to the last cell or byte of the
headroom, all are full at once, and nothing is lost; at another phase nothing is lost either, and with a cell or byte less a frame is.

witness.py WEIR               15 links
witness.py WEIR --links N     as many
witness.py --self-test        shows that a run beyond the bound, one short of it and one that loses nothing with less are found
"""

import concurrent.futures
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

LINKS = 15
GBPS = (10, 25, 40, 50, 100, 200, 400, 800, 1600)
CELLS = (0, 64, 80, 128, 160, 192, 208, 240, 254, 256)


def drawn(number):
    """Options of `weir headroom` for link `number`, the same in every run."""
    draw = random.Random(f"witness {number}")
    shortest = draw.choice((64, 64, draw.randrange(64, 1501)))
    longest = draw.choice((shortest, draw.randrange(shortest, 9217), 1518 if shortest <= 1518 else 9216))
    metres = round(10 ** draw.uniform(0, 4))
    peer = draw.choice(("quanta", "time", "larger", "300ns", f"{draw.randrange(0, 2_000_000)}ps"))
    options = {"--rate": f"{draw.choice(GBPS)}Gbps", "--cable": metres, "--min-frame": f"{shortest}B", "--max-frame": f"{longest}B",
               "--our-frame": f"{draw.choice((longest, draw.randrange(64, 9217)))}B", "--cell": f"{draw.choice(CELLS)}B",
               "--overhead": draw.choice(("0B", "20B")), "--peer": peer, "--phy": draw.choice(("none", "same", "40ns")),
               "--pipeline": f"{draw.choice((0, 0, draw.randrange(1, 333))) * 1000}ps", "--scheme": draw.choice(("pfc", "pfc", "pfc", "pause"))}
    phase = draw.random()
    if options["--scheme"] == "pfc":
        options["--lossless"] = draw.choice((1, 1, 2, 3, 7))
    return [str(word) for option in options.items() for word in option], phase


def fault_of(filled, at_another_phase, lost_with_less):
    """What is wrong with a link: the status of its witness, packets lost at another phase, packets lost with less headroom; "": nothing."""
    if filled != 0:
        return "a queue does not fill to the last cell, or loses a frame"
    if at_another_phase != 0:
        return f"at another phase {at_another_phase} frames are lost"
    return "" if lost_with_less > 0 else "with less headroom nothing is lost"


def lost(weir, scenario, folder, setting):
    done = subprocess.run([weir, "run", scenario, "--quiet", "--out", folder, "--set", setting], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # 1: the expectations are those of the witness
        raise SystemExit(f"{scenario} with {setting}: status {done.returncode}: {done.stderr}")
    return sum(json.loads((folder / "summary.json").read_text(encoding="utf-8"))["drops"].values())


def judge(weir, number):
    options, phase = drawn(number)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        scenario = folder / "witness.toml"
        done = subprocess.run([weir, "headroom", *options, "--witness", scenario], capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            return f"link {number}: {' '.join(options)}: status {done.returncode}: {done.stderr}"
        text = scenario.read_text(encoding="utf-8")
        less = text.partition("--set ")[2].partition("\n")[0]
        start = int(text.partition('start = "')[2].partition("ps")[0])
        fault = fault_of(done.returncode, lost(weir, scenario, folder / "phase", f"flow.fill.start={start + int(phase * 10**6)}ps"),
                         lost(weir, scenario, folder / "less", less))
        return fault and f"link {number}: {' '.join(options)}: {fault}: {done.stdout}"


def check(weir, links):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [fault for fault in pool.map(lambda number: judge(weir, number), range(links)) if fault]
    print("\n".join(faults) or f"{links} links: as their bound says")
    return bool(faults)


def self_test():
    wanted = {(0, 0, 1): "", (1, 0, 1): "does not fill", (0, 2, 1): "another phase", (0, 0, 0): "with less"}
    wrong = [case for case, words in wanted.items() if (words == "") != (fault_of(*case) == "") or words not in fault_of(*case)]
    print(f"wrong: {wrong}" if wrong else "ok")
    return bool(wrong)


if __name__ == "__main__":
    if "--self-test" in sys.argv:
        sys.exit(self_test())
    sys.exit(check(str(pathlib.Path(sys.argv[1]).resolve()), int(sys.argv[3]) if "--links" in sys.argv else LINKS))

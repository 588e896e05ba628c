# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Random rings with chords, with two and three lossless classes, under every scheme that pauses or counts credits: a network in which packets stay
for ever is called a deadlock, and no other is. Sources stop early, so that what can drain drains; each network is judged by a run a hundred
times as long.

usage: verdict_networks.py WEIR [--networks N] [--from FIRST]
"""

import argparse
import concurrent.futures
import json
import pathlib
import random
import subprocess
import tempfile

SCHEMES = ("pfc", "pause", "egress_pfc", "egress_pause", "cbfc", "gfc_buffer_based", "gfc_time_based", "gfc_gradient")
BRIEF_MS = 4
LONGER = 100


def drawn(number):
    """A scenario file, by its number alone."""
    random_ = random.Random(number)
    scheme = SCHEMES[number % len(SCHEMES)]
    switches = random_.randint(3, 6)
    classes = sorted(random_.sample(range(8), random_.choice((2, 3))))
    xoff = random_.randrange(20_000, 60_000, 500)
    xon = xoff - random_.choice((500, 1_500, 3_000, 6_000))
    room = xoff + 60_000
    lines = [
        "[scenario]", 'name = "drawn"', f'duration = "{BRIEF_MS}ms"', f"seed = {number + 1}", 'sample_interval = "50us"',
        "[topology]", 'kind = "ring"', f"switches = {switches}", 'rate = "10Gbps"', 'delay = "1us"',
        "[switch.mmu]", f'viq_limit = "{room}B"', f'headroom = "{room}B"' if scheme == "pause" else 'headroom = "60KB"',
        "[switch.egress]", f'discipline = "{random_.choice(("dwrr", "round_robin"))}"',
        "[switch.crossbar]", 'strategy = "output_queued"',
        "[flow_control]", f'scheme = "{scheme}"', f"lossless = {classes}"]
    if "pause" in scheme or "pfc" in scheme:
        lines += ["[flow_control.pfc]", f'xoff = "{xoff}B"', f'xon = "{xon}B"']
    if scheme == "cbfc":
        lines += ["[flow_control.cbfc]", f'buffer = "{xoff}B"']
    if scheme == "gfc_gradient":
        lines = [line for line in lines if "output_queued" not in line and line != "[switch.crossbar]"]
        lines += ["[switch.crossbar]", 'strategy = "input_queued"', 'transfer = "packet"']
    for source in range(switches):
        for _ in range(random_.choice((1, 1, 2))):
            hops = random_.randint(2, switches - 1)
            way = random_.choice((1, 1, 1, -1))
            path = [(source + way * step) % switches + 1 for step in range(hops + 1)]
            route = [f"h{path[0]}", *(f"s{at}" for at in path), f"h{path[-1]}"]
            lines += ["[[flow]]", f'src = "h{path[0]}"', f'dst = "h{path[-1]}"', f"class = {random_.choice(classes)}",
                      f"frame_length = \"{random_.choice((500, 1000, 1500))}B\"", f'stop = "{random_.randint(1000, 2500)}us"',
                      f"route = {route}"]
    return scheme, "\n".join(lines) + "\n"


def run(weir, path, out, milliseconds):
    done = subprocess.run([weir, "run", str(path), "--out", str(out), "--set", f"scenario.duration={milliseconds}ms",
                           "--set", f"scenario.sample_interval={milliseconds * 10}us"], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        return None, done.stderr.strip()
    return json.loads((out / "summary.json").read_text(encoding="utf-8")), ""


def judge(weir, number):
    """(scheme, whether it stands, what is wrong) of one network; nothing is wrong: None."""
    scheme, text = drawn(number)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "drawn.toml"
        path.write_text(text, encoding="utf-8")
        brief, error = run(weir, path, pathlib.Path(folder) / "brief", BRIEF_MS)
        if brief is None:
            return (scheme, None, error) if not error.startswith("weir: /") else (scheme, None, None)
        after, error = run(weir, path, pathlib.Path(folder) / "long", BRIEF_MS * LONGER)
    if after is None:
        return scheme, None, error
    stands = after["packets_in_network"] > 0
    wrong = None
    if (after["deadlock"] is not None) != stands:
        wrong = f"{after['packets_in_network']} packets stay, deadlock {after['deadlock']}"
    elif brief["deadlock"] is not None and not stands:
        wrong = f"a deadlock is found, and all is delivered: {brief['deadlock']}"
    elif after.get("standing") not in (None, "yes" if stands else "no", "not judged"):
        wrong = f"{after['packets_in_network']} packets stay, standing {after['standing']}, {after['standing_queues']}, {after['standing_hold']}"
    return scheme, stands, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("weir")
    parser.add_argument("--networks", type=int, default=40)
    parser.add_argument("--from", type=int, default=0, dest="first")
    arguments = parser.parse_args()
    weir = str(pathlib.Path(arguments.weir).resolve())
    numbers = range(arguments.first, arguments.first + arguments.networks)
    counts, wrong = {}, []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for number, (scheme, stands, what) in zip(numbers, pool.map(lambda number: judge(weir, number), numbers)):
            counts.setdefault(scheme, {}).setdefault({True: "stand", False: "drain", None: "refused"}[stands], []).append(number)
            if what is not None:
                wrong.append(f"network {number}, {scheme}: {what}")
    for scheme, found in sorted(counts.items()):
        print(f"{scheme}: " + ", ".join(f"{len(found[word])} {word}" for word in sorted(found)))
    print("\n".join(wrong))
    standing = sum(len(found.get("stand", ())) for found in counts.values())
    if wrong or standing == 0 or any("drain" not in found and "stand" not in found for found in counts.values()):
        raise SystemExit(f"{len(wrong)} wrong, {standing} stand")


if __name__ == "__main__":
    main()

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Networks that nobody designed, under both protocols of ITSY, and what the oracle of knots says of every declaration:
docs/results/itsy_cases.md.

itsy_cases.py WEIR             fails where `repaired` says what is false or misses a circle of edges, or the page holds other figures
itsy_cases.py WEIR --write     puts the figures into the page
itsy_cases.py WEIR --cases N [--from M]  as many cases, from number M on: prints their figures; exit status as above
itsy_cases.py --show N         prints case N as a scenario file
itsy_cases.py --self-test      shows that a false declaration and a miss are found
"""

import concurrent.futures
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import results_page

PAGE = results_page.TOP / "docs" / "results" / "itsy_cases.md"
CASES = 100
PROTOCOLS = ("published", "repaired")
CLASSES = ("edges", "sums", "several")


class Draw:
    """Only random() of Python's generator promises the same numbers in every version."""

    def __init__(self, number):
        self.random = random.Random(f"itsy case {number}").random

    def below(self, n):
        return int(self.random() * n)

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def one_of(self, values):
        return values[self.below(len(values))]

    def chance(self, percent):
        return self.random() * 100 < percent


def circle(names):
    return list(zip(names, names[1:] + names[:1]))


def draw_graph(draw):
    """Kind, number of switches, cables between them, and walks round which some flows are to go."""
    kind = draw.one_of(("ring", "ring", "two rings", "shared cable", "random", "leaf-spine", "mesh", "mesh"))
    if kind == "ring":
        ring = list(range(draw.between(3, 8)))
        return kind, len(ring), circle(ring), [ring]
    if kind == "two rings":
        first, more = draw.between(2, 4), draw.between(2, 4)
        rings = [list(range(first + 1)), [0, *range(first + 1, first + more + 1)]]
        return kind, first + more + 1, circle(rings[0]) + circle(rings[1]), rings
    if kind == "shared cable":  # which both rings use in the same direction
        first, more = draw.between(1, 3), draw.between(1, 3)
        rings = [[0, 1, *range(2, first + 2)], [0, 1, *range(first + 2, first + more + 2)]]
        return kind, first + more + 2, sorted(set(circle(rings[0]) + circle(rings[1]))), rings
    if kind == "leaf-spine":
        leaves, spines = draw.between(3, 5), draw.between(2, 3)
        return kind, leaves + spines, [(leaf, leaves + s) for leaf in range(leaves) for s in range(spines)], []
    if kind == "mesh":
        n = draw.between(4, 5)
        return kind, n, [(a, b) for a in range(n) for b in range(a)], []
    n = draw.between(4, 8)
    cables = {(draw.below(b), b) for b in range(1, n)}
    for _ in range(draw.between(n // 2, n)):
        a, b = draw.below(n), draw.below(n)
        if a != b:
            cables.add((min(a, b), max(a, b)))
    return kind, n, sorted(cables), []


def fail_some(draw, n, cables):
    """Without some cables, as long as all switches are joined."""
    for cable in [cable for cable in cables if draw.chance(15)]:
        rest = [other for other in cables if other != cable]
        reached, size = {0}, 0
        while size != len(reached):
            size = len(reached)
            reached |= {b for pair in rest for a, b in (pair, pair[::-1]) if a in reached}
        cables = rest if len(reached) == n else cables
    return cables


def draw_walk(draw, n, cables, rounds):
    """Switches that a flow passes; round a ring, or anywhere but straight back."""
    if rounds and draw.chance(80):
        ring = draw.one_of(rounds)
        first, length = draw.below(len(ring)), draw.between(2, len(ring))
        return [ring[(first + i) % len(ring)] for i in range(length)]
    walk = [draw.below(n)]
    for _ in range(draw.between(1, 5)):
        onward = sorted(b for pair in cables for a, b in (pair, pair[::-1]) if a == walk[-1] and b not in walk[-2:])
        if not onward:
            break
        walk.append(draw.one_of(onward))
    return walk


def draw_flows(draw, n, cables, rounds, frame, end):
    """Text of flows, each between hosts of their own: s0, d0, ... ; and who they are, with their switches."""
    text, hosts = "", []
    for f in range(draw.between(n, 3 * n)):
        walk = draw_walk(draw, n, cables, rounds)
        hosts += [(f"a{f}", walk[0]), (f"z{f}", walk[-1])]
        route = ", ".join(f'"{name}"' for name in [f"a{f}", *(f"s{s}" for s in walk), f"z{f}"])
        text += f'\n[[flow]]\nsrc = "a{f}"\ndst = "z{f}"\nroute = [{route}]\n'
        length = frame if draw.chance(60) else draw.between(min(256, frame), frame)
        text += f'frame_length = "{length}B"\nstart = "{draw.below(end // 8)}ns"\n'
        if draw.chance(30):
            text += f'size = "{length * draw.between(20, 300)}B"\n'  # a circle that closes may open again
        if draw.chance(30):
            text += f'kind = "constant_rate"\nrate = "{draw.between(1, 9)}Gbps"\n'
    return text, hosts


def draw_events(draw, hosts, n, end):
    text = ""
    for _ in range(draw.one_of((0, 0, 1, 2, 3))):
        text += f'\n[[event]]\nat = "{draw.between(end // 20, end // 2)}ns"\ndo = "stop_host"\n'
        text += f'host = "{draw.one_of(hosts)[0]}"\nhow = "{draw.one_of(("at_once", "as_it_fills"))}"\n'
        text += f'length = "{draw.between(end // 50, end // 5)}ns"\n' if draw.chance(75) else ""
    if draw.chance(5):
        text += f'\n[[event]]\nat = "{draw.between(end // 20, end // 2)}ns"\ndo = "reset_switch"\ndevice = "s{draw.below(n)}"\n'
    if draw.chance(15):
        text += f'\n[[link_fault]]\ndo = "lose"\nprobability = {draw.one_of((0.02, 0.2))}\n'
        text += f'\n[[link_fault]]\ndo = "lose"\nriding = true\nprobability = {draw.one_of((0.02, 0.2))}\n'
    return text


def scenario(number):
    """The case as a scenario file; the protocol is left to the command line."""
    draw = Draw(number)
    kind, n, cables, rounds = draw_graph(draw)
    if not rounds:
        cables = fail_some(draw, n, cables)
    rate, delay = draw.one_of((10, 10, 25, 40)), draw.one_of((100, 500, 1000, 2000))
    frame = draw.one_of((512, 1024, 1500, 1500))
    end = 2_000_000 * 10 // rate  # ns
    flows, hosts = draw_flows(draw, n, cables, rounds, frame, end)
    one_rate, one_delay, overhead = draw.chance(50), draw.chance(50), str(draw.chance(30)).lower()
    text = f'[scenario]\nname = "itsy_case_{number}"\ndescription = "{kind}"\nduration = "{end}ns"\nseed = {number}\n'
    text += f'quantum = "{draw.one_of(("on", "on", "off"))}"\n\n[topology]\nkind = "custom"\n'
    for name, what in [(f"s{s}", "switch") for s in range(n)] + [(name, "host") for name, _ in hosts]:
        text += f'\n[[topology.device]]\nname = "{name}"\nkind = "{what}"\n'
    for a, b in [(f"s{a}", f"s{b}") for a, b in cables] + [(name, f"s{s}") for name, s in hosts]:
        here = rate if one_rate else draw.one_of((rate, rate, rate // 5 * 2))
        far = delay if one_delay else draw.between(delay, 3 * delay)
        text += f'\n[[topology.link]]\nbetween = ["{a}", "{b}"]\nrate = "{here}Gbps"\ndelay = "{far}ns"\n'
        text += f"wire_overhead = {overhead}\n"
    xoff = frame * draw.one_of((2, 4, 4, 8, 8, 16))
    xon = draw.one_of((xoff - 1, xoff - frame, xoff // 2, xoff * 3 // 4, 0))
    strategy = draw.one_of(("output_queued", "output_queued", "input_queued"))
    text += f'\n[switch]\nmax_frame = "{frame}B"\n\n[switch.mmu]\nbuffer = "400MB"\nviq_limit = "1MB"\n'
    text += f'\n[switch.crossbar]\nstrategy = "{strategy}"\nqueueing = "virtual_output"\n'
    text += f'\n[flow_control]\nscheme = "pfc"\nprocessing_delay = "{draw.one_of((0, 0, draw.below(3000)))}ns"\n'
    quanta = draw.one_of((65535, 65535, draw.between(500, 4000)))
    text += f'\n[flow_control.pfc]\nxoff = "{xoff}B"\nxon = "{xon}B"\npause_quanta = {quanta}\n'
    text += f"refresh_fraction = {draw.one_of((0.1, 0.25, 0.33))}\n"
    text += f'\n[deadlock]\nunit = "itsy"\n\n[traffic]\nstop = "{end // 2}ns"\n'
    return text + flows + draw_events(draw, hosts, n, end)


def run(weir, number, protocol, folder):
    """What the summary has of one run; {} with the words where it failed."""
    file = pathlib.Path(folder) / f"case_{number}.toml"
    out = pathlib.Path(folder) / f"{number}_{protocol}"
    file.write_text(scenario(number), encoding="utf-8")
    try:
        return results_page.run(weir, file, out, "--set", f"deadlock.itsy.protocol={protocol}")
    except SystemExit as failed:
        return {"failed": str(failed)}


def missed(score):
    return [knot["class"] for knot in score["knots"] if knot["declared_at_seconds"] is None and knot["dissolved_at_seconds"] is None]


def disagreement(summary):
    """Where the oracle that waits for queues to settle and the one that does not see another end of the run. Only the former
    counts what waits for a host that never takes anything again, and what may have ended and formed anew is not compared."""
    settled = summary["deadlock"]
    knots = [knot for knot in summary["score"]["knots"] if knot["dissolved_at_seconds"] is None]
    for_ever = any("any more" in event["what"] for event in summary["events"])
    if for_ever or (settled and settled["dissolved_at_seconds"] is not None) or bool(settled) == bool(knots):
        return []
    return [f"queues that have settled say {settled}, but knots are {knots}"]


def faults(number, protocol, summary):
    """Lines about what must not be; `published` may say and miss what it likes."""
    if "failed" in summary:
        return [f"case {number}, {protocol}: {summary['failed']}"]
    found = [f"case {number}, {protocol}: {words}" for words in disagreement(summary)]
    if protocol != "repaired":
        return found
    score = summary["score"]
    found += [f"case {number}: {one} is false" for one in score["false_ones"]]
    if score["declared_false"] > len(score["false_ones"]):
        found.append(f"case {number}: {score['declared_false']} declarations are false")
    if score["missed"] > 0 and "edges" in missed(score):
        found.append(f"case {number}: a circle of edges is missed")
    return found


def percentile(values, part):
    ordered = sorted(values)
    return f"{ordered[min(int(len(ordered) * part), len(ordered) - 1)] * 1e6:.1f} us" if ordered else "-"


def figures(runs):
    """runs: {protocol: summaries}, as a table."""
    columns = [[summary["score"] for summary in runs[protocol]] for protocol in PROTOCOLS]
    knots = [[knot for score in column for knot in score["knots"]] for column in columns]

    def row(what, of):
        return [what, *(str(of(scores, of_knots)) for scores, of_knots in zip(columns, knots))]

    def total(key):
        return lambda scores, _: sum(score[key] for score in scores)

    def delays(part):
        took = lambda knot: knot["declared_at_seconds"] - knot["formed_at_seconds"]
        return lambda _, of: percentile([took(knot) for knot in of if knot["declared_at_seconds"] is not None], part)

    rows = [row("cases", lambda scores, _: len(scores)), row("in which a deadlock formed", lambda s, _: sum(1 for one in s if one["formed"]))]
    for name in CLASSES:
        rows.append(row(f"deadlocks, `{name}`", lambda _, of, name=name: sum(1 for knot in of if knot["class"] == name)))
    for name in CLASSES:
        rows.append(row(f"of which missed, `{name}`", lambda s, _, name=name: sum(missed(one).count(name) for one in s)))
    rows += [
        row("declarations that were true", total("declared_true")),
        row("that were false", total("declared_false")),
        row("cases with a false one", lambda s, _: sum(1 for one in s if one["declared_false"])),
        row("apart: after a drop, a reset or a pause that ran out", total("declared_apart")),
        row("behind a host that takes nothing again", total("declared_behind_host")),
        row("half are declared within", delays(0.5)),
        row("99 % within", delays(0.99)),
        ["messages a case", *(f"{sum(s['check_messages'] for s in runs[p]) / max(len(runs[p]), 1):,.0f}" for p in PROTOCOLS)],
    ]
    return results_page.table(["", *PROTOCOLS], rows)


def run_all(weir, numbers):
    """The table, and what must not be."""
    found, runs = [], {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for protocol in PROTOCOLS:
            summaries = list(pool.map(lambda number, p=protocol: run(weir, number, p, folder), numbers))
            for number, summary in zip(numbers, summaries):
                found += faults(number, protocol, summary)
            runs[protocol] = [summary for summary in summaries if "failed" not in summary]
    return figures(runs), found


def self_test():
    knot = {"class": "edges", "declared_at_seconds": None, "dissolved_at_seconds": None, "formed_at_seconds": 0.5}
    none = {"false_ones": [], "declared_false": 0, "missed": 0, "knots": []}
    settled = {"dissolved_at_seconds": None}

    def found(protocol, dead=None, events=(), **score):
        return faults(1, protocol, {"score": none | score, "deadlock": dead, "events": events})

    assert not found("repaired")
    assert found("repaired", declared_false=1, false_ones=["s1.p0.c0 at 5 ps"])
    assert found("repaired", declared_false=1)
    assert found("repaired", settled, missed=1, knots=[knot])
    assert not found("repaired", settled, missed=1, knots=[knot | {"class": "several"}])
    assert not found("published", settled, missed=1, knots=[knot], declared_false=1)
    assert found("published", settled) and found("published", knots=[knot])
    assert not found("published", settled, [{"what": "h1 takes no packet of class 0 any more"}])
    assert faults(1, "published", {"failed": "killed"})
    assert scenario(1) == scenario(1) != scenario(2)


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if arguments[:1] == ["--show"] and len(arguments) == 2:
        return print(scenario(int(arguments[1])), end="")
    options = dict(zip(arguments[1::2], arguments[2::2])) if "--cases" in arguments else {}
    first, cases = int(options.get("--from", 1)), int(options.get("--cases", CASES))
    table, found = run_all(arguments[0], range(first, first + cases))
    if options:
        print(table, end="")
    elif "--write" in arguments:
        results_page.write(PAGE, table)
    else:
        found += results_page.stale(PAGE, PAGE.read_text(encoding="utf-8"), table)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

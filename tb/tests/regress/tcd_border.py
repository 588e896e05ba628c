# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""From which load on TCD takes a port for congested that is not, once it was held: what `weir check` prints, and what runs of tcd_held_back and
tcd_single give, by hold, XOFF, feeders and crossbar.

tcd_border.py WEIR            finds some of the borders, and fails where one is below what `weir check` prints, or where a cell of
                              docs/results/tcd_release.md is not that of this run
tcd_border.py WEIR --whole    the same with all of them
tcd_border.py WEIR --write    puts the tables of all of them into the page
tcd_border.py --self-test     shows that a border that is printed too high and a wrong cell are found
"""

import functools
import pathlib
import re
import subprocess
import sys
import tempfile

import results_page

PAGE = results_page.TOP / "docs/results/tcd_release.md"
LINE = 40  # Gbps
FEEDERS, XOFFS, HOLDS = (1, 2, 3), (90, 320, 600), (300, 1000, 3000)  # KB, us
ARBITRATIONS = {"FIFO": [], "VOQ": ["switch.crossbar.strategy=input_queued", "switch.crossbar.queueing=virtual_output", "switch.crossbar.speedup=2.0"]}
SEEDS = (1, 2)
MOST, STEP = 0.95, 0.01  # of the line
# Of congestion by queue length, which is right where packets come at random, nothing: the rule alone.
RULE_ALONE = ["expect=", "congestion.tcd.k_min=900KB", "congestion.tcd.k_max=1MB", "scenario.sample_interval=1ms"]


def at_xoff(xoff):
    room = ["switch.mmu.buffer=64MB"] if xoff > 320 else []
    return [f"switch.mmu.viq_limit={xoff}KB", f"flow_control.pfc.xoff={xoff}KB", f"flow_control.pfc.xon={xoff - 2}KB", *room]


def of_feeders(feeders, load, hold):
    rates = [f"flow.f{number}.rate={1e3 * LINE * load / feeders:.0f}Mbps" for number in range(1, feeders + 1)]
    silent = [f"flow.f{number}.start=1s" for number in range(feeders + 1, 4)]
    return [*rates, *silent, f"event.held.length={hold}us", f"scenario.duration={hold + 1600}us"]


def run(weir, scratch, scenario, settings):
    """Packets with CE of flows that congest nothing, and for how long their port was held, s."""
    with tempfile.TemporaryDirectory(dir=scratch) as out:
        options = [word for setting in settings for word in ("--set", setting)]
        summary = results_page.run(weir, f"scenarios/tcd/{scenario}.toml", out, *options)
    names = ("f1", "f2", "f3") if scenario == "tcd_held_back" else ("f0", "f2")
    port = 3 if scenario == "tcd_held_back" else 2
    queue = next(each for each in summary["queues"] if (each["device"], each["port"], each["class"]) == ("l0", port, 0))
    return sum(flow["ce_packets"] for flow in summary["flows"] if flow["name"] in names), queue["paused_seconds"]


def border(falsely):
    """The least load, of the line, from which on falsely(load), to STEP; None: not up to MOST."""
    low, high = 0.0, MOST
    if not falsely(high):
        return None
    while high - low > STEP:
        middle = (low + high) / 2
        low, high = (low, middle) if falsely(middle) else (middle, high)
    return high


def held_back(weir, scratch, feeders, xoff, arbitration, hold):
    def falsely(load):
        settings = [*RULE_ALONE, *at_xoff(xoff), *ARBITRATIONS[arbitration], *of_feeders(feeders, load, hold)]
        return any(run(weir, scratch, "tcd_held_back", [*settings, f"scenario.seed={seed}"])[0] for seed in SEEDS)
    return border(falsely)


def single(weir, scratch, xoff, arbitration):
    """The border of f0 and f2 together, and for how long P2 was held there at most."""
    held = {}

    def falsely(load):
        settings = [*RULE_ALONE, *at_xoff(xoff), *ARBITRATIONS[arbitration], "flow.f0.kind=poisson", "flow.f2.kind=poisson",
                    *(f"flow.{name}.rate={1e3 * LINE * load / 2:.0f}Mbps" for name in ("f0", "f2"))]
        found = [run(weir, scratch, "tcd_single", [*settings, f"scenario.seed={seed}"]) for seed in SEEDS]
        held[load] = max(seconds for _, seconds in found)
        return any(marked for marked, _ in found)

    at = border(falsely)
    return at, held[at if at is not None else MOST]


@functools.cache
def printed_half(weir):
    """Seconds that `weir check` gives for half the line."""
    done = subprocess.run([weir, "check", "scenarios/tcd/tcd_held_back.toml"], cwd=results_page.TOP, capture_output=True, text=True, check=True)
    found = re.search(r"from a load of 50 % on after ([\d.]+)us,", done.stdout + done.stderr)
    if not found:
        raise SystemExit(f"weir check does not say from which load on: {done.stdout}{done.stderr}")
    return 1e-6 * float(found.group(1))


def printed(half, hold):
    """The load, of the line, that goes with a hold of so many seconds."""
    return half / (half + hold)


def percent(load):
    return f"none up to {100 * MOST:.0f} %" if load is None else f"{100 * load:.0f} %"


def found_borders(weir, scratch, whole):
    """{(feeders, xoff, arbitration, hold): load} and {(xoff, arbitration): (load, held)}"""
    keys = [(feeders, xoff, arbitration, hold) for feeders in FEEDERS for xoff in XOFFS for arbitration in ARBITRATIONS for hold in HOLDS]
    keys = keys if whole else [(2, 90, "FIFO", 1000)]
    borders = {key: held_back(weir, scratch, *key) for key in keys}
    singles = {(xoff, arbitration): single(weir, scratch, xoff, arbitration) for xoff in XOFFS for arbitration in ARBITRATIONS} if whole else {}
    return borders, singles


def rendered(table):
    """{(row, column): text} as a table of the page; one whose cells are not all there has blanks."""
    rows, columns = (list(dict.fromkeys(key[place] for key in table)) for place in (0, 1))
    return results_page.table(["", *columns], [[row, *(table.get((row, column), "") for column in columns)] for row in rows])


def parsed(text):
    """What `rendered` was made of."""
    head, _, *rows = [[field.strip() for field in line.strip("|").split("|")] for line in text.splitlines()]
    return {(row[0], column): field for row in rows for column, field in zip(head[1:], row[1:], strict=True)}


def differences(name, table, page):
    """Cells of `table` that the page has not, or has otherwise."""
    begin, end = results_page.marks(name)
    there = parsed(page.split(begin)[1].split(end)[0])
    return [f"{name}: {', '.join(key)}: the page has {there.get(key)!r}, this run {text!r}"
            for key, text in table.items() if there.get(key) != text]


def tables_of(half, borders, singles):
    made = {"border": {}, "border_single": {}}
    for (feeders, xoff, arbitration, hold), load in borders.items():
        column = f"held for {hold / 1000:g} ms"
        made["border"]["printed by `weir check`", column] = percent(printed(half, 1e-6 * hold))
        made["border"][f"{feeders} feeder{'s' if feeders > 1 else ''}, XOFF {xoff} KB, {arbitration}", column] = percent(load)
    for (xoff, arbitration), (load, held) in singles.items():
        row = f"XOFF {xoff} KB, {arbitration}"
        made["border_single"].update({(row, "P2 was held, ms"): f"{1e3 * held:.2f}", (row, "printed"): percent(printed(half, held)),
                                      (row, "measured"): percent(load)})
    return {name: table for name, table in made.items() if table}


def stale(made, page):
    return [fault for name, table in made.items() for fault in differences(name, table, page)]


def faults(half, borders, singles):
    """Borders that are below what is printed of them, in words."""
    pairs = [(key, load, 1e-6 * key[3]) for key, load in borders.items()] + [(key, *found) for key, found in singles.items()]
    return [f"{', '.join(map(str, key))}: innocent packets get CE from {percent(load)} on, printed {percent(printed(half, hold))}"
            for key, load, hold in pairs if load is not None and load < printed(half, hold)]


def check(weir, mode):
    half = printed_half(weir)
    with tempfile.TemporaryDirectory() as scratch:
        borders, singles = found_borders(weir, scratch, mode != "part")
    made = tables_of(half, borders, singles)
    if mode == "write":
        results_page.write_tables(PAGE, {name: rendered(table) for name, table in made.items()})
    wrong = faults(half, borders, singles) + stale(made, PAGE.read_text(encoding="utf-8"))
    print("\n".join(wrong) or f"{sum(map(len, made.values()))} cells as the page has them")
    return 1 if wrong else 0


def self_test():
    """Plants what is wrong, and wants it found."""
    half, key = 301.2e-6, (2, 90, "FIFO", 1000)
    planted = [(0, {key: 0.24}, {}), (1, {key: 0.22}, {}), (0, {key: None}, {}), (0, {}, {(90, "FIFO"): (0.3, 1e-3)}), (1, {}, {(90, "FIFO"): (0.2, 1e-3)})]
    problems = [f"wanted {count}, found {faults(half, *found)}" for count, *found in planted if len(faults(half, *found)) != count]
    for limit in (0.25, 0.5):
        found = border(lambda load, limit=limit: load >= limit)
        if not 0 <= found - limit <= STEP:
            problems.append(f"a border at {limit} is found at {found}")
    if border(lambda _: False) is not None:
        problems.append("a border is found where there is none")
    made = tables_of(half, {key: 0.26}, {})
    begin, end = results_page.marks("border")
    text = f"{begin}{rendered(made['border'])}{end}"
    if stale(made, text) or len(stale(tables_of(half, {key: 0.27}, {}), text)) != 1:
        problems.append("a wrong cell is not found, or a right one is")
    print("\n".join(problems) or "all that was planted is found")
    return 1 if problems else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    modes = [mode for mode in ("whole", "write") if f"--{mode}" in arguments]
    names = [argument for argument in arguments if not argument.startswith("--")]
    if len(names) != 1 or len(names) + len(modes) != len(arguments) or len(modes) > 1:
        raise SystemExit(__doc__)
    return check(str(pathlib.Path(names[0]).resolve()), modes[0] if modes else "part")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

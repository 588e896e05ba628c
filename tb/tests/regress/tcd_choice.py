# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The matrices of docs/results/tcd_rules.md, which help to choose a rule of TCD: what each marks wrongly and what it finds late.

tcd_choice.py WEIR            runs a part of each plan and fails where a cell of the page is not that of this run, or is not as it should be
tcd_choice.py WEIR --whole    the same with all of every plan
tcd_choice.py WEIR --write    puts the figures of whole plans into the page
tcd_choice.py --self-test     shows that a wrong cell and a wrong outcome are found
(--out DIR keeps what has been run in DIR, and goes on there)
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import results_page
import tcd_choice_cells as cells

PAGE = results_page.TOP / "docs/results/tcd_rules.md"
SWITCH = ["scenarios/tcd/tcd_single.toml", "--device", "t2"]

LINKS = [*(f"{rate} Gbps, {delay} us" for rate in (10, 40, 100) for delay in (4, 10, 20)), "10 Gbps, 20 us, T = max(T_on)",
         "40 Gbps, 20 us, T = max(T_on)", "40 Gbps, 4 us, T = 4 max(T_on), band C tau"]
# Plan, the part that every test runs (lines of [[where.allow]]), and the tables made of it: name on the page, cells of its report, what is judged.
PLANS = {
    "tcd_epsilon": ('epsilon = ["0.05", "0.1"]\narbitration = "output FIFO"\nrule = ["literal", "rise_or_pausing"]\n',
                    {"epsilon_single": cells.false_runs, "epsilon_multi": cells.found_share}),
    "tcd_epsilon_victims": ('"congestion.tcd.epsilon" = 0.05\narbitration = "output FIFO"\nrule = "rise_or_pausing"\n', {"epsilon_victims": cells.victims}),
    "tcd_roots": ('rule = "rise_or_pausing"\narbitration = "FIFO"\nlink = ["' + '", "'.join(LINKS) + '"]\n', {"roots": cells.roots, "innocent": cells.innocents}),
    "tcd_attack": ('variation = ["as it is", "f0 and f2 8 Gbps"]\narbitration = "output FIFO"\n', {"attack": cells.attack}),
    "tcd_bursts": ('period = "100 us"\ndetector = ["rise_or_pausing", "rise_or_pausing, T = max(T_on)"]\n', {"bursts": cells.by_burst}),
    "tcd_shared": ('load = ["32 of 40 Gbps", "36 of 40 Gbps"]\ndetector = "rise_or_pausing"\n', {"shared": cells.by_load}),
    "tcd_no_rule": ('detector = ["literal", "rise_or_pausing"]\ncontrol = "none"\narbitration = "FIFO"\n', {"no_rule": cells.false_share}),
}


def rendered(table):
    """{(row, column): text} as a table of the page; one whose cells are not all there has blanks."""
    rows, columns = (list(dict.fromkeys(key[place] for key in table)) for place in (0, 1))
    return results_page.table(["", *columns], [[row, *(table.get((row, column), "") for column in columns)] for row in rows])


def parsed(text):
    """What `rendered` was made of."""
    head, _, *rows = [[field.strip() for field in line.strip("|").split("|")] for line in text.splitlines()]
    return {(row[0], column): field for row in rows for column, field in zip(head[1:], row[1:], strict=True)}


def part_of(plan, allow):
    """The plan with that part of its runs alone, its scenarios by their whole paths."""
    scenarios = results_page.TOP / "scenarios"
    return plan.read_text(encoding="utf-8").replace('"../scenarios/', f'"{scenarios}/') + f"\n[[where.allow]]\n{allow}"


def report_of(weir, name, out, whole):
    plan = results_page.TOP / f"sweeps/{name}.toml"
    if not whole:
        text = part_of(plan, PLANS[name][0])
        plan = pathlib.Path(out) / f"{name}.toml"
        plan.write_text(text, encoding="utf-8")
    return results_page.sweep(weir, plan, out)


def cost(weir):
    """Registers by rule, of a switch of 18 ports of 40 Gbps with one lossless class."""
    table = {}
    for rule, more in [*((rule, []) for rule in cells.RULES), ("rise_or_pausing, any ingress", ["congestion.tcd.ingress=any"]),
                       ("rise_or_pausing, T = max(T_on)", ["congestion.tcd.period=100.4us"]),
                       ("rise_or_pausing, T = 4 max(T_on), band C tau", ["congestion.tcd.period=402us", "congestion.tcd.band=44KB"])]:
        settings = [f"congestion.tcd.rule={rule.split(',')[0]}", *more]
        options = [word for setting in settings for word in ("--set", setting)]
        done = subprocess.run([weir, "cost", *SWITCH, *options, "--format", "json"], cwd=results_page.TOP, capture_output=True,
                              text=True, check=True)
        tcd = next(one for one in json.loads(done.stdout)["mechanisms"] if one["mechanism"] == "tcd")
        for column, bits in (("flip-flops a queue", tcd["each_port_class"]["flip_flop"]), ("a port", tcd["each_port"]["flip_flop"]),
                             ("of all 18 ports", tcd["bits"]["flip_flop"]), ("SRAM of all ports, bits", tcd["bits"]["sram"])):
            table[cells.of_rule(rule), column] = f"{bits:,}"
    return table


def differences(name, table, page):
    """Cells of `table` that the page has not, or has otherwise."""
    begin, end = results_page.marks(name)
    there = parsed(page.split(begin)[1].split(end)[0])
    return [f"{name}: {', '.join(key)}: the page has {there.get(key)!r}, this run {text!r}"
            for key, text in table.items() if there.get(key) != text]


def check(weir, out, mode):
    """Runs, compares with the page, judges; the exit status."""
    page, wrong, count = PAGE.read_text(encoding="utf-8"), [], 0
    tables = {"cost": cost(weir)}
    for name, (_, makers) in PLANS.items():
        report = report_of(weir, name, out, mode != "part")
        for table_name, maker in makers.items():
            tables[table_name], faults = maker(report)
            wrong += [f"{table_name}: {fault}" for fault in faults]
    if mode == "write":
        results_page.write_tables(PAGE, {name: rendered(table) for name, table in tables.items()})
        page = PAGE.read_text(encoding="utf-8")
    for name, table in tables.items():
        wrong += differences(name, table, page)
        count += len(table)
    print("\n".join(wrong) or f"{count} cells as the page has them")
    return 1 if wrong else 0


def self_test():
    """Plants what is wrong, and wants it found."""
    problems = cells.planted()
    table = {("`literal`", "0.05"): "0", ("`literal`", "0.1"): "2 (17)"}
    begin, end = results_page.marks("made")
    page = f"words\n{begin}{rendered(table)}{end}words\n"
    if parsed(rendered(table)) != table:
        problems.append("a table does not come back")
    for change, wanted in (({}, 0), ({("`literal`", "0.1"): "2 (18)"}, 1), ({("`literal`", "0.2"): "0"}, 1)):
        if len(differences("made", {**table, **change}, page)) != wanted:
            problems.append(f"{change}: {differences('made', {**table, **change}, page)}")
    print("\n".join(problems) or "all that was planted is found")
    return 1 if problems else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    out = None
    if "--out" in arguments:
        at = arguments.index("--out")
        out = arguments[at + 1]
        del arguments[at:at + 2]
    modes = [mode for mode in ("whole", "write") if f"--{mode}" in arguments]
    names = [argument for argument in arguments if not argument.startswith("--")]
    if len(names) != 1 or len(names) + len(modes) != len(arguments) or len(modes) > 1:
        raise SystemExit(__doc__)
    weir = str(pathlib.Path(names[0]).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        return check(weir, out or scratch, modes[0] if modes else "part")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

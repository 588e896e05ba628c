# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What pages of docs/results show of what each mechanism promises: tb/cost/promises.json, which `weir cost --chip` shows.

promises.py              fails where the file does not hold what the pages show
promises.py --write      makes the file
promises.py --self-test  shows that a mechanism that breaks its promise is found, and a file that is out of date
"""

import json
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(TOP / "tb/tests/regress"))
import results_page  # noqa: E402

FILE = TOP / "tb/cost/promises.json"
PAGES = TOP / "docs/results"
YES, PART, NO, UNKNOWN = "yes", "in part", "no", "not measured"
NO_LOSS = "no loss"
NEVER_STUCK = "no loss and no deadlock"
GFC_FRAMES = 4  # above Bm: what `weir cost` counts for whole packets, in its largest form
INNOCENT = "flows that meet no congestion are not marked"


def table_of(text, mark):
    """{row: {column: cell}} of the table between the marks of that name."""
    begin, end = results_page.marks(mark)
    lines = [line.strip().strip("|").split("|") for line in text.split(begin)[1].split(end)[0].splitlines() if line.startswith("|")]
    rows = [[cell.replace("`", "").strip() for cell in line] for line in lines]
    return {row[0]: dict(zip(rows[0][1:], row[1:], strict=True)) for row in rows[2:]}


def number(cell):
    return int(cell.replace(",", ""))


def entry(mechanism, promise, kept, shown, page, under=()):
    return {"mechanism": mechanism, "under": list(under), "promise": promise, "kept": kept, "shown": shown, "page": page}


def schemes(read):
    """No loss and no deadlock in random networks."""
    page = "lossless_property.md"
    table = table_of(read(page), "figures")
    for scheme, promise in (("pfc", NO_LOSS), ("cbfc", NO_LOSS), ("ttl_pfc", NEVER_STUCK), ("gfc_conceptual", NEVER_STUCK),
                            ("gfc_buffer_based", NEVER_STUCK), ("gfc_time_based", NEVER_STUCK), ("gfc_gradient", NEVER_STUCK)):
        networks, lost, stuck = (table[row][scheme] for row in ("networks", "with a lossless packet lost", "with a deadlock"))
        broken = number(lost) or (promise == NEVER_STUCK and number(stuck))
        above = table["afterwards"][scheme]
        creeps = bool(above) and float(above) > GFC_FRAMES
        yield entry(scheme, promise, NO if broken else PART if creeps else YES,
                    f"{lost} of {networks} networks lose a packet, {stuck} deadlock" +
                    (f"; with room for it, a VIQ rises {above} frames above Bm once hosts stop" if creeps else ""), page)
    page = "verdict_networks.md"
    table = table_of(read(page), "schemes")
    for scheme in ("pause", "egress_pfc", "egress_pause"):
        stuck, networks = (table[scheme][column] for column in ("deadlock", "networks"))
        yield entry(scheme, NO_LOSS, UNKNOWN, f"{stuck} of {networks} networks deadlock", page)
    page = "ring_matrix.md"
    lost = re.search(r"([\d,]+) packets lost", table_of(read(page), "figures")["none"]["output-queued"])
    yield entry("none", NO_LOSS, NO if lost else YES, f"a ring of three switches loses {lost[1] if lost else 0} packets", page)


def detectors(read):
    """Victims, which meet no congestion, that are marked as congested."""
    page = "tcd_victims.md"
    for mechanism, scheme, mark, row, rule in (("red_ecn", "pfc", "victims", "ecn", ""),
                                               ("tcd", "pfc", "victims", "rise_or_pausing", " (rule rise_or_pausing)"),
                                               ("ib_fecn", "cbfc", "victims, InfiniBand, Hadoop", "FECN", ""),
                                               ("tcd_infiniband", "cbfc", "victims, InfiniBand, Hadoop", "rise_2mtu", " (rule rise_2mtu)")):
        # Behind a crossbar of speedup 1.05 those that are marked do meet congestion, as the page says.
        marked = [float(cell.split()[0]) for column, cell in table_of(read(page), mark)[row].items() if "1.05" not in column]
        share = f"{min(marked):.1f} to {max(marked):.1f} % of the victims are" if max(marked) else "no victim is"
        yield entry(mechanism, INNOCENT, NO if max(marked) else YES, f"{share} marked{rule}", page, [scheme])
    page = "fera_cases.md"
    table = table_of(read(page), "symmetric")
    for mechanism, row in (("fera", "proposed"), ("bcn", "BCN")):
        fair = table[row]["all within 10 % after, ms"]
        never = "never" in fair
        yield entry(mechanism, "flows get equal shares", NO if never else YES,
                    "four flows " + ("never come" if never else f"come within {fair.split()[0]} ms") + " within 10 % of their shares", page,
                    ["egress_pause"])


def deadlock_units(read):
    """Deadlocks that ITSY declares or misses, and that stand when it has acted."""
    page = "itsy_cases.md"
    table = table_of(read(page), "mixed")
    kinds = ("edges", "sums", "several")
    for mechanism, protocol in (("itsy", "repaired"), ("itsy published", "published")):
        formed = sum(number(table[f"deadlocks, {kind}"][protocol]) for kind in kinds)
        missed = sum(number(table[f"of which missed, {kind}"][protocol]) for kind in kinds)
        false, true = (number(table[row][protocol]) for row in ("that were false", "declarations that were true"))
        yield entry(mechanism, "every deadlock is declared, and nothing else", YES if missed + false == 0 else NO if false else PART,
                    f"{missed:,} of {formed:,} deadlocks are missed, {false:,} of {false + true:,} declarations are false", page, ["pfc"])
    page = "itsy_resolution_cases.md"
    table = table_of(read(page), "figures")
    for mechanism in ("count_min_drop", "port_level", "flow_level"):
        for published in ("", "published "):
            stand, formed, dropped = (number(table[row][published + mechanism]) for row in (
                "that stand at the end", "deadlocks that formed", "packets dropped by resolution"))
            yield entry(f"{mechanism} published" if published else mechanism, "every deadlock is ended", PART if stand else YES,
                        f"{stand} of {formed} deadlocks stand at the end, {dropped} packets are dropped", page, ["pfc"])


def promises(read):
    return [one for part in (schemes, detectors, deadlock_units) for one in part(read)]


def text_of(entries):
    lines = ",\n".join("  " + json.dumps(one) for one in entries)
    return f"[\n{lines}\n]\n"


def page_text(name):
    return (PAGES / name).read_text(encoding="utf-8")


def problems(text, read):
    return [] if text == text_of(promises(read)) else [f"{FILE.relative_to(TOP)} is not what docs/results shows; promises.py --write makes it"]


def self_test():
    """Figures of the pages are changed: the file is out of date then, and the mechanism keeps its promise or does not."""
    def with_cell(page, row, old, new):
        def read(name):
            text = page_text(name)
            if name != page:
                return text
            lines = [line.replace(old, new, 1) if line.startswith(f"| {row} |") else line for line in text.splitlines(keepends=True)]
            if "".join(lines) == text:
                raise SystemExit(f"{page} has no {row} with {old}")
            return "".join(lines)
        return read

    right = text_of(promises(page_text))
    faults = [f"what is right is faulted: {fault}" for fault in problems(right, page_text)]
    for page, row, old, new, mechanism, kept in (
            ("lossless_property.md", "with a lossless packet lost", "| 0 |", "| 2 |", "pfc", NO),
            ("lossless_property.md", "with a deadlock", "| 0 |", "| 2 |", "ttl_pfc", NO),
            ("lossless_property.md", "afterwards", "| 87.81 |", "| 3.00 |", "gfc_conceptual", YES),
            ("tcd_victims.md", "rise_or_pausing", "0.00 (", "0.10 (", "tcd", NO),
            ("tcd_victims.md", "ecn", "4.68", "4.01", "red_ecn", NO),
            ("fera_cases.md", "proposed", "7.3 +- 2.8", "never", "fera", NO),
            ("itsy_cases.md", "that were false", "| 0 |", "| 3 |", "itsy", NO),
            ("itsy_resolution_cases.md", "that stand at the end", "| 0 |", "| 1 |", "port_level", PART)):
        read = with_cell(page, row, old, new)
        if not problems(right, read):
            faults.append(f"{page}, {row}: the file is not found out of date")
        if [one["kept"] for one in promises(read) if one["mechanism"] == mechanism] != [kept]:
            faults.append(f"{page}, {row}: {mechanism} is not {kept!r}")
    return faults


def main(arguments):
    if arguments == ["--self-test"]:
        found = self_test()
    else:
        if arguments == ["--write"]:
            FILE.write_text(text_of(promises(page_text)), encoding="utf-8")
        found = problems(FILE.read_text(encoding="utf-8"), page_text)
    print("\n".join(found) or "promises.json holds what the pages show")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Figure 6d of the ITSY paper: header bits of each method, with the least Bloom filter that is never mistaken.

itsy_filter.py            fails where docs/results/itsy_figures.md does not hold the table
itsy_filter.py --write    puts the table into that page
itsy_filter.py --self-test
"""

import itertools
import sys

import results_page

PAGE = results_page.TOP / "docs/results/itsy_figures.md"
MASK = (1 << 64) - 1


def scrambled(number):
    number = (number + 0x9E3779B97F4A7C15) & MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK
    return number ^ (number >> 31)


def fat_tree():
    """Neighbours of the 20 switches of a fat tree of k = 4: 8 of the edge, 8 of aggregation, 4 of the core."""
    near = {n: set() for n in range(20)}
    cables = [(2 * pod + e, 8 + 2 * pod + a) for pod in range(4) for e in range(2) for a in range(2)]
    cables += [(8 + 2 * pod + a, 16 + 2 * a + c) for pod in range(4) for a in range(2) for c in range(2)]
    for one, other in cables:
        near[one].add(other)
        near[other].add(one)
    return near


def paths(near, path, most):
    yield path
    if len(path) < most:
        for following in near[path[-1]] - set(path):
            yield from paths(near, [*path, following], most)


def least_filter(hashes, most=8):
    """Bits of the smallest Bloom filter, in steps of 8, that mistakes no switch for another on any path of so many switches
    without a loop."""
    near = fat_tree()
    all_paths = [path for start in near for path in paths(near, [start], most) if len(path) == most]
    for bits in itertools.count(8, 8):
        masks = [sum(1 << bit for bit in {scrambled(at * hashes + n) % bits for n in range(hashes)}) for at in near]
        if not any(mistaken(path, masks) for path in all_paths):
            return bits
    return None


def mistaken(path, masks):
    filled = masks[path[0]]
    for at in path[1:]:
        if masks[at] & filled == masks[at]:
            return True
        filled |= masks[at]
    return False


def table():
    rows = [("PathDump", 64), *((f"Bloom filter, {hashes} hashes", least_filter(hashes)) for hashes in (1, 2, 3, 4)),
            ("INT, 8 hops", 64 + 8 * 32), ("Unroller", 8 + 20), ("ITSY", "0 (32 on a PAUSE)")]
    return results_page.table(["", "bits a packet"], [[name, str(bits)] for name, bits in rows])


def self_test():
    wrong = [] if least_filter(2, 3) < least_filter(2, 5) else ["a filter for longer paths is not larger"]
    if not mistaken([0, 1, 2], [0b11, 0b100, 0b110]) or mistaken([0, 1], [0b11, 0b101]):
        wrong.append("a switch whose bits are those of the switches before it is not mistaken, or another one is")
    if not results_page.stale_tables(PAGE, PAGE.read_text(encoding="utf-8").replace("| PathDump | 64 |", "| PathDump | 65 |"), {"6d": table()}):
        wrong.append("a table of other bits is taken for this one")
    return wrong


def main(options):
    if options == ["--self-test"]:
        wrong = self_test()
    else:
        made = {"6d": table()}
        if options == ["--write"]:
            results_page.write_tables(PAGE, made)
        wrong = results_page.stale_tables(PAGE, PAGE.read_text(encoding="utf-8"), made)
    print("\n".join(wrong) or "bits as the page says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

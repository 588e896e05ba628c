#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""partition_admission_second_test.py WEIR BLOCK LATENCY [PARAMETER=VALUE...]: a second model of partition_admission and its memory form,
written from the blocks' pages with dictionaries of accounts, plays the golden vectors of BLOCK, which answers LATENCY cycles later. Then each
line of FAULTS, a rule told wrongly, has to differ."""

import sys

from second_model import difference, judged, rows_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("if s.size[c] else 0", ""), ("min(n, lacks(s, i, c, cells))", "0"), ("+ n - promised > s.size[c]", "+ n > s.size[c]"),
          ("s.aside[c] + n", "n"), ("total > most", "False"), ("n == promised", "n == 0"), ("i.viq_limit + i.headroom", "i.viq_limit"),
          ("2 if total > i.viq_limit", "2 if total >= i.viq_limit"), ("depth + i.arrives_length >= i.xoff", "depth + i.arrives_length > i.xoff"),
          ("min(i.departs_cells, stood[1])", "min(i.departs_cells, cells)"), ("i.departs_length > stood[0]", "i.departs_length > depth"),
          ("depth <= i.xon", "depth < i.xon"), ("+ lacks(s, i, c, cells - goes) - lacks(s, i, c, cells)", "+ goes"),
          ("s.aside[c] if s.used[c]", "s.aside[c] if used_before"), ("i.minimum * ports if i.set_size else 0", "i.minimum * ports"),
          ("i.set_size >= s.used[c] + keeps", "i.set_size >= s.used[c]"), ("i.pausing >> c & 1 and not asks", "i.pausing >> c & 1")]
MODEL = '''
def lacks(s, i, c, cells):
    return max(i.minimum - cells, 0) if s.size[c] else 0

def answer_of(s, i, most):
    viq, c, n = (i.arrives_port, i.arrives_class), i.arrives_class, i.arrives_cells
    if viq not in s.viqs:
        return 7, 0
    depth, cells, _ = s.viqs[viq]
    promised, total = min(n, lacks(s, i, c, cells)), depth + i.arrives_length
    if s.used[c] + s.aside[c] + n - promised > s.size[c]:
        return 7, promised
    if total > most:
        return 4, promised
    if n == promised:
        return 0, promised
    return (4 if total > i.viq_limit + i.headroom else 2 if total > i.viq_limit else 1), promised

def cycle(s, i, ports, most):
    shown = dict.fromkeys(NAMES, 0)
    if i.read_class in s.size:
        shown |= {"size": s.size[i.read_class], "used": s.used[i.read_class], "set_aside": s.aside[i.read_class]}
        shown |= dict(zip(("depth", "cells", "asks"), s.viqs.get((i.read_port, i.read_class), (0, 0, 0))))
    leaves = (i.departs_port, i.departs_class)
    stood = s.viqs.get(leaves)
    used_before = s.used.get(i.set_class, 0)
    # The arrival, by what stands before the cycle.
    if i.arrives:
        c, (answer, promised) = i.arrives_class, answer_of(s, i, most)
        shown |= {"answer": answer, "admits": int(answer < 3)}
        if answer < 3:
            depth, cells, asks = s.viqs[i.arrives_port, c]
            reaches = depth + i.arrives_length >= i.xoff
            shown["xoff"] = int(bool(reaches and i.pausing >> c & 1 and not asks))
            s.viqs[i.arrives_port, c] = depth + i.arrives_length, cells + i.arrives_cells, int(asks or reaches)
            s.used[c], s.aside[c] = s.used[c] + i.arrives_cells, s.aside[c] - promised
    # The departure, of what the arrival leaves, but of no more than stood before.
    if i.departs and stood is None:
        shown["broken"] = 1
    elif i.departs:
        c, (depth, cells, asks) = i.departs_class, s.viqs[leaves]
        goes, length = min(i.departs_cells, stood[1]), min(i.departs_length, stood[0])
        shown["broken"] = int(i.departs_cells > stood[1] or i.departs_length > stood[0])
        s.used[c], s.aside[c] = s.used[c] - goes, s.aside[c] + lacks(s, i, c, cells - goes) - lacks(s, i, c, cells)
        depth = depth - length
        falls = depth <= i.xon
        shown["xon"] = int(bool(falls and asks and i.pausing >> c & 1))
        s.viqs[leaves] = depth, cells - goes, int(asks and not falls)
    # The new size, by what both leave.
    if i.set and i.set_class in s.size:
        c = i.set_class
        keeps = s.aside[c] if s.used[c] else i.minimum * ports if i.set_size else 0
        if i.set_size >= s.used[c] + keeps:
            shown["taken"], s.size[c], s.aside[c] = 1, i.set_size, keeps
    return shown
'''


class State:
    def __init__(self, ports, classes):
        self.viqs = {(port, c): (0, 0, 0) for port in range(ports) for c in range(classes)}
        self.size, self.used, self.aside = ({c: 0 for c in range(classes)} for _ in range(3))
        self.under_way = []  # the inputs that are not answered yet


def first_difference(text, rows, latency, values):
    bits = dict.fromkeys(rows[0][1], values["CELL_W"]) | dict.fromkeys(("admits", "xoff", "xon", "broken", "taken", "asks"), 1)
    bits |= {"answer": 3, "depth": values["Q_W"]}
    ports, classes = values["PORTS"], values["CLASSES"]
    rules = {"NAMES": list(bits)}
    exec(text, rules)  # pylint: disable=exec-used
    state = State(ports, classes)
    for given, wanted, steps in rows:
        for n in range(given.cycles):
            if not given.rst_n:
                state = State(ports, classes)
            state.under_way.append(given)
            due = state.under_way.pop(0) if len(state.under_way) > latency else None
            shown = rules["cycle"](state, due, ports, (1 << values["Q_W"]) - 1) if due else dict.fromkeys(bits, 0)
            wrong = difference(given.cycle, n, wanted, steps, shown, bits)
            if wrong:
                return wrong
            if not given.rst_n:
                state = State(ports, classes)
            if n > latency and not (given.arrives or given.departs or given.set):
                break  # so it stays
    return None


def main(weir, block, latency, *parameters):
    values = values_of(parameters, PORTS=4, CLASSES=8, CELL_W=16, Q_W=24)
    rows = rows_of(weir, block, parameters)
    return judged(rows, MODEL, FAULTS, lambda text: first_difference(text, rows, int(latency), values))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

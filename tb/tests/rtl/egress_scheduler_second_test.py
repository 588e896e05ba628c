#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""egress_scheduler_second_test.py WEIR [PARAMETER=VALUE...]: a second model of egress_scheduler, written from the block's page with lists and
numbers without end, plays the golden vectors. Then each line of FAULTS, a rule told wrongly, has to differ."""

import sys

from second_model import judged, tables_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("max(strict)", "min(strict)"), ("length[turn] <= deficit[turn]", "length[turn] < deficit[turn]"), ("range(1, 9)", "range(0, 8)"),
          ("if not in_.waiting[turn]", "if turn not in may"), ("if length[c] > deficit[c]", "if c != turn or length[c] > deficit[c]"),
          ("max(0, deficit[c] - length[c])", "max(0, deficit[c]) - 0"), ("in_.weight[c] * in_.quantum", "in_.quantum"),
          ("and in_.port_open[c]", "and any(in_.port_open)"), ("and in_.credit[c]", "and (in_.credit[c] or in_.open[c])"),
          ("if grants and not strict:", "if grants:"), ("if c != turn:  # the turn passes", "if False:")]
MODEL = '''
def cycle(state, in_):
    turn, deficit = state
    length = in_.length
    may = [c for c in range(8) if in_.waiting[c] and not in_.blocked[c] and in_.credit[c] and in_.open[c]]
    strict = [c for c in may if in_.strict[c]]
    if strict:
        c = max(strict)
    elif turn in may and length[turn] <= deficit[turn]:
        c = turn
    else:
        c = next((c for c in ((turn + steps) % 8 for steps in range(1, 9)) if c in may), None)
    grants = c is not None and in_.ready and in_.port_open[c]
    shown = [0 if c is None else 1 << c, int(grants), turn, deficit]
    if grants and not strict:
        deficit = list(deficit)
        if c != turn:  # the turn passes
            if not in_.waiting[turn]:
                deficit[turn] = 0
        if length[c] > deficit[c]:
            deficit[c] += in_.weight[c] * in_.quantum
        deficit[c] = max(0, deficit[c] - length[c])
        turn = c
    return (turn, deficit), shown
'''


def fields(word, bits, count):
    return [word >> bits * place & (1 << bits) - 1 for place in range(count)]


class Cycle:
    def __init__(self, row, length_w, weight_w):
        self.cycle, self.cycles = int(row["cycle"]), int(row["cycles"])
        self.in_reset, self.ready = row["rst_ni"] == "0", row["ready_i"] == "1"
        for name in ("waiting", "blocked", "credit", "open", "port_open", "strict"):
            setattr(self, name, fields(int(row[name + "_i"]), 1, 8))
        self.length = fields(int(row["lengths_0_3_i"]), length_w, 4) + fields(int(row["lengths_4_7_i"]), length_w, 4)
        self.weight = fields(int(row["weights_i"]), weight_w, 8)
        self.quantum = int(row["quantum_i"])


def first_difference(text, rows):
    rules = {}
    exec(text, rules)  # pylint: disable=exec-used
    after_reset = (0, [0] * 8)
    state = after_reset
    for in_, wanted in rows:
        state = after_reset if in_.in_reset else state
        for n in range(in_.cycles):
            after, shown = rules["cycle"](state, in_)
            if n == 0 and shown != wanted:
                return f"cycle {in_.cycle}: {shown}, wanted {wanted}"
            if in_.in_reset or after == state:
                break  # so it stays
            state = after
    return None


def main(weir, *parameters):
    values = values_of(parameters, LEN_W=14, WEIGHT_W=8)
    bits = values["LEN_W"] + values["WEIGHT_W"]
    rows = []
    for given, shown in tables_of(weir, "egress_scheduler", parameters):
        deficits = [field for pair in ("0_1", "2_3", "4_5", "6_7") for field in fields(int(shown[f"deficits_{pair}_o"]), bits, 2)]
        rows.append((Cycle(given, values["LEN_W"], values["WEIGHT_W"]),
                     [int(shown["chosen_o"]), int(shown["grant_o"]), int(shown["turn_o"]), deficits]))
    return judged(rows, MODEL, FAULTS, lambda text: first_difference(text, rows))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""egress_scheduler_second_test.py WEIR [PARAMETER=VALUE...]: a second model of egress_scheduler, written from the block's page with lists and
numbers without end, plays the golden vectors. Then each line of FAULTS, a rule told wrongly, has to differ."""

import functools
import sys

from second_model import inputs_of, judged, rows_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("max(strict)", "min(strict)"), ("length[turn] <= deficit[turn]", "length[turn] < deficit[turn]"), ("range(1, 9)", "range(0, 8)"),
          ("if not in_.waiting[turn]", "if turn not in may"), ("if length[c] > deficit[c]", "if c != turn or length[c] > deficit[c]"),
          ("max(0, deficit[c] - length[c])", "max(0, deficit[c]) - 0"), ("in_.weight[c] * in_.quantum", "in_.quantum"),
          ("and in_.port_open[c]", "and any(in_.port_open)"), ("and credit[c]", "and (credit[c] or in_.open[c])"),
          ("if grants and not strict:", "if grants:"), ("if c != turn:  # the turn passes", "if False:")]
MODEL = '''
def cycle(state, in_, blocked, credit, ready):
    turn, deficit = state
    length = in_.length
    may = [c for c in range(8) if in_.waiting[c] and not blocked[c] and credit[c] and in_.open[c]]
    strict = [c for c in may if in_.strict[c]]
    if strict:
        c = max(strict)
    elif turn in may and length[turn] <= deficit[turn]:
        c = turn
    else:
        c = next((c for c in ((turn + steps) % 8 for steps in range(1, 9)) if c in may), None)
    grants = c is not None and ready and in_.port_open[c]
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


@functools.lru_cache(1 << 16)
def fields(word, bits, count):
    return tuple(word >> bits * place & (1 << bits) - 1 for place in range(count))


def inputs(numbers, length_w, weight_w):
    i = inputs_of(numbers)
    for name in ("waiting", "blocked", "credit", "open", "port_open", "strict"):
        setattr(i, name, fields(getattr(i, name), 1, 8))
    i.length = fields(i.lengths_0_3, length_w, 4) + fields(i.lengths_4_7, length_w, 4)
    i.weight = fields(i.weights, weight_w, 8)
    return i


def first_difference(text, rows):
    rules = {}
    exec(text, rules)  # pylint: disable=exec-used
    after_reset = (0, [0] * 8)
    state = after_reset
    for in_, wanted in rows:
        state = state if in_.rst_n else after_reset
        for n in range(in_.cycles):
            after, shown = rules["cycle"](state, in_, in_.blocked, in_.credit, in_.ready)
            if n == 0 and shown != wanted:
                return f"cycle {in_.cycle}: {shown}, wanted {wanted}"
            if not in_.rst_n or after == state:
                break  # so it stays
            state = after
    return None


def main(weir, *parameters):
    values = values_of(parameters, LEN_W=14, WEIGHT_W=8)
    bits = values["LEN_W"] + values["WEIGHT_W"]
    rows = []
    for given, shown, _ in rows_of(weir, "egress_scheduler", parameters, lambda numbers: inputs(numbers, values["LEN_W"], values["WEIGHT_W"])):
        deficits = [field for pair in ("0_1", "2_3", "4_5", "6_7") for field in fields(shown[f"deficits_{pair}"], bits, 2)]
        rows.append((given, [shown["chosen"], shown["grant"], shown["turn"], deficits]))
    return judged(rows, MODEL, FAULTS, lambda text: first_difference(text, rows))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""ib_credits_second_test.py WEIR [PARAMETER=VALUE...]: a second model of ib_credits, written from the block's page in numbers without end,
which are modulo 2^w only at the ports, plays the golden vectors. Then each line of FAULTS, a rule told wrongly, has to differ."""

import sys

from second_model import judged, rows_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("ahead(head_blocks) <= half", "ahead(head_blocks) < half"), ("min(free, half)", "free"), ("occupied += in_.admitted_blocks", "occupied += 0"),
          ("sent = limit = received = 0", "sent = limit = received = occupied = 0"), ("if in_.resync:", "if False:"),
          ("max(buffer - occupied, 0)", "buffer - occupied"), ("due = True  # period", "due = due"), ("received = in_.heard_fctbs", "received += in_.heard_fctbs")]
MODEL = '''
def outputs(state, head_blocks, buffer):
    sent, limit, received, occupied, due = state
    def ahead(blocks):
        return (limit - (sent + blocks)) % (2 * half)
    occupied %= 2 * half
    free = max(buffer - occupied, 0)
    told = received + min(free, half)
    may = ahead(head_blocks) <= half
    available = ahead(0) if ahead(0) <= half else 0
    return [int(may)] + [count % (2 * half) for count in (available, sent, limit, received, occupied, told)] + [int(due)]

def edge(state, has, in_):
    """After the edge of a cycle that has these events."""
    sent, limit, received, occupied, due = state
    if has.sent:
        sent += in_.sent_blocks
    if has.admitted:
        received += in_.admitted_blocks
        occupied += in_.admitted_blocks
    if has.heard:
        limit = in_.heard_fccl
        if in_.resync:
            received = in_.heard_fctbs
    if has.released:
        occupied -= in_.released_blocks
    if has.take:
        due = False
    if has.period:
        due = True  # period
    if has.init:
        sent = limit = received = 0
        due = True
    return sent, limit, received, occupied, due
'''


def first_difference(text, half, first, rows):
    rules = {"half": half}
    exec(text, rules)  # pylint: disable=exec-used
    after_reset = (0, first, 0, 0, False)
    state = after_reset
    for in_, wanted in rows:
        state = after_reset if not in_.rst_n else state
        # In a run of equal cycles each count moves by the same step; the vectors have idle runs alone that are long.
        for n in range(min(in_.cycles, 3)):
            found = rules["outputs"](state, in_.head_blocks, in_.buffer)
            if n == 0 and found != wanted:
                return f"cycle {in_.cycle}: {found}, wanted {wanted}"
            state = rules["edge"](state, in_, in_) if in_.rst_n else state
        if in_.rst_n and in_.cycles > 3 and any((in_.sent, in_.admitted, in_.heard, in_.released, in_.take, in_.period, in_.init)):
            for _ in range(in_.cycles - 3):
                state = rules["edge"](state, in_, in_)
    return None


def main(weir, *parameters):
    values = values_of(parameters, COUNTER_W=12, FIRST=2048)
    half = 1 << values["COUNTER_W"] - 1
    rows = [(given, list(shown.values())) for given, shown, _ in rows_of(weir, "ib_credits", parameters)]
    return judged(rows, MODEL, FAULTS, lambda text: first_difference(text, half, values["FIRST"], rows))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

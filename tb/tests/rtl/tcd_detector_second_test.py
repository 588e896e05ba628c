#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""tcd_detector_second_test.py WEIR [PARAMETER=VALUE...]: a second model of tcd_detector plays the golden vectors. It is the table of the page
(docs/reference/tcd_detector.md, order of operations) in numbers without end, line for line, by somebody who knew RTL and cycle model. Then
each line of FAULTS, a rule told wrongly, has to differ."""

import sys

from second_model import difference, judged, rows_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("if state == 3 or held else i.longest_on", "if state == 3 else i.longest_on"), ("% ticks >= span", "% ticks > span"),
          ("if off_end and (state == 3 or held):", "if False:"), ("state < 3 and not held and runs", "state < 3 and runs"),
          ("int(i.red_mark), i.red_mark", "int(i.red_mark), False"), ("i.behind <= i.low_threshold", "i.behind < i.low_threshold"),
          ("congested, pause_seen = held, pause_seen | i.paused", "congested = held"), ("i.behind > sample + i.rise", "i.behind >= sample + i.rise"),
          ("i.behind + i.band >= sample", "i.behind + i.band > sample"), ("i.sticky and pause_seen", "pause_seen"),
          ("began, pause_seen = bool(i.hold), pause_seen | i.paused", "began = bool(i.hold)"), ("state, held, began = 3, 0, True  # not due", "state, began = 3, True"),
          ("i.sweep and over", "i.sweep"), ("i.behind > i.hard_level", "i.behind >= i.hard_level"), ("state == 2 and i.ecn not in (0, 3)", "state == 2 and i.ecn != 0"),
          ("sample, stamp, pause_seen = i.behind, i.now, 0", "sample, stamp = i.behind, i.now"), ("state, pause_seen = 2, 0", "state = 2")]
MODEL = '''
def cycle(registers, i):
    """The registers after the edge, and what the cycle shows."""
    state, stamp, running, sample, pause_seen, held = registers
    off_end = i.off_end
    # The span.
    span = i.period if state == 3 or held else i.longest_on
    over = (i.now - stamp) % ticks >= span
    runs = running and not over
    # The end of an OFF period.
    if off_end and (state == 3 or held):
        state, held = 2, 0
    if off_end:
        stamp, runs = i.now, True
    # A departure, the first line that fits; `began`: it takes a sample.
    congested = began = ended = False
    if not i.departs:
        pass
    elif state < 3 and not held and runs:
        state, pause_seen = 2, 0
    elif state < 2 and not held:
        state, congested = int(i.red_mark), i.red_mark
    elif i.behind <= i.low_threshold:
        state, held, ended = 0, 0, True
    elif state == 2:
        state, began = 3, True
    elif runs:
        congested, pause_seen = held, pause_seen | i.paused
    elif i.behind > sample + i.rise or (i.behind + i.band >= sample and (i.paused or (i.sticky and pause_seen))):
        state, held, congested, ended = 1, i.hold, True, not i.hold
        began, pause_seen = bool(i.hold), pause_seen | i.paused
    else:
        state, held, began = 3, 0, True  # not due
    if began:
        sample, stamp, pause_seen = i.behind, i.now, 0
    # The sweep.
    running = int(off_end or began or (running and not ended and not (i.sweep and over)))
    # The packet.
    congested = congested or i.behind > i.hard_level
    ce = i.departs and congested and i.ecn != 0
    ue = i.departs and not congested and state == 2 and i.ecn not in (0, 3)
    return (state, stamp, running, sample, pause_seen, held), (3 if ce else i.undetermined if ue else i.ecn, int(bool(ce)), int(bool(ue)))
'''
RESET = (0, 0, 0, 0, 0, 0)
PACKET = ("ecn", "ce", "ue")
REGISTERS = ("state", "stamp", "running", "sample", "pause_seen", "held")


def rule(text, stamp_w):
    rules = {"ticks": 1 << stamp_w}
    exec(text, rules)  # pylint: disable=exec-used
    return rules["cycle"]


def first_difference(cycle, rows, bits):
    registers = RESET
    for given, wanted, steps in rows:
        for n in range(given.cycles):
            registers = registers if given.rst_n else RESET
            after, packet = cycle(registers, given)
            shown = dict(zip(REGISTERS, registers)) | dict(zip(PACKET, packet))
            wrong = difference(given.cycle, n, wanted, steps, shown, bits)
            if wrong:
                return wrong
            if after == registers and not any(steps.values()):
                break  # the rest of the row, too
            registers = after if given.rst_n else RESET
    return None


def main(weir, *parameters):
    values = values_of(parameters, STAMP_W=18, Q_W=24)
    bits = dict.fromkeys(REGISTERS + PACKET, 1) | {"state": 2, "ecn": 2, "stamp": values["STAMP_W"], "sample": values["Q_W"]}
    rows = rows_of(weir, "tcd_detector", parameters)
    return judged(rows, MODEL, FAULTS, lambda text: first_difference(rule(text, values["STAMP_W"]), rows, bits))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

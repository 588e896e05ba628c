#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""tcd_detector_second_test.py WEIR [PARAMETER=VALUE...]: a second model of tcd_detector, in numbers without end, plays the golden vectors. It is
the order of operations of docs/reference/tcd_detector.md, step by step, by somebody who knew the page alone. Then each line of FAULTS, a rule told
wrongly, has to differ."""

import collections
import sys
from types import SimpleNamespace

from second_model import difference, judged, rows_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("% stamps >= (", "% stamps > ("), ("i.period if sampled else i.longest_on", "i.longest_on"), ("s.state == 3 or s.held", "s.state == 3"),
          ("s.state, s.held = 2, False", "s.state = 2"), ("now, True, True, True", "now, True, runs, True"),
          ("now, True, True, True", "now, True, True, False"), ("s.state, s.pause_seen = 2, False", "s.state = 2"),
          ("s.state != 3 and not s.held and runs", "s.state != 3 and runs"), ("(1, True) if i.red_mark", "(1, False) if i.red_mark"),
          ("s.state < 2 and not s.held", "s.state < 2"), ("behind <= i.low_threshold", "behind < i.low_threshold"),
          ("s.held, s.running = 0, False, False", "s.running = 0, False"), ("s.held, s.running = 0, False, False", "s.held = 0, False"),
          ("s.pause_seen or paused, s.held", "paused, s.held"), ("s.pause_seen or paused, s.held", "s.pause_seen or paused, False"),
          ("behind > s.sample + i.rise", "behind >= s.sample + i.rise"), ("behind > s.sample + i.rise", "behind > (s.sample + i.rise) % depths"),
          ("behind + i.band >= s.sample", "behind + i.band > s.sample"), ("behind + i.band >= s.sample", "(behind + i.band) % depths >= s.sample"),
          ("paused or i.sticky and s.pause_seen", "i.sticky and (paused or s.pause_seen)"),
          ("paused or i.sticky and s.pause_seen", "paused or s.pause_seen"), ("paused or i.sticky and s.pause_seen", "paused"),
          ("1, True, i.hold, i.hold", "1, True, s.held, i.hold"), ("1, True, i.hold, i.hold", "1, True, i.hold, True"),
          ("s.running, s.pause_seen = False, s.pause_seen or paused", "s.pause_seen = s.pause_seen or paused"),
          ("s.running, s.pause_seen = False, s.pause_seen or paused", "s.running = False"),
          ("s.held, sample = 3, False, True", "sample = 3, True"), ("s.held, sample = 3, False, True", "s.held, sample = 3, False, False"),
          ("behind, now, True, False, True", "behind, now, True, s.pause_seen, True"),
          ("behind, now, True, False, True", "behind, now, True, False, False"), ("not begins and over", "over"),
          ("not begins and over", "not begins"), ("ce or behind > i.hard_level", "ce or behind >= i.hard_level"),
          ("not ce and s.state == 2", "not ce and runs"), ("return 3, ce, False", "return 3, True, False"),
          ("return 3, ce, False", "return 3, False, False"), ("return 0, False, False", "return 0, ce, False"),
          ("(i.undetermined, False, True) if ue", "(2, False, True) if ue")]
MODEL = '''
def cycle(s, i):
    """The packet's field and flags; the registers go to the next cycle."""
    departs, now = i.departs, i.now
    # 1. Span.
    sampled = s.state == 3 or s.held
    over = (now - s.stamp) % stamps >= (i.period if sampled else i.longest_on)
    runs, begins = s.running and not over, False
    # 2. End of an OFF period.
    if i.off_end:
        if sampled:
            s.state, s.held = 2, False
        s.stamp, s.running, runs, begins = now, True, True, True
    # 3. Departure.
    ce = sample = False
    if departs:
        behind, paused = i.behind, i.paused
        if s.state != 3 and not s.held and runs:
            s.state, s.pause_seen = 2, False
        elif s.state < 2 and not s.held:
            s.state, ce = (1, True) if i.red_mark else (0, False)
        elif behind <= i.low_threshold:
            s.state, s.held, s.running = 0, False, False
        elif s.state == 2:
            s.state, sample = 3, True
        elif runs:
            s.pause_seen, ce = s.pause_seen or paused, s.held
        elif behind > s.sample + i.rise or behind + i.band >= s.sample and (paused or i.sticky and s.pause_seen):
            s.state, ce, s.held, sample = 1, True, i.hold, i.hold
            if not i.hold:
                s.running, s.pause_seen = False, s.pause_seen or paused
        else:
            s.state, s.held, sample = 3, False, True
    if sample:
        s.sample, s.stamp, s.running, s.pause_seen, begins = behind, now, True, False, True
    # 4. Sweep.
    if i.sweep and not begins and over:
        s.running = False
    # 5. Packet.
    ce = departs and (ce or behind > i.hard_level)
    ue = departs and not ce and s.state == 2
    if i.ecn == 0:
        return 0, False, False
    if i.ecn == 3:
        return 3, ce, False
    return (3, True, False) if ce else (i.undetermined, False, True) if ue else (i.ecn, False, False)
'''
PACKET = ("ecn", "ce", "ue")
Registers = collections.namedtuple("Registers", "state stamp running sample pause_seen held")
RESET = Registers(0, 0, 0, 0, 0, 0)


def rule(text, stamp_w, q_w=0):
    """What a text makes of registers: those after the edge, and what becomes of the packet. Faults alone ask for the bits of a depth."""
    rules = {"stamps": 1 << stamp_w, "depths": 1 << q_w}
    exec(text, rules)  # pylint: disable=exec-used

    def cycle(registers, i):
        state = SimpleNamespace(**registers._asdict())
        packet = rules["cycle"](state, i)
        return Registers(**vars(state)), packet

    return cycle


def first_difference(cycle, rows, bits):
    registers = RESET
    for given, wanted, steps in rows:
        for n in range(given.cycles):
            registers = registers if given.rst_n else RESET
            after, packet = cycle(registers, given)
            shown = registers._asdict() | dict(zip(PACKET, packet))
            wrong = difference(given.cycle, n, wanted, steps, shown, bits)
            if wrong:
                return wrong
            if after == registers and not steps:
                break  # the rest of the row, too
            registers = after if given.rst_n else RESET
    return None


def main(weir, *parameters):
    values = values_of(parameters, STAMP_W=18, Q_W=24)
    bits = dict.fromkeys(Registers._fields + PACKET, 1) | {"state": 2, "ecn": 2, "stamp": values["STAMP_W"], "sample": values["Q_W"]}
    rows = rows_of(weir, "tcd_detector", parameters)
    return judged(rows, MODEL, FAULTS, lambda text: first_difference(rule(text, values["STAMP_W"], values["Q_W"]), rows, bits))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

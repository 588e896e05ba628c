#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""equipped_port_second_test.py WEIR [PARAMETER=VALUE...]: a second model of equipped_port plays the golden vectors. It is made of the second
models of lossless_port and tcd_detector; what stands between them is from the block's page, by somebody who knew the page alone. A bank may change
at an edge of its clock alone. Then each line of FAULTS, a rule told wrongly, has to differ."""

import sys
from types import SimpleNamespace

import lossless_port_second_test as lossless_port
import tcd_detector_second_test as tcd_detector
from egress_scheduler_second_test import fields
from lossless_port_second_test import Given, Inside, bits_of, first_difference, packed, registers_of
from second_model import judged, rows_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("held[c] or i.waiting[c] and", "i.waiting[c] and"), ("i.waiting[c] and not has[c]", "not has[c]"),
          ("and not has[c]", "and not (has[c] and i.open[c])"), ("was_off[c] and not off[c]", "was_off[c]"),
          ("was_off[c] and not off[c]", "off[c] and not was_off[c]"), ("was_off[c] and not off[c]", "was_off[c] and not off[c] and not goes[c]"),
          ("i.now % 8 == c", "i.now // 8 % 8 == c"), ("i.now % 8 == c", "i.now % 8 == 7 - c"), ("goes[c] or off_end or sweep", "goes[c] or sweep"),
          ("sweep and d[c].running", "sweep"), ("goes[c] or off_end or", "off_end or"), ("off != was_off", "any(off)"),
          ("off != was_off", "off > was_off"), ("(i.depth[c] - i.length[c]) % depths", "max(i.depth[c] - i.length[c], 0)"),
          ("(i.depth[c] - i.length[c]) % depths", "i.depth[c] - i.length[c]"), ("i.depth[c] - i.length[c]", "i.depth[c]"),
          ("departs=goes[c]", "departs=int(any(goes))"), ("paused=i.paused[c]", "paused=i.paused[0]"),
          ("red_mark=i.red_mark[c]", "red_mark=i.red_mark[7 - c]"), ("ecn=i.ecn[c]", "ecn=i.ecn[7 - c]"), ("d[i.shown].stamp", "d[0].stamp"),
          ("d[i.shown].sample", "max(each.sample for each in d)"), ("each.pause_seen for each", "each.held for each")]
# Of a class without a detector; they show where there is one.
FAULTS_WITHOUT = [("c in detectors and (held", "(held"), ("packet = i.ecn[c], 0, 0", "packet = 0, 0, 0")]
MODEL = '''
def cycle(state, running, i):
    # lossless_port comes first.
    port, was_off, registers = state
    port, shown = port_cycle(port, running, i)
    goes, held, has = (fields(shown[name], 1, 8) for name in ("goes", "blocked", "credit"))
    off = [int(bool(c in detectors and (held[c] or i.waiting[c] and not has[c]))) for c in range(8)]
    d, after = registers, list(registers)
    packet, clocks = (0, 0, 0), [0] * 9
    for c in range(8):
        if goes[c]:
            packet = i.ecn[c], 0, 0
        if c in detectors:
            off_end, sweep = was_off[c] and not off[c], i.now % 8 == c
            if off_end or goes[c] or sweep:  # without all of them a detector does nothing
                given = Given(i.settings, off_end=off_end, departs=goes[c], behind=(i.depth[c] - i.length[c]) % depths, ecn=i.ecn[c],
                              red_mark=i.red_mark[c], paused=i.paused[c], sweep=sweep, now=i.now)
                after[c], marked = detector_cycle(registers[c], given)
                packet = marked if goes[c] else packet
            clocks[c] = int(bool(goes[c] or off_end or sweep and d[c].running))
    clocks[8] = int(off != was_off)
    shown |= dict(zip(("ecn", "ce", "ue"), packet))
    shown |= {"states": packed([each.state for each in d], 2), "spans": packed([each.running for each in d]),
              "holds": packed([each.held for each in d]), "pauses_seen": packed([each.pause_seen for each in d]),
              "stamp": d[i.shown].stamp, "sample": d[i.shown].sample, "detector_clocks": packed(clocks) if running else 0}
    return (port, off, after), shown
'''
# A top that has something of its own for the MAC, before which all but packets go; for texts of such tops, and the same told wrongly.
TELLING_FAULTS = [('shown["mac_kind"] == 0', 'shown["mac_kind"] != 1'), ('shown["mac_kind"] == 0', 'shown["mac_kind"] != 2'),
                  ("Given(inside, mac_ready=0)", "inside")]
TELLING = '''
def port_or_own(port, running, inside, own):
    """Whether what the top has goes, if it has any; the port inside after the edge, and what that shows."""
    if running and own:
        after, shown = port_cycle(port, running, Given(inside, mac_ready=0))
        if shown["mac_kind"] == 0:
            return True, after, shown
    return False, *port_cycle(port, running, inside)
'''
# Settings of all detectors, by their names there.
SETTINGS = {name: name for name in ("longest_on", "low_threshold", "rise", "band", "hard_level", "sticky", "hold", "undetermined")}
SETTINGS["period"] = "sample_period"


def inputs(numbers, blocks_w, q_w):
    i = lossless_port.inputs(numbers, blocks_w)
    i.settings = SimpleNamespace(**{name: getattr(i, of_port) for name, of_port in SETTINGS.items()})
    i.depth = [depth for pair in ("0_1", "2_3", "4_5", "6_7") for depth in fields(getattr(i, f"depths_{pair}"), q_w, 2)]
    i.ecn, i.red_mark, i.paused = fields(i.ecn, 2, 8), fields(i.red_mark, 1, 8), fields(i.paused, 1, 8)
    return i


class EquippedPort:
    """The rules of a text around the second models of the parts, and a state after a reset."""
    def __init__(self, text, inside, values):
        self.inside = inside
        rules = {"port_cycle": inside.cycle, "detector_cycle": tcd_detector.rule(tcd_detector.MODEL, values["STAMP_W"]), "Given": Given,
                 "fields": fields, "packed": packed, "detectors": [c for c in range(8) if values["TCD"] >> c & 1], "depths": 1 << values["Q_W"]}
        exec(text, rules)  # pylint: disable=exec-used
        self.cycle = rules["cycle"]

    @staticmethod
    def banks(state):
        port, off, registers = state
        return [*lossless_port.banks(port), *registers, off]

    @staticmethod
    def clocks(shown):
        return shown["clocks"] | shown["detector_clocks"] << 11

    @staticmethod
    def cycles_alike(state, after, given, left):
        return lossless_port.cycles_alike(state[0], after[0], given, left) if state[1:] == after[1:] else 0

    def after_reset(self):
        return self.inside.after_reset(), [0] * 8, [tcd_detector.RESET] * 8


def inside_of(document, values):
    """This port, inside a top."""
    return Inside(EquippedPort(MODEL, lossless_port.Port(lossless_port.MODEL, document, values), values))


def bits_of_parts(values):
    return {"ecn": 2, "ce": 1, "ue": 1, "states": 16, "spans": 8, "pauses_seen": 8, "holds": 8, "detector_clocks": 9,
            "stamp": values["STAMP_W"], "sample": values["Q_W"]}


def main(weir, *parameters):
    values = values_of(parameters, PORT=11, COUNTER_W=12, BLOCKS_W=8, FIRST=2048, TCD=255, STAMP_W=18, Q_W=24)
    bits = bits_of(values["COUNTER_W"]) | bits_of_parts(values)
    inside = Inside(lossless_port.Port(lossless_port.MODEL, registers_of(weir), values))
    rows = rows_of(weir, "equipped_port", parameters, lambda row: inputs(row, values["BLOCKS_W"], values["Q_W"]))
    faults = FAULTS + (FAULTS_WITHOUT if values["TCD"] != 255 else [])
    return judged(rows, MODEL, faults, lambda text: first_difference(EquippedPort(text, inside, values), rows, bits))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

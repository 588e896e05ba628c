# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The rules of the rate limiters' pages, which second models of ports with limiters share. The text of such a model says what the unit of R_c
is, in subticks the inverse of `unit`, what gap R_r makes of R_l, and whether a tick passes with a cycle. A cycle without a packet may stand for
`alike` of them."""

# A rule of the pages as code, and the same told wrongly.
FAULTS = [("counted if i.rounding == 3 else 0", "0"), ("and i.sent_ticks != 16383", ""),
          ("(0, subticks > 0, subticks >= 30, 0)", "(0, subticks > 0, subticks > 30, 0)"), ("total >= tick else 0", "1 else 0"),
          ("i.clamp and rate is not None and rate < r_r", "rate is not None and rate < r_r"), ("(1 << 40) * unit - 1", "(1 << 41) * unit - 1")]
MODEL = '''
def limiter_cycle(registers, i, sent, rate):
    """What the registers become, idle_o and follow_o."""
    r_l, r_r, r_c = registers
    tick = 60 * unit
    ticks = 1 if sent else i.alike
    counted = r_c - tick * min(ticks, r_c // tick) if passes(i) else r_c
    r_r_d = r_r if rate is None else rate
    if sent:
        subticks = i.sent_subticks
        up = (0, subticks > 0, subticks >= 30, 0)[i.rounding] and i.sent_ticks != 16383
        r_l = (i.sent_ticks + up) * 60 + (subticks if i.rounding == 3 else 0)
    gap = gap_of(r_l, r_r_d)
    if sent:
        total = gap + (counted if i.rounding == 3 else 0)
        r_c_d = min(total - (i.sent_phase * unit if i.rounding == 3 and total >= tick else 0), (1 << 40) * unit - 1)
        return (r_l, r_r_d, r_c_d), int(r_c < tick), int(total < tick)
    r_c_d = min(gap, counted) if i.clamp and rate is not None and rate < r_r else counted
    return (r_l, r_r_d, r_c_d), int(r_c < tick), int(r_c_d < tick)

'''

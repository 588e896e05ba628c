# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The limiter of a class, which second models of ports with limiters share, from the limiters' pages, by somebody who knew the pages alone. The
text of such a model says what a tick is in the unit of R_c, and what gap R_r makes of R_l. A cycle without a packet may stand for `alike` of
them."""

# A rule of the pages as code, and the same told wrongly.
FAULTS = [("return 60 * ticks + subticks", "return 60 * ticks"), ("i.rounding == 1 and subticks > 0", "i.rounding == 1"),
          ("subticks >= 30", "subticks > 30"), ("up and ticks != 0x3fff", "up"), ("was if rate is None else rate", "was"),
          ("rounded(i) if sent else r_l", "rounded(i)"), ("gap + counted if i.rounding == 3 else gap", "gap"),
          ("gap + counted if i.rounding == 3 else gap", "gap + counted"), ("i.rounding == 3 and total >= tick", "total >= tick"),
          ("i.rounding == 3 and total >= tick", "i.rounding == 3 and total > tick"), ("return total < tick", "return r_c < tick"),
          ("return total < tick", "return after < tick"), ("min(after, (tick // 60 << 40) - 1)", "after % (tick // 60 << 40)"),
          ("i.clamp and rate is not None", "rate is not None"), ("rate < was", "rate != was"), ("return r_c < tick", "return counted < tick"),
          ("min(gap_of(r_l, r_r), counted) if raised", "gap_of(r_l, r_r) if raised"),
          ("if i.tick else r_c", "if True else r_c"), ("r_c // tick)", "max(r_c - 1, 0) // tick)")]
MODEL = '''
def rounded(i):
    ticks, subticks = i.sent_ticks, i.sent_subticks
    if i.rounding == 3:
        return 60 * ticks + subticks
    up = i.rounding == 1 and subticks > 0 or i.rounding == 2 and subticks >= 30
    return 60 * (ticks + 1 if up and ticks != 0x3fff else ticks)

def limiter(registers, i, sent, rate):
    """Whether it lets its class go; R_l, R_r and R_c after the edge."""
    r_l, was, r_c = registers
    r_r = was if rate is None else rate
    r_l = rounded(i) if sent else r_l
    counted = r_c - tick * min(1 if sent else i.alike, r_c // tick) if i.tick else r_c
    if sent:
        gap = gap_of(r_l, r_r)
        total = gap + counted if i.rounding == 3 else gap
        after = total - i.sent_phase * (tick // 60) if i.rounding == 3 and total >= tick else total
        return total < tick, (r_l, r_r, min(after, (tick // 60 << 40) - 1))
    raised = i.clamp and rate is not None and rate < was
    return r_c < tick, (r_l, r_r, min(gap_of(r_l, r_r), counted) if raised else counted)
'''

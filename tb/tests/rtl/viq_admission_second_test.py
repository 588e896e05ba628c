#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""viq_admission_second_test.py WEIR [PARAMETER=VALUE...]: a second model of viq_admission, written from the block's pages with a dictionary of
accounts and no pipeline but what is under way, plays the golden vectors. Then each line of FAULTS, a rule told wrongly, has to differ."""

import collections
import sys

from second_model import difference, judged, rows_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("max(i.shared - s.taken, 0)", "i.shared"), ("free_of(s, i) * alpha // 128", "-(-free_of(s, i) * alpha // 128)"), ("rest <= free and total <= limit", "total <= limit"),
          ("max(i.minimum - cells, 0)", "0"), ("held + n <= i.headroom", "n <= i.headroom"), ("max(i.pool - s.held, 0)", "i.pool"),
          ("total <= min(i.limit + i.headroom, most)", "total <= i.limit + i.headroom"), ("veq_full and not lossless", "veq_full"),
          ("max(cells - (m - first), 0)", "max(cells - m, 0)"), ("first = min(m, held)", "first = 0"), ("cells >= max(lowered, 1)", "cells > lowered"),
          ("held == 0 and (cells == 0", "(cells == 0"), ("cells + i.gap <= lowered", "cells <= lowered"), ("m > cells + held", "m > cells"),
          ("s.asking and not i.departs", "s.asking"), ("(s.look + 1) % viqs", "s.look"), ("if admits and lossless else", "if lossless else"),
          ("i.lossless_alpha if lossless", "i.alpha if lossless"), ("if alpha else i.limit", "if True else i.limit")]
MODEL = '''
def beyond(cells, i):
    return max(cells - i.minimum, 0)

def lacks(cells, i):
    return max(i.minimum - cells, 0)

def free_of(s, i):
    return max(i.shared - s.taken, 0)

def limit_of(s, i, alpha):
    return min(i.limit, i.minimum + free_of(s, i) * alpha // 128) if alpha else i.limit

def answer_of(s, i, n, lossless, veq_full, most):
    cells, held = s.rows[s.a[0]]
    free, total = free_of(s, i), cells + n
    rest = n - min(n, lacks(cells, i))
    limit = limit_of(s, i, i.lossless_alpha if lossless else i.alpha)
    if rest == 0:
        return 0
    if lossless and i.pool:
        return 1 if rest <= free and total <= limit else 2 if n <= max(i.pool - s.held, 0) and held + n <= i.headroom else 4
    if rest > free:
        return 5
    if total > limit:
        return 3 if not lossless else 2 if total <= min(i.limit + i.headroom, most) else 4
    return 6 if veq_full and not lossless else 1

def cycle(s, i, viqs, most):
    shown = dict.fromkeys(NAMES, 0) | {"asks": int(bool(s.asking)), "look": s.look, "taken": s.taken, "held": s.held}
    # Flow control of the packets of two cycles ago.
    lowered = min(limit_of(s, i, i.lossless_alpha), i.xoff)
    looked_at, asking, looks = s.look, set(s.asking), s.asking and not i.departs
    if s.seen_a is not None:
        cells, held = s.rows[s.seen_a]
        if held or cells >= max(lowered, 1):
            shown |= {"xoff": 1, "xoff_viq": s.seen_a} if s.seen_a not in asking else {}
            asking.add(s.seen_a)
    if s.seen_d is not None:
        cells, held = s.rows[s.seen_d]
        if s.seen_d in asking and held == 0 and (cells == 0 or cells + i.gap <= lowered):
            shown |= {"xon": 1, "xon_viq": s.seen_d}
            asking.discard(s.seen_d)
    # The packets of the cycle before: both are shown what stands, then the arrival counts, then the departure.
    admits = lossless = False
    taken, in_pool = s.taken, s.held
    if s.d:
        shown |= {"departed": 1, "departure_cells": s.rows[s.d[0]][0], "departure_held": s.rows[s.d[0]][1]}
    if s.a:
        viq, n, lossless, veq_full = s.a
        cells, held = s.rows[viq]
        answer = answer_of(s, i, n, lossless, veq_full, most)
        admits = answer < 3
        shown |= {"answers": 1, "admits": int(admits), "answer": answer, "arrival_cells": cells, "arrival_held": held}
        if answer == 2 and i.pool:
            s.rows[viq], in_pool = (cells, held + n), in_pool + n
        elif admits:
            s.rows[viq], taken = (cells + n, held), taken + n - min(n, lacks(cells, i))
    if s.d:
        viq, m = s.d
        cells, held = s.rows[viq]
        first = min(m, held)
        shown["broken"] = int(m > cells + held)
        s.rows[viq] = (max(cells - (m - first), 0), held - first)
        taken, in_pool = taken - beyond(cells, i) + beyond(s.rows[viq][0], i), in_pool - first
    s.seen_a, s.seen_d = (s.a[0] if admits and lossless else None), (s.d[0] if s.d else None)
    s.taken, s.held, s.asking = taken & most, in_pool & most, asking
    s.a = (i.arrives_viq, i.arrives_cells, i.arrives_lossless, i.arrives_veq_full) if i.arrives else None
    s.d = (i.departs_viq, i.departs_cells) if i.departs else (looked_at, 0) if looks else None
    s.look = (s.look + 1) % viqs if looks else s.look
    return shown
'''


class State:
    def __init__(self):
        self.rows, self.asking, self.look, self.taken, self.held = collections.defaultdict(lambda: (0, 0)), set(), 0, 0, 0
        self.a = self.d = self.seen_a = self.seen_d = None

    def rests(self):
        return not self.asking and self.a is self.d is self.seen_a is self.seen_d is None


def first_difference(text, rows, viq_w, cell_w):
    bits = dict.fromkeys(rows[0][1], cell_w) | dict.fromkeys(("answers", "admits", "departed", "broken", "xoff", "xon", "asks"), 1)
    bits |= dict.fromkeys(("xoff_viq", "xon_viq", "look"), viq_w) | {"answer": 3}
    rules = {"NAMES": list(bits)}
    exec(text, rules)  # pylint: disable=exec-used
    state = State()
    for given, wanted, steps in rows:
        state = state if given.rst_n else State()
        for n in range(given.cycles):
            rests = n > 0 and state.rests() and not given.arrives and not given.departs
            shown = rules["cycle"](state, given, 1 << viq_w, (1 << cell_w) - 1)
            wrong = difference(given.cycle, n, wanted, steps, shown, bits)
            if wrong:
                return wrong
            if not given.rst_n or rests:
                break  # so it stays
        state = state if given.rst_n else State()
    return None


def main(weir, *parameters):
    values = values_of(parameters, VIQ_W=5, CELL_W=16)
    rows = rows_of(weir, "viq_admission", parameters)
    return judged(rows, MODEL, FAULTS, lambda text: first_difference(text, rows, values["VIQ_W"], values["CELL_W"]))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

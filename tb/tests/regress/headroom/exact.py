# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The headroom of PFC, computed a second time: every step of line time has the most that frames can fill by then."""

import functools
import math


def line_time(length, rate, overhead):
    """Picoseconds of a frame on the line, rounded up."""
    return -(-(length + overhead) * 8 * 10**12 // rate)


def headroom_cells(rate, metres, shortest, longest, ours, cell, peer, *, own=0, pipeline=0, overhead=20):
    """Cells above XOFF; times in picoseconds. Counts in steps of what all line times have in common."""
    cells = lambda length: -(-length // cell)  # noqa: E731
    time = lambda length: line_time(length, rate, overhead)  # noqa: E731
    budget = time(ours) + time(64) + 2 * 5000 * metres + peer + own + pipeline
    frames = [(time(max(shortest, (j - 1) * cell + 1)), j) for j in range(cells(shortest), cells(longest) + 1)]
    step = functools.reduce(math.gcd, (weight for weight, _ in frames))
    best = [0] * (budget // step + 1)
    for at in range(len(best)):
        best[at] = max([best[at - 1] if at else 0,
                        *(best[at - weight // step] + value for weight, value in frames if weight // step <= at)])
    return cells(longest) - 1 + best[-1] + cells(longest)

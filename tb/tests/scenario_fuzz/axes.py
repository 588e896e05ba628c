# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The enumerations that files combine, drawn before all else: each file is about a pair of two, so that rare pairs get their share.

CONFLICTS is what `check` refuses. A conflict that goes away without lossless classes is drawn without these; the others are drawn now and then, to see
that they are refused.
"""

import itertools

# Name of an axis: the key that it is, and the word that most files have that are about other axes.
AXES = {
    "scheme": ("flow_control.scheme", None),
    "crossbar": ("switch.crossbar.strategy", None),
    "arbiter": ("switch.crossbar.arbiter", None),
    "detector": ("congestion.detector", "none"),
    "unit": ("deadlock.unit", "none"),
    "mapper": ("switch.class_mapper.source", "pcp"),
    "event": ("event[].do", "none"),
}
BY_HOPS = ("ttl", "ttl_parity", "label")
PAUSES = ("none", "pfc", "pause", "ttl_pfc", "egress_pfc", "egress_pause")
# Two axes with their words, None: all words that the negated set does not hold; whether no lossless class is a way out.
CONFLICTS = (
    ({"unit": ("itsy",)}, {"scheme": ("not", "pfc")}, False),
    ({"mapper": BY_HOPS}, {"scheme": ("not", "ttl_pfc", "pause", "egress_pause", "none")}, True),
    ({"mapper": ("not", *BY_HOPS)}, {"scheme": ("ttl_pfc",)}, False),
    ({"scheme": ("gfc_gradient",)}, {"crossbar": ("output_queued",)}, True),
    ({"scheme": ("gfc_gradient",)}, {"detector": ("bcn",)}, True),
    ({"scheme": ("egress_pfc", "egress_pause")}, {"crossbar": ("input_queued",)}, True),
    ({"arbiter": ("weighted_round_robin",)}, {"crossbar": ("output_queued",)}, False),
    ({"mapper": ("label",)}, {"detector": ("fera",)}, False),
    ({"mapper": ("label",)}, {"event": ("stop_host",)}, False),
    ({"event": ("reset_switch",)}, {"scheme": ("not", *PAUSES)}, False),
)
NONE = "none"


def words_of(table):
    """{axis: its words}, by the program's key table."""
    words = {axis: list(table.words(key)) for axis, (key, _) in AXES.items()}
    words["event"].insert(0, NONE)
    return words


def pairs_of(table):
    """((axis, word), (axis, word)) of all pairs."""
    words = words_of(table)
    for a, b in itertools.combinations(AXES, 2):
        for first in words[a]:
            for second in words[b]:
                yield (a, first), (b, second)


def _holds(condition, axes):
    (axis, words), = condition.items()
    if axis not in axes:
        return False
    return axes[axis] not in words[1:] if words[0] == "not" else axes[axis] in words


def conflicts(axes):
    """Of each conflict, whether it goes away without lossless classes."""
    return [relieved for first, second, relieved in CONFLICTS if _holds(first, axes) and _holds(second, axes)]


def draw_axes(draw, table):
    """({axis: word}, whether there shall be no lossless class)."""
    words = words_of(table)
    pairs = list(itertools.combinations(AXES, 2))
    a, b = draw.one_of(pairs)
    refused = draw.chance(4)
    while True:
        axes = {axis: draw.one_of(words[axis]) for axis in (a, b)}
        found = conflicts(axes)
        if refused or not found or (all(found) and draw.chance(50)):
            break
    empty = bool(found) and all(found)
    for axis, (_, usual) in AXES.items():
        for _ in range(100):
            if axis in (a, b):
                break
            axes[axis] = usual if usual and draw.chance(45) else draw.one_of(words[axis])
            found = conflicts(axes)
            if all(relieved and empty for relieved in found) or refused:
                break
    if "itsy" == axes["unit"]:
        empty = False
    return axes, empty

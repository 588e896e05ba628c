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
CC_UPDATES = ("stop_cc_updates", "ignore_cc_updates")
CHANNELS = ("set_up_channel", "remove_channel")
PAUSES = ("none", "pfc", "pause", "ttl_pfc", "egress_pfc", "egress_pause")
# Two axes with their words, None: all words that the negated set does not hold; whether no lossless class is a way out.
CONFLICTS = (
    ({"unit": ("itsy",)}, {"scheme": ("not", "pfc")}, False),
    ({"unit": ("itsy",)}, {"mapper": BY_HOPS}, False),
    ({"unit": ("pfcwd",)}, {"scheme": ("not", "pfc", "ttl_pfc", "egress_pfc")}, False),
    ({"mapper": BY_HOPS}, {"scheme": ("not", "ttl_pfc", "pause", "egress_pause", "none")}, True),
    ({"mapper": ("not", *BY_HOPS)}, {"scheme": ("ttl_pfc",)}, False),
    ({"scheme": ("gfc_gradient",)}, {"crossbar": ("output_queued",)}, True),
    ({"scheme": ("gfc_gradient",)}, {"detector": ("bcn",)}, True),
    ({"scheme": ("egress_pfc", "egress_pause")}, {"crossbar": ("input_queued",)}, True),
    ({"arbiter": ("weighted_round_robin",)}, {"crossbar": ("output_queued",)}, False),
    ({"mapper": ("label",)}, {"detector": ("fera",)}, False),
    ({"mapper": ("label",)}, {"event": ("stop_host", "set_drain_rate")}, False),
    ({"event": ("reset_switch",)}, {"scheme": ("not", *PAUSES, "ue_cbfc")}, False),
    ({"event": (*CC_UPDATES, *CHANNELS)}, {"scheme": ("not", "ue_cbfc")}, False),
    # By the scheme that both want.
    ({"event": (*CC_UPDATES, *CHANNELS)}, {"unit": ("itsy", "pfcwd")}, False),
    ({"event": (*CC_UPDATES, *CHANNELS)}, {"mapper": BY_HOPS}, True),
)
NONE = "none"
MAPPERS = ("dscp", *BY_HOPS)


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


def _drawn_pair(draw, table):
    """({axis: word} of two axes, whether there shall be no lossless class, whether the file may be refused)."""
    turn, pairs = draw.below(100), list(pairs_of(table))
    wanted = (False,) if turn < 4 else (True,) if turn < 13 else ()
    if wanted:
        pair = draw.one_of([pair for pair in pairs if tuple(sorted(set(conflicts(dict(pair))))) == wanted])
        return dict(pair), wanted == (True,), wanted == (False,)
    a, b = draw.one_of(list(itertools.combinations(AXES, 2)))
    return dict(draw.one_of([pair for pair in pairs if pair[0][0] == a and pair[1][0] == b and not conflicts(dict(pair))])), False, False


def draw_axes(draw, table):
    """({axis: word}, whether there shall be no lossless class)."""
    words = words_of(table)
    while True:
        axes, empty, refused = _drawn_pair(draw, table)
        if all(_draw_other(draw, axis, words[axis], axes, empty) for axis in AXES if axis not in axes) or refused:
            break
    return {axis: axes.get(axis, words[axis][0]) for axis in AXES}, empty


def add(draw, table, axes, empty, wanted):
    """In some of the files whose word of an axis is the usual one, one of these words, where it goes together with the others."""
    for axis, words in wanted.items():
        word, others = draw.one_of(words), words_of(table)[axis]
        if axes[axis] == AXES[axis][1] and draw.chance(40) and word in others and not (empty and word in ("itsy", "pfcwd")):
            if all(relieved and empty for relieved in conflicts({**axes, axis: word})):
                axes[axis] = word


def _draw_other(draw, axis, words, axes, empty):
    """A word that goes together with the others; false: found none."""
    usual = AXES[axis][1]
    if axis == "event" and axes.get("scheme") == "ue_cbfc":
        words = [*words, *4 * CC_UPDATES]  # which no other scheme has
    for _ in range(60):
        axes[axis] = usual if usual and draw.chance(45) else draw.one_of(words)
        if all(relieved and empty for relieved in conflicts(axes)) and not (empty and axes.get("unit") in ("itsy", "pfcwd")):
            return True
    return False

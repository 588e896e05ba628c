# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Faults planted into true stories, by a seed: what story_judge must find."""

import copy
import re

from draw import Draw


def time_moved(draw, story):
    timed = [one for one in story["sentences"] if one["at_ps"] is not None and one["rule"] not in ("longest_wait",)]
    if timed:
        draw.one_of(timed)["at_ps"] += 10**6
    return bool(timed)


def event_moved(draw, story):
    times = story["events"]["at_ps"]
    if times:
        times[draw.below(len(times))] += 10**6
    return bool(times) and not story["left_out"]


def event_dropped(draw, story):
    """One that no sentence needs: others would have their places moved."""
    events, needed = story["events"], max([place for one in story["sentences"] for place in one["events"]], default=-1)
    if needed + 1 >= len(events["at_ps"]) or story["left_out"]:
        return False
    place = draw.between(needed + 1, len(events["at_ps"]) - 1)
    for column in events.values():
        del column[place]
    return True


def depth_changed(draw, story):
    depths = story["events"]["depth_bytes"]
    if depths:
        depths[draw.below(len(depths))] += 10**7
    return bool(depths)


def kind_swapped(draw, story):
    kinds = story["events"]["what"]
    places = [place for place, kind in enumerate(kinds) if kind in ("pauses", "held")]
    if places:
        place = draw.one_of(places)
        kinds[place] = {"pauses": "resumes", "held": "freed"}[kinds[place]]
    return bool(places) and not story["left_out"]


def sentence_dropped(draw, story):
    must = [place for place, one in enumerate(story["sentences"]) if one["rule"] in ("xoff", "held", "last_edge", "again", "starved", "declared", "storm", "resolves", "replays", "flushes", "initialised", "nearest", "lowest_rate")]
    if must:
        del story["sentences"][draw.one_of(must)]
    return bool(must)


def sentences_swapped(draw, story):
    timed = [place for place, one in enumerate(story["sentences"]) if one["at_ps"] is not None]
    pairs = [(a, b) for a in timed for b in timed if story["sentences"][a]["at_ps"] < story["sentences"][b]["at_ps"]]
    if pairs:
        a, b = draw.one_of(pairs)
        story["sentences"][a], story["sentences"][b] = story["sentences"][b], story["sentences"][a]
    return bool(pairs)


def _replaced(draw, story, form, new, rules):
    """Puts new(match) in place of a match in a sentence of those rules."""
    found = [(one, match) for one in story["sentences"] if one["rule"] in rules for match in re.finditer(form, one["text"])]
    if not found:
        return False
    sentence, match = draw.one_of(found)
    sentence["text"] = sentence["text"][:match.start()] + new(match) + sentence["text"][match.end():]
    return True


def queue_replaced(draw, story):
    """In the text alone."""
    return _replaced(draw, story, r"\w+\.p\d+\.c\d", lambda match: "s9.p9.c0", ("xoff", "held", "last_edge", "again", "longest_wait", "declared", "storm", "resolves", "storm_over", "lowest_rate"))


def pause_of_another(draw, story):
    """The names of two VIQs that pause change places."""
    first = [one for one in story["sentences"] if one["rule"] == "xoff"]
    if len(first) < 2:
        return False
    a, b = first[0], first[-1]
    a["queue"], b["queue"] = b["queue"], a["queue"]
    for one, other in ((a, b), (b, a)):
        one["text"] = one["queue"] + one["text"][len(other["queue"]):]
    return True


def flow_renamed(draw, story):
    return _replaced(draw, story, r"\bf\d+\b", lambda match: match[0] + "9", ("xoff", "held", "starved"))


def share_changed(draw, story):
    return _replaced(draw, story, r"(\d+) %", lambda match: f"{int(match[1]) - 5} %", ("xoff",))


def count_off(draw, story):
    return _replaced(draw, story, r"(?<=first of )[\d,]+|(?<=longest of )[\d,]+|(?<=pauses by )\d+|(?<=and )\d+(?= more, the last)|\d+(?= hops)|"
                     r"(?<=the first of )[\d,]+(?= (?:acts?|packets?))",
                     lambda match: str(int(match[0].replace(",", "")) + 1), ("xoff", "longest_wait", "declared", "storm", "resolves", "storm_over", "replays", "flushes", "initialised"))


def amount_changed(draw, story):
    return _replaced(draw, story, r"(?<=at )\d+(?=[\d.]* (?:K?B|Gbps of))|(?<=Gbps of )\d+|(?<=: )\d+(?=[\d.]* [um]?s of)|(?<=after )\d+(?=[\d.]* [num]?s)|(?<=again at )\d+(?=[\d.]* [num]?s)|(?<=sends )\d+|(?<=gives up )\d+",
                     lambda match: str(int(match[0]) * 2 + 1), ("xoff", "longest_wait", "declared", "storm", "storm_over", "replays", "flushes", "again", "lowest_rate"))


def device_replaced(draw, story):
    return _replaced(draw, story, r"(?<=pauses )[a-z]+\d+(?= at)|(?<=longest for )\w+", lambda match: "s99", ("xoff", "longest_wait"))


def for_good_turned(draw, story):
    closing = [one for one in story["sentences"] if one["rule"] == "xoff" and "cannot leave" in one["text"]]
    if closing:
        one = draw.one_of(closing)
        one["text"] = one["text"].replace(", for good", "") if ", for good" in one["text"] else one["text"].replace(": ", ", for good: ", 1)
    return bool(closing)


def circle_cut(draw, story):
    return _replaced(draw, story, r" -> \S+(?= ->)", lambda match: "", ("last_edge", "again"))


def beside_left_out(draw, story):
    """A queue beside the circle is told as one of it."""
    return _replaced(draw, story, r", beside the circle,(?= is held)", lambda match: "", ("last_edge",))


def proof_changed(draw, story):
    proved = [one for one in story["sentences"] if one["events"]]
    if proved:
        draw.one_of(proved)["events"][0] += 1
    return bool(proved)


FAULTS = (time_moved, event_moved, event_dropped, depth_changed, kind_swapped, sentence_dropped, sentences_swapped, queue_replaced, pause_of_another, flow_renamed,
          share_changed, count_off, amount_changed, device_replaced, for_good_turned, circle_cut, beside_left_out, proof_changed)


def planted(story, number):
    """(name, a story with a fault) by a number, or None where the story has no place for the fault."""
    draw, changed = Draw(f"planted {number}"), copy.deepcopy(story)
    fault = FAULTS[number % len(FAULTS)]
    return (fault.__name__, changed) if fault(draw, changed) else None

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The least replay timer of Ultra Ethernet's links, the time until FLUSH without ACKs, and the share of the line that ordered sets take: closed
forms (docs/reference/llr.md) against runs, on drawn links.

usage: link_timers_test.py WEIR some|all      some: a few links; all: 20 of each form
"""

import math
import random
import subprocess
import tempfile
from fractions import Fraction

from link_forms_test import BETWEEN_SETS, GAP, HOW_MANY, PREAMBLE, RETRY, SET, START, WEIR, Link, retry_of

LONE = (RETRY.replace('size = "{size}B"', 'kind = "constant_rate"\nrate = "{pace}bps"') + """
[[event]]
do = "set_link_rate"
between = ["h1", "s1"]
from = "h1"
at = "4us"
rate = "{slower}bps"
""")
BACK = """
[[flow]]
src = "h2"
dst = "h1"
frame_length = "{length}B"
start = "{start}ns"
"""
LONE_BOTH_WAYS = LONE + BACK
BOTH_WAYS = RETRY + BACK
UNHEARD = RETRY.replace("replay_count_max = 255", "replay_count_max = {replays}") + """
[[event]]
do = "hold_acks"
between = ["h1", "s1"]
from = "s1"
at = "4us"
"""
BOTH_WAYS_BY_CREDITS = BOTH_WAYS + """
[flow_control]
scheme = "ue_cbfc"
[flow_control.ue_cbfc]
credit_size = "256B"
cf_min_spacing = "{cf_spacing}B"
cc_message_timer = "250ms"
limits = [16383, 16383, 16383, 16383, 16383, 16383, 16383, 16383]
"""


def checked(link, **settings):
    """What `check` says of the replay timer."""
    text = RETRY.format(rate=link.rate, length=link.length, delay=link.delay, size=link.length, start=START, **settings)
    with tempfile.NamedTemporaryFile(mode="w", suffix=".toml", encoding="utf-8") as scenario:
        scenario.write(text)
        scenario.flush()
        done = subprocess.run([WEIR, "check", scenario.name], capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    return "refused" if done.returncode == 2 and "replay_timer_max" in said else "warned" if "without an error" in said else ""


def timers(count):
    """Frames that stand alone meet ACK slots at all phases. With a timer above the loop none is sent again, even if frames take so much longer
    on the line that the loop has hardly room; if they take a little longer still, some are. A timer that is not above the loop without the frame's gap is refused,
    one that is not above the latest ACK among frames on the way back is warned of, and above it nothing is sent again then, either."""
    draw, lone = random.Random(1), 200
    for _ in range(count):
        while True:
            link, spacing = Link(draw), 8 * draw.randint(64, 1024)
            loop, slot = link.there_and_back(spacing, SET, GAP), spacing / link.c  # a frame is there at the end of its gap
            timer = math.floor(loop) + draw.randint(1, 3000)
            if timer <= 60000 and timer - loop > slot / lone:
                break
        # From one frame to the next: the golden section of a slot more than the timer, so that phases are alike far apart.
        apart = math.ceil((timer + 2 * loop) / slot) * slot + slot * Fraction(618034, 1000000)
        pace = round(8 * link.length * 10**9 / apart)
        settings = {"spacing": spacing, "window": 4, "timer": timer, "pace": pace, "until": math.ceil(START + lone * apart + timer + 2 * loop)}
        left, bits = timer - loop, 8 * (link.length + PREAMBLE + GAP)
        replays = []
        for longer in (left - slot / (2 * lone), left + 3 * slot / lone):
            summary, _ = link.run(LONE, 1, **settings, slower=math.floor(bits * 10**9 / (bits / Fraction(link.rate) + longer)))
            assert summary["flows"][0]["delivered_packets"] >= lone, "the run is too short"
            replays.append(retry_of(summary, "h1")["llr_tx_replay"])
        print(f"timer   {link}, a set every {spacing:4} B: timer {timer:5} ns, {float(left):6.1f} ns above the loop; {replays[0]} replays of {lone} "
              f"frames, {replays[1]} of longer ones", flush=True)
        assert replays[0] == 0, f"{link}: {replays[0]} replays without an error, the timer is above the loop"
        assert replays[1] > 0, f"{link}: the loop is shorter than the form says"
        # Long frames on the way back put an ACK off.
        back = link.length + PREAMBLE + GAP
        latest = link.there_and_back(max(spacing, min(2048, back)) + min(256, back), SET, GAP)
        for ns in (math.floor(least) + more for least in (loop - GAP / link.c, latest) for more in (0, 1)):
            answer, wanted = checked(link, **{**settings, "timer": ns}), "refused" if ns <= loop - GAP / link.c else "warned" if ns <= latest else ""
            assert answer == wanted, f"{link}: a timer of {ns} ns is '{answer}', the loop is {float(loop)} ns, the latest ACK {float(latest)} ns"
        summary, _ = link.run(LONE_BOTH_WAYS, 1, **{**settings, "timer": math.floor(latest) + 1}, slower=link.rate * 10**9)
        assert retry_of(summary, "h1")["llr_tx_replay"] == 0, f"{link}: replays without an error, the timer is above the latest ACK"


def unheard(count):
    """Without ACKs FLUSH comes after (replay_count_max + 1) timers, and what waits for the end of a set."""
    draw = random.Random(1)
    for _ in range(count):
        link, spacing, replays = Link(draw), 8 * draw.randint(64, 1024), draw.randint(0, 7)
        timer = math.ceil(link.there_and_back(spacing, SET)) + draw.randint(500, 4000)
        frames = draw.randint(1, max(1, min(200, int(timer / link.tau) - 1)))
        until = math.ceil(START + (replays + 2) * timer)
        summary, story = link.run(UNHEARD, frames, spacing=spacing, window=frames, timer=timer, replays=replays, until=until)
        events = story["events"]
        (flush,) = [at for at, what, queue in zip(events["at_ps"], events["what"], events["queue"])
                    if what == "flushes" and story["queues"][queue] == "h1.p0"]
        over, sent = flush - 1000 * START - 1000 * (replays + 1) * timer, retry_of(summary, "h1")["llr_tx_ok"]
        print(f"flush   {link}, {frames:3} frames, {replays} replays: FLUSH {over:4} ps after {replays + 1} timers of {timer} ns", flush=True)
        assert 0 <= over <= 1000 * (replays + 1) * SET / link.c, f"{link}: FLUSH comes {over} ps after {replays + 1} timers"
        assert sent == (replays + 1) * frames, f"{link}: {sent} frames are sent, {frames} each {replays + 1} times"


def placed(pitch, spacings):
    """The share of sets on a line full of frames, one begun every `pitch` bytes and later by 8 B for each set: a set waits until it is its
    spacing from the last one of its kind and 400 B from any other, in a frame for the 256th byte or 2,048 B from a set in it, or for the end."""
    begin, sets, last_set, last = 0, 0, -math.inf, [-math.inf for _ in spacings]
    while sets < 4000:
        end, later = begin + pitch, 0
        while True:
            inside = last_set + 2048 if last_set >= begin else begin + 256
            free = [max(begin, last_set + BETWEEN_SETS, before + spacing) for before, spacing in zip(last, spacings)]
            places = [max(place, min(inside, end)) if place < end else place for place in free]
            if min(places) > end:
                break
            last_set = min(places)
            last[places.index(last_set)] = last_set
            later, sets = later + SET, sets + 1
        begin = end + later
    return sets * SET / begin


def shares(count):
    """Ordered sets take no more of a full line than 8 B in each spacing, and as much as their places leave of it, within 0.5 %."""
    draw = random.Random(1)
    for number in range(count):
        while True:
            link, spacing, cf_spacing = Link(draw), 8 * draw.randint(64, 1024), 8 * draw.randint(100, 2000)
            loop = link.there_and_back(spacing, SET)
            if link.length + 20 <= cf_spacing and loop < 60000:
                break
        by_credits = number % 2 == 1
        spacings = [spacing, cf_spacing] if by_credits else [spacing]
        frames = math.ceil(1000 * max(spacings) / (link.length + PREAMBLE + GAP))
        settings = {"spacing": spacing, "window": 2 * math.ceil(loop / link.tau) + 2, "timer": 65535}
        if by_credits:
            settings["cf_spacing"] = cf_spacing
        short, long = (link.completion(BOTH_WAYS_BY_CREDITS if by_credits else BOTH_WAYS, size, **settings)[0] for size in (frames, 2 * frames))
        taken = 1 - frames * float(link.tau) / (1e9 * (long - short))
        form, places = sum(SET / each for each in spacings), placed(link.length + PREAMBLE + GAP, spacings)
        edge = SET / (frames * (link.length + PREAMBLE + GAP))
        print(f"share   {link}, sets every {' and '.join(map(str, spacings))} B: {taken:.6f}, by their places {places:.6f}, form {form:.6f}", flush=True)
        assert taken <= form + edge, f"{link}: sets take {taken} of the line, the form says {form}"
        assert abs(taken - places) < 0.005 * places, f"{link}: sets take {taken} of the line, their places {places}"


def main():
    some = HOW_MANY == "some"
    timers(2 if some else 20)
    unheard(3 if some else 20)
    shares(4 if some else 20)


if __name__ == "__main__":
    main()

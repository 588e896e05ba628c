# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The closed forms of Ultra Ethernet's links against runs, on drawn links: the least window and the least credits for full rate, the
windows that CC_Updates fill, the rate of link-level retry under errors, and the share of frames that it gives up. The forms stand here once
more, in fractions and in words of the links alone (docs/reference/llr.md, ue_cbfc.md).

usage: link_forms_test.py WEIR some|all      some: a few links; all: 30 windows, 24 credits, 30 filled windows, 20 rates, 20 shares of frames given up
"""

import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

WEIR, HOW_MANY = sys.argv[1], sys.argv[2]
LENGTHS = (64, 65, 100, 256, 511, 1024, 1518, 4096, 9000, 9216)
PREAMBLE, GAP, SET = 8, 12, 8
BETWEEN_SETS = 400

NETWORK = """
[scenario]
duration = "{until}ns"
[topology]
kind = "star"
hosts = 2
rate = "{rate}Gbps"
delay = "{delay}ns"
wire_overhead = true
[switch]
max_frame = "{length}B"
[switch.mmu]
buffer = "200MB"
viq_limit = "60MB"
[switch.crossbar]
strategy = "output_queued"
[[flow]]
src = "h1"
dst = "h2"
frame_length = "{length}B"
size = "{size}B"
start = "{start}ns"
"""
RETRY = NETWORK + """
[link.llr]
wanted = true
init_llr_frame_action = "block"
ctlos_target_spacing = "{spacing}B"
outstanding_frames_max = {window}
outstanding_bytes_max = "1GB"
replay_timer_max = "{timer}ns"
replay_count_max = 255
"""
ERRORS = RETRY + """
[[link_damage]]
do = "bits"
between = ["h1", "s1"]
from = "h1"
bit_error_rate = {errors}
"""
GIVING_UP = (ERRORS.replace("replay_count_max = 255", "replay_count_max = {replays}\nre_init_on_flush = true")
             .replace("[scenario]", "[scenario]\nseed = {seed}"))
CREDITS = NETWORK + """
[flow_control]
scheme = "ue_cbfc"
[flow_control.ue_cbfc]
credit_size = "{credit}B"
packet_overhead = {overhead}
cf_min_spacing = "{spacing}B"
cc_message_timer = "250ms"
limits = {limits}
"""
FILLED = RETRY + """
[flow_control]
scheme = "ue_cbfc"
lossless = {classes}
[flow_control.ue_cbfc]
cc_message_timer = "{period}us"
channels = [0, 31, 1, 2, 3, 4, 5, 6]
"""
WARNING = "data waits for ever"
START = 5000  # ns: the link has initialised by then


class Link:
    """A drawn link; times in nanoseconds."""

    def __init__(self, draw):
        self.rate = draw.choice((25, 50, 100, 200, 400, 800, 1600))
        self.length = draw.choice((*LENGTHS, draw.randint(64, 9216)))
        self.delay = draw.randint(5, 2500)
        self.c = Fraction(self.rate, 8)
        self.tau = (self.length + PREAMBLE + GAP) / self.c

    def there_and_back(self, *more):
        """A frame with its preamble, both ways of the cable, and `more` bytes of line time."""
        return (self.length + PREAMBLE + sum(more)) / self.c + 2 * self.delay

    def run(self, template, frames, **settings):
        """The summary of a run with a flow of so many frames, and its story."""
        settings.setdefault("start", START)
        settings.setdefault("until", math.ceil(START + 2 * frames * self.tau + 100 * self.there_and_back(20000)))
        text = template.format(rate=self.rate, length=self.length, delay=self.delay, size=frames * self.length, **settings)
        with tempfile.TemporaryDirectory() as folder:
            scenario = pathlib.Path(folder) / "link.toml"
            scenario.write_text(text, encoding="utf-8")
            done = subprocess.run([WEIR, "run", scenario, "--out", scenario.with_name("out")], capture_output=True, text=True, check=False)
            assert done.returncode == 0, text + done.stdout + done.stderr
            return tuple(json.loads((scenario.with_name("out") / name).read_text(encoding="utf-8")) for name in ("summary.json", "story.json"))

    def completion(self, template, frames, **settings):
        """Seconds until that many frames have arrived, and the summary."""
        summary, _ = self.run(template, frames, **settings)
        return summary["flows"][0]["fct_seconds"], summary

    def __str__(self):
        return f"{self.rate:5} Gbps {self.delay:5} ns {self.length:5} B"


def retry_of(summary, device):
    """What retry has counted at the first port of the device."""
    (retry,) = [port for port in summary["llr"] if port["device"] == device and port["port"] == 0]
    return retry


def windows(count):
    """With the least window a link runs at full rate; with one frame fewer it does not, where frames and slots so fall."""
    draw, tight = random.Random(1), 0
    for _ in range(count):
        while True:
            link, spacing = Link(draw), 8 * draw.randint(64, 1024)
            loop = link.there_and_back(spacing, SET)
            least = math.ceil(loop / link.tau)
            if 2 <= least < 20000 and loop < 60000:
                break
        times = [link.completion(RETRY, 12 * least + 200, spacing=spacing, window=window, timer=65535)[0]
                 for window in (least + 40 + least // 4, least, least - 1)]
        loss = times[2] / times[0] - 1
        print(f"window  {link}, a set every {spacing:4} B: {least:5} frames, one fewer loses {loss:.1e}", flush=True)
        assert times[1] == times[0], f"{link}: {least} frames are too few"
        tight += loss > 1e-4
    assert tight >= 0.7 * count, f"the form is tight for {tight} of {count} links only"


def credits(count):
    """With the least credits a link runs at full rate; with those of one frame fewer it does not, where frames and slots so fall."""
    draw, tight = random.Random(1), 0
    for _ in range(count):
        while True:
            link, spacing, credit, overhead = Link(draw), draw.choice((800, 1600, 6400, 20000)), 2 ** draw.randint(5, 11), draw.randint(-16, 127)
            of_frame = max(1, math.ceil(Fraction(link.length + overhead, credit)))
            # A frame stays in the switch until it has been sent on, behind a set at most.
            least = math.ceil((link.there_and_back(spacing, SET) + link.tau + SET / link.c) / link.tau)
            if 2 <= least < 8000 and (2 * least + 20) * of_frame <= 16383:
                break
        frames = 12 * least + 200
        times = [link.completion(CREDITS, frames, credit=credit, overhead=overhead, spacing=spacing, limits=[in_use * of_frame] * 8)[0]
                 for in_use in (2 * least + 20, least, least - 1)]
        loss = times[2] / times[0] - 1
        print(f"credits {link}, a CF_Update every {spacing:5} B: {least:5} frames of {of_frame:3}, one fewer loses {loss:.1e}", flush=True)
        assert times[1] == times[0], f"{link}: credits of {least} frames are too few"
        tight += loss > 1e-6
    assert tight >= 0.75 * count, f"the form is tight for {tight} of {count} links only"


def filled(count):
    """A window that the bound calls filled lets hardly a frame through once CC_Updates had it for themselves; with the places that the
    bound asks for data gets through."""
    draw, tight = random.Random(1), 0
    for _ in range(count):
        while True:
            link, spacing, period, messages = Link(draw), draw.choice((320, 400, 800)), draw.randint(1, 4), draw.choice((1, 2))
            slot = spacing / link.c
            update = (64 + PREAMBLE + SET) / link.c + 2 * link.delay
            # Places are taken again with an ACK: all slots have to be so far apart that a timer ends between two.
            taken = 1000 * period if messages == 2 else slot * math.ceil(1000 * period / slot)
            below = math.floor(update / taken) * messages
            above = math.floor(messages * (update + (256 + max(spacing, 2048)) / link.c) / (1000 * period)) + 1
            if below >= 1 and slot < 200 and link.length <= 1518:
                break
        settings = {"spacing": spacing, "timer": 65535, "period": period, "classes": [0, 1][:messages]}
        delivered, warned = [], []
        for window in (below, above):
            _, summary = link.completion(FILLED, 2000, **settings, window=window, start=100000, until=400000)
            delivered.append(summary["flows"][0]["delivered_packets"])
            warned.append(any(WARNING in warning for warning in summary["warnings"]))
        print(f"filled  {link}, {messages} CC_Updates every {period} us: {below} places let {delivered[0]} frames through in 300 us, "
              f"{above} places {delivered[1]}", flush=True)
        assert warned == [True, False], f"{link}: warned of {below} places: {warned[0]}, of {above}: {warned[1]}"
        assert delivered[1] > 12, f"{link}: {above} places are too few"
        tight += delivered[0] <= 3
    assert tight >= 0.75 * count, f"the bound is tight for {tight} of {count} links only"


def rates(count):
    """The rate under errors of one direction is within 2 % of the form."""
    draw = random.Random(1)
    for _ in range(count):
        while True:
            link, spacing = Link(draw), 8 * draw.randint(64, 1024)
            loop = link.there_and_back(spacing, SET)
            least = math.ceil(loop / link.tau)
            if 2 <= least < 4000 and loop < 60000:
                break
        timer, share = math.ceil(loop) + draw.randint(500, 4000), draw.choice((0.95, 0.9, 0.8, 0.6, 0.4))

        def form(p, wait=0):
            """An error costs a replay; one that hits the replay's first frame costs the timer. The NACK may wait for its distance to a set before."""
            replayed = math.ceil(link.there_and_back(SET, wait) / link.tau) * link.tau
            return float(link.tau / (link.tau + p * (replayed + p * timer / (1 - p))))
        bits = 8 * (link.length + PREAMBLE)
        low, high = 1e-7, 0.3
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if form(middle) > share else (low, middle)
        errors = f"{1 - (1 - low) ** (1 / bits):.6e}"
        p = 1 - (1 - float(errors)) ** bits
        frames = min(400000, int(1500 / p) + 20 * least)
        settings = {"spacing": spacing, "window": least + 50, "timer": timer, "until": math.ceil(2 * frames * float(link.tau) / share + 200000)}
        clean, _ = link.completion(RETRY, frames, **settings)
        hit, summary = link.completion(ERRORS, frames, errors=errors, **settings)
        retry = retry_of(summary, "s1")
        p = retry["llr_rx_bad"] / (retry["llr_rx_bad"] + retry["llr_rx_ok"])  # as drawn, among all frames sent
        lowest, highest = form(p, BETWEEN_SETS), form(p)
        print(f"rate    {link}, {retry['llr_rx_bad']:5} errors, p {p:.2e}: {clean / hit:.4f}, form {lowest:.4f} to {highest:.4f}", flush=True)
        assert 0.98 * lowest < clean / hit < 1.02 * highest, f"{link}: the rate is {clean / hit}, the form says {lowest} to {highest}"


def flushes(count):
    """A frame is given up if an error hits it replay_count_max + 1 times in a row: with a window of one frame every frame stands alone."""
    draw = random.Random(1)
    for seed in range(1, count + 1):
        link, spacing, replays, p = Link(draw), 8 * draw.randint(64, 256), draw.randint(1, 3), draw.uniform(0.1, 0.4)
        timer = math.ceil(link.there_and_back(spacing, SET)) + draw.randint(500, 4000)
        errors = f"{1 - (1 - p) ** (1 / (8 * (link.length + PREAMBLE))):.6e}"
        share = p ** (replays + 1)
        frames = min(20000, math.ceil(300 / share))
        of_frame = 2 * link.there_and_back(spacing, SET) + (replays + 2) * timer + math.ceil(3 * 1600 / link.c)
        _, summary = link.completion(GIVING_UP, frames, errors=errors, spacing=spacing, window=1, timer=timer, replays=replays, seed=seed,
                                     until=math.ceil(frames * of_frame + 20000))
        lost, wanted = summary["flows"][0]["dropped_packets"], frames * share
        print(f"flush   {link}, p {p:.3f}, {replays} replays: {lost} of {frames} given up, form {wanted:.0f}", flush=True)
        assert summary["flows"][0]["delivered_packets"] + lost == frames, "the run is too short"
        assert abs(lost - wanted) < 4 * math.sqrt(wanted), f"{link}: {lost} frames are given up, the form says {wanted}"


def main():
    some = HOW_MANY == "some"
    windows(6 if some else 30)
    credits(4 if some else 24)
    filled(4 if some else 30)
    rates(3 if some else 20)
    flushes(2 if some else 20)


if __name__ == "__main__":
    main()

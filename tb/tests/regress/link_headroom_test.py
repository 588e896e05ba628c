# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The headroom of links with link-level retry against runs with errors in both directions at once, on drawn links: what a queue counts
above XOFF is never more than `weir headroom` says, and reaches that but for 5 frames in runs that aim at it.

A host sends class 0 to a switch whose queue fills, and the switch sends class 1 back on the same link. Errors hit data frames and
ordered sets, no PAUSE: a lost PAUSE is said again by its refresh, and no headroom covers it.

usage: link_headroom_test.py WEIR some|all|--self-test      some: 3 links, 4 with pauses that have numbers and 2 where an error hits such a pause;
                                                         all: 21, 30 and 12
"""

import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

START = 8000  # ns: the link has initialised by then
HUGE = 90_000_000  # XOFF that no run reaches
NEAR = 5  # frames
RUNS = 6  # with random errors, for each link
TURNS = 12  # that aim at the bound, at most

NETWORK = """
[scenario]
duration = "{until}ps"
[topology]
kind = "star"
hosts = 3
rate = "{rate}Gbps"
delay = "{delay}ns"
wire_overhead = true
[switch]
max_frame = "{largest}B"
[switch.mmu]
buffer = "400MB"
headroom = "0B"
viq_limit = "95MB"
{cell}
[switch.crossbar]
strategy = "output_queued"
[link.llr]
wanted = true
init_llr_frame_action = "block"
ctlos_target_spacing = "{spacing}B"
idle_ack = {idle_ack}
outstanding_frames_max = {window}
outstanding_bytes_max = "4GB"
replay_timer_max = "{timer}ns"
replay_count_max = 255
replay_first = {replay_first}
pause_eligible = {numbered}
[switch.s1.link.llr]
outstanding_frames_max = {ours}
[flow_control]
scheme = "pfc"
processing_delay = "{response}ns"
[flow_control.pfc]
xoff = "{xoff}B"
xon = "{xon}B"
[[flow]]
src = "h1"
dst = "h3"
frame_length = "{length}B"
start = "8us"
[[flow]]
src = "h2"
dst = "h1"
class = 1
frame_length = "{back}B"
start = "{phase}ps"
[[event]]
{event}
"""
STOPPED = 'do = "stop_host"\nat = "8us"\nhost = "h3"\nclass = 0\nhow = "at_once"'
SLOW = 'do = "set_drain_rate"\nat = "8us"\nhost = "h3"\nclass = 0\nrate = "{}Mbps"'
HIT = """[[link_damage]]
between = ["h1", "s1"]
from = "{}"
do = "{}"
{}
"""


class Link:
    """A drawn link. kind: what the headroom goes by, "window", "bound", or the bound with our replay before PAUSE, "replay"."""

    def __init__(self, number):
        draw = random.Random(f"link headroom {number}")
        self.kind = ("window", "bound", "replay")[number % 3]
        self.rate = draw.choice((25, 50, 100, 200, 400, 800))
        self.c = Fraction(self.rate, 8)  # bytes a ns
        self.delay = draw.randint(5, 1500)
        self.length = draw.choice((64, 100, 256, 512, 1000, 1518, draw.randint(64, 2000)))
        self.back = draw.choice((64, 1518, 9216))
        # Ordered sets between the frames that come after XOFF take time of them: in the long run after XOFF there are few of them.
        self.spacing = 8 * (draw.randint(2048, 4095) if self.kind == "bound" else draw.randint(50, 100))
        self.cell = draw.choice((0, 0, 208))
        self.response = draw.randint(0, 1000)
        if self.kind == "replay":
            # A NACK comes in the middle of the last frame of our window, which the acknowledgements leave open until then. Frames are
            # not so short that the ordered sets between them take the time of five, and ACKs without news take none.
            self.length = max(self.length, 512)
            self.back, self.ours = draw.randint(2000, 9216), draw.randint(3, 40)
            self.delay = max(5, int(((self.ours - Fraction(1, 2)) * self.tau(self.back) - (self.back + 16) / self.c) / 2))
        self.largest = max(self.length, self.back)
        held = math.ceil(self.loop(self.length) / self.tau(self.length))
        self.window = held
        if self.kind == "window":
            after_xoff = self.response + (self.back + 100) / self.c + 2 * self.delay
            self.window = held + math.ceil(after_xoff / self.tau(self.length)) + draw.randint(10, 60)
        elif self.kind == "bound":
            self.response += math.ceil(self.loop(self.length))
        # The sender fills its window before the timer ends.
        fills = self.window * self.tau(self.length) if self.kind == "window" else 0
        self.timer = math.ceil(max(self.loop(self.largest), fills + 2 * self.loop(self.length))) + draw.randint(300, 3000)
        self.replay_first, self.numbered = self.kind == "replay", "false"
        self.idle_ack = "false" if self.replay_first else "true"
        if not self.replay_first:
            self.ours = self.window

    def tau(self, length):
        return (length + 20) / self.c

    def loop(self, length):
        """Until the acknowledgement is there; sets in long frames are 2,048 B apart, and the first one leaves after 256 B."""
        return (length + 16 + 256 + max(self.spacing, 2048)) / self.c + 2 * self.delay

    def counted(self):
        """Bytes that a frame counts in the queue."""
        return -(-self.length // self.cell) * self.cell if self.cell else self.length

    def text(self, xoff, until, hits, event=STOPPED, phase=START * 1000, xon=None):
        settings = {**self.__dict__, "cell": f'cell = "{self.cell}B"\ncount_cells = true' if self.cell else "", "replay_first": str(self.replay_first).lower()}
        network = NETWORK.format(**settings, xoff=xoff, xon=xon or xoff // 2, until=until, phase=phase, event=event)
        return network + "".join(HIT.format(*hit) for hit in hits)

    def __str__(self):
        return (f"{self.kind:6} {self.rate:4} Gbps {self.delay:5} ns {self.length:5} B, back {self.back:5} B, {self.window:4} frames and {self.ours:4}, "
                f"cells of {self.cell:3} B")


def ran(text):
    """(bytes in the queue at most, events of the story at ports: [(ps, word, place)])."""
    with tempfile.TemporaryDirectory() as folder:
        scenario = pathlib.Path(folder) / "link.toml"
        scenario.write_text(text, encoding="utf-8")
        done = subprocess.run([WEIR, "run", scenario, "--out", scenario.with_name("out")], capture_output=True, text=True, check=False)
        assert done.returncode == 0, text + done.stdout + done.stderr
        summary = json.loads((scenario.with_name("out") / "summary.json").read_text(encoding="utf-8"))
        story = json.loads((scenario.with_name("out") / "story.json").read_text(encoding="utf-8"))
    (peak,) = [queue["viq_peak_bytes"] for queue in summary["queues"] if (queue["device"], queue["port"], queue["class"]) == ("s1", 0, 0)]
    events = story["events"]
    return peak, [(at, what, story["queues"][queue]) for at, what, queue in zip(events["at_ps"], events["what"], events["queue"])]


def needed(text):
    """Bytes above XOFF that the queue may reach, as `weir headroom` says."""
    with tempfile.TemporaryDirectory() as folder:
        scenario = pathlib.Path(folder) / "link.toml"
        scenario.write_text(text, encoding="utf-8")
        done = subprocess.run([WEIR, "headroom", scenario, "--format", "json"], capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), text + done.stderr
    (row,) = [row for row in json.loads(done.stdout)["alike"] if "s1.p0.c0" in row["queues"]]
    return row["needed_bytes"]


def excess(peak, xoff, bound):
    """By how much the queue was above its bound; 0: it was not."""
    return max(peak - xoff - bound, 0)


def numbers(draw, share, most):
    """Of the numbers up to `most` each with this probability, at least one."""
    hit = [number for number in range(1, most + 1) if draw.random() < share]
    return f"numbers = {hit or [draw.randint(1, most)]}"


def random_errors(draw, frames):
    """Errors of both directions, in frames and in ordered sets."""
    hits = []
    for side in ("h1", "s1"):
        share = draw.choice((0.003, 0.01, 0.05))
        hits.append((side, "frames", f'as = "{draw.choice(("bad_fcs", "marked"))}"\ncount = "data"\n{numbers(draw, share, frames)}'))
        hits.append((side, "sets", numbers(draw, draw.choice((0.01, 0.1, 0.4)), frames)))
    return hits


def never_above(link, draw):
    """Runs in which the queue goes over XOFF again and again, with random errors. The most bytes above XOFF, and how often XOFF was sent."""
    frames = 3000
    until = math.ceil(1000 * (START + frames * link.tau(link.length) + 40 * link.loop(link.back)))
    highest, pauses = 0, 0
    for _ in range(RUNS):
        slow = SLOW.format(link.rate * 1000 // draw.choice((4, 10)))
        xoff = link.counted() * draw.randint(10, 60) + draw.randint(0, link.length)
        text = link.text(xoff, until, random_errors(draw, frames), slow, START * 1000 + draw.randint(0, 1000000), max(xoff - 3 * link.counted(), 1))
        bound = needed(text)
        peak, events = ran(text)
        pauses += sum(what == "pauses" and place == "s1.p0.c0" for _, what, place in events)
        assert not excess(peak, xoff, bound), f"{link}: {peak - xoff} B above XOFF, the bound is {bound}\n{text}"
        highest = max(highest, peak - xoff)
    assert pauses >= RUNS, f"{link}: the queue goes over XOFF {pauses} times"
    return highest, pauses


def replays(events, place, after=0):
    return [at for at, what, where in events if what == "replays" and where == place and at > after]


def of_data(numbers_hit):
    return f'count = "data"\nnumbers = {list(numbers_hit)}'


def window_run(link, draw, turn):
    """A frame is damaged, and no set tells the sender before its timer ends: it replays a full window, whose first frame reaches XOFF,
    while we replay for errors of our own. (text, XOFF)"""
    held = math.ceil(link.loop(link.length) / link.tau(link.length))
    number = 20 + 5 * held + turn
    tau, long = int(1000 * link.tau(link.length)), int(1000 * link.loop(link.largest))
    late = 1000 * (START + link.timer) + 8 * long + (number + 2 * link.window) * tau
    hits = [("h1", "frames", of_data([*sorted(draw.sample(range(2, 20), 3)), number])), ("s1", "frames", of_data(range(3, 2000, 37)))]
    heard = replays(ran(link.text(HUGE, late, hits))[1], "h1.p0", 1000 * (START + 2 * link.delay) + number * tau)[0]
    silent = ("s1", "sets", 'first = 1\nstart = "{}ps"\nend = "{}ps"')
    begins = heard - 1000 * link.delay - tau - int(8000 / link.c)
    ends = late + 1000 * link.timer
    again = replays(ran(link.text(HUGE, ends, [*hits, (*silent[:2], silent[2].format(begins, ends))]))[1], "h1.p0", begins)[0]
    hits.append((*silent[:2], silent[2].format(begins, again)))
    xoff = ran(link.text(HUGE, again, hits))[0] + 1
    return link.text(xoff, again + 2 * link.window * tau + 2 * long, hits), xoff


def bound_run(link, draw, turn, phase):
    """Errors of both directions are over when the queue reaches XOFF, at the time in a frame of ours that the phase gives."""
    held = math.ceil(link.loop(link.length) / link.tau(link.length))
    hits = [(side, "frames", of_data(sorted(draw.sample(range(2, 20), 3)))) for side in ("h1", "s1")]
    xoff = (20 + 5 * held + turn) * link.counted()
    frames = xoff // link.counted() + 5 * held + 4 * link.window + 100
    until = int(1000 * (START + frames * link.tau(link.length) + 6 * link.loop(link.largest) + 2 * link.response))
    return link.text(xoff, until, hits, phase=phase), xoff


def replay_run(link, _, turn):
    """A NACK for the first frame of our window comes while its last one is on its way; XOFF is reached when that has just begun."""
    number, held = 10 + 2 * link.ours, math.ceil(link.loop(link.length) / link.tau(link.length))
    back, long = int(1000 * link.tau(link.back)), int(1000 * link.loop(link.largest))
    hits = [("h1", "frames", of_data([2, 7])), ("s1", "frames", of_data([number]))]
    late = 1000 * START + (number + 3 * link.ours) * back + 6 * long + 10 * held * int(1000 * link.tau(link.length))
    again = replays(ran(link.text(HUGE, late, hits))[1], "s1.p0")[0]
    xoff = ran(link.text(HUGE, again - back * (18 + (-1) ** turn * turn) // 48, hits))[0] + 1
    return link.text(xoff, late + 1000 * link.response + 2 * link.ours * back, hits), xoff


def directed(link, draw):
    """(frames by which the nearest run misses the bound, its bytes above XOFF, the bound); no run is above it."""
    nearest, phase = (math.inf,), START * 1000
    for turn in range(TURNS):
        if link.kind == "bound":
            text, xoff = bound_run(link, random.Random(str(link)), 0, phase)
        else:
            text, xoff = {"window": window_run, "replay": replay_run}[link.kind](link, random.Random(str(link)), turn)
        bound, (peak, _) = needed(text), ran(text)
        assert not excess(peak, xoff, bound), f"{link}: {peak - xoff} B above XOFF, the bound is {bound} B\n{text}"
        misses = Fraction(bound - (peak - xoff), link.counted())
        nearest = min(nearest, (misses, peak - xoff, bound))
        if misses <= NEAR:
            break
        phase += int(1000 * (misses - 1) * link.tau(link.length))
    return nearest


def waiting_pauses(count):
    """A PAUSE with a number waits for room in a small window: never above the bound, and some runs reach it but for a few frames."""
    nearest = math.inf
    for number in range(count):
        draw = random.Random(f"waiting pause {number}")
        link = Link(3 * draw.randint(0, 99) + 1)
        link.ours, link.idle_ack, link.response, link.numbered = draw.choice((1, 1, 2, 3)), "true", 0, "true"
        link.window = math.ceil(link.loop(link.length) / link.tau(link.length)) + 1
        xoff = link.counted() * draw.randint(50, 90)
        until = int(1000 * (START + 30 * link.loop(link.largest) + 20 * link.window * link.tau(link.length)))
        text = link.text(xoff, until, [], phase=START * 1000 + draw.randint(0, 1000000))
        bound, (peak, events) = needed(text), ran(text)
        assert any(what == "pauses" for _, what, _ in events), f"{link}: no PAUSE\n{text}"
        assert not excess(peak, xoff, bound), f"{link}: {peak - xoff} B above XOFF, the bound is {bound} B\n{text}"
        nearest = min(nearest, 1 - Fraction(peak - xoff, bound))
        print(f"{link}: PAUSE waits for the window, bound {bound:6} B, reached {peak - xoff:6} B", flush=True)
    assert count < 30 or nearest < 0.1, f"all runs are {float(nearest):.2f} or more below the bound"


def repaired_link(number, later):
    """A link on which a NACK for the first frame of our window comes when the last one has just begun, by so many bytes of the line."""
    draw = random.Random(f"repaired pause {number}")
    while True:
        link = Link(3 * draw.randint(0, 999) + 2)
        if link.ours <= 12 and link.back <= 8 * link.length:
            break
    link.delay = math.floor(((link.ours - 2) * link.tau(link.back) + (4 + later) / link.c) / 2)
    link.replay_first, link.numbered = False, "true"
    link.window += math.ceil(link.tau(link.back) / link.tau(link.length))
    link.timer += math.ceil(2 * link.tau(link.back))
    return link


def repaired_runs(link):
    """PAUSE waits for a frame of ours that has just begun and for a replay of our full window, and an error hits it, so that it leaves once
    more when the frame behind it has shown the gap. (text, XOFF) of several times in that frame."""
    number, held = 10 + 2 * link.ours, math.ceil(link.loop(link.length) / link.tau(link.length))
    back, long = int(1000 * link.tau(link.back)), int(1000 * link.loop(link.largest))
    hits = [("s1", "frames", of_data([number]))]
    late = 1000 * START + (number + 3 * link.ours) * back + 6 * long + 10 * held * int(1000 * link.tau(link.length))
    again = replays(ran(link.text(HUGE, late, hits))[1], "s1.p0")[0]
    filled = ran(link.text(HUGE, again, hits))[0]
    hits.append(("s1", "frames", 'count = "control"\nnumbers = [1]\nas = "marked"'))
    for frames in (0, 1):
        xoff = filled + frames * link.counted() + 1
        yield link.text(xoff, late + 1000 * link.response + 4 * link.ours * back, hits), xoff


def repaired_pauses(count):
    """The bound of PAUSE with a number and a repair: no run is above it, and of each link one reaches it but for 5 frames."""
    for number in range(count):
        nearest = (math.inf,)
        for link, text, xoff in ((link, *run) for link in (repaired_link(number, later) for later in (300, 500, 150, 700)) for run in repaired_runs(link)):
            bound, (peak, events) = needed(text), ran(text)
            assert not excess(peak, xoff, bound), f"{link}: {peak - xoff} B above XOFF, the bound is {bound} B\n{text}"
            if len(replays(events, "s1.p0")) < 2:
                continue  # PAUSE has left before the last frame of the window
            nearest = min(nearest, (Fraction(bound - (peak - xoff), link.counted()), peak - xoff, bound))
            if nearest[0] <= NEAR:
                break
        print(f"{link}: PAUSE is hit, bound {nearest[2]:6} B, reached {nearest[1]:6} B but for {float(nearest[0]):.2f} frames", flush=True)
        assert nearest[0] <= NEAR, f"{link}: no run comes near the bound"


def self_test():
    """A bound that forgets a frame's worth of window, some of the time until the sender obeys, or our replay is exceeded by these runs."""
    for number, (key, less) in enumerate((("outstanding_frames_max", 6), ("processing_delay", 6), ("replay_first", 0))):
        link = Link(number)
        text, xoff = bound_run(link, random.Random(str(link)), 0, START * 1000) if number == 1 else (window_run, None, replay_run)[number](
            link, random.Random(str(link)), 0)
        value = {"outstanding_frames_max": link.window, "processing_delay": link.response, "replay_first": "true"}[key]
        wrong = {"outstanding_frames_max": link.window - less, "processing_delay": link.response - int(less * link.tau(link.length)),
                 "replay_first": "false"}[key]
        unit = "ns" if key == "processing_delay" else ""
        quote = '"' if unit else ""
        planted = text.replace(f"{key} = {quote}{value}{unit}{quote}", f"{key} = {quote}{wrong}{unit}{quote}")
        assert planted != text, key
        peak, _ = ran(text)
        assert not excess(peak, xoff, needed(text)), f"{link}: above its bound"
        assert excess(peak, xoff, needed(planted)), f"{key}: a bound that is too small is not exceeded"
    print("3 planted faults are found")


def main():
    if HOW_MANY == "--self-test":
        self_test()
        return
    for number in range({"some": 3, "all": 21}[HOW_MANY]):
        link, draw = Link(number), random.Random(f"errors {number}")
        highest, pauses = never_above(link, draw)
        misses, above, bound = directed(link, draw)
        print(f"{link}: bound {bound:6} B, reached {above:6} B but for {float(misses):.2f} frames; {pauses} pauses among random errors, {highest:6} B", flush=True)
        assert misses <= NEAR, f"{link}: no run comes near the bound"
    waiting_pauses({"some": 2, "all": 30}[HOW_MANY])
    repaired_pauses({"some": 1, "all": 12}[HOW_MANY])


if __name__ == "__main__":
    WEIR, HOW_MANY = sys.argv[1], sys.argv[2]
    main()

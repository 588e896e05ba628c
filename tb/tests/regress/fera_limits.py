# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The limits that `weir check` prints of FERA's loop, by 10 seeds: runs just inside and just outside each, and runs that break inside of one.

fera_limits.py WEIR              fails where a run is otherwise than docs/results/fera_limits.md says, or its figures are not those of these runs
fera_limits.py WEIR --write      puts the figures of these runs into that page
fera_limits.py WEIR --only NAME  one table of the page alone; with --write it goes into the page
fera_limits.py WEIR --claims     fails where the runs about r_min and about headroom are otherwise than claimed
fera_limits.py --self-test       shows that what is wrong is found
"""

import itertools
import re
import statistics
import subprocess

import results_page
from fera_runs import DEEP, FRAME, Cases, texts_of

PAGE = results_page.TOP / "docs/results/fera_limits.md"
PORT = "s1.p0"
FOUR = ["topology.hosts=5", "congestion.fera.n0=20"]
XOFF = 135_000
OVER, AGAIN, NOISE = "highest in 5 T, above the new Q_eq", "correlation of q with q a T later, %", "load, sd in %"


def depths(run, start, end):
    return [float(row[f"{PORT}.c0.veq_depth_bytes"]) / FRAME for row in run.window(start, end)]


def of_window(start, end):
    """Rates and queue of a part of the run, ms."""
    def read(run):
        rates = [run.rate(flow, start, end) for flow in run.flows]
        queue = depths(run, start, end)
        return {"data and tags, Mbps": sum(rates), "data": run.together(start, end, what=("delivered",)), "furthest from the mean": run.spread(start, end),
                "q, packets": statistics.fmean(queue), "its swing (sd)": statistics.pstdev(queue), "PAUSEs": run.pauses(), "lost": run.lost()}
    return read


def new_target(run):
    """Q_eq of 16 packets becomes 32 at 40 ms."""
    means = [statistics.fmean(depths(run, at, at + 1)) for at in range(40, 100)]
    found = next((number + 1 for number, mean in enumerate(means) if mean >= 30.4), float("nan"))
    settled = depths(run, 50, 100)
    # A sample each 0.1 ms, T = 1 ms.
    return {"intervals until a tenth is left": found, OVER: max(depths(run, 40, 45)) - 32, AGAIN: 100 * statistics.correlation(settled[:-10], settled[10:]),
            "q, 70 to 100 ms": statistics.fmean(depths(run, 70, 100)),
            "its swing (sd)": statistics.pstdev(depths(run, 70, 100)), "data and tags, Mbps": run.together(70, 100), "PAUSEs": run.pauses()}


def of_noise(start, end):
    """The same, and how what comes to the port in T and r vary; a sample each T."""
    def read(run):
        rows = run.window(start, end)
        sent = [column for column in rows[0] if column.endswith((".delivered_bps", ".tags_bps"))]
        came = []
        for last, row in itertools.pairwise(rows):
            waits, then = (float(at[f"{PORT}.c0.veq_depth_bytes"]) for at in (row, last))
            came.append(sum(float(row[column]) for column in sent) + 8 * (waits - then) / (float(row["time_seconds"]) - float(last["time_seconds"])))
        rates = [float(row[f"{PORT}.c0.fera_rate [kbit/s]"]) for row in rows]
        return {**of_window(start, end)(run), NOISE: 100 * statistics.pstdev(came) / statistics.fmean(came),
                "r, sd in %": 100 * statistics.pstdev(rates) / statistics.fmean(rates)}
    return read


def after_xoff(run):
    peak = max(queue["veq_peak_bytes"] for queue in run.summary["queues"] if queue["device"] == "s1" and queue["port"] == 0)
    return {"came after XOFF, KB": (peak - XOFF) / 1e3, "lost": run.lost()}


def meter(**settings):
    return [f"congestion.fera.{name}={value}" for name, value in settings.items()]


def flows(count, n0=None):
    return [f"topology.hosts={count + 1}", *meter(n0=n0 or 2 * count)]


def tags(interval):
    return [f"traffic.fera.tag_interval={interval}"]


# Cables that make D, as check counts it, so many us of T = 1 ms, with a tag every 50 us: four cables and two switches there and back.
def delay_of(microseconds):
    return [*tags("50us"), f"topology.delay={(microseconds * 1000 - 50_000 - 2000 - 4 * 51) // 4}ns"]


def interval(count, part, *more):
    """T so many times 3 N L/C at 1 Gbps, four tags in it, and k for a gain of 0.2 whatever T; flows begin within the gap between two packets at C/N_0."""
    nanoseconds = round(36_000 * count * part)
    k = 0.2 * 24_000 / (0.125 * nanoseconds)
    return ["topology.rate=1Gbps", *flows(count), *meter(interval=f"{nanoseconds}ns", k=f"{k:.6f}"), *tags(f"{nanoseconds // 4}ns"), "traffic.stagger=24us",
            "scenario.duration=240ms", f"scenario.sample_interval={nanoseconds}ns", *more]


LONG = [*FOUR, *DEEP, "switch.mmu.viq_limit=4MB", "scenario.duration=120ms"]
SLOW = ["topology.rate=100Mbps", *meter(interval="10ms", k=0.04, n_max=4096), *tags("250us"), "traffic.stagger=240us", "scenario.duration=300ms"]
THIN = ["topology.rate=1Gbps", *meter(n_max=100, interval="4ms", k=0.01), *tags("250us"), "scenario.duration=120ms", "scenario.sample_interval=1ms"]
ROOM = ["switch.mmu.veq_limit=3MB"]
# Table: scenario, rows, what is read off a run, what check says: words before a number, or of a warning.
GAIN, DELAY, MANY, TAGS, COMES, SHORT = (r"k C T/q_eq = ([\d.]+)", r": D/T = ([\d.]+)\n", r"and their tags are ([\d.]+) %", r"tags take ([\d.]+) %",
                                         r"may send ([\d.]+KB)", r"interval = \S+ is less than 3 N L/C")
TABLES = {
    "gain": ("fera_step", {f"k {k}": [*meter(k=k), *tags("31250ns")] for k in (0.01, 0.017, 0.021, 0.027, 0.036, 0.042)}, new_target),
    "delay": ("fera_many", {f"D/T {d / 1000}": [*LONG, *delay_of(d)] for d in (740, 860)}, of_window(60, 120)),
    "least rate": ("fera_many", {f"{count} flows": [*THIN, *flows(count, 100)] for count in (75, 85)}, of_window(60, 120)),
    "interval": ("fera_many", {f"{count} flows, {part}": interval(count, part) for count in (20, 100) for part in (2, 1, 0.5, 0.25)}
                 | {f"100 flows, {part}, PAUSE from 400 packets of 800": interval(100, part, *DEEP) for part in (0.5, 0.25)}, of_noise(120, 240)),
    "tags": ("fera_many", {f"{count} flows": [*SLOW, *flows(count)] for count in (2, 3, 20, 40, 50)}, of_window(150, 300)),
    "target": ("fera_many", {f"Q_eq {q} KB": [*FOUR, *meter(q_eq=f"{q}KB", k=0.02), "scenario.duration=60ms"] for q in (130, 134)}, of_window(30, 60)),
    "headroom": ("fera_headroom", {f"{count} uplinks": [f"topology.hosts={count + 1}", *ROOM] for count in (2, 8, 32)}
                 | {"2 uplinks, room of 7 KB": [], "2 uplinks, room of 4 KB": ["switch.mmu.veq_limit=139KB"],
                    "2 uplinks, room of 7 KB, out at 1 Gbps": ["event.slow.rate=1Gbps"]}, after_xoff),
}
SAYS = {
    "gain": {"k C T/Q_eq": GAIN, "T until a tenth is left, exact": r"q_eq after ([\d.]+) T", "as printed": r"T \(([\d.]+) by eq"},
    "delay": {"D/T by check": DELAY},
    "least rate": {"warning: % of the link at r_min": MANY, "tags, % of the link": TAGS},
    "interval": {"T below 3 N L/C": SHORT, "tags, % of the link": TAGS},
    "tags": {"tags, % of the link": TAGS},
    "target": {"Q_eq not below XOFF": r"is not below flow_control.pfc.xoff"},
    "headroom": {"may come, by check": COMES},
}
WARNS = {"gain": GAIN.split("=")[0] + "= [^:]*: (from \\d)", "delay": r"on rates (swing)", "tags": "(tags take) [^:]*, which no meter"}


def said(text, table):
    """What check's text says of a row: {column: words}."""
    found = {}
    for column, pattern in SAYS[table].items():
        match = re.search(pattern, text)
        found[column] = "" if not match else match.group(1) if match.groups() else "warned of"
    if table in WARNS:
        lines = "\n".join(line for line in text.splitlines() if line.startswith("warning: "))
        found["warning"] = "yes" if re.search(WARNS[table], lines) else ""
    return found


def check_of(weir, scenario, settings):
    sets = [word for setting in settings for word in ("--set", setting)]
    done = subprocess.run([weir, "check", f"scenarios/fera/{scenario}.toml", *sets], cwd=results_page.TOP, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"weir check {scenario} {settings}: {done.stderr.strip()}")
    return done.stdout + done.stderr


class Limits(Cases):
    """Tables that say what check says of each row, too."""

    def measure(self, weir, keys):
        keys = list(keys)
        self.said = {(name, row): said(check_of(weir, self.tables[name][0], self.tables[name][1][row]), name) for name, row in keys}
        return super().measure(weir, keys)

    def table(self, name, forms):
        columns, figures = list(self.said[name, next(iter(forms))]), list(next(iter(forms.values()))[0])
        return results_page.table(["", *columns, *figures], [[form, *self.said[name, form].values(), *texts_of(seeds, figures)] for form, seeds in forms.items()])


FULL, SWING, LOST, COME = "data and tags, Mbps", "its swing (sd)", "lost", "came after XOFF, KB"
# Table, row: what must be true of the means, and that in words.
CLAIMS = {
    ("gain", "k 0.01"): (lambda m: m[OVER] < 4 and m[AGAIN] > 0, "well below 1 q comes to Q_eq from below, and is on the same side a T later"),
    ("gain", "k 0.027"): (lambda m: m[OVER] > 4 and m[AGAIN] < -10, "above 1 it goes beyond, and is on the other side a T later"),
    ("gain", "k 0.036"): (lambda m: m[SWING] < 5, "just below 2 the queue settles"),
    ("gain", "k 0.042"): (lambda m: m[SWING] > 8, "just above 2 it swings"),
    ("delay", "D/T 0.74"): (lambda m: m[SWING] < 5 and m[FULL] > 9990, "below the limit the queue settles"),
    ("delay", "D/T 0.86"): (lambda m: m[SWING] > 10, "above it swings"),
    ("least rate", "75 flows"): (lambda m: m["PAUSEs"] < 3000 and m["q, packets"] < 40, "with tags below the link r holds the queue"),
    ("least rate", "85 flows"): (lambda m: m["PAUSEs"] > 10_000 and m["q, packets"] > 60, "with tags above it PAUSE holds it"),
    ("interval", "20 flows, 1"): (lambda m: m[FULL] > 995 and m["PAUSEs"] == 0 and m[NOISE] < 15, "where T is 3 N L/C the link is full"),
    ("interval", "20 flows, 0.25"): (lambda m: m[FULL] > 990 and m[NOISE] > 30, "with few flows at a quarter, too, though the load is noise"),
    ("interval", "100 flows, 1"): (lambda m: m[FULL] > 990 and m[LOST] == 0 and m[NOISE] < 10, "where T is 3 N L/C the link is full"),
    ("interval", "100 flows, 0.25"): (lambda m: m["PAUSEs"] > 1000 and m[LOST] > 0 and m[NOISE] > 30, "at a quarter many flows' noise reaches PAUSE"),
    ("interval", "100 flows, 0.25, PAUSE from 400 packets of 800"): (lambda m: m[FULL] > 990 and m[LOST] == 0, "where there is room for the noise the link is full"),
    ("tags", "40 flows"): (lambda m: m[FULL] > 98, "the loop works with four fifths of tags"),
    ("tags", "50 flows"): (lambda m: m["data"] < 1, "more tags than the link has leave no room for data"),
    ("target", "Q_eq 130 KB"): (lambda m: m["PAUSEs"] == 0 and 85 < m["q, packets"] < 88, "q comes to Q_eq"),
    ("target", "Q_eq 134 KB"): (lambda m: m["PAUSEs"] > 0 and m["q, packets"] < 86, "PAUSE keeps q below a Q_eq that is just below XOFF"),
    ("headroom", "2 uplinks"): (lambda m: 0 < m[COME] <= 7, "what comes is within what check prints"),
    ("headroom", "32 uplinks"): (lambda m: 40 < m[COME] <= 172, "what comes is within what check prints"),
    ("headroom", "2 uplinks, room of 7 KB"): (lambda m: m[LOST] == 0, "nothing is lost with that room"),
    ("headroom", "2 uplinks, room of 4 KB"): (lambda m: m[LOST] > 0, "packets are lost with less"),
    ("headroom", "2 uplinks, room of 7 KB, out at 1 Gbps"): (lambda m: m[LOST] > 0, "and where less leaves than check takes for granted"),
}
CASES = Limits(PAGE, TABLES, CLAIMS)


def self_test():
    """Plants what is wrong, and wants it found."""
    planted = {
        ("gain", "k 0.01"): {OVER: 6.0, AGAIN: 20.0}, ("gain", "k 0.027"): {OVER: 6.0, AGAIN: 10.0},
        ("interval", "20 flows, 1"): {FULL: 980.0, "PAUSEs": 0, NOISE: 6.0}, ("interval", "20 flows, 0.25"): {FULL: 1000.0, NOISE: 5.0},
        ("interval", "100 flows, 1"): {FULL: 1000.0, LOST: 2, NOISE: 3.0}, ("interval", "100 flows, 0.25"): {"PAUSEs": 0, LOST: 5, NOISE: 45.0},
        ("interval", "100 flows, 0.25, PAUSE from 400 packets of 800"): {FULL: 1000.0, LOST: 3},
        ("gain", "k 0.036"): {SWING: 14.0}, ("gain", "k 0.042"): {SWING: 2.0}, ("delay", "D/T 0.74"): {FULL: 9800.0, SWING: 2.0}, ("delay", "D/T 0.86"): {SWING: 2.0},
        ("least rate", "75 flows"): {"PAUSEs": 20_000, "q, packets": 30.0}, ("least rate", "85 flows"): {"PAUSEs": 500, "q, packets": 70.0},
        ("tags", "40 flows"): {FULL: 90.0}, ("tags", "50 flows"): {"data": 20.0}, ("target", "Q_eq 130 KB"): {"PAUSEs": 0, "q, packets": 80.0},
        ("target", "Q_eq 134 KB"): {"PAUSEs": 20, "q, packets": 89.0}, ("headroom", "2 uplinks"): {COME: 7.5}, ("headroom", "32 uplinks"): {COME: 180.0},
        ("headroom", "2 uplinks, room of 7 KB"): {LOST: 1}, ("headroom", "2 uplinks, room of 4 KB"): {LOST: 0}, ("headroom", "2 uplinks, room of 7 KB, out at 1 Gbps"): {LOST: 0},
    }
    problems = [f"planted {key}, {wrong}: not found" for key, wrong in planted.items() if not CASES.faults({key: [wrong] * 3})]
    problems += [f"{key}: claimed, and nothing planted, or in no table" for key in CLAIMS if key not in planted or key[1] not in TABLES[key[0]][1]]
    text = """warning: congestion.fera: k C T/q_eq = 1.88 at ports of 10Gbps: from 1 on queues overshoot q_eq
note: FERA's loop takes 900us at most, of flow f: D/T = 0.9
note: tags take 2.05 % of h1-s1
note: PAUSE by output queues: 8 neighbours may send 40KB more than leaves after XOFF, and there is room for 7KB
"""
    for table, wanted in {"gain": ["1.88", "", "", "yes"], "delay": ["0.9", ""], "headroom": ["40KB"], "tags": ["2.05", ""]}.items():
        if list(said(text, table).values()) != wanted:
            problems.append(f"{table}: {said(text, table)}, wanted {wanted}")
    right = {FULL: 10_000.0, LOST: 0, "PAUSEs": 0, "data": 9990.0, COME: 5.0, SWING: 1.0, "q, packets": 86.7}
    for key in (("delay", "D/T 0.74"), ("target", "Q_eq 130 KB"), ("headroom", "2 uplinks")):
        problems += CASES.faults({key: [right] * 3})
    problems += CASES.faults({("least rate", "75 flows"): [{**right, "q, packets": 28.0}] * 3})
    return problems, len(planted) + 8


if __name__ == "__main__":
    CASES.main(self_test, __doc__, ("least rate", "headroom"))

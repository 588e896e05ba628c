# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Links that damage what they carry, under each scheme: `check` says in one line what the scheme makes of it, or refuses, and `run`
alike; a packet of a lossless class that is hit is lost on the link in all files of results, and no internal fault; packets add up, and the
quantum changes no result.

usage: damage_test.py WEIR
"""

import json
import subprocess
import sys
import tempfile
import pathlib

WEIR = sys.argv[1]
KINDS = ("injected", "made", "doubled", "delivered", "consumed", "dropped", "discarded", "in_network")
# What each scheme's line says; None: refused.
SCHEMES = {
    "none": "",
    "pfc": "a PAUSE that is lost is said again",
    "pause": "a PAUSE that is lost is said again",
    "egress_pfc": "a PAUSE that is lost is said again",
    "egress_pause": "a PAUSE that is lost is said again",
    "cbfc": "takes the credits of its blocks for good",
    "ue_cbfc": "come home with the next CC_Update",
    "gfc_conceptual": "not on the wire and never hit",
    "gfc_time_based": "takes the credits of its blocks for good",
    "gfc_buffer_based": None,
    "gfc_gradient": None,
}
FILE = """
[scenario]
duration = "1ms"
[topology]
kind = "star"
hosts = 3
rate = "10Gbps"
wire_overhead = true
[switch.mmu]
viq_limit = "150KB"
headroom = "60KB"
[switch.crossbar]
strategy = "%s"
[flow_control]
scheme = "%s"
[flow_control.pfc]
xoff = "100KB"
xon = "97KB"
[[flow]]
src = "h1"
dst = "h3"
[[flow]]
src = "h2"
dst = "h3"
acknowledged = true
[[link_damage]]
do = "bits"
bit_error_rate = 1e-6
[[link_damage]]
do = "codewords"
period = "100us"
from = "s1"
"""

# Of 100 frames the receiver never sees number 20, so that it accepts none of those behind, when a flush gives them up; 22 is poisoned.
FLUSHED = """
[scenario]
duration = "50us"
[topology]
kind = "star"
hosts = 2
rate = "100Gbps"
delay = "1us"
wire_overhead = true
[link.llr]
wanted = true
init_llr_frame_action = "block"
re_init_on_flush = true
replay_timer_max = "20us"
[flow_control]
scheme = "pfc"
[[flow]]
src = "h1"
dst = "h2"
frame_length = "1000B"
size = "100KB"
[[link_damage]]
between = ["h1", "s1"]
from = "h1"
do = "frames"
count = "llr_number"
as = "marked"
numbers = [20]
[[link_damage]]
between = ["h1", "s1"]
from = "h1"
do = "frames"
count = "llr_number"
as = "poisoned"
numbers = [22]
[[event]]
at = "4.5us"
do = "flush_retry"
between = ["h1", "s1"]
from = "h1"
"""


def weir(*words):
    return subprocess.run([WEIR, *map(str, words)], capture_output=True, text=True, check=False)


def wrong_books(summary):
    """Rows of books that do not add up."""
    for row in summary["books"]:
        for unit in ("packets", "bytes"):
            count = {kind: row.get(f"{kind}_{unit}", 0) for kind in KINDS}
            begun = count["injected"] + count["made"] + count["doubled"]
            if begun != sum(count.values()) - begun:
                yield f"{row}: {unit} do not add up"


def judge(scheme, says, crossbar, folder):
    path = folder / f"{scheme}.toml"
    path.write_text(FILE % (crossbar, scheme), encoding="utf-8")
    checked = weir("check", path)
    runs = [weir("run", path, "--out", folder / f"{scheme}_{quantum}", "--set", f"scenario.quantum={quantum}") for quantum in ("on", "off")]
    if says is None:
        for done in (checked, *runs):
            if done.returncode != 2 or "link_damage[1].do" not in done.stderr:
                yield f"{scheme}: wanted refused; got status {done.returncode}: {done.stderr}"
        return
    lines = [line for line in checked.stderr.splitlines() + checked.stdout.splitlines() if "links damage frames" in line]
    if checked.returncode or len(lines) != (1 if says else 0) or says not in "".join(lines):
        yield f"{scheme}: check said {lines}, status {checked.returncode}"
    if any(done.returncode for done in runs):
        yield f"{scheme}: runs end with {[done.returncode for done in runs]}: {runs[0].stderr[-500:]}"
        return
    on, off = (json.loads((folder / f"{scheme}_{quantum}" / "summary.json").read_text(encoding="utf-8")) for quantum in ("on", "off"))
    for key in ("flows", "queues", "links", "losses", "drops", "books"):
        if on.get(key) != off.get(key):
            yield f"{scheme}: {key} depend on the quantum"
    yield from wrong_books(on)
    yield from results(scheme, on, runs[0].stdout)


def results(scheme, summary, console):
    damaged = sum(link["damaged"] for link in summary["links"])
    lost = sum(link["lossless_lost"] for link in summary["links"])
    said = sum(loss["packets"] for loss in summary.get("losses", ()) if loss["cause"] == "lost on the link")
    if damaged == 0 or (lost == 0) != (scheme == "none") or lost != said:
        yield f"{scheme}: {damaged} damaged, {lost} of lossless classes, {said} among the losses"
    if scheme != "none" and "lost on the link" not in " ".join(console.split()):
        yield f"{scheme}: the console says nothing of it"
    hosts = sum(link["damaged"] for link in summary["links"] if link["to"] != "s1")
    if sum(summary["drops"].values()) < damaged - hosts:
        yield f"{scheme}: {summary['drops']} dropped by the switch, {damaged - hosts} came damaged"


def flushed(folder):
    """A poisoned frame that a flush gives up is lost once."""
    path = folder / "flushed.toml"
    path.write_text(FLUSHED, encoding="utf-8")
    weir("run", path, "--out", folder / "flushed")
    summary = json.loads((folder / "flushed" / "summary.json").read_text(encoding="utf-8"))
    lost = {loss["cause"]: loss["packets"] for loss in summary["losses"]}
    (flow,) = summary["flows"]
    missing = flow["sent_packets"] - flow["delivered_packets"]
    if lost.get("lost on the link") != 1 or not lost.get("given up") or sum(lost.values()) != missing:
        yield f"a poisoned frame that is flushed: {lost}, and {missing} packets are missing"
    yield from wrong_books(summary)


def main():
    problems = []
    with tempfile.TemporaryDirectory(prefix="weir_damage_") as folder:
        problems += flushed(pathlib.Path(folder))
        for scheme, says in SCHEMES.items():
            by_input = scheme == "gfc_gradient"
            problems += judge(scheme, says, "input_queued" if by_input else "output_queued", pathlib.Path(folder))
    # A book without what the wire took is found.
    planted = {"books": [{"injected_packets": 5, "delivered_packets": 4, "dropped_packets": 0, "in_network_packets": 0}]}
    problems += [] if list(wrong_books(planted)) else ["a book that does not add up is not found"]
    print("\n".join(problems) or f"{len(SCHEMES)} schemes")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

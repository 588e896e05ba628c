# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Public reports about PFC watchdogs, played: docs/results/pfcwd_cases.md.

cases.py WEIR PLAYS            plays them and fails where a figure is further from the published one than said, or the page does not hold it
cases.py WEIR PLAYS --write    puts the figures into the page
cases.py --self-test           shows that wrong figures and a stale page are found
"""

import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import results_page  # noqa: E402

PAGE = results_page.TOP / "docs/results/pfcwd_cases.md"
PER_CENT = 1.0
K = 1000  # by which the times of the network's scenario are divided

# h2 never takes a packet again; a PAUSE is refreshed every 7.7 us, within the delay of the action.
NETWORK = """
[scenario]
name = "buildimage29203"
duration = "110ms"
[topology]
kind = "star"
hosts = 2
rate = "10Gbps"
delay = "1us"
[switch.crossbar]
strategy = "output_queued"
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = "60KB"
xon = "57KB"
pause_quanta = 300
[deadlock]
unit = "pfcwd"
[deadlock.pfcwd]
detection = "200us"
restoration = "200us"
poll = "200us"
poll_interval = "208us"
action_delay = "10us"
counts_when_disabled = false
[[flow]]
src = "h1"
dst = "h2"
[[event]]
name = "stop"
at = "1ms"
do = "stop_host"
host = "h2"
class = 0
"""


def plays(program):
    """{(play, variant): its figures}; `ordinary` by detection time, too."""
    lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    found = {}
    for line in lines:
        one = json.loads(line)
        key = (one.pop("play"), one.pop("variant"))
        if key[0] == "latency":
            key = (*key, one.pop("poll_ms"))
        found[(*key, one["detection_ms"]) if "detection_ms" in one else key] = one
    return found


def network_period(weir):
    """Mean time from storm to storm of the flapping queue in a network, in ms of the unscaled times."""
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "flap.toml"
        path.write_text(NETWORK, encoding="utf-8")
        storms = [one["at_seconds"] for one in results_page.run(weir, path, f"{scratch}/out")["storms"]]
    return (storms[-1] - storms[0]) / (len(storms) - 1) * 1000 * K


def rows(found, period):
    """(report, figure, published, played, within so many per cent or None: the difference is named on the page)."""
    before, after = found["swss4784", "mellanox_until_4784"], found["swss4784", "mellanox"]
    return [
        ("swss #4784, before", "mean ms from storm to restore", 1860.711, before["mean_ms"], PER_CENT),
        ("swss #4784, before", "part of storms with a round more", 6 / 17, before["longer"] / before["cycles"], 10.0),
        ("swss #4784, after", "mean ms from storm to restore", 2005.724, after["mean_ms"], PER_CENT),
        ("swss #4784, after", "storms with a round more", 0, after["longer"], PER_CENT),
        ("buildimage #29203", "ms a cycle, true interval 208 ms", 624, found["buildimage29203", "208 ms"]["period_ms"], PER_CENT),
        ("buildimage #29203", "the same in a network, times / 1000", 624, period, PER_CENT),
        ("buildimage #29203", "cycles in 20 min", 170, found["buildimage29203", "208 ms"]["storms"], None),
        ("swss #4581, common rule", "s until restore", 20.2, found["swss4581", "broadcom"]["over_s"], PER_CENT),
        ("swss #4581, cisco", "s until restore", 5.2, found["swss4581", "cisco"]["over_s"], PER_CENT),
        ("sonic-mgmt #27589, broadcom", "storms told in 10 s of a choppy storm", 0, found["mgmt27589", "broadcom"]["storms"], PER_CENT),
    ]


SETTINGS = ((200, 200), (400, 100), (300, 200))  # D and p


def latencies(found, rule):
    """Of each of SETTINGS: (least, most) in ms; half a phase, p / 40, lies beyond each."""
    return [(found["latency", rule, p, d]["least_ms"] - p / 40, found["latency", rule, p, d]["most_ms"] + p / 40) for d, p in SETTINGS]


def wrong_latencies(of_rule):
    """A storm is told at the ceil(D / p)-th bad poll: for cisco the first one after its beginning is bad, for all others the second."""
    lines = []
    for rule, found in of_rule.items():
        for (d, p), (least, most) in zip(SETTINGS, found):
            polls = -(-d // p) - (1 if rule == "cisco" else 0)
            if abs(least - polls * p) > 2 or abs(most - (polls + 1) * p) > 2:
                lines.append(f"latency of {rule}, D = {d} ms, p = {p} ms: {least:g} to {most:g} ms, wanted {polls * p} to {(polls + 1) * p}")
    return lines


def wrong(cases):
    """A line for each figure that is too far from the published one."""
    return [f"{case}, {figure}: published {published:g}, played {played:g}, wanted within {limit:g} %"
            for case, figure, published, played, limit in cases
            if limit is not None and abs(played - published) * 100 > limit * published]


def difference(published, played):
    return "none" if published == played else f"{(played - published) / published * 100:+.2f} %"


def tables(found, cases):
    reports = [[case, figure, f"{published:.7g}", f"{played:.7g}", difference(published, played) + ("" if limit else ", see below")]
               for case, figure, published, played, limit in cases]
    rules = sorted({key[1] for key in found if key[0] == "swss4581"})
    by_rule = [[f"`{rule}`", f"{found['swss4581', rule]['over_s']:.1f} s", str(found["mgmt27589", rule]["storms"]),
                f"{found['swss4920', rule]['storm_ms']:.0f} ms", *(str(found["ordinary", rule, ms]["storms"]) for ms in (200, 400))]
               for rule in rules]
    times = [[f"`{rule}`", *(f"{least:.0f} to {most:.0f} ms" for least, most in latencies(found, rule))] for rule in rules]
    return {"latencies": results_page.table(["rule", *(f"D = {d} ms, p = {p} ms" for d, p in SETTINGS)], times),
            "reports": results_page.table(["report", "figure", "published", "played", "difference"], reports),
            "rules": results_page.table(["rule", "restored after XOFF to 5 s and XON to 20 s", "storms told in 10 s of a choppy storm",
                                         "a storm from 1 ms on is told at, D = 1 s, p = 200 ms, polls 260 ms apart",
                                         "storms told in 100 s of ordinary PFC, D = 200 ms", "the same, D = 400 ms"], by_rule)}


def self_test():
    cases = [("a", "right", 200, 201.9, 1.0), ("b", "far", 200, 202.1, 1.0), ("c", "none wanted", 0, 1, 1.0), ("d", "named", 170, 1923, None)]
    found = wrong(cases)
    if [line[:1] for line in found] != ["b", "c"]:
        raise SystemExit(f"found {found}")
    right = {"cisco": [(0, 200), (300, 400), (200, 400)], "vs": [(200, 400), (400, 500), (400, 600)]}
    late = {"cisco": right["vs"], "vs": [(200, 400), (400, 500), (300, 500)]}
    if wrong_latencies(right) or len(wrong_latencies(late)) != 4:
        raise SystemExit(f"latencies: {wrong_latencies(right)}, {wrong_latencies(late)}")
    text = PAGE.read_text(encoding="utf-8")
    if not results_page.stale_tables(PAGE, text, {"reports": "| another |\n"}):
        raise SystemExit("does not see a stale table")
    print("0 problems")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    weir, program, *options = sys.argv[1:]
    found = plays(program)
    cases = rows(found, network_period(weir))
    made = tables(found, cases)
    if options == ["--write"]:
        results_page.write_tables(PAGE, made)
    of_rule = {rule: latencies(found, rule) for rule in {key[1] for key in found if key[0] == "latency"}}
    problems = wrong(cases) + wrong_latencies(of_rule) + results_page.stale_tables(PAGE, PAGE.read_text(encoding="utf-8"), made)
    print("\n".join([*problems, f"{len(problems)} problems"]))
    return sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()

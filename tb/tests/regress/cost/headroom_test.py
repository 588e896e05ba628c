# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The packet buffer that weir cost asks for, against runs: with exactly that much nothing is lost, or the line is full;
with a frame less it is not so.

usage: headroom_test.py WEIR
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[4]
INCAST = "scenarios/small/pfc_incast.toml"

# One sender at line rate; traffic the other way makes credits wait behind frames.
CREDITS = """
[scenario]
name = "credits"
duration = "1ms"
sample_interval = "100us"
[topology]
kind = "star"
hosts = 3
[switch.mmu]
buffer = "64MB"
viq_limit = "8MB"
[switch.crossbar]
strategy = "output_queued"
[flow_control]
scheme = "cbfc"
[flow_control.cbfc]
counter_bits = 20
[[flow]]
name = "f1"
src = "h1"
dst = "h2"
[[flow]]
name = "back"
src = "h3"
dst = "h1"
"""

# Gbps, metres of cable, MTU.
LINKS = [(400, 300, 1500), (400, 5, 1500), (100, 100, 1500)]


def asked(scheme, gbps, metres, mtu):
    """What weir cost says of one queue, and t_r in picoseconds."""
    done = subprocess.run([WEIR, "cost", "--ports", "4", "--lossless", "1", "--rate", f"{gbps}Gbps", "--cable", str(metres),
                           "--max-frame", f"{mtu}B", "--mechanisms", scheme, "--format", "json"],
                          capture_output=True, text=True, check=True)
    cost = json.loads(done.stdout)
    return cost["headroom"][0], cost["switch"]["processing_delay_ps"]


def run(scenario, settings):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "run"
        options = [word for setting in settings for word in ("--set", setting)]
        done = subprocess.run([WEIR, "run", scenario, "--out", out, *options], cwd=TOP, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):  # 1: the file's own expectations are those of its own link
            raise AssertionError(done.stderr)
        return json.loads((out / "summary.json").read_text(encoding="utf-8"))


def link(gbps, metres, mtu, response):
    return [f"topology.rate={gbps}Gbps", f"topology.delay={metres * 5}ns", f"flow_control.processing_delay={response}ps",
            f"switch.max_frame={mtu}B"]


class Runs(unittest.TestCase):
    def test_pfc_loses_nothing_with_it_and_a_packet_without(self):
        for gbps, metres, mtu in LINKS:
            headroom, response = asked("pfc", gbps, metres, mtu)
            xoff = 100 * mtu + 1  # the packet that reaches it ends as far above it as one can

            def lost(room):
                settings = [f"switch.mmu.viq_limit={xoff}B", f"flow_control.pfc.xoff={xoff}B", f"flow_control.pfc.xon={xoff - 2 * mtu}B",
                            f"switch.mmu.headroom={room}B", "switch.mmu.buffer=64MB", "scenario.duration=600us",
                            f"traffic.frame_length={mtu}B", *(f"flow.back{i}.rate={gbps * 0.975}Gbps" for i in range(1, 5))]
                return sum(run(INCAST, link(gbps, metres, mtu, response) + settings)["drops"].values())

            room = headroom["each_bytes"] + headroom["packet_bytes"]
            self.assertEqual(lost(room), 0, (gbps, metres))
            self.assertGreater(lost(room - mtu), 0, (gbps, metres))

    def test_credits_fill_the_line_with_it_and_not_with_less(self):
        with tempfile.TemporaryDirectory() as folder:
            scenario = pathlib.Path(folder) / "credits.toml"
            scenario.write_text(CREDITS, encoding="utf-8")
            for gbps, metres, mtu in LINKS:
                headroom, response = asked("cbfc", gbps, metres, mtu)

                def part(buffer):
                    settings = [f"flow_control.cbfc.buffer={buffer}B", f"traffic.frame_length={mtu}B"]
                    flow = run(scenario, link(gbps, metres, mtu, response) + settings)["flows"][0]
                    return flow["steady_bps"] / (gbps * 1e9)

                self.assertGreater(part(headroom["each_bytes"]), 0.998, (gbps, metres))
                self.assertLess(part(headroom["each_bytes"] - 4 * 1536), 0.99, (gbps, metres))


if __name__ == "__main__":
    WEIR = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Parts of weir/parts.h that choose classes: the discipline of an egress port, and the class mapper. They run in switches
and hosts, software switches them off and on, and a wrong answer ends in one line.

usage: class_parts_test.py WEIR FAIR SERVICE FAULTY_PART
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

WEIR, FAIR, SERVICE, FAULTY = sys.argv[1:]
BAD_INPUT, BROKEN = 2, 3
DISCIPLINE, SOURCE = "switch.egress.discipline", "switch.class_mapper.source"

STAR = """
[scenario]
name = "classes"
description = "Two classes share the port of h3."
duration = "2ms"
[topology]
kind = "star"
hosts = 3
rate = "10Gbps"
delay = "1us"
[flow_control]
scheme = "pfc"
lossless = [0, 1, 3]
[[flow]]
name = "a"
src = "{a}"
dst = "h3"
class = {class_a}
[[flow]]
name = "b"
src = "{b}"
dst = "h3"
class = {class_b}
"""
WRITE = '\n[[event]]\nat = "{at}"\ndo = "write_register"\ndevice = "s1"\nregister = "{register}"\nvalue = {value}\n'


def star(a="h1", b="h2", class_a=0, class_b=1, more=""):
    return STAR.format(a=a, b=b, class_a=class_a, class_b=class_b) + more


class Classes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def weir(self, command, text, *sets, plugins=(FAIR, SERVICE, FAULTY), fault=None, switches=()):
        file = self.folder / "star.toml"
        file.write_text(text, encoding="utf-8")
        options = [word for plugin in plugins for word in ("--plugin", plugin)]
        to = ["--quiet", "--out", str(self.folder / f"run{len(list(self.folder.iterdir()))}")] if command == "run" else []
        done = subprocess.run([WEIR, *options, command, str(file), *(word for one in sets for word in ("--set", one)), *switches, *to],
                              text=True, capture_output=True, check=False, env={**os.environ, **({"WEIR_PLUGIN_FAULT": fault} if fault else {})})
        return done, pathlib.Path(to[-1]) if to else None

    def run_of(self, text, *sets, **options):
        done, out = self.weir("run", text, *sets, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads((out / "summary.json").read_text(encoding="utf-8"))

    def flows(self, text, *sets, **options):
        return {flow["name"]: flow["delivered_packets"] for flow in self.run_of(text, *sets, **options)["flows"]}

    def refused(self, words, text, *sets, status=BAD_INPUT, command="check", **options):
        done, out = self.weir(command, text, *sets, **options)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (status, 1), done.stderr)
        self.assertIn(words, done.stderr)
        if out is not None and status == BAD_INPUT:
            self.assertFalse(out.exists())

    def test_shares(self):
        fair = [f"{DISCIPLINE}=fair", "switch.egress.fair.weight_1=3"]
        # At the port of the switch, and at the port of one host that has both flows.
        for host in ("h2", "h1"):
            with self.subTest(host):
                flows = self.flows(star(b=host), *fair)
                self.assertAlmostEqual(flows["b"] / flows["a"], 3, delta=0.05)
        flows = self.flows(star())
        self.assertLess(flows["a"], flows["b"] / 100)  # strict priority

    # Weighted shares of packets of one length are those of DWRR.
    def test_beside_every_crossbar(self):
        for strategy in ("output_queued", "input_queued", "combined"):
            with self.subTest(strategy):
                own, dwrr = (self.flows(star(), f"switch.crossbar.strategy={strategy}", *sets) for sets in (
                    [f"{DISCIPLINE}=fair", "switch.egress.fair.weight_1=2"],
                    [f"{DISCIPLINE}=dwrr", "switch.egress.weights=[1, 2, 1, 1, 1, 1, 1, 1]"]))
                for name, packets in own.items():
                    self.assertAlmostEqual(packets, dwrr[name], delta=8)

    def test_software_chooses_again(self):
        own = 5
        text = star(more=WRITE.format(at="1ms", register="egress.discipline", value=1))
        flows = self.flows(text, f"{DISCIPLINE}=fair", "switch.egress.fair.weight_1=9")
        self.assertAlmostEqual(flows["b"] / flows["a"], (0.9 + 0.5) / (0.1 + 0.5), delta=0.05)
        text += WRITE.format(at="1.5ms", register="egress.discipline", value=own)
        flows = self.flows(text, f"{DISCIPLINE}=fair", "switch.egress.fair.weight_1=9")
        self.assertAlmostEqual(flows["b"] / flows["a"], (0.9 + 0.25 + 0.45) / (0.1 + 0.25 + 0.05), delta=0.1)
        for register, word in (("egress.discipline", "dwrr"), ("egress.discipline", "vl_arbitration")):
            self.refused("built without that discipline" if word == "vl_arbitration" else "2 bits",
                         star(more=WRITE.format(at="1ms", register=register, value=own)), f"{DISCIPLINE}={word}")
        self.refused("built without that class mapper", star(more=WRITE.format(at="1ms", register="forwarding.class_source", value=5)))

    def test_registers_and_cost(self):
        sets = [f"{DISCIPLINE}=fair", f"{SOURCE}=inputs", "flow_control.scheme=none"]
        done, _ = self.weir("registers", star(), *sets)
        self.assertRegex(done.stdout, r"`fair_virtual_time`\[3 port\] \| 64 \| ro")
        self.assertRegex(done.stdout, r"`inputs_asked` \| 32 \| ro")
        self.assertRegex(done.stdout, r"`discipline` \| 3 \| rw \| 0x5")
        done, _ = self.weir("cost", star(), *sets)
        self.assertEqual(done.returncode, 0, done.stderr)
        done, _ = self.weir("cost", star(), *sets, switches=("--synth", "--format", "json"))
        self.assertEqual([block["block"] for block in json.loads(done.stdout)["synthesis"]], ["port_registers"])
        done, _ = self.weir("list", "", plugins=(FAIR,))
        options = subprocess.run([WEIR, "--plugin", FAIR, "--plugin", SERVICE, "list", "mechanisms"], text=True, capture_output=True, check=True)
        self.assertIn("fair              run       start-time fair queueing\n", options.stdout)
        self.assertIn("service           run       classes by the services of DiffServ\n", options.stdout)

    # Hosts write PCP and DSCP that lead to the class of the flow, at each switch.
    def test_maps_by_fields(self):
        text = star(class_a=2, class_b=6)
        run = self.run_of(text, f"{SOURCE}=service", "flow_control.lossless=[2, 6]")
        self.assertEqual(run["drops"], {})
        queues = {(one["device"], one["class"]) for one in run["queues"] if one["veq_peak_bytes"] > 0}
        self.assertLessEqual({("s1", 2), ("s1", 6)}, queues)
        self.refused("no PCP and DSCP with DEI 0 lead to class 6 by switch.class_mapper.source = \"service\"", text, f"{SOURCE}=service",
                     "switch.class_mapper.service.voice=5")
        self.refused("'switch.class_mapper.service.assured': wanted four classes from there on; got 7", text, f"{SOURCE}=service",
                     "switch.class_mapper.service.assured=7")
        self.refused("\"inputs\" answers class 9 for PCP 3, DEI 0, DSCP 2; wanted a class below the 8 that the switch has", star(),
                     f"{SOURCE}=inputs", fault="fields_class_9")
        self.refused("a class mapper by fields has no registers that software writes; got shift", star(), f"{SOURCE}=inputs", fault="written")
        self.assertEqual(self.flows(star(), f"{SOURCE}=inputs", fault="by_fields"), self.flows(star()))

    # Port 0 of the switch is that of h1, port 1 that of h2.
    def test_maps_by_packets(self):
        text = star(class_a=5, class_b=5)
        run = self.run_of(text, f"{SOURCE}=inputs", "flow_control.scheme=none")
        flows = {flow["name"]: flow["delivered_packets"] for flow in run["flows"]}
        self.assertLess(flows["a"], flows["b"] / 100)  # class 1 goes first
        run = self.run_of(text, f"{SOURCE}=inputs", "flow_control.scheme=pause", "flow_control.lossless=[0, 1, 5]")
        self.assertEqual(run["drops"], {})
        self.refused("\"inputs\" changes a packet's class at each hop, and the feedback of pfc names a class, which is another one upstream; "
                     "wanted flow_control.scheme = \"pause\" or \"none\", or no lossless class", text, f"{SOURCE}=inputs")

    def test_wrong_answers(self):
        own = f"{DISCIPLINE}=highest"
        self.assertEqual(self.flows(star(), own), self.flows(star()))
        for fault, words in (("class_9", "chooses class 9"), ("empty_class", "chooses class ")):
            self.refused(f'the part "highest" {words}', star(class_a=1, class_b=3), own, status=BROKEN, command="run", fault=fault)
        self.refused("which has no packet that may leave; queue s1.p2; at 10", star(), own, status=BROKEN, command="run", fault="class_9")
        self.refused('the part "inputs" answers class 9; wanted a class below the 8 that the switch has; queue s1, port ', star(), f"{SOURCE}=inputs",
                     "flow_control.scheme=none", status=BROKEN, command="run", fault="class_9")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

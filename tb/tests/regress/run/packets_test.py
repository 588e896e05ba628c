# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Frames that a switch makes itself cross as packets do, whatever the crossbar, and feedback by them works where classes follow hops; packets
add up in every run, and neither the quantum nor who watches changes a result.

usage: packets_test.py WEIR
"""

import itertools

import weir_run

KINDS = ("injected", "made", "doubled", "delivered", "consumed", "dropped", "discarded", "in_network")
STAR = """
[scenario]
duration = "300us"
[topology]
kind = "star"
hosts = 4
rate = "10Gbps"
[flow_control]
scheme = "pfc"
[congestion]
detector = "bcn"
[congestion.bcn]
sampling_interval = 1
q_eq = "5KB"
"""
FLOWS = "".join(f'[[flow]]\nname = "f{n}"\nsrc = "{src}"\ndst = "{dst}"\nacknowledged = true\n'
                for n, (src, dst) in enumerate((("h1", "h3"), ("h2", "h3"), ("h4", "h1"), ("h3", "h2"))))
CROSSBARS = [("output_queued", "virtual_output", "cell", "round_robin"), ("combined", "virtual_output", "cell", "islip"),
             ("combined", "fifo", "cell", "round_robin"), ("combined", "virtual_output", "cell", "weighted_round_robin"),
             *(("input_queued", *rest) for rest in itertools.product(("fifo", "virtual_output"), ("cell", "packet"),
                                                                    ("round_robin", "islip", "weighted_round_robin")))]
RESET = """
[scenario]
duration = "500us"
[topology]
kind = "star"
hosts = 3
rate = "10Gbps"
[congestion]
detector = "fera"
[traffic]
control = "fera"
rate = "10Gbps"
stop = "100us"
[[flow]]
src = "h1"
dst = "h3"
[[flow]]
src = "h2"
dst = "h3"
[[event]]
at = "150us"
do = "reset_switch"
device = "s1"
length = "1us"
"""
HOPS = """
[scenario]
duration = "2ms"
[topology]
kind = "parking_lot"
switches = 3
rate = "10Gbps"
[switch.mmu]
viq_limit = "60KB"
headroom = "20KB"
[switch.class_mapper]
source = "ttl"
ttl0 = 5
[flow_control]
scheme = "ttl_pfc"
[flow_control.pfc]
xoff = "60KB"
xon = "50KB"
"""
TO_ONE = "".join(f'[[flow]]\nname = "f{n}"\nsrc = "h{n}"\ndst = "h4"\necn = "ect0"\n' for n in (1, 2, 3))
NOTIFY = """
[congestion]
detector = "red_ecn"
[congestion.red_ecn]
k_min = "5KB"
k_max = "20KB"
notify = true
notify_interval = "10us"
"""
SHOWN = """
[scenario]
duration = "1ms"
sample_interval = "10us"
[topology]
kind = "parking_lot"
switches = 3
rate = "10Gbps"
[measure]
feedback = true
occupancy = true
"""


class Packets(weir_run.RunTest):
    def play(self, text, sets=(), options=()):
        path = self.scratch / "packets.toml"
        path.write_text(text, encoding="utf-8")
        run = self.run_weir(path, sets, options)
        self.assertEqual(run.status, 0, run.stdout + run.stderr)
        self.add_up(run.summary)
        return run

    def same(self, text, sets=()):
        """The same run with quantum on and off."""
        runs = [self.play(text, (*sets, f"scenario.quantum={quantum}")) for quantum in ("on", "off")]
        self.assertIsNone(weir_run.first_difference(runs[0].results(), runs[1].results()))
        return runs[0]

    def add_up(self, summary):
        """The run and each row of its books, in packets and in bytes; and the rows are the run."""
        rows = summary["books"]
        for unit in ("packets", "bytes"):
            run = {kind: summary[f"{unit}_{kind}"] for kind in KINDS}
            for books in (run, *({kind: row[f"{kind}_{unit}"] for kind in KINDS} for row in rows)):
                begun = sum(books[kind] for kind in KINDS[:3])
                self.assertEqual(begun, sum(books[kind] for kind in KINDS[3:]), books)
            for kind in KINDS:
                self.assertEqual(run[kind], sum(row[f"{kind}_{unit}"] for row in rows), kind)

    def row(self, summary, frames, of="network"):
        return next((row for row in summary["books"] if (row["of"], row["frames"]) == (of, frames)), None)

    def test_own_frames_cross(self):
        for strategy, queueing, transfer, arbiter in CROSSBARS:
            if arbiter == "weighted_round_robin" and queueing == "fifo" or arbiter == "islip" and transfer == "packet":
                continue
            with self.subTest(strategy=strategy, queueing=queueing, transfer=transfer, arbiter=arbiter):
                sets = [f"switch.crossbar.strategy={strategy}"]
                if strategy != "output_queued":
                    sets += [f"switch.crossbar.queueing={queueing}", f"switch.crossbar.arbiter={arbiter}"]
                if strategy == "input_queued":
                    sets += [f"switch.crossbar.transfer={transfer}"]
                run = self.same(STAR + FLOWS, sets)
                self.assertGreater(self.row(run.summary, "notification")["consumed_packets"], 100)

    def test_what_a_reset_takes_is_counted_once(self):
        run = self.same(RESET)
        tags = self.row(run.summary, "rate_tag")
        self.assertGreater(tags["made_packets"], 0)
        self.assertLess(run.summary["packets_in_network"], 10_000)

    def test_feedback_where_classes_follow_hops(self):
        for source, sets in (("ttl", ()), ("ttl", ("switch.crossbar.strategy=input_queued",)),
                             ("label", ("switch.max_frame=1504B",))):
            with self.subTest(source, sets=sets):
                text = HOPS.replace('"ttl"', f'"{source}"').replace("" if source == "ttl" else "ttl0 = 5\n", "")
                run = self.same(text + NOTIFY + TO_ONE, sets)
                for flow in run.summary["flows"]:
                    self.assertGreater(flow["notifications_received"], 4)
                self.assertEqual(run.summary["packets_dropped"], 0)
                self.assertEqual(run.summary["faults"], [])

    def test_rate_tags_where_classes_follow_hops(self):
        tagged = "\n[congestion]\ndetector = \"fera\"\n[traffic]\ncontrol = \"fera\"\n"
        edges = HOPS[:HOPS.index("[flow_control]")] + '\n[congestion]\ndetector = "fera"\n[congestion.fera_edge]\nat = "hosts"\n'
        for text in (HOPS + tagged, edges):
            with self.subTest(text):
                run = self.same(text + TO_ONE)
                tags = self.row(run.summary, "rate_tag")
                self.assertGreater(tags["consumed_packets"], 20)
                self.assertEqual(tags["dropped_packets"], 0)

    def test_messages_of_deadlock_units_in_frames_of_their_own(self):
        faults = "".join(f'[[link_fault]]\ndo = "{fault}"\nprobability = 0.3\n' for fault in ("lose", "double"))
        faults += '[[link_fault]]\ndo = "delay"\nprobability = 0.3\nmost = "20us"\n'
        text = f'base = "{weir_run.TOP}/scenarios/itsy/knot_repaired.toml"\n'
        whole = self.row(self.same(text, ("expect=",)).summary, "deadlock_message")
        self.assertGreater(whole["made_packets"], 10)
        self.assertEqual(whole["dropped_packets"] + whole["doubled_packets"], 0)
        self.assertEqual(whole["made_bytes"], 64 * whole["made_packets"])
        struck = self.row(self.same(text + faults, ("expect=",)).summary, "deadlock_message")
        self.assertGreater(struck["dropped_packets"], 0)
        self.assertGreater(struck["doubled_packets"], 0)

    def test_neither_the_quantum_nor_waves_change_what_is_measured(self):
        scheme = '[flow_control]\nscheme = "gfc_buffer_based"\n'
        flows = "".join(f'[[flow]]\nsrc = "h{n}"\ndst = "h1"\n' for n in (2, 3))
        self.same(SHOWN + scheme + flows)
        hops = SHOWN + HOPS[HOPS.index("[switch.mmu]"):] + flows
        bare, waves = self.play(hops), self.play(hops, (), ("--waves", "fst"))
        self.assertIsNone(weir_run.first_difference(bare.results(), waves.results()))
        depths = [(run.out / "occupancy.csv").read_text(encoding="utf-8") for run in (bare, waves)]
        self.assertEqual(*depths)


if __name__ == "__main__":
    weir_run.main()

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The memories of weir cost: what each port has for itself, how often tables are there, and no bank without a word.

usage: memories_test.py WEIR
"""

import unittest

import program
from program import report

SCHEMES = ("pfc,gfc_buffer_based,gfc_time_based,cbfc,tcd,fera,bcn,red_ecn,ib_fecn,itsy,count_min_drop", "ue_cbfc", "ttl_pfc")


class Memories(unittest.TestCase):
    def test_banks_of_the_worst_frame(self):
        """Words of 64 B: 65 B, each beginning a word, are 1.41 words a cycle of 400 Gbps; 64 B are 0.71."""
        cost = report("--ports", "32", "--lossless", "2", "--rate", "400Gbps", "--buffer", "64MiB")
        memory = next(m for m in cost["memories"] if m["memory"] == "port.receive_buffer")
        self.assertEqual((memory["worst_frame_bytes"], memory["words_of_it"]), (65, 2))
        self.assertAlmostEqual(memory["writes_per_cycle"], 400e9 / (85 * 8) * 1.2e-9 * 2)
        self.assertEqual((memory["number"], memory["words"], memory["banks_1r1w"]), (32, 25, 2))

    def test_memories_that_could_exist(self):
        """A port's counters are written by its port alone, and tables are there as often as packets ask in a cycle."""
        cost = report("--ports", "32", "--lossless", "2", "--rate", "400Gbps", "--buffer", "64MiB")
        of = {memory["memory"]: memory for memory in cost["memories"]}
        sent = of["port.frames_sent"]
        self.assertEqual([sent[key] for key in ("number", "words", "bits", "banks_1rw", "banks_1r1w", "copies")],
                         [32, 1, 32 * 64, None, 1, 1])
        self.assertAlmostEqual(sent["writes_per_cycle"], 400e9 / (84 * 8) * 1.2e-9)
        for name, key in of.items():
            ports = next((r["dimensions"] for r in cost["registers"] if f"{r['block']}.{r['register']}" == name), [])
            self.assertEqual(key["number"] == 32, ports[:1] == [{"of": "port", "size": 32}] or "counters" in name, name)
        # 22.86 packets a cycle: 23 copies, of which 22 are beside the first
        tables = [of[f"forwarding.{name}"] for name in ("prefix_key", "prefix_v6_key")]
        self.assertEqual({table["copies"] for table in tables}, {23})
        self.assertEqual(cost["copied_bits"]["tcam"], 22 * cost["bits"]["tcam"])
        self.assertEqual(cost["copied_bits"]["sram"], sum(m["bits_of_copies"] - m["bits"] for m in of.values()
                                                          if m["kind"] == "sram"))
        self.assertGreater(cost["copied_bits"]["sram"], 0)
        self.assertEqual(cost["plain_pfc"]["copied_bits"], cost["copied_bits"])

    def test_blocks_that_packets_ask(self):
        """A class mapper answers from settings, so that copies share packets; admission does not, and a note says what it keeps up with."""
        switch = ("--ports", "32", "--lossless", "2", "--buffer", "512MiB", "--mechanisms")
        for rate, packets, copies in (("10Gbps", 0.57, 1), ("400Gbps", 22.86, 23), ("800Gbps", 45.71, 46)):
            cost = report(*switch, "pfc", "--rate", rate)
            self.assertAlmostEqual(cost["packets_per_cycle"], packets, places=2)
            self.assertEqual(cost["packet_blocks"], [{"block": "class_mapper", "copies": copies, "may_be_copied": True,
                                                      "flip_flops": 251, "keeps_up_from_bytes": 64}])
            self.assertEqual(cost["copied_bits"]["flip_flop"], 251 * (copies - 1))
            self.assertEqual([note for note in cost["notes"] if "a cycle" in note], [])
        # 12.8 Tbps are 1,920 B in 1.2 ns, and 20 B of them are preamble and gap. At 1 Gbps a port nothing is said.
        for form in ("partition_admission", "partition_admission_memory"):
            accounts = "memory" if form.endswith("memory") else "flip_flops"
            for rate, length in (("400Gbps", 1900), ("401Gbps", 1905), ("1Gbps", 64)):
                cost = report(*switch, "ttl_pfc", "--rate", rate, "--partition-accounts", accounts)
                admission = next(block for block in cost["packet_blocks"] if block["block"] == form)
                self.assertEqual([admission[key] for key in ("copies", "may_be_copied", "keeps_up_from_bytes")], [1, False, length])
                self.assertEqual([length == 64 or f"{length} B or more" in note for note in cost["notes"] if note.startswith(form)],
                                 [True] * (length != 64))

    def test_no_bank_without_a_word(self):
        for mechanisms in SCHEMES:
            for rate in ("100Gbps", "1.6Tbps"):
                cost = report("--ports", "64", "--lossless", "2", "--rate", rate, "--buffer", "512MiB",
                              "--mechanisms", mechanisms)
                for memory in cost["memories"]:
                    self.assertLessEqual(memory["banks_1r1w"], memory["words"], memory)
                    self.assertLessEqual(memory["banks_1rw"] or 0, memory["words"], memory)
                    if memory["reads_per_cycle"] > memory["words"]:  # more than a cycle has: of counters alone
                        name = memory["memory"]
                        held = [r for r in cost["registers"] if f"{r['block']}.{r['register']}" == name]
                        self.assertEqual([r["access"] for r in held], ["ro"], name)


if __name__ == "__main__":
    program.main()

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Every scenario of the fat tree, of the ring, of TTL-shifted PFC and every small one holds what it expects; and an expectation that does not hold is told.

usage: scenarios_test.py WEIR
"""

import weir_run


class Scenarios(weir_run.RunTest):
    def test_every_expectation_holds(self):
        files = [path for folder in ("fat_tree", "ring", "small", "ttl") for path in sorted((weir_run.TOP / "scenarios" / folder).glob("*.toml"))]
        self.assertGreaterEqual(len(files), 9)
        for path in files:
            with self.subTest(path.stem):
                run = self.run_weir(path, status=(0,))
                expectations = run.summary["expectations"]
                self.assertTrue(expectations, "a scenario that expects nothing shows nothing")
                self.assertTrue(all(expectation["held"] for expectation in expectations))
                self.assertIn(f"verdict: all {len(expectations)} expectations held\n", run.stdout)
                self.assertFalse(run.summary["partial"])

    def test_a_wrong_expectation_fails_and_is_named(self):
        for wrong, value in (("deadlock=true", False), ("drops=1", 0), ("packets_delivered=7", None)):
            run = self.run_weir("scenarios/small/gfc_two_to_one.toml", [f"expect.{wrong}"], status=(1,))
            failed = [expectation for expectation in run.summary["expectations"] if not expectation["held"]]
            self.assertEqual([expectation["text"] for expectation in failed], [wrong.replace("=", " = ")])
            if value is not None:
                self.assertEqual(failed[0]["value"], value)
            self.assertRegex(run.stdout, rf"FAILED +{failed[0]['text']}")
            self.assertEqual(run.stderr, "")

    def test_headroom_one_packet_too_small_loses_and_says_where_and_why(self):
        run = self.run_weir("scenarios/small/pfc_incast_short_headroom.toml", status=(0,))
        self.assertGreater(sum(run.summary["drops"].values()), 0)
        fault = run.summary["faults"][0]
        # Which packet, which queue, which bound.
        self.assertRegex(fault, r"packet \d+ of flow \w+ \(1500 B\) at queue s1\.p[0-3]\.c0: VIQ depth \d+ B \+ 1500 B is over "
                                r"viq_limit 150000 B \+ headroom 10468 B; the headroom that loses nothing is 11968 B")
        self.assertIn(f"fault: {fault}", run.stdout)
        self.assertIn(fault, (run.out / "run.log").read_text(encoding="utf-8"))


if __name__ == "__main__":
    weir_run.main()

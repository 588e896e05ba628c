# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The scenarios of ITSY tell one protocol from the other, so their expectations can fail: each hole and each case of the paper
(docs/results/itsy_holes.md), with the protocol of its twin.

usage: itsy_test.py WEIR
"""

import subprocess

import weir_run

FOLDER = weir_run.TOP / "scenarios" / "itsy"
HOLES = ("h1", "h2", "simultaneous", "h4", "h5", "h6", "h7", "h8", "h9", "knot")  # H1 to H10
CASES = ("on_loop", "off_loop", "resumed_loop", "two_loops_disjoint", "two_loops_shared", "knot_several")
OTHER = {"published": "repaired", "repaired": "published"}
SAME = ("resumed_loop_published", "resumed_loop_repaired", "h9_published", "h9_repaired")  # what both protocols say


class Itsy(weir_run.RunTest):
    def test_every_hole_and_case_tells_the_protocols_apart(self):
        for name in (f"{case}_{protocol}" for case in HOLES + CASES for protocol in OTHER):
            with self.subTest(name):
                path = FOLDER / f"{name}.toml"
                other = OTHER[name.rsplit("_", 1)[1]]
                run = self.run_weir(path, [f"deadlock.itsy.protocol={other}"])
                failed = [expectation["text"] for expectation in run.summary["expectations"] if not expectation["held"]]
                self.assertEqual(bool(failed), name not in SAME, failed)

    def test_where_nobody_pauses_neither_protocol_says_anything(self):
        for protocol in OTHER:
            self.run_weir(FOLDER / "quiet.toml", [f"deadlock.itsy.protocol={protocol}"], status=(0,))
        loaded = self.run_weir(FOLDER / "quiet.toml", ["flow.f1.rate=9Gbps"], status=(1,))
        failed = [expectation["text"] for expectation in loaded.summary["expectations"] if not expectation["held"]]
        self.assertTrue(any("pauses_sent" in text for text in failed), failed)


    def test_rounds_are_as_long_as_the_network_wants(self):
        # Twelve VIQs that switches pause at switches: two for each of six cables.
        twelve, auto = (self.run_weir(FOLDER / "mesh_rounds.toml", [f"deadlock.itsy.rounds={rounds}"], status=(0,)) for rounds in (12, "auto"))
        self.assertIsNone(weir_run.first_difference(twelve.results(), auto.results()))
        self.assertIn('rounds = "auto"', (auto.out / "resolved.toml").read_text(encoding="utf-8"))
        again = self.run_weir(auto.out / "resolved.toml", status=(0,))
        self.assertIsNone(weir_run.first_difference(auto.results(), again.results()))

    def test_rounds_find_what_checks_do_not_and_check_says_so(self):
        name = FOLDER / "knot_several_repaired.toml"
        score = self.run_weir(name, ['deadlock.itsy.rounds="auto"'], status=(1,)).summary["score"]
        self.assertEqual((score["missed"], score["declared_false"], score["knots"][0]["class"]), (0, 0, "several"))
        self.assertGreater(score["declared_true"], 0)
        note = "note: loops of the routes meet in VIQs"
        for sets, said in (((), True), (("--set", "deadlock.itsy.rounds=auto"), False)):
            done = subprocess.run([self.weir, "check", str(name), *sets], cwd=weir_run.TOP, capture_output=True, text=True, check=True)
            self.assertEqual(note in done.stdout, said, done.stdout)


if __name__ == "__main__":
    weir_run.main()

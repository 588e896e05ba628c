# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""weir compare: which settings and results of two runs, or two sweeps, differ, as text, JSON and a page; and weir help.

usage: compare_test.py WEIR
"""

import json
import re
import shutil
import subprocess

import sweep_case
import weir_run  # first: it says where the browser is
import browser

PFC = "scenarios/ring/pfc.toml"
SHORT = ("--until", "500us")


class CompareTest(weir_run.RunTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.base = cls.run_weir(PFC, (), SHORT)
        cls.again = cls.run_weir(PFC, (), SHORT)
        cls.slower = cls.run_weir(PFC, ("topology.delay=1.5us",), SHORT)

    def compare(self, a, b, *options, status):
        done = subprocess.run([self.weir, "compare", a, b, *options], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def json(self, a, b, *options, status):
        return json.loads(self.compare(a, b, "--format", "json", *options, status=status))


class CompareRuns(CompareTest):
    def edited(self, change):
        """A copy of the base whose summary has been changed."""
        out = self.new_out()
        shutil.copytree(self.base.out, out)
        summary = self.base.summary
        change(summary)
        (out / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
        return out

    def test_equal_runs(self):
        found = self.json(self.base.out, self.again.out, status=0)
        self.assertFalse(found["differs"])
        self.assertEqual((found["settings"], found["results"], found["results_within"]), ([], [], 0))
        self.assertGreater(found["settings_compared"], 80)
        self.assertGreater(found["results_compared"], 60)
        self.assertIn("0 of ", self.compare(self.base.out, self.again.out, status=0))

    def test_another_setting_and_what_follows_from_it(self):
        found = self.json(self.base.out, self.slower.out, status=1)
        self.assertEqual(found["settings"], [{"key": "topology.delay", "a": '"1us"', "b": '"1.5us"'},
                                             {"key": "topology.trunk_delay", "a": '"1us"', "b": '"1.5us"'}])
        keys = [result["key"] for result in found["results"]]
        self.assertIn("flow.f1.delivered_bytes", keys)
        delivered = next(result for result in found["results"] if result["key"] == "packets_delivered")
        a, b = self.base.summary["packets_delivered"], self.slower.summary["packets_delivered"]
        self.assertEqual((delivered["a"], delivered["b"], delivered["unit"]), (a, b, "count"))
        self.assertAlmostEqual(delivered["relative"], (b - a) / a)
        text = self.compare(self.base.out, self.slower.out, status=1)
        self.assertRegex(text, r'topology\.delay +"1us" +"1\.5us"\n')
        self.assertRegex(text, r"flow\.f1\.delivered_bytes +\S+ \S+ +\S+ \S+ +[-+][\d.e-]+ %\n")

    def test_thresholds_hold_at_their_value_and_not_below(self):
        def more(summary):
            summary["packets_delivered"] += 10
        other = self.edited(more)
        of_a = self.base.summary["packets_delivered"]
        for options, status in ((("--threshold", repr(10.0001 / of_a)), 0), (("--threshold", repr(9.9999 / of_a)), 1),
                                (("--threshold", f"{1000.01 / of_a}%"), 0), (("--absolute", "10"), 0), (("--absolute", "9"), 1),
                                (("--absolute", "1s", "--absolute", "10Tbps", "--absolute", "1GB"), 1)):
            found = self.json(self.base.out, other, *options, status=status)
            self.assertEqual([result["key"] for result in found["results"]], ["packets_delivered"] * status, options)
            self.assertEqual(found["results_within"], 1 - status)

    def test_a_threshold_is_the_decimal_number_that_was_written(self):
        def delivered(packets):
            def change(summary):
                summary["packets_delivered"] = packets
            return self.edited(change)
        of_a = delivered(100)
        for packets, threshold, status in ((129, "29%", 0), (129, "0.29", 0), (129, "28.9%", 1), (130, "29%", 1), (107, "7.0%", 0), (108, "0.07", 1)):
            self.json(of_a, delivered(packets), "--threshold", threshold, status=status)

    def test_percent_is_of_a(self):
        def doubled(summary):
            summary["packets_delivered"] *= 2
        def none(summary):
            summary["packets_delivered"] = 0
        other, nothing = self.edited(doubled), self.edited(none)
        for a, b, relative, text in ((self.base.out, other, 1, r" \+100\.0 %\n"), (other, self.base.out, -0.5, r" -50\.0 %\n"),
                                     (nothing, self.base.out, None, r"\d\n")):
            result, = self.json(a, b, status=1)["results"]
            self.assertEqual((result["key"], result["relative"]), ("packets_delivered", relative))
            self.assertRegex(self.compare(a, b, status=1), r"packets_delivered .*" + text)

    def test_null_is_a_difference_to_a_number_whatever_the_threshold(self):
        def nothing(summary):
            summary["flows"][0]["steady_bps"] = None
        found = self.json(self.base.out, self.edited(nothing), "--threshold", "1000", status=1)
        self.assertEqual([(result["key"], result["b"], result["relative"]) for result in found["results"]],
                         [("throughput", None, None), ("flow.f1.steady_rate", None, None)])

    def test_a_flow_that_one_does_not_have(self):
        def fewer(summary):
            del summary["flows"][1]
        other = self.edited(fewer)
        found = self.json(self.base.out, other, "--threshold", "1000", status=1)
        self.assertEqual({result.get("only_in") for result in found["results"] if result["key"].startswith("flow.")}, {"a"})
        self.assertIn("not there", self.compare(self.base.out, other, status=1))

    def test_a_queue_that_saw_nothing_is_all_zero(self):
        def quiet(summary):
            del summary["queues"][0]
        gone = self.base.summary["queues"][0]
        found = self.json(self.base.out, self.edited(quiet), status=1)
        place = f"queue.{gone['device']}.p{gone['port']}.c{gone['class']}."
        self.assertTrue(found["results"])
        self.assertEqual({result["b"] for result in found["results"] if result["key"].startswith(place)}, {0})
        self.assertTrue(all(result["key"].startswith((place, "hold_and_wait")) for result in found["results"]))

    def test_page(self):
        out = self.scratch / "compared.html"
        self.assertEqual(self.compare(self.base.out, self.slower.out, "--format", "html", "--out", out, status=1), "")
        page = out.read_text(encoding="utf-8")
        elements = re.sub("<script>.*</script>", "", page, flags=re.DOTALL)
        self.assertNotRegex(elements, "(src|href)=")
        self.assertNotRegex(page, "https?://")
        self.assertEqual(browser.page_faults(page), [])
        for part in ("topology.delay", "1.5us", "flow.f1.delivered_bytes", self.base.summary["resolved_sha256"], "prefers-color-scheme"):
            self.assertIn(part, page)

    def test_what_is_no_run_is_refused(self):
        other = self.new_out()
        shutil.copytree(self.base.out, other)
        (other / "resolved.toml").unlink()
        done = subprocess.run([self.weir, "compare", self.base.out, other], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, f"weir: {other}/resolved.toml: cannot read: No such file or directory\n")


PLAN = f"""
[sweep]
scenario = "{weir_run.TOP / PFC}"
until = "300us"
keep = "none"
results = ["packets_delivered", "max queue.*.*.*.viq_peak"]
set = ["expect.deadlock=false"]
[[axis]]
key = "flow_control.pfc.xon"
values = ["780KB", "790KB"]
[[axis]]
seeds = 2
"""
POINT = "flow_control.pfc.xon=780KB, scenario.seed=1: "


class CompareSweeps(CompareTest, sweep_case.SweepCase):
    def swept(self, text=PLAN):
        plan = self.new_plan(text)
        subprocess.run([self.weir, "sweep", "run", plan], capture_output=True, check=False)
        return plan

    def test_equal_sweeps(self):
        a, b = self.swept(), self.swept()
        found = self.json(a, b.with_suffix(".sqlite"), status=0)
        self.assertEqual((found["settings"], found["results"]), ([], []))
        self.assertEqual(found["results_compared"], 4 * (1 + 2 + len(self.base.summary["expectations"])))
        self.assertEqual(found["a"]["program"].split(",")[0], "weir " + self.base.summary["version"])

    def test_another_setting_and_what_follows_from_it(self):
        found = self.json(self.swept(), self.swept(PLAN.replace('"expect.dead', '"topology.delay=2us", "expect.dead')), status=1)
        self.assertEqual([setting["key"] for setting in found["settings"]], ["sweep.set", "SHA-256 of all resolved scenarios"])
        self.assertIn(POINT + "packets_delivered", [result["key"] for result in found["results"]])
        peak = next(result for result in found["results"] if result["key"] == POINT + "max queue.*.*.*.viq_peak")
        self.assertEqual(peak["unit"], "bytes")

    def test_a_point_that_one_does_not_have(self):
        a, b = self.swept(), self.swept(PLAN.replace('"790KB"', '"795KB"'))
        found = self.json(a, b, status=1)
        self.assertEqual([setting["key"] for setting in found["settings"]], ["axis[1].values", "SHA-256 of all resolved scenarios"])
        results = 1 + 2 + len(self.base.summary["expectations"])
        self.assertEqual(found["lone_runs"],
                         [{"run": f"flow_control.pfc.xon={xon}, scenario.seed={seed}", "only_in": side, "results": results}
                          for xon, side in (("790KB", "a"), ("795KB", "b")) for seed in (1, 2)])
        self.assertEqual((found["results"], found["results_compared"]), ([], 2 * results))
        text = self.compare(a, b, status=1)
        for side, xon in (("A", "790KB"), ("B", "795KB")):
            self.assertIn(f"2 runs are only in {side}\n  flow_control.pfc.xon={xon}, scenario.seed=1  {results} results\n", text)
        self.assertNotIn("not there", text)

    def test_many_points_that_one_does_not_have_are_counted(self):
        text = self.compare(self.swept(), self.swept(PLAN.replace("seeds = 2", "seeds = 8")), status=1)
        self.assertIn("12 runs are only in B\n", text)
        self.assertIn("  and 4 more\n", text)
        self.assertEqual(text.count("scenario.seed="), 8)

    def test_a_run_that_failed(self):
        found = self.json(self.swept(), self.swept(PLAN.replace('keep =', 'time_limit = "1ns"\nkeep =')), status=1)
        done = next(result for result in found["results"] if result["key"] == POINT + "done")
        self.assertEqual((done["a"], done["b"]), (1, 0))

    def test_a_run_and_a_sweep_are_refused(self):
        plan = self.swept()
        for a, b in ((plan, self.base.out), (self.base.out, plan)):
            done = subprocess.run([self.weir, "compare", a, b], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr),
                             (2, f"weir: {self.base.out}: wanted a sweep, its plan or its store, as {plan} is one\n"))


class Help(weir_run.RunTest):
    def test_help_of_a_command(self):
        def output(*arguments):
            return subprocess.run([self.weir, *arguments], capture_output=True, text=True, check=True).stdout
        self.assertEqual(output("help", "run"), output("run", "--help"))
        self.assertEqual(output("help"), output("--help"))


if __name__ == "__main__":
    weir_run.main()

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Studies seen from outside: a table on a changed switch, claims that do not hold, a stale page, what is refused."""

import csv
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[4]
WEIR = ""
PLAN = """
[sweep]
scenario = "{top}/scenarios/ring/pfc.toml"
set = ["scenario.duration=300us", "scenario.sample_interval=50us", "expect="]
keep = "none"
[[axis]]
key = "flow_control.pfc.xon"
values = ["780KB", "790KB"]
[[axis]]
seeds = 2
[windows]
late = ["100us", "300us"]
each = ["0us", "250us", "50us"]
[figures]
rate = "mean(flow.*.delivered_bps[late])"
[page]
file = "page.md"
cpu_time = "1s"
[[page.table]]
rows = "flow_control.pfc.xon"
columns = "figure"
corner = "XON"
cells = {{ "each" = "{{rate:Gbps.2}}", "peak" = "{{max(queue.*.*.*.viq_peak):KB.1 +-}}" }}
[[page.curve]]
file = "c.svg"
title = "Rates"
where = {{ "flow_control.pfc.xon" = "780KB" }}
[[page.curve.panel]]
title = "f1"
y = "flow.f1.delivered_bps[each]"
unit = "Gbps"
top = "10Gbps"
[[page.claim]]
says = "flows share their links"
holds = {{ rate = {{ min = "4.5Gbps", max = "5.5Gbps" }} }}
"""
PAGE = "# A page\n\n<!-- figures: begin -->\n<!-- figures: end -->\n"


class Study(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = pathlib.Path(self.scratch.name)
        self.plan = self.folder / "p.toml"
        self.page = self.folder / "page.md"
        self.plan.write_text(PLAN.format(top=TOP), encoding="utf-8")
        self.page.write_text(PAGE, encoding="utf-8")

    def weir(self, command, *options):
        return subprocess.run([WEIR, "study", command, self.plan, *options], capture_output=True, text=True, check=False)

    def change(self, old, new):
        text = self.plan.read_text(encoding="utf-8")
        self.assertIn(old, text)
        self.plan.write_text(text.replace(old, new), encoding="utf-8")

    def done(self, *options):
        done = self.weir(*options)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def refused(self, words, *options):
        done = self.weir(*options)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(words, done.stderr)

    def test_a_page_is_written_once_and_holds(self):
        self.assertIn("1 of 1 claims hold, judged in 2 cells", self.done("run"))
        self.assertEqual(self.weir("page", "--check").returncode, 1)
        self.done("page", "--write")
        text = self.page.read_text(encoding="utf-8")
        self.assertIn("| XON | each | peak |\n|---|---|---|\n| 780KB | 5.04 | ", text)
        self.assertEqual(text.count("\nTables by `weir study page p.toml`: 4 runs, "), 1)
        self.done("page", "--check")
        self.done("page", "--write")
        self.assertEqual(self.page.read_text(encoding="utf-8"), text)
        self.page.write_text(text.replace("4 runs", "5 runs"), encoding="utf-8")
        self.done("page", "--check")
        self.page.write_text(text.replace("| 5.04 |", "| 5.01 |", 1), encoding="utf-8")
        stale = self.weir("page", "--check")
        self.assertEqual(stale.returncode, 1)
        self.assertIn('row "780KB", column "each": it has "5.01", these runs give "5.04"; --write puts it there', stale.stdout)

    def points(self, file):
        """Of the curve: us and Gbps, from where they are in the drawing."""
        path = re.search(r'<path class="c0" d="([^"]*)"', file.read_text(encoding="utf-8"))[1]
        # The plot is 380 wide and 130 high, its corner at (62, 54); 0 to 250 us, 0 to 10 Gbps.
        return [((float(x) - 62) / 380 * 250, (184 - float(y)) / 130 * 10) for x, y in re.findall(r"[ML]([0-9.]+) ([0-9.]+)", path)]

    def test_a_curve_is_at_the_numbers_of_the_time_series(self):
        self.assertIn("c.svg", self.done("run", "--store", str(self.folder / "s" / "s.sqlite")))
        sums = {}
        for seed in (1, 2):
            out = self.folder / f"run_{seed}"
            sets = [word for one in ("scenario.duration=300us", "scenario.sample_interval=50us", "expect=", "flow_control.pfc.xon=780KB")
                    for word in ("--set", one)]
            subprocess.run([WEIR, "run", TOP / "scenarios/ring/pfc.toml", *sets, "--seed", str(seed), "--out", out], check=True,
                           capture_output=True)
            for row in csv.DictReader((out / "timeseries.csv").open(encoding="utf-8")):
                sums.setdefault(round(float(row["time_seconds"]) * 1e6), []).append(float(row["flow.f1.delivered_bps"]) / 1e9)
        wanted = [(at, sum(rates) / 2) for at, rates in sums.items() if at <= 250]
        self.assertGreater(max(rate for _, rate in wanted), 1)
        drawn = self.points(self.folder / "s" / "c.svg")
        # Points within a level stretch are left out.
        self.assertGreater(len(drawn), 1)
        for at, rate in drawn:
            self.assertLess(min(abs(at - x) + abs(rate - y) for x, y in wanted), 0.1, f"{drawn} {wanted}")
        for ends in (0, -1):
            self.assertAlmostEqual(drawn[ends][0], wanted[ends][0], delta=0.1)

    def test_a_curve_is_compared(self):
        self.done("run")
        curve = self.folder / "c.svg"
        self.page.write_text(PAGE, encoding="utf-8")
        self.done("page", "--write")
        drawn = curve.read_bytes()
        self.done("page", "--check")
        curve.write_bytes(drawn.replace(b"Rates", b"Rites", 1))
        stale = self.weir("page", "--check")
        self.assertEqual((stale.returncode, stale.stdout), (1, f"{curve}: is not the drawing of these runs; --write draws it\n"))
        curve.unlink()
        self.assertEqual(self.weir("page", "--check").returncode, 1)
        self.done("page", "--write")
        self.assertEqual(curve.read_bytes(), drawn)

    def test_a_table_on_a_changed_switch(self):
        self.done("run")
        slow = ("--set", "topology.rate=5Gbps", "--store", str(self.folder / "slow.sqlite"))
        broken = self.weir("run", *slow)
        self.assertEqual(broken.returncode, 1)
        self.assertIn("does not hold: flows share their links: flow_control.pfc.xon=780KB: rate is 2.", broken.stdout)
        self.assertIn("0 of 1 claims hold", broken.stdout)
        self.assertEqual(self.weir("claims", *slow).returncode, 1)
        self.assertIn("| 780KB | 2.48 |", self.done("page", *slow))
        self.assertIn("| 780KB | 5.04 |", self.done("page"))
        self.refused("the tables with --set are printed", "page", "--write", *slow)

    def test_a_tenth_is_compared_alone(self):
        self.assertIn("judged in 1 cells", self.done("run", "--tenth"))
        self.refused("2 of 4 runs are not done; weir study run does them", "claims")
        self.assertIn("?", self.done("page", "--tenth"))
        self.assertIn("null", self.done("page", "--tenth", "--json"))
        self.refused("--tenth goes with --check", "page", "--write", "--tenth")
        self.refused("--json goes with neither --write nor --check", "page", "--check", "--json")

    def test_what_is_refused(self):
        self.refused("p.sqlite", "claims")
        self.refused("--set \"flow_control.pfc.xon=1KB\" does nothing", "run", "--set", "flow_control.pfc.xon=1KB")
        self.refused("unknown key", "run", "--set", "switch.nothing=1")
        self.change("[late])", "[lat])")
        self.refused("key 'figures.rate': there is no window \"lat\"; the nearest is \"late\"", "run")
        self.change("[lat])", "[late])")
        self.change("late = [\"100us\", \"300us\"]", "late = [\"100us\", \"400us\"]")
        self.refused("key 'figures.rate': wanted a window with a sample", "run")
        self.change("\"400us\"", "\"300us\"")
        self.change("flow.*.delivered_bps", "flow.f9.delivered_bps")
        self.refused("the scenario has no flow \"f9\"", "run")
        self.change("flow.f9.delivered_bps", "flow.*.delivered_bsp")
        self.refused("no run has \"flow.*.delivered_bsp\"", "run")
        self.change("flow.*.delivered_bsp", "flow.*.delivered_bps")
        self.change("c.svg", "c.gif")
        self.refused("p.toml:25:8: key 'page.curve.file': wanted a file of its own that ends in .svg", "run")


if __name__ == "__main__":
    WEIR = sys.argv.pop(1)
    unittest.main()

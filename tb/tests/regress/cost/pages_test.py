# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The pages of weir cost in a browser, from disk and without a network.

usage: pages_test.py WEIR
"""

import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(TOP / "tb/tests/regress/report"))
import browser  # noqa: E402

# Appended to a copy of the page: what only the browser can see, under each choice of each control.
PROBE = """
<script>
(function () {
  const lines = () => Array.from(document.querySelectorAll("svg.plot")).map((plot) =>
    Array.from(plot.querySelectorAll("polyline")).map((line) => line.getAttribute("points").split(" ").length));
  const seen = [lines()];
  document.querySelectorAll("select").forEach((select) => Array.from(select.options).forEach((option) => {
    select.value = option.value;
    select.dispatchEvent(new Event("change"));
    seen.push(lines());
  }));
  const probe = document.createElement("pre");
  probe.id = "probe";
  probe.textContent = JSON.stringify({
    lines: seen,
    bad: document.querySelectorAll("svg.plot").length &&
      Array.from(document.querySelectorAll("svg.plot *")).some((part) => /NaN|Infinity/.test(part.outerHTML)),
    resources: performance.getEntriesByType("resource").map((entry) => entry.name),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    bars: Array.from(document.querySelectorAll(".bar i")).map((bar) => bar.getBoundingClientRect().width),
    fault: Array.from(document.querySelectorAll("#script-fault")).map((part) => getComputedStyle(part).display),
  });
  document.body.append(probe);
})();
</script>
"""


def opened(text):
    shown = browser.show(browser.with_probe(text, PROBE))
    probe = re.search(r'<pre id="probe">([^<]*)</pre>', shown.dom)
    return shown.dom, json.loads(html.unescape(probe.group(1))) if probe else None, shown.console


class Pages(unittest.TestCase):
    def check(self, text):
        dom, probe, console = opened(text)
        self.assertEqual(console, [])
        self.assertIsNotNone(probe)
        self.assertEqual(browser.table_faults(dom), [])
        self.assertEqual(probe["resources"], [])
        self.assertLessEqual(probe["overflow"], 0)
        self.assertFalse(probe["bad"])
        return dom, probe

    def test_report(self):
        done = subprocess.run([WEIR, "cost", "--mechanisms", "pfc,gfc,tcd,itsy", "--format", "html", "--macros",
                               "tb/cost/macros_example.toml"], cwd=TOP, capture_output=True, text=True, check=True)
        dom, probe = self.check(done.stdout)
        self.assertGreater(max(probe["bars"]), 100)
        for section in ("bars", "mechanisms", "against_plain_pfc", "headroom", "memories", "macros", "registers"):
            self.assertIn(f'<section id="{section}">', dom)

    def test_comparison(self):
        done = subprocess.run([WEIR, "cost", "--compare", "--format", "html"], cwd=TOP,
                              capture_output=True, text=True, check=True)
        self.check(done.stdout)

    def test_chips(self):
        done = subprocess.run([WEIR, "cost", "--chip", "pfc", "--chip", "pfc,gfc,tcd", "--format", "html"], cwd=TOP,
                              capture_output=True, text=True, check=True)
        dom, _ = self.check(done.stdout)
        for section in ("chips", "promises"):
            self.assertIn(f'<section id="{section}">', dom)

    def test_sweep(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "sweep"
            subprocess.run([WEIR, "cost", "--sweep", "ports=16..64", "classes=2..4", "rate=10Gbps..100Gbps", "--out", out],
                           cwd=TOP, capture_output=True, check=True)
            dom, probe = self.check((out / "sweep.html").read_text(encoding="utf-8"))
        self.assertEqual(probe["fault"], ["none"])
        self.assertIn('id="plots-drawn" hidden="" data-count="4"', dom)
        first = probe["lines"][0]
        self.assertEqual(len(first), 4)
        self.assertGreater(len(first[0]), 5)  # mechanisms
        self.assertTrue(all(points == 3 for points in first[0]))  # 16, 32, 64 ports
        self.assertTrue(all(points == 5 for points in first[1]))  # 10, 25, 40, 50, 100 Gbps
        self.assertEqual(first[2], [3] * 5)
        self.assertEqual(first[3], [5] * 4)  # C tau, PFC, GFC, CBFC

    def test_a_broken_page_is_found(self):
        _, probe, console = opened("<html><body><script>undefined_function();</script></body></html>")
        self.assertTrue(console)
        self.assertIsNotNone(probe)


if __name__ == "__main__":
    WEIR = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()

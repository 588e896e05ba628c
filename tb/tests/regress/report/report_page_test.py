# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""report.html in a real browser: plots drawn, no console message, nothing asked of a network. And the check can fail.

usage: report_page_test.py WRITE_SAMPLE_RUN
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import browser


def sample_page(kind):
    with tempfile.TemporaryDirectory() as folder:
        run = pathlib.Path(folder) / "run"
        subprocess.run([WRITE_SAMPLE_RUN, kind, run], stdout=subprocess.DEVNULL, check=True)
        return (run / "report.html").read_text(encoding="utf-8")


class ReportPage(unittest.TestCase):
    def opens(self, kind):
        opened = browser.open_page(sample_page(kind))
        self.assertEqual(browser.problems(opened), [])
        return opened

    def fails(self, html, reason):
        self.assertIn(reason, "\n".join(browser.problems(browser.open_page(html))))

    def test_a_run_that_went_well(self):
        opened = self.opens("ring")
        self.assertEqual(opened.plots, ["viq_depth_bytes 6x2000", "veq_depth_bytes 3x2000", "delivered_bps 3x2000",
                                        "receiver_stage 3x2000", "assigned_rate_bps 9x2000"])

    def test_a_deadlock(self):
        opened = self.opens("deadlock")
        self.assertIn("paused_ratio 9x2000", opened.plots)
        self.assertIn("receiver_pause 9x2000", opened.plots)
        self.assertRegex(opened.dom, ">paused</div>", "states are named on the axis")
        self.assertEqual(opened.dom.count('class="blocked"'), 3)
        # The button of the deadlock, formed at 4.3 of 100 ms, has zoomed every plot.
        for ticks in opened.probe["ticks"]:
            self.assertLessEqual(max(float(tick) for tick in ticks), 9)

    def test_large_networks(self):
        self.opens("fat_tree")
        page = sample_page("large")  # 1,024 hosts
        self.assertLess(len(page), 5_000_000)
        opened = browser.open_page(page)
        self.assertEqual(browser.problems(opened), [])
        # The probe has opened the first pod and closed it again.
        self.assertEqual(opened.probe["pods"], [16, 1, "true", "Enter", 0, "false"])
        self.assertLess(opened.probe["nodes"], 20_000)

    def test_planted_rows_are_found(self):
        page = sample_page("large").replace("</body>", "<p>a<b>b</b></p>" * 5000 + "</body>")
        self.assertGreater(browser.open_page(page).probe["nodes"], 20_000)

    def test_planted_script_error_is_found(self):
        page = sample_page("ring")
        planted = page.replace("</body>", "<script>no_such_function();</script></body>")
        self.fails(browser.all_allowed(planted), "no_such_function")

    def test_no_script_runs_but_those_of_the_program(self):
        page = sample_page("ring")
        self.assertEqual(browser.policy_of(page), [browser.hash_of(script) for script in browser.scripts_of(page)])
        self.assertNotIn("unsafe-inline", page.split("script-src")[1].split(";")[0])
        for planted in ("<script>document.title = 'ran';</script>", "<img src=x onerror=\"document.title = 'ran'\">"):
            opened = browser.open_page(page.replace("</body>", planted + "</body>"))
            self.assertNotIn("<title>ran</title>", opened.dom)
            self.assertRegex("\n".join(opened.console), "Refused to (execute|load)|violates the following Content Security Policy")

    def test_notice_of_the_plot_library(self):
        page = sample_page("ring")
        for text in ("Dan Vanderkam", "Permission is hereby granted, free of charge"):
            self.assertIn(text, page)

    def test_planted_error_in_the_drawing_is_found(self):
        page = sample_page("ring")
        broken = page.replace("new Dygraph(", "new Digraph(")
        self.assertNotEqual(broken, page)
        self.fails(broken, "did not come to its end")
        self.fails(browser.all_allowed(broken), "the page shows its fault notice")

    def test_planted_request_is_found(self):
        page = sample_page("ring")
        image = '<img src="http://example.invalid/logo.png">'
        self.fails(page.replace("</body>", image + "</body>"), "example.invalid")

    def test_missing_data_is_found(self):
        page = sample_page("ring")
        start = page.index('"plots":[')
        end = page.index("</script>", start)
        self.fails(page[:start] + '"plots":[]}' + page[end:], "there are no plots")


if __name__ == "__main__":
    WRITE_SAMPLE_RUN = sys.argv.pop(1)
    unittest.main()

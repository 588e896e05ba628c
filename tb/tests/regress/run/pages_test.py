# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The reports of real runs in a browser: every scheme's state has a plot with a name and a unit of its own, and a network
of many ports is drawn too.

usage: pages_test.py WEIR
"""

import re

import weir_run  # first: it says where the others are
import browser

PLOTS = {
    "cbfc": {"viq_depth_bytes", "delivered_bps", "receiver_credits", "sender_credits", "paused_ratio"},
    "gfc_conceptual": {"viq_depth_bytes", "delivered_bps", "sender_rate"},
    "gfc_time_based": {"viq_depth_bytes", "delivered_bps", "receiver_credits", "sender_rate"},
}


class Pages(weir_run.RunTest):
    def opened(self, run):
        opened = browser.open_page((run.out / "report.html").read_text(encoding="utf-8"))
        self.assertEqual(browser.problems(opened), [])
        self.assertNotIn("as sampled", opened.dom, "a quantity that the report does not know")
        return opened, {plot.split(" ")[0] for plot in opened.plots}

    def test_each_scheme_shows_its_state(self):
        for scheme, wanted in PLOTS.items():
            run = self.run_weir(f"scenarios/ring/{scheme}.toml", weir_run.FIFO, ("--until", "5ms"))
            opened, plots = self.opened(run)
            self.assertLessEqual(wanted, plots, scheme)
            self.assertEqual("class=\"blocked\"" in opened.dom, run.summary["deadlock"] is not None)

    def test_a_detector_shows_its_state(self):
        opened, plots = self.opened(self.run_weir("scenarios/tcd/tcd_covered.toml"))
        self.assertIn("tcd_state", plots)

    def test_a_fat_tree(self):
        run = self.run_weir("scenarios/bench/ft4_perm.toml", ["scenario.sample_interval=1us"], ("--until", "200us"))
        opened, plots = self.opened(run)
        self.assertLessEqual({"viq_depth_bytes", "veq_depth_bytes", "delivered_bps", "receiver_pause"}, plots)
        drawing = re.search(r"<svg.*?</svg>", opened.dom, re.DOTALL).group()
        for device in [f"h{i}" for i in range(16)] + [f"{layer}{i}" for layer in ("se", "sa") for i in range(1, 9)]:
            self.assertIn(f">{device}<", drawing)


if __name__ == "__main__":
    weir_run.main()

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Every kind of page that the program writes, in a browser: no clipped table or plot, no console message, no request.

usage: page_forms_test.py WEIR FOLDER some|all   `all`: 390, 1,400 and 2,560 pixels, light, dark and paper of that width;
                                                 `some`: 390 pixels or paper, in turn. Pictures and PDFs are kept in
                                                 FOLDER.
       page_forms_test.py WEIR FOLDER self_test  shows that what is wrong is found
"""

import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import browser

TOP = pathlib.Path(__file__).resolve().parents[4]
WIDTHS = [390, 1400, 2560]
A4 = 794

# Appended to the page, which stands in a frame: what is clipped on the screen, or on paper of `PAPER` pixels, tells the
# page around it. Paper comes after the screen: scripts have drawn for the screen, and hear "beforeprint" but no "resize".
PROBE = """
<script>
(function () {
  const name = (element) => {
    const section = element.closest("section");
    return element.tagName.toLowerCase() + (section ? " in #" + section.id : "");
  };
  const scroller = (element) => {
    while (element !== null && !["auto", "scroll"].includes(getComputedStyle(element).overflowX)) { element = element.parentElement; }
    return element === document.documentElement || element === document.body ? null : element;
  };
  const faults = (width, scrolls) => {
    const found = [];
    for (const element of document.querySelectorAll("table, svg.network, svg.plot, .plot, .plot canvas, .line, .line canvas, svg, canvas")) {
      if (!element.checkVisibility()) { continue; }
      const holder = scrolls ? scroller(element.parentElement) : null;
      const box = (holder || element).getBoundingClientRect();
      if (box.right > width + 1 || box.left < -1) { found.push(`${name(element)} from ${Math.round(box.left)} to ${Math.round(box.right)} of ${width}`); }
    }
    for (const plot of document.querySelectorAll("div.plot")) {
      const labels = plot.querySelectorAll(".dygraph-axis-label-x").length;
      if (labels < 3) { found.push(`${labels} labels of time: ${name(plot)}`); }
    }
    return found;
  };
  const tell = (found) => parent.postMessage({ width: innerWidth, dark: matchMedia("(prefers-color-scheme: dark)").matches,
    height: document.documentElement.scrollHeight, faults: found,
    resources: performance.getEntriesByType("resource").map((entry) => entry.name),
    plots: document.querySelectorAll("div.plot").length,
    elements: document.querySelectorAll("table, svg, canvas").length }, "*");
  if (PAPER === 0) {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    tell(faults(innerWidth, true).concat(wide > 0 ? [`the page is ${wide} pixels wider than the window`] : []));
    return;
  }
  window.addEventListener("resize", (event) => event.stopImmediatePropagation(), true);
  window.addEventListener("message", () => {
    window.dispatchEvent(new Event("beforeprint"));
    const printed = Array.from(document.styleSheets).flatMap((sheet) => Array.from(sheet.cssRules))
      .filter((rule) => rule instanceof CSSMediaRule && /print/.test(rule.media.mediaText) &&
        matchMedia(rule.media.mediaText.replace("print", "all")).matches);
    const paper = document.createElement("style");
    paper.textContent = printed.flatMap((rule) => Array.from(rule.cssRules)).map((rule) => rule.cssText).join("\\n");
    document.head.append(paper);
    tell(faults(innerWidth, false));
  });
  parent.postMessage("ready", "*");
})();
</script>
"""

FRAME = """<!DOCTYPE html><html><body style="margin:0"><iframe src="page.html" style="border:0;display:block" width="%d" height="%d"></iframe>
<pre id="probe" hidden></pre><script>
addEventListener("message", (event) => {
  const frame = document.querySelector("iframe");
  if (event.data === "ready") {
    frame.width = %d;
    setTimeout(() => frame.contentWindow.postMessage("print", "*"), 50);
    return;
  }
  frame.height = event.data.height;
  document.getElementById("probe").textContent = JSON.stringify(event.data);
});
</script></body></html>
"""


def weir(*arguments, status=0):
    done = subprocess.run([WEIR, *map(str, arguments)], cwd=TOP, capture_output=True, text=True, check=False)
    if done.returncode != status:
        raise SystemExit(f"weir {' '.join(map(str, arguments))}: status {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def pages(folder):
    """A page of each kind, by its name."""
    ring = ("run", "scenarios/ring/pfc.toml", "--until", "10ms", "--set", "switch.crossbar.strategy=output_queued", "--out")
    weir(*ring, folder / "run", status=1)
    weir(*ring, folder / "other", "--set", "flow_control.pfc.xon=700KB", status=1)
    weir("run", "scenarios/bench/ft8_perm.toml", "--until", "20us", "--out", folder / "large", "--set", "scenario.sample_interval=1us")
    plan = folder / "plan.toml"
    plan.write_text(f'[sweep]\nscenario = "{TOP}/scenarios/ring/pfc.toml"\nuntil = "2ms"\nkeep = "none"\n'
                    'results = ["deadlock", "min flow.*.steady_rate", "max queue.*.*.*.viq_peak", "max queue.*.*.*.paused"]\n'
                    '[[axis]]\nkey = "flow_control.pfc.xoff"\nrange = { from = "500KB", to = "800KB", step = "100KB" }\n'
                    '[[axis]]\nkey = "flow_control.pfc.xon"\nvalues = ["100KB", "397KB"]\n'
                    '[[axis]]\nkey = "switch.crossbar.jitter"\nvalues = ["0ns", "10ns"]\n')
    weir("sweep", "run", plan, "--out", folder / "sweep")
    weir("sweep", "report", plan, "--out", folder / "sweep")
    weir("compare", folder / "run", folder / "other", "--format", "html", "--out", folder / "compare.html", status=1)
    weir("granularity", "--out", folder / "granularity")
    weir("cost", "--sweep", "ports=16..64", "classes=2..4", "rate=10Gbps..100Gbps", "--out", folder / "cost_sweep")
    read = lambda path: (folder / path).read_text(encoding="utf-8")
    (sweep,) = (folder / "sweep").rglob("*.html")
    return {"run": read("run/report.html"), "run_large": read("large/report.html"), "sweep": sweep.read_text(encoding="utf-8"),
            "compare": read("compare.html"), "granularity": read("granularity/granularity.html"),
            "cost": weir("cost", "--mechanisms", "pfc,gfc,tcd", "--format", "html"),
            "cost_sweep": read("cost_sweep/sweep.html"), "cost_compare": weir("cost", "--compare", "--format", "html"),
            "cost_chips": weir("cost", "--chip", "pfc", "--chip", "pfc,tcd,itsy", "--chip", "pfc,gfc,tcd", "--format", "html"),
            "cost_links": weir("cost", "--links", "800Gbps", "--cables", "40", "--format", "html"),
            "headroom": weir("headroom", "--rate", "400Gbps", "--cable", "300", "--explain", "--format", "html"),
            "headroom_scenario": weir("headroom", "scenarios/small/own_settings.toml", "--explain", "--format", "html"),
            "headroom_pools": weir("headroom", "scenarios/ring/pfc.toml", "--pool", "--over-subscribe", "2", "--format", "html", status=1)}


def with_paper(text, width):
    return text.replace("</head>", f"<style>@page {{ size: {width}px {max(width, A4) * 1.414:.0f}px; margin: 10px; }}</style></head>", 1)


def look(text, width, form, kept):
    """What is wrong with the page in this form ("light", "dark" or "paper") at this width; `kept`: the picture, without its ending."""
    paper = width - 20 if form == "paper" else 0
    kept_file = pathlib.Path(f"{kept}.{'pdf' if paper else 'png'}")
    kept_file.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        page.write_text(browser.with_probe(text, PROBE.replace("PAPER", str(paper))), encoding="utf-8")
        frame = pathlib.Path(folder) / "frame.html"
        frame.write_text(FRAME % (1400 if paper else width, 2400, paper), encoding="utf-8")
        shown = browser.running().show(frame.as_uri(), width=max(width, 1400), height=5000, dark=form == "dark",
                                       picture=None if paper else kept_file)
    found = list(shown.console)
    if paper:
        found += browser.show(with_paper(text, width), width=1400, pdf=kept_file).console
    probe = re.search(r'<pre id="probe"[^>]*>([^<]*)</pre>', shown.dom)
    if not probe or not probe.group(1):
        return found + ["the probe did not run"]
    seen = json.loads(html.unescape(probe.group(1)))
    wanted = paper or width
    if seen["width"] != wanted or seen["dark"] != (form == "dark"):
        found.append(f"shown at {seen['width']} pixels, dark: {seen['dark']}")
    if seen["elements"] == 0:
        found.append("there is neither table nor plot")
    if not kept_file.exists() or kept_file.stat().st_size < 5000:
        found.append("no picture was made")
    if paper and kept_file.exists():  # a canvas that no browser has painted is no image of the PDF
        images = kept_file.read_bytes().count(b"/Subtype /Image")
        found += [f"{images} images of {seen['plots']} plots on paper"] if images < seen["plots"] else []
    return found + seen["faults"] + [f"the page asked for {name}" for name in seen["resources"]]


class Forms(unittest.TestCase):
    def test_every_kind(self):
        every = [(width, form) for width in WIDTHS for form in ("light", "dark", "paper")]
        in_turn = [[(390, "light")], [(A4, "paper")]]
        with tempfile.TemporaryDirectory() as folder:
            made = pages(pathlib.Path(folder))
        for place, (kind, text) in enumerate(made.items()):
            for width, form in every if ALL else in_turn[place % 2]:
                with self.subTest(kind=kind, width=width, form=form):
                    self.assertEqual(look(text, width, form, KEPT / f"{kind}_{width}_{form}"), [])


class SelfTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "run"
            weir("run", "scenarios/ring/pfc.toml", "--until", "2ms", "--out", out)
            cls.page = (out / "report.html").read_text(encoding="utf-8")

    def found(self, width, form, *changes):
        text = self.page
        for true, planted in changes:
            self.assertIn(true, text)
            text = text.replace(true, planted)
        return "\n".join(look(browser.all_allowed(text), width, form, KEPT / "self_test"))

    def test_faults_are_found(self):
        wide = ("<footer>", '<section id="wide"><table style="width:900px"><tr><td>a</td></tr></table></section><footer>')
        narrow = self.found(390, "light", wide, ("Math.min(90, place.clientWidth / 7)", "190"),
                            ("</body>", "<script>nobody();</script></body>"))
        for words in ("table in #wide", "labels of time", "nobody is"):
            self.assertIn(words, narrow)
        paper = self.found(A4, "paper", wide, ('PAPER_WIDTH = "640px"', 'PAPER_WIDTH = "900px"'),
                           ("readback.drawImage(canvas, 0, 0, 1, 1, 0, 0, 1, 1);", ""))
        for words in ("table in #wide", "canvas in #plot-viq_depth_bytes", "0 images of"):
            self.assertIn(words, paper)
        self.assertIn("example.invalid", self.found(1400, "dark", ("</body>", '<img src="http://example.invalid/a.png"></body>')))

    def test_the_page_itself_is_right(self):
        """On paper; report.page_forms has the page of a run on the screen."""
        self.assertEqual(self.found(A4, "paper"), "")


if __name__ == "__main__":
    WEIR = str(pathlib.Path(sys.argv[1]).resolve())
    KEPT = pathlib.Path(sys.argv[2]).resolve()
    KEPT.mkdir(parents=True, exist_ok=True)
    ALL = sys.argv[3] == "all"
    unittest.main(argv=sys.argv[:1], defaultTest="SelfTest" if sys.argv[3] == "self_test" else "Forms")

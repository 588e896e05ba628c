# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The slider of the report's drawing in a real browser: what it shows at which time, keys, story, plots, pods, paper.

usage: slider_test.py WRITE_SAMPLE_RUN
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

# Appended to the page. What drawing, text and plots show after each step of `way`.
PROBE = """
<script>
(function () {
  const slider = document.getElementById("slider");
  const input = slider && slider.querySelector("input");
  const visible = (element) => getComputedStyle(element).visibility === "visible";
  const state = () => {
    const full = Array.from(document.querySelectorAll("svg.network .full")).filter(visible);
    const line = document.querySelector(".plot .instant");
    return {
      at: Number(input.value), text: slider.querySelector("output").textContent, said: input.getAttribute("aria-valuetext"),
      held: Array.from(document.querySelectorAll("svg.network .held")).filter(visible).map((line) => line.textContent),
      blocked: Array.from(document.querySelectorAll("svg.network .blocked")).filter(visible).length,
      red: Array.from(document.querySelectorAll(".stuck")).filter((box) => getComputedStyle(box).strokeWidth === "3px").length,
      holds: document.querySelectorAll("rect.holds").length,
      full: full.map((bar) => parseFloat(bar.style.strokeDasharray)), over: document.querySelectorAll(".full.over").length,
      line: line && !line.hidden ? parseFloat(line.style.left) : null,
      ticks: Array.from(document.querySelectorAll(".plot")).map((plot) =>
        Array.from(plot.querySelectorAll(".dygraph-axis-label-x"), (label) => Number(label.textContent))),
      rows: Array.from(document.querySelectorAll("#story tr[aria-current]"), (row) => row.cells[1].textContent),
    };
  };
  const key = (name) => {
    const event = new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true });
    input.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const drag = (at) => { input.value = String(at); input.dispatchEvent(new Event("input", { bubbles: true })); };
  const seen = { slider: slider !== null && !slider.hidden, states: {} };
  if (seen.slider) {
    const steps = WAY;
    seen.states.opened = state();
    for (const [name, step] of steps) {
      step();
      seen.states[name] = state();
    }
    seen.focus = input.tabIndex;
    seen.label = input.getAttribute("aria-label");
  }
  seen.too_wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const probe = document.createElement("pre");
  probe.id = "probe";
  probe.textContent = JSON.stringify(seen);
  document.body.append(probe);
})();
</script>
"""

RING = """[
  ["left", () => key("ArrowLeft")], ["left_again", () => key("ArrowLeft")], ["first", () => key("ArrowLeft")],
  ["right", () => key("ArrowRight")],
  ["dragged", () => drag(1.5)], ["beginning", () => drag(0)], ["up", () => { drag(1.5); key("ArrowUp"); }],
  ["down", () => key("ArrowDown")],
  ["pressed", () => document.querySelectorAll("#story button.at")[3].click()],
  ["button", () => slider.querySelector("button[data-way='-1']").click()], ["end", () => drag(100)],
  ["last", () => key("ArrowRight")]]"""

LARGE = """[
  ["before", () => drag(200)], ["held", () => drag(260)], ["inside", () => drag(310)], ["closed", () => drag(700)],
  ["pod", () => document.querySelector(".pod").dispatchEvent(new MouseEvent("click", { bubbles: true }))],
  ["pod_before", () => drag(200)]]"""


def sample_page(kind):
    with tempfile.TemporaryDirectory() as folder:
        run = pathlib.Path(folder) / "run"
        subprocess.run([WRITE_SAMPLE_RUN, kind, run], stdout=subprocess.DEVNULL, check=True)
        return (run / "report.html").read_text(encoding="utf-8")


def seen_in(text, way, **options):
    shown = browser.show(browser.with_probe(text, PROBE.replace("WAY", way)), **options)
    found = re.search(r'<pre id="probe">([^<]*)</pre>', shown.dom)
    return json.loads(html.unescape(found.group(1))) if found else None, shown.console


def problems(seen):
    """Where the slider of the sample ring does not show what its story says."""
    s1, s2, s3 = (f"flow control holds s{a} for s{b}" for a, b in ((1, 2), (2, 3), (3, 1)))
    wanted = {  # time, held, blocked
        "opened": (4.3125, [], 3), "left": (4.3, [s1, s2], 0), "left_again": (4.29, [s1], 0), "first": (4.29, [s1], 0),
        "right": (4.3, [s1, s2], 0), "dragged": (1.5, [s1], 0), "beginning": (0, [], 0), "up": (1.55, [s1], 0),
        "down": (1.45, [s1], 0), "pressed": (75, [], 3), "button": (4.3125, [], 3), "end": (100, [], 3), "last": (100, [], 3)}
    found = []
    for name, (at, held, blocked) in wanted.items():
        state = seen["states"][name]
        if abs(state["at"] - at) > (0.1 if name in ("up", "down") else 1e-9):  # to a sample, or exactly
            found.append(f"{name}: at {state['at']}, not {at}")
        if state["held"] != held:
            found.append(f"{name}: holds {state['held']}, not {held}")
        if state["blocked"] != blocked:
            found.append(f"{name}: {state['blocked']} red arrows, not {blocked}")
        if state["line"] is None or not all(ticks for ticks in state["ticks"]):
            found.append(f"{name}: the plots do not show the time")
    return found


class Ring(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = sample_page("deadlock")
        cls.seen, cls.console = seen_in(cls.page, RING)
        cls.states = cls.seen["states"]

    def test_held_links_and_the_circle_follow_the_story(self):
        self.assertEqual(self.console, [])
        self.assertEqual(problems(self.seen), [])

    def test_bars_follow_the_samples(self):
        empty, early, late = (self.states[name] for name in ("beginning", "dragged", "end"))
        self.assertEqual((empty["full"], empty["over"]), ([], 0))
        self.assertEqual(len(early["full"]), 9)
        self.assertTrue(all(0 < part < 60 for part in early["full"]), early)
        self.assertEqual((late["full"], late["over"]), ([100] * 9, 9))

    def test_the_text_tells_the_step(self):
        self.assertEqual(self.states["opened"]["text"], "4.3125 ms: s3.p1.c0 is held: the circle is closed")
        self.assertEqual(self.states["opened"]["rows"], ["s3.p1.c0 is held: the circle is closed"])
        self.assertEqual(self.states["dragged"]["text"], "1.5 ms: flow control holds 1 port")
        self.assertEqual(self.states["beginning"]["text"], "0 ms: flow control holds no port")
        self.assertEqual(self.states["dragged"]["rows"], [])
        for state in self.states.values():
            self.assertEqual(state["said"], state["text"])
        self.assertEqual((self.seen["focus"], self.seen["label"]), (0, "Time"))

    def test_plots_follow(self):
        whole = self.states["opened"]["ticks"][0]
        self.assertEqual((whole[0], whole[-1]), (0, 100))
        for name in ("left", "pressed"):  # a twentieth of the run on both sides
            state = self.states[name]
            for ticks in state["ticks"]:
                self.assertTrue(all(abs(tick - state["at"]) <= 5.01 for tick in ticks), (name, ticks))
        for ticks in self.states["end"]["ticks"]:  # was out of view: moved, at the same zoom
            self.assertTrue(all(abs(tick - 100) <= 5.01 for tick in ticks), ticks)
        self.assertEqual(self.states["beginning"]["ticks"], self.states["first"]["ticks"], "was in view")
        self.assertLess(self.states["beginning"]["line"], self.states["down"]["line"])
        self.assertLess(self.states["down"]["line"], self.states["dragged"]["line"])
        self.assertLess(self.states["dragged"]["line"], self.states["up"]["line"])

    def test_planted_faults_are_found(self):
        for true, false in (("upTo(ports[port].held, now) % 2 === 1", "upTo(ports[port].held, now) % 2 === 0"),
                            ("now >= closes", "now > closes"), ("at < now)", "at <= now)"),
                            ("graphs.forEach(placeCursor);", ""),
                            ('"held":[1,2,4.29]', '"held":[1,2,4.295]')):
            with self.subTest(planted=true):
                broken = self.page.replace(true, false)
                self.assertNotEqual(broken, self.page)
                seen, _ = seen_in(browser.all_allowed(broken), RING)
                self.assertNotEqual(problems(seen), [])

    def test_a_narrow_window_and_a_dark_one(self):
        for options in ({"width": 390}, {"dark": True}):
            seen, console = seen_in(self.page, RING, **options)
            self.assertEqual((problems(seen), console), ([], []))
            self.assertLessEqual(seen["too_wide"], 0)


class Others(unittest.TestCase):
    def test_pods(self):
        seen, console = seen_in(sample_page("large"), LARGE)
        self.assertEqual(console, [])
        states = seen["states"]
        self.assertEqual([states[name]["at"] for name in ("opened", "before", "closed")], [500, 200, 700])
        self.assertEqual([(states[name]["holds"], len(states[name]["held"]), states[name]["blocked"], states[name]["red"])
                          for name in ("before", "held", "inside", "closed")],
                         [(0, 0, 0, 0), (0, 1, 0, 0), (1, 1, 0, 0), (1, 0, 2, 1)])
        # The pod that was opened shows the same instant: sa1 holds for an edge switch of its pod.
        self.assertEqual(len(states["pod"]["held"]), 1)
        self.assertEqual(states["pod"]["blocked"], 4)
        self.assertGreater(len(states["pod"]["full"]), len(states["closed"]["full"]))
        self.assertEqual((states["pod_before"]["held"], states["pod_before"]["blocked"]), ([], 0))

    def test_without_a_story(self):
        seen, console = seen_in(sample_page("ring"), '[["left", () => key("ArrowLeft")], ["dragged", () => drag(50)]]')
        self.assertEqual((console, seen["slider"]), ([], True))
        self.assertEqual([state["at"] for state in seen["states"].values()], [100, 100, 50])

    def test_without_samples_there_is_no_slider(self):
        with tempfile.TemporaryDirectory() as folder:
            run = pathlib.Path(folder) / "run"
            subprocess.run([WRITE_SAMPLE_RUN, "deadlock", run], stdout=subprocess.DEVNULL, check=True)
            (run / "timeseries.csv").write_text("time_seconds\n")
            subprocess.run([WRITE_SAMPLE_RUN, "rewrite", run], stdout=subprocess.DEVNULL, check=True)
            page = (run / "report.html").read_text(encoding="utf-8")
        self.assertNotIn('id="slider"', page)
        seen, console = seen_in(page, "[]")
        self.assertEqual((console, seen["slider"]), ([], False))
        self.assertEqual(page.count('class="blocked"'), 3)


if __name__ == "__main__":
    WRITE_SAMPLE_RUN = sys.argv.pop(1)
    unittest.main()

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Opens a page from disk in headless Chromium, without a network, and says what came of it."""

import atexit
import base64
import functools
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

import session

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
    "--disable-dev-shm-usage", "--window-size=1280,2400", "--enable-logging=stderr",
    # The browser has wishes of its own; nobody answers them.
    "--host-resolver-rules=MAP * ~NOTFOUND",
]

# Appended to a copy of the page: what only the browser can see. Ink: pixels drawn on each plot's canvas.
PROBE = """
<script>
(function () {
  const ink = Array.from(document.querySelectorAll(".plot")).map((plot) =>
    Array.from(plot.querySelectorAll("canvas")).reduce((sum, canvas) => {
      if (canvas.width === 0 || canvas.height === 0) { return sum; }
      const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      let count = 0;
      for (let i = 3; i < pixels.length; i += 4) { count += pixels[i] > 0 ? 1 : 0; }
      return sum + count;
    }, 0));
  const zoom = document.getElementById("zoom-deadlock");
  if (zoom && !zoom.hidden) { zoom.click(); }
  const ticks = Array.from(document.querySelectorAll(".plot")).map((plot) =>
    Array.from(plot.querySelectorAll(".dygraph-axis-label-x")).map((label) => label.textContent));
  const nodes = () => {
    const walker = document.createTreeWalker(document);
    let count = 1;
    while (walker.nextNode()) { count += 1; }
    return count;
  };
  const folded = nodes();
  const pods = Array.from(document.querySelectorAll("svg.network .pod"));
  const press = (pod, key) => pod.dispatchEvent(new KeyboardEvent("keydown", { key: key, bubbles: true, cancelable: true }));
  const opened = [pods.length];
  if (pods.length > 0) {
    pods[0].dispatchEvent(new MouseEvent("click", { bubbles: true }));
    opened.push(document.querySelectorAll("#pod svg").length, pods[0].getAttribute("aria-expanded"), "Enter");
    press(pods[0], "Enter");
    opened.push(document.querySelectorAll("#pod svg").length, pods[0].getAttribute("aria-expanded"));
  }
  const probe = document.createElement("pre");
  probe.id = "probe";
  probe.textContent = JSON.stringify({
    ink: ink,
    nodes: folded,
    pods: opened,
    ticks: ticks,
    axis_titles: Array.from(document.querySelectorAll(".dygraph-label")).map((label) => label.textContent),
    resources: performance.getEntriesByType("resource").map((entry) => entry.name),
    fault: getComputedStyle(document.getElementById("script-fault")).display,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  });
  document.body.append(probe);
})();
</script>
"""


class Opened:
    """What a page was after its scripts had run."""

    def __init__(self, dom, console):
        self.dom = dom
        self.console = console
        marker = re.search(r'<p id="plots-drawn"[^>]*data-count="(\d+)"[^>]*>([^<]*)</p>', dom)
        self.plots = marker.group(2).split(", ") if marker and marker.group(2) else []
        self.drawn = marker is not None
        probe = re.search(r'<pre id="probe">([^<]*)</pre>', dom)
        self.probe = json.loads(probe.group(1).replace("&amp;", "&")) if probe else {}


def command():
    chromium = shutil.which("chromium-headless-shell")
    if chromium is None:
        raise SystemExit("chromium-headless-shell is not installed")
    return [chromium, *FLAGS]


def run_chromium(arguments):
    """A start of its own, for what is asked of the whole browser."""
    with tempfile.TemporaryDirectory() as profile:
        return subprocess.run([*command(), f"--user-data-dir={profile}", *arguments], capture_output=True, text=True, timeout=300,
                              check=True)


@functools.cache
def running():
    """The browser that shows all pages of this process."""
    started = session.Session(command())
    atexit.register(started.close)
    return started


def show(html, **options):
    """This text as a page; options: see Session.show."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        page.write_text(html, encoding="utf-8")
        return running().show(page.as_uri(), **options)


def hash_of(script):
    return "'sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() + "'"


def scripts_of(html):
    """The texts of the elements that a browser would run."""
    return re.findall(r"<script>(.*?)</script>", html, re.DOTALL)


def policy_of(html):
    """The hashes of scripts that the page's own policy lets run."""
    found = re.search(r"script-src ([^;\"]*)[;\"]", html)
    return found.group(1).split() if found else []


def all_allowed(html):
    """The page with a policy that lets all of the page's scripts run, planted ones, too."""
    return re.sub(r"script-src [^;\"]*", lambda _: "script-src " + " ".join(map(hash_of, scripts_of(html))), html, count=1)


def with_probe(html, probe):
    """The page with one more script, which its policy lets run."""
    (script,) = scripts_of(probe)
    policy = "script-src " if "script-src " in html else "default-src 'none'; "
    allowed = policy.replace("default-src 'none'; ", "default-src 'none'; script-src ") + hash_of(script)
    return html.replace(policy, allowed + (" " if policy == "script-src " else "; "), 1).replace("</body>", probe + "</body>")


def page_faults(html):
    """What is wrong with a page without plots, opened from disk."""
    shown = show(html)
    return shown.console + table_faults(shown.dom)


def open_page(html):
    """Opens this text as a page, with the probe behind it."""
    shown = show(with_probe(html, PROBE))
    return Opened(shown.dom, shown.console)


def table_faults(dom):
    """Whether the script of the tables has run, and nothing but scripts of the policy can."""
    elements = re.sub(r"<script.*?</script>", "", dom, flags=re.DOTALL)
    handlers = re.findall(r"<[^>]*\s(on\w+)=", elements)
    missing = [] if re.search(r'<th[^>]* aria-sort="', elements) and 'class="table-tools"' in elements else ["no table can be sorted"]
    return missing + [f"a handler in an attribute: {name}" for name in handlers]


def problems(opened):
    """Why the page is not what it should be; empty where it is."""
    found = [f"console: {line}" for line in opened.console] + table_faults(opened.dom)
    if not opened.drawn:
        found.append("the page's script did not come to its end")
    if not opened.plots:
        found.append("there are no plots")
    for plot in opened.plots:
        shape = re.fullmatch(r"\w+ (\d+)x(\d+)", plot)
        if not shape or int(shape.group(1)) < 1 or int(shape.group(2)) < 2:
            found.append(f"plot without points: {plot}")
    probe = opened.probe
    if not probe:
        return found + ["the probe did not run"]
    if len(probe["ink"]) != len(opened.plots) or any(ink < 2000 for ink in probe["ink"]):
        found.append(f"canvases are empty: {probe['ink']}")
    for title in probe["axis_titles"]:
        # Plain numbers and names have no unit.
        if not re.search(r"\(.+\)$", title) and not re.match("Stage|Pause", title):
            found.append(f"axis without a unit: {title}")
    if len(probe["axis_titles"]) != 2 * len(opened.plots):
        found.append("an axis has no title")
    if probe["resources"]:
        found.append(f"the page asked for {probe['resources']}")
    if probe["fault"] != "none":
        found.append("the page shows its fault notice")
    if probe["overflow"] > 0:
        found.append(f"the page is {probe['overflow']} pixels wider than 1280")
    return found

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The story of a run in both viewers: GTKWave opens with its markers at the story's steps and shows them in its window;
the report, at a press on the step that closes the circle, shows this time, and the circle in red. Pictures of both are
taken, and hold what they should.

usage: viewers.py RUN_DIRECTORY
"""

import html
import json
import os
import pathlib
import re
import sys
import tempfile

import matplotlib.image

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "report"))
import browser  # noqa: E402
import gtkwave  # noqa: E402

PICTURE = "gtkwave.png"
MARKER_COLOUR, CIRCLE_COLOUR = (1, 1, 0.5), (0.75, 0.18, 0.23)
WINDOW_PIXELS = 1036  # of GTKWave's waves
LIST_MARKERS = f"""
puts "window|[gtkwave::getWindowStartTime]|[gtkwave::getWindowEndTime]"
foreach name {{A B C D E F}} {{ puts "marker|$name|[gtkwave::getNamedMarker $name]" }}
for {{set i 0}} {{$i < [gtkwave::getTotalNumTraces]}} {{incr i}} {{ puts "trace|[gtkwave::getTraceNameFromIndex $i]" }}
gtkwave::/File/Grab_To_File {PICTURE}
exit
"""
PRESS = """
<script>
(function () {
  const row = Array.from(document.querySelectorAll("#story tr")).find((one) => one.textContent.includes("is closed"));
  row.querySelector("button.at").click();
  const line = Array.from(document.querySelectorAll(".plot .instant")).find((one) => !one.hidden);
  const probe = document.createElement("pre");
  probe.id = "probe";
  probe.textContent = JSON.stringify({
    at_ms: row.querySelector("button.at").textContent,
    blocked: Array.from(document.querySelectorAll("svg.network .blocked"))
      .filter((one) => getComputedStyle(one).visibility === "visible").length,
    plots: line ? parseFloat(line.style.left) : null,
  });
  document.body.append(probe);
  document.querySelector("svg.network").scrollIntoView();
})();
</script>
"""


def columns_in(file, colour):
    """Of a picture: for each column the number of pixels within a tenth of this colour (red, green, blue; 0 to 1)."""
    picture = matplotlib.image.imread(file)
    return (abs(picture[..., :3] - colour) < 0.1).all(axis=2).sum(axis=0)


def check_gtkwave(run, steps_ps, closed_ps, end_ps, queues, scratch):
    script = scratch / "list.tcl"
    script.write_text(LIST_MARKERS, encoding="utf-8")
    for name in ("waves.gtkw", "waves.fst"):
        (scratch / name).symlink_to((run / name).resolve())
    rows = [line.split("|") for line in gtkwave.said(scratch, script).splitlines()]
    markers = [int(row[2]) for row in rows if row[0] == "marker" and int(row[2]) >= 0]
    begin, end = next((int(row[1]), int(row[2])) for row in rows if row[0] == "window")
    traces = " ".join(row[1] for row in rows if row[0] == "trace")
    problems = [f"GTKWave has no marker at {step} ps; it has {markers}" for step in steps_ps if step not in markers]
    problems += [f"GTKWave's window, {begin} to {end} ps, does not show {step} ps" for step in steps_ps if not begin <= step <= end]
    if not 0.1 <= (end - begin) / end_ps <= 0.15:
        problems.append(f"GTKWave's window is {end - begin} ps wide; wanted the steps and a twentieth of the run at either side")
    problems += [f"GTKWave shows no signals of {queue}" for queue in queues if queue.rsplit(".", 1)[0] not in traces]
    named = (columns_in(scratch / PICTURE, MARKER_COLOUR) > 300).nonzero()[0]
    distance = (named.max() - named.min()) / WINDOW_PIXELS * (end - begin) if len(named) > 1 else 0
    if abs(distance - (steps_ps[-1] - closed_ps)) > 5e5:  # the first marker is below GTKWave's own
        problems.append(f"the picture of GTKWave has lines in its columns {named}")
    return problems


def check_report(run, closed_ps, queues, scratch):
    page = browser.with_probe((run / "report.html").read_text(encoding="utf-8"), PRESS)
    shown = browser.show(page, height=1600, picture=scratch / "report.png")
    found = re.search(r'<pre id="probe">([^<]*)</pre>', shown.dom)
    if not found:
        return [f"the report cannot be pressed: {shown.console}"]
    seen = json.loads(html.unescape(found.group(1)))
    problems = []
    if abs(float(seen["at_ms"].split()[0]) - closed_ps / 1e9) > 1e-4:
        problems.append(f"the report's step is at {seen['at_ms']}; wanted {closed_ps / 1e9} ms")
    if seen["blocked"] != len(queues):
        problems.append(f"the report has {seen['blocked']} red arrows; wanted {len(queues)}")
    if seen["plots"] is None:
        problems.append("the plots of the report do not show the time")
    if columns_in(scratch / "report.png", CIRCLE_COLOUR).sum() < 1000:
        problems.append("the picture of the report has no circle in red")
    return problems


def main(directory):
    run = pathlib.Path(directory)
    story = json.loads((run / "story.json").read_text(encoding="utf-8"))
    sentences = story["sentences"]
    closed = next(one for one in sentences if one["rule"] == "last_edge")
    steps = [one["at_ps"] for one in sentences if one["rule"] in ("xoff", "last_edge", "declared") or "declares" in one["text"]]  # in order of time
    queues = json.loads((run / "summary.json").read_text(encoding="utf-8"))["deadlock"]["cycle"]
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        problems = check_gtkwave(run, steps, closed["at_ps"], story["end_ps"], queues, scratch)
        problems += check_report(run, closed["at_ps"], queues, scratch)
        for picture in scratch.glob("*.png") if "WEIR_TEST_PICTURES" in os.environ else []:
            (pathlib.Path(os.environ["WEIR_TEST_PICTURES"]) / f"door_{picture.name}").write_bytes(picture.read_bytes())
    print("\n".join(problems) or "both viewers show the story")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

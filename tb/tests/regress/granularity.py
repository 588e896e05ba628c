# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What ticks do to a rate: runs `weir granularity` in both forms, judges its files, and what docs/results/granularity.md
says.

granularity.py WEIR              fails where the files disagree, the page does not draw, or docs/results/granularity.md
                                 does not hold the figures of this run
granularity.py WEIR --write      puts the figures of this run into docs/results/granularity.md
granularity.py --self-test       shows that what is wrong is found
"""

import csv
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[3]
PAGE = TOP / "docs/results/granularity.md"
sys.path.insert(0, str(TOP / "tb/tests/regress/report"))
import browser  # noqa: E402
import results_page  # noqa: E402

ROUNDINGS = ["floor", "ceil", "nearest", "residual"]
MAPS = 4 * 7  # roundings x line rates
SETTINGS = {"stage": 32, "fixed_point": 24}
FRAMES = 24
# Appended to a copy of granularity.html: how many colours each map has, under each quantity.
PROBE = """
<script>
(function () {
  const colours = Array.from(document.querySelectorAll("#quantities button")).map((button) => {
    button.click();
    return Array.from(document.querySelectorAll(".map canvas")).map((canvas) => {
      const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      const seen = new Set();
      for (let i = 0; i < pixels.length; i += 4) {
        seen.add((pixels[i] << 16) + (pixels[i + 1] << 8) + pixels[i + 2]);
      }
      return seen.size;
    });
  });
  const probe = document.createElement("pre");
  probe.id = "probe";
  probe.textContent = JSON.stringify({
    colours: colours,
    resources: performance.getEntriesByType("resource").map((entry) => entry.name),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  });
  document.body.append(probe);
})();
</script>
"""


def number(value):
    """Whole, with its sign; 0 without one."""
    rounded = round(value)
    return f"{rounded:+,}" if rounded else "0"


def rate(bps):
    for size, unit in ((1e9, "Gbps"), (1e6, "Mbps"), (1e3, "Kbps")):
        if bps >= size:
            return f"{bps / size:.4g} {unit}"
    return f"{bps:.3g} bps"


def span(ps):
    for size, unit in ((1e12, "s"), (1e9, "ms"), (1e6, "us"), (1e3, "ns")):
        if ps >= size:
            return f"{ps / size:.4g} {unit}"
    return f"{ps} ps" if ps else "0"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


class Result:
    """A run's files."""

    def __init__(self, document, csv_text="", page=""):
        self.document, self.csv_text, self.page = document, csv_text, page
        names = [column["name"] for column in document["columns"]]
        self.rows = [dict(zip(names, row)) for row in document["rows"]]
        self.lines = list(dict.fromkeys(row["line_bps"] for row in self.rows))
        keys = ("rate_raise", "rounding", "line_bps", "setting", "frame_bytes")
        self.cells = {tuple(row[key] for key in keys): row for row in self.rows}

    def cell(self, rounding, line, setting, frame, rate_raise="clamp"):
        return self.cells[rate_raise, rounding, line, setting, frame]

    def last_stage(self, line):
        return next(width["last_stage"] for width in self.document["widths"]["lines"] if width["line_bps"] == line)


def worst_table(result):
    at = lambda extreme: f"{number(extreme['ppm'])} ({extreme['frame_bytes']} B)" if round(extreme["ppm"]) else "0"
    rows = []
    for line in result.lines:
        row = [rate(line)]
        for rounding in ROUNDINGS:
            one = next(s for s in result.document["summary"] if (s["rounding"], s["line_bps"]) == (rounding, line))
            slowest, fastest = at(one["long_run"]["slowest"]), at(one["long_run"]["fastest"])
            row.append(slowest if slowest == fastest else f"{slowest} to {fastest}")
        rows.append(row)
    return table(["line", *(f"`{rounding}`" for rounding in ROUNDINGS)], rows)


def floor_table(result, frame):
    rows = []
    for line in result.lines:
        tick = result.document["tick_ps"]
        last = result.last_stage(line)
        row = [rate(line), f"{frame * 8e12 / line / tick:.2f}"]
        row += [number(result.cell("floor", line, stage, frame)["long_run_ppm"]) for stage in (1, 2, 4, 8, last)]
        rows.append(row)
    return table(["line", "ticks on the wire", "stage 1", "2", "4", "8", "last above 8 Kbps"], rows)


def residual_table(result):
    rows = []
    frames = sorted({row["frame_bytes"] for row in result.rows})
    for line in result.lines:
        row = [rate(line)]
        for limit in (1e5, 1e4, 1e3, 1e2):
            over = [frame for frame in frames
                    if any(abs(result.cell("floor", line, stage, frame)["long_run_ppm"]) > limit
                           for stage in range(1, result.last_stage(line) + 1))]
            row.append(f"{max(over):,} B" if over else "none")
        rows.append(row)
    return table(["line", "off by more than 10 %", "1 %", "0.1 %", "0.01 %"], rows)


def packet_table(result):
    rows = []
    for line in result.lines:
        row = [rate(line)]
        for stage, frame in ((1, 64), (1, 1518), (4, 64), (4, 1518)):
            cell = result.cell("residual", line, stage, frame)
            sides = [f"{number(cell[f'slowest_{w}_ppm'])} to {number(cell[f'fastest_{w}_ppm'])}" for w in (1, 16)]
            row.append("<br>".join(sides) if sides[0] != "0 to 0" else "0")
        rows.append(row)
    return table(["line", "stage 1, 64 B", "stage 1, 1518 B", "stage 4, 64 B", "stage 4, 1518 B"], rows)


def raise_table(result):
    rows = []
    for line in result.lines:
        row = [rate(line)]
        for stage in (4, 8, 12, 16):
            row.append(span(result.cell("residual", line, stage, 1500, "hold")["raised_to_line_wait_ps"]))
        row.append(span(result.cell("residual", line, 16, 1500)["raised_to_line_wait_ps"]))
        row.append(span(result.cell("residual", line, 16, 1500)["doubled_wait_ps"]))
        rows.append(row)
    return table(["line", "`hold`, stage 4", "8", "12", "16", "`clamp`, stage 16", "`clamp`, 16 to 15"], rows)


def flip_flop_table(result):
    return table(["form", "", "R_l", "R_r", "R_c", "sum"],
                 [[f["form"], "`residual`" if f["residual"] else "whole ticks", *(str(f[k]) for k in ("r_l", "r_r", "r_c", "sum"))]
                  for f in result.document["widths"]["flip_flops"]])


def countdown_table(result):
    widths = result.document["widths"]["r_c"]
    frames = list(dict.fromkeys(width["frame_bytes"] for width in widths))
    lowest = {(width["bits"], width["frame_bytes"]): width["lowest_bps"] for width in widths}
    mark = lambda bps: f"**{rate(bps)}**" if bps <= 8000 else rate(bps)
    return table(["R_c, bits (subticks)", *(f"{frame} B" for frame in frames)],
                 [[str(bits), *(mark(lowest[bits, frame]) for frame in frames)]
                  for bits in dict.fromkeys(width["bits"] for width in widths)])


def factor_table(result):
    widths = result.document["widths"]["factor_int"]
    lowest = {(width["bits"], width["line_bps"]): width["lowest_bps"] for width in widths}
    mark = lambda bps: f"**{rate(bps)}**" if bps <= 8000 else rate(bps)
    return table(["factor, integer bits", *(rate(line) for line in result.lines)],
                 [[str(bits), *(mark(lowest[bits, line]) for line in result.lines)]
                  for bits in dict.fromkeys(width["bits"] for width in widths)])


def fraction_table(result):
    return table(["factor, fraction bits", "worst error, ppm", "at"],
                 [[str(w["bits"]), number(w["worst_ppm"]), f"{w['worst_millionths'] / 1e4:g} % of C"]
                  for w in result.document["widths"]["factor_frac"]])


def line_table(result):
    return table(["line", "R_l, bits (ticks)", "last stage above 8 Kbps", "its rate", "R_c, bits (subticks)"],
                 [[rate(w["line_bps"]), str(w["r_l_tick_bits"]), str(w["last_stage"]), rate(w["last_stage_bps"]),
                   str(w["r_c_bits"])] for w in result.document["widths"]["lines"]])


def figures(stage, fixed_point):
    """All generated text of the page."""
    rtl = [result.document["rtl"] for result in (stage, fixed_point)]
    parts = [
        f"{len(stage.rows) + len(fixed_point.rows):,} cells from the reference model; {rtl[0]['rows'] + rtl[1]['rows']:,} of "
        f"them on the RTL, too, {(rtl[0]['cycles'] + rtl[1]['cycles']) / 1e6:.0f} million cycles: every instant the same.\n",
        "### The worst long run, stage form\n\nppm of the asked rate, slowest to fastest, with the frame; all stages that ask for "
        "8 Kbps or more.\n\n" + worst_table(stage),
        "### What `floor` costs at 64 B\n\nLong run, ppm.\n\n" + floor_table(stage, 64),
        "### And at 1518 B\n\n1500 B is a whole number of ticks on each of these lines, and exact in every mode.\n\n"
        + floor_table(stage, 1518),
        "### Up to which frame `floor` is off\n\nThe longest frame of the grid whose long run is off by more than so much, at any "
        "stage.\n\n" + residual_table(stage),
        "### `residual`, packet by packet\n\nSlowest to fastest, ppm: one packet, and below it 16 in a row. The long run is exact.\n\n"
        + packet_table(stage),
        "### Flip-flops\n\n" + flip_flop_table(stage),
        "### How long a raised rate waits\n\n1500 B, `residual`. The rate is raised to C a tick after the packet's end; last column: "
        "doubled, just when the next packet is due.\n\n" + raise_table(stage),
        "### What each line needs\n\nFor 9216 B.\n\n" + line_table(stage),
        "### How low R_c can go\n\nBold: 8 Kbps is reached.\n\n" + countdown_table(stage),
        "### How low the factor can go\n\n" + factor_table(stage),
        "### How fine the factor is\n\nThe fixed-point form at rates from 0.0001 % to 99.99 % of C, 1500 B at 10 Gbps, long run.\n\n"
        + fraction_table(stage),
        "### The worst long run, fixed-point form\n\n" + worst_table(fixed_point),
    ]
    return "\n" + "\n".join(parts) + "\n"


def file_faults(form, result):
    """Where the files of one run disagree with each other or are not whole."""
    found = []
    wanted = 2 * MAPS * SETTINGS[form] * FRAMES
    if len(result.rows) != wanted:
        found.append(f"{len(result.rows)} rows, wanted {wanted}")
    read = list(csv.DictReader(result.csv_text.splitlines()))
    if len(read) != len(result.rows):
        found.append(f"table.csv has {len(read)} rows, table.json {len(result.rows)}")
    for line, (a, b) in enumerate(zip(read, result.rows), 2):
        if any(a[name] != value and float(a[name]) != value for name, value in b.items()):
            found.append(f"table.csv:{line} is not the row of table.json")
            break
    if result.document["rtl"]["rows"] < 1000:
        found.append(f"only {result.document['rtl']['rows']} rows were confirmed on the RTL")
    if form == "stage" and any(row["long_run_ppm"] for row in result.rows if row["rounding"] == "residual" and not row["saturates"]):
        found.append("the long run of residual is not exact")
    return found


def page_faults(opened):
    """What is wrong with granularity.html after its script has run."""
    found = [f"console: {line}" for line in opened.console] + browser.table_faults(opened.dom)
    if f'id="maps-drawn" hidden="" data-count="{MAPS}"' not in opened.dom:
        found.append("the script did not come to its end")
    probe = opened.probe
    if len(probe.get("colours", [])) != 9 or any(len(maps) != MAPS or min(maps) < 3 for maps in probe["colours"]):
        found.append(f"maps are empty: {probe.get('colours')}")
    if probe.get("resources"):
        found.append(f"the page asked for {probe['resources']}")
    if probe.get("overflow", 1) > 0:
        found.append(f"the page is {probe.get('overflow')} pixels too wide")
    return found


def open_page(text):
    shown = browser.show(browser.with_probe(text, PROBE))
    # The probe reads canvases back, of which the browser has an opinion.
    opened = browser.Opened(shown.dom, [line for line in shown.console if "willReadFrequently" not in line])
    probe = re.search(r'<pre id="probe">([^<]*)</pre>', opened.dom)
    opened.probe = json.loads(html.unescape(probe.group(1))) if probe else {}
    return opened


def run(weir, form, folder):
    out = pathlib.Path(folder) / form
    done = subprocess.run([weir, "granularity", "--form", form, "--out", str(out)], cwd=TOP, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise SystemExit(f"weir granularity --form {form}: status {done.returncode}: {done.stderr.strip()}")
    read = lambda name: (out / name).read_text(encoding="utf-8")
    return Result(json.loads(read("table.json")), read("table.csv"), read("granularity.html"))


def bad_input_faults(weir):
    """One line and status 2, and no directory, for what it cannot do."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for arguments, words in ((["--rate", "7Gbps"], "wanted 10, 25, 40"), (["--rate", "10"], "--rate: wanted a rate"),
                                 (["--rounding", "up"], "--rounding"), (["--rate-raise", "drop"], "--rate-raise"),
                                 (["--form", "float"], "--form")):
            out = pathlib.Path(folder) / "out"
            done = subprocess.run([weir, "granularity", *arguments, "--out", str(out)], capture_output=True, text=True, check=False)
            if done.returncode != 2 or done.stderr.count("\n") != 1 or words not in done.stderr or done.stdout or out.exists():
                found.append(f"{' '.join(arguments)}: status {done.returncode}, {done.stderr!r}")
    return found


def main(weir, write):
    with tempfile.TemporaryDirectory() as folder:
        results = {form: run(weir, form, folder) for form in SETTINGS}
    wanted = figures(results["stage"], results["fixed_point"])
    if write:
        results_page.write(PAGE, wanted)
    wrong = [f"{form}: {fault}" for form, result in results.items() for fault in file_faults(form, result)]
    wrong += page_faults(open_page(results["stage"].page)) + bad_input_faults(weir)
    wrong += results_page.stale(PAGE, PAGE.read_text(encoding="utf-8"), wanted)
    print("\n".join(wrong) or "files, page and figures as they should be")
    return 1 if wrong else 0


def self_test():
    """Plants what is wrong, and wants it found."""
    names = ["rounding", "long_run_ppm", "saturates", "rate_raise", "line_bps", "setting", "frame_bytes"]
    row = ["residual", 0.0, 0, "clamp", 10, 1, 64]
    count = 2 * MAPS * SETTINGS["stage"] * FRAMES
    head = ",".join(names) + "\n"
    line = "residual,0,0,clamp,10,1,64\n"

    def made(rows, text, confirmed=1000):
        return Result({"columns": [{"name": name} for name in names], "rows": rows, "rtl": {"rows": confirmed}}, text)

    off = ["residual", 3.0, 0, "clamp", 10, 1, 64]
    planted = [
        (None, made([row] * count, head + line * count)),
        ("rows, wanted", made([row], head + line)),
        ("table.csv has", made([row] * count, head + line)),
        ("is not the row", made([row] * count, head + line * (count - 1) + line.replace(",0,0", ",1,0"))),
        ("confirmed", made([row] * count, head + line * count, 3)),
        ("not exact", made([off] * count, head + line.replace(",0,0", ",3,0") * count)),
    ]
    problems = []
    for words, result in planted:
        found = file_faults("stage", result)
        if (words is None and found) or (words is not None and not any(words in fault for fault in found)):
            problems.append(f"planted {words!r}, found {found}")
    good = browser.Opened(f'<p id="maps-drawn" hidden="" data-count="{MAPS}"><div class="table-tools"></div><th aria-sort="none">', [])
    good.probe = {"colours": [[9] * MAPS] * 9, "resources": [], "overflow": 0}
    bad = browser.Opened("", ["CONSOLE error"])
    bad.probe = {"colours": [[1] * MAPS] * 9, "resources": ["http://x"], "overflow": 4}
    if page_faults(good) or len(page_faults(bad)) != 6:
        problems.append(f"page: {page_faults(good)}, {page_faults(bad)}")
    print("\n".join(problems) or f"{len(planted) + 2} planted cases judged rightly")
    return 1 if problems else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(self_test())
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    if len(arguments) != 1:
        raise SystemExit(__doc__)
    sys.exit(main(str(pathlib.Path(arguments[0]).resolve()), "--write" in sys.argv))

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The tables of a page in a real browser: sorting, filter, CSV, print, a narrow window.

usage: tables_test.py WRITE_SAMPLE_RUN
"""

import csv
import html
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import browser

SMALL = [  # name, rate, count, note
    ["s10", "4.998 Gbps", "1,234", 'a "b", c'],
    ["s2", "780Mbps", "–", ""],
    ["s1", "-", "12", "first"],
    ["S3", "999 Kbps", "12", "second"],
    ["s2b", "1.5 Tbps", "12", "third"],
]
FOLDED = 40  # rows, of which 30 are open


def section(name, *tables):
    return f'<section id="{name}"><h2>{name}: a "table"</h2>' + "".join(tables) + "</section>\n"


def table(head, rows):
    cells = lambda tag, row: "".join(f"<{tag}>{html.escape(text)}</{tag}>" if text[:1] != "<" else text for text in row)
    return ('<div class="scroll"><table><thead><tr>' + cells("th", head) + "</tr></thead>\n<tbody>\n"
            + "".join(row if isinstance(row, str) else "<tr>" + cells("td", row) + "</tr>\n" for row in rows)
            + "</tbody></table></div>\n")


def planted():
    numbers = [[f"Q{i}", str(i * 7 % FOLDED)] for i in range(FOLDED)]
    head = ["queue", "value"]
    return (section("small", table(["name", "rate", "count", ""], SMALL))
            + section("folded", table(head, numbers[:30]),
                      "<details><summary>10 more</summary>" + table(head, numbers[30:]) + "</details>")
            + section("ten", table(head, numbers[:10])) + section("eleven", table(head, numbers[:11] + ['<tr class="sum"><td>Q1</td><td>5</td></tr>']))
            + section("exact", table(head, [["a", '<td data-value="4998200000">4.998 Gbps</td>'],
                                            ["b", '<td data-value="4997900000">4.998 Gbps</td>']]))
            + section("sums", table(head, [["b", "2"], ["a", "3"], '<tr class="sum"><td>all</td><td>5</td></tr>']))
            + section("spanned", table(head, [["a", "1"], '<tr><td colspan="2">both</td></tr>']))
            + section("headless", "<table><tbody><tr><td>a</td></tr></tbody></table>"))


# Appended to the page. What the tables show after each of the steps.
PROBE = """
<script>
(async function () {
  const files = [], names = [], seen = {};
  URL.createObjectURL = (blob) => { files.push(blob); return "#"; };
  HTMLAnchorElement.prototype.click = function () { names.push(this.download); };
  const of = (id, what) => Array.from(document.querySelectorAll("#" + id + " " + what));
  const press = (id, column) => of(id, "thead tr")[0].cells[column].querySelector("button").click();
  const column = (id, index) => of(id, "tbody tr").filter((row) => !row.hidden).map((row) => row.cells[index].textContent);
  const sorts = (id) => of(id, "th").map((cell) => cell.getAttribute("aria-sort"));
  const type = (id, text) => {
    const field = of(id, "input")[0];
    field.value = text;
    field.dispatchEvent(new Event("input"));
  };
  const csv = (id) => of(id, ".table-tools button")[0].click();

  seen.unsorted = sorts("small");
  seen.buttons = of("small", "th button").map((button) => [button.type, button.textContent || button.getAttribute("aria-label")]);
  ["names", "rates", "counts"].forEach((key, index) => {
    press("small", index);
    seen[key] = { up: column("small", 0), aria: sorts("small") };
    if (index === 1) { csv("small"); }
    press("small", index);
    Object.assign(seen[key], { down: column("small", 0), aria_down: sorts("small") });
  });
  press("exact", 1);
  seen.exact = column("exact", 0);
  press("sums", 1); press("sums", 1);
  seen.sums = column("sums", 0);
  press("folded", 1);
  seen.folded = { values: column("folded", 1), open: of("folded", ".scroll")[0].querySelectorAll("tbody tr").length, aria: sorts("folded") };
  const state = () => ({ rows: column("folded", 0), count: of("folded", "[role=status]")[0].textContent,
    fold: of("folded", "details")[0].hidden, more: of("folded", "summary")[0].textContent });
  type("folded", " Q3 ");
  seen.filtered = state();
  csv("folded");
  type("eleven", "q1");
  seen.without_sum = [column("eleven", 0), of("eleven", "[role=status]")[0].textContent];
  type("folded", "1 q");
  seen.both_words = state();
  seen.fields = ["ten", "eleven", "folded"].map((id) => of(id, "input[type=search]").length);
  seen.label = [of("eleven", "label")[0].textContent, of("eleven", "input")[0].getAttribute("aria-label")];
  seen.left_alone = ["spanned", "headless"].map((id) => of(id, ":is(button, input, [aria-sort])").length);
  document.body.style.width = "390px";  // windows of this browser are wider
  seen.too_wide = Array.from(document.querySelectorAll(".table-tools, .table-tools *, .scroll"))
    .filter((one) => one.getBoundingClientRect().right > document.body.getBoundingClientRect().right - 32).map((one) => one.outerHTML.slice(0, 90));
  document.body.style.width = "";
  seen.clipped = Array.from(document.querySelectorAll("table")).filter((one) => !one.closest(".scroll, .columns, #headless")).length;

  // As on paper: rules for print hold, and the browser says so.
  const rules = Array.from(document.styleSheets).flatMap((sheet) => Array.from(sheet.cssRules))
    .filter((rule) => rule instanceof CSSMediaRule && rule.media.mediaText === "print");
  const paper = document.createElement("style");
  paper.textContent = rules.flatMap((rule) => Array.from(rule.cssRules)).map((rule) => rule.cssText).join("\\n");
  document.head.append(paper);
  const drawn = (element) => element.checkVisibility();
  const printed = () => of("folded", "tbody tr").filter(drawn).length;
  window.dispatchEvent(new Event("beforeprint"));
  seen.print = { tools: Array.from(document.querySelectorAll(".table-tools, .table-tools *")).filter(drawn).length,
    rows: printed(), heads: of("small", "th").filter(drawn).length,
    scroll: getComputedStyle(of("small", ".scroll")[0]).overflowX };
  window.dispatchEvent(new Event("afterprint"));
  type("folded", "");
  seen.on_screen = printed();
  window.dispatchEvent(new Event("beforeprint"));
  seen.unfolded = printed();
  window.dispatchEvent(new Event("afterprint"));
  seen.closed_again = !of("folded", "details")[0].open;

  seen.files = await Promise.all(files.map((blob) => blob.text()));
  seen.types = files.map((blob) => blob.type);
  seen.file_names = names;
  const probe = document.createElement("pre");
  probe.id = "probe";
  probe.textContent = JSON.stringify(seen);
  document.body.append(probe);
})();
</script>
"""


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            run = pathlib.Path(folder) / "run"
            subprocess.run([WRITE_SAMPLE_RUN, "ring", run], stdout=subprocess.DEVNULL, check=True)
            page = (run / "report.html").read_text(encoding="utf-8")
            page = page.replace("<footer>", planted() + "<footer>")
        shown = browser.show(browser.with_probe(page, PROBE))
        cls.console, cls.dom = shown.console, shown.dom
        probe = re.search(r'<pre id="probe">([^<]*)</pre>', cls.dom)
        cls.seen = json.loads(html.unescape(probe.group(1))) if probe else None

    def setUp(self):
        self.assertEqual(self.console, [])
        self.assertIsNotNone(self.seen)

    def test_a_heading_is_a_button_that_says_how_its_column_is_sorted(self):
        self.assertEqual(self.seen["unsorted"], ["none"] * 4)
        self.assertEqual(self.seen["buttons"], [["button", text] for text in ("name", "rate", "count", "column 4")])
        for index, key in enumerate(("names", "rates", "counts")):
            for direction, found in (("ascending", "aria"), ("descending", "aria_down")):
                self.assertEqual(self.seen[key][found], [direction if i == index else "none" for i in range(4)])
        self.assertEqual(self.seen["folded"]["aria"], ["none", "ascending"] * 2)

    def test_names_by_the_numbers_in_them(self):
        self.assertEqual(self.seen["names"]["up"], ["S3", "s1", "s2", "s2b", "s10"])
        self.assertEqual(self.seen["names"]["down"], ["s10", "s2b", "s2", "s1", "S3"])

    def test_numbers_by_value_with_unit_and_empty_cells_last(self):
        self.assertEqual(self.seen["rates"]["up"], ["S3", "s2", "s10", "s2b", "s1"])
        self.assertEqual(self.seen["rates"]["down"], ["s2b", "s10", "s2", "S3", "s1"])

    def test_equal_rows_keep_their_order(self):
        """In the order of the rates, descending."""
        self.assertEqual(self.seen["counts"]["up"], ["s2b", "S3", "s1", "s10", "s2"])
        self.assertEqual(self.seen["counts"]["down"], ["s10", "s2b", "S3", "s1", "s2"])

    def test_the_value_counts_and_not_its_four_digits(self):
        self.assertEqual(self.seen["exact"], ["b", "a"])

    def test_sums_stay_last(self):
        self.assertEqual(self.seen["sums"], ["a", "b", "all"])

    def test_rows_on_request_belong_to_their_table(self):
        self.assertEqual(self.seen["folded"]["values"], [str(i) for i in range(FOLDED)])
        self.assertEqual(self.seen["folded"]["open"], 30)

    def test_tables_with_spans_or_without_headings_are_left_alone(self):
        self.assertEqual(self.seen["left_alone"], [0, 0])

    def test_filter(self):
        self.assertEqual(self.seen["fields"], [0, 1, 1])
        self.assertEqual(self.seen["label"], ["Filter ", 'Filter: eleven: a "table"'])
        filtered = self.seen["filtered"]
        self.assertEqual(sorted(filtered["rows"]), sorted(["Q3"] + [f"Q{i}" for i in range(30, 40)]))
        self.assertEqual((filtered["count"], filtered["fold"]), ("11 of 40 rows", True))
        both = self.seen["both_words"]
        wanted = [f"Q{i}" for i in range(FOLDED) if "1" in f"{i} {i * 7 % FOLDED}"]
        self.assertEqual(sorted(both["rows"]), sorted(wanted))
        self.assertEqual(self.seen["without_sum"], [["Q1", "Q10"], "2 of 11 rows"])
        self.assertEqual(both["count"], f"{len(wanted)} of 40 rows")

    def test_csv(self):
        small, folded = self.seen["files"]
        wanted = [["name", "rate", "count", ""]] + sorted(SMALL, key=lambda row: ["S3", "s2", "s10", "s2b", "s1"].index(row[0]))
        self.assertEqual(list(csv.reader(io.StringIO(small, newline=""), strict=True)), wanted)
        self.assertEqual(small.split("\r\n")[3], 's10,4.998 Gbps,"1,234","a ""b"", c"')
        self.assertTrue(small.endswith("\r\n"))
        self.assertEqual(small.count("\n"), small.count("\r\n"))
        self.assertEqual(folded.split("\r\n")[1:-1], [f"{name},{int(name[1:]) * 7 % FOLDED}" for name in self.seen["filtered"]["rows"]])
        self.assertEqual(self.seen["file_names"], ["ring_gfc_buffer_based_small_a_table.csv", "ring_gfc_buffer_based_folded_a_table.csv"])
        self.assertEqual(self.seen["types"], ["text/csv;charset=utf-8"] * 2)

    def test_print_has_all_rows_and_no_controls(self):
        self.assertEqual(self.seen["print"], {"tools": 0, "rows": FOLDED, "heads": 4, "scroll": "visible"})
        self.assertEqual((self.seen["on_screen"], self.seen["unfolded"]), (30, FOLDED))
        self.assertTrue(self.seen["closed_again"])

    def test_a_narrow_window(self):
        self.assertEqual(self.seen["too_wide"], [])
        self.assertEqual(self.seen["clipped"], 0)

    def test_faults_of_a_page_are_found(self):
        self.assertEqual(browser.table_faults(self.dom), [])
        self.assertIn("no table can be sorted", browser.table_faults(self.dom.replace('aria-sort="', 'data-sort="'))[0])
        self.assertIn("onclick", browser.table_faults(self.dom.replace("<footer>", '<footer onclick="no()">'))[0])


if __name__ == "__main__":
    WRITE_SAMPLE_RUN = sys.argv.pop(1)
    unittest.main()

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The documentation as a site, opened from disk: it is built without a warning, its links and anchors lead somewhere, its
search finds, nothing is asked of a network, and a page fits a telephone.

usage: site_test.py MKDOCS WEIR
       site_test.py MKDOCS WEIR Site.the_gallery_is_made_alike   builds it twice more
"""

import contextlib
import html
import html.parser
import json
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

TOP = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(TOP / "tb/tests/regress/report"))
import browser  # noqa: E402

MKDOCS, WEIR = "", ""
# A query, and pages of which one has to be among the first five that are found.
QUERIES = {
    "headroom": {"docs/user_guide/headroom.html", "docs/results/pfc_headroom.html"},
    "XOFF": {"docs/reference/pfc.html"},
    "ITSY": {"docs/reference/itsy.html"},
    "flow_control.pfc.xoff": {"docs/reference/scenario_file.html"},
    "golden vec": {"docs/user_guide/golden_vectors.html"},
}
# Whom the browser asks for itself.
OWN_WISHES = {"accounts.google.com", "clients2.google.com", "optimizationguide-pa.googleapis.com", "update.googleapis.com"}
# Types a query as a reader does, waits for what is found, types the next.
SEARCH = """
<script>
(async function () {
  const found = {};
  const box = document.querySelector("[data-md-component=search-query]");
  const list = document.querySelector(".md-search-result__list");
  const until = async (ready) => { for (let i = 0; i < 300 && !ready(); i++) { await new Promise((go) => setTimeout(go, 50)); } };
  for (const query of QUERIES) {
    list.textContent = "";
    box.focus();
    box.value = query;
    box.dispatchEvent(new KeyboardEvent("keyup", {key: "f", bubbles: true}));
    await until(() => list.querySelector("a"));
    found[query] = Array.from(list.querySelectorAll("li > a")).map((link) => link.href);
  }
  const probe = document.createElement("pre");
  probe.id = "probe";
  probe.textContent = JSON.stringify({
    found: found,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    width: document.documentElement.clientWidth,
  });
  document.body.append(probe);
})();
</script>
"""


class Links(html.parser.HTMLParser):
    """Of one page: what it links or loads, and the anchors that it has."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.loaded, self.anchors = [], [], {""}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors |= {values[key] for key in ("id", "name") if values.get(key)}
        if tag == "a" and "href" in values:
            self.targets.append(values["href"])
        elif tag in ("img", "script", "iframe") and "src" in values:
            self.loaded.append(values["src"])
        elif tag == "link" and values.get("rel") not in ("canonical", "next", "prev"):
            self.loaded.append(values["href"])


def built(folder, weir=""):
    """What mkdocs said, with the site in `folder`."""
    done = subprocess.run([MKDOCS, "build", "-q", "-f", TOP / "tb/site/mkdocs.yml", "-d", folder], capture_output=True, text=True,
                          env={**os.environ, "WEIR_PROGRAM": weir}, check=False)
    return done.returncode, done.stdout + done.stderr


def dead_links(site):
    """A line for each link of the site's pages that leads nowhere, and for each thing that a page loads from elsewhere."""
    files = {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()}
    pages = {path: Links((site / path).read_text(encoding="utf-8")) for path in files if path.endswith(".html")}
    for path, page in sorted(pages.items()):
        for target in page.targets + page.loaded:
            url = urllib.parse.urlsplit(target)
            if url.scheme == "javascript" or url.scheme in ("http", "https", "mailto") and target not in page.loaded:
                continue
            goal = posixpath.normpath(posixpath.join(posixpath.dirname(path), urllib.parse.unquote(url.path))) if url.path else path
            if url.scheme or url.netloc or goal not in files:
                yield f"{path}: {target}: no such file in the site"
            elif goal in pages and urllib.parse.unquote(url.fragment) not in pages[goal].anchors:
                yield f"{path}: {target}: no such anchor"


@contextlib.contextmanager
def probed(site, path, probe):
    """A page of the site with the probe behind it, beside the page, since links of the page are relative."""
    page = site / path
    copy = page.with_name("probe.html")
    copy.write_text(browser.with_probe(page.read_text(encoding="utf-8"), probe), encoding="utf-8")
    try:
        yield copy.as_uri()
    finally:
        copy.unlink()


def found_in(dom):
    found = re.search(r'<pre id="probe">([^<]*)</pre>', dom)
    return json.loads(html.unescape(found.group(1))) if found else None


def opened(site, path, probe):
    """What the probe found on a page of the site, opened from disk, what the console said, and which addresses were asked."""
    log = site / "net.json"
    with probed(site, path, probe) as address:
        done = browser.run_chromium([f"--log-net-log={log}", "--virtual-time-budget=60000", "--dump-dom", address])
    asked = re.findall(r'"url":"(https?://([^"/:]*)[^"]*)"', log.read_text(encoding="utf-8"))
    log.unlink()
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return found_in(done.stdout), console, {url for url, host in asked if host not in OWN_WISHES}


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.site = pathlib.Path(cls.folder.name)
        cls.built = built(cls.site, WEIR)

    def test_is_built_without_a_warning(self):
        self.assertEqual(self.built[0], 0, self.built[1])

    def test_links_lead_somewhere(self):
        self.assertEqual(list(dead_links(self.site)), [])
        page = self.site / "docs/glossary.html"
        text = page.read_text(encoding="utf-8")
        planted = '<a href="no.html"></a><a href="#no"></a><img src="https://a.b/c.png"></body>'
        page.write_text(text.replace("</body>", planted), encoding="utf-8")
        found = "\n".join(dead_links(self.site))
        page.write_text(text, encoding="utf-8")
        for target in ("no.html", "#no", "https://a.b/c.png"):
            self.assertIn(f"docs/glossary.html: {target}: no such", found)

    def test_navigation_has_the_pages_of_one_section(self):
        """Of the page's own all; of each other section the first, beside the pages that stand by themselves. A page outside of all sections
        has one of each."""
        def linked(path):
            text = (self.site / path).read_text(encoding="utf-8")
            found = Links(text[text.index("md-sidebar--primary"):text.index("md-content")]).targets
            return {posixpath.normpath(posixpath.join(posixpath.dirname(path), target.partition("#")[0])) for target in found}
        sections = {f"docs/{name}" for name in ("user_guide", "results", "reference")}
        for path in ("docs/reference/pfc.html", "docs/user_guide/cost.html", "docs/glossary.html"):
            pages = linked(path)
            for section in sections:
                of_it = {page for page in pages if posixpath.dirname(page) == section}
                self.assertIn(f"{section}/index.html", of_it)
                self.assertEqual(len(of_it) > 10, posixpath.dirname(path) == section, (path, section))

    def test_keeps_lines_of_code_alone(self):
        name = "docs/user_guide/library_c"
        page = (self.site / f"{name}.html").read_text(encoding="utf-8")
        shown = {html.unescape(re.sub("<.*?>", "", code)) for code in re.findall(r"<pre\b.*?</pre>", page, re.DOTALL)}
        written = re.findall(r"^```c\n(.*?)^```$", (TOP / f"{name}.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        self.assertTrue(any("\n\n" in code and "\n  " in code for code in written))
        self.assertLessEqual(set(written), shown)
        self.assertNotRegex(re.sub(r"<pre\b.*?</pre>", "", page, flags=re.DOTALL), r"\n\s")

    def test_searches_from_disk(self):
        probe = SEARCH.replace("QUERIES", json.dumps(list(QUERIES)))
        found, console, asked = opened(self.site, "docs/user_guide/index.html", probe)
        self.assertEqual((console, asked), ([], set()))
        for query, pages in QUERIES.items():
            paths = [url.removeprefix(self.site.as_uri() + "/").partition("?")[0] for url in found["found"][query]]
            first = list(dict.fromkeys(paths))[:5]
            self.assertTrue(pages & set(first), f"{query}: {first}")
            kinds = ["decisions" in path for path in dict.fromkeys(paths)]
            self.assertFalse(any(kinds[:5]), f"{query}: decisions before what they are about: {first}")

    def test_notices_what_is_asked_of_a_network_and_what_the_console_says(self):
        planted = SEARCH.replace("QUERIES", "[]").replace("const found = {};", "const found = {}; new Image().src = 'https://a.b/c.png'; no();")
        _, console, asked = opened(self.site, "docs/glossary.html", planted)
        self.assertEqual(asked, {"https://a.b/c.png"})
        self.assertIn("no is not defined", "".join(console))

    def test_has_a_gallery_of_reports(self):
        page = Links((self.site / "docs/gallery.html").read_text(encoding="utf-8"))
        linked = [target for target in page.targets if target.startswith("gallery/")]
        reports = {path.name: path.read_bytes() for path in (self.site / "docs/gallery").iterdir()}
        self.assertEqual((len(linked), {f"gallery/{name}" for name in reports}), (8, set(linked)))
        for name, report in reports.items():
            self.assertNotIn(b"Wall clock", report)
            self.assertLess(len(report), 1_500_000, name)
        with tempfile.TemporaryDirectory() as folder:
            failed = built(pathlib.Path(folder) / "failed", shutil.which("false"))
        self.assertEqual(failed[0], 1)
        self.assertIn("docs/gallery.md: weir run", failed[1])

    def the_gallery_is_made_alike(self):
        reports = {path.name: path.read_bytes() for path in (self.site / "docs/gallery").iterdir()}
        with tempfile.TemporaryDirectory() as folder:
            again, without = pathlib.Path(folder) / "again", pathlib.Path(folder) / "without"
            self.assertEqual((built(again, WEIR)[0], built(without)[0]), (0, 0))
            self.assertEqual({path.name: path.read_bytes() for path in (again / "docs/gallery").iterdir()}, reports)
            self.assertFalse((without / "docs/gallery").exists())
            self.assertNotIn('href="gallery/', (without / "docs/gallery.html").read_text(encoding="utf-8"))

    def test_a_report_of_the_gallery_asks_nobody(self):
        for report in sorted((self.site / "docs/gallery").iterdir()):
            opened_page = browser.open_page(report.read_text(encoding="utf-8"))
            self.assertEqual(browser.problems(opened_page), [], report.name)

    def test_fits_a_telephone(self):
        for page in ("index.html", "docs/results/index.html"):
            with probed(self.site, page, SEARCH.replace("QUERIES", "[]")) as address:
                shown = browser.running().show(address, width=390, height=844, budget_ms=60000)
            found = found_in(shown.dom)
            self.assertEqual((shown.console, found["overflow"], found["width"]), ([], 0, 390), page)


if __name__ == "__main__":
    MKDOCS, WEIR = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()

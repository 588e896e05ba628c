# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What mkdocs lacks to show this repository as a site. Pages stand in the site where they stand in the repository, so that
links hold as they are; a file outside docs/ that a page links is a page, too; headings have the anchors that they have in
a repository's viewer; the search index is a script; the gallery has reports of runs (gallery.py)."""

import copy
import json
import logging
import pathlib
import posixpath
import re
import sys

from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Link

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE))
import gallery  # noqa: E402
from heading_anchors import HeadingAnchors  # noqa: E402

TOP = HERE.parents[1]
COMMENT = re.compile(r"<!--.*?-->\n+", re.DOTALL)
CODE = re.compile(r"^(```+).*?^\1$|(?<!`)(`+)(?!`).+?(?<!`)\2(?!`)", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?\s*\)")
FENCE = re.compile(r" *(```+)")
ITEM = re.compile(r"([-*]|\d+\.) +")
AS_WRITTEN = re.compile(r"(<pre\b.*?</pre>)", re.DOTALL)
# What the theme brings and these pages do not need.
UNUSED = re.compile(r"assets/.*\.map|assets/javascripts/lunr/.*")
LANGUAGES = {".toml": "toml", ".h": "cpp", ".py": "python", ".patch": "diff", ".txt": "cmake"}
log = logging.getLogger("mkdocs.weir")


class Page(File):
    """A page of the site at its path in the repository. A file that is no Markdown is a page with the file's text."""

    def __init__(self, path):
        super().__init__(path, str(TOP), "", False)

    def is_documentation_page(self):
        return True

    def _get_dest_path(self, use_directory_urls):
        folder, name = posixpath.split(self.src_uri)
        return posixpath.join(folder, "index.html" if name == "README.md" else name.removesuffix(".md") + ".html")


def links_of(path):
    """The paths that a page of Markdown links, in its order."""
    text = CODE.sub("", (TOP / path).read_text(encoding="utf-8"))
    for found in LINK.finditer(text):
        target = found.group(1).partition("#")[0]
        if target and not re.match(r"[a-z]+:", target):
            yield posixpath.normpath(posixpath.join(posixpath.dirname(path), target))


def with_linked(paths):
    """These pages, and what they link outside docs/, and what that links."""
    found, open_ones = set(paths), [path for path in paths if path.endswith(".md")]
    while open_ones:
        page = open_ones.pop()
        for path in links_of(page):
            if (TOP / path).is_dir():
                log.warning("%s links a folder, %s, which has no page: link a file in it", page, path)
            elif path not in found and (TOP / path).is_file():
                found.add(path)
                open_ones += [path] if path.endswith(".md") else []
    return found


def expanded(entry, others):
    """A folder in `nav` as its README.md and the pages of the folder, those that the README.md links first; without `others`."""
    ((title, path),) = entry.items()
    if not path.endswith("/"):
        return entry
    linked = [page for page in links_of(path + "README.md") if page.startswith(path) and page.endswith(".md")]
    all_pages = linked + sorted(str(page.relative_to(TOP)) for page in (TOP / path).glob("*.md"))
    return {title: [page for page in dict.fromkeys([path + "README.md", *all_pages]) if page not in others]}


def with_plain_lists(text):
    """Lists as Python's Markdown wants them: an empty line above a list and between items of several paragraphs, and four
    columns where an item goes on. A number that begins a line within a paragraph begins no item."""
    lines, fence, offset, loose, before = [], None, 0, False, ""
    for line in text.split("\n"):
        found, item = FENCE.match(line), ITEM.match(line)
        if fence is None and item and (item[1] in "-*1." or offset):
            lines += [""] if before and (loose or not offset) else []
            offset, loose = item.end(), loose and offset > 0
        elif fence is None and offset and line and not before and not line.startswith(" " * offset):
            offset = 0
        loose = offset > 0 and (loose or not line)
        if offset and not item and line.startswith(" " * offset):
            line = " " * (4 - offset) + (re.sub(r"^( +\d+)\. ", r"\1\\. ", line) if before else line)
        lines.append(line)
        if found and fence in (None, found[1]):
            fence = found[1] if fence is None else None
        before = line
    return "\n".join(lines)


def on_files(files, config):
    docs = pathlib.Path(config["docs_dir"])
    of_theme = [file for file in files if not pathlib.Path(file.abs_src_path).is_relative_to(docs)]
    in_docs = [str(path.relative_to(TOP)) for path in sorted(docs.rglob("*")) if path.is_file()]
    single = {path for entry in config["nav"] for path in entry.values()}
    config["nav"] = [expanded(entry, single) for entry in config["nav"]]
    paths = with_linked(["README.md", "CHANGELOG.md", *in_docs])
    made = []
    for path in sorted(paths):
        as_it_is = path == "LICENSE" or path in in_docs and not path.endswith(".md")
        file = File(path, str(TOP), config["site_dir"], False) if as_it_is else Page(path)
        file.abs_dest_path = str(pathlib.Path(config["site_dir"]) / file.dest_path)
        made.append(file)
    reports = gallery.make_reports(TOP, pathlib.Path(config["site_dir"]))
    return Files([file for file in of_theme if not UNUSED.fullmatch(file.src_uri)] + made + reports)


def on_page_read_source(page, config):
    path = page.file.src_uri
    text = (TOP / path).read_text(encoding="utf-8")
    anchors = HeadingAnchors()
    config["mdx_configs"]["toc"]["slugify"] = lambda heading, _: anchors.of(heading)
    if path == gallery.PAGE:
        text = gallery.with_links(text)
    if path.endswith(".md"):
        return with_plain_lists(COMMENT.sub("", text, count=2))
    fence = "`" * (1 + max(map(len, re.findall("```+", text)), default=2))
    return f"# {path}\n\n{fence}{LANGUAGES.get(posixpath.splitext(path)[1], '')}\n{text}\n{fence}\n"


def on_page_context(context, page, config, nav):
    """Of a section in which the page is not, the navigation has a link to the section's README.md alone: all pages of all sections in
    each page would be a third of the site."""
    context["nav"] = copy.copy(nav)
    context["nav"].items = [Link(item.title, item.children[0].url) if item.is_section and not item.active else item for item in nav]
    return context


def on_post_page(output, page, config):
    """The page without the indents and empty lines of the theme's templates, a quarter of all pages."""
    parts = AS_WRITTEN.split(output)
    parts[::2] = [re.sub(r"\s*\n\s*", "\n", part) for part in parts[::2]]
    return "".join(parts)


def on_post_build(config):
    """The index without what is no prose. A page's text stands there twice, whole and by sections; the theme needs sections."""
    index = pathlib.Path(config["site_dir"]) / "search/search_index.json"
    content = json.loads(index.read_text(encoding="utf-8"))
    content["docs"] = [entry for entry in content["docs"] if not re.search(r"\.\w+\.html", entry["location"])]
    with_sections = {entry["location"].partition("#")[0] for entry in content["docs"] if "#" in entry["location"]}
    for entry in content["docs"]:
        entry["text"] = "" if entry["location"] in with_sections else entry["text"]
    index.with_suffix(".js").write_text(f"take_search_index({json.dumps(content)});\n", encoding="utf-8")
    for unused in (index, *(index.parents[1] / name for name in ("404.html", "sitemap.xml", "sitemap.xml.gz"))):
        unused.unlink()

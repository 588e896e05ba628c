# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What the pages refer to exists: relative links and their anchors, files named in the text, decisions in their index.
Every timing diagram (WaveJSON) parses and has as many labels as boxes; every SVG is XML.
"""

import fnmatch
import functools
import itertools
import json
import posixpath
import re
import sys
import xml.etree.ElementTree

import house

sys.path.append(str(house.TOP / "tb" / "site"))
from heading_anchors import HeadingAnchors  # noqa: E402

LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
FENCE = re.compile(r"^ {0,3}(```+|~~~+)\s*(\w*)\s*$")
NAMED = re.compile(r"(?<![\w./<-])(?:hw_model|rtl|tb|scenarios|docs|cmake)/[\w./*{},<>-]*")
WAVE = re.compile(r"[pPnNhHlLxXzZudUD01=2-9|.]*")
DECISION = re.compile(r"docs/decisions/(\d{4})-[a-z0-9-]+\.md")
INDEX = "docs/decisions/README.md"


def parts_of(text):
    """(prose, [(language, first line, code)]): prose keeps its line numbers."""
    prose, blocks, fence = [], [], None
    for number, line in enumerate(text.splitlines(), start=1):
        found = FENCE.match(line)
        if fence is None and found:
            fence, block = found.group(1), (found.group(2), number + 1, [])
        elif fence is not None and line.strip() == fence:
            blocks.append((block[0], block[1], "\n".join(block[2])))
            fence = None
        elif fence is not None:
            block[2].append(line)
            prose.append("")
            continue
        else:
            prose.append(line)
            continue
        prose.append("")
    if fence is not None:
        blocks.append(("unclosed", block[1], ""))
    return "\n".join(prose), blocks


def blank(found):
    """As many line ends as there were, and nothing else."""
    return "\n" * found.group().count("\n")


def anchors_of(prose):
    """The anchors of a page's headings."""
    found, anchors = set(), HeadingAnchors()
    for heading in re.findall(r"^#{1,6}\s+(.*?)\s*#*$", prose, re.MULTILINE):
        plain = LINK.sub(lambda link: re.match(r"!?\[(.*)\]\(", link.group(), re.DOTALL).group(1), heading)
        found.add(anchors.of(plain))
    return found


def spelled_out(pattern):
    """`a.{h,cpp}` is a.h and a.cpp."""
    pieces = [piece.strip("{}").split(",") if piece.startswith("{") else [piece]
              for piece in re.split(r"(\{[^{}]*\})", pattern)]
    return ["".join(choice) for choice in itertools.product(*pieces)]


class Tree:
    """The files and the folders that they make."""

    def __init__(self, paths):
        self.files = set(paths)
        self.folders = {"."}
        for path in paths:
            while path := posixpath.dirname(path):
                self.folders.add(path)

    def has(self, path):
        path = posixpath.normpath(path)
        return path in self.files or path in self.folders

    def has_named(self, path):
        """A path in running text: it may be a pattern, or a file without its ending ("mmu/mmu" for .h and .cpp)."""
        path = path.rstrip("/")
        if "*" in path:
            return any(fnmatch.fnmatchcase(each, path) for each in self.files | self.folders)
        return self.has(path) or any(each.startswith(path + ".") for each in self.files)


def link_problems(path, prose, tree, anchors):
    without_code = CODE.sub(blank, prose)
    for found in LINK.finditer(without_code):
        target, where = found.group(1), f"{path}:{without_code.count(chr(10), 0, found.start()) + 1}"
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        goal = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
        if not tree.has(goal):
            yield f"{where}: link to '{target}': there is no {goal}"
        elif anchor and goal in anchors and anchor not in anchors[goal]:
            yield f"{where}: link to '{target}': {goal} has no such heading"


def named_problems(path, text, tree):
    for number, line in enumerate(text.splitlines(), start=1):
        for found in NAMED.finditer(LINK.sub(lambda link: link.group().rsplit("](", 1)[0], line)):
            name = found.group().rstrip(".,-")
            if "<" in name or name.count("{") != name.count("}"):
                continue  # a place to be filled in
            for each in spelled_out(name):
                if not tree.has_named(each):
                    yield f"{path}:{number}: names {each}, which does not exist"


def lanes_of(signal):
    for entry in signal:
        if isinstance(entry, list):
            yield from lanes_of(entry[1:])
        elif isinstance(entry, dict) and entry:
            yield entry


def diagram_problems(where, code):
    try:
        diagram = json.loads(code)
    except json.JSONDecodeError as error:
        yield f"{where}: diagram is no JSON: {error}"
        return
    if not isinstance(diagram, dict) or not isinstance(diagram.get("signal", diagram.get("reg")), list):
        yield f"{where}: diagram has neither 'signal' nor 'reg'"
        return
    nodes = set()
    for lane in lanes_of(diagram.get("signal", [])):
        name, wave = lane.get("name", "?"), lane.get("wave", "")
        if not WAVE.fullmatch(wave):
            yield f"{where}: lane '{name}': no such wave: '{wave}'"
        labels = lane.get("data", [])
        labels = labels.split() if isinstance(labels, str) else labels
        boxes = len(re.findall(r"[=2-9]", wave))
        if labels and len(labels) != boxes:
            yield f"{where}: lane '{name}': {len(labels)} labels for {boxes} boxes"
        nodes |= set(lane.get("node", "")) - {"."}
    for edge in diagram.get("edge", []):
        ends = edge.split()[0]
        if {ends[0], ends[-1]} - nodes:
            yield f"{where}: edge '{edge}' joins a node that no lane has"


def index_problems(files):
    decisions = [path for path in files if DECISION.fullmatch(path)]
    numbers = [DECISION.fullmatch(path).group(1) for path in decisions]
    for number in sorted({number for number in numbers if numbers.count(number) > 1}):
        yield f"docs/decisions: number {number} is taken twice"
    if decisions and INDEX in files:
        listed = LINK.findall(files[INDEX])
        for path in decisions:
            if posixpath.basename(path) not in listed:
                yield f"{INDEX}: does not list {posixpath.basename(path)}"


def check(files, others=()):
    """`others`: paths of what is no text and may be referred to, too."""
    tree = Tree({*files, *others})
    pages = {path: parts_of(text) for path, text in files.items() if path.endswith(".md")}
    anchors = {path: anchors_of(prose) for path, (prose, _) in pages.items()}
    problems = list(index_problems(files))
    for path, (prose, blocks) in pages.items():
        problems += link_problems(path, prose, tree, anchors)
        problems += named_problems(path, files[path], tree)
        for language, line, code in blocks:
            if language in ("wavejson", "wavedrom"):
                problems += diagram_problems(f"{path}:{line}", code)
            elif language == "unclosed":
                problems.append(f"{path}:{line}: a block of code that does not end")
    for path, text in files.items():
        if path.startswith("docs/") and path.endswith(".svg"):
            try:
                xml.etree.ElementTree.fromstring(text)
            except xml.etree.ElementTree.ParseError as error:
                problems.append(f"{path}: is no XML: {error}")
    return problems


def page(text, **others):
    return {"docs/a.md": text, "docs/b.md": "# B\n\n## How far, and why\n", "hw_model/mmu.h": "", **others}


def diagram(code):
    return page(f"```wavejson\n{code}\n```\n")


GOOD_DIAGRAM = '{"signal": [{"name": "a", "wave": "0=.x", "data": ["1"], "node": ".a"}, {}], "edge": ["a~>a"]}'
SECOND = {"docs/decisions/0002-b.md": ""}
PLANTED = [
    ("right: link", page("[b](b.md), [h](../hw_model/mmu.h), [f](../hw_model/), [far](b.md#how-far-and-why)"), None),
    ("right: no link", page("`[b](c.md)`\n\n```\n[b](c.md)\n```\n[w](https://a.b/c.md)"), None),
    ("right: anchor here", page("# The A\n\n[up](#the-a)"), None),
    ("right: named", page("`hw_model/mmu.h`, hw_model/mmu.{h,h}, hw_model/mmu, hw_model/*.h, `rtl/<a>/<a>.sv`"), None),
    ("right: diagram", diagram(GOOD_DIAGRAM), None),
    ("right: index", {INDEX: "[1](0001-a.md)", "docs/decisions/0001-a.md": ""}, None),
    ("dead link", page("\n[b](c.md)"), "docs/a.md:2: link to 'c.md'"),
    ("dead link above", page("[b](../b.md)"), "there is no b.md"),
    ("dead image", page("![b](b.svg)"), "link to 'b.svg'"),
    ("dead anchor", page("[b](b.md#how-near)"), "has no such heading"),
    ("dead anchor here", page("# A\n[b](#b)"), "has no such heading"),
    ("dead link in a table", page("| a | [`b`](c.md) |"), "link to 'c.md'"),
    ("dead name", page("see `hw_model/mu.h`"), "names hw_model/mu.h"),
    ("dead name in code", page("```\nweir run scenarios/no.toml\n```\n"), "names scenarios/no.toml"),
    ("dead name of two", page("hw_model/mmu.{h,cpp}"), "names hw_model/mmu.cpp"),
    ("dead pattern", page("hw_model/*.sv"), "names hw_model/*.sv"),
    ("unclosed block", page("```\na\n"), "does not end"),
    ("no JSON", diagram("{signal: []}"), "docs/a.md:2: diagram is no JSON"),
    ("no diagram", diagram("[]"), "neither 'signal' nor 'reg'"),
    ("label too many", diagram(GOOD_DIAGRAM.replace('"1"', '"1", "2"')), "2 labels for 1 boxes"),
    ("no such wave", diagram(GOOD_DIAGRAM.replace("0=.x", "0=.?")), "no such wave"),
    ("no such node", diagram(GOOD_DIAGRAM.replace("a~>a", "a~>b")), "joins a node"),
    ("broken drawing", page("", **{"docs/a.svg": "<svg>"}), "docs/a.svg: is no XML"),
    ("not in the index", {INDEX: "[1](0001-a.md)", "docs/decisions/0001-a.md": "", **SECOND}, "not list 0002-b.md"),
    ("a number twice", {**SECOND, "docs/decisions/0002-c.md": ""}, "number 0002 is taken twice"),
]


if __name__ == "__main__":
    house.main(functools.partial(check, others=house.tracked_paths()), PLANTED)

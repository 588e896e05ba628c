# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The reports of the gallery: each section of docs/gallery.md has a command, whose run makes the report that the section
links in the site. The program is that of WEIR_PROGRAM; without it there are no reports, and no links to them."""

import atexit
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

from mkdocs.exceptions import Abort
from mkdocs.structure.files import File

from heading_anchors import HeadingAnchors

PAGE = "docs/gallery.md"
SECTION = re.compile(r"^## ([^\n]+)$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^```sh\n\./weir (run .*?)^```$", re.MULTILINE | re.DOTALL)
# What differs between two runs that are alike.
OF_THE_MACHINE = re.compile(r"<div><dt>(?:Wall clock|Packet-hops a second)</dt><dd>[^<]*</dd></div>")
HELD_OR_NOT = (0, 1)  # exit statuses of a run that is over


def sections(text):
    """[(name of the report, its section, the words of its command)]."""
    anchors, found = HeadingAnchors(), []
    for section in SECTION.finditer(text):
        command = COMMAND.search(section.group(2))
        name = anchors.of(section.group(1))
        if command:
            found.append((name, section.group(), shlex.split(command.group(1).replace("\\\n", " "), comments=True)))
    return found


def make_reports(top, site):
    """Runs each command; the reports as files of the site, beside the page."""
    program = os.environ.get("WEIR_PROGRAM", "")
    if not program:
        return []
    made = pathlib.Path(tempfile.mkdtemp(prefix="weir-gallery-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    files = []
    for name, _, words in sections((top / PAGE).read_text(encoding="utf-8")):
        out = made / "runs" / name
        done = subprocess.run([pathlib.Path(program).resolve(), *words, "--quiet", "--out", out], cwd=top, capture_output=True,
                              text=True, check=False)
        if done.returncode not in HELD_OR_NOT or not (out / "report.html").exists():
            raise Abort(f"{PAGE}: weir {shlex.join(words)}: exit status {done.returncode}: {done.stderr.strip()}")
        report = (out / "report.html").read_text(encoding="utf-8")
        path = pathlib.Path("docs/gallery") / f"{name}.html"
        (made / path).parent.mkdir(parents=True, exist_ok=True)
        (made / path).write_text(OF_THE_MACHINE.sub("", report), encoding="utf-8")
        file = File(str(path), str(made), str(site), False)
        file.abs_dest_path = str(site / path)
        files.append(file)
    return files


def with_links(text):
    """The page with a link to its report at the end of each section, if there are reports."""
    if os.environ.get("WEIR_PROGRAM", ""):
        for name, section, _ in sections(text):
            text = text.replace(section, f"{section.rstrip()}\n\n[The report of this run](gallery/{name}.html)\n\n")
    return text

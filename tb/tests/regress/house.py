# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What the house rules share: the tracked files, and one way to run a check and to prove that it can fail.

A check is a function from {path: text} to a list of problems ("path: what is wrong"). Paths are relative to the top.
A planted case is (name, {path: text}, words): the check must find a problem that contains the words; where words is
None it must find nothing.
"""

import os
import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[3]


def tracked_paths():
    """The files under version control, or, in an unpacked archive, all files outside build/ and out/."""
    try:
        listed = subprocess.run(["git", "-C", str(TOP), "ls-files", "-z"], check=True, capture_output=True).stdout
        return [path for path in listed.decode().split("\0") if path and (TOP / path).is_file()]
    except (OSError, subprocess.CalledProcessError):
        found = []
        for folder, below, names in os.walk(TOP):
            below[:] = [name for name in below if name not in (".git", "build", "out")]
            found += [str((pathlib.Path(folder) / name).relative_to(TOP)) for name in names]
        return sorted(found)


def tracked_texts():
    """{path: text} of the tracked files that are text."""
    texts = {}
    for path in tracked_paths():
        try:
            texts[path] = (TOP / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            pass  # an image, a capture, a waveform
    return texts


def prove(check, planted):
    """Problems of the check itself: planted violations that it misses, clean files that it faults."""
    problems = []
    for name, files, words in planted:
        found = check(files)
        if words is None and found:
            problems.append(f"{name}: faults what is right: {found}")
        if words is not None and not any(words in problem for problem in found):
            problems.append(f"{name}: does not find '{words}'; found {found}")
    if not any(words is None for _, _, words in planted) or all(words is None for _, _, words in planted):
        problems.append("the planted cases need one that is right and one that is wrong")
    return problems


def main(check, planted):
    problems = prove(check, planted) if sys.argv[1:] == ["--self-test"] else check(tracked_texts())
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems")
    sys.exit(1 if problems else 0)

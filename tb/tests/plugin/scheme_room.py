#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Whether a scheme of a plugin says what room it needs: `weir cost` prints its headroom with formula and source, and
`weir check` warns where a VIQ has less room than the scheme promises its sender. (For schemes of the tree, SchemeCards
of scheme_cards_test.cpp asks the same.)

usage: scheme_room.py WEIR PLUGIN [KEY=VALUE...]    settings without which the defaults of the scheme do not run
       scheme_room.py --self-test WEIR FAULTY       a scheme that says nothing is found
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# VIQs of 4 KB, less than three packets.
SCENARIO = """
[scenario]
name = "no_room"
description = "Too little room for any scheme."
duration = "1ms"
[topology]
kind = "star"
hosts = 3
rate = "10Gbps"
delay = "1us"
[switch.mmu]
viq_limit = "4KB"
headroom = "0B"
[flow_control]
scheme = "none"
[traffic]
pattern = "incast"
target = "h3"
"""


def weir(program, plugins, *arguments):
    options = [word for plugin in plugins for word in ("--plugin", plugin)]
    return subprocess.run([program, *options, *arguments], text=True, capture_output=True, check=False)


def schemes(program, plugins):
    words = re.search(r"^flow_control\.scheme +(.*), default", weir(program, plugins, "keys", "flow_control.scheme").stdout, re.MULTILINE)
    return words[1].split(", ") if words else []


def problems_of_cost(program, plugin, word):
    done = weir(program, [plugin], "cost", "--mechanisms", word, "--format", "json")
    if done.returncode != 0:
        return [f"{word}: weir cost: {done.stderr.strip()}"]
    found = [one for one in json.loads(done.stdout)["headroom"] if one["scheme"] == word]
    if not found:
        return [f"{word}: weir cost prints no headroom: room() of its card on the bench is 0"]
    return [f"{word}: weir cost prints no {what} of its headroom" for what in ("formula", "source") if not found[0][what]]


def problems_of_check(program, plugin, word, settings):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "no_room.toml"
        file.write_text(SCENARIO, encoding="utf-8")
        sets = [part for one in settings for part in ("--set", one)]
        before = weir(program, [plugin], "check", file)
        done = weir(program, [plugin], "check", file, *sets, "--set", f"flow_control.scheme={word}")
    if before.returncode != 0 or done.returncode != 0:
        return [f"{word}: weir check: {(before.stderr + done.stderr).strip()}"]
    warned = [(one.stdout + one.stderr).count("warning: ") for one in (before, done)]
    return [] if warned[1] > warned[0] else [f"{word}: weir check says nothing of VIQs of 4 KB: warnings() of its card on the bench"]


def problems_of(program, plugin, settings):
    added = [word for word in schemes(program, [plugin]) if word not in schemes(program, [])]
    if not added:
        return [f"{plugin}: adds no scheme"]
    return [problem for word in added
            for problem in problems_of_cost(program, plugin, word) + problems_of_check(program, plugin, word, settings)]


def self_test(program, faulty):
    os.environ["WEIR_PLUGIN_FAULT"] = "blank_scheme"
    said = problems_of(program, faulty, [])
    if len(said) != 2 or "prints no headroom" not in said[0] or "says nothing" not in said[1]:
        sys.exit(f"a scheme that says nothing: found {said}")
    print("0 problems")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    if sys.argv[1] == "--self-test":
        return self_test(*sys.argv[2:])
    problems = problems_of(sys.argv[1], sys.argv[2], sys.argv[3:])
    print("\n".join([*problems, f"{len(problems)} problems"]))
    return sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()

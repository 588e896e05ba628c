# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The program whose `weir cost` is tested, and how the tests call it."""

import json
import pathlib
import subprocess
import sys
import unittest

TOP = pathlib.Path(__file__).resolve().parents[4]
PATH = [""]  # of the program


def run(*arguments):
    return subprocess.run([PATH[0], *arguments], cwd=TOP, capture_output=True, text=True, check=False)


def weir(*arguments, status=0):
    done = run("cost", *arguments)
    if done.returncode != status:
        raise AssertionError(f"weir cost {' '.join(arguments)}: status {done.returncode}: {done.stderr}")
    return done


def schema(of):
    return json.loads(run("schema", of).stdout)


def report(*arguments):
    return json.loads(weir(*arguments, "--format", "json").stdout)


def register(cost, name):
    found = [r for r in cost["registers"] if r["register"] == name]
    if not found:
        raise AssertionError(f"no register {name}")
    return found[0]


def main():
    """The first argument is the program, the others are unittest's."""
    PATH[0] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main(module="__main__")

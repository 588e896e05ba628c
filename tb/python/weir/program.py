# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The program: where it is, and how it is called."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
from collections.abc import Mapping, Sequence

Path = str | os.PathLike[str]
Setting = bool | int | float | str | list
Settings = Mapping[str, Setting]

HELD, NOT_HELD = 0, 1  # exit statuses of a command that did its work


class Error(Exception):
    """What the program refused (`status` 2), could not do (3), or was ended in (130, 143; negative: a signal). The text is
    the line that the program printed."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def find_program() -> str:
    """The program that run, sweep and study call: WEIR_PROGRAM of the environment; bin/weir of the prefix into which this
    module is installed; `weir` on PATH. Raises Error (status 2) if there is none."""
    named = os.environ.get("WEIR_PROGRAM")
    if named:
        found = shutil.which(named)
        if found is None:
            raise Error(f"WEIR_PROGRAM: {named} is no program", 2)
        return found
    # PREFIX/lib/python3/dist-packages/weir/program.py
    above = pathlib.Path(__file__).resolve().parents
    beside = above[4] / "bin" / "weir" if len(above) > 4 else None
    if beside is not None and os.access(beside, os.X_OK) and beside.is_file():
        return str(beside)
    found = shutil.which("weir")
    if found is None:
        raise Error("the program weir is not found: install it, put it on PATH, or name it in WEIR_PROGRAM", 2)
    return found


def shipped(name: str) -> pathlib.Path:
    """A scenario or plan that comes with the program: shipped("scenarios/ring/pfc.toml"), shipped("sweeps/..."); below
    share/weir where the program is installed, in the work tree where it was built. Raises Error (status 2) if there is
    none of this name."""
    program = pathlib.Path(find_program()).resolve()
    for folder in (program.parents[1] / "share" / "weir", *program.parents):
        if (folder / name).is_file():
            return folder / name
    raise Error(f"{name}: does not come with {program}", 2)


def text_of(value: Setting) -> str:
    """A value as `--set` reads it. Text is handed over as it is, so that "400KB" is a quantity."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value)


def set_options(settings: Settings | None) -> list[str]:
    return [word for key, value in (settings or {}).items() for word in ("--set", f"{key}={text_of(value)}")]


def call(arguments: Sequence[Path | str]) -> subprocess.CompletedProcess[str]:
    """Runs the program to its end. Raises Error for every exit status but 0 and 1."""
    done = subprocess.run([find_program(), *map(os.fspath, arguments)], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, check=False)
    if done.returncode not in (HELD, NOT_HELD):
        lines = [line for line in done.stderr.splitlines() if line]
        raise Error(lines[-1].removeprefix("weir: ") if lines else f"weir ended with status {done.returncode}",
                    done.returncode)
    return done

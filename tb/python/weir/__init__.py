# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The simulator weir from Python: runs, sweeps and studies as pandas frames.

    import weir
    ring = weir.run("ring.toml", set={"flow_control.pfc.xoff": "700KB"})
    ring.flows["steady_bps"]

A frame has the unit of a column in the column's name (`_bytes`, `_bps`, `_seconds`, `_share`), and in its index the
settings that lead to a row. The program is found by the environment variable WEIR_PROGRAM, else beside the installed
module, else on PATH. What the program refuses is an Error with its one line. weir.reference has the reference models of
RTL blocks, cycle by cycle, and needs no pandas.
"""

from importlib import import_module

_HOMES = {"Error": "program", "find_program": "program", "shipped": "program", "Run": "runs", "load": "runs", "run": "runs",
          "Study": "sweeps", "study": "sweeps", "sweep": "sweeps"}

__all__ = ["Error", "Run", "Study", "find_program", "load", "run", "shipped", "study", "sweep"]


def __getattr__(name: str):
    """Each name when it is first used: who wants weir.reference alone needs no pandas."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The simulator weir from Python: runs, sweeps and studies as pandas frames.

    import weir
    ring = weir.run("ring.toml", set={"flow_control.pfc.xoff": "700KB"})
    ring.flows["steady_bps"]

A frame has the unit of a column in the column's name (`_bytes`, `_bps`, `_seconds`, `_share`), and in its index the
settings that lead to a row. The program is found by the environment variable WEIR_PROGRAM, else beside the installed
module, else on PATH. What the program refuses is an Error with its one line.
"""

from .program import Error, find_program, shipped
from .runs import Run, load, run
from .sweeps import Study, study, sweep

__all__ = ["Error", "Run", "Study", "find_program", "load", "run", "shipped", "study", "sweep"]

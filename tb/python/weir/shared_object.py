# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""How the modules that call a shared object of weir find theirs."""

from __future__ import annotations

import ctypes
import os
import pathlib
from collections.abc import Iterable

__all__ = ["load"]


def _found(name: str, variable: str) -> str:
    named = os.environ.get(variable)
    if named:
        return named
    # KIT/python/weir/shared_object.py, or PREFIX/lib/python3/dist-packages/weir/shared_object.py
    above = pathlib.Path(__file__).resolve().parents
    folders = [above[2] / "lib", above[3], *above[3].glob("*/")] if len(above) > 3 else []
    beside = [folder / name for folder in folders]
    return str(next((path for path in beside if path.is_file()), name))


def load(name: str, variable: str, functions: Iterable[tuple[str, type | None, list]], refused: type[Exception]) -> ctypes.CDLL:
    """The shared object `name`: named by an environment variable, else in `lib` of the bench kit that this module is part
    of, else in `lib` or its folders beside the installed module, else where the system looks for libraries. `functions`:
    name, result and arguments. One that cannot be loaded is a `refused`."""
    path = _found(name, variable)
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise refused(f"{path} cannot be loaded: {error}") from None
    for function, result, arguments in functions:
        found = getattr(library, function)
        found.restype, found.argtypes = result, arguments
    return library

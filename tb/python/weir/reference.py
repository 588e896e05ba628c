# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The reference models of RTL blocks, cycle by cycle, for benches in Python such as cocotb's.

    from weir.reference import Model
    arbiter = Model("rr_arbiter", INPUTS=4)
    arbiter.clock(rst_ni=0)
    arbiter.clock(rst_ni=1, req_i=0b1010)["grant_o"]

A model has the ports of its block's RTL, but for clk_i. In each cycle the inputs are applied, the outputs are those just
before the clock edge, then the edge comes. The library libweir_reference.so is found by the environment variable
WEIR_REFERENCE, else in `lib` of the bench kit that the module is part of, else in `lib` or its folders beside the
installed module, else where the system looks for libraries.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from .shared_object import load

__all__ = ["Error", "Model", "blocks"]

_INPUT, _OUTPUT = 0, 1
_Words = ctypes.POINTER(ctypes.c_uint64)


class Error(Exception):
    """What the library refused, in one line."""


@cache
def _lib() -> ctypes.CDLL:
    return load("libweir_reference.so", "WEIR_REFERENCE", ((f"weir_reference_{name}", result, arguments) for name, result, arguments in (
        ("error", ctypes.c_char_p, []),
        ("block", ctypes.c_char_p, [ctypes.c_size_t]),
        ("new", ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_char_p]),
        ("delete", None, [ctypes.c_void_p]),
        ("ports", ctypes.c_size_t, [ctypes.c_void_p, ctypes.c_int]),
        ("port_name", ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]),
        ("port_bits", ctypes.c_uint, [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]),
        ("clock", ctypes.c_int, [ctypes.c_void_p, ctypes.c_size_t, _Words, _Words]),
        ("evaluate", ctypes.c_int, [ctypes.c_void_p, _Words, _Words]))), Error)


def _error() -> Error:
    return Error(_lib().weir_reference_error().decode())


def blocks() -> list[str]:
    """The names of all blocks, as `weir list blocks` has them."""
    names = []
    while (name := _lib().weir_reference_block(len(names))) is not None:
        names.append(name.decode())
    return names


class Model:
    """The model of a block after power-up: clock a reset first, `model.clock(rst_ni=0)`. Parameters are those of the RTL
    that differ from what the block is built with: whole numbers, or lists for tables."""

    def __init__(self, block: str, **parameters: int | Sequence[int]) -> None:
        self._model = None
        text = " ".join(f"{name}={','.join(map(str, value)) if isinstance(value, Iterable) else value}"
                        for name, value in parameters.items())
        self._model = _lib().weir_reference_new(block.encode(), text.encode())
        if self._model is None:
            raise _error()
        self.block = block
        self.inputs, self.outputs = (dict(self._ports(direction)) for direction in (_INPUT, _OUTPUT))  # name: bits
        self._in = (ctypes.c_uint64 * len(self.inputs))()
        self._out = (ctypes.c_uint64 * len(self.outputs))()
        self._place = {name: place for place, name in enumerate(self.inputs)}

    def __del__(self) -> None:
        if self._model is not None:
            _lib().weir_reference_delete(self._model)

    def _ports(self, direction: int) -> Iterator[tuple[str, int]]:
        for port in range(_lib().weir_reference_ports(self._model, direction)):
            yield (_lib().weir_reference_port_name(self._model, direction, port).decode(),
                   _lib().weir_reference_port_bits(self._model, direction, port))

    def _apply(self, values: Mapping[str, int]) -> None:
        for name, value in values.items():
            if name not in self._place:
                raise Error(f"{self.block} has no input {name}; it has {', '.join(self.inputs)}")
            if not 0 <= value < 1 << self.inputs[name]:
                raise Error(f"{self.block}: {name} has {self.inputs[name]} bits; got {value}")
            self._in[self._place[name]] = value

    def _shown(self, done: int) -> dict[str, int]:
        if done != 0:
            raise _error()
        return dict(zip(self.outputs, self._out))

    def clock(self, **inputs: int) -> dict[str, int]:
        """Plays a clock cycle and returns the outputs just before its edge. An input that is not named keeps its value of
        the call before; at first all are 0, the reset rst_ni among them."""
        self._apply(inputs)
        return self._shown(_lib().weir_reference_clock(self._model, 1, self._in, self._out))

    def evaluate(self, **inputs: int) -> dict[str, int]:
        """The outputs for these inputs, without a clock edge."""
        self._apply(inputs)
        return self._shown(_lib().weir_reference_evaluate(self._model, self._in, self._out))

    def play(self, rows: Sequence[Sequence[int]]) -> list[list[int]]:
        """Plays a cycle for each row, whose values are in the order of `inputs`; returns the outputs of each, in the order
        of `outputs`."""
        width, shown = len(self.inputs), len(self.outputs)
        if any(len(row) != width for row in rows):
            raise Error(f"{self.block}: wanted rows of {width} values")
        flat = (ctypes.c_uint64 * (width * len(rows)))(*(value for row in rows for value in row))
        out = (ctypes.c_uint64 * (shown * len(rows)))()
        if _lib().weir_reference_clock(self._model, len(rows), flat, out) != 0:
            raise _error()
        return [list(out[at:at + shown]) for at in range(0, shown * len(rows), shown)]

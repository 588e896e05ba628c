# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Switches with lossless flow control, sent frames and read by hand.

    from weir.switch import Switch, run_until
    s1 = Switch("s1", file="two_switches.toml")  # whose tables are bridged
    s1.send(0, bytes.fromhex("020000010000 020000000000 88b6") + bytes(50))
    run_until(10_000_000)
    for frame in s1.frames(1):
        print(frame.arrival, frame.bytes)
    s1.read("port.frames_received[0]")

Times are whole picoseconds from the start; frames have no FCS. A switch is one of a scenario file of `weir run`. A process
has one network: first all switches and cables are made, then the first call that needs them at work ends the making. All
calls come from one thread. The library libweir.so.0 is found by the environment variable WEIR_LIBRARY, else in `lib` or
its folders beside the installed module, else where the system looks for libraries. What it refuses is an Error with its
one line.
"""

from __future__ import annotations

import atexit
import ctypes
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from .shared_object import load

__all__ = ["Error", "Frame", "Switch", "close_recordings", "now", "record", "run_until"]

_NEXT = (1 << 64) - 1
_MOST_BYTES = 65535


class Error(Exception):
    """What the library refused, in one line."""


class Frame(NamedTuple):
    """A frame that has left a port, and the time of its last bit at the end of the cable."""

    arrival: int
    bytes: bytes


@cache
def _lib() -> ctypes.CDLL:
    text, size, time, handle, status = ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_int
    value = ctypes.POINTER(ctypes.c_uint64)
    library = load("libweir.so.0", "WEIR_LIBRARY", (
        ("weir_error", text, []),
        ("weir_make", handle, [text, text, text]),
        ("weir_make_from_file", handle, [text, text, text]),
        ("weir_ports", size, [handle]),
        ("weir_connect", status, [handle, size, handle, size]),
        ("weir_record", status, [text]),
        ("weir_close_recordings", status, []),
        ("weir_now", time, []),
        ("weir_run_until", status, [time]),
        ("weir_earliest", time, [handle]),
        ("weir_send", status, [handle, size, text, size, time]),
        ("weir_take", status, [handle, size, text, size, ctypes.POINTER(size), value]),
        ("weir_read", status, [handle, text, value]),
        ("weir_write", status, [handle, text, time]),
        ("weir_peek", status, [handle, text, value]),
        ("weir_register_name", text, [handle, size]),
        ("weir_irq", status, [handle]),
        ("weir_set_reset", status, [handle, ctypes.c_int]),
        ("weir_set_link", status, [handle, size, ctypes.c_int])), Error)
    atexit.register(library.weir_close_recordings)
    return library


def _done(status: int) -> int:
    if status < 0:
        raise Error(_lib().weir_error().decode())
    return status


def _whole(number: int, what: str) -> int:
    """ctypes would cut what has more than 64 bits."""
    if not 0 <= number <= _NEXT:
        raise Error(f"{what}: wanted 0 to {_NEXT}; got {number}")
    return number


def now() -> int:
    """The time of the kernel."""
    return _lib().weir_now()


def run_until(time: int) -> None:
    """Runs all switches up to and with this time."""
    _done(_lib().weir_run_until(_whole(time, "a time")))


def record(path: str) -> None:
    """Writes the signals of all switches made so far (.fst, .vcd), or frames at all their ports (.pcapng). The file is
    complete after close_recordings(), or at the end of the process."""
    _done(_lib().weir_record(str(path).encode()))


def close_recordings() -> None:
    """Ends recordings: their files have all up to now."""
    _done(_lib().weir_close_recordings())


class Switch:
    """The switch `name` of a scenario, given as the path of a file or as a text. `set` overrides keys, as `weir run --set`
    does. Switches of one file or text, with the same overrides, share a network. A switch lives until the process ends."""

    def __init__(self, name: str, *, file: str | None = None, text: str | None = None, set: Mapping[str, object] | None = None) -> None:
        if (file is None) == (text is None):
            raise Error("wanted either a file or a text")
        overrides = "\n".join(f"{key}={value}" for key, value in (set or {}).items())
        make = _lib().weir_make if file is None else _lib().weir_make_from_file
        source = text if file is None else str(file)
        self._switch = make(source.encode(), name.encode(), overrides.encode())
        if self._switch is None:
            raise Error(_lib().weir_error().decode())
        self.name = name
        self.ports: int = _lib().weir_ports(self._switch)

    def connect(self, port: int, other: Switch, port_of_other: int) -> None:
        """Lays the cable between two ports, to which nothing can be sent then."""
        _done(_lib().weir_connect(self._switch, _whole(port, "a port"), other._switch, _whole(port_of_other, "a port")))

    @property
    def earliest(self) -> int:
        """The earliest time at which a frame that is sent now may arrive."""
        return _lib().weir_earliest(self._switch)

    def send(self, port: int, frame: bytes, arrival: int | None = None) -> None:
        """Sends a frame to a port: its last bit arrives at `arrival`, or as soon as the cable allows."""
        time = _NEXT if arrival is None else _whole(arrival, "an arrival")
        _done(_lib().weir_send(self._switch, _whole(port, "a port"), bytes(frame), len(frame), time))

    def take(self, port: int) -> Frame | None:
        """The next frame that has left a port and has arrived at the end of its cable by now, pauses included; or None."""
        buffer = ctypes.create_string_buffer(_MOST_BYTES)
        size, arrival = ctypes.c_size_t(), ctypes.c_uint64()
        if _done(_lib().weir_take(self._switch, _whole(port, "a port"), buffer, _MOST_BYTES, ctypes.byref(size), ctypes.byref(arrival))) == 0:
            return None
        return Frame(arrival.value, buffer.raw[:size.value])

    def frames(self, port: int) -> Iterator[Frame]:
        """All frames that take() would give."""
        while (frame := self.take(port)) is not None:
            yield frame

    def read(self, register: str) -> int:
        """Reads a register over its bus, as a driver does: time goes on to the answer."""
        value = ctypes.c_uint64()
        _done(_lib().weir_read(self._switch, register.encode(), ctypes.byref(value)))
        return value.value

    def write(self, register: str, value: int) -> None:
        """Writes a register over its bus, as a driver does: time goes on to the answer."""
        _done(_lib().weir_write(self._switch, register.encode(), _whole(value, register)))

    def peek(self, register: str) -> int:
        """Reads a register at once, without time."""
        value = ctypes.c_uint64()
        _done(_lib().weir_peek(self._switch, register.encode(), ctypes.byref(value)))
        return value.value

    def registers(self) -> Iterator[str]:
        """Names of all registers, each element of an array."""
        element = 0
        while (name := _lib().weir_register_name(self._switch, element)) is not None:
            yield name.decode()
            element += 1

    @property
    def irq(self) -> bool:
        """Whether an interrupt stands that is not masked."""
        return _done(_lib().weir_irq(self._switch)) == 1

    def reset(self, held: bool) -> None:
        """Holds the switch in reset, or lets it go, at the end of the quantum."""
        _done(_lib().weir_set_reset(self._switch, int(held)))

    def link(self, port: int, up: bool) -> None:
        """Cuts the cable of a port, or mends it, at the end of the quantum."""
        _done(_lib().weir_set_link(self._switch, _whole(port, "a port"), int(up)))

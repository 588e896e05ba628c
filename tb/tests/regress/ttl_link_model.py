# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What arrives after XOFF on one link, frame by frame, to be set beside eq. (14) of TTL-based buffer management. All times are in bytes of the line."""

import dataclasses

PFC = 64
QUANTUM = 64  # bytes of the line: 512 bits


@dataclasses.dataclass(frozen=True)
class Link:
    mtu: int = 1500
    wire: int = 7500  # one way
    process: int = 60 * QUANTUM
    ahead: int = 0  # control frames that go before the PAUSE once the line is free


def eq_14(link):
    return 2 * (link.mtu + PFC + link.wire) + link.process


def arrives(link, lengths, waits, start=0):
    """Bytes after the frame that reaches XOFF, which left the sender at time `start`, in whole frames.

    lengths  bytes to the instant after which no frame begins -> length of the next frame
    waits    how long the line back is still taken by a frame, up to its MTU
    """
    reached = start + link.wire
    stops = reached + waits + (link.ahead + 1) * PFC + link.wire + link.process
    at, sent = start, 0
    while at <= stops:
        length = lengths(stops - at)
        sent += length
        at += length
    return sent


def of_one_length(length):
    return lambda _: length


def to_the_instant(mtu, least=64):
    """The worst lengths: the last frame begins at the very instant after which none may, and is the longest."""

    def choose(left):
        if left == 0 or left < least:
            return mtu
        if left <= mtu:
            return left
        return mtu if left - mtu >= least else left - least

    return choose


def drawn(draw, mtu):
    return lambda _: draw.randint(64, mtu)

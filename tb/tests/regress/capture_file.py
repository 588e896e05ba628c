# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Captures as files: reading those that a run writes (pcapng), and writing captures of made-up frames (pcap)."""

import collections
import struct

IN, OUT = 1, 2  # of a port, in Frame.direction
# number: as tshark counts; at: in ns; length: of the whole frame, of which `bytes` may be the beginning.
Frame = collections.namedtuple("Frame", "number at port direction bytes length comment")


def options(data):
    """{code: value} of a block; of several with one code the last."""
    found, at = {}, 0
    while at + 4 <= len(data):
        code, size = struct.unpack_from("<HH", data, at)
        if code == 0:
            break
        found[code] = data[at + 4:at + 4 + size]
        at += 4 + (size + 3) // 4 * 4
    return found


def packets(path):
    """The packets of a capture that weir has written, each as Frame."""
    data, at, names, number = path.read_bytes(), 0, [], 0
    while at < len(data):
        kind, size = struct.unpack_from("<II", data, at)
        body = data[at + 8:at + size - 4]
        at += size
        if kind == 1:
            names.append(options(body[8:])[2].decode())
        elif kind == 6:
            number += 1
            interface, high, low, held, length = struct.unpack_from("<IIIII", body)
            more = options(body[20 + (held + 3) // 4 * 4:])
            yield Frame(number, (high << 32) + low, names[interface], struct.unpack("<I", more[2])[0] & 3, body[20:20 + held], length,
                        more.get(1, b"").decode())


def write_pcap(path, frames, link_type=1):
    """A capture of these frames, a microsecond apart."""
    records = (struct.pack("<IIII", 0, number, len(frame), len(frame)) + frame for number, frame in enumerate(frames))
    path.write_bytes(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, link_type) + b"".join(records))

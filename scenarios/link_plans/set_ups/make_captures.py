#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Writes dscp_ipv4.pcap and dscp_ipv6.pcap, a frame of each of the 64 DSCPs, and pcp_dei.pcap, a frame of each of the 16 code points.

The lengths tell the code points apart: a frame of DSCP d has 4 + d credits of 32 B, one of n = 2 PCP + DEI 4 + n^2, so that any two that
change their channels change the counts of both. usage: make_captures.py [FOLDER]      without FOLDER: beside this script
"""

import pathlib
import struct
import sys
import zlib

SOURCE, DESTINATION = bytes.fromhex("020000000001"), bytes.fromhex("020000000002")
CREDIT = 32


def checksum(data):
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def udp(length):
    return struct.pack("!HHHH", 40000, 5001, length, 0).ljust(length, b"\0")


def ipv4(dscp, length):
    head = struct.pack("!BBHHHBBH4s4s", 0x45, dscp << 2, length, 7, 0x4000, 64, 17, 0, bytes([192, 0, 2, 1]), bytes([198, 51, 100, 2]))
    return head[:10] + struct.pack("!H", checksum(head)) + head[12:] + udp(length - 20)


def ipv6(dscp, length):
    address = bytes.fromhex("20010db8000100000000000000000001")
    head = struct.pack("!IHBB16s16s", 6 << 28 | dscp << 22, length - 40, 17, 64, address, address[:-1] + b"\2")
    return head + udp(length - 40)


def write(path, frames):
    """frames: of each the bytes from the destination on, without the FCS."""
    with path.open("wb") as out:
        out.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 1 | 2 << 28 | 1 << 26))
        for number, frame in enumerate(frames):
            frame = DESTINATION + SOURCE + frame
            frame += struct.pack("<I", zlib.crc32(frame))
            out.write(struct.pack("<IIII", 1_700_000_000, 1000 * number, len(frame), len(frame)) + frame)


def by_dscp(ethertype, packet):
    return [struct.pack("!H", ethertype) + packet(dscp, CREDIT * (4 + dscp) - 18) for dscp in range(64)]


def by_point():
    return [struct.pack("!HHH", 0x8100, n << 12, 0x0800) + ipv4(0, CREDIT * (4 + n * n) - 22) for n in range(16)]


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
    write(folder / "dscp_ipv4.pcap", by_dscp(0x0800, ipv4))
    write(folder / "dscp_ipv6.pcap", by_dscp(0x86DD, ipv6))
    write(folder / "pcp_dei.pcap", by_point())


if __name__ == "__main__":
    main()

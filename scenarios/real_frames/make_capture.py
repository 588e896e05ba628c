#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Writes mixed.pcap, the capture that pcap_replay.toml plays: frames as hosts send them, and some that a switch must refuse.

Classic pcap with nanosecond times and frame check sequences. Frames are 10 us apart but for a burst in the middle.
usage: make_capture.py [FILE]      without FILE: mixed.pcap beside this script
"""

import pathlib
import struct
import sys
import zlib

SOURCE = bytes.fromhex("020000000001")
DESTINATION = bytes.fromhex("020000000002")
CLIENT4, SERVER4 = bytes([192, 0, 2, 1]), bytes([198, 51, 100, 2])
CLIENT6, SERVER6 = bytes.fromhex("20010db8000100000000000000000001"), bytes.fromhex("20010db8000200000000000000000002")
TCP, UDP = 6, 17


def checksum(data):
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def payload(size):
    return bytes(i * 37 % 251 for i in range(size))


def ethernet(ethertype, body, tags=()):
    head = DESTINATION + SOURCE
    for tpid, pcp, vid in tags:
        head += struct.pack("!HH", tpid, pcp << 13 | vid)
    return (head + struct.pack("!H", ethertype) + body).ljust(60, b"\0")


def ipv4(protocol, body, ttl=64, options=b"", wrong=0):
    words = 5 + len(options) // 4
    head = struct.pack("!BBHHHBBH4s4s", 0x40 | words, 0, 4 * words + len(body), 7, 0x4000, ttl, protocol, 0, CLIENT4, SERVER4)
    head += options
    return head[:10] + struct.pack("!H", checksum(head) ^ wrong) + head[12:] + body


def ipv6(following, body, hop_limit=64, version=6):
    return struct.pack("!IHBB16s16s", version << 28, len(body), following, hop_limit, CLIENT6, SERVER6) + body


def udp(port, body, length=None):
    return struct.pack("!HHHH", 40000, port, 8 + len(body) if length is None else length, 0) + body


def tcp(body, options=b"", offset=None):
    words = 5 + len(options) // 4 if offset is None else offset
    return struct.pack("!HHIIBBHHH", 40001, 443, 1000, 2000, words << 4, 0x18, 512, 0, 0) + options + body


def roce(opcode, extensions, body):
    bth = struct.pack("!BBHII", opcode, 0x40, 0xFFFF, 0x123, 0x80000007)
    return udp(4791, bth + extensions + body + b"\xde\xad\xbe\xef")


RETH = struct.pack("!QII", 0x7F0000001000, 0x1234, 1024)


def sound_frames():
    yield ethernet(0x0800, ipv4(UDP, udp(5001, payload(18))))
    yield ethernet(0x0800, ipv4(UDP, udp(5001, payload(1400))))
    yield ethernet(0x0800, ipv4(UDP, udp(9999, payload(40))), [(0x8100, 3, 42)])
    yield ethernet(0x0800, ipv4(UDP, udp(5001, payload(60))), [(0x88A8, 5, 100), (0x8100, 3, 42)])
    yield ethernet(0x0800, ipv4(TCP, tcp(payload(100), b"\x01" * 12)))
    yield ethernet(0x0800, ipv4(TCP, tcp(b"", b"\x01" * 40), options=b"\x01" * 40))
    yield ethernet(0x0800, ipv4(UDP, roce(10, RETH, payload(1024))), [(0x8100, 3, 1)])
    yield ethernet(0x0800, ipv4(UDP, roce(17, b"\x1f\0\0\7", b"")), [(0x8100, 3, 1)])
    yield ethernet(0x0800, ipv4(1, b"\x08\0\xf7\xff" + payload(60)))


def ipv6_frames():
    yield ethernet(0x86DD, ipv6(UDP, udp(5001, payload(80))))
    yield ethernet(0x86DD, ipv6(0, bytes([60, 0, 1, 4, 0, 0, 0, 0]) + bytes([TCP, 0, 1, 4, 0, 0, 0, 0]) + tcp(payload(64))))


def faulty_frames():
    """Each with the reason for which the switch drops it."""
    sound = ipv4(UDP, udp(5001, payload(30)))
    yield "bad_ip_header_checksum", ethernet(0x0800, ipv4(UDP, udp(5001, payload(30)), wrong=1))
    yield "bad_ip_version", ethernet(0x0800, b"\x55" + sound[1:])
    yield "bad_ip_header_length", ethernet(0x0800, b"\x44" + sound[1:])
    yield "bad_ip_version", ethernet(0x86DD, ipv6(UDP, udp(5001, payload(30)), version=5))
    yield "bad_udp_length", ethernet(0x0800, ipv4(UDP, udp(5001, payload(30), length=7)))
    yield "bad_tcp_offset", ethernet(0x0800, ipv4(TCP, tcp(payload(30), offset=4)))
    yield "ttl_expired", ethernet(0x0800, ipv4(UDP, udp(5001, payload(30)), ttl=1))
    yield "bad_length_field", ethernet(200, payload(46))
    yield "too_many_tags", ethernet(0x0800, sound, [(0x8100, 0, 1), (0x8100, 0, 2), (0x8100, 0, 3)])
    yield "truncated", ethernet(0x0800, ipv4(UDP, payload(7)))
    yield "not_ip", ethernet(0x0806, payload(46))
    yield "runt", ethernet(0x0800, sound)[:50]
    yield "oversize", ethernet(0x0800, ipv4(UDP, udp(5001, payload(2000))))
    yield "unknown_opcode", b"\x01\x80\xc2\0\0\x01" + SOURCE + struct.pack("!HH", 0x8808, 0x0077) + bytes(44)


def packets():
    """(time in nanoseconds, bytes with FCS)"""
    now = 1_700_000_000 * 10**9 + 5
    frames = [frame for _ in range(4) for frame in sound_frames()]
    frames += [frame for _, frame in faulty_frames()]
    frames += list(ipv6_frames()) + list(sound_frames())
    for number, frame in enumerate(frames):
        yield now, frame + struct.pack("<I", zlib.crc32(frame))
        now += 1 if 10 <= number < 20 else 10_000
    damaged = next(sound_frames())
    yield now, damaged + struct.pack("<I", zlib.crc32(damaged) ^ 1)


def main():
    target = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).with_name("mixed.pcap")
    ethernet_with_fcs = 1 | 2 << 28 | 1 << 26  # two 16-bit words of FCS
    with target.open("wb") as out:
        out.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, ethernet_with_fcs))
        for time, frame in packets():
            out.write(struct.pack("<IIII", time // 10**9, time % 10**9, len(frame), len(frame)) + frame)


if __name__ == "__main__":
    main()

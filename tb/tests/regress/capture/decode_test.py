#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Has tshark decode frames with every header that the parser knows, and thousands of malformed ones, and compares packet by
packet: each field that our codecs show, and the verdict: sound or why not.

usage: decode_test.py DECODE_SAMPLES
"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

# tshark is to take every byte for what the headers say, and to keep packets apart.
PREFERENCES = ["ip.check_checksum:TRUE", "ip.defragment:FALSE", "ipv6.defragment:FALSE", "tcp.relative_sequence_numbers:FALSE",
               "tcp.analyze_sequence_numbers:FALSE", "ip.tso_support:FALSE", "eth.fcs:Never"]
# What tshark's experts say of things that a switch does not look at: payload, options, checksums of transport headers, what a
# sender of PFC should have done.
UNRELATED = ("Didn't find padding of zeros", "Unknown opcode", "NOP in a row", "Illegal checksum value (0)", "MSbs of ENBV must be 0")
# Our reason -> what tshark says, any of these. "Unreassembled fragment" is its word for the malformed header of a first fragment.
SAME = {
    "truncated": ("Malformed Packet", "exceeds", "Bad length value", "Short segment", "Unreassembled fragment"),
    "bad_ip_version": ("Bogus IPv4 version", "Bogus IPv6 version"),
    "bad_ip_header_length": ("Bogus IP header length",),
    "bad_ip_total_length": ("IPv4 total length", "Bogus IP length"),
    "bad_ip_header_checksum": ("Bad checksum",),
    "bad_ip_payload_length": ("exceeds",),
    "misplaced_extension": ("must immediately follow", "Hop-by-Hop"),
    "bad_udp_length": ("Bad length value",),
    "bad_tcp_offset": ("ogus TCP header length", "Short segment", "Unreassembled fragment"),
    "bad_length_field": ("goes past the end", "Invalid length/type"),
}
# Limits of this chip and rules of a receiver: no fault to an analyser, which may say what it likes.
LIMITS = ("too_many_tags", "too_many_extensions", "beyond_parse_depth", "unknown_opcode", "wrong_destination",
          "wrong_ethertype")
# tshark 4.0 knows no extension headers of extended reliable connection (opcodes 160 to 191) and reads those of reliable datagram
# (64 to 95) eight bytes too far: RDETH has four bytes (InfiniBand, volume 1, 9.3.1), not twelve.
OTHER_TRANSPORTS = re.compile(r"roce opcode (6[4-9]|[78]\d|9[0-5]|1[678]\d|19[01])\b")
EXTENSION_FIELD = re.compile(r"infiniband\.(?!bth)")


def tshark(capture, *options):
    command = ["tshark", "-n", "-r", str(capture)]
    for preference in PREFERENCES:
        command += ["-o", preference]
    run = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"decode_test: tshark failed: {run.stderr.strip()}")
    return run.stdout


def shown_by_tshark(capture, fields):
    columns = [*fields, "_ws.expert.message", "_ws.malformed"]
    options = [option for field in columns for option in ("-e", field)]
    for line in tshark(capture, "-T", "fields", "-E", "separator=/t", "-E", "occurrence=a", *options).splitlines():
        yield dict(zip(columns, line.split("\t")))


def messages_of(shown):
    """What tshark finds wrong, in its words."""
    found = [message for message in shown["_ws.expert.message"].split(",") if message]
    found = [message for message in found if not any(words in message for words in UNRELATED)]
    return found + (["Malformed Packet"] if shown["_ws.malformed"] else [])


class Comparison:
    def __init__(self):
        self.failures = collections.Counter()
        self.examples = {}
        self.fields = 0
        self.verdicts = 0

    def fail(self, kind, text):
        self.failures[kind] += 1
        self.examples.setdefault(kind, text)

    def frame(self, where, ours, theirs):
        if ours["disagreement"]:
            self.fail("parser and codecs", f"{where}: {ours['disagreement']}")
        other = OTHER_TRANSPORTS.match(ours["name"])
        for field, value in ours["fields"].items():
            if other and EXTENSION_FIELD.match(field):
                continue
            self.fields += 1
            # Where the chip stops reading tshark goes on, and it shows the length of a header that is cut.
            goes_on = ours["error"] in LIMITS or field.endswith("len_oct")
            if theirs[field] != value and not (goes_on and theirs[field].startswith(value)):
                self.fail(field, f"{where}: {field}: ours {value}, tshark {theirs[field] or 'nothing'}")
        self.verdict(where, ours, messages_of(theirs), bool(other))

    def verdict(self, where, ours, messages, other):
        reason = ours["error"]
        if reason is None:
            self.verdicts += 1
            if messages:
                self.fail("sound", f"{where}: sound to us, tshark says {messages}")
        elif reason not in LIMITS and not (ours["nothing_left"] or other and reason == "truncated"):
            self.verdicts += 1
            if not any(words in message for words in SAME[reason] for message in messages):
                self.fail(reason, f"{where}: {reason} to us, tshark says {messages}")


def compare(decoded, shown):
    comparison = Comparison()
    if len(shown) != len(decoded):
        comparison.fail("count", f"wrote {len(decoded)} frames, tshark shows {len(shown)}")
    for number, (ours, theirs) in enumerate(zip(decoded, shown), 1):
        comparison.frame(f"frame {number}, {ours['name']}", ours, theirs)
    return comparison


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([sys.argv[1], name], check=True)
        decoded = json.loads((folder / "decoded.json").read_text())
        fields = sorted({field for frame in decoded for field in frame["fields"]})
        shown = list(shown_by_tshark(folder / "frames.pcapng", fields))
    right = compare(decoded, shown)
    for kind, count in right.failures.most_common():
        print(f"{count} x {kind}: {right.examples[kind]}")
    # Proof that every check can fail: each frame beside the one that stands as far from the other end.
    wrong = compare(decoded, shown[::-1])
    blind = (set(SAME) | set(fields) | {"sound"}) - set(wrong.failures)
    if blind:
        print(f"with the frames in another order nobody noticed: {sorted(blind)}")
    errors = collections.Counter(frame["error"] for frame in decoded)
    print(f"{len(decoded)} frames ({errors[None]} sound), {right.fields} fields, {right.verdicts} verdicts of {len(errors)} kinds: "
          f"{sum(right.failures.values())} failures")
    return 1 if right.failures or blind or len(decoded) < 5000 else 0


if __name__ == "__main__":
    sys.exit(main())

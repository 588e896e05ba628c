# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What tshark shows of rate tags at the edges of a FERA region: put on behind data, turned where they would leave, taken off where they come back,
none on a cable to a host; and that no byte of them changes but those that are to.

usage: edge_captures_test.py WEIR
"""

import weir_run  # first: it says where the others are
import capture_test

TAPS = tuple(word for port in ("st1.p0", "es1.p1", "core.p4", "es5.p0", "dt.p0") for word in ("--pcap", port))
FIELDS = ["frame.interface_name", "frame.packet_flags_direction", "vlan.etype"]
OUT, IN = "0x00000002", "0x00000001"
TAG = "0x88b5"
RETURNING = 1


class Tag:
    """A rate tag by its bytes, docs/reference/wire_formats.md."""

    def __init__(self, raw):
        self.destination, self.source, self.op = raw[0:6], raw[6:12], raw[20]
        self.flow, self.rate = int.from_bytes(raw[22:26], "big"), int.from_bytes(raw[26:30], "big")
        self.sequence = int.from_bytes(raw[34:38], "big")
        # What nobody on the way may change.
        self.rest = raw[12:20] + raw[21:26] + raw[34:]


class EdgeCaptures(weir_run.RunTest):
    def tags(self, *sets):
        """({(port, direction): its tags}, {port: frames})"""
        run = self.run_weir("scenarios/fera/fera_edge.toml", ("expect=", *sets), ("--until", "12ms", *TAPS))
        tags, frames = {}, {}
        for frame in capture_test.decode(run.out / "capture.pcapng", FIELDS):
            port = frame["frame.interface_name"]
            frames[port] = frames.get(port, 0) + 1
            if frame.get("vlan.etype", "").lower() == TAG:
                raw = bytes.fromhex(frame["raw"])
                self.assertEqual(len(raw), 60)
                tags.setdefault((port, frame["frame.packet_flags_direction"]), []).append(Tag(raw))
        return tags, frames

    def test_put_on_turned_and_taken_off(self):
        tags, frames = self.tags()
        self.assertGreater(min(frames[port] for port in ("st1.p0", "dt.p0")), 100)
        self.assertEqual({port for port, _ in tags}, {"es1.p1", "core.p4", "es5.p0"}, "no tag on a cable to a host")
        put_on, back = tags["es1.p1", OUT], tags["es1.p1", IN]
        self.assertGreater(len(put_on), 20)
        self.assertEqual([tag.sequence for tag in put_on], list(range(len(put_on))))
        self.assertLessEqual(len(put_on) - len(back), 1, "one may be under way")
        at_core, turned = tags["core.p4", OUT], tags["es5.p0", OUT]
        self.assertEqual({tag.op for tag in put_on + at_core}, {0})
        self.assertEqual({tag.op for tag in back + turned}, {RETURNING})
        self.assertEqual({(tag.source, tag.destination) for tag in put_on}, {(back[0].destination, back[0].source)})
        sent = {(tag.source, tag.sequence): tag for tag in at_core}
        for answer in turned:
            tag = sent[answer.destination, answer.sequence]
            self.assertEqual((answer.source, answer.rest), (tag.destination, tag.rest))
            self.assertLessEqual(answer.rate, tag.rate)
        of_st1 = {tag.sequence: tag for tag in turned if tag.destination == put_on[0].source}
        for tag in back:
            self.assertEqual((tag.rate, tag.rest), (of_st1[tag.sequence].rate, of_st1[tag.sequence].rest), "nobody lowers it on its way back")
        self.assertTrue(all(tag.rate < 10_000_000 for tag in back[1:]), "the core has lowered them")

    def test_without_edges_there_is_none(self):
        tags, _ = self.tags("congestion.fera_edge.at=none")
        self.assertEqual(tags, {})


if __name__ == "__main__":
    weir_run.main()

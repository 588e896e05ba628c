# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""A capture through a switch: the same bytes come out, at their times, and what does not come out has its reason; whatever the
format of the file. And files that are no capture.

usage: replay_test.py WEIR
"""

import collections
import importlib.util
import pathlib
import re
import struct
import subprocess
import tempfile
import zlib

import weir_run  # first: it says where the others are
import capture_test

FOLDER = weir_run.TOP / "scenarios/real_frames"
SCENARIO = "scenarios/real_frames/pcap_replay.toml"
SOURCE = importlib.util.spec_from_file_location("make_capture", FOLDER / "make_capture.py")
make_capture = importlib.util.module_from_spec(SOURCE)
SOURCE.loader.exec_module(make_capture)

IN, OUT = "0x00000001", "0x00000002"
FIELDS = ["frame.time_epoch", "frame.interface_name", "frame.packet_flags_direction", "frame.comment", "ip.checksum.status"]
TAPS = ("--pcap", "h1.p0", "--pcap", "s1.p0", "--pcap", "s1.p1")
BITS_PER_NANOSECOND = 10


def played():
    """(time in ns since the first, bytes without FCS), as make_capture has written them."""
    packets = list(make_capture.packets())
    return [(time - packets[0][0], data[:-4]) for time, data in packets]


def one_hop_further(frame):
    """What a switch makes of a sound IP frame."""
    at = 12
    while frame[at:at + 2] in (b"\x81\x00", b"\x88\xa8"):
        at += 4
    head = bytearray(frame)
    ip = at + 2
    if frame[at:ip] == b"\x86\xdd":
        head[ip + 7] -= 1
        return bytes(head)
    head[ip + 8] -= 1
    length = 4 * (head[ip] & 15)
    head[ip + 10:ip + 12] = bytes(2)
    head[ip + 10:ip + 12] = struct.pack("!H", make_capture.checksum(bytes(head[ip:ip + length])))
    return bytes(head)


def classic(frames, order="<", nanoseconds=False, fcs=True, header_says_fcs=True, snapshot=65535):
    link = 1 | ((2 << 28 | 1 << 26) if fcs and header_says_fcs else 0)
    data = struct.pack(order + "IHHiIII", 0xA1B23C4D if nanoseconds else 0xA1B2C3D4, 2, 4, 0, 0, snapshot, link)
    for time, frame in frames:
        body = frame + (struct.pack("<I", zlib.crc32(frame)) if fcs else b"")
        fraction = time % 10**9 // (1 if nanoseconds else 1000)
        data += struct.pack(order + "IIII", time // 10**9, fraction, len(body[:snapshot]), len(body)) + body[:snapshot]
    return data


def pcapng(frames, order="<", resolution=9, fcs=False):
    def block(kind, body):
        body += bytes(-len(body) % 4)
        return struct.pack(order + "II", kind, len(body) + 12) + body + struct.pack(order + "I", len(body) + 12)

    data = block(0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1))
    data += block(1, struct.pack(order + "HHIHHBxxxHH", 1, 0, 0, 9, 1, resolution, 0, 0))
    for time, frame in frames:
        body = frame + (struct.pack("<I", zlib.crc32(frame)) if fcs else b"")
        units = time // 10 ** (9 - resolution)
        data += block(6, struct.pack(order + "IIIII", 0, units >> 32, units & 0xFFFFFFFF, len(body), len(body)) + body)
    return data


def frame_to(frame, address):
    """An IPv4 frame without tags, sent to another address."""
    head = bytearray(frame)
    head[30:34] = address
    head[24:26] = bytes(2)
    head[24:26] = struct.pack("!H", make_capture.checksum(bytes(head[14:34])))
    return bytes(head)


def without_hash(capture):
    """Its bytes but for the hash of the scenario in its header."""
    data, count = re.subn(rb"SHA-256 [0-9a-f]{64}", b"", capture.read_bytes())
    assert count == 1
    return data


class Replay(weir_run.RunTest):
    def replayed(self, sets=(), status=(0,)):
        run = self.run_weir(SCENARIO, sets, TAPS, status=status)
        return run, capture_test.decode(run.out / "capture.pcapng", FIELDS)

    def of(self, frames, interface, direction):
        return [frame for frame in frames
                if (frame["frame.interface_name"], frame["frame.packet_flags_direction"]) == (interface, direction)]

    def raw(self, frames, interface, direction):
        return [bytes.fromhex(frame["raw"]) for frame in self.of(frames, interface, direction)]

    def starts(self, frames):
        """When each frame's first bit left the host, in ns; the last bit is told, cut to ns."""
        for frame in self.of(frames, "h1.p0", OUT):
            seconds, _, fraction = frame["frame.time_epoch"].partition(".")
            last_bit = int(seconds) * 10**9 + int(fraction)
            yield last_bit - (len(frame["raw"]) // 2 + 4) * 8 / BITS_PER_NANOSECOND

    def test_the_capture_is_what_its_generator_writes(self):
        with tempfile.TemporaryDirectory() as name:
            again = pathlib.Path(name) / "again.pcap"
            subprocess.run(["python3", "-B", FOLDER / "make_capture.py", again], check=True)
            self.assertEqual(again.read_bytes(), (FOLDER / "mixed.pcap").read_bytes())

    def test_bytes_reasons_and_order(self):
        run, frames = self.replayed()
        reasons = collections.Counter(reason for reason, _ in make_capture.faulty_frames()) + collections.Counter(["bad_fcs"])
        self.assertEqual(run.summary["drops"], dict(reasons))
        sent = [frame for _, frame in played()]
        faulty = {frame: reason for reason, frame in make_capture.faulty_frames()}
        # Classes may overtake one another: tags have priorities of their own.
        self.assertEqual(collections.Counter(self.raw(frames, "h1.p0", OUT)), collections.Counter(sent))
        self.assertEqual(collections.Counter(self.raw(frames, "s1.p0", IN)), collections.Counter(sent))
        sound = [frame for frame in sent[:-1] if frame not in faulty]
        self.assertEqual(collections.Counter(self.raw(frames, "s1.p1", OUT)),
                         collections.Counter(one_hop_further(frame) for frame in sound))
        comments = collections.Counter()
        for frame in self.of(frames, "s1.p0", IN):
            reason = faulty.get(bytes.fromhex(frame["raw"]))
            comments[frame["frame.comment"] if "frame.comment" in frame else None] += 1
            if reason:
                self.assertEqual(frame["frame.comment"], f"dropped at s1.p0: {reason}")
        self.assertEqual(comments[None], len(sound))
        self.assertEqual(comments["dropped at s1.p0: bad_fcs"], 1)

    def test_what_leaves_is_clean(self):
        run, _ = self.replayed()
        wrong = capture_test.tshark(run.out / "capture.pcapng", "-o", "udp.ignore_ipv6_zero_checksum:TRUE", "-Y",
                                    'frame.interface_name == "s1.p1" and (_ws.malformed or ip.checksum.status == "Bad")')
        self.assertEqual(wrong, "")

    def test_own_times_scaled_times_and_line_rate(self):
        times = [time for time, _ in played()]
        for speed, sets in ((1, ()), (2, ("flow.replay.speed=2",)), (0.5, ("flow.replay.speed=0.5",))):
            _, frames = self.replayed(sets)
            for due, start in zip(times, self.starts(frames)):
                # Within a burst a frame waits for those before it.
                self.assertGreaterEqual(start, due / speed - 1)
                if not 100_000 <= due <= 110_000:
                    self.assertLessEqual(start, due / speed + 1)
        _, frames = self.replayed(("flow.replay.pace=line_rate",))
        starts = list(self.starts(frames))
        lengths = [len(frame) + 4 for frame in self.raw(frames, "h1.p0", OUT)]
        for before, after, length in zip(starts, starts[1:], lengths):
            self.assertAlmostEqual(after - before, length * 8 / BITS_PER_NANOSECOND, delta=1.5)

    def test_a_flow_starts_and_stops(self):
        run, frames = self.replayed(("flow.replay.start=50us", "flow.replay.stop=95us"), status=(0, 1))
        due = [time for time, _ in played() if time < 45_000]
        self.assertEqual(len(self.of(frames, "h1.p0", OUT)), len(due))
        self.assertAlmostEqual(next(self.starts(frames)), 50_000, delta=1)
        self.assertEqual(run.summary["flows"][0]["sent_packets"], len(due))

    def test_every_format_plays_the_same(self):
        base = 1_600_000_000 * 10**9
        frames = [(base + number * 10_000, frame) for number, frame in enumerate(make_capture.sound_frames())]
        files = {f"{name}_{order}": writer(order) for order in ("<", ">") for name, writer in {
            "microseconds": lambda order: classic(frames, order, fcs=False),
            "nanoseconds": lambda order: classic(frames, order, nanoseconds=True, fcs=False),
            "fcs": lambda order: classic(frames, order, nanoseconds=True),
            "unannounced_fcs": lambda order: classic(frames, order, header_says_fcs=False),
            "pcapng_ns": lambda order: pcapng(frames, order),
            "pcapng_us": lambda order: pcapng(frames, order, resolution=6),
            "pcapng_fcs": lambda order: pcapng(frames, order, fcs=True)}.items()}
        captures = {}
        for name, data in files.items():
            path = self.scratch / f"{name.replace('<', 'le').replace('>', 'be')}.pcap"
            path.write_bytes(data)
            run = self.run_weir(SCENARIO, (f"flow.replay.file={path}",), TAPS)
            captures[name] = without_hash(run.out / "capture.pcapng")
        self.assertEqual(len(self.of(capture_test.decode(run.out / "capture.pcapng", FIELDS), "s1.p1", OUT)), len(frames))
        self.assertEqual([name for name in captures if captures[name] != captures["microseconds_<"]], [])

    def test_event_by_event_it_is_the_same(self):
        runs = [self.run_weir(SCENARIO, sets, TAPS, status=(0,)) for sets in ((), ("scenario.quantum=off",))]
        self.assertEqual(*(without_hash(run.out / "capture.pcapng") for run in runs))

    def test_under_pfc_nothing_is_lost_but_what_is_faulty(self):
        """At line rate into a slower link: the classes of the frames are paused, each by itself."""
        sets = ("flow.replay.pace=line_rate", "flow_control.scheme=pfc", "flow_control.lossless=[0, 3, 5]",
                "flow_control.pfc.xoff=3KB", "flow_control.pfc.xon=1KB", "switch.mmu.viq_limit=3KB", "switch.mmu.headroom=20KB")
        run, _ = self.replayed(sets, status=(0, 1))
        self.assertEqual(run.summary["flows"][0]["delivered_packets"], 47)
        self.assertEqual(sum(run.summary["drops"].values()), 15)

    def test_short_frames_without_fcs_are_padded(self):
        frame = next(make_capture.sound_frames())[:46]
        head = bytearray(frame)
        head[16:18] = struct.pack("!H", 32)  # IP total length
        head[38:40] = struct.pack("!H", 12)  # UDP length
        head[24:26] = bytes(2)
        head[24:26] = struct.pack("!H", make_capture.checksum(bytes(head[14:34])))
        for fcs, length, reason in ((False, 60, {}), (True, 46, {"runt": 1})):
            path = self.scratch / f"short_{fcs}.pcap"
            path.write_bytes(classic([(10**18, bytes(head))], fcs=fcs))
            run, frames = self.replayed((f"flow.replay.file={path}",), status=(0, 1))
            self.assertEqual([len(frame) for frame in self.raw(frames, "h1.p0", OUT)], [length])
            self.assertEqual(run.summary["drops"], reason)

    def test_what_is_left_out_is_said(self):
        pause = bytes.fromhex("0180c2000001 020000000001 8808 0001 ffff") + bytes(42)
        sound = next(make_capture.sound_frames())
        long = sound + bytes(10_000)
        path = self.scratch / "left_out.pcap"
        path.write_bytes(classic([(10**18, sound), (10**18 + 5000, pause), (10**18 + 6000, long), (10**18 - 10**6, sound),
                                  (10**18 - 10**6, b"")],
                                 nanoseconds=True, fcs=False))
        run, _ = self.replayed((f"flow.replay.file={path}",), status=(0, 1))
        self.assertEqual(run.summary["flows"][0]["sent_packets"], 2)
        text = "\n".join(run.summary["warnings"])
        for words in ("1 frame left out: MAC control", "1 frame left out: longer than 9216 B", "1 frame left out: empty", "1 frame earlier than the one before"):
            self.assertIn(words, text)

    def test_frames_beyond_max_frame_are_counted_at_load(self):
        frames = [(10**18 + number * 10_000, frame) for number, frame in enumerate(make_capture.sound_frames())]
        longest = max(len(frame) for _, frame in frames) + 4
        path = self.scratch / "full.pcap"
        path.write_bytes(classic(frames, nanoseconds=True, fcs=False))
        for max_frame, count in ((longest, 0), (longest - 1, sum(len(frame) + 4 == longest for _, frame in frames))):
            done = subprocess.run([self.weir, "check", SCENARIO, "--set", f"flow.replay.file={path}", "--set",
                                   f"switch.max_frame={max_frame}B"], cwd=weir_run.TOP, capture_output=True, text=True, check=True)
            said = [line for line in done.stdout.splitlines() if "longer than switch.max_frame" in line]
            self.assertEqual(bool(said), count > 0)
            self.assertTrue(all(f" {count} frame" in line and f"the longest has {longest / 1000:g}KB" in line for line in said), said)

    def test_a_capture_of_the_hosts_own_network_plays_once_they_are_elsewhere(self):
        """10.0.0.1 is h1, which the flow does not lead to; 10.0.0.2 is h2, which it does; 10.0.0.9 is nobody."""
        sent = [frame_to(next(make_capture.sound_frames()), bytes((10, 0, 0, last))) for last in (1, 2, 9)]
        path = self.scratch / "own_network.pcap"
        path.write_bytes(classic([(10**18 + number * 10_000, frame) for number, frame in enumerate(sent)], fcs=False))
        self.refused(path, f"--set flow.replay.file={path}: key 'flow.replay.file': flow replay to h2 plays {path}, which sends to "
                     "10.0.0.1, which is host h1; topology.first_address moves the addresses of hosts")
        run, frames = self.replayed((f"flow.replay.file={path}", "topology.first_address=172.16.0.1"), status=(0, 1))
        self.assertEqual(self.raw(frames, "s1.p1", OUT), [one_hop_further(frame) for frame in sent])
        self.assertEqual((run.summary["flows"][0]["delivered_packets"], run.summary["drops"]), (3, {}))

    def refused(self, path, words, sets=()):
        done = subprocess.run(weir_run.command(self.weir, SCENARIO, self.scratch / "refused",
                                               (f"flow.replay.file={path}", *sets)), cwd=weir_run.TOP, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn(words, done.stderr)

    def test_files_that_are_no_capture(self):
        folder = self.scratch
        good = classic([(10**18, next(make_capture.sound_frames()))] * 2)
        bad = {"empty": (b"", "truncated dump file"),
               "text": (b"[scenario]\nduration = '1s'\n" * 9, "unknown file format"),
               "cut_header": (good[:20], "truncated dump file"),
               "cut_packet": (good[:-9], "truncated dump file"),
               "no_packet": (good[:24], "has no frame that can be played"),
               "control_only": (classic([(10**18, bytes.fromhex("0180c2000001 020000000001 8808 0001 ffff") + bytes(42))], fcs=False),
                                "of 1 packets 0 are empty, 0 longer than 9216 B, 1 MAC control"),
               "raw_ip": (good[:20] + struct.pack("<I", 101) + good[24:], "its link type is"),
               "huge_packet": (good[:32] + struct.pack("<II", 2**31, 2**31) + good[40:], "invalid packet capture length"),
               "cut_pcapng": (pcapng([(10**18, b"x" * 60)])[:-20], "truncated")}
        for name, (data, words) in bad.items():
            path = folder / f"{name}.pcap"
            path.write_bytes(data)
            self.refused(path, words)
        self.refused(folder / "missing.pcap", "there is no such file")
        self.refused(folder, "is no file")


if __name__ == "__main__":
    weir_run.main()

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What captures have of a link beside frames: ordered sets and preambles. Their numbers are those of summary.json, their times
and places those of the line, and the dissector shows what this file reads from the bytes. Faults planted in the records
are found.

usage: link_captures_test.py WEIR
"""

import re
import subprocess

import weir_run
import capture_file
import link_records as records
from link_records import IN, OUT, SET

SCRIPT = weir_run.TOP / "tb" / "wireshark" / "weir.lua"
FIELDS = re.findall(r'ProtoField\.\w+\("weir_link\.([\w.]+)"', (SCRIPT.parent / "weir_link.lua").read_text(encoding="utf-8"))
FAULTS = ("truncated", "field_out_of_range", "unknown")
USER0 = 147
STAR = """
[scenario]
duration = "60us"
[topology]
kind = "star"
hosts = 2
rate = "400Gbps"
delay = "500ns"
wire_overhead = true
[switch]
max_frame = "9216B"
[link.llr]
wanted = true
replay_timer_max = "20us"
init_llr_frame_action = "block"
re_init_on_flush = true
[flow_control]
scheme = "ue_cbfc"
lossless = [2, 3]
processing_delay = "0ns"
[flow_control.ue_cbfc]
channels = [0, 1, 8, 17, 4, 5, 6, 7]
cc_message_timer = "1us"
[[flow]]
src = "h1"
dst = "h2"
class = 2
frame_length = "9216B"
[[flow]]
src = "h2"
dst = "h1"
class = 3
frame_length = "64B"
kind = "constant_rate"
rate = "100Gbps"
stop = "50us"
"""
# Sets come late on one cable; the transmitter of h1 is told to begin anew.
LATE = STAR + """
[[link_damage]]
between = ["h1", "s1"]
from = "s1"
do = "delay_sets"
delay = "777ns"
start = "10us"
end = "40us"
[[event]]
do = "init_retry"
between = ["h1", "s1"]
from = "h1"
at = "0us"
first_number = 1048570
[[event]]
do = "init_retry"
between = ["h1", "s1"]
from = "h1"
at = "20us"
"""


def star(hosts):
    return {**{f"h{n}.p0": f"s1.p{n - 1}" for n in range(1, hosts + 1)}, **{f"s1.p{n - 1}": f"h{n}.p0" for n in range(1, hosts + 1)}}


class LinkCaptures(weir_run.RunTest):
    def captured(self, scenario, rate, delay_ns, hosts, until, sets=(), options=("--pcap", "*.*")):
        run = self.run_weir(scenario, sets, ("--until", until, *options))
        return run, records.Capture(run.out / "capture.pcapng", rate, 1000 * delay_ns, star(hosts))

    def written(self, text):
        path = self.scratch / "star.toml"
        path.write_text(text, encoding="utf-8")
        return path

    def check(self, run, capture, effect=0):
        records.check_order(capture)
        records.check_counters(capture, run.summary, effect)
        records.check_cable(capture)
        if run.summary.get("llr"):
            records.check_places(capture)
            records.check_numbers(capture)

    def test_retry_under_errors_and_planted_faults(self):
        run, capture = self.captured("scenarios/small/llr.toml", 10**11, 300, 3, "90us")
        self.check(run, capture)
        counts = capture.counts("s1.p2", OUT)
        self.assertGreater(counts[records.ACK], 300)
        self.assertTrue(counts[records.NACK] and counts[records.INIT] and counts[records.ECHO])
        flags = [record.flags for record in capture.records if record.kind == SET]
        for flag in (records.IN_FRAME, records.DAMAGED, records.NO_NEWS):
            self.assertTrue(any(one & flag for one in flags), flag)
        self.assertTrue(any(record.flags & records.REPLAY for record in capture.records))
        self.find_planted_faults(run, capture)

    def find_planted_faults(self, run, capture):
        whole = capture.records
        def some(chosen):
            places = [n for n, record in enumerate(whole) if chosen(record)]
            return places[len(places) // 2]
        is_ack = lambda one: one.kind == SET and one.octets[1] == records.ACK
        idle = some(lambda one: is_ack(one) and one.direction == OUT and one.flags & records.NO_NEWS and one.port == "s1.p0")
        news = some(lambda one: is_ack(one) and one.direction == OUT and not one.flags & records.NO_NEWS)
        inside = some(lambda one: one.kind == SET and one.direction == OUT and one.flags & records.IN_FRAME)
        numbered = some(lambda one: one.kind != SET and records.number_of_frame(one.octets) and one.direction == OUT)
        more = lambda one, by: one.octets[:2] + (int.from_bytes(one.octets[2:5], "big") + by * 16).to_bytes(3, "big") + one.octets[5:]
        faults = {
            "an ACK without news is missing": whole[:idle] + whole[idle + 1:],
            "an ACK without news too many": whole[:idle] + [whole[idle]] + whole[idle:],
            "an ACK with news is missing": whole[:news] + whole[news + 1:],
            "an ACK that says too much": self.changed(whole, news, octets=more(whole[news], 1)),
            "an ACK that goes back": self.changed(whole, idle, octets=more(whole[idle], -1)),
            "an idle ACK a byte late": self.changed(whole, inside, at=whole[inside].at + 8 * 80),
            "a set at another byte of its frame": self.changed(whole, inside, place=whole[inside].place + 2),
            "a set inside a frame called outside": self.changed(whole, inside, flags=0, place=0),
            "a frame without its preamble": whole[:numbered] + whole[numbered + 1:],
            "a frame with another number": self.changed(whole, numbered, octets=whole[numbered].octets[:3] + b"\0" + whole[numbered].octets[4:]),
            "a NACK that was an ACK": self.changed(whole, news, octets=b"\x4b\x02" + whole[news].octets[2:]),
        }
        for fault, planted in faults.items():
            capture.records = planted
            with self.subTest(fault), self.assertRaises(records.Wrong):
                self.check(run, capture)
        capture.records = whole

    @staticmethod
    def changed(whole, at_index, **values):
        return whole[:at_index] + [whole[at_index]._replace(**values)] + whole[at_index + 1:]

    def test_credits_and_the_times_of_the_run(self):
        run, capture = self.captured("scenarios/small/ue_cbfc.toml", 10**11, 500, 6, "100us")
        self.check(run, capture, effect=100_000)
        self.assertTrue(all(record.kind == SET for record in capture.records), "no numbers, no preambles")
        updates = [records.channels(record.octets) for record in capture.of("s1.p0", OUT)]
        self.assertEqual({vc for pair in updates for vc, _ in pair}, {8, 17})
        freed = [dict(pair)[8] for pair in updates]
        self.assertTrue(all((b - a) % 32768 < 16384 for a, b in zip(freed, freed[1:])), "credits freed go forward")
        self.assertGreater(freed[-1], freed[0])

    def test_retry_and_credits_at_once(self):
        """Frames of 9,216 B hold several sets; a run has all kinds at every port."""
        run, capture = self.captured(self.written(STAR), 4 * 10**11, 500, 2, "60us")
        self.check(run, capture)
        for port in capture.ports():
            self.assertEqual(set(capture.counts(port, OUT)) - {records.NACK},
                             {records.ACK, records.INIT, records.ECHO, records.CF}, port)
        inside, most = 0, 0
        for record in capture.of("h1.p0", OUT):
            inside = 0 if record.kind != SET else inside + bool(record.flags & records.IN_FRAME)
            most = max(most, inside)
        self.assertEqual(most, 5, "sets in a frame of 9,216 B, at most")

    def test_sets_that_come_late(self):
        run, capture = self.captured(self.written(LATE), 4 * 10**11, 500, 2, "60us")
        records.check_order(capture)
        records.check_places(capture, (OUT,))
        records.check_cable(capture, late=777_000)
        records.check_counters(capture, run.summary)
        within, captured = self.captured(self.written(LATE), 4 * 10**11, 500, 2, "30us")
        records.check_counters(captured, within.summary)
        late = [other.at - one.at - 500_000 for one, other in zip(capture.of("s1.p0", OUT, SET), capture.of("h1.p0", IN, SET))]
        self.assertEqual((min(late), max(late)), (0, 777_000))
        numbers = [records.number_of_frame(record.octets) for record in capture.of("h1.p0", OUT, records.PREAMBLE)]
        self.assertIn(1048575, numbers)
        self.assertIn(0, numbers, "behind 2^20 - 1")

    def test_what_is_left_out(self):
        """Ethernet's part of a file is the same with any of the link's; a file without is Ethernet alone."""
        files = {}
        for word in ("all", "news", "off"):
            run, _ = self.captured("scenarios/small/llr.toml", 10**11, 300, 3, "60us", options=("--pcap", "s1.*", "--pcap-link", word))
            files[word] = list(capture_file.packets(run.out / "capture.pcapng"))
        frames = {word: [packet._replace(number=0) for packet in packets if not packet.port.endswith(".link")]
                  for word, packets in files.items()}
        self.assertEqual(frames["all"], frames["off"])
        self.assertEqual(frames["news"], frames["off"])
        self.assertEqual(len(files["off"]), len(frames["off"]))
        links = {word: [packet for packet in packets if packet.port.endswith(".link")] for word, packets in files.items()}
        without = lambda packets: [packet._replace(number=0) for packet in packets if not packet.bytes[3] & records.NO_NEWS]
        self.assertEqual(without(links["all"]), without(links["news"]))
        self.assertEqual(len(without(links["news"])), len(links["news"]))
        self.assertGreater(len(links["all"]), len(links["news"]) + 100)

    def test_a_network_without_sets_has_the_captures_of_ever(self):
        contents = [(self.run_weir("scenarios/ring/pfc.toml", (), ("--until", "200us", "--pcap", "s1.*", *options)).out / "capture.pcapng")
                    .read_bytes() for options in ((), ("--pcap-link", "off"))]
        self.assertEqual(*contents)

    def test_quantum_on_and_off(self):
        for scenario in ("scenarios/small/llr.toml", self.written(LATE)):
            sections = []
            for quantum in ("on", "off"):
                run = self.run_weir(scenario, [f"scenario.quantum={quantum}"], ("--until", "60us", "--pcap", "*.*"))
                content = (run.out / "capture.pcapng").read_bytes()
                sections.append(content[int.from_bytes(content[4:8], "little"):])  # behind the header, which names the settings
            self.assertEqual(*sections)

    # The dissector.

    def shown(self, path, *options):
        words = [word for name in FIELDS for word in ("-e", f"weir_link.{name}")]
        done = subprocess.run(["tshark", "-n", "-X", f"lua_script:{SCRIPT}", "-r", path, *options, "-T", "fields", *words, "-e",
                               "_ws.expert.message"], capture_output=True, text=True, check=True)
        self.assertNotIn("Lua", done.stdout + done.stderr)
        for line in done.stdout.splitlines():
            *values, expert = line.split("\t")
            yield {name: value.split(",") for name, value in zip(FIELDS, values) if value}, expert

    def read(self, octets):
        """What the dissector should show of a record: ({field: texts}, the faults)."""
        if len(octets) < 24:
            return {}, {"truncated"}
        shown, faults = {"version": [str(octets[0])], "kind": [str(octets[1])]}, set()
        flags = int.from_bytes(octets[2:4], "big")
        shown |= {name: [str(flags >> n & 1)] for n, name in enumerate(("in_frame", "damaged", "no_news", "replay"))}
        shown |= {"ps": [str(int.from_bytes(octets[4:6], "big"))], "sender": [octets[6:12].hex(":")]}
        number, eight = str(int.from_bytes(octets[12:16], "big")), octets[16:24]
        if octets[0] != 1 or octets[1] not in (1, 2):
            return shown, {"unknown"}
        if octets[1] == 1:
            kind = eight[1]
            shown |= {"position": [number], "type": [f"0x{kind:02x}"]}
            seq, data, sound = [str(records.number_of_set(eight))], int.from_bytes(eight[5:7], "big"), eight[0] == 0x4B and eight[4] & 15 == 6
            if kind in (1, 2):
                shown, sound = {**shown, "ack": seq}, sound and eight[5:] == bytes(3)
            elif kind in (3, 4):
                shown, sound = {**shown, "init_seq": seq, "init_data": [f"0x{data:04x}"]}, sound and eight[7] == 0
            elif kind == 16:
                pairs = records.channels(eight)
                shown = {**shown, "vc": [str(vc) for vc, _ in pairs], "freed": [str(freed) for _, freed in pairs]}
                sound = sound and eight[7] & 15 == 0
            else:
                return shown, {"unknown"}
            return shown, set() if sound else {"field_out_of_range"}
        shown["length"] = [number]
        if len(octets) < 28:
            return shown, {"truncated"}
        shown["ends_after"] = [str(int.from_bytes(octets[24:28], "big"))]
        seq = records.number_of_frame(eight)
        if seq is not None:
            shown["number"] = [str(seq)]
        sound = eight[0] == 0xFB and eight[4:] == bytes.fromhex("555555d5") and (seq is not None or eight[1:4] == b"\x55" * 3)
        return shown, faults if sound else {"field_out_of_range"}

    def compare(self, octets, shown, expert):
        fields, faults = self.read(octets)
        self.assertEqual({word for word in FAULTS if f"{word}:" in expert}, faults, octets.hex())
        self.assertEqual(shown, fields, octets.hex())
        return faults

    def test_the_dissector_shows_the_bytes(self):
        run, _ = self.captured(self.written(STAR), 4 * 10**11, 500, 2, "6us")
        path = run.out / "capture.pcapng"
        packets = list(capture_file.packets(path))
        lines = list(self.shown(path))
        self.assertEqual(len(lines), len(packets))
        numbers, seen, cc_updates = {}, set(), 0
        for packet, (shown, expert) in zip(packets, lines):
            if packet.port.endswith(".link"):
                self.compare(packet.bytes, shown, expert)
                record = records.record_of(packet)
                if record.kind == records.PREAMBLE:
                    numbers[record.port, record.direction, record.ends] = (packet.number, records.number_of_frame(record.octets))
            else:
                preamble, number = numbers.get((packet.port, packet.direction, packet.at), (None, None))
                self.assertEqual(shown.get("preamble"), preamble and [str(preamble)], packet)
                self.assertEqual(shown.get("number"), None if number is None else [str(number)], packet)
                cc_updates += self.check_cc_update(packet.bytes, shown)
            seen.update(shown)
        self.assertGreater(cc_updates, 10)
        self.assertEqual(set(FIELDS) - seen, set(), "fields that nothing has")

    def check_cc_update(self, octets, shown):
        is_one = octets[12:19] == bytes.fromhex("8808fffefa7acb")
        self.assertEqual("cc.type" in shown, is_one)
        if is_one:
            value = int.from_bytes(octets[20:60], "big")
            first = 16 * (octets[19] - 1)
            self.assertEqual(shown["cc.vc"], [str(first + n) for n in range(16)])
            self.assertEqual(shown["cc.consumed"], [str(value >> 20 * (15 - n) & 0xFFFFF) for n in range(16)])
        return is_one

    def test_faults_of_records_are_named(self):
        run, capture = self.captured(self.written(STAR), 4 * 10**11, 500, 2, "12us")
        of_each = {}
        for packet in capture_file.packets(run.out / "capture.pcapng"):
            if packet.port.endswith(".link"):
                of_each.setdefault((packet.bytes[1], packet.bytes[17] if packet.bytes[1] == SET else packet.bytes[17] & 15), packet.bytes)
        self.assertGreaterEqual(len(of_each), 5)
        broken = [octets[:length] for octets in of_each.values() for length in range(1, len(octets))]
        broken += [bytes([*octets[:at], octets[at] ^ 1 << n, *octets[at + 1:]]) for octets in of_each.values()
                   for at in (0, 1, 3, *range(16, 24)) for n in range(8)]
        path = self.scratch / "broken.pcap"
        capture_file.write_pcap(path, broken, USER0)
        faults = [self.compare(octets, *line) for octets, line in zip(broken, self.shown(path))]
        self.assertEqual(len(faults), len(broken))
        self.assertEqual(set().union(*faults), set(FAULTS))

    def test_frames_are_ethernet_without_the_dissector(self):
        run, capture = self.captured("scenarios/small/llr.toml", 10**11, 300, 3, "30us")
        done = subprocess.run(["tshark", "-n", "-r", run.out / "capture.pcapng", "-T", "fields", "-e", "frame.interface_name", "-e",
                               "frame.protocols"], capture_output=True, text=True, check=True)
        names, protocols = zip(*(line.split("\t") for line in done.stdout.splitlines()))
        ethernet = [protocol for name, protocol in zip(names, protocols) if not name.endswith(".link")]
        self.assertEqual(len(ethernet), len(capture.frames))
        self.assertTrue(all(protocol.startswith("eth:ethertype") for protocol in ethernet))


if __name__ == "__main__":
    weir_run.main()

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Whether the sentences are true of a run without deadlock, and of what follows a deadlock."""

import fractions
import functools
import re

from story_circle import CREDITS
from story_trace import GATE, VEQ, VIQ
from story_words import AMOUNT, LATER, QUEUE, UNITS, amount, close, count

NAMED_LATER = 3  # declarations that are named behind the first


class Rest:
    """A part of story_judge.Judge."""

    # Runs without deadlock.

    def _of_first_pause(self, sentence, queue, device, depth, xoff, pauses, queues):
        event = self._proved(sentence, "pauses", queue)
        self._pauses_whom(sentence, queue, device, xoff)
        if event and depth and not close(depth, event[3]):
            self.wrong(sentence, f"the depth is {event[3]} B")
        if self.resets:
            return
        begun = {one: [until for until, what in told if what == "pauses"] for one, told in self.pauses.items()}
        begun = {one: times for one, times in begun.items() if times}
        if "pause" in self.scheme:  # PAUSE is of the port: its first class counts
            begun = {one: times for one, times in begun.items() if one == min(other for other in begun if other.rsplit(".", 1)[0] == one.rsplit(".", 1)[0])}
        total, late = sum(map(len, begun.values())), sum(self._late(what) for what in ("pauses",))
        if not total <= count(pauses) <= total + late or not len(begun) <= count(queues) <= len(begun) + late:
            self.wrong(sentence, f"the capture has {total} pauses by {len(begun)} queues")
        first = min((until - max(self._frame_times(one)) for one, times in begun.items() for until in times), default=None)
        if first is not None and sentence["at_ps"] > min(times[0] for times in begun.values()):
            self.wrong(sentence, f"the first pause ends at {min(times[0] for times in begun.values())} ps")
        if queue in begun and not self._is_told_at(queue, begun[queue][0], sentence["at_ps"]):
            self.wrong(sentence, f"the first pause of {queue} ends at {begun[queue][0]} ps")

    def _late(self, kind):
        """Frames of flow control that were on a wire at the end, which no capture has."""
        return sum(what == kind and at + max(self._frame_times(queue)) >= self.trace.end for at, what, queue, _ in self.told)

    def _of_first_hold(self, sentence, queue, device):
        self._proved(sentence, "held", queue)
        first = next((one for one in self.trace.events if one[1] == "held"), None)
        if first is None or first[0] != sentence["at_ps"]:
            self.wrong(sentence, f"the first hold is {first}")
        if queue in self.trace.queues and self.trace.across(queue).split(".")[0] != device:
            self.wrong(sentence, f"the peer of {queue} is {self.trace.across(queue)}")

    def _samples(self, queue, name):
        """(value, time) of the first samples behind changes; none is at the beginning or the end of the run."""
        signal = self.trace.signal(queue, name)
        times = sorted({max(-(-time // self.interval), 1) * self.interval for time in signal.times}) if signal else []
        return [(signal.at(time), time) for time in times if time < self.trace.end]

    def _parts(self, queue):
        """[(part of the rate of the link, time)] of samples in which the queue may send at less."""
        carried = self.rate_of(queue.rsplit(".", 1)[0]) // UNITS["Mbps"]
        return [(fractions.Fraction(value, carried), time) for value, time in self._samples(queue, "sender_rate") if value < carried]

    @functools.cached_property
    def slowest(self):
        """(part, time) of the sender that was slowed most; None: no sample shows one."""
        return min((one for queue in self.trace.queues for one in self._parts(queue)), default=None)

    def _of_stage(self, sentence, queue, stage):
        found = [(-value, time, one) for one in self.trace.queues for value, time in self._samples(one, "sender_stage")]
        most = -min(found)[0]
        if most != int(stage) or (-most, sentence["at_ps"], queue) not in found or min(found)[1] != sentence["at_ps"]:
            self.wrong(sentence, f"the highest stage is {min(found)}")

    def _of_rate(self, sentence, queue, rate, link):
        if self.slowest is None or queue not in self.trace.queues or self.slowest not in self._parts(queue) or sentence["at_ps"] != self.slowest[1]:
            return self.wrong(sentence, f"the smallest part is {self.slowest}")
        carried = self.rate_of(queue.rsplit(".", 1)[0])
        if not close(link, carried) or not close(rate, self.slowest[0] * carried):
            self.wrong(sentence, f"the smallest part is {self.slowest} of {carried} bps")
        return None

    @functools.cached_property
    def waits(self):
        """{queue: (least, most)} of its hold-and-wait, ps."""
        found = {}
        for queue in self.trace.queues:
            spans = self.trace.waiting_spans(queue)
            inputs = self.at_inputs and queue.split(".")[0] not in self.trace.hosts  # packets may wait there, which no waveform shows
            most = self.trace.held_time(queue) if inputs else sum(b - a for a, b, _ in spans)
            found[queue] = sum(b - a for a, b, sure in spans if sure), most
        return found

    def _of_longest_wait(self, sentence, queue, device, wait, run, pauses, longest):
        if not close(run, self.trace.end):
            self.wrong(sentence, f"the run takes {self.trace.end} ps")
        if self.scheme == "ttl_pfc" and queue not in self.trace.queues:  # a class that the waveforms do not have
            return None
        if queue not in self.trace.queues or self.trace.across(queue).split(".")[0] != device or sentence["queue"] != queue:
            return self.wrong(sentence, f"{queue} does not wait for {device}, or the sentence is about {sentence['queue']}")
        least, most = self.waits[queue]
        if self.scheme in CREDITS:  # a hold outlasts credits that are too few for the head
            most = self.trace.end
        if not (close(wait, least) or close(wait, most) or least < amount(wait) < most):
            self.wrong(sentence, f"the queue waits {least} to {most} ps")
        others = max((low, one) for one, (low, _) in self.waits.items())
        if others[0] > most:
            self.wrong(sentence, f"{others[1]} waits {others[0]} ps")
        viq = self.trace.across(queue)
        told = [(at, what) for at, what, one, _ in self.told if one == viq and what in ("pauses", "resumes")]
        spans = [(b[0] - a[0], a[0]) for a, b in zip(told, told[1:]) if a[1] == "pauses" and b[1] == "resumes"]
        if self.story["left_out"]:
            return None
        if bool(spans) != bool(pauses) and self.scheme in ("pfc", "ttl_pfc"):
            return self.wrong(sentence, f"{viq} has {len(spans)} pauses that have ended")
        if pauses:
            best = max(spans)
            if count(pauses) != len(spans) or not close(longest, best[0]) or (best[0], sentence["at_ps"]) not in spans:
                self.wrong(sentence, f"{viq} has {len(spans)} pauses that have ended, the longest {best[0]} ps at {best[1]} ps")
            self._proved(sentence, "pauses", viq)
        return None

    def _of_lost(self, sentence, queue, packets, cause, headroom):
        found_no_room = cause not in ("given up", "lost on the link")  # which have no events
        if found_no_room:
            self._proved(sentence, "lost", queue)
        if found_no_room and not self.story["left_out"] and sum(one[1:3] == ("lost", queue) for one in self.told) != count(packets):
            self.wrong(sentence, "the events are not as many")
        losses = [one for one in self.trace.summary["losses"] if f"{one['device']}.p{one['port']}.c{one['class']}" == queue]
        if [one["packets"] for one in losses] != [count(packets)] or losses[0]["cause"] != cause:
            self.wrong(sentence, f"the summary has {losses}")
        elif headroom and not close(headroom, losses[0]["headroom_needed_bytes"]):
            self.wrong(sentence, f"the headroom is {losses[0]['headroom_needed_bytes']} B")

    def _of_lost_more(self, sentence, queues, packets):
        told = self.by_form["lost"]
        if count(queues) + len(told) != len(self.trace.summary["losses"]):
            self.wrong(sentence, f"{len(self.trace.summary['losses'])} queues lose packets")
        if count(packets) + sum(count(words[1]) for _, words in told) != sum(one["packets"] for one in self.trace.summary["losses"]):
            self.wrong(sentence, "all packets are not as many")

    def _of_nearest(self, sentence, rest):
        if any(what in ("pauses", "held") for _, what, _ in self.trace.events) or any(self.pauses.values()):
            self.wrong(sentence, "flow control held somebody")
        near = re.fullmatch(rf"({QUEUE}) (came nearest to|went furthest beyond) its threshold: ({AMOUNT}) of ({AMOUNT})", rest)
        peaks = {queue: max(self.trace.signal(queue, VIQ if near else VEQ).values) for queue in self.trace.queues}
        if near:
            marks = {f"{one['device']}.p{one['port']}.c{one['class']}": one["xoff_bytes"] for one in self.trace.summary["queues"]}
            parts = {queue: peaks[queue] / marks[queue] for queue in peaks if marks.get(queue)}
            queue, words, peak, mark = near.groups()
            if queue not in peaks:  # a class that the waveforms do not have
                return
            if (words == "came nearest to") != (parts.get(queue, 0) < 1):
                self.wrong(sentence, f"the peak is {parts.get(queue)} of the threshold")
            if queue not in parts or not close(peak, peaks[queue]) or not close(mark, marks[queue]) or max(parts.values()) > parts[queue] * 1.0001:
                self.wrong(sentence, f"nearest is {max(parts, key=parts.get)}, the depth {peaks.get(queue)} B of {marks.get(queue)} B")
            return
        full = re.fullmatch(rf"the fullest egress queue was ({QUEUE}): ({AMOUNT}); ([\d,]+) packets? dropped", rest)
        if not full:
            return self.wrong(sentence, "is of no form that the page knows")
        queue, peak, dropped = full.groups()
        drops = self.trace.summary["drops"]
        if queue not in peaks or not close(peak, peaks[queue]) or peaks[queue] != max(peaks.values()):
            self.wrong(sentence, f"the fullest is {max(peaks, key=peaks.get)}: {max(peaks.values())} B")
        if count(dropped) != self.trace.summary["packets_dropped"]:
            self.wrong(sentence, f"dropped: {drops}")

    # What follows a deadlock.

    def _of_dissolved(self, sentence, more):
        gates = [self.trace.signal(queue, GATE) for queue in self.circle if queue in self.trace.queues]
        freed = min((time for gate in gates for time in gate.changes("open") if time > self.closed), default=None)
        expected = None if freed is None else min(-(-freed // self.interval) * self.interval, self.trace.end)
        if expected != sentence["at_ps"]:
            self.wrong(sentence, f"a queue of the circle is freed at {freed} ps, the sample after it is {expected} ps")
        if int(more or 0) != self.trace.summary["deadlock"]["later"]:
            self.wrong(sentence, f"{self.trace.summary['deadlock']['later']} deadlocks come after it")

    def _of_behind(self, sentence, text):
        number = re.search(r"(\d+) more queues? waits? for the circle by now(?:: ([^;]*))?", text)
        if number:
            named = re.findall(QUEUE, number.group(2) or "")
            more = re.search(r"and (\d+) more", number.group(2) or "")
            if int(number.group(1)) != len(named) + (int(more.group(1)) if more else 0):
                self.wrong(sentence, f"{number.group(1)} queues, and {len(named)} are named")
            for queue in named:
                if queue in self.circle or queue not in self.trace.queues:
                    self.wrong(sentence, f"{queue} is in the circle, or is no queue")
                elif self.open_at == self.trace.end and self.trace.held_with_packets_since(queue, self.trace.end) is None:
                    self.wrong(sentence, f"{queue} is not held at the end")
            if sentence["at_ps"] is None or sentence["at_ps"] % self.interval or sentence["at_ps"] < self.closed:
                self.wrong(sentence, "has not the time of a sample behind the closing of the circle")
        hosts = re.search(r"there would be no deadlock without (.*)", text)
        if hosts and not any(name.split(".")[0] in hosts.group(1) for name in self.trace.summary["deadlock"].get("behind", ())):
            self.wrong(sentence, "the hosts are others")
        if not number and not hosts:
            self.wrong(sentence, "is of no form that the page knows")

    # The deadlock unit.

    def _of_declared(self, sentence, unit, queue, egress, hops, peer, trigger, then, more, last):
        if unit != self.scenario["deadlock"]["unit"]:
            return self.wrong(sentence, f"the unit is {self.scenario['deadlock']['unit']}")
        if not self._told_in_order(sentence, [one for one in self.trace.events if one[1] == "declared"], queue, then, more, last):
            return None
        if egress:
            self._check_came_home(sentence, queue, egress, hops)
        elif self.trace.peer.get(queue.rsplit(".", 1)[0]) != peer:
            self.wrong(sentence, f"{queue} pauses {self.trace.peer.get(queue.rsplit('.', 1)[0])}")
        if trigger and trigger not in {*self.trace.peer, *(f"{host}, a host" for host in self.trace.hosts)}:
            self.wrong(sentence, f"there is no {trigger}")
        return None

    def _told_in_order(self, sentence, all_of, queue, then, more, last):
        """Whether the first of the events (time, kind, queue) is the sentence's; compares those that the sentence names after it, and their proofs."""
        if not all_of or (all_of[0][0], all_of[0][2]) != (sentence["at_ps"], queue):
            return self.wrong(sentence, f"{len(all_of)} of {sentence['rule']}, the first is {all_of[:1]}")
        named = re.findall(rf"({QUEUE}) ({LATER})", then or "")
        if len(named) != min(len(all_of) - 1, NAMED_LATER) or count(more or "0") != len(all_of) - 1 - len(named):
            self.wrong(sentence, f"{len(all_of)} of {sentence['rule']}")
        for (one, after), true in zip(named, all_of[1:]):
            if one != true[2] or not self._is_later(after, true[0] - sentence["at_ps"]):
                self.wrong(sentence, f"{one} is told as {true}")
        if last and not self._is_later(last, all_of[-1][0] - sentence["at_ps"]):
            self.wrong(sentence, f"the last is {all_of[-1]}")
        if not self.story["left_out"] and [self.told[place][:3] for place in sentence["events"]] != all_of[:len(named) + 1]:
            self.wrong(sentence, "is not proved by the events that it names")
        return True

    # The PFC watchdog: storms as the summary lists them, each at a queue that is held by that device.

    def _of_storm(self, sentence, queue, device, then, more, last):
        self._storms(sentence, "storms", queue, device, then, more, last)
        if self.trace.signal(queue, "egress_gate").at(sentence["at_ps"] - 1) != "held":
            self.wrong(sentence, f"{queue} is free")

    def _of_storm_over(self, sentence, queue, device, then, more, last):
        self._storms(sentence, "storms_over", queue, device, then, more, last)

    def _storms(self, sentence, results, queue, device, then, more, last):
        if self._told_in_order(sentence, self.listed(sentence["rule"], results), queue, then, more, last) and self.trace.peer.get(queue.rsplit(".", 1)[0]) not in (
                device, *(f"{device}.p{port}" for port in range(64))):
            self.wrong(sentence, f"the cable of {queue} ends at {self.trace.peer.get(queue.rsplit('.', 1)[0])}")

    @staticmethod
    def _is_later(words, time):
        return close(words.removeprefix("after "), time) if time else words == "at once"

    def _check_came_home(self, sentence, queue, egress, hops):
        """A message of that VIQ came in at the egress, and took effect at that time."""
        device, port, c = queue.rsplit(".", 2)
        switches = [name for name in self.trace.order if name not in self.trace.hosts]
        arrival = sentence["at_ps"] - amount(self.scenario["flow_control"]["processing_delay"])
        checks = [one for one in self.trace.checks if one.port == egress and abs(one.at - arrival) < 1000 and one.c == int(c[1:])
                  and (one.switch, one.from_port) == (switches.index(device) + 1, int(port[1:]))]
        if egress.split(".")[0] != device or not checks:
            return self.wrong(sentence, f"no check of {queue} comes in at {egress} at {arrival} ps")
        settings = self.scenario["deadlock"]["itsy"]
        counted = None if settings["protocol"] == "published" else {settings["ttl"] - one.ttl + 1 for one in checks}
        if (hops is None) != (counted is None) or (hops and int(hops) not in counted):
            self.wrong(sentence, f"the check has passed {counted} cables")
        return None

    def _acts(self, sentence, queue):
        """The first event of its kind."""
        self._proved(sentence, "resolves", queue)
        first = next((one for one in self.told if one[1] == "resolves"), None)
        if first is None or first[:3] != (sentence["at_ps"], "resolves", queue):
            self.wrong(sentence, f"the first act is {first}")

    def _of_itsy_acts(self, sentence, queue, resolution, acts, packets):
        self._acts(sentence, queue)
        if not any(one[1:] == ("declared", queue) and one[0] <= sentence["at_ps"] for one in self.trace.events):
            self.wrong(sentence, f"{queue} has not been declared by then")
        if resolution != self.scenario["deadlock"]["itsy"]["resolution"] or count(acts) != self.trace.summary["loop_acts"]:
            self.wrong(sentence, f"{self.trace.summary['loop_acts']} acts by {self.scenario['deadlock']['itsy']['resolution']}")
        if count(packets or "0") != self.trace.summary["drops"].get("resolution", 0):
            self.wrong(sentence, f"dropped: {self.trace.summary['drops']}")

    def _of_watchdog_acts(self, sentence, unit, queue, packets):
        self._acts(sentence, queue)
        if unit != self.scenario["deadlock"]["unit"] or count(packets) != self.trace.summary["drops"].get(unit):
            self.wrong(sentence, f"dropped by {self.scenario['deadlock']['unit']}: {self.trace.summary['drops']}")
        if unit == "pfcwd":
            return
        timeout = amount(self.scenario["deadlock"]["watchdog"]["timeout"])
        if not any((since := self.trace.held_with_packets_since(one, sentence["at_ps"])) is not None and since <= sentence["at_ps"] - timeout
                   for one in self.trace.queues if one.split(".")[0] == queue.split(".")[0]):
            self.wrong(sentence, f"no queue of {queue.split('.')[0]} has stood for {timeout} ps")

    @functools.cached_property
    def starved(self):
        """{flow: whether it starves}: packets in the network, none delivered in the last quarter. Flows about the border are left out."""
        found, border = {}, self.trace.end * 3 // 4
        stopped = {one.get("host") for one in self.events}
        for place, flow in enumerate(self.trace.summary["flows"]):
            if flow["dst"] in stopped:  # keeps what arrives
                continue
            packets = self.trace.packets.get(f"{flow['dst']}.p0", ())
            times = [one.at for one in packets if one.inward and one.flow == place]
            if any(abs(time - border) < 2000 for time in times):
                continue
            found[flow["name"]] = flow["in_network_packets"] > 0 and not any(time > border for time in times)
        return found

    def _of_starved(self, sentence, names, holder):
        more = re.search(r" and (\d+) more flows?", names)
        names = [name for name in names[:more.start() if more else None].split(", ")]
        if sentence["at_ps"] != self.trace.end - self.trace.end // 4 and sentence["at_ps"] != self.trace.end * 3 // 4:
            self.wrong(sentence, f"the last quarter begins at {self.trace.end * 3 // 4} ps")
        for name in names:
            if not self.starved.get(name, name in self.trace.numbers):
                self.wrong(sentence, f"{name} delivers something, or has no packet in the network")
        if holder:
            self._holder(sentence, holder)
        if holder == "the circle" and not self.circle:
            self.wrong(sentence, "there is no circle")

    def _holder(self, sentence, holder):
        """A reason names the circle, or a queue that holds packets at the end, or a host."""
        queue = re.search(QUEUE, holder)
        if holder.startswith("its turn"):
            self.wrong(sentence, "a turn is no reason")
        if queue and self.trace.signal(queue.group(), VEQ) is not None and not self.at_inputs and self.trace.signal(queue.group(), VEQ).at(self.trace.end) == 0:
            self.wrong(sentence, f"{queue.group()} is empty at the end")

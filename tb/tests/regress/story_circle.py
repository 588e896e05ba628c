# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Whether the sentences are true that tell how a deadlock closed, and whose packets hold it."""

import re

from story_trace import GATE, VIQ
from story_words import amount, close

CREDITS = ("cbfc", "gfc_time_based", "gfc_gradient")


class Circle:
    """A part of story_judge.Judge."""

    # The circle.

    def _circle(self):
        """self.circle: queues, closed_at, until when it stands; empty without a sentence about it."""
        found = self.trace.summary["deadlock"]
        self.circle, self.closed, self.open_at = [], None, self.trace.end
        if bool(found) != bool(self.by_form["last_edge"]):
            self.problems.append(f"the oracle has {found}, and {len(self.by_form['last_edge'])} sentences say that a circle is closed")
        if not self.by_form["last_edge"]:
            return
        sentence, (*_, circle, _) = self.by_form["last_edge"][0]
        self.circle, self.closed = self._queues(circle, sentence["at_ps"]), sentence["at_ps"]
        if len(self.circle) < 2 or self.circle[0] != self.circle.pop():
            self.wrong(sentence, "does not end where it begins")
        if found and found["dissolved_at_seconds"] is not None:
            self.open_at = round(found["dissolved_at_seconds"] * 1e12)
        if bool(self.by_form["dissolved"]) != (self.open_at != self.trace.end or bool(found and found["dissolved_at_seconds"] is not None)):
            self.problems.append(f"the deadlock dissolves at {found['dissolved_at_seconds']} s, and {len(self.by_form['dissolved'])} sentences say so")

    def _queues(self, text, closed):
        """The queues of a circle as told, the first one again at the end. Of a long circle some are left out; the oracle's has them."""
        for one in self.trace.summary.get("deadlocks", []):
            cycle = one["cycle"]
            if len(cycle) > 6 and round(one["formed_at_seconds"] * 1e12) == closed:
                if text == " -> ".join([*cycle[:2], f"{len(cycle) - 3} more", cycle[-1], cycle[0]]):
                    return [*cycle, cycle[0]]
        return text.split(" -> ")

    def _is_held_since(self, queue, at, moment):
        since = self.trace.held_with_packets_since(queue, moment)
        return since is not None and since <= at <= self.trace.surely_since(queue, moment)

    def _of_last_edge(self, sentence, queue, beside, host, circle, stays):
        """A queue of the circle was held last; or one beside it, or a host's class, whose packets fill a VIQ together with those of the circle."""
        circle = self._queues(circle, sentence["at_ps"])[:-1]
        first = sentence is self.by_form["last_edge"][0][0]
        until = self.open_at - self.interval if first and self.open_at != self.trace.end else self.trace.end
        unknown = [one for one in circle if one not in self.trace.queues]
        if unknown:
            return self.wrong(sentence, f"{unknown} are no queues")
        for one, following in zip(circle, circle[1:] + circle[:1]):
            if self.trace.across(one).split(".")[0] != following.split(".")[0]:
                self.wrong(sentence, f"{one} leads to {self.trace.across(one)}, not to the device of {following}")
        if sentence["queue"] != (queue or "") or (queue in circle) != bool(queue and not beside):
            self.wrong(sentence, f"{queue}, {sentence['queue']}: is the queue of the sentence in the circle?")
            return None
        at, moment = sentence["at_ps"], max(until, sentence["at_ps"])
        since = {one: self.trace.held_with_packets_since(one, moment) for one in circle}
        free = [one for one, time in since.items() if time is None or time > at]
        if free:
            self.wrong(sentence, f"{free} are not held from then to {until} ps, but since {[since[one] for one in free]}")
        elif queue in circle and at > (last := max(self.trace.surely_since(one, moment) for one in circle)):
            self.wrong(sentence, f"the circle is closed since {max(since.values())} to {last} ps, not {at} ps")
        elif queue and not self._is_held_since(queue, at, moment):
            self.wrong(sentence, f"{queue} is held since {self.trace.held_with_packets_since(queue, moment)} ps, not {at} ps")
        elif host and not any(one["do"] == "stop_host" and one["host"] == host and amount(one.get("at", "0s")) == at for one in self.events):
            self.wrong(sentence, f"{host} stops at another time")
        if sentence["events"] or any(one[:3] == (at, "held", queue) for one in self.told):  # else a packet has come to a closed gate
            self._proved(sentence, "held", queue)
        if first and stays:
            self.wrong(sentence, "is the first circle, and no later one")
        return None

    def _of_again(self, sentence, circle, freed):
        """All queues are held with packets until the sample before that at which one is free, the last of them since the sentence's time."""
        *circle, last = self._queues(circle, sentence["at_ps"])
        if not circle or {sentence["queue"], last} != {circle[0]} or any(queue not in self.trace.queues for queue in circle):
            return self.wrong(sentence, f"{circle} are no queues from {sentence['queue']} on")
        listed = [round((one["dissolved_at_seconds"] or 0) * 1e12) for one in self.trace.summary["deadlocks"][1:4]
                  if one["cycle"] == circle and round(one["formed_at_seconds"] * 1e12) == sentence["at_ps"]]
        if len(listed) != 1 or not close(freed, listed[0]):
            return self.wrong(sentence, f"the summary has such a deadlock until {listed} ps")
        since = [self.trace.held_with_packets_since(queue, max(listed[0] - self.interval, sentence["at_ps"])) for queue in circle]
        if None in since or max(since) > sentence["at_ps"]:
            return self.wrong(sentence, f"the queues are held since {since} ps")
        if all(self.trace.held_with_packets_since(queue, listed[0] + 1) in since for queue in circle):
            return self.wrong(sentence, f"no queue is free at {listed[0]} ps")
        return None

    def _of_closing(self, sentence, queue, device, depth, xoff, good, flows):
        event = self._proved(sentence, "pauses", queue)
        self._closes(sentence, queue)
        self._pauses_whom(sentence, queue, device, xoff)
        if event and depth and not close(depth, event[3]):
            self.wrong(sentence, f"the depth is {event[3]} B")
        if bool(good) != (self.open_at == self.trace.end and not self.by_form["dissolved"]):
            self.wrong(sentence, f"for good: {bool(good)}, and the deadlock ends at {self.open_at} ps")
        latest = [until for until, what in self.pauses[queue] if what == "pauses" and until - min(self._frame_times(queue)) <= self.closed + 1000]
        if latest and not self._is_told_at(queue, latest[-1], sentence["at_ps"]) and not self.resets:
            self.wrong(sentence, f"the latest pause ends at {latest[-1]} ps")
        self._shares(sentence, queue, flows)

    def _of_closing_more(self, sentence, viq, more):
        """Of a long circle the first four waits and the last are told; the others begin with this one."""
        self._closes(sentence, viq)
        if sentence["queue"] != viq or int(more) != len(self.circle) - 6:
            self.wrong(sentence, f"the circle has {len(self.circle)} queues")

    def _of_closing_hold(self, sentence, queue, viq, depth, flows):
        if self.circle and queue not in self.circle:
            self.wrong(sentence, f"{queue} is not of the circle")
        if viq != self.trace.across(queue) or sentence["queue"] != queue:
            self.wrong(sentence, f"the VIQ of {queue} is {self.trace.across(queue)}")
            return
        until = self.open_at - self.interval if self.open_at != self.trace.end else self.trace.end
        since = self.trace.held_with_packets_since(queue, until)
        if since is None or not since <= sentence["at_ps"] <= self.trace.surely_since(queue, until):
            self.wrong(sentence, f"{queue} is held with packets since {since} ps, not {sentence['at_ps']} ps")
        depths = {self.trace.signal(viq, VIQ).at(time) for time in self._moments()} | self.trace.signal(viq, VIQ).within(sentence["at_ps"])
        if not any(close(depth, one) for one in depths):
            self.wrong(sentence, f"the VIQ holds {sorted(depths)[-5:]} B from then on")
        self._shares(sentence, viq, flows)

    def _closes(self, sentence, viq):
        if self.circle and viq not in {self.trace.across(one) for one in self.circle}:
            if self.scheme != "ttl_pfc" and not viq.rsplit(".", 1)[0] in {self.trace.across(one).rsplit(".", 1)[0] for one in self.circle}:
                self.wrong(sentence, f"{viq} is not at the other end of a queue of the circle {self.circle}")

    def _pauses_whom(self, sentence, queue, device, xoff):
        if sentence["queue"] != queue:
            self.wrong(sentence, f"is about {sentence['queue']}")
        if queue in self.trace.queues and self.trace.across(queue).split(".")[0] != device:
            self.wrong(sentence, f"the peer of {queue} is {self.trace.across(queue)}")
        found = next((one["xoff_bytes"] for one in self.trace.summary["queues"] if f"{one['device']}.p{one['port']}.c{one['class']}" == queue), None)
        if xoff and found is not None and not close(xoff, found):
            self.wrong(sentence, f"the threshold is {found} B")

    # Whose packets.

    def _moments(self):
        """Samples at which the oracle may have found the deadlock."""
        first, last = self.closed // self.interval + 1, min(self.open_at, self.trace.end) // self.interval
        step = max((last - first) // 20, 1)
        near = range(first, min(first + 60, last + 1))
        return sorted({self.interval * one for one in (*near, *range(first, last + 1, step))})

    def _weight(self, length):
        control, mmu = self.scenario["flow_control"], self.scenario["switch"]["mmu"]
        if self.scheme in CREDITS:
            unit = amount(control[self.scheme]["block"])
        else:
            unit = amount(mmu["cell"]) if mmu.get("count_cells") else 1
        return -(-length // unit) * unit

    def _onward(self, number, queue):
        """The egress queue for which a flow's packets in a VIQ wait; None: not known."""
        flow = self.scenario["flow"][number]
        device, c = queue.split(".")[0], queue.rsplit(".", 1)[1]
        route = flow.get("route")
        if not route or route.count(device) != 1 or route[-1] == device:
            return None
        port = [one for one, peer in self.trace.peer.items() if one.split(".")[0] == device and peer.split(".")[0] == route[route.index(device) + 1]]
        return f"{port[0]}.{c}" if len(port) == 1 else None

    def _shares(self, sentence, viq, said):
        flows = self.scenario.get("flow", [])
        if self.scheme == "ttl_pfc" or self.scheme.startswith("egress_") or self.closed is None or viq not in self.trace.queues:
            return
        parts = [(name, int(part)) for name, part in re.findall(r"(\S+) (\d+) %", said)]
        numbers = {name: place for name, place in self.trace.numbers.items()}
        if any(name not in numbers for name, _ in parts) or not parts:
            return self.wrong(sentence, "names flows that the scenario has not")
        seen = []
        for moment in self._moments():
            found = self._stuck(viq, moment, len(flows))
            if found is None:
                return
            seen += [one for one in found if one not in seen]
        if not any(_says(parts, said, {numbers_name(numbers, k): v for k, v in one.items()}) for one in seen):
            shown = [{numbers_name(numbers, k): v for k, v in one.items()} for one in seen[-2:]]
            self.wrong(sentence, f"from {self.closed} ps on the packets of {viq} behind held queues are {shown}")

    def _stuck(self, viq, moment, flows):
        """[{flow: bytes}]: possible answers; with one FIFO an input, all of the VIQ may wait behind its head. None: not known."""
        port, c = viq.rsplit(".", 1)
        inside = {flow: size for (flow, point), size in self.trace.inside(port, moment, self._weight).items()
                  if self.class_of[point] == int(c[1:]) and size > 0 and flow < flows}
        onward = {flow: self._onward(flow, viq) for flow in inside}
        if None in onward.values():
            return None
        stuck = {flow: size for flow, size in inside.items() if self.trace.signal(onward[flow], GATE).at(moment) == "held"}
        crossbar = self.scenario["switch"]["crossbar"]
        one_fifo = crossbar["strategy"] != "output_queued" and crossbar.get("queueing") == "fifo"
        return [stuck, inside] if one_fifo else [stuck]


def numbers_name(numbers, place):
    return next(name for name, other in numbers.items() if other == place)


def _says(parts, said, sizes):
    """Whether the three largest are named with their parts."""
    total = sum(sizes.values())
    if not total:
        return False
    largest = sorted(sizes.values(), reverse=True)[:3]
    others = re.search(r"and (\d+) more", said)
    return (len(parts) == min(len(sizes), 3) and all(abs(sizes.get(name, -total) * 100 / total - part) <= 0.51 for name, part in parts)
            and all(sizes[name] >= largest[-1] for name, _ in parts) and (int(others.group(1)) if others else 0) == len(sizes) - len(parts))

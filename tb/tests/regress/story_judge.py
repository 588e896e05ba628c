# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Whether the sentences of a story are true, by docs/reference/story.md and a trace of the same run (story_trace)."""

import collections
import functools
import re
import tomllib

import story_circle
import story_rest
import story_retry
import story_trace
from story_trace import VIQ
from story_words import amount, form_of

PAUSING = ("pfc", "ttl_pfc", "pause", "egress_pfc", "egress_pause")
NAMED = 6  # a longer circle is told by its first four waits and its last


class Judge(story_circle.Circle, story_rest.Rest, story_retry.Retry):
    """problems: of a story and a trace; the scenario with all defaults."""

    def __init__(self, trace, resolved):
        self.trace, self.scenario = trace, resolved
        control = resolved["flow_control"]
        self.scheme, self.lossless = control["scheme"], control.get("lossless", [])
        self.class_of = resolved["switch"]["class_mapper"].get("pcp_classes", [pcp for pcp in range(8) for _ in (0, 1)])  # by a packet's point
        self.interval = amount(resolved["scenario"]["sample_interval"])
        self.events = resolved.get("event", [])
        self.resets = [one["device"] for one in self.events if one["do"] == "reset_switch"]  # forget pauses without a frame
        trace.hop = int(self.scheme == "ttl_pfc")
        self.at_inputs = resolved["switch"]["crossbar"]["strategy"] != "output_queued"
        self.quiet = not self.events and not resolved.get("link_fault")

    def judged(self, story):
        self.story, self.problems = story, []
        events = story["events"]
        self.told = [(at, what, story["queues"][queue], depth)
                     for at, what, queue, depth in zip(events["at_ps"], events["what"], events["queue"], events["depth_bytes"])]
        forms = [(sentence, form_of(sentence)) for sentence in story["sentences"]]
        self.by_form = collections.defaultdict(list)
        for sentence, form in forms:
            if form is None:
                self.wrong(sentence, "is of no form that the page knows")
            else:
                self.by_form[form[0]].append((sentence, form[1]))
        self._events()
        self._order()
        self._circle()
        for name, sentences in list(self.by_form.items()):
            for sentence, words in sentences:
                if self.closed is None and (name in ("behind", "dissolved") or name.startswith("closing")):
                    self.wrong(sentence, "is about a circle that no sentence closes")
                else:
                    getattr(self, "_of_" + name)(sentence, *words)
        self._missing()
        return self.problems

    def wrong(self, sentence, what):
        text = sentence["text"] if isinstance(sentence, dict) else sentence
        self.problems.append(f"'{text}': {what}")

    # Events.

    def rate_of(self, port):
        """What its cable carries at the beginning of the run, bps."""
        cable = next(one for one in self.trace.summary["network"]["cables"] if port in (f"{one['a']}.p{one['a_port']}", f"{one['b']}.p{one['b_port']}"))
        return amount(cable["label"].split(",")[0])

    def _frame_times(self, queue):
        """What a frame of flow control may take on a cable, ps."""
        port = queue.rsplit(".", 1)[0]
        if port not in self.trace.peer:
            return [0]
        rates = [self.rate_of(port)] + [amount(one["rate"]) for one in self.events if "rate" in one]
        return [length * 8 * 10**12 // rate for rate in rates for length in (story_trace.FRAME, story_trace.FRAME + 20)]

    @functools.cached_property
    def pauses(self):
        """{queue: [(until, what)]} of the capture."""
        found = collections.defaultdict(list)
        if self.scheme not in PAUSING:
            return found
        known = {f"{port}.c{c}" for port in self.trace.peer for c in self.lossless}
        for until, what, queue in self.trace.pauses(known, self.trace.hop):
            found[queue].append((until, what))
        return found

    def _is_told_at(self, queue, until, at):
        return any(0 <= at + time - until < 1000 for time in self._frame_times(queue))

    def _events(self):
        behind, left = self.story["left_out_behind"], self.story["left_out"]
        order = [(at, self.trace.order[queue.split(".")[0]]) for at, _, queue, _ in self.told]
        if order != sorted(order):
            place = next(i for i in range(1, len(order)) if order[i - 1] > order[i])
            self.problems.append(f"event {place}, {self.told[place]}, stands before its time or device")
        for place, (at, what, queue, depth) in enumerate(self.told):
            viq = self.trace.signal(queue, VIQ)
            if viq is not None and not min(viq.within(at)) <= depth <= max(viq.within(at)):  # steps of one instant are one in a waveform
                self.problems.append(f"event {place}, {self.told[place]}: the VIQ holds {sorted(viq.within(at))}")
        for kinds in (("held", "freed"), ("declared",)):
            told = [one[:3] for one in self.told if one[1] in kinds and one[2] in self.trace.queues]
            true = [one for one in self.trace.events if one[1] in kinds]
            self._same(told, true, left, behind, f"events {kinds}")
        for kind, results in (("storm", "storms"), ("storm_over", "storms_over")):
            self._same([one[:3] for one in self.told if one[1] == kind], self.listed(kind, results), left, behind, f"events {kind}")
        if self.scenario["deadlock"]["unit"] in ("watchdog", "pfcwd") and not left:
            self._same_acts(self.scenario["deadlock"]["unit"])
        self._same_retries(left, behind)
        if not self.resets:
            self._same_pauses(left)

    def _same_acts(self, unit):
        """Each packet that the unit drops is an act; captures have nanoseconds."""
        acts = collections.defaultdict(list)
        for at, what, queue, _ in self.told:
            if what == "resolves":
                acts[queue.rsplit(".", 1)[0]].append(at)
        drops = {port: sorted(one.at for one in packets if one.dropped and unit in one.dropped) for port, packets in self.trace.packets.items()}
        for port in sorted({*acts, *(port for port, times in drops.items() if times)}):
            ours, true = acts[port], drops.get(port, [])
            if len(ours) != len(true) or any(not 0 <= a - b < 1000 for a, b in zip(ours, true)):
                self.problems.append(f"acts of {unit} at {port}: {len(ours)} events, {len(true)} packets of the capture")

    def listed(self, kind, results):
        """Storms or their ends of the summary, as events."""
        return [(round(one["at_seconds"] * 1e12), kind, one["place"]) for one in self.trace.summary.get(results, ())]

    def _same(self, told, true, left, behind, name):
        more, fewer = collections.Counter(told) - collections.Counter(true), collections.Counter(true) - collections.Counter(told)
        if more:
            self.problems.append(f"{name}: {sorted(more.elements())[:3]} did not happen ({sum(more.values())} in all)")
        gap = (self.told[behind - 1][0], self.told[behind][0]) if left and behind < len(self.told) else (0, -1)
        fewer = [one for one in fewer.elements() if not (gap[0] <= one[0] and (not left or one[0] <= self.told[-min(10000, len(self.told))][0]) and left)]
        if fewer:
            self.problems.append(f"{name}: {sorted(fewer)[:3]} are not told ({len(fewer)} in all)")

    def _same_pauses(self, left):
        told = collections.defaultdict(list)
        for at, what, queue, _ in self.told:
            if what in ("pauses", "resumes"):
                told[queue].append((at, what))
        for queue in sorted({*told, *self.pauses}):
            if left:
                continue
            ours, true, times = told[queue], self.pauses[queue], self._frame_times(queue)
            least = sum(at + max(times) <= self.trace.end - 1000 for at, _ in ours)
            wrong = [(a, b) for a, b in zip(ours, true) if a[1] != b[1] or not self._is_told_at(queue, b[0], a[0])]
            if wrong or not least <= len(true) <= len(ours):
                self.problems.append(f"pauses of {queue}: {len(ours)} events, {len(true)} frames; first difference {wrong[:1]}")

    def _order(self):
        times = [sentence["at_ps"] for sentence in self.story["sentences"]]
        known = [time for time in times if time is not None]
        if known != sorted(known) or times[:len(known)] != known:
            self.problems.append(f"sentences are not in the order of their times: {times}")

    def _proved(self, sentence, what, queue=None):
        """A sentence's single event."""
        if len(sentence["events"]) != 1 or sentence["events"][0] >= len(self.told):
            return self.wrong(sentence, f"has the events {sentence['events']}")
        event = self.told[sentence["events"][0]]
        if event[:3] != (sentence["at_ps"], what, queue or sentence["queue"]):
            return self.wrong(sentence, f"is proved by {event} at {sentence['at_ps']} ps")
        return event

    def _missing(self):
        """Sentences that a run must have."""
        forms, rates = self.by_form, self.scheme.startswith("gfc") and self.scheme != "gfc_gradient"
        paused = any(what == "pauses" for told in self.pauses.values() for _, what in told)
        held = any(what == "held" for _, what, _ in self.trace.events)
        wanted = min(len(self.circle), NAMED) if len(self.circle) <= NAMED else 5
        closing = len(forms["closing"]) + len(forms["closing_hold"])
        if self.circle and closing != wanted:
            self.problems.append(f"{closing} sentences say how a circle of {len(self.circle)} closed, wanted {wanted}")
        if self.circle and (forms["first_pause"] or forms["first_hold"]):
            self.problems.append("a run with a deadlock has a sentence of one without")
        again = [one for one in self.trace.summary.get("deadlocks", [])[1:4] if one["dissolved_at_seconds"] is not None]
        if len(forms["again"]) != len(again):
            self.problems.append(f"{len(forms['again'])} sentences say that a circle closed again, wanted {len(again)}")
        if not self.circle:
            needs = "first_pause" if paused else "first_hold" if held and not rates else None
            if needs and len(forms[needs]) != 1:
                self.problems.append(f"no sentence {needs}, and flow control paused ({paused}) or held ({held})")
            if max(low for low, _ in self.waits.values()) > 0 and len(forms["longest_wait"]) != 1:
                self.problems.append(f"no sentence longest_wait: {max((low, queue) for queue, (low, _) in self.waits.items())}")
            if rates and any(self.trace.signal(queue, name) and len(self.trace.signal(queue, name).times) > 1 for queue in self.trace.queues
                             for name in ("sender_stage",)) and not forms["stage"]:
                self.problems.append("no sentence of the highest stage")
            if self.slowest and not forms["rate"]:
                self.problems.append(f"no sentence of the slowest sender: {self.slowest}")
        for kind in story_retry.KINDS:
            if any(one[1] == kind for one in self.told) and len(forms[kind]) != 1:
                self.problems.append(f"no sentence {kind}")
        if not self.story["sentences"]:
            self.problems.append("no sentence at all")
        names = [re.sub(r" and (\d+) more flows?$", "", words[0]) for _, words in forms["starved"]]
        hidden = sum(int(one) for _, words in forms["starved"] for one in re.findall(r"and (\d+) more flow", words[0]))
        named = {name for text in names for name in text.split(", ")}
        short = [name for name, starves in self.starved.items() if starves and name not in named]
        if len(short) > hidden or (hidden and abs(len(short) - hidden) > len(self.trace.numbers) - len(self.starved)):
            self.problems.append(f"{short} starve, {hidden} unnamed ones are told of")
        if any(what == "declared" for _, what, _ in self.trace.events) and not forms["declared"]:
            self.problems.append("no sentence of the first declaration")


def resolved(folder):
    return tomllib.loads((folder / "resolved.toml").read_text(encoding="utf-8"))

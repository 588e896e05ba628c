# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Whether what a story tells of link-level retry is true, by the states of the ports in the waveforms."""

from story_words import close, count

KINDS = ("replays", "flushes", "initialised")
SHORTEST, LONGEST = 64, 9216  # bytes of a frame


class Retry:
    """A part of story_judge.Judge."""

    def _states(self):
        """(port, changes of the transmitter's state as (time, before, after)) of each port with link-level retry."""
        for (port, name), signal in self.trace.signals.items():
            if name == "llr_tx":
                yield port, list(zip(signal.times[1:], signal.values, signal.values[1:]))

    def _retries(self):
        """Events as the waveforms have them. A replay that begins anew shows as more frames to replay."""
        found = []
        for port, changes in self._states():
            found += [(at, "flushes", port) for at, before, after in changes if before in ("advance", "replay") and after in ("flush", "init")]
            begun = [at for at, before, after in changes if (before, after) == ("init", "advance")]
            found += [(at, "initialised", port) for at in begun[1:]]
            left = self.trace.signal(port, "llr_to_replay")
            found += [(at, "replays", port) for at, before, after in zip(left.times[1:], left.values, left.values[1:]) if after > before]
        return sorted(found, key=lambda one: (one[0], self.trace.order[one[2].split(".")[0]]))

    def _same_retries(self, left, behind):
        told = [one for one in self.told if one[1] in KINDS]
        if not told and not any(self._states()):
            return
        self._same([one[:3] for one in told], self._retries(), left, behind, "events of link-level retry")
        for at, what, port, depth in told:
            frames = self.trace.signal(port, "llr_outstanding")
            kept = max(frames.within(at)) if frames else 0
            if what == "initialised" and depth or what != "initialised" and not SHORTEST <= depth <= LONGEST * kept:
                self.problems.append(f"{what} of {port} at {at} ps: {depth} B, and {kept} frames are kept")

    def _of_retry(self, sentence, port, size, device, number, ports):
        event = self._proved(sentence, sentence["rule"], port)
        same = [one for one in self._retries() if one[1] == sentence["rule"]]
        if not same or same[0][::2] != (sentence["at_ps"], port):
            self.wrong(sentence, f"the first is {same[:1]}")
        if count(number) != len(same) or count(ports) != len({one[2] for one in same}):
            self.wrong(sentence, f"there are {len(same)}")
        if event and size and not close(size, event[3]):
            self.wrong(sentence, f"the bytes are {event[3]}")
        if self.trace.peer.get(port, "").split(".")[0] != device:
            self.wrong(sentence, f"the peer of {port} is {self.trace.peer.get(port)}")

    def _of_replays(self, sentence, *words):
        self._of_retry(sentence, *words)

    def _of_flushes(self, sentence, *words):
        self._of_retry(sentence, *words)

    def _of_initialised(self, sentence, port, device, number, ports):
        self._of_retry(sentence, port, "", device, number, ports)

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the tables of switches: buffers, crossbar, egress, flow control, detector, deadlock unit, so that they go together mostly."""

import key_table
from toml_text import put

FRAMES = (256, 1000, 1500, 1500, 1500, 4096, 9216)


class Device:
    """What all switches have, in `tables`; lengths in bytes."""

    def __init__(self, draw, table, axes, network, empty):
        self.draw, self.table, self.axes, self.network = draw, table, axes, network
        self.tables = {}
        self.points = [pcp for pcp in range(8) for _ in (0, 1)]
        self.frame = draw.one_of(FRAMES[1:] if network.rate >= 25 * 10**9 else FRAMES[:6])
        self.scheme = axes["scheme"]
        self.by_hops = axes["mapper"] in ("ttl", "ttl_parity", "label")
        self.lossless = [] if empty else self._lossless()
        self.response = draw.one_of((0, 0, 100, 500, 3000)) * 1000  # ps
        self.put("switch", "max_frame", key_table.length(self.frame))
        self._mapper()
        self._crossbar()
        self._egress()
        self._flow_control()
        self._detector()
        self._unit()
        self._limiter()

    def put(self, table, key, value):
        put(self.tables, (*table.split("."), key), value)

    def frames(self, low, high):
        return int(self.frame * (low + (high - low) * self.draw.random()))

    def _lossless(self):
        if self.scheme == "none":
            return []
        if self.by_hops and self.scheme == "ttl_pfc":
            return None  # all of them, by default
        return sorted({self.draw.below(8) for _ in range(self.draw.one_of((1, 1, 2, 3)))})

    def _mapper(self):
        source = self.axes["mapper"]
        self.put("switch.class_mapper", "source", source)
        self.hops = min(8, self.network.diameter + 1 + self.draw.between(0, 2)) if self.by_hops else 0
        if source in ("ttl", "ttl_parity"):
            self.put("switch.class_mapper", "ttl0", max(2, self.hops))
        if source == "pcp" and self.draw.chance(25):
            self._points()
        if source == "dscp" and self.draw.chance(50):
            self.put("switch.class_mapper", "dscp_classes", [self.draw.below(8) if i % 8 else i // 8 for i in range(64)])

    def _points(self):
        """Each class has a PCP with either DEI; PCP 0 stays in class 0, for rate tags."""
        columns = [0, *sorted(range(1, 8), key=lambda _: self.draw.random())], sorted(range(8), key=lambda _: self.draw.random())
        self.points = [columns[dei][pcp] for pcp in range(8) for dei in (0, 1)]
        self.put("switch.class_mapper", "pcp_classes", self.points)

    def _crossbar(self):
        draw, strategy, arbiter = self.draw, self.axes["crossbar"], self.axes["arbiter"]
        table = {"strategy": strategy, "queueing": draw.one_of(self.table.words("switch.crossbar.queueing"))}
        if arbiter == "weighted_round_robin":
            table["queueing"] = "virtual_output"
        table["arbiter"], table["transfer"] = arbiter, draw.one_of(self.table.words("switch.crossbar.transfer"))
        if strategy == "combined":
            table["transfer"] = "cell"
            table["speedup"] = draw.one_of((1.1, 1.5, 2.0))
        elif draw.chance(50):
            table["speedup"] = draw.one_of((1.0, 1.0, 1.05, 2.0))
        if strategy != "output_queued":
            table["cell"] = key_table.length(draw.one_of((64, 128, 256, 512)) if self.network.rate < 40 * 10**9 else 512)
        if table["transfer"] == "packet" and draw.chance(40):
            table["jitter"] = draw.one_of(("10ns", "100ns"))
        for key, value in table.items():
            self.put("switch.crossbar", key, value)

    def _egress(self):
        draw, discipline = self.draw, self.draw.one_of(self.table.words("switch.egress.discipline"))
        self.put("switch.egress", "discipline", discipline)
        if discipline in ("dwrr", "strict_over_dwrr", "vl_arbitration") and draw.chance(60):
            self.put("switch.egress", "weights", [draw.between(1, 8) for _ in range(8)])
        if discipline in ("strict_over_dwrr", "vl_arbitration"):
            self.put("switch.egress", "strict", sorted({draw.below(8), draw.below(8)}))
        if discipline == "vl_arbitration" and draw.chance(60):
            self.put("switch.egress", "vl_limit", draw.one_of((0, 1, 2, 255)))
        if draw.chance(6):
            shaper = {"rate": key_table.rate(self.network.rate // draw.between(2, 5))}
            if draw.chance(50):
                shaper["class"] = draw.below(8)
            if draw.chance(50):
                shaper["device"] = draw.one_of(self.network.switches)
            self.put("switch.egress", "shaper", [shaper])

    def _flow_control(self):
        draw = self.draw
        self.put("flow_control", "scheme", self.scheme)
        if self.lossless is not None and not (self.scheme == "none" and draw.chance(50)):
            self.put("flow_control", "lossless", self.lossless)
        if self.response:
            self.put("flow_control", "processing_delay", key_table.time(self.response))
        # What is on its way in tau, and a little.
        delay = self.network.delay * 5 * 2
        self.flight = int(2 * (self.frame + 20) + self.network.rate * (delay + self.response) / 8e12)
        self.room = 0
        recipe = {"cbfc": self._credits, "gfc_conceptual": self._conceptual, "gfc_buffer_based": self._buffer_based,
                  "gfc_time_based": self._time_based, "gfc_gradient": self._gradient}.get(self.scheme, self._pauses)
        recipe()
        if draw.chance(20):
            self.put("switch.mmu", "cell", key_table.length(draw.one_of((64, 80, 128, 254))))
        if draw.chance(20) and self.scheme not in ("cbfc", "gfc_time_based"):
            self.put("switch.mmu", "count_cells", True)
            self.limit += 300 * (self.limit // self.frame + 1)
        if draw.chance(15):
            self.put("switch.mmu", "veq_limit", key_table.length(self.frames(10, 60)))
        if draw.chance(10):
            self.put("switch.mmu", "alpha", draw.one_of((0.5, 1.0, 4.0)))
        self.put("switch.mmu", "viq_limit", key_table.length(self.limit))
        if self.headroom:
            self.put("switch.mmu", "headroom", key_table.length(self.headroom))
        if draw.chance(15):
            self.put("switch.mmu", "buffer", key_table.length(int((self.limit + self.headroom) * draw.one_of((8, 20, 60)))))

    def _generous(self, enough):
        """Enough mostly, so that nothing may be lost; less, which `check` warns of."""
        return int(enough * 2) if self.draw.chance(75) else int(enough * self.draw.random())

    def _pauses(self):
        draw = self.draw
        xoff = self.frames(2, 6 if self.network.circle else 25)
        self.put("flow_control.pfc", "xoff", key_table.length(xoff))
        self.put("flow_control.pfc", "xon", key_table.length(max(0, xoff - draw.one_of((1, self.frames(0, 1), self.frames(0, 3))))))
        lapses = self.network.circle and self.axes["unit"] != "itsy" and draw.chance(35)  # before it is refreshed
        if lapses:
            self.put("flow_control.pfc", "pause_quanta", draw.one_of((100, 200, 400)))
            self.put("flow_control.pfc", "refresh_fraction", draw.one_of((0.9, 0.95)))
        elif self.axes["unit"] == "pfcwd" and draw.chance(70):  # refreshed within a poll
            self.put("flow_control.pfc", "pause_quanta", draw.one_of((100, 200, 500)))
        elif draw.chance(15):
            self.put("flow_control.pfc", "pause_quanta", draw.one_of((200, 1000, 10_000)))
        if not lapses and (self.axes["unit"] == "itsy" or draw.chance(20)):
            self.put("flow_control.pfc", "refresh_fraction", draw.one_of((0.1, 0.2, 0.33) if self.axes["unit"] == "itsy" else (0.1, 0.9, 0.99)))
        if self.scheme == "egress_pfc":
            self.put("flow_control.egress_pfc", "spared", draw.one_of(self.table.words("flow_control.egress_pfc.spared")))
        self.limit = max(xoff, 2 * self.frame) + (self.frames(0, 10) if draw.chance(30) else 0)
        if self.scheme in ("none", "egress_pfc", "egress_pause"):
            self.limit += self.frames(10, 80)
        self.headroom = self._generous(self.flight + 4 * self.frame)
        if self.scheme in ("pfc", "ttl_pfc") and self.axes["unit"] == "none" and draw.chance(12):
            self.put("switch.mmu", "headroom_pool", key_table.length(4 * self.headroom + 1000))
            self.put("switch.mmu", "buffer", "4MiB")
            self.headroom = self.headroom or 1000
            self.limit += self.frame
            if draw.chance(50):
                self.put("switch.mmu", "lossless_alpha", draw.one_of((0.5, 1.0, 8.0)))

    def _of_scheme(self, key, value):
        self.put(f"flow_control.{self.scheme}", key, key_table.length(value))

    def _period(self):
        if self.draw.chance(60):
            self.put(f"flow_control.{self.scheme}", "period", f"{self.draw.between(2, 20)}us")

    def _credits(self):
        buffer = self.frames(3, 30)
        self._of_scheme("buffer", buffer)
        self._period()
        self.limit, self.headroom = buffer + self.frame, 0

    def _falls(self, first, share):
        """A range in which the rate falls, at its end B_m."""
        width = self._generous(share * self.flight) + self.frame
        self.limit, self.headroom = width + self.frames(1, 15), 0
        self._of_scheme(first, self.limit - width)
        self._of_scheme("bm", self.limit)
        self.limit += self._generous(8 * self.frame + self.flight)

    def _conceptual(self):
        self._falls("b0", 3)

    def _buffer_based(self):
        self._falls("b1", 2)
        if self.draw.chance(50):
            self.put("flow_control.gfc_buffer_based", "stages", self.draw.between(2, 12))
        if self.draw.chance(15):
            self.put("flow_control.gfc_buffer_based", "comparator", "leading_zero")
            self._of_scheme("b1", 10_000)
            self._of_scheme("bm", 10_000 + 2**16)
            self.limit += 10_000 + 2**16

    def _time_based(self):
        self._falls("b0", 4)
        self._period()

    def _gradient(self):
        bm = self.frames(3, 20)
        self._of_scheme("bm", bm)
        self._period()
        self.limit, self.headroom = bm + self._generous(20 * self.frame) + self.frame, 0

    def _detector(self):
        detector = self.axes["detector"]
        self.put("congestion", "detector", detector)
        getattr(self, "_detects_" + detector, lambda: None)()

    def _detects_red_ecn(self):
        self._marks("congestion.red_ecn")
        if self.draw.chance(35) and not (self.scheme == "gfc_gradient" and self.lossless):
            self.put("congestion.red_ecn", "notify", True)
            self.put("congestion.red_ecn", "notify_interval", f"{self.draw.between(1, 30)}us")

    def _marks(self, table):
        k_min = self.frames(0, 4)
        self.put(table, "k_min", key_table.length(k_min))
        self.put(table, "k_max", key_table.length(k_min + self.frames(0.1, 20)))
        self.put(table, "p_max", self.draw.one_of((0.01, 0.1, 1.0)))

    def _detects_ib_fecn(self):
        self.put("congestion.ib_fecn", "threshold", key_table.length(self.frames(0, 8)))

    def _detects_tcd(self):
        self._marks("congestion.tcd")
        self.put("congestion.tcd", "low_threshold", key_table.length(self.frames(0, 4)))

    _detects_tcd_infiniband = _detects_tcd

    def _detects_bcn(self):
        self.put("congestion.bcn", "q_eq", key_table.length(self.frames(0, 8)))
        self.put("congestion.bcn", "sampling_interval", self.draw.one_of((1, 3, 20)))

    def _detects_fera(self):
        draw = self.draw
        interval = draw.one_of((20, 50, 200))
        self.put("congestion.fera", "interval", f"{interval}us")
        self.put("congestion.fera", "n0", draw.one_of((2, 4, 20)))
        self.put("congestion.fera", "q_eq", key_table.length(self.frames(1, 8)))
        edges = self.scheme in ("none", "pfc", "pause", "egress_pfc", "egress_pause") or (self.scheme != "ttl_pfc" and not self.lossless)
        if draw.chance(45) and edges:
            self.put("congestion.fera_edge", "at", draw.one_of(self.table.words("congestion.fera_edge.at")))
            self.put("congestion.fera_edge", "tag_interval", f"{interval // 4}us")
            self.put("congestion.fera_edge", "burst", key_table.length(self.frames(1, 4)))

    def _unit(self):
        draw, unit = self.draw, self.axes["unit"]
        self.put("deadlock", "unit", unit)
        lends = self.scheme in ("pfc", "ttl_pfc") and self.lossless != []
        if unit == "watchdog":
            self.put("deadlock.watchdog", "timeout", f"{draw.one_of((5, 20, 100))}us")
            if draw.chance(40) and lends:
                self.put("deadlock.watchdog", "action", "lend_and_resume")
                self.put("switch.mmu", "count_cells", True)
                self.put("deadlock.watchdog", "loan", key_table.length(self.frames(1, 4)))
        if unit == "pfcwd":
            self._pfcwd()
        if unit == "itsy":
            self._itsy(self.axes["crossbar"], self.tables["switch"]["crossbar"]["queueing"])

    def _pfcwd(self):
        """Polls every 20 to 100 us, within which PAUSE is refreshed in most files."""
        draw = self.draw
        poll = draw.one_of((20, 20, 50, 100))
        times = {"poll": poll, "detection": poll * draw.one_of((1, 1, 2, 3)), "restoration": poll * draw.one_of((1, 1, 2))}
        for key, time in times.items():
            self.put("deadlock.pfcwd", key, f"{time}us")
        for key, words in (("rule", None), ("action", None), ("action_delay", ("1us", "30us")), ("poll_jitter", ("7us", "15us")),
                           ("poll_interval", (f"{poll + 3}us",)), ("first_poll", ("1us", "33us")), ("counts_when_disabled", (False,)),
                           ("big_red_switch", (True,))):
            if draw.chance(4 if key == "big_red_switch" else 40):
                self.put("deadlock.pfcwd", key, draw.one_of(words or self.table.words(f"deadlock.pfcwd.{key}")))
        if draw.chance(15):
            self.put("deadlock.pfcwd.hardware", "dld", f"{poll}us")
            self.put("deadlock.pfcwd.hardware", "dlr", f"{draw.one_of((5, 20, 60))}us")

    def _itsy(self, strategy, queueing):
        draw, words = self.draw, list(self.table.words("deadlock.itsy.resolution"))
        one_fifo = strategy != "output_queued" and queueing == "fifo"
        if strategy != "output_queued":
            words.remove("flow_level")
        protocol = "repaired" if one_fifo or draw.chance(70) else "published"
        resolution = "none" if one_fifo else draw.one_of(words)
        self.put("deadlock.itsy", "protocol", protocol)
        self.put("deadlock.itsy", "resolution", resolution)
        if resolution in ("port_level", "flow_level"):
            self.put("switch.mmu", "count_cells", True)
            self.put("deadlock.itsy", "loan", key_table.length(self.frames(1, 4)))
        if protocol == "repaired" and draw.chance(40):
            self.put("deadlock.itsy", "rounds", draw.one_of(("auto", 128, 1023)))
        if protocol == "repaired" and draw.chance(25):
            self.put("deadlock.itsy", "cut_off", f"{draw.one_of((5, 50))}us")

    def _limiter(self):
        if self.frame * 8e12 / self.network.rate > 15e6 or self.draw.chance(10):
            self.put("limiter", "period", "12ns")
        if self.draw.chance(30):
            self.put("limiter", "floor_rate", key_table.rate(self.network.rate // self.draw.one_of((100, 1000))))

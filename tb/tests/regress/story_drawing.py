# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Draws a network for story_truth by its number: those of verdict_networks, mostly under PFC and CBFC, with deadlock units, resets and changed rates."""

import verdict_drawing
from verdict_drawing import axes_room, key_table, toml_text

SCHEMES = ("pfc", "cbfc", "pfc", "cbfc", "pfc", "pause", "pfc", "cbfc", "egress_pfc", "pfc", "cbfc", "gfc_buffer_based", "pfc", "ttl_pfc", "cbfc", "egress_pause",
           "pfc", "gfc_time_based", "pfc", "gfc_gradient", "cbfc", "gfc_conceptual", "pfc", "pfc")
RUN = (1.2, 3, 3, 6, 12)  # lengths of the run, in turns of what the drawing takes


class Drawing(verdict_drawing.Drawing):
    def _axes(self):
        axes = super()._axes()
        if self.scheme in ("pfc", "ttl_pfc") and self.draw.chance(25):
            unit = self.draw.one_of(("itsy", "itsy", "watchdog")) if self.scheme == "pfc" else "watchdog"
            if not axes_room.conflicts({**axes, "unit": unit}):
                axes["unit"] = unit
        return axes

    def _causes(self):
        super()._causes()
        draw, at = self.draw, key_table.time(self.duration * self.draw.between(10, 80) // 100)
        if self.scheme in ("pfc", "pause", "egress_pfc") and draw.chance(8):
            self._event({"do": "reset_switch", "device": draw.one_of(self.network.switches), "at": at})
        if self.trunks and draw.chance(8):
            self._event({"do": "set_link_rate", "between": list(draw.one_of(self.trunks)), "rate": key_table.rate(self.network.rate // 10), "at": at})

    def _event(self, event):
        self.scenario.setdefault("event", []).append(event)


def drawn(number, table, cables):
    """A Drawn of the network of a number; its scheme comes in turn."""
    schemes = [word for word in table.words("flow_control.scheme") if word != "none"]
    wanted = SCHEMES[number % len(SCHEMES)]
    made = Drawing(number * len(schemes) + schemes.index(wanted), table, cables)
    until = int(made.duration * made.draw.one_of(RUN))
    toml_text.put(made.scenario, ("scenario", "duration"), key_table.time(until))
    return verdict_drawing.Drawn(number, made.scheme, made.network.kind, made.running, False, made.scenario, dict(made.network.files), until)

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Failures that are known and explained: a list that shrinks. A failure that none of them explains fails the test."""

import re

# What is not mended, as a sentence: the properties that see it, and what they say of it.
LIMITS = {
    "a frame of a switch's own enters an egress queue past the crossbar, which takes the output for free":
        ("ends|headroom|drained", r"a packet begins that may not|reserved 0 B of"),
    "a register write that the switch refuses in the middle of a run leaves no results":
        ("ends", r"status 2: .*the switch refuses: "),
    "waves take from the results what was measured of occupancy":
        ("waves", r"viq_median_bytes|occupancy.csv"),
    "the mean of feedback depends on the order in which ports are added up":
        ("quantum|resolved|repeated", r"feedback_share_mean"),
    "tags that were never injected are taken off the packets in the network":
        ("books|drained", r"1844674407\d{10}"),
    "rate tags go in class 0, which has no cells under ttl_pfc":
        ("lossless|headroom", r"lost packet (rate tag|notification).*the partition of the class, 0 cells"),
    "notifications are not among the lengths that headroom is reckoned for":
        ("ends|headroom", r"over its headroom"),
    "resolved.toml says notify_interval of the default control, and flows under another one take it from there":
        ("resolved", r"summary\.json|timeseries\.csv|notify_interval"),
    "numbered answers are lost where classes are by TTL and ttl0 is just the links of the path":
        ("ends|headroom|drained", r"packets delivered, but \d+ acknowledged|packets out of order with"),
    "a notification with a hop label reaches another host":
        ("ends|headroom|drained", r"arrived at the wrong host or damaged"),
    "a capture notes a loss by a reset at frames that are not written yet, which depends on the quantum":
        ("quantum", r"capture\S*\.pcapng"),
    "credit messages fill a link that an event slows down":
        ("drained", r"packets stay under cbfc,"),
}


def of(name, wrong):
    """The name of the limit that explains a failure, or None."""
    return next((limit for limit, (names, words) in LIMITS.items() if re.fullmatch(names, name) and re.search(words, wrong)), None)

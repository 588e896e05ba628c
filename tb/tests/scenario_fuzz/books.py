# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Packets add up: no count is beyond what can be, and what was sent went somewhere."""

WRAPPED = 2**62  # no run sends so many packets; a count below zero looks like it


def counts(node, path=""):
    """(path, number) of all integers."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from counts(value, f"{path}.{key}" if path else key)
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from counts(value, f"{path}[{index}]")
    elif isinstance(node, int) and not isinstance(node, bool):
        yield path, node


def balance(case):
    summary = case.first.summary
    for path, count in counts(summary):
        if count < 0 or count >= WRAPPED:
            return f"{path} = {count}"
    return _flows(summary) or _switches(summary)


def _flows(summary):
    for flow in summary["flows"]:
        arrived = flow["delivered_packets"] + flow.get("discarded_packets", 0)
        if arrived > flow["sent_packets"]:
            return f"flow {flow['name']}: {arrived} packets arrived of {flow['sent_packets']} sent"
    return None


def _switches(summary):
    """Drops by queue are those of the network."""
    total = {}
    for queue in summary["queues"]:
        for reason, count in queue.get("drops_by_reason", {}).items():
            total[reason] = total.get(reason, 0) + count
    listed = {reason: count for reason, count in summary["drops"].items() if count}
    for reason, count in total.items():
        if count > listed.get(reason, 0):
            return f"queues dropped {count} as {reason}, the network {listed.get(reason, 0)}"
    return None

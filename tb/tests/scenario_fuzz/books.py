# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Packets add up: no count is beyond what can be, and what came from somewhere went somewhere, in packets and in bytes."""

WRAPPED = 2**62  # no run sends so many packets; a count below zero looks like it
COME = ("injected", "made", "doubled")
GONE = ("delivered", "consumed", "dropped", "discarded", "in_network")
UNITS = ("packets", "bytes")


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
    return _network(summary) or _rows(summary) or _flows(summary) or _switches(summary)


def _unequal(entry, name):
    """Of a table of counts, where `name(word, unit)` is the word of one; None where the two sides are equal, or it has no books."""
    for unit in UNITS:
        if name(COME[0], unit) not in entry or name(COME[1], unit) not in entry:
            continue
        come, gone = ({word: entry[name(word, unit)] for word in words} for words in (COME, GONE))
        if sum(come.values()) != sum(gone.values()):
            return f"{unit}: {come} = {sum(come.values())}, but {gone} = {sum(gone.values())}"
    return None


def _network(summary):
    return _unequal(summary, lambda word, unit: f"{unit}_{word}")


def _rows(summary):
    """Each row of the books by itself, and together those of the network."""
    rows = summary.get("books", [])
    for row in rows:
        wrong = _unequal(row, lambda word, unit: f"{word}_{unit}")
        if wrong:
            return f"{row['frames']} of {row['of']}: {wrong}"
    for unit in UNITS if rows else ():
        for word in (*COME, *GONE):
            together = sum(row[f"{word}_{unit}"] for row in rows)
            if together != summary[f"{unit}_{word}"]:
                return f"{unit}_{word} = {summary[f'{unit}_{word}']}, and {together} in the books of flows and frames"
    return None


def _flows(summary):
    for flow in summary["flows"]:
        arrived = flow["delivered_packets"] + flow.get("discarded_packets", 0)
        if arrived > flow["sent_packets"] and not summary.get("packets_doubled"):
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

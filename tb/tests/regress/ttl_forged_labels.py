# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What a host that forges hop labels takes from others, where the edge rewrites them and where it trusts them (docs/decisions/0208).

ttl_forged_labels.py WEIR             fails where a run is not as the rules below say, or docs/results/ttl_forged_labels.md does not hold its figures
ttl_forged_labels.py WEIR --write     puts the figures of these runs into the page
ttl_forged_labels.py --self-test      shows that a run against the rules and a wrong figure are found
"""

import pathlib
import random
import struct
import sys
import tempfile

import capture_file
import results_page

PAGE = results_page.TOP / "docs/results/ttl_forged_labels.md"
TRUST = {"rewritten": "switches", "trusted": "all"}
HEAD = """
[scenario]
duration = "4ms"
[topology]
%s
rate = "10Gbps"
delay = "1us"
[switch]
max_frame = "1504B"
[switch.class_mapper]
source = "label"
services = [%s]
[switch.mmu]
buffer = "8MB"
viq_limit = "99KB"
%s
[flow_control]
scheme = "ttl_pfc"
[flow_control.pfc]
xoff = "99KB"
xon = "96KB"
"""
SHARED = 'kind = "dumbbell"\nleft = 2\nright = 1'
TWO = """
[[flow]]
name = "honest"
src = "h1"
dst = "h3"
[[flow]]
name = "forger"
src = "h2"
dst = "h3"
kind = "pcap"
pace = "line_rate"
file = "forger.pcap"
"""
MOST = 8000  # frames: more than a cable carries in the run

# Every host of a ring sends the long way round, to the host behind the third switch.
RING = """kind = "ring"
switches = 3"""
CAPTURED = '[[flow]]\nname = "f%d"\nsrc = "h%d"\ndst = "h%d"\nkind = "pcap"\npace = "line_rate"\nfile = "%d.pcap"\n'
ROUTE = '[[switch.route]]\ndevice = "s%d"\nto = "198.51.100.%d/32"\nvia = ["%s"]\n'
ROUND = 3000  # frames of each
PFC = ["flow_control.scheme=pfc", "switch.class_mapper.source=dscp", "switch.class_mapper.services=", "flow_control.lossless=[0]"]
RINGS = {"plain PFC": PFC, "rewritten": ["switch.class_mapper.label_trust=switches"], "trusted": ["switch.class_mapper.label_trust=all"]}

# Labels of the forger, in turn, by what they are.
SHARES = {"the first class": [0], "the first and the second": [0, 1], "the second alone": [1]}
DISCIPLINES = ["round_robin", "strict_priority"]
# Of a pool: what it is for; its size in headrooms of a VIQ.
POOLS = {"a VIQ of each host": 2, "every class of the forger's port": 8}


def checksum(header):
    total = sum(struct.unpack("!10H", header))
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    return 0xFFFF - total


def frame(label, host):
    """1,500 B with FCS: an S-tag, IPv4, UDP; to an address for what this host sends."""
    size = 1500 - 4 - 14 - 4
    header = struct.pack("!BBHHHBBH8s", 0x45, 0, size, 7, 0x4000, 64, 17, 0, bytes([192, 0, 2, host, 198, 51, 100, host]))
    header = header[:10] + struct.pack("!H", checksum(header)) + header[12:]
    udp = struct.pack("!HHHH", 40000, 5001, size - 20, 0)
    return bytes.fromhex("020000000002020000000001") + struct.pack("!HHH", 0x88A8, label << 13, 0x0800) + header + udp + bytes(size - 28)


def capture(path, labels, host=2, count=MOST):
    """Frames with these labels in turn."""
    capture_file.write_pcap(path, [frame(labels[number % len(labels)], host) for number in range(count)])


def run(weir, folder, text, *sets):
    """{host: packets delivered, lost at its port by class}."""
    scenario = folder / "forged.toml"
    scenario.write_text(text, encoding="utf-8")
    with tempfile.TemporaryDirectory() as out:
        summary = results_page.run(weir, scenario, pathlib.Path(out) / "run", *(word for one in sets for word in ("--set", one)))
    delivered = {flow["name"]: flow["delivered_packets"] for flow in summary["flows"]}
    lost = {name: {q["class"]: q["drops"] for q in summary["queues"] if (q["device"], q["port"]) == ("s1", port) and q["drops"]}
            for port, name in enumerate(delivered)}
    return {name: {"delivered": delivered[name], "lost": lost[name]} for name in delivered}


def shares(weir, folder):
    """{(labels, discipline, trust): run}."""
    found = {}
    for name, labels in SHARES.items():
        capture(folder / "forger.pcap", labels)
        text = HEAD % (SHARED, "0, 3, 6, 7", 'headroom = "22KB"') + TWO
        for discipline in DISCIPLINES:
            for trust, word in TRUST.items():
                found[name, discipline, trust] = run(weir, folder, text, f"switch.egress.discipline={discipline}", f"switch.class_mapper.label_trust={word}")
    return found


def pools(weir, folder):
    """{(pool, trust): run}, with a forger whose labels are those of five VIQs beside the one that it should fill."""
    found = {}
    capture(folder / "forger.pcap", [1, 2, 3, 4, 5])
    for name, viqs in POOLS.items():
        text = HEAD % (SHARED, "0, 7", f'count_cells = true\nheadroom = "22KB"\nheadroom_pool = "{22 * viqs}KB"') + TWO
        for trust, word in TRUST.items():
            found[name, trust] = run(weir, folder, text, f"switch.class_mapper.label_trust={word}")
    return found


def ring_text():
    text = HEAD % (RING, "0, 3, 6, 7", 'headroom = "22KB"') + '[switch.forwarding]\ntables = "listed"\n'
    for host in (1, 2, 3):
        switches = [(host - 1 + hop) % 3 + 1 for hop in range(3)]
        text += CAPTURED % (host, host, switches[-1], host)
        text += "".join(ROUTE % (switch, host, via) for switch, via in zip(switches, [f"s{s}" for s in switches[1:]] + [f"h{switches[-1]}"]))
    return text.replace('"4ms"', '"20ms"')


def rings(weir, folder):
    """{case: sent, delivered, dropped by reason, deadlock, bytes that stay}, with labels drawn from all of the service."""
    draw = random.Random(208)
    for host in (1, 2, 3):
        capture(folder / f"{host}.pcap", draw.choices([0, 1, 2], [3, 1, 1], k=ROUND), host, ROUND)
    scenario = folder / "ring.toml"
    scenario.write_text(ring_text(), encoding="utf-8")
    found = {}
    for case, sets in RINGS.items():
        with tempfile.TemporaryDirectory() as out:
            summary = results_page.run(weir, scenario, pathlib.Path(out) / "run", *(word for one in sets for word in ("--set", one)))
        found[case] = {"sent": sum(f["sent_packets"] for f in summary["flows"]), "delivered": sum(f["delivered_packets"] for f in summary["flows"]),
                       "drops": summary["drops"], "deadlock": summary["deadlock"] is not None, "stay": sum(q["viq_final_bytes"] for q in summary["queues"])}
    return found


def measured(weir):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        return {"shares": shares(weir, folder), "pools": pools(weir, folder), "rings": rings(weir, folder)}


def lost_text(lost):
    classes = ", ".join(map(str, sorted(lost)))
    return f"{sum(lost.values()):,}" + (f" in class{'es' if len(lost) > 1 else ''} {classes}" if lost else "")


def tables(found):
    row = lambda run: [f"{run['honest']['delivered']:,}", f"{run['forger']['delivered']:,}", lost_text(run["honest"]["lost"]), lost_text(run["forger"]["lost"])]
    heads = ["delivered of the honest host", "of the forger", "lost of the honest host", "of the forger"]
    return {"shares": results_page.table(["labels of the forger", "discipline", "at its port", *heads], [[*case, *row(run)] for case, run in found["shares"].items()]),
            "pools": results_page.table(["the pool is for", "labels are", *heads], [[*case, *row(run)] for case, run in found["pools"].items()]),
            "rings": results_page.table(["labels are", "sent", "delivered", "dropped as `no_class`", "deadlock", "stay in queues, B"],
                                        [[case, f"{r['sent']:,}", f"{r['delivered']:,}", f"{r['drops'].get('no_class', 0):,}", "yes" if r["deadlock"] else "no", f"{r['stay']:,}"]
                                         for case, r in found["rings"].items()])}


def share_faults(found):
    honest = found["the first class", "round_robin", "rewritten"]["honest"]["delivered"]
    # What is left to the honest host, of what it has beside an honest one: where labels are trusted, by labels and discipline.
    left = {("the first and the second", d): (0.6, 0.75) for d in DISCIPLINES} | {("the second alone", "strict_priority"): (0, 0.01)}
    wrong = []
    for (name, discipline, trust), run in found.items():
        least, most = left.get((name, discipline), (0.95, 1.05)) if trust == "trusted" else (0.95, 1.05)
        share = run["honest"]["delivered"] / honest
        if not least <= share <= most:
            wrong.append(f"{name}, {discipline}, {trust}: {share:.2f} is left to the honest host, wanted {least} to {most}")
        if run["honest"]["lost"] or (trust == "rewritten" and run["forger"]["lost"]):
            wrong.append(f"{name}, {discipline}, {trust}: packets are lost")
    return wrong


def pool_faults(found):
    wrong = []
    for (name, trust), run in found.items():
        overrun = trust == "trusted" and name == min(POOLS, key=POOLS.get)
        if bool(run["honest"]["lost"]) != overrun:
            wrong.append(f"pool for {name}, {trust}: the honest host loses {lost_text(run['honest']['lost'])}")
        if bool(run["forger"]["lost"]) != (trust == "trusted") or 0 in run["forger"]["lost"]:
            wrong.append(f"pool for {name}, {trust}: the forger loses {lost_text(run['forger']['lost'])}")
    return wrong


def ring_faults(found):
    wrong = [] if found["plain PFC"]["deadlock"] else ["no deadlock under plain PFC: nothing is shown"]
    for case in TRUST:
        run = found[case]
        if run["deadlock"] or run["stay"] or run["sent"] != 3 * ROUND:
            wrong.append(f"ring, {case}: something stays")
        if run["delivered"] + run["drops"].get("no_class", 0) != run["sent"] or bool(run["drops"]) != (case == "trusted"):
            wrong.append(f"ring, {case}: {run['drops']} are dropped")
    return wrong


def wrongs(found):
    return share_faults(found["shares"]) + pool_faults(found["pools"]) + ring_faults(found["rings"])


def faults(found, text):
    return wrongs(found) + results_page.stale_tables(PAGE, text, tables(found))


def self_test():
    def hosts(honest, forger, honest_lost=0, forger_lost=0):
        return {"honest": {"delivered": honest, "lost": {0: honest_lost} if honest_lost else {}},
                "forger": {"delivered": forger, "lost": {1: forger_lost} if forger_lost else {}}}

    found = {"shares": {(n, d, t): hosts(1000, 1000) for n in SHARES for d in DISCIPLINES for t in TRUST}, "pools": {(n, t): hosts(1, 1) for n in POOLS for t in TRUST}}
    for discipline in DISCIPLINES:
        found["shares"]["the first and the second", discipline, "trusted"] = hosts(670, 1330)
    found["shares"]["the second alone", "round_robin", "trusted"] = hosts(1000, 1000, 0, 9)
    found["shares"]["the second alone", "strict_priority", "trusted"] = hosts(1, 1999)
    found["pools"]["a VIQ of each host", "trusted"] = hosts(1, 3, 5, 5)
    found["pools"]["every class of the forger's port", "trusted"] = hosts(1, 3, 0, 5)

    ring = {"sent": 3 * ROUND, "delivered": 3 * ROUND, "drops": {}, "deadlock": False, "stay": 0}
    dropped = ring | {"delivered": 3 * ROUND - 7, "drops": {"no_class": 7}}
    found["rings"] = {"plain PFC": ring | {"deadlock": True, "stay": 9}, "rewritten": ring, "trusted": dropped}

    def put(table, case, run):
        return lambda changed: changed[table].update({case: run})

    problems = results_page.planted_tables(found, faults, tables, [
        (None, lambda changed: None),
        ("0.50 is left", put("shares", ("the second alone", "round_robin", "rewritten"), hosts(500, 1500))),
        ("wanted 0.6 to", put("shares", ("the first and the second", "round_robin", "trusted"), hosts(1000, 1000))),
        ("packets are lost", put("shares", ("the first class", "round_robin", "trusted"), hosts(1000, 1000, 1))),
        ("honest host loses 3", put("pools", ("a VIQ of each host", "rewritten"), hosts(1, 1, 3))),
        ("honest host loses 0", put("pools", ("a VIQ of each host", "trusted"), hosts(1, 1, 0, 4))),
        ("forger loses 0", put("pools", ("a VIQ of each host", "trusted"), hosts(1, 1, 4))),
        ("nothing is shown", put("rings", "plain PFC", ring)),
        ("something stays", put("rings", "trusted", dropped | {"stay": 1})),
        ("are dropped", put("rings", "rewritten", dropped)),
        ("are dropped", put("rings", "trusted", dropped | {"delivered": 1})),
        ("'shares' is not", put("shares", ("the first class", "round_robin", "trusted"), hosts(1001, 1000)))])
    print("\n".join(problems))
    return 1 if problems else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    found = measured(str(pathlib.Path(arguments[0]).resolve()))
    return results_page.conclude(PAGE, tables(found), wrongs(found), rewrite="--write" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

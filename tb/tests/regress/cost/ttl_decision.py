# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The figures of docs/results/ttl_decision.md: what `weir cost` says of plain PFC and TTL-shifted PFC, whole and halved, and what the three carry through a fat tree
whose switches have the same buffer.

ttl_decision.py WEIR              fails where the page does not hold the figures of this program, or where a figure is not what it is known to be
ttl_decision.py WEIR --write      puts them there
ttl_decision.py --self-test       shows that what is wrong is found
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(TOP / "tb/tests/regress"))
import results_page  # noqa: E402

PAGE = TOP / "docs/results/ttl_decision.md"
MTU = 1500

# Text of the page: (ports, options of weir cost, 60 quanta at this rate).
SWITCHES = {"64 x 400 Gbps, 300 m": (64, "--ports 64 --rate 400Gbps --cable 300 --min-frame 1500B", "76.8ns"),
            "32 x 100 Gbps, 100 m": (32, "--ports 32 --rate 100Gbps --cable 100 --min-frame 1500B", "307.2ns")}
PFC, DOCUMENT, WHOLE, HALVED = "plain PFC, one class", "TTL as the document counts, 8 classes", "TTL, classes 1 to 7", "TTL halved, classes 1 to 4"
EDGE, INNER = "TTL, edge of a fat tree: what can arrive", "TTL, its other switches: what can arrive"
OPTIONS = {PFC: "--lossless 1 --mechanisms pfc", DOCUMENT: "--lossless 8 --mechanisms pfc", WHOLE: "--lossless 8 --mechanisms ttl_pfc",
           HALVED: "--lossless 5 --mechanisms ttl_pfc"}
TREE = "scenarios/ttl/ttl_pool.toml"
LEVELS = {EDGE: ["se1"], INNER: ["sa1", "sc1"]}
# MB by eq. 14, and with what whole packets add, at 60 quanta: another program's.
KNOWN = {"64 x 400 Gbps, 300 m": {PFC: ("10.05", "10.14"), DOCUMENT: ("80.4", "81.1"), WHOLE: ("70.3", "71.0"), HALVED: ("40.2", "40.6"), EDGE: ("15.1", "15.2")},
         "32 x 100 Gbps, 100 m": {PFC: ("0.62", "0.67"), DOCUMENT: ("4.98", "5.37"), WHOLE: ("4.36", "4.70"), HALVED: ("2.49", "2.68"), EDGE: ("0.93", "1.01")}}

BUFFER, PORTS, FRAME_CELLS = 864_000, 4, 1664
PERMUTATIONS = range(1, 11)
# Text of the page: rate, delay, 60 quanta, eq. 14.
CABLES = {"40 Gbps, 300 m": ("40Gbps", "1500ns", "768ns", 21_968), "10 Gbps, 100 m": ("10Gbps", "500ns", "3072ns", 8_218)}
FAT_TREE = """
[scenario]
duration = "1ms"
seed = {seed}

[topology]
kind = "fat_tree"
k = 4
rate = "{rate}"
delay = "{delay}"

{classes}

[switch.mmu]
buffer = "{buffer}B"
viq_limit = "{xoff}B"
headroom = "{headroom}B"

[switch.egress]
discipline = "round_robin"

[flow_control]
scheme = "{scheme}"
processing_delay = "{processing}"

[flow_control.pfc]
xoff = "{xoff}B"
xon = "{xon}B"

[traffic]
pattern = "random_permutation"
"""
MAPPER = '[switch.class_mapper]\nsource = "{}"\nttl0 = 8'
LEVEL = """
[switch."{names}".mmu]
viq_limit = "{xoff}B"
partition_weights = {weights}

[switch."{names}".flow_control.pfc]
xoff = "{xoff}B"
xon = "{xon}B"
"""
# Of a level of the tree: weights of the partitions, the VIQs that share one of the large ones.
REACHED = {"se*": ([0, 41, 1, 41, 1, 41, 1, 1], 2), "sa*": ([0, 1, 62, 1, 62, 1, 1, 1], 2), "sc*": ([0, 1, 1, 121, 1, 1, 1, 1], 4)}
REACHABLE = "TTL, classes 1 to 7, by what can arrive"
CARRIERS = (PFC, WHOLE, HALVED, REACHABLE)
PARKING = "scenarios/ttl/ttl_parking_lot.toml"
ORDERS = {order: ("--set", f"switch.egress.discipline={order}") for order in ("round_robin", "strict_priority")}
ORDERS["the default"] = ()
LEAST_JAIN = 0.99


def cost(weir, options):
    done = subprocess.run([weir, "cost", *options.split(), "--format", "json"], cwd=TOP, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"weir cost {options}: status {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def in_tree(weir):
    """{row: VIQs that packets can fill, of a port}."""
    found = {}
    for row, devices in LEVELS.items():
        rooms = [cost(weir, f"{TREE} --device {device}") for device in devices]
        per_port = {room["headroom"][0]["queues"] / room["switch"]["ports"] for room in rooms}
        if len(per_port) != 1:
            raise SystemExit(f"{TREE}: {devices} differ: {per_port}")
        found[row] = per_port.pop()
    return found


def costs(weir):
    """{switch: {row: report}}, with 60 quanta and with what the standard allows at the rate; the rows of a fat tree are those of the whole scheme."""
    def of(switch, row, processing):
        options = f"{SWITCHES[switch][1]} {OPTIONS.get(row, OPTIONS[WHOLE])}"
        return cost(weir, f"{options} --processing {SWITCHES[switch][2]}" if processing else options)

    return {processing: {switch: {row: of(switch, row, processing) for row in (*OPTIONS, *LEVELS)} for switch in SWITCHES} for processing in (True, False)}


def room(report, ports, per_port):
    """Of a switch, bytes by eq. 14, with whole packets, and as a pool; `per_port`: None, or the queues of a port that need it."""
    one = report["headroom"][0]
    queues = one["queues"] if per_port is None else round(ports * per_port)
    return {"queues": queues, "eq. 14": queues * one["each_bytes"], "packets": queues * (one["each_bytes"] + one["packet_bytes"]),
            "pool": queues * one["pool_bytes"] // one["queues"], "buffer": report["switch"]["buffer_bytes"], "time": report["switch"]["processing_delay_ps"]}


def rooms(found):
    return {processing: {switch: {row: room(report, SWITCHES[switch][0], found["tree"].get(row)) for row, report in rows.items()} for switch, rows in of.items()}
            for processing, of in found["costs"].items()}


def megabytes(count):
    return f"{count / 1e6:.2f}"


def room_table(rows):
    return results_page.table(["", "VIQs", "eq. 14, MB", "with whole packets, MB", "of the buffer", "as a pool, in cells, MB"],
                              [[name, f"{of['queues']:,}", megabytes(of["eq. 14"]), megabytes(of["packets"]), f"{of['packets'] / of['buffer'] * 100:.1f} %", megabytes(of["pool"])]
                               for name, of in rows.items()])


def room_tables(found):
    text = ""
    for processing, of in rooms(found).items():
        for switch, rows in of.items():
            first = rows[PFC]
            text += (f"\n{switch}, a peer that obeys in {first['time'] / 1000:g} ns ({'60 quanta' if processing else 'what IEEE 802.3 allows at this rate'}), a buffer of "
                     f"{first['buffer'] / 1e6:.1f} MB:\n\n" + room_table(rows))
    return text


def logic_table(found):
    rows = []
    for switch, of in found["costs"][False].items():
        plain = of[PFC]["bits"]["flip_flop"]
        for row in (PFC, WHOLE, HALVED):
            bits = of[row]["bits"]
            mine = bits["flip_flop"] - plain
            rows.append([switch, row, f"{bits['flip_flop']:,}", f"{mine:+,} ({mine / plain * 100:+.1f} %)" if mine else "0",
                         f"{bits['sram'] - of[row]['packet_bits']:,}"])
    return results_page.table(["switch", "", "flip-flops", "on top of plain PFC", "SRAM of control, bits"], rows)


def xoff_of(share, headroom):
    """The highest XOFF of whole packets that leaves room for the headroom in this part of the buffer, in cells."""
    return (share // FRAME_CELLS - headroom // MTU) * MTU


def scenario(scheme, seed, cable):
    """A permutation in a fat tree."""
    rate, delay, processing, headroom = CABLES[cable]
    classes = {PFC: "", WHOLE: MAPPER.format("ttl"), HALVED: MAPPER.format("ttl_parity"), REACHABLE: MAPPER.format("ttl")}[scheme]
    partitions = {PFC: 1, WHOLE: 7, HALVED: 4, REACHABLE: 7}[scheme]
    xoff = xoff_of(BUFFER // partitions // PORTS, headroom)
    text = FAT_TREE.format(seed=seed, rate=rate, delay=delay, processing=processing, classes=classes, buffer=BUFFER, xoff=xoff, xon=xoff - 2 * MTU, headroom=headroom,
                           scheme="pfc" if scheme == PFC else "ttl_pfc")
    for names, (weights, queues) in REACHED.items() if scheme == REACHABLE else ():
        xoff = xoff_of(BUFFER * max(weights) // sum(weights) // queues, headroom)
        text += LEVEL.format(names=names, weights=weights, xoff=xoff, xon=xoff - 2 * MTU)
    return text


def permuted(weir, folder, case):
    """What one run carries: Gbps of all flows together; whether it lost, or was warned of."""
    out = folder / "_".join(map(str, (list(CARRIERS).index(case[0]), case[1], list(CABLES).index(case[2]))))
    file = out.with_suffix(".toml")
    file.write_text(scenario(*case), encoding="utf-8")
    summary = results_page.run(weir, file, out)
    return {"gbps": sum(results_page.flow_gbps(summary)), "wrong": bool(summary["drops"] or summary["deadlock"] or summary["warnings"])}


def jain(rates):
    return sum(rates) ** 2 / (len(rates) * sum(rate * rate for rate in rates))


def measured(weir):
    cases = [(scheme, seed, cable) for cable in CABLES for scheme in CARRIERS for seed in PERMUTATIONS]
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(scratch)
        carried = dict(zip(cases, pool.map(lambda case: permuted(weir, folder, case), cases), strict=True))
        fair = {name: jain(results_page.flow_gbps(results_page.run(weir, PARKING, folder / name, *options, accepted=(0, 1)))) for name, options in ORDERS.items()}
    return {"tree": in_tree(weir), "costs": costs(weir), "carried": carried, "fair": fair}


def mean(found, scheme, cable):
    return sum(found["carried"][scheme, seed, cable]["gbps"] for seed in PERMUTATIONS) / len(PERMUTATIONS)


def throughput_table(found):
    rows = []
    for scheme in CARRIERS:
        row = [scheme]
        for cable, (*_, headroom) in CABLES.items():
            partitions = {PFC: 1, WHOLE: 7, HALVED: 4}.get(scheme)
            xoff = f"{xoff_of(BUFFER // partitions // PORTS, headroom):,}" if partitions else "by level"
            row += [xoff, f"{mean(found, scheme, cable):.1f}", f"{mean(found, scheme, cable) / mean(found, PFC, cable) * 100:.1f} %"]
        rows.append(row)
    return results_page.table(["", *(head for cable in CABLES for head in (f"{cable}: XOFF, B", "Gbps", "of plain PFC"))], rows)


def fairness_table(found):
    return results_page.table(["order of classes", "Jain's index"], [[name.replace("_", " "), f"{value:.4f}"] for name, value in found["fair"].items()])


def tables(found):
    return {"headroom": room_tables(found) + "\n", "logic": logic_table(found), "throughput": throughput_table(found), "fairness": fairness_table(found)}


def faults(found):
    wrong = []
    for switch, rows in KNOWN.items():
        for row, known in rows.items():
            of = rooms(found)[True][switch][row]
            for figure, text in zip((of["eq. 14"], of["packets"]), known, strict=True):
                if f"{figure / 1e6:.{len(text.split('.')[1])}f}" != text:
                    wrong.append(f"{switch}, {row}: {figure} B, known as {text} MB")
    wrong += [f"{case}: lost, stuck or warned of" for case, of in found["carried"].items() if of["wrong"]]
    if min(found["fair"]["round_robin"], found["fair"]["the default"]) < LEAST_JAIN or found["fair"]["strict_priority"] > LEAST_JAIN:
        wrong.append(f"Jain's index: {found['fair']}")
    return wrong


def self_test():
    def report(row):
        queues = {PFC: 64, DOCUMENT: 512, WHOLE: 448, HALVED: 256}
        return lambda ports, each: {"headroom": [{"queues": queues.get(row, 448) * ports // 64, "each_bytes": each, "packet_bytes": MTU - 1, "pool_bytes": queues.get(row, 448) * ports}],
                                    "bits": {"flip_flop": 10, "sram": 30}, "packet_bits": 20, "switch": {"buffer_bytes": 1 << 27, "processing_delay_ps": 76_800}}

    each = {"64 x 400 Gbps, 300 m": 156_968, "32 x 100 Gbps, 100 m": 19_468}
    right = {"tree": {EDGE: 1.5, INNER: 1.0}, "fair": {"round_robin": 1.0, "the default": 1.0, "strict_priority": 0.25},
             "costs": {processing: {switch: {row: report(row)(SWITCHES[switch][0], each[switch]) for row in (*OPTIONS, *LEVELS)} for switch in SWITCHES} for processing in (True, False)},
             "carried": {(scheme, seed, cable): {"gbps": 1.0, "wrong": False} for cable in CABLES for scheme in CARRIERS for seed in PERMUTATIONS}}
    planted = [("known as 10.05 MB", lambda f: f["costs"][True]["64 x 400 Gbps, 300 m"][PFC]["headroom"][0].update(each_bytes=157_968)),
               ("known as 0.93 MB", lambda f: f["tree"].update({EDGE: 2.0})),
               ("lost, stuck or warned of", lambda f: f["carried"][WHOLE, 3, "40 Gbps, 300 m"].update(wrong=True)),
               ("Jain's index", lambda f: f["fair"].update({"the default": 0.98})), ("Jain's index", lambda f: f["fair"].update(strict_priority=1.0)),
               ("'throughput' is not", lambda f: f["carried"][HALVED, 3, "40 Gbps, 300 m"].update(gbps=3.0)),
               ("'logic' is not", lambda f: f["costs"][False]["32 x 100 Gbps, 100 m"][WHOLE]["bits"].update(flip_flop=11)), (None, lambda f: None)]
    return results_page.planted_tables(right, lambda f, text: faults(f) + results_page.stale_tables(PAGE, text, tables(f)), tables, planted), len(planted)


def check(weir, rewrite):
    found = measured(weir)
    return results_page.conclude(PAGE, tables(found), faults(found), rewrite)


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What each mechanism adds to a lossless port: the tables of docs/results/port_cost.md from `weir cost`, with and without
--synth. What synthesis found stands in port_cost.json, because it takes minutes; all else is asked anew each time.

port_cost.py WEIR            fails where the page is not what port_cost.json and today's `weir cost` make of it, where the
                             ledger has other RTL blocks or bits than port_cost.json, or the smallest blocks other figures
port_cost.py WEIR --all      synthesises every block anew and compares
port_cost.py WEIR --write    synthesises every block, writes port_cost.json and the page
port_cost.py --self-test     shows that a wrong figure, another width and a block too many are found

Results of synthesis are cached in build/, by content.
"""

import json
import os
import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[4]
PAGE = TOP / "docs/results/port_cost.md"
KEPT = pathlib.Path(__file__).with_name("port_cost.json")
PORTS, LOSSLESS = 32, 2
RATES = ("100Gbps", "400Gbps", "800Gbps")
ANEW = 2  # the smallest blocks, which are synthesised in any case
# name: what it is compared with, its row, options of `weir cost`
CHIPS = {
    "none": (None, "no flow control", ["--mechanisms", "none"]),
    "pfc": ("none", "PFC", ["--mechanisms", "pfc"]),
    "cbfc": ("none", "CBFC (InfiniBand's credits)", ["--mechanisms", "cbfc"]),
    "gfc": ("none", "buffer-based GFC, thresholds", ["--mechanisms", "gfc_buffer_based"]),
    "gfc_leading_zero": ("none", "buffer-based GFC, leading zeros",
                         ["--mechanisms", "gfc_buffer_based", "--comparator", "leading_zero"]),
    "gfc_time_based": ("none", "time-based GFC", ["--mechanisms", "gfc_time_based"]),
    "gfc_gradient": ("none", "gradient GFC, with its input queues", ["--mechanisms", "gfc_gradient"]),
    "tcd": ("pfc", "TCD, beside PFC", ["--mechanisms", "pfc,tcd"]),
    "itsy": ("pfc", "ITSY's detection, beside PFC", ["--mechanisms", "pfc,itsy"]),
}
NOT_BUILT = {"itsy_causality"}  # of 32 ports: more than 2,048 flip-flops
BANK = "port_registers"  # of each chip another one
ITSY_PORTS = (4, 8, 16, 32)
ITSY_BUILT = (4, 8)  # of 16 ports: 9,329 flip-flops, which take hours
ADMISSION = {"flip_flops": "partition_admission", "memory": "partition_admission_memory"}  # by --partition-accounts
ADMISSION_PORTS = (4, 32, 64)
ADMISSIONS = {f"{form} {ports}": ["--ports", str(ports), "--lossless", str(LOSSLESS), "--rate", "400Gbps", "--mechanisms", "ttl_pfc",
                                  "--partition-accounts", form] for form in ADMISSION for ports in ADMISSION_PORTS}
NAND2 = 24  # area of osu018's smallest


def command_of(chip, rate):
    return ["cost", "--ports", str(PORTS), "--lossless", str(LOSSLESS), "--rate", rate, *CHIPS[chip][2]]


def itsy_command(ports):
    return ["cost", "--ports", str(ports), "--lossless", str(LOSSLESS), "--rate", "400Gbps", *CHIPS["itsy"][2]]


def ask(weir, *words):
    environment = dict(os.environ, XDG_CACHE_HOME=str(pathlib.Path(weir).resolve().parent / "cache"))
    done = subprocess.run([weir, *words, "--format", "json"], capture_output=True, text=True, env=environment, check=False)
    if done.returncode not in (0, 1) or not done.stdout:  # 1: it does not fit the buffer; the report is there
        sys.exit(f"weir {' '.join(words)}: status {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def is_bank(key):
    return key.split()[0] == BANK


def key_of(block, name):
    """Of a block of the chip and rate `name`."""
    if block["block"] == BANK:
        return f"{BANK} {name}"
    return " ".join([block["block"], *(f"{name}={value}" for name, value in sorted(block["parameters"].items()))])


def figures_of(block):
    fast = block["fast"]
    return {"flip_flops": block["flip_flops"], "memory_bits": block["memory_bits"], "ge": round(block["gate_equivalents"]),
            "path_ns": round(fast["longest_path_ns"], 3), "fo4": round(fast["longest_path_fo4"])}


def synthesise(weir):
    """What is kept: figures of each block with its parameters, how many of them each chip has, and admission to partitions of those switches
    of which `weir cost` builds it."""
    kept = {"tools": "", "blocks": {}, "chips": {}, "admission": {}, "itsy": {}}
    for rate in RATES:
        for chip in CHIPS:
            found = ask(weir, *command_of(chip, rate), "--synth")["synthesis"]
            for block in found:
                kept["blocks"][key_of(block, f"{chip} {rate}")] = figures_of(block)
                kept["tools"] = f"{block['liberty']}; {block['yosys']}"
            kept["chips"][f"{chip} {rate}"] = {key_of(block, f"{chip} {rate}"): block["instances"] for block in found}
    for name, words in ADMISSIONS.items():
        found = [block for block in ask(weir, "cost", *words, "--synth")["synthesis"] if block["block"] == ADMISSION[name.split()[0]]]
        kept["admission"] |= {name: figures_of(block) for block in found}
    for ports in ITSY_BUILT:
        width = next(held["width_bits"] for held in ask(weir, *itsy_command(ports))["registers"] if held["register"] == "traffic_count")
        block = ask(weir, "synth", "itsy_causality", "--parameter", f"PORTS={ports}", "--parameter", f"COUNT_W={width}")["blocks"][0]
        kept["itsy"][str(ports)] = figures_of({**block, "gate_equivalents": block["fast"]["area"] / NAND2})
    return kept


def stale(kept, costs, itsy, admission):
    """Where the ledger, and copies of its blocks, are no longer what was synthesised."""
    problems = [f"admission, {name}: the ledger has {bits_of_admission(name, admission[name])} bits, port_cost.json {of}: port_cost.py WEIR --write"
                for name, of in kept["admission"].items() if bits_of_admission(name, admission[name]) != (of["flip_flops"], of["memory_bits"])]
    problems += [f"ITSY, {ports} ports: the ledger has {sum(causality_of(itsy[int(ports)]))} bits, port_cost.json {of}: port_cost.py WEIR --write"
                 for ports, of in kept["itsy"].items() if sum(causality_of(itsy[int(ports)])) != of["flip_flops"]]
    for name, cost in costs.items():
        declared = {}
        for held in cost["registers"]:
            if held["kind"] == "flip_flop" and held["rtl_block"] and held["rtl_block"] not in NOT_BUILT:
                declared[held["rtl_block"]] = declared.get(held["rtl_block"], 0) + held["bits"] * copies_of(cost, held["rtl_block"])
        built = {}
        for key, instances in kept["chips"][name].items():
            block = key.split()[0]
            built[block] = built.get(block, 0) + instances * kept["blocks"][key]["flip_flops"]
        if declared != built:
            problems.append(f"{name}: the ledger has flip-flops in RTL {declared}, port_cost.json {built}: port_cost.py WEIR --write")
    return problems


def number(value):
    return f"{value:,.0f}" if abs(value - round(value)) < 0.05 else f"{value:,.1f}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def copies_of(cost, block):
    return next((asked["copies"] for asked in cost["packet_blocks"] if asked["block"] == block), 1)


def sums_of(name, kept, cost):
    """Of the whole switch, with all copies of its blocks."""
    blocks = kept["chips"][name]
    return {"flip_flops": cost["bits"]["flip_flop"] + cost["copied_bits"]["flip_flop"], "sram": cost["bits"]["sram"] - cost["packet_bits"],
            "in_rtl": sum(held["bits"] * copies_of(cost, held["rtl_block"]) for held in cost["registers"]
                          if held["kind"] == "flip_flop" and held["rtl_block"]),
            "ge": sum(kept["blocks"][key]["ge"] * times for key, times in blocks.items()),
            "memories": sum(memory["number"] for memory in cost["memories"]),
            "buffer": sum(needed["least_buffer_bytes"] for needed in cost["headroom"])}


def buffer_note(rate, costs):
    """The default buffer, and which scheme needs more."""
    of_rate = {chip: costs[f"{chip} {rate}"] for chip in CHIPS}
    misfits = [f"{CHIPS[chip][1]} needs {sum(needed['least_buffer_bytes'] for needed in cost['headroom']) / PORTS / 1000:,.1f} and does not fit"
               for chip, cost in of_rate.items() if not all(needed["fits"] for needed in cost["headroom"])]
    share = of_rate["none"]["switch"]["buffer_bytes"] / PORTS / 1000
    return f"\nThe default buffer has {share:,.1f} KB a port: {'; '.join(misfits) or 'each scheme fits'}.\n"


def added_row(chip, rate, kept, costs):
    name, beside = f"{chip} {rate}", f"{CHIPS[chip][0]} {rate}"
    sums, base = sums_of(name, kept, costs[name]), sums_of(beside, kept, costs[beside])
    added = {key: (sums[key] - base[key]) / PORTS for key in sums}
    own = [key for key in kept["chips"][name] if key not in kept["chips"][beside] and not is_bank(key)]
    longest = max(own, key=lambda key: kept["blocks"][key]["path_ns"], default=None)
    path = f"{kept['blocks'][longest]['fo4']}, `{longest.split()[0]}`" if longest else "not built"
    return [CHIPS[chip][1], number(added["flip_flops"]), number(added["in_rtl"]), number(added["ge"]) if own else "not built",
            path, number(added["memories"]), number(added["sram"]), f"{added['buffer'] / 1000:,.1f}"]


def added_table(rate, kept, costs):
    head = ["a port, and", "flip-flops", "of them in RTL", "GE of that RTL", "longest path, FO4", "memories", "bits in them",
            "packet buffer, KB"]
    return table(head, [added_row(chip, rate, kept, costs) for chip in CHIPS if CHIPS[chip][0]]) + buffer_note(rate, costs)


def whole_table(kept, costs):
    head = ["switch of 32 ports"] + [f"{rate[:3]} Gbps: {what}" for rate in RATES
                                     for what in ("flip-flops of a port", "GE of its RTL", "kGE of the switch's RTL")]
    rows = []
    for chip in CHIPS:
        row = [CHIPS[chip][1].replace(", beside PFC", " and PFC")]
        for rate in RATES:
            sums = sums_of(f"{chip} {rate}", kept, costs[f"{chip} {rate}"])
            built = not any(held["rtl_block"] in NOT_BUILT for held in costs[f"{chip} {rate}"]["registers"])
            row += [number(sums["flip_flops"] / PORTS), number(sums["ge"] / PORTS) if built else "not built",
                    f"{sums['ge'] / 1000:,.0f}" if built else "not built"]
        rows.append(row)
    return table(head, rows)


def number_of(times):
    """Of a port, or of a switch: a number for all rates, or one each."""
    if len(set(times)) == 1 and times[0] >= PORTS:
        return number(times[0] / PORTS)
    return ", ".join(map(str, times if len(set(times)) > 1 else times[:1])) + " a switch"


def blocks_table(kept):
    rows = []
    for key in sorted(key for key in kept["blocks"] if not is_bank(key)):
        block, _, parameters = key.partition(" ")
        of = kept["blocks"][key]
        rates = [rate[:3] for rate in RATES if any(key in kept["chips"][f"{chip} {rate}"] for chip in CHIPS)]
        times = [next(of[key] for name, of in kept["chips"].items() if name.endswith(f" {rate}") and key in of) for rate in RATES
                 if any(key in kept["chips"][f"{chip} {rate}"] for chip in CHIPS)]
        rows.append([f"`{block}`", parameters.replace(" ", ", "), ", ".join(rates),
                     number_of(times), number(of["flip_flops"]), number(of["ge"]),
                     f"{of['path_ns']:.2f}", str(of["fo4"])])
    return table(["block", "parameters", "Gbps", "of a port", "flip-flops", "GE", "path, ns", "FO4"], rows) + f"\n{kept['tools']}.\n"


def banks_table(kept):
    head = ["`port_registers` of"] + [f"{rate[:3]} Gbps: {what}" for rate in RATES for what in ("flip-flops", "GE", "FO4")]
    rows = []
    for chip in CHIPS:
        of = [kept["blocks"][f"{BANK} {chip} {rate}"] for rate in RATES]
        rows.append([CHIPS[chip][1].replace(", beside PFC", " and PFC")] + [number(one[what]) for one in of for what in ("flip_flops", "ge", "fo4")])
    return table(head, rows)


def causality_of(cost):
    """(flip-flops, bits of memory) of one itsy_causality: there is one for each lossless class."""
    held = [one for one in cost["registers"] if one["rtl_block"] == "itsy_causality"]
    flip_flops = sum(one["bits"] for one in held if one["kind"] == "flip_flop") // LOSSLESS
    return flip_flops, sum(one["bits"] for one in held) // LOSSLESS - flip_flops


def itsy_table(itsy, kept):
    """Of switches of several ports."""
    rows = []
    for ports, cost in itsy.items():
        of = kept["itsy"].get(str(ports))
        figures = [number(of["ge"]), f"{of['path_ns']:.2f}", str(of["fo4"])] if of else ["not built"] * 3
        rows.append([str(ports), number(cost["bits"]["flip_flop"] - cost["plain_pfc"]["bits"]["flip_flop"]), *map(number, causality_of(cost)), *figures])
    return table(["ports", "flip-flops of ITSY's detection, switch", "flip-flops of one `itsy_causality`, two a switch", "bits of its counts",
                  "GE of one, counts in flip-flops", "path, ns", "FO4"], rows)


def bits_of_admission(name, cost):
    """(flip-flops, bits of memory) by the ledger."""
    held = [one for one in cost["registers"] if one["rtl_block"] == ADMISSION[name.split()[0]]]
    flip_flops = sum(one["bits"] for one in held if one["kind"] == "flip_flop")
    return flip_flops, sum(one["bits"] for one in held) - flip_flops


def admission_table(admission, kept):
    """Both forms of admission to partitions, by the ledger, and what synthesis found where it is built."""
    rows = []
    for name, cost in admission.items():
        form, ports = name.split()
        of = kept["admission"].get(name)
        figures = [number(of["ge"]), f"{of['path_ns']:.2f}", str(of["fo4"])] if of else ["not built"] * 3
        rows.append([f"`{ADMISSION[form]}`", ports, *map(number, bits_of_admission(name, cost)), *figures])
    return table(["block, one a switch", "ports", "flip-flops", "bits of memory", "GE", "path, ns", "FO4"], rows)


def wanted(kept, costs, itsy, admission):
    """{mark: what stands there}"""
    return {**{f"added_{rate[:3]}": added_table(rate, kept, costs) for rate in RATES}, "whole": whole_table(kept, costs),
            "blocks": blocks_table(kept), "banks": banks_table(kept), "itsy": itsy_table(itsy, kept),
            "admission": admission_table(admission, kept)}


def marks(mark):
    return f"<!-- {mark}: begin -->\n", f"<!-- {mark}: end -->\n"


def put(text, tables):
    for mark, content in tables.items():
        begin, end = marks(mark)
        before, rest = text.split(begin)
        text = before + begin + content + end + rest.split(end)[1]
    return text


def smallest(kept):
    own = [key for key in kept["blocks"] if not is_bank(key)]
    return sorted(own, key=lambda key: kept["blocks"][key]["ge"])[:ANEW]


def anew(weir, kept):
    """The smallest blocks, synthesised by themselves."""
    problems = []
    for key in smallest(kept):
        block, *parameters = key.split()
        words = [word for parameter in parameters for word in ("--parameter", parameter)]
        run = ask(weir, "synth", block, *words)
        found = {"flip_flops": run["blocks"][0]["flip_flops"],
                 "path_ns": round(run["blocks"][0]["fast"]["longest_path_ns"], 3)}
        if any(kept["blocks"][key][name] != value for name, value in found.items()):
            problems.append(f"{key}: synthesis finds {found}, port_cost.json has {kept['blocks'][key]}")
    return problems


def paths_that_fail(blocks):
    """What the page says of the scheduler's path."""
    longest = {}
    for key, of in blocks.items():
        block = key.split()[0]
        longest[block] = max(longest.get(block, 0), of["fo4"])
    return [f"docs/results/port_cost.md: the scheduler has no longer path than {block}" for block in
            ("pfc_engine", "ib_credits", "tcd_detector", "gradient_gate")
            if longest.get(block, 0) >= longest.get("egress_scheduler", 100)]


def problems_of(text, kept, costs, itsy, admission):
    problems = stale(kept, costs, itsy, admission) + paths_that_fail(kept["blocks"])
    if not problems and put(text, wanted(kept, costs, itsy, admission)) != text:
        problems.append("docs/results/port_cost.md is not what port_cost.json and weir cost make of it: port_cost.py WEIR --write")
    return problems


def self_test():
    kept = {"tools": "a.lib; Yosys", "blocks": {}, "chips": {}, "itsy": {"4": dict(flip_flops=1013, memory_bits=0, ge=20000, path_ns=5.61, fo4=57)},
            "admission": {"memory 4": dict(flip_flops=872, memory_bits=1312, ge=22370, path_ns=9.38, fo4=95)}}
    kept["blocks"] = {"scheduler": dict(flip_flops=9, memory_bits=0, ge=200, path_ns=2.0, fo4=20),
                      "engine W=4": dict(flip_flops=5, memory_bits=0, ge=100, path_ns=1.0, fo4=10)}
    bank = dict(flip_flops=80, memory_bits=0, ge=50, path_ns=9.0, fo4=90)
    costs = {}
    for rate in RATES:
        for chip in CHIPS:
            has = chip != "none"
            kept["blocks"][f"port_registers {chip} {rate}"] = bank
            kept["chips"][f"{chip} {rate}"] = {"scheduler": 32, f"port_registers {chip} {rate}": 32, **({"engine W=4": 64} if has else {})}
            registers = [("scheduler", 288), ("port_registers", 2560)] + [("engine", 320)] * has + [("itsy_causality", 64)] * (chip == "itsy")
            costs[f"{chip} {rate}"] = {
                "bits": {"flip_flop": 640 + 320 * has, "sram": 90}, "packet_bits": 90, "memories": [{"number": 32}],
                "copied_bits": {"flip_flop": 0}, "packet_blocks": [{"block": "mapper", "copies": 1}],
                "switch": {"buffer_bytes": 32000 * 3}, "headroom": [{"least_buffer_bytes": 64000 * has, "fits": chip != "cbfc"}],
                "registers": [{"kind": "flip_flop", "rtl_block": block, "bits": bits} for block, bits in registers]}
    itsy = {ports: {"bits": {"flip_flop": 90 * ports}, "plain_pfc": {"bits": {"flip_flop": 0}}, "registers": [
        {"kind": kind, "rtl_block": "itsy_causality", "bits": 2 * bits} for kind, bits in (("flip_flop", one), ("sram", counts))]}
        for ports, one, counts in ((4, 629, 384), (32, 9000, 27648))}
    admission = {f"{form} {ports}": {"registers": [{"kind": kind, "rtl_block": block, "bits": bits * ports} for kind, bits in
                                                   (("flip_flop", 218 if form == "memory" else 424), ("sram", 328 * (form == "memory")))]}
                 for form, block in ADMISSION.items() for ports in ADMISSION_PORTS}
    tables = wanted(kept, costs, itsy, admission)
    assert "| `partition_admission` | 4 | 1,696 | 0 | not built | not built | not built |" in tables["admission"], tables["admission"]
    assert "| `partition_admission_memory` | 4 | 872 | 1,312 | 22,370 | 9.38 | 95 |" in tables["admission"], tables["admission"]
    assert "| `partition_admission_memory` | 64 | 13,952 | 20,992 | not built | not built | not built |" in tables["admission"]
    assert "| 4 | 360 | 629 | 384 | 20,000 | 5.61 | 57 |" in tables["itsy"], tables["itsy"]
    assert "| 32 | 2,880 | 9,000 | 27,648 | not built | not built | not built |" in tables["itsy"]
    assert "KB a port: CBFC (InfiniBand's credits) needs 2.0 and does not fit." in tables["added_100"], tables["added_100"]
    assert "| PFC | 80 | 50 | 90 |" in tables["banks"], tables["banks"]
    assert "| PFC | 10 | 10 | 200 | 10, `engine` | 0 | 0 | 2.0 |" in tables["added_100"], tables["added_100"]
    assert "ITSY's detection, beside PFC | 0 | 2 | not built" in tables["added_800"], tables["added_800"]
    assert "| PFC | 30 | 450 | 14 |" in tables["whole"], tables["whole"]
    assert "| ITSY's detection and PFC | 30 | not built | not built |" in tables["whole"], tables["whole"]
    assert [number_of(times) for times in ([64, 64], [1, 1], [6, 23, 46])] == ["2", "1 a switch", "6, 23, 46 a switch"]
    assert "| `engine` | W=4 | 100, 400, 800 | 2 | 5 | 100 | 1.00 | 10 |" in tables["blocks"]
    text = put("".join("".join(marks(mark)) for mark in tables), tables)
    assert problems_of(text, kept, costs, itsy, admission) == []
    assert len(problems_of(text.replace("| 200 |", "| 201 |"), kept, costs, itsy, admission)) == 1
    assert len(problems_of(text.replace("| 1,312 |", "| 1,311 |"), kept, costs, itsy, admission)) == 1
    assert paths_that_fail({"egress_scheduler A=1": {"fo4": 30}, "pfc_engine": {"fo4": 29}}) == []
    assert len(paths_that_fail({"egress_scheduler A=1": {"fo4": 30}, "pfc_engine": {"fo4": 30}})) == 1
    costs["pfc 400Gbps"]["registers"][1]["bits"] += 1  # another width
    assert "pfc 400Gbps" in problems_of(text, kept, costs, itsy, admission)[0]
    costs["pfc 400Gbps"]["registers"][1]["bits"] -= 1
    kept["admission"]["memory 4"]["flip_flops"] = 873
    assert "admission, memory 4: the ledger has (872, 1312)" in problems_of(text, kept, costs, itsy, admission)[0]
    kept["admission"]["memory 4"]["flip_flops"] = 872
    kept["itsy"]["4"]["flip_flops"] = 1014
    assert "ITSY, 4 ports: the ledger has 1013 bits" in problems_of(text, kept, costs, itsy, admission)[0]
    kept["itsy"]["4"]["flip_flops"] = 1013
    costs["tcd 100Gbps"]["registers"].append({"kind": "flip_flop", "rtl_block": "new", "bits": 1})
    assert "'new': 1" in problems_of(text, kept, costs, itsy, admission)[0]
    assert smallest(kept)[0] == "engine W=4"
    print("21 passed, 0 failed")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return
    if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["--all"], ["--write"]):
        sys.exit(__doc__)
    weir, mode = sys.argv[1], "".join(sys.argv[2:])
    costs = {f"{chip} {rate}": ask(weir, *command_of(chip, rate)) for rate in RATES for chip in CHIPS}
    itsy = {ports: ask(weir, *itsy_command(ports)) for ports in ITSY_PORTS}
    admission = {name: ask(weir, "cost", *words) for name, words in ADMISSIONS.items()}
    kept = synthesise(weir) if mode == "--write" else json.loads(KEPT.read_text(encoding="utf-8"))
    text = PAGE.read_text(encoding="utf-8")
    if mode == "--write":
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        PAGE.write_text(put(text, wanted(kept, costs, itsy, admission)), encoding="utf-8")
        return
    problems = problems_of(text, kept, costs, itsy, admission) + anew(weir, kept)
    if mode == "--all" and synthesise(weir) != kept:
        problems.append("synthesis finds other figures than port_cost.json: port_cost.py WEIR --write")
    print("\n".join(problems) if problems else f"{len(costs)} chips, {len(kept['blocks'])} blocks: the page holds them")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The figures of docs/results/itsy_cost.md: what a switch with ITSY costs, by ports, lossless classes and protocol.

itsy.py WEIR              fails where the page does not hold the figures of this program
itsy.py WEIR --write      puts them there
itsy.py --self-test       shows that what is wrong is found
"""

import json
import pathlib
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(TOP / "tb/tests/regress"))
import results_page  # noqa: E402

PAGE = TOP / "docs/results/itsy_cost.md"
PORTS = (16, 32, 64, 128, 256, 512)
NAMED = (64, 256)  # by an entry of 32 bits and by a wide one, unless the port takes bits of the switch
CLASSES = (1, 2, 4)
PROTOCOLS = ("published", "repaired")
PAPER_SEQ = 8  # bits; the paper leaves them open

SWITCH = """\
[scenario]
name = "itsy_cost"
description = "One switch with ITSY."
source = "derived"
duration = "1ms"
[topology]
kind = "star"
hosts = {ports}
rate = "100Gbps"
delay = "1us"
[switch.crossbar]
strategy = "output_queued"
[flow_control]
scheme = "pfc"
lossless = {lossless}
[flow_control.pfc]
refresh_fraction = 0.33
[deadlock]
unit = "itsy"
[deadlock.itsy]
protocol = "{protocol}"
wide_entries = {wide}
port_bits = {port_bits}
[[flow]]
src = "h1"
dst = "h2"
"""


def paper(ports):
    """N x N bits, two flags of each port, and a stored triple of each: section 4.2 of the paper, one class."""
    return ports * ports + 2 * ports + ports * (14 + 6 + PAPER_SEQ)


def cost(weir, ports, classes, protocol, folder):
    """The cost report of that switch."""
    scenario = pathlib.Path(folder) / "switch.toml"
    scenario.write_text(SWITCH.format(ports=ports, lossless=list(range(classes)), protocol=protocol,
                                      wide=str(ports > NAMED[0]).lower(),
                                      port_bits=(ports - 1).bit_length() if ports > NAMED[1] else 0), encoding="utf-8")
    done = subprocess.run([weir, "cost", str(scenario), "--format", "json"], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # 1: its headrooms fill the packet buffer, which is no matter here
        raise SystemExit(f"{ports} ports, {protocol}: status {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def bits_of(report):
    totals = {"flip_flop": 0, "sram": 0}
    for register in report["registers"]:
        if register["mechanism"] == "itsy" and register["kind"] in totals:
            totals[register["kind"]] += register["bits"]
    return totals


def largest(report, count=8):
    own = [register for register in report["registers"] if register["mechanism"] == "itsy"]
    return sorted(own, key=lambda register: (-register["bits"], register["register"]))[:count]


def figures(reports):
    """reports: by (ports, classes, protocol)."""
    text = ("\n## By ports and lossless classes\n\n| ports | lossless classes | published, flip-flops | repaired, flip-flops | "
            "published, SRAM bits | repaired, SRAM bits | the paper's registers, bits |\n" + "|---" * 7 + "|\n")
    for ports in PORTS:
        for classes in CLASSES:
            totals = [bits_of(reports[ports, classes, protocol]) for protocol in PROTOCOLS]
            cells = [f"{total[kind]:,}" for kind in ("flip_flop", "sram") for total in totals]
            text += f"| {ports} | {classes} | " + " | ".join(cells) + f" | {classes * paper(ports):,} |\n"
    for protocol in PROTOCOLS:
        text += f"\n## The largest registers, {protocol}\n\n64 ports, one lossless class:\n\n| register | kind | bits |\n|---|---|---|\n"
        text += "".join(f"| `{register['register']}` | {register['kind']} | {register['bits']:,} |\n"
                        for register in largest(reports[64, 1, protocol]))
    return text + "\n"


def problems(text, wanted):
    if text.count(results_page.BEGIN) != 1 or text.count(results_page.END) != 1:
        return ["the page has no place for figures"]
    return results_page.stale(PAGE, text, wanted)


def self_test():
    right = f"{results_page.BEGIN}7\n{results_page.END}"
    wrong = [page for page in (right.replace("7", "8"), right.replace(results_page.BEGIN, "")) if not problems(page, "7\n")]
    return ["what is right is faulted"] if problems(right, "7\n") else wrong


def main(arguments):
    if arguments == ["--self-test"]:
        found = self_test()
    else:
        weir = str(pathlib.Path(arguments[0]).resolve())
        with tempfile.TemporaryDirectory() as folder:
            wanted = figures({(ports, classes, protocol): cost(weir, ports, classes, protocol, folder)
                              for ports in PORTS for classes in CLASSES for protocol in PROTOCOLS})
        if arguments[1:] == ["--write"]:
            results_page.write(PAGE, wanted)
        found = problems(PAGE.read_text(encoding="utf-8"), wanted)
    print("\n".join(found) or "the figures of the page are those of the program")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

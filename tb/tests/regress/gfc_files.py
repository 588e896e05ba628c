# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Files under GFC that nobody designed: whoever loses a packet of a lossless class has been warned before.

gfc_files.py WEIR                        60 files; fails where one that was not warned of loses, or fewer than a third get no warning
gfc_files.py WEIR --files N [--from M]   as many, from number M on
gfc_files.py --show N                    prints file N
gfc_files.py --self-test                 shows that a loss without a warning is found, and so are warnings of everything
"""

import concurrent.futures
import math
import os
import pathlib
import sys
import tempfile

import results_page
from draw import Draw

FILES = 60
RATES = (1, 10, 25, 40, 100, 400)  # Gbps
LENGTHS = (64, 256, 512, 1000, 1500, 4096, 9000)
SCHEMES = ("gfc_conceptual", "gfc_buffer_based", "gfc_time_based")
ARBITRATIONS = (
    'strategy = "output_queued"',
    'strategy = "input_queued"\nqueueing = "virtual_output"\nspeedup = 2.0\ncell = "512B"',
    'strategy = "input_queued"\nqueueing = "fifo"\nspeedup = 2.0\ncell = "512B"',
)


def paper_margin(scheme, gbps, tau, period):
    """The least Bm - B0 or Bm - B1 of the paper, bytes. Times in us."""
    a_microsecond = gbps * 125
    if scheme == "gfc_conceptual":
        return 4 * tau * a_microsecond
    if scheme == "gfc_buffer_based":
        return 2 * tau * a_microsecond
    return (math.sqrt(tau / period) + 1) ** 2 * period * a_microsecond


def drawn(number):
    """A scenario file as text."""
    draw = Draw(f"gfc file {number}")
    scheme, gbps = draw.one_of(SCHEMES), draw.one_of(RATES)
    # No frame, and no sink, slower than what the registers of a limiter take: 19.6 us a frame.
    fit = [length for length in LENGTHS if length / (gbps * 125) < 19]
    lengths = sorted({draw.one_of(fit) for _ in range(draw.one_of((1, 1, 2)))})
    longest = lengths[-1]
    delay = 10 ** (-2 + 3 * draw.random())
    processing = draw.one_of((0, 0.3, 1, 3, 10, 30))
    tau = 2 * longest / (gbps * 125) + 2 * delay + processing
    period = 65_535 / (gbps * 125) * draw.one_of((0.1, 0.3, 1, 1))
    more = draw.one_of((0.7, 1, 1, 1.5, 2)) if scheme == "gfc_conceptual" else draw.one_of((1, 1, 1.2, 2, 3))
    margin = math.ceil(paper_margin(scheme, gbps, tau, period) * more) + 1
    first = longest * (2 + draw.below(10))
    # Blocks that divide Bm, so that credits for it are whole.
    cells = draw.chance(30)
    block = draw.one_of((208, 416)) if cells else draw.one_of((4, 64))
    bm = (first + margin + block - 1) // block * block
    headroom = longest * draw.one_of((0, 3, 4, 8, 40))
    hosts = draw.one_of((3, 4, 6))
    slow = draw.one_of([times for times in (1, 2, 5, 20, 100, 500) if times * longest / (gbps * 125) < 19])
    duration = min(3_000, 20_000 * longest / (gbps * 125))

    def threshold(of):
        return f'\n[flow_control.{of}]\nbm = "{bm}B"\n{"b1" if of == "gfc_buffer_based" else "b0"} = "{bm - margin}B"\n'

    text = f"""[scenario]
duration = "{duration * 1e6:.0f}ps"

[topology]
kind = "star"
hosts = {hosts}
rate = "{gbps}Gbps"
delay = "{delay * 1e6:.0f}ps"

[[topology.link]]
between = ["h1", "s1"]
rate = "{gbps * 1_000_000_000 // slow}bps"

[switch]
max_frame = "{longest}B"

[switch.mmu]
buffer = "2048MB"
viq_limit = "{bm}B"
headroom = "{headroom}B"
count_cells = {"true" if cells else "false"}

[switch.crossbar]
{draw.one_of(ARBITRATIONS)}

[limiter]
rounding = "{draw.one_of(("residual", "floor", "nearest", "ceil"))}"

[flow_control]
scheme = "{scheme}"
processing_delay = "{processing * 1e6:.0f}ps"
{threshold(scheme)}"""
    if scheme == "gfc_time_based":
        text += f'period = "{period * 1e6:.0f}ps"\nblock = "{block}B"\ncounter_bits = 30\n'
    for i in range(2, hosts + 1):
        text += f'\n[[flow]]\nsrc = "h{i}"\ndst = "h1"\nframe_length = "{draw.one_of(lengths)}B"\n'
    return text


def outcome(weir, number):
    """(refused, warned, lost) of a file."""
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory) / "file.toml"
        file.write_text(drawn(number), encoding="utf-8")
        out = pathlib.Path(directory) / "run"
        try:
            summary = results_page.run(weir, file, out)
        except SystemExit as error:
            if ": status 2: " in str(error):
                return str(error).rsplit(": ", 1)[-1], False, 0
            raise
        return "", bool(summary["warnings"]), sum(summary["drops"].values())


def judged(outcomes):
    """Lines that say what is wrong with {number: outcome}, and one that counts them."""
    taken = {number: one for number, one in outcomes.items() if not one[0]}
    lost = [number for number, (_, _, drops) in taken.items() if drops]
    silent = [number for number, (_, warned, _) in taken.items() if not warned]
    wrong = [f"file {number}: {taken[number][2]} packets lost, and no warning (gfc_files.py --show {number})"
             for number in lost if number in silent]
    if 3 * len(silent) < len(taken):
        wrong.append(f"{len(silent)} of {len(taken)} files without a warning; wanted a third")
    counts = f"{len(outcomes)} files: {len(outcomes) - len(taken)} refused, {len(silent)} without a warning, {len(lost)} lost packets"
    return wrong, counts


def self_test():
    fine = {n: ("", n % 2 == 0, 7 if n % 4 == 0 else 0) for n in range(12)}
    assert judged(fine)[0] == []
    assert len(judged(fine | {1: ("", False, 1)})[0]) == 1
    assert len(judged({n: ("", True, 0) for n in range(9)})[0]) == 1
    assert judged(fine | {20: ("no", False, 0)})[1] == "13 files: 1 refused, 6 without a warning, 3 lost packets"
    assert drawn(5) == drawn(5) != drawn(6)


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if arguments[0] == "--show":
        return print(drawn(int(arguments[1])))
    options = dict(zip(arguments[1::2], map(int, arguments[2::2])))
    first = options.get("--from", 0)
    numbers = range(first, first + options.get("--files", FILES))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = dict(zip(numbers, pool.map(lambda number: outcome(arguments[0], number), numbers)))
    wrong, counts = judged(outcomes)
    print("\n".join([*wrong, counts]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

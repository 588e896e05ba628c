# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What it takes to look at a run: CPU seconds of Chromium that opens report.html, less those that an empty page takes,
and CPU seconds and memory of GTKWave that opens waves.gtkw and goes away.

usage: viewer_time.py RUN_DIRECTORY   a directory of `weir run --waves`
"""

import pathlib
import resource
import statistics
import sys
import tempfile

import browser
import gtkwave

RUNS = 5


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def median_of(work):
    """The median of the CPU seconds of all processes that the work starts and waits for."""
    seconds = []
    for _ in range(RUNS):
        before = cpu_seconds()
        work()
        seconds.append(cpu_seconds() - before)
    return statistics.median(seconds)


def open_in_chromium(page):
    done = browser.run_chromium(["--dump-dom", page.as_uri()])
    if "</html>" not in done.stdout:
        raise SystemExit(f"Chromium does not open {page}: {done.stderr[-500:]}")


def open_in_gtkwave(run, script):
    """GTKWave's own peak memory in bytes, after its window has been drawn."""
    (peak,) = [int(line.split()[1]) * 1024 for line in gtkwave.said(run, script).splitlines() if line.startswith("VmHWM:")]
    return peak


def main(directory):
    run = pathlib.Path(directory).resolve()
    with tempfile.TemporaryDirectory() as folder:
        empty, script = pathlib.Path(folder) / "empty.html", pathlib.Path(folder) / "leave.tcl"
        empty.write_text("<!doctype html><html><title>empty</title></html>", encoding="utf-8")
        script.write_text("set file [open /proc/[pid]/status]\nputs [read $file]\nexit\n", encoding="utf-8")
        page = median_of(lambda: open_in_chromium(run / "report.html")) - median_of(lambda: open_in_chromium(empty))
        peaks = []
        waves = median_of(lambda: peaks.append(open_in_gtkwave(run, script)))
    print(f"report.html: {page:.2f} s of CPU, {(run / 'report.html').stat().st_size / 1e6:.2f} MB")
    print(f"waves.gtkw:  {waves:.2f} s of CPU, {max(peaks) / 1e6:.0f} MB of memory, waves.fst {(run / 'waves.fst').stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])

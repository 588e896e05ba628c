#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Built-in arbiter, detector, admission, disciplines, class mapper and PFC, put in as parts (built_in.cpp), write the bytes of the built-in ones.

usage: same_bytes_test.py WEIR BUILT_IN [--all]     scenarios/small, or all scenarios; to 300 us
       same_bytes_test.py --self-test WEIR PIM      finds that another arbiter writes other bytes
"""

import concurrent.futures
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib

TOP = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / "tb/tests/regress/run"))
import weir_run  # pylint: disable=wrong-import-position

UNTIL = "300us"
ROUND_ROBIN = "round_robin"
KINDS = ("policy=", "crossbar.arbiter=", "detector=", "egress.discipline=", "order.discipline=round_robin", "order.discipline=dwrr", "order.discipline=strict_over_dwrr", "order.discipline=vl_arbitration", "class_mapper.source=", "flow_control.scheme=")
LEVELS = ["k_min=20KB", "k_max=90KB", "p_max=0.2"]  # of red_ecn: some packets are marked


def of_packets(name, data):
    """The file without what it says of the settings, and of the states of a built-in detector."""
    if name in ("summary.json", "story.json"):
        whole = json.loads(data)
        return json.dumps({key: value for key, value in whole.items() if key not in weir_run.ABOUT_THE_SETTINGS + weir_run.ABOUT_THE_MACHINE})
    if name == "timeseries.csv":
        rows = list(csv.reader(data.decode().splitlines()))
        return [[cell for cell, column in zip(row, rows[0]) if not column.endswith("red_state")] for row in rows]
    return data


def run(weir, folder, scenario, settings, plugin=None):
    """{file: what the run writes about packets and queues}, and its resolved settings; {} of a run that fails."""
    options = [word for one in settings for word in ("--set", one)]
    load = ["--plugin", plugin] if plugin else []
    done = subprocess.run([weir, *load, "run", scenario, *options, "--quiet", "--until", UNTIL, "--waves", "fst", "--out", str(folder)],
                          cwd=TOP, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        return {"status": (done.returncode, done.stderr)}, {}
    resolved = tomllib.loads((folder / "resolved.toml").read_text(encoding="utf-8"))
    files = {name: of_packets(name, data) for name, data in weir_run.comparable(folder).items()
             if name not in ("resolved.toml", "report.html")}
    return {**files, "status": done.returncode}, resolved


def has_red(resolved):
    """Whether the detector is all that built_in_red is."""
    congestion = resolved.get("congestion", {})
    red = congestion.get("red_ecn", {})
    return congestion.get("detector") == "red_ecn" and not red["notify"] and red["classes"] == list(range(8))


def ordered(egress):
    """The settings that put the discipline in the place of the built-in one; those of the latter go."""
    own = {"discipline": egress["discipline"]}
    if "weights" in egress:
        own["weights"] = " ".join(str(weight) for weight in egress["weights"])
    if "strict" in egress:
        own["strict"] = sum(1 << one for one in egress["strict"])
    own |= {key: egress[key] for key in ("quantum", "vl_limit") if key in egress}
    gone = [f"switch.egress.{key}=" for key in own if key != "discipline"]
    return ["switch.egress.discipline=built_in_order", *gone, *(f"switch.egress.built_in_order.{key}={value}" for key, value in own.items())]


def mapped(mapper):
    """The same for the class mapper, where header fields alone decide."""
    if mapper["source"] not in ("pcp", "dscp"):
        return []
    tables = {key: " ".join(str(c) for c in mapper[key]) for key in ("pcp_classes", "dscp_classes") if key in mapper}
    return ["switch.class_mapper.source=built_in_mapper", f"switch.class_mapper.built_in_mapper.source={mapper['source']}",
            *(f"switch.class_mapper.{key}=" for key in tables), *(f"switch.class_mapper.built_in_mapper.{key}={text}" for key, text in tables.items())]


def protected(resolved, summary):
    """The settings that put in PFC as a part; None where it is not the scheme, or cannot have alike: thresholds of single switches and
    classes; what the bench knows of headroom under PFC, which a loss names; that link-level retry leaves pauses without numbers; the
    time that TCD takes from XOFF - XON."""
    flow, pfc = resolved["flow_control"], resolved["flow_control"].get("pfc")
    by_switch = any("flow_control" in table for table in resolved["switch"].values() if isinstance(table, dict))
    apart = by_switch or "tcd" in str(resolved.get("congestion", {}).get("detector")) or summary.get("losses") or summary.get("llr")
    if flow["scheme"] != "pfc" or apart or not all(isinstance(pfc.get(key), str) for key in ("xoff", "xon")):
        return None
    own = {"xoff": pfc["xoff"], "xon": pfc["xon"], "quanta": pfc["pause_quanta"], "refresh": pfc["refresh_fraction"]}
    return ["flow_control.scheme=built_in_pfc", *(f"flow_control.built_in_pfc.{key}={value}" for key, value in own.items())]


def under_pauses(files):
    """Files without what only schemes with PAUSE frames have: warnings by their bounds, reasons why a queue paused nobody, another name of
    the sender's state, and a receiver's state that is what the queue asks for, not what was last said."""
    summary = {key: value for key, value in json.loads(files["summary.json"]).items() if key not in ("quiet_queues", "warnings")}
    series = files["timeseries.csv"]
    names = [name.replace("sender_pause", "sender_state") for name in series[0]]
    kept = [i for i, name in enumerate(names) if "receiver_" not in name]
    return {**{name: data for name, data in files.items() if not name.startswith("waves")},
            "summary.json": summary, "timeseries.csv": [[row[i] for i in kept] for row in [names, *series[1:]]]}


def compare_pfc(weir, plugin, scenario, scratch, plain, resolved, levels):
    """The files that differ under PFC as a part, and the setting if it was put in; refused in one line counts as not put in."""
    settings = protected(resolved, json.loads(plain["summary.json"]))
    own, _ = run(weir, scratch / "pfc", scenario, [*(settings or []), *levels], plugin) if settings else ({}, {})
    if "summary.json" not in own:
        status = own.get("status", (2, "\n"))
        return ([] if status[0] == 2 and status[1].count("\n") == 1 else [f"{scenario}: {status}"]), []
    ours, theirs = under_pauses(plain), under_pauses(own)
    return [f"{scenario}: {name}, under PFC as a part" for name in sorted(ours.keys() | theirs.keys()) if ours.get(name) != theirs.get(name)], settings


def wrapped(resolved, turns):
    """The settings that put the parts in the place of the built-in ones."""
    settings = ["switch.admission.policy=built_in_mmu"] if turns == "built_in_turns" else []
    crossbar = resolved["switch"]["crossbar"]
    if crossbar["strategy"] != "output_queued" and crossbar["transfer"] == "cell" and crossbar["arbiter"] == ROUND_ROBIN:
        settings.append(f"switch.crossbar.arbiter={turns}")
    if turns == "built_in_turns":
        settings += ordered(resolved["switch"]["egress"]) + mapped(resolved["switch"]["class_mapper"])
    if has_red(resolved):
        settings += ["congestion.detector=built_in_red", *(f"congestion.built_in_red.{one}" for one in LEVELS)]
    return settings


def compare(weir, plugin, scenario, turns):
    """The files that differ, and the settings that made the difference possible."""
    with tempfile.TemporaryDirectory() as scratch:
        plain, resolved = run(weir, pathlib.Path(scratch) / "plain", scenario, [])
        levels = [f"congestion.red_ecn.{one}" for one in LEVELS] if resolved and resolved.get("congestion", {}).get("detector") == "red_ecn" else []
        if levels:
            plain, _ = run(weir, pathlib.Path(scratch) / "levels", scenario, levels)
        by_pfc = ([], [])
        if resolved and turns == "built_in_turns":
            by_pfc = compare_pfc(weir, plugin, scenario, pathlib.Path(scratch), plain, resolved, levels)
        if resolved and has_red(resolved):
            plain = {name: data for name, data in plain.items() if not name.startswith("waves")}
        if not resolved:
            return [f"{scenario}: {plain['status']}"], []
        settings = wrapped(resolved, turns)
        own, _ = run(weir, pathlib.Path(scratch) / "own", scenario, settings + ([] if has_red(resolved) else levels), plugin)
        if has_red(resolved):
            own = {name: data for name, data in own.items() if not name.startswith("waves")}
    different = [f"{scenario}: {name}" for name in sorted(plain.keys() | own.keys()) if plain.get(name) != own.get(name)]
    return different + by_pfc[0], settings + by_pfc[1]


def main(arguments):
    self_test = arguments[0] == "--self-test"
    weir, plugin = (os.path.abspath(path) for path in (arguments[1:] if self_test else arguments)[:2])
    pattern = "*" if "--all" in arguments else "small"
    scenarios = ["scenarios/ring/pfc.toml"] if self_test else sorted(
        str(path.relative_to(TOP)) for path in (TOP / "scenarios").glob(f"{pattern}/*.toml"))
    scenarios += [] if self_test or "--all" in arguments else ["scenarios/ring/pfc.toml", "scenarios/tcd/tcd_single.toml", "scenarios/tcd/tcd_vl.toml", "scenarios/tcd/tcd_dwrr.toml", "scenarios/fat_tree/pfc.toml"]
    different, put_in = [], []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for lines, settings in pool.map(lambda one: compare(weir, plugin, one, "pim" if self_test else "built_in_turns"), scenarios):
            different += lines
            put_in += settings
    print("".join(line + "\n" for line in different), end="")
    if self_test:
        return 0 if different else 1
    kinds = [sum(words in one for one in put_in) for words in KINDS]
    print(f"{len(scenarios)} scenarios: " + ", ".join(f"{number} with {words}" for number, words in zip(kinds, KINDS)))
    return 1 if different or 0 in kinds else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

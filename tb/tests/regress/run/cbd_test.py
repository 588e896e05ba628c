# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""cbd_test.py WEIR: what weir cbd and weir check say of cyclic buffer dependencies, as text and as JSON."""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[4]
FAT_TREE = "scenarios/fat_tree/pfc.toml"
RING = "scenarios/ring/pfc.toml"
BUFFERS = ["sa3.p2.c0", "sa7.p3.c0", "sc1.p2.c0", "sc2.p0.c0"]


def said(weir, *arguments):
    run = subprocess.run([weir, *arguments], cwd=TOP, capture_output=True, text=True, timeout=60, check=False)
    if run.returncode != 0 or run.stderr:
        raise SystemExit(f"weir {' '.join(arguments)}: status {run.returncode}: {run.stderr}")
    return run.stdout


def main(weir):
    problems = []

    def want(what, holds):
        if not holds:
            problems.append(what)

    ring = said(weir, "cbd", RING)
    want("the ring has one cycle", ring.splitlines()[0].endswith("6 buffers, 6 dependencies, 1 cycle"))
    want("... by name", ring.splitlines()[1:] == ["  s1, s2, s3, s1 (s1.p2.c0, s2.p2.c0, s3.p2.c0)"])
    want("its shortest paths have none", "0 cycles" in said(weir, "cbd", RING, "--all-pairs"))

    tree = json.loads(said(weir, "cbd", FAT_TREE, "--format", "json"))
    want("the fat tree has one cycle, and it is complete", len(tree["cycles"]) == 1 and tree["complete"] is True)
    want("... over SC1, SA3, SC2, SA7", sorted(tree["cycles"][0]["switches"]) == ["sa3", "sa7", "sc1", "sc2"])
    want("... with its buffers", sorted(tree["cycles"][0]["buffers"]) == BUFFERS)
    # Shortest paths of all pairs lead down and up again, too.
    pairs = json.loads(said(weir, "cbd", FAT_TREE, "--all-pairs", "--format", "json", "--most", "1"))
    want("--most bounds the list, which says so", len(pairs["cycles"]) == 1 and pairs["complete"] is False)
    want("without failures there is none", "0 cycles" in said(weir, "cbd", "scenarios/bench/ft4_perm.toml", "--all-pairs"))
    hops = said(weir, "cbd", FAT_TREE, "--set", "switch.class_mapper.source=ttl", "--set", "flow_control.scheme=ttl_pfc")
    want("where the class counts hops there is none", "0 cycles" in hops)

    warning = "warning: the routes have a cyclic buffer dependency, so that the network may deadlock: s1, s2, s3, s1 "
    want("check warns under PFC", said(weir, "check", RING).startswith(warning))
    want("check warns under credits", warning in said(weir, "check", "scenarios/ring/cbfc.toml"))
    gfc = said(weir, "check", "scenarios/ring/gfc_buffer_based.toml", "--cbd")
    want("check does not warn under GFC, but lists", "warning" not in gfc and "1 cycle\n  s1, s2, s3, s1" in gfc)
    failures = ["--all-pairs", "--set", "topology.failure_probability=0.02", "--format", "json"]
    seeds = [said(weir, "cbd", "scenarios/bench/ft8_perm.toml", *failures, "--seed", seed) for seed in ("2", "2", "3")]
    want("the seed draws what fails", seeds[0] == seeds[1] and seeds[0] != seeds[2])
    networks = ["scenarios/gfc_networks/pfc.toml", "--networks", "300", "--set", "switch.forwarding.paths=all"]
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder) / "n.csv"
        counted = json.loads(said(weir, "cbd", *networks, "--format", "json", "--csv", str(table), "--cyclic"))
        rows = list(csv.DictReader(line for line in table.open(encoding="utf-8") if not line.startswith("#")))
        whole = json.loads(said(weir, "cbd", *networks, "--format", "json", "--csv", str(table), "-j", "1"))
        want("a table has a row for each network", len(table.read_text(encoding="utf-8").splitlines()) == 302)
        said(weir, "cbd", networks[0], "--networks", "10000", "--cyclic", "--csv", str(table))
        kept = TOP / "sweeps" / "networks" / "gfc_k4.csv"
        want("the networks of the sweeps are those of the census", table.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8"))
    want("a census counts the same on any number of threads", counted == whole)
    # 9.5 % of 300 networks, +- 4 deviations.
    want("a census finds about as many cyclic networks as there are", 9 <= counted["cyclic"] <= 48)
    want("... and lists them", counted["cyclic"] == len(rows) and all(int(row["cyclic_buffers"]) > 0 for row in rows))
    text = said(weir, "cbd", *networks).splitlines()
    want("... and says so", text[1].split()[-1] == str(counted["cyclic"]))
    one = ["scenarios/gfc_networks/pfc.toml", "--set", "switch.forwarding.paths=all", "--all-pairs", "--most", "1"]
    seeds = [row["seed"] for row in rows if row["cut_off"] == "0"][:5]
    want("one by one they have cycles", all("0 cycles" not in said(weir, "cbd", *one, "--set", f"topology.seed={seed}") for seed in seeds))
    print("\n".join(problems) or "cycles of buffers as they should be")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve())))

#!/usr/bin/env bash
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# What must work wherever weir is installed, from an empty folder that is not the project's: smoke.sh PREFIX PYTHON
# The program's answers are judged by what they say; the first command that fails ends the script.

set -euo pipefail
prefix=$1
python=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'echo "line $LINENO: $BASH_COMMAND" >&2' ERR
cd "$folder"
export PATH=$prefix/bin:$PATH
unset WEIR_PROGRAM

[[ $(command -v weir) == "$prefix/bin/weir" ]]
weir --version
weir list scenarios | grep 'ring/pfc\.toml' >/dev/null
weir check "$prefix/share/weir/scenarios/ring/gfc_buffer_based.toml"
# By what the package only suggests.
weir check "$prefix/share/weir/scenarios/ring/pfc.toml" --ranks 3 2>ranks.txt | grep '3 ranks: 3 of 6 cables cut' >/dev/null ||
  grep -E "^weir: several ranks need libweir_mpi.so: .*; wanted libopenmpi3 and libmetis5 installed$" ranks.txt >/dev/null
status=0
weir run "$prefix/share/weir/scenarios/ring/pfc.toml" --set switch.crossbar.strategy=output_queued --until 10ms \
  --out deadlock >run.txt || status=$?
[[ $status -eq 1 ]]
grep -q 'deadlock: formed at 2\.797 ms' run.txt
weir explain deadlock | grep 'the circle s1\.p1\.c0 -> s2\.p1\.c0 -> s3\.p1\.c0 -> s1\.p1\.c0 is closed' >/dev/null
weir run "$prefix/share/weir/scenarios/ring/gfc_buffer_based.toml" --until 2ms --set limiter.fidelity=lockstep --quiet --out lockstep

weir new mine >/dev/null
schema=$(sed -n 's/^#:schema //p' mine.toml)
[[ ${schema#file://} == "$prefix/share/weir/schema/scenario.schema.json" ]]
weir schema scenario | cmp - "$prefix/share/weir/schema/scenario.schema.json"
weir run mine.toml --until 1ms --quiet --out mine

eval "$(weir list figures | sed -n 's/.*\(weir study run .*tcd_testbed.*\)/\1/p')" | grep '5 of 5 claims hold' >/dev/null
weir cost --mechanisms pfc,tcd,itsy | grep 'flip-flop' >/dev/null
weir cost --chip pfc --format html | grep "file://$prefix/share/doc/weir/html/docs/results/lossless_property.html" >/dev/null
weir vectors stage_comparator_threshold --out vectors >/dev/null
diff -r vectors "$prefix/share/weir/vectors/stage_comparator_threshold"
weir bench-kit class_mapper --cycles 0 --out kit >/dev/null
echo 'from weir.reference import Model; print(Model("class_mapper").outputs)' >model.py
"$python" -B model.py >installed.txt
PYTHONPATH=kit/python "$python" -B model.py | cmp - installed.txt
weir manual | cmp - "$prefix/share/man/man1/weir.1"
bash -n "$prefix/share/bash-completion/completions/weir"
grep -q 'search' "$prefix/share/doc/weir/html/index.html"

"$python" -B - <<TEXT
import weir
assert weir.find_program() == "$prefix/bin/weir", weir.find_program()
run = weir.run(weir.shipped("scenarios/ring/pfc.toml"), until="1ms")
assert run.flows["mean_bps"].min() > 4e9, run.flows
TEXT
echo "weir works in $prefix"

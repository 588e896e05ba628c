# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Decide between chips: one command gives a page; the console says the same in at most 25 lines. (run_door.py)

set -euo pipefail
trap 'echo "${BASH_SOURCE[0]##*/}, line $LINENO: $BASH_COMMAND" >&2' ERR

weir cost --ports 32 --rate 400Gbps --chip pfc --chip pfc,tcd,itsy --format html --out chips.html >console.txt
[[ $(wc -l <console.txt) -le 25 ]]
grep -q 'keeps its promise' chips.html
for word in 'pfc,tcd,itsy' 'flip-flops' 'SRAM' 'buffer'; do
  grep -qi "$word" chips.html
done

weir cost --ports 32 --rate 400Gbps --chip pfc --chip pfc,tcd,itsy >table.txt
[[ $(wc -l <table.txt) -le 25 ]]
grep -Eq '^ +pfc +yes ' table.txt
grep -Eq '^ +pfc,tcd,itsy +in part' table.txt

# What does not go together has no price.
status=0
weir cost --ports 32 --mechanisms gfc,tcd,itsy >refused.txt 2>&1 || status=$?
[[ $status -eq 2 && $(wc -l <refused.txt) -eq 1 ]]

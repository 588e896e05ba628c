#!/usr/bin/env bash
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# accepted_by.sh TOOL TOP SOURCE...: fails when the tool refuses the design, or says anything of it.

set -euo pipefail

tool=$1 top=$2
shift 2
# Icarus makes its output executable, also where that is /dev/null.
program=$(mktemp)
trap 'rm -f "$program"' EXIT
case $tool in
  verilator) set -- verilator --lint-only -Wall --assert --top "$top" "$@" ;;
  iverilog) set -- iverilog -g2012 -Wall -s "$top" -o "$program" "$@" ;;
  yosys) set -- yosys -q -p "read_verilog -sv $*; hierarchy -check -top $top; proc; opt; check -assert; synth -flatten" ;;
  *) echo "accepted_by.sh: unknown tool $tool" >&2; exit 2 ;;
esac
said=$("$@" 2>&1) && [[ -z $said ]] || { echo "$said"; exit 1; }

#!/usr/bin/env bash
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# accepted_by.sh TOOL TOP SOURCE...: fails when the tool refuses the design (Verilator: or warns).

set -euo pipefail

tool=$1 top=$2
shift 2
case $tool in
  verilator) verilator --lint-only -Wall --assert --top "$top" "$@" ;;
  # Icarus makes its output executable, also where that is /dev/null.
  iverilog)
    program=$(mktemp)
    trap 'rm -f "$program"' EXIT
    iverilog -g2012 -s "$top" -o "$program" "$@"
    ;;
  yosys) yosys -q -p "read_verilog -sv $*; hierarchy -check -top $top; proc; opt; check -assert; synth -flatten" ;;
  *) echo "accepted_by.sh: unknown tool $tool" >&2; exit 2 ;;
esac

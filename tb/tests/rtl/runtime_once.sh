#!/bin/sh
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# runtime_once.sh COMPILER ARGUMENT... -o OBJECT SOURCE: compiles, as OBJCACHE of Verilator's makefiles. A file of
# Verilator's runtime, two thirds of what a small block takes, is compiled once for all tests; WEIR_RUNTIME has the objects.

set -e
before=
for argument; do
  [ "$before" != -o ] || object=$argument
  before=$argument
done
source=$before
case $source in
  */include/verilated*.cpp) ;;
  *) exec "$@" ;;
esac
mkdir -p "$WEIR_RUNTIME"
kept=$WEIR_RUNTIME/$({ printf '%s ' "$@"; cat "$source"; } | sha256sum | cut -c1-32).o
if [ ! -f "$kept" ]; then
  "$@"
  cp "$object" "$kept.$$"
  mv "$kept.$$" "$kept"
fi
cp "$kept" "$object"

#!/usr/bin/env bash
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# The packages libweir0 and libweir-dev of a build on a Debian 12 that has nothing else, and all examples of the library
# there (in_room.py). clean_room.sh BUILD_DIRECTORY WEIR [DIR]; a Debian in DIR is made if there is none, and kept.
# Exit status 77: this machine cannot make a Debian.

set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../.." && pwd)
# shellcheck source=tb/tests/debian_room.sh
source "$top/tb/tests/debian_room.sh"
[[ $EUID -eq 0 && -n $(debian_sources) ]] || { echo "wanted root, and an apt that knows Debian's $debian_suite"; exit 77; }

build=$1
weir=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
room=${3:-$folder/room}

(cd "$folder" && umask 022 && cpack --config "$build/CPackConfig.cmake" -D CPACK_COMPONENTS_ALL="runtime;dev" -B "$folder/packages")
make_room "$room"
rm -rf "$room/root/packages" "$room/root/weir"
mkdir -p "$room/root/packages" "$room/root/weir/tb/tests" "$room/root/weir/docs"
cp "$folder"/packages/libweir*.deb "$room/root/packages/"
cp -r "$top/tb/tests/platform" "$top/tb/tests/regress" "$room/root/weir/tb/tests/"
cp -r "$top/docs/user_guide" "$room/root/weir/docs/"
cp "$weir" "$room/usr/bin/weir"
chmod 755 "$room/root"
# What the program is linked with.
libraries=$(ldd "$weir" | awk '$3 ~ /^\// { n = split($3, part, "/"); print "*/" part[n] }' | xargs dpkg -S | cut -d: -f1 | sort -u | tr '\n' ' ')
in_room "$room" 'apt-get -q update'
in_room "$room" "DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends --reinstall --allow-downgrades install \
  ./packages/*.deb $libraries g++ clang cmake make pkg-config python3 verilator"
in_room "$room" 'cd weir/tb/tests/platform && python3 -B in_room.py'

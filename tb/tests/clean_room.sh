#!/usr/bin/env bash
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Does what a newcomer does, on a machine that has nothing: a minimal Debian 12 in DIR (debian_room.sh), a clone of this
# repository, the README's two commands. DIR is made when it does not exist, and used again (with what is installed in
# it) when it does: remove it for a truly fresh machine.

set -euo pipefail

if [[ $# -lt 1 || $1 == -* ]]; then
  echo "usage: $0 DIR [COMMIT]" >&2
  exit 2
fi
# shellcheck source=tb/tests/debian_room.sh
source "$(dirname "$0")/debian_room.sh"

room=$(realpath -m "$1")
commit=${2:-HEAD}
top=$(cd "$(dirname "$0")" && git rev-parse --show-toplevel)
make_room "$room"
rm -rf "$room/root/weir"
git clone -q --no-hardlinks "$top" "$room/root/weir"
git -C "$room/root/weir" checkout -q --detach "$(git -C "$top" rev-parse "$commit")"

time in_room "$room" 'cd weir && ./weir run scenarios/ring/gfc_buffer_based.toml'
time in_room "$room" 'cd weir && ./weir test'

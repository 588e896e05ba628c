#!/usr/bin/env bash
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Does what a newcomer does, on a machine that has nothing: a minimal Debian 12 in DIR, a clone of this repository, the
# README's two commands. As root, with debootstrap installed; packages come from where this machine's apt gets them.
# DIR is made when it does not exist, and used again (with what is installed in it) when it does: remove it for a truly
# fresh machine.

set -euo pipefail

if [[ $# -lt 1 || $1 == -* ]]; then
  echo "usage: $0 DIR [COMMIT]" >&2
  exit 2
fi
[[ $EUID -eq 0 ]] || { echo "$0: debootstrap and chroot want root" >&2; exit 2; }
command -v debootstrap >/dev/null || { echo "$0: the package debootstrap is missing" >&2; exit 2; }

room=$(realpath -m "$1")
commit=${2:-HEAD}
top=$(cd "$(dirname "$0")" && git rev-parse --show-toplevel)
suite=bookworm

# One line for each index that this machine's apt reads of the suite.
sources() {
  apt-get indextargets --format "deb \$(SITE) \$(RELEASE) \$(COMPONENT)" 'Created-By: Packages' | sort -u |
    awk -v suite="$suite" 'index($3, suite) == 1'
}

if [[ ! -e $room ]]; then
  mirror=$(sources | awk -v suite="$suite" '$3 == suite { print $2; exit }')
  [[ -n $mirror ]] || { echo "$0: this machine's apt does not know $suite; run apt-get update" >&2; exit 2; }
  debootstrap --variant=minbase "$suite" "$room" "$mirror"
  sources >"$room/etc/apt/sources.list"
  apt-config dump --format '%F "%v";%n' Acquire::http Acquire::https >"$room/etc/apt/apt.conf.d/90host"
fi
cp -L /etc/resolv.conf /etc/hosts "$room/etc/"
rm -rf "$room/root/weir"
git clone -q --no-hardlinks "$top" "$room/root/weir"
git -C "$room/root/weir" checkout -q --detach "$(git -C "$top" rev-parse "$commit")"

# shellcheck disable=SC2016  # the inner shell expands them
# In a mount and process namespace of its own, so that nothing stays mounted or running when it ends.
inside() {
  echo "== $*"
  unshare --mount --pid --fork bash -euc '
    room=$1
    mount -t proc proc "$room/proc"
    mount --rbind /dev "$room/dev"
    mount -t tmpfs tmpfs "$room/dev/shm"
    exec chroot "$room" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb bash -c "cd /root/weir && $2"
  ' inside "$room" "$*" </dev/null
}

time inside ./weir run scenarios/ring/gfc_buffer_based.toml
time inside ./weir test

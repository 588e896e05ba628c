# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Sourced: a minimal Debian 12 in a folder, and commands in it. As root, with debootstrap installed; packages come from
# where this machine's apt gets them.

debian_suite=bookworm

# One line for each index that this machine's apt reads of the suite.
debian_sources() {
  apt-get indextargets --format "deb \$(SITE) \$(RELEASE) \$(COMPONENT)" 'Created-By: Packages' | sort -u |
    awk -v suite="$debian_suite" 'index($3, suite) == 1'
}

# make_room ROOM: makes the folder where it does not exist; where it does, it is used with what is installed in it.
make_room() {
  local room=$1 mirror
  [[ $EUID -eq 0 ]] || { echo "$0: debootstrap and chroot want root" >&2; return 2; }
  command -v debootstrap >/dev/null || { echo "$0: the package debootstrap is missing" >&2; return 2; }
  if [[ ! -e $room ]]; then
    mirror=$(debian_sources | awk -v suite="$debian_suite" '$3 == suite { print $2; exit }')
    [[ -n $mirror ]] || { echo "$0: this machine's apt does not know $debian_suite; run apt-get update" >&2; return 2; }
    debootstrap --variant=minbase "$debian_suite" "$room" "$mirror"
    debian_sources >"$room/etc/apt/sources.list"
    apt-config dump --format '%F "%v";%n' Acquire::http Acquire::https >"$room/etc/apt/apt.conf.d/90host"
  fi
  cp -L /etc/resolv.conf /etc/hosts "$room/etc/"
}

# in_room ROOM COMMAND...: from /root, in a mount and process namespace of its own, so that nothing stays mounted or
# running when it ends.
in_room() {
  local room=$1
  shift
  echo "== $*"
  # shellcheck disable=SC2016  # the inner shell expands them
  unshare --mount --pid --fork bash -euc '
    room=$1
    mount -t proc proc "$room/proc"
    mount --rbind /dev "$room/dev"
    mount --rbind /sys "$room/sys"  # slurmd looks for control groups
    mount -t tmpfs tmpfs "$room/dev/shm"
    exec chroot "$room" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb bash -euc "cd /root && $2"
  ' inside "$room" "$*" </dev/null
}

#!/usr/bin/env bash
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# `./weir package` twice, with the same bytes, and the packages on a clean Debian 12, as root of this machine: installed
# with what they depend on, used by root and by another user, removed without a trace. clean_debian.sh WEIR_SCRIPT
# Exit status 77: this machine cannot make a Debian.

set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$(dirname "$1")" && pwd)
# shellcheck source=tb/tests/debian_room.sh
source "$top/tb/tests/debian_room.sh"
[[ $EUID -eq 0 && -n $(debian_sources) ]] || { echo "wanted root, and an apt that knows Debian's $debian_suite"; exit 77; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$1" package
mv "$top/build/package" first
# Linked and written again, by somebody with other permissions.
rm -rf "$top"/build/release/{weir,site,vectors,weir.1,schema}
(umask 077 && "$1" package)
for package in first/*.deb; do
  cmp "$package" "$top/build/package/$(basename "$package")"
done

make_room "$folder/room"
cp first/*.deb "$here/smoke.sh" "$folder/room/root/"
chmod 755 "$folder/room/root"
in_room "$folder/room" 'apt-get -q update'
in_room "$folder/room" 'DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install ./*.deb'
in_room "$folder/room" 'bash smoke.sh /usr /usr/bin/python3'
in_room "$folder/room" 'su nobody -s /bin/bash -c "bash /root/smoke.sh /usr /usr/bin/python3"'
in_room "$folder/room" 'apt-get -q -y purge weir python3-weir'
left=$(find "$folder/room/usr" -path '*weir*' -print)
[[ -z $left ]] || { echo "left behind: $left"; exit 1; }
echo "the packages work on a clean Debian"

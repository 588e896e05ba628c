# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# From a run to its cycle, the first pause and ITSY's declaration: on the console; then at the same instant in the report,
# in GTKWave and in a capture. (run_door.py)

set -euo pipefail
trap 'echo "${BASH_SOURCE[0]##*/}, line $LINENO: $BASH_COMMAND" >&2' ERR

weir run "$PREFIX/share/weir/scenarios/itsy/simultaneous_repaired.toml" --waves fst --pcap 's*' --out run >console.txt || true
tail -n 12 console.txt >last.txt
grep -Eq '0\.3356 ms  s2\.p2\.c0 pauses s1 at 100\.5 KB \(XOFF 100 KB\), for good' last.txt
grep -Eq '0\.3367 ms .* the circle s1\.p1\.c0 -> s2\.p1\.c0 -> s3\.p1\.c0 -> s1\.p1\.c0 is closed' last.txt
grep -Eq '0\.3402 ms  itsy declares s1\.p2\.c0 deadlocked' last.txt
weir explain run >told.txt
grep -q 'itsy declares s1\.p2\.c0 deadlocked' told.txt

# ITSY's message in the capture, by the installed dissector: before the declaration by t_r, at the port that it came by.
tshark -X "lua_script:$PREFIX/share/weir/wireshark/weir.lua" -r run/capture.pcapng \
  -Y 'frame.comment contains "itsy declares s1.p2.c0"' -T fields -e frame.time_relative -e _ws.col.Protocol 2>tshark.txt >frames.txt
grep -Eq '^0\.00033[0-9]+\s+WEIR' frames.txt

"$PYTHON" "$DOORS/viewers.py" run

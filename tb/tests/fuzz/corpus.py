#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""A fuzz corpus as one text file, an input a line in hex, and as the folder that libFuzzer wants.

usage: corpus.py unpack FILE.hex FOLDER     before fuzzing: build/fuzz/tb/tests/fuzz/parser_fuzz FOLDER
       corpus.py pack FOLDER FILE.hex       after -merge=1
"""

import hashlib
import pathlib
import sys

HEAD = """# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Minimised corpus, an input a line; written by corpus.py, replayed by the unit tests FuzzCorpus.*.
"""


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("pack", "unpack"):
        sys.exit(__doc__)
    source, target = map(pathlib.Path, sys.argv[2:])
    if sys.argv[1] == "pack":
        inputs = sorted((file.read_bytes() for file in source.iterdir()), key=lambda data: (len(data), data))
        target.write_text(HEAD + "".join(data.hex() + "\n" for data in inputs if data))
        return
    target.mkdir(parents=True, exist_ok=True)
    for line in source.read_text().splitlines():
        if line and not line.startswith("#"):
            data = bytes.fromhex(line)
            (target / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)


if __name__ == "__main__":
    main()

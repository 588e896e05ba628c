#!/usr/bin/env bash
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# random_calls, built by the preset `asan` in build/asan: what AddressSanitizer and UndefinedBehaviorSanitizer see.
# sanitized_calls.sh SOURCE_DIRECTORY NUMBER

set -euo pipefail
cd "$1"
cmake --preset asan >/dev/null
cmake --build build/asan --target random_calls
build/asan/tb/tests/platform/random_calls scenarios/small/red_ecn.toml "$2"

#!/usr/bin/env bash
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# blocks_listed.sh WEIR BLOCK...: fails when `weir list blocks` has others, or in another order.

set -euo pipefail

weir=$1
shift
diff <("$weir" list blocks | cut -d ' ' -f 1) <(printf '%s\n' "$@")

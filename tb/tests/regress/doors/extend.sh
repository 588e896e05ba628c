# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Extend by the installed guide alone: the patch of `step_ecn` as the page of the documentation shows it is at most 100 lines
# of code, and fits the sources. That it compiles, once, and marks packets: test patches.build. (run_door.py)

set -euo pipefail
trap 'echo "${BASH_SOURCE[0]##*/}, line $LINENO: $BASH_COMMAND" >&2' ERR

site=$PREFIX/share/doc/weir/html
grep -q 'detector\.patch' "$site/docs/user_guide/extend.html"
grep -q 'step_ecn' "$site/docs/user_guide/extend.html"
"$PYTHON" - "$site/tb/tests/patches/detector.patch.html" >detector.patch <<'END'
import html, re, sys
page = open(sys.argv[1], encoding="utf-8").read()
code = re.search(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL).group(1)
print(html.unescape(re.sub(r"<[^>]+>", "", code)), end="")
END
diff --ignore-trailing-space detector.patch "$SOURCES/tb/tests/patches/detector.patch"
git -C "$SOURCES" apply --check "$PWD/detector.patch"

# Lines of code: without tests, comments, includes, namespaces, and what is empty or a bracket alone.
lines=$(awk '/^\+\+\+ / { code = $2 !~ /tb\/tests\// } /^\+[^+]/ && code && !/^\+ *(\/\/|#|$|[\]})(;]+$|namespace|}  \/\/ namespace)/ { count++ } END { print count }' detector.patch)
[[ $lines -le 100 ]]
echo "step_ecn: $lines lines of code"

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The anchors that headings get where the pages are read: in a repository's viewer, and in the site."""

import re


class HeadingAnchors:
    """Those of one page, in the order of its headings."""

    def __init__(self):
        self.seen = {}

    def of(self, heading):
        """Lower case, hyphens for blanks, a number where another heading has the same."""
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        self.seen[slug] = self.seen.get(slug, -1) + 1
        return f"{slug}-{self.seen[slug]}" if self.seen[slug] else slug

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Failures that are known and explained: a list that shrinks. A failure that none of them explains fails the test."""

import re

# What is not mended, as a sentence: the properties that see it, and what they say of it.
LIMITS = {}


def of(name, wrong):
    """The name of the limit that explains a failure, or None."""
    return next((limit for limit, (names, words) in LIMITS.items() if re.fullmatch(names, name) and re.search(words, wrong)), None)

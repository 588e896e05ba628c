# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Random draws by a name, the same ones in every version of Python."""

import random


class Draw:
    """Only random() of Python's generator promises the same numbers in every version."""

    def __init__(self, name):
        self.random = random.Random(name).random

    def below(self, n):
        return int(self.random() * n)

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def one_of(self, values):
        return values[self.below(len(values))]

    def chance(self, percent):
        return self.random() * 100 < percent

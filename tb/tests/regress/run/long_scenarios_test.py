# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Scenarios that take minutes hold what they expect.

usage: long_scenarios_test.py WEIR
"""

import scenarios_test
import weir_run


class LongScenarios(weir_run.RunTest):
    def test_every_expectation_holds(self):
        for name in scenarios_test.LONG:
            with self.subTest(name):
                (path,) = (weir_run.TOP / "scenarios").glob(f"*/{name}.toml")
                scenarios_test.hold(self, path)


if __name__ == "__main__":
    weir_run.main()

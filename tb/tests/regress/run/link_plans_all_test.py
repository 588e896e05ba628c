# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""All scenarios of link_plans_test.py, and all its faults.

usage: link_plans_all_test.py WEIR
"""

import link_plans_test
import scenarios_test
import weir_run


class AllLinkPlans(weir_run.RunTest):
    def test_every_scenario_holds(self):
        files = sorted(link_plans_test.FOLDER.glob("*.toml"))
        self.assertGreater(len(files), len(link_plans_test.NAMES))
        for path in files:
            with self.subTest(path.stem):
                scenarios_test.hold(self, path)

    def test_faults_are_found(self):
        link_plans_test.find_faults(self, link_plans_test.FAULTS)


if __name__ == "__main__":
    weir_run.main()

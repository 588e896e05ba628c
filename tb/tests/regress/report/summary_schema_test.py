# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""summary.json is what its JSON Schema says, and the schema tells a wrong one.

usage: summary_schema_test.py WRITE_SAMPLE_RUN WEIR
"""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema


def sample_summary(kind):
    with tempfile.TemporaryDirectory() as folder:
        run = pathlib.Path(folder) / "run"
        subprocess.run([WRITE_SAMPLE_RUN, kind, run], stdout=subprocess.DEVNULL, check=True)
        return json.loads((run / "summary.json").read_text(encoding="utf-8"))


class SummarySchema(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        schema = json.loads(subprocess.run([WEIR, "schema", "summary"], capture_output=True, check=True).stdout)
        jsonschema.Draft202012Validator.check_schema(schema)
        cls.schema = schema
        cls.validator = jsonschema.Draft202012Validator(schema)
        cls.good = sample_summary("deadlock")

    def test_what_weir_writes_is_valid(self):
        for kind in ("ring", "deadlock", "fat_tree"):
            self.assertEqual([error.message for error in self.validator.iter_errors(sample_summary(kind))], [])

    def test_every_field_has_a_description(self):
        def visit(schema, path):
            for name, field in schema.get("properties", {}).items():
                self.assertTrue("description" in field, f"{path}.{name}")
                for inner in (field, field.get("items", {}), *field.get("anyOf", [])):
                    visit(inner, f"{path}.{name}")
        visit(self.schema, "summary")

    def test_a_wrong_one_is_refused(self):
        def broken(change):
            summary = copy.deepcopy(self.good)
            change(summary)
            return list(self.validator.iter_errors(summary))

        for change in (lambda s: s.pop("seed"),
                       lambda s: s.update(schema="weir-summary-0"),
                       lambda s: s.update(surplus=1),
                       lambda s: s["flows"][0].pop("mean_bps"),
                       lambda s: s["queues"][0].update(viq_peak_bytes=-1),
                       lambda s: s["queues"][0].update({"class": 8}),
                       lambda s: s["deadlock"]["cycle"].append("nowhere"),
                       lambda s: s["drops"].update(reason="many"),
                       lambda s: s["expectations"][0].update(held="yes")):
            self.assertTrue(broken(change))


if __name__ == "__main__":
    WEIR = sys.argv.pop(2)
    WRITE_SAMPLE_RUN = sys.argv.pop(1)
    unittest.main()

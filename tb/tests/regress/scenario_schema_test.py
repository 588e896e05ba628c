# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The JSON Schema as other programs see it: it takes every scenario file, and refuses what the loader refuses for the
kind, the unit or the name of a single key."""

import json
import pathlib
import subprocess
import sys
import tomllib

import jsonschema

import malformed

TOP = pathlib.Path(__file__).resolve().parents[3]
# Names of cases in malformed.txt that are wrong in a way that a schema can say.
SAYABLE = ("kind_", "unit_", "unknown_", "missing_duration", "missing_scenario_table", "missing_src", "range_class",
           "range_speedup", "range_ring", "quantity_negative", "expect_unknown_end", "expect_wrong_kind")
# A schema is blind to: a number that is not one, and dates, which JSON has not.
NOT_SAYABLE = {"range_speedup_not_a_number", "kind_date_for_time", "unit_fraction_of_a_byte"}


def main():
    schema = json.loads(subprocess.run([sys.argv[1], "schema", "scenario"], capture_output=True, check=True).stdout)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    problems = []
    accepted = refused = 0
    for path in sorted((TOP / "scenarios").rglob("*.toml")):
        accepted += 1
        for error in validator.iter_errors(tomllib.loads(path.read_text())):
            problems.append(f"{path.relative_to(TOP)}: {list(error.path)}: {error.message}")
    for case in malformed.cases():
        if case.name.startswith(SAYABLE) and case.name not in NOT_SAYABLE:
            refused += 1
            if validator.is_valid(tomllib.loads(case.text)):
                problems.append(f"{case.name}: the schema accepts what the loader refuses")
    if accepted < 10 or refused < 20:
        problems.append(f"looked at {accepted} scenarios and {refused} malformed files only")
    print("\n".join(problems) or f"{accepted} scenarios accepted, {refused} malformed files refused")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

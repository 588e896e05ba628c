// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/summary_schema.h"

#include "tb/report/described_json.h"
#include "tb/report/summary.h"

namespace weir::report {

std::string summary_schema() {
  Json root{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "summary.json of a run of weir"}};
  root.update(schema_of(As<Results>{}, {}));
  root["description"] = "The results of a run. docs/user_guide/reading_results.md says how to read them.";
  root["required"].insert(root["required"].begin(), "schema");
  root["required"].push_back("network");
  root["properties"]["schema"] = {
      {"const", kSummarySchema},
      {"description", "The version of this format. It changes when a field goes or changes its meaning."}};
  root["properties"]["network"] = schema_of(As<NetworkDrawing>{}, {});
  root["properties"]["network"]["description"] = "What report.html draws.";
  return root.dump(2) + "\n";
}

}  // namespace weir::report

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir schema: the JSON Schemas of what weir reads and writes, for editors and other programs.

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "tb/commands/commands.h"
#include "tb/cost/schemas.h"
#include "tb/headroom/link_report.h"
#include "tb/headroom/pool_report.h"
#include "tb/headroom/scenario_report.h"
#include "tb/register_map/schema.h"
#include "tb/report/story.h"
#include "tb/report/summary_schema.h"
#include "tb/scenario/schema_text.h"

namespace weir {
namespace {

struct Schema {
  std::string_view of;
  std::string (*text)();
};

constexpr std::array kSchemas{
    Schema{"scenario", scenario::json_schema},
    Schema{"summary", report::summary_schema},
    Schema{"story", report::story_schema},
    Schema{"cost", [] { return std::string(cost::kCostSchema); }},
    Schema{"cost_comparison", [] { return std::string(cost::kComparisonSchema); }},
    Schema{"cost_chips", [] { return std::string(cost::kChipsSchema); }},
    Schema{"cost_links", [] { return std::string(cost::kLinksSchema); }},
    Schema{"headroom", [] { return std::string(headroom::kHeadroomSchema); }},
    Schema{"headroom_scenario", [] { return std::string(headroom::kScenarioSchema); }},
    Schema{"headroom_pools", [] { return std::string(headroom::kPoolSchema); }},
    Schema{"registers", [] { return std::string(register_map::kRegistersSchema); }},
};

}  // namespace

void add_schema_command(CLI::App& app, Action& action) {
  const auto of = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("schema", "Print the JSON Schema of a file that weir reads or writes");
  command->footer("Example: weir schema scenario > scenario.schema.json");
  std::vector<std::string> known;
  for (const Schema& schema : kSchemas) {
    known.emplace_back(schema.of);
  }
  command
      ->add_option(
          "OF", *of,
          "scenario, summary, story, cost, cost_comparison, cost_chips, cost_links, headroom, headroom_scenario, "
          "headroom_pools or registers")
      ->required()
      ->check(CLI::IsMember(known));
  command->callback([of, &action] {
    action.run = [of] {
      for (const Schema& schema : kSchemas) {
        if (schema.of == *of) {
          fmt::print("{}", schema.text());
        }
      }
      return kHeld;
    };
  });
}

}  // namespace weir

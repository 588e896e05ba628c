// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/cost_links.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "tb/commands/described_option.h"
#include "tb/cost/link_options.h"

namespace weir {

void add_link_cost_options(CLI::App& command, cost::LinkCostRequest& request) {
  CLI::Option* links = nullptr;
  for (const cost::LinkOption& option : cost::link_options()) {
    CLI::Option* const added = add_option_of(command, request, option);
    if (option.several) {
      added->expected(1, CLI::detail::expected_max_vector_size)->delimiter(',')->allow_extra_args();
    }
    option.name == cost::kLinks ? links = added : added->needs(links);
  }
}

void refuse_beside_links(const CLI::App& command) {
  constexpr std::array kOfLinks = {"--links",          "--cables",       "--channels",  "--against",    "--llr-spacing",
                                   "--llr-processing", "--store",        "--ports",     "--classes",    "--lossless",
                                   "--cell",           "--max-frame",    "--min-frame", "--overhead",   "--processing",
                                   "--clock",          "--stages",       "--block",     "--comparator", "--buffer",
                                   "--counter-bits",   "--format",       "--out",       "--help",       "--llr-timer",
                                   "--llr-replays",    "--llr-pcs-lost", "--llr-age",   "--llr-init",   "--llr-flush"};
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (option->count() > 0 && std::find(kOfLinks.begin(), kOfLinks.end(), name) == kOfLinks.end()) {
      throw std::invalid_argument(name + " makes no sense beside --links");
    }
  }
}

std::string link_costs_of(const cost::LinkCostRequest& request, const RetryProfileOptions& profiles,
                          const std::string& format, const report::ConsoleStyle& style) {
  const cost::LinkCosts costs = cost::link_costs(request);
  if (format == kRetryProfileFormat) {
    return cost::link_retry_profiles(costs, retry_profile_of(profiles));
  }
  return format == "json"   ? cost::link_costs_json(costs)
         : format == "csv"  ? cost::link_costs_csv(costs)
         : format == "html" ? cost::link_costs_page(costs)
                            : cost::link_costs_text(costs, style);
}

}  // namespace weir

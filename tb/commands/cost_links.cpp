// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/cost_links.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "tb/commands/quantity_option.h"
#include "tb/text/quantity.h"

namespace weir {

void add_link_cost_options(CLI::App& command, LinkCostOptions& options) {
  CLI::Option* const links =
      command
          .add_option(
              "--links", options.links,
              "What links of these rates cost: link-level retry, credits of Ultra Ethernet, schemes side by side")
          ->delimiter(',')
          ->type_name("RATE");
  command.add_option("--cables", options.cables, "--links: metres of cable, 5 ns each (default: 300)")
      ->delimiter(',')
      ->type_name("METRES")
      ->needs(links);
  command
      .add_option("--channels", options.channels, "--links: channels in the round of CF_Updates, 1..32 (default: 32)")
      ->needs(links);
  const auto text = [&](const char* name, std::string& value, const char* meaning) {
    command.add_option(name, value, meaning)->type_name("QUANTITY")->needs(links);
  };
  text("--against", options.against, "--links: a smallest frame to compare --min-frame with (default: 512B)");
  text("--llr-spacing", options.spacing, "--links: CTLOS_TARGET_SPACING, bytes between ACKs (default: 2048B)");
  text("--llr-processing", options.processing,
       "--links: receiver after a frame and transmitter after an ACK, together (default: 0ns)");
  text("--store", options.store, "--links: time that a frame spends in the receiver's buffer (default: 0ns)");
}

void refuse_beside_links(const CLI::App& command) {
  constexpr std::array kOfLinks = {"--links",          "--cables",    "--channels",  "--against",    "--llr-spacing",
                                   "--llr-processing", "--store",     "--ports",     "--classes",    "--lossless",
                                   "--cell",           "--max-frame", "--min-frame", "--overhead",   "--processing",
                                   "--clock",          "--stages",    "--block",     "--comparator", "--buffer",
                                   "--counter-bits",   "--format",    "--out",       "--help"};
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (option->count() > 0 && std::find(kOfLinks.begin(), kOfLinks.end(), name) == kOfLinks.end()) {
      throw std::invalid_argument(name + " makes no sense beside --links");
    }
  }
}

std::string link_costs_of(const LinkCostOptions& options, const cost::SwitchRequest& request, const std::string& format,
                          const report::ConsoleStyle& style) {
  cost::LinkCostRequest wanted{.plain = request, .cables = options.cables, .channels = options.channels};
  for (const std::string& rate : options.links) {
    try {
      wanted.rates.push_back(text::parse_rate(rate));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(std::string("--links: ") + error.what());
    }
  }
  if (!options.against.empty()) {
    wanted.against = bytes_option("--against", options.against);
  }
  if (!options.spacing.empty()) {
    wanted.spacing = bytes_option("--llr-spacing", options.spacing);
  }
  if (!options.processing.empty()) {
    wanted.llr_processing = time_option("--llr-processing", options.processing);
  }
  if (!options.store.empty()) {
    wanted.store = time_option("--store", options.store);
  }
  const cost::LinkCosts costs = cost::link_costs(wanted);
  return format == "json"   ? cost::link_costs_json(costs)
         : format == "csv"  ? cost::link_costs_csv(costs)
         : format == "html" ? cost::link_costs_page(costs)
                            : cost::link_costs_text(costs, style);
}

}  // namespace weir

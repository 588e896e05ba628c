// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Reads how blocks with RTL are simulated: [fidelity], and the two keys of [limiter] that it replaces.

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "hw_model/asic/switch_settings.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/congestion/tcd_timing.h"
#include "hw_model/reference/tcd_block.h"
#include "tb/cosim/fidelity.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/text/words.h"

namespace weir::scenario {
namespace {

using cosim::Fidelity;

std::optional<Fidelity> given(const Reader& reader, std::string_view key) {
  if (!reader.has(key))
    return std::nullopt;
  return reader.word(key, cosim::kFidelities);
}

constexpr std::string_view kTcdDetector = "tcd_detector";

// The key that speaks of the block.
std::string_view key_of(const Reader& reader, std::string_view block) { return reader.has(block) ? block : "all"; }

// The fidelity of a block: its own key, else `all`. The older key must not say something else.
Fidelity of_block(const Reader& reader, std::string_view block, const Reader& older_table, std::string_view older) {
  const std::string_view key = key_of(reader, block);
  const std::optional<Fidelity> said = given(reader, key);
  const std::optional<Fidelity> before = given(older_table, older);
  if (said && before && *said != *before) {
    older_table.fail(older, "fidelity." + std::string(key) + " is " +
                                text::in_quotes(name_in(cosim::kFidelities, *said)) +
                                "; wanted one of the two keys, or the same word in both");
  }
  if (said)
    older_table.note(older, text_value(std::string(name_in(cosim::kFidelities, *said))));
  return said ? *said : older_table.word(older, cosim::kFidelities);
}

}  // namespace

Fidelities load_fidelities(const Document& document) {
  const Reader reader(document, "fidelity");
  const Reader limiter(document, "limiter");
  Fidelities fidelities{.rate_limiter = of_block(reader, "rate_limiter", limiter, "fidelity"),
                        .stage_comparator = of_block(reader, "stage_comparator", limiter, "comparator_fidelity")};
  fidelities.tcd_detector = given(reader, key_of(reader, kTcdDetector)).value_or(Fidelity::reference);
  return fidelities;
}

void check_fidelities(const Document& document, const Scenario& scenario) {
  if (scenario.fidelity.tcd_detector == Fidelity::reference)
    return;
  const Reader reader(document, "fidelity");
  const std::vector<std::vector<network::Peer>> peers = peers_of(scenario.topology);
  for (std::size_t i = 0; i < peers.size(); ++i) {
    const congestion::CongestionConfig& congestion = scenario.device_of(i).congestion;
    const bool has_tcd = any_detector(congestion, &congestion::DetectorTraits::times_pauses) ||
                         any_detector(congestion, &congestion::DetectorTraits::times_credits);
    if (!has_tcd || scenario.topology.devices[i].kind != network::DeviceKind::kSwitch)
      continue;
    const asic::SwitchConfig config = config_of(scenario, i, peers);
    for (const link::LinkConfig& port : config.ports) {
      const congestion::PortContext context = asic::congestion_context(config, port);
      for (const auto& [what, asked, built] :
           {std::tuple{"a queue's depth", congestion::depth_bits(context), reference::TcdBlock::kWidest.q_bits},
            std::tuple{"a time stamp", congestion::timestamp_bits(context), reference::TcdBlock::kWidest.stamp_bits}}) {
        if (asked > built)
          reader.fail(key_of(reader, kTcdDetector), scenario.topology.devices[i].name + ": " + what + " has " +
                                                        std::to_string(asked) + " bits, and the widest RTL has " +
                                                        std::to_string(built) + "; wanted \"reference\"");
      }
    }
  }
}

}  // namespace weir::scenario

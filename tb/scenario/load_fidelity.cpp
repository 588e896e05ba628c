// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Reads how blocks with RTL are simulated: [fidelity], and the two keys of [limiter] that it replaces.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/asic/switch_settings.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/congestion/tcd_timing.h"
#include "hw_model/mechanisms/llr/llr_clocked_blocks.h"
#include "hw_model/reference/tcd_block.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/fidelities.h"
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

// What a device asks of a block, and the parameter of the widest RTL that has to carry it.
struct Asked {
  std::string what;
  unsigned bits;
  std::string parameter;
  unsigned built;
};

void add_tcd(const asic::SwitchConfig& config, std::vector<Asked>& asked) {
  using congestion::DetectorTraits;
  if (!any_detector(config.congestion, &DetectorTraits::times_pauses) &&
      !any_detector(config.congestion, &DetectorTraits::times_credits))
    return;
  for (const link::LinkConfig& port : config.ports) {
    const congestion::PortContext context = asic::congestion_context(config, port);
    asked.push_back({"a queue's depth", congestion::depth_bits(context), "Q_W", reference::kWidestTcd.q_bits});
    asked.push_back({"a time stamp", congestion::timestamp_bits(context), "STAMP_W", reference::kWidestTcd.stamp_bits});
  }
}

void add_llr_tx(const asic::SwitchConfig& config, std::vector<Asked>& asked) {
  const llr::LlrTxCycleConfig built;
  const llr::LlrTxCycleConfig widths = llr::tx_widths(config.llr.link, config.max_frame);
  for (std::size_t p = 0; p < config.ports.size(); ++p) {
    if (!has_llr(config, PortId(p)))
      continue;
    asked.push_back({"a slot of link.llr.outstanding_frames_max frames", widths.slot_bits, "SLOT_W", built.slot_bits});
  }
}

// Of blocks whose widths depend on the scenario.
std::vector<Asked> asked_of(std::string_view block, const asic::SwitchConfig& config, bool is_switch) {
  std::vector<Asked> asked;
  if (block == "tcd_detector" && is_switch)
    add_tcd(config, asked);
  if (block == "llr_tx")
    add_llr_tx(config, asked);
  return asked;
}

}  // namespace

Fidelities load_fidelities(const Document& document) {
  const Reader reader(document, "fidelity");
  const Reader limiter(document, "limiter");
  Fidelities fidelities{.rate_limiter = of_block(reader, "rate_limiter", limiter, "fidelity"),
                        .stage_comparator = of_block(reader, "stage_comparator", limiter, "comparator_fidelity")};
  for (const ClockedKey& one : kClockedKeys)
    fidelities.*one.of = given(reader, key_of(reader, one.block)).value_or(Fidelity::reference);
  return fidelities;
}

void check_fidelities(const Document& document, const Scenario& scenario) {
  const Reader reader(document, "fidelity");
  const std::vector<std::vector<network::Peer>> peers = peers_of(scenario.topology);
  for (const auto& [block, of, meaning] : kClockedKeys) {
    if (scenario.fidelity.*of == Fidelity::reference)
      continue;
    for (std::size_t i = 0; i < peers.size(); ++i) {
      const asic::SwitchConfig config = config_of(scenario, i, peers);
      const bool is_switch = scenario.topology.devices[i].kind == network::DeviceKind::kSwitch;
      for (const Asked& one : asked_of(block, config, is_switch)) {
        if (one.bits > one.built)
          reader.fail(key_of(reader, block), scenario.topology.devices[i].name + ": " + one.what + " has " +
                                                 std::to_string(one.bits) + " bits, and the widest RTL has " +
                                                 one.parameter + " = " + std::to_string(one.built) +
                                                 "; wanted \"reference\"");
      }
    }
  }
}

}  // namespace weir::scenario

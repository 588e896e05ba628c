// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/congestion_settings.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "hw_model/base/quantity_text.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/mechanisms/congestion/detector_card.h"
#include "hw_model/mechanisms/congestion/fera_rules.h"

namespace weir::congestion {

namespace {

constexpr std::int64_t kNoDetector = 0;

// The value of a detector's word in files; 0 is the word for none.
constexpr std::int64_t value_of(DetectorKind kind) { return static_cast<std::int64_t>(kind) + 1; }

// The setting of a row with one detector. A row that is only declared, for its cost, has no word if it is longer.
ledger::Setting<CongestionConfig> detector() {
  ledger::SettingText text{
      .word = "detector",
      .kind = ledger::SettingKind::kWord,
      .meaning =
          "Congestion detector at every egress port. red_ecn: random early detection, sets CE in packets whose sender "
          "can use it (`flow.ecn`). ib_fecn: InfiniBand's forward notification, in flows with framing = \"rocev2\". "
          "tcd, tcd_infiniband: ternary congestion detection, with pauses and with credits. fera: explicit rates; each "
          "port lowers the rates in the tags of flows. bcn: marks no packets; tells sources about their queue, by "
          "`congestion.bcn`."};
  text.words = {{kNoDetector, "none"}};
  for (const DetectorName& one : detectors())
    text.words.push_back({value_of(one.value), one.name});
  return ledger::detail::described<CongestionConfig>(
      std::move(text),
      [](const CongestionConfig& config, std::size_t) -> ledger::SettingValue {
        return {config.detectors.size() != 1 ? kNoDetector : value_of(config.detectors.front())};
      },
      [](CongestionConfig& config, std::size_t, ledger::SettingValue value) {
        config.detectors.clear();
        if (value.count != kNoDetector)
          config.detectors.push_back(static_cast<DetectorKind>(value.count - 1));
      },
      {});
}

constexpr std::array kUndetermined{Named<frame::Ecn>{frame::Ecn::kEct0, "ect0"},
                                   Named<frame::Ecn>{frame::Ecn::kEct1, "ect1"}};

}  // namespace

const ledger::SettingsOf<CongestionConfig>& congestion_settings() {
  using Config = CongestionConfig;
  static const ledger::SettingsOf<Config> kSettings = {
      detector(),
      ledger::alike(ledger::setting(&Config::undetermined, "undetermined", kUndetermined,
                                    "TCD: the ECN code point of packets that have passed a port in the undetermined "
                                    "state (UE); watched senders use the other code point (`flow.ecn`)."),
                    "what one switch writes, others and hosts read"),
  };
  return kSettings;
}

const std::vector<DetectorTable>& detector_tables() {
  static const std::vector<DetectorTable> kTables = [] {
    std::vector<DetectorTable> all;
    for (const DetectorList::Listed& listed : detector_cards()) {
      if (listed.card.tables == nullptr)
        continue;
      for (DetectorTable& table : listed.card.tables())
        all.push_back(std::move(table));
    }
    return all;
  }();
  return kTables;
}

const DetectorTraits& traits_of(DetectorKind kind) { return card_of(kind).traits; }

bool any_detector(const CongestionConfig& config, bool DetectorTraits::*trait) {
  return std::ranges::any_of(config.row(), [&](DetectorKind kind) { return traits_of(kind).*trait; });
}

bool notifies(const CongestionConfig& config) {
  return std::ranges::any_of(config.row(), [&](DetectorKind kind) {
    const auto does = card_of(kind).notifies;
    return does != nullptr && does(config);
  });
}

bool makes_frames(const CongestionConfig& config) {
  return notifies(config) || config.fera_edge.at != FeraEdgeAt::kNone;
}

std::optional<frame::Ecn> undetermined_of(const CongestionConfig& config) {
  return any_detector(config, &DetectorTraits::marks_undetermined) ? std::optional(config.undetermined) : std::nullopt;
}

std::optional<Bytes> target_of(const CongestionConfig& config, ClassId c) {
  for (const DetectorKind kind : config.row()) {
    const auto target = card_of(kind).target;
    if (const auto depth = target != nullptr ? target(config, c) : std::nullopt; depth)
      return depth;
  }
  return std::nullopt;
}

unsigned depth_bits(const PortContext& context) {
  return ledger::bits_for(static_cast<std::uint64_t>(context.buffer.count()));
}

void check_within_buffer(const PortContext& context, Bytes is, const std::string& word,
                         ledger::Complaints& complaints) {
  complaints.unless(is <= context.buffer, {word, "switch.mmu.buffer"},
                    "wanted at most the whole buffer, " + quantity_text(context.buffer) + "; got " + quantity_text(is));
}

void check(const PortContext& context, ledger::Complaints& complaints) {
  const std::vector<DetectorKind> row = context.config.row();
  for (const DetectorList::Listed& listed : detector_cards()) {
    if (std::ranges::find(row, listed.value) != row.end())
      listed.card.check(context, complaints);
  }
  if (context.config.fera_edge.at != FeraEdgeAt::kNone)
    check_fera_edge(context, complaints);
}

}  // namespace weir::congestion

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of congestion detectors, each once, and facts of detectors. The rules between settings: check() of
// congestion.h.

#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hw_model/ledger/setting.h"
#include "hw_model/mechanisms/congestion/congestion_config.h"

namespace weir::congestion {

const ledger::SettingsOf<CongestionConfig>& congestion_settings();

// All detectors: kDetectors and those from outside of weir (detector_card.h).
std::span<const DetectorName> detectors();
std::string_view name_of(DetectorKind kind);

// The tables of scenarios that detectors have for themselves, in the order of the documents.
struct DetectorTable {
  std::string_view path;  // "congestion.red_ecn"
  std::string_view meaning;
  ledger::SettingsOf<CongestionConfig> settings;
};
const std::vector<DetectorTable>& detector_tables();

// Facts of a detector that the rest of a switch and its bench ask for.
struct DetectorTraits {
  bool marks_ip = false;            // writes congestion into the ECN field of IP
  bool marks_transport = false;     // writes congestion into InfiniBand's base transport header
  bool sends_index = false;         // sends an index of congestion to the sources of packets, marked or not
  bool reads_tags = false;          // lowers rates in the tags of flows
  bool times_pauses = false;        // takes the longest ON period behind pauses for max(T_on)
  bool times_credits = false;       // takes the period of credits for max(T_on)
  bool marks_undetermined = false;  // writes CongestionConfig::undetermined into packets
};
const DetectorTraits& traits_of(DetectorKind kind);

// Whether a detector of the row has the trait.
bool any_detector(const CongestionConfig& config, bool DetectorTraits::*trait);

// Whether a detector of the row sends frames to the sources of packets.
bool notifies(const CongestionConfig& config);
// Whether the switch makes frames of its own, which wait for a port as packets do.
bool makes_frames(const CongestionConfig& config);

// The code point of packets that have passed a port in TCD's undetermined state; nothing if no detector writes one.
std::optional<frame::Ecn> undetermined_of(const CongestionConfig& config);

// The depth that a detector of the row keeps queues of the class at; nothing: none does.
std::optional<Bytes> target_of(const CongestionConfig& config, ClassId c);

}  // namespace weir::congestion

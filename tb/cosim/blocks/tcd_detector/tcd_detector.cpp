// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/tcd_detector/tcd_detector.h"

#include "tb/cosim/clocked_in_switch.h"

namespace weir::cosim {

using reference::TcdDetectorConfig;
using reference::TcdDetectorInputs;
using reference::TcdDetectorOutputs;

namespace {

constexpr Time kPeriod{1200};  // a tick is a cycle

constexpr Width<TcdDetectorConfig> kWidths[] = {
    {"stamp_bits", "STAMP_W", &TcdDetectorConfig::stamp_bits, reference::kTcdStampBits, 6, "for spans of some ticks"},
    {"q_bits", "Q_W", &TcdDetectorConfig::q_bits, reference::kQBits, 14, "for a queue that holds frames of 9216 bytes"},
};

}  // namespace

BlockPorts<TcdDetectorInputs, TcdDetectorOutputs> TcdDetectorKind::ports(const Setup& setup) {
  setup.validate();
  using In = TcdDetectorInputs;
  using Out = TcdDetectorOutputs;
  const unsigned stamp = setup.stamp_bits;
  const unsigned q = setup.q_bits;
  return {.period = kPeriod,
          .inputs = {port("rst_ni", 1, &In::rst_n), port("now_i", stamp, &In::now), port("sweep_i", 1, &In::sweep),
                     port("off_end_i", 1, &In::off_end), port("departs_i", 1, &In::departs),
                     port("behind_i", q, &In::behind), port("ecn_i", 2, &In::ecn), port("red_mark_i", 1, &In::red_mark),
                     port("paused_i", 1, &In::paused), port("longest_on_i", stamp, &In::longest_on),
                     port("period_i", stamp, &In::period), port("low_threshold_i", q, &In::low_threshold),
                     port("rise_i", q, &In::rise), port("band_i", q, &In::band),
                     port("hard_level_i", q, &In::hard_level), port("sticky_i", 1, &In::sticky),
                     port("hold_i", 1, &In::hold), port("undetermined_i", 2, &In::undetermined)},
          .outputs = {port("ecn_o", 2, &Out::ecn), port("ce_o", 1, &Out::ce), port("ue_o", 1, &Out::ue),
                      port("state_o", 2, &Out::state), port("running_o", 1, &Out::running),
                      port("stamp_o", stamp, &Out::stamp), port("sample_o", q, &Out::sample),
                      port("pause_seen_o", 1, &Out::pause_seen), port("held_o", 1, &Out::held)}};
}

std::span<const Width<TcdDetectorConfig>> TcdDetectorKind::widths() { return kWidths; }

Block TcdDetectorKind::block(const Variant<TcdDetectorKind>& variant) { return clocked_block(variant); }

}  // namespace weir::cosim

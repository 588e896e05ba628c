// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/tcd_detector/tcd_detector.h"

#include <stdexcept>

#include "tb/cosim/make_block.h"

namespace weir::cosim {

using reference::TcdDetectorInputs;
using reference::TcdDetectorOutputs;

namespace {

constexpr Time kPeriod{1200};         // a tick is a cycle
constexpr unsigned kLeastStamp = 6;   // spans of some ticks
constexpr unsigned kLeastQueue = 14;  // a frame of 9216 bytes, and one beside it

void require_least(const char* parameter, unsigned bits, unsigned least, const char* why) {
  if (bits < least) {
    throw std::invalid_argument(std::string("--parameter: ") + parameter + " is " + std::to_string(bits) +
                                " bits, wanted " + std::to_string(least) + " or more: " + why);
  }
}

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

void TcdDetectorKind::require_built(const Setup& setup) {
  setup.validate();
  require_width("stamp_bits", setup.stamp_bits, reference::kTcdStampBits);
  require_width("q_bits", setup.q_bits, reference::kQBits);
}

std::vector<RtlParameter> TcdDetectorKind::parameters(Setup& setup) {
  return {width_parameter("STAMP_W", setup.stamp_bits), width_parameter("Q_W", setup.q_bits)};
}

void TcdDetectorKind::require_playable(const Setup& setup) {
  require_least("STAMP_W", setup.stamp_bits, kLeastStamp, "spans of some ticks");
  require_least("Q_W", setup.q_bits, kLeastQueue, "a queue that holds frames of 9216 bytes");
}

HeaderLines TcdDetectorKind::header(const Setup& setup) {
  return {{"stamp_bits", std::to_string(setup.stamp_bits)}, {"q_bits", std::to_string(setup.q_bits)}};
}

void TcdDetectorKind::take_header(const Recording& recording, Setup& setup) {
  setup.stamp_bits = recording.number_of("stamp_bits");
  setup.q_bits = recording.number_of("q_bits");
}

Block TcdDetectorKind::block(const Variant<TcdDetectorKind>& variant) { return make_block(variant); }

}  // namespace weir::cosim

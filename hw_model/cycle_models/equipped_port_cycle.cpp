// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/equipped_port_cycle.h"

#include <stdexcept>
#include <string>

#include "hw_model/base/class_mask.h"
#include "hw_model/cycle_models/one_a_class.h"
#include "hw_model/cycle_models/word_fields.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

namespace {

constexpr unsigned kPlaceBits = 3;  // of a tick, whose class the sweep looks at

std::uint32_t bit_if(bool set, std::uint32_t c) { return set ? 1U << c : 0; }

}  // namespace

void EquippedPortConfig::validate() const {
  LosslessPortConfig::validate();
  if (const std::string wrong = out_of_range("tcd", tcd, "TCD"); !wrong.empty()) {
    throw std::invalid_argument("equipped port: " + wrong);
  }
  detector().validate();
  if (stamp_bits < kPlaceBits) {
    throw std::invalid_argument("equipped port: stamp_bits is " + std::to_string(stamp_bits) + ", wanted " +
                                std::to_string(kPlaceBits) + " or more, for a place of each class in the sweep");
  }
}

std::uint32_t waiting_length(const LosslessPortInputs& in, std::size_t c) {
  return static_cast<std::uint32_t>(field_at(c < 4 ? in.lengths_0_3 : in.lengths_4_7, kSchedulerLengthBits, c % 4));
}

std::uint32_t waits_behind(const EquippedPortConfig& config, const EquippedPortInputs& in, std::size_t c) {
  const std::uint64_t pairs[] = {in.depths_0_1, in.depths_2_3, in.depths_4_5, in.depths_6_7};
  const std::uint64_t depth = field_at(pairs[c / 2], config.q_bits, c % 2);
  return static_cast<std::uint32_t>(field_at(depth - waiting_length(in, c), config.q_bits, 0));
}

void set_queue_depth(const EquippedPortConfig& config, EquippedPortInputs& in, std::size_t c, std::uint64_t depth) {
  std::uint64_t* const pairs[] = {&in.depths_0_1, &in.depths_2_3, &in.depths_4_5, &in.depths_6_7};
  put_field(*pairs[c / 2], config.q_bits, c % 2, depth);
}

EquippedPortCycle::EquippedPortCycle(const EquippedPortConfig& config)
    : config_((config.validate(), config)),
      port_(config),
      detectors_(one_a_class<TcdDetectorCycle>(config.detector())) {}

TcdDetectorInputs EquippedPortCycle::detector_inputs(const EquippedPortInputs& in, const Cycle& cycle,
                                                     std::uint32_t c) const {
  return {.rst_n = cycle.out.ready,
          .sweep = in.now % kClasses == c,
          .off_end = (off_ & ~cycle.off & 1U << c) != 0,
          .departs = (cycle.out.goes >> c & 1U) != 0,
          .red_mark = (in.red_mark >> c & 1U) != 0,
          .paused = (in.paused >> c & 1U) != 0,
          .sticky = in.sticky,
          .hold = in.hold,
          .ecn = static_cast<std::uint8_t>(in.ecn >> 2 * c & 3U),
          .undetermined = static_cast<std::uint8_t>(in.undetermined),
          .now = in.now,
          .longest_on = in.longest_on,
          .period = in.sample_period,
          .behind = waits_behind(config_, in, c),
          .low_threshold = in.low_threshold,
          .rise = in.rise,
          .band = in.band,
          .hard_level = in.hard_level};
}

EquippedPortCycle::Cycle EquippedPortCycle::judge(const EquippedPortInputs& in, const LosslessPortOutputs& port) {
  Cycle cycle;
  EquippedPortOutputs& out = cycle.out;
  static_cast<LosslessPortOutputs&>(out) = port;
  if (!out.ready) {
    off_ = 0;
  }
  cycle.off = (out.blocked | (in.waiting & ~out.credit)) & config_.tcd;
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    const bool goes = (out.goes >> c & 1U) != 0;
    if (!has_detector(c)) {
      out.ecn |= goes ? in.ecn >> 2 * c & 3U : 0;
      continue;
    }
    const TcdDetectorInputs& of = cycle.detectors[c] = detector_inputs(in, cycle, c);
    const TcdDetectorOutputs said = detectors_[c].evaluate(of);
    out.ecn |= goes ? said.ecn : 0U;
    out.ce |= said.ce;
    out.ue |= said.ue;
    out.states |= std::uint32_t{said.state} << 2 * c;
    out.spans |= bit_if(said.running, c);
    out.pauses_seen |= bit_if(said.pause_seen, c);
    out.holds |= bit_if(said.held, c);
    out.stamp |= in.shown == c ? said.stamp : 0;
    out.sample |= in.shown == c ? said.sample : 0;
    out.detector_clocks |= bit_if(of.departs || of.off_end || (of.sweep && said.running), c);
  }
  out.detector_clocks |= bit_if(out.ready && cycle.off != off_, kClasses);
  return cycle;
}

EquippedPortOutputs EquippedPortCycle::clock(const EquippedPortInputs& in) {
  const Cycle cycle = judge(in, port_.clock(in));
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    if (has_detector(c)) {
      detectors_[c].clock(cycle.detectors[c]);
    }
  }
  off_ = cycle.out.ready ? cycle.off : 0;
  return cycle.out;
}

}  // namespace weir::reference

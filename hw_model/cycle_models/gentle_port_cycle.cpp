// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/gentle_port_cycle.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include "hw_model/base/class_mask.h"
#include "hw_model/cycle_models/one_a_class.h"
#include "hw_model/cycle_models/word_fields.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

namespace {

constexpr unsigned kTimeBits = 16;

}  // namespace

std::uint32_t time_of_class(std::uint64_t times_0_3, std::uint64_t times_4_7, std::size_t c) {
  return static_cast<std::uint32_t>(field_at(c < 4 ? times_0_3 : times_4_7, kTimeBits, 3 - c % 4));
}

RateLimiterInputs limiter_inputs(const GentlePortInputs& in, bool running, std::size_t c) {
  const bool hears =
      in.heard_valid && !in.heard_credit && in.heard_head >> 16 == kPfcOpcode && (in.heard_head >> c & 1U) != 0;
  const std::uint32_t time = time_of_class(in.heard_times_0_3, in.heard_times_4_7, c);
  return limiter_inputs(in, running, c, hears ? std::optional<std::uint64_t>(std::min(time, in.stages)) : std::nullopt);
}

void GentlePortConfig::validate() const {
  EquippedPortConfig::validate();
  if (const std::string wrong = out_of_range("gentle", gentle, "GENTLE"); !wrong.empty()) {
    throw std::invalid_argument("gentle port: " + wrong);
  }
}

GentlePortCycle::GentlePortCycle(const GentlePortConfig& config)
    : config_((config.validate(), config)),
      port_(config),
      limiters_(one_a_class<RateLimiterCycle>(RateForm::kStage, RateLimiterConfig{})),
      comparators_{LeadingZeroCycle({.q_bits = kPortDepthBits}), LeadingZeroCycle({.q_bits = kPortDepthBits})} {}

// The limiter of a class: what it gets, and whether it lets the class go.
void GentlePortCycle::limit(const GentlePortInputs& in, Cycle& cycle, std::size_t c) {
  const RateLimiterInputs& of = cycle.limiters[c] = limiter_inputs(in, cycle.ready, c);
  const RateLimiterOutputs said = limiters_[c].evaluate(of, in.tick);
  cycle.lets |= (of.sent ? said.follow : said.idle) ? 1U << c : 0U;
  cycle.obeyed |= said.r_r << kStageBits * c;
  cycle.wait |= in.shown == c ? said.r_c : 0;
}

GentlePortCycle::Cycle GentlePortCycle::judge(const GentlePortInputs& in) {
  Cycle cycle;
  cycle.port = in;
  const EquippedPortOutputs offered = port_.evaluate(in);  // but for packets
  cycle.ready = offered.ready;
  if (!cycle.ready) {
    depths_ = {};
    queues_ = {};
  }
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (is_gentle(c)) {
      limit(in, cycle, c);
      cycle.due |= queues_[c].stage != queues_[c].told ? 1U << c : 0;
    } else {
      cycle.lets |= 1U << c;
    }
  }
  cycle.tells = cycle.ready && cycle.due != 0 && offered.mac_kind == LosslessPortCycle::kPacket;
  cycle.port.open &= cycle.lets;
  cycle.port.mac_ready = in.mac_ready && !cycle.tells;
  return cycle;
}

GentlePortOutputs GentlePortCycle::joined(const Cycle& cycle, const EquippedPortOutputs& port) const {
  GentlePortOutputs out;
  static_cast<EquippedPortOutputs&>(out) = port;
  out.lets = cycle.lets;
  out.stages_due = cycle.due;
  out.tells = cycle.tells;
  out.obeyed = cycle.obeyed;
  out.wait = cycle.wait;
  if (cycle.tells) {
    out.mac_valid = true;
    out.mac_kind = LosslessPortCycle::kControlFrame;
    out.mac_class = 0;
    out.mac_head = kPfcOpcode << 16 | cycle.due;
    out.mac_times_0_3 = out.mac_times_4_7 = 0;
    for (std::size_t c = 0; c < kClasses; ++c) {
      const std::uint32_t stage = (cycle.due >> c & 1U) != 0 ? queues_[c].stage : 0;
      put_field(c < 4 ? out.mac_times_0_3 : out.mac_times_4_7, kTimeBits, 3 - c % 4, stage);
    }
  }
  return out;
}

// Stages of depths that came in the cycle before, then the depths of this cycle. Of one class the depth of what leaves
// is the later one.
void GentlePortCycle::compare(const GentlePortInputs& in, bool ready) {
  const Depth now[2] = {{in.admitted_valid, in.admitted_class}, {in.released_valid, in.released_class}};
  const std::uint32_t depths[2] = {in.admitted_depth, in.released_depth};
  for (std::size_t e = 0; e < 2; ++e) {
    const StageComparatorOutputs said = comparators_[e].clock({.rst_n = ready,
                                                               .table_we = true,
                                                               .bm = in.bm,
                                                               .log2_span = in.log2_span,
                                                               .stages = in.stages,
                                                               .q = now[e].valid ? depths[e] : 0});
    if (depths_[e].valid && is_gentle(depths_[e].traffic_class)) {
      queues_[depths_[e].traffic_class].stage = said.stage;
    }
    depths_[e] = ready ? now[e] : Depth{};
  }
}

GentlePortOutputs GentlePortCycle::clock(const GentlePortInputs& in) {
  const Cycle cycle = judge(in);
  const GentlePortOutputs out = joined(cycle, port_.clock(cycle.port));
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (is_gentle(c)) {
      limiters_[c].clock(cycle.limiters[c], in.tick);
      if (cycle.tells && in.mac_ready) {
        queues_[c].told = queues_[c].stage;
      }
    }
  }
  compare(in, cycle.ready);
  return out;
}

}  // namespace weir::reference

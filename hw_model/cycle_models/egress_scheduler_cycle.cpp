// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/egress_scheduler_cycle.h"

#include <bit>
#include <stdexcept>

#include "hw_model/cycle_models/word_fields.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

std::string EgressSchedulerConfig::wrong() const {
  for (std::string wrong :
       {out_of_range("length_bits", length_bits, "LEN_W"), out_of_range("weight_bits", weight_bits, "WEIGHT_W")}) {
    if (!wrong.empty()) {
      return "egress_scheduler: " + wrong;
    }
  }
  return "";
}

void EgressSchedulerConfig::validate() const {
  if (const std::string line = wrong(); !line.empty()) {
    throw std::invalid_argument(line);
  }
}

std::uint32_t scheduled_length(const EgressSchedulerConfig& config, const EgressSchedulerInputs& in, std::size_t c) {
  return static_cast<std::uint32_t>(field_at(c < 4 ? in.lengths_0_3 : in.lengths_4_7, config.length_bits, c % 4));
}

std::uint32_t scheduled_weight(const EgressSchedulerConfig& config, const EgressSchedulerInputs& in, std::size_t c) {
  return static_cast<std::uint32_t>(field_at(in.weights, config.weight_bits, c));
}

void set_scheduled_length(const EgressSchedulerConfig& config, EgressSchedulerInputs& in, std::size_t c,
                          std::uint32_t length) {
  put_field(c < 4 ? in.lengths_0_3 : in.lengths_4_7, config.length_bits, c % 4, length);
}

void set_scheduled_weight(const EgressSchedulerConfig& config, EgressSchedulerInputs& in, std::size_t c,
                          std::uint32_t weight) {
  put_field(in.weights, config.weight_bits, c, weight);
}

std::uint32_t scheduled_deficit(const EgressSchedulerConfig& config, const EgressSchedulerOutputs& out, std::size_t c) {
  const std::uint64_t words[] = {out.deficits_0_1, out.deficits_2_3, out.deficits_4_5, out.deficits_6_7};
  return static_cast<std::uint32_t>(field_at(words[c / 2], config.deficit_bits(), c % 2));
}

EgressSchedulerCycle::EgressSchedulerCycle(const EgressSchedulerConfig& config)
    : config_((config.validate(), config)) {}

std::size_t EgressSchedulerCycle::choose(const EgressSchedulerInputs& in) const {
  const std::uint32_t may = in.may();
  if (may == 0) {
    return kNone;
  }
  if (const std::uint32_t first = may & in.strict; first != 0) {
    return static_cast<std::size_t>(std::bit_width(first)) - 1;
  }
  if ((may >> turn_ & 1U) != 0 && scheduled_length(config_, in, turn_) <= deficits_[turn_]) {
    return turn_;
  }
  const std::uint32_t above = may & (~std::uint32_t{0} << (turn_ + 1));
  return static_cast<std::size_t>(std::countr_zero(above != 0 ? above : may));
}

void EgressSchedulerCycle::charge(const EgressSchedulerInputs& in, std::size_t c) {
  if (c != turn_ && (in.waiting >> turn_ & 1U) == 0) {
    deficits_[turn_] = 0;
  }
  const std::uint32_t length = scheduled_length(config_, in, c);
  std::uint32_t& deficit = deficits_[c];
  if (deficit < length) {
    deficit += scheduled_weight(config_, in, c) * in.quantum;
  }
  deficit = deficit < length ? 0 : deficit - length;
  turn_ = c;
}

EgressSchedulerOutputs EgressSchedulerCycle::evaluate(const EgressSchedulerInputs& in) {
  if (!in.rst_n) {
    turn_ = 0;
    deficits_ = {};
  }
  EgressSchedulerOutputs out{.turn = static_cast<std::uint32_t>(turn_)};
  if (const std::size_t c = choose(in); c != kNone) {
    out.chosen = std::uint32_t{1} << c;
    out.grant = in.ready && (in.port_open >> c & 1U) != 0;
  }
  std::uint64_t* const words[] = {&out.deficits_0_1, &out.deficits_2_3, &out.deficits_4_5, &out.deficits_6_7};
  for (std::size_t c = 0; c < kScheduledClasses; ++c) {
    put_field(*words[c / 2], config_.deficit_bits(), c % 2, deficits_[c]);
  }
  return out;
}

EgressSchedulerOutputs EgressSchedulerCycle::clock(const EgressSchedulerInputs& in) {
  const EgressSchedulerOutputs out = evaluate(in);
  if (in.rst_n && out.grant && (out.chosen & in.strict) == 0) {
    charge(in, static_cast<std::size_t>(std::countr_zero(out.chosen)));
  }
  return out;
}

}  // namespace weir::reference

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/itsy_causality/stimulus.h"

#include <algorithm>

namespace weir::cosim {

namespace {

constexpr std::uint64_t kPhaseCycles = 1024;

using reference::most_of;

}  // namespace

ItsyCausalityStimulus::ItsyCausalityStimulus(std::uint64_t seed, const reference::ItsyCausalityConfig& config)
    : random_(seed, "itsy_causality_stimulus"), config_(config), unit_(config) {}

void ItsyCausalityStimulus::fill(std::span<reference::ItsyCausalityInputs> cycles) {
  for (reference::ItsyCausalityInputs& cycle : cycles) {
    if (phase_left_ == 0) {
      next_phase();
    }
    --phase_left_;
    flags(random_.next());
    packets(random_.next());
    check(random_.next());
    unit_.clock(cycle_);
    cycle = cycle_;
  }
}

void ItsyCausalityStimulus::next_phase() {
  phase_left_ = kPhaseCycles;
  calm_ = static_cast<unsigned>(1 + random_.below(9));
  life_ = static_cast<unsigned>(random_.below(11));
  favourite_ = static_cast<std::uint32_t>(random_.below(config_.ports));
  cycle_.switch_id = static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << config_.switch_bits));
  cycle_.xon = static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << (1 + random_.below(config_.count_bits))));
  cycle_.ttl = static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << config_.ttl_bits));
}

// Takes 11 bits. One in sixteen is of any number that the bits hold.
std::uint32_t ItsyCausalityStimulus::port(std::uint64_t& draw) const {
  const std::uint64_t kind = take(draw, 4);
  const auto any = static_cast<std::uint32_t>(take(draw, 7));
  return kind == 0 ? any & most_of(std::min(config_.port_bits, 7U)) : kind < 8 ? favourite_ : any % config_.ports;
}

void ItsyCausalityStimulus::flags(std::uint64_t draw) {
  cycle_.pause_port = port(draw);
  cycle_.hold_port = port(draw);
  cycle_.take_port = port(draw);
  cycle_.again_port = port(draw);
  cycle_.take = take(draw, 2) == 0;
  cycle_.again = take(draw, 1) == 0;
  draw = random_.next();
  cycle_.pause_on = take(draw, calm_) != 0;
  cycle_.hold_on = take(draw, calm_) != 0;
  // A pause that begins anew makes the unit forget what it was given, and so is drawn seldom.
  cycle_.pause = take(draw, 3) == 0 && (!cycle_.pause_on || take(draw, calm_) == 0 ||
                                        (unit_.evaluate({}).pausing >> std::min(cycle_.pause_port, 63U) & 1U) == 0);
  cycle_.hold = take(draw, 2) == 0;
  cycle_.life_over = take(draw, life_) == 0;
  cycle_.clear = take(draw, 10) == 0;
  cycle_.rst_n = take(draw, 11) != 0;
  draw = random_.next();
  cycle_.read_egress = port(draw);
  cycle_.read_ingress = port(draw);
}

// An amount that brings the count to XON or beside it, to an end, or anywhere.
std::uint32_t ItsyCausalityStimulus::amount(std::uint64_t& draw, std::uint32_t count, bool departs) const {
  const std::uint64_t kind = take(draw, 2);
  const auto any = static_cast<std::uint32_t>(take(draw, 10));
  const bool part = config_.sums != 0 && any >= 512;  // of a sum
  const std::int64_t aim = kind == 0   ? std::int64_t{part ? cycle_.xon / 2 : cycle_.xon} + any % 3
                           : kind == 1 ? std::int64_t{cycle_.xon} + any % 5 - 2
                           : departs   ? 0
                                       : most_of(config_.count_bits);
  const std::int64_t moves = departs ? count - aim : aim - count;
  if (kind < 2 && moves >= 0) {
    return static_cast<std::uint32_t>(std::min<std::int64_t>(moves, most_of(config_.count_bits)));
  }
  return kind == 2 ? any & most_of(config_.count_bits)
                   : static_cast<std::uint32_t>(
                         std::clamp<std::int64_t>(moves + any % 3 - 1, 0, most_of(config_.count_bits)));
}

void ItsyCausalityStimulus::packets(std::uint64_t draw) {
  cycle_.departs_egress = port(draw);
  cycle_.departs_ingress = port(draw);
  cycle_.enqueues_egress = port(draw);
  cycle_.enqueues_ingress = port(draw);
  if (take(draw, 2) == 0) {
    cycle_.enqueues_egress = cycle_.departs_egress;
    cycle_.enqueues_ingress = cycle_.departs_ingress;
  }
  cycle_.departs = take(draw, 2) == 0;
  cycle_.enqueues = take(draw, 2) == 0;
  draw = random_.next();
  const auto count = [&](std::uint32_t e, std::uint32_t i) {
    return e < config_.ports && i < config_.ports ? unit_.count(e, i) : 0;
  };
  cycle_.departs_amount = amount(draw, count(cycle_.departs_egress, cycle_.departs_ingress), true);
  cycle_.enqueues_amount = amount(draw, count(cycle_.enqueues_egress, cycle_.enqueues_ingress), false);
}

// The egress whose check is to come again; none: past the last. With sums it may come to another one.
std::uint32_t ItsyCausalityStimulus::last_seen() const {
  const std::uint32_t here = cycle_.check_port;
  if (config_.sums != 0) {
    for (std::uint32_t e = here + 1; e < here + config_.ports; ++e) {
      if (unit_.seen(e % config_.ports).valid && (cycle_.check_ttl & 1U) != 0) {
        return e % config_.ports;
      }
    }
  }
  return here < config_.ports && unit_.seen(here).valid ? here : config_.ports;
}

void ItsyCausalityStimulus::check(std::uint64_t draw) {
  const std::uint64_t kind = take(draw, 3);
  cycle_.check = take(draw, 1) == 0;
  cycle_.check_port = port(draw);
  const auto step = static_cast<std::uint32_t>(take(draw, 5));
  if (kind < 3) {  // home, or nearly
    cycle_.check_switch = cycle_.switch_id ^ (kind == 0 && step == 0 ? 1U << take(draw, 3) % config_.switch_bits : 0);
    cycle_.check_initiator = port(draw);
    if (cycle_.check_initiator < config_.ports) {
      const std::uint32_t age = step < 8    ? step
                                : step < 16 ? unit_.given(cycle_.check_initiator) + step - 12
                                            : step * 9;
      cycle_.check_seq = (unit_.seq(cycle_.check_initiator) - age) & most_of(config_.seq_bits);
    }
    cycle_.check_ttl = static_cast<std::uint32_t>(take(draw, 8)) & most_of(config_.ttl_bits);
  } else if (kind < 6 && last_seen() < config_.ports) {  // the same, or nearly
    const auto& seen = unit_.seen(last_seen());
    cycle_.check_switch = seen.switch_id ^ (step == 1 ? 1U << take(draw, 5) % config_.switch_bits : 0);
    cycle_.check_initiator = seen.port ^ (step == 2 ? 1U << take(draw, 4) % config_.port_bits : 0);
    cycle_.check_seq = seen.seq ^ (step == 3 ? 1U << take(draw, 5) % config_.seq_bits : 0);
    cycle_.check_ttl = (seen.ttl + step % 4) & most_of(config_.ttl_bits);
  } else {
    const std::uint64_t any = random_.next();
    cycle_.check_switch = static_cast<std::uint32_t>(any) & most_of(config_.switch_bits);
    cycle_.check_initiator = static_cast<std::uint32_t>(any >> 30U) & most_of(config_.port_bits);
    cycle_.check_seq = static_cast<std::uint32_t>(any >> 34U) & most_of(config_.seq_bits);
    cycle_.check_ttl = static_cast<std::uint32_t>(any >> 50U) & most_of(config_.ttl_bits);
  }
}

}  // namespace weir::cosim

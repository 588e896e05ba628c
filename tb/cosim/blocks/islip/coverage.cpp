// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/islip/coverage.h"

#include <bit>

#include "hw_model/reference/round_robin.h"

namespace weir::cosim {

using reference::IslipConfig;
using reference::IslipMatching;

namespace {

enum Event : std::size_t { kTaken, kNotTaken, kConflict, kFurther, kFull, kRound, kReset };  // NOLINT(*-enum-size)

const std::vector<std::string> kNoYes = {"no", "yes"};

std::vector<std::string> events() { return {"taken", "not_taken", "conflict", "further", "full", "round", "reset"}; }

std::size_t flag(bool set) { return set ? 1 : 0; }

CoverageDimension ports(std::string name, unsigned inputs) { return numbers(std::move(name), 0, inputs - 1); }

unsigned size_of(const IslipConfig& config, const IslipMatching& matching) {
  unsigned pairs = 0;
  for (unsigned output = 0; output < config.inputs; ++output) {
    pairs += matching.input[output] != IslipMatching::kNobody ? 1 : 0;
  }
  return pairs;
}

}  // namespace

IslipCoverage::IslipCoverage(const IslipConfig& config, unsigned /*latency*/)
    : config_(config),
      inputs_(config.inputs),
      grants_("grant",
              {ports("output", inputs_), ports("pointer", inputs_), ports("grant", inputs_), {"others_ask", kNoYes}}),
      accepts_(
          "accept",
          {ports("input", inputs_), ports("pointer", inputs_), ports("accept", inputs_), {"others_offer", kNoYes}}),
      pairs_(
          "pair",
          {ports("output", inputs_), ports("input", inputs_), {"iteration", {"first", "further"}}, {"taken", kNoYes}}),
      asking_("asking", {numbers("inputs", 0, inputs_), numbers("outputs", 0, inputs_)}),
      sizes_("size", {numbers("pairs", 0, inputs_), {"taken", kNoYes}}),
      ends_("iterations", {numbers("last", 0, config.iterations), {"maximal", kNoYes}}),
      events_(events()) {
  rule_out();
}

void IslipCoverage::rule_out() {
  for (std::size_t port = 0; port < inputs_; ++port) {
    for (std::size_t pointer = 0; pointer < inputs_; ++pointer) {  // who is last in turn is granted alone
      const std::size_t last = (pointer + inputs_ - 1) % inputs_;
      grants_.rule_out(grants_.index({port, pointer, last, 1}));
      accepts_.rule_out(accepts_.index({port, pointer, last, 1}));
    }
    asking_.rule_out(asking_.index({0, port + 1}));
    asking_.rule_out(asking_.index({port + 1, 0}));
  }
  // An iteration that adds no pair has left none to add.
  for (std::size_t last = 0; last < config_.iterations; ++last) {
    ends_.rule_out(ends_.index({last, 0}));
  }
  if (config_.iterations == inputs_) {
    ends_.rule_out(ends_.index({inputs_, 0}));
  }
  if (config_.iterations == 1) {
    for (std::size_t pair = 0; pair < std::size_t{inputs_} * inputs_; ++pair) {
      for (const std::size_t taken : {0U, 1U}) {
        pairs_.rule_out(pairs_.index({pair / inputs_, pair % inputs_, 1, taken}));
      }
    }
    for (std::size_t other = 0; other <= kReset; ++other) {
      events_.rule_out(kFurther, other);
      events_.rule_out(other, kFurther);
    }
  }
}

void IslipCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t n = 0; n < in.size(); ++n) {
    if (!in[n].rst_n) {
      events_.events(std::uint64_t{1} << kReset);
      continue;
    }
    const Slot slot = slot_of(in[n], out[n]);
    turns(slot);
    matching(slot, in[n].take);
    event(in[n], slot);
  }
}

IslipCoverage::Slot IslipCoverage::slot_of(const Inputs& in, const Outputs& out) const {
  Slot slot;
  for (unsigned port = 0; port < inputs_; ++port) {
    slot.asking[port] = reference::islip_row(config_, in.req, port);
    slot.pointers.grant[port] = static_cast<std::uint8_t>(reference::islip_pointer(config_, out.grant_pointer, port));
    slot.pointers.accept[port] = static_cast<std::uint8_t>(reference::islip_pointer(config_, out.accept_pointer, port));
    if (slot.asking[port] != 0) {
      slot.offers[reference::next_in_turn(slot.asking[port], slot.pointers.grant[port])] |= std::uint64_t{1} << port;
    }
  }
  slot.matching = reference::islip_match(config_, slot.pointers, std::span(slot.asking, inputs_));
  return slot;
}

void IslipCoverage::turns(const Slot& slot) {
  for (std::size_t port = 0; port < inputs_; ++port) {
    const std::size_t grant_from = slot.pointers.grant[port];
    const std::size_t accept_from = slot.pointers.accept[port];
    if (const std::uint64_t asking = slot.asking[port]; asking != 0) {
      grants_.hit(grants_.index(
          {port, grant_from, reference::next_in_turn(asking, grant_from), flag(!std::has_single_bit(asking))}));
    }
    if (const std::uint64_t offers = slot.offers[port]; offers != 0) {
      accepts_.hit(accepts_.index(
          {port, accept_from, reference::next_in_turn(offers, accept_from), flag(!std::has_single_bit(offers))}));
    }
  }
}

void IslipCoverage::matching(const Slot& slot, bool taken) {
  std::uint64_t inputs = 0;
  std::size_t outputs = 0;
  for (std::size_t output = 0; output < inputs_; ++output) {
    inputs |= slot.asking[output];
    outputs += flag(slot.asking[output] != 0);
    if (const std::uint8_t input = slot.matching.input[output]; input != IslipMatching::kNobody) {
      const bool first = (slot.matching.first >> output & 1U) != 0;
      pairs_.hit(pairs_.index({output, input, flag(!first), flag(taken)}));
    }
  }
  const unsigned size = size_of(config_, slot.matching);
  asking_.hit(asking_.index({static_cast<std::size_t>(std::popcount(inputs)), outputs}));
  sizes_.hit(sizes_.index({size, flag(taken)}));
  IslipConfig fewer = config_;
  for (fewer.iterations = 0;
       size_of(fewer, reference::islip_match(fewer, slot.pointers, std::span(slot.asking, inputs_))) < size;
       ++fewer.iterations) {
  }
  ends_.hit(ends_.index({fewer.iterations, flag(maximal(slot))}));
}

bool IslipCoverage::maximal(const Slot& slot) const {
  std::uint64_t left = config_.all();
  for (unsigned output = 0; output < inputs_; ++output) {
    if (slot.matching.input[output] != IslipMatching::kNobody) {
      left &= ~(std::uint64_t{1} << slot.matching.input[output]);
    }
  }
  for (unsigned output = 0; output < inputs_; ++output) {
    if (slot.matching.input[output] == IslipMatching::kNobody && (slot.asking[output] & left) != 0) {
      return false;
    }
  }
  return true;
}

void IslipCoverage::event(const Inputs& in, const Slot& slot) {
  std::uint64_t events = 0;
  const auto met = [&](bool happens, Event event) { events |= std::uint64_t{flag(happens)} << event; };
  const unsigned size = size_of(config_, slot.matching);
  bool conflict = false;
  bool round = false;
  for (unsigned port = 0; port < inputs_; ++port) {
    conflict = conflict || std::popcount(slot.offers[port]) > 1;
    const bool first = (slot.matching.first >> port & 1U) != 0;
    round = round || (first && (port + 1 == inputs_ || slot.matching.input[port] + 1U == inputs_));
  }
  met(size > 0 && in.take, kTaken);
  met(size > 0 && !in.take, kNotTaken);
  met(conflict, kConflict);
  met(size > static_cast<unsigned>(std::popcount(slot.matching.first)), kFurther);
  met(size == inputs_, kFull);
  met(round && in.take, kRound);
  events_.events(events);
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/islip_cycle.h"

#include <bit>
#include <stdexcept>
#include <string>

#include "hw_model/reference/islip_match.h"
#include "hw_model/reference/round_robin.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

namespace {

constexpr unsigned kWordBits = 64;

// `bits` bits of a port of many words, from bit `at` on.
std::uint64_t bits_at(std::span<const std::uint64_t> words, unsigned at, unsigned bits) {
  const unsigned shift = at % kWordBits;
  std::uint64_t value = words[at / kWordBits] >> shift;
  if (shift + bits > kWordBits) {
    value |= words[at / kWordBits + 1] << (kWordBits - shift);
  }
  return value & (~std::uint64_t{0} >> (kWordBits - bits));
}

void set_bits_at(std::span<std::uint64_t> words, unsigned at, unsigned bits, std::uint64_t value) {
  const unsigned shift = at % kWordBits;
  const std::uint64_t mask = ~std::uint64_t{0} >> (kWordBits - bits);
  std::uint64_t& low = words[at / kWordBits];
  low = (low & ~(mask << shift)) | value << shift;
  if (shift + bits > kWordBits) {
    std::uint64_t& high = words[at / kWordBits + 1];
    high = (high & ~(mask >> (kWordBits - shift))) | value >> (kWordBits - shift);
  }
}

std::uint64_t bit_of(std::size_t port) { return std::uint64_t{1} << port; }

}  // namespace

void IslipConfig::validate() const {
  std::string wrong = out_of_range("inputs", inputs, "INPUTS");
  if (wrong.empty() && (iterations < 1 || iterations > inputs)) {
    wrong = "iterations is " + std::to_string(iterations) + ", wanted 1.." + std::to_string(inputs) + " of " +
            std::to_string(inputs) + " inputs";
  }
  if (!wrong.empty()) {
    throw std::invalid_argument("islip: " + wrong);
  }
}

unsigned IslipConfig::pointer_bits() const { return static_cast<unsigned>(std::bit_width(inputs - 1)); }

IslipMatching islip_match(const IslipConfig& config, const IslipPointers& pointers,
                          std::span<const std::uint64_t> asking) {
  struct Ports {
    const IslipPointers& pointers;
    std::span<const std::uint64_t> requests;
    IslipMatching& matching;
    std::array<std::uint64_t, kMostIslipInputs> granting;

    std::uint64_t asking(std::size_t output) const { return requests[output]; }
    std::size_t first_of(std::size_t output) const { return pointers.grant[output]; }
    std::uint64_t& offers(std::size_t input) { return granting[input]; }
    std::size_t accepts(std::size_t input) const { return pointers.accept[input]; }
    void first(std::size_t input, std::size_t output) {
      further(input, output);
      matching.first |= bit_of(output);
    }
    void further(std::size_t input, std::size_t output) { matching.input[output] = static_cast<std::uint8_t>(input); }
  };
  IslipMatching matching;
  matching.input.fill(IslipMatching::kNobody);
  Ports ports{pointers, asking, matching, {}};
  std::uint64_t open = 0;
  for (std::size_t output = 0; output < config.inputs; ++output) {
    open |= asking[output] != 0 ? bit_of(output) : 0;
  }
  if (config.iterations > 0) {
    match_islip(ports, open, config.iterations);
  }
  return matching;
}

std::uint64_t islip_row(const IslipConfig& config, const IslipPairs& pairs, unsigned output) {
  return bits_at(pairs, output * config.inputs, config.inputs);
}

void set_islip_row(const IslipConfig& config, IslipPairs& pairs, unsigned output, std::uint64_t inputs) {
  set_bits_at(pairs, output * config.inputs, config.inputs, inputs);
}

unsigned islip_pointer(const IslipConfig& config, const IslipPointerBits& pointers, unsigned port) {
  const unsigned bits = config.pointer_bits();
  return static_cast<unsigned>(bits_at(pointers, port * bits, bits));
}

void set_islip_pointer(const IslipConfig& config, IslipPointerBits& pointers, unsigned port, unsigned pointer) {
  const unsigned bits = config.pointer_bits();
  set_bits_at(pointers, port * bits, bits, pointer);
}

IslipCycle::IslipCycle(const IslipConfig& config) : config_(config) { config_.validate(); }

IslipMatching IslipCycle::match(const IslipInputs& in) {
  if (!in.rst_n) {
    pointers_ = {};
  }
  std::array<std::uint64_t, kMostIslipInputs> asking;
  for (unsigned output = 0; output < config_.inputs; ++output) {
    asking[output] = islip_row(config_, in.req, output);
  }
  return islip_match(config_, pointers_, std::span(asking).first(config_.inputs));
}

IslipOutputs IslipCycle::outputs(const IslipMatching& matching) const {
  IslipOutputs out;
  for (unsigned port = 0; port < config_.inputs; ++port) {
    if (matching.input[port] != IslipMatching::kNobody) {
      set_islip_row(config_, out.match, port, bit_of(matching.input[port]));
    }
    set_islip_pointer(config_, out.grant_pointer, port, pointers_.grant[port]);
    set_islip_pointer(config_, out.accept_pointer, port, pointers_.accept[port]);
  }
  return out;
}

IslipOutputs IslipCycle::evaluate(const IslipInputs& in) {
  const IslipMatching matching = match(in);
  return outputs(matching);
}

IslipOutputs IslipCycle::clock(const IslipInputs& in) {
  const IslipMatching matching = match(in);
  const IslipOutputs out = outputs(matching);
  if (in.rst_n && in.take) {
    for (std::uint64_t moving = matching.first; moving != 0; moving &= moving - 1) {
      const auto output = static_cast<std::size_t>(std::countr_zero(moving));
      const std::size_t input = matching.input[output];
      pointers_.grant[output] = static_cast<std::uint8_t>(turn_after(input, config_.inputs));
      pointers_.accept[input] = static_cast<std::uint8_t>(turn_after(output, config_.inputs));
    }
  }
  return out;
}

}  // namespace weir::reference

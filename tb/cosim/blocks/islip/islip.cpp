// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/islip/islip.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "tb/cosim/clocked_in_switch.h"

namespace weir::cosim {

using reference::IslipConfig;
using reference::IslipInputs;
using reference::IslipOutputs;

namespace {

constexpr Time kPeriod{1200};
constexpr unsigned kMostPlayed = 8;  // inputs

constexpr Width<IslipConfig> kWidths[] = {
    {"inputs", "INPUTS", &IslipConfig::inputs, reference::kIslipInputs, 3, "for the vectors", kMostPlayed},
    {"iterations", "ITERATIONS", &IslipConfig::iterations, reference::kIslipIterations},
};

// A port that is a word at these widths.
template <class Cycle, std::size_t kWords>
PortOf<Cycle> word_port(std::string name, unsigned bits, std::array<std::uint64_t, kWords> Cycle::*member) {
  return {{std::move(name), bits},
          [member](const Cycle& cycle) { return (cycle.*member)[0]; },
          [member](Cycle& cycle, std::uint64_t value) { (cycle.*member)[0] = value; },
          std::numeric_limits<std::uint64_t>::max()};
}

}  // namespace

BlockPorts<IslipInputs, IslipOutputs> IslipKind::ports(const Setup& setup) {
  setup.validate();
  if (setup.inputs > kMostPlayed) {
    throw std::invalid_argument("--parameter: INPUTS is " + std::to_string(setup.inputs) + ", wanted 3 to " +
                                std::to_string(kMostPlayed) + " for the vectors, whose ports have at most 64 bits");
  }
  const unsigned pairs = setup.inputs * setup.inputs;
  const unsigned pointers = setup.inputs * setup.pointer_bits();
  return {.period = kPeriod,
          .inputs = {port("rst_ni", 1, &IslipInputs::rst_n), word_port("req_i", pairs, &IslipInputs::req),
                     port("take_i", 1, &IslipInputs::take)},
          .outputs = {word_port("match_o", pairs, &IslipOutputs::match),
                      word_port("grant_pointer_o", pointers, &IslipOutputs::grant_pointer),
                      word_port("accept_pointer_o", pointers, &IslipOutputs::accept_pointer)}};
}

std::span<const Width<IslipConfig>> IslipKind::widths() { return kWidths; }

Block IslipKind::block(const Variant<IslipKind>& variant) { return clocked_block(variant); }

IslipConfig IslipKind::in_switch(const IslipConfig& asked) {
  return {.inputs = reference::kIslipInputs, .iterations = std::min(asked.iterations, reference::kMostIslipIterations)};
}

}  // namespace weir::cosim

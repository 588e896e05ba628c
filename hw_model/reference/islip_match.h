// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The matching of one slot by iSLIP among at most 64 inputs and outputs, each set of them a word: the arithmetic of the
// crossbar's arbiter and of the cycle model of rtl/islip.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "hw_model/reference/round_robin.h"

namespace weir::reference {

// `open`: the outputs to be matched, each asked for. iterations >= 1. A class Ports has
//   asking(output)       the inputs that ask for it
//   first_of(output)     its grant pointer
//   offers(input)        a word of the caller's that is 0 before and after: the outputs that grant the input
//   accepts(input)       its accept pointer
//   first(input, output), further(input, output)  told of each pair of the first and of further iterations, iterations
//                        in turn, inputs of one in order. Pointers of the pair may move: it takes part no more
template <class Ports>
[[gnu::always_inline]] inline void match_islip(Ports& ports, std::uint64_t open, unsigned iterations) {
  std::uint64_t busy = 0;  // inputs
  std::uint64_t offered = 0;
  const auto grant = [&](std::size_t output, std::uint64_t asks) {
    const std::size_t input = next_in_turn(asks, ports.first_of(output));
    ports.offers(input) |= std::uint64_t{1} << output;
    offered |= std::uint64_t{1} << input;
  };
  const auto accept = [&](auto pair) {
    for (; offered != 0; offered &= offered - 1) {
      const auto input = static_cast<std::size_t>(std::countr_zero(offered));
      std::uint64_t& granting = ports.offers(input);
      const std::size_t output = next_in_turn(granting, ports.accepts(input));
      granting = 0;
      open &= ~(std::uint64_t{1} << output);
      busy |= std::uint64_t{1} << input;
      pair(input, output);
    }
  };
  for (std::uint64_t left = open; left != 0; left &= left - 1) {
    const auto output = static_cast<std::size_t>(std::countr_zero(left));
    grant(output, ports.asking(output));
  }
  accept([&](std::size_t input, std::size_t output) { ports.first(input, output); });
  for (unsigned iteration = 1; iteration < iterations; ++iteration) {
    for (std::uint64_t left = open; left != 0; left &= left - 1) {
      const auto output = static_cast<std::size_t>(std::countr_zero(left));
      if (const std::uint64_t asks = ports.asking(output) & ~busy; asks != 0) {
        grant(output, asks);
      }
    }
    accept([&](std::size_t input, std::size_t output) { ports.further(input, output); });
  }
}

}  // namespace weir::reference

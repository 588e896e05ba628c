// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A stream of random numbers that depends on (seed, name) alone: adding a source never changes the draws of another.
// Counter-based (Philox 4x32-10), so a stream costs 40 bytes and is the same on any machine.

#pragma once

#include <cstdint>
#include <string_view>

namespace weir {

class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::string_view name);

  // Uniform over all 64-bit values.
  std::uint64_t next();

  // Uniform over 0..bound-1, without modulo bias. bound >= 1.
  std::uint64_t below(std::uint64_t bound);

  // Uniform over [0, 1), 53 bits.
  double unit();

 private:
  std::uint64_t key_;
  std::uint64_t counter_ = 0;
  std::uint64_t spare_ = 0;
  bool has_spare_ = false;
};

}  // namespace weir

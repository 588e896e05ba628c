// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Marking by the length of a queue (S. Floyd, V. Jacobson, RED, ToN 1(4), 1993, with the present depth in place of the
// average, as DCQCN, SIGCOMM '15, section 3.1, has it): no mark at or below k_min, with a probability that rises to
// p_max at k_max, all above. Used by red_ecn, and by TCD in its states 0 and 1.
//
// Registers: k_min, k_max, and the slope p_max / (k_max - k_min) as a binary fraction, so that the probability is one
// product, cut to `probability_bits`, and a mark one comparison with as many random bits. The hardware's shift register
// runs free; the model draws from a stream of its own when a packet asks.

#pragma once

#include <cstdint>
#include <string>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/congestion/congestion_config.h"

namespace weir::congestion {

class RedMarker {
 public:
  // The settings as software sees them.
  struct Settings {
    Bytes k_min;
    Bytes k_max;
    std::uint64_t slope = 0;  // units of 2^-(probability_bits + depth_bits) a byte
    bool operator==(const Settings&) const = default;
  };

  // `depth_bits`: of a VEQ's depth. `name` names the random numbers, "s1.p2.red".
  RedMarker(const RedEcnConfig& config, unsigned depth_bits, std::uint64_t seed, const std::string& name);

  // Whether a packet that leaves `behind` bytes of its VEQ behind it is marked.
  bool marks(Bytes behind);

  const Settings& settings() const { return settings_; }
  void set(const Settings& settings) { settings_ = settings; }

  // Throws std::invalid_argument, one line that begins with `prefix`, unless k_min is below k_max.
  static void check(const Settings& settings, const std::string& prefix);

  void reset() { drawn_ = 1; }

  std::uint64_t random_bits() const { return drawn_; }

  // Throws std::logic_error unless the block declares its registers, for red_ecn or for TCD.
  static void check_declared(const ledger::Block& block, bool of_tcd = false);

 private:
  Settings settings_;
  unsigned depth_bits_;
  unsigned probability_bits_;
  RandomStream random_;
  std::uint64_t drawn_ = 1;  // value of the shift register at the last draw
};

}  // namespace weir::congestion

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
#include <string_view>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "hw_model/ledger/rows.h"
#include "hw_model/mechanisms/congestion/congestion.h"

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

  // The registers of a marker with settings `config`, by their names.
  struct Names {
    std::string_view k_min, k_max, slope, random;
  };
  template <RedEcnConfig (*config)(const PortContext&)>
  static consteval auto rows(const Names& names);

  // The values after reset. Throws std::invalid_argument when no hardware could have the settings of `detector`.
  static Settings initial(const PortContext& context, const RedEcnConfig& config, const std::string& detector);

 private:
  Settings settings_;
  unsigned depth_bits_;
  unsigned probability_bits_;
  RandomStream random_;
  std::uint64_t drawn_ = 1;  // value of the shift register at the last draw
};

template <RedEcnConfig (*config)(const PortContext&)>
consteval auto RedMarker::rows(const Names& names) {
  using Row = ledger::RowsOf<PortContext>;
  using ledger::kOne;
  constexpr auto kProbability = [](const PortContext& context) { return config(context).probability_bits; };
  return Row::list(
      Row::setting<&Settings::k_min>({names.k_min, depth_bits, kOne, "bits of the buffer in bytes",
                                      "VEQ depth in bytes up to which nothing is marked"}),
      Row::setting<&Settings::k_max>({names.k_max, depth_bits, kOne, "bits of the buffer in bytes",
                                      "VEQ depth in bytes above which every packet is marked"}),
      Row::setting<&Settings::slope>(
          {names.slope,
           [](const PortContext& context) { return config(context).probability_bits + depth_bits(context); }, kOne,
           "a probability for each byte of depth", "p_max / (k_max - k_min), as a binary fraction"}),
      Row::internal<&RedMarker::drawn_>({names.random, kProbability, kOne, "probability_bits",
                                         "linear feedback shift register that a probability is compared with"})
          .reset(1),
      Row::holds<&RedMarker::settings_>(names.k_min, names.k_max, names.slope),
      Row::model_only<&RedMarker::depth_bits_>("constant: a width"),
      Row::model_only<&RedMarker::probability_bits_>("constant: a width"),
      Row::model_only<&RedMarker::random_>("the draws that stand for a free-running shift register"));
}

}  // namespace weir::congestion

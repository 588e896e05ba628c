// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/red_marker.h"

#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/congestion/detectors.h"

namespace weir::congestion {

RedMarker::RedMarker(const RedEcnConfig& config, unsigned depth_bits, std::uint64_t seed, const std::string& name)
    : settings_{config.k_min, config.k_max, red_slope(config, depth_bits)},
      depth_bits_(depth_bits),
      probability_bits_(config.probability_bits),
      random_(seed, name) {}

bool RedMarker::marks(Bytes behind) {
  if (behind <= settings_.k_min) {
    return false;
  }
  if (behind > settings_.k_max) {
    return true;
  }
  constexpr unsigned kDrawnBits = 64;
  const auto above = static_cast<std::uint64_t>((behind - settings_.k_min).count());
  const std::uint64_t probability = (above * settings_.slope) >> depth_bits_;
  drawn_ = random_.next() >> (kDrawnBits - probability_bits_);
  return drawn_ < probability;
}

void RedMarker::check(const Settings& settings, const std::string& prefix) {
  require(settings.k_min < settings.k_max, prefix + "_k_min is " + std::to_string(settings.k_min.count()) +
                                               " B, wanted less than " + prefix + "_k_max, " +
                                               std::to_string(settings.k_max.count()) + " B");
}

void RedMarker::check_declared(const ledger::Block& block, bool of_tcd) {
  constexpr auto fields = [](auto k_min, auto k_max, auto slope, auto random) consteval {
    return ledger::state_fields<RedMarker>(
        ledger::holds(&RedMarker::settings_, k_min, k_max, slope),
        ledger::model_only(&RedMarker::depth_bits_, "constant: a width"),
        ledger::model_only(&RedMarker::probability_bits_, "constant: a width"),
        ledger::model_only(&RedMarker::random_, "the draws that stand for a free-running shift register"),
        ledger::holds(&RedMarker::drawn_, random));
  };
  static constexpr auto kOfRed = fields("red_k_min", "red_k_max", "red_slope", "red_random");
  static constexpr auto kOfTcd = fields("tcd_k_min", "tcd_k_max", "tcd_slope", "tcd_random");
  ledger::require_declared(block, of_tcd ? kOfTcd : kOfRed);
}

}  // namespace weir::congestion

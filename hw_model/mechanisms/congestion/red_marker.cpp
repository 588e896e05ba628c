// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/red_marker.h"

#include "hw_model/base/quantity_text.h"
#include "hw_model/mechanisms/congestion/detectors.h"

namespace weir::congestion {
namespace {

constexpr unsigned kMostProbabilityBits = 24;

}  // namespace

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

RedMarker::Settings RedMarker::initial(const PortContext& context, const RedEcnConfig& config,
                                       const std::string& detector) {
  require_within_buffer(context, config.k_min, detector + ": k_min");
  require_within_buffer(context, config.k_max, detector + ": k_max");
  require(config.k_min < config.k_max, detector + ": k_min is " + bytes_text(config.k_min) +
                                           ", wanted less than k_max, " + bytes_text(config.k_max));
  require(config.p_max > 0 && config.p_max <= 1,
          detector + ": p_max is " + std::to_string(config.p_max) + ", wanted more than 0 and at most 1");
  require(config.probability_bits >= 1 && config.probability_bits <= kMostProbabilityBits,
          detector + ": probability_bits is " + std::to_string(config.probability_bits) + ", wanted 1.." +
              std::to_string(kMostProbabilityBits));
  return {config.k_min, config.k_max, red_slope(config, depth_bits(context))};
}

}  // namespace weir::congestion

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of the bench's cards of detectors.

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "tb/bounds/detector_card.h"

namespace weir::bounds {

// Each family of detectors has a file, NAME_card.cpp.
const DetectorCard& red_ecn_card();
const DetectorCard& ib_fecn_card();
const DetectorCard& tcd_card();
const DetectorCard& tcd_infiniband_card();
const DetectorCard& fera_card();
const DetectorCard& bcn_card();

namespace {

// By the words of the detectors.
std::map<std::string_view, const DetectorCard*>& detector_list() {
  static std::map<std::string_view, const DetectorCard*> all{
      {"red_ecn", &red_ecn_card()}, {"ib_fecn", &ib_fecn_card()},
      {"tcd", &tcd_card()},         {"tcd_infiniband", &tcd_infiniband_card()},
      {"fera", &fera_card()},       {"bcn", &bcn_card()}};
  return all;
}

}  // namespace

const DetectorCard& detector_card(congestion::DetectorKind kind) {
  const std::string_view word = congestion::name_of(kind);
  const auto found = detector_list().find(word);
  if (found == detector_list().end()) {
    throw std::invalid_argument("congestion.detector: \"" + std::string(word) +
                                "\" has no card of the bench, so that nothing is known of its warnings");
  }
  return *found->second;
}

void add_detector_card(std::string_view word, const DetectorCard& card) {
  if (!detector_list().emplace(word, &card).second) {
    throw std::invalid_argument("congestion.detector: \"" + std::string(word) + "\" has a card of the bench already");
  }
}

}  // namespace weir::bounds

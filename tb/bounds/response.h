// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How long a cable and a peer take where nothing better is known of them: what the headroom of a switch counts on. A
// peer may take so long to obey a PAUSE, by line rate.

#pragma once

#include <algorithm>
#include <array>

#include "hw_model/base/units.h"

namespace weir::bounds {

// Propagation of a cable, one way.
inline constexpr Time kTimePerMetre{5'000};

struct Response {
  BitRate rate;
  std::uint16_t quanta;  // of 512 bit times
};

// IEEE 802.3, 31B.3.7, as SONiC's buffer_headroom_mellanox.lua (sonic-swss, cfgmgr) has it; 800 Gbps is that file's.
inline constexpr std::array<Response, 9> kResponses = {{{BitRate(1'000'000'000), 2},
                                                        {BitRate(10'000'000'000), 67},
                                                        {BitRate(25'000'000'000), 80},
                                                        {BitRate(40'000'000'000), 118},
                                                        {BitRate(50'000'000'000), 147},
                                                        {BitRate(100'000'000'000), 394},
                                                        {BitRate(200'000'000'000), 453},
                                                        {BitRate(400'000'000'000), 905},
                                                        {BitRate(800'000'000'000), 905}}};

// A rate between two has the quanta of the higher one; above the last the time stays, so that the quanta grow.
constexpr Time response_time(BitRate rate) {
  for (const Response& known : kResponses) {
    if (rate <= known.rate) {
      return pause_time(known.quanta, rate);
    }
  }
  return pause_time(kResponses.back().quanta, kResponses.back().rate);
}

// As `rate`'s peer would say it in a PAUSE. rate as the table has it, or between two of its rates.
constexpr std::uint16_t response_quanta(BitRate rate) {
  return static_cast<std::uint16_t>(response_time(rate) / pause_time(1, rate));
}

// The table halves the time above this rate, where published headroom counts on the whole time of this rate.
inline constexpr BitRate kLongestResponse{400'000'000'000};

// response_time(), but above kLongestResponse at least the time at that rate.
constexpr Time longest_response_time(BitRate rate) {
  return rate > kLongestResponse ? std::max(response_time(rate), response_time(kLongestResponse)) : response_time(rate);
}

}  // namespace weir::bounds

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the slider of the report's drawing needs: how full the queues of each port were and when flow control held them,
// over the run. Times are those of the plots, in their unit.

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tb/report/plots.h"
#include "tb/report/results.h"
#include "tb/report/story.h"

namespace weir::report {

struct NetworkInstants {
  struct Port {
    // The fullest VIQ of the port: a letter for each time of the plots, 'a' for empty, 'u' for the depth at which its
    // scheme acts, 'z' for 125 % of that depth or more. A number behind a letter says how often the letter stands
    // there. Empty: not sampled.
    std::string levels;
    // When flow control held an egress queue of the port: from, to, from, to, ...; held to the end if the last is a
    // from.
    std::vector<double> held;
  };

  std::vector<Port> ports;
  std::map<std::pair<std::string, unsigned>, std::size_t> places;  // of device and port in `ports`
  double event = 0;                                                // where the slider stands when the page opens
  double closes = 0;                                               // the deadlock's circle
  std::optional<double> opens;                                     // nullopt: never again
};

// Levels come from the samples. Queues without a threshold are compared with the deepest such queue. Holds come from
// the events of the story; from samples where the run has no story, and where the story has left events out. Without
// samples, or if nothing was full or held at any time: no ports.
NetworkInstants network_instants(const Results& results, const PlotPage& page, const std::optional<Story>& story);

// The JSON read by page/slider.js.
std::string instants_to_json(const NetworkInstants& instants, bool deadlock);

}  // namespace weir::report

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Queues in what ranks tell each other. For .cpp files alone, because nlohmann's header is long.

#pragma once

#include <nlohmann/json.hpp>

#include "tb/oracle/wait_for_graph.h"

namespace weir::oracle {

inline nlohmann::json json_of(QueueId queue) { return {queue.device, queue.port.index(), queue.traffic_class.index()}; }

inline QueueId queue_of(const nlohmann::json& json) {
  return {json.at(0), PortId(json.at(1).get<std::size_t>()), ClassId(json.at(2).get<std::size_t>())};
}

}  // namespace weir::oracle

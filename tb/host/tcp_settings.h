// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// TCP settings of a flow: of each of its connections, and of the application above them.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"

namespace weir::host {

struct TcpSettings {
  // The sender (RFC 5681, RFC 6582, RFC 6298).
  Bytes receive_window{0};           // 1..65535, as windows are not scaled; at least a segment
  std::uint32_t initial_window = 1;  // segments, > 0
  Time initial_timeout{1'000'000'000'000};
  Time least_timeout{1'000'000'000};
  Time longest_timeout{60'000'000'000'000};  // >= least_timeout; limits the initial timeout, too
  bool limited_transmit = true;              // RFC 3042
  Time overhead{0};                          // longest delay, drawn, from an answer until the connection sends

  // The receiver.
  std::uint32_t acknowledge_every = 1;  // segments in order; > 0
  Time acknowledge_after{500'000'000};  // longest delay of an acknowledgement of fewer segments

  // The application.
  std::uint32_t connections = 1;  // 1..256
  Time start_within{0};           // each connection begins at a time drawn from this span after the flow's start
  std::uint32_t transaction = 0;  // segments after which a connection waits until all are acknowledged; 0: never
  Time idle{0};                   // from that moment to the next transaction
  bool fresh = true;              // a transaction begins with the window, threshold and timer of a new connection
};

inline constexpr std::uint32_t kMostConnections = 256;  // per flow

}  // namespace weir::host

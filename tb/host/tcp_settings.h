// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Settings of the TCP of a flow: of each of its connections, and of what the application above them does.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"

namespace weir::host {

struct TcpSettings {
  // The sender (RFC 5681, RFC 6582, RFC 6298).
  Bytes receive_window{0};           // 1..65535: windows are not scaled. At least a segment
  std::uint32_t initial_window = 1;  // segments, > 0
  Time initial_timeout{1'000'000'000'000};
  Time least_timeout{1'000'000'000};
  Time longest_timeout{60'000'000'000'000};  // at least least_timeout; also of the initial one
  bool limited_transmit = true;              // RFC 3042
  Time overhead{0};                          // an answer opens the window after a time drawn from so long

  // The receiver.
  std::uint32_t acknowledge_every = 1;  // segments in order; > 0
  Time acknowledge_after{500'000'000};  // those that are fewer

  // The application.
  std::uint32_t connections = 1;  // 1..256
  Time start_within{0};           // each connection begins at a time drawn from so long after the flow's start
  std::uint32_t transaction = 0;  // segments that a connection sends before it waits for all to be acknowledged; 0: it
                                  // never waits
  Time idle{0};                   // from then to the next transaction
  bool fresh = true;              // a transaction begins with window, threshold and timer as a new connection does
};

inline constexpr std::uint32_t kMostConnections = 256;  // of a flow

}  // namespace weir::host

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The receiver of one TCP connection: which bytes are new, and when they are acknowledged, cumulatively (RFC 9293, RFC
// 5681, section 4.2). Early bytes within the window are kept. A segment out of order, whether before, beyond or into a
// gap, is answered at once. Of segments in order every n-th is answered, or the first when it has waited long enough.
//
// Bytes have numbers of 64 bits, as at the sender (tcp_sender.h). The application takes bytes in order at once, so the
// window never closes.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/host/tcp_settings.h"

namespace weir::host {

class TcpReceiver {
 public:
  explicit TcpReceiver(const TcpSettings& settings);

  struct Response {
    bool taken = false;   // the segment brought new bytes
    bool answer = false;  // answer now
    bool wait = false;    // deadline() has been set by this segment
  };
  // A segment of `length` > 0 bytes has arrived, whose first byte is `sequence`.
  Response received(std::uint64_t sequence, Bytes length, Time now);

  // Until when an unanswered segment may wait; kNever: none waits. timer(): true means answer now.
  Time deadline() const { return deadline_; }
  bool timer(Time now);

  // The first missing byte.
  std::uint64_t next() const { return next_; }

 private:
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  // one past the last byte
  };

  bool keep(Range range);
  void take_kept();

  TcpSettings settings_;
  std::uint64_t next_ = 1;
  std::vector<Range> early_;  // kept bytes beyond next_, sorted, with gaps between the ranges
  std::uint32_t unanswered_ = 0;
  Time deadline_ = kNever;
};

}  // namespace weir::host

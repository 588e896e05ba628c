// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One TCP connection at its receiver: which bytes are new, and when they are acknowledged, cumulatively (RFC 9293,
// RFC 5681, section 4.2). What comes early within the window is kept. A segment out of order, before, behind or into a
// gap, is answered at once; of those in order every n-th is, and fewer when the first of them has waited long enough.
//
// Bytes have numbers of 64 bits, as at the sender (tcp_sender.h). The application takes what is in order at once, so
// the window never closes.

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
    bool taken = false;   // it has bytes that were not there before
    bool answer = false;  // now
    bool wait = false;    // deadline() has been set
  };
  // A segment of `length` bytes > 0 from byte `sequence` on has come.
  Response received(std::uint64_t sequence, Bytes length, Time now);

  // Until when what is not answered may wait; kNever: all is answered. True: answer now.
  Time deadline() const { return deadline_; }
  bool timer(Time now);

  // The first byte that is not there.
  std::uint64_t next() const { return next_; }

 private:
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  // behind its last byte
  };

  bool keep(Range range);
  void take_kept();

  TcpSettings settings_;
  std::uint64_t next_ = 1;
  std::vector<Range> early_;  // behind next_, sorted, with gaps between
  std::uint32_t unanswered_ = 0;
  Time deadline_ = kNever;
};

}  // namespace weir::host

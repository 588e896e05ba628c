// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/tcp_receiver.h"

#include <algorithm>

namespace weir::host {

TcpReceiver::TcpReceiver(const TcpSettings& settings) : settings_(settings) {
  constexpr std::size_t kUsual = 64;  // a range a segment at most, of which few fit into a window
  early_.reserve(kUsual);
}

// False: all bytes of the range have been kept before.
bool TcpReceiver::keep(Range range) {
  auto first = std::find_if(early_.begin(), early_.end(), [&](const Range& r) { return r.end >= range.begin; });
  if (first != early_.end() && first->begin <= range.begin && range.end <= first->end) {
    return false;
  }
  auto last = first;
  for (; last != early_.end() && last->begin <= range.end; ++last) {
    range.begin = std::min(range.begin, last->begin);
    range.end = std::max(range.end, last->end);
  }
  early_.insert(early_.erase(first, last), range);
  return true;
}

void TcpReceiver::take_kept() {
  auto behind = early_.begin();
  for (; behind != early_.end() && behind->begin <= next_; ++behind) {
    next_ = std::max(next_, behind->end);
  }
  early_.erase(early_.begin(), behind);
}

TcpReceiver::Response TcpReceiver::received(std::uint64_t sequence, Bytes length, Time now) {
  const auto window_end = next_ + static_cast<std::uint64_t>(settings_.receive_window.count());
  const std::uint64_t end = std::min(sequence + static_cast<std::uint64_t>(length.count()), window_end);
  Response response{.answer = true};
  if (sequence > next_) {
    response.taken = sequence < end && keep({sequence, end});
  } else if (end > next_) {
    response.taken = true;
    const bool gap = !early_.empty();
    next_ = end;
    take_kept();
    response.answer = gap || ++unanswered_ >= settings_.acknowledge_every;
  }
  if (response.answer) {
    unanswered_ = 0;
    deadline_ = kNever;
  } else if (deadline_ == kNever) {
    deadline_ = now + settings_.acknowledge_after;
    response.wait = true;
  }
  return response;
}

bool TcpReceiver::timer(Time now) {
  if (now < deadline_) {
    return false;
  }
  unanswered_ = 0;
  deadline_ = kNever;
  return true;
}

}  // namespace weir::host

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/tcp_sender.h"

#include <algorithm>
#include <limits>

namespace weir::host {

namespace {

constexpr unsigned kFastRetransmit = 3;                                          // duplicates
constexpr std::int64_t kNoThreshold = std::numeric_limits<std::int64_t>::max();  // "arbitrarily high", RFC 5681, 3.1

}  // namespace

TcpSender::TcpSender(const TcpSettings& settings, Bytes segment)
    : settings_(settings), segment_(segment.count()), round_trip_(settings) {
  restart();
}

void TcpSender::restart() {
  window_ = segment_ * settings_.initial_window;
  threshold_ = kNoThreshold;
  round_trip_ = TcpRoundTrip(settings_);
  recover_ = first_ - 1;
  duplicates_ = 0;
  timed_ = 0;
  last_sent_ = kNever;
}

bool TcpSender::may_send(bool more) const {
  if (retransmit_) {
    return true;
  }
  const auto in_flight = static_cast<std::int64_t>(next_ - first_);
  if (next_ < end_) {
    return in_flight + segment_ <= window_;
  }
  const bool limited = settings_.limited_transmit && !recovering_ && duplicates_ < kFastRetransmit;
  const std::int64_t window = window_ + (limited ? segment_ * duplicates_ : 0);
  return more && in_flight + segment_ <= std::min(window, settings_.receive_window.count());
}

TcpSender::Segment TcpSender::send(Time now) {
  Segment segment{.sequence = first_, .again = true};
  if (retransmit_) {
    retransmit_ = false;
  } else {
    if (all_acknowledged() && last_sent_ != kNever && now - last_sent_ > round_trip_.timeout()) {
      window_ = std::min(window_, segment_ * settings_.initial_window);  // RFC 5681, section 4.1
    }
    segment = {.sequence = next_, .again = next_ < end_};
    next_ += static_cast<std::uint64_t>(segment_);
    if (!segment.again) {
      limited_ += static_cast<std::int64_t>(next_ - first_) > window_ ? segment_ : 0;
      end_ = next_;
      if (timed_ == 0) {
        timed_ = end_;
        timed_at_ = now;
      }
    }
  }
  if (segment.again && segment.sequence < timed_) {
    timed_ = 0;
  }
  last_sent_ = now;
  if (deadline_ == kNever) {
    deadline_ = now + round_trip_.timeout();
  }
  return segment;
}

std::int64_t TcpSender::half_of_flight() const {
  return std::max((outstanding() - limited_) / 2, 2 * segment_);  // RFC 5681, equation 4
}

void TcpSender::hear_duplicate() {
  ++duplicates_;
  if (recovering_) {
    window_ += segment_;
  } else if (duplicates_ == kFastRetransmit && first_ > recover_) {
    threshold_ = half_of_flight();
    window_ = threshold_ + kFastRetransmit * segment_;
    recover_ = end_;
    recovering_ = true;
    partial_ = false;
    retransmit_ = true;
    ++fast_retransmits_;
  }
}

void TcpSender::hear_while_recovering(std::int64_t bytes, Time now) {
  if (first_ >= recover_) {
    recovering_ = false;
    retransmit_ = false;
    window_ = std::min(threshold_, std::max(outstanding(), segment_) + segment_);
    deadline_ = now + round_trip_.timeout();
    return;
  }
  retransmit_ = true;
  window_ = std::max(window_ - bytes + (bytes >= segment_ ? segment_ : 0), segment_);
  if (!partial_) {
    partial_ = true;
    deadline_ = now + round_trip_.timeout();
  }
}

void TcpSender::grow(std::int64_t bytes) {
  window_ +=
      window_ < threshold_ ? std::min(bytes, segment_) : std::max(segment_ * segment_ / window_, std::int64_t{1});
}

void TcpSender::acknowledged(std::uint64_t number, Time now) {
  if (number < first_ || number > end_) {
    return;
  }
  if (number == first_) {
    if (!all_acknowledged()) {
      hear_duplicate();
    }
    return;
  }
  const auto bytes = static_cast<std::int64_t>(number - first_);
  first_ = number;
  next_ = std::max(next_, number);  // what was to go again has arrived after all
  duplicates_ = 0;
  limited_ = 0;
  if (timed_ != 0 && number >= timed_) {
    round_trip_.sample(now - timed_at_);
    timed_ = 0;
  }
  if (recovering_) {
    hear_while_recovering(bytes, now);
  } else {
    grow(bytes);
    deadline_ = now + round_trip_.timeout();
  }
  if (all_acknowledged()) {
    deadline_ = kNever;
  }
}

bool TcpSender::timer(Time now) {
  if (now < deadline_) {
    return false;
  }
  if (timed_out_ != first_) {  // once for what is lost once: RFC 5681, section 3.1
    threshold_ = half_of_flight();
    timed_out_ = first_;
  }
  round_trip_.back_off();
  window_ = segment_;
  next_ = first_;
  recover_ = end_;
  duplicates_ = 0;
  limited_ = 0;
  recovering_ = false;
  retransmit_ = false;
  timed_ = 0;
  deadline_ = kNever;  // until the first goes again
  return true;
}

}  // namespace weir::host

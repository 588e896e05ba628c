// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/go_back_n.h"

#include <algorithm>
#include <utility>

namespace weir::host {

void GoBackN::remember(Time from) {
  constexpr std::size_t kFirstSize = 8;
  if (next_ - first_ == sent_at_.size()) {
    std::vector<Time> larger(std::max(kFirstSize, 2 * sent_at_.size()));
    for (std::uint64_t number = first_; number < next_; ++number) {
      larger[number & (larger.size() - 1)] = sent_at(number);
    }
    sent_at_ = std::move(larger);
  }
  sent_at(next_) = from;
}

void GoBackN::sent(Time now, Time from) {
  remember(from);
  ++next_;
  end_ = std::max(end_, next_);
  deadline_ = end_of_silence(now);
}

GoBackN::Progress GoBackN::acknowledged(std::uint64_t number, Time now) {
  if (number <= first_ || number > end_) {
    return {};
  }
  Progress progress{.packets = number - first_};
  if (number - 1 >= sent_again_before_) {
    progress.round_trip = now - sent_at(number - 1);
  }
  first_ = number;
  next_ = std::max(next_, number);  // what was to go again has arrived after all
  deadline_ = first_ < end_ ? end_of_silence(now) : kNever;
  return progress;
}

bool GoBackN::lacking(std::uint64_t number, Time now) {
  if (number != first_ || number == lacked_ || first_ == end_) {
    return false;
  }
  lacked_ = number;
  sent_again_before_ = end_;
  next_ = first_;
  deadline_ = end_of_silence(now);
  return true;
}

bool GoBackN::timer(Time now) {
  if (now < deadline_) {
    return false;
  }
  lacked_ = ~std::uint64_t{0};
  sent_again_before_ = end_;
  next_ = first_;
  deadline_ = kNever;  // until the first goes again
  return true;
}

}  // namespace weir::host

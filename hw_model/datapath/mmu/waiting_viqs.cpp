// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/mmu/waiting_viqs.h"

#include "hw_model/base/invariant.h"

namespace weir::mmu {

void WaitingViqs::wait(PortId p, ClassId c, std::int64_t free) {
  Waiting& viq = viqs_.at(p, c);
  viq.resumes_at = free;
  wakes_at_ = std::min(wakes_at_, free);
  if (viq.place == kNotWaiting) {
    viq.place = static_cast<std::uint32_t>(list_.size());
    list_.push_back(static_cast<std::uint32_t>(p.index() * kClasses + c.index()));
  }
}

void WaitingViqs::stop(PortId p, ClassId c) {
  Waiting& viq = viqs_.at(p, c);
  if (viq.place == kNotWaiting) {
    return;
  }
  const std::uint32_t last = list_.back();
  list_[viq.place] = last;
  viqs_.at(PortId(last / kClasses), ClassId(last % kClasses)).place = viq.place;
  list_.pop_back();
  viq.place = kNotWaiting;
}

void WaitingViqs::stop_all() {
  wakes_at_ = kNever;
  while (!list_.empty()) {
    stop(PortId(list_.back() / kClasses), ClassId(list_.back() % kClasses));
  }
}

void WaitingViqs::check(std::int64_t free, const std::string& place, Time now) const {
  for (const std::uint32_t waiting : list_) {
    const std::int64_t resumes_at = viqs_.at(PortId(waiting / kClasses), ClassId(waiting % kClasses)).resumes_at;
    if (resumes_at <= free || resumes_at < wakes_at_) {
      broken_invariant(
          "a VIQ waits for " + std::to_string(resumes_at) + " free cells, and " + std::to_string(free) + " are free",
          place, "", now);
    }
  }
}

}  // namespace weir::mmu

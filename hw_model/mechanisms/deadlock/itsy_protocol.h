// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The protocol of ITSY in one lossless class: the repaired or the published one, as the settings say. The functions are
// those of reference/itsy_repaired.h and itsy_published.h. A block in RTL may stand beside the repaired one.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "hw_model/mechanisms/deadlock/clocked_causality.h"
#include "hw_model/mechanisms/deadlock/deadlock_config.h"
#include "hw_model/reference/itsy_published.h"
#include "hw_model/reference/itsy_repaired.h"

namespace weir::deadlock {

class ItsyProtocol {
 public:
  ItsyProtocol(const ItsyConfig& config, std::size_t ports) {
    const unsigned seq_bits = config.widths().seq;
    if (config.protocol == Protocol::kPublished)
      b_.emplace(reference::ItsyPublished::Settings{.switch_id = config.switch_id, .seq_bits = seq_bits}, ports, 0U);
    else
      a_.emplace(
          reference::ItsyRepaired::Settings{
              .switch_id = config.switch_id, .seq_bits = seq_bits, .ttl = config.ttl, .sums = config.sums},
          ports, 0U);
  }

  const std::optional<reference::ItsyRepaired>& repaired() const { return a_; }
  const std::optional<reference::ItsyPublished>& published() const { return b_; }
  std::optional<reference::ItsyPublished>& published() { return b_; }

  // From now on the block decides, too; the protocol is the repaired one. XON of every ingress: before the first event.
  void take_block(std::unique_ptr<ClockedCausality> block) { clocked_ = std::move(block); }
  bool has_block() const { return clocked_ != nullptr; }
  void set_xon(std::uint32_t xon) {
    for (std::size_t i = 0; i < causality().ports(); ++i)
      a_->resumes_at(PortId(i), xon);
    clocked_->set_xon(xon);
  }
  // Of the events that follow.
  void at(Time now) { clocked_->at(now); }

  bool repeats() const { return a_ ? a_->kRepeats : b_->kRepeats; }
  bool held_when_idle() const { return a_ ? a_->kHeldWhenIdle : b_->kHeldWhenIdle; }
  const reference::ItsyCausality& causality() const { return a_ ? a_->causality() : b_->causality(); }
  std::uint32_t seq(PortId i) const { return a_ ? a_->state(i).seq : b_->state(i).seq; }
  void enqueued(PortId e, PortId i, std::uint32_t n) {
    a_ ? a_->enqueued(e, i, n) : b_->enqueued(e, i, n);
    if (clocked_)
      clocked_->enqueued(e, i, n, *a_);
  }
  void departed(PortId e, PortId i, std::uint32_t n) {
    a_ ? a_->departed(e, i, n) : b_->departed(e, i, n);
    if (clocked_)
      clocked_->departed(e, i, n, *a_);
  }
  void held(PortId e, bool on) {
    a_ ? a_->held(e, on) : b_->held(e, on);
    if (clocked_)
      clocked_->held(e, on, *a_);
  }
  void held_by_host(PortId e) { a_ ? a_->held_by_host(e) : b_->held_by_host(e); }
  void pausing(PortId i, bool on, PortId because) {
    a_ ? a_->pausing(i, on, because) : b_->pausing(i, on, because);
    if (clocked_)
      clocked_->pausing(i, on, *a_);
  }
  void resumes_at(PortId i, std::uint32_t xon) { a_ ? a_->resumes_at(i, xon) : b_->resumes_at(i, xon); }
  void again(PortId i) {
    a_ ? a_->again(i) : b_->again(i);
    if (clocked_)
      clocked_->again(i, *a_);
  }
  void life_over() {
    a_ ? a_->life_over() : b_->life_over();
    if (clocked_)
      clocked_->life_over(*a_);
  }
  bool due(PortId i) const { return clocked_ ? clocked_->due(i, *a_) : a_ ? a_->due(i) : b_->due(i); }
  bool due(PortId i, frame::ItsyKind kind) const {
    if (clocked_)
      return kind == frame::ItsyKind::kChecking && due(i);
    return a_ ? a_->due(i, kind) : b_->due(i, kind);
  }
  void reset() {
    a_ ? a_->reset() : b_->reset();
    if (clocked_)
      clocked_->reset(*a_);
  }
  std::optional<PortId> arrived(PortId p, const frame::ItsyMessage& message) {
    return clocked_ ? clocked_->arrived(p, message, *a_) : a_ ? a_->arrived(p, message) : b_->arrived(p, message);
  }
  std::optional<frame::ItsyMessage> take(PortId i) {
    return clocked_ ? clocked_->take(i, *a_) : a_ ? a_->take(i) : b_->take(i);
  }
  std::optional<frame::ItsyMessage> take(PortId i, frame::ItsyKind kind) {
    return clocked_ ? take(i) : a_ ? a_->take(i, kind) : b_->take(i, kind);
  }

 private:
  std::optional<reference::ItsyRepaired> a_;  // one of the two
  std::optional<reference::ItsyPublished> b_;
  std::unique_ptr<ClockedCausality> clocked_;  // null: the protocol alone
};

}  // namespace weir::deadlock

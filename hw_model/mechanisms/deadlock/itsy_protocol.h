// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The protocol of ITSY in one lossless class: the repaired or the published one, as the settings say. The functions are
// those of reference/itsy_repaired.h and itsy_published.h.

#pragma once

#include <cstdint>
#include <optional>

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

  bool repeats() const { return a_ ? a_->kRepeats : b_->kRepeats; }
  bool held_when_idle() const { return a_ ? a_->kHeldWhenIdle : b_->kHeldWhenIdle; }
  const reference::ItsyCausality& causality() const { return a_ ? a_->causality() : b_->causality(); }
  std::uint32_t seq(PortId i) const { return a_ ? a_->state(i).seq : b_->state(i).seq; }
  void enqueued(PortId e, PortId i, std::uint32_t n) { a_ ? a_->enqueued(e, i, n) : b_->enqueued(e, i, n); }
  void departed(PortId e, PortId i, std::uint32_t n) { a_ ? a_->departed(e, i, n) : b_->departed(e, i, n); }
  void held(PortId e, bool on) { a_ ? a_->held(e, on) : b_->held(e, on); }
  void held_by_host(PortId e) { a_ ? a_->held_by_host(e) : b_->held_by_host(e); }
  void pausing(PortId i, bool on, PortId because) { a_ ? a_->pausing(i, on, because) : b_->pausing(i, on, because); }
  void resumes_at(PortId i, std::uint32_t xon) { a_ ? a_->resumes_at(i, xon) : b_->resumes_at(i, xon); }
  void again(PortId i) { a_ ? a_->again(i) : b_->again(i); }
  void life_over() { a_ ? a_->life_over() : b_->life_over(); }
  bool due(PortId i) const { return a_ ? a_->due(i) : b_->due(i); }
  bool due(PortId i, frame::ItsyKind kind) const { return a_ ? a_->due(i, kind) : b_->due(i, kind); }
  void reset() { a_ ? a_->reset() : b_->reset(); }
  std::optional<PortId> arrived(PortId p, const frame::ItsyMessage& message) {
    return a_ ? a_->arrived(p, message) : b_->arrived(p, message);
  }
  std::optional<frame::ItsyMessage> take(PortId i) { return a_ ? a_->take(i) : b_->take(i); }
  std::optional<frame::ItsyMessage> take(PortId i, frame::ItsyKind kind) {
    return a_ ? a_->take(i, kind) : b_->take(i, kind);
  }

 private:
  std::optional<reference::ItsyRepaired> a_;  // one of the two
  std::optional<reference::ItsyPublished> b_;
};

}  // namespace weir::deadlock

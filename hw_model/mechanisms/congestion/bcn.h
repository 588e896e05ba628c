// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The congestion point of BCN (D. Bergamasco, R. Pan, "Backward Congestion Notification", IEEE 802.1Qau, 2005; FERA,
// section 6.2): of the packets that arrive for a queue every n-th is a sample, and its source is told
//     e = -(q - Q_eq) - w (q - q'),    q: bytes of the queue with the sampled packet; q': with the one before
// in units of 64 B, rounded down. No message is sent if e is 0. Below 0 the source slows down; above 0 it speeds up,
// but only for the queue for which it slowed down last, which the message names. A packet that is dropped for lack of
// room is a sample like any other.
// Latency: none; the message is in its VEQ at the instant of the sample.

#pragma once

#include "hw_model/mechanisms/congestion/congestion.h"

namespace weir::congestion {

class Bcn final : public Detector {
 public:
  explicit Bcn(const PortContext& context);

  void offered(const frame::Packet& packet, Bytes depth, Time now) override;
  void reset(Time now) override;

  // What the latest sample said.
  std::uint64_t state(ClassId c) const override { return static_cast<std::uint64_t>(queues_[c.index()].said); }
  std::optional<Probe> probe() const override;
  void bind_registers(const ledger::Binder& binder) override;

  static constexpr Bytes kUnit{64};  // of e

  // The message itself is made in the buffer of notifications, which all ports share.
  static void declare(ledger::Block& block, const PortContext& context);

 private:
  struct Rows;
  enum class Said : std::uint8_t { kNothing, kSlowDown, kSpeedUp };

  struct Queue {
    std::uint32_t until_sample = 0;  // packets
    Bytes depth{};                   // q'
    Said said = Said::kNothing;
    std::uint64_t messages = 0;
  };

  BcnConfig settings_;
  ClassMask classes_;
  PerClass<Queue> queues_;
};

}  // namespace weir::congestion

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Conceptual GFC (SIGCOMM '19, section 4.1, figure 4): the VIQ depth itself is fed back continuously, and the sender
// maps it to a rate, R(q) = C for q <= B0, else C (Bm - q)/(Bm - B0). Safe when B0 <= Bm - 4 C tau (theorem 4.1).
//
// It is no hardware: a message at every change of a VIQ would fill the return link, so messages go out of band and take
// no time on the wire, only the link's delay and t_r. It is the yardstick for the two practical forms.
//
// Registers of each lossless class: depth (what the next message says) and depth_due; the limiter in its fixed-point
// form (gfc_sender.h).
// Order of operations: each admission and each release makes one message due, built with the depth of that moment. The
// sender maps and assigns the rate t_r after the arrival. From Bm on the rate is 0: hold and wait, which a
// configuration within the bound never reaches.

#pragma once

#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/mechanisms/flow_control/gfc_sender.h"

namespace weir::flow_control {

class GfcConceptual final : public GfcSender {
 public:
  explicit GfcConceptual(const PortContext& context);

  static ledger::Block declare(const PortContext& context);
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;
  void reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) override;

  void packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_released(ClassId c, Bytes length, Bytes depth, Time now) override;
  std::size_t build_feedback(std::span<std::uint8_t> bytes, Time now) override;
  void feedback_received(std::span<const std::uint8_t> bytes, Time now) override;

  // The rate that the present depth asks for, in Mbit/s.
  std::uint64_t receiver_state(ClassId c) const override;
  Probe receiver_probe() const override { return {.name = "receiver_rate", .unit = "Mbit/s"}; }
  Bytes first_threshold() const override { return config().gfc_conceptual.b0; }

 private:
  BitRate mapped(Bytes depth) const;
  void depth_changed(ClassId c, Bytes depth, Time now);

  PerClass<Bytes> depth_{};
  ClassMask due_ = 0;
};

}  // namespace weir::flow_control

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The sending side that all forms of GFC have: a rate limiter a lossless class, and what happens when the target rate
// is below the least rate of the limiter (GFC, SIGCOMM '19, sections 5.3 and 7).
//
// Registers of each lossless class: those of the limiter (reference/rate_limiter.h).
// Order of operations: an assigned rate takes effect at once; a packet is loaded into the limiter at its end, with the
// rate of that moment. When a new rate lets a queue go earlier, the port is told.
// Below the floor the limiter stands at its floor rate and the class alternates between it and 0: after a packet of
// length L it is held until L / target after the packet's start, so that the mean rate is the target. The class is in
// held() for that time, which is what counts as hold-and-wait. No mapping gives a target of 0.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/reference/rate_limiter.h"

namespace weir::flow_control {

// A rate as probes show it, rounded down.
constexpr std::uint64_t in_mbps(BitRate rate) { return static_cast<std::uint64_t>(rate.count() / 1'000'000); }

class GfcSender : public FlowControl {
 public:
  Time sendable_at(ClassId c, Bytes length, Time now) override;
  void packet_sent(ClassId c, Bytes length, Time start, Time end) override;
  void pause_expiry(ClassId c, Time now) override;

  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;
  void check(const PortContext& settings) const override;
  void reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) override;

  // The rate that is obeyed, in Mbit/s; a stage form shows the stage instead.
  std::uint64_t sender_state(ClassId c) const override;
  Probe sender_probe() const override { return {.name = "sender_rate", .unit = "Mbit/s"}; }
  std::vector<Probe> rtl_probes(ClassId c) const override;
  Time rtl_values(ClassId c, Time now, std::vector<std::uint64_t>& values) const override;

 protected:
  GfcSender(const PortContext& context, reference::RateForm form);

  // Fixed-point form: 0 <= target; above line rate counts as line rate. `r_r`: the factor, where a block gives it.
  void assign_rate(ClassId c, BitRate target, Time now, std::optional<std::uint64_t> r_r = std::nullopt);
  // Stage form: rate C/2^stage.
  void assign_stage(ClassId c, unsigned stage, Time now);

  // A mapping's C * room / range, rounded down; line rate from room = range on. Never 0, or queues that all stand at Bm
  // would wait for each other: no room counts as one byte, and a rate below 1 bit/s as that. range > 0.
  BitRate linear_rate(Bytes room, Bytes range) const;

  // How waveforms name the registers of a block in RTL: those of the RTL, then, in lock-step, those of the model.
  static constexpr std::array<const char*, 2> kSideNames{"rtl_", "model_"};

  // Adds the limiters, the RTL block that each is, and what holds a class below the floor rate to the block of a
  // policy.
  static void declare_limiters(ledger::Block& block, const PortContext& context, reference::RateForm form,
                               const char* mechanism);

 private:
  struct SendingClass {
    std::unique_ptr<reference::RateLimiter> limiter;
    std::uint64_t r_r = 0;
    BitRate target;
    bool below_floor = false;
    Bytes last_length;  // the packet sent last; none yet: 0 B at time 0
    Time last_start;
    Time expiry_pending = kNever;  // the earliest kPauseExpiry scheduled; kNever: none
  };

  void obey(ClassId c, std::uint64_t r_r, BitRate target, bool below_floor, Time now);
  bool update_hold(ClassId c, Time now);

  reference::RateForm form_;
  unsigned floor_stage_;  // the last stage at or above the floor rate
  PerClass<SendingClass> sending_;
};

}  // namespace weir::flow_control

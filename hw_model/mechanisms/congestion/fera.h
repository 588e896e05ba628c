// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Forward Explicit Rate Advertising at an egress port (Jiang, FERA: chapters 4, 5, 7): a meter that computes every T
// the rate r at which each flow through the port may send (reference/fera_meter.h), and lowers the rate in forward tags
// (frame/fera_tag.h) to r as they leave.
//
// A counts every byte of frames of the counted classes that are routed to the port, FERA's tags included, before the
// MMU decides, and each frame's overhead on the port's line: C is what the line carries. q is the bytes of these
// classes that wait for the port or are on its wire. C belongs to the port, so that traffic of a class that is not
// counted looks like a slower line. The clock stands while a counted class of this port asks others to pause, which
// only flow control by egress queues does (egress_pfc.h): a pause of a VIQ belongs to no egress port. The port is OFF
// while none of the counted classes with flow control may send. Order of operations: ticks run freely, each port's from
// a time of its own, with or without traffic; all other work of an instant comes before them. Latency: none; a tag that
// leaves at a tick has the previous rate.

#pragma once

#include <memory>

#include "hw_model/base/stopwatch.h"
#include "hw_model/mechanisms/congestion/clocked_fera.h"
#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/reference/fera_meter.h"

namespace weir::congestion {

class Fera final : public Detector {
 public:
  // Throws std::invalid_argument, one line, where check() complains.
  explicit Fera(const PortContext& context);

  void gate(ClassId c, bool open, Time now) override;
  void offered(const frame::Packet& packet, Bytes depth, Time now) override;
  void admitted(const frame::Packet& packet, Time now) override;
  void departs(frame::Packet& packet, Bytes behind, Time now) override;
  void sends(ClassId c, Time now, Time until) override;
  void removed(const frame::Packet& packet, Time now) override;
  void asking(ClassId c, bool on, Time now) override;
  void line_rate(BitRate rate, Time now) override;
  void timer(ClassId c, Time now) override;
  void turns(frame::Packet& tag, Time) override { lower(tag); }
  void reset(Time now) override;

  // The rate to which tags of a counted class are lowered, in kbit/s.
  std::uint64_t state(ClassId c) const override;
  std::optional<Probe> probe() const override;
  void bind_registers(const ledger::Binder& binder) override;

  const reference::FeraMeter& meter() const { return meter_; }
  std::uint64_t lowered(ClassId c) const { return lowered_[c.index()]; }

  // The settings that software can change. check_settings throws std::invalid_argument, one line.
  const FeraConfig& config() const { return context_.config.fera; }
  void check_settings(const FeraConfig& config) const;
  void set(const FeraConfig& config, Time now);

  static void check_declared(const ledger::Block& block, const PortContext& context);

 private:
  void joined() override;
  void lower(frame::Packet& packet);
  BitRate advertised() const;
  void check_beside_block(const reference::FeraSettings& draft) const;
  bool counts(ClassId c) const { return (config().classes & mask_of(c)) != 0; }
  void run_clocks(Time now);
  Bytes queue(Time now) const;
  Time next_tick(Time now) const;

  PortContext context_;  // with the present settings
  reference::FeraMeter meter_;
  std::unique_ptr<ClockedFera> clocked_;  // null: the model alone
  Time phase_;
  Time began_;  // of the interval
  PerClass<Bytes> waiting_{};
  PerClass<Bytes> leaving_{};   // the frame that left last
  PerClass<Time> leaves_at_{};  // its end
  ClassMask asking_ = 0;
  ClassMask closed_ = 0;
  Stopwatch paused_;
  Stopwatch off_;
  Time paused_before_;  // of the stopwatches, at the latest tick
  Time off_before_;
  PerClass<std::uint64_t> lowered_{};
};

}  // namespace weir::congestion

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Forward explicit congestion notification of InfiniBand (Architecture, volume 1, annex A10), at dequeue: a packet that
// leaves a queue longer than the threshold gets FECN in its base transport header, unless it was delayed for lack of
// credits: then the queue is a victim of one further on, not the root.
//
// The meaning of "delayed" decides how many victims are marked, and the annex does not define it for a packet.
// `queued`: every packet that was in the queue while the port lacked credits, a count of packets that is taken when the
// credits come. `head`: only the packet at the head at that moment, a bit. With queues at inputs the count is of the
// packets that wait for the port, and as many departures, in any order, are taken for them.
// Latency: none.

#pragma once

#include "hw_model/mechanisms/congestion/congestion.h"

namespace weir::congestion {

class IbFecn final : public Detector {
 public:
  explicit IbFecn(const PortContext& context);

  void gate(ClassId c, bool open, Time now) override;
  void admitted(const frame::Packet& packet, Time now) override;
  void departs(frame::Packet& packet, Bytes behind, Time now) override;
  void removed(const frame::Packet& packet, Time now) override;
  void reset(Time now) override;

  std::uint64_t marked(ClassId c) const override { return queues_[c.index()].marked; }
  // What the queue was when a packet last left it.
  std::uint64_t state(ClassId c) const override { return static_cast<std::uint64_t>(queues_[c.index()].state); }
  std::optional<Probe> probe() const override;
  void bind_registers(const ledger::Binder& binder) override;

  // The settings that software can change.
  struct Settings {
    Bytes threshold;
    Bytes packet_size;
    unsigned marking_rate = 0;
    bool victim_mask = false;
  };

  static void declare(ledger::Block& block, const PortContext& context);

 private:
  struct Rows;
  enum class State : std::uint8_t { kBelow, kRoot, kVictim };

  struct Queue {
    std::uint32_t waiting = 0;  // packets for the port
    std::uint32_t delayed = 0;  // of them, at the head
    unsigned interval = 0;      // packets until the next may be marked
    State state = State::kBelow;
    std::uint64_t marked = 0;
  };

  bool leaves(const frame::Packet& packet);

  Settings settings_;
  Delayed delayed_;
  ClassMask classes_;
  PerClass<Queue> queues_{};
};

}  // namespace weir::congestion

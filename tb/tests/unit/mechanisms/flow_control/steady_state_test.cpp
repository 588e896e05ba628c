// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Once built, no engine allocates: counted where the program's memory comes from.

#include "tb/tests/unit/allocations.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::steady_state_test {

// Forgets all that it is told.
struct QuietPort final : PortServices {
  void schedule(Time, EventKind, ClassId) override {}
  void feedback_due(Time) override {}
  void gate_changed(ClassId, Time) override {}
};

// A receiver whose VIQ fills and drains over all thresholds, and a sender that hears all of it.
void exercise(FlowControl& receiver, FlowControl& sender, Time from) {
  Bytes60 bytes{};
  Bytes depth(0);
  for (int i = 0; i < 4000; ++i) {
    const Time now = from + Time(i) * 1'200'000;
    const bool filling = i % 2000 < 1000;
    depth += filling ? 1500_B : Bytes(-1500);
    if (filling) {
      receiver.packet_admitted(kC0, 1500_B, depth, now);
    } else {
      receiver.packet_released(kC0, 1500_B, depth, now);
    }
    if (i % 50 == 0) {
      receiver.feedback_timer(kC0, now);
    }
    if (sender.counts_packets() && sender.sendable_at(kC0, 1500_B, now) <= now) {
      sender.packet_sent(kC0, 1500_B, now - Time(1'200'000), now);
    }
    if (receiver.feedback_pending() && receiver.build_feedback(bytes, now) != 0) {
      if (sender.arrival_listener() != nullptr) {
        sender.arrival_listener()->feedback_arrived(bytes, now);
      }
      sender.feedback_received(bytes, now);
    }
    sender.pause_expiry(kC0, now);
  }
}

TEST(SteadyState, NoEngineAllocates) {
  for (const Scheme scheme : {Scheme::kNone, Scheme::kPfc, Scheme::kPause, Scheme::kCbfc, Scheme::kGfcConceptual,
                              Scheme::kGfcBufferBased, Scheme::kGfcTimeBased, Scheme::kGfcGradient}) {
    FakePort unused;
    QuietPort port;
    PortContext context = context_for(scheme, unused);
    context.port = &port;
    const auto receiver = make_flow_control(context);
    const auto sender = make_flow_control(context);
    exercise(*receiver, *sender, 10_us);
    const std::size_t before = allocations;
    exercise(*receiver, *sender, 10_ms);
    EXPECT_EQ(allocations, before) << static_cast<int>(scheme);
    if (scheme != Scheme::kNone) {
      EXPECT_GT(receiver->counters(kC0).feedback_frames, 0U) << "the test was one";
    }
  }
}

// Large networks have thousands of ports, most of them with one lossless class.
TEST(Memory, PausesAreKeptForLosslessClassesOnly) {
  const auto bytes_of = [](Scheme scheme, ClassMask lossless) {
    FakePort port;
    const PortContext context = context_for(scheme, port, lossless);
    const std::size_t before = allocated_bytes;
    const auto engine = make_flow_control(context);
    return allocated_bytes - before;
  };
  bytes_of(Scheme::kPfc, 0x01);  // lists that are made once
  EXPECT_GE(bytes_of(Scheme::kPfc, 0xff), bytes_of(Scheme::kPfc, 0x01) + 7 * sizeof(ClassCounters) + 7 * 64);
  EXPECT_LE(bytes_of(Scheme::kPause, 0x01), bytes_of(Scheme::kPfc, 0x01) + 128) << "one pause, and eight depths";
}

TEST(SteadyState, TheCounterCounts) {
  const std::size_t before = allocations;
  const auto engine = std::make_unique<int>(1);
  EXPECT_EQ(allocations, before + 1) << *engine;
}

}  // namespace weir::flow_control::steady_state_test

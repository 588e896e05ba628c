// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The gate of a crossbar: whoever begins has been judged, with all that began before counted.

#include "tb/tests/unit/datapath/crossbar/crossbar_bench.h"

namespace weir::crossbar::gate_test {

constexpr Bytes kFrame = Bytes(1500);
constexpr std::size_t kPorts = 4;
constexpr ClassId kC0{0};

// The gradient rule in packets: a VIQ at each input, and what each output has sent and not heard of.
class Downhill final : public Gate {
 public:
  bool may_begin(PortId input, PortId output, ClassId) const override {
    return held[output.index()] < bm || depth[input.index()] >= held[output.index()];
  }
  void begins(const frame::Packet& packet) override {
    EXPECT_TRUE(may_begin(packet.ingress, packet.egress, packet.traffic_class)) << "begun without being judged";
    ++held[packet.egress.index()];
    --depth[packet.ingress.index()];
  }

  std::array<int, kPorts> held{};
  std::array<int, kPorts> depth{};
  int bm = 1;
};

struct Tried {
  Queueing queueing;
  Transfer transfer;
};

class GateOfACrossbar : public testing::TestWithParam<Tried> {
 protected:
  GateOfACrossbar() {
    CrossbarConfig config;
    config.queueing = GetParam().queueing;
    config.transfer = GetParam().transfer;
    bench_ = std::make_unique<CrossbarBench>(config, kPorts, kFrame, 1, &gate_);
  }

  // Counted in its VIQ at once; admitted in the next run.
  void send(std::size_t input, std::size_t output, Time at = 0_ps) {
    bench_->send(input, output, kFrame, at);
    ++gate_.depth[input];
  }
  void hear(std::size_t output, int held) {
    gate_.held[output] = held;
    bench_->crossbar().output_has_room(PortId(output), kC0, bench_->now());
    bench_->run();
  }

  Downhill gate_;
  std::unique_ptr<CrossbarBench> bench_;
};

INSTANTIATE_TEST_SUITE_P(All, GateOfACrossbar,
                         testing::Values(Tried{Queueing::kVirtualOutput, Transfer::kCell},
                                         Tried{Queueing::kVirtualOutput, Transfer::kPacket},
                                         Tried{Queueing::kFifo, Transfer::kCell},
                                         Tried{Queueing::kFifo, Transfer::kPacket}));

TEST_P(GateOfACrossbar, KeepsAShallowInputUntilNewsComes) {
  gate_.held[2] = 3;
  send(0, 2);
  send(1, 2);
  send(1, 2);
  send(1, 2);
  bench_->run();
  EXPECT_EQ(bench_->inputs_in_order(2), std::vector<std::size_t>{1}) << "as deep as what it sends to";
  hear(2, 2);
  EXPECT_EQ(bench_->inputs_in_order(2), (std::vector<std::size_t>{1, 1}));
  hear(2, 1);
  EXPECT_EQ(bench_->arrived_at(2), 3U) << "either is level; the other is lower than it is then";
  hear(2, 0);
  EXPECT_EQ(bench_->arrived_at(2), 4U);
  bench_->expect_all_in_order();
}

// Two outputs that want the packets of one input in one instant do not both see its depth.
TEST_P(GateOfACrossbar, CountsWhatHasBegunBeforeTheNextIsJudged) {
  gate_.held = {0, 2, 2, 0};
  send(0, 1);
  send(0, 2);
  bench_->run();
  EXPECT_EQ(bench_->arrivals().size(), 1U);
  EXPECT_EQ(bench_->arrived_at(1), 1U);
  hear(2, 1);
  EXPECT_EQ(bench_->arrived_at(2), 1U);
}

// A packet that comes makes its VIQ deep enough for those in front of it.
TEST_P(GateOfACrossbar, OpensWhenAnInputGrows) {
  gate_.held = {0, 2, 0, 0};
  send(0, 1);
  bench_->run();
  EXPECT_EQ(bench_->arrivals().size(), 0U);
  send(0, 1, bench_->now() + 1_us);
  bench_->run();
  EXPECT_EQ(bench_->arrived_at(1), 1U) << "and the one that came is not, alone";
}

TEST_P(GateOfACrossbar, SaysHowLongItKeptAHead) {
  gate_.held[2] = 3;
  send(0, 2, 1_us);
  send(3, 1, 21_us);
  bench_->run();
  const auto kept = [&](std::size_t input) {
    return bench_->crossbar().longest_refused(PortId(input), kC0, bench_->now());
  };
  EXPECT_GE(kept(0), 20_us);
  EXPECT_EQ(kept(3), 0_ps);
  const Time waited = bench_->now() - 1_us;
  hear(2, 0);
  EXPECT_EQ(bench_->arrived_at(2), 1U);
  EXPECT_GE(kept(0), waited);
  EXPECT_LE(kept(0), waited + 100_ns) << "it has begun at the next boundary";
}

}  // namespace weir::crossbar::gate_test

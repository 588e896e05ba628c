// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Registers of switches at work: counters read as the summary of the run says, and settings that software changes while
// packets flow change what the switch does. Each test needs a process of its own, as ctest gives it.

#include "tb/tests/unit/register_map/live_registers.h"

#include "tb/run/measure.h"

namespace weir::live_registers_test {

using Sets = std::vector<std::string>;

// The index of a register of the lossless classes.
std::uint64_t lossless_index(ClassMask lossless, unsigned c) {
  return static_cast<std::uint64_t>(std::popcount(static_cast<unsigned>(lossless) & ((1U << c) - 1)));
}

class CountersTest : public testing::TestWithParam<std::pair<std::string, Sets>> {
 protected:
  void expect(const std::string& block, const std::string& name, std::uint64_t value) {
    EXPECT_EQ(live_->read(queue_->device, block, name, {queue_->port, queue_->traffic_class}), value)
        << queue_->device << " " << block << "." << name << " port " << queue_->port << " class "
        << queue_->traffic_class;
    ++compared_;
  }
  void expect_engine(const std::string& name, std::uint64_t value) {
    const ClassMask lossless = live_->scenario().device.flow_control.lossless;
    if ((lossless & mask_of(ClassId(queue_->traffic_class))) == 0 ||
        live_->scenario().device.flow_control.scheme == flow_control::Scheme::kNone) {
      EXPECT_EQ(value, 0U);
      return;
    }
    const std::uint64_t index = lossless_index(lossless, queue_->traffic_class);
    EXPECT_EQ(live_->read(queue_->device, "flow_control", name, {queue_->port, index}), value)
        << queue_->device << " flow_control." << name << " port " << queue_->port;
    ++compared_;
  }
  void expect_drops() {
    std::uint64_t found = 0;
    for (const auto& [reason, packets] : queue_->drops) {
      for (const char* block : {"mmu", "parser", "forwarding", "flow_control"}) {
        if (live_->asic(queue_->device).csr().map().find(block, "dropped_" + reason) != nullptr) {
          expect(block, "dropped_" + reason, packets);
          found += packets;
        }
      }
    }
    std::uint64_t dropped = 0;
    for (const auto& [reason, packets] : queue_->drops)
      dropped += packets;
    EXPECT_EQ(found, dropped) << "every reason of the summary has a register";
  }

  std::unique_ptr<LiveRegisters> live_;
  const report::QueueResult* queue_ = nullptr;
  std::size_t compared_ = 0;
};

TEST_P(CountersTest, ReadAsTheSummarySays) {
  live_ = std::make_unique<LiveRegisters>(GetParam().first, GetParam().second);
  live_->run();
  report::Results results;
  for (const std::size_t device : live_->network().here())
    measure_device(live_->scenario(), live_->network(), device, live_->scenario().duration, results);
  for (const report::QueueResult& queue : results.queues) {
    if (queue.device.front() != 's')
      continue;
    queue_ = &queue;
    expect("mmu", "viq_peak", static_cast<std::uint64_t>(queue.viq_peak_bytes));
    expect("mmu", "viq_depth", static_cast<std::uint64_t>(queue.viq_final_bytes));
    expect("mmu", "admitted", queue.received_packets);
    expect("egress", "veq_peak", static_cast<std::uint64_t>(queue.veq_peak_bytes));
    expect("egress", "sent", queue.sent_packets);
    expect_engine("pauses_sent", queue.pauses_sent);
    expect_engine("resumes_sent", queue.resumes_sent);
    expect_engine("pauses_received", queue.pauses_received);
    expect_engine("feedback_frames", queue.feedback_frames);
    if (queue.pausing_seconds > 0)
      expect_engine("pausing_time", static_cast<std::uint64_t>(queue.pausing_seconds * 1e9 + 1e-3));
    expect_drops();
  }
  EXPECT_GT(compared_, 20U);
}

INSTANTIATE_TEST_SUITE_P(
    Scenarios, CountersTest,
    testing::Values(
        std::pair{"small/pfc_incast.toml", Sets{}}, std::pair{"small/pfc_incast_short_headroom.toml", Sets{}},
        std::pair{"ring/pfc.toml", Sets{"scenario.duration=10ms"}},
        std::pair{"ring/none.toml", Sets{"scenario.duration=10ms"}},
        std::pair{"ring/none.toml", Sets{"scenario.duration=4ms", "switch.mmu.buffer=1MB", "switch.mmu.partitions=2"}},
        std::pair{"small/dynamic_threshold.toml", Sets{"switch.mmu.headroom=13104B"}},
        std::pair{"ttl/ttl_ring.toml", Sets{"scenario.duration=5ms"}},
        std::pair{"ring/cbfc.toml", Sets{"scenario.duration=5ms"}}, std::pair{"small/ue_cbfc_unmapped.toml", Sets{}},
        std::pair{"ring/gfc_buffer_based.toml", Sets{"scenario.duration=10ms"}},
        std::pair{"ring/gfc_time_based.toml", Sets{"scenario.duration=10ms"}},
        std::pair{"ring/gfc_conceptual.toml", Sets{"scenario.duration=10ms"}}));

// In the incast every VIQ of h1 to h4 swings between XON and XOFF.
TEST(LiveRegisters, PfcThresholdsChangeWhileItRuns) {
  LiveRegisters live("small/pfc_incast.toml", {});
  std::uint64_t before = 0;
  live.software = [&](LiveRegisters& registers) {
    registers.bus("s1").wait_until(500_us);
    before = registers.read("s1", "mmu", "viq_depth", {0, 0});
    registers.write("s1", "flow_control", "xon", {0}, 57'000);
    registers.write("s1", "flow_control", "xoff", {0}, 60'000);
    EXPECT_EQ(registers.read("s1", "flow_control", "xoff_asserted", {0, 0}), 1U) << "the comparator sees it at once";
  };
  run_until(1'000_us);
  EXPECT_THAT(before, AllOf(Ge(140'000U), Le(161'968U)));
  for (int i = 0; i < 100; ++i) {
    run_until(Time(sc_core::sc_time_stamp().value()) + 3_us);
    EXPECT_THAT(live.read("s1", "mmu", "viq_depth", {0, 0}), AllOf(Ge(30'000U), Le(72'000U)));
    EXPECT_THAT(live.read("s1", "mmu", "viq_depth", {1, 0}), AllOf(Ge(120'000U), Le(162'000U)))
        << "port 1 is as it was";
  }
}

TEST(LiveRegisters, PfcRefusesWhatNoHardwareCouldHave) {
  LiveRegisters live("small/pfc_incast.toml", {"scenario.duration=100us"});
  live.software = [](LiveRegisters& registers) {
    const auto refused = tlm::TLM_GENERIC_ERROR_RESPONSE;
    const std::string& why = registers.asic("s1").csr().refusal();
    EXPECT_EQ(registers.try_write("s1", "flow_control", "xon", {0}, 150'000), refused);
    EXPECT_THAT(why, HasSubstr("flow_control.pfc.xon: wanted less than xoff, 150KB; got 150KB"));
    EXPECT_EQ(registers.read("s1", "flow_control", "xon", {0}), 147'000U);
    EXPECT_EQ(registers.try_write("s1", "flow_control", "pause_quanta", {0}, 0), refused);
    EXPECT_EQ(registers.try_write("s1", "flow_control", "refresh_quanta", {0}, 0xffff), refused);
    EXPECT_EQ(registers.try_write("s1", "flow_control", "refresh_quanta", {0}, 0), refused);
    EXPECT_EQ(registers.try_write("s1", "flow_control", "lossless_classes", {0}, 3), refused);
    EXPECT_EQ(registers.try_write("s1", "mmu", "viq_reserved", {}, 200'000), refused);
    EXPECT_EQ(registers.try_write("s1", "port", "max_frame", {0}, 63), refused);
    EXPECT_EQ(registers.try_write("s1", "port", "max_frame", {0}, 1501), refused);
    EXPECT_EQ(registers.try_write("s1", "forwarding", "class_source", {}, 3), refused);
    EXPECT_EQ(registers.try_write("s1", "forwarding", "route_enter", {}, 1), refused);
    EXPECT_THAT(why, HasSubstr("a route without a port is entered"));
    EXPECT_EQ(registers.try_write("s1", "forwarding", "route_address", {}, 0x0a00'0001), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(registers.try_write("s1", "forwarding", "route_port", {1}, 1), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(registers.try_write("s1", "forwarding", "route_enter", {}, 1), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(registers.read("s1", "forwarding", "route_enter", {}), 0U);
    EXPECT_EQ(registers.read("s1", "forwarding", "route_port", {1}), 1U);
    EXPECT_EQ(registers.read("s1", "forwarding", "route_address", {}), 0x0a00'0001U);
    EXPECT_EQ(registers.try_write("s1", "flow_control", "pause_quanta", {0}, 0x8000), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(registers.read("s1", "flow_control", "refresh_quanta", {0}), 0x7fffU) << "it does not follow";
    EXPECT_EQ(registers.try_write("s1", "flow_control", "refresh_quanta", {0}, 0x1000), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(registers.read("s1", "flow_control", "refresh_quanta", {0}), 0x1000U);
  };
  live.run();
}

// Two flows share each ring link: the VIQ of a host stands where stage 1 begins.
TEST(LiveRegisters, GfcThresholdsChangeWhileItRuns) {
  LiveRegisters live("ring/gfc_buffer_based.toml", {"scenario.duration=20ms"});
  std::uint64_t before = 0;
  live.software = [&](LiveRegisters& registers) {
    driver::RegisterBus& bus = registers.bus("s1");
    const ledger::MappedRegister& b_k = registers.mapped("s1", "flow_control", "b_k");
    bus.wait_until(10'000_us);
    before = registers.read("s1", "mmu", "viq_depth", {0, 0});
    std::vector<std::uint64_t> thresholds;
    for (std::uint64_t k = 0; k < b_k.declaration.dimensions.back().size; ++k) {
      const std::uint64_t live_value = registers.read("s1", "flow_control", "b_k", {0, 0, k});
      thresholds.push_back(live_value > 1'000'000 ? live_value : live_value - 500'000);
    }
    EXPECT_EQ(registers.try_write("s1", "flow_control", "b_k", {0, 0, 3}, thresholds[3]),
              tlm::TLM_GENERIC_ERROR_RESPONSE)
        << "below the one before it";
    bus.write_burst(b_k.address({0, 0, 0}), thresholds, 4);
  };
  live.run();
  EXPECT_THAT(before, AllOf(Ge(740'000U), Le(880'000U)));
  EXPECT_THAT(live.read("s1", "mmu", "viq_depth", {0, 0}), AllOf(Ge(240'000U), Le(380'000U)));
  EXPECT_THAT(live.read("s2", "mmu", "viq_depth", {0, 0}), AllOf(Ge(740'000U), Le(880'000U)));
  EXPECT_GT(live.read("s1", "flow_control", "stage", {0, 0}), 0U);
}

// The port to h5 is shaped to 8 Gbps, its class 7 to 1 Gbps.
TEST(LiveRegisters, ShapersChangeWhileTheyRun) {
  LiveRegisters live("small/dwrr_shaped.toml", {"scenario.duration=3ms"});
  std::uint64_t sent_before = 0;
  std::uint64_t first_before = 0;
  live.software = [&](LiveRegisters& registers) {
    EXPECT_EQ(registers.read("s1", "egress", "port_rate", {4}), 8'000'000'000U);
    EXPECT_EQ(registers.read("s1", "egress", "class_burst", {4, 7}), 1'500U);
    EXPECT_EQ(registers.read("s1", "egress", "port_tokens", {4}), 3'000U) << "full at first";
    EXPECT_EQ(registers.try_write("s1", "egress", "port_burst", {4}, 1'499), tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_THAT(registers.asic("s1").csr().refusal(), HasSubstr("the shaper of port 4 has a burst of 1.499KB"));
    registers.bus("s1").wait_until(1'000_us);
    registers.write("s1", "egress", "port_rate", {4}, 2'000'000'000);
    registers.write("s1", "egress", "class_rate", {4, 7}, 500'000'000);
    sent_before = registers.read("s1", "egress", "sent", {4, 0}) + registers.read("s1", "egress", "sent", {4, 1}) +
                  registers.read("s1", "egress", "sent", {4, 2});
    first_before = registers.read("s1", "egress", "sent", {4, 7});
  };
  live.run();
  const std::uint64_t sent = live.read("s1", "egress", "sent", {4, 0}) + live.read("s1", "egress", "sent", {4, 1}) +
                             live.read("s1", "egress", "sent", {4, 2});
  const std::uint64_t first = live.read("s1", "egress", "sent", {4, 7});
  EXPECT_THAT(first - first_before, AllOf(Ge(81U), Le(85U))) << "0.5 Gbps are 83 packets in 2 ms";
  EXPECT_THAT(sent - sent_before, AllOf(Ge(247U), Le(253U))) << "and 1.5 Gbps 250";
  EXPECT_LE(live.read("s1", "egress", "port_tokens", {4}), 3'000U);
}

TEST(LiveRegisters, CbfcOffersAnotherBufferAndPeriod) {
  LiveRegisters live("ring/cbfc.toml", {"scenario.duration=4ms"});
  live.software = [](LiveRegisters& registers) {
    registers.bus("s1").wait_until(10_us);
    EXPECT_EQ(registers.try_write("s1", "flow_control", "buffer_blocks", {0}, 0), tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(registers.try_write("s1", "flow_control", "credit_period", {0}, 0), tlm::TLM_GENERIC_ERROR_RESPONSE);
    registers.write("s1", "flow_control", "buffer_blocks", {0}, 2'000);
    registers.write("s1", "flow_control", "credit_period", {0}, 4'000);
  };
  live.run();
  EXPECT_LE(live.read("s1", "flow_control", "occupied", {0, 0}), 2'000U);
  EXPECT_GT(live.read("s1", "flow_control", "occupied", {0, 0}), 1'000U);
  EXPECT_GT(live.read("s2", "flow_control", "occupied", {0, 0}), 4'000U) << "a megabyte there";
  EXPECT_GT(live.read("s1", "flow_control", "feedback_frames", {0, 0}),
            2 * live.read("s2", "flow_control", "feedback_frames", {0, 0}));
  EXPECT_LE(live.read("s1", "flow_control", "credit_timer", {0}), 4'000U);
}

TEST(LiveRegisters, TimeBasedGfcMapsByAnotherRange) {
  LiveRegisters live("ring/gfc_time_based.toml", {"scenario.duration=20ms"});
  std::uint64_t depth = 0;
  live.software = [&](LiveRegisters& registers) {
    registers.bus("s1").wait_until(10'000_us);
    depth = registers.read("s1", "mmu", "viq_depth", {0, 0});
    const std::uint64_t blocks = registers.read("s1", "flow_control", "buffer_blocks", {0});
    EXPECT_EQ(registers.try_write("s1", "flow_control", "buffer_blocks", {0}, blocks / 2),
              tlm::TLM_GENERIC_ERROR_RESPONSE)
        << "the range would begin below 0";
    registers.write("s1", "flow_control", "linear_range", {0}, blocks / 4);
    registers.write("s1", "flow_control", "buffer_blocks", {0}, blocks / 2);
    EXPECT_EQ(registers.try_write("s1", "flow_control", "linear_range", {0}, 300'000), tlm::TLM_GENERIC_ERROR_RESPONSE);
  };
  live.run();
  EXPECT_LT(live.read("s1", "mmu", "viq_depth", {0, 0}) + 300'000, depth);
}

// With output queues the VIQs of the ring fill as well, so that limiters of switches work.
const Sets kRingFills = {"scenario.duration=20ms", "switch.crossbar.strategy=output_queued"};

TEST(LiveRegisters, ConceptualGfcMapsByOtherThresholds) {
  LiveRegisters live("ring/gfc_conceptual.toml", kRingFills);
  std::uint64_t depth = 0;
  live.software = [&](LiveRegisters& registers) {
    registers.bus("s1").wait_until(10'000_us);
    depth = registers.read("s2", "mmu", "viq_depth", {2, 0});
    const std::uint64_t b0 = registers.read("s1", "flow_control", "b0", {1});
    EXPECT_EQ(registers.try_write("s1", "flow_control", "bm", {1}, b0), tlm::TLM_GENERIC_ERROR_RESPONSE);
    registers.write("s1", "flow_control", "b0", {1}, 0);  // s1's port to s2 slows down from the first byte on
  };
  live.run();
  EXPECT_LT(live.read("s2", "mmu", "viq_depth", {2, 0}), depth);
  EXPECT_GT(live.read("s1", "flow_control", "r_r", {1, 0}), 0U);
}

TEST(LiveRegisters, LimiterModesChangeAndItsRegistersCount) {
  LiveRegisters live("ring/gfc_buffer_based.toml", kRingFills);
  bool counts = false;
  live.software = [&](LiveRegisters& registers) {
    registers.bus("s1").wait_until(15'000_us);
    for (int i = 0; i < 50; ++i) {
      registers.bus("s1").wait_until(registers.bus("s1").now() + 300_ns);
      counts |= registers.read("s1", "flow_control", "r_c", {1, 0}) > 0;
    }
    EXPECT_EQ(registers.read("s1", "flow_control", "r_l", {1, 0}), 1'000U * 60) << "1500 B at 10 Gbps, 60 subticks";
    EXPECT_GT(registers.read("s1", "flow_control", "r_r", {1, 0}), 0U);
    registers.write("s1", "flow_control", "limiter_rounding", {1}, 1);
    registers.write("s1", "flow_control", "limiter_clamp", {1}, 0);
    EXPECT_EQ(registers.read("s1", "flow_control", "limiter_rounding", {1}), 1U);
    EXPECT_EQ(registers.read("s1", "flow_control", "limiter_clamp", {1}), 0U);
  };
  live.run();
  EXPECT_TRUE(counts);
}

TEST(LiveRegisters, MmuLimitsChangeWhileItRuns) {
  LiveRegisters live("ring/none.toml", {"scenario.duration=4ms"});
  live.software = [](LiveRegisters& registers) {
    registers.bus("s1").wait_until(2'000_us);
    registers.write("s1", "mmu", "viq_limit", {}, 30'000);
    EXPECT_EQ(registers.try_write("s1", "mmu", "count_cells", {}, 1), tlm::TLM_GENERIC_ERROR_RESPONSE)
        << "packets are there";
  };
  run_until(2'000_us);
  const std::uint64_t before = live.read("s1", "mmu", "viq_depth", {0, 0});
  live.run();
  EXPECT_GT(before, 100'000U);
  EXPECT_LE(live.read("s1", "mmu", "viq_depth", {0, 0}), 30'000U);
}

// 1,664 B of a frame are 8 cells. Without flow control class 0 takes what it may.
TEST(LiveRegisters, PartitionsChangeWhileItRuns) {
  LiveRegisters live("ring/none.toml", {"scenario.duration=4ms", "switch.mmu.buffer=2MB", "switch.mmu.partitions=2"});
  std::uint64_t before = 0;
  live.software = [&](LiveRegisters& registers) {
    registers.bus("s1").wait_until(2'000_us);
    before = registers.read("s1", "mmu", "partition_used", {0});
    const auto refused = tlm::TLM_GENERIC_ERROR_RESPONSE;
    EXPECT_EQ(registers.try_write("s1", "mmu", "partition_size", {0}, before - 100), refused) << "packets are there";
    EXPECT_EQ(registers.try_write("s1", "mmu", "partition_size", {0}, 4'807 + 100), refused) << "the buffer is full";
    EXPECT_THAT(registers.asic("s1").csr().refusal(), HasSubstr("9714 cells, and the buffer has 9615 cells"));
    registers.write("s1", "mmu", "partition_size", {1}, 1'000);
    registers.write("s1", "mmu", "partition_size", {0}, 8'615);
  };
  run_until(2'000_us);
  EXPECT_EQ(live.read("s1", "mmu", "partition_size", {0}), 4'807U);
  live.run();
  EXPECT_THAT(before, AllOf(Ge(4'792U), Le(4'807U))) << "full but for less than a frame of each port";
  EXPECT_THAT(live.read("s1", "mmu", "partition_used", {0}), AllOf(Ge(8'592U), Le(8'615U)));
  EXPECT_EQ(live.read("s1", "mmu", "partition_used", {1}), 0U);
}

// 1250 cells are shared by four VIQs: 208 each with an alpha of 1/2, 50 with 1/20.
TEST(LiveRegisters, TheThresholdOfLosslessViqsMoves) {
  LiveRegisters live("small/dynamic_threshold.toml", {});
  live.software = [](LiveRegisters& registers) {
    registers.bus("s1").wait_until(1'000_us);
    EXPECT_THAT(registers.read("s1", "mmu", "viq_cells", {0, 0}), AllOf(Ge(190U), Le(216U)));
    EXPECT_EQ(registers.read("s1", "mmu", "headroom_pool"), 720U);
    EXPECT_EQ(registers.read("s1", "mmu", "viq_headroom_peak", {0, 0}), 64U);
    EXPECT_EQ(registers.try_write("s1", "mmu", "headroom_pool", {}, 0), tlm::TLM_GENERIC_ERROR_RESPONSE);
    registers.write("s1", "mmu", "lossless_alpha", {}, 6);
  };
  live.run();
  EXPECT_LE(live.read("s1", "mmu", "viq_cells", {0, 0}), 56U);
  EXPECT_LE(live.read("s1", "mmu", "headroom_cells_used"), 4U * 64);
  EXPECT_GE(live.read("s1", "mmu", "headroom_cells_peak"), 64U);
}

TEST(LiveRegisters, TheSchedulerServesAnotherWay) {
  LiveRegisters live("small/pfc_incast.toml", {});
  std::uint64_t before = 0;
  live.software = [&](LiveRegisters& registers) {
    registers.bus("s1").wait_until(250_us);  // the higher class has the port for itself from 200 us to 300 us
    before = registers.read("s1", "egress", "sent", {4, 0});
    registers.write("s1", "egress", "discipline", {}, 1);
  };
  run_until(290_us);
  EXPECT_GT(live.read("s1", "egress", "sent", {4, 0}), before + 50) << "40 us at half of 40 Gbps are 66 packets";
}

TEST(LiveRegisters, TheSchedulerRefusesWhatNoClassCouldSendWith) {
  LiveRegisters live("small/pfc_incast.toml", {"scenario.duration=10us"});
  live.software = [](LiveRegisters& registers) {
    const auto refused = tlm::TLM_GENERIC_ERROR_RESPONSE;
    const std::string& why = registers.asic("s1").csr().refusal();
    EXPECT_EQ(registers.try_write("s1", "egress", "weight", {0}, 0), refused);
    EXPECT_THAT(why, HasSubstr("switch.egress.weights: wanted an integer from 1 to 255; got 0 for class 0"));
    EXPECT_EQ(registers.try_write("s1", "egress", "discipline", {}, 2), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(registers.try_write("s1", "egress", "quantum", {}, 1499), refused);
    EXPECT_THAT(why, HasSubstr("switch.egress.quantum: wanted at least switch.max_frame, 1.5KB; got 1.499KB"));
  };
  live.run();
}

TEST(LiveRegisters, TheSchedulerWeighsAnotherWay) {
  LiveRegisters live("small/pfc_incast.toml", {});
  std::uint64_t before = 0;
  live.software = [&](LiveRegisters& registers) {
    registers.bus("s1").wait_until(250_us);  // the higher class has the port for itself from 200 us to 300 us
    before = registers.read("s1", "egress", "sent", {4, 0});
    EXPECT_EQ(registers.read("s1", "egress", "weight", {0}), 1U);
    registers.write("s1", "egress", "weight", {0}, 3);
    registers.write("s1", "egress", "discipline", {}, 2);
  };
  run_until(290_us);
  EXPECT_GT(live.read("s1", "egress", "sent", {4, 0}), before + 80) << "40 us at 3/4 of 40 Gbps are 100 packets";
}

TEST(LiveRegisters, TheClassMapperReadsAnotherField) {
  LiveRegisters live("small/pfc_incast.toml", {});
  live.software = [](LiveRegisters& registers) {
    registers.bus("s1").wait_until(250_us);
    for (std::uint64_t dscp = 0; dscp < 64; ++dscp)
      EXPECT_TRUE(
          registers.bus("s1").debug_write(registers.mapped("s1", "forwarding", "dscp_class").address({dscp}), 5, 4));
    registers.write("s1", "forwarding", "class_source", {}, 1);
  };
  run_until(290_us);
  EXPECT_GT(live.read("s1", "mmu", "admitted", {9, 5}), 100U) << "class 7 by its tag, 5 by the table";
}

TEST(LiveRegisters, TheClassMapperReadsTheDeiToo) {
  LiveRegisters live("small/pfc_incast.toml", {"traffic.dei=true"});
  live.software = [](LiveRegisters& registers) {
    registers.bus("s1").wait_until(250_us);
    registers.write("s1", "forwarding", "pcp_class", {14}, 4);
    registers.write("s1", "forwarding", "pcp_class", {15}, 5);
  };
  run_until(290_us);
  EXPECT_GT(live.read("s1", "mmu", "admitted", {9, 5}), 100U) << "PCP 7 with DEI 1";
  EXPECT_EQ(live.read("s1", "mmu", "admitted", {9, 4}), 0U) << "with DEI 0";
}

}  // namespace weir::live_registers_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A TCD detector of a port with XOFF 300 KB, played by hand, with max(T_on) = T = 100 us and a tick of 1 us.

#pragma once

#include "hw_model/mechanisms/congestion/tcd.h"
#include "tb/tests/unit/mechanisms/congestion/detector_bench.h"

namespace weir::congestion {

using frame::Ecn;  // NOLINT(google-build-using-namespace): tests of this room only

inline constexpr ClassId kC{3};
inline constexpr PortId kIngress{1};

inline TcdConfig config_of(ReleaseRule rule) {
  TcdConfig config;
  config.longest_on = config.period = 100_us;
  config.tick = 1_us;
  config.rule = rule;
  config.band = 10_KB;
  config.marking = {.k_min = 50_KB, .k_max = 50'001_B};
  return config;
}

class TcdTest : public testing::Test {
 protected:
  TcdTest() { make(config_of(ReleaseRule::kRiseOrPausing)); }

  void make(const TcdConfig& config, Ecn undetermined = Ecn::kEct0, DetectorKind form = DetectorKind::kTcd,
            bool to_host = false) {
    PortContext context = bench_context(form, config);
    context.xoff = 300_KB;
    context.to_host = to_host;
    context.config.undetermined = undetermined;
    tcd_ = std::make_unique<Tcd>(context);
    tcd_->join(port_);
  }
  void pause(std::int64_t from_us, std::int64_t to_us) {
    tcd_->gate(kC, false, from_us * 1_us);
    tcd_->gate(kC, true, to_us * 1_us);
  }
  // The state after a packet has left so many bytes behind it, and what the packet got: "U ue", "1 ce", "R".
  std::string departs(std::int64_t at_us, Bytes behind, Ecn sent = Ecn::kEct1) {
    frame::Packet packet = bench_packet(kC, sent);
    tcd_->departs(packet, behind, at_us * 1_us);
    const Ecn got = frame::ecn_of(packet).value();
    const std::string state(1, "01UR"[tcd_->state(kC)]);
    return state + (got == sent ? "" : got == Ecn::kCongestion ? " ce" : " ue");
  }
  // Released at 300 us with 200 KB behind.
  void release() {
    pause(100, 200);
    EXPECT_EQ(departs(210, 200_KB), "U ue");
    EXPECT_EQ(departs(300, 200_KB), "R");
  }

  BenchPort port_;
  std::unique_ptr<Tcd> tcd_;
};

}  // namespace weir::congestion

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Each policy refuses settings that no hardware could have, with one line; what lies just inside is accepted.

#include <functional>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control {
namespace {

using Change = std::function<void(PortContext&)>;

std::string refusal(Scheme scheme, const Change& change) {
  FakePort port;
  PortContext context = context_for(scheme, port);
  change(context);
  try {
    make_flow_control(context);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Settings, TheDefaultsOfEverySchemeAreAccepted) {
  for (const Scheme scheme : {Scheme::kNone, Scheme::kPfc, Scheme::kCbfc, Scheme::kGfcConceptual,
                              Scheme::kGfcBufferBased, Scheme::kGfcTimeBased, Scheme::kPause, Scheme::kTtlPfc}) {
    EXPECT_EQ(refusal(scheme, [](PortContext&) {}), "");
    EXPECT_EQ(refusal(scheme, [](PortContext& c) { c.config.lossless = 0xff; }), "");
    EXPECT_EQ(refusal(scheme, [](PortContext& c) { c.config.lossless = 0; }), "");
  }
}

TEST(Settings, UnknownScheme) {
  EXPECT_EQ(refusal(static_cast<Scheme>(99), [](PortContext&) {}), "flow_control: unknown scheme");
}

TEST(Settings, Pfc) {
  const auto with = [](PfcConfig pfc) { return refusal(Scheme::kPfc, [&](PortContext& c) { c.config.pfc = pfc; }); };
  EXPECT_EQ(with({.xoff = 1_B, .xon = 0_B}), "");
  EXPECT_EQ(with({.xoff = 77_KB, .xon = 77_KB}), "pfc: xon is 77000 B, wanted less than xoff, 77000 B");
  EXPECT_EQ(with({.xoff = 77_KB, .xon = Bytes(-1)}), "pfc: xon is -1 B, wanted 0 or more");
  EXPECT_EQ(with({.pause_quanta = 0}), "pfc: pause_quanta is 0, which would resume; wanted 1..65535");
  EXPECT_EQ(with({.refresh_fraction = 0.0}), "pfc: refresh_fraction is 0.000000, wanted more than 0 and less than 1");
  EXPECT_EQ(with({.refresh_fraction = 1.0}), "pfc: refresh_fraction is 1.000000, wanted more than 0 and less than 1");
  EXPECT_EQ(with({.pause_quanta = 2, .refresh_fraction = 0.5}),
            "pfc: a standing pause would be sent again every 51200 ps (pause_quanta x refresh_fraction), wanted more "
            "than the 51200 ps of one control frame");
  EXPECT_EQ(with({.pause_quanta = 3, .refresh_fraction = 0.5}), "");
}

TEST(Settings, Cbfc) {
  const auto with = [](CbfcConfig cbfc) {
    return refusal(Scheme::kCbfc, [&](PortContext& c) { c.config.cbfc = cbfc; });
  };
  EXPECT_EQ(with({.buffer = 131'072_B, .counter_bits = 12}), "");
  EXPECT_EQ(with({.buffer = 1_MB, .counter_bits = 12}),
            "credits: the buffer of 1000000 B is 15625 blocks; counters of 12 bits allow 2048 outstanding (wider "
            "counters or larger blocks)");
  EXPECT_EQ(with({.buffer = 1536_B}), "");
  EXPECT_EQ(with({.buffer = 1535_B}), "credits: the buffer of 1535 B does not hold one frame of 1500 B");
  EXPECT_EQ(with({.period = Time(51'201)}), "");
  EXPECT_EQ(with({.period = Time(51'200)}),
            "credits: period is 51200 ps, wanted more than the 51200 ps that one message a lossless class takes");
}

TEST(Settings, GfcConceptual) {
  const auto with = [](GfcConceptualConfig gfc) {
    return refusal(Scheme::kGfcConceptual, [&](PortContext& c) { c.config.gfc_conceptual = gfc; });
  };
  EXPECT_EQ(with({.b0 = 0_B, .bm = 1_B}), "");
  EXPECT_EQ(with({.b0 = 50_KB, .bm = 50_KB}), "gfc_conceptual: b0 is 50000 B, wanted less than bm, 50000 B");
  EXPECT_EQ(with({.b0 = Bytes(-1), .bm = 50_KB}), "gfc_conceptual: b0 is -1 B, wanted 0 or more");
  EXPECT_EQ(with({.b0 = 0_B, .bm = Bytes(4'294'967'296)}),
            "gfc_conceptual: bm is 4294967296 B, which the message's depth field of 32 bits cannot say");
  EXPECT_EQ(with({.b0 = 0_B, .bm = Bytes(4'294'967'295)}), "");
}

TEST(Settings, GfcBufferBased) {
  const auto with = [](GfcBufferBasedConfig gfc) {
    return refusal(Scheme::kGfcBufferBased, [&](PortContext& c) { c.config.gfc_buffer_based = gfc; });
  };
  EXPECT_EQ(with({.b1 = 999_KB, .bm = 1_MB}), "");
  EXPECT_EQ(with({.b1 = 1_MB, .bm = 1_MB}), "gfc_buffer_based: b1 is 1000000 B, wanted less than bm, 1000000 B");
  EXPECT_EQ(with({.b1 = 0_B, .bm = 1_MB}), "gfc_buffer_based: b1 is 0 B, wanted more than 0");
  EXPECT_EQ(with({.b1 = 1_MB, .bm = 2_MB, .stages = 25}), "stage comparator: 25 thresholds, at most 24 registers");
  EXPECT_EQ(with({.b1 = 1_MB, .bm = 20_MB, .stages = 5}),
            "stage comparator: threshold b4 = 17625000 B does not fit 24 bits");
  EXPECT_EQ(refusal(Scheme::kGfcBufferBased, [](PortContext& c) { c.limiter.stage = 4; }),
            "gfc_buffer_based: 19 stages, the limiter's r_r of 4 bits holds at most 15");
}

TEST(Settings, GfcTimeBased) {
  const auto with = [](GfcTimeBasedConfig gfc) {
    return refusal(Scheme::kGfcTimeBased, [&](PortContext& c) { c.config.gfc_time_based = gfc; });
  };
  EXPECT_EQ(with({.b0 = 0_B, .bm = 1_MB}), "");
  EXPECT_EQ(with({.b0 = 1_MB, .bm = 1_MB}), "gfc_time_based: b0 is 1000000 B, wanted less than bm, 1000000 B");
  EXPECT_EQ(with({.b0 = Bytes(-1), .bm = 1_MB}), "gfc_time_based: b0 is -1 B, wanted 0 or more");
  EXPECT_EQ(with({.b0 = 492_KB, .bm = 1_MB, .credits = {.counter_bits = 12}}),
            "credits: the buffer of 1000000 B is 15625 blocks; counters of 12 bits allow 2048 outstanding (wider "
            "counters or larger blocks)");
}

TEST(Settings, Limiter) {
  for (const Scheme scheme : {Scheme::kGfcConceptual, Scheme::kGfcBufferBased, Scheme::kGfcTimeBased}) {
    EXPECT_EQ(refusal(scheme, [](PortContext& c) { c.limiter.r_c = 0; }), "rate limiter: r_c is 0 bits, wanted 1..62");
    EXPECT_EQ(refusal(scheme, [](PortContext& c) { c.limiter.r_l_ticks = 9; }),
              "rate limiter: a frame of 1500 B takes 1200000 ps, r_l holds 613200 ps (r_l_ticks)");
  }
}

}  // namespace
}  // namespace weir::flow_control

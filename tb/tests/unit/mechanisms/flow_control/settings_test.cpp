// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Each policy refuses settings that no hardware could have, with one line; what lies just inside is accepted.

#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::settings_test {

using Change = std::function<void(PortContext&)>;

std::string refusal(Scheme scheme, const Change& change) {
  FakePort port;
  PortContext context = context_for(scheme, port);
  change(context);
  return error_of([&] { make_flow_control(context); });
}

TEST(Settings, TheDefaultsOfEverySchemeAreAccepted) {
  for (const Scheme scheme : {Scheme::kNone, Scheme::kPfc, Scheme::kCbfc, Scheme::kGfcConceptual,
                              Scheme::kGfcBufferBased, Scheme::kGfcTimeBased, Scheme::kGfcGradient, Scheme::kPause,
                              Scheme::kTtlPfc, Scheme::kEgressPfc, Scheme::kEgressPause}) {
    EXPECT_EQ(refusal(scheme, [](PortContext&) {}), "");
    EXPECT_EQ(refusal(scheme, [](PortContext& c) { c.config.lossless = 0xff; }), "");
    EXPECT_EQ(refusal(scheme, [](PortContext& c) { c.config.lossless = 0; }), "");
  }
}

TEST(Settings, GfcGradient) {
  const auto with = [](GfcGradientConfig gfc) {
    return refusal(Scheme::kGfcGradient, [&](PortContext& c) { c.config.gfc_gradient = gfc; });
  };
  EXPECT_EQ(with({.bm = 1600_B, .reports = {.block = 64_B}}), "");
  EXPECT_EQ(with({.bm = 1599_B, .reports = {.block = 64_B}}),
            "flow_control.gfc_gradient.bm: wanted more than the 24 blocks of a frame of switch.max_frame, since hosts "
            "stop a frame below bm; got 24 blocks of 64B");
  EXPECT_EQ(with({.bm = 13'312_B, .reports = {.block = 64_B, .counter_bits = 8}}), "") << "208 - 1 + 48 blocks";
  EXPECT_EQ(with({.bm = 13'376_B, .reports = {.block = 64_B, .counter_bits = 8}}),
            "flow_control.gfc_gradient.bm: wanted bm and two frames of switch.max_frame within the 255 blocks that "
            "counters of 8 bits express; got 209 blocks");
  EXPECT_NE(with({.reports = {.period = 1_ps}}), "") << "as of credits";
}

// Ports that are alike are checked once.
TEST(Settings, WhatIsPossibleAtOnePortIsCheckedAgainAtAnother) {
  const auto with_frames_of = [](Bytes longest) {
    return refusal(Scheme::kTtlPfc, [&](PortContext& c) {
      c.config.pfc = {.xoff = 3000_B, .xon = 1500_B};
      c.max_frame = longest;
    });
  };
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(with_frames_of(3000_B), "");
    EXPECT_THAT(with_frames_of(3001_B), HasSubstr("wanted at least switch.max_frame"));
    EXPECT_THAT(with_frames_of(3001_B), HasSubstr("wanted at least switch.max_frame")) << "what is refused, too";
  }
}

TEST(Settings, UnknownScheme) {
  EXPECT_EQ(refusal(static_cast<Scheme>(99), [](PortContext&) {}), "flow_control: unknown scheme");
}

TEST(Settings, Pfc) {
  const auto with = [](PfcConfig pfc) { return refusal(Scheme::kPfc, [&](PortContext& c) { c.config.pfc = pfc; }); };
  EXPECT_EQ(with({.xoff = 1_B, .xon = 0_B}), "");
  EXPECT_EQ(with({.xoff = 77_KB, .xon = 77_KB}), "flow_control.pfc.xon: wanted less than xoff, 77KB; got 77KB");
  EXPECT_EQ(with({.xoff = 77_KB, .xon = Bytes(-1)}),
            "flow_control.pfc.xon: wanted a length in bytes from 0B to 4096MiB; got -1B");
  EXPECT_EQ(with({.pause_quanta = 0}), "flow_control.pfc.pause_quanta: wanted an integer from 1 to 65535; got 0");
  EXPECT_EQ(with({.refresh_fraction = 0.0}),
            "flow_control.pfc.refresh_fraction: wanted a number from 0.01 to 0.99; got 0.0");
  EXPECT_EQ(with({.refresh_fraction = 1.0}),
            "flow_control.pfc.refresh_fraction: wanted a number from 0.01 to 0.99; got 1.0");
  EXPECT_EQ(with({.pause_quanta = 2, .refresh_fraction = 0.5}),
            "flow_control.pfc.pause_quanta: a standing PAUSE would be sent again every 51.2ns (pause_quanta x "
            "refresh_fraction), wanted more than the 51.2ns of one control frame");
  EXPECT_EQ(with({.pause_quanta = 3, .refresh_fraction = 0.5}), "");
}

TEST(Settings, Cbfc) {
  const auto with = [](CbfcConfig cbfc) {
    return refusal(Scheme::kCbfc, [&](PortContext& c) { c.config.cbfc = cbfc; });
  };
  EXPECT_EQ(with({.buffer = 131'072_B, .counter_bits = 12}), "");
  EXPECT_EQ(with({.buffer = 1_MB, .counter_bits = 12}),
            "flow_control.cbfc.buffer: wanted at most 2048 blocks of 64B, 131.072KB, which is what counters of 12 bits "
            "express; got 1MB");
  EXPECT_EQ(with({.buffer = 1536_B}), "");
  EXPECT_EQ(
      with({.buffer = 1535_B}),
      "flow_control.cbfc.buffer: wanted the blocks of at least one frame of switch.max_frame, 1.5KB; got 1.535KB");
  EXPECT_EQ(with({.period = Time(51'201)}), "");
  EXPECT_EQ(
      with({.period = Time(51'200)}),
      "flow_control.cbfc.period: wanted more than the 51.2ns that one message a lossless class takes; got 51.2ns");
}

TEST(Settings, GfcConceptual) {
  const auto with = [](GfcConceptualConfig gfc) {
    return refusal(Scheme::kGfcConceptual, [&](PortContext& c) { c.config.gfc_conceptual = gfc; });
  };
  EXPECT_EQ(with({.b0 = 0_B, .bm = 1_B}), "");
  EXPECT_EQ(with({.b0 = 50_KB, .bm = 50_KB}), "flow_control.gfc_conceptual.b0: wanted less than bm, 50KB; got 50KB");
  EXPECT_EQ(with({.b0 = Bytes(-1), .bm = 50_KB}),
            "flow_control.gfc_conceptual.b0: wanted a length in bytes from 0B to 4096MiB; got -1B");
  EXPECT_EQ(with({.b0 = 0_B, .bm = Bytes(4'294'967'296)}),
            "flow_control.gfc_conceptual.bm: wanted less than 4096MiB, which the message's depth field of 32 bits "
            "cannot express");
  EXPECT_EQ(with({.b0 = 0_B, .bm = Bytes(4'294'967'295)}), "");
}

TEST(Settings, GfcBufferBased) {
  const auto with = [](GfcBufferBasedConfig gfc) {
    return refusal(Scheme::kGfcBufferBased, [&](PortContext& c) { c.config.gfc_buffer_based = gfc; });
  };
  EXPECT_EQ(with({.b1 = 999_KB, .bm = 1_MB}), "");
  EXPECT_EQ(with({.b1 = 1_MB, .bm = 1_MB}), "flow_control.gfc_buffer_based.b1: wanted less than bm, 1MB; got 1MB");
  EXPECT_EQ(with({.b1 = 0_B, .bm = 1_MB}),
            "flow_control.gfc_buffer_based.b1: wanted a length in bytes from 1B to 4096MiB; got 0B");
  EXPECT_EQ(with({.b1 = 1_MB, .bm = 2_MB, .stages = 25}),
            "flow_control.gfc_buffer_based.stages: 25 stages, and a comparator has 24 thresholds; wanted fewer");
  EXPECT_EQ(with({.b1 = 1_MB, .bm = 20_MB, .stages = 5}),
            "flow_control.gfc_buffer_based.bm: threshold B_5 = 18812.5KB does not fit the 24 bits of a queue depth");
  EXPECT_EQ(
      refusal(Scheme::kGfcBufferBased, [](PortContext& c) { c.limiter.stage = 4; }),
      "flow_control.gfc_buffer_based.bm: bm - b1 = 250KB makes 19 stages, and the limiter's r_r of 4 bits holds at "
      "most 15");
}

TEST(Settings, GfcTimeBased) {
  const auto with = [](GfcTimeBasedConfig gfc) {
    return refusal(Scheme::kGfcTimeBased, [&](PortContext& c) { c.config.gfc_time_based = gfc; });
  };
  EXPECT_EQ(with({.b0 = 0_B, .bm = 1_MB}), "");
  EXPECT_EQ(with({.b0 = 1_MB, .bm = 1_MB}), "flow_control.gfc_time_based.b0: wanted less than bm, 1MB; got 1MB");
  EXPECT_EQ(with({.b0 = Bytes(-1), .bm = 1_MB}),
            "flow_control.gfc_time_based.b0: wanted a length in bytes from 0B to 4096MiB; got -1B");
  EXPECT_EQ(
      with({.b0 = 492_KB, .bm = 1_MB, .credits = {.counter_bits = 12}}),
      "flow_control.gfc_time_based.bm: wanted at most 2048 blocks of 64B, 131.072KB, which is what counters of 12 "
      "bits express; got 1MB");
}

TEST(Settings, Limiter) {
  for (const Scheme scheme : {Scheme::kGfcConceptual, Scheme::kGfcBufferBased, Scheme::kGfcTimeBased}) {
    EXPECT_EQ(refusal(scheme, [](PortContext& c) { c.limiter.r_c = 0; }),
              "limiter.period: rate limiter: r_c is 0, wanted 1..62");
    EXPECT_EQ(
        refusal(scheme, [](PortContext& c) { c.limiter.r_l_ticks = 9; }),
        "limiter.period: a frame of 1.5KB at 10Gbps takes 1.2us, and r_l holds 613.2ns; wanted a longer period, a "
        "shorter switch.max_frame or a faster port");
  }
}

}  // namespace weir::flow_control::settings_test

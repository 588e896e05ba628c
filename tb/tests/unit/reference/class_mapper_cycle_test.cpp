// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/class_mapper_cycle.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::class_mapper_cycle_test {

// The cycles of the wave in rtl/class_mapper/class_mapper.md.
TEST(ClassMapperCycle, SevenCyclesByHand) {
  ClassMapperCycle block({});
  const auto packet = [](std::uint8_t ttl) {
    return ClassMapperInputs{.class_shift = true, .routed = true, .ttl = ttl};
  };
  block.clock({.write = true, .source = 2, .ttl0 = 4});
  ClassMapperInputs fourth = packet(0);
  fourth.write = true;
  fourth.source = 3;
  fourth.ttl0 = 4;
  struct Wanted {
    ClassMapperInputs in;
    ClassMapperOutputs out;
  };
  const std::vector<Wanted> wanted = {
      {packet(5), {.traffic_class = 0, .pauses = false, .source = 2, .ttl0 = 4}},
      {packet(4), {.traffic_class = 1, .pause_class = 0, .pauses = true, .source = 2, .ttl0 = 4}},
      {packet(1), {.traffic_class = 4, .pause_class = 3, .pauses = true, .expires = true, .source = 2, .ttl0 = 4}},
      {fourth, {.traffic_class = 0, .pauses = false, .expires = true, .source = 2, .ttl0 = 4}},
      {packet(1), {.traffic_class = 2, .pause_class = 1, .pauses = true, .expires = true, .source = 3, .ttl0 = 4}},
      {packet(6), {.traffic_class = 0, .pauses = false, .source = 3, .ttl0 = 4}}};
  for (std::size_t n = 0; n < wanted.size(); ++n) {
    EXPECT_EQ(block.clock(wanted[n].in), wanted[n].out) << "cycle " << n + 1;
  }
}

// Every TTL on its way down: the VIQ one hop on pauses the class in which the packet waits here.
TEST(ClassMapperCycle, EachHopPausesTheOneBefore) {
  for (const ClassSource source : {ClassSource::kTtl, ClassSource::kTtlParity}) {
    const unsigned hops = source == ClassSource::kTtl ? 7 : 14;
    ClassMapperCycle block({.source = static_cast<unsigned>(source), .ttl0 = hops + 1});
    std::uint8_t waits_in = 0;  // at the source
    for (unsigned hop = 1; hop <= hops; ++hop) {
      const ClassMapperOutputs out = block.clock({.class_shift = source == ClassSource::kTtl || hop % 2 == 1,
                                                  .routed = true,
                                                  .ttl = static_cast<std::uint8_t>(hops + 2 - hop)});
      EXPECT_TRUE(out.pauses);
      EXPECT_FALSE(out.expires);
      EXPECT_EQ(out.pause_class, waits_in) << name_in(kClassSources, source) << ", hop " << hop;
      waits_in = out.traffic_class;
    }
    EXPECT_EQ(waits_in, 7);
  }
}

// A packet without a label is in the first class, as at its host, whatever its TTL. VIQ 0 pauses class 0 there, and
// nobody at a port to a switch, where the shift is.
TEST(ClassMapperCycle, ByLabelAPacketWithoutOneIsInTheFirstClass) {
  ClassMapperCycle block({.source = static_cast<unsigned>(ClassSource::kLabel)});
  for (const std::uint8_t ttl : std::initializer_list<std::uint8_t>{0, 1, 5, 64, 255}) {
    for (const bool shift : {false, true}) {
      const ClassMapperOutputs out =
          block.clock({.class_shift = shift, .routed = true, .pcp = 5, .dscp = 9, .ttl = ttl});
      EXPECT_EQ(out, (ClassMapperOutputs{.pauses = !shift, .expires = ttl <= 1, .source = 4, .ttl0 = 8})) << int{ttl};
    }
  }
}

TEST(ClassMapperCycle, KeepsTheClassOfAPcpForEachDei) {
  ClassMapperCycle block({.source = 0});
  const ClassMapperInputs ask{.pcp = 6, .dei = true};
  ClassMapperInputs all = ask;
  all.write = all.pcp_write = all.dscp_write = true;
  all.ttl0 = 9;
  all.pcp_write_index = 13;
  all.pcp_write_class = 1;
  all.dscp_write_index = 13;
  all.dscp_write_class = 5;
  EXPECT_EQ(block.clock(all).traffic_class, 6);
  EXPECT_EQ(block.clock(ask).traffic_class, 1);
  EXPECT_EQ(block.evaluate({.pcp = 6}).traffic_class, 6) << "with DEI 0";
  EXPECT_EQ(block.evaluate({.pcp = 5, .dei = true}).traffic_class, 5);
  EXPECT_EQ(block.clock({.write = true, .source = 1, .pcp_write_index = 13}).ttl0, 9);
  EXPECT_EQ(block.evaluate({.dscp = 13}).traffic_class, 5) << "all three in one cycle";
  EXPECT_FALSE(block == ClassMapperCycle({.source = 1, .ttl0 = 2}));
  EXPECT_EQ(block.evaluate({.rst_n = false, .pcp = 6, .dei = true}).traffic_class, 6);
  EXPECT_EQ(block, ClassMapperCycle({.source = 0}));
}

TEST(ClassMapperCycle, KeepsWhatNobodyWritesAndAnswersByWhatStood) {
  ClassMapperCycle block({.source = 1});
  EXPECT_EQ(block.clock({.dscp_write = true, .dscp_write_index = 17, .dscp_write_class = 6, .dscp = 17}).traffic_class,
            2);
  EXPECT_EQ(block.clock({.write = true, .source = 1, .ttl0 = 3, .dscp = 17}).traffic_class, 6);
  EXPECT_EQ(block.clock({.source = 2, .ttl0 = 9, .dscp_write_index = 17, .dscp = 17}).ttl0, 3);
  const ClassMapperOutputs out = block.evaluate({.dscp = 17});
  EXPECT_EQ(out.traffic_class, 6);
  EXPECT_EQ(out.ttl0, 3);
  EXPECT_EQ(block.evaluate({.rst_n = false, .dscp = 17}).traffic_class, 2);  // asynchronous
  EXPECT_EQ(block, ClassMapperCycle({.source = 1}));
}

TEST(ClassMapperCycle, RefusesWhatDoesNotFit) {
  const auto refuses = [](const ClassMapperBlock& block, const char* text) {
    EXPECT_THAT([&] { ClassMapperCycle{block}; }, ThrowsMessage<std::invalid_argument>(HasSubstr(text)));
  };
  refuses({.ttl_bits = 9}, "class mapper: ttl_bits is 9, wanted 1..8");
  refuses({.source = 5}, "class mapper: source is 5, wanted 0..4");
  refuses({.ttl0 = 16}, "class mapper: ttl0 is 16, wanted 2..15");
  refuses({.ttl_bits = 3}, "class mapper: ttl0 is 8, wanted at most what ttl_bits = 3 holds");
}

}  // namespace weir::reference::class_mapper_cycle_test

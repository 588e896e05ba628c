// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The class mapper of a port in RTL: the same classes as by the model, while software writes the tables; and a wrong
// RTL is found in lock-step, and followed where it stands alone.

#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/forwarding/clocked_mapper.h"
#include "hw_model/reference/hop_rules.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/wrong_rtl.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::class_mapper_in_switch_test {

using forwarding::ClockedMapper;
using reference::ClassMapperConfig;
using reference::ClassSource;

constexpr char kBlock[] = "class_mapper";

// Packets of every kind at one port, and what the mapper answers.
class Port {
 public:
  Port(const reference::Factories& factories, std::uint64_t seed) : random_(seed, "class_mapper_in_switch_test") {
    if (auto block = factories.of<reference::ClockedClassMapper>()({.source = 0, .ttl0 = 0}, "s1.p2"))
      mapper_ = std::make_unique<ClockedMapper>(std::move(block));
  }

  std::vector<std::uint64_t> play(int packets) {
    std::vector<std::uint64_t> said;
    for (int i = 0; i < packets; ++i) {
      now_ += 100_ns;
      if (random_.below(20) == 0)
        write();
      if (random_.below(500) == 0 && mapper_ != nullptr)
        mapper_->reset(now_);
      said.push_back(ask());
    }
    return said;
  }

 private:
  std::uint64_t ask() {
    parser::HeaderVector header;
    header.network = random_.below(8) == 0 ? parser::Network::kNone : parser::Network::kIpv4;
    header.code_point = static_cast<std::uint8_t>(random_.below(16));
    header.dscp = static_cast<std::uint8_t>(random_.below(64));
    const bool near = random_.below(4) != 0;
    header.ttl = static_cast<std::uint8_t>(near ? random_.below(16) : random_.below(256));
    if (header.network == parser::Network::kNone && random_.below(2) == 0)
      header.ttl = 0;
    const bool has_ttl = header.network != parser::Network::kNone || header.ttl != 0;
    if (has_ttl && reference::ttl_expires(header.ttl))
      header.error = frame::DecodeError::kTtlExpired;
    const ClassId c = reference::ClassMapper(config_).map(header.code_point, header.dscp, header.ttl);
    const bool shift = random_.below(2) == 0;
    const std::size_t paused = reference::class_paused_by(config_.services, c, shift);
    ClockedMapper::Answer answer{c, header.error.has_value()};
    if (mapper_ != nullptr)
      answer = mapper_->ask({.header = header, .traffic_class = c, .paused = paused, .shift = shift}, config_, now_);
    return answer.traffic_class.index() << 1U | (answer.expires ? 1U : 0U);
  }

  // Software writes one register, or, seldom, most of them.
  void write() {
    for (std::uint64_t left = random_.below(30) == 0 ? 100 : 1; left > 0; --left) {
      const ClassId c(random_.below(kClasses));
      switch (random_.below(4)) {
        case 0:
          config_.source = static_cast<ClassSource>(random_.below(4));
          break;
        case 1:
          config_.ttl0 = static_cast<std::uint8_t>(1 + random_.below(random_.below(8) == 0 ? 255 : 15));
          break;
        case 2:
          config_.pcp_classes[random_.below(reference::kCodePoints)] = c;
          break;
        default:
          config_.dscp_classes[random_.below(reference::kDscps)] = c;
      }
    }
  }

  RandomStream random_;
  ClassMapperConfig config_;
  std::unique_ptr<ClockedMapper> mapper_;
  Time now_;
};

TEST(ClassMapperInSwitch, SaysWhatTheModelSays) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const std::vector<std::uint64_t> model = Port(factories_at(kBlock, Fidelity::reference), seed).play(20'000);
    EXPECT_EQ(std::set<std::uint64_t>(model.begin(), model.end()).size(), 2 * kClasses);
    EXPECT_TRUE(model == Port(factories_at(kBlock, Fidelity::rtl), seed).play(20'000));
    EXPECT_TRUE(model == Port(factories_at(kBlock, Fidelity::lockstep), seed).play(20'000));
  }
}

// Each wrong operator of the RTL shows at a port, but for one about sources that the RTL has not.
TEST(ClassMapperInSwitch, FindsWrongOperators) {
  const Operators operators =
      played_operators(kBlock, [](const reference::Factories& factories) { Port(factories, 1).play(20'000); });
  expect_missed(operators, {"no_field_by_the_ttl"});
  EXPECT_GT(operators.found, 20U);
}

// Without a comparison a wrong RTL is followed.
TEST(ClassMapperInSwitch, TheRtlDecides) {
  const std::vector<std::uint64_t> model = Port(factories_at(kBlock, Fidelity::reference), 1).play(5'000);
  for (const std::string_view mutant :
       {"halves_never", "dei_does_not_count", "expires_what_is_bridged", "pcp_past_the_table"})
    EXPECT_FALSE(model == Port(factories_with(kBlock, mutant, Fidelity::rtl), 1).play(5'000)) << mutant;
}

// RTL and cycle model agree, and the switch's model does not.
TEST(ClassMapperInSwitch, TellsWhatTheModelHas) {
  const reference::Factories factories = factories_at(kBlock, Fidelity::lockstep);
  ClockedMapper mapper(factories.of<reference::ClockedClassMapper>()({.source = 0, .ttl0 = 0}, "s1.p2"));
  parser::HeaderVector header;
  header.code_point = 0b1010;
  const auto refusal = [&](const ClockedMapper::Asked& asked) {
    return error_of<LockstepMismatch>([&] { mapper.ask(asked, {}, 3_us); });
  };
  EXPECT_EQ(refusal({.header = header, .traffic_class = ClassId(5), .paused = 4, .shift = true}), "");
  EXPECT_EQ(refusal({.header = header, .traffic_class = ClassId(6), .paused = 6}),
            "lock-step: s1.p2 (class_mapper) at 3us: after 3 cycles class_o is 5 in RTL, 6 in the switch's model");
  EXPECT_THAT(refusal({.header = header, .traffic_class = ClassId(5), .paused = kClasses}),
              HasSubstr("pause_class_o is 5 in RTL, 0 in the switch's model"));
  header.error = frame::DecodeError::kTtlExpired;
  EXPECT_THAT(refusal({.header = header, .traffic_class = ClassId(5), .paused = 5}),
              HasSubstr("expires_o is 0 in RTL, 1 in the switch's model"));
}

// A packet is a cycle; what software has written before it, one entry of each table a cycle.
TEST(ClassMapperInSwitch, APacketIsACycle) {
  struct Counted final : reference::ClockedClassMapper {
    explicit Counted(int& n) : cycles(n) {}
    reference::ClassMapperBlock widths() const override { return {}; }
    Outputs clock(const Inputs& in) override { return ++cycles, core.clock(in); }
    Outputs evaluate(const Inputs& in) override { return core.evaluate(in); }
    int& cycles;
    reference::ClassMapperCycle core{{}};
  };
  int cycles = 0;
  ClockedMapper mapper(std::make_unique<Counted>(cycles));
  parser::HeaderVector header;
  ClassMapperConfig config;
  const auto ask = [&] {
    return mapper.ask({.header = header, .traffic_class = ClassId(0), .paused = 0}, config, 1_us).traffic_class;
  };
  ask();
  EXPECT_EQ(cycles, 2) << "source and ttl0 are not those of a reset";
  ask();
  EXPECT_EQ(cycles, 3);
  config.dscp_classes[5] = config.dscp_classes[6] = config.pcp_classes[9] = ClassId(7);
  ask();
  EXPECT_EQ(cycles, 6);
  config.source = ClassSource::kDscp;
  config.dscp_classes[0] = ClassId(3);
  EXPECT_EQ(ask(), ClassId(3));
  EXPECT_EQ(cycles, 8);
  mapper.reset(1_us);
  EXPECT_EQ(cycles, 9);
  EXPECT_EQ(ask(), ClassId(3));
  EXPECT_EQ(cycles, 13) << "three entries of the DSCP";
}

}  // namespace weir::cosim::class_mapper_in_switch_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The engines that the switch runs, and the cycle model of rtl/pfc_engine, side by side: a quantum a cycle, everything
// by chance. Frames are the same to the octet; so are what is due, what is asserted, and which classes are held.

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/pfc_engine_cycle.h"
#include "hw_model/mechanisms/flow_control/pause.h"
#include "hw_model/mechanisms/flow_control/pfc.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::pfc_engine_block_test {

constexpr ClassMask kLossless = 0xf7;
constexpr std::uint16_t kPauseQuanta = 24;
constexpr std::uint16_t kRefreshQuanta = 12;
constexpr std::size_t kBody = 14;  // behind addresses and length/type

std::uint64_t word(std::span<const std::uint8_t> bytes, std::size_t from, std::size_t length) {
  std::uint64_t value = 0;
  for (std::size_t n = from; n < from + length; ++n)
    value = value << 8U | bytes[n];
  return value;
}

template <class Engine>
class Pair {
 public:
  explicit Pair(Scheme scheme) : port_pause_(scheme == Scheme::kPause), engine_(context(port_, scheme)), block_({}) {}

  void tick(RandomStream& random) {
    now_ += pause_time(1, 10_Gbps);
    reference::PfcEngineInputs in{.port_pause = port_pause_,
                                  .enable = kLossless,
                                  .pause_quanta = kPauseQuanta,
                                  .refresh_quanta = kRefreshQuanta,
                                  .step = 512};
    const reference::PfcEngineOutputs before = block_.evaluate(in);
    ASSERT_EQ(before.due, engine_.feedback_pending());
    const ClassMask held = engine_.held();
    ASSERT_EQ(before.blocked & kLossless, held & kLossless);
    for (const std::size_t c : {0U, 1U, 3U, 7U})
      ASSERT_EQ((before.asserted >> c) & 1U, c > 0 && port_pause_ ? 0U : engine_.receiver_state(ClassId(c)));
    in.told = random.below(3) == 0;
    if (in.told)
      build(before);
    port_.run(engine_, now_);
    depths(random, in);
    if (random.below(6) == 0)
      message(random, in);
    block_.clock(in);
  }
  std::uint64_t frames() const { return frames_; }

 private:
  static PortContext context(FakePort& port, Scheme scheme) {
    PortContext context = context_for(scheme, port, kLossless);
    context.config.pfc = {.xoff = 80_KB, .xon = 77_KB};
    context.config.pfc.pause_quanta = kPauseQuanta;
    return context;
  }
  void build(const reference::PfcEngineOutputs& out) {
    Bytes60 bytes{};
    const std::size_t written = engine_.build_feedback(bytes, now_);
    ASSERT_EQ(written != 0, out.due);
    if (written == 0)
      return;
    ++frames_;
    EXPECT_EQ(word(bytes, kBody, 4), out.head);
    EXPECT_EQ(word(bytes, kBody + 4, 8), out.times_0_3);
    EXPECT_EQ(word(bytes, kBody + 12, 8), out.times_4_7);
  }
  // Of the port's pause one class makes the depth.
  void depths(RandomStream& random, reference::PfcEngineInputs& in) {
    for (std::size_t c = 0; c < (port_pause_ ? 1 : kClasses); ++c) {
      const auto bit = static_cast<std::uint8_t>(1U << c);
      const std::uint64_t kind = random.below(24);
      if (kind < 2) {
        in.filled |= bit;
        engine_.packet_admitted(ClassId(c), 80_KB, 80_KB, now_);
      }
      if (kind == 1 || kind == 2) {
        in.drained |= bit;
        engine_.packet_released(ClassId(c), 80_KB, 0_B, now_);
      }
    }
  }
  void message(RandomStream& random, reference::PfcEngineInputs& in) {
    Bytes60 bytes{};
    const bool other = random.below(8) == 0;  // of the kind that is not obeyed
    if (port_pause_ != other) {
      frame::write_pause(bytes, kPeer, {.quanta = static_cast<std::uint16_t>(random.below(9))});
    } else {
      frame::PfcFrame pfc{.enabled = static_cast<ClassMask>(random.below(256))};
      for (std::uint16_t& time : pfc.time)
        time = static_cast<std::uint16_t>(random.below(9));
      frame::write_pfc(bytes, kPeer, pfc);
    }
    engine_.feedback_received(bytes, now_);
    in.heard = true;
    in.heard_head = static_cast<std::uint32_t>(word(bytes, kBody, 4));
    in.heard_times_0_3 = word(bytes, kBody + 4, 8);
    in.heard_times_4_7 = word(bytes, kBody + 12, 8);
  }

  bool port_pause_;
  FakePort port_;
  Engine engine_;
  reference::PfcEngineCycle block_;
  Time now_{0};
  std::uint64_t frames_ = 0;
};

template <class Engine>
void compare(Scheme scheme) {
  Pair<Engine> pair(scheme);
  RandomStream random(5, "pfc_engine_block");
  for (int cycle = 0; cycle < 200'000 && !testing::Test::HasFailure(); ++cycle) {
    SCOPED_TRACE(cycle);
    pair.tick(random);
  }
  EXPECT_GT(pair.frames(), 1'000U);
}

TEST(PfcEngineBlock, IsThePfcOfTheSwitchAQuantumACycle) { compare<Pfc>(Scheme::kPfc); }
TEST(PfcEngineBlock, IsThePauseOfTheSwitchAQuantumACycle) { compare<Pause>(Scheme::kPause); }

}  // namespace weir::flow_control::pfc_engine_block_test

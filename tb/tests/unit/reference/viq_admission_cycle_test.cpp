// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of admission by VIQ beside the MMU and PFC of the switch, packet by packet.

#include "hw_model/cycle_models/viq_admission_cycle.h"

#include <deque>
#include <optional>

#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/mechanisms/flow_control/pfc.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::reference::viq_admission_cycle_test {

constexpr std::size_t kPorts = 4;
constexpr std::int64_t kCell = 208;
constexpr ClassMask kLossless = 0xf0;

struct Settings {  // in cells, but for alphas
  std::uint32_t minimum = 0;
  std::uint32_t pool = 0;
  std::uint32_t alpha = 0;
  std::uint32_t lossless_alpha = 0;
  std::uint32_t gap = 12;
  std::uint32_t buffer = 900;
  bool other_alpha = false;  // the block's is higher by 1/128
};

// Packets of few VIQs, whose cells fit a threshold of 60; the buffer fills, empties, and stays.
class BesideMmu {
 public:
  BesideMmu(const Settings& settings, std::uint64_t seed)
      : random_(seed, "viq_admission"),
        engines_(engines(ports_, settings)),
        mmu_(config(settings), flow_control::sides<flow_control::ReceivingSide>(engines_)),
        block_({.viq_bits = 5}),
        stands_(inputs(settings)) {}

  // A packet that comes and one that leaves in a cycle, without a pause between cycles. The first difference, or "".
  std::string crowded(int cycles) {
    for (int n = 0; n < cycles; ++n) {
      const std::string wrong = step(next(n / 700 % 3, true));
      if (!wrong.empty()) {
        return "cycle " + std::to_string(n) + ": " + wrong;
      }
    }
    return "";
  }

  // One packet that comes or leaves, then so many cycles that all VIQs that ask have been looked at.
  std::string one_by_one(int packets) {
    for (int n = 0; n < packets; ++n) {
      std::string wrong = step(next(n / 700 % 3, false));
      for (int cycle = 0; cycle < 36 && wrong.empty(); ++cycle) {
        wrong = step(stands_);
      }
      if (wrong.empty()) {
        wrong = same_pauses();
      }
      if (!wrong.empty()) {
        return "packet " + std::to_string(n) + ": " + wrong;
      }
    }
    return "";
  }

  int answers(ViqAnswer answer) const { return answers_[static_cast<std::size_t>(answer)]; }
  int looked_up() const { return looked_up_; }

 private:
  struct Packet {
    PortId port{0};
    ClassId of_class{0};
    std::uint32_t cells = 0;
  };
  struct Was {  // the inputs of the cycle before
    std::optional<Packet> comes;
    std::optional<Packet> goes;
    bool veq_full = false;
  };

  static constexpr std::uint32_t kLimit = 60;
  static constexpr std::uint32_t kHeadroom = 35;
  static constexpr std::uint32_t kXoff = 48;
  static constexpr Bytes kVeqLimit = Bytes(1'000'000);

  static Bytes cells(std::uint32_t n) { return Bytes(std::int64_t{n} * kCell); }
  static std::uint32_t viq(PortId p, ClassId c) { return static_cast<std::uint32_t>(p.index() * kClasses + c.index()); }
  static bool lossless(ClassId c) { return (kLossless & mask_of(c)) != 0; }

  static mmu::MmuConfig config(const Settings& settings) {
    return {.buffer = cells(settings.buffer),
            .cell = Bytes(kCell),
            .count_cells = true,
            .viq_reserved = cells(settings.minimum),
            .alpha_128ths = settings.alpha,
            .viq_limit = cells(kLimit),
            .headroom = cells(kHeadroom),
            .headroom_pool = cells(settings.pool),
            .lossless_alpha_128ths = settings.lossless_alpha,
            .veq_limit = kVeqLimit};
  }

  static ViqAdmissionInputs inputs(const Settings& settings) {
    const auto minimums = static_cast<std::uint32_t>(kPorts * kClasses * settings.minimum);
    return {.shared = settings.buffer - settings.pool - minimums,
            .pool = settings.pool,
            .minimum = settings.minimum,
            .limit = kLimit,
            .headroom = kHeadroom,
            .xoff = kXoff,
            .gap = settings.gap,
            .alpha = settings.alpha + (settings.other_alpha ? 1 : 0),
            .lossless_alpha = settings.lossless_alpha};
  }

  static flow_control::Engines engines(std::array<flow_control::FakePort, kPorts>& ports, const Settings& settings) {
    flow_control::Engines engines;
    for (flow_control::FakePort& port : ports) {
      flow_control::PortContext context = flow_control::context_for(flow_control::Scheme::kPfc, port, kLossless);
      context.config.pfc = {.xoff = cells(kXoff), .xon = cells(kXoff - settings.gap)};
      engines.push_back(std::make_unique<flow_control::Pfc>(context));
    }
    return engines;
  }

  Packet any_packet() {
    const bool few = random_.below(3) != 0;
    return {.port = PortId(random_.below(few ? 2 : kPorts)),
            .of_class = ClassId(few ? 3 + random_.below(2) : random_.below(kClasses)),
            .cells = static_cast<std::uint32_t>(1 + random_.below(9))};
  }

  ViqAdmissionInputs next(int phase, bool both) {
    ViqAdmissionInputs in = stands_;
    was_ = {};
    const bool fills = random_.below(4) < (phase == 1 ? 1U : 3U);
    if (fills) {
      was_.comes = any_packet();
      was_.veq_full = random_.below(16) == 0;
      in.arrives = true;
      in.arrives_viq = viq(was_.comes->port, was_.comes->of_class);
      in.arrives_cells = was_.comes->cells;
      in.arrives_lossless = lossless(was_.comes->of_class);
      in.arrives_veq_full = was_.veq_full;
    }
    if ((both || !fills) && !inside_.empty() && random_.below(4) < (phase == 0 ? 1U : 3U)) {
      was_.goes = inside_.front();
      inside_.pop_front();
      in.departs = true;
      in.departs_viq = viq(was_.goes->port, was_.goes->of_class);
      in.departs_cells = was_.goes->cells;
    }
    return in;
  }

  std::string step(const ViqAdmissionInputs& in) {
    const ViqAdmissionOutputs out = block_.clock(in);
    const Was was = std::exchange(before_, std::exchange(was_, {}));
    looked_up_ += out.xon && !departed_ ? 1 : 0;
    departed_ = was.goes.has_value();
    now_ += 1_ns;
    return judge(was, out);
  }

  // The answer is to the packets of the cycle before.
  std::string judge(const Was& was, const ViqAdmissionOutputs& out) {
    if (was.comes) {
      if (const std::string wrong = arrive(*was.comes, was.veq_full, out); !wrong.empty()) {
        return wrong;
      }
    }
    if (was.goes) {
      mmu_.release(was.goes->port, was.goes->of_class, cells(was.goes->cells), now_);
      if (out.broken) {
        return "more departs than there is";
      }
    }
    return same_accounts();
  }

  std::string arrive(const Packet& packet, bool veq_full, const ViqAdmissionOutputs& out) {
    frame::Packet comes;
    comes.length = cells(packet.cells);
    comes.ingress = packet.port;
    comes.traffic_class = packet.of_class;
    const mmu::Admission wanted = mmu_.admit(comes, veq_full ? kVeqLimit : Bytes(0), now_);
    if (!out.answers || out.answer != static_cast<std::uint8_t>(wanted) || out.admits == mmu::is_drop(wanted)) {
      return "answered " + std::to_string(out.answer) + ", the MMU " + std::string(mmu::name(wanted));
    }
    ++answers_[out.answer];
    if (out.admits) {
      inside_.push_back(packet);
    }
    return "";
  }

  std::string same_accounts() {
    mmu_.check("switch", now_);
    if (block_.free(stands_) != mmu_.free_shared() || block_.pool_free(stands_) != mmu_.headroom_pool().free()) {
      return "free cells differ";
    }
    for (std::size_t p = 0; p < kPorts; ++p) {
      for (std::size_t c = 0; c < kClasses; ++c) {
        const ViqAdmissionCycle::Row& row = block_.row(viq(PortId(p), ClassId(c)));
        if (cells(row.cells + row.held) != mmu_.viq_depth(PortId(p), ClassId(c)) ||
            row.held != mmu_.headroom_pool().held(PortId(p), ClassId(c))) {
          return "VIQ (" + std::to_string(p) + ", " + std::to_string(c) + ") differs";
        }
      }
    }
    return "";
  }

  std::string same_pauses() {
    for (std::size_t p = 0; p < kPorts; ++p) {
      for (std::size_t c = 0; c < kClasses; ++c) {
        const bool asks = engines_[p]->receiver_state(ClassId(c)) != 0;
        if (block_.asks(viq(PortId(p), ClassId(c))) != asks) {
          return "VIQ (" + std::to_string(p) + ", " + std::to_string(c) + (asks ? ") asks" : ") does not ask") +
                 " in the switch alone";
        }
      }
    }
    return "";
  }

  RandomStream random_;
  std::array<flow_control::FakePort, kPorts> ports_;
  flow_control::Engines engines_;
  mmu::Mmu mmu_;
  ViqAdmissionCycle block_;
  ViqAdmissionInputs stands_;
  Was was_;                // in the cycle
  Was before_;             // in the cycle before
  bool departed_ = false;  // in the cycle before that
  std::deque<Packet> inside_;
  std::array<int, 8> answers_{};
  int looked_up_ = 0;
  Time now_{0};
};

// Thresholds that move and that stand, with and without a pool, in a buffer that all VIQs fill and in one with room.
std::vector<Settings> all_settings() {
  std::vector<Settings> all;
  for (const std::uint32_t buffer : {300U, 900U}) {
    for (const std::uint32_t minimum : {0U, 5U}) {
      for (const std::uint32_t alpha : {0U, 13U, 128U, 8192U}) {
        all.push_back({.minimum = minimum, .alpha = alpha, .buffer = buffer});
        for (const std::uint32_t lossless_alpha : {0U, 9U, 128U}) {
          for (const std::uint32_t gap : {1U, 12U}) {
            all.push_back({.minimum = minimum,
                           .pool = 90,
                           .alpha = alpha,
                           .lossless_alpha = lossless_alpha,
                           .gap = gap,
                           .buffer = buffer});
          }
        }
      }
    }
  }
  return all;
}

std::string text_of(const Settings& settings) {
  return "minimum " + std::to_string(settings.minimum) + ", pool " + std::to_string(settings.pool) + ", alphas " +
         std::to_string(settings.alpha) + " and " + std::to_string(settings.lossless_alpha);
}

std::string refusal(const ViqAdmissionConfig& config) {
  return error_of([&] { config.validate(); });
}

TEST(ViqAdmissionCycle, RefusesWidths) {
  EXPECT_EQ(refusal({}), "");
  EXPECT_EQ(refusal({.viq_bits = 9, .cell_bits = 30}), "");
  EXPECT_EQ(refusal({.viq_bits = 10}), "viq_admission: viq_bits is 10, wanted 1..9");
  EXPECT_EQ(refusal({.cell_bits = 0}), "viq_admission: cell_bits is 0, wanted 1..30");
}

TEST(ViqAdmissionCycle, AnswersAsTheMmuDoes) {
  std::array<int, 8> answers{};
  for (const Settings& settings : all_settings()) {
    BesideMmu beside(settings, 1);
    EXPECT_EQ(beside.crowded(20'000), "") << text_of(settings);
    for (std::size_t answer = 0; answer < 7; ++answer) {
      answers[answer] += beside.answers(static_cast<ViqAnswer>(answer));
    }
  }
  for (std::size_t answer = 0; answer < 7; ++answer) {
    EXPECT_GT(answers[answer], 500) << answer;
  }
}

TEST(ViqAdmissionCycle, AsksForPausesAsTheSwitchDoes) {
  int looked_up = 0;
  for (const Settings& settings : all_settings()) {
    BesideMmu beside(settings, 2);
    EXPECT_EQ(beside.one_by_one(5'000), "") << text_of(settings);
    looked_up += beside.looked_up();
  }
  EXPECT_GT(looked_up, 500);
}

// The cycles of the wave in rtl/viq_admission/viq_admission.md.
TEST(ViqAdmissionCycle, TenCyclesByHand) {
  struct Cycle {
    std::optional<std::pair<std::uint32_t, std::uint32_t>> comes;  // VIQ, cells
    std::uint32_t departs;                                         // cells of VIQ 4
    bool answers;
    std::uint8_t answer;
    std::uint32_t taken;
    bool xoff;
    bool xon;
  };
  const Cycle cycles[] = {{{{4, 8}}, 0, false, 0, 0, false, false},  {{{4, 4}}, 0, true, 1, 0, false, false},
                          {{{5, 3}}, 0, true, 1, 8, false, false},   {{}, 0, true, 1, 12, true, false},
                          {{{4, 5}}, 8, false, 0, 15, false, false}, {{{5, 0}}, 9, true, 2, 15, false, false},
                          {{}, 0, true, 0, 12, false, false},        {{}, 0, false, 0, 3, false, true},
                          {{}, 0, false, 0, 3, false, false},        {{}, 0, false, 0, 3, false, false}};
  ViqAdmissionCycle block({});
  for (const Cycle& cycle : cycles) {
    const std::pair<std::uint32_t, std::uint32_t> packet = cycle.comes.value_or(std::pair{0U, 0U});
    const ViqAdmissionOutputs out = block.clock({.shared = 20,
                                                 .pool = 10,
                                                 .limit = 20,
                                                 .headroom = 6,
                                                 .xoff = 12,
                                                 .gap = 4,
                                                 .lossless_alpha = 128,
                                                 .arrives = cycle.comes.has_value(),
                                                 .arrives_viq = packet.first,
                                                 .arrives_cells = packet.second,
                                                 .arrives_lossless = true,
                                                 .departs = cycle.departs > 0,
                                                 .departs_viq = 4,
                                                 .departs_cells = cycle.departs});
    const auto n = &cycle - cycles;
    EXPECT_EQ(out.answers, cycle.answers) << n;
    EXPECT_EQ(out.answer, cycle.answer) << n;
    EXPECT_EQ(out.taken, cycle.taken) << n;
    EXPECT_EQ(out.xoff, cycle.xoff) << n;
    EXPECT_EQ(out.xon, cycle.xon) << n;
  }
}

TEST(ViqAdmissionCycle, DiffersByAStepOfAlpha) {
  EXPECT_THAT(BesideMmu({.alpha = 13, .other_alpha = true}, 1).crowded(20'000), HasSubstr("answered"));
}

}  // namespace weir::reference::viq_admission_cycle_test

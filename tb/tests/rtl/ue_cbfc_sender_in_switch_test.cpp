// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The sending side of Ultra Ethernet's credits in RTL, asked as a port asks it: the same answers, messages and counts
// as those of the port's model; and a wrong RTL is found.

#include <array>

#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/ue_cbfc/port_sender.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/wrong_rtl.h"

namespace weir::cosim::ue_cbfc_sender_in_switch_test {

using ue_cbfc::CcUpdate;
using ue_cbfc::CfDelta;
using ue_cbfc::CfUpdate;
using ue_cbfc::kChannels;
using ue_cbfc::PortSender;
using ue_cbfc::SenderBlock;
using ue_cbfc::SharedMode;
using ue_cbfc::UeCbfcConfig;
using ue_cbfc::VcStep;

constexpr char kBlock[] = "ue_cbfc_sender";

constexpr std::uint32_t kPool = 2'500;
constexpr std::size_t kBusy = 6;  // channels to which most happens, of either half

std::size_t channel_of(std::size_t n) { return n % 2 == 0 ? n : kChannels - 1 - n; }

UeCbfcConfig config_of(std::uint64_t seed) {
  UeCbfcConfig config;
  config.pool_credits = seed % 2 == 0 ? 0 : kPool;
  config.cf_delta = static_cast<CfDelta>(seed / 2 % 3);
  config.cc_message_timer = UeCbfcConfig::kMicrosecond * static_cast<std::int64_t>(1 + seed % 5);
  return config;
}

struct Side {
  Side(const UeCbfcConfig& config, const reference::Factories& factories) : port(config) {
    port.clock(factories.of<SenderBlock>()(ue_cbfc::sender_widths(config, Bytes(9216)), "s1.p0"));
    port.start_timer();
    for (std::size_t vc = 0; vc < kChannels; ++vc) {
      port.set_limit(vc, static_cast<std::uint32_t>(300 + vc * 37));
      port.set_pool_share(vc, {.reserved = static_cast<std::uint32_t>((vc + 1) % 3 * 40),
                               .mode = static_cast<SharedMode>((vc + 1) % 3),
                               .shared_max = static_cast<std::uint32_t>(vc % 4 * 150),
                               .exponent = vc < kChannels / 2 ? -2 : 4});
    }
  }
  PortSender port;
};

// What all ports say in a step.
struct Said {
  std::vector<bool> answers;
  std::vector<CcUpdate> updates;
};

// The same history for all ports: frames that ask and leave, CF_Updates, the timer of CC_Updates, and what software
// writes.
class History {
 public:
  History(std::uint64_t seed, const UeCbfcConfig& config)
      : random_(seed, "ue_cbfc_sender_in_switch_test"), config_(config) {}

  // Calls settled(said) after each event: what each port has said, in turn.
  template <class Settled>
  void play(std::span<Side* const> sides, int steps, Settled settled) {
    for (std::size_t n = 0; n < kBusy; ++n)
      each(sides, [&](PortSender& port) { port.set_enabled(channel_of(n), true, now_); });
    for (int step = 0; step < steps; ++step) {
      now_ += Time(one_of(3) ? 0 : static_cast<std::int64_t>(1 + random_.below(20'000)));
      for (Time next = sides.front()->port.next_cc(); next <= now_; next = sides.front()->port.next_cc()) {
        if (one_of(3))
          settled(asked(sides, next));  // of the same picosecond, ahead of the timer
        each(sides, [&](PortSender& port) { port.timer_ended(next); });
      }
      settled(act(sides));
    }
  }

 private:
  bool one_of(std::uint64_t n) { return random_.below(n) == 0; }
  template <class Visit>
  static void each(std::span<Side* const> sides, Visit visit) {
    for (Side* side : sides)
      visit(side->port);
  }
  std::size_t any_channel() { return one_of(6) ? random_.below(kChannels) : channel_of(random_.below(kBusy)); }

  // A frame asks whether it may leave, and may be the next to do so.
  Said asked(std::span<Side* const> sides, Time now) {
    Said said;
    const std::size_t vc = any_channel();
    const auto credits = static_cast<std::uint32_t>(1 + random_.below(one_of(2) ? 511 : 40));
    each(sides, [&](PortSender& port) { said.answers.push_back(port.may_send(vc, credits, now)); });
    if (said.answers.front() && !leaving_)
      leaving_ = {vc, credits};
    return said;
  }

  Said act(std::span<Side* const> sides) {
    Said said;
    const std::size_t vc = any_channel();
    switch (random_.below(32)) {
      case 0:
        each(sides, [&, on = one_of(2) || one_of(2)](PortSender& port) { port.set_enabled(vc, on, now_); });
        return said;
      case 1:
        each(sides, [&](PortSender& port) { port.clear(vc, now_); });
        return said;
      case 2:
        each(sides, [&, limit = static_cast<std::uint32_t>(random_.below(1'200))](PortSender& port) {
          port.set_limit(vc, limit);
        });
        return said;
      case 3:
        config_.cf_delta = static_cast<CfDelta>(random_.below(one_of(4) ? 3 : 1));
        config_.pool_credits = one_of(3) ? 0 : static_cast<std::uint32_t>(kPool / 2 + random_.below(kPool));
        config_.cc_message_timer = UeCbfcConfig::kMicrosecond * static_cast<std::int64_t>(1 + random_.below(6));
        each(sides, [&](PortSender& port) { port.reconfigure(config_); });
        return said;
      case 4:
        stepped(sides, vc);
        return said;
      case 5:
        each(sides, [&](PortSender& port) { port.drop_cc_updates(now_); });
        return said;
      case 6:
      case 7:
        if (sides.front()->port.cc_due() != 0)
          each(sides, [&](PortSender& port) { said.updates.push_back(port.take_cc_update(now_)); });
        return said;
      case 8:
      case 9:
      case 10:
      case 11:
      case 12:
      case 13:
      case 14:
      case 15: {
        const CfUpdate update = cf_update(sides.front()->port.model());
        each(sides, [&](PortSender& port) { port.cf_update(update, now_); });
        return said;
      }
      default:
        if (!leaving_ || one_of(3))
          return asked(sides, now_);
        each(sides, [&](PortSender& port) { port.sent(leaving_->vc, leaving_->credits, now_); });
        leaving_.reset();
        return said;
    }
  }

  void stepped(std::span<Side* const> sides, std::size_t vc) {
    static constexpr std::array kSteps{VcStep::kStopDequeue,   VcStep::kClearSender,   VcStep::kAttachLimit,
                                       VcStep::kEnableSender,  VcStep::kResumeDequeue, VcStep::kResumeDequeue,
                                       VcStep::kDisableSender, VcStep::kZeroLimit};
    const VcStep step = kSteps[random_.below(kSteps.size())];
    each(sides, [&](PortSender& port) { port.take_step(step, vc, 500, now_); });
  }

  // Mostly what frees some of the credits in use; now and then an older count, or any.
  CfUpdate cf_update(const ue_cbfc::UeCreditSender& model) {
    CfUpdate update;
    for (CfUpdate::Entry& entry : update.entries) {
      const std::size_t vc = any_channel();
      const std::uint64_t more = random_.below(std::min<std::uint64_t>(model.channel(vc).used, 300) + 1);
      const std::uint64_t freed = model.channel(vc).freed + (one_of(12) ? std::uint64_t{0} - random_.below(200) : more);
      entry = {static_cast<std::uint8_t>(vc),
               static_cast<std::uint32_t>(one_of(60) ? random_.next() : freed) & config_.cf_mask()};
    }
    return update;
  }

  struct Frame {
    std::size_t vc;
    std::uint32_t credits;
  };

  RandomStream random_;
  UeCbfcConfig config_;
  Time now_;
  std::optional<Frame> leaving_;  // on the wire
};

TEST(UeCbfcSenderInSwitch, AnswersAsTheModelDoes) {
  std::uint64_t updates = 0;
  std::size_t refused = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const UeCbfcConfig config = config_of(seed);
    Side model(config, factories_at(kBlock, Fidelity::reference));
    Side rtl(config, factories_at(kBlock, Fidelity::rtl));
    Side both(config, factories_at(kBlock, Fidelity::lockstep));
    Side* const sides[] = {&model, &rtl, &both};
    History(seed, config).play(sides, 6'000, [&](const Said& said) {
      ASSERT_TRUE(std::ranges::adjacent_find(said.answers, std::ranges::not_equal_to{}) == said.answers.end());
      ASSERT_TRUE(std::ranges::adjacent_find(said.updates, std::ranges::not_equal_to{}) == said.updates.end());
      ASSERT_EQ(rtl.port.cc_due(), model.port.cc_due());
      ASSERT_EQ(both.port.cc_due(), model.port.cc_due());
      refused += !said.answers.empty() && !said.answers.front() ? 1 : 0;
    });
    updates += model.port.model().counters().cc_update_messages_tx;
  }
  EXPECT_GT(updates, 100U);
  EXPECT_GT(refused, 1'000U);
}

// A frame that is on the wire counts, though software has lowered the limit of its channel since.
TEST(UeCbfcSenderInSwitch, AFrameOnTheWireCounts) {
  for (const std::uint32_t pool : {0U, kPool}) {
    UeCbfcConfig config;
    config.pool_credits = pool;
    Side both(config, factories_at(kBlock, Fidelity::lockstep));
    both.port.set_enabled(3, true, Time(0));
    ASSERT_TRUE(both.port.may_send(3, 64, Time(10)));
    both.port.set_limit(3, 0);
    config.pool_credits = pool == 0 ? 0 : 1;
    both.port.reconfigure(config);
    both.port.sent(3, 64, Time(500));
    EXPECT_EQ(both.port.model().channel(3).used, 64U);
    EXPECT_FALSE(both.port.may_send(3, 64, Time(500)));
  }
}

// Each wrong operator of the RTL shows at a port, but for those about two events of one cycle, counts that come round,
// the code without a name, frames that the port does not send, half of the channels without one in use, and a share of
// a pool that is all but full.
TEST(UeCbfcSenderInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators(kBlock, [](const reference::Factories& factories) {
    for (const std::uint64_t seed : {1, 4}) {
      const UeCbfcConfig config = config_of(seed);
      Side side(config, factories);
      Side* const sides[] = {&side};
      History(seed, config).play(sides, 12'000, [](const Said&) {});
    }
  });
  expect_missed(operators, {"cf_after_any_frame",
                            "cf_after_no_frame",
                            "cf_before_the_frame",
                            "cf_lost_beside_a_frame",
                            "cf_lost_beside_a_set",
                            "cf_lost_beside_a_take",
                            "cf_shares_in_a_clear",
                            "cf_shares_not_in_any_clear",
                            "consumed_saturates",
                            "counts_without_credits",
                            "due_forgotten_by_the_next",
                            "due_of_the_take_lost",
                            "dynamic_as_wide_as_counts",
                            "frame_of_the_clearing_counts",
                            "frame_shares_in_a_clear",
                            "frame_shares_not_in_any_clear",
                            "frame_uncounted_beside_a_set",
                            "frame_uncounted_beside_a_take",
                            "frame_uncounted_beside_a_tick",
                            "frame_uncounted_beside_cf",
                            "frame_uncounted_beside_cf_of_the_channel",
                            "no_updates_of_what_is_disabled",
                            "positive_exponent_is_0",
                            "take_lost_beside_a_frame",
                            "take_lost_beside_cf",
                            "three_goes_back",
                            "three_is_dynamic",
                            "three_is_half",
                            "updates_of_any_channel",
                            "updates_of_what_is_enabled"});
  EXPECT_GT(operators.found, 40U);
}

// The difference is told with port, time and cycle, in the event in which it comes.
TEST(UeCbfcSenderInSwitch, TellsWhereAndWhen) {
  Side side({}, factories_with(kBlock, "frames_share_nothing", Fidelity::lockstep));
  side.port.set_enabled(3, true, 0_ns);
  const std::string told = error_of<LockstepMismatch>([&] { side.port.sent(3, 64, 2'500_ns); });
  EXPECT_THAT(told, StartsWith("lock-step: s1.p0 (ue_cbfc_sender) differs in shared_used_o"));
  EXPECT_THAT(told, EndsWith("; at 2.5us"));
}

}  // namespace weir::cosim::ue_cbfc_sender_in_switch_test

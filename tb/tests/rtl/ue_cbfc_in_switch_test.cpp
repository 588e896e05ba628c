// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The receiving side of Ultra Ethernet's credits in RTL, asked as a port asks it: the same answers, messages and counts
// as those of the port's model; and a wrong RTL is found.

#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/ue_cbfc/port_receiver.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/wrong_rtl.h"

namespace weir::cosim::ue_cbfc_in_switch_test {

using ue_cbfc::CcRule;
using ue_cbfc::CcUpdate;
using ue_cbfc::CfUpdate;
using ue_cbfc::kChannels;
using ue_cbfc::kChannelsOfCcUpdate;
using ue_cbfc::PortReceiver;
using ue_cbfc::ReceiverBlock;
using ue_cbfc::UeCbfcConfig;

constexpr char kBlock[] = "ue_cbfc_receiver";

struct Side {
  Side(const UeCbfcConfig& config, const reference::Factories& factories) : port(config) {
    port.clock(factories.of<ReceiverBlock>()(ue_cbfc::receiver_widths(config, Bytes(9216)), "s1.p0"));
  }
  PortReceiver port;
};

// The same history for all ports: frames that are accepted and leave, messages, lost credits, and what software writes.
class History {
 public:
  History(std::uint64_t seed, const UeCbfcConfig& config) : random_(seed, "ue_cbfc_in_switch_test"), config_(config) {}

  // Calls settled(answers, messages) after each event: those of each port in turn.
  template <class Settled>
  void play(std::span<Side* const> sides, int steps, Settled settled) {
    for (int step = 0; step < steps; ++step) {
      now_ += Time(one_of(3) ? 0 : static_cast<std::int64_t>(1 + random_.below(5'000)));
      std::vector<bool> answers;
      std::vector<CfUpdate> messages;
      act(sides, answers, messages);
      settled(answers, messages);
    }
  }

 private:
  bool one_of(std::uint64_t n) { return random_.below(n) == 0; }
  template <class Visit>
  static void each(std::span<Side* const> sides, Visit visit) {
    for (Side* side : sides)
      visit(side->port);
  }

  void act(std::span<Side* const> sides, std::vector<bool>& answers, std::vector<CfUpdate>& messages) {
    const PortReceiver& first = sides.front()->port;
    const std::size_t vc = one_of(4) ? random_.below(kChannels) : random_.below(4);
    const auto credits = static_cast<std::uint32_t>(1 + random_.below(one_of(4) ? 511 : 24));
    switch (random_.below(16)) {
      case 0:
        return each(sides, [&, on = one_of(2) || one_of(2)](PortReceiver& port) { port.set_enabled(vc, on, now_); });
      case 1:
        return each(sides, [&](PortReceiver& port) { port.clear(vc, now_); });
      case 2:
        config_.cc_rule = one_of(2) ? CcRule::kSigned : CcRule::kForward;
        return each(sides, [&](PortReceiver& port) { port.reconfigure(config_); });
      case 3: {
        const CcUpdate update = cc_update(first.model());
        return each(sides, [&](PortReceiver& port) { port.cc_update(update, now_); });
      }
      case 4:
      case 5:
      case 6:
        if (first.in_use())
          return each(sides, [&](PortReceiver& port) { messages.push_back(port.take_cf_update(now_)); });
        return;
      case 7:
      case 8:
      case 9:
      case 10:
        return each(sides, [&](PortReceiver& port) { port.freed(vc, credits, now_); });
      default:
        return each(sides, [&](PortReceiver& port) { answers.push_back(port.accepted(vc, credits, now_)); });
    }
  }

  // Mostly the counts that the receiver has, or some credits more; now and then any.
  CcUpdate cc_update(const ue_cbfc::UeCreditReceiver& model) {
    CcUpdate update;
    update.first_vc = static_cast<decltype(update.first_vc)>(one_of(2) ? 0 : kChannelsOfCcUpdate);
    for (std::size_t n = 0; n < kChannelsOfCcUpdate; ++n) {
      const std::uint64_t more = one_of(4) ? random_.below(600) : 0;
      const std::uint64_t off = one_of(30) ? random_.below(std::uint64_t{1} << config_.counter_bits) : more;
      constexpr std::uint64_t kHalf = 1U << 19U;
      update.consumed[n] = static_cast<std::uint32_t>(
          (model.channel(update.first_vc + n).consumed + (one_of(40) ? kHalf - 1 + random_.below(3) : off)) &
          config_.counter_mask());
    }
    return update;
  }

  RandomStream random_;
  UeCbfcConfig config_;
  Time now_;
};

TEST(UeCbfcInSwitch, AnswersAsTheModelDoes) {
  std::uint64_t updates = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const UeCbfcConfig config;
    Side model(config, factories_at(kBlock, Fidelity::reference));
    Side rtl(config, factories_at(kBlock, Fidelity::rtl));
    Side both(config, factories_at(kBlock, Fidelity::lockstep));
    Side* const sides[] = {&model, &rtl, &both};
    History(seed, config).play(sides, 4'000, [&](const std::vector<bool>& answers, const std::vector<CfUpdate>& sent) {
      ASSERT_TRUE(std::ranges::adjacent_find(answers, std::ranges::not_equal_to{}) == answers.end());
      ASSERT_TRUE(std::ranges::adjacent_find(sent, std::ranges::not_equal_to{}) == sent.end());
      ASSERT_EQ(rtl.port.has_news(), model.port.has_news());
      ASSERT_EQ(both.port.in_use(), model.port.in_use());
    });
    updates += model.port.model().counters().cf_update_messages_tx;
  }
  EXPECT_GT(updates, 5'000U);
}

// Each wrong operator of the RTL shows at a port, but for those about two events of one cycle, a CF_Update that nobody
// has asked for, and a count that comes round.
TEST(UeCbfcInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators(kBlock, [](const reference::Factories& factories) {
    Side side({}, factories);
    Side* const sides[] = {&side};
    History(1, {}).play(sides, 12'000, [](const std::vector<bool>&, const std::vector<CfUpdate>&) {});
  });
  expect_missed(operators, {"cc_after_any_frame",
                            "cc_after_no_frame",
                            "cc_before_the_frame",
                            "cc_lost_as_a_cf_update_leaves",
                            "cc_lost_as_a_set_comes",
                            "cc_lost_beside_a_frame",
                            "cc_lost_beside_what_is_freed",
                            "cf_update_lost_beside_a_frame",
                            "cf_update_lost_beside_what_is_freed",
                            "consumed_saturates",
                            "counts_with_the_new_enable",
                            "frame_counts_again_behind_cc",
                            "frame_lost_as_a_cf_update_leaves",
                            "frame_lost_as_a_set_comes",
                            "frame_lost_beside_cc",
                            "frame_lost_beside_what_is_freed",
                            "frame_lost_where_it_is_freed",
                            "frame_of_the_clearing_counts",
                            "frame_of_the_cycle_is_lost",
                            "freed_lost_beside_cc",
                            "freed_of_the_clearing_counts",
                            "lost_after_any_freed",
                            "lost_after_no_freed",
                            "news_of_the_take_is_lost",
                            "told_without_use"});
  EXPECT_GT(operators.found, 30U);
}

}  // namespace weir::cosim::ue_cbfc_in_switch_test

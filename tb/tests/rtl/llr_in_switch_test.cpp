// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Link-level retry in RTL, asked as a port asks it: the same answers, registers and counters as those of the port's
// model, at any picosecond and for any order of events in a tick; a wrong RTL is found; and a window that no RTL has is
// refused.

#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/llr/port_rx.h"
#include "hw_model/mechanisms/llr/port_tx.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/wrong_rtl.h"

namespace weir::cosim::llr_in_switch_test {

using frame::OrderedSet;
using frame::OrderedSetType;
using llr::Admission;
using llr::LlrConfig;
using llr::LlrRxBlock;
using llr::LlrTxBlock;
using llr::TxState;

constexpr Bytes kMaxFrame{9216};

reference::Factories factories_at(Fidelity fidelity) {
  const BlockChoice choices[] = {{"llr_tx", fidelity}, {"llr_rx", fidelity}};
  return factories_of(choices);
}

// A port's transmitter and receiver.
struct Side {
  Side(const LlrConfig& config, const reference::Factories& factories) : tx(config), rx(config) {
    tx.clock(factories.of<LlrTxBlock>()(llr::tx_widths(config, kMaxFrame), "s1.p0"));
    rx.clock(factories.of<LlrRxBlock>()(llr::rx_widths(config), "s1.p0"));
  }
  llr::PortTx<int> tx;
  llr::PortRx rx;
};

LlrConfig drawn_config(RandomStream& random) {
  const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random.below(n)); };
  LlrConfig config;
  config.outstanding_frames_max = static_cast<std::uint32_t>(random.below(2) == 0 ? 512 : 1 + random.below(6));
  config.outstanding_bytes_max = Bytes(9216 + below(20'000));
  config.replay_timer_max = Time((random.below(9) == 0 ? 65'535 : 1 + below(40)) * 1'000);
  constexpr std::uint32_t kCounts[] = {0, 1, 2, 255};
  config.replay_count_max = kCounts[random.below(4)];
  config.data_age_timeout = Time(random.below(2) == 0 ? 0 : (2 + below(150)) * 1'000);
  config.pcs_lost_timeout = Time(random.below(2) == 0 ? 0 : (1 + below(30)) * 1'000);
  config.init_llr_frame_action = static_cast<llr::FrameAction>(random.below(3));
  config.flush_llr_frame_action = static_cast<llr::FrameAction>(random.below(3));
  config.re_init_on_flush = random.below(2) == 0;
  config.echo_check = static_cast<llr::EchoCheck>(random.below(4));
  config.init_seq = static_cast<llr::InitSeq>(random.below(4) / 3);
  config.init_data = static_cast<llr::InitData>(random.below(2));
  config.bad_frame_rule = static_cast<llr::BadFrameRule>(random.below(2));
  config.dup_in_nack_sent = static_cast<llr::DupInNackSent>(random.below(2));
  config.idle_ack = random.below(2) == 0;
  return config;
}

// The same history for all ports: what a line and a management do, often what fits the registers of the first port.
class History {
 public:
  History(std::uint64_t seed, const LlrConfig& config)
      : random_(seed, "llr_in_switch_test"), config_(config), built_for_(config.outstanding_frames_max) {}

  // Calls settled() after each event.
  template <class Settled>
  void play(std::span<Side* const> sides, int steps, Settled settled) {
    if (numbers_on() && one_of(3))
      each(sides, [&, first = static_cast<std::uint32_t>(random_.below(1U << 20U))](Side& side) {
        side.tx.set_next(first, now_);
      });
    begin(sides);
    for (int step = 0; step < steps; ++step) {
      go_on(sides, settled);
      if (one_of(3))
        of_receiver(sides);
      else
        of_transmitter(sides);
      settled();
    }
  }

 private:
  bool one_of(std::uint64_t n) { return random_.below(n) == 0; }
  bool numbers_on() const { return config_.init_seq == llr::InitSeq::kTxSeq; }
  std::uint32_t draw(std::uint64_t below) { return static_cast<std::uint32_t>(random_.below(below)); }
  template <class Visit>
  static void each(std::span<Side* const> sides, Visit visit) {
    for (Side* side : sides)
      visit(*side);
  }
  void begin(std::span<Side* const> sides) {
    config_.llr_mode_local = config_.llr_mode_remote = true;
    each(sides, [&](Side& side) {
      side.rx.set_local(true, now_);
      side.tx.set_remote(true, now_);
    });
  }

  // To the next event: in the same tick, at a count's end or beside it, later. What is due before comes first.
  template <class Settled>
  void go_on(std::span<Side* const> sides, Settled settled) {
    constexpr std::array<std::int64_t, 12> kSteps = {0,     0,     1,     250,   499,    1'000,
                                                     1'001, 1'700, 6'000, 6'400, 20'000, 90'000};
    Time next = now_ + Time(kSteps[random_.below(kSteps.size())]);
    const Time due = sides.front()->tx.due();
    if (due != kNever && one_of(3))
      next = std::max(now_, due + Time(static_cast<std::int64_t>(random_.below(2'400)) - 1'200));
    if (one_of(200))
      next += Time(static_cast<std::int64_t>(random_.below(200'000'000)));
    for (Time at = due; at < next || (at == next && one_of(2)); at = sides.front()->tx.due()) {
      now_ = std::max(now_, at);
      each(sides, [&](Side& side) { side.tx.expire(now_); });
      settled();
    }
    now_ = next;
  }

  void of_transmitter(std::span<Side* const> sides) {
    const Side& first = *sides.front();
    const std::uint64_t what = random_.below(24);
    if (what >= 4 && what <= 8)
      return hear(sides, first.tx.state());
    switch (what) {
      case 0:
        return each(sides, [&](Side& side) { side.tx.pcs_down(now_); });
      case 1:
      case 2:
        return each(sides, [&](Side& side) { side.tx.pcs_up(now_); });
      case 3:
        return manage(sides);
      default:
        break;
    }
    if (first.tx.replays() && !one_of(3))
      return each(sides, [&](Side& side) { side.tx.replay(now_); });
    if (first.tx.wants_init() && !one_of(3))
      return each(sides, [&](Side& side) { sets.push_back(side.tx.take_init(now_)); });
    const Bytes length(64 + static_cast<std::int64_t>(random_.below(9153)));
    const bool poisoned = one_of(5);
    const bool late_poison = !poisoned && length.count() % 5 == 0;
    each(sides, [&](Side& side) {
      const Admission admission = side.tx.admission(length);
      answers.push_back(static_cast<std::uint32_t>(admission));
      if (admission == Admission::kEligible) {
        answers.push_back(side.tx.next_number());
        side.tx.send(0, length, poisoned, now_);
        if (late_poison)
          side.tx.poison_newest();
      } else if (admission == Admission::kDiscard) {
        side.tx.discarded(now_);
      }
    });
  }

  void hear(std::span<Side* const> sides, const llr::LlrTxState& tx) {
    constexpr OrderedSetType kTypes[] = {OrderedSetType::kLlrAck, OrderedSetType::kLlrAck, OrderedSetType::kLlrNack,
                                         OrderedSetType::kLlrInitEcho};
    const bool waits = tx.state == TxState::kInit;
    OrderedSet set{kTypes[waits && !one_of(6) ? 3 : random_.below(4)], 0, 0};
    set.seq = ((waits ? tx.tx_seq : tx.acked_seq + draw(5)) + (one_of(20) ? draw(3) : 0)) & config_.seq_mask();
    set.init_data = one_of(8) ? draw(8) : tx.init_data;
    each(sides, [&](Side& side) { side.tx.receive(set, now_); });
  }

  void manage(std::span<Side* const> sides) {
    switch (random_.below(5)) {
      case 0:
        return each(sides, [&](Side& side) { side.tx.flush(now_); });
      case 1:
        each(sides, [&](Side& side) {
          side.tx.set_remote(false, now_);
          side.rx.set_local(false, now_);
        });
        now_ += Time(static_cast<std::int64_t>(random_.below(3'000)));
        each(sides, [&](Side& side) {
          side.rx.receive(OrderedSet{OrderedSetType::kLlrInit, 7, 8}, now_);
          answers.push_back(side.rx.receive(side.rx.state().next_rx_seq, llr::Fcs::kGood, now_) ? 1 : 0);
        });
        return begin(sides);
      case 2:
        return each(sides, [&, next = draw(1U << 20U)](Side& side) {
          side.tx.set_remote(false, now_);
          if (numbers_on())
            side.tx.set_next(next, now_);
          side.tx.set_remote(true, now_);
        });
      case 3:
        return each(sides, [&](Side& side) {
          side.tx.clear_counters();
          side.rx.clear_counters();
        });
      default: {
        config_.replay_count_max = draw(3);
        config_.outstanding_frames_max = 1 + draw(std::min(built_for_, 6U));
        config_.pcs_lost_timeout = Time(one_of(2) ? 0 : static_cast<std::int64_t>(1 + random_.below(30)) * 1'000);
        config_.flush_llr_frame_action = static_cast<llr::FrameAction>(random_.below(3));
        config_.idle_ack = one_of(2);
        config_.dup_in_nack_sent = static_cast<llr::DupInNackSent>(random_.below(2));
        config_.re_init_on_flush = sides.front()->tx.state().state != TxState::kFlush && one_of(2);
        return each(sides, [&](Side& side) {
          side.tx.reconfigure(config_, now_);
          side.rx.reconfigure(config_, now_);
        });
      }
    }
  }

  void of_receiver(std::span<Side* const> sides) {
    const Side& first = *sides.front();
    const std::uint64_t what = random_.below(8);
    if (what == 0) {
      const std::uint32_t seq = one_of(2) ? draw(1U << 20U) : config_.seq_mask() - draw(4);
      const OrderedSet init{OrderedSetType::kLlrInit, seq, draw(1U << 16U)};
      return each(sides, [&](Side& side) { side.rx.receive(init, now_); });
    }
    if (what == 1 && first.rx.wants_nack())
      return each(sides, [&](Side& side) { sets.push_back(side.rx.take_nack(now_)); });
    if (what <= 2 && first.rx.wants_echo())
      return each(sides, [&](Side& side) { sets.push_back(side.rx.take_echo(now_)); });
    if (what <= 3 && first.rx.acks())
      return each(sides, [&](Side& side) { sets.push_back(side.rx.take_ack(now_)); });
    if (what == 4) {
      const std::uint64_t acks = random_.below(4);
      return each(sides, [&](Side& side) { side.rx.idle_acks(acks); });
    }
    const std::uint32_t next = first.rx.state().next_rx_seq;
    const std::uint32_t seq = (next + (one_of(4)    ? draw(4) - 2
                                       : one_of(40) ? draw(1U << 20U)
                                                    : 0)) &
                              config_.seq_mask();
    const auto fcs = static_cast<llr::Fcs>(one_of(4) ? random_.below(3) : 0);
    each(sides, [&](Side& side) { answers.push_back(side.rx.receive(seq, fcs, now_) ? 1 : 0); });
  }

  RandomStream random_;
  LlrConfig config_;
  std::uint32_t built_for_;
  Time now_;

 public:
  // What the ports have answered in the event at hand, in their order.
  std::vector<std::uint32_t> answers;
  std::vector<OrderedSet> sets;
};

template <class Value>
bool all_same(const std::vector<Value>& values, std::size_t sides) {
  const std::size_t each = values.size() / sides;
  return std::equal(values.begin(), values.end() - static_cast<std::ptrdiff_t>(each),
                    values.begin() + static_cast<std::ptrdiff_t>(each));
}

TEST(LlrInSwitch, AnswersAsTheModelDoes) {
  std::uint64_t replays = 0;
  std::uint64_t flushes = 0;
  std::uint64_t accepted = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    RandomStream random(seed, "settings");
    const LlrConfig config = drawn_config(random);
    Side model(config, factories_at(Fidelity::reference));
    Side rtl(config, factories_at(Fidelity::rtl));
    Side both(config, factories_at(Fidelity::lockstep));
    Side* const sides[] = {&model, &rtl, &both};
    History history(seed, config);
    int event = 0;
    std::uint32_t next = 0;
    history.play(sides, 2'000, [&] {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", event " + std::to_string(++event));
      ASSERT_TRUE(all_same(history.answers, 3));
      ASSERT_TRUE(all_same(history.sets, 3));
      flushes += model.tx.state().state == TxState::kFlush ? 1 : 0;
      replays += model.tx.state().state == TxState::kReplay ? 1 : 0;
      accepted += model.rx.state().next_rx_seq != next ? 1 : 0;
      next = model.rx.state().next_rx_seq;
      history.answers.clear();
      history.sets.clear();
      for (Side* side : {&rtl, &both}) {
        ASSERT_EQ(side->tx.state(), model.tx.state());
        ASSERT_EQ(side->rx.state(), model.rx.state());
        ASSERT_EQ(side->tx.replays(), model.tx.replays());
        ASSERT_EQ(side->tx.wants_init(), model.tx.wants_init());
        ASSERT_EQ(side->rx.wants_nack(), model.rx.wants_nack());
        ASSERT_EQ(side->rx.wants_echo(), model.rx.wants_echo());
        ASSERT_EQ(side->rx.acks(), model.rx.acks());
      }
    });
  }
  EXPECT_GT(replays, 2'000U);
  EXPECT_GT(flushes, 200U);
  EXPECT_GT(accepted, 2'000U);
}

// Wrong operators of the RTL that no port shows: two events of one cycle, codes that software cannot write, sets and
// frames that leave undue, management that no port has, counts of two hundred replays.
Operators operators_of(std::string_view block) {
  return played_operators(block, [](const reference::Factories& factories) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      RandomStream random(seed, "settings");
      const LlrConfig config = drawn_config(random);
      Side side(config, factories);
      Side* const sides[] = {&side};
      History(seed, config).play(sides, 2'000, [] {});
    }
  });
}

TEST(LlrInSwitch, FindsWrongOperatorsOfTheTransmitter) {
  const Operators operators = operators_of("llr_tx");
  expect_missed(operators, {"bytes_come_round", "code_3_is_best_effort", "code_3_is_eligible", "count_comes_round",
                            "error_bit_lost_beside_a_read", "error_bit_stays", "gone_once", "hears_though_it_flushes",
                            "init_counted_undue", "late_count_comes_round", "late_replays", "management_ignored",
                            "pcs_timer_of_zero", "re_init_in_any_state", "replays_not_beside_a_set", "replays_undue",
                            "sends_best_effort", "slots_ignored", "times_out_by_the_state_before"});
  EXPECT_GT(operators.found, 60U);
}

TEST(LlrInSwitch, FindsWrongOperatorsOfTheReceiver) {
  const Operators operators = operators_of("llr_rx");
  expect_missed(operators, {"accepts_not_beside_a_nack",
                            "accepts_not_beside_an_ack",
                            "accepts_not_beside_an_init",
                            "ack_leaves_undue",
                            "ack_lost_beside_a_frame",
                            "ack_lost_beside_an_init",
                            "asks_at_once_after_a_nack",
                            "bad_counts_code_2_alone",
                            "begins_not_beside_a_frame",
                            "begins_not_beside_a_set",
                            "begins_not_beside_an_accepted_one",
                            "code_3_is_good",
                            "echo_leaves_undue",
                            "echo_lost_beside_a_frame",
                            "echo_lost_beside_an_init",
                            "expected_good_not_beside_an_init",
                            "expected_poisoned_counts_bad",
                            "frame_after_the_init_asks",
                            "init_number_counts_the_frame",
                            "judged_before_the_mode",
                            "nack_leaves_undue",
                            "nack_lost_beside_a_frame",
                            "nack_lost_beside_an_init",
                            "news_of_the_cycle_lost",
                            "number_after_the_init_of_the_cycle",
                            "poisoned_counts_code_3",
                            "replay_not_beside_the_nack",
                            "resumes_not_beside_the_nack",
                            "second_echo_lost"});
  EXPECT_GT(operators.found, 30U);
}

// The difference is told with port, time and cycle, in the event in which it comes.
TEST(LlrInSwitch, TellsWhereAndWhen) {
  Side side({}, factories_with("llr_rx", "bad_is_good", Fidelity::lockstep));
  side.rx.set_local(true, 0_ns);
  side.rx.receive(OrderedSet{OrderedSetType::kLlrInit, 0, 1}, 100_ns);
  EXPECT_TRUE(side.rx.receive(0, llr::Fcs::kGood, 2'000_ns));
  const std::string told = error_of<LockstepMismatch>([&] { side.rx.receive(1, llr::Fcs::kBad, 2'500_ns); });
  EXPECT_THAT(told, StartsWith("lock-step: s1.p0 (llr_rx) differs in accept_o"));
  EXPECT_THAT(told, EndsWith("; at 2.5us"));
}

TEST(LlrInSwitch, RefusesAWindowThatTheRtlHasNoSlotsFor) {
  LlrConfig config;
  config.outstanding_frames_max = 513;
  EXPECT_EQ(error_of([&] { Side(config, factories_at(Fidelity::rtl)); }),
            "the RTL is built with SLOT_W = 9, asked for 10; use fidelity \"reference\"");
}

}  // namespace weir::cosim::llr_in_switch_test

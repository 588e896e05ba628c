// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Link-level retry in running networks whose links damage frames, judged by what the hosts get and by the books. Each
// test needs a process of its own, as ctest gives it.

#include <sstream>
#include <utility>

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/elsewhere.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::asic::llr_live_test {

using port::Port;

// A star of three hosts at 100 Gbps; h1 and h2 send `packets` frames each to h3, and h3 as many to h1.
struct Drawn {
  std::string quantum = "on";
  std::string length = "1000B";
  int packets = 300;
  std::string duration = "400us";
  std::string llr = {};
  std::string more = {};
  std::string scheme = "pfc";
};

std::string text_of(const Drawn& one) {
  std::string text = R"([scenario]
duration = ")" + one.duration +
                     R"("
quantum = ")" + one.quantum +
                     R"("
[topology]
kind = "star"
hosts = 3
rate = "100Gbps"
delay = "200ns"
wire_overhead = true
[link.llr]
wanted = true
)" + (one.llr.find("init_llr") == std::string::npos ? "init_llr_frame_action = \"block\"\n" : "") +
                     one.llr + "[flow_control]\nscheme = \"" + one.scheme + "\"\n" + one.more;
  for (const char* ends : {"src = \"h1\"\ndst = \"h3\"", "src = \"h2\"\ndst = \"h3\"", "src = \"h3\"\ndst = \"h1\""})
    text += "[[flow]]\n" + std::string(ends) + "\nname = \"" + std::string(1, ends[8]) + "\"\nframe_length = \"" +
            one.length + "\"\nsize = \"" + std::to_string(one.packets * std::stoi(one.length)) + "B\"\n";
  return text;
}

// Strikes frames as they leave any port of the network: their FCS is wrong on the wire, and right where they are kept.
class Damage {
 public:
  Damage(network::Network& network, double probability) {
    for (std::size_t d = 0; d < network.devices.size(); ++d) {
      for (std::size_t p = 0; p < network.peers[d].size(); ++p) {
        RandomStream& draws = *streams_.emplace_back(
            std::make_unique<RandomStream>(7, network.topology.devices[d].name + std::to_string(p)));
        network.devices[d]->port(PortId(p)).set_tap(
            [this, &draws, probability](frame::Packet& packet, Time at, Port::Direction direction) {
              if (direction == Port::Direction::kOut && at >= from && at < until && draws.unit() < probability) {
                packet.extras |= frame::kFcsWrong;
                ++struck;
              }
            });
      }
    }
  }
  Time from{0};
  Time until = kNever;
  std::uint64_t struck = 0;

 private:
  std::vector<std::unique_ptr<RandomStream>> streams_;
};

llr::LlrTxCounters tx_of(oracle::Live& live, const std::string& device, std::size_t p = 0) {
  return live.device(device)->retry(PortId(p))->tx_counters(live.scenario().duration);
}
llr::LlrRxCounters rx_of(oracle::Live& live, const std::string& device, std::size_t p = 0) {
  return live.device(device)->retry(PortId(p))->rx_counters(live.scenario().duration);
}

struct Outcome {
  std::uint64_t delivered = 0;
  std::uint64_t out_of_order = 0;
  std::uint64_t dropped = 0;
};
Outcome outcome(oracle::Live& live) {
  Outcome sum;
  for (std::size_t f = 0; f < live.network().flows.size(); ++f) {
    const host::Received& received = live.network().measurements[f].received;
    sum.delivered += received.packets;
    sum.out_of_order += received.out_of_order;
  }
  for (std::size_t d = 0; d < live.network().devices.size(); ++d) {
    for (std::size_t p = 0; p < live.network().peers[d].size(); ++p) {
      for (const auto& [owner, lost] : live.network().devices[d]->retry(PortId(p))->lost())
        sum.dropped += lost.amount.packets;
    }
  }
  return sum;
}

TEST(LlrLive, WithoutErrorsNothingIsRepeated) {
  oracle::Live live(scenario::load_text(text_of({}), "s.toml", {{}, {}, {}}), 5_us);
  live.run(3);
  EXPECT_EQ(outcome(live).delivered, 900U);
  EXPECT_EQ(tx_of(live, "h1").llr_tx_ok, 300U);
  EXPECT_EQ(rx_of(live, "s1", 0).llr_rx_expected_seq_good, 300U);
  EXPECT_EQ(tx_of(live, "s1", 2).llr_tx_ok, 600U);
  EXPECT_EQ(tx_of(live, "h1").llr_tx_replay, 0U);
  EXPECT_EQ(rx_of(live, "s1", 0).llr_tx_nack_ctl_os, 0U);
  EXPECT_EQ(live.device("h1")->retry(PortId(0))->outstanding(), 0U);
}

// A port that repeats frames is on, and what it repeats leaves no queue a second time: one frame in ten is hit.
TEST(LlrLive, RepeatedFramesLeaveNoQueue) {
  Drawn drawn;
  drawn.llr = "replay_count_max = 255\n";
  oracle::Live live(scenario::load_text(text_of(drawn), "s.toml", {{}, {}, {}}), 5_us);
  Damage damage(live.network(), 0.1);
  live.run(4);
  EXPECT_GT(live.device("h1")->retry(PortId(0))->replayed(), 30U);
  const egress::QueueCounters& queue = live.device("h1")->egress().counters(PortId(0), ClassId(0));
  EXPECT_EQ(queue.sent, 300U);
  EXPECT_EQ(queue.held.total(live.scenario().duration), Time(0));
}

// Queues that pause often, over links that repeat for ever.
scenario::Scenario pausing(const std::string& llr) {
  Drawn drawn;
  drawn.packets = 1000;
  drawn.duration = "1ms";
  drawn.llr = "replay_count_max = 255\n" + llr;
  drawn.more = "[flow_control.pfc]\nxoff = \"6KB\"\nxon = \"4KB\"\n";
  return scenario::load_text(text_of(drawn), "s.toml", {{}, {}, {}});
}

// The pauses that s1 sends to h1 while its port repeats frames, of all that it sends there.
std::string pauses_in_replays(const std::string& llr) {
  oracle::Live live(pausing(llr), 5_us);
  int all = 0;
  int within = 0;
  const PortRetry& retry = *live.device("s1")->retry(PortId(0));
  RandomStream draws(7, "s1");
  live.device("s1")->port(PortId(0)).set_tap([&](frame::Packet& packet, Time, Port::Direction direction) {
    if (direction != Port::Direction::kOut)
      return;
    if (frame::is_pfc(packet.bytes)) {
      ++all;
      within += retry.replays() ? 1 : 0;
    } else if (draws.unit() < 0.2) {
      packet.extras |= frame::kFcsWrong;
    }
  });
  live.run(4);
  EXPECT_GT(retry.replayed(), 100U);
  EXPECT_EQ(outcome(live).delivered, 3000U);
  return std::to_string(all > 20) + " " + std::to_string(within > 3) + " " + std::to_string(within == 0);
}

TEST(LlrLive, PausesGoBeforeReplaysOrAfterThem) {
  EXPECT_EQ(run_elsewhere([] { return pauses_in_replays(""); }), "1 1 0");
  EXPECT_EQ(run_elsewhere([] { return pauses_in_replays("replay_first = true\n"); }), "1 0 1");
}

// Frames that h1 begins while s1 pauses it: "some new ones", "some again", "all came".
std::string frames_in_pauses(const std::string& llr) {
  oracle::Live live(pausing(llr), 5_us);
  std::uint64_t all = 0;
  std::uint64_t again = 0;
  std::uint64_t before = 0;
  const PortRetry& retry = *live.device("h1")->retry(PortId(0));
  const auto& engine = live.device("h1")->engine(PortId(0));
  RandomStream draws(7, "h1");
  live.device("h1")->port(PortId(0)).set_tap([&](frame::Packet& packet, Time, Port::Direction direction) {
    if (direction != Port::Direction::kOut || frame::is_pfc(packet.bytes))
      return;
    const bool replayed = retry.replayed() != std::exchange(before, retry.replayed());
    all += (engine.held() & 1U) != 0 ? 1 : 0;
    again += (engine.held() & 1U) != 0 && replayed ? 1 : 0;
    if (draws.unit() < 0.2)
      packet.extras |= frame::kFcsWrong;
  });
  live.run(4);
  EXPECT_GT(retry.replayed(), 100U);
  return std::to_string(all != again) + " " + std::to_string(again > 3) + " " +
         std::to_string(outcome(live).delivered == 3000U);
}

TEST(LlrLive, APauseStopsReplaysOrNot) {
  EXPECT_EQ(run_elsewhere([] { return frames_in_pauses(""); }), "0 1 1");
  EXPECT_EQ(run_elsewhere([] { return frames_in_pauses("pause_stops_replay = true\n"); }), "0 0 1");
  EXPECT_EQ(run_elsewhere([] { return frames_in_pauses("pause_stops_replay = true\nreplay_first = true\n"); }),
            "0 0 1");
}

// The first pause of s1 to h1 is marked on its way: "all have numbers", "none has", pauses sent less those that h1 has
// heard of, replays of s1 to h1.
std::string lost_pause(const std::string& llr) {
  Drawn drawn;
  drawn.packets = 1000;
  drawn.duration = "1ms";
  drawn.llr = "replay_count_max = 255\n" + llr;
  drawn.more =
      "[flow_control.pfc]\nxoff = \"6KB\"\nxon = \"4KB\"\n[[link_damage]]\nbetween = [\"h1\", \"s1\"]\nfrom = "
      "\"s1\"\ndo = "
      "\"frames\"\ncount = \"control\"\nnumbers = [1]\nas = \"marked\"\n";
  oracle::Live live(scenario::load_text(text_of(drawn), "s.toml", {{}, {}, {}}), 5_us);
  std::uint64_t numbered = 0;
  std::uint64_t plain = 0;
  live.device("s1")->port(PortId(0)).set_tap([&](frame::Packet& packet, Time, Port::Direction direction) {
    if (direction == Port::Direction::kOut && frame::is_pfc(packet.bytes))
      ++(packet.link_number != frame::kNoLinkNumber ? numbered : plain);
  });
  live.run(4);
  const auto& sent = live.device("s1")->engine(PortId(0)).counters(ClassId(0));
  const auto& heard = live.device("h1")->engine(PortId(0)).counters(ClassId(0));
  return std::to_string(numbered > 0 && plain == 0) + " " + std::to_string(plain > 0 && numbered == 0) + " " +
         std::to_string(sent.pauses_sent - heard.pauses_received) + " " +
         std::to_string(tx_of(live, "s1", 0).llr_tx_replay);
}

TEST(LlrLive, APauseWithANumberIsRepeated) {
  EXPECT_EQ(run_elsewhere([] { return lost_pause(""); }), "0 1 1 0");
  EXPECT_EQ(run_elsewhere([] { return lost_pause("pause_eligible = true\n"); }), "1 0 0 1");
}

// Every ACK slot of the run has an ACK: 100 Gbps for 400 us, one every 2,048 B, from the echo on; events are few.
TEST(LlrLive, AcksWithoutNewsAreCounted) {
  Drawn quiet;
  quiet.packets = 1;
  oracle::Live live(scenario::load_text(text_of(quiet), "s.toml", {{}, {}, {}}), 5_us);
  live.run(3);
  const double slots = 400e-6 * 100e9 / 8 / 2048;
  EXPECT_NEAR(static_cast<double>(rx_of(live, "h2").llr_tx_ack_ctl_os), slots, 4);
  EXPECT_NEAR(static_cast<double>(tx_of(live, "s1", 1).llr_rx_ack_ctl_os), slots, 6);
  EXPECT_LT(live.device("h2")->port(PortId(0)).sets()->counters().sent, 10U);
}

// At full rate the line carries the sets of the other direction, too: 8 B in 2,048 B. The first frame waits 0.4 us for
// the echo of INIT.
TEST(LlrLive, AcksWithoutNewsTakeLineTime) {
  Drawn full;
  full.packets = 100'000;
  oracle::Live live(scenario::load_text(text_of(full), "s.toml", {{}, {}, {}}), 50_us);
  live.run(1);
  const double frames = static_cast<double>(live.network().measurements[2].sent.packets);
  EXPECT_NEAR(frames * 1020 / (399.6e-6 * 100e9 / 8), 1 - 8.0 / 2048, 0.0002);
}

std::string story(const Drawn& drawn, double probability) {
  oracle::Live live(scenario::load_text(text_of(drawn), "s.toml", {{}, {}, {}}), 5_us);
  Damage damage(live.network(), probability);
  live.run(4);
  const Outcome sum = outcome(live);
  EXPECT_EQ(sum.out_of_order, 0U);
  std::ostringstream text;
  text << sum.delivered << " delivered " << sum.dropped << " dropped " << damage.struck << " struck";
  for (std::size_t p = 0; p < 3; ++p) {
    const llr::LlrTxCounters tx = tx_of(live, "s1", p);
    const llr::LlrRxCounters rx = rx_of(live, "s1", p);
    text << " | " << tx.llr_tx_ok << ' ' << tx.llr_tx_replay << ' ' << tx.llr_rx_nack_ctl_os << ' '
         << tx.llr_rx_ack_ctl_os << ' ' << rx.llr_tx_ack_ctl_os << ' ' << rx.llr_rx_expected_seq_good << ' '
         << rx.llr_rx_duplicate_seq << ' ' << rx.llr_rx_missing_seq;
  }
  return text.str();
}

class LlrLiveErrors : public testing::TestWithParam<std::tuple<const char*, int>> {};

// Whatever is damaged, everything arrives, once and in order, with the quantum and without.
TEST_P(LlrLiveErrors, AreRepaired) {
  Drawn drawn;
  drawn.length = std::get<0>(GetParam());
  drawn.duration = "2ms";
  drawn.llr = "replay_count_max = 255\n";
  const double probability = std::get<1>(GetParam()) / 1000.0;
  const std::string with = run_elsewhere([&] { return story(drawn, probability); });
  EXPECT_THAT(with, StartsWith("900 delivered 0 dropped"));
  EXPECT_THAT(with, Not(HasSubstr(" 0 struck")));
  drawn.quantum = "off";
  EXPECT_EQ(run_elsewhere([&] { return story(drawn, probability); }), with);
}
INSTANTIATE_TEST_SUITE_P(Drawn, LlrLiveErrors,
                         testing::Combine(testing::Values("64B", "500B", "1500B"), testing::Values(5, 50, 300)),
                         [](const auto& of) {
                           return std::string("Of") + std::get<0>(of.param) + "Hit" +
                                  std::to_string(std::get<1>(of.param)) + "In1000";
                         });

// A transmitter that gives up loses frames, and says how many; the books hold whatever it does with later frames.
class LlrLiveFlush : public testing::TestWithParam<const char*> {};
TEST_P(LlrLiveFlush, LosesWhatItSays) {
  Drawn drawn;
  drawn.llr = GetParam();
  oracle::Live live(scenario::load_text(text_of(drawn), "s.toml", {{}, {}, {}}), 5_us);
  Damage damage(live.network(), 1);
  damage.from = 5_us;
  damage.until = 60_us;
  live.run(4);
  const Outcome sum = outcome(live);
  EXPECT_GT(sum.dropped, 0U);
  EXPECT_GT(damage.struck, 0U);
  EXPECT_LT(sum.delivered, 900U);
  EXPECT_TRUE(live.device("h1")->retry(PortId(0))->tx().flushed);
}
INSTANTIATE_TEST_SUITE_P(Actions, LlrLiveFlush,
                         testing::Values("flush_llr_frame_action = \"block\"\n", "re_init_on_flush = true\n",
                                         "re_init_on_flush = true\ninit_llr_frame_action = \"block\"\n"
                                         "replay_count_max = 0\ninit_seq = \"zero\"\n",
                                         "re_init_on_flush = true\ndata_age_timeout = \"11us\"\n"));

// Until the echo of LLR_INIT comes, after both ways of 200 ns and two sets, five frames of 81.6 ns have begun.
TEST(LlrLive, InitDiscardsAFrameInEachSlot) {
  Drawn drawn;
  drawn.llr = "init_llr_frame_action = \"discard\"\n";
  oracle::Live live(scenario::load_text(text_of(drawn), "s.toml", {{}, {}, {}}), 5_us);
  live.run(4);
  for (const char* host : {"h1", "h2", "h3"})
    EXPECT_EQ(tx_of(live, host).llr_tx_discard, 5U) << host;
  EXPECT_EQ(outcome(live).dropped, 15U);
  EXPECT_EQ(outcome(live).delivered, 885U);
}

// The data frames that h1, a source without end that has flushed for good, discards between 150 us and 350 us. (A
// CC_Update is discarded, too.)
std::uint64_t discarded_by_h1(const std::string& more) {
  Drawn drawn;
  drawn.packets = 100'000;
  drawn.llr = "replay_count_max = 0\nflush_llr_frame_action = \"discard\"\n";
  drawn.scheme = "ue_cbfc";
  drawn.more = more;
  oracle::Live live(scenario::load_text(text_of(drawn), "s.toml", {{}, {}, {}}), 5_us);
  Damage damage(live.network(), 1);
  damage.from = 5_us;
  damage.until = 60_us;
  run_until(150_us);
  EXPECT_EQ(live.device("h1")->retry(PortId(0))->tx().state, llr::TxState::kFlush);
  const std::uint64_t before = live.device("h1")->retry(PortId(0))->data_discarded();
  run_until(350_us);
  const std::uint64_t after = live.device("h1")->retry(PortId(0))->data_discarded();
  live.run(1);
  return after - before;
}

// A frame in each slot of the line, whatever credits the flush has taken; ordered sets lengthen no gap behind frames
// that are not there.
TEST(LlrLive, FlushDiscardsAtLineRateWithoutCredits) {
  const double slots = 200e-6 * 100e9 / 8 / 1020;
  EXPECT_NEAR(static_cast<double>(discarded_by_h1("")), slots, 2);
}
// With 15,624 credits of 64 B the class stops at about 90 us.
TEST(LlrLive, DiscardingAfterCreditsStops) {
  EXPECT_EQ(discarded_by_h1("[flow_control.ue_cbfc]\ndiscard_before_credit = false\n"), 0U);
}

// A switch that is reset begins anew, and so do its peers: nothing is delivered twice, and all that is sent later
// comes.
TEST(LlrLive, AResetBeginsAnew) {
  Drawn drawn;
  drawn.packets = 1000;
  oracle::Live live(scenario::load_text(text_of(drawn), "s.toml", {{}, {}, {}}), 5_us);
  live.conservation().packets_may_overtake();
  live.device("s1").asic->reset(20_us, 10_us);
  live.run(4);
  for (const char* device : {"h1", "h2", "h3"})
    EXPECT_EQ(live.device(device)->retry(PortId(0))->tx().state, llr::TxState::kAdvance) << device;
  EXPECT_EQ(live.device("h1")->retry(PortId(0))->tx().init_data, 2U);
  EXPECT_GT(live.network().measurements[2].received.packets, 800U);
}

}  // namespace weir::asic::llr_live_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a tester does to a link in a running network: ACKs and CC_Updates held back, numbers lost, management. Each test
// needs a process of its own, as ctest gives it.

#include <sstream>

#include "hw_model/mechanisms/flow_control/ue_credits.h"
#include "tb/scenario/run_events.h"
#include "tb/tests/unit/elsewhere.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::asic::link_stimuli_live_test {

// h1 sends frames of 1,000 B to h2 through s1, at 100 Gbps; the replay timer is longer than 100 frames.
struct Given {
  std::string more;
  std::string llr = "replay_count_max = 3\n";
  int packets = 100;
  std::string quantum = "on";
  std::string duration = "200us";
  std::string scheme = "pfc";
  bool wanted = true;
};

std::string text_of(const Given& given) {
  return "[scenario]\nduration = \"" + given.duration + "\"\nquantum = \"" + given.quantum +
         "\"\n[topology]\nkind = \"star\"\nhosts = 2\nrate = \"100Gbps\"\ndelay = \"200ns\"\nwire_overhead = true\n" +
         (given.wanted ? "[link.llr]\nwanted = true\ninit_llr_frame_action = \"block\"\nflush_llr_frame_action = "
                         "\"block\"\nreplay_timer_max = \"20us\"\n" +
                             given.llr
                       : std::string()) +
         "[flow_control]\nscheme = \"" + given.scheme + "\"\n" + given.more +
         "[[flow]]\nname = \"a\"\nsrc = \"h1\"\ndst = \"h2\"\nframe_length = \"1000B\"\nsize = \"" +
         std::to_string(given.packets) + "KB\"\n";
}

std::string event(const std::string& what, const std::string& at = "0us") {
  return "[[event]]\nat = \"" + at + "\"\nbetween = [\"h1\", \"s1\"]\ndo = " + what + "\n";
}

// A run with its events; the books are judged four times.
struct Tried {
  explicit Tried(const Given& given)
      : live(scenario::load_text(text_of(given), "s.toml", {{}, {}, {}}), 5_us),
        events(live.scenario(), live.network()) {
    live.conservation().packets_may_overtake();
    live.run(4);
  }

  const PortRetry& retry(const std::string& device) { return *live.device(device)->retry(PortId(0)); }
  llr::LlrTxCounters tx(const std::string& device) { return retry(device).tx_counters(live.scenario().duration); }
  llr::LlrRxCounters rx(const std::string& device) { return retry(device).rx_counters(live.scenario().duration); }
  const flow_control::UeCredits& credits(const std::string& device) {
    return dynamic_cast<const flow_control::UeCredits&>(live.device(device)->engine(PortId(0)));
  }
  std::uint64_t delivered() { return live.network().measurements[0].received.packets; }
  std::uint64_t given_up() {
    std::uint64_t packets = 0;
    for (const auto& [owner, lost] : retry("h1").lost())
      packets += lost.amount.packets;
    return packets;
  }

  oracle::Live live;
  scenario::RunEvents events;
};

std::string story(const Given& given) {
  Tried run(given);
  const llr::LlrTxCounters tx = run.tx("h1");
  const llr::LlrRxCounters rx = run.rx("s1");
  std::ostringstream text;
  text << run.delivered() << " delivered, " << run.given_up() << " given up, ok " << tx.llr_tx_ok << ", replays "
       << tx.llr_tx_replay << ", good " << rx.llr_rx_expected_seq_good << ", duplicates " << rx.llr_rx_duplicate_seq
       << ", missing " << rx.llr_rx_missing_seq << ", acks " << rx.llr_tx_ack_ctl_os << " to " << tx.llr_rx_ack_ctl_os
       << ", nacks " << rx.llr_tx_nack_ctl_os << ", errors " << tx.llr_rx_ack_nack_seq_error << ", echoes "
       << rx.llr_tx_init_echo_ctl_os << ", state " << static_cast<int>(run.retry("h1").tx().state) << " next "
       << run.retry("h1").tx().tx_seq << ", data " << run.retry("h1").tx().init_data;
  return text.str();
}

// The same story with the quantum and without.
std::string told(Given given) {
  const std::string with = run_elsewhere([&] { return story(given); });
  given.quantum = "off";
  EXPECT_EQ(run_elsewhere([&] { return story(given); }), with);
  return with;
}

// The packets that a story has delivered or given up.
std::uint64_t accounted(const std::string& story) {
  std::istringstream in(story);
  std::uint64_t delivered = 0;
  std::uint64_t given_up = 0;
  std::string word;
  in >> delivered >> word >> given_up;
  return delivered + given_up;
}

TEST(LinkStimuliLive, WithoutAcksTheTransmitterReplaysAndGivesUp) {
  const std::string text = told({.more = event("\"hold_acks\"\nfrom = \"s1\"")});
  EXPECT_THAT(text, StartsWith("100 delivered, 0 given up, ok 400, replays 3, good 100, duplicates 300, missing 0, "
                               "acks 0 to 0, nacks 0, errors 0"));
  EXPECT_THAT(text, HasSubstr("state 4 next 100")) << "FLUSH";
  EXPECT_THAT(text, Not(HasSubstr("echoes 0"))) << "echoes leave";
}

TEST(LinkStimuliLive, AcksThatLeaveAgainEndTheReplay) {
  const std::string text = told({.more = event("\"hold_acks\"\nfrom = \"s1\"\nlength = \"30us\"")});
  EXPECT_THAT(text, StartsWith("100 delivered, 0 given up, ok 200, replays 1, good 100, duplicates 100"));
  EXPECT_THAT(text, HasSubstr("state 2 next 100")) << "ADVANCE";
}

// The window of 512 frames keeps all 100. At 100 Gbps a frame takes 82 ns.
TEST(LinkStimuliLive, ACutOfACableIsRepairedBehindIt) {
  const std::string text = told({.more = event("\"cut_link\"\nlength = \"30us\"", "2us")});
  EXPECT_THAT(text, StartsWith("100 delivered, 0 given up"));
  EXPECT_THAT(text, HasSubstr("good 100, "));
  EXPECT_THAT(text, HasSubstr("errors 0"));
  EXPECT_THAT(text, HasSubstr("state 2 next 100")) << "ADVANCE";
  EXPECT_THAT(text, Not(HasSubstr("replays 0")));
}

// What left before the cut was acknowledged or not; all is delivered or given up.
TEST(LinkStimuliLive, ACutForEverEndsInFlushByTheReplays) {
  const std::string text = told({.more = event("\"cut_link\"", "2us")});
  EXPECT_EQ(accounted(text), 100) << text;
  EXPECT_THAT(text, HasSubstr("state 4 next 100")) << "FLUSH";
  EXPECT_THAT(text, HasSubstr("replays 3"));
}

TEST(LinkStimuliLive, PcsLostTimeoutCountsFromTheCut) {
  const auto state = [](const std::string& length) {
    return told({.more = event("\"cut_link\"\nlength = \"" + length + "\"", "2us"),
                 .llr = "replay_count_max = 255\npcs_lost_timeout = \"30us\"\n"});
  };
  EXPECT_THAT(state("30.001us"), HasSubstr("state 4")) << "FLUSH";
  EXPECT_THAT(state("30us"), StartsWith("100 delivered, 0 given up"));
}

// An ACK without news that cannot arrive is none that has arrived.
TEST(LinkStimuliLive, AcksThatACutTakesAreNotCounted) {
  const std::string text = told({.more = event("\"cut_link\"\nlength = \"50us\"", "60us"), .packets = 1});
  const std::size_t acks = text.find("acks ") + 5;
  const std::size_t to = text.find(" to ", acks);
  const int sent = std::stoi(text.substr(acks));
  const int heard = std::stoi(text.substr(to + 4));
  EXPECT_NEAR(sent - heard, 50'000 / 163.84, 2) << text << ": one in each 2,048 B of 100 Gbps";
}

TEST(LinkStimuliLive, ResetsAndCutsMeet) {
  const std::string reset = "[[event]]\nat = \"10us\"\ndevice = \"s1\"\ndo = \"reset_switch\"\nlength = \"";
  for (const char* length : {"5us", "40us"}) {
    const std::string text = told({.more = event("\"cut_link\"\nlength = \"30us\"", "2us") + reset + length + "\"\n"});
    EXPECT_EQ(accounted(text), 100) << text;
    EXPECT_THAT(text, HasSubstr("state 2")) << "ADVANCE";
  }
}

// e = 0 is valid: a frozen number is no error, and frees nothing.
TEST(LinkStimuliLive, AFrozenNumberFreesNothing) {
  const std::string text =
      told({.more = event("\"freeze_acks\"\nfrom = \"s1\"", "1us"), .llr = "replay_count_max = 0\n"});
  EXPECT_THAT(text, HasSubstr("replays 0"));
  EXPECT_THAT(text, HasSubstr("errors 0"));
  EXPECT_THAT(text, HasSubstr("state 4 next 100"));
  Tried run({.more = event("\"freeze_acks\"\nfrom = \"s1\"", "1us"), .llr = "replay_count_max = 0\n"});
  EXPECT_LT(run.given_up(), 100U) << "those that the switch has accepted are not lost";
  EXPECT_GT(run.rx("s1").llr_tx_ack_ctl_os, 1000U) << "an ACK in every slot of 164 ns";
  EXPECT_NEAR(static_cast<double>(run.tx("h1").llr_rx_ack_ctl_os), static_cast<double>(run.rx("s1").llr_tx_ack_ctl_os),
              2);
}

TEST(LinkStimuliLive, ANumberThatIsFrozenForATimeIsTrueAgain) {
  const std::string text = told({.more = event("\"freeze_acks\"\nfrom = \"s1\"\nlength = \"30us\"")});
  EXPECT_THAT(text, StartsWith("100 delivered, 0 given up, ok 200, replays 1"));
  EXPECT_THAT(text, HasSubstr("errors 0"));
}

// Frames that the switch has accepted are not lost: each of the 1,000 is delivered or given up.
TEST(LinkStimuliLive, AFlushByManagementLosesWhatItSays) {
  for (const char* again : {"re_init_on_flush = true\n", "re_init_on_flush = false\n"}) {
    Given given{.more = event("\"flush_retry\"\nfrom = \"h1\"", "20us"), .llr = again, .packets = 1000};
    const std::string text = told(given);
    const bool anew = again[19] == 't';
    EXPECT_THAT(text, HasSubstr(anew ? "state 2" : "state 4"));
    EXPECT_THAT(text, HasSubstr(anew ? "data 2" : "data 1"));
    if (anew) {
      EXPECT_EQ(accounted(text), 1000U);
    }
  }
}

TEST(LinkStimuliLive, NumbersBeginWhereTheyAreTold) {
  const std::string text = told({.more = event("\"init_retry\"\nfrom = \"h1\"\nfirst_number = 1048506")});
  EXPECT_THAT(text, StartsWith("100 delivered, 0 given up, ok 100, replays 0"));
  EXPECT_THAT(text, HasSubstr("state 2 next 30,")) << "over the end of the numbers";
}

TEST(LinkStimuliLive, AnInitialisationInTheMidstBeginsAnew) {
  const std::string text =
      told({.more = event("\"init_retry\"\nfrom = \"h1\"", "20us") + event("\"init_retry\"", "40us"), .packets = 1000});
  EXPECT_THAT(text, HasSubstr("state 2"));
  EXPECT_THAT(text, HasSubstr("data 3"));
  EXPECT_EQ(accounted(text), 1000U);
}

// The ACKs without news that are on the wire count after the clearing, as all others do.
TEST(LinkStimuliLive, CountersBeginAgain) {
  const std::string text = told({.more = event("\"clear_counters\"", "100us"), .duration = "150us"});
  EXPECT_THAT(text, StartsWith("100 delivered, 0 given up, ok 0, replays 0, good 0, duplicates 0"));
  Tried run({.more = event("\"clear_counters\"", "100us"), .duration = "150us"});
  const double slots = 50e-6 * 100e9 / 8 / 2048;
  EXPECT_NEAR(static_cast<double>(run.rx("s1").llr_tx_ack_ctl_os), slots, 2);
  EXPECT_NEAR(static_cast<double>(run.tx("h1").llr_rx_ack_ctl_os), slots, 3);
  EXPECT_EQ(run.retry("s1").tx().tx_seq, 0U) << "no state is cleared";
}

TEST(LinkStimuliLive, FramesAreHitByTheirLinkNumberOnce) {
  const std::string damage =
      "[[link_damage]]\nbetween = [\"h1\", \"s1\"]\nfrom = \"h1\"\ndo = \"frames\"\ncount = \"llr_number\"\nas = ";
  const std::string first = event("\"init_retry\"\nfrom = \"h1\"\nfirst_number = 1");
  const std::string text = told({.more = first + damage + "\"marked\"\nnumbers = [90]\n"});
  EXPECT_THAT(text, StartsWith("100 delivered, 0 given up"));
  EXPECT_THAT(text, HasSubstr("replays 1, good 100, duplicates 0"));
  EXPECT_THAT(text, HasSubstr("nacks 1"));
  EXPECT_THAT(told({.more = first + damage + "\"marked\"\nnumbers = [101]\n"}), HasSubstr("ok 100, replays 0"));
  EXPECT_THAT(told({.more = first + damage + "\"marked\"\nnumbers = [0]\n"}), HasSubstr("ok 100, replays 0"));
}

// Frames 90 and 91 are poisoned by h1, and 90 is marked on its way. Each is sent poisoned again, accepted, and dropped
// behind link-level retry.
TEST(LinkStimuliLive, APoisonedFrameIsReplayedPoisoned) {
  const std::string damage =
      "[[link_damage]]\nbetween = [\"h1\", \"s1\"]\nfrom = \"h1\"\ndo = \"frames\"\ncount = \"llr_number\"\n";
  const Given given{.more = event("\"init_retry\"\nfrom = \"h1\"\nfirst_number = 1") + damage +
                            "as = \"poisoned\"\nnumbers = [90, 91]\n" + damage + "as = \"marked\"\nnumbers = [90]\n"};
  EXPECT_THAT(told(given), StartsWith("98 delivered, 0 given up"));
  Tried run(given);
  const llr::LlrTxCounters tx = run.tx("h1");
  const llr::LlrRxCounters rx = run.rx("s1");
  EXPECT_EQ(tx.llr_tx_replay, 1U);
  EXPECT_EQ(tx.llr_tx_poisoned, 4U) << "two frames, each sent twice";
  EXPECT_EQ(tx.llr_tx_ok + tx.llr_tx_poisoned, 100 + run.retry("h1").replayed());
  EXPECT_EQ(rx.llr_rx_expected_seq_poisoned, 2U);
  EXPECT_EQ(rx.llr_rx_expected_seq_good, 98U);
  EXPECT_EQ(rx.llr_rx_poisoned, 3U) << "frame 91, twice";
  EXPECT_EQ(rx.llr_tx_nack_ctl_os, 1U);
}

// 3 us are 23 INITs: one that came behind the first frames would begin the receiver anew.
TEST(LinkStimuliLive, SetsThatComeLateInitialiseOnce) {
  const std::string late = "[[link_damage]]\ndo = \"delay_sets\"\ndelay = \"3us\"\n";
  EXPECT_THAT(told({.more = late, .packets = 1000}),
              StartsWith("1000 delivered, 0 given up, ok 1000, replays 0, good 1000, duplicates 0, missing 0"));
  const std::string anew = told({.more = late + event("\"init_retry\"", "20us"), .packets = 1000});
  EXPECT_THAT(anew, HasSubstr("replays 0"));
  EXPECT_THAT(anew, HasSubstr("missing 0"));
  EXPECT_EQ(accounted(anew), 1000U);
  EXPECT_THAT(anew, HasSubstr("data 2"));
}

// INITs, echoes, NACKs and ACKs that come twice: a second NACK raises replay_ct once more and begins no replay of its
// own.
TEST(LinkStimuliLive, SetsThatComeTwiceDeliverOnce) {
  const std::string twice = "[[link_damage]]\ndo = \"double_sets\"\nfirst = 1\n";
  EXPECT_THAT(told({.more = twice, .packets = 1000}),
              StartsWith("1000 delivered, 0 given up, ok 1000, replays 0, good 1000, duplicates 0, missing 0"));
  const std::string hit = told({.more = twice + "[[link_damage]]\nbetween = [\"h1\", \"s1\"]\nfrom = \"h1\"\ndo = "
                                                "\"frames\"\ncount = \"data\"\nnumbers = [20]\n",
                                .packets = 1000});
  EXPECT_THAT(hit, StartsWith("1000 delivered, 0 given up"));
  EXPECT_THAT(hit, HasSubstr("replays 1, good 1000"));
  EXPECT_THAT(hit, HasSubstr("nacks 1"));
}

TEST(LinkStimuliLive, AResetBehindLateSetsBeginsAnew) {
  const std::string reset = "[[event]]\nat = \"20us\"\ndo = \"reset_switch\"\ndevice = \"s1\"\nlength = \"100ns\"\n";
  const std::string text =
      told({.more = "[[link_damage]]\ndo = \"delay_sets\"\ndelay = \"3us\"\n" + reset, .packets = 1000});
  EXPECT_THAT(text, HasSubstr("state 2"));
  EXPECT_THAT(text, HasSubstr("data 2"));
}

// The timer of a CC_Update is 256 us: two in 600 us, unless the first has been stopped.
TEST(LinkStimuliLive, CcUpdatesStopAtTheSenderOrAreIgnored) {
  const auto counts = [](const std::string& more) {
    Tried run({.more = more, .duration = "600us", .scheme = "ue_cbfc", .wanted = false});
    std::ostringstream text;
    text << run.credits("h1").sender().counters().cc_update_messages_tx << " sent "
         << run.credits("s1").receiver().counters().cc_update_messages_rx << " heeded "
         << run.credits("s1").sender().counters().cc_update_messages_tx << " back";
    return text.str();
  };
  const auto of = [&](const std::string& more) { return run_elsewhere([&] { return counts(more); }); };
  EXPECT_EQ(of(""), "2 sent 2 heeded 2 back");
  EXPECT_EQ(of(event("\"stop_cc_updates\"\nfrom = \"h1\"")), "0 sent 0 heeded 2 back");
  EXPECT_EQ(of(event("\"stop_cc_updates\"\nfrom = \"h1\"\nlength = \"300us\"")), "1 sent 1 heeded 2 back");
  EXPECT_EQ(of(event("\"ignore_cc_updates\"\nfrom = \"h1\"")), "2 sent 0 heeded 2 back");
  EXPECT_EQ(of(event("\"ignore_cc_updates\"\nfrom = \"h1\"\nlength = \"300us\"")), "2 sent 1 heeded 2 back");
  EXPECT_EQ(of(event("\"clear_counters\"", "300us")), "1 sent 1 heeded 1 back");
}

}  // namespace weir::asic::link_stimuli_live_test

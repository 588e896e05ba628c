// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Software sets up and removes channels of Ultra Ethernet's credits in running networks, and switches drop what has no
// channel. Each test needs a process of its own, as ctest gives it.

#include <sstream>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/flow_control/ue_credits.h"
#include "tb/scenario/run_events.h"
#include "tb/tests/unit/elsewhere.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::asic::ue_channels_live_test {

using flow_control::UeCredits;

const UeCredits& engine(network::Network& net, std::size_t device, PortId port) {
  return dynamic_cast<const UeCredits&>(net.devices[device]->engine(port));
}

// A line of three switches, a host at each, all sending to the last one and back, in two lossless classes.
std::string network_text(const std::string& quantum) {
  std::string text = "[scenario]\nduration = \"600us\"\nquantum = \"" + quantum + R"("
[topology]
kind = "parking_lot"
switches = 3
rate = "100Gbps"
delay = "300ns"
wire_overhead = true
[switch.mmu]
buffer = "8MB"
viq_limit = "60KB"
[switch.egress]
discipline = "round_robin"
[flow_control]
lossless = [1, 4]
processing_delay = "100ns"
scheme = "ue_cbfc"
)";
  return text;
}

std::string flows() {
  std::string text;
  int number = 0;
  for (const auto& [from, to] : {std::pair("h1", "h3"), std::pair("h2", "h3"), std::pair("h3", "h1")}) {
    for (const int c : {1, 4}) {
      ++number;
      text += "[[flow]]\nname = \"f" + std::to_string(number) + "\"\nsrc = \"" + from + "\"\ndst = \"" + to +
              "\"\nclass = " + std::to_string(c) + "\nframe_length = \"" + std::to_string(500 + 137 * number) +
              "B\"\nstop = \"250us\"\n";
    }
  }
  return text;
}

// Set-ups at random times, of one direction, a cable or a switch; over retry and errors in every second case.
std::string drawn(std::uint64_t seed) {
  RandomStream draws(seed, "ue_channels");
  const auto of = [&](std::uint64_t count) { return draws.below(count); };
  std::string text = "[flow_control.ue_cbfc]\ncc_message_timer = \"" + std::to_string(2 + of(20)) + "us\"\n";
  const bool errors = of(2) == 0;
  if (errors)
    text +=
        "[link.llr]\nwanted = true\ninit_llr_frame_action = \"block\"\nreplay_count_max = 255\n"
        "[[link_damage]]\ndo = \"bits\"\nbit_error_rate = 1e-7\n";
  static const std::array<std::array<const char*, 2>, 5> kCables{
      {{"h1", "s1"}, {"s1", "s2"}, {"s2", "s3"}, {"h3", "s3"}, {"h2", "s2"}}};
  for (int i = 0; i < 5; ++i) {
    text += "[[event]]\nname = \"e" + std::to_string(i) + "\"\ndo = \"set_up_channel\"\nat = \"" +
            std::to_string(20 + of(200)) + "." + std::to_string(of(1'000)) + "us\"\n";
    if (of(4) == 0) {
      text += "device = \"s" + std::to_string(1 + of(3)) + "\"\n";
      continue;
    }
    const auto& cable = kCables.at(of(kCables.size()));
    text += std::string("between = [\"") + cable[0] + "\", \"" + cable[1] + "\"]\n";
    text += of(3) == 0 ? "" : std::string("from = \"") + cable.at(of(2)) + "\"\n";
    text += of(2) == 0 ? "" : "class = " + std::string(of(2) == 0 ? "1" : "4") + "\n";
    text += of(2) == 0 ? "" : "limit = " + std::to_string(24 + of(700)) + "\n";
  }
  return text;
}

struct Ran {
  explicit Ran(const std::string& text)
      : live(scenario::load_text(text, "c.toml", {{}, {}, {}}), 1_us), events(live.scenario(), live.network()) {
    live.conservation().packets_may_overtake();
    live.run(3);
  }
  network::Network& net() { return live.network(); }

  // All counts, and when the events were done.
  std::string shown() {
    std::ostringstream text;
    for (std::size_t i = 0; i < live.scenario().events.size(); ++i)
      text << events.done(i, live.scenario().duration).value_or(Time(-1)).count() << ' ';
    for (const auto& flow : net().measurements)
      text << flow.received.packets << ' ';
    for (std::size_t d = 0; d < net().devices.size(); ++d) {
      for (std::size_t p = 0; p < net().devices[d]->ports(); ++p) {
        const UeCredits& one = engine(net(), d, PortId(p));
        for_each_class(one.config().lossless, [&](ClassId c) {
          const auto& sender = one.sender().channel(one.channel_of(c));
          text << sender.consumed << ' ' << sender.limit << ' ' << sender.used_watermark << ' ';
        });
      }
    }
    return text.str();
  }

  oracle::Live live;
  scenario::RunEvents events;
};

void expect_all_home(Ran& ran) {
  network::Network& net = ran.net();
  for (std::size_t d = 0; d < net.devices.size(); ++d) {
    for (std::size_t p = 0; p < net.devices[d]->ports(); ++p) {
      const network::Peer& peer = net.peers[d][p];
      const UeCredits& here = engine(net, d, PortId(p));
      const UeCredits& there = engine(net, peer.device, peer.port);
      for_each_class(here.config().lossless, [&](ClassId c) {
        const auto& sender = here.sender().channel(here.channel_of(c));
        const auto& receiver = there.receiver().channel(there.channel_of(c));
        const std::string where = std::to_string(d) + "." + std::to_string(p) + " class " + std::to_string(c.index());
        EXPECT_TRUE(sender.enabled && receiver.enabled && sender.dequeue) << where;
        EXPECT_EQ(sender.used, 0U) << where;
        EXPECT_EQ(sender.consumed, receiver.consumed) << where;
        EXPECT_EQ(receiver.consumed, receiver.freed) << where;
        EXPECT_LE(sender.used_watermark, sender.limit) << where;
      });
    }
  }
}

class SetUp : public testing::TestWithParam<std::uint64_t> {};

// Nothing is lost, every set-up ends, all credits come home, and the run with the quantum is the same.
TEST_P(SetUp, KeepsAllPacketsAndCredits) {
  const auto run = [&](const std::string& quantum) {
    Ran ran(network_text(quantum) + drawn(GetParam()) + flows());
    for (std::size_t i = 0; i < ran.live.scenario().events.size(); ++i)
      EXPECT_TRUE(ran.events.done(i, ran.live.scenario().duration)) << "event " << i;
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    for (const auto& flow : ran.net().measurements) {
      sent += flow.sent.packets;
      received += flow.received.packets;
    }
    EXPECT_GT(sent, 1'000U);
    EXPECT_EQ(sent, received);
    expect_all_home(ran);
    return ran.shown();
  };
  const std::string with = run_elsewhere([&] { return run("on"); });
  EXPECT_EQ(run("off"), with);
}

INSTANTIATE_TEST_SUITE_P(Drawn, SetUp, testing::Range<std::uint64_t>(1, 9));

std::uint64_t dropped(network::Network& net, const std::string& device, ClassId c) {
  std::uint64_t packets = 0;
  const network::Device& at = net.devices[net.topology.find(device)];
  for (std::size_t p = 0; p < at.asic->ports(); ++p)
    packets += at.asic->drops(PortId(p), c).no_channel;
  return packets;
}

std::string removal(const std::string& unmapped, const std::string& more) {
  return network_text("on") + "[flow_control.ue_cbfc]\nunmapped = \"" + unmapped + "\"\n" +
         "[[event]]\nname = \"gone\"\nat = \"50us\"\ndo = \"remove_channel\"\nbetween = [\"s2\", \"s3\"]\nfrom = "
         "\"s2\"\nclass = 4\n" +
         more + flows();
}

// While the queue runs empty packets are dropped; afterwards they go by the best-effort channel, or are dropped too.
TEST(RemoveChannel, LeavesItsClassToTheBestEffortChannel) {
  Ran ran(removal("best_effort", ""));
  ASSERT_TRUE(ran.events.done(0, ran.live.scenario().duration));
  const std::uint64_t lost = dropped(ran.net(), "s2", ClassId(4));
  EXPECT_GT(lost, 0U);
  EXPECT_EQ(dropped(ran.net(), "s2", ClassId(1)), 0U);
  std::uint64_t received = 0;
  for (const std::size_t flow : {std::size_t{1}, std::size_t{3}})
    received += ran.net().measurements[flow].received.packets;
  EXPECT_GT(received, 500U);
}

TEST(RemoveChannel, DropsItsClassWhereThereIsNoBestEffortChannel) {
  Ran ran(removal("drop", ""));
  const std::uint64_t gone = dropped(ran.net(), "s2", ClassId(4));
  EXPECT_GT(gone, 200U);
  EXPECT_EQ(dropped(ran.net(), "s2", ClassId(1)) + dropped(ran.net(), "s3", ClassId(4)), 0U) << "one direction alone";
}

TEST(RemoveChannel, IsUndoneByASetUp) {
  Ran ran(removal("drop",
                  "[[event]]\nname = \"back\"\nat = \"51us\"\ndo = \"set_up_channel\"\nbetween = [\"s2\", \"s3\"]\n"));
  const std::optional<Time> gone = ran.events.done(0, ran.live.scenario().duration);
  const std::optional<Time> back = ran.events.done(1, ran.live.scenario().duration);
  ASSERT_TRUE(gone && back);
  EXPECT_LT(*gone, *back);
  expect_all_home(ran);
}

// Packets of flow 0, class 4, that h1 has sent and that h2 has got, and those of class 1, when the channel of class 4
// from h1 has been removed and perhaps set up again.
std::string removed_at_a_host(const std::string& quantum, const std::string& unmapped, const std::string& more) {
  Ran ran(network_text(quantum) + "[flow_control.ue_cbfc]\nunmapped = \"" + unmapped +
          "\"\n[[event]]\nname = \"gone\"\nat = \"50us\"\ndo = \"remove_channel\"\nbetween = [\"h1\", \"s1\"]\nfrom = "
          "\"h1\"\nclass = 4\n" +
          more +
          "[[flow]]\nname = \"a\"\nsrc = \"h1\"\ndst = \"h3\"\nclass = 4\nframe_length = \"1000B\"\nsize = \"1MB\"\n"
          "[[flow]]\nname = \"b\"\nsrc = \"h1\"\ndst = \"h3\"\nclass = 1\nframe_length = \"1000B\"\nsize = \"1MB\"\n");
  for (std::size_t i = 0; i < ran.live.scenario().events.size(); ++i)
    EXPECT_TRUE(ran.events.done(i, ran.live.scenario().duration)) << "event " << i;
  std::ostringstream text;
  for (const auto& flow : ran.net().measurements)
    text << flow.sent.packets << ' ' << flow.received.packets << ' ';
  for (const char* device : {"s1", "s2", "s3"})
    text << dropped(ran.net(), device, ClassId(4)) << ' ';
  if (!more.empty())
    expect_all_home(ran);
  return text.str();
}

// No packet is dropped: the flows of the host wait. Those of the other class go on.
TEST(RemoveChannel, AtAHostLetsItsFlowsWait) {
  const auto of = [](const std::string& unmapped, const std::string& more) {
    const std::string on = run_elsewhere([&] { return removed_at_a_host("on", unmapped, more); });
    EXPECT_EQ(run_elsewhere([&] { return removed_at_a_host("off", unmapped, more); }), on);
    return on;
  };
  const std::string back =
      "[[event]]\nname = \"back\"\nat = \"150us\"\ndo = \"set_up_channel\"\nbetween = [\"h1\", \"s1\"]\n";
  EXPECT_EQ(of("best_effort", ""), "1000 1000 1000 1000 0 0 0 ");
  EXPECT_EQ(of("drop", back), "1000 1000 1000 1000 0 0 0 ");
  std::istringstream stopped(of("drop", ""));
  int sent = 0;
  int received = 0;
  std::string rest;
  stopped >> sent >> received;
  std::getline(stopped, rest);
  EXPECT_GT(sent, 100);
  EXPECT_LT(sent, 900);
  EXPECT_EQ(received, sent);
  EXPECT_EQ(rest, " 1000 1000 0 0 0 ");
}

TEST(Unmapped, IsDroppedByTheFirstSwitch) {
  const auto text = [](const std::string& unmapped) {
    return network_text("on") + "[flow_control.ue_cbfc]\nunmapped = \"" + unmapped +
           "\"\n[[flow]]\nname = \"a\"\nsrc = \"h1\"\ndst = \"h3\"\nclass = 6\nframe_length = \"1000B\"\nsize = "
           "\"50KB\"\n[[flow]]\nname = \"b\"\nsrc = \"h1\"\ndst = \"h3\"\nclass = 4\nframe_length = \"1000B\"\nsize = "
           "\"50KB\"\n";
  };
  const auto run = [&](const std::string& unmapped) {
    return run_elsewhere([&] {
      Ran ran(text(unmapped));
      std::ostringstream shown;
      for (const char* device : {"s1", "s2", "s3"})
        shown << dropped(ran.net(), device, ClassId(6)) << ' ';
      shown << ran.net().measurements[0].received.packets << ' ' << ran.net().measurements[1].received.packets;
      return shown.str();
    });
  };
  EXPECT_EQ(run("drop"), "50 0 0 0 50");
  EXPECT_EQ(run("best_effort"), "0 0 0 50 50");
}

}  // namespace weir::asic::ue_channels_live_test

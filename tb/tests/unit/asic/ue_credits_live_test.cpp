// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Credits of Ultra Ethernet in running networks, against a second count that knows only frames on wires, packets in
// VIQs and the limit. Each test needs a process of its own, as ctest gives it.

#include <map>
#include <sstream>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/flow_control/ue_credits.h"
#include "hw_model/mechanisms/ue_cbfc/credit_loop.h"
#include "tb/tests/unit/elsewhere.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::asic::ue_credits_live_test {

using flow_control::UeCredits;

constexpr int kEach = 8;  // classes

// A star of four hosts: three send to the last one, and it to the first, each in all lossless classes.
struct Drawn {
  int channels = 1;
  int credit_size = 64;
  int overhead = 0;
  int limit = 0;
  std::vector<int> lengths = {};  // of each class's frames
  std::string crossbar = {};
  std::string more = {};
};

Drawn drawn(std::uint64_t seed) {
  RandomStream draws(seed, "ue_credits");
  const auto of = [&](int least, int most) {
    return least + static_cast<int>(draws.unit() * static_cast<double>(most - least + 1));
  };
  Drawn one{.channels = of(1, 8), .credit_size = 32 << of(0, 6), .overhead = of(-16, 60)};
  for (int c = 0; c < kEach; ++c)
    one.lengths.push_back(of(64, 1500));
  const int frame = (1500 + one.overhead + one.credit_size - 1) / one.credit_size;
  one.limit = of(0, 2) == 0 ? 0 : frame * of(1, 12);
  static const std::array<std::string, 4> kCrossbars{"strategy = \"output_queued\"", "strategy = \"input_queued\"",
                                                     "strategy = \"input_queued\"\nqueueing = \"fifo\"",
                                                     "strategy = \"combined\""};
  one.crossbar = kCrossbars.at(static_cast<std::size_t>(of(0, 3)));
  one.more = of(0, 1) == 0 ? "" : "cf_min_spacing = \"800B\"\ncc_message_timer = \"5us\"\n";
  return one;
}

std::string list_of(int count, const std::function<std::string(int)>& element) {
  std::string list;
  for (int i = 0; i < count; ++i)
    list += (i == 0 ? "" : ", ") + element(i);
  return "[" + list + "]";
}

scenario::Scenario scenario_of(const Drawn& one, const std::string& quantum) {
  std::string text = "[scenario]\nduration = \"500us\"\nquantum = \"" + quantum + R"("
[topology]
kind = "star"
hosts = 4
rate = "100Gbps"
delay = "300ns"
wire_overhead = true
[switch]
max_frame = "1500B"
[switch.mmu]
buffer = "8MB"
viq_limit = "100KB"
[switch.egress]
discipline = "round_robin"
[switch.crossbar]
)" + one.crossbar + "\n[flow_control]\nscheme = \"ue_cbfc\"\nprocessing_delay = \"120ns\"\nlossless = " +
                     list_of(one.channels, [](int c) { return std::to_string(c); }) +
                     "\n[flow_control.ue_cbfc]\nchannels = " +
                     list_of(kEach, [](int c) { return std::to_string((c * 5 + 3) % 32); }) + "\ncredit_size = \"" +
                     std::to_string(one.credit_size) + "B\"\npacket_overhead = " + std::to_string(one.overhead) +
                     "\nlimits = " + list_of(kEach, [&](int) { return std::to_string(one.limit); }) + "\n" + one.more;
  for (int c = 0; c < one.channels; ++c) {
    for (int h = 1; h <= 4; ++h)
      text += "[[flow]]\nname = \"f" + std::to_string(h) + "c" + std::to_string(c) + "\"\nsrc = \"h" +
              std::to_string(h) + "\"\ndst = \"h" + (h == 4 ? "1" : "4") + "\"\nclass = " + std::to_string(c) +
              "\nframe_length = \"" + std::to_string(one.lengths.at(static_cast<std::size_t>(c))) + "B\"\nstart = \"" +
              std::to_string(h) + "us\"\nstop = \"100us\"\n";
  }
  return scenario::load_text(text, "ue.toml", {{}, {}, {}});
}

const UeCredits& engine(network::Network& net, std::size_t device, PortId port) {
  return dynamic_cast<const UeCredits&>(net.devices[device]->engine(port));
}

// Of each class of one direction of a link: credits of the frames that began to leave.
class SecondCount {
 public:
  SecondCount(oracle::Live& live, const Drawn& one) : live_(live), one_(one) {
    network::Network& net = live.network();
    for (std::size_t d = 0; d < net.devices.size(); ++d) {
      for (std::size_t p = 0; p < net.devices[d]->ports(); ++p)
        net.devices[d]->port(PortId(p)).set_tap(
            [this, d, p](frame::Packet& packet, Time at, port::Port::Direction direction) {
              if (direction == port::Port::Direction::kOut)
                left(d, PortId(p), packet, at);
            });
    }
  }

  std::int64_t credits(Bytes length) const {
    const std::int64_t bytes = length.count() + one_.overhead;
    return std::max<std::int64_t>((bytes + one_.credit_size - 1) / one_.credit_size, 1);
  }

  // What a VIQ holds, in frames of its class, are the receiver's credits.
  void look(Time now) {
    network::Device& device = live_.device("s1");
    for (std::size_t p = 0; p < device->ports(); ++p) {
      for (int c = 0; c < one_.channels; ++c) {
        const ClassId of(static_cast<std::size_t>(c));
        const Bytes length(one_.lengths.at(of.index()));
        const Bytes depth = device.asic->mmu().viq_depth(PortId(p), of);
        EXPECT_EQ(static_cast<std::int64_t>(device->engine(PortId(p)).receiver_state(of)),
                  depth / length * credits(length))
            << "at " << now.count() << " ps, port " << p << ", class " << c;
        held_ += depth > Bytes(0) ? 1U : 0U;
      }
    }
    ++looks_;
  }

  std::uint64_t frames() const { return frames_; }
  std::uint64_t held() const { return held_; }

 private:
  void left(std::size_t device, PortId port, const frame::Packet& packet, Time at) {
    if (frame::destination_mac(packet).is_group())
      return;
    network::Network& net = live_.network();
    const network::Peer& peer = net.peers[device][port.index()];
    const UeCredits& there = engine(net, peer.device, peer.port);
    const ClassId c = packet.traffic_class;
    std::int64_t& sent = sent_[{device, port.index(), c.index()}];
    sent += credits(packet.length);
    ++frames_;
    const auto freed = static_cast<std::int64_t>(there.receiver().channel(there.channel_of(c)).freed);
    const std::int64_t most = there.config().ue_cbfc.limits[c.index()];
    EXPECT_LE(sent - freed, most) << "a frame that ends at " << at.count() << " ps from device " << device;
  }

  oracle::Live& live_;
  const Drawn& one_;
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::int64_t> sent_;
  std::uint64_t frames_ = 0;
  std::uint64_t held_ = 0;
  std::uint64_t looks_ = 0;
};

// What the run has shown, as text.
std::string shown(network::Network& net) {
  std::ostringstream text;
  for (const auto& flow : net.measurements)
    text << flow.received.packets << ' ';
  for (std::size_t d = 0; d < net.devices.size(); ++d) {
    for (std::size_t p = 0; p < net.devices[d]->ports(); ++p) {
      const UeCredits& one = engine(net, d, PortId(p));
      text << "\n"
           << d << '.' << p << ' ' << one.sender().counters().cc_update_messages_tx << ' '
           << one.sender().counters().cf_update_messages_rx << ' ' << one.receiver().counters().cf_update_messages_tx;
      for_each_class(one.config().lossless, [&](ClassId c) {
        const auto& sender = one.sender().channel(one.channel_of(c));
        text << ' ' << sender.consumed << ' ' << sender.used << ' ' << sender.used_watermark;
      });
    }
  }
  return text.str();
}

std::string run(const Drawn& one, const std::string& quantum) {
  oracle::Live live(scenario_of(one, quantum), 1_us);
  std::optional<SecondCount> count;
  if (quantum == "off") {
    count.emplace(live, one);
    for (int i = 1; i < 1'400; ++i)
      live.device("s1")->at(Time(i * 107'003), [&](Time now) { count->look(now); });
  }
  live.run(3);
  if (count) {
    EXPECT_GT(count->frames(), 500U);
    EXPECT_GT(count->held(), 100U);
  }
  // All is delivered, and all credits are home.
  network::Network& net = live.network();
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  for (const auto& flow : net.measurements) {
    sent += flow.sent.packets;
    received += flow.received.packets;
  }
  EXPECT_GT(sent, 100U);
  EXPECT_EQ(sent, received);
  for (std::size_t d = 0; d < net.devices.size(); ++d) {
    for (std::size_t p = 0; p < net.devices[d]->ports(); ++p) {
      const network::Peer& peer = net.peers[d][p];
      const UeCredits& here = engine(net, d, PortId(p));
      const UeCredits& there = engine(net, peer.device, peer.port);
      for_each_class(here.config().lossless, [&](ClassId c) {
        const auto& sender = here.sender().channel(here.channel_of(c));
        const auto& receiver = there.receiver().channel(there.channel_of(c));
        EXPECT_EQ(sender.used, 0U) << d << '.' << p << " class " << c.index();
        EXPECT_EQ(sender.consumed, receiver.consumed);
        EXPECT_EQ(receiver.consumed, receiver.freed);
        EXPECT_LE(sender.used_watermark, sender.limit);
      });
    }
  }
  return shown(net);
}

class UeCreditsLive : public testing::TestWithParam<std::uint64_t> {};

// Conservation of credits at every frame and every look, and the same run with the quantum.
TEST_P(UeCreditsLive, KeepTheirCount) {
  const Drawn one = drawn(GetParam());
  const std::string with = run_elsewhere([&] { return run(one, "on"); });
  EXPECT_EQ(run(one, "off"), with) << one.crossbar << " credits of " << one.credit_size << ", limit " << one.limit;
}

INSTANTIATE_TEST_SUITE_P(Drawn, UeCreditsLive, testing::Range<std::uint64_t>(1, 13));

// Packets of one flow over one switch in 200 us, behind so many credits.
std::string packets_behind(int length, int credits, int delay_ns) {
  const std::string text = R"([scenario]
duration = "200us"
[topology]
kind = "star"
hosts = 2
rate = "100Gbps"
delay = ")" + std::to_string(delay_ns) +
                           R"(ns"
wire_overhead = true
[switch]
max_frame = ")" + std::to_string(std::max(length, 64)) +
                           R"(B"
[switch.mmu]
buffer = "8MB"
viq_limit = "3MB"
[switch.crossbar]
strategy = "output_queued"
[flow_control]
scheme = "ue_cbfc"
[flow_control.ue_cbfc]
cf_max_spacing = "1MB"
limits = [)" + std::to_string(credits) +
                           R"(, 0, 0, 0, 0, 0, 0, 0]
[[flow]]
name = "f"
src = "h1"
dst = "h2"
frame_length = ")" + std::to_string(length) +
                           "B\"\n";
  oracle::Live live(scenario::load_text(text, "rate.toml", {{}, {}, {}}), 10_us);
  live.run(1);
  return std::to_string(live.network().measurements[0].received.packets);
}

// The credits that credit_loop.h reckons are enough for full rate; a CF_Update's wait and a parser's longest latency
// fewer are not.
TEST(UeCreditsLive, TheLoopIsEnoughForFullRate) {
  RandomStream draws(5, "loop");
  for (int i = 0; i < 6; ++i) {
    const int length = 64 + static_cast<int>(draws.unit() * 9'000);
    const int delay = 100 + static_cast<int>(draws.unit() * 2'000);
    const ue_cbfc::UeCbfcConfig config;
    const Time frame = serialization_time(Bytes(length + 20), 100_Gbps);
    const ue_cbfc::CreditLinkFacts link{.rate = 100_Gbps,
                                        .delay = Time(delay * 1'000),
                                        .processing = Time(0),
                                        .store = parser::longest_latency({}) + frame,
                                        .channels = 1};
    const auto enough = static_cast<int>(ue_cbfc::credits_for_rate(config, link, Bytes(length)));
    const auto k = static_cast<int>(config.credits(Bytes(length)));
    const auto behind = [&](int credits) {
      return std::stol(run_elsewhere([&] { return packets_behind(length, credits, delay); }));
    };
    const long full = behind(16'383);
    const long reached = behind(enough);
    EXPECT_EQ(reached, full) << length << " B, " << delay << " ns, " << enough << " credits";
    // The wait for a slot and the pipeline vary within a round; without both credits are certainly too few.
    const Time least = 2 * link.delay + 2 * serialization_time(Bytes(length), 100_Gbps);
    const int few = k * static_cast<int>(least / frame - 1);
    EXPECT_LT(behind(std::max(few, k)), full) << length << " B, " << delay << " ns, " << few << " credits";
  }
}

// 600 Mbps of frames of 64 B ask for more than a window of 192 B carries: each ACK makes room for one of them, and
// never for the 68 B of a control frame, if the frame takes it.
TEST(UeCreditsLive, ACcUpdateComesBeforeFramesThatAskForLessRoom) {
  const std::string text = R"([scenario]
duration = "1ms"
[topology]
kind = "star"
hosts = 2
rate = "100Gbps"
delay = "2us"
[switch]
max_frame = "128B"
[link.llr]
wanted = true
outstanding_bytes_max = "192B"
ctlos_target_spacing = "320B"
replay_timer_max = "20us"
[flow_control]
scheme = "ue_cbfc"
[flow_control.ue_cbfc]
cc_message_timer = "10us"
[[flow]]
src = "h1"
dst = "h2"
kind = "constant_rate"
rate = "600Mbps"
frame_length = "64B"
start = "20us"
)";
  oracle::Live live(scenario::load_text(text, "s.toml", {{}, {}, {}}), 10_us);
  live.run(1);
  const auto& engine = dynamic_cast<const UeCredits&>(live.device("h1")->engine(PortId(0)));
  EXPECT_GE(engine.sender().counters().cc_update_messages_tx, 98U);
}

}  // namespace weir::asic::ue_credits_live_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Faults of links that strike congestion notifications, which cross switches as data: the books of the network hold,
// and every frame that was sent has arrived, is lost, or is on its way. Each test needs a process of its own, as ctest
// gives it.

#include "hw_model/frame/private_tags.h"
#include "tb/bounds/judged.h"
#include "tb/scenario/file_text.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::oracle::link_fault_live_test {

constexpr std::uint8_t kNotification = 0x30;

// red_notify.toml with a fault of the link from s1 to h1; `flow_control` in the place of its PFC.
scenario::Scenario notifying(const std::string& fault, const std::vector<std::string>& sets = {},
                             const std::string& flow_control = "") {
  const std::string file = std::string(WEIR_SCENARIOS) + "/small/red_notify.toml";
  std::string text = scenario::read_text_file(file, "a scenario file");
  if (!flow_control.empty()) {
    const std::size_t from = text.find("[flow_control]");
    text.replace(from, text.find("[congestion]") - from, flow_control);
  }
  scenario::Overrides overrides;
  overrides.sets = {"scenario.duration=4ms", "congestion.red_ecn.notify_interval=5us"};
  overrides.sets.insert(overrides.sets.end(), sets.begin(), sets.end());
  return scenario::load_text(text + "\n[[link_fault]]\nbetween = [\"s1\", \"h1\"]\nfrom = \"s1\"\n" + fault, file,
                             overrides);
}

// The link from s1 to h1, watched at both ends: h1 receives nothing but notifications of f1.
class Watched {
 public:
  explicit Watched(scenario::Scenario scenario) : live_(std::move(scenario), 10_us) {
    watch("s1", port::Port::Direction::kOut, sent_);
    watch("h1", port::Port::Direction::kIn, arrived_);
  }

  void run() {
    live_.run(9);
    live_.conservation().audit(live_.scenario().duration);
  }

  const network::LossyLink& link() {
    return *live_.network().lossy_links.at({live_.network().topology.find("s1"), PortId(0)});
  }
  std::uint64_t held() {
    std::uint64_t held = 0;
    link().for_each_held([&](const frame::Packet&, bool control) { held += control ? 0 : 1; });
    return held;
  }
  std::uint64_t heard() { return live_.network().measurements[0].sent.notifications; }
  std::uint64_t filed() { return device("h1")->port(PortId(0)).data_under_way().size(); }
  std::uint64_t sent() const { return sent_.size(); }
  std::uint64_t arrived() const { return arrived_.size(); }
  std::vector<Time> arrivals_before(Time end) const {
    return {arrived_.begin(), std::ranges::lower_bound(arrived_, end)};
  }
  Live& live() { return live_; }

 private:
  network::Device& device(const std::string& name) { return live_.device(name); }
  void watch(const std::string& name, port::Port::Direction direction, std::vector<Time>& times) {
    device(name)->port(PortId(0)).set_tap(
        [&times, direction](frame::Packet& packet, Time at, port::Port::Direction seen) {
          const auto message = frame::read_routed_message(packet.bytes);
          if (seen == direction && message && message->subtype == kNotification) {
            times.push_back(at);
          }
        });
  }

  Live live_;
  std::vector<Time> sent_;
  std::vector<Time> arrived_;
};

TEST(LiveLinkFaults, LoseWhatTheSeedSays) {
  Watched link(notifying("do = \"lose\"\nsubtype = 0x30\nprobability = 0.4\n"));
  link.run();
  RandomStream draws(1, "link_fault.1.s1_p0");
  std::uint64_t lost = 0;
  for (std::uint64_t i = 0; i < link.sent(); ++i) {
    lost += draws.unit() < 0.4 ? 1 : 0;
  }
  EXPECT_GT(link.sent(), 500U);
  EXPECT_EQ(link.link().counters().lost, lost);
  EXPECT_EQ(link.arrived() + link.held(), link.sent() - lost);
  EXPECT_EQ(link.heard() + link.filed(), link.arrived());
}

TEST(LiveLinkFaults, LoseAllOfThemAndNothingElse) {
  Watched link(notifying("do = \"lose\"\nprobability = 1.0\n"));
  link.run();
  EXPECT_GT(link.sent(), 500U);
  EXPECT_EQ(link.link().counters().lost, link.sent());
  EXPECT_EQ(link.heard(), 0U);
  EXPECT_GT(link.live().network().measurements[0].received.packets, 1'000U);
  EXPECT_GT(link.live().network().measurements[1].sent.notifications, 100U);
}

TEST(LiveLinkFaults, DoubleEachOfThem) {
  Watched link(notifying("do = \"double\"\nsubtype = 0x30\nprobability = 1.0\nleast = \"1us\"\nmost = \"40us\"\n"));
  link.run();
  EXPECT_EQ(link.link().counters().doubled, link.sent());
  EXPECT_EQ(link.arrived() + link.held(), 2 * link.sent());
  EXPECT_EQ(link.heard() + link.filed(), link.arrived());
}

// Later than a cable would bring them: the books wait as long.
TEST(LiveLinkFaults, DelayThem) {
  Watched link(notifying("do = \"delay\"\nprobability = 1.0\nleast = \"200us\"\nmost = \"300us\"\n"));
  link.run();
  EXPECT_EQ(link.link().counters().delayed, link.sent());
  EXPECT_GT(link.held(), 30U);
  EXPECT_EQ(link.arrived() + link.held(), link.sent());
}

// Two in a row on two links: what the first has doubled the second may lose.
TEST(LiveLinkFaults, AreTheSameEventByEvent) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_INSTANCE_EXISTS_, sc_core::SC_DO_NOTHING);
  const std::string faults =
      "do = \"double\"\nprobability = 0.5\nmost = \"3us\"\n[[link_fault]]\ndo = \"lose\"\nsubtype = 0x30\n"
      "probability = 0.2\n[[link_fault]]\ndo = \"delay\"\nprobability = 0.3\nmost = \"20us\"\n";
  // Marks above a depth: RED's own draws go by the name of the module, which is another one in the second network.
  const std::string marks = "congestion.red_ecn.k_min=49999B";
  Watched quanta(notifying(faults, {marks}));
  Watched events(notifying(faults, {marks, "scenario.quantum=off"}));
  Watched other(notifying(faults, {marks, "scenario.seed=2"}));
  quanta.run();  // the kernel runs all of them
  for (Watched* link : {&events, &other}) {
    link->live().conservation().audit(link->live().scenario().duration);
  }
  const network::LinkFaultCounters& a = quanta.link().counters();
  const network::LinkFaultCounters& b = events.link().counters();
  EXPECT_GT(std::min({a.lost, a.doubled, a.delayed}), 50U);
  EXPECT_EQ(a.lost, b.lost);
  EXPECT_EQ(a.doubled, b.doubled);
  EXPECT_EQ(a.delayed, b.delayed);
  // How far devices know what is to come, at the end of a run, is another matter.
  const Time end = quanta.live().scenario().duration;
  EXPECT_EQ(quanta.arrivals_before(end), events.arrivals_before(end));
  EXPECT_NE(quanta.arrivals_before(end), other.arrivals_before(end));
}

// Credits count blocks: those of a lost frame do not come back, those of a doubled one come twice. That is no fault of
// the model, and the books hold.
TEST(LiveLinkFaults, TakeCreditsWithThem) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_INSTANCE_EXISTS_, sc_core::SC_DO_NOTHING);
  std::deque<Watched> all;
  for (const std::string scheme : {"cbfc", "gfc_time_based"}) {
    for (const std::string what : {"lose", "double"}) {
      all.emplace_back(notifying("do = \"" + what + "\"\nsubtype = 0x30\nprobability = 1.0\n",
                                 {"switch.mmu.viq_limit=1.1MB"}, "[flow_control]\nscheme = \"" + scheme + "\"\n"));
    }
  }
  all.front().run();
  for (Watched& link : all) {
    link.live().conservation().audit(link.live().scenario().duration);
    EXPECT_GT(link.sent(), 100U);
    EXPECT_EQ(link.link().counters().lost + link.link().counters().doubled, link.sent());
  }
}

// Frames beside the line rate need more headroom than the bound knows of: a loss is then counted, and is no fault of
// the model.
TEST(LiveLinkFaults, NoHeadroomIsPromisedWhereALinkMayDoubleData) {
  EXPECT_FALSE(bounds::judged(notifying("do = \"double\"\nprobability = 1.0\n")).required_headroom);
  EXPECT_TRUE(bounds::judged(scenario::load_file(std::string(WEIR_SCENARIOS) + "/small/red_notify.toml", {}))
                  .required_headroom);
}

}  // namespace weir::oracle::link_fault_live_test

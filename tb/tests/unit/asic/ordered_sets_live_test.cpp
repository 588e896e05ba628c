// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Ordered sets on the links of a running switch. Each test needs a process of its own, as ctest gives it.

#include <sstream>

#include "tb/tests/unit/datapath/set_stubs.h"
#include "tb/tests/unit/elsewhere.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::asic::ordered_sets_live_test {

using link::CtlosKind;

// At 100 Gbps, h1 sends to h2 at line rate. `length`: of its frames.
scenario::Scenario scenario_of(const std::string& length, const std::string& quantum) {
  return scenario::load_text(R"([scenario]
duration = "60us"
quantum = ")" + quantum + R"("
[topology]
kind = "star"
hosts = 2
rate = "100Gbps"
delay = "300ns"
wire_overhead = true
[switch]
max_frame = "9216B"
[[flow]]
name = "f"
src = "h1"
dst = "h2"
frame_length = ")" + length + R"("
)",
                             "s.toml", {{}, {}, {}});
}

// h1 and the switch exchange sets: the switch's at set times, h1's as each of the switch's arrives.
struct Answering final : link::SetSink {
  port::Port* port = nullptr;
  link::ScriptedSource source;
  link::NotingSink noted;
  void set_arrived(const frame::OrderedSetBytes& set, Time now) override {
    noted.set_arrived(set, now);
    source.ask(CtlosKind::kNack);
    port->set_due(now);
  }
};

// All that happens, as text.
std::string run(const std::string& length, const std::string& quantum, int sets) {
  oracle::Live live(scenario_of(length, quantum), 5_us);
  port::Port& host = live.device("h1")->port(PortId(0));
  port::Port& at_switch = live.device("s1").asic->port(PortId(0));
  link::ScriptedSource source;
  link::NotingSink sink;
  at_switch.join_sets(&source, &sink);
  Answering answers;
  answers.port = &host;
  host.join_sets(&answers.source, &answers);
  live.device("s1")->at(1_us, [&](Time now) {
    source.ask(CtlosKind::kAck, sets);
    at_switch.set_due(now);
  });
  live.run(3);
  std::ostringstream text;
  text << "packets " << live.network().measurements[0].received.packets << " sets";
  for (const auto* left : {&source.left, &answers.source.left})
    for (const link::ScriptedSource::Left& set : *left)
      text << ' ' << set.at.count();
  text << " answers";
  for (const auto& [at, number] : sink.arrived)
    text << ' ' << at.count() << ':' << number;
  EXPECT_EQ(sink.arrived.size(), static_cast<std::size_t>(sets));
  return text.str();
}

class OrderedSetsLive : public testing::TestWithParam<const char*> {};

// The same sets at the same times, and the same frames, with the quantum and without.
TEST_P(OrderedSetsLive, DoNotDependOnTheQuantum) {
  const std::string instant_by_instant = run_elsewhere([] { return run(GetParam(), "off", 100); });
  EXPECT_EQ(run(GetParam(), "on", 100), instant_by_instant);
}

// Answers inside a frame cost the line eight bytes each: of 100 sets of h1 the line at full rate carries 800 B less.
TEST_P(OrderedSetsLive, TakeLineTime) {
  const auto packets = [](const std::string& text) { return std::stol(text.substr(text.find(' '))); };
  const long without = packets(run_elsewhere([] { return run(GetParam(), "on", 0); }));
  const long with = packets(run(GetParam(), "on", 300));
  const long length = std::stol(GetParam()) + 20;
  EXPECT_NEAR(static_cast<double>((without - with) * length), 300 * 8, static_cast<double>(length));
}

INSTANTIATE_TEST_SUITE_P(Lengths, OrderedSetsLive, testing::Values("64B", "1500B", "9000B"),
                         [](const auto& of) { return std::string("Of") + of.param; });

}  // namespace weir::asic::ordered_sets_live_test

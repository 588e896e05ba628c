// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Weights of a crossbar in a switch at work: those of the scenario's flows, until software writes others. Each test
// needs a process of its own, as ctest gives it.

#include "tb/tests/unit/register_map/live_registers.h"

namespace weir::arbiter_weight_registers_test {

// Four hosts along a line to one sink: at the last switch three flows come by the line and one from its host.
TEST(ArbiterWeightRegisters, AreOfTheFlowsAndChangeWhileItRuns) {
  constexpr std::uint64_t kHost = 0;
  constexpr std::uint64_t kSink = 1;
  constexpr std::uint64_t kLine = 2;
  LiveRegisters live("gfc/line_of_four.toml", {"scenario.duration=20ms"});
  const auto weight = [](LiveRegisters& registers, std::uint64_t input, std::uint64_t output) {
    return registers.read("s4", "crossbar", "arbiter_weight", {input, output});
  };
  std::array<double, 2> line_to_host{};
  live.software = [&](LiveRegisters& registers) {
    const auto measured = [&](Time until) {  // packets of the line for one of the host
      const auto admitted = [&](std::uint64_t port) {
        return static_cast<double>(registers.read("s4", "mmu", "admitted", {port, 0}));
      };
      const double line = admitted(kLine);
      const double host = admitted(kHost);
      registers.bus("s4").wait_until(until);
      return (admitted(kLine) - line) / (admitted(kHost) - host);
    };
    EXPECT_EQ(weight(registers, kLine, kSink), 3U);
    EXPECT_EQ(weight(registers, kHost, kSink), 1U);
    EXPECT_EQ(weight(registers, kSink, kLine), 1U) << "no flow goes that way";
    registers.bus("s4").wait_until(4'000_us);
    line_to_host[0] = measured(10'000_us);
    EXPECT_EQ(registers.try_write("s4", "crossbar", "arbiter_weight", {kHost, kSink}, 0),
              tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_THAT(registers.asic("s4").csr().refusal(), HasSubstr("arbiter_weight: wanted 1 or more packets a round"));
    EXPECT_EQ(weight(registers, kHost, kSink), 1U);
    registers.write("s4", "crossbar", "arbiter_weight", {kHost, kSink}, 6);
    EXPECT_EQ(weight(registers, kHost, kSink), 6U);
    EXPECT_EQ(weight(registers, kLine, kSink), 3U);
    registers.bus("s4").wait_until(12'000_us);
    line_to_host[1] = measured(19'000_us);
  };
  live.run();
  EXPECT_NEAR(line_to_host[0], 3.0, 0.1);
  EXPECT_NEAR(line_to_host[1], 0.5, 0.05);
}

}  // namespace weir::arbiter_weight_registers_test

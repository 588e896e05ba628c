// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The window through which software enters host routes, on a table with no more places than there are hosts.

#include "tb/tests/unit/register_map/live_registers.h"

namespace weir::route_window_test {

TEST(RouteWindow, RefusesWhatFindsNoPlace) {
  LiveRegisters live("small/pfc_incast.toml", {"scenario.duration=100us", "switch.forwarding.host_entries=10"});
  live.software = [](LiveRegisters& registers) {
    const auto enter = [&](std::uint64_t address) {
      EXPECT_EQ(registers.try_write("s1", "forwarding", "route_address", {}, address), tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(registers.try_write("s1", "forwarding", "route_port", {1}, 1), tlm::TLM_OK_RESPONSE);
      return registers.try_write("s1", "forwarding", "route_enter", {}, 1);
    };
    EXPECT_EQ(enter(0x0a00'0001), tlm::TLM_OK_RESPONSE) << "another route to a host that is there";
    EXPECT_EQ(enter(0x0a00'0063), tlm::TLM_GENERIC_ERROR_RESPONSE) << "an eleventh host";
    EXPECT_THAT(registers.asic("s1").csr().refusal(), HasSubstr("a route is entered into a full host table"));
  };
  live.run();
}

TEST(RouteWindow, RefusesPortsForWhichThereIsNoGroup) {
  LiveRegisters live("small/pfc_incast.toml", {"scenario.duration=100us", "switch.forwarding.ecmp_groups=10"});
  live.software = [](LiveRegisters& registers) {
    const auto lead = [&](std::uint64_t port) {
      EXPECT_EQ(registers.try_write("s1", "forwarding", "route_port", {port}, 1), tlm::TLM_OK_RESPONSE);
      return registers.try_write("s1", "forwarding", "route_enter", {}, 1);
    };
    EXPECT_EQ(registers.try_write("s1", "forwarding", "route_address", {}, 0x0a00'0001), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(lead(1), tlm::TLM_OK_RESPONSE) << "one of the ten";
    EXPECT_EQ(lead(2), tlm::TLM_GENERIC_ERROR_RESPONSE) << "two ports together are an eleventh";
    EXPECT_THAT(registers.asic("s1").csr().refusal(), HasSubstr("ports for which there is no ECMP group"));
  };
  live.run();
}

}  // namespace weir::route_window_test

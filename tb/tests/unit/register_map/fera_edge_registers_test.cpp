// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Registers of the edges of a FERA region at work. A process of its own, as ctest gives it.

#include "tb/tests/unit/register_map/live_registers.h"

namespace weir::fera_edge_registers_test {

// es1 tags and holds st1, and takes off what returns; es5 answers all four.
TEST(LiveRegisters, EdgesCountTagsAndPauses) {
  LiveRegisters live("fera/fera_edge.toml", {"scenario.duration=12ms"});
  live.run();
  const auto count = [&](const std::string& device, const char* name, std::uint64_t port) {
    return live.read(device, "fera_edge", name, {port});
  };
  EXPECT_THAT(count("es1", "put_on", 0), AllOf(Ge(26U), Le(30U)));  // 7 ms, T/4
  EXPECT_THAT(count("es1", "taken_off", 0), AllOf(Ge(25U), Le(count("es1", "put_on", 0))));
  std::uint64_t put_on = 0;
  for (const char* device : {"es1", "es2", "es3", "es4"})
    put_on += count(device, "put_on", 0);
  EXPECT_THAT(count("es5", "taken_off", 1), AllOf(Ge(put_on - 4), Le(put_on)));
  EXPECT_EQ(count("es1", "holds", 0), live.asic("es1").edge(PortId(0))->counters().holds);
  EXPECT_GT(count("es1", "holds", 0), 100U);
  for (const char* name : {"put_on", "taken_off", "holds", "kept_paused"})
    EXPECT_EQ(count("es1", name, 1), 0U) << "no edge";
  for (const char* name : {"refused", "unserved", "dropped"})
    EXPECT_EQ(count("es1", name, 0), 0U);
}

}  // namespace weir::fera_edge_registers_test

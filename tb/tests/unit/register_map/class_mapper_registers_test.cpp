// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The class mapper's registers where a class stands for a hop: what waits would be in the classes of other hops.

#include "tb/tests/unit/register_map/live_registers.h"

namespace weir::class_mapper_registers_test {

TEST(ClassMapperRegisters, KeepAHopAHopUnderTtlPfc) {
  LiveRegisters live("ttl/ttl_ring.toml", {"scenario.duration=300us"});
  live.software = [](LiveRegisters& registers) {
    registers.bus("s1").wait_until(250_us);
    for (const std::uint64_t ttl0 : {3, 6, 200})
      EXPECT_EQ(registers.try_write("s1", "forwarding", "ttl0", {}, ttl0), tlm::TLM_GENERIC_ERROR_RESPONSE) << ttl0;
    EXPECT_THAT(registers.asic("s1").csr().refusal(), HasSubstr("under ttl_pfc the class is the hop"));
    for (const std::uint64_t source : {0, 1})
      EXPECT_EQ(registers.try_write("s1", "forwarding", "class_source", {}, source), tlm::TLM_GENERIC_ERROR_RESPONSE);
    registers.write("s1", "forwarding", "ttl0", {}, 4);
    registers.write("s1", "forwarding", "class_source", {}, 2);
  };
  live.run();
  EXPECT_EQ(live.read("s1", "forwarding", "ttl0", {}), 4U);
}

}  // namespace weir::class_mapper_registers_test

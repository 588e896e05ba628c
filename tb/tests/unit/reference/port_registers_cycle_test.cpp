// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of a port's register bank: what the page says of single accesses and of pairs.

#include "hw_model/cycle_models/port_registers_cycle.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::port_registers_cycle_test {

constexpr std::uint32_t kMaxFrame = 0x100 + 4 * kRegistersPort;
constexpr std::uint32_t kStatus = 0x29000 + 4 * kRegistersPort;
constexpr std::uint32_t kFramesSent = 0x200 + 8 * kRegistersPort;
constexpr std::uint32_t kFramesReceived = 0x300 + 8 * kRegistersPort;

PortRegistersInputs read_at(std::uint32_t address, std::uint64_t value = 0) {
  return {.request = true, .address = address, .value = value};
}
PortRegistersInputs write_at(std::uint32_t address, std::uint32_t data, std::uint32_t strobe = 15) {
  return {.request = true, .write = true, .address = address, .data = data, .strobe = strobe};
}

class PortRegisters : public testing::Test {
 protected:
  // The answer to an access without another beside its answer.
  PortRegistersOutputs answer(const PortRegistersInputs& in, std::uint64_t value = 0) {
    bank_.clock(in);
    return bank_.clock({.value = value});
  }
  std::uint32_t reads(std::uint32_t address, std::uint64_t value = 0) { return answer(read_at(address), value).data; }

  PortRegistersCycle bank_{PortRegistersConfig{}};
};

// The nine cycles of rtl/port_registers/port_registers.md.
TEST_F(PortRegisters, PlayTheDiagramOfThePage) {
  const std::vector<PortRegistersInputs> given = {{},
                                                  write_at(kMaxFrame, 0x2400),
                                                  read_at(kMaxFrame),
                                                  {},
                                                  read_at(kFramesSent),
                                                  read_at(kFramesSent + 4, 0x1'ffff'ffff),
                                                  read_at(kFramesSent + 4),
                                                  {.value = 0x2'0000'0000},
                                                  {}};
  const std::vector<std::uint32_t> data = {0, 0, 0, 0x2400, 0, 0xffff'ffff, 1, 2, 0};
  const std::vector<bool> answers = {false, false, true, true, false, true, true, true, false};
  const std::vector<bool> value_reads = {false, false, false, false, true, false, true, false, false};
  const std::vector<bool> held = {false, false, false, false, false, true, false, false, false};
  for (std::size_t n = 0; n < given.size(); ++n) {
    const PortRegistersOutputs out = bank_.clock(given[n]);
    EXPECT_EQ(out.data, data[n]) << n;
    EXPECT_EQ(out.answers, answers[n]) << n;
    EXPECT_EQ(out.value_reads, value_reads[n]) << n;
    EXPECT_EQ(out.snapshot_held, held[n]) << n;
    EXPECT_EQ(out.port_max_frame, n < 2 ? 1500U : 0x2400U) << n;
    EXPECT_FALSE(out.error);
  }
}

TEST_F(PortRegisters, RefuseWhatHasNoPlaceAndWhatDoesNotFit) {
  for (const std::uint32_t address : {kMaxFrame + 1, kMaxFrame + 2, 0x100U, 0x10000U, 0x3fffcU}) {
    EXPECT_TRUE(answer(read_at(address)).error) << address;
    EXPECT_TRUE(answer(write_at(address, 0)).error) << address;
  }
  EXPECT_TRUE(answer(write_at(kFramesSent, 0)).error);
  EXPECT_TRUE(answer(write_at(kMaxFrame, 0x4001)).error);
  EXPECT_EQ(reads(kMaxFrame), 1500U);
  EXPECT_FALSE(answer(write_at(kMaxFrame, 0x4001, 1)).error) << "a byte that is not written is not judged";
  EXPECT_EQ(reads(kMaxFrame), 0x501U);
}

TEST_F(PortRegisters, KeepAnEventBesideItsClear) {
  bank_.clock({.interrupt_status_set = 0x81});
  PortRegistersInputs clear = write_at(kStatus, 0x83);
  clear.interrupt_status_set = 0x02;
  EXPECT_FALSE(answer(clear).error);
  EXPECT_EQ(reads(kStatus), 0x02U);
  PortRegistersInputs read = read_at(kStatus);
  read.interrupt_status_level = 0x10;
  EXPECT_EQ(answer(read).data, 0x12U);
  EXPECT_EQ(reads(kStatus), 0x02U) << "a level is not kept";
}

TEST_F(PortRegisters, TearNoValueUnlessAnotherIsReadBetween) {
  constexpr std::uint64_t kBefore = 0x5'ffff'ffff;
  constexpr std::uint64_t kAfter = 0x6'0000'0000;
  EXPECT_EQ(reads(kFramesSent, kBefore), 0xffff'ffffU);
  EXPECT_EQ(reads(kFramesReceived + 4, kAfter), 6U);
  EXPECT_FALSE(answer(write_at(kMaxFrame, 64)).error);
  EXPECT_EQ(reads(kFramesSent + 4, kAfter), 5U);
  EXPECT_EQ(reads(kFramesSent + 4, kAfter), 6U) << "once";
  EXPECT_EQ(reads(kFramesSent, kBefore), 0xffff'ffffU);
  EXPECT_EQ(reads(kFramesReceived, kBefore), 0xffff'ffffU);
  EXPECT_EQ(reads(kFramesSent + 4, kAfter), 6U);
  EXPECT_EQ(reads(kFramesReceived + 4, kAfter), 5U);
}

TEST(PortRegistersPort, IsOneOfTheMap) {
  EXPECT_EQ(error_of([] { PortRegistersCycle{{.port = 32}}; }), "port_registers: port is 32, wanted 0..31");
  EXPECT_EQ(register_place(31, 0x100 + 31 * 4).what, RegisterPlace::What::kKept);
}

}  // namespace weir::reference::port_registers_cycle_test

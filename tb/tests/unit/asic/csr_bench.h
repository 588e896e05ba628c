// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A device with registers of some widths and accesses, and a program on its bus.

#pragma once

#include "hw_model/asic/csr_target.h"
#include "tb/tests/unit/register_map/bus_program.h"
#include "tb/tests/unit/register_map/register_device.h"

namespace weir::asic {

inline constexpr Time kQuantum{1'000'000};
inline constexpr Time kLongAfter{1'000'000'000'000};

inline ledger::Chip some_chip() {
  using ledger::Access;
  ledger::Block block("block");
  const auto declared = [](const char* name, unsigned width, ledger::Dimensions dimensions, Access access) {
    return ledger::RegisterDeclaration{
        .name = name, .width = width, .dimensions = std::move(dimensions), .access = access, .mechanism = "test"};
  };
  block
      .add(declared("narrow", 20, {{"port", 4}}, Access::kReadWrite))                // 0x00
      .add(declared("wide", 64, {{"port", 2}}, Access::kReadWrite))                  // 0x10
      .add(declared("counter", 64, {{"port", 4}}, Access::kReadOnly))                // 0x20
      .add(declared("flags", 12, {{"port", 2}}, Access::kWriteOneToClear))           // 0x40
      .add(declared("huge", 200, {{"port", 2}}, Access::kReadWrite))                 // 0x80
      .add(declared("plane", 33, {{"port", 3}, {"class", 5}}, Access::kReadWrite));  // 0x100
  return ledger::Chip("chip").add(block);
}

class CsrTargetTest : public testing::Test {
 protected:
  void run(std::function<void(Program&)> body, Timing timing = {.quantum = kQuantum, .until = kLongAfter}) {
    device_ = std::make_unique<RegisterDevice>("s1", some_chip(), timing);
    program_ = std::make_unique<Program>("program", [this, body = std::move(body)](Program& program) {
      body(program);
      done_ = true;
    });
    program_->socket.bind(device_->csr.socket);
    sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_MS));
    EXPECT_TRUE(done_);
  }
  static std::uint64_t key_value(RegisterDevice& device, const char* name, ledger::Indices indices, unsigned word = 0) {
    return device.values[{std::string("block.") + name, std::move(indices), word}];
  }

  std::unique_ptr<RegisterDevice> device_;
  std::unique_ptr<Program> program_;
  bool done_ = false;
};

}  // namespace weir::asic

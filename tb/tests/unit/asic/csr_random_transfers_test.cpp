// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Random transfers over the register bus against a table of what each byte should be.

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/asic/csr_bench.h"

namespace weir::asic::csr_random_transfers_test {

using ledger::Access;

class Shadow {
 public:
  explicit Shadow(const ledger::AddressMap& map) : map_(map) {}

  // Bits of this byte that exist and may be written.
  std::uint8_t writable(const ledger::Location& at) const {
    const auto first = static_cast<unsigned>(at.byte) * 8;
    const unsigned width = at.mapped->declaration.width;
    return static_cast<std::uint8_t>(first >= width ? 0 : width - first >= 8 ? 0xff : (1U << (width - first)) - 1);
  }
  std::uint8_t& byte(std::uint64_t address) { return bytes_[address]; }

  tlm::tlm_response_status expected(bool is_write, std::uint64_t address, const Data& data, const Data& enables) const {
    bool writes_counter = false;
    bool too_wide = false;
    for (std::size_t i = 0; i < data.size(); ++i) {
      const auto at = map_.locate(address + i);
      if (!at)
        return tlm::TLM_ADDRESS_ERROR_RESPONSE;
      const bool on = enables.empty() || enables[i % enables.size()] != 0;
      writes_counter |= is_write && on && at->mapped->declaration.access == Access::kReadOnly;
      too_wide |= is_write && on && (data[i] & ~writable(*at)) != 0;
    }
    if (writes_counter)
      return tlm::TLM_COMMAND_ERROR_RESPONSE;
    return too_wide ? tlm::TLM_GENERIC_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE;
  }

  // Takes from the data what the registers there have no bits for.
  void fit(std::uint64_t address, Data& data) const {
    for (std::size_t i = 0; i < data.size(); ++i) {
      if (const auto at = map_.locate(address + i))
        data[i] &= writable(*at);
    }
  }

  void write(std::uint64_t address, const Data& data, const Data& enables) {
    for (std::size_t i = 0; i < data.size(); ++i) {
      if (!enables.empty() && enables[i % enables.size()] == 0)
        continue;
      const auto at = map_.locate(address + i);
      std::uint8_t& byte = bytes_[address + i];
      byte = static_cast<std::uint8_t>(at->mapped->declaration.access == Access::kWriteOneToClear ? byte & ~data[i]
                                                                                                  : data[i]);
    }
  }

  void check_read(std::uint64_t address, const Data& before, const Data& after, const Data& enables) {
    for (std::size_t i = 0; i < after.size(); ++i) {
      const bool on = enables.empty() || enables[i % enables.size()] != 0;
      EXPECT_EQ(after[i], on ? bytes_[address + i] : before[i]) << "byte " << i << " from " << address;
    }
  }

 private:
  const ledger::AddressMap& map_;
  std::map<std::uint64_t, std::uint8_t> bytes_;
};

Data random_bytes(RandomStream& random, std::size_t count) {
  Data data(count);
  for (std::uint8_t& byte : data)
    byte = static_cast<std::uint8_t>(random.next());
  return data;
}

Data random_enables(RandomStream& random) {
  Data enables(random.below(3) == 0 ? 1 + random.below(9) : 0);
  for (std::uint8_t& enable : enables)
    enable = random.below(2) == 0 ? 0 : 0xff;
  return enables;
}

TEST_F(CsrTargetTest, RandomTransfersMatchATableOfBytes) {
  run([this](Program& program) {
    RandomStream random(1, "transfers");
    Shadow shadow(device_->csr.map());
    for (std::uint64_t port = 0; port < 2; ++port) {  // flags and counters that the hardware has set
      device_->values[{"block.flags", {port}, 0}] = 0xabc;
      device_->values[{"block.counter", {port}, 0}] = 0x0123456789abcdef;
      for (std::uint64_t i = 0; i < 8; ++i)
        shadow.byte(0x20 + 8 * port + i) = static_cast<std::uint8_t>(0x0123456789abcdef >> (8 * i));
      shadow.byte(0x40 + 4 * port) = 0xbc;
      shadow.byte(0x41 + 4 * port) = 0xa;
    }
    std::map<tlm::tlm_response_status, int> answers;
    for (int n = 0; n < 4'000; ++n) {
      constexpr std::array<std::size_t, 6> kLengths{4, 4, 8, 8, 12, 32};
      const std::size_t length = kLengths[random.below(kLengths.size())];
      const std::uint64_t address = 4 * random.below(0x180 / 4);
      const bool is_write = random.below(2) == 0;
      Data before = random_bytes(random, length);
      if (is_write && random.below(4) != 0)
        shadow.fit(address, before);
      const Data enables = random_enables(random);
      const auto expected = shadow.expected(is_write, address, before, enables);
      Data data = before;
      ASSERT_EQ(program.transfer(is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, address, data, enables),
                expected);
      ++answers[expected];
      if (expected != tlm::TLM_OK_RESPONSE)
        continue;
      if (is_write)
        shadow.write(address, before, enables);
      else
        shadow.check_read(address, before, data, enables);
      program.delay = 0_us;
    }
    EXPECT_GT(answers[tlm::TLM_OK_RESPONSE], 1'000);
    EXPECT_GT(answers[tlm::TLM_COMMAND_ERROR_RESPONSE], 100);
    EXPECT_GT(answers[tlm::TLM_GENERIC_ERROR_RESPONSE], 50);
    EXPECT_GT(answers[tlm::TLM_ADDRESS_ERROR_RESPONSE], 100);
  });
}

}  // namespace weir::asic::csr_random_transfers_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of accesses to the register bank of a port.

#pragma once

#include <cstdint>
#include <vector>

#include "tb/cosim/blocks/port_registers/register_words.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class PortRegistersWriter : public ScriptWriter<PortRegistersWriter, reference::PortRegistersInputs> {
 public:
  explicit PortRegistersWriter(const reference::PortRegistersConfig& config)
      : kept_(kept_words(config.port)), values_(value_places(config.port)) {}

  const std::vector<KeptWord>& kept() const { return kept_; }
  const std::vector<ValuePlace>& values() const { return values_; }
  const KeptWord& flags() const { return kept_[kFlags]; }
  std::uint64_t next_value() { return value_ = value_ * 6364136223846793005U + 1442695040888963407U; }

  void idle(int cycles = 1) { cycles_.insert(cycles_.end(), static_cast<std::size_t>(cycles), In{}); }

  // The access, beside the value that the one before has asked for.
  static In read(std::uint32_t address) {
    return {.request = true, .address = address, .data = ~0U, .strobe = 15};  // which a read has no use for
  }
  static In write(std::uint32_t address, std::uint32_t data, std::uint32_t strobe = 15) {
    return {.request = true, .write = true, .address = address, .data = data, .strobe = strobe};
  }
  void add(In in) {
    if (in.value == 0) {
      in.value = next_value();
    }
    cycles_.push_back(in);
  }
  // The access, and its answer in a cycle without another.
  void alone(const In& in) {
    add(in);
    add({});
  }
  void reads(std::uint32_t address) { alone(read(address)); }
  void writes(std::uint32_t address, std::uint32_t data, std::uint32_t strobe = 15) {
    add(write(address, data, strobe));
    reads(address);
  }

  // What a cycle may bring, in the order of the number; at last a reset beside a write. Wide values are the first two,
  // and the last wide ones.
  static constexpr unsigned kEvents = 17;
  In event(unsigned which, unsigned of) const {
    const ValuePlace& wide = values_[of % 2];
    const KeptWord& word = kept_[of % 2 == 0 ? 2 : 4];
    switch (which) {
      case 0:
        return read(word.address);
      case 1:
        return write(word.address, 0x1234'5678 & word.all());
      case 2:
        return write(word.address, word.all(), of % 3 == 0 ? 5 : 3);
      case 3:
        return write(word.address, 0xffff'ffff);  // does not fit
      case 4:
        return read(word.address + 0x2000 * 4);  // nothing there
      case 5:
        return read(wide.address);
      case 6:
        return read(wide.address + 4);
      case 7:
        return read(values_[8].address);
      case 8:
        return write(wide.address, 1);
      case 9:
        return {.interrupt_status_set = 0x5a};
      case 10:
        return write(flags().address, 0x0f);
      case 11: {
        In both = write(flags().address, 0x3c);
        both.interrupt_status_set = 0x18;
        return both;
      }
      case 12:
        return {.interrupt_status_level = 0xa1};
      case 13: {
        In beside = read(flags().address);
        beside.interrupt_status_set = 0x81;
        return beside;
      }
      case 14: {
        In without = write(word.address, 0xffff'ffff);
        without.request = false;
        return without;
      }
      case 15:
        return read(word.address + 2);
      default: {
        In in = write(word.address, 1);
        in.rst_n = false;
        return in;
      }
    }
  }

 private:
  static constexpr std::size_t kFlags = 10;  // of kept_

  std::vector<KeptWord> kept_;
  std::vector<ValuePlace> values_;
  std::uint64_t value_ = 1;
};

}  // namespace weir::cosim

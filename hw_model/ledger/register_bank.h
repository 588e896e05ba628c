// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The register bank of a running chip. Each mapped register is bound to the state of the block that owns it by two
// functions of that block; the bank holds no values, so none can be stale, and a chip whose registers are never read
// pays nothing.
//
// Settings that only make sense together (XON below XOFF, thresholds in order) are a group: a write goes into a draft
// of the group, the draft is checked by the same rules as the settings of a new chip, and then replaces the live
// settings. One call of write() is one such step: it takes effect as a whole, or not at all.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/ledger/address_map.h"

namespace weir::ledger {

// The settings of one owner that registers can change.
class Settings {
 public:
  virtual ~Settings() = default;
  virtual void begin() = 0;          // the draft becomes a copy of the live settings
  virtual void check() const = 0;    // throws std::invalid_argument, one line, when the draft is impossible
  virtual void apply(Time now) = 0;  // the checked draft becomes live
};

// One access, as an owner sees it.
struct RegisterAccess {
  const Indices& indices;  // of the register that was bound
  unsigned word = 0;       // of a register of more than 64 bits: bits 64 word .. 64 word + 63
  Time now;                // local time of the device
};

struct Accessor {
  std::function<std::uint64_t(const RegisterAccess&)> read = {};
  // For a setting: writes the new value into the draft of `settings`. For a write-one-to-clear flag: gets the ones.
  // Empty if software may only read.
  std::function<void(const RegisterAccess&, std::uint64_t)> write = {};
  std::shared_ptr<Settings> settings = {};
};

// Binds an owner's registers by name. `fixed` are the outer indices of the owner: the engine of port 3 binds xoff[3] as
// "xoff".
class RegisterBank;
class Binder {
 public:
  Binder(RegisterBank& bank, std::string block, Indices fixed = {})
      : bank_(bank), block_(std::move(block)), fixed_(std::move(fixed)) {}

  // Does nothing for a register without an address. Throws std::logic_error if no register of that name is declared, or
  // it is bound already.
  void bind(std::string_view name, Accessor accessor) const;

  // Whether a register of that name is declared and has an address.
  bool maps(std::string_view name) const;

 private:
  RegisterBank& bank_;
  std::string block_;
  Indices fixed_;
};

class RegisterBank {
 public:
  explicit RegisterBank(AddressMap map);

  const AddressMap& map() const { return map_; }

  // Called when checked settings are about to change.
  void on_change(std::function<void()> changing) { changing_ = std::move(changing); }
  Binder binder(std::string block, Indices fixed = {}) { return {*this, std::move(block), std::move(fixed)}; }

  // Mapped registers of which no element, or only some elements, are bound: "block.name".
  std::vector<std::string> unbound() const;
  // Unbound registers read as their reset value; a write to them is refused.
  bool is_bound(const MappedRegister& mapped) const;

  // Bits 64 word .. 64 word + 63 of an element; bits beyond the width are 0.
  std::uint64_t read(const MappedRegister& mapped, std::uint64_t element, unsigned word, Time now) const;

  struct Write {
    const MappedRegister* mapped = nullptr;
    std::uint64_t element = 0;
    unsigned word = 0;
    std::uint64_t value = 0;
    std::uint64_t mask = 0;  // bits that are written
  };
  // Throws std::invalid_argument, one line, when the settings would be impossible; then nothing has changed. Each word
  // is written at most once, and no write is to a register that software may only read.
  void write(std::span<const Write> writes, Time now);

 private:
  friend class Binder;

  // The accessors of a register: one for all elements, or one for each index of the outermost dimension.
  struct Owners {
    bool whole = false;
    std::vector<Accessor> accessors;
  };
  struct Found {
    const Accessor* accessor = nullptr;
    Indices indices;
  };
  Found find(const MappedRegister& mapped, std::uint64_t element) const;
  void bind(const std::string& block, std::string_view name, const Indices& fixed, Accessor accessor);

  AddressMap map_;
  std::vector<Owners> owners_;  // by MappedRegister::number
  std::function<void()> changing_;
};

// Bits of `width` that fall into this word.
constexpr std::uint64_t word_mask(unsigned width, unsigned word) {
  constexpr unsigned kBits = 64;
  if (width <= word * kBits)
    return 0;
  const unsigned bits = width - word * kBits;
  return bits >= kBits ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

}  // namespace weir::ledger

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of a running chip. Each mapped register is bound to the state of the block that owns it by two
// functions that the block gives; the bank holds no value of its own, so nothing can be stale, and a chip whose
// registers nobody reads pays nothing.
//
// Settings that only make sense together (XON below XOFF, thresholds in order) are a group: a write goes into a draft
// of the group, the draft is checked by the same rules as the settings of a new chip, and then it replaces the live
// settings. One call of write() is one such step: all of it takes effect, or nothing does.

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

// Settings of one owner, as registers change them.
class Settings {
 public:
  virtual ~Settings() = default;
  virtual void begin() = 0;          // the draft is what is live
  virtual void check() const = 0;    // throws std::invalid_argument, one line, when the draft is impossible
  virtual void apply(Time now) = 0;  // the checked draft is live
};

// One access, as an owner sees it.
struct RegisterAccess {
  const Indices& indices;  // of the register that was bound
  unsigned word = 0;       // of a register of more than 64 bits: bits 64 word .. 64 word + 63
  Time now;                // local time of the device
};

struct Accessor {
  std::function<std::uint64_t(const RegisterAccess&)> read = {};
  // A setting: the new value, for the draft of `settings`. A flag that is written one to clear: the ones. Absent where
  // software may only read.
  std::function<void(const RegisterAccess&, std::uint64_t)> write = {};
  std::shared_ptr<Settings> settings = {};
};

// Given to an owner to bind its registers by name. `fixed` are the outer indices that are its own: the engine of port 3
// binds xoff[3] as "xoff".
class RegisterBank;
class Binder {
 public:
  Binder(RegisterBank& bank, std::string block, Indices fixed = {})
      : bank_(bank), block_(std::move(block)), fixed_(std::move(fixed)) {}

  // Does nothing for a register without an address. Throws std::logic_error when none of that name is declared, or it
  // is bound already.
  void bind(std::string_view name, Accessor accessor) const;

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

  // Mapped registers without an owner, or with owners of some elements only: "block.name".
  std::vector<std::string> unbound() const;
  // They read as their reset value; a write is refused.
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
  // Throws std::invalid_argument, one line, when the settings would be impossible; then nothing has changed. No two
  // writes are of the same word; none is of a register that software may only read.
  void write(std::span<const Write> writes, Time now);

 private:
  friend class Binder;

  // Of the elements of a register: one accessor for all, or one for each of the outermost dimension.
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

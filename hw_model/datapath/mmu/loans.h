// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The accounts of loans: room that lossless VIQs have been lent above their limit and headroom. The cells of a loan are
// set aside in the buffer until the VIQ takes them, like those of a guaranteed minimum. Each VIQ has an account, with
// the bytes by which the loan raises what the VIQ may hold.

#pragma once

#include <cstdint>
#include <string>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir::mmu {

class Loans {
 public:
  // No memory before the first loan.
  explicit Loans(std::size_t ports) : ports_(ports), viqs_(0) {}

  bool any() const { return open_ > 0; }
  Bytes lent(PortId p, ClassId c) const { return any() ? viqs_.at(p, c).lent : Bytes(0); }
  std::int64_t used(PortId p, ClassId c) const { return any() ? viqs_.at(p, c).used : 0; }
  std::int64_t cells(PortId p, ClassId c) const { return any() ? viqs_.at(p, c).unused + viqs_.at(p, c).used : 0; }

  // Cells that are set aside for loans of the class.
  PerClass<std::int64_t> unused() const;

  // From now on the VIQ's loan is `to` bytes in all, `more` cells more than before.
  void lend(PortId p, ClassId c, Bytes to, std::int64_t more);

  // The functions below are for a VIQ that has a loan.
  std::int64_t unused(PortId p, ClassId c) const { return viqs_.at(p, c).unused; }
  void use(PortId p, ClassId c, std::int64_t cells);

  // Of `cells` that leave the VIQ, sets aside again those that were lent: as many as it has used. Returns their number.
  std::int64_t give_back(PortId p, ClassId c, std::int64_t cells);

  // Ends a loan of which nothing is used. Returns the cells that were set aside for it.
  std::int64_t end(PortId p, ClassId c);

  // Throws InvariantBroken where an account is negative, lends cells without bytes, or is not counted. `place` says of
  // which buffer.
  void check(const std::string& place, Time now) const;

  struct Rows;  // its registers (mmu_registers.cpp)

 private:
  struct Account {
    Bytes lent;
    std::int64_t unused = 0;  // cells that are set aside
    std::int64_t used = 0;
  };

  std::size_t ports_;
  std::int64_t open_ = 0;  // VIQs that have a loan
  PerPortClass<Account> viqs_;
};

}  // namespace weir::mmu

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/mmu/loans.h"

#include <algorithm>
#include <utility>

#include "hw_model/base/invariant.h"

namespace weir::mmu {

PerClass<std::int64_t> Loans::unused() const {
  PerClass<std::int64_t> cells{};
  for (std::size_t p = 0; p < viqs_.ports(); ++p) {
    for (std::size_t i = 0; i < kClasses; ++i) {
      cells[i] += viqs_.at(PortId(p), ClassId(i)).unused;
    }
  }
  return cells;
}

void Loans::lend(PortId p, ClassId c, Bytes to, std::int64_t more) {
  if (viqs_.ports() == 0) {
    viqs_ = PerPortClass<Account>(ports_);
  }
  Account& viq = viqs_.at(p, c);
  open_ += viq.lent == Bytes(0) ? 1 : 0;
  viq.lent = to;
  viq.unused += more;
}

void Loans::use(PortId p, ClassId c, std::int64_t cells) {
  Account& viq = viqs_.at(p, c);
  viq.used += cells;
  viq.unused -= cells;
}

std::int64_t Loans::give_back(PortId p, ClassId c, std::int64_t cells) {
  Account& viq = viqs_.at(p, c);
  const std::int64_t back = std::min(cells, viq.used);
  viq.used -= back;
  viq.unused += back;
  return back;
}

std::int64_t Loans::end(PortId p, ClassId c) {
  --open_;
  return std::exchange(viqs_.at(p, c), Account{}).unused;
}

void Loans::check(const std::string& place, Time now) const {
  std::int64_t open = 0;
  bool sound = true;
  viqs_.each([&](PortId, ClassId, const Account& viq) {
    const bool lent = viq.lent > Bytes(0);
    open += lent ? 1 : 0;
    sound = sound && viq.used >= 0 && viq.unused >= 0 && lent == (viq.used + viq.unused > 0);
  });
  if (!sound || open != open_) {
    broken_invariant(std::to_string(open) + " VIQs have loans, " + std::to_string(open_) + " are counted" +
                         (sound ? "" : ", and an account is wrong"),
                     place, "", now);
  }
}

}  // namespace weir::mmu

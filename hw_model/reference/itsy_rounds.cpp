// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/itsy_rounds.h"

#include <algorithm>

namespace weir::reference {

using frame::kItsyRoundNumbers;

ItsyRounds::ItsyRounds(std::size_t ports, const std::vector<std::uint8_t>& hosts)
    : hosts_(hosts), dead_(ports), lives_(ports), due_(ports) {
  hosts_.resize(ports);
}

void ItsyRounds::begin(const ItsyCausality& now, std::uint8_t number) {
  under_way_ = 1;
  number_ = number % kItsyRoundNumbers;
  for (std::size_t n = 0; n < dead_.size(); ++n) {
    if (!now.held(PortId(n)) || hosts_[n] != 0)
      lives_[n] = 1;
  }
  for (std::size_t n = 0; n < dead_.size(); ++n) {
    dead_[n] = stuck(now, PortId(n)) ? 1 : 0;
    due_[n] = says_alive(now, PortId(n)) ? 1 : 0;
  }
}

void ItsyRounds::expect(std::uint8_t number) {
  number_ = static_cast<std::uint8_t>((number + kItsyRoundNumbers - 1) % kItsyRoundNumbers);
  std::ranges::fill(lives_, 0);
}

void ItsyRounds::end() {
  under_way_ = 0;
  std::ranges::fill(lives_, 0);
  std::ranges::fill(due_, 0);
}

void ItsyRounds::held(const ItsyCausality& now, PortId e) {
  if (under_way())
    goes_on(now, e);
}

void ItsyRounds::pausing(const ItsyCausality& now, PortId i) {
  dead_[i.index()] = 0;
  if (now.pausing(i))
    due_[i.index()] = says_alive(now, i) ? 1 : 0;
}

void ItsyRounds::arrived(const ItsyCausality& now, PortId p, std::uint8_t number) {
  if (under_way() && number == number_)
    goes_on(now, p);
  else if (!under_way() && number == (number_ + 1) % kItsyRoundNumbers)
    lives_[p.index()] = 1;
}

void ItsyRounds::again(const ItsyCausality& now) {
  for (std::size_t n = 0; n < dead_.size(); ++n) {
    due_[n] = says_alive(now, PortId(n)) ? 1 : 0;
  }
}

void ItsyRounds::reset(const ItsyCausality& now) {
  silent_ = 1;
  std::ranges::fill(dead_, 0);
  std::ranges::fill(lives_, under_way_);
  again(now);
}

void ItsyRounds::look(const ItsyCausality& now, PortId i) {
  if (!dead(i) || stuck(now, i))
    return;
  dead_[i.index()] = 0;
  due_[i.index()] = says_alive(now, i) ? 1 : 0;
}

void ItsyRounds::goes_on(const ItsyCausality& now, PortId e) {
  if (lives(e))
    return;
  lives_[e.index()] = 1;
  for (std::size_t n = 0; n < dead_.size(); ++n) {
    if (now.count(e, PortId(n)) > 0)
      look(now, PortId(n));
  }
}

// i pauses, and more than XON of it stands at dead egresses.
bool ItsyRounds::stuck(const ItsyCausality& now, PortId i) const {
  if (!now.pausing(i))
    return false;
  std::uint64_t stands = 0;
  for (std::size_t n = 0; n < dead_.size(); ++n) {
    stands += lives_[n] != 0 ? 0 : now.count(PortId(n), i);
  }
  return stands > now.xon(i);
}

bool ItsyRounds::says_alive(const ItsyCausality& now, PortId i) const {
  return under_way() && hosts_[i.index()] == 0 && !dead(i) && (now.pausing(i) || silent());
}

}  // namespace weir::reference

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/itsy_fifos.h"

#include <algorithm>

#include "hw_model/base/invariant.h"

namespace weir::deadlock {

const std::vector<ItsyFifos::Change>& ItsyFifos::entered(PortId i, PortId e, Bytes length, std::uint32_t amount) {
  changes_.clear();
  Fifo& fifo = fifos_[i.index()];
  fifo.packets.push_back({e, length, amount});
  fifo.amount += amount;
  if (fifo.blocked)
    changes_.push_back({.egress = fifo.packets.front().egress, .ingress = i, .amount = amount, .more = true});
  look(i);
  return changes_;
}

const std::vector<ItsyFifos::Change>& ItsyFifos::crossed(PortId i) {
  changes_.clear();
  Fifo& fifo = fifos_[i.index()];
  if (fifo.packets.empty())
    throw InvariantBroken("itsy: a packet leaves a FIFO that is empty");
  const Waiting head = fifo.packets.front();
  fifo.packets.pop_front();
  fifo.amount -= head.amount;
  waits_[head.egress.index()] += head.length;
  const bool stays = fifo.blocked && is_blocked(fifo) && fifo.packets.front().egress == head.egress;
  if (!fifo.blocked) {
    changes_.push_back({.egress = head.egress, .ingress = i, .amount = head.amount, .more = true});
  } else if (!stays) {
    fifo.blocked = false;
    changes_.push_back({.egress = head.egress, .ingress = i, .amount = fifo.amount, .more = false});
  }
  look(i);
  look_at_heads_for(head.egress);
  return changes_;
}

const std::vector<ItsyFifos::Change>& ItsyFifos::queued(PortId e, Bytes length) {
  changes_.clear();
  waits_[e.index()] += length;
  look_at_heads_for(e);
  return changes_;
}

const std::vector<ItsyFifos::Change>& ItsyFifos::left(PortId e, Bytes length) {
  changes_.clear();
  waits_[e.index()] -= length;
  look_at_heads_for(e);
  return changes_;
}

void ItsyFifos::reset() {
  std::ranges::fill(waits_, Bytes(0));
  std::ranges::fill(fifos_, Fifo());
}

bool ItsyFifos::is_blocked(const Fifo& fifo) const {
  if (fifo.packets.empty())
    return false;
  const Waiting& head = fifo.packets.front();
  const Bytes waits = waits_[head.egress.index()];
  return room_ == Bytes(0) ? waits > Bytes(0) : room_ - waits < head.length;
}

void ItsyFifos::look(PortId i) {
  Fifo& fifo = fifos_[i.index()];
  if (fifo.blocked == is_blocked(fifo))
    return;
  fifo.blocked = !fifo.blocked;
  changes_.push_back(
      {.egress = fifo.packets.front().egress, .ingress = i, .amount = fifo.amount, .more = fifo.blocked});
}

void ItsyFifos::look_at_heads_for(PortId e) {
  for (std::size_t n = 0; n < fifos_.size(); ++n) {
    if (!fifos_[n].packets.empty() && fifos_[n].packets.front().egress == e)
      look(PortId(n));
  }
}

}  // namespace weir::deadlock

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/itsy_unit.h"

namespace weir::deadlock {

template <class Protocol>
void ItsyUnit<Protocol>::reset(Time now) {
  at_hand_.reset();
  if (cut_off_)
    cut_off_->reset();
  if (limit_)
    limit_->reset();
  if (resolver_)
    resolver_->reset();
  for (Lossless& one : classes_) {
    if (one.rounds)
      follow_rounds(one, now);
    one.protocol.reset();
    if (one.fifos)
      one.fifos->reset();
    if (one.rounds) {
      one.rounds->rounds.reset(one.protocol.causality());
      one.rounds->silent_until = now + config_.network.longest_pause;
    }
    for (std::size_t p = 0; p < states_.ports(); ++p) {
      Port& port = this->port(PortId(p), one.c);
      const Time pending = port.again_pending;
      const std::uint64_t declarations = port.declarations;
      port = {};
      port.again_pending = pending;
      port.declarations = declarations;
      port.seq = one.protocol.state(PortId(p)).seq;
    }
    look_at_all(one.c, now);
  }
}

template void ItsyUnit<reference::ItsyRepaired>::reset(Time now);
template void ItsyUnit<reference::ItsyPublished>::reset(Time now);

}  // namespace weir::deadlock

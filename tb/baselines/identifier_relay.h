// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Method M1 of Shpiner et al. (HotNets 2016): every period, a port suspected of a deadlock sends its own random name,
// or the least name received if that is less. A port that gets its own name back is in a loop. Messages live one hop.
//
// The least name of a loop of L ports waits for a sender and goes a hop, L times. Senders are not synchronised, so a
// wait is half a period on average: in total L (1 + T/2) hops with a period of T hops.

#pragma once

#include <cstdint>

#include "tb/baselines/point.h"

namespace weir::baselines {

class IdentifierRelay {
 public:
  struct Message {
    std::uint64_t name = 0;
    unsigned hops = 0;  // hops that this name has gone; not in the message
  };

  explicit IdentifierRelay(std::uint64_t name) : own_(name) { forget(); }

  void forget() { present_ = {.name = own_}; }  // the port is no longer suspected

  Message send() const { return {present_.name, present_.hops + 1}; }

  // True: the port's own name has arrived.
  bool receive(const Message& message) {
    if (message.name < present_.name) {
      present_ = message;
    }
    return message.name == own_;
  }

  static unsigned bits(const Message&) { return kNameBits; }

 private:
  static constexpr unsigned kNameBits = 32;

  std::uint64_t own_;
  Message present_;
};

}  // namespace weir::baselines

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Output queueing: the crossbar is virtual and infinitely fast, a packet is in its VEQ as soon as it is admitted.

#pragma once

#include "hw_model/datapath/crossbar/crossbar.h"

namespace weir::crossbar {

class OutputQueued final : public Crossbar {
 public:
  explicit OutputQueued(Output& output) : output_(output) {}
  void packet_in(frame::Packet& packet, Time now) override { output_.enqueue(packet, now); }
  void own_in(frame::Packet& packet, Time now) override { output_.enqueue(packet, now); }

 private:
  Output& output_;
};

}  // namespace weir::crossbar

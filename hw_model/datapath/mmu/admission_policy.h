// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The admission policy of a switch: it judges a packet that has a route, before the MMU does. What the policy refuses
// is dropped; what it admits the MMU may still drop, by its thresholds and for want of room. Latency: none; the
// judgement is part of the cycle of admission.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/mmu/policy_config.h"
#include "hw_model/frame/packet.h"
#include "hw_model/ledger/register_bank.h"

namespace weir::mmu {

// A packet before admission, and what the MMU holds without it.
struct Arrival {
  const frame::Packet& packet;
  Bytes viq_depth;  // of (packet.ingress, packet.traffic_class)
  Bytes veq_depth;  // of (packet.egress, packet.traffic_class)
  Bytes free;       // of the buffer, in whole cells
};

class AdmissionPolicy {
 public:
  virtual ~AdmissionPolicy() = default;

  virtual bool admits(const Arrival& arrival, Time now) = 0;

  // The switch is reset: all state but settings and counters takes its reset value.
  virtual void reset(Time) {}

  // Binds the registers that the policy's card declares.
  virtual void bind_registers(const ledger::Binder&) {}
};

// What a policy is built from.
struct PolicyContext {
  PolicyConfig config;
  std::vector<BitRate> rates = {};  // of the ports
  unsigned classes = kClasses;      // that the hardware has queues for
  Bytes max_frame;
  Bytes buffer;
  std::string name = {};  // of the switch: names random numbers
  std::uint64_t seed = 0;
};

}  // namespace weir::mmu

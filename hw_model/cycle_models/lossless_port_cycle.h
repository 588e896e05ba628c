// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/lossless_port: a port of PFC engine, credits of eight classes, scheduler and registers. It is
// made of the cycle models of these blocks; what it adds is what stands between them. Outputs are those before the
// clock edge. Order in a cycle: the registers give settings; depths are compared; what is due and what may go is told
// to the MAC, control frames first; what the MAC takes is charged. The reset is released by the second edge that sees
// rst_n high. Clock gates change no output, so the model has none; `clocks` says which banks an edge may change.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hw_model/cycle_models/egress_scheduler_cycle.h"
#include "hw_model/cycle_models/ib_credits_cycle.h"
#include "hw_model/cycle_models/pfc_engine_cycle.h"
#include "hw_model/cycle_models/port_registers_cycle.h"

namespace weir::reference {

struct LosslessPortConfig {
  unsigned port = kRegistersPort;  // whose addresses are answered
  unsigned counter_bits = kIbCounterBits;
  unsigned blocks_bits = kIbBlocksBits;
  unsigned first = kIbFirst;

  IbCreditsConfig credits() const { return {.counter_bits = counter_bits, .blocks_bits = blocks_bits, .first = first}; }
  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
  bool operator==(const LosslessPortConfig&) const = default;
};

// A bit a class in masks; depths in bytes, counts of packets in blocks.
struct LosslessPortInputs {
  bool rst_n = true;
  bool port_pause = false;  // settings
  bool resync = false;
  std::uint32_t buffer = 0;
  std::uint32_t credited = 0;
  std::uint32_t strict = 0;
  std::uint64_t weights = 0;
  std::uint32_t quantum = 0;
  std::uint32_t step = 0;
  bool link_up = true;
  std::uint32_t period = 0;
  bool init = false;
  bool admitted_valid = false;
  std::uint32_t admitted_class = 0;
  std::uint32_t admitted_depth = 0;
  std::uint32_t admitted_blocks = 0;
  bool released_valid = false;
  std::uint32_t released_class = 0;
  std::uint32_t released_depth = 0;
  std::uint32_t released_blocks = 0;
  std::uint32_t above = 0;
  std::uint32_t below = 0;
  std::uint32_t waiting = 0;
  std::uint64_t lengths_0_3 = 0;
  std::uint64_t lengths_4_7 = 0;
  std::uint64_t head_blocks_0_3 = 0;
  std::uint64_t head_blocks_4_7 = 0;
  std::uint32_t open = 0;
  std::uint32_t port_open = 0;
  bool heard_valid = false;
  bool heard_credit = false;
  std::uint32_t heard_head = 0;
  std::uint64_t heard_times_0_3 = 0;
  std::uint64_t heard_times_4_7 = 0;
  std::uint32_t heard_class = 0;
  std::uint32_t heard_fctbs = 0;
  std::uint32_t heard_fccl = 0;
  bool sent_valid = false;
  std::uint32_t sent_class = 0;
  std::uint32_t sent_blocks = 0;
  bool mac_ready = false;
  bool request = false;
  bool write = false;
  std::uint32_t address = 0;
  std::uint32_t data = 0;
  std::uint32_t strobe = 0;
  std::uint64_t value = 0;
  std::uint32_t interrupt_status_set = 0;
  std::uint32_t interrupt_status_level = 0;
  bool operator==(const LosslessPortInputs&) const = default;
};

// What the credits of class c are given, but for the packet that would start and whether their message is taken.
IbCreditsInputs credit_events(const LosslessPortInputs& in, bool running, std::uint32_t c);

struct LosslessPortOutputs {
  bool ready = false;
  std::uint32_t goes = 0;
  bool mac_valid = false;
  std::uint32_t mac_kind = 0;
  std::uint32_t mac_class = 0;
  std::uint32_t mac_head = 0;
  std::uint64_t mac_times_0_3 = 0;
  std::uint64_t mac_times_4_7 = 0;
  std::uint32_t mac_fctbs = 0;
  std::uint32_t mac_fccl = 0;
  std::uint32_t blocked = 0;
  std::uint32_t credit = 0;
  bool answers = false;
  bool error = false;
  std::uint32_t data = 0;
  bool value_reads = false;
  std::uint32_t value_number = 0;
  std::uint64_t port_mac_address = 0;
  std::uint32_t port_max_frame = 0;
  std::uint32_t forwarding_route_port = 0;
  bool interrupt = false;
  std::uint32_t clocks = 0;
  bool operator==(const LosslessPortOutputs&) const = default;
};

class LosslessPortCycle {
 public:
  // Of mac_kind.
  static constexpr std::uint32_t kPacket = 0;
  static constexpr std::uint32_t kControlFrame = 1;
  static constexpr std::uint32_t kCreditMessage = 2;

  explicit LosslessPortCycle(const LosslessPortConfig& config);

  // One cycle; outputs as before its clock edge.
  LosslessPortOutputs clock(const LosslessPortInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n resets the registers at once.
  LosslessPortOutputs evaluate(const LosslessPortInputs& in) { return judge(in).out; }

  // Of the blocks, for stimulus that aims.
  const IbCreditsCycle& credits(std::size_t c) const { return credits_[c]; }
  const PfcEngineCycle& pfc() const { return pfc_; }
  const PortRegistersCycle& registers() const { return registers_; }
  const EgressSchedulerCycle& scheduler() const { return scheduler_; }

 private:
  // What the blocks get and say in a cycle.
  struct Cycle {
    PortRegistersInputs registers;
    PfcEngineInputs pfc;
    std::array<IbCreditsInputs, kClasses> credits{};
    EgressSchedulerInputs scheduler;
    std::uint32_t number = 0;  // of the value that is read
    LosslessPortOutputs out;
  };
  Cycle judge(const LosslessPortInputs& in);
  void depths_and_frames(const LosslessPortInputs& in, const PortRegistersOutputs& kept, Cycle& cycle) const;
  void count(const LosslessPortInputs& in, Cycle& cycle) const;
  void offer(const LosslessPortInputs& in, Cycle& cycle);
  std::uint32_t clocks(const LosslessPortInputs& in, const Cycle& cycle) const;
  std::uint64_t value(const LosslessPortInputs& in, std::uint32_t number, const EgressSchedulerOutputs& deficits) const;

  static constexpr unsigned kReleased = 2;  // edges from the reset

  LosslessPortConfig config_;
  PortRegistersCycle registers_;
  PfcEngineCycle pfc_;
  std::array<IbCreditsCycle, kClasses> credits_;
  EgressSchedulerCycle scheduler_;
  unsigned released_ = 0;     // edges since the reset, up to kReleased
  std::uint32_t number_ = 0;  // of the value that the cycle before has read; kNoNumber: none
};

// Whether the port has the value of this number itself.
bool lossless_port_has(std::uint32_t number);
// The number of a value of the map, by its path.
std::uint32_t lossless_port_number(std::string_view path);

}  // namespace weir::reference

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/lossless_port_cycle.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#include "hw_model/base/class_mask.h"
#include "hw_model/cycle_models/one_a_class.h"
#include "hw_model/cycle_models/word_fields.h"

namespace weir::reference {

namespace {

constexpr std::uint32_t kNoNumber = std::numeric_limits<std::uint32_t>::max();

const std::uint32_t kDeficit = lossless_port_number("egress.deficit");
const std::uint32_t kAsserted = lossless_port_number("flow_control.xoff_asserted");
const std::uint32_t kTold = lossless_port_number("flow_control.told_paused");
const std::uint32_t kRefreshDue = lossless_port_number("flow_control.refresh_due");
const std::uint32_t kRefreshTimer = lossless_port_number("flow_control.refresh_timer");
const std::uint32_t kPauseTimer = lossless_port_number("flow_control.pause_timer");
const std::uint32_t kPrescaler = lossless_port_number("flow_control.quantum_prescaler");
const std::uint32_t kLinkUp = lossless_port_number("management.link_up");

std::uint32_t bit_of(bool valid, std::uint32_t c) { return valid ? 1U << c : 0; }

bool runs(const PfcEngineCycle::Registers& at) {
  const auto any = [](const auto& timers) {
    return std::ranges::any_of(timers, [](std::uint16_t timer) { return timer != 0; });
  };
  return any(at.refresh_timer) || any(at.pause_timer);
}

}  // namespace

std::uint32_t lossless_port_number(std::string_view path) {
  for (std::size_t row = 0; row < std::size(kValueRegisters); ++row) {
    if (kValueRegisters[row].path == path) {
      return first_value(row);
    }
  }
  throw std::logic_error("lossless_port: the map has no " + std::string(path));
}

bool lossless_port_has(std::uint32_t number) {
  for (const std::uint32_t first : {kDeficit, kAsserted, kTold, kRefreshDue, kRefreshTimer, kPauseTimer}) {
    if (number >= first && number < first + kClasses) {
      return true;
    }
  }
  return number == kPrescaler || number == kLinkUp;
}

IbCreditsInputs credit_events(const LosslessPortInputs& in, bool running, std::uint32_t c) {
  return {.rst_n = running,
          .resync = in.resync,
          .buffer = in.buffer,
          .sent = in.sent_valid && in.sent_class == c,
          .sent_blocks = in.sent_blocks,
          .admitted = in.admitted_valid && in.admitted_class == c,
          .admitted_blocks = in.admitted_blocks,
          .heard = in.heard_valid && in.heard_credit && in.heard_class == c,
          .heard_fctbs = in.heard_fctbs,
          .heard_fccl = in.heard_fccl,
          .released = in.released_valid && in.released_class == c,
          .released_blocks = in.released_blocks,
          .period = (in.period >> c & 1U) != 0,
          .init = in.init};
}

void LosslessPortConfig::validate() const {
  PortRegistersConfig{.port = port}.validate();
  credits().validate();
}

LosslessPortCycle::LosslessPortCycle(const LosslessPortConfig& config)
    : config_((config.validate(), config)),
      registers_({.port = config.port}),
      pfc_({}),
      credits_(one_a_class<IbCreditsCycle>(config.credits())),
      scheduler_({}),
      number_(kNoNumber) {}

// What the blocks hold of the map, by number.
std::uint64_t LosslessPortCycle::value(const LosslessPortInputs& in, std::uint32_t number,
                                       const EgressSchedulerOutputs& deficits) const {
  if (number == kNoNumber || !lossless_port_has(number)) {
    return in.value;
  }
  const PfcEngineCycle::Registers& at = pfc_.registers();
  const std::size_t c = (number - kDeficit) % kClasses;
  const auto is_of = [&](std::uint32_t first) { return number >= first && number < first + kClasses; };
  const auto bit = [&](std::uint32_t mask) { return std::uint64_t{mask >> c & 1U}; };
  return number == kPrescaler   ? at.prescaler
         : number == kLinkUp    ? std::uint64_t{in.link_up}
         : is_of(kDeficit)      ? scheduled_deficit({}, deficits, c)
         : is_of(kAsserted)     ? bit(at.asserted)
         : is_of(kTold)         ? bit(at.told)
         : is_of(kRefreshDue)   ? bit(at.refresh_due)
         : is_of(kRefreshTimer) ? at.refresh_timer[c]
                                : at.pause_timer[c];
}

// What the PFC engine gets, but whether its frame is taken.
void LosslessPortCycle::depths_and_frames(const LosslessPortInputs& in, const PortRegistersOutputs& kept,
                                          Cycle& cycle) const {
  const bool crosses = in.admitted_valid && in.admitted_depth >= kept.flow_control_xoff;
  const bool falls = in.released_valid && in.released_depth <= kept.flow_control_xon;
  cycle.pfc.heard = in.heard_valid && !in.heard_credit;
  cycle.pfc.port_pause = in.port_pause;
  cycle.pfc.link_up = in.link_up && kept.management_enable != 0;
  cycle.pfc.filled = static_cast<std::uint8_t>(bit_of(crosses, in.admitted_class));
  cycle.pfc.drained = static_cast<std::uint8_t>(bit_of(falls, in.released_class));
  cycle.pfc.above = static_cast<std::uint8_t>(in.above);
  cycle.pfc.below = static_cast<std::uint8_t>(in.below);
  cycle.pfc.enable = static_cast<std::uint8_t>(kept.flow_control_lossless_classes);
  cycle.pfc.pause_quanta = static_cast<std::uint16_t>(kept.flow_control_pause_quanta);
  cycle.pfc.refresh_quanta = static_cast<std::uint16_t>(kept.flow_control_refresh_quanta);
  cycle.pfc.step = runs(pfc_.registers()) ? in.step : 0;
  cycle.pfc.heard_head = in.heard_head;
  cycle.pfc.heard_times_0_3 = in.heard_times_0_3;
  cycle.pfc.heard_times_4_7 = in.heard_times_4_7;
}

// What the credits get, but whether their message is taken.
void LosslessPortCycle::count(const LosslessPortInputs& in, Cycle& cycle) const {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    const std::uint64_t heads = c < 4 ? in.head_blocks_0_3 : in.head_blocks_4_7;
    cycle.credits[c] = credit_events(in, cycle.pfc.rst_n, c);
    cycle.credits[c].head_blocks = static_cast<std::uint32_t>(field_at(heads, config_.blocks_bits, c % 4));
  }
}

// What the MAC is offered, and who is told that it takes it.
void LosslessPortCycle::offer(const LosslessPortInputs& in, Cycle& cycle) {
  LosslessPortOutputs& out = cycle.out;
  const PfcEngineOutputs frames = pfc_.evaluate(cycle.pfc);
  out.mac_head = frames.head;
  out.mac_times_0_3 = frames.times_0_3;
  out.mac_times_4_7 = frames.times_4_7;
  out.blocked = frames.blocked;
  std::array<IbCreditsOutputs, kClasses> said;
  std::uint32_t messages = 0;
  out.credit = ~in.credited & kAllClasses;
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    said[c] = credits_[c].evaluate(cycle.credits[c]);
    out.credit |= bit_of(said[c].may_send, c);
    messages |= bit_of(said[c].due, c) & in.credited;
  }
  cycle.scheduler = {.rst_n = cycle.pfc.rst_n,
                     .waiting = in.waiting,
                     .lengths_0_3 = in.lengths_0_3,
                     .lengths_4_7 = in.lengths_4_7,
                     .blocked = out.blocked,
                     .credit = out.credit,
                     .open = in.open,
                     .port_open = in.port_open,
                     .ready = out.ready && in.mac_ready && !frames.due && messages == 0,
                     .strict = in.strict,
                     .weights = in.weights,
                     .quantum = in.quantum};
  const EgressSchedulerOutputs choice = scheduler_.evaluate(cycle.scheduler);
  out.goes = choice.grant ? choice.chosen : 0;
  if (!out.ready) {
    return;
  }
  if (frames.due) {
    out.mac_valid = true;
    out.mac_kind = kControlFrame;
    cycle.pfc.told = in.mac_ready;
  } else if (messages != 0) {
    const auto c = static_cast<std::uint32_t>(std::countr_zero(messages));
    out.mac_valid = true;
    out.mac_kind = kCreditMessage;
    out.mac_class = c;
    out.mac_fctbs = said[c].fctbs;
    out.mac_fccl = said[c].told_fccl;
    cycle.credits[c].take = in.mac_ready;
  } else if ((choice.chosen & in.port_open) != 0) {
    out.mac_valid = true;
    out.mac_kind = kPacket;
    out.mac_class = static_cast<std::uint32_t>(std::countr_zero(choice.chosen));
  }
}

std::uint32_t LosslessPortCycle::clocks(const LosslessPortInputs& in, const Cycle& cycle) const {
  if (!cycle.out.ready) {
    return 0;
  }
  const PfcEngineCycle::Registers& at = pfc_.registers();
  const PfcEngineInputs& pfc = cycle.pfc;
  std::uint32_t clocks = in.request || cycle.out.answers || in.interrupt_status_set != 0 ? 1 : 0;
  clocks |= runs(at) || pfc.told || pfc.heard || (pfc.filled | pfc.drained | pfc.above | pfc.below) != 0 ||
                    ((at.asserted | at.told | at.refresh_due) & ~pfc_engine_live(pfc)) != 0
                ? 2
                : 0;
  clocks |= cycle.scheduler.ready && in.waiting != 0 ? 4 : 0;
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    const IbCreditsInputs& of = cycle.credits[c];
    clocks |= bit_of(of.sent || of.admitted || of.heard || of.released || of.take || of.period || of.init, c + 3);
  }
  return clocks;
}

LosslessPortCycle::Cycle LosslessPortCycle::judge(const LosslessPortInputs& in) {
  if (!in.rst_n) {
    released_ = 0;
  }
  const bool running = released_ == kReleased;
  Cycle cycle;
  cycle.pfc.rst_n = running;
  cycle.registers = {.rst_n = running,
                     .request = in.request,
                     .write = in.write,
                     .address = in.request ? in.address : 0,
                     .data = in.data,
                     .strobe = in.strobe,
                     .interrupt_status_set = in.interrupt_status_set};
  if (!running) {
    number_ = kNoNumber;
  }
  LosslessPortOutputs& out = cycle.out;
  out.ready = running;
  const PortRegistersOutputs settings = registers_.evaluate(cycle.registers);
  cycle.registers.interrupt_status_level = in.interrupt_status_level | settings.interrupt_force;
  depths_and_frames(in, settings, cycle);
  count(in, cycle);
  offer(in, cycle);
  cycle.registers.value = value(in, number_, scheduler_.evaluate(cycle.scheduler));

  const PortRegistersOutputs bus = registers_.evaluate(cycle.registers);
  out.answers = bus.answers;
  out.error = bus.error;
  out.data = bus.data;
  cycle.number = bus.value_reads ? bus.value_number : kNoNumber;
  if (bus.value_reads && !lossless_port_has(bus.value_number)) {
    out.value_reads = true;
    out.value_number = bus.value_number;
  }
  out.port_mac_address = bus.port_mac_address;
  out.port_max_frame = bus.port_max_frame;
  out.forwarding_route_port = bus.forwarding_route_port;
  out.interrupt = ((bus.interrupt_status | cycle.registers.interrupt_status_level) & bus.interrupt_mask) != 0;
  out.clocks = clocks(in, cycle);
  return cycle;
}

LosslessPortOutputs LosslessPortCycle::clock(const LosslessPortInputs& in) {
  const Cycle cycle = judge(in);
  registers_.clock(cycle.registers);
  pfc_.clock(cycle.pfc);
  for (std::size_t c = 0; c < kClasses; ++c) {
    credits_[c].clock(cycle.credits[c]);
  }
  scheduler_.clock(cycle.scheduler);
  number_ = cycle.out.ready ? cycle.number : kNoNumber;
  if (in.rst_n && released_ < kReleased) {
    ++released_;
  }
  return cycle.out;
}

}  // namespace weir::reference

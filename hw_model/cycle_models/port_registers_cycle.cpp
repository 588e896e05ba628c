// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/port_registers_cycle.h"

#include <stdexcept>

#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

namespace {

using What = RegisterPlace::What;

constexpr unsigned kRegisterWord = 32;  // bits

std::uint32_t low_word(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
std::uint32_t high_word(std::uint64_t value) { return static_cast<std::uint32_t>(value >> kRegisterWord); }

// The bits of a register that stand in its word, from bit 0 of the word on.
std::uint32_t bits_of_word(unsigned width, bool high) {
  const std::uint64_t all = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  return high ? high_word(all) : low_word(all);
}

}  // namespace

void PortRegistersConfig::validate() const {
  if (const std::string wrong = out_of_range("port", port, "PORT"); !wrong.empty()) {
    throw std::invalid_argument("port_registers: " + wrong);
  }
}

std::uint32_t PortRegistersInputs::bits() const {
  std::uint32_t bits = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    bits |= (strobe >> byte & 1U) != 0 ? 0xffU << (8 * byte) : 0;
  }
  return bits;
}

unsigned first_value(std::size_t row) {
  unsigned first = 0;
  for (std::size_t before = 0; before < row; ++before) {
    first += kValueRegisters[before].elements;
  }
  return first;
}

unsigned register_values() { return first_value(std::size(kValueRegisters)); }

RegisterPlace register_place(unsigned port, std::uint32_t address) {
  if (address % 4 != 0) {
    return {};
  }
  for (std::size_t which = 0; which < std::size(kKeptRegisters); ++which) {
    const KeptRegister& kept = kKeptRegisters[which];
    const std::uint32_t within = address - (kept.address + port * kept.stride);
    if (within < (kept.width > kRegisterWord ? 8U : 4U)) {
      return {.what = What::kKept, .number = which, .high = within == 4};
    }
  }
  unsigned first = 0;
  for (const ValueRegister& row : kValueRegisters) {
    const std::uint32_t within = address - (row.address + port * row.stride);
    if (within < row.elements * row.bytes) {
      return {
          .what = What::kValue,
          .number = first + within / row.bytes,
          .wide = row.bytes == 8,
          .high = row.bytes == 8 && within % 8 == 4,
      };
    }
    first += row.elements;
  }
  return {};
}

PortRegistersCycle::PortRegistersCycle(const PortRegistersConfig& config) : config_((config.validate(), config)) {
  reset();
}

void PortRegistersCycle::reset() {
  for (std::size_t which = 0; which < kKept; ++which) {
    kept_[which] = kKeptRegisters[which].reset;
  }
  answers_ = error_ = value_ = high_ = begins_ = ends_ = held_ = false;
  held_number_ = word_ = snapshot_ = 0;
}

std::uint64_t PortRegistersCycle::shown(std::size_t which, const PortRegistersInputs& in) const {
  return kept_[which] | (kKeptRegisters[which].is_flags ? in.interrupt_status_level : 0);
}

bool PortRegistersCycle::refuses(const PortRegistersInputs& in, const RegisterPlace& place) const {
  if (!in.write || place.what != What::kKept) {
    return place.what == What::kNothing || (in.write && in.strobe != 0);
  }
  return (in.data & in.bits() & ~bits_of_word(kKeptRegisters[place.number].width, place.high)) != 0;
}

void PortRegistersCycle::write(const PortRegistersInputs& in, const RegisterPlace& place) {
  std::uint64_t& kept = kept_[place.number];
  const unsigned at = place.high ? kRegisterWord : 0;
  const std::uint64_t written = std::uint64_t{in.data & in.bits()} << at;
  if (kKeptRegisters[place.number].is_flags) {
    kept &= ~written;
  } else {
    kept = (kept & ~(std::uint64_t{in.bits()} << at)) | written;
  }
}

PortRegistersOutputs PortRegistersCycle::evaluate(const PortRegistersInputs& in) {
  if (!in.rst_n) {
    reset();
  }
  PortRegistersOutputs out{.answers = answers_,
                           .error = error_,
                           .snapshot_held = held_,
                           .snapshot_number = held_number_,
                           .snapshot = snapshot_};
  out.data = ends_ ? snapshot_ : !value_ ? word_ : high_ ? high_word(in.value) : low_word(in.value);
  const RegisterPlace place = in.request && !in.write ? register_place(config_.port, in.address) : RegisterPlace{};
  if (place.what == What::kValue && !(place.high && holds(static_cast<unsigned>(place.number)))) {
    out.value_reads = true;
    out.value_number = static_cast<std::uint32_t>(place.number);
  }
  const auto show = [&](std::size_t which) { return low_word(kept_[which]); };
  out.port_mac_address = kept_[0];
  out.port_max_frame = show(1);
  out.forwarding_route_port = show(2);
  out.flow_control_xoff = show(3);
  out.flow_control_xon = show(4);
  out.flow_control_pause_quanta = show(5);
  out.flow_control_refresh_quanta = show(6);
  out.flow_control_lossless_classes = show(7);
  out.management_enable = show(8);
  out.interrupt_status = show(9);
  out.interrupt_mask = show(10);
  out.interrupt_force = show(11);
  return out;
}

PortRegistersOutputs PortRegistersCycle::clock(const PortRegistersInputs& in) {
  const PortRegistersOutputs out = evaluate(in);
  if (!in.rst_n) {
    return out;
  }
  if (begins_) {
    snapshot_ = high_word(in.value);
  }
  const RegisterPlace place = in.request ? register_place(config_.port, in.address) : RegisterPlace{};
  const bool reads = in.request && !in.write;
  answers_ = in.request;
  error_ = in.request && refuses(in, place);
  word_ = 0;
  if (reads && place.what == What::kKept) {
    const std::uint64_t value = shown(place.number, in);
    word_ = place.high ? high_word(value) : low_word(value);
  }
  value_ = out.value_reads;
  high_ = place.high && place.what == What::kValue;
  begins_ = reads && place.wide && !place.high;
  ends_ = reads && high_ && !out.value_reads;
  if (begins_) {
    held_ = true;
    held_number_ = static_cast<std::uint32_t>(place.number);
  } else if (ends_) {
    held_ = false;
  }
  if (in.request && in.write && !error_) {
    write(in, place);
  }
  for (std::size_t which = 0; which < kKept; ++which) {
    if (kKeptRegisters[which].is_flags) {
      kept_[which] |= in.interrupt_status_set;
    }
  }
  return out;
}

}  // namespace weir::reference

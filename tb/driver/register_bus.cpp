// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/driver/register_bus.h"

#include "hw_model/datapath/link/kernel_time.h"

namespace weir::driver {
namespace {

constexpr unsigned kBitsInByte = 8;

std::uint64_t value_of(std::span<const std::uint8_t> data) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < data.size(); ++i)
    value |= std::uint64_t{data[i]} << (kBitsInByte * i);
  return value;
}

void append(std::vector<std::uint8_t>& data, std::uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i)
    data.push_back(static_cast<std::uint8_t>(value >> (kBitsInByte * i)));
}

std::string hex(std::uint64_t offset) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[offset % 16]);
    offset /= 16;
  } while (offset != 0);
  return "0x" + digits;
}

}  // namespace

void RegisterBus::fill(tlm::tlm_generic_payload& payload, tlm::tlm_command command, std::uint64_t offset,
                       std::span<std::uint8_t> data) const {
  payload.set_command(command);
  payload.set_address(offset);
  payload.set_data_ptr(data.data());
  payload.set_data_length(static_cast<unsigned>(data.size()));
  payload.set_streaming_width(static_cast<unsigned>(data.size()));
  payload.set_byte_enable_ptr(nullptr);
  payload.set_dmi_allowed(false);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
}

void RegisterBus::transfer(tlm::tlm_command command, std::uint64_t offset, std::span<std::uint8_t> data) {
  tlm::tlm_generic_payload payload;
  fill(payload, command, offset, data);
  socket->b_transport(payload, delay_);
  if (payload.is_response_error()) {
    throw BusError(payload.get_response_status(), (command == tlm::TLM_WRITE_COMMAND ? "write of " : "read of ") +
                                                      std::to_string(data.size()) + " B at " + hex(offset) + ": " +
                                                      payload.get_response_string());
  }
}

std::uint64_t RegisterBus::read(std::uint64_t offset, unsigned bytes) {
  std::vector<std::uint8_t> data(bytes);
  transfer(tlm::TLM_READ_COMMAND, offset, data);
  return value_of(data);
}

void RegisterBus::write(std::uint64_t offset, std::span<const std::uint64_t> values, unsigned bytes_each) {
  std::vector<std::uint8_t> data;
  for (const std::uint64_t value : values)
    append(data, value, bytes_each);
  transfer(tlm::TLM_WRITE_COMMAND, offset, data);
}

std::uint64_t RegisterBus::debug_read(std::uint64_t offset, unsigned bytes) const {
  std::vector<std::uint8_t> data(bytes);
  tlm::tlm_generic_payload payload;
  fill(payload, tlm::TLM_READ_COMMAND, offset, data);
  if (socket->transport_dbg(payload) != bytes)
    throw std::out_of_range("no register of " + std::to_string(bytes) + " B at " + hex(offset));
  return value_of(data);
}

bool RegisterBus::debug_write(std::uint64_t offset, std::uint64_t value, unsigned bytes) {
  std::vector<std::uint8_t> data;
  append(data, value, bytes);
  tlm::tlm_generic_payload payload;
  fill(payload, tlm::TLM_WRITE_COMMAND, offset, data);
  return socket->transport_dbg(payload) == bytes;
}

Time RegisterBus::now() const { return link::to_time(sc_core::sc_time_stamp() + delay_); }

void RegisterBus::wait_until(Time at) {
  delay_ = sc_core::SC_ZERO_TIME;
  if (at > link::kernel_time())
    sc_core::wait(link::until(at));
}

}  // namespace weir::driver

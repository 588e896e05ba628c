// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/link/foreign_sender.h"

#include <algorithm>
#include <span>

#include "hw_model/datapath/link/kernel_time.h"
#include "hw_model/frame/ethernet.h"

namespace weir::link {
namespace {

// Longer than any frame, jumbo frames included: what is longer is no frame at all.
constexpr unsigned kMostBytes = 65'535;

// The overlap that rounding of a frame's ends to picoseconds, up here and down there, may cause.
constexpr Time kRounding{1};

}  // namespace

tlm::tlm_response_status ForeignSender::judge(const tlm::tlm_generic_payload& transaction) {
  if (transaction.get_address() != kWithoutFcs && transaction.get_address() != kWithFcs)
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (transaction.get_byte_enable_ptr() != nullptr)
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  const unsigned length = transaction.get_data_length();
  if (transaction.get_data_ptr() == nullptr || length == 0 || length > kMostBytes ||
      transaction.get_streaming_width() < length)
    return tlm::TLM_BURST_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

frame::Packet& ForeignSender::adopt(const tlm::tlm_generic_payload& transaction) {
  frame::Packet& packet = pool_.acquire();
  std::span<const std::uint8_t> bytes(transaction.get_data_ptr(), transaction.get_data_length());
  packet.bytes.fill(0);
  packet.length = Bytes(static_cast<std::int64_t>(bytes.size() + frame::kFcsBytes));
  if (transaction.get_address() == kWithFcs) {
    packet.length = Bytes(static_cast<std::int64_t>(bytes.size()));
    packet.extras |= frame::fcs_holds(bytes) ? std::uint8_t{0} : frame::kFcsWrong;
    bytes = bytes.first(bytes.size() - std::min(bytes.size(), frame::kFcsBytes));
  }
  pool_.keep_whole(packet, bytes);
  packet.flow = frame::kForeignFlow;
  packet.sequence = ++frames_;
  packet.entered = port_;
  packet.injected = kernel_time();
  return packet;
}

ForeignSender::OnWire ForeignSender::put_on_wire(Time arrival, Time wire_time) {
  if (arrival < last_bit_)
    return OnWire::kBefore;
  if (arrival - wire_time + kRounding < last_bit_)
    return OnWire::kOverlaps;
  last_bit_ = arrival;
  return OnWire::kBehind;
}

bool ForeignSender::put_out_of_band(Time arrival) {
  if (arrival < last_out_of_band_)
    return false;
  last_out_of_band_ = arrival;
  return true;
}

}  // namespace weir::link

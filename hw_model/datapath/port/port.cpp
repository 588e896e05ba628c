// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/port/port.h"

#include <algorithm>
#include <limits>
#include <span>

#include "hw_model/base/invariant.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"

namespace weir::port {

namespace {

// Longer than any frame, jumbo frames included: what is longer is no frame at all.
constexpr unsigned kMostForeignBytes = 65'535;

Time kernel_time() { return Time(static_cast<std::int64_t>(sc_core::sc_time_stamp().value())); }

// MAC control, or one of the private frames that stand for it.
bool is_control(const frame::Packet& packet) {
  constexpr std::size_t kEtherType = 12;
  const unsigned type = (unsigned{packet.bytes[kEtherType]} << 8U) | packet.bytes[kEtherType + 1];
  return type == static_cast<unsigned>(frame::EtherType::kMacControl) ||
         type == static_cast<unsigned>(frame::EtherType::kLocalExperiment);
}

// What the flow-control engine can read: an opcode or subtype that there is, sent to its reserved address. Read in full
// it is by the engine alone.
bool is_understood(const frame::Packet& packet) {
  constexpr std::size_t kBody = 14;
  const std::uint64_t destination = parser::destination_mac(packet).value();
  if (packet.bytes[kBody - 1] == (static_cast<unsigned>(frame::EtherType::kMacControl) & 0xffU)) {
    const auto opcode = static_cast<frame::MacControlOpcode>(packet.bytes[kBody] << 8U | packet.bytes[kBody + 1]);
    return destination == frame::kMacControlAddress.value() &&
           (opcode == frame::MacControlOpcode::kPause || opcode == frame::MacControlOpcode::kPfc);
  }
  return destination == frame::kNearestBridgeAddress.value() && frame::read_private_message(packet.bytes).has_value();
}

std::uint32_t whole_byte_time(BitRate rate) {
  constexpr std::int64_t kBitPicoseconds = kBitsPerByte * kPicosecondsPerSecond;
  const std::int64_t time = kBitPicoseconds / rate.count();
  const bool fits = time * rate.count() == kBitPicoseconds && time <= std::numeric_limits<std::uint32_t>::max();
  return fits ? static_cast<std::uint32_t>(time) : 0;
}

}  // namespace

Port::Port(const sc_core::sc_module_name& name, PortId id, const link::LinkConfig& link, const parser::Parser& parser,
           Scheduler& scheduler, link::FramePool& pool, Bytes max_frame)
    : sc_core::sc_module(name),
      tx("tx"),
      rx("rx"),
      link_(link),
      byte_time_(whole_byte_time(link.rate)),
      id_(id),
      scheduler_(scheduler),
      pool_(pool),
      parser_(parser),
      max_frame_(max_frame) {
  tx.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  rx.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
}

void Port::end_of_elaboration() {
  far_end_ = tx.operator->();
  peer_ = dynamic_cast<const Port*>(far_end_);
}

void Port::process_control(Time processing_delay, bool notices_arrival) {
  processing_delay_ = processing_delay;
  notices_arrival_ = notices_arrival;
}

void Port::send(frame::Packet& packet, Time end) {
  ++counters_.frames_sent;
  if (tapped_) [[unlikely]] {
    tap_(packet, end, Direction::kOut);
  }
  transport(packet, end + link_.delay);
}

void Port::send_out_of_band(frame::Packet& packet, Time now) {
  if (tapped_) {
    tap_(packet, now, Direction::kOut);
  }
  transport(packet, now + link_.delay);
}

void Port::transport(frame::Packet& packet, Time arrival) {
  link::FrameTransaction& transaction = pool_.carrier();
  transaction.carry(packet);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::sc_time::from_value(static_cast<sc_dt::uint64>((arrival - kernel_time()).count()));
  if (far_end_->nb_transport_fw(transaction, phase, delay) != tlm::TLM_COMPLETED) {
    SC_REPORT_FATAL("weir/port", "the other end of a cable must answer a frame with TLM_COMPLETED");
  }
  pool_.crossed();
}

tlm::tlm_sync_enum Port::nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                         sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ || transaction.get_command() != tlm::TLM_WRITE_COMMAND) {
    transaction.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  const Time arrival = kernel_time() + Time(static_cast<std::int64_t>(delay.value()));
  frame::Packet* ours = link::FramePool::take_packet(transaction);
  const bool has_data = transaction.get_data_ptr() != nullptr && transaction.get_data_length() > 0 &&
                        transaction.get_data_length() <= kMostForeignBytes;
  if (ours == nullptr && !has_data) {
    transaction.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  receive(ours != nullptr ? *ours : adopt(transaction), arrival);
  transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  return tlm::TLM_COMPLETED;
}

void Port::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  nb_transport_fw(transaction, phase, delay);
}

tlm::tlm_sync_enum Port::nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) {
  return tlm::TLM_COMPLETED;  // every frame has been completed on the forward path
}

frame::Packet& Port::adopt(tlm::tlm_generic_payload& foreign) {
  frame::Packet& packet = pool_.acquire();
  std::span<const std::uint8_t> bytes(foreign.get_data_ptr(), foreign.get_data_length());
  packet.bytes.fill(0);
  packet.length = Bytes(static_cast<std::int64_t>(bytes.size() + frame::kFcsBytes));
  if (foreign.get_address() == link::kWithFcs) {
    packet.length = Bytes(static_cast<std::int64_t>(bytes.size()));
    packet.extras |= frame::fcs_holds(bytes) ? std::uint8_t{0} : frame::kFcsWrong;
    bytes = bytes.first(bytes.size() - std::min(bytes.size(), frame::kFcsBytes));
  }
  pool_.keep_whole(packet, bytes);
  packet.flow = frame::kForeignFlow;
  packet.sequence = 0;
  packet.injected = kernel_time();
  return packet;
}

// Consumed by the flow-control engine, never forwarded.
bool Port::sound(const frame::Packet& packet) const { return !mac_error(packet) && is_understood(packet); }

std::optional<frame::DecodeError> Port::mac_error(const frame::Packet& packet) const {
  if (packet.length < frame::kMinFrameLength) {
    return frame::DecodeError::kRunt;
  }
  if (packet.length > max_frame_) {
    return frame::DecodeError::kOversize;
  }
  if ((packet.extras & frame::kFcsWrong) != 0) {
    return frame::DecodeError::kBadFcs;
  }
  return std::nullopt;
}

void Port::receive(frame::Packet& packet, Time arrival) {
  // Behind a data frame that has not been taken yet none can be in the past, and the scheduler stays untouched.
  const bool control = is_control(packet) && sound(packet);
  if (control || data_.empty() ? arrival < scheduler_.horizon() : arrival < last_arrival_) {
    broken_invariant("a frame arrives in the past of its receiver: the sender's delay is shorter than the quantum",
                     name(), "flow " + std::to_string(packet.flow) + " #" + std::to_string(packet.sequence), arrival);
  }
  packet.at = arrival;
  packet.ingress = id_;
  if (tapped_) [[unlikely]] {
    tap_(packet, arrival, Direction::kIn);
  }
  if (!control) {
    last_arrival_ = arrival;
    data_.push_back(packet);
    if (&data_.front() == &packet) {
      parse_head();
    }
  } else if (notices_arrival_) {
    control_.push_back(packet);
    if (&control_.front() == &packet) {
      scheduler_.schedule(arrival, EventKind::kControlArrival, id_);
    }
  } else {
    packet.at = arrival + processing_delay_;
    effective_.push_back(packet);
    if (&effective_.front() == &packet) {
      scheduler_.schedule(packet.at, EventKind::kControlEffect, id_);
    }
  }
}

void Port::parse_head() {
  frame::Packet& packet = data_.front();
  if (packet.length < frame::kMinFrameLength || packet.length > max_frame_ || (packet.extras & frame::kFcsWrong) != 0)
      [[unlikely]] {
    head_ = {};
    head_.error = mac_error(packet);
  } else {
    parser_.parse(packet, packet.extras != 0 ? link::FramePool::whole_of(packet) : std::span<std::uint8_t>(), head_);
  }
  last_admission_ = std::max(packet.at + head_.latency, last_admission_);
  scheduler_.schedule(last_admission_, EventKind::kAdmission, id_);
  data_.prefetch(2);
}

frame::Packet& Port::take_admitted(parser::HeaderVector& header) {
  frame::Packet& packet = data_.front();
  data_.pop_front();
  header = head_;
  ++counters_.frames_received;
  if (!data_.empty()) {
    parse_head();
  }
  return packet;
}

frame::Packet& Port::arrived_control(Time now) {
  frame::Packet& packet = control_.front();
  control_.pop_front();
  if (!control_.empty()) {
    scheduler_.schedule(control_.front().at, EventKind::kControlArrival, id_);
  }
  packet.at = now + processing_delay_;
  effective_.push_back(packet);
  if (&effective_.front() == &packet) {
    scheduler_.schedule(packet.at, EventKind::kControlEffect, id_);
  }
  return packet;
}

frame::Packet& Port::take_effective_control() {
  frame::Packet& packet = effective_.front();
  effective_.pop_front();
  ++counters_.control_frames_received;
  if (!effective_.empty()) {
    scheduler_.schedule(effective_.front().at, EventKind::kControlEffect, id_);
  }
  return packet;
}

}  // namespace weir::port

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/port/port.h"

#include <algorithm>
#include <cstring>

#include "hw_model/base/invariant.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"

namespace weir::port {

namespace {

Time kernel_time() { return Time(static_cast<std::int64_t>(sc_core::sc_time_stamp().value())); }

// MAC control, or one of the private frames that stand for it: consumed by the flow-control engine, never forwarded.
bool is_control(const frame::Packet& packet) {
  constexpr std::size_t kEtherType = 12;
  const unsigned type = (unsigned{packet.bytes[kEtherType]} << 8U) | packet.bytes[kEtherType + 1];
  return type == static_cast<unsigned>(frame::EtherType::kMacControl) ||
         type == static_cast<unsigned>(frame::EtherType::kLocalExperiment);
}

// Whether a payload from elsewhere holds a whole Ethernet frame without its FCS: neither a runt nor oversize.
bool is_frame(const tlm::tlm_generic_payload& foreign) {
  const Bytes length(static_cast<std::int64_t>(foreign.get_data_length() + frame::kFcsBytes));
  return foreign.get_data_ptr() != nullptr && length >= frame::kMinFrameLength && length <= frame::kMaxFrameLength;
}

}  // namespace

Port::Port(const sc_core::sc_module_name& name, PortId id, const link::LinkConfig& link, const parser::Parser& parser,
           Scheduler& scheduler, link::FramePool& pool)
    : sc_core::sc_module(name),
      tx("tx"),
      rx("rx"),
      id_(id),
      link_(link),
      parser_(parser),
      scheduler_(scheduler),
      pool_(pool) {
  tx.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  rx.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
}

void Port::process_control(Time processing_delay, bool notices_arrival) {
  processing_delay_ = processing_delay;
  notices_arrival_ = notices_arrival;
}

void Port::send(frame::Packet& packet, Time end) {
  ++counters_.frames_sent;
  if (tap_) {
    tap_(packet, end, Direction::kOut);
  }
  transport(packet, end + link_.delay);
}

void Port::send_out_of_band(frame::Packet& packet, Time now) { transport(packet, now + link_.delay); }

void Port::transport(frame::Packet& packet, Time arrival) {
  tlm::tlm_generic_payload& transaction = link::FramePool::transaction_of(packet);
  const auto known = static_cast<unsigned>(
      std::min(packet.length.count() - std::int64_t{frame::kFcsBytes}, std::int64_t{frame::kHeaderBytes}));
  transaction.set_data_length(known);
  transaction.set_streaming_width(known);
  transaction.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::sc_time::from_value(static_cast<sc_dt::uint64>((arrival - kernel_time()).count()));
  if (tx->nb_transport_fw(transaction, phase, delay) != tlm::TLM_COMPLETED) {
    SC_REPORT_FATAL("weir/port", "the other end of a cable must answer a frame with TLM_COMPLETED");
  }
}

tlm::tlm_sync_enum Port::nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                         sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ || transaction.get_command() != tlm::TLM_WRITE_COMMAND) {
    transaction.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  const Time arrival = kernel_time() + Time(static_cast<std::int64_t>(delay.value()));
  frame::Packet* ours = link::FramePool::packet_of(transaction);
  if (ours == nullptr && !is_frame(transaction)) {
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
  const std::size_t known = std::min<std::size_t>(foreign.get_data_length(), frame::kHeaderBytes);
  packet.bytes.fill(0);
  std::memcpy(packet.bytes.data(), foreign.get_data_ptr(), known);
  packet.length = Bytes(static_cast<std::int64_t>(foreign.get_data_length() + frame::kFcsBytes));
  packet.flow = frame::kForeignFlow;
  packet.sequence = 0;
  packet.injected = kernel_time();
  return packet;
}

void Port::receive(frame::Packet& packet, Time arrival) {
  // Behind a data frame that has not been taken yet none can be in the past, and the scheduler stays untouched.
  const bool control = is_control(packet);
  if (control || data_.empty() ? arrival < scheduler_.horizon() : arrival < last_arrival_) {
    broken_invariant("a frame arrives in the past of its receiver: the sender's delay is shorter than the quantum",
                     name(), "flow " + std::to_string(packet.flow) + " #" + std::to_string(packet.sequence), arrival);
  }
  packet.at = arrival;
  packet.ingress = id_;
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
  head_ = parser_.parse(packet);
  last_admission_ = std::max(packet.at + head_.latency, last_admission_);
  scheduler_.schedule(last_admission_, EventKind::kAdmission, id_);
  if (const auto next = std::next(data_.begin()); next != data_.end()) {
    link::prefetch(*next);
  }
}

frame::Packet& Port::take_admitted(parser::HeaderVector& header) {
  frame::Packet& packet = data_.front();
  data_.pop_front();
  header = head_;
  ++counters_.frames_received;
  if (tap_) {
    tap_(packet, packet.at, Direction::kIn);
  }
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
  if (tap_) {
    tap_(packet, packet.at - processing_delay_, Direction::kIn);
  }
  if (!effective_.empty()) {
    scheduler_.schedule(effective_.front().at, EventKind::kControlEffect, id_);
  }
  return packet;
}

}  // namespace weir::port

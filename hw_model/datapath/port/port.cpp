// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/port/port.h"

#include <algorithm>
#include <span>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/link/kernel_time.h"
#include "hw_model/frame/big_endian.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"

namespace weir::port {

namespace {

// MAC control, or one of the private frames that stand for it.
bool is_control(const frame::Packet& packet) {
  constexpr std::size_t kEtherType = 12;
  const unsigned type = frame::big_endian<std::uint16_t>(&packet.bytes[kEtherType]);
  return type == static_cast<unsigned>(frame::EtherType::kMacControl) ||
         type == static_cast<unsigned>(frame::EtherType::kLocalExperiment);
}

}  // namespace

Port::Port(const sc_core::sc_module_name& name, PortId id, const link::LinkConfig& link, const parser::Parser& parser,
           Scheduler& scheduler, link::FramePool& pool, Bytes max_frame)
    : sc_core::sc_module(name),
      tx("tx"),
      rx("rx"),
      link_(link),
      byte_time_(link::whole_byte_time(link.rate)),
      scheduler_(scheduler),
      pool_(pool),
      id_(id),
      parser_(parser),
      max_frame_(max_frame),
      foreign_(pool, this->name()) {
  link::take_resolution();
  tx.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  rx.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
}

void Port::end_of_elaboration() {
  far_end_ = tx.operator->();
  peer_ = dynamic_cast<Port*>(far_end_);
  taker_ = dynamic_cast<link::FrameTaker*>(far_end_);
  const Time quantum = (peer_ != nullptr ? peer_->scheduler_ : scheduler_).quantum();
  if (peer_ != nullptr && &peer_->pool_ != &pool_) {
    peer_ = nullptr;  // each frame returns to where it came from: the receiver copies it
  }
  connect_sets();
  if (quantum > link_.delay) {
    const std::string what = std::string(name()) + ": the delay of its cable is " +
                             std::to_string(link_.delay.count()) + " ps, shorter than the quantum, " +
                             std::to_string(quantum.count()) +
                             " ps: what is sent in a quantum would arrive in it; Timing::quantum is at most the "
                             "smallest delay of the cables";
    SC_REPORT_ERROR("weir/port", what.c_str());
  }
}

void Port::process_control(Time processing_delay, bool notices_arrival) {
  processing_delay_ = processing_delay;
  notices_arrival_ = notices_arrival;
}

void Port::set_rate(BitRate rate, Time now) {
  link_.rate = rate;
  byte_time_ = link::whole_byte_time(rate);
  if (sets_) {
    sets_->set_rate(rate, now);
  }
}

void Port::take_control(std::span<const control::FrameKind> kinds, const frame::MacAddress& station) {
  control_kinds_ = kinds;
  station_ = &station;
}

[[gnu::hot]] void Port::send(frame::Packet& packet, Time end) {
  ++counters_.frames_sent;
  if (attended_ != 0) [[unlikely]] {
    if (!attend(packet, end)) {
      return;
    }
  }
  transport(packet, end + link_.delay);
}

void Port::send_out_of_band(frame::Packet& packet, Time now) {
  if ((attended_ & kTapped) != 0) {
    (*tap_)(packet, now, Direction::kOut);
  }
  transport(packet, now + link_.delay);
}

// Hands the frame to a port of this network, and to a component that asks for it, directly, as they would take it out
// of the transaction: no other component sees the call.
[[gnu::hot]] void Port::transport(frame::Packet& packet, Time arrival) {
  if (peer_ != nullptr) [[likely]] {
    return peer_->receive(packet, arrival);
  }
  if (taker_ != nullptr) {
    return taker_->take(packet, arrival);
  }
  link::FrameTransaction& transaction = pool_.carrier();
  transaction.carry(packet);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = link::until(arrival);
  const tlm::tlm_sync_enum answer = far_end_->nb_transport_fw(transaction, phase, delay);
  if (answer != tlm::TLM_COMPLETED) [[unlikely]] {
    if (!handshake_) {
      start_handshake();
    }
    return handshake_->returned(transaction, answer, phase, delay);
  }
  if (transaction.is_response_error()) [[unlikely]] {
    answered(packet, transaction.get_response_status());
  }
  pool_.crossed();
}

bool Port::takes_as_control(const frame::Packet& packet) const { return is_control(packet) && sound(packet); }

// Consumed by the sinks of this port, never forwarded.
bool Port::sound(const frame::Packet& packet) const { return !mac_error(packet) && control_kind(packet) != nullptr; }

// The kind by which this port's sinks take a control frame; null: they do not take it.
const control::FrameKind* Port::control_kind(const frame::Packet& packet) const {
  constexpr std::size_t kEtherType = 12;
  const frame::MacAddress to = frame::destination_mac(packet);
  const bool mac_control =
      packet.bytes[kEtherType + 1] == (static_cast<unsigned>(frame::EtherType::kMacControl) & 0xffU);
  const bool here =
      mac_control ? to == frame::kMacControlAddress || to == *station_ : to == frame::kNearestBridgeAddress;
  return here ? control::find(control_kinds_, packet.bytes) : nullptr;
}

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

// Whether the frame is the head of the line.
[[gnu::always_inline]] inline bool Port::file_data(frame::Packet& packet, Time arrival) {
  const bool is_head = data_.empty();
  last_arrival_ = arrival;
  data_.push_back(packet);
  return is_head;
}

void Port::file_control(frame::Packet& packet, Time arrival) {
  if (notices_arrival_) {
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

[[gnu::hot]] void Port::receive(frame::Packet& packet, Time arrival) {
  if ((attended_receiving_ & kProtected) != 0 && !comes_out_of_band(packet)) [[unlikely]] {
    return await(packet, arrival);
  }
  // Behind a data frame that waits in the port no frame can be in the past, so the scheduler is not read.
  const bool control = takes_as_control(packet);
  if (control || data_.empty() ? arrival < scheduler_.horizon() : arrival < last_arrival_) [[unlikely]] {
    broken_invariant(
        arrival < scheduler_.horizon()
            ? "a frame arrives in the past of its receiver: the delay of the link is shorter than the quantum"
            : "a frame arrives before the one that was sent before it",
        name(), frame::identity(packet), arrival);
  }
  packet.at = arrival;
  packet.ingress = id_;
  if ((attended_receiving_ & kTapped) != 0) [[unlikely]] {
    (*tap_)(packet, arrival, Direction::kIn);
  }
  if (control) {
    return file_control(packet, arrival);
  }
  if (file_data(packet, arrival)) {
    await_admission();
  }
}

[[gnu::hot]] Time Port::frame_arrives(bool deaf, Time now) {
  frame::Packet& packet = arriving_.front();
  arriving_.pop_front();
  if (!arriving_.empty()) {
    scheduler_.schedule(arriving_.front().at, EventKind::kFrameArrival, id_);
    arriving_.prefetch_near(1);  // of the one behind it, the time, and of both the number
    arriving_.prefetch_measurement(1);
  }
  if (!retry_->takes(packet, deaf, now)) {
    pool_.release(packet);
    return kNever;
  }
  if (takes_as_control(packet)) {
    file_control(packet, now);
    return kNever;
  }
  if (!file_data(packet, now)) {
    return kNever;
  }
  const Time admission = parse_head();
  if (scheduler_.goes_on(admission, EventKind::kAdmission, id_)) {
    return admission;
  }
  scheduler_.schedule(admission, EventKind::kAdmission, id_);
  return kNever;
}

// When the frame at the head of the line, parsed now, asks for admission.
[[gnu::hot]] Time Port::parse_head() {
  frame::Packet& packet = data_.front();
  if (packet.length < frame::kMinFrameLength || packet.length > max_frame_ || (packet.extras & frame::kFcsWrong) != 0)
      [[unlikely]] {
    head_ = {};
    head_.error = mac_error(packet);
  } else {
    parser_.parse(packet, packet.extras != 0 ? link::FramePool::whole_of(packet) : std::span<std::uint8_t>(), head_);
  }
  last_admission_ = std::max(packet.at + head_.latency, last_admission_);
  data_.prefetch_near(2);
  return last_admission_;
}

[[gnu::hot]] frame::Packet& Port::take_admitted(parser::HeaderVector& header) {
  frame::Packet& packet = data_.front();
  data_.pop_front();
  header = head_;
  ++counters_.frames_received;
  if (!data_.empty()) {
    await_admission();
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

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

void warn(const sc_core::sc_module& port, const std::string& what) {
  SC_REPORT_WARNING("weir/port", (std::string(port.name()) + ": " + what + "; further ones are counted").c_str());
}

}  // namespace

Port::Port(const sc_core::sc_module_name& name, PortId id, const link::LinkConfig& link, const parser::Parser& parser,
           Scheduler& scheduler, link::FramePool& pool, Bytes max_frame)
    : sc_core::sc_module(name),
      tx("tx"),
      rx("rx"),
      link_(link),
      byte_time_(link::whole_byte_time(link.rate)),
      id_(id),
      scheduler_(scheduler),
      pool_(pool),
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

// The other end has not completed the frame in the carrier: from now on the port uses all phases with it.
void Port::start_handshake() {
  handshake_ = std::make_unique<link::Handshake>(*far_end_, pool_, static_cast<link::Handshake::Owner&>(*this), name());
  handshake_->begun(pool_.keep_carrier());
  far_end_ = handshake_.get();
}

void Port::answered(const frame::Packet& packet, tlm::tlm_response_status response) {
  if (response > tlm::TLM_INCOMPLETE_RESPONSE || ++far_end_faults_.refused > 1) {
    return;
  }
  tlm::tlm_generic_payload payload;
  payload.set_response_status(response);
  warn(*this, "the other end answers packet " + frame::identity(packet) + " with " + payload.get_response_string() +
                  ": what is on the wire cannot be refused, the frame is lost");
}

void Port::handed_over_late(const frame::Packet& packet, Time by) {
  if (++far_end_faults_.late == 1) {
    warn(*this, "packet " + frame::identity(packet) + " is handed over " + std::to_string(by.count()) +
                    " ps after its last bit, because the other end has not accepted the one before (END_REQ): a wire "
                    "does not wait, pause frames hold a sender");
  }
}

tlm::tlm_sync_enum Port::nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                         sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ || transaction.get_command() != tlm::TLM_WRITE_COMMAND) {
    transaction.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  const Time arrival = link::to_time(sc_core::sc_time_stamp() + delay);
  if (frame::Packet* ours = pool_.take_packet(transaction)) [[likely]] {
    receive(*ours, arrival);
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  } else {
    transaction.set_response_status(receive_foreign(transaction, arrival));
  }
  return tlm::TLM_COMPLETED;
}

void Port::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  nb_transport_fw(transaction, phase, delay);
}

tlm::tlm_sync_enum Port::nb_transport_bw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                         sc_core::sc_time& delay) {
  if (!handshake_) {
    if (&transaction != &pool_.carrier()) {
      return tlm::TLM_COMPLETED;  // every frame so far has been completed on the forward path
    }
    start_handshake();  // from within the call that brings the frame
  }
  return handshake_->nb_transport_bw(transaction, phase, delay);
}

// A frame of another pool, or of a component that is not ours: copied, unless that component breaks the protocol, or it
// could not be on this wire.
tlm::tlm_response_status Port::receive_foreign(tlm::tlm_generic_payload& transaction, Time arrival) {
  if (frame::Packet* of_another_pool = link::FramePool::packet_of(transaction)) {
    receive(pool_.copy(*of_another_pool), arrival);
    return tlm::TLM_OK_RESPONSE;
  }
  if (const auto response = link::ForeignSender::judge(transaction); response != tlm::TLM_OK_RESPONSE) {
    return response;
  }
  frame::Packet& packet = foreign_.adopt(transaction);
  const std::uint64_t overlapping = far_end_faults_.overlapping;
  const std::string wrong = misplaced(packet, arrival);
  if (wrong.empty()) {
    receive(packet, arrival);
    return tlm::TLM_OK_RESPONSE;
  }
  const std::string what =
      "packet " + frame::identity(packet) + " arrives at " + std::to_string(arrival.count()) + " ps, " + wrong;
  pool_.release(packet);
  if (far_end_faults_.overlapping == overlapping) {
    SC_REPORT_ERROR("weir/port", (std::string(name()) + ": " + what).c_str());
  } else if (overlapping == 0) {
    warn(*this, what);
  }
  return tlm::TLM_GENERIC_ERROR_RESPONSE;
}

// The reason why a foreign frame cannot arrive at that time; empty: it can.
std::string Port::misplaced(const frame::Packet& packet, Time arrival) {
  using OnWire = link::ForeignSender::OnWire;
  const Time open = scheduler_.open_from(link::kernel_time());
  if (arrival < open) {
    return "and this device may have done all work before " + std::to_string(open.count()) +
           " ps, the end of its quantum: the annotated delay is shorter than the quantum, " +
           std::to_string(scheduler_.quantum().count()) + " ps; lengthen it, or set a smaller Timing::quantum";
  }
  OnWire place = OnWire::kBehind;
  if (is_control(packet) && sound(packet) && control_kind(packet)->out_of_band) {
    place = foreign_.put_out_of_band(arrival) ? OnWire::kBehind : OnWire::kBefore;
  } else {
    place = foreign_.put_on_wire(arrival, wire_time(packet.length));
  }
  if (place == OnWire::kBefore) {
    return "before the one that was sent before it: calls come in the order of the wire";
  }
  if (place == OnWire::kOverlaps) {
    ++far_end_faults_.overlapping;
    return "its first bit before the last bit of the one before it, which arrives at " +
           std::to_string(foreign_.last_bit().count()) + " ps: " + std::to_string(packet.length.count()) + " B take " +
           std::to_string(wire_time(packet.length).count()) + " ps; it is refused";
  }
  return "";
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
  last_arrival_ = arrival;
  data_.push_back(packet);
  return &data_.front() == &packet;
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
  if ((attended_ & kProtected) != 0 && !comes_out_of_band(packet)) [[unlikely]] {
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
  if ((attended_ & kTapped) != 0) [[unlikely]] {
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
    arriving_.prefetch(1);  // of the one behind it, the time, and of both the number
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
  data_.prefetch(2);
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

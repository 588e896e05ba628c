// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a port does where the component at the other end is none of ours: transactions, their phases, and faults.

#include "hw_model/datapath/link/kernel_time.h"
#include "hw_model/datapath/port/port.h"

namespace weir::port {

namespace {

void warn(const sc_core::sc_module& port, const std::string& what) {
  SC_REPORT_WARNING("weir/port", (std::string(port.name()) + ": " + what + "; further ones are counted").c_str());
}

}  // namespace

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
  if (takes_as_control(packet) && control_kind(packet)->out_of_band) {
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

}  // namespace weir::port

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The caller's end of a port's cable: frames that he sends, and frames that wait until he takes them.

#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "hw_model/base/units.h"
#include "tb/platform/weir/switch.h"

namespace weir::port {
class Port;
}  // namespace weir::port

namespace weir::c_interface {

struct Frame {
  Time arrival;  // of the last bit
  std::vector<unsigned char> bytes = {};
};

class Station final : public sc_core::sc_module {
 public:
  // Binds both sockets of a port; before the run.
  Station(const sc_core::sc_module_name& name, Switch& of, std::size_t number, const port::Port& port);

  // Sends a frame whose last bit arrives at the port at `arrival`, from `open` on, or, without `arrival`, as soon as
  // the cable allows. Throws std::invalid_argument: it cannot be on the wire then; sc_report: it breaks the protocol.
  void send(const unsigned char* bytes, std::size_t size, const Time* arrival, Time open);

  // The oldest frame that has arrived by `now`; null: none.
  const Frame* head(Time now) const {
    return !arrived_.empty() && arrived_.front().arrival <= now ? &arrived_.front() : nullptr;
  }
  void pop() { arrived_.pop_front(); }

 private:
  tlm::tlm_sync_enum take(tlm::tlm_generic_payload& frame, tlm::tlm_phase&, sc_core::sc_time& delay);
  Time next_arrival(std::size_t size, Time open) const;

  tlm_utils::simple_initiator_socket<Station> out_;
  tlm_utils::simple_target_socket<Station> in_;
  const port::Port& port_;
  Time last_bit_{};  // of the frame sent last
  std::deque<Frame> arrived_;
};

}  // namespace weir::c_interface

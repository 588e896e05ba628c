// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The other end of a cable where it is a component that is not ours: what it sends is judged by the TLM-2.0 base
// protocol and by the wire, and becomes a frame of ours.

#pragma once

#include <cstdint>
#include <limits>

#include <systemc>
#include <tlm>

#include "hw_model/base/units.h"
#include "hw_model/datapath/link/frame_transaction.h"

namespace weir::link {

class ForeignSender {
 public:
  // `port`: the name of the port that receives; outlives this.
  ForeignSender(FramePool& pool, const char* port) : pool_(pool), port_(port) {}

  // TLM_OK_RESPONSE, or what is wrong with the transaction whatever its bytes and its time: no frame has byte enables,
  // a streaming width below its length, another address than kWithoutFcs and kWithFcs, or none or more than 65,535
  // bytes.
  static tlm::tlm_response_status judge(const tlm::tlm_generic_payload& transaction);

  // A copy of a frame that judge() lets pass. Its sequence number counts those of this sender, from 1.
  frame::Packet& adopt(const tlm::tlm_generic_payload& transaction);

  // How a frame whose last bit arrives at `arrival` stands to the one before it on the wire.
  enum class OnWire : std::uint8_t {
    kBehind,    // as it should be; it is the last one now
    kBefore,    // its last bit comes first: calls are in the order of the wire
    kOverlaps,  // its first bit comes before the last bit of the other
  };
  OnWire put_on_wire(Time arrival, Time wire_time);

  // Feedback that takes no time on the wire (conceptual GFC): whether it keeps its order.
  bool put_out_of_band(Time arrival);

  // When the last bit of the latest frame arrived, or arrives.
  Time last_bit() const { return last_bit_; }

 private:
  FramePool& pool_;
  const char* port_;
  std::uint32_t frames_ = 0;
  Time last_bit_ = Time(std::numeric_limits<std::int64_t>::min() / 2);  // long ago
  Time last_out_of_band_ = last_bit_;
};

}  // namespace weir::link

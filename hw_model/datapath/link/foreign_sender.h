// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The other end of a cable if it is a foreign component: its transactions are judged by the TLM-2.0 base protocol and
// by the wire, and copied into frames of ours.

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

  // TLM_OK_RESPONSE, or the error of a transaction that is no frame, whatever its bytes and its time: byte enables, a
  // streaming width below its length, an address other than kWithoutFcs and kWithFcs, no bytes or more than 65,535.
  static tlm::tlm_response_status judge(const tlm::tlm_generic_payload& transaction);

  // A copy of a frame that judge() lets pass. Its sequence number counts the frames of this sender, from 1.
  frame::Packet& adopt(const tlm::tlm_generic_payload& transaction);

  // The place on the wire of a frame whose last bit arrives at `arrival`, relative to the frame before it.
  enum class OnWire : std::uint8_t {
    kBehind,    // as it should be; this frame is the last one now
    kBefore,    // its last bit comes first, but calls have to be in the order of the wire
    kOverlaps,  // its first bit comes before the last bit of the frame before it
  };
  OnWire put_on_wire(Time arrival, Time wire_time);

  // Feedback that takes no time on the wire (conceptual GFC): returns whether it arrives in order.
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

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/link/frame_transaction.h"

namespace weir::link {

static_assert(sizeof(FrameTransaction) == 256, "a frame is four cache lines");

FrameTransaction::FrameTransaction(tlm::tlm_mm_interface& pool) : tlm::tlm_generic_payload(&pool) {
  set_command(tlm::TLM_WRITE_COMMAND);
  set_data_ptr(bytes.data());
}

frame::Packet& FramePool::acquire() {
  if (free_.empty()) {
    frames_.emplace_back(*this);
    free_.push_front(frames_.back());
    ++free_count_;
  }
  frame::Packet& packet = free_.front();
  free_.pop_front();
  --free_count_;
  transaction_of(packet).acquire();
  return packet;
}

void FramePool::free(tlm::tlm_generic_payload* transaction) {
  free_.push_front(*static_cast<FrameTransaction*>(transaction));
  ++free_count_;
}

}  // namespace weir::link

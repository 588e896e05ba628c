// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The steps by which software sets up a channel while the link runs, or takes it out of use.
//
//   drained  the sender stops, its credits come home, the receiver falls silent, and what is on the way arrives, before
//            any count is cleared
//   sai      the order of the public text: safe only where no credit of the channel is in use
//   removal  as the public text: the channel's queue is empty, then nothing of it is in use
//
// A step is taken by step() where ready() holds; the caller asks again later where it does not.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_config.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_receiver.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_sender.h"

namespace weir::ue_cbfc {

enum class VcStep : std::uint8_t {
  kStopDequeue,
  kAwaitCredits,  // S_CU = 0, where the sender is enabled
  kDisableReceiver,
  kClearReceiver,
  kClearSender,
  kAwaitLink,  // nothing of the channel, and no old message about it, is on the way or in the receiver's buffer
  kAttachLimit,
  kEnableReceiver,
  kEnableSender,
  kResumeDequeue,
  kAwaitEmptyQueue,
  kDisableSender,
  kZeroLimit,
};

// What software knows beside the counts.
struct VcFacts {
  // A round trip is over since the step before, what the replay buffer held then has been acknowledged, and the
  // receiver's buffer has nothing of the channel.
  bool link_silent = false;
  bool queue_empty = false;  // enqueueing is stopped, and the channel's queue is empty
};

std::span<const VcStep> init_steps(VcInitOrder order);
std::span<const VcStep> removal_steps();
const char* text(VcStep step);

// Takes a step at the end that it is about; the steps that wait do nothing.
void take_step(VcStep step, std::size_t vc, std::uint32_t limit, UeCreditSender& sender, UeCreditReceiver& receiver);
// The same of a step that is the sender's.
void take_step(VcStep step, std::size_t vc, std::uint32_t limit, UeCreditSender& sender);
// Whether a step is about the receiver; kAwaitLink is about both ends.
bool is_of_receiver(VcStep step);

class VcProcedure {
 public:
  VcProcedure() = default;
  VcProcedure(std::span<const VcStep> steps, std::size_t vc, std::uint32_t limit)
      : steps_(steps), vc_(vc), limit_(limit) {}

  bool done() const { return at_ == steps_.size(); }
  VcStep next() const { return steps_[at_]; }

  bool ready(const UeCreditSender& sender, const VcFacts& facts) const {
    if (done())
      return false;
    switch (next()) {
      case VcStep::kAwaitCredits:
        return !sender.channel(vc_).enabled || sender.channel(vc_).used == 0;
      case VcStep::kAwaitLink:
        return facts.link_silent;
      case VcStep::kAwaitEmptyQueue:
        return facts.queue_empty;
      default:
        return true;
    }
  }
  // ready().
  void step(UeCreditSender& sender, UeCreditReceiver& receiver) {
    take_step(steps_[at_++], vc_, limit_, sender, receiver);
  }

  std::size_t at() const { return at_; }
  void restore(std::size_t at) { at_ = at; }

 private:
  std::span<const VcStep> steps_{};
  std::size_t vc_ = 0;
  std::uint32_t limit_ = 0;
  std::size_t at_ = 0;
};

}  // namespace weir::ue_cbfc

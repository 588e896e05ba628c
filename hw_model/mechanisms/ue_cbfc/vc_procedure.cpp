// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/ue_cbfc/vc_procedure.h"

namespace weir::ue_cbfc {

std::span<const VcStep> init_steps(VcInitOrder order) {
  using enum VcStep;
  static constexpr std::array kSai{kDisableReceiver, kClearReceiver,  kStopDequeue,  kClearSender,
                                   kAttachLimit,     kEnableReceiver, kEnableSender, kResumeDequeue};
  // The sender's counts are cleared before the wait: a CC_Update that leaves during it would bring the old ones.
  static constexpr std::array kDrained{kStopDequeue,    kAwaitCredits, kDisableReceiver, kDisableSender,
                                       kClearSender,    kAwaitLink,    kClearReceiver,   kAttachLimit,
                                       kEnableReceiver, kEnableSender, kResumeDequeue};
  return order == VcInitOrder::kSai ? std::span<const VcStep>(kSai) : std::span<const VcStep>(kDrained);
}

std::span<const VcStep> removal_steps() {
  using enum VcStep;
  static constexpr std::array kSteps{kAwaitEmptyQueue, kDisableSender, kZeroLimit, kDisableReceiver};
  return kSteps;
}

const char* text(VcStep step) {
  switch (step) {
    case VcStep::kStopDequeue:
      return "the sender stops the channel";
    case VcStep::kAwaitCredits:
      return "no credit of the sender is in use";
    case VcStep::kDisableReceiver:
      return "the receiver is disabled";
    case VcStep::kClearReceiver:
      return "the receiver's counts are cleared";
    case VcStep::kClearSender:
      return "the sender's counts are cleared";
    case VcStep::kAwaitLink:
      return "nothing is on the way any more";
    case VcStep::kAttachLimit:
      return "the limit is attached";
    case VcStep::kEnableReceiver:
      return "the receiver is enabled";
    case VcStep::kEnableSender:
      return "the sender is enabled";
    case VcStep::kResumeDequeue:
      return "the sender resumes the channel";
    case VcStep::kAwaitEmptyQueue:
      return "the channel's queue is empty";
    case VcStep::kDisableSender:
      return "the sender is disabled";
    case VcStep::kZeroLimit:
      return "the limit is 0";
  }
  return "";
}

void take_step(VcStep step, std::size_t vc, std::uint32_t limit, UeCreditSender& sender, UeCreditReceiver& receiver) {
  if (step == VcStep::kClearReceiver)
    receiver.clear(vc);
  else if (is_of_receiver(step))
    receiver.set_enabled(vc, step == VcStep::kEnableReceiver);
  else
    take_step(step, vc, limit, sender);
}

void take_step(VcStep step, std::size_t vc, std::uint32_t limit, UeCreditSender& sender) {
  switch (step) {
    case VcStep::kStopDequeue:
      return sender.set_dequeue(vc, false);
    case VcStep::kClearSender:
      return sender.clear(vc);
    case VcStep::kAttachLimit:
      return sender.set_limit(vc, limit);
    case VcStep::kEnableSender:
      return sender.set_enabled(vc, true);
    case VcStep::kResumeDequeue:
      return sender.set_dequeue(vc, true);
    case VcStep::kDisableSender:
      return sender.set_enabled(vc, false);
    case VcStep::kZeroLimit:
      return sender.set_limit(vc, 0);
    case VcStep::kDisableReceiver:
    case VcStep::kClearReceiver:
    case VcStep::kEnableReceiver:
    case VcStep::kAwaitCredits:
    case VcStep::kAwaitLink:
    case VcStep::kAwaitEmptyQueue:
      return;
  }
}

bool is_of_receiver(VcStep step) {
  return step == VcStep::kDisableReceiver || step == VcStep::kClearReceiver || step == VcStep::kEnableReceiver;
}

}  // namespace weir::ue_cbfc

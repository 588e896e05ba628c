// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What becomes of a frame at the head of a channel's queue, where a link has retry, credits, or both: LLR decides how
// the frame leaves, credits whether it may. A frame that LLR discards, in INIT or FLUSH, uses no credits: its credits
// would not come back while CC_Updates cannot pass either, and the channel would stop.

#pragma once

#include <cstddef>
#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/mechanisms/llr/llr_tx.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_sender.h"

namespace weir::ue_cbfc {

// `admission`: that of the link's LLR; kBestEffort where it has none. `sender`: null where it has no credits. kBlock:
// the frame waits.
inline llr::Admission offer(llr::Admission admission, const UeCreditSender* sender, std::size_t vc,
                            std::uint32_t credits) {
  const bool discards = admission == llr::Admission::kDiscard;
  if (discards && (sender == nullptr || sender->config().discard_before_credit))
    return admission;
  if (sender != nullptr && !sender->may_send(vc, credits))
    return llr::Admission::kBlock;
  return admission;
}

// What was offered leaves, or is discarded: its credits are used.
inline void count_credits(llr::Admission offered, UeCreditSender& sender, std::size_t vc, std::uint32_t credits) {
  if (offered != llr::Admission::kDiscard || !sender.config().discard_before_credit)
    sender.sent(vc, credits);
}

}  // namespace weir::ue_cbfc

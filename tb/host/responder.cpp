// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/responder.h"

#include "tb/host/flow.h"
#include "tb/host/go_back_n.h"

namespace weir::host {

Response EachPacket::received(const Arrival& arrival, Time /*now*/) {
  return {.answer = Answer::kAck, .next = std::uint64_t{arrival.number} + 1};
}

Response InOrder::received(const Arrival& arrival, Time /*now*/) {
  const std::uint64_t number = unwrap(next_, arrival.number, arrival.number_bits);
  if (number > next_) {
    const bool first = !said_lacking_;
    said_lacking_ = true;
    return {.taken = false, .answer = first ? Answer::kNak : Answer::kNone, .next = next_};
  }
  if (number < next_) {
    return {.taken = false, .answer = Answer::kAck, .next = next_};
  }
  ++next_;
  said_lacking_ = false;
  const bool due = ++unanswered_ >= every_ || arrival.answer_wanted;
  unanswered_ = due ? 0 : unanswered_;
  return {.answer = due ? Answer::kAck : Answer::kNone, .next = next_};
}

Response NotifyOnMark::received(const Arrival& arrival, Time now) {
  Response response = inner_ ? inner_->received(arrival, now) : Response{};
  if (arrival.mark == Mark::kNone || now < (arrival.mark == Mark::kCongestion ? ce_silent_until_ : ue_silent_until_)) {
    return response;
  }
  response.notify = arrival.mark;
  ue_silent_until_ = now + interval_;
  if (arrival.mark == Mark::kCongestion) {
    ce_silent_until_ = ue_silent_until_;
  }
  return response;
}

std::unique_ptr<Responder> make_responder(const FlowSpec& flow) {
  std::unique_ptr<Responder> responder;
  if (flow.control != nullptr && flow.control->resends) {
    responder = std::make_unique<InOrder>(flow.settings.acknowledge_every);
  } else if (flow.acknowledged) {
    responder = std::make_unique<EachPacket>();
  }
  if (flow.settings.notify_interval != kNever) {
    return std::make_unique<NotifyOnMark>(std::move(responder), flow.settings.notify_interval);
  }
  return responder;
}

}  // namespace weir::host

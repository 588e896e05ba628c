// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/tests/plugin/bb_credit/bb_credit.h"

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/private_header.h"

namespace weir::flow_control {

std::size_t write_bb_message(std::span<std::uint8_t> bytes, frame::MacAddress source, const BbMessage& message) {
  const std::size_t body = frame::write_private_header(bytes, source, kBbSubtype);
  if (body == 0)
    return 0;
  frame::WireWriter out(bytes.subspan(body, frame::kControlFrameBytes - body));
  out.u8(message.scs);
  out.u8(message.scr);
  for (const std::uint16_t count : message.r_rdys)
    out.u16(count);
  return out.ok() ? frame::kControlFrameBytes : 0;
}

std::optional<BbMessage> read_bb_message(std::span<const std::uint8_t> bytes) {
  frame::WireReader in(bytes);
  if (!frame::read_private_subtype(in, bytes, {static_cast<frame::PrivateSubtype>(kBbSubtype)}))
    return std::nullopt;
  BbMessage message{.scs = in.u8(), .scr = in.u8()};
  for (std::uint16_t& count : message.r_rdys)
    count = in.u16();
  return in.ok() ? std::optional(message) : std::nullopt;
}

BbCredit::BbCredit(const PortContext& context)
    : FlowControl(context), granted_(bb_credit_of(context.config).credits), sc_n_(bb_credit_of(context.config).sc_n) {
  counts_packets_ = true;
  arrival_listener_ = this;
  frame_order_ = this;
  constexpr std::size_t kInThePipeline = 64;
  waits_.reserve(kInThePipeline);
}

// The login: each end says its numbers.
void BbCredit::meet(const FlowControl& peer) {
  const auto* const same = dynamic_cast<const BbCredit*>(&peer);
  if (same == nullptr)
    return;
  const BbCreditConfig ours = bb_credit_of(config());
  const BbCreditConfig theirs = bb_credit_of(same->config());
  granted_ = theirs.credits;
  sc_n_ = ours.sc_n == 0 || theirs.sc_n == 0 ? 0 : std::max(ours.sc_n, theirs.sc_n);
}

void BbCredit::packet_admitted(ClassId c, Bytes length, Bytes, Time) {
  if (!lossless(c) || length == Bytes(0))
    return;
  Receiver& receiver = receivers_[c.index()];
  ++receiver.in_buffer;
  receiver.frm_n = modulo(receiver.frm_n + 1);
}

void BbCredit::packet_released(ClassId c, Bytes length, Bytes, Time now) {
  if (!lossless(c) || length == Bytes(0))
    return;
  Receiver& receiver = receivers_[c.index()];
  --receiver.in_buffer;
  ++receiver.owed;
  set_feedback_due(true, now);
}

bool BbCredit::news() const {
  return scs_due_ != 0 || std::ranges::any_of(receivers_, [](const Receiver& one) { return one.owed > 0; });
}

// The R_RDYs of the next message, up to the next BB_SCr.
std::uint16_t BbCredit::take_r_rdys(ClassId c) {
  Receiver& receiver = receivers_[c.index()];
  const std::uint32_t most = recovers() ? (1U << sc_n_) - receiver.rdys : static_cast<std::uint32_t>(kMostBbCredits);
  const std::uint32_t count = std::min(receiver.owed, most);
  receiver.owed -= count;
  receiver.rdys = modulo(receiver.rdys + count);
  receiver.said += count;
  return static_cast<std::uint16_t>(count);
}

std::size_t BbCredit::build_feedback(std::span<std::uint8_t> bytes, Time) {
  if (!news()) {
    feedback_due_ = false;
    return 0;
  }
  BbMessage message{.scs = scs_due_};
  scs_due_ = 0;
  for_each_class(lossless_, [&](ClassId c) {
    const std::uint16_t count = take_r_rdys(c);
    message.r_rdys[c.index()] = count;
    if (recovers() && count > 0 && receivers_[c.index()].rdys == 0)
      message.scr = static_cast<ClassMask>(message.scr | mask_of(c));
    counters_[c.index()].feedback_frames += count > 0 || (message.scs & mask_of(c)) != 0 ? 1 : 0;
  });
  feedback_due_ = news();
  return write_bb_message(bytes, address_, message);
}

void BbCredit::packet_sent(ClassId c, Bytes, Time, Time end) {
  if (!lossless(c))
    return;
  Sender& sender = senders_[c.index()];
  ++sender.unanswered;
  if (!recovers())
    return;
  sender.frames = modulo(sender.frames + 1);
  if (sender.frames == 0) {
    scs_due_ = static_cast<ClassMask>(scs_due_ | mask_of(c));
    set_feedback_due(true, end);
  }
}

// All counts first: the port may start a packet inside gate_changed.
void BbCredit::feedback_received(std::span<const std::uint8_t> bytes, Time now) {
  const std::optional<BbMessage> message = read_bb_message(bytes);
  if (!message)
    return;
  ClassMask changed = 0;
  for_each_class(lossless_, [&](ClassId c) {
    Sender& sender = senders_[c.index()];
    std::uint32_t answered = message->r_rdys[c.index()];
    sender.rdy_n = modulo(sender.rdy_n + answered);
    if (recovers() && (message->scr & mask_of(c)) != 0) {
      const std::uint32_t lost = modulo(-sender.rdy_n);
      sender.rdy_n = 0;
      sender.recovered += lost;
      answered += lost;
    }
    if (answered > 0)
      changed = static_cast<ClassMask>(changed | mask_of(c));
    sender.unanswered -= std::min(sender.unanswered, answered);
  });
  for_each_class(changed, [&](ClassId c) { port_->gate_changed(c, now); });
}

void BbCredit::feedback_arrived(std::span<const std::uint8_t> bytes, Time now) {
  const std::optional<BbMessage> message = read_bb_message(bytes);
  if (!message || !recovers() || message->scs == 0)
    return;
  waits_.push_back({now, port_->admitted_by(now), message->scs});
  await_place();
}

void BbCredit::frame_comes(Time arrival, Time now) {
  while (!waits_.empty() && waits_.front().arrival < arrival)
    count_first(now);
}

// One timer waits at a time: it is for the first, or for one that a frame has brought to its place meanwhile.
void BbCredit::await_place() {
  if (placed_ || waits_.empty())
    return;
  placed_ = true;
  port_->schedule(waits_.front().place, EventKind::kFeedbackTimer, ClassId(0));
}

void BbCredit::feedback_timer(ClassId, Time now) {
  placed_ = false;
  while (!waits_.empty() && waits_.front().place <= now)
    count_first(now);
  await_place();
}

// A frame that was lost has left no buffer, so that its R_RDY is due now.
void BbCredit::count_first(Time now) {
  const ClassMask scs = waits_.front().scs;
  waits_.erase(waits_.begin());
  for_each_class(scs & lossless_, [&](ClassId c) {
    Receiver& receiver = receivers_[c.index()];
    const std::uint32_t lost = modulo(-receiver.frm_n);
    receiver.frm_n = 0;
    receiver.owed += lost;
    receiver.recovered += lost;
  });
  set_feedback_due(news(), now);
}

HoldsAt BbCredit::holds_peer(ClassId c) const {
  if (!lossless(c))
    return FlowControl::holds_peer(c);
  return [credits = bb_credit_of(config()).credits](Bytes stuck, Bytes) { return stuck / kOneFrame >= credits; };
}

}  // namespace weir::flow_control

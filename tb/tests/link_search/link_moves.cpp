// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What may happen on a link, and what happens next when nothing is lost any more.

#include "hw_model/mechanisms/ue_cbfc/frame_offer.h"
#include "tb/tests/link_search/link.h"

namespace weir::link_search {

using llr::Admission;
using llr::TxState;

// A frame of this channel, while its queue has frames.
Admission Link::offered(std::size_t vc) const {
  const bool removed = setup_.software == Software::kRemoves && vc == 0 && !procedure_.done() && procedure_.at() > 0;
  if (removed)
    return Admission::kBlock;
  return ue_cbfc::offer(setup_.has_llr ? tx_.admission(kLength) : Admission::kBestEffort,
                        setup_.channels != 0 ? &sender_ : nullptr, vc, 1);
}

bool Link::may_send(std::size_t vc) const {
  const Admission offer = offered(vc);
  return room() && (offer == Admission::kEligible || offer == Admission::kBestEffort);
}

bool Link::may_send_cc() const {
  if (setup_.channels == 0 || !room())
    return false;
  const bool eligible = setup_.has_llr && setup_.credits.cc_update_eligible;
  const Admission admission = eligible ? tx_.admission(kLength) : Admission::kBestEffort;
  return admission == Admission::kEligible || admission == Admission::kBestEffort;
}

bool Link::may_step() const {
  if (procedure_.done())
    return false;
  return procedure_.ready(sender_, {.link_silent = is_silent(), .queue_empty = true});
}

// Nothing of channel 0, and no old message about it, may arrive any more.
bool Link::is_silent() const {
  if (counted_[0] != 0 || uncounted_[0] != 0)
    return false;
  const auto matters = [](const Cargo& cargo) { return cargo.is_cc_update ? cargo.consumed[0] != 0 : cargo.vc == 0; };
  for (std::size_t n = 0; n < forward_.size(); ++n) {
    if (forward_.at(n).is_frame() && matters(forward_.at(n).cargo))
      return false;
  }
  for (std::size_t n = 0; n < back_.size(); ++n) {
    if (back_.at(n).kind == ItemKind::kCfUpdate)
      return false;
  }
  for (std::size_t n = passed(); n < tx_.buffer().size(); ++n) {
    if (matters(tx_.buffer().at(n).frame))
      return false;
  }
  return true;
}

bool Link::has_news_for_sender() const {
  for (std::size_t vc = 0; vc < setup_.channels; ++vc) {
    if (receiver_.channel(vc).enabled && sender_.channel(vc).enabled &&
        ((receiver_.channel(vc).freed - sender_.channel(vc).freed) & setup_.credits.cf_mask()) != 0)
      return true;
  }
  return false;
}

void Link::moves_of_sender(std::vector<Move>& out) const {
  for (std::size_t vc = 0; setup_.sends && vc < kinds_of_frames(); ++vc) {
    if (may_send(vc))
      out.push_back({MoveKind::kSend, static_cast<std::uint8_t>(vc)});
    if (offered(vc) == Admission::kDiscard)
      out.push_back({MoveKind::kDiscard, static_cast<std::uint8_t>(vc)});
  }
  if (setup_.cc_updates && may_send_cc())
    out.push_back({MoveKind::kSendCc});
  if (may_step())
    out.push_back({MoveKind::kSoftware});
  if (!setup_.has_llr)
    return;
  if (tx_.replays() && room())
    out.push_back({MoveKind::kReplay});
  if (tx_.wants_init() && room())
    out.push_back({MoveKind::kSendInit});
  if (tx_.replay_timer_due() != kNever)
    out.push_back({MoveKind::kTimer});
  const TxState state = tx_.state().state;
  if (setup_.flushes && (state == TxState::kAdvance || state == TxState::kReplay))
    out.push_back({MoveKind::kFlush});
  if (setup_.management && state == TxState::kFlush)
    out.push_back({MoveKind::kReInit});
}

void Link::moves_of_receiver(std::vector<Move>& out) const {
  for (std::size_t vc = 0; vc < setup_.channels; ++vc) {
    if (counted_[vc] != 0)
      out.push_back({MoveKind::kLeave, static_cast<std::uint8_t>(vc)});
    if (uncounted_[vc] != 0)
      out.push_back({MoveKind::kLeaveUncounted, static_cast<std::uint8_t>(vc)});
  }
  if (!room_back())
    return;
  if (receiver_.in_use())
    out.push_back({MoveKind::kSendCf});
  if (!setup_.has_llr)
    return;
  if (rx_.acks())
    out.push_back({MoveKind::kSendAck});
  if (rx_.wants_nack())
    out.push_back({MoveKind::kSendNack});
  if (rx_.wants_echo())
    out.push_back({MoveKind::kSendEcho});
}

void Link::moves_of_wires(std::vector<Move>& out) const {
  const auto any_number = [&](MoveKind kind) {
    for (std::uint32_t number = 0; number <= setup_.llr.seq_mask(); ++number)
      out.push_back({kind, static_cast<std::uint8_t>(number)});
  };
  if (!forward_.empty()) {
    const Item& head = forward_.head();
    const bool eligible = head.kind == ItemKind::kEligible;
    out.push_back({MoveKind::kArrives});
    if (setup_.losses)
      out.push_back({MoveKind::kIsLost});
    if (eligible && setup_.any_number)
      any_number(MoveKind::kArrivesDamaged);
    else if (eligible && setup_.damages)
      out.push_back({MoveKind::kArrivesDamaged, static_cast<std::uint8_t>(head.seq)});
    if (eligible && setup_.wrong_number)
      any_number(MoveKind::kArrivesWrong);
    if (!eligible && setup_.doubles && (!head.is_frame() || head.cargo.is_cc_update))
      out.push_back({MoveKind::kArrivesTwice});
  }
  if (!back_.empty()) {
    out.push_back({MoveKind::kBackArrives});
    if (setup_.losses)
      out.push_back({MoveKind::kBackIsLost});
    if (setup_.wrong_set && back_.head().kind == ItemKind::kSet)
      any_number(MoveKind::kBackArrivesWrong);
    if (setup_.doubles)
      out.push_back({MoveKind::kBackArrivesTwice});
  }
}

void Link::moves(std::vector<Move>& out) const {
  out.clear();
  moves_of_sender(out);
  moves_of_receiver(out);
  moves_of_wires(out);
}

bool Link::is_home() const {
  if (!forward_.empty() || !back_.empty() || !procedure_.done())
    return false;
  if (!setup_.management && tx_.state().state == TxState::kFlush)
    return offered(0) == Admission::kDiscard;
  if (setup_.has_llr && (tx_.state().state != TxState::kAdvance || !tx_.buffer().empty() || next_place_ != 0))
    return false;
  for (std::size_t vc = 0; vc < setup_.channels; ++vc) {
    if (counted_[vc] != 0 || uncounted_[vc] != 0 || (sender_.channel(vc).enabled && sender_.channel(vc).used != 0))
      return false;
  }
  return true;
}

bool Link::next_at_rest(Move& move) const {
  const auto takes = [&move](bool may, MoveKind kind, std::size_t index = 0) {
    if (may)
      move = {kind, static_cast<std::uint8_t>(index)};
    return may;
  };
  if (takes(!forward_.empty(), MoveKind::kArrives) || takes(!back_.empty(), MoveKind::kBackArrives))
    return true;
  for (std::size_t vc = 0; vc < setup_.channels; ++vc) {
    if (takes(counted_[vc] != 0, MoveKind::kLeave, vc) || takes(uncounted_[vc] != 0, MoveKind::kLeaveUncounted, vc))
      return true;
  }
  if (setup_.has_llr && (takes(rx_.wants_nack(), MoveKind::kSendNack) || takes(rx_.wants_echo(), MoveKind::kSendEcho) ||
                         takes(tx_.replays(), MoveKind::kReplay) || takes(tx_.wants_init(), MoveKind::kSendInit) ||
                         takes(setup_.management && tx_.state().state == TxState::kFlush, MoveKind::kReInit)))
    return true;
  if (setup_.has_llr) {
    const bool news = ((rx_.state().next_rx_seq - 1 - tx_.state().acked_seq) & setup_.llr.seq_mask()) != 0;
    if (takes(news && rx_.acks(), MoveKind::kSendAck))
      return true;
  }
  if (takes(has_news_for_sender(), MoveKind::kSendCf) || takes(may_step(), MoveKind::kSoftware))
    return true;
  if (setup_.new_frames_help && takes(may_send(0), MoveKind::kSend))
    return true;
  if (takes(setup_.has_llr && tx_.replay_timer_due() != kNever, MoveKind::kTimer))
    return true;
  for (std::size_t vc = 0; vc < setup_.channels; ++vc) {
    const bool differ = sender_.channel(vc).consumed != receiver_.channel(vc).consumed;
    if (takes(setup_.cc_updates && may_send_cc() && receiver_.channel(vc).enabled && differ, MoveKind::kSendCc))
      return true;
  }
  return false;
}

}  // namespace weir::link_search

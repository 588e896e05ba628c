// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/tests/link_search/link.h"

#include "hw_model/base/invariant.h"
#include "hw_model/mechanisms/ue_cbfc/frame_offer.h"

namespace weir::link_search {

using frame::OrderedSetType;
using llr::Fcs;

Link::Link(const Setup& setup) : LinkTruth(setup) {
  for (std::size_t vc = setup.software == Software::kSetsUpFirst ? 1 : 0; vc < setup.channels; ++vc) {
    sender_.set_limit(vc, setup.limit);
    sender_.set_pool_share(vc, setup.share);
    sender_.set_enabled(vc, true);
    receiver_.set_enabled(vc, true);
  }
  if (setup.software != Software::kNothing)
    procedure_ = {setup.software == Software::kRemoves ? ue_cbfc::removal_steps()
                                                       : ue_cbfc::init_steps(setup.credits.vc_init_order),
                  0, setup.limit};
  if (!setup.has_llr)
    return;
  rx_.set_local(true);
  tx_.set_remote(true);
  if (setup.starts_off)
    return;
  rx_.receive(tx_.take_init());
  tx_.receive(rx_.take_echo(), kNow);
}

void Link::send(Cargo cargo) {
  const bool through_llr = setup_.has_llr && (!cargo.is_cc_update || setup_.credits.cc_update_eligible) &&
                           tx_.admission(kLength) == llr::Admission::kEligible;
  if (!through_llr) {
    forward_.push({.kind = ItemKind::kIneligible, .cargo = cargo});
    return;
  }
  cargo.place = static_cast<std::int8_t>(next_place_++);
  const std::uint32_t seq = tx_.send(cargo, kLength, false, kNow);
  forward_.push({.kind = ItemKind::kEligible, .seq = seq, .cargo = cargo});
}

void Link::replay() {
  const Tx::Sending sending = tx_.replay(kNow);
  forward_.push({.kind = ItemKind::kEligible, .seq = sending.seq, .cargo = sending.slot.frame});
}

Cargo Link::cc_update() {
  const ue_cbfc::CcUpdate update = sender_.take_cc_update(0);
  Cargo cargo{.is_cc_update = true};
  for (std::size_t vc = 0; vc < setup_.channels; ++vc)
    cargo.consumed[vc] = static_cast<std::uint8_t>(update.consumed[vc]);
  if (setup_.cc_cure != CcCure::kAcknowledged)
    return cargo;
  for (std::size_t n = 0; n < tx_.buffer().size(); ++n) {
    std::uint8_t& consumed = cargo.consumed[tx_.buffer().at(n).frame.vc];
    consumed = static_cast<std::uint8_t>((consumed - 1U) & setup_.credits.counter_mask());
  }
  return cargo;
}

// The MAC client takes a frame.
Wrong Link::take(const Cargo& cargo) {
  if (setup_.channels == 0)
    return Wrong::kNothing;
  if (cargo.is_cc_update) {
    if (setup_.cc_cure == CcCure::kSendAcks && rx_.state().state != llr::RxState::kSendAcks)
      return Wrong::kNothing;
    ue_cbfc::CcUpdate update;
    for (std::size_t vc = 0; vc < setup_.channels; ++vc)
      update.consumed[vc] = cargo.consumed[vc];
    receiver_.cc_update(update);
  } else {
    const bool counts = receiver_.accepted(cargo.vc, 1);
    // One more than allowed is seen; then the buffer drops what is best effort.
    if (counts || uncounted_[cargo.vc] <= setup_.limit)
      ++(counts ? counted_ : uncounted_)[cargo.vc];
  }
  return Wrong::kNothing;
}

Wrong Link::arrive(const Item& item, Fcs fcs) {
  if (item.kind == ItemKind::kSet) {
    rx_.receive(item.set);
    return Wrong::kNothing;
  }
  if (item.kind == ItemKind::kIneligible)
    return take(item.cargo);
  if (!rx_.receive(item.seq, fcs))
    return Wrong::kNothing;
  const Wrong wrong = fcs == Fcs::kBad ? Wrong::kDamaged : accepted(item.cargo.place);
  return wrong == Wrong::kNothing ? take(item.cargo) : wrong;
}

Wrong Link::arrive_back(const Item& item) {
  if (item.kind == ItemKind::kCfUpdate) {
    sender_.cf_update(item.cf);
    return Wrong::kNothing;
  }
  const std::size_t before = tx_.buffer().size();
  const std::size_t may_go = passed();
  tx_.receive(item.set, kNow);
  const bool too_many = !tx_.state().flushed && before - tx_.buffer().size() > may_go;
  return too_many ? Wrong::kFreed : Wrong::kNothing;
}

Wrong Link::act(Move move) {
  switch (move.kind) {
    case MoveKind::kSend:
    case MoveKind::kDiscard:
      if (setup_.channels != 0)
        ue_cbfc::count_credits(offered(move.index), sender_, move.index, 1);
      if (move.kind == MoveKind::kSend)
        send({.vc = move.index});
      return Wrong::kNothing;
    case MoveKind::kSendCc:
      send(cc_update());
      return Wrong::kNothing;
    case MoveKind::kReplay:
      replay();
      return Wrong::kNothing;
    case MoveKind::kSendInit:
      send_set(forward_, tx_.take_init());
      return Wrong::kNothing;
    case MoveKind::kSendAck:
      send_set(back_, rx_.take_ack());
      return Wrong::kNothing;
    case MoveKind::kSendNack:
      send_set(back_, rx_.take_nack());
      return Wrong::kNothing;
    case MoveKind::kSendEcho:
      send_set(back_, rx_.take_echo());
      return Wrong::kNothing;
    case MoveKind::kSendCf:
      back_.push({.kind = ItemKind::kCfUpdate, .cf = receiver_.take_cf_update()});
      return Wrong::kNothing;
    case MoveKind::kTimer:
      tx_.replay_timer_expired(kNow);
      return Wrong::kNothing;
    case MoveKind::kFlush:
      tx_.pcs_down(kNow);
      tx_.flush_timer_expired();
      tx_.pcs_up();
      return Wrong::kNothing;
    case MoveKind::kReInit:
      tx_.re_init();
      return Wrong::kNothing;
    case MoveKind::kLeave:
      --counted_[move.index];
      receiver_.freed(move.index, 1);
      return Wrong::kNothing;
    case MoveKind::kLeaveUncounted:
      --uncounted_[move.index];
      return Wrong::kNothing;
    case MoveKind::kSoftware:
      procedure_.step(sender_, receiver_);
      return Wrong::kNothing;
    default:
      return act_on_wires(move);
  }
}

Wrong Link::act_on_wires(Move move) {
  const bool is_back = move.kind >= MoveKind::kBackArrives;
  Wire& wire = is_back ? back_ : forward_;
  Item item = wire.head();
  if (move.kind != MoveKind::kArrivesTwice && move.kind != MoveKind::kBackArrivesTwice)
    wire.pop();
  switch (move.kind) {
    case MoveKind::kArrives:
    case MoveKind::kArrivesTwice:
      return arrive(item, Fcs::kGood);
    case MoveKind::kArrivesDamaged:
      item.seq = move.index;
      return arrive(item, Fcs::kBad);
    case MoveKind::kArrivesWrong:
      item.seq = move.index;
      return arrive(item, Fcs::kGood);
    case MoveKind::kBackArrivesWrong:
      item.set.seq = move.index;
      return arrive_back(item);
    case MoveKind::kBackArrives:
    case MoveKind::kBackArrivesTwice:
      return arrive_back(item);
    default:
      return Wrong::kNothing;
  }
}

Wrong Link::play(Move move) {
  tx_.acknowledge_flush();
  try {
    const Wrong wrong = act(move);
    if (tx_.state().flushed)
      flushed();
    else
      forget_passed();
    return wrong == Wrong::kNothing ? judge_channels() : wrong;
  } catch (const InvariantBroken&) {
    return Wrong::kInvariant;
  }
}

}  // namespace weir::link_search

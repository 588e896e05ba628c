// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A move in words.

#include "tb/tests/link_search/link.h"

namespace weir::link_search {
namespace {

std::string number(std::uint32_t value) { return std::to_string(value); }

std::string text_of(const frame::OrderedSet& set) {
  switch (set.type) {
    case frame::OrderedSetType::kLlrAck:
      return "ACK " + number(set.seq);
    case frame::OrderedSetType::kLlrNack:
      return "NACK " + number(set.seq);
    case frame::OrderedSetType::kLlrInit:
      return "INIT " + number(set.seq) + ", data " + number(set.init_data);
    case frame::OrderedSetType::kLlrInitEcho:
      return "INIT_ECHO " + number(set.seq) + ", data " + number(set.init_data);
    default:
      return "";
  }
}

std::string text_of(const Item& item, std::size_t channels) {
  if (item.kind == ItemKind::kSet)
    return text_of(item.set);
  std::string text;
  if (item.kind == ItemKind::kCfUpdate) {
    text = "CF_Update";
    for (std::size_t n = 0; n < channels; ++n)
      text += " vc" + number(item.cf.entries[n].vc) + " " + number(item.cf.entries[n].freed);
    return text;
  }
  text = item.cargo.is_cc_update ? "CC_Update" : "frame";
  for (std::size_t vc = 0; item.cargo.is_cc_update && vc < channels; ++vc)
    text += " " + number(item.cargo.consumed[vc]);
  if (!item.cargo.is_cc_update && channels > 1)
    text += " of vc" + number(item.cargo.vc);
  return item.kind == ItemKind::kEligible ? text + " (seq " + number(item.seq) + ")" : text;
}

}  // namespace

std::string Link::text(Move move) const {
  const bool is_back = move.kind >= MoveKind::kBackArrives;
  const auto head = [&] { return text_of((is_back ? back_ : forward_).head(), setup_.channels); };
  const std::string vc = setup_.channels > 1 ? " of vc" + number(move.index) : "";
  switch (move.kind) {
    case MoveKind::kSend:
      return "a new frame" + vc + " is sent" + (setup_.has_llr ? ", seq " + number(tx_.state().tx_seq) : "");
    case MoveKind::kDiscard:
      return "a frame" + vc + " is discarded";
    case MoveKind::kSendCc:
      return "a CC_Update is sent, S_CC = " + number(sender_.channel(0).consumed);
    case MoveKind::kReplay:
      return "seq " + number(tx_.state().replay_seq) + " is replayed";
    case MoveKind::kSendInit:
      return "an INIT is sent";
    case MoveKind::kSendAck:
      return "an ACK is sent";
    case MoveKind::kSendNack:
      return "a NACK is sent";
    case MoveKind::kSendEcho:
      return "an INIT_ECHO is sent";
    case MoveKind::kSendCf:
      return "a CF_Update is sent, R_CF = " + number(receiver_.channel(0).freed);
    case MoveKind::kTimer:
      return "the replay timer expires";
    case MoveKind::kFlush:
      return "PCS was down too long: FLUSH";
    case MoveKind::kReInit:
      return "management leaves FLUSH";
    case MoveKind::kLeave:
    case MoveKind::kLeaveUncounted:
      return "a frame" + vc + " leaves the buffer";
    case MoveKind::kSoftware:
      return std::string("software: ") + ue_cbfc::text(procedure_.next());
    case MoveKind::kArrives:
    case MoveKind::kBackArrives:
      return head() + " arrives";
    case MoveKind::kArrivesDamaged:
      return head() + " arrives damaged" + (move.index != forward_.head().seq ? ", as seq " + number(move.index) : "");
    case MoveKind::kArrivesWrong:
    case MoveKind::kBackArrivesWrong:
      return head() + " arrives as seq " + number(move.index);
    case MoveKind::kArrivesTwice:
    case MoveKind::kBackArrivesTwice:
      return head() + " arrives, and will once more";
    case MoveKind::kIsLost:
    case MoveKind::kBackIsLost:
      return head() + " is lost";
  }
  return "";
}

}  // namespace weir::link_search

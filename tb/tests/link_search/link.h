// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A link that the search plays: the sender of one direction with its LlrTx and UeCreditSender, the receiver with its
// LlrRx and UeCreditReceiver, and both directions of wire. Frames of the other direction have their own four objects,
// which share nothing with these but the wires' time; as any item may be delayed at any time, one direction of frames
// is enough.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/tests/link_search/link_truth.h"
#include "tb/tests/link_search/setup.h"

namespace weir::link_search {

class Link : public LinkTruth {
 public:
  explicit Link(const Setup& setup);

  void moves(std::vector<Move>& out) const;
  Wrong play(Move move);

  // Once nothing is lost or sent any more: all has come home; else what happens next, where items arrive as soon as
  // they can and a timer expires only when nothing else is left to do. False: nothing.
  bool is_home() const;
  bool next_at_rest(Move& move) const;

  std::string text(Move move) const;

 private:
  bool room() const { return forward_.size() < setup_.forward; }
  bool room_back() const { return back_.size() < setup_.back; }
  llr::Admission offered(std::size_t vc) const;
  bool may_send(std::size_t vc) const;
  bool may_send_cc() const;
  bool may_step() const;
  bool is_silent() const;
  bool has_news_for_sender() const;
  std::size_t kinds_of_frames() const { return setup_.channels == 0 ? 1 : setup_.channels; }
  void moves_of_sender(std::vector<Move>& out) const;
  void moves_of_receiver(std::vector<Move>& out) const;
  void moves_of_wires(std::vector<Move>& out) const;

  Wrong act(Move move);
  Wrong act_on_wires(Move move);
  void send(Cargo cargo);
  void send_set(Wire& wire, const frame::OrderedSet& set) { wire.push({.kind = ItemKind::kSet, .set = set}); }
  void replay();
  Cargo cc_update();
  Wrong arrive(const Item& item, llr::Fcs fcs);
  Wrong take(const Cargo& cargo);
  Wrong arrive_back(const Item& item);
};

}  // namespace weir::link_search

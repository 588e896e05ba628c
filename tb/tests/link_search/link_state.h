// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The state of a link as bytes, and back. Left out is what no rule reads: counters, watermarks, and the flag by which
// replays are counted. The time is always 0, so a timer that runs is due at one and the same time.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/mechanisms/llr/llr_rx.h"
#include "hw_model/mechanisms/llr/llr_tx.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_receiver.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_sender.h"
#include "hw_model/mechanisms/ue_cbfc/vc_procedure.h"
#include "tb/tests/link_search/packed_bits.h"
#include "tb/tests/link_search/setup.h"
#include "tb/tests/link_search/wire.h"

namespace weir::link_search {

class LinkState {
 public:
  using Tx = llr::LlrTx<Cargo>;

  explicit LinkState(const Setup& setup)
      : setup_(setup), tx_(setup.llr), rx_(setup.llr), sender_(setup.credits), receiver_(setup.credits) {}

  void save(PackedBits& out) const {
    out.clear();
    if (setup_.has_llr) {
      save_tx(out);
      save_rx(out);
    }
    for (std::size_t vc = 0; vc < setup_.channels; ++vc)
      save_channel(out, vc);
    if (setup_.channels != 0)
      out.put(receiver_.next_vc(), 5);
    if (setup_.software != Software::kNothing)
      out.put(procedure_.at(), kStepBits);
    for (const Wire* wire : {&forward_, &back_}) {
      out.put(wire->size(), kWireBits);
      for (std::size_t n = 0; n < wire->size(); ++n)
        save_item(out, wire->at(n));
    }
  }
  void load(std::span<const std::uint8_t> bytes) {
    PackedSource in(bytes);
    if (setup_.has_llr) {
      load_tx(in);
      load_rx(in);
    }
    for (std::size_t vc = 0; vc < setup_.channels; ++vc)
      load_channel(in, vc);
    if (setup_.channels != 0)
      receiver_.restore_turn(in.get(5));
    if (setup_.software != Software::kNothing)
      procedure_.restore(in.get(kStepBits));
    for (Wire* wire : {&forward_, &back_}) {
      wire->clear();
      for (unsigned left = in.get(kWireBits); left > 0; --left)
        wire->push(load_item(in));
    }
  }

 protected:
  static constexpr Time kNow{0};

  void save_tx(PackedBits& out) const {
    const llr::LlrTxState& tx = tx_.state();
    out.put(static_cast<unsigned>(tx.state), 3);
    for (const bool bit : {tx.replay_timer != kNever, tx.timer_expired, tx.replay_begun})
      out.put(bit ? 1 : 0, 1);
    for (const std::uint32_t number : {tx.tx_seq, tx.acked_seq, tx.replay_seq})
      out.put(number, setup_.llr.seq_bits);
    out.put(tx.replay_ct, setup_.llr.replay_count_bits);
    out.put(tx.init_data, setup_.llr.init_data_bits);
    out.put(static_cast<unsigned>(next_place_), kPlaceBits);
    out.put(static_cast<unsigned>(may_pass_), kPlaceBits);
    out.put(tx_.buffer().size(), kPlaceBits);
    for (std::size_t n = 0; n < tx_.buffer().size(); ++n)
      save_cargo(out, tx_.buffer().at(n).frame);
  }
  void load_tx(PackedSource& in) {
    llr::LlrTxState tx;
    tx.state = static_cast<llr::TxState>(in.get(3));
    tx.replay_timer = in.get(1) != 0 ? kNow + setup_.llr.replay_timer_max : kNever;
    tx.timer_expired = in.get(1) != 0;
    tx.replay_begun = in.get(1) != 0;
    for (std::uint32_t* number : {&tx.tx_seq, &tx.acked_seq, &tx.replay_seq})
      *number = in.get(setup_.llr.seq_bits);
    tx.replay_ct = in.get(setup_.llr.replay_count_bits);
    tx.init_data = in.get(setup_.llr.init_data_bits);
    next_place_ = static_cast<int>(in.get(kPlaceBits));
    may_pass_ = static_cast<int>(in.get(kPlaceBits));
    slots_.clear();
    for (unsigned left = in.get(kPlaceBits); left > 0; --left)
      slots_.push_back({load_cargo(in), false, kLength, kNow});
    tx_.restore(tx, slots_);
  }
  void save_rx(PackedBits& out) const {
    const llr::LlrRxState& rx = rx_.state();
    out.put(static_cast<unsigned>(rx.state), 2);
    out.put(rx.echo_due ? 1 : 0, 1);
    out.put(rx.news ? 1 : 0, 1);
    out.put(rx.next_rx_seq, setup_.llr.seq_bits);
    out.put(rx.echo_seq, setup_.llr.seq_bits);
    out.put(rx.echo_data, setup_.llr.init_data_bits);
  }
  void load_rx(PackedSource& in) {
    llr::LlrRxState rx;
    rx.state = static_cast<llr::RxState>(in.get(2));
    rx.echo_due = in.get(1) != 0;
    rx.news = in.get(1) != 0;
    rx.next_rx_seq = in.get(setup_.llr.seq_bits);
    rx.echo_seq = in.get(setup_.llr.seq_bits);
    rx.echo_data = in.get(setup_.llr.init_data_bits);
    rx_.restore(rx);
  }

  void save_channel(PackedBits& out, std::size_t vc) const {
    const ue_cbfc::SenderChannel& s = sender_.channel(vc);
    const ue_cbfc::ReceiverChannel& r = receiver_.channel(vc);
    for (const bool bit : {s.enabled, s.dequeue, r.enabled, r.news})
      out.put(bit ? 1 : 0, 1);
    out.put(s.limit, kBufferBits);
    for (const std::uint32_t number : {s.consumed, s.freed, s.used, r.consumed, r.freed})
      out.put(number, setup_.credits.counter_bits);
    out.put(counted_[vc], kBufferBits);
    out.put(uncounted_[vc], kBufferBits);
  }
  void load_channel(PackedSource& in, std::size_t vc) {
    ue_cbfc::SenderChannel s;
    ue_cbfc::ReceiverChannel r;
    for (bool* bit : {&s.enabled, &s.dequeue, &r.enabled, &r.news})
      *bit = in.get(1) != 0;
    s.limit = in.get(kBufferBits);
    s.pool = sender_.channel(vc).pool;
    for (std::uint32_t* number : {&s.consumed, &s.freed, &s.used, &r.consumed, &r.freed})
      *number = in.get(setup_.credits.counter_bits);
    sender_.restore(vc, s);
    receiver_.restore(vc, r);
    counted_[vc] = static_cast<std::uint8_t>(in.get(kBufferBits));
    uncounted_[vc] = static_cast<std::uint8_t>(in.get(kBufferBits));
  }

  void save_cargo(PackedBits& out, const Cargo& cargo) const {
    out.put(static_cast<unsigned>(cargo.place + 1), kPlaceBits);
    if (setup_.channels == 0)
      return;
    out.put(cargo.is_cc_update ? 1 : 0, 1);
    out.put(cargo.vc, 1);
    for (std::size_t vc = 0; cargo.is_cc_update && vc < setup_.channels; ++vc)
      out.put(cargo.consumed[vc], setup_.credits.counter_bits);
  }
  Cargo load_cargo(PackedSource& in) const {
    Cargo cargo{.place = static_cast<std::int8_t>(static_cast<int>(in.get(kPlaceBits)) - 1)};
    if (setup_.channels == 0)
      return cargo;
    cargo.is_cc_update = in.get(1) != 0;
    cargo.vc = static_cast<std::uint8_t>(in.get(1));
    for (std::size_t vc = 0; cargo.is_cc_update && vc < setup_.channels; ++vc)
      cargo.consumed[vc] = static_cast<std::uint8_t>(in.get(setup_.credits.counter_bits));
    return cargo;
  }
  void save_item(PackedBits& out, const Item& item) const {
    out.put(static_cast<unsigned>(item.kind), 2);
    if (item.is_frame()) {
      out.put(item.seq, setup_.llr.seq_bits);
      save_cargo(out, item.cargo);
    } else if (item.kind == ItemKind::kSet) {
      out.put(static_cast<unsigned>(item.set.type), 3);
      out.put(item.set.seq, setup_.llr.seq_bits);
      out.put(item.set.init_data, setup_.llr.init_data_bits);
    } else {
      for (const ue_cbfc::CfUpdate::Entry& entry : item.cf.entries) {
        out.put(entry.vc, 1);
        out.put(entry.freed, setup_.credits.cf_update_bits);
      }
    }
  }
  Item load_item(PackedSource& in) const {
    Item item;
    item.kind = static_cast<ItemKind>(in.get(2));
    if (item.is_frame()) {
      item.seq = in.get(setup_.llr.seq_bits);
      item.cargo = load_cargo(in);
    } else if (item.kind == ItemKind::kSet) {
      item.set.type = static_cast<frame::OrderedSetType>(in.get(3));
      item.set.seq = in.get(setup_.llr.seq_bits);
      item.set.init_data = in.get(setup_.llr.init_data_bits);
    } else {
      for (ue_cbfc::CfUpdate::Entry& entry : item.cf.entries) {
        entry.vc = static_cast<std::uint8_t>(in.get(1));
        entry.freed = in.get(setup_.credits.cf_update_bits);
      }
    }
    return item;
  }

  static constexpr unsigned kStepBits = 4;
  static constexpr unsigned kWireBits = 3;
  static constexpr unsigned kPlaceBits = 6;
  static constexpr unsigned kBufferBits = 3;
  static constexpr Bytes kLength{64};  // of every frame: one credit

  Setup setup_;
  Tx tx_;
  llr::LlrRx rx_;
  ue_cbfc::UeCreditSender sender_;
  ue_cbfc::UeCreditReceiver receiver_;
  ue_cbfc::VcProcedure procedure_;
  Wire forward_;
  Wire back_;
  int next_place_ = 0;  // of the next new eligible frame
  int may_pass_ = 0;    // frames before this place may be passed over: a flush has discarded them
  std::array<std::uint8_t, kMostChannels> counted_{};    // frames in the receiver's buffer, of each channel
  std::array<std::uint8_t, kMostChannels> uncounted_{};  // likewise, that came while the receiver did not count
  std::vector<Tx::Slot> slots_;
};

}  // namespace weir::link_search

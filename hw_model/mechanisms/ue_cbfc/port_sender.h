// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The sending side of a port's credits: the model (ue_cbfc_sender.h) with the timer of CC_Updates, and beside it the
// clocked block if the port has one. Then the block decides which frame may leave and when a CC_Update is due, and
// writes it; counts that software reads are the model's.
//
// Each event at the port is a cycle of the block, a CF_Update two, and so is each microsecond. Of the cycles between
// two events at different times one is played. A frame is given to the block where its credits count, at its last bit,
// and leaves by what held at its first: should software have lowered a limit since, the cycle has the widest settings.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "hw_model/base/units.h"
#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/cycle_models/ue_cbfc_sender_cycle.h"
#include "hw_model/mechanisms/ue_cbfc/clocked_side.h"
#include "hw_model/mechanisms/ue_cbfc/credit_messages.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_sender.h"
#include "hw_model/mechanisms/ue_cbfc/vc_procedure.h"

namespace weir::ue_cbfc {

using SenderBlock = reference::ClockedBlock<reference::UeCbfcSenderConfig, reference::UeCbfcSenderInputs,
                                            reference::UeCbfcSenderOutputs>;

// The widths that a port with these settings asks of its block.
reference::UeCbfcSenderConfig sender_widths(const UeCbfcConfig& config, Bytes max_frame);

class PortSender : private ClockedSide<PortSender, SenderBlock> {
 public:
  explicit PortSender(const UeCbfcConfig& config) : model_(config) {}

  // At time 0, while no channel is enabled. Null: the model alone.
  void clock(std::unique_ptr<SenderBlock> block);

  const UeCreditSender& model() const { return model_; }

  // As in UeCreditSender; `now` never falls.
  bool may_send(std::size_t vc, std::uint32_t credits, Time now) {
    return block_ == nullptr ? model_.may_send(vc, credits) : may_send_clocked(vc, credits, now);
  }
  void sent(std::size_t vc, std::uint32_t credits, Time now) {
    if (block_ == nullptr)
      return model_.sent(vc, credits);
    sent_clocked(vc, credits, now);
  }
  void cf_update(const CfUpdate& update, Time now) {
    if (block_ == nullptr)
      return model_.cf_update(update);
    cf_update_clocked(update, now);
  }

  // CC_Updates: when the timer ends, and which are due, a bit for each sixteen channels.
  Time next_cc() const { return next_cc_; }
  std::uint8_t cc_due() const { return block_ == nullptr ? due_ : idle_.cc_due; }
  // At time 0.
  void start_timer() { next_cc_ = model_.config().cc_message_timer; }
  // At next_cc(). Those of sixteen channels of which one is enabled are due.
  void timer_ended(Time now);
  // What is due does not leave.
  void drop_cc_updates(Time now);
  // The first that is due leaves.
  CcUpdate take_cc_update(Time now);

  // Software's steps.
  void set_enabled(std::size_t vc, bool on, Time now) {
    write(now, vc, false, [&] { model_.set_enabled(vc, on); });
  }
  void clear(std::size_t vc, Time now) {
    write(now, vc, true, [&] { model_.clear(vc); });
  }
  void take_step(VcStep step, std::size_t vc, std::uint32_t limit, Time now) {
    write(now, vc, step == VcStep::kClearSender, [&] { ue_cbfc::take_step(step, vc, limit, model_); });
  }
  // In the memory of settings, and at the gate of a channel's queue, both beside the block.
  void set_dequeue(std::size_t vc, bool on) { model_.set_dequeue(vc, on); }
  void set_enqueue(std::size_t vc, bool on) { model_.set_enqueue(vc, on); }
  void set_limit(std::size_t vc, std::uint32_t limit) { model_.set_limit(vc, limit); }
  void set_pool_share(std::size_t vc, const PoolShareConfig& share) { model_.set_pool_share(vc, share); }
  void reconfigure(const UeCbfcConfig& config) { model_.reconfigure(config); }
  void clear_counters() { model_.clear_counters(); }

 private:
  friend ClockedSide;

  // Software writes a channel.
  template <class Write>
  void write(Time now, std::size_t vc, bool clears, Write does) {
    if (block_ == nullptr)
      return does();
    begin(now, vc);
    Inputs in = shown({.set = true, .set_clear = clears}, vc);
    does();
    in.set_enable = model_.channel(vc).enabled;
    play(in);
  }
  bool may_send_clocked(std::size_t vc, std::uint32_t credits, Time now);
  void sent_clocked(std::size_t vc, std::uint32_t credits, Time now);
  void cf_update_clocked(const CfUpdate& update, Time now);
  void begin(Time now, std::size_t vc);
  Inputs shown(Inputs in, std::size_t vc) const;
  Outputs registers(std::size_t vc) const;

  UeCreditSender model_;
  Time next_cc_;
  std::uint8_t due_ = 0;
  std::int64_t ticks_ = 0;  // microseconds that have been played
};

}  // namespace weir::ue_cbfc

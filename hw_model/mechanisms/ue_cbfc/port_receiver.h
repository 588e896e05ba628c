// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The receiving side of a port's credits: the model (ue_cbfc_receiver.h), and beside it the clocked block if the port
// has one. Then the block decides which frames count, when a CF_Update is due, and what it says; counts that software
// reads are the model's.
//
// Each event at the port is a cycle of the block, a CC_Update sixteen, and its answer stands at once. Of the cycles
// between two events at different times one is played.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "hw_model/base/units.h"
#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/cycle_models/ue_cbfc_receiver_cycle.h"
#include "hw_model/mechanisms/ue_cbfc/clocked_side.h"
#include "hw_model/mechanisms/ue_cbfc/credit_messages.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_receiver.h"

namespace weir::ue_cbfc {

using ReceiverBlock = reference::ClockedBlock<reference::UeCbfcReceiverConfig, reference::UeCbfcReceiverInputs,
                                              reference::UeCbfcReceiverOutputs>;

// The widths that a port with these settings asks of its block.
reference::UeCbfcReceiverConfig receiver_widths(const UeCbfcConfig& config, Bytes max_frame);

class PortReceiver : private ClockedSide<PortReceiver, ReceiverBlock> {
 public:
  explicit PortReceiver(const UeCbfcConfig& config) : model_(config) {}

  // Before the run. Null: the model alone.
  void clock(std::unique_ptr<ReceiverBlock> block);

  const UeCreditReceiver& model() const { return model_; }

  // As in UeCreditReceiver; `now` never falls.
  bool accepted(std::size_t vc, std::uint32_t credits, Time now) {
    return block_ == nullptr ? model_.accepted(vc, credits) : accepted_clocked(vc, credits, now);
  }
  void freed(std::size_t vc, std::uint32_t credits, Time now) {
    act(now, freed_inputs(vc, credits), vc, [&] { model_.freed(vc, credits); });
  }
  void cc_update(const CcUpdate& update, Time now) {
    if (block_ == nullptr)
      return model_.cc_update(update);
    cc_update_clocked(update, now);
  }
  bool in_use() const { return block_ == nullptr ? model_.in_use() : idle_.cf_in_use; }
  bool has_news() const { return block_ == nullptr ? model_.has_news() : idle_.cf_news; }
  CfUpdate take_cf_update(Time now) { return block_ == nullptr ? model_.take_cf_update() : take_clocked(now); }

  void set_enabled(std::size_t vc, bool on, Time now) {
    act(now, set_inputs(vc, on, false), vc, [&] { model_.set_enabled(vc, on); });
  }
  void clear(std::size_t vc, Time now) {
    act(now, set_inputs(vc, model_.channel(vc).enabled, true), vc, [&] { model_.clear(vc); });
  }
  void reconfigure(const UeCbfcConfig& config) { model_.reconfigure(config); }
  void clear_counters() { model_.clear_counters(); }

 private:
  friend ClockedSide;

  static Inputs freed_inputs(std::size_t vc, std::uint32_t credits);
  static Inputs set_inputs(std::size_t vc, bool on, bool clears);

  // An event of the model about a channel, and the inputs of its cycle.
  template <class Event>
  void act(Time now, const Inputs& in, std::size_t vc, Event event) {
    if (block_ == nullptr)
      return event();
    begin(now, vc);
    event();
    play(shown(in, vc));
  }
  bool accepted_clocked(std::size_t vc, std::uint32_t credits, Time now);
  void cc_update_clocked(const CcUpdate& update, Time now);
  CfUpdate take_clocked(Time now);
  Inputs shown(Inputs in, std::size_t vc) const;
  Outputs registers(std::size_t vc) const;

  UeCreditReceiver model_;
};

}  // namespace weir::ue_cbfc

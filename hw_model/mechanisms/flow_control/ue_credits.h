// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Credits of Ultra Ethernet in a port: each lossless class sends by the credits of its channel. CF_Updates leave as
// ordered sets, CC_Updates as MAC control frames. Counts and messages: mechanisms/ue_cbfc.
//
// Order of operations, sending side: a packet may start while its credits and those in use are within the limit; its
// last bit raises S_CC and S_CU, before the port's next choice. A CF_Update takes effect t_r after its arrival.
// Receiving side: admission raises R_CC, release R_CF. A CC_Update counts at its place among the frames: after all
// frames that arrived before it have been admitted or dropped, and before the next. So t_r does not delay it.
// Both ends are enabled from the start, with what the receiver offers as limit. A reset of the switch leaves the
// counts, which are of the MAC: released packets and the next CC_Update bring credits home.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/mechanisms/flow_control/set_side.h"
#include "hw_model/mechanisms/ue_cbfc/port_receiver.h"
#include "hw_model/mechanisms/ue_cbfc/port_sender.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_registers.h"
#include "hw_model/mechanisms/ue_cbfc/vc_procedure.h"

namespace weir::flow_control {

class UeCredits final : public FlowControl, private ArrivalListener, private FrameOrder, public SetSide {
 public:
  explicit UeCredits(const PortContext& context);

  static ledger::Block declare(const PortContext& context);
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;
  void check(const PortContext& settings) const override;
  void reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) override;

  void meet(const FlowControl& peer) override;
  bool numbered() const override { return config().ue_cbfc.credits.cc_update_eligible; }
  void start(Time now) override;

  void packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_released(ClassId c, Bytes length, Bytes depth, Time now) override;
  void feedback_timer(ClassId timer, Time now) override;
  std::size_t build_feedback(std::span<std::uint8_t> bytes, Time now) override;

  void feedback_received(std::span<const std::uint8_t>, Time) override {}  // counted at its place, see frame_comes
  void pause_expiry(ClassId timer, Time now) override;
  Time sendable_at(ClassId c, Bytes length, Time now) override;
  void packet_sent(ClassId c, Bytes length, Time start, Time end) override;
  bool counts_discarded() const override { return !config().ue_cbfc.credits.discard_before_credit; }

  bool wants_cf_update() const override { return receiver_.has_news() || (cf_overdue_ && receiver_.in_use()); }
  frame::OrderedSetBytes take_cf_update(Time now) override;
  void cf_update_arrived(const frame::OrderedSetBytes& bytes, Time now) override;

  // The peer stays held if the credits of what is stuck leave too few for its head packet.
  HoldsAt holds_peer(ClassId c) const override;
  ClassMask counted_with(ClassId c) const override;
  Bytes occupies(Bytes length, Bytes counted) const override;
  std::uint64_t receiver_state(ClassId c) const override;  // credits in the buffer
  Probe receiver_probe() const override { return {.name = "receiver_credits_held", .unit = "credits"}; }
  std::uint64_t sender_state(ClassId c) const override { return sender().channel(channel_of(c)).used; }
  Probe sender_probe() const override { return {.name = "sender_credits_used", .unit = "credits"}; }
  Bytes first_threshold() const override;

  // Management, and what a tester in the place of this port would do: whether the sending side says CC_Updates, each at
  // the end of its timer, and whether the receiving side heeds those that arrive. The four counters of messages to 0.
  void say_cc_updates(bool on, Time now);
  void heed_cc_updates(bool on) { heeds_cc_ = on; }
  void clear_counters();

  // Software sets a channel up or removes it, by the steps of vc_procedure.h; those of this end are taken here, but
  // VcStep::kAwait*. The queue takes frames of the class (`on`), or the switch drops them before.
  void take_step(ClassId c, ue_cbfc::VcStep step, std::uint32_t limit, Time now);
  void set_enqueue(ClassId c, bool on);
  // Of the receiving end: whether its VIQ must lose nothing. Before the first packet without a channel.
  void set_guarded(ClassId c, bool on);

  const ue_cbfc::UeCreditSender& sender() const { return sender_.model(); }
  const ue_cbfc::UeCreditReceiver& receiver() const { return receiver_.model(); }
  std::size_t channel_of(ClassId c) const { return channels_[c.index()]; }

 private:
  struct WaitingSet {
    Time effect;
    ue_cbfc::CfUpdate update;
  };
  struct WaitingCount {
    Time arrival;
    Time place;  // by then all frames that came before have been admitted or dropped
    ue_cbfc::CcUpdate update;
  };

  void feedback_arrived(std::span<const std::uint8_t> bytes, Time now) override;
  void frame_comes(Time arrival, Time now) override;
  void offer(const UeCreditsConfig& by, ClassMask lossless);
  void await_place();
  void count_first(Time now);
  void set_controls(const ue_cbfc::VcControls& wanted, Time now);
  void hear(const ue_cbfc::CfUpdate& update, Time now);
  void watch_silence(Time now);
  void silent(Time now);
  std::uint32_t credits(Bytes length) const { return sender().config().credits(length); }

  ue_cbfc::PortSender sender_;
  ue_cbfc::PortReceiver receiver_;
  PerClass<std::uint8_t> channels_;
  PerClass<std::uint32_t> uncounted_{};  // credits of packets in the buffer that came while the receiver was disabled

  bool says_cc_ = true;
  bool heeds_cc_ = true;
  bool cf_overdue_ = false;          // cf_max_spacing has passed since the last CF_Update
  bool cf_watched_ = false;          // a timer waits for that
  Time cf_last_;                     // when it left
  std::vector<WaitingSet> heard_;    // CF_Updates that wait for t_r
  std::vector<WaitingCount> waits_;  // CC_Updates that wait for their place
  bool placed_ = false;              // a timer waits for the place of one
};

}  // namespace weir::flow_control

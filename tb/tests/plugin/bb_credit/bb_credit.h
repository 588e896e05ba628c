// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Buffer-to-buffer credits of Fibre Channel (FC-FS), for each lossless class as for a virtual
// channel. A credit is a buffer for one frame, of whatever length. A receiver grants `credits` at login; a frame that
// leaves its buffer gives one back by an R_RDY. With `sc_n`, both ends also say after every 2^sc_n frames, and after
// every 2^sc_n R_RDYs, that so many have passed (BB_SCs, BB_SCr), by which the other end finds out what was lost.
//
// Order of operations, sending side: a packet may start while BB_Credit_CNT is below the credits of the peer; its last
// bit raises the count. R_RDYs lower it t_r after their arrival, BB_SCr after those of the same message. Receiving
// side: release gives an R_RDY. BB_SCs counts at its place among the frames: after all that arrived before it have been
// admitted or dropped. Latency: none of its own; t_r and the wait for the port are the port's.

#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "hw_model/ledger/block.h"
#include "hw_model/ledger/setting.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"

namespace weir::flow_control {

struct BbCreditConfig {
  std::uint32_t credits = 8;  // BB_Credit
  unsigned sc_n = 0;          // BB_SC_N; 0: lost credits do not come back
};

// BB_Credit and BB_SC_N of the login have 16 and 4 bits.
inline constexpr unsigned kBbCreditBits = 16;
inline constexpr unsigned kBbScNBits = 4;
inline constexpr std::int64_t kMostBbCredits = (1 << kBbCreditBits) - 1;
inline constexpr std::int64_t kMostBbScN = (1 << kBbScNBits) - 1;

const ledger::SettingsOf<BbCreditConfig>& bb_credit_settings();  // bb_credit_settings.cpp
ledger::SettingsOf<FlowControlConfig> kept_bb_credit_settings();
BbCreditConfig bb_credit_of(const FlowControlConfig& config);
void set_bb_credit(const BbCreditConfig& own, FlowControlConfig& config);

// The message: the primitives of all classes that are due. A BB_SCr comes after the R_RDYs of its class.
struct BbMessage {
  ClassMask scs = 0;
  ClassMask scr = 0;
  PerClass<std::uint16_t> r_rdys{};
};

// As those of hw_model/frame: 60, or 0 if `bytes` is shorter; nothing for bytes that are no such message.
std::size_t write_bb_message(std::span<std::uint8_t> bytes, frame::MacAddress source, const BbMessage& message);
std::optional<BbMessage> read_bb_message(std::span<const std::uint8_t> bytes);
inline constexpr std::uint8_t kBbSubtype = 0x40;  // of 0x88B5

class BbCredit final : public FlowControl, private ArrivalListener, private FrameOrder {
 public:
  explicit BbCredit(const PortContext& context);

  static ledger::Block declare(const PortContext& context);
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;

  void meet(const FlowControl& peer) override;
  void packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_released(ClassId c, Bytes length, Bytes depth, Time now) override;
  std::size_t build_feedback(std::span<std::uint8_t> bytes, Time now) override;
  void feedback_timer(ClassId timer, Time now) override;

  void feedback_received(std::span<const std::uint8_t> bytes, Time now) override;
  Time sendable_at(ClassId c, Bytes, Time now) override { return !lossless(c) || available(c) > 0 ? now : kNever; }
  void packet_sent(ClassId c, Bytes length, Time start, Time end) override;

  // The peer stays held if what is stuck has all the buffers. Every frame counts as one byte.
  HoldsAt holds_peer(ClassId c) const override;
  Bytes occupies(Bytes, Bytes) const override { return kOneFrame; }
  std::uint64_t receiver_state(ClassId c) const override { return receivers_[c.index()].in_buffer; }
  Probe receiver_probe() const override { return {.name = "receiver_frames", .unit = "frames"}; }
  std::uint64_t sender_state(ClassId c) const override { return available(c); }
  Probe sender_probe() const override { return {.name = "sender_credits", .unit = "frames"}; }
  Bytes first_threshold() const override { return std::int64_t{bb_credit_of(config()).credits} * context().max_frame; }

 private:
  static constexpr Bytes kOneFrame{1};

  struct Sender {
    std::uint32_t unanswered = 0;  // BB_Credit_CNT
    std::uint32_t frames = 0;      // sent since the last BB_SCs
    std::uint32_t rdy_n = 0;       // BB_RDY_N: R_RDYs heard since the last BB_SCr
    std::uint64_t recovered = 0;   // R_RDYs that were lost
  };
  struct Receiver {
    std::uint32_t in_buffer = 0;
    std::uint32_t owed = 0;       // R_RDYs
    std::uint32_t frm_n = 0;      // BB_FRM_N: frames that came since the last BB_SCs
    std::uint32_t rdys = 0;       // R_RDYs sent since the last BB_SCr
    std::uint64_t said = 0;       // R_RDYs, all
    std::uint64_t recovered = 0;  // of these for frames that were lost
  };
  struct Waiting {
    Time arrival;
    Time place;  // by then all frames that came before have been admitted or dropped
    ClassMask scs = 0;
  };

  std::uint32_t available(ClassId c) const { return granted_ - std::min(granted_, senders_[c.index()].unanswered); }
  bool recovers() const { return sc_n_ > 0; }
  std::uint32_t modulo(std::uint32_t count) const { return count & ((1U << sc_n_) - 1); }
  std::uint16_t take_r_rdys(ClassId c);
  bool news() const;

  void feedback_arrived(std::span<const std::uint8_t> bytes, Time now) override;
  void frame_comes(Time arrival, Time now) override;
  void await_place();
  void count_first(Time now);

  std::uint32_t granted_;  // BB_Credit of the peer
  unsigned sc_n_;          // of both ends
  PerClass<Sender> senders_{};
  PerClass<Receiver> receivers_{};
  ClassMask scs_due_ = 0;
  std::vector<Waiting> waits_;  // BB_SCs that wait for their place
  bool placed_ = false;         // a timer waits for the place of one
};

}  // namespace weir::flow_control

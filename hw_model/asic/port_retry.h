// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Link-level retry at one port: the transmitter and the receiver of mechanisms/llr between the port's frames, its
// ordered sets and its timers. docs/reference/llr.md.
//
// Frames that are kept are copies; what the link carries is the frame itself. For the books of the bench the port
// remembers which frames it has given up: of the frames of one initialisation the other end accepts the first ones, in
// order, and the rest is lost.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/asic/retry_listener.h"
#include "hw_model/base/amount.h"
#include "hw_model/base/scheduler.h"
#include "hw_model/datapath/egress/egress.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "hw_model/datapath/link/link_retry.h"
#include "hw_model/datapath/link/ordered_sets.h"
#include "hw_model/datapath/port/port.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/llr/llr_config.h"
#include "hw_model/mechanisms/llr/port_rx.h"
#include "hw_model/mechanisms/llr/port_tx.h"
#include "hw_model/reference/factories.h"

namespace weir::asic {

class PortRetry final : public link::LinkRetry, private link::SetSource, private link::SetSink {
 public:
  // What makes the blocks that are clocked beside the models, if the scenario wants that.
  struct Blocks {
    const reference::Factories& factories;
    std::string name;  // of the port, "s1.p2"
    Bytes max_frame;
  };
  // Joins the port and its lane of the egress scheduler. All arguments but `config` and `blocks` must outlive it.
  PortRetry(const llr::LlrPortConfig& config, port::Port& port, egress::Egress& egress, Scheduler& scheduler,
            link::FramePool& pool, const Blocks& blocks);
  PortRetry(const PortRetry&) = delete;
  PortRetry& operator=(const PortRetry&) = delete;

  // The retry at the other end of the cable.
  void meet(const PortRetry& peer) { peer_ = &peer; }
  // Tells of replays, flushes and initialisations; at most one listener, before the run.
  void listen(RetryListener& listener) { listener_ = &listener; }
  // Both ends want link-level retry: the transmitter begins with INIT, the receiver waits for it.
  void start(Time now);
  // The device is being reset until `end`: kept frames and all state are lost, and the other end's PCS is down.
  void reset(Time end, Time now);
  // The work of kRetryTimer.
  void timer(Time now);

  // Management: gives up what is kept and waits in FLUSH, or begins with INIT (re_init_on_flush). Begins with INIT
  // whatever the state, gives up what is kept, and numbers on from `first`, if given.
  void flush(Time now);
  void initialise(std::optional<std::uint32_t> first, Time now);
  // Sets the 22 counters and frames_replayed() to 0. `idle`: the ACKs without news of the other end, OrderedSetLine's
  // idle_left(), that have arrived by now.
  void clear_counters(std::uint64_t idle, Time now);
  // From now on the receiver says its ACKs so; what a tester in the place of this port would do. NACKs and echoes leave
  // as ever.
  enum class Acks : std::uint8_t {
    kSaid,
    kHeld,    // not at all
    kFrozen,  // with the number that an ACK would have had when this began
  };
  void say_acks(Acks how, Time now);

  // Whether what leaves this port can arrive, and whether PCS finds a signal: a cable that is cut and joined again.
  // Kept frames stay, but for PCS_LOST_TIMEOUT and the replay timer.
  void line_carries(bool carries, Time now);
  void pcs(bool up, Time now);

  // Binds the registers of block "llr" for this port.
  void bind_registers(const ledger::Binder& binder, Bytes max_frame);
  // The same for a port without link-level retry: all state at rest.
  static void bind_resting(const ledger::Binder& binder, const llr::LlrPortConfig& config);

  const llr::LlrTxState& tx() const { return tx_.state(); }
  const llr::LlrRxState& rx() const { return rx_.state(); }
  std::uint32_t outstanding() const { return tx_.outstanding(); }
  Bytes kept_bytes() const { return tx_.buffer().bytes(); }
  // In REPLAY: frames that are still to be sent again.
  std::uint32_t to_replay() const {
    const llr::LlrTxState& state = tx_.state();
    return tx_.replays() ? (state.tx_seq - state.replay_seq) & config_.link.seq_mask() : 0;
  }
  // Counters at `now`, with the ACKs that carry no news.
  const llr::LlrTxCounters& tx_counters(Time now) const;
  const llr::LlrRxCounters& rx_counters(Time now) const;
  std::uint64_t replayed() const { return replayed_; }                            // frames sent again
  std::uint64_t frames_replayed() const { return replayed_ - replayed_before_; }  // since the counters were cleared
  // Numbers of the last NACK in each direction; nothing: there was none.
  std::optional<std::uint32_t> nack_sent() const { return nack_sent_; }
  std::optional<std::uint32_t> nack_received() const { return nack_received_; }
  std::uint64_t refused() const { return refused_; }                // frames that the receiver has not taken
  std::uint64_t data_discarded() const { return data_discarded_; }  // instead of being sent

  // For books, when no device is at work. A frame with a number is on the link until the other end has accepted it.
  struct OnLink {
    const frame::Packet& packet;
    bool control;
  };
  std::size_t kept() const { return tx_.buffer().size(); }
  template <class Visit>
  void for_each_on_link(Visit visit) const {
    for (std::size_t age = accepted_of(epoch_, tx_.state().acked_seq); age < kept(); ++age) {
      const Kept& one = tx_.buffer().at(age).frame;
      visit(OnLink{one.packet(), one.control()});
    }
  }
  // Frames that have been given up: by a flush and not accepted, or discarded before they were sent.
  struct Owner {
    std::uint32_t flow = 0;
    bool control = false;
    ClassId traffic_class;
    bool poisoned = false;  // the wire's damage has counted it: the receiver would drop it
    auto operator<=>(const Owner&) const = default;
  };
  struct GivenUp {
    Amount amount;
    Time first = kNever;
    Time last;

    void add(Bytes length, Time at) {
      amount.add(length);
      first = std::min(first, at);
      last = std::max(last, at);
    }
  };
  std::map<Owner, GivenUp> lost() const;

  link::WayOut way_out(const frame::Packet& data) const override;
  link::WayOut control_way_out() const override;
  bool begins(frame::Packet& packet, link::WayOut way, Time now) override { return begin(packet, way, false, now); }
  bool control_begins(frame::Packet& packet, Time now) override;
  void sent_poisoned() override {
    tx_.poison_newest();
    tx_.buffer().at(kept() - 1).frame.add_extras(frame::kFcsWrong | frame::kPoisoned);
  }
  [[gnu::hot]] bool replays() const override { return tx_.replays(); }
  bool replay_waits(ClassMask paused) const override {
    if (!config_.pause_stops_replay || paused == 0)
      return false;
    const Kept& next = next_replay();
    return !next.control() && (paused & mask_of(next.packet().traffic_class)) != 0;
  }
  bool replays_first() const override { return config_.replay_first; }
  bool numbers_pauses() const override { return config_.pause_eligible; }
  frame::Packet& replay(Time now) override;
  bool takes(frame::Packet& packet, bool deaf, Time now) override;

 private:
  // A kept frame of the pool, which its last holder gives back.
  class Kept {
   public:
    Kept() = default;
    Kept(PortRetry& owner, frame::Packet& packet, bool control, bool plain)
        : owner_(&owner), packet_(&packet), control_(control), plain_(plain) {}
    Kept(Kept&& other) noexcept { take(other); }
    Kept& operator=(Kept&& other) noexcept {
      let_go();
      take(other);
      return *this;
    }
    ~Kept() { let_go(); }
    frame::Packet& packet() const { return *packet_; }
    bool control() const { return control_; }
    bool plain() const { return plain_; }
    void add_extras(unsigned extras) const {
      packet_->extras = static_cast<std::uint8_t>(packet_->extras | extras);
      plain_ = false;
    }

   private:
    void take(Kept& other) {
      owner_ = other.owner_;
      packet_ = std::exchange(other.packet_, nullptr);
      control_ = other.control_;
      plain_ = other.plain_;
    }
    void let_go() {
      if (packet_ != nullptr)
        owner_->freed(*this);
    }
    PortRetry* owner_ = nullptr;
    frame::Packet* packet_ = nullptr;
    bool control_ = false;
    mutable bool plain_ = true;  // without extras
  };
  // The frames that a flush has thrown away, in order; `acked`: the number before the first one.
  struct Flushed {
    Owner owner;
    Bytes length;
    bool counts;  // false: feedback, which is in no books
  };
  struct Flush {
    std::uint32_t epoch = 0;
    std::uint32_t acked = 0;
    Time at;
    std::vector<Flushed> frames;
  };

  // What the listener has been told of.
  struct Seen {
    llr::TxState state = llr::TxState::kOff;
    bool about_to_replay = false;  // no frame of the replay has been sent
    bool first = true;             // no initialisation has ended
    Amount thrown_away;            // since
  };

  static constexpr std::uint32_t kNothingTold = UINT32_MAX;
  static constexpr unsigned kEpochShift = llr::LlrConfig::kSeqBits;
  static constexpr std::uint32_t kNumberMask = (std::uint32_t{1} << kEpochShift) - 1;  // of Packet::link_number
  static constexpr std::uint32_t kEpochs = (std::uint32_t{1} << (32 - kEpochShift)) - 1;

  link::SetNeeds needs() const override;
  frame::OrderedSetBytes take(link::CtlosKind kind, Time now) override;
  void lost(link::CtlosKind kind, Time now) override;
  void idled(std::uint64_t acks) override { rx_.idle_acks(acks); }
  frame::OrderedSetBytes idle_ack() const override {
    return frame::write_ordered_set({.type = frame::OrderedSetType::kLlrAck, .seq = last_accepted(), .init_data = 0});
  }
  void set_arrived(const frame::OrderedSetBytes& set, Time now) override;
  void line_down(Time until, Time now) override;

  void reconfigure(const llr::LlrConfig& config, Time now);
  link::WayOut of(llr::Admission admission) const;
  bool begin(frame::Packet& packet, link::WayOut way, bool control, Time now);
  void discard(const frame::Packet& packet, bool control, Time now);
  void number(frame::Packet& packet, bool control, Time now);
  // A kept frame is let go: it was acknowledged, or a flush throws it away.
  [[gnu::hot]] void freed(const Kept& frame) {
    if (!acknowledging_) [[unlikely]]
      flushed(frame.packet(), frame.control());
    link::FramePool::ask_for_frame(frame.packet());  // the next copy is written there
    frame.plain() ? pool_.release_plain(frame.packet()) : pool_.release(frame.packet());
  }
  void flushed(const frame::Packet& packet, bool control);
  void accepted(std::uint32_t number);
  const Kept& next_replay() const {
    const llr::LlrTxState& state = tx_.state();
    return tx_.buffer().at((state.replay_seq - state.acked_seq - 1) & config_.link.seq_mask()).frame;
  }
  void forget(Time now);
  void initialised();
  void add_lost(const Flush& flush, std::map<Owner, GivenUp>& lost) const;
  void moved_on(Time now);
  void tell(Time now);
  void hold_init(Time now);
  Time init_due() const { return holds_init_ ? numbered_until_ : kNever; }
  void arm();
  std::uint32_t last_accepted() const { return rx_.last_accepted(); }
  bool news() const { return told_ != last_accepted() || acks_ == Acks::kFrozen; }
  bool says_acks() const { return acks_ != Acks::kHeld && rx_.acks(); }
  std::size_t accepted_of(std::uint32_t epoch, std::uint32_t acked) const;

  llr::LlrPortConfig config_;
  port::Port& port_;
  egress::Egress& egress_;
  Scheduler& scheduler_;
  link::FramePool& pool_;
  std::uint32_t built_for_;  // frames
  const PortRetry* peer_ = nullptr;
  RetryListener* listener_ = nullptr;
  Seen seen_;
  llr::PortRx rx_;
  mutable llr::LlrTxCounters shown_;  // with what the line works out
  std::uint32_t told_ = 0;            // by the last ACK or NACK
  Time timer_ = kNever;               // the pending kRetryTimer
  Time begins_at_ = kNever;           // of the next initialisation, after a reset
  Time numbered_until_;               // the last frame with a number is on the wire until then, its gap included
  bool holds_init_ = false;           // until numbered_until_: LLR_INIT would pass that frame
  bool acknowledging_ = false;
  bool carries_ = true;  // the line of this port
  bool pcs_up_ = true;   // but for a reset of the other end
  Acks acks_ = Acks::kSaid;
  std::uint32_t frozen_ = 0;           // kFrozen: the number of every ACK
  std::uint64_t idle_before_ = 0;      // ACKs without news of the other end, when the counters were cleared
  std::uint64_t replayed_before_ = 0;  // replayed_ then
  std::uint64_t replayed_ = 0;
  std::optional<std::uint32_t> nack_sent_;
  std::optional<std::uint32_t> nack_received_;
  std::uint64_t refused_ = 0;
  std::uint64_t data_discarded_ = 0;
  std::uint32_t epoch_ = 0;              // initialisations, modulo kEpochs; in the upper bits of Packet::link_number
  std::vector<std::uint32_t> accepted_;  // of the other end's epochs: the last number accepted
  std::size_t accepting_ = SIZE_MAX;     // the epoch of the last frame accepted
  std::vector<Flush> flushes_;           // since the last initialisation
  std::map<Owner, GivenUp> lost_;        // before, and discarded
  Time acts_at_;                         // of the call at hand
  llr::PortTx<Kept> tx_;                 // last: frames that it frees are given back
};

}  // namespace weir::asic

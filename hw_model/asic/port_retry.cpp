// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/port_retry.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/quantity_text.h"
#include "hw_model/base/require.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/itsy_message.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/mechanisms/llr/llr_loop.h"
#include "hw_model/mechanisms/llr/llr_registers.h"
#include "hw_model/mechanisms/llr/llr_settings.h"

namespace weir::asic {

using link::CtlosKind;
using link::WayOut;

namespace {

// The longest control frame that a source writes.
constexpr Bytes kControlLength{static_cast<std::int64_t>(frame::kHeaderBytes + frame::kFcsBytes)};

constexpr std::uint32_t kNothingAccepted = UINT32_MAX;

llr::Fcs fcs_of(const frame::Packet& packet) {
  const bool poisoned = (packet.extras & frame::kPoisoned) != 0;
  return poisoned ? llr::Fcs::kPoisoned : (packet.extras & frame::kFcsWrong) != 0 ? llr::Fcs::kBad : llr::Fcs::kGood;
}

}  // namespace

PortRetry::PortRetry(const llr::LlrPortConfig& config, port::Port& port, egress::Egress& egress, Scheduler& scheduler,
                     link::FramePool& pool, const Blocks& blocks)
    : config_(config),
      port_(port),
      egress_(egress),
      scheduler_(scheduler),
      pool_(pool),
      built_for_(config.link.outstanding_frames_max),
      rx_(config.link),
      tx_(config.link) {
  tx_.clock(blocks.factories.of<llr::LlrTxBlock>()(llr::tx_widths(config.link, blocks.max_frame), blocks.name));
  rx_.clock(blocks.factories.of<llr::LlrRxBlock>()(llr::rx_widths(config.link), blocks.name));
  port_.join_sets(this, this);
  port_.protect(*this);
  egress_.protect(port.id(), *this);
}

void PortRetry::start(Time now) {
  begins_at_ = kNever;
  config_.link.llr_mode_local = config_.link.llr_mode_remote = true;
  rx_.set_local(true, now);
  tx_.set_remote(true, now);
  moved_on(now);
}

// Frames that are kept belong to the numbers before: none of them can be sent again.
void PortRetry::forget(Time now) {
  acts_at_ = now;
  port_.settle_sets(now);
  tx_.set_remote(false, now);
  rx_.set_local(false, now);
  told_ = last_accepted();
  port_.sets()->ask_sources();
  seen_ = {llr::TxState::kOff, false, seen_.first, {}};  // what was kept is given up, but not by a flush
}

void PortRetry::reset(Time end, Time now) {
  forget(now);
  begins_at_ = end;
  arm();
}

// Heard late behind sets that come late, it may be over already.
void PortRetry::line_down(Time until, Time now) {
  tx_.pcs_down(now);
  begins_at_ = std::max(begins_at_ == kNever ? now : begins_at_, std::max(until, now));
  moved_on(now);
}

void PortRetry::timer(Time now) {
  if (now != timer_)
    return;  // an earlier one has been armed since
  timer_ = kNever;
  acts_at_ = now;
  port_.settle_sets(now);
  if (begins_at_ <= now) {
    if (pcs_up_)
      tx_.pcs_up(now);
    forget(now);
    return start(now);
  }
  tx_.expire(now);
  moved_on(now);
}

// Where numbers begin with 0 anew, a frame of before that is still on the wire may have the number that the receiver
// expects after LLR_INIT. A set may leave inside that frame and arrive first; so LLR_INIT waits until the frame is
// gone.
void PortRetry::hold_init(Time now) {
  const bool begins = tx_.state().state == llr::TxState::kInit && seen_.state != llr::TxState::kInit;
  holds_init_ = (holds_init_ || (begins && config_.link.init_seq == llr::InitSeq::kZero)) && now < numbered_until_;
}

void PortRetry::arm() {
  const Time due = std::min({tx_.due(), begins_at_, init_due()});
  if (due < timer_) {
    timer_ = due;
    scheduler_.schedule(due, EventKind::kRetryTimer, port_.id());
  }
}

// After anything that may have changed what is to be sent.
void PortRetry::moved_on(Time now) {
  tell(now);
  arm();
  port_.set_due(now);
  egress_.may_send(port_.id(), now);
}

// After anything that may have begun a replay, a flush or an initialisation, or ended one.
void PortRetry::tell(Time now) {
  using llr::TxState;
  const llr::LlrTxState& state = tx_.state();
  const bool about_to_replay = state.state == TxState::kReplay && !state.replay_begun;
  const bool sent = seen_.state == TxState::kAdvance || seen_.state == TxState::kReplay;
  const bool initialised = seen_.state == TxState::kInit && state.state == TxState::kAdvance;
  hold_init(now);
  if (listener_ != nullptr) {
    if (sent && (state.state == TxState::kFlush || state.state == TxState::kInit))
      listener_->flushes(port_.id(), seen_.thrown_away, now);
    if (about_to_replay && !seen_.about_to_replay)
      listener_->replays(port_.id(), {tx_.buffer().size(), tx_.buffer().bytes()}, now);
    if (initialised && !seen_.first)
      listener_->initialised(port_.id(), now);
  }
  seen_ = {state.state, about_to_replay, seen_.first && !initialised, {}};
}

WayOut PortRetry::of(llr::Admission admission) const {
  switch (admission) {
    case llr::Admission::kEligible:
      return WayOut::kNumbered;
    case llr::Admission::kBestEffort:
      return WayOut::kPlain;
    case llr::Admission::kDiscard:
      return WayOut::kDiscard;
    case llr::Admission::kBlock:
      break;
  }
  return WayOut::kLater;
}

[[gnu::hot]] WayOut PortRetry::way_out(const frame::Packet& data) const {
  const bool plain = (config_.plain_classes & mask_of(data.traffic_class)) != 0;
  return plain ? WayOut::kPlain : of(tx_.admission(data.length));
}

WayOut PortRetry::control_way_out() const { return of(tx_.admission(kControlLength)); }

bool PortRetry::control_begins(frame::Packet& packet, Time now) { return begin(packet, control_way_out(), true, now); }

[[gnu::hot]] bool PortRetry::begin(frame::Packet& packet, WayOut way, bool control, Time now) {
  if (way == WayOut::kNumbered)
    number(packet, control, now);
  if (way == WayOut::kDiscard)
    discard(packet, control, now);
  return way != WayOut::kDiscard;
}

[[gnu::hot]] void PortRetry::number(frame::Packet& packet, bool control, Time now) {
  const std::uint32_t number = tx_.next_number();
  const bool plain = packet.extras == 0;
  tx_.send(Kept(*this, pool_.copy(packet), control, plain), packet.length, false, now);
  packet.link_number = number | (epoch_ << kEpochShift);
  numbered_until_ = now + port_.wire_time(packet.length);
  if (tx_.buffer().size() == 1)
    arm();  // the timers of a frame that is not the oldest are not due
}

void PortRetry::discard(const frame::Packet& packet, bool control, Time now) {
  tx_.discarded(now);
  data_discarded_ += control ? 0 : 1;
  if (!control || frame::is_itsy(packet.bytes))
    lost_[{packet.flow, control, packet.traffic_class}].add(frame::made_length(packet), now);
}

// Kept frames have no number of their own. Copied first: with its last frame a replay may end in FLUSH.
frame::Packet& PortRetry::replay(Time now) {
  ++replayed_;
  acts_at_ = now;
  const llr::LlrTxState& state = tx_.state();
  frame::Packet& packet = pool_.copy(next_replay().packet());
  packet.link_number = state.replay_seq | (epoch_ << kEpochShift);
  tx_.replay(now);
  numbered_until_ = now + port_.wire_time(packet.length);
  tell(now);
  arm();
  return packet;
}

[[gnu::cold]] void PortRetry::flushed(const frame::Packet& packet, bool control) {
  if (flushes_.empty() || flushes_.back().epoch != epoch_)
    flushes_.push_back({epoch_, tx_.state().acked_seq, acts_at_, {}});
  seen_.thrown_away.add(packet.length);
  const bool poisoned = (packet.extras & frame::kPoisoned) != 0;
  flushes_.back().frames.push_back({{packet.flow, control, packet.traffic_class, poisoned},
                                    frame::made_length(packet),
                                    !control || frame::is_itsy(packet.bytes)});
}

[[gnu::hot]] bool PortRetry::takes(frame::Packet& packet, bool deaf, Time now) {
  const std::uint32_t number = std::exchange(packet.link_number, frame::kNoLinkNumber);
  if (number == frame::kNoLinkNumber)
    return true;
  if (deaf || (packet.extras & frame::kMarked) != 0) {
    ++refused_;  // nobody knows its number: the next frame shows the gap
    return false;
  }
  const bool had_news = rx_.state().state == llr::RxState::kSendAcks && news();
  if (!had_news)
    port_.settle_sets(now);
  const bool taken = rx_.receive(number & kNumberMask, fcs_of(packet), now);
  if (taken)
    accepted(number);
  else
    ++refused_;
  if (!had_news || !taken)
    port_.set_due(now);  // otherwise an ACK is due as before
  return taken;
}

[[gnu::hot]] void PortRetry::accepted(std::uint32_t number) {
  const std::size_t epoch = number >> kEpochShift;
  if (epoch != accepting_) [[unlikely]] {
    accepting_ = epoch;
    accepted_.resize(std::max(accepted_.size(), epoch + 2), kNothingAccepted);
    accepted_[(epoch + 1) % kEpochs] = kNothingAccepted;  // from the last time round
  }
  accepted_[epoch] = number & kNumberMask;
}

[[gnu::hot]] link::SetNeeds PortRetry::needs() const {
  const bool acks = says_acks();
  const bool idles = acks && config_.link.idle_ack && !news() && carries_;
  link::CtlosMask wanted = acks && !idles ? bit_of(CtlosKind::kAck) : link::CtlosMask{0};
  if (rx_.wants_nack()) [[unlikely]]
    wanted |= bit_of(CtlosKind::kNack);
  if (rx_.wants_echo()) [[unlikely]]
    wanted |= bit_of(CtlosKind::kInitEcho);
  if (tx_.wants_init() && !holds_init_) [[unlikely]]
    wanted |= bit_of(CtlosKind::kInit);
  return {.wanted = wanted, .idles = idles};
}

[[gnu::hot]] frame::OrderedSetBytes PortRetry::take(CtlosKind kind, Time now) {
  if (kind == CtlosKind::kInit)
    return frame::write_ordered_set(tx_.take_init(now));
  if (kind == CtlosKind::kInitEcho) {
    told_ = last_accepted();
    return frame::write_ordered_set(rx_.take_echo(now));
  }
  told_ = last_accepted();
  frame::OrderedSet set = kind == CtlosKind::kNack ? rx_.take_nack(now) : rx_.take_ack(now);
  if (kind == CtlosKind::kAck && acks_ == Acks::kFrozen)
    set.seq = frozen_;
  if (kind == CtlosKind::kNack)
    nack_sent_ = set.seq;
  return frame::write_ordered_set(set);
}

// An ACK or NACK that the wire has spoiled: the slot after it tells the number again.
void PortRetry::lost(CtlosKind kind, Time) {
  if (kind == CtlosKind::kAck || kind == CtlosKind::kNack)
    told_ = kNothingTold;
}

[[gnu::hot]] void PortRetry::set_arrived(const frame::OrderedSetBytes& bytes, Time now) {
  const std::optional<frame::OrderedSet> set = frame::read_ordered_set(bytes);
  if (!set)
    return;
  const llr::TxState before = tx_.state().state;
  if (set->type == frame::OrderedSetType::kLlrNack)
    nack_received_ = set->seq;
  acknowledging_ = true;
  tx_.receive(*set, now);
  acknowledging_ = false;
  if (set->type == frame::OrderedSetType::kLlrAck && before == llr::TxState::kAdvance && tx_.state().state == before)
    return egress_.may_send(port_.id(), now);  // nothing else has changed, and timers are due later than before
  if (before == llr::TxState::kInit && !tx_.wants_init())
    initialised();
  port_.settle_sets(now);
  rx_.receive(*set, now);
  moved_on(now);
}

// What the other end has accepted of the epoch that ends is nearly final, but for an echo that was not the right one
// (`echo_check`); what it has accepted of earlier epochs is final.
void PortRetry::initialised() {
  const auto ends =
      std::partition(flushes_.begin(), flushes_.end(), [this](const Flush& flush) { return flush.epoch == epoch_; });
  std::for_each(ends, flushes_.end(), [this](const Flush& flush) { add_lost(flush, lost_); });
  flushes_.erase(ends, flushes_.end());
  epoch_ = (epoch_ + 1) % kEpochs;
}

std::map<PortRetry::Owner, PortRetry::GivenUp> PortRetry::lost() const {
  std::map<Owner, GivenUp> all = lost_;
  for (const Flush& flush : flushes_)
    add_lost(flush, all);
  return all;
}

void PortRetry::add_lost(const Flush& flush, std::map<Owner, GivenUp>& lost) const {
  for (std::size_t age = accepted_of(flush.epoch, flush.acked); age < flush.frames.size(); ++age) {
    if (flush.frames[age].counts)
      lost[flush.frames[age].owner].add(flush.frames[age].length, flush.at);
  }
}

// What software may write: the rules of a new port, and no more frames than the replay buffer was built for.
void PortRetry::bind_registers(const ledger::Binder& binder, Bytes max_frame) {
  const auto check = [this, max_frame](const llr::LlrConfig& draft) {
    ledger::Refusal refusal;
    llr::check(draft, refusal);
    llr::check_link(draft, {.rate = port_.link().rate, .delay = port_.link().delay, .processing = Time(0)}, max_frame,
                    refusal);
    require(draft.outstanding_frames_max <= built_for_, "outstanding_frames_max: the replay buffer was built for " +
                                                            std::to_string(built_for_) + " frames; got " +
                                                            std::to_string(draft.outstanding_frames_max));
    const Bytes largest = draft.counted(max_frame);
    require(draft.outstanding_bytes_max >= largest, "outstanding_bytes_max: wanted at least the largest frame, " +
                                                        quantity_text(largest) + "; got " +
                                                        quantity_text(draft.outstanding_bytes_max));
  };
  const auto settings = std::make_shared<ledger::Drafted<llr::LlrConfig>>(
      [this]() -> const llr::LlrConfig& { return config_.link; }, check,
      [this](const llr::LlrConfig& draft, Time now) { reconfigure(draft, now); });
  llr::bind_llr(binder,
                {settings, &tx_.state(), [this](Time now) -> const llr::LlrTxCounters& { return tx_counters(now); },
                 &rx_.state(), [this](Time now) -> const llr::LlrRxCounters& { return rx_counters(now); }});
}

void PortRetry::bind_resting(const ledger::Binder& binder, const llr::LlrPortConfig& config) {
  struct Resting {
    llr::LlrConfig config;
    llr::LlrTxState tx;
    llr::LlrTxCounters tx_counters;
    llr::LlrRxState rx;
    llr::LlrRxCounters rx_counters;
  };
  const auto rest = std::make_shared<Resting>();
  rest->config = config.link;
  rest->tx.acked_seq = config.link.seq_mask();
  const auto settings = std::make_shared<ledger::Drafted<llr::LlrConfig>>(
      [rest]() -> const llr::LlrConfig& { return rest->config; },
      [](const llr::LlrConfig& draft) {
        ledger::Refusal refusal;
        llr::check(draft, refusal);
        require(!draft.llr_mode_local && !draft.llr_mode_remote,
                "llr_mode_local, llr_mode_remote: the other end of the cable has no link-level retry; wanted 0");
      },
      [rest](const llr::LlrConfig& draft, Time) { rest->config = draft; });
  llr::bind_llr(binder, {settings, &rest->tx, [rest](Time) -> const llr::LlrTxCounters& { return rest->tx_counters; },
                         &rest->rx, [rest](Time) -> const llr::LlrRxCounters& { return rest->rx_counters; }});
}

void PortRetry::reconfigure(const llr::LlrConfig& config, Time now) {
  acts_at_ = now;
  port_.settle_sets(now);
  const Bytes credits = port_.sets()->pacer().spacing().cf_update;
  config_.link = config;
  tx_.reconfigure(config, now);
  rx_.reconfigure(config, now);
  port_.set_spacing(llr::ctlos_spacing(config, credits));
  moved_on(now);
}

// How many of the frames behind `acked` the other end has accepted.
std::size_t PortRetry::accepted_of(std::uint32_t epoch, std::uint32_t acked) const {
  if (peer_ == nullptr || epoch >= peer_->accepted_.size() || peer_->accepted_[epoch] == kNothingAccepted)
    return 0;
  return (peer_->accepted_[epoch] - acked) & config_.link.seq_mask();
}

}  // namespace weir::asic

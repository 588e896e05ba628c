// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Port (MAC): the two ends of a cable at a device. Sends one frame at a time at the link rate and never pre-empts;
// receives whole frames (store and forward).
//
// Receiving, in order: the frame is filed at the time of its last bit; sound control frames that a sink of this port
// takes (mechanisms/control) are kept apart and take effect t_r after their arrival; all others are parsed as they come
// to the head of the line and ask for admission after the parser's and the lookup's cycles. Frames of one port never
// overtake one another within their kind. A frame that the MAC finds faulty (runt, oversize, FCS, control frame that
// nobody understands) keeps its place in the line and asks for admission with the reason in its header vector, so that
// all drops are counted in one place. Latency: none of its own beyond serialisation.
//
// The other end may be any component of the TLM-2.0 base protocol: link/handshake.h is what it may answer, and
// link/foreign_sender.h what it may send.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <systemc>
#include <tlm>

#include "hw_model/base/cold_line.h"
#include "hw_model/base/scheduler.h"
#include "hw_model/datapath/link/foreign_sender.h"
#include "hw_model/datapath/link/frame_taker.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "hw_model/datapath/link/handshake.h"
#include "hw_model/datapath/link/link_config.h"
#include "hw_model/datapath/link/link_damage.h"
#include "hw_model/datapath/link/link_retry.h"
#include "hw_model/datapath/link/ordered_set_line.h"
#include "hw_model/datapath/parser/parser.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/packet_queue.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/control/control.h"

namespace weir::port {

struct PortCounters {
  std::uint64_t frames_sent = 0;  // of any kind, out-of-band feedback not counted
  std::uint64_t frames_received = 0;
  std::uint64_t control_frames_received = 0;
};

// The cable of a port, as the port knows it.
struct LinkState {
  bool up = true;
  std::uint64_t lost = 0;  // frames that left or arrived while the link was down
};

// Counts of faults of the component at the other end that no MAC could commit. The first of each kind is a warning of
// the report handler, "weir/port"; no registers, since a wire has no answer.
struct FarEndFaults {
  std::uint64_t refused = 0;      // frames that it answered with an error response: they are lost
  std::uint64_t late = 0;         // frames handed over after their last bit, since it had not accepted the one before
  std::uint64_t overlapping = 0;  // frames that it sent before the one before had left the wire: refused
};

struct PortHardware;

class Port final : public sc_core::sc_module,
                   public tlm::tlm_fw_transport_if<>,  // by which the port at the other end recognises one of ours
                   private tlm::tlm_bw_transport_if<>,
                   private link::Handshake::Owner {
 public:
  // `max_frame`: the longest frame that it accepts, at most 9216 B.
  Port(const sc_core::sc_module_name& name, PortId id, const link::LinkConfig& link, const parser::Parser& parser,
       Scheduler& scheduler, link::FramePool& pool, Bytes max_frame = frame::kMaxFrameLength);

  tlm::tlm_initiator_socket<> tx;
  tlm::tlm_target_socket<> rx;

  // Sets that control frames take effect `processing_delay` (t_r) after arrival; `notices_arrival` asks for a
  // kControlArrival event, too. Before the run.
  void process_control(Time processing_delay, bool notices_arrival);

  // Sets the kinds of frames that are control; at first there are none. `station`: the port's own address, to which MAC
  // control may be sent as well as to the reserved one. Both must live as long as the port. Before the run.
  void take_control(std::span<const control::FrameKind> kinds, const frame::MacAddress& station);

  // Control ordered sets of the link (link/ordered_sets.h). Either may be null. They cross only to a port of this
  // network that is bound directly to this one; elsewhere none is ever sent. Before the run.
  void join_sets(link::SetSource* source, link::SetSink* sink);
  // The spacing of the sets that leave here; no effect where nobody has joined.
  void set_spacing(const link::CtlosSpacing& spacing);
  // A source may have something to say.
  void set_due(Time now) { sets_->set_due(now); }
  // Forgets the sets' spacing, and does not hear those that arrive before `deaf_until`.
  void reset_sets(Time now, Time deaf_until);
  // Works out the ACKs without news that have left (OrderedSetLine::settle).
  void settle_sets(Time now) { sets_->settle(now); }
  // The sets of this port; null: nobody has joined.
  link::OrderedSetLine* sets() { return sets_.get(); }
  const link::OrderedSetLine* sets() const { return sets_.get(); }
  // The choice of what leaves here is a clocked block's. Before the run.
  void attend_choices() { attend_to(kClocked, true); }
  // Whether the line carries ordered sets, errs, is repaired, or is tapped, or a block chooses what leaves.
  bool attended() const { return attended_ != 0; }
  // No frame may begin earlier: sets inside the frame before have lengthened the gap behind that frame.
  Time line_free_at(Time now) { return (attended_ & kSets) != 0 ? sets_->free_at(now) : Time(0); }

  // What the wire does to all that leaves here, from now on; outlives the port. Before the run.
  void damage(link::LinkDamage& damage);

  // The link goes down or comes up. While it is down, ordered sets are lost in both directions, and frames that leave:
  // a port of this network gets them marked, and any other component does not get them.
  void set_link(bool up);
  const LinkState& link_state() const { return link_state_; }
  // A frame has arrived while the link was down.
  void count_lost() { ++link_state_.lost; }

  // From now on every frame that arrives is shown to `retry` first. Before the run.
  void protect(link::LinkRetry& retry) {
    retry_ = &retry;
    attend_to(kProtected, true);
  }

  // Called with every frame that leaves or arrives, with the time of its last bit, for captures; the call comes as soon
  // as the port knows of the frame, which is before that time. Null, as at first: no calls. Before the run.
  enum class Direction : std::uint8_t { kIn, kOut };
  using Tap = std::function<void(frame::Packet&, Time, Direction)>;
  void set_tap(Tap tap) {
    attend_to(kTapped, tap != nullptr);
    tap_ = tap != nullptr ? std::make_unique<Tap>(std::move(tap)) : nullptr;
  }

  PortId id() const { return id_; }
  const link::LinkConfig& link() const { return link_; }
  const PortCounters& counters() const { return counters_; }
  const FarEndFaults& far_end_faults() const { return far_end_faults_; }
  link::FramePool& pool() { return pool_; }

  // From a frame's arrival to its request for admission, at most.
  Time longest_parse() const { return parser::longest_latency(parser_.config()); }

  // Time for which a frame of this length occupies the wire, including preamble and gap where the link charges them.
  Time wire_time(Bytes length) const {
    return byte_time_ != 0 ? Time(on_wire(length, link_).count() * byte_time_) : link::wire_time(length, link_);
  }

  // Frames sent from now on have this rate on the wire. Values that other blocks derived from the rate of link() at
  // their construction stay: pause quanta, credit periods, stages of GFC.
  void set_rate(BitRate rate, Time now);

  // Sends a frame whose last bit leaves at `end`. Ownership passes to the link.
  void send(frame::Packet& packet, Time end);

  // Sends feedback that takes no time on the wire (conceptual GFC only): it arrives one propagation delay after `now`.
  void send_out_of_band(frame::Packet& packet, Time now);

  // A frame of this network whose last bit arrives at `arrival`, as out of a transaction.
  void receive(frame::Packet& packet, Time arrival);

  // The work of an event of this port. Each takes the frame at the head of its line and arms the line's next event.
  frame::Packet& take_admitted(parser::HeaderVector& header);
  frame::Packet& arrived_control(Time now);  // the port keeps the frame: it takes effect later
  frame::Packet& take_effective_control();
  void set_leaves(Time now) { sets_->leave(now); }    // kOrderedSet
  void set_arrives(Time now) { sets_->arrive(now); }  // kSetArrival
  // kFrameArrival. When the frame asks for admission, if nothing else of the device comes before that: the caller
  // admits it now, without an event. Otherwise kNever.
  Time frame_arrives(bool deaf, Time now);

  // Binds the registers of block "port" for this port, except mac_address.
  void bind_registers(const ledger::Binder& binder);

  // Asks for the cache lines that send(), receive() and take_admitted() are going to touch, in rounds:
  // TimedDevice::prefetch. A line of this port is named by a member that is no reference: the address of `scheduler_`
  // is that of the scheduler.
  [[gnu::always_inline]] void prefetch_sending(unsigned round) const {
    if (round == 0) {
      ask_for_line(&peer_);
    } else if (peer_ != nullptr) {
      peer_->prefetch_receiving(round - 1);
    }
  }
  // A frame that becomes the head of the line is parsed at once, and its admission is scheduled.
  [[gnu::always_inline]] void prefetch_receiving(unsigned round) const {
    if (round == 0) {
      ask_for_line(&data_);
    } else if (round == 1) {
      data_.prefetch_next_place();
      if (data_.empty()) {
        ask_for_line(&head_);
        ask_for_line(&scheduler_);
      }
    } else if (data_.empty()) {
      scheduler_.prefetch_next_place();
    }
  }
  [[gnu::always_inline]] void prefetch_admission(unsigned round) const {
    if (round == 0) {
      ask_for_line(&peer_);
      ask_for_line(&data_);
      ask_for_line(&head_);
    } else if (round == 1) {
      data_.prefetch_places();
    } else {
      data_.prefetch_first(kPrefetched, round - 2);
    }
  }

  // The header vector of the frame at the head of the line.
  const parser::HeaderVector& head() const { return head_; }

  // Frames filed and not yet taken: on the wire, being parsed, or waiting for t_r.
  std::size_t frames_under_way() const { return arriving_.size() + data_.size() + control_.size() + effective_.size(); }
  // At a port with link-level retry: frames on the wire. Those with a number are copies of frames that their sender
  // keeps.
  const frame::PacketQueue& arriving() const { return arriving_; }
  bool takes_as_control(const frame::Packet& packet) const;
  const frame::PacketQueue& data_under_way() const { return data_; }
  template <class Visit>
  void for_each_control_under_way(Visit visit) const {
    for (const frame::PacketQueue* line : {&control_, &effective_}) {
      for (const frame::Packet& packet : *line) {
        visit(packet);
      }
    }
  }

  // Block "port", of one port: the frame that is being received, control frames that wait, counters. Sending belongs to
  // the egress scheduler.
  static ledger::Block declare(const PortHardware& hardware);

 private:
  struct Rows;
  static constexpr std::size_t kPrefetched = 4;

  // Bits of attended_: what few ports have, so that a frame costs one test where a port has nothing of it.
  static constexpr std::uint8_t kTapped = 1;
  static constexpr std::uint8_t kSets = 2;
  static constexpr std::uint8_t kDamaged = 4;
  static constexpr std::uint8_t kProtected = 8;
  static constexpr std::uint8_t kDown = 16;
  static constexpr std::uint8_t kClocked = 32;

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  void end_of_elaboration() override;
  void connect_sets();
  void attend_to(std::uint8_t bits, bool on) {
    attended_ = static_cast<std::uint8_t>(on ? attended_ | bits : attended_ & ~bits);
    attended_receiving_ = attended_;
  }
  bool attend(frame::Packet& packet, Time end);
  void transport(frame::Packet& packet, Time arrival);
  void start_handshake();
  void answered(const frame::Packet& packet, tlm::tlm_response_status response) override;
  void handed_over_late(const frame::Packet& packet, Time by) override;
  void await(frame::Packet& packet, Time arrival);
  bool comes_out_of_band(const frame::Packet& packet) const;
  bool file_data(frame::Packet& packet, Time arrival);
  void file_control(frame::Packet& packet, Time arrival);
  tlm::tlm_response_status receive_foreign(tlm::tlm_generic_payload& transaction, Time arrival);
  std::string misplaced(const frame::Packet& packet, Time arrival);
  bool sound(const frame::Packet& packet) const;
  const control::FrameKind* control_kind(const frame::Packet& packet) const;
  std::optional<frame::DecodeError> mac_error(const frame::Packet& packet) const;
  Time parse_head();
  void await_admission() { scheduler_.schedule(parse_head(), EventKind::kAdmission, id_); }

  // One cache line each for the members that sending, receiving and parsing touch. In a large network a device finds
  // none of its state in the cache when its turn comes.
  alignas(64) Port* peer_ = nullptr;  // the port at the other end of the cable, where it is one of this network
  link::LinkConfig link_;
  PortCounters counters_;
  std::uint32_t byte_time_;  // of a byte on the wire, in ps, where that is a whole number; otherwise 0
  std::uint8_t attended_ = 0;

  alignas(64) Scheduler& scheduler_;
  link::FramePool& pool_;
  frame::PacketQueue data_;  // filed, in order of arrival; the head is parsed
  Time last_arrival_;
  PortId id_;
  std::uint8_t attended_receiving_ = 0;  // attended_, for the sender at the other end: this line is all that it touches
  bool notices_arrival_ = false;

  alignas(64) const parser::Parser& parser_;
  Bytes max_frame_;
  Time last_admission_;
  parser::HeaderVector head_;

  frame::PacketQueue control_;    // control frames that have not arrived yet (only with notices_arrival)
  frame::PacketQueue effective_;  // control frames waiting for t_r
  Time processing_delay_;
  std::span<const control::FrameKind> control_kinds_;
  const frame::MacAddress* station_ = &frame::kMacControlAddress;
  std::unique_ptr<Tap> tap_;
  tlm::tlm_fw_transport_if<>* far_end_ = nullptr;  // of the cable
  link::FrameTaker* taker_ = nullptr;              // the far end, where it is such a component
  std::unique_ptr<link::Handshake> handshake_;     // where the other end does not complete frames in the call
  LinkState link_state_;

  // One line for what link-level retry, ordered sets and errors need.
  alignas(64) std::unique_ptr<link::OrderedSetLine> sets_;
  link::LinkDamage* damage_ = nullptr;  // null: a clean link
  link::LinkRetry* retry_ = nullptr;    // null: every frame is taken
  frame::PacketQueue arriving_;         // with link-level retry: frames that have not arrived yet
  Time awaited_;                        // when the last of them arrives

  link::ForeignSender foreign_;
  FarEndFaults far_end_faults_;
};

}  // namespace weir::port

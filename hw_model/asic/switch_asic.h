// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One switch ASIC: what every device has (device.h), and forwarding, MMU and crossbar between its ports, wired in
// datapath order. A packet's way through it is `admission` (arrival to VEQ) and `departed` (VEQ to the link).

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw_model/asic/csr_target.h"
#include "hw_model/asic/declaration_listener.h"
#include "hw_model/asic/device.h"
#include "hw_model/asic/drop_listener.h"
#include "hw_model/asic/internal_source.h"
#include "hw_model/asic/interrupts.h"
#include "hw_model/asic/management.h"
#include "hw_model/datapath/crossbar/crossbar.h"
#include "hw_model/datapath/forwarding/clocked_mapper.h"
#include "hw_model/datapath/forwarding/forwarding.h"
#include "hw_model/datapath/mmu/admission_policy.h"
#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/frame/wire.h"
#include "hw_model/mechanisms/congestion/fera_edge.h"
#include "hw_model/mechanisms/deadlock/deadlock.h"
#include "hw_model/reference/mapper_card.h"

namespace weir::asic {

// The drop counters of a (port, class).
struct DropCounters {
  std::array<std::uint64_t, mmu::kAdmissions> admission{};
  std::uint64_t no_route = 0;       // an IP packet that no table has
  std::uint64_t no_class = 0;       // at a hop for which its service has no class
  std::uint64_t no_channel = 0;     // its class has no channel at its egress port
  std::uint64_t not_ip = 0;         // no IP header, and no table has it
  std::uint64_t reset = 0;          // arrived before the end of a reset
  std::uint64_t link_down = 0;      // arrived while the link of its port was down
  std::uint64_t reset_waiting = 0;  // admitted, and lost by a reset
  std::uint64_t watchdog = 0;       // admitted, and dropped at the head of its VEQ by the deadlock unit
  std::uint64_t refused = 0;        // not admitted: by the admission policy
  std::uint64_t policed = 0;        // not admitted: above the rate of its flow at the edge of a FERA region
  std::uint64_t pfcwd = 0;          // not admitted: the unit drops what comes to a queue in a storm
  std::uint64_t pfcwd_waiting = 0;  // admitted, and dropped out of its VEQ, because of a storm
  std::uint64_t resolution = 0;     // admitted, and dropped out of its VEQ, because the unit resolves a deadlock
  std::array<std::uint64_t, frame::kDecodeErrors> by_error{};

  std::uint64_t total() const;  // that were not admitted
  std::uint64_t of(frame::DecodeError error) const { return by_error[static_cast<std::size_t>(error)]; }
};

class SwitchAsic final : public Device,
                         private deadlock::SwitchActions,
                         private congestion::Notifier,
                         private congestion::FeraEdgeActions,
                         private crossbar::Gate {
 public:
  // `index`: for the addresses of this device's ports; `seed`: for its ECMP hash and transfer jitter. Sources and sinks
  // of control frames beside flow control join in this order: the deadlock unit, then the detectors of a port by their
  // row.
  SwitchAsic(const sc_core::sc_module_name& name, const SwitchConfig& config, const Timing& timing,
             const Factories& factories, link::FramePool& pool, std::uint32_t index, std::uint64_t seed,
             const Watchers& watchers = {});

  // Whether a packet for this output and class is in the switch.
  bool holds_for(PortId egress, ClassId c) const;

  // From now on tells the listener of every drop, after earlier listeners; or no more.
  void tell_drops(DropListener& listener) { drop_listeners_.push_back(&listener); }
  void tell_no_more(DropListener& listener) { std::erase(drop_listeners_, &listener); }

  // From now on tells the listener of every declaration of the deadlock unit.
  void tell_declarations(DeclarationListener& listener) { declaration_listeners_.push_back(&listener); }

  // A hardware reset at `from`, before all other work of that instant, that takes `length`; times as in at(). All
  // packets inside but those on the wire are lost, and so are frames that arrive before the reset's end; the switch
  // forgets what it has told its peers and heard of them; arbiters, turns, deficits, buckets, loans, detectors and the
  // deadlock unit are as at first. Settings, forwarding tables and counters stay: software writes them again at once,
  // and a bench counts. Not for credits and GFC, whose peers would have to be told.
  void reset(Time from, Time length) {
    at(from, [this, length](Time now) { reset_until(std::max(deafness_.reset_end(), now + length), now); });
  }

  // The same by a line that holds the switch in reset from `from` on, or lets it go. The register bus is reset, too:
  // accesses that have not taken effect, and those meanwhile, are answered with an error.
  void hold_reset(bool held, Time from) {
    at(from, [this, held](Time now) { hold_reset_now(held, now); });
  }

  // The cable of a port is cut, or whole again, at `from`, which is as in at(); its link is up if software has enabled
  // the port, too. While the link is down, nothing is heard and nothing gets to the other end: frames are lost and
  // counted. Queues send on, so that none fills because of it. At both changes the engine forgets what the peer was
  // told and has said; queues keep their packets. As reset(), not for credits and GFC.
  void set_link(PortId p, bool up, Time from) {
    at(from, [this, p, up](Time now) {
      link_wishes_.cut.resize(ports());
      link_wishes_.cut[p.index()] = up ? 0 : 1;
      follow_wishes(p, now);
    });
  }

  // Whether the switch may be reset, and its links may go down: whether its scheme survives that a peer forgets.
  bool may_forget_peers() const;

  // Frames that the port sends from now on have this rate on the wire; the port's detectors are told.
  void set_line_rate(PortId p, BitRate rate, Time now);

  forwarding::Forwarding& forwarding() { return forwarding_; }
  const forwarding::Forwarding& forwarding() const { return forwarding_; }
  CsrTarget& csr() { return csr_; }
  Interrupts& interrupts() { return interrupts_; }
  const mmu::Mmu& mmu() const { return mmu_; }
  const crossbar::Crossbar& crossbar() const { return *crossbar_; }
  crossbar::Crossbar& crossbar() { return *crossbar_; }
  Bytes viq_depth(PortId p, ClassId c) const override { return mmu_.viq_depth(p, c); }
  const DropCounters& drops(PortId p, ClassId c) const;
  const InternalSource& internal_source() const { return internal_source_; }
  const congestion::FeraEdge* edge(PortId p) const { return edges_.empty() ? nullptr : edges_[p.index()].get(); }
  std::uint64_t tags_taken_off() const { return tags_taken_off_; }                      // that had come in by a port
  const deadlock::DeadlockUnit* deadlock_unit() const { return deadlock_unit_.get(); }  // null: none

  // Invariants that walk tables. Throws InvariantBroken.
  void check() const;

 private:
  void own_work(Event event) override;
  void slot(Time now) override {
    crossbar_->slot(PortId(0), now);
    show_all(now);
  }
  void prefetch(Event event, unsigned round) const override;
  void prefetch_viq(PortId p, ClassId c, unsigned round) const;
  void admission(PortId p, Time now) override;
  mmu::Admission admit_watched(const frame::Packet& packet, Bytes queued, Time now);
  bool passes_screens(PortId p, frame::Packet& packet, const parser::HeaderVector& header, Time now);
  void map_by_packet(frame::Packet& packet, const parser::HeaderVector& header, Time now);
  void take_mappers(const Factories& factories);
  forwarding::ClockedMapper::Answer mapped(PortId p, const parser::HeaderVector& header, Time now);
  void show_mapper(PortId p, const parser::HeaderVector& header, Time now);
  bool passes_mapper(PortId p, frame::Packet& packet, const parser::HeaderVector& header, Time now);
  bool policy_admits(const frame::Packet& packet, Time now);
  bool unit_refuses(const frame::Packet& packet) const {
    return deadlock_unit_ != nullptr && deadlock_unit_->refuses(packet);
  }
  void reset_until(Time end, Time now);
  void hold_reset_now(bool held, Time now);
  void follow_wishes(PortId p, Time now);
  void drop_unheard(PortId p, frame::Packet& packet, const parser::HeaderVector& header, Time now);
  DropCounters& drops_of(PortId p, ClassId c);
  // What the interrupts are told of a drop: nothing; a frame; a packet that the buffer has no room for.
  enum class Lost : std::uint8_t { kByReset, kFrame, kPacket };
  void drop(frame::Packet& packet, std::uint64_t& counter, const Drop& drop, Time now, Lost lost = Lost::kFrame);
  void drop_without_channel(PortId p, frame::Packet& packet, Time now);
  void drop_taken(frame::Packet& packet, PortId egress, ClassId c, std::uint64_t DropCounters::*counter,
                  std::string_view reason, Time now);
  void schedule(PortId p, ClassId c, Time at) override { scheduler().schedule(at, EventKind::kDeadlockTimer, p, c); }
  void drop_head(PortId egress, ClassId c, Time now) override;
  bool lend(PortId ingress, ClassId c, Bytes room, Time now) override;
  bool resume(PortId ingress, ClassId c, Time now) override;
  bool drop_waiting(PortId egress, ClassId c, PortId ingress, const deadlock::MayDrop& may, Time now) override;
  bool keep_paused(PortId ingress, ClassId c, bool on, Time now) override;
  void drop_queue(PortId egress, ClassId c, Time now) override;
  void obey(PortId egress, ClassId c, bool on, Time now) override;
  void storm(PortId egress, ClassId c, bool on, Time now) override;
  void declare(const deadlock::Declaration& declaration, Time now) override;
  void declaration_over(PortId ingress, ClassId, Time now) override {
    interrupts_.raise(Cause::kDeadlockOver, ingress, now);
  }
  void resolves(PortId ingress, ClassId c, Time now) override;
  void limits(const deadlock::FlowLimit& limit, Time now) override;
  frame::DestinationGroups groups_to(PortId egress) const override { return forwarding_.groups_to(egress); }
  void block_groups(PortId egress, ClassId c, const frame::DestinationGroups& groups, Time now) override {
    egress_.block(egress, c, groups, now);
  }
  void visit_waiting(PortId egress, ClassId c, const std::function<void(const frame::Packet&)>& visit) const override {
    for (const frame::Packet& packet : egress_.waiting(egress, c))
      visit(packet);
  }
  template <class Tell>
  void tell_units(Tell tell) const {
    for (deadlock::DeadlockUnit* const told : {listener_, deadlock_unit_.get()}) {
      if (told != nullptr) {
        tell(*told);
      }
    }
  }
  Bytes xon(PortId ingress, ClassId c) const override;
  Bytes lent(PortId ingress, ClassId c) const override { return mmu_.lent(ingress, c); }
  frame::MacAddress address(PortId p) const override;
  bool notify(PortId port, const frame::Packet& about, const congestion::Notice& notice, Time now) override;
  void schedule_edge(PortId port, Time at) override { scheduler().schedule(at, EventKind::kEdgeTimer, port); }
  bool keep_peer_paused(PortId port, ClassId c, bool on, Time now) override { return keep_paused(port, c, on, now); }
  void put_on(PortId port, frame::MacAddress destination, frame::MacAddress source, const frame::FeraTag& tag,
              std::uint32_t about, Time now) override;
  bool has_class(PortId p, frame::Packet& packet, const parser::HeaderVector& header, Time now);
  bool label(PortId p, frame::Packet& packet, const parser::HeaderVector& header, Time now);
  bool has_next_class(frame::Packet& packet, const parser::HeaderVector& header);
  template <class Change>
  void relabel(frame::Packet& packet, Change change);
  bool pass_edges(PortId p, frame::Packet& packet, Time now);
  enum class AtEdge : std::uint8_t { kPasses, kEnds, kGoesBack };  // kGoesBack: as a frame that was made here
  AtEdge turned(frame::Packet& packet, Time now);
  void go_back(frame::Packet& packet, Time now);
  void take_off(frame::Packet& packet);
  std::uint8_t own_ttl() const;
  bool goes(frame::Packet& packet, const parser::HeaderVector& header);
  bool has_channel(const frame::Packet& packet) const {
    return (engines_[packet.egress.index()]->without_channel() & mask_of(packet.traffic_class)) == 0;
  }
  void enter(frame::Packet& packet, Time now);
  void enter_internal(Time now);
  flow_control::InputJudge& judge(PortId p) const { return *engines_[p.index()]->input_judge(); }
  bool may_begin(PortId input, PortId output, ClassId c) const override {
    return judge(output).may_take(judge(input), c, local_time());
  }
  void begins(const frame::Packet& packet) override {
    judge(packet.egress).taken(judge(packet.ingress), packet.traffic_class, packet.length, local_time());
  }
  std::int64_t passed_over(Time before) const override { return crossbar_->passed_over(before); }
  void inputs_may_go(PortId egress, ClassId c, Time now) override { crossbar_->output_has_room(egress, c, now); }
  void departed(PortId egress, PortId ingress, ClassId traffic_class, Bytes length, Time now) override;
  // The settings that a register write changes; null: not changed.
  struct Draft {
    const reference::ClassMapperConfig* class_mapper = nullptr;
    const mmu::MmuConfig* mmu = nullptr;
    const egress::EgressConfig* egress = nullptr;
    const flow_control::FlowControlConfig* flow_control = nullptr;  // of `port`
    const reference::RateLimiterConfig* limiter = nullptr;          // of `port`
    std::size_t port = 0;
  };
  void require_goes_with(const Draft& draft) const;
  void require_same_hops(const reference::ClassMapperConfig& draft) const;
  std::unique_ptr<ledger::RegisterBank> make_register_bank();
  void bind_drops(ledger::RegisterBank& bank) const;
  void bind_management(ledger::RegisterBank& bank);

  SwitchConfig config_;
  StageModule<forwarding::Forwarding> forwarding_;
  std::unique_ptr<reference::OwnMapper> own_mapper_;                 // null: the mapper is one of weir
  bool by_packets_;                                                  // own_mapper_ judges packets
  std::vector<std::unique_ptr<forwarding::ClockedMapper>> mappers_;  // by port, in RTL; empty: none anywhere
  std::unique_ptr<mmu::AdmissionPolicy> policy_;                     // null: none
  StageModule<mmu::Mmu> mmu_;
  std::unique_ptr<crossbar::Crossbar> crossbar_;
  PerPortClass<std::unique_ptr<DropCounters>> drops_;  // null until the first: few queues ever drop
  InternalSource internal_source_;
  bool by_channel_;                                           // classes have channels, or none
  std::vector<std::unique_ptr<congestion::FeraEdge>> edges_;  // as make_edges()
  bool screened_ = false;                                     // passes_screens() is asked
  std::uint64_t tags_taken_off_ = 0;
  std::vector<std::uint8_t> relabelled_;  // work space of relabel()
  std::vector<DropListener*> drop_listeners_;
  std::vector<DeclarationListener*> declaration_listeners_;
  PerPortClass<std::uint8_t> keeps_;                       // calls of keep_paused() that no call has ended
  std::unique_ptr<deadlock::DeadlockUnit> deadlock_unit_;  // null: none
  Interrupts interrupts_;
  LinkWishes link_wishes_;
  CsrTarget csr_;
};

}  // namespace weir::asic

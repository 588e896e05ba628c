// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the egress scheduler, and their binding to the live one.

#include "hw_model/datapath/egress/egress_registers.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "hw_model/cycle_models/egress_scheduler_cycle.h"
#include "hw_model/datapath/egress/egress.h"
#include "hw_model/datapath/egress/egress_settings.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/rows.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::egress {
namespace {

using At = ledger::RegisterAccess;
using ledger::kOne;
using Row = ledger::RowsOf<EgressHardware>;

constexpr Time kNanosecond{1'000};
constexpr unsigned kWeightBits = 8;
constexpr unsigned kTimeBits = 48;
constexpr char kTimeFollows[] = "78 hours of nanoseconds";
constexpr char kHoldSource[] = "GFC, SIGCOMM '19, section 2: hold and wait";
constexpr char kVlSource[] = "InfiniBand Architecture, volume 1, 7.6.9";
constexpr ledger::Accesses kEachPacket{.reads_per_packet = 1, .writes_per_packet = 1};

ledger::Dimensions per_queue(const EgressHardware& hardware) {
  return {{"port", hardware.ports}, {"class", hardware.classes}};
}
ledger::Dimensions per_port(const EgressHardware& hardware) { return {{"port", hardware.ports}}; }

std::uint64_t largest_frame(const EgressHardware& hardware) {
  return ledger::register_value(std::max(hardware.max_frame, frame::kMaxFrameLength));
}
unsigned cell_name_bits(const EgressHardware& hardware) { return ledger::bits_to_name(hardware.cells); }
unsigned depth_bits(const EgressHardware& hardware) {
  return ledger::bits_for(ledger::register_value(hardware.buffer));
}
unsigned class_bits(const EgressHardware& hardware) { return ledger::bits_to_name(hardware.classes); }
unsigned port_bits(const EgressHardware& hardware) { return ledger::bits_to_name(hardware.ports); }
unsigned length_bits(const EgressHardware& hardware) { return ledger::bits_for(largest_frame(hardware)); }
unsigned deficit_bits(const EgressHardware& hardware) {
  return ledger::bits_for(((std::uint64_t{1} << kWeightBits) - 1) * largest_frame(hardware) + largest_frame(hardware));
}
unsigned lane_left_bits(const EgressHardware& hardware) {
  const std::uint64_t unit = ledger::register_value(kVlUnit);
  return 1 + ledger::bits_for(std::max<std::uint64_t>((largest_frame(hardware) + unit - 1) / unit, kNoVlLimit));
}
unsigned lane_sent_bits(const EgressHardware& hardware) {
  const std::uint64_t limit = (std::uint64_t{kNoVlLimit} - 1) * ledger::register_value(kVlLimitUnit);
  return ledger::bits_for(limit + largest_frame(hardware));
}

// The RTL has eight classes, strict priority and DWRR; a discipline from outside has none.
bool has_scheduler_block(const EgressHardware& hardware) {
  const Discipline discipline = hardware.config.discipline;
  return hardware.classes == reference::kScheduledClasses &&
         (discipline == Discipline::kStrictPriority || discipline == Discipline::kDwrr ||
          discipline == Discipline::kStrictOverDwrr) &&
         length_bits(hardware) <= reference::width_range("LEN_W")->most;
}
std::string_view scheduler_block(const EgressHardware& hardware) {
  return has_scheduler_block(hardware) ? "egress_scheduler" : "";
}

using Live = std::shared_ptr<ledger::Drafted<EgressConfig>>;

// The shaper of [port] or of [port][class].
template <class Config>
auto& shaper_at(Config& config, const At& at) {
  auto& port = config.shapers[at.indices[0]];
  return at.indices.size() == 1 ? port.port : port.classes[at.indices[1]];
}

void bind_shapers(const Live& live, const ledger::Binder& binder) {
  for (const ledger::Setting<ShaperConfig>& one : shaper_settings()) {
    for (const char* of : {"port_", "class_"}) {
      binder.bind(
          of + one.register_name,
          {.read = [live, get = one.get](
                       const At& at) { return static_cast<std::uint64_t>(get(shaper_at(live->live(), at), 0).count); },
           .write =
               [live, set = one.set](const At& at, std::uint64_t value) {
                 set(shaper_at(live->draft(), at), 0, {static_cast<std::int64_t>(value)});
               },
           .settings = live});
    }
  }
}

}  // namespace

struct Egress::Rows {
  // How long a queue was held, and held while something waited, is started and stopped, not counted every cycle, so
  // that it fits in a memory.
  static constexpr auto kQueues = Row::list(
      Row::memory<&Veq::waiting>({"veq_head", cell_name_bits, per_queue, "names a cell of the packet buffer",
                                  "packet of the VEQ that leaves next, by its first cell"})
          .accesses(kEachPacket),
      Row::memory<&Veq::waiting>({"veq_tail", cell_name_bits, per_queue, "names a cell of the packet buffer",
                                  "packet of the VEQ that came last, by its first cell"})
          .accesses(kEachPacket),
      Row::state<&Veq::depth>({"veq_depth", depth_bits, per_queue,
                               "bits of the buffer in bytes: one VEQ may hold all of it",
                               "bytes of the VEQ, the frame in transmission included"}),
      Row::state<&Lane::nonempty>(
          {"veq_waiting", 1, per_queue, "", "the VEQ holds a packet that is not in transmission"},
          [](const Lane& lane, const At& at) { return (lane.nonempty & mask_of(ClassId(at.indices[1]))) != 0; }),
      Row::counter<&QueueCounters::peak>({"veq_peak", depth_bits, per_queue, "as veq_depth", "highest veq_depth"}),
      Row::events<&QueueCounters::sent>({"sent", 64, per_queue, "packets", "packets sent"}),
      Row::memory<&QueueCounters::held>(
          {"held_time", kTimeBits, per_queue, kTimeFollows, "nanoseconds in which flow control held the class"},
          [](const QueueCounters& counters, const At& at) { return counters.held.total(at.now) / kNanosecond; })
          .access(ledger::Access::kReadOnly)
          .accesses(kEachPacket)
          .source(kHoldSource),
      Row::memory<&QueueCounters::held>(
          {"held_since", kTimeBits, per_queue, kTimeFollows, "when the present hold began; all ones: none"})
          .accesses(kEachPacket)
          .source(kHoldSource),
      Row::memory<&QueueCounters::hold_and_wait>(
          {"hold_and_wait_time", kTimeBits, per_queue, kTimeFollows,
           "nanoseconds in which flow control held the class while packets waited"},
          [](const QueueCounters& counters, const At& at) {
            return counters.hold_and_wait.total(at.now) / kNanosecond;
          })
          .access(ledger::Access::kReadOnly)
          .accesses(kEachPacket)
          .source(kHoldSource),
      Row::memory<&QueueCounters::hold_and_wait>({"hold_and_wait_since", kTimeBits, per_queue, kTimeFollows,
                                                  "when the present hold-and-wait began; all ones: none"})
          .accesses(kEachPacket)
          .source(kHoldSource),
      Row::internal({"time_now", kTimeBits, kOne, kTimeFollows, "nanoseconds since reset"}).source(kHoldSource),
      Row::internal<&Lane::busy>({"transmitting", 1, per_port, "", "a frame is on the wire"}),
      Row::internal<&Lane::on_wire>({"transmitting_data", 1, per_port, "", "the frame on the wire is a data frame"}),
      Row::internal<&Lane::last>(
          {"departing_class", class_bits, per_port, "names a class", "class of the data frame on the wire"}),
      Row::internal<&Lane::departing_ingress>({"departing_ingress", port_bits, per_port, "names a port",
                                               "ingress port of the data frame on the wire, whose VIQ it leaves"}),
      Row::internal<&Lane::departing_length>(
          {"departing_length", length_bits, per_port, "frames up to 9216 B", "length of the data frame on the wire"}),
      Row::part<&Veq::counters>(),
      Row::model_only<&Veq::parked>("parked and others of block deadlock, where it resolves by flow"),
      Row::model_only<&Lane::id>("constant: which port this is"),
      Row::model_only<&Lane::blocks>("blocked_group of block deadlock, where it resolves by flow"),
      Row::model_only<&Lane::departing_since>("the limiter's R_l counts the transmission time"),
      Row::model_only<&Lane::gate_event>("a scheduled event stands for looking every cycle"),
      Row::model_only<&Lane::joined_due>("a wire: whether any source is due"), Row::part<&Egress::lanes_>(),
      Row::part<&Egress::veq_>(), Row::part<&Egress::shapers_>(), Row::part<&Egress::turns_>(),
      Row::part<&Egress::own_>(), Row::model_only<&Egress::own_turns_>("by discipline: whether own_ chooses"),
      Row::model_only<&Egress::clocked_>("the same registers once more, in RTL"), Row::part<&Egress::watchers_>(),
      Row::model_only<&Egress::blocked_>("blocked_group of block deadlock, where it resolves by flow"),
      Row::model_only<&Egress::total_>("checks the account of bytes"),
      Row::model_only<&Egress::joined_>("constant: who puts frames before data"));

  // Of the scheduler, beside its settings.
  static constexpr auto kTurns = Row::list(
      Row::internal(
          {"turn", class_bits, per_port, "names a class", "class whose turn it is; round robin: class that sent last"})
          .rtl(scheduler_block),
      Row::state(
          {"deficit", deficit_bits, per_queue, "255 quanta and a frame of 9216 B",
           "bytes that the class may still send in its turn"},
          [](const Turns& turns, const At& at) { return turns.deficit(PortId(at.indices[0]), ClassId(at.indices[1])); })
          .rtl(scheduler_block));
};

namespace {

constexpr auto lane_turn(std::string_view name) {
  return Row::internal({name, class_bits, per_port, "names a class", "lane whose turn it is in the arbitration table"});
}
constexpr auto lane_left(std::string_view name) {
  return Row::internal({name, lane_left_bits, per_port, "255 units, and those of a frame of 9216 B below 0",
                        "units left of the lane's weight, signed"});
}

// What vl_arbiter.h remembers of a port.
constexpr auto kLaneArbiters =
    Row::list(lane_turn("vl_high_turn"), lane_left("vl_high_left"), lane_turn("vl_low_turn"), lane_left("vl_low_left"),
              Row::internal({"vl_high_sent", lane_sent_bits, per_port, "254 x 4 KiB and a frame of 9216 B",
                             "bytes sent by the high table since a packet of the low table might last go"}));

}  // namespace

ledger::Block Egress::declare(const EgressHardware& hardware) {
  const ledger::Origin dwrr("egress", "M. Shreedhar, G. Varghese, Deficit Round Robin, SIGCOMM '95, section 3");
  ledger::Block block("egress");
  ledger::declare(block, {"egress", "TTL-based buffer management, section 1.1"}, hardware, Rows::kQueues);
  for (const ledger::Setting<EgressConfig>& one : held_settings(hardware.config)) {
    ledger::RegisterDeclaration held = ledger::register_of(one, hardware.config, hardware.classes);
    held.width = one.kind == ledger::SettingKind::kClasses ? hardware.classes : held.width;
    block.add(dwrr.setting(std::move(held)));
  }
  ledger::declare(block, dwrr, hardware, Rows::kTurns);
  if (has_scheduler_block(hardware))
    block.add(ledger::RtlInstance{.block = "egress_scheduler",
                                  .parameters = {{"LEN_W", length_bits(hardware)}, {"WEIGHT_W", kWeightBits}},
                                  .dimensions = per_port(hardware)});
  if (arbitrates_lanes(hardware.config))
    ledger::declare(block, {"egress", kVlSource}, hardware, kLaneArbiters);
  declare_shapers(block, hardware.config.shapers, hardware.classes);
  return block;
}

void Egress::bind_registers(const ledger::Binder& binder, const SettingsCheck& check) {
  const auto settings = std::make_shared<ledger::Drafted<EgressConfig>>(
      [this]() -> const EgressConfig& { return config_; },
      [this, check](const EgressConfig& draft) {
        require_built(draft);
        check(draft);
      },
      [this](const EgressConfig& draft, Time now) { reconfigure(draft, now); });
  EgressConfig built = config_;  // whatever its discipline is now
  built.discipline = !turns_.arbitrates_lanes() ? Discipline::kDwrr : Discipline::kVlArbitration;
  ledger::bind_all(binder, settings, held_settings(built));
  if (shapers_) {
    bind_shapers(settings, binder);
  }
  const auto veq = [this](const At& at) -> const Veq& {
    return veq_.at(PortId(at.indices[0]), ClassId(at.indices[1]));
  };
  const std::initializer_list<ledger::Objects> from = {
      ledger::objects(veq), ledger::objects([veq](const At& at) -> const QueueCounters& { return veq(at).counters; }),
      ledger::objects([this](const At& at) -> const Lane& { return lanes_[at.indices[0]]; }),
      ledger::objects([this](const At&) -> const Turns& { return turns_; })};
  ledger::bind(binder, Rows::kQueues, from);
  ledger::bind(binder, Rows::kTurns, from);
  if (!shapers_)
    return;
  binder.bind("port_tokens", {.read = [this](const At& at) {
                return static_cast<std::uint64_t>(shapers_->port_tokens(PortId(at.indices[0]), at.now).count());
              }});
  binder.bind("class_tokens", {.read = [this](const At& at) {
                const PortId p(at.indices[0]);
                return static_cast<std::uint64_t>(shapers_->class_tokens(p, ClassId(at.indices[1]), at.now).count());
              }});
}

}  // namespace weir::egress

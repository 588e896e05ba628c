// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// CoDel (RFC 8289) with marks in place of drops. The time of a packet in the switch, from its admission to its
// departure, is its sojourn time. A queue whose packets all had `target` or more for `interval` is standing: the next
// packet is marked, and then one packet at a time, the n-th `interval`/sqrt(n) after the one before, until a packet had
// less, or no more than a longest frame waits behind it. A queue that stands again within 16 intervals begins with the
// rate that it ended with. A packet that cannot carry a mark passes, and the next that can is marked in its place.
// Latency: none.

#include "tb/tests/plugin/codel/codel.h"

#include <cmath>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/ecn_field.h"
#include "hw_model/ledger/kept_settings.h"
#include "hw_model/ledger/rows.h"
#include "hw_model/mechanisms/congestion/detector_card.h"

namespace weir::congestion {
namespace {

constexpr const char* kCodelTable = "congestion.codel";
constexpr Time kStampTick = 1_ns;
constexpr Time kLongest = 1000_ms;
constexpr unsigned kStampBits = 32;  // twice the longest interval, and more
constexpr unsigned kSettingBits = ledger::bits_for(kLongest / kStampTick);

const ledger::SettingsOf<CodelConfig>& codel_settings() {
  using Config = CodelConfig;
  static const ledger::SettingsOf<Config> kSettings = {
      ledger::setting(&Config::target, "target", {kStampTick, kLongest, kStampTick},
                      "TARGET: time in the switch that a packet may always have.", {.name = "codel_target"}),
      ledger::setting(&Config::interval, "interval", {kStampTick, kLongest, kStampTick},
                      "INTERVAL: for this time all packets of a queue have `target` or more before the first is "
                      "marked; the round-trip time of most flows.",
                      {.name = "codel_interval"}),
  };
  return kSettings;
}

}  // namespace

CodelConfig codel_of(const CongestionConfig& config) {
  return ledger::read(config.others, kCodelTable, codel_settings());
}

namespace {

class Codel final : public Detector {
 public:
  explicit Codel(const PortContext& context)
      : config_(codel_of(context.config)), frame_(context.max_frame), classes_(context.lossless) {}

  void departs(frame::Packet& packet, Bytes behind, Time now) override;
  void reset(Time now) override;
  std::uint64_t marked(ClassId c) const override { return queues_[c.index()].marked; }

  std::uint64_t state(ClassId c) const override;
  std::optional<Probe> probe() const override {
    return Probe{
        .name = "codel_state", .kind = Probe::Kind::kState, .width = 2, .states = {"below", "above", "marking"}};
  }

  static void declare(ledger::Block& block, const PortContext& context);
  static void declare_shared(ledger::Block& block, const PortContext& context);
  void bind_registers(const ledger::Binder& binder) override;

 private:
  struct Rows;
  struct Queue {
    bool above = false;  // the last packet had `target` or more,
    Time standing{};     // and if all have until then, the queue stands
    bool marking = false;
    Time next{};              // the time of the next mark
    std::uint32_t count = 0;  // marks since the queue stands
    std::uint32_t last = 0;   // the count with which it began
    std::uint64_t marked = 0;
  };

  bool stands(Queue& queue, Time sojourn, Bytes behind, Time now) const;
  Time after(Time mark, std::uint32_t count) const {
    return mark + Time(static_cast<std::int64_t>(static_cast<double>(config_.interval.count()) / std::sqrt(count)));
  }
  void mark(Queue& queue, Time now) const;

  CodelConfig config_;
  Bytes frame_;
  ClassMask classes_;
  PerClass<Queue> queues_{};
};

bool Codel::stands(Queue& queue, Time sojourn, Bytes behind, Time now) const {
  const bool was_above = queue.above;
  queue.above = sojourn >= config_.target && behind > frame_;
  if (queue.above && !was_above)
    queue.standing = now + config_.interval;
  return was_above && queue.above && now >= queue.standing;
}

// The first mark of a queue that stands, or one of those that follow.
void Codel::mark(Queue& queue, Time now) const {
  constexpr std::int64_t kSoon = 16;  // intervals
  if (queue.marking) {
    queue.next = after(queue.next, ++queue.count);
    return;
  }
  const std::uint32_t before = queue.count - queue.last;
  queue.count = before > 1 && now - queue.next < kSoon * config_.interval ? before : 1;
  queue.last = queue.count;
  queue.next = after(now, queue.count);
  queue.marking = true;
}

void Codel::departs(frame::Packet& packet, Bytes behind, Time now) {
  if ((classes_ & mask_of(packet.traffic_class)) == 0)
    return;
  Queue& queue = queues_[packet.traffic_class.index()];
  if (!stands(queue, now - packet.at, behind, now)) {
    queue.marking = false;
    return;
  }
  const bool is_due = !queue.marking || now >= queue.next;
  if (!is_due || frame::ecn_of(packet).value_or(frame::Ecn::kNotCapable) == frame::Ecn::kNotCapable)
    return;
  frame::set_ecn(packet, frame::Ecn::kCongestion);
  ++queue.marked;
  mark(queue, now);
}

void Codel::reset(Time) {
  for (Queue& queue : queues_)
    queue = {.marked = queue.marked};
}

std::uint64_t Codel::state(ClassId c) const {
  const Queue& queue = queues_[c.index()];
  return queue.marking ? 2 : (queue.above ? 1 : 0);
}

// Registers count nanoseconds; those of times wrap.
std::uint64_t codel_ticks(Time time) {
  return static_cast<std::uint64_t>(time / kStampTick) & ((std::uint64_t{1} << kStampBits) - 1);
}

struct Codel::Rows {
  using Row = ledger::RowsOf<PortContext>;

  static constexpr auto kAll = Row::list(
      Row::setting(
          {"codel_target", kSettingBits, ledger::kOne, "up to 1 s in nanoseconds",
           "nanoseconds in the switch that a packet may always have"},
          [](const CodelConfig& now) { return now.target / kStampTick; },
          [](CodelConfig& draft, std::uint64_t value) {
            draft.target = static_cast<std::int64_t>(value) * kStampTick;
          }),
      Row::setting(
          {"codel_interval", kSettingBits, ledger::kOne, "up to 1 s in nanoseconds",
           "nanoseconds for which all packets have more before one is marked"},
          [](const CodelConfig& now) { return now.interval / kStampTick; },
          [](CodelConfig& draft, std::uint64_t value) {
            draft.interval = static_cast<std::int64_t>(value) * kStampTick;
          }),
      Row::state<&Queue::above>(
          {"codel_above", 1, per_lossless_class, "a flag", "the last packet had codel_target or more"}),
      Row::state<&Queue::standing>(
          {"codel_standing", kStampBits, per_lossless_class, "nanoseconds, modulo 2^width", "when the queue stands"},
          [](const Queue& queue) { return codel_ticks(queue.standing); }),
      Row::state<&Queue::marking>({"codel_marking", 1, per_lossless_class, "a flag", "the queue stands"}),
      Row::state<&Queue::next>(
          {"codel_next", kStampBits, per_lossless_class, "nanoseconds, modulo 2^width", "when the next mark is due"},
          [](const Queue& queue) { return codel_ticks(queue.next); }),
      Row::state<&Queue::count>(
          {"codel_count", 32, per_lossless_class, "as in RFC 8289", "marks since the queue stands"}),
      Row::state<&Queue::last>(
          {"codel_last_count", 32, per_lossless_class, "as in RFC 8289", "codel_count when the queue began to stand"}),
      Row::events<&Queue::marked>({"codel_marked", 64, per_lossless_class, "packets", "packets that were given CE"}),
      Row::holds<&Codel::config_>("codel_target", "codel_interval"),
      Row::model_only<&Codel::frame_>("constant: the largest frame"),
      Row::model_only<&Codel::classes_>("constant: those with flow control"), Row::part<&Codel::queues_>());
};

const char* const kCodelSource = "RFC 8289, section 5; RFC 3168";

void Codel::declare(ledger::Block& block, const PortContext& context) {
  ledger::declare(block, {"codel", kCodelSource}, context, Rows::kAll, codel_of(context.config));
}

// A packet carries the time of its admission.
void Codel::declare_shared(ledger::Block& block, const PortContext& context) {
  constexpr Bytes kSmallestFrame{64};
  block.add(ledger::Origin("codel", kCodelSource)
                .memory({.name = "codel_stamp",
                         .width = kStampBits,
                         .dimensions = {{"packet", static_cast<std::uint64_t>(context.buffer / kSmallestFrame)}},
                         .accesses = {.reads_per_packet = 1, .writes_per_packet = 1},
                         .width_follows = "nanoseconds, modulo 2^width",
                         .description = "when each packet of the buffer was admitted"}));
}

// Throws std::invalid_argument, one line.
void check_codel_settings(const CodelConfig& own) {
  if (own.target >= own.interval)
    throw std::invalid_argument("codel_target: wanted less than codel_interval, " + quantity_text(own.interval) +
                                "; got " + quantity_text(own.target));
}

void Codel::bind_registers(const ledger::Binder& binder) {
  const auto draft = std::make_shared<ledger::Drafted<CodelConfig>>(
      [this]() -> const CodelConfig& { return config_; }, check_codel_settings,
      [this](const CodelConfig& written, Time) { config_ = written; });
  ledger::bind(binder, Rows::kAll,
               {ledger::objects(draft), ledger::objects([this](const ledger::RegisterAccess& at) -> const Queue& {
                  return queues_[nth_class(classes_, at.indices[0]).index()];
                })});
}

// The card of the chip.
std::vector<DetectorTable> codel_tables() {
  return {{kCodelTable, "Marks by the time of packets in the switch: CoDel, RFC 8289.",
           ledger::within(&CongestionConfig::others, kCodelTable, codel_settings)}};
}

void check_codel(const PortContext& context, ledger::Complaints& complaints) {
  const CodelConfig own = codel_of(context.config);
  complaints.unless(own.target < own.interval, {"congestion.codel.target", "congestion.codel.interval"},
                    "wanted less than interval, " + quantity_text(own.interval) + "; got " + quantity_text(own.target));
}

}  // namespace

const DetectorCard& codel_card() {
  static constexpr DetectorCard kCard{.traits = {.marks_ip = true},
                                      .tables = codel_tables,
                                      .check = check_codel,
                                      .make = make_detector<Codel>,
                                      .declare = Codel::declare,
                                      .declare_shared = Codel::declare_shared};
  return kCard;
}

}  // namespace weir::congestion

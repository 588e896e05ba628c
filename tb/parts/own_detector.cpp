// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Congestion detectors of users. A card of a detector is made of functions, so that there is a card for each of a few
// places, to which detectors come in the order in which they are added.

#include <array>
#include <utility>

#include "hw_model/asic/stage_module.h"
#include "hw_model/frame/ecn_field.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/congestion/detector_card.h"
#include "tb/parts/own_parts.h"

namespace weir::parts {
namespace {

using congestion::PortContext;

using Added = Places<Detector>::Added;

Places<Detector>& detectors() {
  static Places<Detector> all;
  return all;
}

Place place_of(const PortContext& context) {
  return {.name = context.name,
          .ports = static_cast<unsigned>(context.ports),
          .classes = context.classes,
          .rates = {context.line_rate.count()},
          .max_frame = context.max_frame.count(),
          .buffer = context.buffer.count(),
          .seed = context.seed};
}

class OwnDetector : public congestion::Detector, private parts::Detector::Alarm {
 public:
  OwnDetector(const Added& own, const PortContext& context)
      : part_(*own.part), made_(built(part_, own.make, context.config.others, place_of(context))) {}

  void gate(ClassId c, bool open, weir::Time now) override { made_.part->gate(number_of(c), open, now.count()); }
  void offered(const frame::Packet& packet, weir::Bytes depth, weir::Time now) override {
    made_.part->offered(seen(packet), depth.count(), now.count());
  }
  void admitted(const frame::Packet& packet, weir::Time now) override {
    made_.part->admitted(seen(packet), now.count());
  }
  void queued(const frame::Packet& packet, weir::Bytes depth, weir::Time now) override {
    made_.part->queued(seen(packet), depth.count(), now.count());
  }
  void departs(frame::Packet& packet, weir::Bytes behind, weir::Time now) override {
    if (!made_.part->departs(seen(packet), behind.count(), now.count()) ||
        frame::ecn_of(packet).value_or(frame::Ecn::kNotCapable) == frame::Ecn::kNotCapable)
      return;
    frame::set_ecn(packet, frame::Ecn::kCongestion);
    ++marked_[packet.traffic_class.index()];
  }
  void pausing(PortId ingress, ClassId c, bool on, weir::Time now) override {
    made_.part->pausing(number_of(ingress), number_of(c), on, now.count());
  }
  void line_rate(BitRate rate, weir::Time now) override { made_.part->line_rate(rate.count(), now.count()); }
  void timer(ClassId c, weir::Time now) override { made_.part->timer(number_of(c), now.count()); }
  void reset(weir::Time now) override { made_.part->reset(now.count()); }
  std::uint64_t marked(ClassId c) const override { return marked_[c.index()]; }

  void bind_registers(const ledger::Binder& binder) override {
    parts::bind_registers(binder, part_, made_.registers);
    binder.bind(part_.word + "_marked",
                {.read = [this](const ledger::RegisterAccess& at) { return marked_[at.indices[0]]; }});
  }

 private:
  void joined() override { made_.part->join(*this); }
  void wake(unsigned c, Time at) override { port_->schedule(ClassId(c), weir::Time(at)); }

  const OwnPart& part_;
  Built<parts::Detector> made_;
  PerClass<std::uint64_t> marked_{};
};

// The card of the detector that was added as number `place`.
template <std::size_t place>
constexpr congestion::DetectorCard kCard{
    .traits = {.marks_ip = true},
    .tables = []() -> std::vector<congestion::DetectorTable> {
      const OwnPart& part = *detectors()[place].part;
      return {{part.table, part.text, settings_of(part, &congestion::CongestionConfig::others)}};
    },
    .check =
        [](const PortContext& context, ledger::Complaints& complaints) {
          check_part(*detectors()[place].part, complaints, [&] { return OwnDetector(detectors()[place], context); });
        },
    .make = [](const PortContext& context) -> std::unique_ptr<congestion::Detector> {
      const Added& own = detectors()[place];
      return std::make_unique<asic::StageModule<OwnDetector>>(name_at(context.name, *own.part).c_str(), own, context);
    },
    .declare =
        [](ledger::Block& block, const PortContext& context) {
          const Added& own = detectors()[place];
          declare_registers(block, *own.part,
                            built(*own.part, own.make, context.config.others, place_of(context)).registers);
          const ledger::Origin origin(own.part->word, "RFC 3168");
          block.add(origin.events("packets", {.name = own.part->word + "_marked",
                                              .dimensions = congestion::per_class(context),
                                              .description = "packets that were given CE"}));
        }};

template <std::size_t... places>
constexpr std::array<const congestion::DetectorCard*, kMostOfAKind> cards(std::index_sequence<places...>) {
  return {&kCard<places>...};
}

}  // namespace

void add_detector(const OwnPart& part, MakerOf<Detector> make) {
  constexpr auto kCards = cards(std::make_index_sequence<kMostOfAKind>());
  congestion::add_detector(part.word, part.text, *kCards.at(detectors().next(part)));
  detectors().take(part, make);
}

const std::vector<Added>& own_detectors() { return detectors().added(); }

}  // namespace weir::parts

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Deadlock units of users. A card of a unit is made of functions, so that there is a card for each of a few places, to
// which units come in the order in which they are added.

#include <array>
#include <utility>

#include "hw_model/asic/stage_module.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "tb/parts/own_parts.h"

namespace weir::parts {
namespace {

using deadlock::SwitchContext;

using AddedUnit = Places<DeadlockUnit>::Added;

Places<DeadlockUnit>& units() {
  static Places<DeadlockUnit> all;
  return all;
}

Place place_of_unit(const SwitchContext& context) {
  Place place{.name = context.name,
              .ports = static_cast<unsigned>(context.ports),
              .lossless = context.lossless,
              .max_frame = 0,
              .buffer = context.buffer.count(),
              .seed = context.seed};
  for (const BitRate rate : context.rates)
    place.rates.push_back(rate.count());
  return place;
}

Built<DeadlockUnit> unit_of(const AddedUnit& own, const SwitchContext& context) {
  return built(*own.part, own.make, context.config.others, place_of_unit(context));
}

class OwnUnit : public deadlock::DeadlockUnit, private parts::DeadlockUnit::Actions {
 public:
  OwnUnit(const AddedUnit& own, const SwitchContext& context, deadlock::SwitchActions& actions)
      : part_(*own.part), actions_(actions), made_(unit_of(own, context)), dropped_(context.ports) {
    made_.part->join(*this);
  }

  void queued(const frame::Packet& packet, std::size_t waiting, weir::Time now) override {
    made_.part->queued(seen(packet), waiting, now.count());
  }
  void left(const frame::Packet& packet, std::size_t waiting, weir::Time now, weir::Time end) override {
    made_.part->left(seen(packet), waiting, now.count(), end.count());
  }
  void held(PortId egress, ClassId c, bool on, std::size_t waiting, weir::Time now) override {
    made_.part->held(number_of(egress), number_of(c), on, waiting, now.count());
  }
  void pausing(PortId ingress, ClassId c, bool on, weir::Time now) override {
    made_.part->pausing(number_of(ingress), number_of(c), on, now.count());
  }
  void timer(PortId p, ClassId c, weir::Time now) override {
    made_.part->timer(number_of(p), number_of(c), now.count());
  }
  void reset(weir::Time now) override { made_.part->reset(now.count()); }
  void bind_registers(const ledger::Binder& binder) override { parts::bind_registers(binder, part_, made_.registers); }
  std::uint64_t dropped(PortId p, ClassId c) const override { return dropped_.at(p, c); }

 private:
  void wake(unsigned port, unsigned c, Time at) override {
    actions_.schedule(PortId(port), ClassId(c), weir::Time(at));
  }
  void drop_head(unsigned egress, unsigned c, Time now) override {
    ++dropped_.at(PortId(egress), ClassId(c));
    actions_.drop_head(PortId(egress), ClassId(c), weir::Time(now));
  }

  const OwnPart& part_;
  deadlock::SwitchActions& actions_;
  Built<parts::DeadlockUnit> made_;
  PerPortClass<std::uint64_t> dropped_;
};

// A unit without a switch is asked for what follows from its settings alone.
SwitchContext without_switch(const deadlock::DeadlockConfig& config) {
  SwitchContext context;
  context.config = config;
  return context;
}

// The card of the unit that was added as number `place`; its text is that of the part, which add_unit() is told.
template <std::size_t place>
deadlock::UnitCard unit_card() {
  return {.text = units()[place].part->text,
          .tables = []() -> std::vector<deadlock::UnitTable> {
            const OwnPart& part = *units()[place].part;
            return {{part.table, part.text, settings_of(part, &deadlock::DeadlockConfig::others)}};
          },
          .check =
              [](const deadlock::DeadlockConfig& config, ledger::Complaints& complaints) {
                const AddedUnit& own = units()[place];
                check_part(*own.part, complaints, [&] { return unit_of(own, without_switch(config)); });
              },
          .patience =
              [](const deadlock::DeadlockConfig& config) {
                return weir::Time(unit_of(units()[place], without_switch(config)).part->patience());
              },
          .make = [](const SwitchContext& context,
                     deadlock::SwitchActions& actions) -> std::unique_ptr<deadlock::DeadlockUnit> {
            return std::make_unique<asic::StageModule<OwnUnit>>("deadlock", units()[place], context, actions);
          },
          .declare =
              [](const SwitchContext& context) {
                ledger::Block block("deadlock");
                const AddedUnit& own = units()[place];
                declare_registers(block, *own.part, unit_of(own, context).registers);
                return block;
              }};
}

template <std::size_t... places>
std::array<deadlock::UnitCard (*)(), kMostOfAKind> unit_cards(std::index_sequence<places...>) {
  return {&unit_card<places>...};
}

}  // namespace

void add_unit(const OwnPart& part, MakerOf<DeadlockUnit> make) {
  static std::deque<deadlock::UnitCard> cards;
  const std::size_t place = units().next(part);
  units().take(part, make);
  deadlock::add_unit(part.word, cards.emplace_back(unit_cards(std::make_index_sequence<kMostOfAKind>())[place]()));
}

}  // namespace weir::parts

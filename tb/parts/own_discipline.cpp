// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Disciplines of users.

#include <algorithm>
#include <deque>

#include "hw_model/asic/stage_module.h"
#include "hw_model/base/invariant.h"
#include "hw_model/datapath/egress/discipline_card.h"
#include "tb/parts/own_parts.h"

namespace weir::parts {
namespace {

Place place_of(const egress::DisciplineContext& context) {
  return {.name = context.name,
          .ports = static_cast<unsigned>(context.ports),
          .classes = context.classes,
          .rates = {context.rate.count()},
          .max_frame = context.max_frame.count(),
          .buffer = context.buffer.count(),
          .seed = context.seed};
}

class OwnDiscipline : public egress::PortDiscipline {
 public:
  OwnDiscipline(const OwnPart& part, MakerOf<Discipline> make, const egress::DisciplineContext& context)
      : part_(part), name_(context.name), made_(built(part, make, context.config.others, place_of(context))) {}

  ClassId next(std::span<const egress::Head> heads, weir::Time now) override {
    heads_.clear();
    for (const egress::Head& head : heads)
      heads_.push_back({seen(*head.packet), head.depth.count()});
    const unsigned chosen = made_.part->next(heads_, now.count());
    const auto is_chosen = [chosen](const Head& head) { return head.packet.traffic_class == chosen; };
    if (std::none_of(heads_.begin(), heads_.end(), is_chosen)) [[unlikely]]
      broken_invariant("the part \"" + part_.word + "\" chooses class " + std::to_string(chosen) +
                           ", which has no packet that may leave",
                       name_, "", now);
    return ClassId(chosen);
  }
  void sent(const frame::Packet& packet, ClassMask nonempty, weir::Time now) override {
    made_.part->sent(seen(packet), nonempty, now.count());
  }
  void reset(weir::Time now) override { made_.part->reset(now.count()); }
  void bind_registers(const ledger::Binder& binder) override { parts::bind_registers(binder, part_, made_.registers); }

 private:
  const OwnPart& part_;
  std::string name_;  // of the port
  Built<Discipline> made_;
  std::vector<Head> heads_;  // work space of a choice
};

class OwnDisciplineCard final : public egress::DisciplineCard {
 public:
  OwnDisciplineCard(const OwnPart& part, MakerOf<Discipline> maker) : part_(part), make_(maker) {}

  std::vector<egress::DisciplineTable> tables() const override {
    return {{part_.table, part_.text, settings_of(part_, &egress::EgressConfig::others)}};
  }
  void check(const egress::DisciplineContext& context, ledger::Complaints& complaints) const override {
    check_part(part_, complaints, [&] { return OwnDiscipline(part_, make_, context); });
  }
  void declare(ledger::Block& block, const egress::DisciplineContext& context) const override {
    declare_registers(block, part_, built(part_, make_, context.config.others, place_of(context)).registers);
  }
  std::unique_ptr<egress::PortDiscipline> make(const egress::DisciplineContext& context) const override {
    return std::make_unique<asic::StageModule<OwnDiscipline>>(name_at(context.name, part_).c_str(), part_, make_,
                                                              context);
  }

 private:
  const OwnPart& part_;
  MakerOf<Discipline> make_;
};

}  // namespace

void add_discipline(const OwnPart& part, MakerOf<Discipline> make) {
  static std::deque<OwnDisciplineCard> cards;
  egress::add_discipline(part.word, part.text, cards.emplace_back(part, make));
}

}  // namespace weir::parts

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Class mappers of users.

#include <deque>
#include <stdexcept>

#include "hw_model/asic/stage_module.h"
#include "hw_model/base/invariant.h"
#include "hw_model/reference/mapper_card.h"
#include "tb/parts/own_parts.h"

namespace weir::parts {
namespace {

Fields seen(const reference::MapperFields& fields) {
  return {.pcp = fields.point / 2U, .dei = fields.point % 2U != 0, .dscp = fields.dscp};
}

class OwnClassMapper : public reference::OwnMapper {
 public:
  OwnClassMapper(const OwnPart& part, MakerOf<ClassMapper> make, const reference::MapperContext& context)
      : part_(part),
        name_(context.name),
        classes_(context.classes),
        made_(built(part, make, context.config.others, place_in_switch(context))) {}

  // Throws std::invalid_argument: software would write what the table of answers does not follow.
  void require_fixed() const {
    for (const Register& one : made_.registers) {
      if (is_by_fields() && one.write)
        throw std::invalid_argument("a class mapper by fields has no registers that software writes; got " + one.name);
    }
  }

  bool is_by_fields() const override { return made_.part->is_by_fields(); }
  std::size_t class_of(const reference::MapperFields& fields) override {
    return made_.part->class_of(seen(fields), {}, 0);
  }
  ClassId class_of(const frame::Packet& packet, const reference::MapperFields& fields, weir::Time now) override {
    Fields all = seen(fields);
    all.ttl = fields.ttl;
    const unsigned found = made_.part->class_of(all, parts::seen(packet), now.count());
    if (found >= classes_) [[unlikely]]
      broken_invariant("the part \"" + part_.word + "\" answers class " + std::to_string(found) +
                           "; wanted a class below the " + std::to_string(classes_) + " that the switch has",
                       name_ + ", port " + std::to_string(packet.ingress.index()), "", now);
    return ClassId(found);
  }
  void reset(weir::Time now) override { made_.part->reset(now.count()); }
  void bind_registers(const ledger::Binder& binder) override { parts::bind_registers(binder, part_, made_.registers); }

 private:
  const OwnPart& part_;
  std::string name_;  // of the switch
  unsigned classes_;
  Built<ClassMapper> made_;
};

class OwnMapperCard final : public reference::MapperCard {
 public:
  OwnMapperCard(const OwnPart& part, MakerOf<ClassMapper> maker) : part_(part), make_(maker) {}

  std::vector<reference::MapperTable> tables() const override {
    return {{part_.table, part_.text, settings_of(part_, &reference::OwnMapperConfig::others)}};
  }
  void check(const reference::MapperContext& context, ledger::Complaints& complaints) const override {
    check_part(part_, complaints, [&] { OwnClassMapper(part_, make_, context).require_fixed(); });
  }
  void declare(ledger::Block& block, const reference::MapperContext& context) const override {
    declare_registers(block, part_, built(part_, make_, context.config.others, place_in_switch(context)).registers);
  }
  std::unique_ptr<reference::OwnMapper> make(const reference::MapperContext& context) const override {
    return std::make_unique<asic::StageModule<OwnClassMapper>>("mapper", part_, make_, context);
  }
  std::unique_ptr<reference::OwnMapper> make_apart(const reference::MapperContext& context) const override {
    return std::make_unique<OwnClassMapper>(part_, make_, context);
  }

 private:
  const OwnPart& part_;
  MakerOf<ClassMapper> make_;
};

}  // namespace

void add_mapper(const OwnPart& part, MakerOf<ClassMapper> make) {
  static std::deque<OwnMapperCard> cards;
  reference::add_mapper(part.word, part.text, cards.emplace_back(part, make));
}

}  // namespace weir::parts

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Admission policies of users.

#include <deque>

#include "hw_model/asic/stage_module.h"
#include "hw_model/datapath/mmu/policy_card.h"
#include "tb/parts/own_parts.h"

namespace weir::parts {
namespace {

class OwnAdmission : public mmu::AdmissionPolicy {
 public:
  OwnAdmission(const OwnPart& part, MakerOf<Admission> make, const mmu::PolicyContext& context)
      : part_(part), made_(built(part, make, context.config.others, place_in_switch(context))) {}

  bool admits(const mmu::Arrival& arrival, weir::Time now) override {
    return made_.part->admits({.packet = seen(arrival.packet),
                               .viq_depth = arrival.viq_depth.count(),
                               .veq_depth = arrival.veq_depth.count(),
                               .free = arrival.free.count()},
                              now.count());
  }
  void reset(weir::Time now) override { made_.part->reset(now.count()); }
  void bind_registers(const ledger::Binder& binder) override { parts::bind_registers(binder, part_, made_.registers); }

 private:
  const OwnPart& part_;
  Built<Admission> made_;
};

class OwnPolicyCard final : public mmu::PolicyCard {
 public:
  OwnPolicyCard(const OwnPart& part, MakerOf<Admission> maker) : part_(part), make_(maker) {}

  std::vector<mmu::PolicyTable> tables() const override {
    return {{part_.table, part_.text, settings_of(part_, &mmu::PolicyConfig::others)}};
  }
  void check(const mmu::PolicyContext& context, ledger::Complaints& complaints) const override {
    check_part(part_, complaints, [&] { return OwnAdmission(part_, make_, context); });
  }
  void declare(ledger::Block& block, const mmu::PolicyContext& context) const override {
    declare_registers(block, part_, built(part_, make_, context.config.others, place_in_switch(context)).registers);
  }
  std::unique_ptr<mmu::AdmissionPolicy> make(const mmu::PolicyContext& context) const override {
    return std::make_unique<asic::StageModule<OwnAdmission>>("admission", part_, make_, context);
  }

 private:
  const OwnPart& part_;
  MakerOf<Admission> make_;
};

}  // namespace

void add_admission(const OwnPart& part, MakerOf<Admission> make) {
  static std::deque<OwnPolicyCard> cards;
  mmu::add_policy(part.word, part.text, cards.emplace_back(part, make));
}

}  // namespace weir::parts

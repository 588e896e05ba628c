// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Arbiters of users.

#include <algorithm>
#include <deque>

#include "hw_model/asic/stage_module.h"
#include "hw_model/base/invariant.h"
#include "hw_model/datapath/crossbar/arbiter_card.h"
#include "tb/parts/own_parts.h"

namespace weir::parts {
namespace {

using crossbar::PortMatrix;
using crossbar::PortSet;

Place place_of(std::size_t inputs, const std::string& name = "", std::uint64_t seed = 0) {
  return {.name = name, .ports = static_cast<unsigned>(inputs), .buffer = 0, .seed = seed};
}

class OwnArbiter : public crossbar::CellArbiter {
 public:
  OwnArbiter(const OwnPart& part, MakerOf<Arbiter> make, const ledger::Kept& kept, const Place& place)
      : part_(part),
        ports_(place.ports),
        made_(built(part, make, kept, place)),
        taken_inputs_(ports_),
        taken_outputs_(ports_) {}

  std::size_t match(const PortMatrix& requests, const PortSet& outputs,
                    std::vector<crossbar::Match>& matches) override {
    const Requests asked{.ports = ports_,
                         .words = static_cast<unsigned>(requests.words_a_row()),
                         .inputs = requests.row(0).data(),
                         .outputs = outputs.bits().data()};
    pairs_.clear();
    made_.part->match(asked, pairs_);
    require_matching(asked);
    matches.clear();
    for (const Pair& pair : pairs_)
      matches.push_back({PortId(pair.input), PortId(pair.output)});
    return matches.size();
  }
  void match_alone(const PortMatrix&, const crossbar::Match& pair) override {
    made_.part->alone({number_of(pair.input), number_of(pair.output)});
  }
  void reset() override { made_.part->reset(); }
  void bind_registers(const ledger::Binder& binder) override { parts::bind_registers(binder, part_, made_.registers); }

 private:
  void require_matching(const Requests& asked) {
    taken_inputs_.clear();
    taken_outputs_.clear();
    for (const Pair& pair : pairs_) {
      if (pair.input >= ports_ || pair.output >= ports_ || !asked.open(pair.output) ||
          !asked.asks(pair.input, pair.output) || taken_inputs_.contains(pair.input) ||
          taken_outputs_.contains(pair.output)) [[unlikely]]
        broken_invariant("the part \"" + part_.word + "\" joins what it was not asked for, or a port twice",
                         "input " + std::to_string(pair.input) + " to output " + std::to_string(pair.output), "",
                         weir::Time(0));
      taken_inputs_.insert(pair.input);
      taken_outputs_.insert(pair.output);
    }
  }

  const OwnPart& part_;
  unsigned ports_;
  Built<Arbiter> made_;
  std::vector<Pair> pairs_;  // work space of a slot
  PortSet taken_inputs_;
  PortSet taken_outputs_;
};

class OwnArbiterCard final : public crossbar::ArbiterCard {
 public:
  OwnArbiterCard(const OwnPart& part, MakerOf<Arbiter> maker) : part_(part), make_(maker) {}

  std::vector<crossbar::ArbiterTable> tables() const override {
    return {{part_.table, part_.text, settings_of(part_, &crossbar::CrossbarConfig::others)}};
  }
  void check(const crossbar::CrossbarConfig& config, std::size_t ports, ledger::Complaints& complaints) const override {
    check_part(part_, complaints, [&] { return OwnArbiter(part_, make_, config.others, place_of(ports)); });
  }
  void declare(ledger::Block& block, const crossbar::CrossbarHardware& hardware) const override {
    declare_registers(block, part_, built(part_, make_, hardware.config.others, place_of(hardware.inputs())).registers);
  }
  std::unique_ptr<crossbar::CellArbiter> make(const crossbar::CrossbarContext& context) const override {
    const std::size_t inputs = context.ports + (context.own_input ? 1 : 0);
    return std::make_unique<asic::StageModule<OwnArbiter>>("arbiter", part_, make_, context.config.others,
                                                           place_of(inputs, context.name, context.seed));
  }

 private:
  const OwnPart& part_;
  MakerOf<Arbiter> make_;
};

}  // namespace

void add_arbiter(const OwnPart& part, MakerOf<Arbiter> make) {
  static std::deque<OwnArbiterCard> cards;
  crossbar::add_arbiter(part.word, part.text, cards.emplace_back(part, make));
}

}  // namespace weir::parts

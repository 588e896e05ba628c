// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A kind of block whose instances stand in a switch as clocked blocks (clocked_in_switch.h) with exactly the parameters
// that the switch wants: as built, in the kind's widest form, or made at need (at_need.h). Of such a kind
//   in_switch(asked)       is the setup for a switch that asks for `asked`
//   same_form(one, other)  says whether a block has the form that is asked for, where the kind has blocks of several
// In lock-step setup.follows is false, where a setup has it: the adapter leaves the decision to the model.

#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "tb/cosim/at_need.h"
#include "tb/cosim/clocked_in_switch.h"

namespace weir::cosim {

// RTL of the variant's setup, made when the first instance is.
template <class Kind>
DutFactory<Kind> made_at_need(const Variant<Kind>& variant) {
  return [shape = shape_of(variant), name = variant.name](const typename Kind::Setup& setup) {
    if (const std::string why = nothing_made(); !why.empty())
      throw std::invalid_argument(std::string(name) + ": " + why);
    return std::make_unique<DutOfPorts<Kind>>(rtl_maker().make(shape)(), Kind::ports(setup));
  };
}

// Whether both have the same parameters.
template <class Kind>
bool same_parameters(const typename Kind::Setup& one, const typename Kind::Setup& other) {
  return std::ranges::all_of(Kind::widths(), [&](const auto& width) { return one.*width.of == other.*width.of; });
}

// The form that is built with counters of as many bits, since counts of other widths wrap elsewhere, and that holds the
// packets; nothing: there is none.
template <class Kind>
std::optional<typename Kind::Setup> by_counters(const typename Kind::Setup& asked) {
  for (const typename Kind::Setup& built : {typename Kind::Setup{}, Kind::kWidest}) {
    if (asked.counter_bits == built.counter_bits && asked.blocks_bits <= built.blocks_bits)
      return built;
  }
  return std::nullopt;
}

template <class Kind>
Variant<Kind> as_wanted(Variant<Kind> variant, const typename Kind::Setup& wanted) {
  const bool built = same_parameters<Kind>(wanted, variant.setup);
  variant.setup = wanted;
  if (built)
    return variant;
  if constexpr (requires { Kind::kWidest; }) {
    if (variant.widest && same_parameters<Kind>(wanted, Kind::kWidest)) {
      variant.rtl = variant.widest;
      return variant;
    }
  }
  variant.rtl = made_at_need(variant);
  return variant;
}

template <class Kind>
bool is_of_form(const typename Kind::Setup& asked, const Variant<Kind>& variant) {
  if constexpr (requires { Kind::same_form(asked, variant.setup); })
    return Kind::same_form(asked, variant.setup);
  return true;
}

// A class of a switch, "s1.c0", is where the switch is.
inline std::string place_of(const std::string& instance) {
  const std::size_t dot = std::min(instance.find('.'), instance.size());
  return instance.substr(dot).starts_with(".c") ? instance.substr(0, dot) : instance;
}

template <class Kind>
Block block_at_need(const Variant<Kind>& variant) {
  using Setup = typename Kind::Setup;
  using Made = std::unique_ptr<ClockedBlockOf<Kind>>;
  Block block = make_block(variant);
  block.install = [variant](reference::Factories& factories, const FidelityAt& fidelity, const LockstepTrail& trail) {
    if (fidelity.is_reference())
      return;  // what the factories have by themselves
    factories.put<ClockedBlockOf<Kind>>(
        [=, others = factories.of<ClockedBlockOf<Kind>>()](const Setup& asked, const std::string& name) -> Made {
          const Fidelity here = fidelity.of(place_of(name));
          if (here == Fidelity::reference || !is_of_form(asked, variant))
            return others(asked, name);
          Variant<Kind> chosen = as_wanted(variant, Kind::in_switch(asked));
          if (here == Fidelity::rtl)
            return std::make_unique<RtlInSwitch<Kind>>(chosen);
          if constexpr (requires { chosen.setup.follows; })
            chosen.setup.follows = false;
          return std::make_unique<LockstepInSwitch<Kind>>(chosen, name, trail);
        });
  };
  block.record = [variant](reference::Factories& factories, Recorder& recorder) {
    factories.put<ClockedBlockOf<Kind>>([variant, &recorder, inner = factories.of<ClockedBlockOf<Kind>>()](
                                            const Setup& asked, const std::string& name) -> Made {
      Made made = inner(asked, name);
      if (!is_of_form(asked, variant) || !recorder.wants(name))
        return made;
      Setup setup = made == nullptr ? Kind::in_switch(asked) : made->widths();
      if constexpr (requires { setup.follows; })
        setup.follows = made != nullptr && setup.follows;
      const auto rows = std::make_shared<RecordedRows<Kind>>(recorder.rows_of(variant, setup));
      recorder.at_end([rows](Time) { rows->end(rows->next()); });
      return std::make_unique<RecordedInSwitch<Kind>>(std::move(made), setup, variant.latency, rows);
    });
  };
  return block;
}

}  // namespace weir::cosim

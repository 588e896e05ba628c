// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether the mechanisms of a chip go together, by the rules of `weir check`. A chip with several schemes can be set to
// each of them (docs/decisions/0096), so each is judged with all other mechanisms of the chip.

#pragma once

#include <string>
#include <vector>

#include "tb/cost/setup.h"

namespace weir::cost {

struct SchemeVerdict {
  flow_control::Scheme scheme;
  std::string refusal = {};                // as `weir check` refuses; empty: the scheme goes with the rest
  std::vector<std::string> warnings = {};  // as `weir check` warns, each once

  bool goes() const { return refusal.empty(); }
};

// One for each scheme of the selection, in their order; without a scheme one for `none`. Of several detectors, or
// several deadlock units, each must go with the scheme. Throws std::invalid_argument as variants().
std::vector<SchemeVerdict> judge(const Setup& setup);

// Throws std::invalid_argument, one line with what `weir check` says, if no scheme goes with the rest.
void require_one(const std::vector<SchemeVerdict>& verdicts, const Selection& selection);

// Gives the switch of a scenario other mechanisms; warnings about those that it had go.
void replace_mechanisms(Setup& setup, const Selection& selection);

}  // namespace weir::cost

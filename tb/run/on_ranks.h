// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a run on several ranks cannot do: what looks at the whole network while it runs, or reaches from one end of a
// cable into the other.

#pragma once

#include <optional>
#include <string>

#include "tb/scenario/scenario.h"

namespace weir {

// The first thing that the scenario has and ranks cannot do, with the key and what is wanted instead; nullopt: it runs
// on ranks.
std::optional<std::string> refused_on_ranks(const scenario::Scenario& scenario);

}  // namespace weir

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of class mappers from outside of weir (mapper_card.h).

#pragma once

#include "hw_model/ledger/kept.h"

namespace weir::reference {

struct OwnMapperConfig {
  ledger::Kept others = {};
};

}  // namespace weir::reference

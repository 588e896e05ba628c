// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The hardware of the ingress parser: one a port.

#pragma once

#include "hw_model/ledger/block.h"

namespace weir::parser {

// Block "parser", of one port: state, header vector, and a counter for each reason for which a frame is refused, by the
// class in which it would have gone.
ledger::Block declare_parser(unsigned classes);

}  // namespace weir::parser

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The table of the parser's settings, each declared once.

#pragma once

#include "hw_model/datapath/parser/parser_config.h"
#include "hw_model/ledger/setting.h"

namespace weir::parser {

const ledger::SettingsOf<ParserConfig>& parser_settings();

}  // namespace weir::parser

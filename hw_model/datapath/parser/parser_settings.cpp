// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/parser/parser_settings.h"

namespace weir::parser {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the ranges below

const ledger::SettingsOf<ParserConfig>& parser_settings() {
  static const ledger::SettingsOf<ParserConfig> kSettings = {
      ledger::setting(&ParserConfig::clock, "clock", {1_ps, 1_us}, "Clock of the ingress pipeline."),
      ledger::setting(&ParserConfig::state_cycles, "state_cycles", {0, 1000}, "Cycles for each header parsed."),
      ledger::setting(&ParserConfig::lookup_cycles, "lookup_cycles", {0, 1000}, "Cycles of the forwarding lookup."),
  };
  return kSettings;
}

}  // namespace weir::parser

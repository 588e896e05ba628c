// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/page_parts.h"

#include <fmt/format.h>

#include "tb/cost/page_assets.h"
#include "tb/report/html_text.h"
#include "tb/report/page_assets.h"
#include "tb/report/version.h"

namespace weir::cost {

std::string page_head(std::string_view title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
      "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; style-src "
      "'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{} · weir</title>\n<style>\n{}\n{}</style>\n</head>\n<body>\n",
      report::html_escaped(title), report::kPageStyle, kCostStyle);
}

std::string page_foot(std::string_view note) {
  return fmt::format("<footer>Made by weir {}. KB, MB: 1,000 and 1,000,000 bytes. {}</footer>\n</body>\n</html>\n",
                     report::program_version(), note);
}

}  // namespace weir::cost

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/page.h"

#include <fmt/format.h>

#include "tb/cost/page_parts.h"
#include "tb/report/html_text.h"

namespace weir::headroom {

std::string page_of(const std::string& title, const std::vector<std::string>& notes,
                    const std::vector<cost::Table>& tables) {
  const std::string whole = "headroom: " + title;
  const report::PageFrame frame = cost::page_frame(whole);
  std::string page = report::page_head(frame);
  page += fmt::format("<header>\n<div class=\"title\"><h1>{}</h1></div>\n", report::html_escaped(whole));
  for (const std::string& note : notes) {
    page += fmt::format("<p class=\"description\">{}.</p>\n", report::html_escaped(note));
  }
  page += "</header>\n";
  for (const cost::Table& table : tables) {
    page += cost::table_html(table);
  }
  return page + cost::page_foot(frame, "");
}

}  // namespace weir::headroom

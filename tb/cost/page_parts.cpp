// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/page_parts.h"

#include <utility>

#include <fmt/format.h>

#include "tb/cost/page_assets.h"
#include "tb/report/page_assets.h"
#include "tb/report/version.h"

namespace weir::cost {

report::PageFrame page_frame(std::string title, std::vector<std::string_view> scripts) {
  return {std::move(title), {report::kPageStyle, kCostStyle}, std::move(scripts)};
}

std::string page_foot(const report::PageFrame& frame, std::string_view note) {
  return fmt::format("<footer>Made by weir {}. KB, MB: 1,000 and 1,000,000 bytes. {}</footer>\n{}</body>\n</html>\n",
                     report::program_version(), note, page_scripts(frame));
}

}  // namespace weir::cost

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the pages of the cost report share.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tb/report/page_frame.h"

namespace weir::cost {

// `title` is plain text.
report::PageFrame page_frame(std::string title, std::vector<std::string_view> scripts = {});

// From <footer> on, with the scripts; `note` is HTML.
std::string page_foot(const report::PageFrame& frame, std::string_view note);

}  // namespace weir::cost

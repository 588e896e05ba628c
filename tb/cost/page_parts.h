// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the pages of the cost report share.

#pragma once

#include <string>
#include <string_view>

namespace weir::cost {

// Up to and with <body>; `title` is plain text.
std::string page_head(std::string_view title);

// From <footer> on; `note` is HTML.
std::string page_foot(std::string_view note);

}  // namespace weir::cost

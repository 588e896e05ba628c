// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The frame of every page of the program: one file that loads nothing from a network. The page's own policy names the
// SHA-256 of each of its scripts, so that a browser runs only these scripts, whatever a scenario's names, labels or
// paths hold. A handler attribute (onclick) has no hash and does not run either.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weir::report {

struct PageFrame {
  std::string title;                      // plain text
  std::vector<std::string_view> styles;   // texts of style sheets
  std::vector<std::string_view> scripts;  // in the order in which they run; the script of tables follows
};

// The page from the document type up to and including <body>.
std::string page_head(const PageFrame& frame);

// The scripts, each in an element of its own, and the one of the tables (page/tables.js), which every page has. They
// belong behind the elements that they look for. If dygraphs is among the scripts, its licence notice precedes it.
std::string page_scripts(const PageFrame& frame);

// An element `id` with a JSON text for the page's scripts.
std::string page_data(std::string_view id, std::string json);

}  // namespace weir::report

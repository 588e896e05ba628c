// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The frame of every page of the program: one file that asks nothing of a network. The page's own policy names the
// SHA-256 of each script in the page, so that a browser runs these scripts and no other, whatever a name, a label or a
// path of a scenario holds. A handler attribute (onclick) is a script without a hash and does not run either.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weir::report {

struct PageFrame {
  std::string title;                      // plain text
  std::vector<std::string_view> styles;   // texts of style sheets
  std::vector<std::string_view> scripts;  // texts of scripts, in the order in which they run; empty: a page without
};

// From the document type up to and with <body>.
std::string page_head(const PageFrame& frame);

// The scripts, each in an element of its own: they belong behind the elements that they look for. Where dygraphs is one
// of them, its notice stands before it.
std::string page_scripts(const PageFrame& frame);

// A JSON text that a script of the page reads from the element `id`.
std::string page_data(std::string_view id, std::string json);

}  // namespace weir::report

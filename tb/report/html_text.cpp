// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/html_text.h"

#include <nlohmann/json.hpp>

namespace weir::report {

namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string escaped(text);
  replace_all(escaped, "&", "&amp;");
  replace_all(escaped, "<", "&lt;");
  replace_all(escaped, ">", "&gt;");
  replace_all(escaped, "\"", "&quot;");
  replace_all(escaped, "'", "&#39;");
  return escaped;
}

std::string json_in_script(std::string json) {
  replace_all(json, "<", "\\u003c");
  return json;
}

std::string json_string(std::string_view text) {
  return json_in_script(nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string inline_script(std::string_view script) {
  std::string text(script);
  replace_all(text, "</script", "<\\/script");
  replace_all(text, "</SCRIPT", "<\\/SCRIPT");
  replace_all(text, "<!--", "<\\!--");
  return text;
}

}  // namespace weir::report

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/html_text.h"

#include <nlohmann/json.hpp>

#include "tb/text/replace.h"

namespace weir::report {

std::string html_escaped(std::string_view text) {
  std::string escaped(text);
  text::replace_all(escaped, "&", "&amp;");
  text::replace_all(escaped, "<", "&lt;");
  text::replace_all(escaped, ">", "&gt;");
  text::replace_all(escaped, "\"", "&quot;");
  text::replace_all(escaped, "'", "&#39;");
  return escaped;
}

std::string json_in_script(std::string json) {
  text::replace_all(json, "<", "\\u003c");
  return json;
}

std::string json_string(std::string_view text) {
  return json_in_script(nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string inline_script(std::string_view script) {
  std::string text(script);
  text::replace_all(text, "</script", "<\\/script");
  text::replace_all(text, "</SCRIPT", "<\\/SCRIPT");
  text::replace_all(text, "<!--", "<\\!--");
  return text;
}

}  // namespace weir::report

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/page_frame.h"

#include <fmt/format.h>

#include "tb/report/html_text.h"
#include "tb/report/notices.h"
#include "tb/report/page_assets.h"
#include "tb/text/sha256.h"

namespace weir::report {

namespace {

std::vector<std::string_view> scripts_of(const PageFrame& frame) {
  std::vector<std::string_view> scripts = frame.scripts;
  scripts.push_back(kTablesScript);
  return scripts;
}

// The policy that permits these scripts by their hashes; a browser hashes the text between the tags.
std::string script_policy(const std::vector<std::string_view>& scripts) {
  std::string policy = "; script-src";
  for (const std::string_view script : scripts) {
    policy += " 'sha256-" + text::sha256_in_base64(inline_script(script)) + "'";
  }
  return policy;
}

}  // namespace

std::string page_head(const PageFrame& frame) {
  std::string head = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
      "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'{}; style-src 'unsafe-inline'\">\n<meta "
      "name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{} · weir</title>\n<style>\n",
      script_policy(scripts_of(frame)), html_escaped(frame.title));
  for (const std::string_view style : frame.styles) {
    head.append(style) += "\n";
  }
  return head + "</style>\n</head>\n<body>\n";
}

std::string page_scripts(const PageFrame& frame) {
  std::string html;
  for (const std::string_view script : scripts_of(frame)) {
    if (script == kDygraphScript) {
      html += fmt::format("<template id=\"notices\">{}</template>\n", html_escaped(notice_of("dygraphs")));
    }
    html += "<script>" + inline_script(script) + "</script>\n";
  }
  return html;
}

std::string page_data(std::string_view id, std::string json) {
  return fmt::format("<script type=\"application/json\" id=\"{}\">{}</script>\n", id, json_in_script(std::move(json)));
}

}  // namespace weir::report

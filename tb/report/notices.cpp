// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/notices.h"

#include <stdexcept>

namespace weir::report {

namespace {

constexpr std::string_view kMark = "\n== ";

// The text from behind the heading `name` to the next heading; empty: there is no such heading.
std::string_view section(std::string_view name) {
  const std::string heading = std::string(kMark).append(name) + "\n";
  const std::size_t at = kNotices.find(heading);
  if (at == std::string_view::npos) {
    return {};
  }
  const std::string_view rest = kNotices.substr(at + heading.size());
  return rest.substr(0, rest.find(kMark));
}

}  // namespace

std::string notice_of(std::string_view library) {
  const std::string_view about = section(library);
  constexpr std::string_view kLicence = "Licence: ";
  const std::size_t at = about.find(kLicence);
  if (at == std::string_view::npos) {
    throw std::logic_error("NOTICE does not name " + std::string(library));
  }
  const std::string_view rest = about.substr(at + kLicence.size());
  const std::string_view licence = section("licence " + std::string(rest.substr(0, rest.find('\n'))));
  return std::string(library).append("\n").append(about).append(licence.empty() ? "" : "\n").append(licence);
}

}  // namespace weir::report

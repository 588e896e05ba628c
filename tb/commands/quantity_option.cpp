// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/quantity_option.h"

#include <stdexcept>

#include "tb/text/quantity.h"

namespace weir {
namespace {

template <class Parse>
auto parsed(const std::string& option, const std::string& text, Parse parse) {
  try {
    return parse(text);
  } catch (const text::QuantityError& error) {
    throw std::invalid_argument(option + ": " + error.what());
  }
}

}  // namespace

BitRate rate_option(const std::string& text) { return parsed("--rate", text, text::parse_rate); }

Time time_option(const std::string& option, const std::string& text) { return parsed(option, text, text::parse_time); }

Bytes bytes_option(const std::string& option, const std::string& text) {
  return parsed(option, text, text::parse_bytes);
}

}  // namespace weir

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/rate_option.h"

#include <stdexcept>

#include "tb/text/quantity.h"

namespace weir {

BitRate rate_option(const std::string& text) {
  try {
    return text::parse_rate(text);
  } catch (const text::QuantityError& error) {
    throw std::invalid_argument(std::string("--rate: ") + error.what());
  }
}

}  // namespace weir

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/parameter_text.h"

#include <charconv>
#include <string>
#include <vector>

namespace weir::cosim {

std::optional<OtherParameters::value_type> parameter_in(std::string_view text) {
  const std::size_t equals = text.find('=');
  std::vector<std::uint64_t> values;
  const char* const end = text.data() + text.size();
  const char* at = equals == std::string_view::npos ? end : text.data() + equals;  // at what stands before a number
  while (at != end) {
    const auto read = std::from_chars(at + 1, end, values.emplace_back());
    if (read.ec != std::errc() || (read.ptr != end && *read.ptr != ',')) {
      return std::nullopt;
    }
    at = read.ptr;
  }
  if (values.empty()) {
    return std::nullopt;
  }
  return OtherParameters::value_type{std::string(text.substr(0, equals)), values};
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Byte strings written as an analyser prints them, for known-answer tests.

#pragma once

#include "tb/tests/unit/switch_kit.h"

namespace weir::frame {

// "01 80 c2" -> {0x01, 0x80, 0xc2}; blanks and line ends are skipped.
inline std::vector<std::uint8_t> hex(std::string_view text) {
  std::vector<std::uint8_t> bytes;
  std::string pair;
  for (const char c : text) {
    if (c == ' ' || c == '\n')
      continue;
    pair += c;
    if (pair.size() < 2)
      continue;
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(pair, nullptr, 16)));
    pair.clear();
  }
  return bytes;
}

inline std::vector<std::uint8_t> padded(std::vector<std::uint8_t> bytes, std::size_t size) {
  bytes.resize(size);
  return bytes;
}

}  // namespace weir::frame

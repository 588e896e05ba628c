// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Plays the corpus of one fuzz target, linked in, without libFuzzer: what it once found stays found. A target aborts
// where something does not hold.

#include "tb/tests/unit/switch_kit.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<std::uint8_t> from_hex(const std::string& line) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < line.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(line.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

TEST(FuzzCorpus, Holds) {
  std::ifstream corpus(WEIR_CORPUS);
  std::size_t played = 0;
  for (std::string line; std::getline(corpus, line);) {
    if (!line.empty() && line.front() != '#') {
      const std::vector<std::uint8_t> bytes = from_hex(line);
      SCOPED_TRACE(line);
      EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
      // Every beginning of it, too.
      for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 8) {
        LLVMFuzzerTestOneInput(bytes.data(), size);
      }
      ++played;
    }
  }
  EXPECT_GT(played, 50U);
}

}  // namespace

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// tb/tests/regress/malformed/*.toml: each is refused with exactly the line in the .expected beside it.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "tb/scenario/loader.h"

namespace weir::scenario {
namespace {

const std::filesystem::path kFolder = WEIR_SOURCE_DIR "/tb/tests/regress/malformed";

std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<std::string> malformed_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".toml") {
      names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Malformed : public testing::TestWithParam<std::string> {};

TEST_P(Malformed, IsRefusedWithItsMessage) {
  const std::string file = GetParam() + ".toml";
  std::string message = "(accepted)";
  std::filesystem::current_path(kFolder);  // where a list of edges is looked for
  try {
    load_text(contents(kFolder / file), file);
  } catch (const ScenarioError& error) {
    message = error.what();
  }
  EXPECT_EQ(message + "\n", contents(kFolder / (GetParam() + ".expected")));
}

INSTANTIATE_TEST_SUITE_P(Files, Malformed, testing::ValuesIn(malformed_files()),
                         [](const auto& file) { return file.param; });

TEST(MalformedFiles, AreAtLeastForty) { EXPECT_GE(malformed_files().size(), 40U); }

}  // namespace
}  // namespace weir::scenario

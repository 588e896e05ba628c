// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The documents name the keys of the loader, because they are made of them; here, that they have been made.

#include "tb/scenario/schema_text.h"

#include <nlohmann/json.hpp>

#include "tb/scenario/key_spec.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::scenario::schema_text_test {

std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(KeyReference, IsTheOneInTheDocuments) {
  const std::string marker = "<!-- keys -->\n";
  const std::string text = contents(WEIR_SOURCE_DIR "/docs/reference/scenario_file.md");
  const std::size_t end = text.find(marker);
  ASSERT_NE(end, std::string::npos);
  EXPECT_EQ(text.substr(end + marker.size()), key_reference())
      << "the table of keys has changed: build the target scenario_docs";
}

TEST(JsonSchema, HasEveryKeyInItsTable) {
  const nlohmann::json schema = nlohmann::json::parse(json_schema());
  for (const KeySpec& key : key_specs()) {
    std::string pointer;
    std::string table(key.table);
    for (std::size_t begin = 0; begin < table.size();) {
      const std::size_t end = std::min(table.find('.', begin), table.size());
      std::string part = table.substr(begin, end - begin);
      const bool is_array = part.ends_with("[]");
      part.resize(part.size() - (is_array ? 2 : 0));
      pointer += "/properties/" + part + (is_array ? "/items" : "");
      begin = end + 1;
    }
    const nlohmann::json::json_pointer at(pointer + "/properties/" + std::string(key.name));
    EXPECT_TRUE(schema.contains(at)) << pointer << " " << key.name;
  }
  for (const TableSpec& table : table_specs()) {
    std::string pointer = "/properties/" + std::string(table.path);
    for (std::size_t dot = pointer.find('.'); dot != std::string::npos; dot = pointer.find('.')) {
      pointer.replace(dot, 1, "/properties/");
    }
    if (pointer.ends_with("[]")) {
      pointer.replace(pointer.size() - 2, 2, "/items");
    }
    const nlohmann::json& others = schema.at(nlohmann::json::json_pointer(pointer + "/additionalProperties"));
    if (table.path == "switch") {
      EXPECT_EQ(others["additionalProperties"], false) << "[switch.NAME]";
    } else {
      EXPECT_EQ(others, false) << pointer;
    }
  }
  EXPECT_EQ(schema["properties"]["flow"]["type"], (nlohmann::json{"array", "string"}));
  EXPECT_EQ(schema["else"]["properties"]["flow"]["items"]["required"], (nlohmann::json{"src", "dst"}));
  EXPECT_EQ(schema["properties"]["limiter"]["properties"]["floor_rate"]["default"], "8Kbps");
}

// Where [switch.NAME] has a key, it is what the table of all switches has.
TEST(JsonSchema, HasTheKeysOfSingleSwitches) {
  const nlohmann::json schema = nlohmann::json::parse(json_schema());
  std::size_t keys = 0;
  for (const KeySpec& key : key_specs()) {
    std::string pointer = own_path("s1", key.table).substr(std::string("switch.s1").size());
    for (std::size_t dot = pointer.find('.'); dot != std::string::npos; dot = pointer.find('.')) {
      pointer.replace(dot, 1, "/properties/");
    }
    const nlohmann::json::json_pointer at("/properties/switch/additionalProperties" + pointer + "/properties/" +
                                          std::string(key.name));
    ASSERT_EQ(schema.contains(at), key.by_switch) << at;
    if (key.by_switch) {
      const std::string reference = schema.at(at)["$ref"];
      const nlohmann::json::json_pointer common(reference.substr(1));
      ASSERT_TRUE(schema.contains(common)) << reference;
      EXPECT_EQ(schema.at(common)["description"].get<std::string>().find(key.meaning), 0U) << reference;
      ++keys;
    }
  }
  EXPECT_GT(keys, 40U);
}

}  // namespace weir::scenario::schema_text_test

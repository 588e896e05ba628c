// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writes the tables that are made of the table of keys: write_docs REFERENCE.md. What stands below the marker is
// replaced.

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "tb/scenario/schema_text.h"

int main(int count, char* arguments[]) {
  if (count != 2) {
    std::cerr << "usage: write_docs REFERENCE.md\n";
    return 2;
  }
  const std::string marker = "<!-- keys -->\n";
  std::ostringstream text;
  text << std::ifstream(arguments[1]).rdbuf();
  const std::size_t end = text.str().find(marker);
  if (end == std::string::npos) {
    std::cerr << arguments[1] << ": there is no line " << marker;
    return 2;
  }
  std::ofstream(arguments[1]) << text.str().substr(0, end + marker.size()) << weir::scenario::key_reference();
  return 0;
}

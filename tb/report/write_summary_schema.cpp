// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// write_summary_schema SCHEMA.json

#include <fstream>
#include <iostream>

#include "tb/report/summary_schema.h"

int main(int count, char* arguments[]) {
  if (count != 2 || !(std::ofstream(arguments[1]) << weir::report::summary_schema())) {
    std::cerr << "usage: write_summary_schema SCHEMA.json\n";
    return 2;
  }
  return 0;
}

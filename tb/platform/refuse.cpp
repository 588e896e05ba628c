// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/platform/refuse.h"

#include <algorithm>

#include <systemc>

namespace weir::platform {

void refuse(const std::string& where, const std::string& what) {
  std::string line = where.empty() ? what : where + ": " + what;
  std::replace_if(
      line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  SC_REPORT_ERROR("weir/settings", line.c_str());
}

}  // namespace weir::platform

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/text/input_file.h"

#include <filesystem>

namespace weir::text {

std::string not_a_regular_file(const std::string& path) {
  std::error_code error;
  switch (std::filesystem::status(path, error).type()) {
    case std::filesystem::file_type::regular:
    case std::filesystem::file_type::none:
    case std::filesystem::file_type::not_found:
      return "";
    case std::filesystem::file_type::directory:
      return "is a directory";
    default:
      return "is a FIFO, a socket or a device";
  }
}

}  // namespace weir::text

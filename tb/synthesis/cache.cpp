// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/synthesis/cache.h"

#include <fstream>
#include <iterator>
#include <unistd.h>

#include <boost/uuid/name_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include "tb/synthesis/report_json.h"

namespace weir::synthesis {

std::string content_name(const std::string& content) {
  return to_string(boost::uuids::name_generator_sha1(boost::uuids::ns::oid())(content));
}

std::optional<Report> read_cached(const std::filesystem::path& directory, const std::string& name) {
  if (directory.empty()) {
    return std::nullopt;
  }
  std::ifstream file(directory / (name + ".json"), std::ios::binary);
  if (!file) {
    return std::nullopt;
  }
  return report_from_json({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
}

void write_cached(const std::filesystem::path& directory, const std::string& name, const Report& report) {
  if (directory.empty()) {
    return;
  }
  std::error_code failed;
  std::filesystem::create_directories(directory, failed);
  const std::filesystem::path half = directory / (name + "." + std::to_string(getpid()) + ".half");
  {
    std::ofstream file(half, std::ios::binary);
    file << report_to_json(report);
    if (!file.flush()) {
      std::filesystem::remove(half, failed);
      return;
    }
  }
  std::filesystem::rename(half, directory / (name + ".json"), failed);
}

}  // namespace weir::synthesis

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Reports by the content of all that they were made from. A file gets its name only when it is complete, one that does
// not read counts as absent, and a directory that cannot be written is no cache but no fault either.

#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tb/synthesis/synthesis.h"

namespace weir::synthesis {

// A name for `content`, which may be long; the same for the same content only (SHA-1).
std::string content_name(const std::string& content);

std::optional<Report> read_cached(const std::filesystem::path& directory, const std::string& name);
void write_cached(const std::filesystem::path& directory, const std::string& name, const Report& report);

}  // namespace weir::synthesis

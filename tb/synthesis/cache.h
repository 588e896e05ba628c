// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A cache of synthesis reports, named by the content of all their inputs. A file gets its name only when complete, an
// unreadable file counts as absent, and a directory without write permission means no cache but is no error.

#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tb/synthesis/synthesis.h"

namespace weir::synthesis {

// A name for `content`, which may be long; different for different content (SHA-1).
std::string content_name(const std::string& content);

std::optional<Report> read_cached(const std::filesystem::path& directory, const std::string& name);
void write_cached(const std::filesystem::path& directory, const std::string& name, const Report& report);

}  // namespace weir::synthesis

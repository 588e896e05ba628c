// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace weir::text {

// Why the path cannot be read as a file: "is a directory", or "is a FIFO, a socket or a device" (which may never end,
// or lose data that others need). Empty: a regular file, or a missing one, which opening reports.
std::string not_a_regular_file(const std::string& path);

}  // namespace weir::text

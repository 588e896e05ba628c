// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace weir::text {

// Why the path is no file to be read: "is a directory", or "is a FIFO, a socket or a device" (which may never end, or
// take what is read from somebody else). Empty: a regular file, or nothing, of which whoever opens it says what is
// wrong.
std::string not_a_regular_file(const std::string& path);

}  // namespace weir::text

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// SHA-256 (FIPS 180-4) as 64 hexadecimal digits, as printed by `sha256sum`.

#pragma once

#include <string>
#include <string_view>

namespace weir::text {

std::string sha256_of(std::string_view bytes);

// The same 32 bytes as base64 (RFC 4648), for a content security policy.
std::string sha256_in_base64(std::string_view bytes);

// Of a file's content. Throws std::runtime_error, "<path>: cannot be read: <why>".
std::string sha256_of_file(const std::string& path);

}  // namespace weir::text

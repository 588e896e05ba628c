// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Licence notices of third-party code: the file NOTICE, compiled into the program (`weir --licences`).

#pragma once

#include <string>
#include <string_view>

namespace weir::report {

extern const std::string_view kNotices;

// The part of NOTICE about one library ("dygraphs"), with the text of its licence if NOTICE has it. Throws
// std::logic_error if NOTICE does not name the library.
std::string notice_of(std::string_view library);

}  // namespace weir::report

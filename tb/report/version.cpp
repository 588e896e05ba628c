// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/version.h"

#include "hw_model/base/version.h"

namespace weir::report {

std::string_view program_version() { return kVersion; }

}  // namespace weir::report

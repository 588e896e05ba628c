// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is wrong with files of one's own, in one line.

#pragma once

#include <string>

#include "tb/own_rtl/own_rtl.h"

namespace weir::own_rtl {

// Throws std::invalid_argument for a name that is none, no file, or one that is not there.
void require_files(const Module& module);
std::string read_source(const std::filesystem::path& file);

// What Verilator's words mean; empty where it found nothing wrong. Its warnings count where they are of the block's
// ports.
std::string refusal(const std::string& output, const Module& module, const cosim::BlockShape& shape);

}  // namespace weir::own_rtl

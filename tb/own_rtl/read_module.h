// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Checks of files with the user's own RTL; each fault is one line.

#pragma once

#include <string>

#include "tb/own_rtl/own_rtl.h"

namespace weir::own_rtl {

// Throws std::invalid_argument for a malformed module name, for no files, or for a missing file.
void require_files(const Module& module);
std::string read_source(const std::filesystem::path& file);

// The refusal of files in which the module is not.
std::string no_module(const Module& module);
// The refusal of files that have the module, but not `part`, which it is made of.
std::string no_part(const Module& module, const std::string& part);

// The meaning of Verilator's messages; empty: no fault. Warnings count if they are about the block's ports.
std::string refusal(const std::string& output, const Module& module, const cosim::BlockShape& shape);

}  // namespace weir::own_rtl

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The curves of a study, as SVG files.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/study/cells.h"
#include "tb/study/drawing.h"

namespace weir::study {

// nullopt: one of its runs was not drawn. Throws ScenarioError if a line's runs differ in more than their seeds, or a
// panel has no number.
std::optional<Drawing> drawing_of(const Runs& runs, const Curve& curve);

struct CurveFile {
  std::string file;  // as Curve::file
  std::string svg;
};

// Of all curves of the page whose runs were drawn.
std::vector<CurveFile> curve_files(const Runs& runs);

// One line for each file that is absent or has other bytes.
std::vector<std::string> stale_curves(const std::vector<CurveFile>& curves);

}  // namespace weir::study

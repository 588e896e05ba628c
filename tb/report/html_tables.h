// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The tables of report.html, each a section of the page; empty where there is nothing to show.

#pragma once

#include <string>

#include "tb/report/results.h"

namespace weir::report {

std::string expectations_section(const Results& results);
std::string events_section(const Results& results);
// Links with faults.
std::string links_section(const Results& results);
std::string retry_section(const Results& results);
std::string credits_section(const Results& results);
std::string baselines_section(const Results& results);
std::string flows_section(const Results& results);
std::string workloads_section(const Results& results);
std::string classes_section(const Results& results);
std::string queues_section(const Results& results);
// The highest use of each switch's buffer.
std::string buffers_section(const Results& results);

// Queues that have sent no PFC, and why.
std::string quiet_section(const Results& results);

std::string drops_section(const Results& results);

}  // namespace weir::report

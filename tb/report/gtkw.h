// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The GTKWave save file, which makes a waveform open ready to read: groups by device and port, numbers as steps over
// their range, states by name.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hw_model/base/trace.h"
#include "hw_model/base/units.h"
#include "tb/report/wave_view.h"
#include "tb/report/waves.h"

namespace weir::report {

// `changed[n]`: probe n had at least two different values. Probes without a change are left out of the view; they stay
// in the waveform file. The file opens as `view` says: its ports come first, groups beyond some sixty signals are
// closed, and those beyond some two thousand signals are left out.
std::string gtkwave_save_file(const std::vector<Probe>& probes, const std::vector<bool>& changed,
                              const std::string& wave_file_name, WaveFormat format, Time end,
                              const WaveView& view = {});

// The same in a file beside the waveform `waves`, with the ending .gtkw. Throws OutputError.
void write_gtkwave_save_file(const std::filesystem::path& waves, const std::vector<Probe>& probes,
                             const std::vector<bool>& changed, Time end, const WaveView& view = {});

}  // namespace weir::report

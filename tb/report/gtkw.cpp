// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/gtkw.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>

#include "tb/report/run_directory.h"
#include "tb/report/wave_scopes.h"

namespace weir::report {

namespace {

// Bits of a trace's flags, as GTKWave's analyzer.h numbers them.
constexpr std::uint64_t kDecimal = 1ULL << 2;
constexpr std::uint64_t kBinary = 1ULL << 3;
constexpr std::uint64_t kRightJustified = 1ULL << 5;
constexpr std::uint64_t kBlank = 1ULL << 9;
constexpr std::uint64_t kAscii = 1ULL << 11;
constexpr std::uint64_t kCollapsed = 1ULL << 12;
constexpr std::uint64_t kAnalogStep = 1ULL << 15;
constexpr std::uint64_t kAnalogHeight = 1ULL << 17;
constexpr std::uint64_t kAnalogFullScale = 1ULL << 19;
constexpr std::uint64_t kClosed = 1ULL << 22;
constexpr std::uint64_t kGroupBegin = 1ULL << 23;
constexpr std::uint64_t kGroupEnd = 1ULL << 24;
constexpr std::uint64_t kEnum = 1ULL << 32;

constexpr unsigned kWindowWidth = 1600;
constexpr unsigned kWindowHeight = 1000;
constexpr unsigned kTreeWidth = 200;
constexpr unsigned kSignalsWidth = 340;
constexpr unsigned kFrameWidth = 80;
constexpr unsigned kAnalogRows = 3;
constexpr unsigned kOpenRows = 200;    // groups beyond that many rows are closed
constexpr unsigned kOpenSignals = 60;  // or beyond that many signals
// GTKWave loads all changes of every signal that the file lists, folded or not: 22,000 signals took it half a minute
// and 2.7 GB. Groups beyond that many signals are left to the tree beside the waves.
constexpr unsigned kListedSignals = 2000;

// A quantity is a curve; a plain number (a stage) is read as such.
bool drawn_as_curve(const Probe& probe) {
  return probe.kind == Probe::Kind::kNumber && !probe.unit.empty() && signal_width(probe) > 1;
}

class SaveFile {
 public:
  explicit SaveFile(WaveFormat format) : format_(format) {}

  void flags(std::uint64_t flags) {
    if (flags != flags_) {
      fmt::format_to(std::back_inserter(text_), "@{:x}\n", flags);
    }
    flags_ = flags;
  }

  void line(const std::string& text) {
    text_ += text;
    text_ += '\n';
  }

  void signal(const Probe& probe, const std::string& path) {
    const std::string unit = probe.unit.empty() ? "" : " [" + probe.unit + "]";
    const std::string alias = "+{" + probe.name + unit + "} ";
    if (probe.kind == Probe::Kind::kState && format_ == WaveFormat::kVcd) {
      flags(kAscii | kRightJustified);
      line(alias + path);
    } else if (probe.kind == Probe::Kind::kState) {
      flags(kEnum | kBinary | kRightJustified);
      line(alias + path + signal_range(probe));
    } else if (signal_width(probe) == 1) {
      flags(kBinary | kRightJustified);
      line(alias + path);
    } else if (!drawn_as_curve(probe)) {
      flags(kDecimal | kRightJustified);
      line(alias + path + signal_range(probe));
    } else {
      flags(kAnalogFullScale | kAnalogStep | kRightJustified | kDecimal);
      line(alias + path + signal_range(probe));
      flags(kAnalogHeight);
      for (unsigned row = 0; row < kAnalogRows; ++row) {
        line("-");
      }
    }
  }

  std::string take() { return std::move(text_); }

 private:
  WaveFormat format_;
  std::string text_;
  std::uint64_t flags_ = ~0ULL;
};

std::string header(const std::string& wave_file_name, Time end, const WaveView& view) {
  // GTKWave's zoom is minus the logarithm to base 2 of the time units in 200 pixels.
  constexpr double kZoomPixels = 200;
  const double pixels = kWindowWidth - kSignalsWidth - kTreeWidth - kFrameWidth;
  const Time shown = (view.to > Time(0) ? view.to : end) - view.from;
  const double units = static_cast<double>(std::max<std::int64_t>(shown.count(), 1)) * kZoomPixels / pixels;
  const double zoom = -std::log2(std::max(units, 1.0));
  // The waves are some pixels wider than that, and GTKWave shows the begin of the run where a window would reach beyond
  // the end.
  const Time from = std::max(std::min(view.from, end - shown - shown / 8), Time(0));
  // The primary marker, then the marks A to Z.
  std::string marks = fmt::format("{}", view.marks.empty() ? 0 : view.marks.front().count());
  for (const Time mark : view.marks) {
    marks += fmt::format(" {}", mark.count());
  }
  return fmt::format(
      "[*]\n[*] weir: groups by device and port; numbers as steps, states by name\n[*]\n"
      "[dumpfile] \"{}\"\n[savefile] \"{}\"\n[timestart] {}\n[size] {} {}\n[pos] -1 -1\n*{:.6f} {}\n"
      "[sst_width] {}\n[signals_width] {}\n[sst_expanded] 0\n",
      wave_file_name, std::filesystem::path(wave_file_name).replace_extension("gtkw").string(), from.count(),
      kWindowWidth, kWindowHeight, zoom, marks, kTreeWidth, kSignalsWidth);
}

struct Group {
  std::string name;  // "s1.p0", "s1"
  const std::vector<std::size_t>* signals;
};

// The groups in which something changed: first those of the view, then by device and port.
std::vector<Group> groups_of(const std::vector<DeviceScope>& scopes, const std::vector<bool>& changed,
                             const WaveView& view) {
  std::vector<Group> groups;
  for (const DeviceScope& device : scopes) {
    for (const PortScope& port : device.ports) {
      if (std::ranges::any_of(port.signals, [&](std::size_t signal) { return changed[signal]; })) {
        groups.push_back({device.device + (port.port.empty() ? "" : "." + port.port), &port.signals});
      }
    }
  }
  std::ranges::stable_sort(
      groups, {}, [&](const Group& group) { return std::ranges::find(view.ports, group.name) - view.ports.begin(); });
  return groups;
}

}  // namespace

std::string gtkwave_save_file(const std::vector<Probe>& probes, const std::vector<bool>& changed,
                              const std::string& wave_file_name, WaveFormat format, Time end, const WaveView& view) {
  SaveFile file(format);
  unsigned rows = 0;
  unsigned signals = 0;
  const std::vector<DeviceScope> scopes = wave_scopes(probes);
  for (const Group& group : groups_of(scopes, changed, view)) {
    if (signals >= kListedSignals) {
      break;
    }
    const std::uint64_t closed = rows < kOpenRows && signals < kOpenSignals ? 0 : kClosed;
    file.flags(kGroupBegin | kBlank | closed);
    file.line("-" + group.name);
    for (const std::size_t signal : *group.signals) {
      if (!changed[signal]) {
        continue;
      }
      file.signal(probes[signal], group.name + "." + probes[signal].name);
      rows += 1 + (drawn_as_curve(probes[signal]) ? kAnalogRows : 0);
      ++signals;
    }
    file.flags(kGroupEnd | kBlank | (closed != 0 ? closed | kCollapsed : 0));
    file.line("-" + group.name);
  }
  return header(wave_file_name, end, view) + file.take();
}

void write_gtkwave_save_file(const std::filesystem::path& waves, const std::vector<Probe>& probes,
                             const std::vector<bool>& changed, Time end, const WaveView& view) {
  const WaveFormat format = waves.extension() == ".vcd" ? WaveFormat::kVcd : WaveFormat::kFst;
  OutputFile file(std::filesystem::path(waves).replace_extension("gtkw"));
  file.write(gtkwave_save_file(probes, changed, waves.filename(), format, end, view));
  file.commit();
}

}  // namespace weir::report

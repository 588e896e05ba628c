// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Value change dump, IEEE 1364-2005 clause 18, with the string variables that waveform viewers have added to it.

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "tb/report/run_directory.h"
#include "tb/report/version.h"
#include "tb/report/wave_scopes.h"
#include "tb/report/waves.h"

namespace weir::report {

namespace {

// Identifiers are numbers in base 94, in the printable characters.
std::string identifier(std::size_t signal) {
  constexpr std::size_t kBase = 94;
  std::string text;
  do {
    text += static_cast<char>('!' + signal % kBase);
    signal /= kBase;
  } while (signal > 0);
  return text;
}

std::string without_spaces(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return std::isspace(c) != 0; }, '_');
  return text;
}

std::string binary_text(std::uint64_t value, unsigned width) {
  if (width == 1) {
    return std::string(1, (value & 1U) != 0 ? '1' : '0');
  }
  std::string text(1, 'b');
  for (unsigned bit = width; bit-- > 0;) {
    const bool one = (value >> bit & 1U) != 0;
    const bool significant = one || bit == 0 || text.size() > 1;  // zeros in front are left out
    if (significant) {
      text += one ? '1' : '0';
    }
  }
  text += ' ';
  return text;
}

std::string value_text(const Probe& probe, std::uint64_t value) {
  if (probe.kind != Probe::Kind::kState) {
    return binary_text(value, signal_width(probe));
  }
  std::string text(1, 's');
  text += value < probe.states.size() ? without_spaces(probe.states[value]) : std::to_string(value);
  text += ' ';
  return text;
}

std::string unknown_text(const Probe& probe) {
  if (probe.kind == Probe::Kind::kState) {
    return "sx ";
  }
  return signal_width(probe) == 1 ? "x" : "bx ";
}

class VcdWriter : public WaveWriter {
 public:
  explicit VcdWriter(const std::filesystem::path& file) : out_(file) {}

  void declare(const std::vector<Probe>& probes) override {
    probes_ = probes;
    out_.write(fmt::format("$version weir {} $end\n$timescale 1 ps $end\n", program_version()));
    out_.write("$comment Scopes are device and port. Units:");
    for (const Probe& probe : probes) {
      if (probe.unit.empty()) {
        continue;
      }
      const std::string port = probe.port.empty() ? "" : probe.port + ".";
      out_.write(fmt::format("\n  {}.{}{} {}", probe.device, port, probe.name, probe.unit));
    }
    out_.write(" $end\n");
    walk_scopes(
        probes, [&](const std::string& scope) { out_.write(fmt::format("$scope module {} $end\n", scope)); },
        [&] { out_.write("$upscope $end\n"); }, [&](std::size_t signal) { declare_signal(signal); });
    out_.write("$enddefinitions $end\n");
  }

  void write(Time at, std::size_t signal, std::uint64_t value) override {
    write_text(at, signal, value_text(probes_[signal], value));
  }

  void write_unknown(Time at, std::size_t signal) override { write_text(at, signal, unknown_text(probes_[signal])); }

  void close(Time end) override {
    move_to(end);
    out_.commit();
  }

 private:
  void declare_signal(std::size_t signal) {
    const Probe& probe = probes_[signal];
    const bool state = probe.kind == Probe::Kind::kState;
    const std::string type = state ? "string 1" : fmt::format("wire {}", signal_width(probe));
    const std::string range = state ? "" : signal_range(probe);
    out_.write(
        fmt::format("$var {} {} {}{}{} $end\n", type, identifier(signal), probe.name, range.empty() ? "" : " ", range));
  }

  void write_text(Time at, std::size_t signal, const std::string& text) {
    move_to(at);
    out_.write(text);
    out_.write(identifier(signal));
    out_.write("\n");
  }

  void move_to(Time at) {
    if (at == now_) {
      return;
    }
    now_ = at;
    out_.write(fmt::format("#{}\n", at.count()));
  }

  OutputFile out_;
  std::vector<Probe> probes_;
  Time now_ = Time(-1);
};

}  // namespace

std::unique_ptr<WaveWriter> make_vcd_writer(const std::filesystem::path& file) {
  return std::make_unique<VcdWriter>(file);
}

}  // namespace weir::report

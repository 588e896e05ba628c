// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tb/capture/port_capture.h"
#include "tb/platform/chip.h"
#include "tb/platform/recorder.h"
#include "tb/platform/refuse.h"
#include "tb/platform/weir/waves.h"
#include "tb/report/version.h"
#include "tb/scenario/expectation_key.h"

namespace weir {

namespace {

using capture::PortCapture;
using Places = std::vector<platform::Plant::Place>;

PortCapture::End end_of(const platform::Plant::Place& place) {
  return {place.chip->asic.get(), place.chip->index, place.port};
}

class CaptureFile final : public platform::Recorder {
 public:
  CaptureFile(const sc_core::sc_module_name& name, std::vector<platform::Chip*> chips,
              std::unique_ptr<PortCapture> ports, Places taken)
      : Recorder(name, std::move(chips)), ports_(std::move(ports)), taken_(std::move(taken)) {
    for (const auto& [chip, port] : taken_)
      chip->captured.insert(port.index());
  }

 private:
  void begin() override {
    ports_->tap_links(capture::LinkCapture::kAll, [&](const PortCapture::End& here) -> std::optional<PortCapture::End> {
      const platform::Plant::Place* const there = platform::peer_of(*chip_of(here), here.port);
      if (there == nullptr)
        return std::nullopt;
      watch(there->chip);
      return end_of(*there);
    });
  }
  void write_until(Time horizon) override { ports_->write_until(horizon); }
  void finish(Time reached) override {
    ports_->finish(reached);
    ports_->close();
  }
  void drop() override {
    ports_.reset();
    for (const auto& [chip, port] : taken_)
      chip->captured.erase(port.index());
    taken_.clear();
  }

  const platform::Chip* chip_of(const PortCapture::End& end) const {
    for (const platform::Chip* const chip : chips()) {
      if (chip->asic.get() == end.device)
        return chip;
    }
    return nullptr;
  }

  std::unique_ptr<PortCapture> ports_;  // null: the file is closed
  Places taken_;
};

// Throws std::invalid_argument.
Places tap(PortCapture& capture, const std::vector<platform::Chip*>& chips, const std::vector<std::string>& patterns) {
  Places taken;
  std::vector<PortCapture::Port> ports;
  for (platform::Chip* const chip : chips) {
    for (std::size_t p = 0; p < chip->asic->ports(); ++p) {
      const platform::Plant::Place place{chip, PortId(p)};
      const port::Port& port = chip->asic->port(place.port);
      ports.push_back({chip->name() + ".p" + std::to_string(p), end_of(place), chip->asic.get(), port.link().rate,
                       port.longest_parse()});
      const bool wanted = std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
        return scenario::matches(pattern, ports.back().name);
      });
      if (wanted && chip->captured.contains(p))
        throw std::invalid_argument(ports.back().name + " has a capture already");
      if (wanted)
        taken.push_back(place);
    }
  }
  for (const std::string& pattern : patterns)
    capture.tap(pattern, ports);
  return taken;
}

}  // namespace

Capture::Capture(const std::string& file, const std::vector<Switch*>& switches, const std::vector<std::string>& ports) {
  std::string wrong;
  try {
    const std::vector<platform::Chip*> chips = platform::chips_of(switches);
    if (ports.empty())
      throw std::invalid_argument("there is no pattern of ports in the list");
    auto capture = std::make_unique<PortCapture>(file, "weir " + std::string(report::program_version()), std::string());
    Places taken = tap(*capture, chips, ports);
    recorder_ = std::make_shared<CaptureFile>(sc_core::sc_gen_unique_name("weir_capture"), chips, std::move(capture),
                                              std::move(taken));
    recorder_->attach();
    return;
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  platform::refuse("weir::Capture", wrong);
}

Capture::~Capture() {
  if (recorder_)
    recorder_->close_at_an_end();
}

void Capture::close() {
  if (recorder_)
    recorder_->close();
}

}  // namespace weir

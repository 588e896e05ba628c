// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/platform/weir/waves.h"

#include <exception>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tb/platform/chip.h"
#include "tb/platform/recorder.h"
#include "tb/platform/refuse.h"
#include "tb/report/gtkw.h"
#include "tb/report/trace_merger.h"
#include "tb/report/waves.h"
#include "tb/text/words.h"

namespace weir {

namespace {

// A run's device has the name of its module; here each is the chip of a module, which has the name.
class ModuleNames {
 public:
  explicit ModuleNames(const std::vector<platform::Chip*>& chips) {
    for (const platform::Chip* const chip : chips) {
      for (std::size_t i = 0; chip->asic->trace() != nullptr && i < chip->asic->trace()->probes().size(); ++i)
        names_.push_back(chip->name());
    }
  }
  // `probes`: all of the chips, in the order of the chips.
  std::vector<Probe> of(std::vector<Probe> probes) const {
    for (std::size_t i = 0; i < probes.size(); ++i)
      probes[i].device = names_.at(i);
    return probes;
  }

 private:
  std::vector<std::string> names_;  // by signal
};

class NamedByModule final : public report::WaveWriter {
 public:
  NamedByModule(std::unique_ptr<report::WaveWriter> file, const ModuleNames& names)
      : file_(std::move(file)), names_(names) {}
  void declare(const std::vector<Probe>& probes) override { file_->declare(names_.of(probes)); }
  void write(Time at, std::size_t signal, std::uint64_t value) override { file_->write(at, signal, value); }
  void write_unknown(Time at, std::size_t signal) override { file_->write_unknown(at, signal); }
  void close(Time end) override { file_->close(end); }

 private:
  std::unique_ptr<report::WaveWriter> file_;
  const ModuleNames& names_;
};

std::vector<Trace*> traces_of(const std::vector<platform::Chip*>& chips) {
  std::vector<Trace*> traces;
  for (platform::Chip* const chip : chips)
    traces.push_back(chip->asic->trace());
  return traces;
}

class WaveFile final : public platform::Recorder {
 public:
  WaveFile(const sc_core::sc_module_name& name, const std::vector<platform::Chip*>& chips, std::string file,
           std::unique_ptr<report::WaveWriter> writer)
      : Recorder(name, chips),
        path_(std::move(file)),
        names_(chips),
        file_(std::make_unique<NamedByModule>(std::move(writer), names_)),
        merger_(std::in_place, traces_of(chips), *file_) {}

 private:
  void write_until(Time horizon) override { merger_->merge_until(horizon); }
  void finish(Time reached) override {
    merger_->finish(reached);
    report::write_gtkwave_save_file(path_, names_.of(merger_->probes()), merger_->changed(), reached);
  }
  void drop() override {
    merger_.reset();
    file_.reset();
    for (Trace* const trace : traces_of(chips())) {
      if (trace != nullptr)
        trace->records().clear();
    }
  }

  std::filesystem::path path_;
  ModuleNames names_;
  std::unique_ptr<report::WaveWriter> file_;
  std::optional<report::TraceMerger> merger_;
};

// Throws std::invalid_argument, OutputError.
std::unique_ptr<report::WaveWriter> writer_for(const std::string& file) {
  const auto ends_in = [&](const std::string& end) {
    return file.size() > end.size() && file.compare(file.size() - end.size(), end.size(), end) == 0;
  };
  if (ends_in(".fst"))
    return report::make_fst_writer(file);
  if (ends_in(".vcd"))
    return report::make_vcd_writer(file);
  throw std::invalid_argument(text::in_quotes(file) + ": wanted a name that ends in .fst or .vcd");
}

}  // namespace

Waves::Waves(const std::string& file, const std::vector<Switch*>& switches) {
  std::string wrong;
  try {
    const std::vector<platform::Chip*> chips = platform::chips_of(switches);
    for (const platform::Chip* const chip : chips) {
      if (chip->asic->trace() != nullptr)
        throw std::invalid_argument(chip->name() + " has waves already");
    }
    std::unique_ptr<report::WaveWriter> writer = writer_for(file);
    for (platform::Chip* const chip : chips)
      chip->asic->trace_classes(chip->shown);
    recorder_ = std::make_shared<WaveFile>(sc_core::sc_gen_unique_name("weir_waves"), chips, file, std::move(writer));
    recorder_->attach();
    return;
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  platform::refuse("weir::Waves", wrong);
}

Waves::~Waves() {
  if (recorder_)
    recorder_->close_at_an_end();
}

void Waves::close() {
  if (recorder_)
    recorder_->close();
}

}  // namespace weir

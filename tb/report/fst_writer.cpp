// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cstring>
#include <fstapi.h>
#include <map>
#include <system_error>
#include <utility>

#include "tb/report/fst_close.h"
#include "tb/report/run_directory.h"
#include "tb/report/version.h"
#include "tb/report/wave_scopes.h"
#include "tb/report/waves.h"

namespace weir::report {

namespace {

constexpr int kPicosecondTimescale = -12;
// The library keeps changes in memory until told otherwise, up to 40 bytes a change, and then walks over them signal by
// signal. A block of the file that still is in the cache by then takes half the time; but each block also repeats the
// values of all signals.
constexpr std::uint64_t kFewestChangesPerFlush = 1U << 14;
constexpr std::uint64_t kMostChangesPerFlush = 1U << 20;
constexpr std::uint64_t kChangesPerFlushAndSignal = 32;

constexpr unsigned kBitsPerByte = 8;
constexpr unsigned kMostDigits = 64;

// The binary digits of every byte, as text.
constexpr auto kDigits = [] {
  std::array<std::array<char, kBitsPerByte>, 256> digits{};
  for (unsigned byte = 0; byte < digits.size(); ++byte) {
    for (unsigned bit = 0; bit < kBitsPerByte; ++bit) {
      digits[byte][kBitsPerByte - 1 - bit] = (byte >> bit & 1U) != 0 ? '1' : '0';
    }
  }
  return digits;
}();

// The last `width` binary digits of a value; `width`: up to kMostDigits.
class Binary {
 public:
  Binary(std::uint64_t value, unsigned width) : width_(width) {
    for (unsigned end = kMostDigits; end + width > kMostDigits; end -= kBitsPerByte) {
      std::memcpy(&digits_[end - kBitsPerByte], kDigits[value & 0xff].data(), kBitsPerByte);
      value >>= kBitsPerByte;
    }
  }

  // Not ended by a zero.
  const char* begin() const { return &digits_[kMostDigits - width_]; }
  std::string text() const { return {begin(), width_}; }

 private:
  std::array<char, kMostDigits> digits_;
  unsigned width_;
};

class FstWriter : public WaveWriter {
 public:
  explicit FstWriter(std::filesystem::path file)
      : file_(std::move(file)),
        temporary_(file_.string() + ".partial"),
        context_(fstWriterCreate(temporary_.c_str(), 1)) {
    if (context_ == nullptr) {
      fail("cannot write: the file or a temporary file cannot be made");
    }
    fstWriterSetPackType(context_, FST_WR_PT_LZ4);
    fstWriterSetTimescale(context_, kPicosecondTimescale);
    fstWriterSetVersion(context_, ("weir " + std::string(program_version())).c_str());
    fstWriterSetDate(context_, "");  // the same run gives the same bytes
  }

  ~FstWriter() override {
    if (context_ != nullptr) {
      fstWriterClose(context_);
      weir_fst_take_error();
      remove_temporaries();
    }
  }

  void declare(const std::vector<Probe>& probes) override {
    changes_per_flush_ =
        std::clamp(kChangesPerFlushAndSignal * probes.size(), kFewestChangesPerFlush, kMostChangesPerFlush);
    handles_.resize(probes.size());
    widths_.resize(probes.size());
    walk_scopes(
        probes,
        [&](const std::string& scope) { fstWriterSetScope(context_, FST_ST_VCD_MODULE, scope.c_str(), nullptr); },
        [&] { fstWriterSetUpscope(context_); }, [&](std::size_t signal) { declare_signal(probes[signal], signal); });
  }

  void write(Time at, std::size_t signal, std::uint64_t value) override {
    move_to(at);
    fstWriterEmitValueChange(context_, handles_[signal], Binary(value, widths_[signal]).begin());
    ++unflushed_;
  }

  void write_unknown(Time at, std::size_t signal) override {
    static const std::string kUnknown(kMostDigits, 'x');
    move_to(at);
    fstWriterEmitValueChange(context_, handles_[signal], kUnknown.data());
    ++unflushed_;
  }

  void close(Time end) override {
    move_to(end);
    fstWriterClose(std::exchange(context_, nullptr));
    if (const int error = weir_fst_take_error(); error != 0) {
      fail("cannot write: " + std::generic_category().message(error));
    }
    publish(temporary_, file_);
  }

 private:
  void declare_signal(const Probe& probe, std::size_t signal) {
    const unsigned width = signal_width(probe);
    const std::string range = signal_range(probe);
    if (probe.kind == Probe::Kind::kState && !probe.states.empty()) {
      fstWriterEmitEnumTableRef(context_, state_table(probe.states, width));
    }
    widths_[signal] = width;
    handles_[signal] = fstWriterCreateVar(context_, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, width,
                                          (probe.name + (range.empty() ? "" : " ") + range).c_str(), 0);
  }

  fstEnumHandle state_table(const std::vector<std::string>& states, unsigned width) {
    const auto known = tables_.find(states);
    if (known != tables_.end()) {
      return known->second;
    }
    std::vector<std::string> values;
    for (std::size_t state = 0; state < states.size(); ++state) {
      values.push_back(Binary(state, width).text());
    }
    std::vector<const char*> name_pointers;
    std::vector<const char*> value_pointers;
    name_pointers.reserve(states.size());
    value_pointers.reserve(states.size());
    for (const std::string& name : states) {
      name_pointers.push_back(name.c_str());
    }
    for (const std::string& value : values) {
      value_pointers.push_back(value.c_str());
    }
    const std::string table = "states_" + std::to_string(tables_.size());
    const fstEnumHandle handle =
        fstWriterCreateEnumTable(context_, table.c_str(), static_cast<std::uint32_t>(states.size()), width,
                                 name_pointers.data(), value_pointers.data());
    return tables_.emplace(states, handle).first->second;
  }

  void move_to(Time at) {
    if (at == now_) {
      return;
    }
    now_ = at;
    // A flush takes effect at the next change of time, so it is asked for only here.
    if (unflushed_ >= changes_per_flush_) {
      fstWriterFlushContext(context_);
      unflushed_ = 0;
    }
    fstWriterEmitTimeChange(context_, static_cast<std::uint64_t>(at.count()));
  }

  [[noreturn]] void fail(const std::string& what) {
    remove_temporaries();
    throw OutputError(file_.string() + ": " + what);
  }

  void remove_temporaries() {
    std::error_code ignored;
    std::filesystem::remove(temporary_, ignored);
    std::filesystem::remove(temporary_.string() + ".hier", ignored);
  }

  std::filesystem::path file_;
  std::filesystem::path temporary_;
  void* context_;
  Time now_ = Time(-1);
  std::vector<fstHandle> handles_;
  std::vector<unsigned> widths_;
  std::map<std::vector<std::string>, fstEnumHandle> tables_;
  std::uint64_t unflushed_ = 0;
  std::uint64_t changes_per_flush_ = kMostChangesPerFlush;
};

}  // namespace

std::unique_ptr<WaveWriter> make_fst_writer(const std::filesystem::path& file) {
  return std::make_unique<FstWriter>(file);
}

}  // namespace weir::report

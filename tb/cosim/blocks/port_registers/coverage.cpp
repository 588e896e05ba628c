// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/port_registers/coverage.h"

#include <iterator>

#include "tb/cosim/blocks/port_registers/register_words.h"

namespace weir::cosim {

using reference::RegisterPlace;

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Met : std::size_t {
  kRead,
  kWritten,
  kRefused,
  kWhole,
  kSnapshot,
  kUpper,
  kNowhere,
  kUnaligned,
  kSet,
  kClear,
  kReset
};
enum Kept : std::size_t { kIsRead, kIsWritten, kIsRefused };
enum Half : std::size_t { kLower, kBySnapshot, kAlone };
enum Error : std::size_t { kNothingThere, kNoMultiple, kReadOnly, kTooWide };
// NOLINTEND(performance-enum-size)

const std::vector<std::string> kMet = {"read",    "written",   "refused", "value", "snapshot", "upper_half",
                                       "nowhere", "unaligned", "set",     "clear", "reset"};
const std::vector<std::string> kWhether = {"no", "yes"};

std::vector<std::string> paths() {
  std::vector<std::string> paths;
  for (const reference::KeptRegister& kept : reference::kKeptRegisters) {
    paths.emplace_back(kept.path);
  }
  return paths;
}

std::size_t of(bool set) { return set ? 1 : 0; }

}  // namespace

PortRegistersCoverage::PortRegistersCoverage(const reference::PortRegistersConfig& config, unsigned /*latency*/)
    : port_(config.port),
      kept_("kept", {{"register", paths()}, {"word", {"lower", "upper"}}, {"access", {"read", "written", "refused"}}}),
      bytes_("bytes", {{"register", paths()}, numbers("strobe", 0, 15)}),
      values_("value", {numbers("number", 0, reference::register_values() - 1),
                        {"half", {"lower", "upper_by_snapshot", "upper_alone"}}}),
      flags_("flag", {numbers("flag", 0, 7), {"set", kWhether}, {"level", kWhether}, {"cleared", kWhether}}),
      errors_("error", {{"write", kWhether}, {"why", {"nothing_there", "unaligned", "read_only", "too_wide"}}}),
      events_(kMet) {
  for (std::size_t which = 0; which < std::size(reference::kKeptRegisters); ++which) {
    if (reference::kKeptRegisters[which].width >= 32) {
      kept_.rule_out(kept_.index({which, 0, kIsRefused}));
    }
    for (std::size_t how = 0; how < 3 && reference::kKeptRegisters[which].width <= 32; ++how) {
      kept_.rule_out(kept_.index({which, 1, how}));
    }
  }
  for (const ValuePlace& value : value_places(0)) {
    for (const Half half : {kBySnapshot, kAlone}) {
      if (!value.wide) {
        values_.rule_out(values_.index({value.number, half}));
      }
    }
  }
  errors_.rule_out(errors_.index({0, kReadOnly}));
  errors_.rule_out(errors_.index({0, kTooWide}));
  events_.rule_out(kReset, kSnapshot);
  events_.rule_out(kSnapshot, kSnapshot);
}

void PortRegistersCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t n = 0; n < in.size(); ++n) {
    met_ = 0;
    if (in[n].rst_n) {
      access(in[n], out[n]);
    } else {
      met_ = std::uint64_t{1} << kReset;
    }
    events_.events(met_);
  }
}

void PortRegistersCoverage::access(const Inputs& in, const Outputs& out) {
  const RegisterPlace place = in.request ? reference::register_place(port_, in.address) : RegisterPlace{};
  bool clears = false;
  if (in.request && place.what == RegisterPlace::What::kNothing) {
    const bool unaligned = in.address % 4 != 0;
    errors_.hit(errors_.index({of(in.write), unaligned ? kNoMultiple : kNothingThere}));
    met_ |= std::uint64_t{1} << (unaligned ? kUnaligned : kNowhere);
  } else if (in.request && !in.write) {
    read(out, place);
  } else if (in.request) {
    write(in, place);
    clears = place.what == RegisterPlace::What::kKept && reference::kKeptRegisters[place.number].is_flags &&
             (in.data & in.bits()) < 256;
  }
  flags(in, clears);
}

void PortRegistersCoverage::read(const Outputs& out, const RegisterPlace& place) {
  if (place.what == RegisterPlace::What::kKept) {
    kept_.hit(kept_.index({place.number, of(place.high), kIsRead}));
    met_ |= std::uint64_t{1} << kRead;
    return;
  }
  const Half half = !place.high ? kLower : out.value_reads ? kAlone : kBySnapshot;
  values_.hit(values_.index({place.number, half}));
  met_ |= std::uint64_t{1} << (half == kLower ? kWhole : half == kAlone ? kUpper : kSnapshot);
}

void PortRegistersCoverage::write(const Inputs& in, const RegisterPlace& place) {
  if (place.what == RegisterPlace::What::kValue) {
    if (in.strobe != 0) {
      errors_.hit(errors_.index({1, kReadOnly}));
      met_ |= std::uint64_t{1} << kRefused;
    }
    return;
  }
  const unsigned width = reference::kKeptRegisters[place.number].width;
  const unsigned bits = place.high ? width - 32 : width;
  const bool fits = bits >= 32 || (in.data & in.bits()) >> bits == 0;
  kept_.hit(kept_.index({place.number, of(place.high), fits ? kIsWritten : kIsRefused}));
  if (fits) {
    bytes_.hit(bytes_.index({place.number, in.strobe}));
  } else {
    errors_.hit(errors_.index({1, kTooWide}));
  }
  met_ |= std::uint64_t{1} << (fits ? kWritten : kRefused);
}

void PortRegistersCoverage::flags(const Inputs& in, bool clears) {
  const std::uint32_t cleared = clears ? in.data & in.bits() : 0;
  for (std::size_t bit = 0; bit < 8; ++bit) {
    flags_.hit(flags_.index(
        {bit, in.interrupt_status_set >> bit & 1U, in.interrupt_status_level >> bit & 1U, cleared >> bit & 1U}));
  }
  met_ |= in.interrupt_status_set != 0 ? std::uint64_t{1} << kSet : 0;
  met_ |= cleared != 0 ? std::uint64_t{1} << kClear : 0;
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/register_bank.h"

#include <algorithm>
#include <stdexcept>

namespace weir::ledger {

namespace {

constexpr unsigned kWordBits = 64;

// A value with a bit that the register does not have is impossible, too.
void check_width(const RegisterBank::Write& write) {
  const unsigned width = write.mapped->declaration.width;
  const std::uint64_t most = word_mask(width, write.word);
  const std::uint64_t value = write.value & write.mask;
  if ((value & ~most) == 0)
    return;
  std::string what = write.mapped->path() + subscript(write.mapped->indices_of(write.element)) + " has " +
                     std::to_string(width) + " bits; wanted at most " + std::to_string(most);
  if (write.word > 0)
    what += " from bit " + std::to_string(write.word * kWordBits) + " on";
  throw std::invalid_argument(what + "; got " + std::to_string(value));
}

}  // namespace

void Binder::bind(std::string_view name, Accessor accessor) const {
  bank_.bind(block_, name, fixed_, std::move(accessor));
}

bool Binder::maps(std::string_view name) const { return bank_.map().find(block_, name) != nullptr; }

RegisterBank::RegisterBank(AddressMap map) : map_(std::move(map)), owners_(map_.registers().size()) {}

void RegisterBank::bind(const std::string& block, std::string_view name, const Indices& fixed, Accessor accessor) {
  const auto require = [&](bool holds, const char* what) {
    if (!holds)
      throw std::logic_error("register bank: " + block + "." + std::string(name) + ": " + what);
  };
  const MappedRegister* mapped = map_.find(block, name);
  if (mapped == nullptr && map_.leaves_out(block, name))
    return;
  require(mapped != nullptr, "no such register is declared");
  require(fixed.size() <= 1 && fixed.size() <= mapped->declaration.dimensions.size(), "more indices than dimensions");
  require((mapped->declaration.access == Access::kReadOnly) == !accessor.write, "writable and declared otherwise");
  require(mapped->declaration.access != Access::kReadWrite || accessor.settings, "a setting of no group");
  Owners& owners = owners_[mapped->number];
  if (fixed.empty()) {
    require(owners.accessors.empty(), "bound twice");
    owners = {true, {std::move(accessor)}};
    return;
  }
  require(!owners.whole, "bound twice");
  owners.accessors.resize(mapped->declaration.dimensions.front().size);
  require(fixed.front() < owners.accessors.size(), "no such index");
  require(!owners.accessors[fixed.front()].read, "bound twice");
  owners.accessors[fixed.front()] = std::move(accessor);
}

bool RegisterBank::is_bound(const MappedRegister& mapped) const {
  const std::vector<Accessor>& accessors = owners_[mapped.number].accessors;
  return !accessors.empty() && std::all_of(accessors.begin(), accessors.end(),
                                           [](const Accessor& accessor) { return accessor.read != nullptr; });
}

std::vector<std::string> RegisterBank::unbound() const {
  std::vector<std::string> paths;
  for (const MappedRegister& mapped : map_.registers()) {
    if (!is_bound(mapped))
      paths.push_back(mapped.path());
  }
  return paths;
}

RegisterBank::Found RegisterBank::find(const MappedRegister& mapped, std::uint64_t element) const {
  const Owners& owners = owners_[mapped.number];
  Found found{nullptr, mapped.indices_of(element)};
  if (owners.accessors.empty())
    return found;
  found.accessor = &owners.accessors.front();
  if (!owners.whole) {
    found.accessor = &owners.accessors[found.indices.front()];
    found.indices.erase(found.indices.begin());
  }
  if (!found.accessor->read)
    found.accessor = nullptr;
  return found;
}

std::uint64_t RegisterBank::read(const MappedRegister& mapped, std::uint64_t element, unsigned word, Time now) const {
  const std::uint64_t mask = word_mask(mapped.declaration.width, word);
  const Found found = find(mapped, element);
  if (found.accessor == nullptr)
    return word == 0 ? mapped.reset_of(found.indices) & mask : 0;
  return found.accessor->read({found.indices, word, now}) & mask;
}

void RegisterBank::write(std::span<const Write> writes, Time now) {
  std::vector<Settings*> touched;
  std::vector<std::function<void()>> clears;
  for (const Write& write : writes) {
    const RegisterDeclaration& declaration = write.mapped->declaration;
    const Found found = find(*write.mapped, write.element);
    if (found.accessor == nullptr || !found.accessor->write)
      throw std::invalid_argument(write.mapped->path() + ": this model has no behaviour for it yet");
    check_width(write);
    const std::uint64_t mask = write.mask & word_mask(declaration.width, write.word);
    if (declaration.access == Access::kWriteOneToClear) {
      clears.push_back([found, write, mask, now] {
        found.accessor->write({found.indices, write.word, now}, write.value & mask);
      });
      continue;
    }
    Settings* settings = found.accessor->settings.get();
    if (std::find(touched.begin(), touched.end(), settings) == touched.end()) {
      settings->begin();
      touched.push_back(settings);
    }
    const RegisterAccess access{found.indices, write.word, now};
    const std::uint64_t kept = found.accessor->read(access) & ~mask;
    found.accessor->write(access, kept | (write.value & mask));
  }
  for (const Settings* settings : touched)
    settings->check();
  if (changing_ && !touched.empty())
    changing_();
  for (Settings* settings : touched)
    settings->apply(now);
  for (const auto& clear : clears)
    clear();
}

}  // namespace weir::ledger

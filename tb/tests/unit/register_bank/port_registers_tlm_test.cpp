// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of a port in RTL beside the TLM-2.0 socket over the same map: the same accesses, the same answers. Each
// test needs a process of its own, as ctest gives it.

#include <algorithm>

#include "hw_model/asic/csr_access.h"
#include "hw_model/asic/switch_asic.h"
#include "hw_model/base/random_stream.h"
#include "tb/cosim/blocks/port_registers/port_registers.h"
#include "tb/cost/combination.h"
#include "tb/cost/setup.h"
#include "tb/tests/unit/register_map/bus_program.h"
#include "tb/tests/unit/register_map/register_device.h"

namespace weir::port_registers_tlm_test {

using cosim::DutCore;
using cosim::PortRegistersKind;
using ledger::Access;
using ledger::MappedRegister;
using reference::PortRegistersInputs;
using reference::PortRegistersOutputs;

constexpr unsigned kPort = reference::kRegistersPort;
constexpr std::uint32_t kLinkChange = 1U << 6U;  // the cause
constexpr Time kEnd{1'000'000'000'000};

struct Answer {
  bool error = false;
  std::uint32_t data = 0;
  bool operator==(const Answer&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Answer& answer) {
  return out << (answer.error ? "error" : "data ") << answer.data;
}

struct BusAccess {
  bool write = false;
  std::uint32_t address = 0;
  std::uint32_t data = 0;
  std::uint32_t strobe = 15;
};

cost::Setup default_setup() { return cost::make_setup(cost::SwitchRequest{}, cost::plain_pfc()); }

bool is_of_a_port(const MappedRegister& mapped) {
  const ledger::Dimensions& dimensions = mapped.declaration.dimensions;
  return !dimensions.empty() && dimensions.front().of == "port";
}

std::uint64_t elements_of_a_port(const MappedRegister& mapped) {
  return mapped.declaration.count() / mapped.declaration.dimensions.front().size;
}

// One word, by the socket: from a thread of the kernel.
Answer by_socket(asic::Program& bus, const BusAccess& access) {
  asic::Data data(4);
  asic::Data enables;
  for (unsigned byte = 0; byte < 4 && access.write; ++byte) {
    data[byte] = static_cast<std::uint8_t>(access.data >> (8 * byte));
    enables.push_back((access.strobe >> byte & 1U) != 0 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED);
  }
  const auto command = access.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND;
  Answer answer{.error = bus.transfer(command, access.address, data, enables) != tlm::TLM_OK_RESPONSE};
  for (unsigned byte = 0; byte < 4 && !answer.error && !access.write; ++byte)
    answer.data |= std::uint32_t{data[byte]} << (8 * byte);
  return answer;
}

// The same without a kernel, by the functions of the socket.
Answer by_bank(ledger::RegisterBank& bank, const BusAccess& access) {
  std::array<std::uint8_t, 4> data{};
  for (unsigned byte = 0; byte < 4 && access.write; ++byte)
    data[byte] = static_cast<std::uint8_t>(access.data >> (8 * byte));
  const asic::CsrTransfer transfer{
      .is_write = access.write, .address = access.address, .data = data, .streaming_width = 4};
  std::string refusal;
  Answer answer{.error = asic::check_transfer(bank.map(), transfer) != asic::CsrResponse::kOk ||
                         asic::do_transfer(bank, transfer, Time(0), refusal) != asic::CsrResponse::kOk};
  for (unsigned byte = 0; byte < 4 && !answer.error && !access.write; ++byte)
    answer.data |= std::uint32_t{data[byte]} << (8 * byte);
  return answer;
}

// The RTL, with the values that others hold.
class BankInRtl {
 public:
  explicit BankInRtl(const ledger::AddressMap& map)
      : rtl_(PortRegistersKind::variants().front().rtl(PortRegistersKind::Setup{})) {
    for (const MappedRegister& mapped : map.registers()) {
      if (!is_of_a_port(mapped) || mapped.declaration.access != Access::kReadOnly)
        continue;
      const std::uint64_t elements = elements_of_a_port(mapped);
      for (std::uint64_t element = 0; element < elements; ++element)
        values_.emplace_back(&mapped, kPort * elements + element);
    }
    rtl_.clock(PortRegistersInputs{.rst_n = false});
  }

  // What the register of this value has.
  std::function<std::uint64_t(const MappedRegister&, std::uint64_t element)> value_of;

  // The request and its answer.
  Answer operator()(const BusAccess& access, std::uint32_t level = 0) {
    const PortRegistersOutputs asked = rtl_.clock(PortRegistersInputs{.request = true,
                                                                      .write = access.write,
                                                                      .address = access.address,
                                                                      .data = access.data,
                                                                      .strobe = access.strobe,
                                                                      .interrupt_status_level = level});
    PortRegistersInputs next{.interrupt_status_level = level};
    if (asked.value_reads) {
      const auto& [mapped, element] = values_.at(asked.value_number);
      next.value = value_of(*mapped, element);
    }
    shown_ = rtl_.clock(next);
    EXPECT_TRUE(shown_.answers);
    return {shown_.error, shown_.data};
  }
  void set_flags(std::uint32_t flags) { rtl_.clock(PortRegistersInputs{.interrupt_status_set = flags}); }
  const PortRegistersOutputs& shown() const { return shown_; }
  std::size_t values() const { return values_.size(); }

 private:
  DutCore<PortRegistersKind> rtl_;
  std::vector<std::pair<const MappedRegister*, std::uint64_t>> values_;  // by number
  PortRegistersOutputs shown_;
};

// A device that is nothing but the registers of the default switch, with any values.
class EveryRegister : public testing::Test {
 protected:
  EveryRegister()
      : setup_(default_setup()),
        map_(cost::declare(setup_.device, setup_.selection)),
        device_("registers", cost::declare(setup_.device, setup_.selection),
                asic::Timing{.quantum = Time(1'000), .until = kEnd}),
        bus_("bus", [this](asic::Program&) { software_(); }),
        rtl_(map_) {
    bus_.socket.bind(device_.csr.socket);
    for (const MappedRegister& mapped : map_.registers()) {
      for (std::uint64_t element = 0; element < mapped.declaration.count(); ++element) {
        const ledger::Indices indices = mapped.indices_of(element);
        device_.values[{mapped.path(), indices, 0}] = mapped.reset_of(indices);
      }
      if (is_of_a_port(mapped))
        for (std::uint64_t at = 0; at < elements_of_a_port(mapped) * mapped.element_bytes; at += 4)
          words_.push_back(static_cast<std::uint32_t>(mapped.offset + kPort * mapped.stride(0) + at));
    }
    rtl_.value_of = [this](const MappedRegister& mapped, std::uint64_t element) {
      return device_.values.at({mapped.path(), mapped.indices_of(element), 0});
    };
  }

  bool is_of_this_port(std::uint32_t address) const {
    const std::optional<ledger::Location> location = map_.locate(address);
    return location && is_of_a_port(*location->mapped) &&
           location->mapped->indices_of(location->element).front() == kPort;
  }
  // What the socket answers; addresses that are not of this port are errors of the bank.
  Answer wanted(const BusAccess& access) {
    return is_of_this_port(access.address) ? by_socket(bus_, access) : Answer{.error = true};
  }
  BusAccess any_access(RandomStream& random) {
    const std::uint64_t draw = random.next();
    BusAccess access{.write = (draw & 1U) != 0,
                     .address = words_[random.below(words_.size())],
                     .data = static_cast<std::uint32_t>(draw >> 32U),
                     .strobe = (draw & 2U) != 0 ? 15U : static_cast<std::uint32_t>(draw >> 8U & 15U)};
    if ((draw & 12U) == 0)
      access.address ^= 1U << random.below(reference::kRegistersAddressBits);
    if ((draw & 16U) != 0)
      access.data &= (draw & 32U) != 0 ? 255U : 1U;
    return access;
  }
  void expect_same(const BusAccess& access) {
    ASSERT_EQ(rtl_(access), wanted(access)) << (access.write ? "write of " : "read of ") << std::hex << access.address
                                            << ", data " << access.data << ", strobe " << access.strobe;
    ++compared_;
  }
  // Every value of the port anew.
  void draw_values(RandomStream& random) {
    for (const MappedRegister& mapped : map_.registers()) {
      const std::uint64_t elements = is_of_a_port(mapped) ? elements_of_a_port(mapped) : 0;
      for (std::uint64_t e = 0; e < elements && mapped.declaration.access == Access::kReadOnly; ++e) {
        device_.values[{mapped.path(), mapped.indices_of(kPort * elements + e), 0}] =
            random.next() & ledger::word_mask(mapped.declaration.width, 0);
      }
    }
  }

  cost::Setup setup_;
  ledger::AddressMap map_;
  asic::RegisterDevice device_;
  asic::Program bus_;
  BankInRtl rtl_;
  std::vector<std::uint32_t> words_;  // of the port
  std::size_t compared_ = 0;

  void run(std::function<void()> software) {
    software_ = std::move(software);
    run_until(kEnd);
  }
  std::function<void()> software_;
};

TEST_F(EveryRegister, ReadsAndTakesWritesAsTheSocketDoes) {
  RandomStream random(1, "every_register");
  draw_values(random);
  run([this] {
    for (const std::uint32_t address : words_) {
      for (const std::uint32_t data : {0xffff'ffffU, 0U, 0xa5a5'a5a5U, 1U, 0x80U, 0x3fffU, 0x00ff'ffffU}) {
        expect_same({.address = address});
        expect_same({.write = true, .address = address, .data = data});
        expect_same({.write = true, .address = address, .data = ~data, .strobe = data & 15U});
        expect_same({.address = address});
      }
    }
  });
  EXPECT_EQ(words_.size(), 13 + rtl_.values() + 76) << "settings, values, upper words of values";
  EXPECT_EQ(compared_, words_.size() * 28);
}

TEST_F(EveryRegister, AnswersAnyAccessAsTheSocketDoes) {
  run([this] {
    RandomStream random(1, "any_access");
    for (int n = 0; n < 100'000 && !HasFatalFailure(); ++n) {
      if (n % 64 == 0) {  // no half of a value that was read before is wanted after
        rtl_({.address = words_[3]});
        rtl_({.address = words_[4]});
        draw_values(random);
      }
      expect_same(any_access(random));
    }
  });
  EXPECT_EQ(compared_, 100'000U);
}

// A whole switch, beside the RTL: the values that its engines take, and its interrupts. Where both maps have a
// register, they may have different addresses.
class BankOfASwitch : public testing::Test {
 protected:
  BankOfASwitch()
      : setup_(default_setup()),
        map_(cost::declare(setup_.device, setup_.selection)),
        asic_("s", setup_.device, asic::Timing{.quantum = Time(1'000'000), .until = kEnd}, asic::Factories{}, pool_, 0,
              1),
        rtl_(map_) {
    rtl_.value_of = [this](const MappedRegister& mapped, std::uint64_t element) {
      return bank().read(*bank().map().find(mapped.block, mapped.declaration.name), element, 0, Time(0));
    };
  }

  ledger::RegisterBank& bank() { return asic_.csr().bank(); }
  Answer in_rtl(BusAccess access) { return rtl_(access, level_); }
  // A write in both, unless it breaks a rule between settings, which a bank of a port cannot know; then a read.
  void write(const MappedRegister& ours, const MappedRegister& theirs, std::uint64_t at, std::uint32_t data) {
    const auto our = static_cast<std::uint32_t>(ours.offset + kPort * ours.stride(0) + at);
    const auto their = static_cast<std::uint32_t>(theirs.offset + kPort * theirs.stride(0) + at);
    const Answer socket = by_bank(bank(), {.write = true, .address = their, .data = data});
    const bool fits = data >> std::min(ours.declaration.width, 31U) == 0;
    if (!(socket.error && fits && ours.declaration.access == Access::kReadWrite)) {
      EXPECT_EQ(in_rtl({.write = true, .address = our, .data = data}), socket) << ours.path() << " " << data;
      taken_ += socket.error ? 0 : 1;
      level_ = rtl_.shown().interrupt_force;
    }
    if (ours.path() == "management.enable" && data == 0)
      rtl_.set_flags(kLinkChange);
    if (taken_ > 0 && !socket.error) {
      EXPECT_EQ(in_rtl({.address = our}), by_bank(bank(), {.address = their})) << ours.path() << " " << data;
      ++compared_;
    }
  }

  cost::Setup setup_;
  ledger::AddressMap map_;
  link::FramePool pool_;
  asic::SwitchAsic asic_;
  BankInRtl rtl_;
  std::uint32_t level_ = 0;
  std::size_t taken_ = 0;
  std::size_t compared_ = 0;
};

TEST_F(BankOfASwitch, TakesWhatTheSwitchTakes) {
  std::size_t read = 0;
  for (const MappedRegister& ours : map_.registers()) {
    const MappedRegister* const theirs = bank().map().find(ours.block, ours.declaration.name);
    if (!is_of_a_port(ours) || theirs == nullptr)
      continue;
    ASSERT_EQ(ours.declaration.width, theirs->declaration.width) << ours.path();
    const std::uint64_t bytes = elements_of_a_port(ours) * ours.element_bytes;
    for (std::uint64_t at = 0; at < bytes; at += 4) {
      if (ours.path() != "port.mac_address") {  // the switch gives each port its own
        EXPECT_EQ(
            in_rtl({.address = static_cast<std::uint32_t>(ours.offset + kPort * ours.stride(0) + at)}),
            by_bank(bank(), {.address = static_cast<std::uint32_t>(theirs->offset + kPort * theirs->stride(0) + at)}))
            << ours.path();
        ++read;
      }
      for (const std::uint32_t data : {0x7ff448U, 0x400000U, 0x1234U, 0x5aU, 0xffU, 1U, 0U, 0xffff'ffffU})
        write(ours, *theirs, at, data);
    }
  }
  EXPECT_GT(read, 350U);
  EXPECT_GT(taken_, 30U);
  EXPECT_GT(compared_, 30U);
}

TEST_F(BankOfASwitch, ShowsForcedFlagsWhileTheyAreForced) {
  const auto both = [&](const char* name) {
    return std::pair(map_.find("interrupt", name), bank().map().find("interrupt", name));
  };
  const auto [our_force, their_force] = both("force");
  const auto [our_status, their_status] = both("status");
  for (const std::uint32_t forced : {0x5aU, 0U}) {
    write(*our_force, *their_force, 0, forced);
    const Answer wanted{.error = false, .data = forced};
    EXPECT_EQ(in_rtl({.address = static_cast<std::uint32_t>(our_status->address({kPort}))}), wanted);
    EXPECT_EQ(by_bank(bank(), {.address = static_cast<std::uint32_t>(their_status->address({kPort}))}), wanted);
  }
}

}  // namespace weir::port_registers_tlm_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/platform/weir/switch.h"

#include <algorithm>
#include <exception>
#include <limits>

#include "hw_model/datapath/link/kernel_time.h"
#include "tb/platform/chip.h"
#include "tb/platform/refuse.h"
#include "tb/text/words.h"

namespace weir {

namespace {

// Binds what a socket without a cable needs, whichever direction it has.
void lead_nowhere(Switch::Rx& socket) { socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(platform::no_cable())); }
void lead_nowhere(Switch::Tx& socket) { socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(platform::no_cable())); }

template <class Socket>
bool is_bound(Socket& socket) {
  return socket.get_base_port().bind_count() > 0;
}

}  // namespace

template <class Socket>
Sockets<Socket>::Sockets(const char* direction)
    : direction_(direction), spare_((std::string(direction) + "_none").c_str()) {
  lead_nowhere(spare_);
}

template <class Socket>
void Sockets<Socket>::make(std::size_t ports) {
  for (std::size_t i = 0; i < ports; ++i)
    sockets_.push_back(std::make_unique<Socket>((std::string(direction_) + "_" + std::to_string(i)).c_str()));
}

template <class Socket>
Socket& Sockets<Socket>::operator[](std::size_t port) {
  if (port < sockets_.size())
    return *sockets_[port];
  platform::refuse(owner_->name(), std::string(direction_) + "[" + std::to_string(port) + "]: the switch has " +
                                       std::to_string(sockets_.size()) + " ports, from 0");
  return spare_;
}

template class Sockets<Switch::Rx>;
template class Sockets<Switch::Tx>;

Switch::Switch(const sc_core::sc_module_name& name, const Settings& settings)
    : sc_core::sc_module(name), rx("rx"), tx("tx"), csr("csr") {
  rx.owner_ = this;
  tx.owner_ = this;
  std::string wrong;
  try {
    build(settings);
  } catch (const sc_core::sc_report&) {
    throw;
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  if (!wrong.empty()) {
    chip_.reset();
    csr.bind(static_cast<tlm::tlm_fw_transport_if<>&>(platform::no_registers()));
    platform::refuse(this->name(), wrong);
  }
}

Switch::~Switch() = default;

void Switch::build(const Settings& settings) {
  chip_ = platform::make_chip(*settings.request_, basename());
  asic::SwitchAsic& asic = *chip_->asic;
  rx.make(asic.ports());
  tx.make(asic.ports());
  for (std::size_t i = 0; i < asic.ports(); ++i) {
    rx[i].bind(asic.port(PortId(i)).rx);
    asic.port(PortId(i)).tx.bind(tx[i]);
  }
  csr.bind(asic.csr().socket);
}

void Switch::before_end_of_elaboration() {
  for (std::size_t i = 0; i < tx.size(); ++i) {
    const bool in = is_bound(rx[i]);
    const bool out = is_bound(tx[i]);
    if (!in)
      rx[i].get_base_port().bind(platform::no_cable());
    if (!out)
      tx[i].get_base_port().bind(platform::no_cable());
    if (in != out)
      platform::refuse(name(), "port " + std::to_string(i) + " has half a cable: " + (in ? "rx" : "tx") +
                                   " is bound, and " + (in ? "tx" : "rx") + " is not");
  }
}

void Switch::end_of_elaboration() {
  std::string wrong;
  try {
    if (chip_)
      platform::meet_peers(*chip_);
  } catch (const std::invalid_argument& error) {
    wrong = error.what();
  }
  if (!wrong.empty())
    platform::refuse(name(), wrong);
}

sc_core::sc_time Switch::quantum() const {
  return chip_ ? link::to_kernel(chip_->asic->timing().quantum) : sc_core::SC_ZERO_TIME;
}

std::uint64_t Switch::address(const std::string& name, const std::vector<std::uint64_t>& indices) const {
  constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max() - 3;  // a whole word behind every map
  if (!chip_) {
    platform::refuse(this->name(), "the switch has no registers, because its settings were refused");
    return kNone;
  }
  const ledger::AddressMap& map = chip_->asic->csr().map();
  const std::size_t dot = std::min(name.find('.'), name.size());
  const ledger::MappedRegister* const found =
      map.find(name.substr(0, dot), dot < name.size() ? name.substr(dot + 1) : "");
  if (found == nullptr) {
    std::vector<std::string> known;
    for (const ledger::MappedRegister& one : map.registers())
      known.push_back(one.path());
    platform::refuse(this->name(), "there is no register " + text::in_quotes(name) + text::known_hint(name, known));
    return kNone;
  }
  std::string sizes;
  bool fits = indices.size() == found->declaration.dimensions.size();
  for (std::size_t i = 0; i < found->declaration.dimensions.size(); ++i) {
    const std::uint64_t size = found->declaration.dimensions[i].size;
    fits = fits && indices[i] < size;
    sizes += "[" + std::to_string(size) + "]";
  }
  if (!fits) {
    std::string given;
    for (const std::uint64_t index : indices)
      given += "[" + std::to_string(index) + "]";
    platform::refuse(this->name(), "register " + name + (sizes.empty() ? " has no index" : " is an array " + sizes) +
                                       "; got " + (given.empty() ? "no index" : given));
    return kNone;
  }
  return found->address(indices);
}

std::string Switch::refusal() const { return chip_ ? chip_->asic->csr().refusal() : ""; }

}  // namespace weir

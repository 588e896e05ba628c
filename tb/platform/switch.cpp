// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/platform/weir/switch.h"

#include <algorithm>
#include <exception>
#include <limits>

#include "hw_model/datapath/link/kernel_time.h"
#include "tb/platform/chip.h"
#include "tb/platform/open_line.h"
#include "tb/platform/refuse.h"
#include "tb/text/words.h"

namespace weir {

namespace {

// Binds what a socket without a cable needs, whichever direction it has.
void lead_nowhere(Switch::Rx& socket) { socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(platform::no_cable())); }
void lead_nowhere(Switch::Tx& socket) { socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(platform::no_cable())); }
void lead_nowhere(sc_core::sc_in<bool>& pin) { pin.bind(platform::open_line()); }

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
template class Sockets<sc_core::sc_in<bool>>;

Switch::Switch(const sc_core::sc_module_name& name, const Settings& settings)
    : sc_core::sc_module(name), rx("rx"), tx("tx"), csr("csr"), irq("irq"), rst_n("rst_n"), link("link") {
  rx.owner_ = this;
  tx.owner_ = this;
  link.owner_ = this;
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
  link.make(asic.ports());
  for (std::size_t i = 0; i < asic.ports(); ++i) {
    rx[i].bind(asic.port(PortId(i)).rx);
    asic.port(PortId(i)).tx.bind(tx[i]);
  }
  csr.bind(asic.csr().socket);
  SC_HAS_PROCESS(Switch);
  SC_METHOD(reset_changed);
  sensitive << rst_n << chip_->start;
  dont_initialize();
  SC_METHOD(drive_irq);
  sensitive << chip_->irq.due();
  dont_initialize();
  SC_METHOD(links_changed);
  sensitive << chip_->start;
  dont_initialize();
  for (std::size_t i = 0; i < link.size(); ++i)
    sensitive << link[i];
}

void Switch::before_end_of_elaboration() {
  const bool may_forget = chip_ && chip_->asic->may_forget_peers();
  const auto end_pin = [&](sc_core::sc_in<bool>& pin) {
    if (pin.bind_count() == 0)
      return lead_nowhere(pin);
    if (chip_)
      chip_->has_pins = true;
    if (chip_ && !may_forget)
      platform::refuse(pin.name(),
                       "the peers of this switch would keep the credits or rates of its last message for "
                       "ever: wanted a scheme with pauses, which end by themselves, ue_cbfc or none");
  };
  if (irq.bind_count() == 0)
    irq.bind(platform::open_line());
  end_pin(rst_n);
  for (std::size_t i = 0; i < link.size(); ++i)
    end_pin(link[i]);
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

void Switch::drive_irq() { irq.write(chip_->irq.take()); }

// A level that is there from the start is no change of its pin.
void Switch::start_of_simulation() {
  if (chip_ && chip_->has_pins)
    chip_->start.notify(sc_core::SC_ZERO_TIME);
}

void Switch::reset_changed() { chip_->line_reset(!rst_n.read()); }

void Switch::links_changed() {
  for (std::size_t i = 0; i < link.size(); ++i)
    chip_->line_link(i, link[i].read());
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
    const std::string given = ledger::subscript(indices);
    platform::refuse(this->name(), "register " + name + (sizes.empty() ? " has no index" : " is an array " + sizes) +
                                       "; got " + (given.empty() ? "no index" : given));
    return kNone;
  }
  return found->address(indices);
}

std::string Switch::refusal() const { return chip_ ? chip_->asic->csr().refusal() : ""; }

}  // namespace weir

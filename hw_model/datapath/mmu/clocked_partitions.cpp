// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/mmu/clocked_partitions.h"

#include <algorithm>
#include <utility>

#include "hw_model/datapath/mmu/partition_widths.h"

namespace weir::mmu {

using reference::AdmissionAnswer;

namespace {

std::uint32_t as_bits(std::int64_t number) { return static_cast<std::uint32_t>(number); }

std::size_t viq_number(PortId port, ClassId c) { return port.index() * kClasses + c.index(); }

}  // namespace

ClockedPartitions::ClockedPartitions(std::unique_ptr<reference::PartitionAdmissionBlock> block, std::size_t ports)
    : block_(std::move(block)),
      most_bytes_((std::uint32_t{1} << block_->widths().q_bits) - 1),
      asks_(ports * kClasses) {}

void ClockedPartitions::set(const MmuConfig& config) {
  minimum_ = as_bits(config.cells(config.viq_reserved));
  std::transform(config.partition_size.begin(), config.partition_size.end(), wanted_.begin(),
                 [&](Bytes size) { return size / config.cell; });
}

// Thresholds beyond all depths are the highest one.
std::uint32_t ClockedPartitions::bytes(Bytes value) const {
  return static_cast<std::uint32_t>(std::min<std::int64_t>(value.count(), most_bytes_));
}

ClockedPartitions::Inputs ClockedPartitions::settings_for(const Packet& packet) const {
  Inputs in;
  in.minimum = minimum_;
  in.viq_limit = packet.veq_full ? 0 : bytes(packet.limit);
  in.headroom = packet.veq_full ? 0 : bytes(packet.headroom);
  in.xoff = packet.pauses ? bytes(packet.pauses->xoff) : most_bytes_;
  in.xon = packet.pauses ? bytes(packet.pauses->xon) : 0;
  in.pausing = packet.pauses ? static_cast<std::uint8_t>(1U << packet.of_class.index()) : std::uint8_t{0};
  in.read_port = as_bits(static_cast<std::int64_t>(packet.port.index()));
  in.read_class = static_cast<std::uint8_t>(packet.of_class.index());
  return in;
}

ClockedPartitions::Inputs ClockedPartitions::arrival(const Packet& packet) const {
  Inputs in = settings_for(packet);
  in.arrives = true;
  in.arrives_port = in.read_port;
  in.arrives_class = in.read_class;
  in.arrives_length = bytes(packet.length);
  in.arrives_cells = as_bits(packet.cells);
  return in;
}

ClockedPartitions::Outputs ClockedPartitions::before(const Books& books) const {
  return {.asks = books.asks,
          .depth = bytes(books.depth),
          .cells = as_bits(books.cells),
          .size = as_bits(books.size),
          .used = as_bits(books.used),
          .set_aside = as_bits(books.set_aside)};
}

ClockedPartitions::Outputs ClockedPartitions::answered(const Packet& packet, AdmissionAnswer model,
                                                       const Books& books) const {
  Outputs out = before(books);
  out.answer = static_cast<std::uint8_t>(model);
  out.admits = model <= AdmissionAnswer::kHeadroom;
  out.xoff = packet.pauses && out.admits && books.will_ask && !books.asks;
  return out;
}

// A cycle for each class whose partition differs.
void ClockedPartitions::divide() {
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (has_[c] == wanted_[c])
      continue;
    Inputs in;
    in.minimum = minimum_;
    in.set = true;
    in.set_class = in.read_class = static_cast<std::uint8_t>(c);
    in.set_size = as_bits(wanted_[c]);
    const Outputs out = block_->clock(in);
    Outputs model = out;
    model.taken = true;
    block_->compare(out, model);
    has_[c] = wanted_[c];
  }
}

void ClockedPartitions::follow(const Packet& packet, const Outputs& out) {
  const std::size_t number = viq_number(packet.port, packet.of_class);
  asks_[number] = (asks_[number] || out.xoff) && !out.xon;
}

bool ClockedPartitions::asks(PortId port, ClassId c) const { return asks_[viq_number(port, c)]; }

ClockedPartitions::Answer ClockedPartitions::arrives(const Packet& packet, AdmissionAnswer model, const Books& books,
                                                     Time now) {
  block_->at(now);
  divide();
  const Inputs in = arrival(packet);
  const Outputs out = block_->clock(in);
  block_->compare(out, answered(packet, model, books));
  follow(packet, out);
  const auto is = static_cast<AdmissionAnswer>(out.answer);
  const bool viq_full = std::uint64_t{out.depth} + in.arrives_length > bytes(packet.limit);
  return {.is = is, .veq_full = packet.veq_full && is == AdmissionAnswer::kHeadroomExhausted && !viq_full};
}

void ClockedPartitions::departs(const Packet& packet, const Books& books, Time now) {
  block_->at(now);
  divide();
  Inputs in = settings_for(packet);
  in.departs = true;
  in.departs_port = in.read_port;
  in.departs_class = in.read_class;
  in.departs_length = bytes(packet.length);
  in.departs_cells = as_bits(packet.cells);
  Outputs model = before(books);
  model.xon = packet.pauses && books.asks && !books.will_ask;
  const Outputs out = block_->clock(in);
  block_->compare(out, model);
  follow(packet, out);
}

void ClockedPartitions::restart(Time now) {
  block_->at(now);
  block_->clock({.rst_n = false});
  has_ = {};
  std::fill(asks_.begin(), asks_.end(), false);
}

// One packet that is admitted whatever the settings, and asks for nothing.
void ClockedPartitions::put(PortId port, ClassId c, Bytes depth, std::int64_t cells) {
  divide();
  block_->clock(arrival({.port = port,
                         .of_class = c,
                         .length = depth,
                         .cells = cells,
                         .limit = flow_control::kNoThreshold,
                         .headroom = Bytes(0)}));
}

std::unique_ptr<ClockedPartitions> make_clocked_partitions(const reference::Factories& factories,
                                                           const std::string& device, std::size_t ports,
                                                           const MmuConfig& config) {
  auto block = factories.of<reference::PartitionAdmissionBlock>()(partition_widths(ports, config), device);
  return block == nullptr ? nullptr : std::make_unique<ClockedPartitions>(std::move(block), ports);
}

}  // namespace weir::mmu

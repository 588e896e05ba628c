// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/platform/weir/axi_stream.h"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include "tb/platform/fcs.h"
#include "tb/platform/weir/cable.h"

namespace weir {

namespace {

constexpr std::size_t kWord = 8;

}  // namespace

namespace platform {

class AxiStreamInside {
 public:
  AxiStreamInside(Switch& of, std::size_t port, std::size_t fifo)
      : cable(
            "cable", of, port, [this](Frame&& one) { arrives(std::move(one)); }, Cable::Bit::kFirst),
        fifo_(fifo) {}

  Cable cable;
  sc_core::sc_signal<bool> high{"high", true};
  sc_core::sc_signal<bool> low{"low", false};
  sc_core::sc_signal<bool> nobody{"nobody"};

  // To the device.
  std::deque<Frame> waiting;  // the front one is on the pins
  std::size_t at = 0;         // its byte
  std::uint64_t frames_to = 0;
  bool valid = false;

  void word_taken() {
    at += kWord;
    if (at < waiting.front().size())
      return;
    held_ -= waiting.front().size();
    waiting.pop_front();
    ++frames_to;
    at = 0;
  }

  // From the device.
  Frame frame;
  sc_core::sc_time since;
  std::uint64_t frames_from = 0;
  std::uint64_t bad = 0;
  std::uint64_t lost = 0;
  bool inside = false;
  bool ready = false;
  bool waits = false;  // tx_tready is bound

  void word(std::uint64_t data, std::uint32_t keep, bool last, bool is_bad) {
    if (!inside)
      since = sc_core::sc_time_stamp();
    inside = !last;
    for (std::size_t i = 0; i < kWord; ++i, data >>= 8U, keep >>= 1U) {
      if ((keep & 1U) != 0)
        frame.push_back(static_cast<std::uint8_t>(data & 0xffU));
    }
    if (!last)
      return;
    ++frames_from;
    bad += is_bad ? 1 : 0;
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    const bool full = !waits && cable.free_at() > now + cable.wire_time(fifo_);
    if (full) {
      lose("from");
    } else if (!frame.empty()) {
      relay(is_bad);
    }
    frame.clear();
  }

 private:
  void relay(bool is_bad) {
    frame.resize(std::max<std::size_t>(frame.size(), 60));
    append_fcs(frame, is_bad ? ~fcs_of(frame) : fcs_of(frame));
    cable.relay(frame, since);
  }

  void arrives(Frame&& one) {
    if (!waiting.empty() && held_ + one.size() > fifo_)
      return lose("for");
    held_ += one.size();
    waiting.push_back(std::move(one));
  }

  void lose(const char* direction) {
    if (++lost > 1)
      return;
    const std::string what = std::string(cable.get_parent_object()->name()) + ": a frame " + direction +
                             " the device is lost, because the fifo of " + std::to_string(fifo_) + " bytes is full";
    SC_REPORT_WARNING("weir/cable", what.c_str());
  }

  std::size_t fifo_;
  std::size_t held_ = 0;  // bytes of `waiting`
};

}  // namespace platform

AxiStream::AxiStream(const sc_core::sc_module_name& name, Switch& of, std::size_t port, std::size_t fifo)
    : sc_core::sc_module(name),
      clk("clk"),
      rx_tdata("rx_tdata"),
      rx_tkeep("rx_tkeep"),
      rx_tvalid("rx_tvalid"),
      rx_tlast("rx_tlast"),
      rx_tready("rx_tready"),
      tx_tdata("tx_tdata"),
      tx_tkeep("tx_tkeep"),
      tx_tvalid("tx_tvalid"),
      tx_tlast("tx_tlast"),
      tx_tuser("tx_tuser"),
      tx_tready("tx_tready"),
      inside_(std::make_unique<platform::AxiStreamInside>(of, port, fifo)) {
  SC_HAS_PROCESS(AxiStream);
  SC_METHOD(edge);
  sensitive << clk.pos();
  dont_initialize();
}

AxiStream::~AxiStream() = default;

std::uint64_t AxiStream::frames_to() const { return inside_->frames_to; }
std::uint64_t AxiStream::frames_from() const { return inside_->frames_from; }
std::uint64_t AxiStream::bad() const { return inside_->bad; }
std::uint64_t AxiStream::lost() const { return inside_->lost; }

void AxiStream::before_end_of_elaboration() {
  if (rx_tready.bind_count() == 0)
    rx_tready.bind(inside_->high);
  if (tx_tuser.bind_count() == 0)
    tx_tuser.bind(inside_->low);
  inside_->waits = tx_tready.bind_count() != 0;
  if (!inside_->waits)
    tx_tready.bind(inside_->nobody);
}

void AxiStream::edge() {
  platform::AxiStreamInside& in = *inside_;
  if (in.valid && rx_tready.read())
    in.word_taken();
  in.valid = !in.waiting.empty();
  std::uint64_t data = 0;
  std::size_t bytes = 0;
  if (in.valid) {
    const Frame& frame = in.waiting.front();
    bytes = std::min(kWord, frame.size() - in.at);
    for (std::size_t i = 0; i < bytes; ++i)
      data |= std::uint64_t{frame[in.at + i]} << (8 * i);
  }
  rx_tdata.write(data);
  rx_tkeep.write((1U << bytes) - 1);
  rx_tvalid.write(in.valid);
  rx_tlast.write(in.valid && in.at + kWord >= in.waiting.front().size());

  if (tx_tvalid.read() && (in.ready || !in.waits))
    in.word(tx_tdata.read(), tx_tkeep.read(), tx_tlast.read(), tx_tuser.read());
  in.ready = in.inside || in.cable.free_at() <= sc_core::sc_time_stamp();
  tx_tready.write(in.ready);
}

}  // namespace weir

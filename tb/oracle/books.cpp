// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/books.h"

namespace weir::oracle {

namespace {

std::string text(std::uint64_t count) { return std::to_string(count); }

// sent = delivered + dropped + inside, of packets or of answers.
std::string missing(const char* kind, std::uint64_t sent, std::uint64_t delivered, std::uint64_t dropped,
                    std::uint64_t inside) {
  if (sent == delivered + dropped + inside) {
    return "";
  }
  return text(sent) + " " + kind + " sent, but " + text(delivered) + " delivered + " + text(dropped) + " dropped + " +
         text(inside) + " in the network = " + text(delivered + dropped + inside);
}

}  // namespace

std::optional<Imbalance> imbalance_of(const DeviceBooks& books) {
  const auto fault = [&](const std::string& what) { return Imbalance{what, books.device, ""}; };
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  for (const PortBooks& port : books.ports) {
    sent += port.data_sent;
    received += port.data_received;
  }
  if (books.misdelivered != 0) {
    return fault(text(books.misdelivered) + " packets arrived at the wrong host or damaged");
  }
  if (books.host && received != books.taken + books.kept) {
    return fault(text(received) + " packets received, but " + text(books.taken) + " measured" +
                 (books.kept > 0 ? " + " + text(books.kept) + " not taken yet" : ""));
  }
  if (!books.host && received + books.own != books.entered + books.taken) {
    return fault(text(received) + " packets received, but " + text(books.entered - books.own) + " admitted + " +
                 text(books.taken) + " dropped");
  }
  const std::uint64_t gone = sent + books.withdrawn;
  if (gone > books.entered || (books.waiting && books.entered != gone + *books.waiting)) {
    return fault(text(books.entered) + " packets came in, but " + text(sent) + " left" +
                 (books.withdrawn > 0 ? " + " + text(books.withdrawn) + " were dropped after that" : "") +
                 (books.waiting ? " + " + text(*books.waiting) + " wait" : ""));
  }
  if (books.buffered != books.queued) {
    return fault("the MMU counts " + std::to_string(books.buffered.count()) + " B, the queues hold " +
                 std::to_string(books.queued.count()) + " B");
  }
  return std::nullopt;
}

std::optional<Imbalance> imbalance_of(const FlowBooks& books) {
  const auto fault = [&](const std::string& what) { return Imbalance{what, "", books.flow}; };
  if (const std::string gap = missing("packets", books.sent, books.delivered, books.dropped, books.inside);
      !gap.empty()) {
    return fault(gap);
  }
  if (const std::string gap = missing("acknowledgements", books.answers_sent, books.answers_received,
                                      books.answers_dropped, books.answers_inside);
      !gap.empty()) {
    return fault(gap);
  }
  if (books.answered && books.answers_sent != books.delivered) {
    return fault(text(books.delivered) + " packets delivered, but " + text(books.answers_sent) + " acknowledged");
  }
  // A gap that a dropped packet left is no fault of order, unless the flow sends it again.
  if (books.out_of_order > (books.in_order ? 0 : books.dropped)) {
    return fault(text(books.out_of_order) + " packets out of order with " + text(books.dropped) + " dropped");
  }
  return std::nullopt;
}

std::optional<Imbalance> imbalance_of(const LinkBooks& link, const PortBooks& sender, const PortBooks& receiver,
                                      std::uint64_t overdue) {
  const auto fault = [&](const std::string& what) { return Imbalance{what, link.link, ""}; };
  const auto too_many = [&](const char* kind, std::uint64_t received, std::uint64_t sent, std::uint64_t doubled) {
    return fault(text(received) + " " + kind + " received of " + text(sent) + " sent" +
                 (doubled > 0 ? " and " + text(doubled) + " doubled" : ""));
  };
  if (receiver.data_received > sender.data_sent + link.data_doubled + link.control_damaged) {
    return too_many("packets", receiver.data_received, sender.data_sent + link.control_damaged, link.data_doubled);
  }
  if (receiver.control_received > sender.control_sent + link.control_doubled) {
    return too_many("control frames", receiver.control_received, sender.control_sent, link.control_doubled);
  }
  if (receiver.data_received + link.data_lost < overdue) {
    return fault(text(overdue - receiver.data_received - link.data_lost) + " packets never arrived");
  }
  return std::nullopt;
}

std::optional<Imbalance> settled_imbalance_of(const LinkBooks& link, const PortBooks& sender, const PortBooks& receiver,
                                              std::uint64_t under_way) {
  if (sender.data_sent + link.data_doubled + link.control_damaged ==
      receiver.data_received + link.data_lost + under_way) {
    return std::nullopt;
  }
  const std::string damaged =
      link.control_damaged > 0 ? ", " + text(link.control_damaged) + " control frames damaged" : "";
  return Imbalance{text(sender.data_sent) + " packets sent and " + text(link.data_doubled) + " doubled" + damaged +
                       ", but " + text(receiver.data_received) + " received + " + text(link.data_lost) + " lost + " +
                       text(under_way) + " under way",
                   link.link, ""};
}

}  // namespace weir::oracle

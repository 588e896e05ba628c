// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The scopes of results beside the whole run: flows, queues, workloads and so on. A scope has a word in the names of
// quantities, the list with its results, and the names of each result. "queue.s1.p0.c0.viq_peak" is of a queue, which
// has three names.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "tb/report/results.h"

namespace weir::report {

using Names = std::vector<std::string>;

template <class Of>
struct Scope {
  using Result = Of;

  std::string_view word;
  std::vector<Of> Results::*all;
  std::size_t names;
  Names (*names_of)(const Of& one);
  std::string_view between = ".";  // separates the names in text for people
  bool absent_is_zero = false;     // a result without traffic is not in the list
};

template <class Of>
Names its_name(const Of& one) {
  return {one.name};
}

template <class Of>
Names its_port(const Of& one) {
  return {one.device, "p" + std::to_string(one.port)};
}

template <class Of>
Names its_class(const Of& one) {
  return {one.device, "p" + std::to_string(one.port), "c" + std::to_string(one.traffic_class)};
}

inline constexpr std::tuple kScopes{
    Scope<FlowResult>{"flow", &Results::flows, 1, its_name},
    Scope<QueueResult>{"queue", &Results::queues, 3, its_class<QueueResult>, ".", true},
    Scope<EventResult>{"event", &Results::events, 1, its_name},
    Scope<LinkResult>{"link", &Results::links, 2,
                      [](const LinkResult& link) -> Names {
                        return {link.from, link.to};
                      },
                      " to "},
    Scope<RetryResult>{"llr", &Results::retry, 2, its_port<RetryResult>},
    Scope<CreditPortResult>{"ue_cbfc", &Results::credit_ports, 2, its_port<CreditPortResult>},
    Scope<CreditChannelResult>{"channel", &Results::credit_channels, 3, its_class<CreditChannelResult>},
    Scope<WorkloadResult>{"workload", &Results::workloads, 1, its_name},
    Scope<BinResult>{"bin", &Results::bins, 2,
                     [](const BinResult& bin) -> Names {
                       return {bin.workload, bin.name};
                     },
                     " bin "},
    Scope<BaselineResult>{"baseline", &Results::baselines, 1, its_name},
    Scope<ClassResult>{"class", &Results::classes, 1, its_name},
    Scope<BooksResult>{"books", &Results::books, 2,
                       [](const BooksResult& books) -> Names {
                         return {books.of, books.frames};
                       },
                       " ", true},
};

template <class Visit>
constexpr void for_each_scope(Visit&& visit) {
  std::apply([&](const auto&... each) { (visit(each), ...); }, kScopes);
}

template <class Of>
inline constexpr std::string_view kWordOf = std::get<Scope<Of>>(kScopes).word;

inline std::string joined(const Names& names, std::string_view between) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : std::string(between)) + name;
  }
  return text;
}

}  // namespace weir::report

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The books of a divided network: what each rank tells of its devices, and the sum.

#include <nlohmann/json.hpp>

#include "tb/oracle/packet_books.h"

namespace weir::oracle {
namespace {

using Json = nlohmann::json;

Json json_of(const Amount& amount) { return {amount.packets, amount.bytes.count()}; }

void add(const Json& json, Amount& amount) { amount += {json.at(0), Bytes(json.at(1).get<std::int64_t>())}; }

template <class Amounts>
Json json_of_all(const Amounts& amounts) {
  Json json = Json::array();
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    if (amounts[i].packets != 0 || amounts[i].bytes != Bytes(0)) {
      json.push_back({i, json_of(amounts[i])});
    }
  }
  return json;
}

void add_all(const Json& json, std::vector<Amount>& amounts) {
  for (const Json& one : json) {
    const std::size_t i = one.at(0);
    amounts.resize(std::max(amounts.size(), i + 1));
    add(one.at(1), amounts[i]);
  }
}

}  // namespace

struct ToldBooks {
  static Json json_of(const NetworkBooks& books) {
    using oracle::json_of;
    Json gone = Json::array();
    for (const auto& [flow, of_flow] : books.gone_) {
      gone.push_back({flow, json_of(of_flow.dropped), json_of(of_flow.doubled)});
    }
    Json own = Json::array();
    for (std::size_t i = 0; i < books.own_.size(); ++i) {
      own.push_back({json_of(books.own_[i].made), json_of(books.own_[i].consumed), json_of(books.own_gone_[i].dropped),
                     json_of(books.own_gone_[i].doubled), json_of(books.inside_.own_[i])});
    }
    return {json_of_all(books.inside_.data_),
            json_of_all(books.inside_.answers_),
            json_of(books.inside_.unit_messages_),
            std::move(gone),
            std::move(own),
            {json_of(books.unit_messages_.made), json_of(books.unit_messages_.doubled),
             json_of(books.unit_messages_.consumed), json_of(books.unit_messages_.dropped)}};
  }

  static void add_to(NetworkBooks& books, const Json& json) {
    add_all(json.at(0), books.inside_.data_);
    add_all(json.at(1), books.inside_.answers_);
    add(json.at(2), books.inside_.unit_messages_);
    for (const Json& one : json.at(3)) {
      NetworkBooks::Gone& gone = books.gone_[one.at(0).get<std::uint32_t>()];
      add(one.at(1), gone.dropped);
      add(one.at(2), gone.doubled);
    }
    for (std::size_t i = 0; i < books.own_.size(); ++i) {
      const Json& one = json.at(4).at(i);
      add(one.at(0), books.own_[i].made);
      add(one.at(1), books.own_[i].consumed);
      add(one.at(2), books.own_gone_[i].dropped);
      add(one.at(3), books.own_gone_[i].doubled);
      add(one.at(4), books.inside_.own_[i]);
    }
    add(json.at(5).at(0), books.unit_messages_.made);
    add(json.at(5).at(1), books.unit_messages_.doubled);
    add(json.at(5).at(2), books.unit_messages_.consumed);
    add(json.at(5).at(3), books.unit_messages_.dropped);
  }
};

std::string NetworkBooks::tell() const {
  std::string text;
  Json::to_cbor(ToldBooks::json_of(*this), text);
  return text;
}

NetworkBooks::NetworkBooks(const network::Network& network, const std::vector<std::string>& told) : network_(network) {
  for (const std::string& text : told) {
    ToldBooks::add_to(*this, Json::from_cbor(text));
  }
}

}  // namespace weir::oracle

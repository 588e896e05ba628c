// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The factories of a chip's blocks. Each kind of block is made by the factory of its reference model, unless another
// factory (RTL, both in lock-step, a recorder) has been put in its place. A kind of block is its interface, for example
// RateLimiter, with
//   Factory      what makes one, a std::function
//   reference()  the Factory of its reference model
// so that a new kind needs no line here.

#pragma once

#include <map>
#include <memory>
#include <typeindex>
#include <utility>

namespace weir::reference {

class Factories {
 public:
  // The factory of `Block`: the one that was put(), else that of the reference model.
  template <class Block>
  const typename Block::Factory& of() const {
    static const typename Block::Factory kReference = Block::reference();
    const auto found = put_.find(typeid(Block));
    return found == put_.end() ? kReference : static_cast<const Maker<Block>&>(*found->second).factory;
  }

  template <class Block>
  void put(typename Block::Factory factory) {
    put_[typeid(Block)] = std::make_shared<const Maker<Block>>(std::move(factory));
  }

 private:
  struct AnyMaker {
    virtual ~AnyMaker() = default;
  };
  // Stored under the typeid of its Block only, so that of() may cast to it.
  template <class Block>
  struct Maker final : AnyMaker {
    explicit Maker(typename Block::Factory makes) : factory(std::move(makes)) {}
    typename Block::Factory factory;
  };

  std::map<std::type_index, std::shared_ptr<const AnyMaker>> put_;
};

}  // namespace weir::reference

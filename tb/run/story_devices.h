// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The devices that a story asks: those of this process, or those of all ranks. On ranks, rank 0 tells the story and
// asks questions; the others answer until the story is told.

#pragma once

#include <map>
#include <string>

#include "tb/network/network.h"
#include "tb/ranks/communicator.h"
#include "tb/run/standing.h"
#include "tb/scenario/scenario.h"
#include "tb/story/devices.h"

namespace weir {

// What is asked of the frames under way, for the flows that may starve; the frames are not needed any more then.
struct AskedOfFrames {
  story::Places places;
  std::map<oracle::QueueId, std::string> held_by;
};

class DevicesHere final : public story::Devices {
 public:
  // The network outlives this object, but not its packets.
  DevicesHere(const scenario::Scenario& scenario, const network::Network& net, const Standing& standing, Time end);

  std::optional<Bytes> threshold_of(oracle::QueueId viq) const override { return story::threshold_of(net_, viq); }
  ClassId holding_class(oracle::QueueId held) const override { return story::holding_class(net_, held); }
  story::Places places() const override { return asked_.places; }
  std::string held_by(oracle::QueueId queue) const override { return asked_.held_by.at(queue); }

 private:
  const network::Network& net_;
  AskedOfFrames asked_;
};

class DevicesOnRanks final : public story::Devices {
 public:
  // All four outlive this object, but not the packets of the network. Every rank calls; rank 0 has the measurements of
  // all flows.
  DevicesOnRanks(const scenario::Scenario& scenario, const network::Network& net, const Standing& standing, Time end,
                 ranks::Communicator& communicator);

  // On the other ranks, while rank 0 asks: answers until rank 0 calls end().
  void answer() const;
  void end() const { communicator_.broadcast(""); }

  std::optional<Bytes> threshold_of(oracle::QueueId viq) const override;
  ClassId holding_class(oracle::QueueId held) const override;
  story::Places places() const override { return asked_.places; }
  std::string held_by(oracle::QueueId queue) const override { return asked_.held_by.at(queue); }

 private:
  std::vector<std::string> ask(char what, oracle::QueueId queue) const;
  std::string answer_to(char what, oracle::QueueId queue) const;
  story::Places all_places() const;

  const scenario::Scenario& scenario_;
  const network::Network& net_;
  const Standing& standing_;
  Time end_;
  ranks::Communicator& communicator_;
  AskedOfFrames asked_;  // at rank 0
};

}  // namespace weir

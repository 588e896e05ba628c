// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What ranks do, one word each: ranks_program WORD N [TOKEN]. Prints what is wrong.

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>

#include "tb/ranks/plugin.h"
#include "tb/ranks/start.h"

namespace weir::ranks {
namespace {

constexpr int kFault = 3;
int faults = 0;

void expect(bool holds, const std::string& what) {
  if (!holds) {
    std::cout << "does not hold: " << what << std::endl;
    ++faults;
  }
}

// Different for each pair of ranks and each round, up to 1 MB, some of them empty.
Message message(std::uint32_t from, std::uint32_t to, std::uint32_t round) {
  constexpr std::uint32_t kSizes[] = {0, 1, 7, 4'096, 65'537, 0, 1'000'000};
  Message bytes(kSizes[(from + 2 * to + round) % std::size(kSizes)]);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::byte>(i * 31 + from * 7 + to * 13 + round);
  }
  return bytes;
}

void exchange(Communicator& world, const std::vector<std::uint32_t>& peers, std::uint32_t rounds) {
  std::vector<Message> out(peers.size());
  std::vector<Message> in(peers.size());
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < peers.size(); ++i) {
      out[i] = message(world.rank(), peers[i], round);
    }
    world.exchange(peers, out, in);
    for (std::size_t i = 0; i < peers.size(); ++i) {
      expect(in[i] == message(peers[i], world.rank(), round),
             "message " + std::to_string(round) + " from " + std::to_string(peers[i]));
    }
  }
}

// The two neighbours in a ring; one of two ranks, none of one.
std::vector<std::uint32_t> neighbours(const Communicator& world) {
  const std::uint32_t ranks = world.ranks();
  std::vector<std::uint32_t> peers = {(world.rank() + 1) % ranks, (world.rank() + ranks - 1) % ranks};
  peers.resize(std::min(ranks - 1, 2U));
  return peers;
}

std::string text_of(std::uint32_t rank) { return std::string(rank * 1'000'000, static_cast<char>('a' + rank)) + "."; }

void talk(Communicator& world) {
  constexpr std::uint32_t kRounds = 10;
  std::vector<std::uint32_t> all(world.ranks());
  std::iota(all.begin(), all.end(), 0);
  std::erase(all, world.rank());
  exchange(world, all, kRounds);
  exchange(world, neighbours(world), kRounds);
  // Pairs: these two talk while others have gone on.
  if (world.rank() < 2 && world.ranks() > 1) {
    exchange(world, {1 - world.rank()}, kRounds);
  }
  exchange(world, {}, 1);
  const std::vector<std::string> texts = world.gather(text_of(world.rank()));
  expect(texts.size() == (world.rank() == 0 ? world.ranks() : 0), "as many texts as ranks");
  for (std::uint32_t i = 0; i < texts.size(); ++i) {
    expect(texts[i] == text_of(i), "the text of rank " + std::to_string(i));
  }
  for (const std::uint32_t length : {0U, 1U, 3U}) {
    expect(world.broadcast(world.rank() == 0 ? text_of(length) : "else") == text_of(length), "the text of rank 0");
  }
  expect(world.broadcast(world.rank() == 0 ? "" : "else").empty(), "no text");
}

void wait_for_rank_1(Communicator& world) {
  using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace)
  const double before = world.waited();
  if (world.rank() == 1) {
    std::this_thread::sleep_for(300ms);
  }
  world.gather("");
  expect(world.rank() != 0 || world.waited() - before > 0.2, "rank 0 has waited");
  expect(world.cpu_seconds() > 0 && world.cpu_seconds() <= world.waited(), "waiting takes CPU time, but not more");
  expect(world.rank() != 1 || world.waited() - before < 0.2, "rank 1 has not waited");
}

std::atomic<int> signal_received = 0;
static_assert(std::atomic<int>::is_always_lock_free);
extern "C" void note(int number) { signal_received = number; }

// Until a signal comes; rank 0 says so at the end, and at the beginning the number that Open MPI gave the job.
void sleep_until_signal(Communicator& world) {
  std::signal(kInterrupt, note);
  std::signal(kTerminate, note);
  world.gather("");
  if (world.rank() == 0) {
    const char* const job = std::getenv("PMIX_NAMESPACE");
    std::cout << "asleep " << (job == nullptr ? "" : job) << std::endl;
  }
  while (signal_received == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  world.gather("");
  if (world.rank() == 0) {
    std::cout << (signal_received == kInterrupt ? "interrupted" : "terminated") << std::endl;
  }
}

// No parts of Open MPI and hwloc that ranks do not use.
void load_little() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    for (const char* const part : {"/mca_coll_tuned", "/mca_osc_rdma", "/mca_op_avx", "/hwloc_gl", "/hwloc_opencl"}) {
      expect(line.find(part) == std::string::npos, "no " + std::string(part + 1));
    }
  }
}

int be_rank(const std::string& word, Communicator& world) {
  if (word == "talk") {
    talk(world);
  } else if (word == "load") {
    load_little();
  } else if (word == "wait") {
    wait_for_rank_1(world);
  } else if (word == "sleep") {
    sleep_until_signal(world);
    return 130;
  } else if (word == "abort" && world.rank() == 1) {
    world.abort(kFault);
  } else if (word == "throw" && world.rank() == 1) {
    throw std::runtime_error("rank 1 cannot go on");
  } else if (word == "kill" && world.rank() == 1) {
    std::raise(SIGKILL);
  } else if (word == "status") {
    return world.rank() == 0 ? 1 : 0;
  }
  world.gather("");
  return faults == 0 ? 0 : 1;
}

int run(const std::vector<std::string>& arguments) {
  const auto wanted = static_cast<std::uint32_t>(std::stoul(arguments.at(1)));
  const std::optional<Started> rank = started();
  if (!rank) {
    return start(wanted, arguments);
  }
  if (const std::string wrong = wrong_number(*rank, wanted); !wrong.empty()) {
    throw std::invalid_argument(wrong);
  }
  const std::unique_ptr<Communicator> world = Plugin(WEIR_MPI).communicator();
  expect(world->rank() == rank->rank && world->ranks() == rank->ranks, "the environment knows rank and ranks");
  const int status = be_rank(arguments[0], *world);
  if (arguments[0] == "status" && world->rank() == 1) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    std::cout << "rank 1 has ended, too" << std::endl;
  }
  return status;
}

}  // namespace
}  // namespace weir::ranks

int main(int count, char** words) {
  try {
    return weir::ranks::run({words + 1, words + count});
  } catch (const std::invalid_argument& error) {
    std::cerr << "weir: " << error.what() << std::endl;
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "weir: " << error.what() << std::endl;
    return weir::ranks::kFault;
  }
}

// SystemC's library asks for it.
extern "C" int sc_main(int /*count*/, char** /*words*/) { return 0; }

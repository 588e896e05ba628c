// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/tests/ranks/piped.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <poll.h>
#include <stdexcept>
#include <unistd.h>

#include <sys/socket.h>
#include <sys/wait.h>

namespace weir::ranks {
namespace {

// One message under way in both directions of a socket.
struct Line {
  int socket = -1;
  std::vector<std::byte> out;  // the length, and the message
  std::size_t sent = 0;
  std::uint64_t length = 0;  // of the message that comes
  std::size_t head = 0;      // bytes of `length` that have come
  std::size_t come = 0;
  Message* in = nullptr;

  bool has_sent() const { return sent == out.size(); }
  bool has_come() const { return head == sizeof(length) && come == in->size(); }
};

std::size_t moved(ssize_t bytes) {
  if (bytes > 0) {
    return static_cast<std::size_t>(bytes);
  }
  if (bytes < 0 && (errno == EAGAIN || errno == EINTR)) {
    return 0;
  }
  throw std::runtime_error("another rank has ended");
}

void send_some(Line& line) {
  line.sent +=
      moved(send(line.socket, line.out.data() + line.sent, line.out.size() - line.sent, MSG_DONTWAIT | MSG_NOSIGNAL));
}

void receive_some(Line& line) {
  if (line.head < sizeof(line.length)) {
    line.head += moved(recv(line.socket, reinterpret_cast<std::byte*>(&line.length) + line.head,
                            sizeof(line.length) - line.head, MSG_DONTWAIT));
    if (line.head == sizeof(line.length)) {
      line.in->resize(line.length);
    }
    return;
  }
  line.come += moved(recv(line.socket, line.in->data() + line.come, line.in->size() - line.come, MSG_DONTWAIT));
}

class Piped final : public Communicator {
 public:
  Piped(std::uint32_t rank, std::vector<int> sockets) : rank_(rank), sockets_(std::move(sockets)) {}

  std::uint32_t rank() const override { return rank_; }
  std::uint32_t ranks() const override { return static_cast<std::uint32_t>(sockets_.size()); }

  void exchange(std::span<const std::uint32_t> peers, std::span<const Message> out, std::span<Message> in) override {
    std::vector<Line> lines(peers.size());
    for (std::size_t i = 0; i < peers.size(); ++i) {
      const std::uint64_t length = out[i].size();
      lines[i].socket = sockets_.at(peers[i]);
      lines[i].out.resize(sizeof(length));
      std::memcpy(lines[i].out.data(), &length, sizeof(length));
      lines[i].out.insert(lines[i].out.end(), out[i].begin(), out[i].end());
      in[i].clear();
      lines[i].in = &in[i];
    }
    while (move_on(lines)) {
    }
  }

  std::vector<std::string> gather(const std::string& text) override {
    std::vector<std::string> all;
    if (rank_ != 0) {
      say(0, text);
      return all;
    }
    all.push_back(text);
    for (std::uint32_t rank = 1; rank < ranks(); ++rank) {
      all.push_back(say(rank, ""));
    }
    return all;
  }

  std::string broadcast(const std::string& text) override {
    if (rank_ != 0) {
      return say(0, "");
    }
    for (std::uint32_t rank = 1; rank < ranks(); ++rank) {
      say(rank, text);
    }
    return text;
  }

  double waited() const override { return 0; }
  double cpu_seconds() const override { return 0; }
  [[noreturn]] void abort(int status) override { std::_Exit(status); }

 private:
  // Returns whether there is more to do.
  static bool move_on(std::vector<Line>& lines) {
    std::vector<pollfd> fds;
    bool more = false;
    for (const Line& line : lines) {
      const int wanted = (line.has_sent() ? 0 : POLLOUT) | (line.has_come() ? 0 : POLLIN);
      fds.push_back({line.socket, static_cast<short>(wanted), 0});
      more = more || wanted != 0;
    }
    if (!more) {
      return false;
    }
    poll(fds.data(), fds.size(), -1);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!lines[i].has_sent() && (fds[i].revents & (POLLOUT | POLLHUP | POLLERR)) != 0) {
        send_some(lines[i]);
      }
      if (!lines[i].has_come() && (fds[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
        receive_some(lines[i]);
      }
    }
    return true;
  }

  // Sends the text to one rank, and returns what that rank sends.
  std::string say(std::uint32_t rank, const std::string& text) {
    const std::array<std::uint32_t, 1> peer{rank};
    std::array<Message, 1> out;
    std::array<Message, 1> in;
    const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
    out[0].assign(bytes, bytes + text.size());
    exchange(peer, out, in);
    return {reinterpret_cast<const char*>(in[0].data()), in[0].size()};
  }

  std::uint32_t rank_;
  std::vector<int> sockets_;  // to each rank; -1: this one
};

int work_of(std::uint32_t rank, std::vector<int> sockets, const std::function<int(Communicator&)>& work) {
  try {
    Piped communicator(rank, std::move(sockets));
    return work(communicator);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rank %u: %s\n", rank, error.what());
    return 3;
  }
}

}  // namespace

int run_piped(std::uint32_t ranks, const std::function<int(Communicator&)>& work) {
  std::vector<std::vector<int>> sockets(ranks, std::vector<int>(ranks, -1));
  for (std::uint32_t a = 0; a < ranks; ++a) {
    for (std::uint32_t b = a + 1; b < ranks; ++b) {
      std::array<int, 2> pair{};
      if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair.data()) != 0) {
        throw std::runtime_error("there are no sockets to have");
      }
      sockets[a][b] = pair[0];
      sockets[b][a] = pair[1];
    }
  }
  std::vector<pid_t> processes;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    processes.push_back(fork());
    if (processes.back() == 0) {
      for (std::uint32_t other = 0; other < ranks; ++other) {
        for (const int socket : sockets[other]) {
          other != rank&& socket >= 0 ? static_cast<void>(close(socket)) : void();
        }
      }
      const int status = work_of(rank, sockets[rank], work);
      std::fflush(nullptr);
      std::_Exit(status);
    }
  }
  for (const std::vector<int>& of_rank : sockets) {
    for (const int socket : of_rank) {
      socket >= 0 ? static_cast<void>(close(socket)) : void();
    }
  }
  int largest = 0;
  for (const pid_t process : processes) {
    int status = 0;
    waitpid(process, &status, 0);
    largest = std::max(largest, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  }
  return largest;
}

}  // namespace weir::ranks

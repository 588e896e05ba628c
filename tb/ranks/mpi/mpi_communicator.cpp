// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/mpi/mpi_communicator.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <sched.h>
#include <stdexcept>

// Without the C++ interface, which no longer belongs to MPI.
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <sys/prctl.h>

namespace weir::ranks {
namespace {

constexpr int kTag = 1;

// MPI counts bytes in an int; a text may be longer.
constexpr std::uint64_t kMostAtOnce = std::uint64_t{1} << 30U;

int as_int(std::uint32_t number) { return static_cast<int>(number); }

// Calls pass(begin, bytes) for pieces of a text.
template <class Text, class Pass>
void in_pieces(Text& text, Pass pass) {
  for (std::uint64_t begin = 0; begin < text.size(); begin += kMostAtOnce) {
    pass(text.data() + begin, static_cast<int>(std::min<std::uint64_t>(kMostAtOnce, text.size() - begin)));
  }
}

bool are_more_than_cores(int ranks) {
  const char* const here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  cpu_set_t cores;
  return ::sched_getaffinity(0, sizeof cores, &cores) == 0 &&
         (here == nullptr ? ranks : std::atoi(here)) > CPU_COUNT(&cores);
}

// Ranks send messages to each other, and that is all: parts of Open MPI for collective and one-sided operations, and of
// hwloc for graphics and other devices, take 4 MB of a rank when they are loaded. Who sets these variables has them.
void leave_out_what_is_not_used() {
  ::setenv("OMPI_MCA_coll", "^adapt,han,inter,monitoring,sm,sync,tuned", 0);
  ::setenv("OMPI_MCA_osc", "^monitoring,portals4,pt2pt,rdma,sm,ucx", 0);
  ::setenv("OMPI_MCA_op", "^avx", 0);
  ::setenv("HWLOC_PLUGINS_PATH", "/nonexistent", 0);
}

class MpiCommunicator final : public Communicator {
 public:
  MpiCommunicator() {
    // If mpirun is killed the ranks shall not go on without it. Slurm sees to its processes itself.
    if (std::getenv("OMPI_COMM_WORLD_RANK") != nullptr) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    }
    constexpr unsigned long kNanoseconds = 1'000;
    ::prctl(PR_SET_TIMERSLACK, kNanoseconds);  // of naps; 50 us by default
    leave_out_what_is_not_used();
    int threads = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &threads);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    looks_ = are_more_than_cores(ranks_) ? kFewLooks : kManyLooks;
  }

  ~MpiCommunicator() override {
    if (std::uncaught_exceptions() == 0) {
      gather("");  // not only by MPI_Finalize, which takes the core from a rank that is not there yet
      broadcast("");
      MPI_Finalize();
    }
  }

  MpiCommunicator(const MpiCommunicator&) = delete;
  MpiCommunicator& operator=(const MpiCommunicator&) = delete;

  std::uint32_t rank() const override { return static_cast<std::uint32_t>(rank_); }
  std::uint32_t ranks() const override { return static_cast<std::uint32_t>(ranks_); }

  void exchange(std::span<const std::uint32_t> peers, std::span<const Message> out, std::span<Message> in) override {
    const Waiting waiting(spent_);
    for (std::size_t i = 0; i < peers.size(); ++i) {
      if (out[i].size() > kMostAtOnce) {
        throw std::length_error("a message from rank to rank has more than 1 GiB");
      }
      begin_to_send(out[i].data(), static_cast<int>(out[i].size()), as_int(peers[i]));
    }
    for (std::size_t i = 0; i < peers.size(); ++i) {
      const int size = size_of_next(as_int(peers[i]));
      in[i].resize(static_cast<std::size_t>(size));
      receive(in[i].data(), size, as_int(peers[i]));
    }
    end_sending();
  }

  std::vector<std::string> gather(const std::string& text) override {
    const Waiting waiting(spent_);
    if (rank_ != 0) {
      send_text(text, 0);
      return {};
    }
    std::vector<std::string> texts = {text};
    for (int rank = 1; rank < ranks_; ++rank) {
      texts.push_back(receive_text(rank));
    }
    return texts;
  }

  std::string broadcast(const std::string& text) override {
    const Waiting waiting(spent_);
    if (rank_ != 0) {
      return receive_text(0);
    }
    for (int rank = 1; rank < ranks_; ++rank) {
      send_text(text, rank);
    }
    return text;
  }

  double waited() const override { return spent_.seconds; }
  double cpu_seconds() const override { return spent_.cpu_seconds; }

  [[noreturn]] void abort(int status) override {
    MPI_Abort(MPI_COMM_WORLD, status);
    std::_Exit(status);
  }

 private:
  struct Spent {
    double seconds = 0;
    double cpu_seconds = 0;
  };

  static double now(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }

  // Adds the time of its life, and what this thread computes in it.
  class Waiting {
   public:
    explicit Waiting(Spent& sum) : sum_(sum) {}
    ~Waiting() {
      sum_.seconds += now(CLOCK_MONOTONIC) - begin_;
      sum_.cpu_seconds += now(CLOCK_THREAD_CPUTIME_ID) - cpu_begin_;
    }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

   private:
    Spent& sum_;
    double begin_ = now(CLOCK_MONOTONIC);
    double cpu_begin_ = now(CLOCK_THREAD_CPUTIME_ID);
  };

  // Open MPI's own calls poll, and yield at best, which a kernel may ignore. Four ranks on two cores that exchange 300
  // kB take 8 ms so, and 0.4 ms with naps.
  template <class Done>
  void wait_until(Done done) const {
    for (int look = 0; !done(); ++look) {
      if (look >= looks_) {
        constexpr timespec kNap{.tv_sec = 0, .tv_nsec = 20'000};
        ::nanosleep(&kNap, nullptr);
      }
    }
  }

  void begin_to_send(const void* bytes, int size, int to) {
    MPI_Isend(bytes, size, MPI_BYTE, to, kTag, MPI_COMM_WORLD, &requests_.emplace_back());
  }

  void end_sending() {
    wait_until([this] {
      int all = 0;
      MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &all, MPI_STATUSES_IGNORE);
      return all != 0;
    });
    requests_.clear();
  }

  // Waits for a message, which receive() then takes.
  int size_of_next(int from) const {
    MPI_Status status;
    wait_until([&] {
      int is_there = 0;
      MPI_Iprobe(from, kTag, MPI_COMM_WORLD, &is_there, &status);
      return is_there != 0;
    });
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    return size;
  }

  void receive(void* bytes, int size, int from) const {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(bytes, size, MPI_BYTE, from, kTag, MPI_COMM_WORLD, &request);
    wait_until([&request] {
      int is_there = 0;
      MPI_Test(&request, &is_there, MPI_STATUS_IGNORE);
      return is_there != 0;
    });
  }

  void send_text(const std::string& text, int to) {
    const std::uint64_t size = text.size();
    begin_to_send(&size, sizeof size, to);
    in_pieces(text, [this, to](const char* piece, int bytes) { begin_to_send(piece, bytes, to); });
    end_sending();
  }

  std::string receive_text(int from) const {
    std::uint64_t size = 0;
    size_of_next(from);
    receive(&size, sizeof size, from);
    std::string text(size, ' ');
    in_pieces(text, [this, from](char* piece, int bytes) { receive(piece, bytes, from); });
    return text;
  }

  // Before a nap. A look takes 0.1 us or less.
  static constexpr int kManyLooks = 1'000;
  static constexpr int kFewLooks = 20;

  int rank_ = 0;
  int ranks_ = 1;
  int looks_ = kManyLooks;
  Spent spent_;
  std::vector<MPI_Request> requests_;  // of what is being sent
};

}  // namespace

std::unique_ptr<Communicator> make_mpi_communicator() { return std::make_unique<MpiCommunicator>(); }

}  // namespace weir::ranks

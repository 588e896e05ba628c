// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A deadlock unit of one's own: head_drop drops a head packet that has stood at a held queue for `timeout`.

#include <weir/parts.h>

namespace {

using namespace weir::parts;  // NOLINT(google-build-using-namespace): a file of its own

class HeadDrop final : public DeadlockUnit {
 public:
  explicit HeadDrop(Build& build)
      : timeout_(build.time({"timeout", "Time that a head packet may stand."}, 1'000'000'000,
                            {1'000'000, 1'000'000'000'000})),
        classes_(build.place().classes),
        queues_(std::size_t{build.place().ports} * classes_) {
    build.declare({"stood_since", "microsecond in which the head began to stand", 20, {{"queue", queues_.size()}}});
  }

  Time patience() const override { return timeout_; }
  void queued(const Packet& packet, std::size_t waiting, Time now) override {
    if (waiting == 1)
      stand(packet.egress, packet.traffic_class, waiting, now);
  }
  void left(const Packet& packet, std::size_t waiting, Time now, Time) override {
    stand(packet.egress, packet.traffic_class, waiting, now);
  }
  void held(unsigned egress, unsigned c, bool on, std::size_t waiting, Time now) override {
    queues_[egress * classes_ + c].held = on;
    stand(egress, c, waiting, now);
  }
  void timer(unsigned egress, unsigned c, Time now) override {
    if (queues_[egress * classes_ + c].up == now)  // a timer of a head that has left finds another time
      drop_head(egress, c, now);
  }
  void reset(Time) override { queues_.assign(queues_.size(), Queue()); }

 private:
  struct Queue {
    bool held = false;
    Time up = -1;
  };
  void stand(unsigned egress, unsigned c, std::size_t waiting, Time now) {
    Queue& queue = queues_[egress * classes_ + c];
    queue.up = queue.held && waiting > 0 ? now + timeout_ : -1;
    if (queue.up >= 0)
      wake(egress, c, queue.up);
  }

  Time timeout_;
  unsigned classes_;
  std::vector<Queue> queues_;
};

}  // namespace

WEIR_PARTS { parts.add<HeadDrop>("head_drop", "drops a head that stands too long"); }

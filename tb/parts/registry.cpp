// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <deque>

#include "tb/parts/own_parts.h"

namespace weir::parts {
namespace {

// Lists keep words and keys of a part by reference.
OwnPart& stays(const std::string& word, const std::string& text, const std::string& room, const std::string& key) {
  static std::deque<OwnPart> all;
  return all.emplace_back(
      OwnPart{.word = word, .text = text, .table = room + "." + word, .chosen_by = room + "." + key, .settings = {}});
}

class Lists final : public Registry {
  void take(const std::string& word, const std::string& text, MakerOf<Detector> make) override {
    add_detector(learnt(stays(word, text, "congestion", "detector"), make), make);
  }
  void take(const std::string& word, const std::string& text, MakerOf<Admission> make) override {
    add_admission(learnt(stays(word, text, "switch.admission", "policy"), make), make);
  }
  void take(const std::string& word, const std::string& text, MakerOf<DeadlockUnit> make) override {
    add_unit(learnt(stays(word, text, "deadlock", "unit"), make), make);
  }
  void take(const std::string& word, const std::string& text, MakerOf<Arbiter> make) override {
    add_arbiter(learnt(stays(word, text, "switch.crossbar", "arbiter"), make), make);
  }
  void take(const std::string& word, const std::string& text, MakerOf<Discipline> make) override {
    add_discipline(learnt(stays(word, text, "switch.egress", "discipline"), make), make);
  }
  void take(const std::string& word, const std::string& text, MakerOf<ClassMapper> make) override {
    add_mapper(learnt(stays(word, text, "switch.class_mapper", "source"), make), make);
  }
  void take(const std::string& word, const std::string& text, MakerOf<FlowControl> make) override {
    add_scheme(learnt(stays(word, text, "flow_control", "scheme"), make), make);
  }
};

}  // namespace

Registry& registry() {
  static Lists lists;
  return lists;
}

}  // namespace weir::parts

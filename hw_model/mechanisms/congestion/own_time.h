// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The own time of each class of a port, in which the class could have been served: all time but that in which the port
// sent data of another class (while the class is OFF, too: TCD's times begin when that ends). A class with a share w of
// the line has w of the time, whatever the discipline.
//
// Hardware has a counter a class, which stands while `transmitting_data` and `departing_class` is another. The model
// computes its count, to the picosecond, when asked.

#pragma once

#include <algorithm>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir::congestion {

class OwnTime {
 public:
  // The port sends data of class c from `now`, which is no earlier than the `until` before, to `until`.
  void sends(ClassId c, Time now, Time until) {
    sent_[class_.index()] += until_ - since_;
    total_ += until_ - since_;
    class_ = c;
    since_ = now;
    until_ = until;
  }

  // `now` is no earlier than the start of the latest frame; does not fall, then.
  Time of(ClassId c, Time now) const {
    const Time under_way = c == class_ ? Time(0) : std::min(now, until_) - since_;
    return now - (total_ - sent_[c.index()]) - under_way;
  }

 private:
  PerClass<Time> sent_{};  // without the latest frame, as total_
  Time total_;
  ClassId class_;  // of the latest frame
  Time since_;
  Time until_;
};

}  // namespace weir::congestion

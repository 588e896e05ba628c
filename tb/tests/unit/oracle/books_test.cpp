// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/books.h"

#include "tb/oracle/packet_books.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::oracle::books_test {

DeviceBooks balanced_switch() {
  DeviceBooks books;
  books.device = "s1";
  books.entered = 90;
  books.taken = 10;
  books.waiting = 30;
  books.buffered = books.queued = 45'000_B;
  books.ports = {{.data_sent = 20, .data_received = 70}, {.data_sent = 40, .data_received = 30}};
  return books;
}

DeviceBooks balanced_host() {
  DeviceBooks books;
  books.device = "h1";
  books.host = true;
  books.entered = 50;
  books.taken = 40;
  books.waiting = 1;
  books.ports = {{.data_sent = 49, .data_received = 40}};
  return books;
}

FlowBooks balanced_flow() {
  return {.flow = "f1",
          .sent = 100,
          .delivered = 60,
          .dropped = 3,
          .inside = 37,
          .out_of_order = 1,
          .answers_sent = 60,
          .answers_received = 50,
          .answers_dropped = 2,
          .answers_inside = 8,
          .answered = true};
}

TEST(Books, BalancedBooksAreAccepted) {
  EXPECT_FALSE(imbalance_of(balanced_switch()));
  EXPECT_FALSE(imbalance_of(balanced_host()));
  EXPECT_FALSE(imbalance_of(balanced_flow()));
  EXPECT_FALSE(imbalance_of(LinkBooks{.link = "s1.p1 to s2.p2"}, {.data_sent = 10, .control_sent = 4},
                            {.data_received = 8, .control_received = 4}, 8));
}

struct DeviceMiscount {
  const char* name;
  bool host;
  std::function<void(DeviceBooks&)> plant;
  const char* says;
};

TEST(Books, EveryPlantedMiscountOfADeviceIsFound) {
  const std::vector<DeviceMiscount> planted = {
      {"received twice", false, [](auto& b) { ++b.ports[1].data_received; }, "101 packets received"},
      {"admitted once too often", false, [](auto& b) { ++b.entered; }, "91 admitted"},
      {"a drop not counted", false, [](auto& b) { --b.taken; }, "9 dropped"},
      {"sent twice", false, [](auto& b) { ++b.ports[0].data_sent; }, "61 left"},
      {"lost in a queue", false, [](auto& b) { --*b.waiting; }, "29 wait"},
      {"sent what never came, nothing counted", false,
       [](auto& b) {
         b.waiting.reset();
         b.ports[0].data_sent = 60;
       },
       "100 left"},
      {"bytes not given back", false, [](auto& b) { b.buffered += 1_B; }, "the MMU counts 45001 B"},
      {"bytes given back twice", false, [](auto& b) { b.buffered -= 1_B; }, "the MMU counts 44999 B"},
      {"delivered twice", true, [](auto& b) { ++b.taken; }, "41 measured"},
      {"made and lost", true, [](auto& b) { ++b.entered; }, "51 packets came in"},
      {"at the wrong host", true, [](auto& b) { b.misdelivered = 1; }, "wrong host"},
  };
  for (const DeviceMiscount& miscount : planted) {
    DeviceBooks books = miscount.host ? balanced_host() : balanced_switch();
    miscount.plant(books);
    const auto found = imbalance_of(books);
    ASSERT_TRUE(found) << miscount.name;
    EXPECT_THAT(found->what, HasSubstr(miscount.says)) << miscount.name;
    EXPECT_EQ(found->place, miscount.host ? "h1" : "s1");
  }
}

struct FlowMiscount {
  const char* name;
  std::function<void(FlowBooks&)> plant;
  const char* says;
};

// What a host keeps until it takes it has been received.
TEST(Books, WhatAHostKeepsIsCounted) {
  DeviceBooks books = balanced_host();
  books.kept = 3;
  EXPECT_THAT(imbalance_of(books)->what, HasSubstr("40 measured + 3 not taken yet"));
  books.ports[0].data_received += 3;
  EXPECT_FALSE(imbalance_of(books));
}

// Where a flow sends again what is lost, a gap is a fault, whatever was dropped.
TEST(Books, OrderIsPromisedWhereWhatIsLostGoesAgain) {
  FlowBooks books = balanced_flow();
  books.in_order = true;
  EXPECT_THAT(imbalance_of(books)->what, HasSubstr("1 packets out of order"));
  books.out_of_order = 0;
  EXPECT_FALSE(imbalance_of(books));
}

TEST(Books, EveryPlantedMiscountOfAFlowIsFound) {
  const std::vector<FlowMiscount> planted = {
      {"lost", [](auto& b) { --b.inside; }, "100 packets sent"},
      {"appeared", [](auto& b) { ++b.inside; }, "in the network = 101"},
      {"delivered twice", [](auto& b) { ++b.delivered; }, "61 delivered"},
      {"an acknowledgement lost", [](auto& b) { --b.answers_inside; }, "60 acknowledgements sent"},
      {"an acknowledgement delivered twice", [](auto& b) { ++b.answers_received; }, "51 delivered"},
      {"answered twice",
       [](auto& b) {
         ++b.answers_sent;
         ++b.answers_inside;
       },
       "61 acknowledged"},
      {"overtaken", [](auto& b) { b.out_of_order = 4; }, "4 packets out of order with 3 dropped"},
  };
  for (const FlowMiscount& miscount : planted) {
    FlowBooks books = balanced_flow();
    miscount.plant(books);
    const auto found = imbalance_of(books);
    ASSERT_TRUE(found) << miscount.name;
    EXPECT_THAT(found->what, HasSubstr(miscount.says)) << miscount.name;
    EXPECT_EQ(found->flow, "f1");
  }
}

TEST(Books, EveryPlantedMiscountOfPacketsAndBytesIsFound) {
  const PacketBooks balanced{.injected = {100, 6'400_B},
                             .made = {10, 640_B},
                             .doubled = {1, 64_B},
                             .delivered = {90, 5'760_B},
                             .consumed = {8, 512_B},
                             .dropped = {5, 320_B},
                             .discarded = {3, 192_B},
                             .in_network = {5, 320_B}};
  EXPECT_FALSE(imbalance_of(balanced, "packets"));
  for (Amount PacketBooks::*const member :
       {&PacketBooks::injected, &PacketBooks::made, &PacketBooks::doubled, &PacketBooks::delivered,
        &PacketBooks::consumed, &PacketBooks::dropped, &PacketBooks::discarded, &PacketBooks::in_network}) {
    PacketBooks books = balanced;
    ++(books.*member).packets;
    EXPECT_TRUE(imbalance_of(books, "packets"));
    books = balanced;
    (books.*member).bytes += 1_B;
    EXPECT_TRUE(imbalance_of(books, "packets"));
  }
}

TEST(Books, EveryPlantedMiscountOfALinkIsFound) {
  const PortBooks sender{.data_sent = 10, .control_sent = 4};
  const LinkBooks cable{.link = "a to b"};
  const auto received_data = imbalance_of(cable, sender, {.data_received = 11}, 0);
  ASSERT_TRUE(received_data);
  EXPECT_EQ(received_data->what, "11 packets received of 10 sent");
  EXPECT_EQ(received_data->place, "a to b");
  const auto received_control = imbalance_of(cable, sender, {.control_received = 5}, 0);
  ASSERT_TRUE(received_control);
  EXPECT_EQ(received_control->what, "5 control frames received of 4 sent");
  const auto overdue = imbalance_of(cable, sender, {.data_received = 7}, 9);
  ASSERT_TRUE(overdue);
  EXPECT_EQ(overdue->what, "2 packets never arrived");
}

TEST(Books, WhatALinkHasLostOrDoubledIsCounted) {
  const PortBooks sender{.data_sent = 10, .control_sent = 4};
  const LinkBooks link{.link = "a to b", .data_lost = 3, .data_doubled = 2, .control_doubled = 1};
  EXPECT_FALSE(imbalance_of(link, sender, {.data_received = 12, .control_received = 5}, 0));
  EXPECT_FALSE(imbalance_of(link, sender, {.data_received = 6}, 9));
  EXPECT_EQ(imbalance_of(link, sender, {.data_received = 13}, 0)->what, "13 packets received of 10 sent and 2 doubled");
  EXPECT_EQ(imbalance_of(link, sender, {.control_received = 6}, 0)->what,
            "6 control frames received of 4 sent and 1 doubled");
  EXPECT_EQ(imbalance_of(link, sender, {.data_received = 5}, 9)->what, "1 packets never arrived");
  EXPECT_FALSE(settled_imbalance_of(link, sender, {.data_received = 5}, 4));
  for (const std::uint64_t under_way : {3U, 5U}) {
    EXPECT_EQ(settled_imbalance_of(link, sender, {.data_received = 5}, under_way)->what,
              "10 packets sent and 2 doubled, but 5 received + 3 lost + " + std::to_string(under_way) + " under way");
  }
}

}  // namespace weir::oracle::books_test

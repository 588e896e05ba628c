// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The register bank of a port in SystemVerilog: an instance of rtl/register_common for each register that the bank
// keeps, and a table of the values that it does not. (docs/reference/port_registers.md)

#include <bit>
#include <set>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "hw_model/ledger/port_bank.h"
#include "tb/register_map/generators.h"
#include "tb/register_map/text.h"

namespace weir::register_map {
namespace {

using ledger::Access;
using ledger::MappedRegister;

constexpr unsigned kWidest = 64;         // bits that the bank reads as one value
constexpr unsigned kWidestAddress = 32;  // bits
constexpr unsigned kWidestFlags = 32;    // bits that are set and cleared together

// What the bank of a map consists of.
struct Bank {
  std::uint64_t ports = 0;
  std::vector<const MappedRegister*> kept = {};    // what software writes, and no other block holds
  std::vector<const MappedRegister*> values = {};  // what others hold
};

Bank bank_of(const ledger::AddressMap& map) {
  Bank bank;
  for (const MappedRegister& mapped : map.registers()) {
    const ledger::BankPart part = ledger::part_of_bank(mapped.declaration);
    if (part == ledger::BankPart::kNone)
      continue;
    const bool is_flags = mapped.declaration.access == Access::kWriteOneToClear;
    if (const unsigned most = is_flags ? kWidestFlags : kWidest; mapped.declaration.width > most)
      throw std::invalid_argument(fmt::format("SystemVerilog: {} has {} bits; wanted at most {}", mapped.path(),
                                              mapped.declaration.width, most));
    bank.ports = mapped.declaration.dimensions.front().size;
    (part == ledger::BankPart::kValue ? bank.values : bank.kept).push_back(&mapped);
  }
  if (bank.kept.empty() || bank.values.empty() || map.address_bits() > kWidestAddress)
    throw std::invalid_argument(
        "SystemVerilog: wanted registers of a port that are written, others that are read, and addresses of 32 bits");
  return bank;
}

std::string name_of(const MappedRegister& mapped) { return mapped.block + "_" + mapped.declaration.name; }

// Of one port.
std::uint64_t elements_of(const MappedRegister& mapped) {
  return mapped.declaration.count() / mapped.declaration.dimensions.front().size;
}

// "port.frames_sent", "mmu.admitted[8 class]".
std::string title_of(const MappedRegister& mapped) {
  std::string text = mapped.path();
  for (std::size_t i = 1; i < mapped.declaration.dimensions.size(); ++i)
    text += fmt::format("[{} {}]", mapped.declaration.dimensions[i].size, mapped.declaration.dimensions[i].of);
  return text;
}

// The reset values of all elements of a port, the last one uppermost.
std::string reset_of(const MappedRegister& mapped) {
  const ledger::RegisterDeclaration& declaration = mapped.declaration;
  const std::vector<std::uint64_t> values =
      declaration.resets.empty() ? std::vector<std::uint64_t>{declaration.reset} : declaration.resets;
  std::string text;
  for (auto value = values.rbegin(); value != values.rend(); ++value)
    text += fmt::format("{}{}'h{:x}", text.empty() ? "" : ", ", declaration.width, *value);
  const std::uint64_t times = elements_of(mapped) / values.size();
  return times == 1 ? (values.size() == 1 ? text : "{" + text + "}") : fmt::format("{{{}{{{}}}}}", times, text);
}

struct PortLine {
  std::string direction;  // "input ", "output"
  std::uint64_t bits;
  std::string name;
  std::string comment;
};

std::vector<PortLine> port_lines(const ledger::AddressMap& map, const Bank& bank, unsigned number_bits) {
  std::vector<PortLine> lines = {{"input ", 1, "clk_i", ""},
                                 {"input ", 1, "rst_ni", "asynchronous, active low"},
                                 {"input ", 1, "request_i", "an access in this cycle"},
                                 {"input ", 1, "write_i", ""},
                                 {"input ", map.address_bits(), "address_i", ""},
                                 {"input ", 32, "data_i", "what is written"},
                                 {"input ", 4, "strobe_i", "the bytes of it that are written"},
                                 {"output", 1, "answers_o", "the access of the cycle before is answered"},
                                 {"output", 1, "error_o", "and did nothing"},
                                 {"output", 32, "data_o", "what is read; else 0"},
                                 {"output", 1, "value_reads_o", "the value of this number is wanted in the next cycle"},
                                 {"output", number_bits, "value_number_o", ""},
                                 {"input ", 64, "value_i", "the value wanted in the cycle before"},
                                 {"output", 1, "snapshot_held_o", "the upper half of a value is kept"},
                                 {"output", number_bits, "snapshot_number_o", "of which"},
                                 {"output", 32, "snapshot_o", ""}};
  for (const MappedRegister* mapped : bank.kept) {
    const std::uint64_t bits = elements_of(*mapped) * mapped->declaration.width;
    if (mapped->declaration.access == Access::kWriteOneToClear) {
      lines.push_back({"input ", bits, name_of(*mapped) + "_set_i", "events"});
      lines.push_back({"input ", bits, name_of(*mapped) + "_level_i", "causes that last"});
    }
    lines.push_back({"output", bits, name_of(*mapped) + "_o", ""});
  }
  return lines;
}

std::string ports_text(const std::vector<PortLine>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const PortLine& line = lines[i];
    const std::string range = line.bits == 1 ? "" : fmt::format("[{}:0]", line.bits - 1);
    std::string port =
        fmt::format("  {} logic {:<7}{}{}", line.direction, range, line.name, i + 1 < lines.size() ? "," : "");
    if (!line.comment.empty())
      port += "  // " + line.comment;
    text += port + "\n";
  }
  return text;
}

std::string instance_of(const ledger::AddressMap& map, const MappedRegister& mapped, std::size_t place) {
  const bool is_flags = mapped.declaration.access == Access::kWriteOneToClear;
  const std::string name = name_of(mapped);
  const std::string given =
      is_flags ? fmt::format("    .set_i({0}_set_i), .level_i({0}_level_i),\n", name) : std::string();
  const std::string reset = is_flags ? "" : ", .RESET(" + reset_of(mapped) + ")";
  return fmt::format(
      "  // {}, {}\n"
      "  {} #(.ADDRESS_W({}), .ADDRESS(32'h{:x} + PORT * 32'h{:x}), .WIDTH({}), .ELEMENTS({}){}) i_{} (\n"
      "    .clk_i, .rst_ni, .writes_i(writes), .address_i, .data_i, .bits_i(bits),\n{}"
      "    .here_o(here[{}]), .refused_o(refused[{}]), .word_o(words[{}*32+:32]), .value_o({}_o)\n  );\n",
      title_of(mapped), ledger::name(mapped.declaration.access), is_flags ? "register_flags" : "register_setting",
      map.address_bits(), mapped.offset, mapped.stride(0), mapped.declaration.width, elements_of(mapped), reset, name,
      given, place, place, place, name);
}

struct Rows {
  std::vector<std::string> rows = {};
  std::vector<std::string> comments = {};
  std::uint64_t numbers = 0;
};

// A row is an array whose bytes in a port are a power of two: else a row for each element.
Rows rows_of(const Bank& bank) {
  Rows all;
  for (const MappedRegister* mapped : bank.values) {
    const std::uint64_t elements = elements_of(*mapped);
    const std::uint64_t share = elements * mapped->element_bytes;
    const std::uint64_t parts = std::has_single_bit(share) ? 1 : elements;
    for (std::uint64_t part = 0; part < parts; ++part) {
      const std::uint64_t first = all.numbers + part * (elements / parts);
      const unsigned size = static_cast<unsigned>(std::bit_width(share / parts)) - 1;
      all.rows.push_back(fmt::format("{{32'h{:x}, 32'h{:x}, 8'd{}, 8'd{}, 16'd{}}}",
                                     mapped->offset + part * mapped->element_bytes, mapped->stride(0), size,
                                     mapped->element_bytes == 8 ? 1 : 0, first));
      all.comments.push_back(
          part > 0 ? "" : fmt::format("{}, {} bits: {}", title_of(*mapped), mapped->declaration.width, first));
    }
    all.numbers += elements;
  }
  return all;
}

std::string table_of(const Rows& rows) {
  std::string text = "  // Values that others hold, and the number of each; of an array that of its first element.\n";
  text += fmt::format("  localparam int ROWS = {};\n  localparam logic [ROWS*96-1:0] TABLE = {{\n", rows.rows.size());
  for (std::size_t i = 0; i < rows.rows.size(); ++i)
    text += fmt::format("    {}{}{}\n", rows.rows[i], i + 1 < rows.rows.size() ? "," : "",
                        rows.comments[i].empty() ? "" : "  // " + rows.comments[i]);
  return text + "  };\n";
}

std::string bus_of(const ledger::AddressMap& map, const Bank& bank, unsigned number_bits) {
  return fmt::format(
      "  logic        value_here, wide, high;\n"
      "  logic [{0}:0] number;\n"
      "  register_values #(.ADDRESS_W({1}), .NUMBER_W({2}), .PORT(PORT), .ROWS(ROWS), .TABLE(TABLE)) i_values (\n"
      "    .address_i, .here_o(value_here), .wide_o(wide), .high_o(high), .number_o(number)\n  );\n"
      "  register_answer #(.KEPT({3}), .NUMBER_W({2})) i_answer (\n"
      "    .clk_i, .rst_ni, .request_i, .write_i, .strobe_i, .here_i(here), .refused_i(refused), .words_i(words),\n"
      "    .value_here_i(value_here), .wide_i(wide), .high_i(high), .number_i(number), .value_i,\n"
      "    .writes_o(writes), .bits_o(bits), .value_reads_o, .value_number_o, .answers_o, .error_o, .data_o,\n"
      "    .snapshot_held_o, .snapshot_number_o, .snapshot_o\n  );\n",
      number_bits - 1, map.address_bits(), number_bits, bank.kept.size());
}

// What counts in a cycle is known: asserted.
std::string contract_of(const Bank& bank) {
  std::string events = "request_i";
  for (const MappedRegister* mapped : bank.kept) {
    if (mapped->declaration.access == Access::kWriteOneToClear)
      events += fmt::format(", {0}_set_i, {0}_level_i", name_of(*mapped));
  }
  return "\n`ifndef SYNTHESIS\n`ifndef FORMAL\n"
         "  // What counts in a cycle is known.\n"
         "  always @(posedge clk_i or negedge rst_ni) begin\n    if (rst_ni) begin\n"
         "      begin : events_known assert (^{" +
         events +
         "} !== 1'bx); end\n"
         "      begin : request_known assert (!request_i || ^{write_i, address_i} !== 1'bx); end\n"
         "      begin : write_known assert (!(request_i && write_i) || ^{data_i, strobe_i} !== 1'bx); end\n"
         "    end\n  end\n`endif\n`endif\n";
}

void require_own_names(const std::vector<PortLine>& lines) {
  std::set<std::string> names;
  for (const PortLine& line : lines) {
    if (!names.insert(line.name).second)
      throw std::invalid_argument("SystemVerilog: two registers would have the port " + line.name);
  }
}

}  // namespace

std::string to_systemverilog(const ledger::AddressMap& map, const Title& title) {
  const Bank bank = bank_of(map);
  const Rows rows = rows_of(bank);
  const unsigned number_bits = ledger::value_number_bits(rows.numbers);
  const std::vector<PortLine> ports = port_lines(map, bank, number_bits);
  require_own_names(ports);
  std::string text = fmt::format(
      "// SPDX-FileCopyrightText: The weir authors\n// SPDX-License-Identifier: Apache-2.0\n\n"
      "`default_nettype none\n\n"
      "// The register bank of a port of a switch: {}.\n"
      "// Generated by `weir registers --format sv`; do not edit. See docs/reference/port_registers.md.\n"
      "module port_registers #(\n  parameter int PORT = 0\n) (\n{}",
      title.text, ports_text(ports));
  text += fmt::format(
      ");\n  // Parameters that do not fit end elaboration: there is no such module.\n"
      "  if (PORT < 0 || PORT > {0}) begin : g_port\n    PORT_is_not_0_to_{0} i_parameters ();\n  end\n\n",
      bank.ports - 1);
  text += table_of(rows);
  text += fmt::format(
      "\n  logic        writes;\n  logic [31:0] bits;\n  logic [{0}:0] here, refused;\n  logic [{1}:0] words;\n",
      bank.kept.size() - 1, bank.kept.size() * 32 - 1);
  text += bus_of(map, bank, number_bits);
  for (std::size_t i = 0; i < bank.kept.size(); ++i)
    text += "\n" + instance_of(map, *bank.kept[i], i);
  return text + contract_of(bank) + "endmodule\n\n`default_nettype wire\n";
}

}  // namespace weir::register_map

# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Faults planted in the classes of Ultra Ethernet's link: the search finds each.

faults.py COMPILER page           compiles the search with each fault in turn; fails where one is not found, or where the table of
                                  docs/results/ue_link_search.md holds something else
faults.py COMPILER page --write   puts the table into the page
faults.py COMPILER NAME...        these alone

A fault is a piece of a source that stands there once and what is put in its place. The search runs the case that is to find it.
"""

import dataclasses
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / "tb/tests/regress"))
import results_page  # noqa: E402  pylint: disable=wrong-import-position

PAGE = TOP / "docs/results/ue_link_search.md"
LLR, CBFC, HERE = "hw_model/mechanisms/llr", "hw_model/mechanisms/ue_cbfc", "tb/tests/link_search"
TX, RX, BUFFER = f"{LLR}/llr_tx.h", f"{LLR}/llr_rx.h", f"{LLR}/replay_buffer.h"
SENDER, RECEIVER, STEPS = f"{CBFC}/ue_cbfc_sender.h", f"{CBFC}/ue_cbfc_receiver.h", f"{CBFC}/vc_procedure.cpp"
SOURCES = [f"{HERE}/{name}.cpp" for name in ("explorer", "link", "link_moves", "link_text", "cases", "link_search")] + [STEPS]


@dataclasses.dataclass
class Fault:
    name: str
    what: str
    path: str
    text: str
    instead: str
    case: str  # that must find it


FAULTS = [
    Fault("window", "a frame more than the window is sent", TX,
          "outstanding() < config_.outstanding_frames_max", "outstanding() <= config_.outstanding_frames_max", "llr_2"),
    Fault("timer_start", "the replay timer starts with the second frame", TX, "buffer_.size() == 1", "buffer_.size() == 2", "llr_2"),
    Fault("timer_stop", "the replay timer stops with every acknowledgement", TX,
          "    else\n      start_timer(now);\n", "    else\n      stop_timer();\n", "llr_2"),
    Fault("expiry", "an expiry within a replay is forgotten", TX,
          "if (std::exchange(state_.timer_expired, false))", "if (std::exchange(state_.timer_expired, false) && false)", "llr_2"),
    Fault("overtaken", "a replay goes on with frames that were acknowledged", TX,
          "modulo(state_.replay_seq - state_.acked_seq - 1) < frames", "false", "llr_2"),
    Fault("frees_more", "an acknowledgement frees a frame more", TX,
          "const std::uint32_t freed = modulo(seq - state_.acked_seq);",
          "const std::uint32_t freed = modulo(seq - state_.acked_seq + (seq == state_.acked_seq ? 0 : 1));", "llr_2"),
    Fault("init_data", "init_data stays the same", TX,
          "state_.init_data = (state_.init_data + 1)", "state_.init_data = (state_.init_data + 0)", "llr_2_flush"),
    Fault("flush_keeps", "FLUSH keeps the replay buffer", TX,
          "  void enter_flush() {\n    discard_all();", "  void enter_flush() {", "llr_2_flush"),
    Fault("late_init", "an LLR_INIT may leave after its echo", TX,
          "return state_.state == TxState::kInit;",
          "return state_.state == TxState::kInit || state_.state == TxState::kAdvance;", "llr_2_flush"),
    Fault("any_echo", "the echo of another initialisation is taken", TX, "return seq && data;", "return seq || data;", "llr_2_flush"),
    Fault("half_space", "missing frames and duplicates are confused", RX,
          "ahead < config_.half_space()", "ahead >= config_.half_space()", "llr_2"),
    Fault("bad_taken", "a frame with a bad FCS is accepted", RX, "if (fcs == Fcs::kBad) {", "if (false) {", "llr_2"),
    Fault("not_counted", "the receiver stays at a number", RX,
          "(state_.next_rx_seq + 1) & config_.seq_mask()", "(state_.next_rx_seq + 0) & config_.seq_mask()", "llr_2"),
    Fault("last_again", "the last frame is accepted once more", RX,
          "if (ahead == 0)", "if (ahead == 0 || ahead == config_.seq_mask())", "llr_2"),
    Fault("ack_number", "an ACK names the next frame, not the last", RX,
          "return (state_.next_rx_seq - 1) & config_.seq_mask();", "return state_.next_rx_seq;", "llr_2"),
    Fault("nack_stays", "a NACK that was sent is to be sent again", RX,
          "    state_.state = RxState::kNackSent;\n", "", "llr_2"),
    Fault("dup_silent", "a duplicate after a NACK changes nothing", RX,
          "config_.dup_in_nack_sent == DupInNackSent::kResume", "false", "llr_2"),
    Fault("echo_data", "the echo has no data", RX, ".echo_data = set.init_data", ".echo_data = 0", "llr_2_flush"),
    Fault("ring", "the ring of the replay buffer wraps a place too early", BUFFER,
          "first_ = (first_ + 1) & (slots_.size() - 1);", "first_ = first_ + 2 >= slots_.size() ? 0 : first_ + 1;", "llr_2"),
    Fault("credits_of_frame", "a frame leaves if any credit is left, and one more", SENDER,
          "channel.used + credits <= channel.limit", "channel.used <= channel.limit", "cbfc"),
    Fault("half_of_cf", "the halves of a CF_Update's numbers are exchanged", SENDER,
          "step >> (config_.cf_update_bits - 1) != 0", "step >> (config_.cf_update_bits - 1) == 0", "cbfc"),
    Fault("one_credit", "a CF_Update gives back one credit, whatever it says", SENDER,
          "set_used(channel, channel.used - step);", "set_used(channel, channel.used - 1);", "cbfc_4_bits"),
    Fault("pool_of_one", "a channel does not see what others use of the pool", SENDER,
          "const std::uint32_t free = pool_shared() - std::min(pool_shared(), shared_used());", "const std::uint32_t free = pool_shared();", "cbfc_pool"),
    Fault("lost_stay", "a CC_Update does not free what was lost", RECEIVER, "    add_freed(channel, lost);\n", "", "cbfc"),
    Fault("cc_ignored", "CC_Updates are ignored", RECEIVER, "if (lost == 0 ||", "if (lost != 0 ||", "cbfc"),
    Fault("turn", "CF_Updates speak of the first channel alone", RECEIVER,
          "      next_vc_ = (next_vc_ + 1) % kChannels;\n    }\n    return update;", "    }\n    return update;", "cbfc_two"),
    Fault("late_clear", "a channel is set up: the sender's counts are cleared after the wait", STEPS,
          "kClearSender,    kAwaitLink,    kClearReceiver,", "kAwaitLink, kClearSender, kClearReceiver,", "cbfc_setup"),
    Fault("no_wait", "a channel is set up without a wait for what is on the way", STEPS, "kClearSender,    kAwaitLink,", "kClearSender,",
          "cbfc_setup"),
    Fault("duplicates_count", "frames are counted in R_CC before the duplicate filter", f"{HERE}/link.cpp",
          "  if (!rx_.receive(item.seq, fcs))\n    return Wrong::kNothing;\n",
          "  if (!rx_.receive(item.seq, fcs))\n    return item.cargo.is_cc_update ? Wrong::kNothing : take(item.cargo);\n", "cbfc_llr"),
]


def planted(fault):
    """The source with the fault."""
    text = (TOP / fault.path).read_text(encoding="utf-8")
    if text.count(fault.text) != 1:
        raise SystemExit(f"{fault.name}: {fault.path} has the text {text.count(fault.text)} times: {fault.text!r}")
    return text.replace(fault.text, fault.instead)


def search(compiler, fault, folder):
    """The row of the search's table for the case, with the fault, or for None without."""
    folder = pathlib.Path(folder)
    one = folder / fault.path
    one.parent.mkdir(parents=True)
    one.write_text(planted(fault), encoding="utf-8")
    program = folder / "search"
    whole = folder / "search.cpp"
    whole.write_text("".join(f'#include "{source}"\n' for source in SOURCES), encoding="utf-8")
    subprocess.run([compiler, "-std=c++20", "-O1", "-w", f"-I{folder}", f"-I{TOP}", whole, "-o", program], check=True)
    done = subprocess.run([program, fault.case], capture_output=True, text=True, check=False)
    row = re.search(rf"^\| `{fault.case}` \|.*$", done.stdout, re.MULTILINE)
    if row is None:
        return f"ends with status {done.returncode}: {done.stderr.strip()}", ""
    cells = [cell.strip() for cell in row.group().strip("|").split("|")]
    return cells[2], cells[3]


def main(compiler, *names):
    page = names[:1] == ("page",)
    missed, rows = [], []
    for fault in FAULTS:
        if not page and fault.name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            found, events = search(compiler, fault, folder)
        print(f"{fault.name}: {found} {events}", flush=True)
        rows.append((f"`{fault.name}`", fault.what, f"`{pathlib.Path(fault.path).name}`", f"`{fault.case}`", found, events))
        if re.match(r"(S1|S2|C1|L1): |an invariant", found) is None:
            missed.append(f"{fault.name}: {fault.case} finds '{found}'")
    if not rows:
        return "no such fault"
    if page:
        text = PAGE.read_text(encoding="utf-8")
        wanted = results_page.put(text, "faults", results_page.table(("fault", "what", "in", "case", "found", "events"), rows))
        if "--write" in names:
            PAGE.write_text(wanted, encoding="utf-8")
        elif text != wanted:
            missed.append(f"{PAGE.relative_to(TOP)} does not hold this table; --write puts it there")
    return "\n".join(missed) or 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 2 else __doc__)

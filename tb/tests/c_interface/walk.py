# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""walk.c in Python. Usage: walk.py SCENARIO ORDERS, or walk.py SCENARIO, which lists the registers of both switches."""

import sys

from weir.switch import Error, Switch, now, run_until

HEAD = bytes.fromhex("020000010000 020000000000 88b6")


def send(to, port, size, arrival=None):
    to.send(port, (HEAD + bytes(i & 255 for i in range(len(HEAD), size)))[:size], arrival)


def take(of, port):
    frame = of.take(port)
    if frame is None:
        return "none"
    total = 0
    for byte in frame.bytes:
        total = (total * 31 + byte) & 0xffffffff
    return f"{len(frame.bytes)} {frame.arrival} {total}"


def obey(of, order, name, a, b):
    value = 0
    if order == "take":
        return take(of, a)
    if order in ("read", "peek"):
        value = getattr(of, order)(name)
    elif order == "write":
        of.write(name, a)
    elif order == "next":
        send(of, a, b)
    elif order == "send":
        send(of, 0, b, a)
    elif order == "until":
        run_until(a)
    elif order == "reset":
        of.reset(a != 0)
    elif order == "link":
        of.link(a, b != 0)
    return f"{value} {now()} {int(of.irq)}"


def main():
    s1, s2 = (Switch(name, file=sys.argv[1]) for name in ("s1", "s2"))
    s1.connect(1, s2, 1)
    if len(sys.argv) == 2:
        for which, of in enumerate((s1, s2)):
            for name in of.registers():
                print(which, name)
        return
    with open(sys.argv[2], encoding="utf-8") as orders:
        for line in orders:
            order, which, name, a, b = line.split()
            try:
                print(obey((s1, s2)[int(which)], order, name, int(a), int(b)))
            except Error as error:
                print(-1, error)
    try:
        Switch("s1", file=sys.argv[1])
    except Error as error:
        print(-1, error)


if __name__ == "__main__":
    main()

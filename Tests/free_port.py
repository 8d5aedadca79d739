#!/usr/bin/env python3
"""Finds a port that is free now and stays free until a server takes it; as a program, prints it."""

import random
import socket
from pathlib import Path

# Above these the system takes ports for outgoing connections, at any moment.
EPHEMERAL = Path("/proc/sys/net/ipv4/ip_local_port_range")


def free_port() -> int:
    highest = int(EPHEMERAL.read_text().split()[0]) if EPHEMERAL.exists() else 32768
    for port in random.sample(range(10000, max(highest, 20000)), 1000):
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no port is free")


if __name__ == "__main__":
    print(free_port())
